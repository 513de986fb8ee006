"""Legacy code finds what Python, NumPy and SciPy had then; other code does not."""

import numpy as np
import pytest

from compat import scipy_images
from tests.compat.runner.test_legacy import place, run, written  # noqa: F401 - a fixture

SCRIPT = """
import keras
import collections, numpy, numpy.linalg
import numpy.random as random
import numpy as np
from collections import Iterable, OrderedDict
from numpy import linalg
import old.utils
import modern
print(np.int is int, numpy.NaN != numpy.NaN, isinstance([], Iterable), collections.Mapping.__name__, OrderedDict())
print(numpy.linalg.norm([3, 4]), linalg is numpy.linalg, random.RandomState is np.random.RandomState, np.zeros(2, np.float))
np.own = 1
print(modern.has("int"), modern.has("own"), old.utils.kind)
"""
today = pytest.mark.skipif("int" in vars(np), reason="the NumPy of that time has the names")
FILES = {
    "old/__init__.py": "from keras import layers\n",
    "old/utils.py": "import numpy as np\nkind = np.object\n",
    "modern.py": "import numpy\nfrom keras import ops\ndef has(name): return hasattr(numpy, name)\n",
}


@today
def test_names_of_then(place):  # noqa: F811
    written(place / "site-packages", FILES)
    assert run(place, SCRIPT)[0].splitlines() == [
        "True True True Mapping OrderedDict()",
        "5.0 True True [0. 0.]",
        "False True <class 'object'>",
    ]


@today
def test_images_of_scipy(place):  # noqa: F811
    pytest.importorskip("PIL")
    pytest.importorskip("scipy")
    script = """
        import keras, scipy, scipy.misc
        from scipy.misc import imresize
        from scipy import misc, ndimage
        print(imresize is scipy.misc.imresize is misc.imresize, ndimage is scipy.ndimage)
    """
    assert run(place, script.replace("\n        ", "\n"))[0] == "True True\n"


def test_sizes_of_images():
    """The numbers are those of SciPy 1.2.3."""
    pytest.importorskip("PIL")
    ramp = np.arange(6.0).reshape(2, 3)
    assert scipy_images.bytescale(ramp).tolist() == [[0, 51, 102], [153, 204, 255]]
    assert scipy_images.imresize(ramp, (1, 2)).tolist() == [[96, 160]]
    assert scipy_images.imresize(ramp, 200, interp="nearest").shape == (4, 6)
    assert scipy_images.imresize(ramp, 1.5).tolist() == [[0, 32, 70, 102], [77, 109, 147, 179], [153, 185, 223, 255]]
    assert scipy_images.imresize(ramp, (1, 1), mode="F").tolist() == [[2.5]]
    assert scipy_images.imresize(np.ones((3, 4, 5)), (4, 6)).shape == (4, 6, 3)
    with pytest.raises(ValueError, match="shape"):
        scipy_images.toimage(np.ones((5, 6, 7)))
