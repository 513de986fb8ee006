"""The table of names that star imports brought holds on Keras 2.2.4, and no longer on Keras 3."""

import pytest

from compat.tables.names.star_names import STAR_NAMES

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
