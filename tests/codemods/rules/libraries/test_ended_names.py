"""Names that the packages beside TensorFlow no longer have."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

KERAS = "import keras\n"


def test_ranges() -> None:
    check_upgraded(KERAS + "for i in xrange(3): pass\n", KERAS + "for i in range(3): pass\n")
    check_upgraded(KERAS + "x = list(map(f, xrange(2)))\n", KERAS + "x = list(map(f, range(2)))\n")


@pytest.mark.parametrize(
    "line",
    [
        "from scipy.misc import face",
        "from sklearn.externals import joblib",
        "from sklearn.cross_validation import KFold",
        "import sklearn.grid_search",
        "import dicom",
        "from librosa.feature import rmse",
        "x = unicode('a')",
        "x = isinstance(y, basestring)",
        "x = reduce(f, y)",
    ],
)
def test_reported(line: str) -> None:

    check_declined(f"{KERAS}{line}\n", "TFM219", 2)


@pytest.mark.parametrize(
    "line",
    [
        "from scipy.misc import derivative",
        "from scipy.interpolate import interp2d",
        "from scipy.integrate import romberg",
        "from numpy.core.umath_tests import inner1d",
        "from numpy.distutils.core import setup",
        "from sklearn.datasets import fetch_mldata",
        "from sklearn.metrics.ranking import _binary_clf_curve",
        "from skimage.measure import compare_ssim",
        "from pandas import Panel",
        "import imp",
        "import copy_reg",
        "x = raw_input()",
        "from StringIO import StringIO",
        "import ConfigParser",
        "import Queue as q",
        "from Tkinter import *",
        "from itertools import izip_longest",
        "x = d.has_key(1)",
        "x = unicode('a')",
        "x = isinstance(y, (int, long))",
        "x = file('a.txt')",
        "x = reduce(f, y)",
        "from urllib import urlretrieve",
        "x = open('a.csv').next()",
        "x = (y for y in z).next()",
    ],
)
def test_modules_that_do_not_name_keras(line: str) -> None:
    """A script of Keras may import such a module, and stops there."""
    check_declined(f"{line}\n", "TFM219", 1)
    check_declined(f"import time as t\n{line}\nprint(t.time())\n", "TFM219", 2)


def test_names_through_aliases() -> None:
    check_declined("import pandas as pd\nx = pd.Panel(y)\n", "TFM219", 2)
    check_declined("import sonnet as snt\nflat = snt.BatchFlatten()\n", "TFM219", 2)
    check_untouched("import sonnet as snt\nflat = snt.Flatten()\n")
    check_declined("from pandas import np\nx = np.zeros(3)\n", "TFM219", 1)
    check_declined("import pandas as pd\nx = pd.rolling_mean(y, 3)\n", "TFM219", 2)
    check_declined("import pandas as pd\nx = isinstance(y, pd.Int64Index)\n", "TFM219", 2)
    check_declined("from sklearn import (\n    svm,\n    cross_validation,\n)\n", "TFM219", 3)
    check_upgraded("for i in xrange(3): pass\n", "for i in range(3): pass\n")


@pytest.mark.parametrize(
    "source",
    [
        "import string\nx = string.letters\n",
        "import sys\nx = sys.maxint\n",
        "import urllib\nx = urllib.quote('a')\n",
        "import thread\nthread.start_new_thread(f, ())\n",
        "import commands\nx = commands.getoutput('ls')\n",
        "import csv\nhead = csv.reader(f).next()\n",
    ],
)
def test_names_of_python_2(source: str) -> None:
    check_declined(source, "TFM219", 2)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("for k, v in d.iteritems(): f(k)", "for k, v in d.items(): f(k)"),
        ("x = [v for v in d.itervalues()]", "x = [v for v in d.values()]"),
        ("x = sorted(d.iterkeys())", "x = sorted(d.keys())"),
        ("x = dict(d.iteritems(), a=1)", "x = dict(d.items(), a=1)"),
        ("x = d.iteritems()", "x = iter(d.items())"),
        ("x = next(d.iteritems())", "x = next(iter(d.items()))"),
        ("x = d.viewkeys() & e", "x = d.keys() & e"),
        ("x = self.names['a'].iteritems()", "x = iter(self.names['a'].items())"),
    ],
)
def test_methods_of_dictionaries(before: str, after: str) -> None:
    check_upgraded(f"{before}\n", f"{after}\n")


@pytest.mark.parametrize(
    "line",
    [
        "x = d.has_key(1)",
        "x = d.iteritems",
        "import six\nx = six.iteritems(d)",
        "import pandas as pd\nx = frame.iteritems()",
        "class D:\n    def iteritems(self): return 1\nx = d.iteritems()",
        "import sys\nx = d.iteritems() if sys.version_info[0] < 3 else d.items()",
        "x = d.iteritems(1)",
    ],
)
def test_methods_that_stay(line: str) -> None:
    result = upgrade(f"{line}\n".encode(), Settings(select=("TFM219",)))
    assert isinstance(result, Upgraded)
    assert result.after == result.before


def test_generators_have_no_next() -> None:
    source = "def batches():\n    yield 1\n\n\ng = batches()\nx = {}\n"
    check_declined(source.format("g.next()"), "TFM219", 6)
    check_untouched(source.format("next(g)"))


@pytest.mark.parametrize(
    "source",
    [
        "x = iterator.next()\n",
        "class Batches:\n    def next(self):\n        return 1\n\n\nx = Batches().next()\n",
        "def batches():\n    return Batches()\n\n\nx = batches().next()\n",
        "try:\n    from StringIO import StringIO\nexcept ImportError:\n    from io import StringIO\n",
        "from io import StringIO\nx = StringIO()\n",
        "import sys\nif sys.version_info[0] > 2:\n    unicode = str\nx = unicode('a')\n",
        "from functools import reduce\nx = reduce(f, y)\n",
        "def f(file, long):\n    return file(long)\n",
        "import thread\n",
        "from helpers import *\nx = reduce(f, y)\n",
        "x = frame.apply(f)\n",
    ],
)
def test_modules_without_keras_left_alone(source: str) -> None:
    check_untouched(source)


def test_names_of_a_module() -> None:
    check_declined("import keras, scipy.misc\nx = scipy.misc.face()\n", "TFM219", 2)
    check_declined("import keras\nfrom scipy import misc\nx = misc.ascent()\n", "TFM219", 3)


@pytest.mark.parametrize(
    "source",
    [
        KERAS + "from six.moves import xrange\nfor i in xrange(3): pass\n",
        KERAS + "from past.builtins import xrange, unicode\nx = unicode(xrange(3))\n",
        KERAS + "from functools import reduce\nx = reduce(f, y)\n",
        KERAS + "def f(unicode):\n    return unicode\n",
        KERAS + "try:\n    xrange\nexcept NameError:\n    xrange = range\n",
        KERAS + "try:\n    from scipy.misc import imread\nexcept ImportError:\n    from imageio import imread\n",
        KERAS + "import six\nif six.PY2:\n    x = unicode('a')\n",
        KERAS + "import sys\nx = unicode('a') if sys.version_info[0] < 3 else 'a'\n",
        KERAS + "from common import *\nx = xrange(3)\n",
        KERAS + "from scipy.special import comb\nfrom sklearn.model_selection import train_test_split\n",
        KERAS + "x.reduce(3)\nx.unicode = 3\n",
        "try:\n    from scipy.misc import imread\nexcept ImportError:\n    from imageio import imread\n",
        "import time\nclock = time.perf_counter\nx = clock()\n",
        "from sklearn import metrics\nfrom sklearn.metrics import classification_report\n",
        "from .scipy.misc import imread\n",
        "import sys\nif sys.version_info[0] < 3:\n    x = raw_input()\n",
        "import imports\nx = imports.imp\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
