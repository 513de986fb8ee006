"""What the script itself keeps from running on the target is not reported."""

from __future__ import annotations

from pathlib import Path

import libcst as cst
import pytest

from codemods.analysis.flow.conditions import truth
from codemods.engine.engine import check
from codemods.source.file import File
from codemods.types import Settings, Upgraded
from tests.codemods.analysis.objects.test_project_classes import run

IMPORTS = """
import tensorflow as tf
import keras
from keras import backend as K
from packaging.version import Version, parse
from distutils.version import LooseVersion
MAJOR = int(tf.__version__.split(".")[0])
SWITCH = False
GPUS = 1
FOUND = []
FOUND.append(1)
"""


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ('tf.__version__ < "2"', False),
        ('tf.__version__ >= "2.4"', False),  # texts: "2.2" < "2.4"
        ('tf.__version__.startswith("1.")', False),
        ('tf.__version__[0] == "2"', True),
        ('tf.__version__[:2] in ("1.", "0.")', False),
        ('tf.version.VERSION.split(".")[0] != "1"', True),
        ("MAJOR < 2", False),
        ("not MAJOR < 2 and own", None),
        ("MAJOR < 2 and own", False),
        ("own or MAJOR == 2", True),
        ('Version(tf.__version__) >= Version("2.16")', True),
        ('LooseVersion(tf.__version__) < "2.4"', False),
        ("parse(keras.__version__).major < 3", False),
        ("parse(keras.__version__).release >= (3, 0)", True),
        ("tuple(map(int, tf.__version__.split('.')[:2])) < (2, 4)", False),
        ("tf.keras.__version__[0] == '3'", True),
        ('K.backend() == "theano"', False),
        ('K.backend() != "tensorflow" and own', False),
        ('tf.keras.backend.backend() == "tensorflow"', True),
        ('own.backend() == "theano"', None),
        ('K.backend(own) == "theano"', None),
        ('hasattr(tf, "Session")', False),
        ('not hasattr(tf.keras, "Model")', False),
        ('hasattr(tf, "own_name")', False),
        ('hasattr(own, "Session")', None),
        ('"Session" in dir(tf)', False),
        ('"Model" not in dir(tf.keras)', False),
        ('"Session" in dir(own)', None),
        ('"Session" == dir(tf)', None),
        ("name in dir(tf)", None),
        ('own.__version__ < "2"', None),
        ("tf.__version__ < 2", None),
        ('tf.__version__ < own("2")', None),
        ("own", None),
        ("SWITCH", None),
        ("not SWITCH and GPUS > 1", None),
        ("FOUND", None),
        ("False", None),
    ],
)
def test_conditions(condition: str, expected: bool | None) -> None:
    source = f"{IMPORTS}{condition}\n"
    file = File(cst.parse_module(source), source.encode())
    assert truth(file, file.every(cst.Expr)[-1].value) is expected


def _codes(source: str) -> list[str]:
    result = check(source.encode(), Settings())
    assert isinstance(result, Upgraded)
    return [finding.code for finding in result.findings]


MODEL = "import keras\nm = keras.Sequential()\n"
SHAPE = """import keras
from tensorflow.keras import backend as K
x = keras.Input((3,))
if hasattr(x, "_keras_shape"):
  n = x._keras_shape
{}
"""
OLD = "keras.saving.hdf5_format.load_weights_from_hdf5_group()\n"


@pytest.mark.parametrize(
    "source",
    [
        MODEL + "if hasattr(m, 'total_loss'):\n  print(m.total_loss)\n",
        MODEL + "x = m.total_loss if hasattr(m, 'total_loss') else None\n",
        MODEL + "if 'total_loss' in dir(m):\n  print(m.total_loss)\n",
        SHAPE.format("elif hasattr(x, 'int_shape'):\n  n = K.int_shape(x)"),
        SHAPE.format("elif hasattr(x, 'get_shape'):\n  n = x.get_shape()") + "print(n)\n",
        SHAPE.format("elif hasattr(K, 'int_shape'):\n  n = K.int_shape(x)") + "print(n)\n",
        SHAPE.format("elif hasattr(x, 'int_shape'):\n  n = K.int_shape(x)\nelse:\n  n = x.shape") + "print(n)\n",
        MODEL + "x = None\nif hasattr(m, 'total_loss'):\n  x = m.total_loss\nprint(x)\n",
        MODEL + "if hasattr(m, 'total_loss'):\n  x = m.total_loss\n  print(x)\n",
        MODEL + "if hasattr(m, 'total_loss'):\n  x = m.total_loss\nelse:\n  x = None\nprint(x)\n",
        MODEL + "if hasattr(m, 'total_loss'):\n  x = m.total_loss\nif hasattr(m, 'total_loss'):\n  print(x)\n",
        MODEL + "x = hasattr(m, 'total_loss') and m.total_loss\n",
        MODEL + "x = not hasattr(m, 'total_loss') or m.total_loss\n",
        MODEL + "def f():\n  if not hasattr(m, 'total_loss'):\n    return None\n  return m.total_loss\n",
        MODEL + "try:\n  i = m.total_loss\nexcept AttributeError:\n  i = None\n",
        "import keras\nif keras.__version__ < '3':\n  " + OLD,
        "import tensorflow as tf\nif tf.__version__[0] == '1':\n  s = tf.Session()\nelse:\n  s = None\n",
        "import tensorflow as tf\nif hasattr(tf, 'Session'):\n  s = tf.Session()\n",
        "try:\n  from keras.src.utils import tf_utils\nexcept ImportError:\n  from keras.utils import tf_utils\n",
        (
            "try:\n  from keras.utils.layer_utils import count_params\nexcept ImportError:\n  def count_params(w): return 0\n"
            "count_params(1)\n"
        ),
        "try:\n  from keras.utils.layer_utils import count_params\nexcept:\n  count_params = None\n",
    ],
)
def test_what_the_script_asks_for_is_not_reported(source: str) -> None:
    assert _codes(source) == []


