from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

NP = "import numpy as np\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = np.zeros(3, dtype=np.float)", "x = np.zeros(3, dtype=float)"),
        ("x = y.astype(np.int)", "x = y.astype(int)"),
        ("x = np.array(z, np.object)", "x = np.array(z, object)"),
        ("best = np.Inf", "best = np.inf"),
        ("best = -np.Inf", "best = -np.inf"),
        ("best += np.Inf", "best += np.inf"),
        ("best = np.NINF", "best = -np.inf"),
        ("best = 2 * np.NINF", "best = 2 * (-np.inf)"),
        ("x = np.NaN", "x = np.nan"),
        ("x = np.NAN", "x = np.nan"),
        ("x = np.chararray((3,))", "x = np.char.chararray((3,))"),
        ("f(np.VisibleDeprecationWarning)", "f(np.exceptions.VisibleDeprecationWarning)"),
        ("x = np.product(y.shape)", "x = np.prod(y.shape)"),
        ("x = np.asscalar(loss)", "x = np.asarray(loss).item()"),
        ("isinstance(x, np.float_)", "isinstance(x, np.float64)"),
        ("kind = np.bool8", "kind = np.bool_"),
        ("x = np.cast[np.float32](y)", "x = np.asarray(y).astype(np.float32)"),
        ("x = np.cast['int32'](y) + 1", "x = np.asarray(y).astype('int32') + 1"),
        ("raw = images.tostring()", "raw = images.tobytes()"),
        ("raw = images[0].tostring(order='C')", "raw = images[0].tobytes(order='C')"),
        ("raw = np.array(x).tostring()", "raw = np.array(x).tobytes()"),
    ],
)
def test_rewritten(before: str, after: str) -> None:
    check_upgraded(f"{NP}{before}\n", f"{NP}{after}\n")
    check_upgraded(f"{NP}{before}\n", f"{NP}{after}\n", to="compat")


def test_without_an_alias() -> None:
    check_upgraded("import numpy\nx = numpy.float(3)\n", "import numpy\nx = float(3)\n")


@pytest.mark.parametrize(
    "handler",
    [
        "except:\n    x = np.nan",
        "except Exception:\n    x = -1",
        "except ValueError:\n    print(x)",
        "except (TypeError, ValueError):\n    x = own(x)",
    ],
)
def test_handlers_of_bad_values(handler: str) -> None:
    """They are not there for a NumPy without the name."""
    source = NP + "try:\n    x = {}(x)\n" + handler + "\n"
    check_upgraded(source.format("np.float"), source.format("float"))


def test_modules_of_python() -> None:
    check_upgraded(
        f"{NP}np.warnings.filterwarnings('ignore')\n", f"import warnings\n{NP}warnings.filterwarnings('ignore')\n"
    )
    check_upgraded(f"{NP}import sys\nx = np.sys.maxsize\n", f"{NP}import sys\nx = sys.maxsize\n")
    check_untouched(f"{NP}import warnings\nwarnings.filterwarnings('ignore')\n")
    check_untouched(f"{NP}x = own.warnings\ny = np.exceptions.RankWarning\n")


def test_the_module_math() -> None:
    check_upgraded(f"{NP}x = np.math.sqrt(np.math.pi)\n", f"import math\n{NP}x = math.sqrt(math.pi)\n")
    check_upgraded(f"{NP}import math\nx = np.math.pi\n", f"{NP}import math\nx = math.pi\n")


@pytest.mark.parametrize(
    "source",
    [
        NP + "x = np.float32(3), np.float64, np.int32, np.intp, np.inf, np.nan, np.bool_, np.str_\n",
        NP + "x = np.zeros(3, np.bool)\n",
        NP + "if not hasattr(np, 'float'):\n    np.float = float\n",
        NP + "np.float = float\n",
        NP + "try:\n    kind = np.float\nexcept AttributeError:\n    kind = float\n",
        NP + "kind = np.float if hasattr(np, 'float') else float\n",
        NP + "try:\n    kind = np.float\nexcept Exception:\n    kind = float\n",
        NP + "try:\n    x = np.float(x)\nexcept:\n    x = own(x)\n",
        "import xp as np\nx = np.float\n",
        "x = np.float\n",
        "def f(np):\n    import numpy\n    return np.float\n",
        "from xml.etree import ElementTree\nimport numpy\nraw = ElementTree.tostring(tree)\n",
        "import numpy\nfrom lxml import etree\nraw = etree.tostring(tree, pretty_print=True)\n",
        "import numpy\nclass Own:\n    def tostring(self): return ''\nOwn().tostring()\n",
        "image.tostring()\n",
        NP + "np.random.float\n",
        NP + "x = tf.cast[y], math.pi, model.source, self.rate\n",
        NP + "import inspect as np\nnp.source\n",
        # a name that was made of the release
        NP + "new = int(np.__version__.split('.')[0]) >= 2\narea = np.trapezoid if new else np.trapz\n",
        NP + "new = hasattr(np, 'trapezoid')\nif new:\n    f = np.trapezoid\nelse:\n    f = np.trapz\n",
        NP + "major, minor = map(int, np.__version__.split('.')[:2])\nf = np.trapezoid if major > 1 else np.trapz\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (NP + "area = np.trapz(y, x)\n", 2),
        (NP + "new = int(sys.argv[1]) >= 2\nf = np.mean if new else np.trapz\n", 3),
        (NP + "def f(float):\n    return np.float\n", 3),
        (NP + "to = np.asscalar\n", 2),
        ("from numpy import Inf\n", 1),
        (NP + "mask = np.in1d(a, b)\n", 2),
        (NP + "x = np.cast[np.float32]\n", 2),
        (NP + "x = np.pmt(rate, 12, total)\n", 2),
        ("from numpy import trapz\n", 1),
        ("from numpy import asscalar\n", 1),
    ],
)
def test_reported(source: str, line: int) -> None:
    check_declined(source, "TFM161", line)


OF_TENSORFLOW = """import tensorflow as tf

def convert_to(data_set, writer):
    for index in range(data_set.num_examples):
        writer.write(data_set.images[index].tostring())
"""


def test_arrays_in_a_file_that_imports_tensorflow_alone() -> None:
    check_upgraded(OF_TENSORFLOW, OF_TENSORFLOW.replace("tostring", "tobytes"))


@pytest.mark.parametrize(
    "source",
    [
        OF_TENSORFLOW.replace("import tensorflow as tf", "import os"),
        OF_TENSORFLOW.replace(".tostring()", ".tostring(tree)"),
        OF_TENSORFLOW + "\nclass Images:\n    def tostring(self):\n        return b''\n",
        "import tensorflow as tf\nfrom xml.etree import ElementTree as ET\nprint(ET.tostring(ET.Element('a')))\n",
    ],
)
def test_no_arrays_of_tensorflow(source: str) -> None:
    check_untouched(source)
