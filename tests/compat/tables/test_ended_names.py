"""The packages that are installed do not have the names, and have what takes their place."""

import importlib
import importlib.util
import sys
import time

import pytest

from compat.tables.names.ended_names import GONE, METHODS, MOVED, RAISING

_LACKS_FROM = {
    "numpy": (2, 0),
    "scipy": (1, 18),
    "sklearn": (1, 2),
    "pandas": (2, 0),
    "skimage": (0, 22),
    "PIL": (10, 0),
    "matplotlib": (3, 9),
    "seaborn": (0, 13),
    "sonnet": (2, 0),
}
"""The releases that lack all names; those that TensorFlow 1 runs with have them."""


def _there(path):
    module, _, name = path.rpartition(".")
    try:
        if not module:
            return importlib.util.find_spec(name) is not None
        return hasattr(importlib.import_module(module), name) or importlib.util.find_spec(path) is not None
    except ImportError:
        pass
    owner, _, method = path.rpartition(".")
    module, _, name = owner.rpartition(".")
    try:
        return hasattr(getattr(importlib.import_module(module), name), method)
    except (ImportError, AttributeError, ValueError):
        return False


def _is_of_today(path):
    """True if what is installed is late enough to lack a name; skips what is not installed."""
    root = path.partition(".")[0]
    if root == "mpl_toolkits":
        root = "matplotlib"
    if root not in _LACKS_FROM:
        return sys.version_info >= (3, 12)
    package = pytest.importorskip(root)
    return tuple(int(part) for part in package.__version__.split(".")[:2]) >= _LACKS_FROM[root]


@pytest.mark.parametrize("path", sorted(GONE))
def test_gone(path):
    if not _is_of_today(path):
        pytest.skip("an old release")
    if path in RAISING:
        with pytest.raises(NotImplementedError):
            _object(path)(*"xyz")
    else:
        assert not _there(path)


@pytest.mark.parametrize("path", sorted(MOVED))
def test_moved(path):
    """Today the successor alone is there; where a release has both, they are one object."""
    if _is_of_today(path):
        assert not _there(path)
        assert _there(MOVED[path])
    elif _there(path) and _there(MOVED[path]) and path not in (_WRITTEN_TWICE, _OF_PROCESSOR):
        assert _is_one(_object(path), _object(MOVED[path]))


_OF_PROCESSOR = "time.clock"
_WRITTEN_TWICE = "sklearn.cross_validation.train_test_split"


def _object(path):
    module, _, name = path.rpartition(".")
    try:
        return getattr(importlib.import_module(module), name)
    except ImportError:
        return getattr(_object(module), name)


def _is_one(legacy, modern):
    """True for the same object, and for a function that warns and hands on to it."""
    if legacy is modern or legacy == modern:
        return True
    inner = [cell.cell_contents for cell in legacy.__closure__ or ()]
    return modern in inner or modern.__name__ in legacy.__code__.co_names


@pytest.mark.parametrize("name", sorted(METHODS))
def test_methods(name):
    """No object of the package has the method today."""
    row = METHODS[name]
    if not _is_of_today(row.package):
        pytest.skip("an old release")
    owners = [_object(path) for path in _CLASSES[row.package]]
    assert not [each for each in owners if hasattr(each, name)]
    assert not row.successor or any(hasattr(each, row.successor) for each in owners)
    for path in row.makers:
        assert _there(path)


_CLASSES = {
    "pandas": ("pandas.DataFrame", "pandas.Series"),
    "sklearn": ("sklearn.model_selection.GridSearchCV", "sklearn.model_selection.RandomizedSearchCV"),
    "scipy": ("scipy.spatial.transform.Rotation",),
    "PIL": ("PIL.Image.Image", "PIL.ImageDraw.ImageDraw", "PIL.ImageFont.FreeTypeFont"),
    "threading": ("threading.Thread",),
    "unittest": ("unittest.TestCase",),
    "xml": ("xml.etree.ElementTree.Element",),
    "configparser": ("configparser.ConfigParser", "configparser.RawConfigParser"),
}


@pytest.mark.skipif(sys.version_info >= (3, 8) or sys.platform == "win32", reason="there is no time.clock")
def test_the_time_of_the_processor():
    """Both count from the start of the process."""
    assert time.clock() == pytest.approx(time.process_time(), abs=0.1)