@pytest.mark.parametrize(
    ("source", "code"),
    [
        (MODEL + "if hasattr(m, 'total_loss'):\n  pass\nprint(m.total_loss)\n", "TFM197"),
        (MODEL + "if not hasattr(m, 'total_loss'):\n  print(m.total_loss)\n", "TFM197"),
        (MODEL + "if hasattr(n, 'total_loss'):\n  print(m.total_loss)\n", "TFM197"),
        (MODEL + "if hasattr(m, 'total_loss'):\n  x = m.total_loss\nprint(x)\n", "TFM197"),
        (MODEL + "def f():\n  if hasattr(m, 'total_loss'):\n    x = m.total_loss\n  return x\n", "TFM197"),
        (SHAPE.format("elif hasattr(x, 'int_shape'):\n  n = K.int_shape(x)") + "print(n)\n", "TFM197"),
        (MODEL + "if own:\n  print(m.total_loss)\n", "TFM197"),
        (MODEL + "try:\n  i = m.total_loss\nexcept ValueError:\n  i = None\n", "TFM197"),
        (MODEL + "try:\n  i = m.total_loss\nexcept AttributeError:\n  pass\n", "TFM197"),
        (MODEL + "try:\n  i = m.total_loss\nexcept AttributeError:\n  raise\n", "TFM197"),
        (MODEL + "try:\n  a()\n  b()\n  i = m.total_loss\nexcept AttributeError:\n  c()\n", "TFM197"),
        ("import keras\nif keras.__version__ >= '3':\n  " + OLD, "TFM199"),
        ("import keras\nif keras.__version__ < '3':\n  " + OLD + "else:\n  raise SystemExit('too new')\n", "TFM199"),
        ("import keras\nif keras.__version__ >= '3':\n  raise ImportError('too new')\n" + OLD, "TFM199"),
        ("try:\n  from keras.utils.layer_utils import count_params\nexcept ImportError:\n  pass\n", "TFM190"),
        (
            (
                "try:\n  from keras.utils.layer_utils import count_params\nexcept ImportError:\n"
                "  from keras.engine.training import count_params\n"
            ),
            "TFM190",
        ),
        ("try:\n  import own\nexcept ImportError:\n  from keras.utils import tf_utils\n", "TFM199"),
        ("try:\n  from keras.layers import Dense\nexcept Exception:\n  from keras.utils import tf_utils\n", "TFM199"),
    ],
)
def test_what_the_target_runs_is_reported(source: str, code: str) -> None:
    assert code in _codes(source)


@pytest.mark.parametrize("setting", ["found = []\n    found.append(v)\n    if found:", "if USE_SESSION:"])
def test_switches_of_the_program(setting: str) -> None:
    """What a user may turn on is looked at, too."""
    head = "from keras import backend as K\nUSE_SESSION = False\ndef f(v):\n    "
    assert _codes(f"{head}{setting}\n        K.get_session()\n") == ["TFM190"]


def test_code_for_another_backend() -> None:
    """Layers of 2017 also ran on Theano, whose module was `K.T`."""
    theano = "from keras import backend as K\nif {}:\n    x = K.T.unbroadcast(x, 1)\n"
    assert _codes(theano.format("K.backend() == 'theano'")) == []
    assert _codes(theano.format("K.backend() == 'tensorflow'")) == ["TFM199"]


def test_a_module_that_is_imported_again_later() -> None:
    asked = 'import keras\n\nif hasattr(keras, "src"):\n    backend = keras.src.backend\nelse:\n    backend = keras.backend\n'
    again = "\nfrom own.backend import keras\n"
    assert _codes(asked + again) == []
    assert _codes(asked.replace('hasattr(keras, "src")', "own") + again) == ["TFM289"]


def test_a_release_that_another_module_of_the_project_brings(tmp_path: Path) -> None:
    source = """
    from own import keras, is_tf_keras

    if (not is_tf_keras) and keras.__version__ {} "2.3":
        keras.models.Model.fit = lambda self, x: self.fit_generator(x)
    """
    own = "import keras\n\nis_tf_keras = False\n"
    assert run(tmp_path / "1", source.format("<"), own=own).findings == ()
    assert [each.code for each in run(tmp_path / "2", source.format(">"), own=own).findings] == ["TFM120"]
