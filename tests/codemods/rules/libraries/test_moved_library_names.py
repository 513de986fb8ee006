"""Names of Python and of packages beside TensorFlow, under the paths that they have today."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from collections import Iterable\n", "from collections.abc import Iterable\n"),
        ("from collections import Iterable as It\n", "from collections.abc import Iterable as It\n"),
        (
            "from collections import OrderedDict, Mapping  # of both\n",
            "from collections import OrderedDict  # of both\nfrom collections.abc import Mapping\n",
        ),
        (
            "import collections\nx = isinstance(y, collections.Sequence)\n",
            "import collections.abc\nimport collections\nx = isinstance(y, collections.abc.Sequence)\n",
        ),
        (
            "from PIL import Image\nx = y.resize((3, 3), Image.ANTIALIAS)\n",
            "from PIL import Image\nx = y.resize((3, 3), Image.LANCZOS)\n",
        ),
        (
            "import matplotlib.cm as cm\nx = cm.get_cmap('jet')\n",
            "import matplotlib.pyplot as plt\nimport matplotlib.cm as cm\nx = plt.get_cmap('jet')\n",
        ),
        (
            "import matplotlib.pyplot as plt\nfrom matplotlib import cm\nx = cm.get_cmap('jet')\n",
            "import matplotlib.pyplot as plt\nfrom matplotlib import cm\nx = plt.get_cmap('jet')\n",
        ),
        (
            "import numpy as np\nimport scipy\nx = scipy.zeros(3)\n",
            "import numpy as np\nimport scipy\nx = np.zeros(3)\n",
        ),
        ("from scipy import interp, random\n", "from numpy import interp, random\n"),
        (
            "import scipy\nimport numpy as np\nscipy.random.seed(3)\n",
            "import scipy\nimport numpy as np\nnp.random.seed(3)\n",
        ),
        (
            "import scipy as sp\nx = sp.sqrt(-1)\n",
            "import numpy.lib.scimath as scimath\nimport scipy as sp\nx = scimath.sqrt(-1)\n",
        ),
        ("from numpy.linalg.linalg import LinAlgError\n", "from numpy.linalg import LinAlgError\n"),
        ("import numpy as np\nx = np.linalg.linalg.norm(y)\n", "import numpy as np\nx = np.linalg.norm(y)\n"),
        ("from scipy.misc import logsumexp\n", "from scipy.special import logsumexp\n"),
        (
            "from scipy.sparse.linalg.eigen.arpack import eigsh, ArpackNoConvergence\n",
            "from scipy.sparse.linalg import eigsh, ArpackNoConvergence\n",
        ),
        (
            "from sklearn.cross_validation import train_test_split\n",
            "from sklearn.model_selection import train_test_split\n",
        ),
        (
            "from sklearn.metrics.classification import accuracy_score, log_loss\n",
            "from sklearn.metrics import accuracy_score, log_loss\n",
        ),
        (
            "from sklearn.neighbors.classification import KNeighborsClassifier as Near\n",
            "from sklearn.neighbors import KNeighborsClassifier as Near\n",
        ),
        (
            "import pandas as pd\nx = pd.datetime.now()\n",
            "import datetime\nimport pandas as pd\nx = datetime.datetime.now()\n",
        ),
        (
            "import numpy as np\nimport pandas as pd\nx = pd.np.zeros(3)\n",
            "import numpy as np\nimport pandas as pd\nx = np.zeros(3)\n",
        ),
        ("from pandas.io.json import json_normalize\n", "from pandas import json_normalize\n"),
        (
            "from pandas.tools.plotting import scatter_matrix, radviz\n",
            "from pandas.plotting import scatter_matrix, radviz\n",
        ),
        ("from sklearn.utils.fixes import signature\n", "from inspect import signature\n"),
        ("import base64\nx = base64.encodestring(y)\n", "import base64\nx = base64.encodebytes(y)\n"),
        (
            "from skimage.color import rgb2grey\nx = rgb2grey(y)\n",
            "from skimage.color import rgb2gray as rgb2grey\nx = rgb2grey(y)\n",
        ),
    ],
)
def test_moved(before: str, after: str) -> None:
    check_upgraded(before, after)


def test_beside_keras() -> None:
    check_upgraded(
        "import os\nimport keras\nfrom PIL import Image\nfrom collections import Mapping\nx = Image.LINEAR\n",
        "import os\nimport keras\nfrom PIL import Image\nfrom collections.abc import Mapping\nx = Image.BILINEAR\n",
    )


def test_names_of_modules_that_are_gone() -> None:
    """A name under such a module is reported with it: the import would fail all the same."""
    check_declined("from sklearn import cross_validation\nx = cross_validation.train_test_split(y)\n", "TFM219", 1)


@pytest.mark.parametrize(
    "source",
    [
        "try:\n    from collections import Iterable\nexcept ImportError:\n    from collections.abc import Iterable\n",
        "import collections.abc\nx = collections.abc.Iterable\n",
        "from scipy import stats, interpolate\nx = interpolate.interp1d(y, z)\n",
        "import numpy as np\nx = np.linalg.norm(y)\n",
        "import scipy.random_of_mine\n",
        "from collections import OrderedDict, namedtuple\n",
        "from typing import Iterable\nimport collections\nx = collections.OrderedDict()\n",
        "import sys, collections\nif sys.version_info[0] < 3:\n    x = collections.Iterable\n",
        "import collections\ncollections.Iterable = list\n",
        "from .collections import Iterable\n",
        "from PIL import Image\nx = y.resize((3, 3), Image.LANCZOS)\n",
        "def f(collections):\n    return collections.Iterable\n",
        "import scipy.signal.windows\nx = scipy.signal.windows.hann(3)\n",
        "import scipy.linalg\nx = scipy.linalg.norm(y)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


SHOWN = """from PIL import Image

try:
    if x is not None:
        x = x.resize((3, 3), Image.{})
        y = model.predict(x)
except{}:
    pass
"""


@pytest.mark.parametrize("caught", ["", " Exception", " IOError"])
def test_a_program_in_one_statement_that_handles_errors(caught: str) -> None:
    check_upgraded(SHOWN.format("ANTIALIAS", caught), SHOWN.format("LANCZOS", caught))


@pytest.mark.parametrize(
    "tried",
    [
        "filter = Image.ANTIALIAS",
        "if x:\n        filter = Image.ANTIALIAS",
        "a = 1\n    filter = Image.ANTIALIAS",
    ],
)
def test_an_attempt(tried: str) -> None:
    check_untouched(f"from PIL import Image\n\ntry:\n    {tried}\nexcept:\n    filter = Image.LANCZOS\n")


def test_a_long_attempt_for_a_missing_name() -> None:
    check_untouched(SHOWN.format("ANTIALIAS", " AttributeError").replace("pass", "x = x.resize((3, 3), 1)"))
