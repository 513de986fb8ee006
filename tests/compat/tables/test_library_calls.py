"""Calls of other packages whose results changed: what is written runs today, and gives what the legacy releases gave."""

import importlib
import warnings

import pytest

from compat.tables.names.library_calls import (
    DISTANCES,
    FEATURE_NAMES,
    MATRIX_FUNCTIONS,
    RANK_TEST,
    RENAMED_ATTRIBUTES,
    SAMPLE_TEST,
    SIGNED_TEST,
    STYLES,
)

np = pytest.importorskip("numpy")

VOTES = np.array([[1, 1, 2], [1, 3, 2], [4, 3, 2]])


def _release(package):
    module = pytest.importorskip(package)
    return tuple(int(part) for part in module.__version__.split(".")[:2])


def _pyplot():
    pytest.importorskip("matplotlib").use("Agg")
    pyplot = importlib.import_module("matplotlib.pyplot")
    pyplot.close("all")
    return pyplot


@pytest.mark.parametrize(("axis", "mode"), [(0, [[1, 3, 2]]), (1, [[1], [1], [2]]), (None, [1])])
def test_mode(axis, mode):
    is_modern = _release("scipy") >= (1, 11)
    stats = importlib.import_module("scipy.stats")
    options = {"keepdims": True} if is_modern else {}
    found = stats.mode(VOTES, axis=axis, **options)[0]
    if axis is None and is_modern:
        found = found.ravel()
    assert found.tolist() == mode
    if is_modern:
        assert stats.mode(VOTES, axis=axis)[0].ndim < max(1, np.ndim(mode))


def test_mode_of_a_list():
    is_modern = _release("scipy") >= (1, 11)
    stats = importlib.import_module("scipy.stats")
    options = {"keepdims": True} if is_modern else {}
    assert stats.mode([3, 1, 3], **options)[0][0] == 3
    assert stats.mode([3, 1, 3], **options).mode[0] == 3
    if is_modern:
        with pytest.raises(IndexError):
            stats.mode([3, 1, 3])[0][0]


@pytest.mark.parametrize(
    ("path", "options", "p"),
    [(SIGNED_TEST, {}, 0.042168), (RANK_TEST, {"alternative": "two-sided"}, 0.403395)],
)
def test_p_values(path, options, p):
    is_modern = _release("scipy") >= (1, 13)
    if not is_modern and _release("scipy") >= (1, 5):
        pytest.skip("SciPy 1.5 to 1.12 have other names for it")
    function = getattr(importlib.import_module("scipy.stats"), path.rpartition(".")[2])
    a, b = [1.0, 2.5, 3.0, 4.5, 6.0], [2.0, 4.0, 3.5, 7.0, 6.5]
    approximate = dict(options, **({"method": "asymptotic"} if is_modern else {}))
    np.testing.assert_allclose(function(a, b, **approximate)[1], p, atol=1e-6)
    if is_modern:
        assert abs(function(a, b, **options)[1] - p) > 1e-3


@pytest.mark.parametrize("path", sorted(DISTANCES))
def test_distances(path):
    """A row is a vector for the legacy releases; what is squeezed is one for all."""
    function = getattr(importlib.import_module("scipy.spatial.distance"), path.rpartition(".")[2])
    a, b = np.array([[1.0, 2.0, 4.0]]), np.array([[2.0, 1.0, 5.0]])
    distance = function(np.squeeze(a), np.squeeze(b))
    assert np.ndim(distance) == 0
    if _release("scipy") < (1, 9):
        assert function(a, b) == distance


def test_p_value_of_two_samples():
    found = getattr(importlib.import_module("scipy.stats"), SAMPLE_TEST.rpartition(".")[2])(
        [1.0, 2, 3, 4.5], [1.5, 2.5, 5]
    )
    np.testing.assert_allclose(found[1], 0.971429 if _release("scipy") >= (1, 3) else 0.961034, atol=1e-5)


def test_sides():
    function = importlib.import_module("scipy.stats").mannwhitneyu
    a, b = [4.5, 6.0, 8.0, 9.0], [2.0, 4.0, 5.0]
    if _release("scipy") >= (1, 7):
        found = function(a, b, method="asymptotic")
        assert (found[0], len(a) * len(b) - found[0]) == (11.0, 1.0)
        np.testing.assert_allclose(found[1] / 2, 0.055806, atol=1e-6)
    else:
        np.testing.assert_allclose(function(a, b), (1.0, 0.055806), atol=1e-6)


