"""Keywords of NumPy: legacy releases take the legacy ones, NumPy 2 those of today, and the results are equal."""

import ast
import warnings

import numpy as np
import pytest

from compat.tables.names.numpy_keywords import IDLE_KEYWORDS, IDLE_NONE, LEGACY_DEFAULTS, RENAMED_KEYWORDS

RELEASE = tuple(int(part) for part in np.__version__.split(".")[:2])
IS_MODERN = RELEASE >= (2, 0)
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
    "numpy.unravel_index": (5, {}, (2, 3)),
    **{f"numpy.{name}": (ROWS, {}, np.zeros((3, 2))) for name in ("fix", "isneginf", "isposinf")},
    **{f"numpy.testing.assert_array_{name}": (None, {}, ROWS) for name in ("equal", "almost_equal")},
}
OTHERS = {"actual": "desired", "desired": "actual", "x": "y", "y": "x"}


def _function(path):
    found = np
    for name in path.split(".")[1:]:
        found = getattr(found, name)
    return found


def _call(path, keyword):
    first, others, value = CALLS[path]
    if path.startswith("numpy.testing"):
        others = {OTHERS[keyword]: ROWS}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _function(path)(*(() if first is None else (first,)), **dict(others, **{keyword: value}))


@pytest.mark.parametrize("path", sorted(RENAMED_KEYWORDS))
@pytest.mark.skipif((1, 20) <= RELEASE < (2, 0), reason="a release between, which refuses some of it")
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


def test_style():
    if IS_MODERN:
        with pytest.raises(TypeError):
            np.array2string(ROWS, style=str)
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert np.array2string(ROWS, style=str) == np.array2string(ROWS)


@pytest.mark.parametrize("path", sorted(IDLE_NONE))
def test_none(path):
    function, name = _function(path), IDLE_NONE[path]
    if IS_MODERN:
        with pytest.raises(TypeError):
            function([1, 2], **{name: None})
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert function([1, 2], **{name: None}).tolist() == function([1, 2]).tolist()


def _defaults():
    """What the functions give by themselves, and with the keyword that is added."""
    matrix = np.diag([1.0, 3e-16])

    def solve(**options):
        return np.linalg.lstsq(matrix, np.array([1.0, 1.0]), **options)[2]

    def read(**options):
        return np.genfromtxt(["a 1", "b 2"], dtype=None, **options)["f0"].tolist()

    def convert(**options):
        return np.genfromtxt(["a 1"], converters={0: lambda text: text == b"a"}, **options).tolist()

    def load(**options):
        return np.loadtxt(["a 1"], converters={0: lambda text: float(text == b"a")}, **options).tolist()

    return [
        ("numpy.linalg.lstsq", solve, 2, 1),
        ("numpy.genfromtxt", read, [b"a", b"b"], ["a", "b"]),
        ("numpy.genfromtxt", convert, (True, 1.0), (False, 1.0)),
        ("numpy.loadtxt", load, [1.0, 1.0], [0.0, 1.0]),
    ]


@pytest.mark.parametrize(("path", "function", "legacy", "modern"), _defaults())
def test_legacy_defaults(path, function, legacy, modern):
    added = LEGACY_DEFAULTS[path]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert function() == (modern if IS_MODERN else legacy)
        assert function(**{added.keyword: ast.literal_eval(added.code)}) == legacy


def test_fix_imports(tmp_path):
    path = str(tmp_path / "a.npy")
    if IS_MODERN:
        with pytest.raises(TypeError):
            np.save(path, ROWS, fix_imports=True)
    else:
        np.save(path, ROWS, fix_imports=True)


@pytest.mark.skipif((1, 20) <= RELEASE < (2, 0), reason="a release between, which refuses some of it")
def test_copies_where_it_has_to():
    assert np.asarray([1, 2]).tolist() == [1, 2]
    if IS_MODERN:
        with pytest.raises(ValueError, match="Unable to avoid copy"):
            np.array([1, 2], copy=False)
    else:
        assert np.array([1, 2], copy=False).tolist() == [1, 2]
    assert np.array([1, 2], copy=None, ndmin=2).tolist() == [[1, 2]]
