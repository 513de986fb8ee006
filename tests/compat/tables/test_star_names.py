"""The table of names that star imports brought holds on Keras 2.2.4, and no longer on Keras 3."""

import importlib

import pytest

from compat.tables.names.star_names import HOMES_OF_STAR_NAMES, STAR_NAMES, STARS_OF_GONE_MODULES

keras = pytest.importorskip("keras")
MAJOR = int(keras.__version__.split(".")[0])


def brought(module):
    space = {}
    exec(f"from {module} import *", space)
    return set(space)


@pytest.mark.parametrize("module", sorted(STAR_NAMES))
def test_star_names(module):
    if keras.__version__ == "2.2.4":
        assert STAR_NAMES[module] <= brought(module)
    elif MAJOR >= 3:
        assert not STAR_NAMES[module] & brought(module)
    else:
        pytest.skip("the table is of Keras 2.2.4")


@pytest.mark.parametrize("module", sorted(STARS_OF_GONE_MODULES))
def test_stars_of_modules_that_are_gone(module):
    if keras.__version__ == "2.2.4":
        assert STARS_OF_GONE_MODULES[module] <= brought(module)
    elif MAJOR >= 3:
        with pytest.raises(ImportError):
            brought(module)
    else:
        pytest.skip("the table is of Keras 2.2.4")


@pytest.mark.parametrize("name", sorted(HOMES_OF_STAR_NAMES))
def test_homes_of_star_names(name):
    if keras.__version__ != "2.2.4":
        pytest.skip("the table is of Keras 2.2.4")
    modules = {**STAR_NAMES, **STARS_OF_GONE_MODULES}
    for module in [each for each, names in modules.items() if name in names]:
        space = {}
        exec(f"from {module} import *", space)
        assert space[name] is importlib.import_module(HOMES_OF_STAR_NAMES[name])