@pytest.mark.parametrize("path", sorted(MATRIX_FUNCTIONS))
def test_error_of_a_matrix_function(path):
    is_modern = _release("scipy") >= (1, 18)
    function = getattr(importlib.import_module("scipy.linalg"), path.rpartition(".")[2])
    x = np.array([[4.0, 1.0], [1.0, 3.0]])
    if is_modern:
        with pytest.raises(TypeError):
            function(x, disp=False)
    else:
        np.testing.assert_allclose(function(x, disp=False)[0], function(x), atol=1e-12)


def test_styles():
    pyplot = _pyplot()
    is_modern = _release("matplotlib") >= (3, 8)
    begin = "seaborn-v0_8" if is_modern else "seaborn"
    assert {begin, begin + "-whitegrid", begin + "-dark", begin + "-deep"} <= {*pyplot.style.available}
    assert not is_modern or not any(each.startswith("seaborn-w") for each in pyplot.style.available)
    assert "matplotlib.pyplot.style.use" in STYLES


def test_projections():
    pyplot = _pyplot()
    importlib.import_module("mpl_toolkits.mplot3d")
    assert pyplot.subplot(projection="3d") is pyplot.gca()
    figure = pyplot.figure()
    axes = figure.add_subplot(projection="3d") if _release("matplotlib") >= (3, 1) else figure.gca(projection="3d")
    assert axes.name == "3d"
    assert figure.gca() is axes
    if _release("matplotlib") >= (3, 6):
        with pytest.raises(TypeError):
            figure.gca(projection="3d")


def test_attributes():
    pyplot = _pyplot()
    importlib.import_module("mpl_toolkits.mplot3d")
    axes = pyplot.subplot(projection="3d")
    axes.plot([1], [1], [1], label="a")
    owners = {"legendHandles": axes.legend()}
    is_modern = _release("matplotlib") >= (3, 9)
    for legacy, modern in RENAMED_ATTRIBUTES.items():
        owner = owners.get(legacy, axes)
        assert hasattr(owner, modern if is_modern else legacy)
        assert not (is_modern and hasattr(owner, legacy))


def test_bytes_of_a_canvas():
    pyplot = _pyplot()
    canvas = pyplot.figure(figsize=(2, 1)).canvas
    canvas.draw()
    found = np.asarray(canvas.buffer_rgba())[..., :3].tobytes() if _release("matplotlib") >= (3, 1) else None
    if _release("matplotlib") >= (3, 10):
        assert not hasattr(canvas, "tostring_rgb")
        width, height = canvas.get_width_height()
        assert len(found) == width * height * 3
    elif found is not None:
        assert found == canvas.tostring_rgb()


def test_title_of_a_window():
    canvas = _pyplot().figure().canvas
    canvas.manager.set_window_title("a")
    assert hasattr(canvas, "set_window_title") == (_release("matplotlib") < (3, 6))


def test_sizes_of_a_grid():
    pyplot = _pyplot()
    if _release("matplotlib") >= (3, 5):
        with pytest.raises(ValueError, match="positive integer"):
            pyplot.subplot(4 / 2, 2, 1)
    else:
        assert pyplot.subplot(4 / 2, 2, 1).get_geometry() == (2, 2, 1)


def test_feature_names():
    text = importlib.import_module("sklearn.feature_extraction.text") if _release("sklearn") else None
    vectorizer = text.CountVectorizer().fit(["bb aa"])
    if _release("sklearn") >= (1, 2):
        assert not hasattr(vectorizer, FEATURE_NAMES)
        assert vectorizer.get_feature_names_out().tolist() == ["aa", "bb"]
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert vectorizer.get_feature_names() == ["aa", "bb"]


def test_axes_of_three_dimensions():
    pyplot = _pyplot()
    axes_3d = importlib.import_module("mpl_toolkits.mplot3d").Axes3D
    figure = pyplot.figure()
    axes = figure.add_axes(axes_3d(figure))
    assert figure.axes == [axes]
    figure = pyplot.figure()
    axes_3d(figure)
    assert len(figure.axes) == int(_release("matplotlib") < (3, 7))


def test_colour_bar_of_no_axes():
    pyplot = _pyplot()
    mappable = pyplot.cm.ScalarMappable(cmap="jet")
    mappable.set_array([])
    assert pyplot.colorbar(mappable, ax=pyplot.gca()) is not None
    if _release("matplotlib") >= (3, 6):
        with pytest.raises(ValueError, match="Unable to determine Axes"):
            pyplot.colorbar(mappable)
    else:
        assert pyplot.colorbar(mappable) is not None
