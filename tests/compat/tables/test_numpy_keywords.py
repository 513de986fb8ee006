"""Keywords of NumPy: legacy releases take the legacy ones, NumPy 2 those of today, and the results are equal."""

import warnings

import numpy as np
import pytest

from compat.tables.names.numpy_keywords import IDLE_KEYWORDS, RENAMED_KEYWORDS

IS_MODERN = int(np.__version__.split(".")[0]) >= 2
ROWS = np.array([[1.0, 2.0], [3.0, 5.0], [2.0, 2.5]])
CALLS = {
    "numpy.reshape": (ROWS, {}, (2, 3)),
    "numpy.percentile": (ROWS, {"q": 30}, "nearest"),
    "numpy.quantile": (ROWS, {"q": 0.3}, "nearest"),
    "numpy.nanpercentile": (ROWS, {"q": 30}, "nearest"),
    "numpy.nanquantile": (ROWS, {"q": 0.3}, "nearest"),
    "numpy.histogram": (ROWS, {"bins": 3}, True),
    "numpy.histogram2d": (ROWS[:, 0], {"y": ROWS[:, 1], "bins": 2}, True),
    "numpy.histogramdd": (ROWS, {"bins": 2}, True),
    "numpy.linalg.matrix_rank": (None, {}, ROWS),
}


def _function(path):
    found = np
    for name in path.split(".")[1:]:
        found = getattr(found, name)
    return found


def _call(path, keyword):
    first, others, value = CALLS[path]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _function(path)(*(() if first is None else (first,)), **dict(others, **{keyword: value}))


@pytest.mark.parametrize("path", sorted(RENAMED_KEYWORDS))
def test_renamed(path):
    for legacy, modern in RENAMED_KEYWORDS[path].items():
        if IS_MODERN:
            with pytest.raises(TypeError):
                _call(path, legacy)
            _call(path, modern)
        elif modern == "density":
            assert str(_call(path, legacy)) == str(_call(path, modern))
        else:
            _call(path, legacy)


def test_reshape_takes_the_shape_without_a_name():
    assert np.reshape(ROWS, (2, 3)).tolist() == [[1.0, 2.0, 3.0], [5.0, 2.0, 2.5]]


def test_percentiles_are_the_same():
    name = "method" if IS_MODERN else "interpolation"
    assert _call("numpy.percentile", name) == 2.0
    assert _call("numpy.quantile", name) == 2.0


@pytest.mark.parametrize("name", sorted(IDLE_KEYWORDS["numpy.corrcoef"]))
def test_idle(name):
    if IS_MODERN:
        with pytest.raises(TypeError):
            np.corrcoef(ROWS, **{name: 1})
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            np.testing.assert_array_equal(np.corrcoef(ROWS, **{name: 1}), np.corrcoef(ROWS))


def test_fix_imports(tmp_path):
    path = str(tmp_path / "a.npy")
    if IS_MODERN:
        with pytest.raises(TypeError):
            np.save(path, ROWS, fix_imports=True)
    else:
        np.save(path, ROWS, fix_imports=True)


def test_copies_where_it_has_to():
    assert np.asarray([1, 2]).tolist() == [1, 2]
    if IS_MODERN:
        with pytest.raises(ValueError, match="Unable to avoid copy"):
            np.array([1, 2], copy=False)
    else:
        assert np.array([1, 2], copy=False).tolist() == [1, 2]
    assert np.array([1, 2], copy=None, ndmin=2).tolist() == [[1, 2]]
