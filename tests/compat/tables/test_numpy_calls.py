"""Calls of NumPy that take or give something else today: what is written gives what NumPy 1.17 gave."""

import warnings

import numpy as np
import pytest

from compat.tables.names.numpy_calls import ABSTRACT_TYPES

RELEASE = tuple(int(part) for part in np.__version__.split(".")[:2])
X = np.random.RandomState(0).rand(8, 3)
TURN = np.array([[0.0, -1.0], [1.0, 0.0]])


def test_eigenvalues():
    values, vectors = map(np.real_if_close, np.linalg.eig(np.cov(X.T)))
    assert values.dtype == vectors.dtype == np.float64
    np.testing.assert_allclose(np.sort(values), [0.029963, 0.078201, 0.128134], atol=1e-6)
    assert np.real_if_close(np.linalg.eigvals(np.eye(2))).dtype == np.float64
    plain = np.linalg.eig(np.cov(X.T))
    assert [each.dtype for each in plain] == 2 * [np.complex128 if RELEASE >= (2, 5) else np.float64]
    np.testing.assert_array_equal(np.real(plain[1]), vectors)


def test_eigenvalues_that_are_complex():
    values, vectors = map(np.real_if_close, np.linalg.eig(TURN))
    assert values.dtype == vectors.dtype == np.complex128
    np.testing.assert_allclose(np.sort(values.imag), [-1.0, 1.0])


def test_inverse():
    table = np.array([[3, 1], [1, 3]])
    assert np.unique(np.ravel(table), return_inverse=True)[1].tolist() == [1, 0, 0, 1]
    shape = np.unique(table, return_inverse=True)[1].shape
    assert shape == ((2, 2) if RELEASE >= (2, 0) else (4,))


def test_lists():
    assert isinstance(np.meshgrid([1], [2]), tuple if RELEASE >= (2, 0) else list)
    assert isinstance(np.broadcast_arrays([1], [2]), tuple if RELEASE >= (2, 0) else list)


@pytest.mark.parametrize("name", ["linspace", "logspace", "geomspace"])
def test_number_of_values(name):
    function = getattr(np, name)
    assert len(function(1, 2, int(2.5))) == 2
    if RELEASE >= (1, 18):
        with pytest.raises(TypeError):
            function(1, 2, 2.5)
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert len(function(1, 2, 2.5)) == 2


def test_whole_values():
    assert np.linspace(-3, 1, 8).astype(int).tolist() == [-3, -2, -1, -1, 0, 0, 0, 1]
    is_rounded_down = np.linspace(-3, 1, 8, dtype=int).tolist() == [-3, -3, -2, -2, -1, -1, 0, 1]
    assert is_rounded_down is (RELEASE >= (1, 20))


@pytest.mark.parametrize(
    ("kind", "today", "is_kind"),
    [
        (float, np.floating, np.float32),
        (int, np.signedinteger, np.int16),
        (complex, np.complexfloating, np.complex64),
        ("float32", np.floating, np.float64),
    ],
)
def test_kinds(kind, today, is_kind):
    assert np.issubdtype(is_kind, today)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert np.issubdtype(is_kind, kind) is (RELEASE < (1, 19))


@pytest.mark.parametrize("path", sorted(ABSTRACT_TYPES))
def test_abstract_types(path):
    kind, modern = getattr(np, path.rpartition(".")[2]), ABSTRACT_TYPES[path]
    assert np.ones(2, modern).dtype == modern
    if RELEASE >= (2, 3):
        with pytest.raises(TypeError):
            np.ones(2, kind)
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert np.ones(2, kind).dtype == modern


def test_an_axis_beyond_the_last():
    assert np.expand_dims(np.zeros((2, 3)), -1).shape == (2, 3, 1)
    if RELEASE >= (1, 18):
        with pytest.raises(ValueError, match="out of bounds"):
            np.expand_dims(np.zeros((2, 3)), 3)
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert np.expand_dims(np.zeros((2, 3)), 3).shape == (2, 3, 1)


def test_cross():
    if RELEASE >= (2, 5):
        with pytest.raises(ValueError, match="3-dimensional"):
            np.cross([1, 0], [0, 1])
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert np.cross([1, 0], [0, 1]) == 1


@pytest.mark.parametrize("name", ["fft", "rfft", "ifft"])
def test_transforms(name):
    function, x = getattr(np.fft, name), X[:, 0].astype("float32")
    double = function(x.astype(float))
    assert double.dtype == np.complex128
    is_single = function(x).dtype == np.complex64
    assert is_single is (RELEASE >= (2, 0))
    assert is_single or (function(x) == double).all()
