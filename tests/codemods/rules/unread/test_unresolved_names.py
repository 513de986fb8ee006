"""Legacy names of uncertain origin are reported and never rewritten."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched

REBOUND = "import tensorflow as tf\ndef f(g):\n    global tf\n    if tf.{}:\n        import tensorflow.compat.v1 as tf\n    {}\n"
"""A function that takes the names of TensorFlow 1 where it runs on TensorFlow 2."""


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("from keras.layers.core import *\n", 1),
        ("if x:\n    from keras.engine.topology import *\n", 2),
        ("from keras.layers import *\nx = [LocallyConnected1D(3)]\n", 2),
        ("import keras\nkeras = other\nkeras.layers.core.Dense(3)\n", 3),
        ("from keras import models\nfor models in x: models.Input()\n", 2),
        ("from keras import backend as K\nK = other()\nn = len(K._get_available_gpus())\n", 3),
        ("from keras.utils import multi_gpu_model\nmulti_gpu_model = wrapped(f)\nm = multi_gpu_model(m, 2)\n", 3),
        (
            "if own:\n    from utils import multi_gpu_model\nelse:\n    from keras.utils import multi_gpu_model\nm = multi_gpu_model(m, 2)\n",
            5,
        ),
        ("from keras.layers import *\nfrom keras.utils import *\nx = [LocallyConnected1D(3)]\n", 3),
        (REBOUND.format("__version__.startswith('1')", "d = tf.GraphDef()"), 6),
        (REBOUND.format("own", "d = tf.GraphDef()"), 6),
        (REBOUND.format("__version__ >= '2'", "pass\ndef g():\n    d = tf.GraphDef()"), 8),
        ("from keras.layers import *\nfrom own import *\nx = [LocallyConnected1D(3)]\n", 3),
        # keras.layers of Keras 2 handed on what it imported itself
        ("from keras.layers import *\nx = conv_utils.normalize_tuple(3, 2, 'x')\n", 2),
    ],
)
def test_declined(source: str, line: int) -> None:
    check_declined(source, "TFM191", line)


@pytest.mark.parametrize(
    "source",
    [
        "import keras\nif own:\n    import other as keras\nkeras.backend.name_scope = keras.name_scope\n",
        "import keras\nkeras = other()\ndel keras.layers.core\n",
        "import tensorflow as tf\nif tf.__version__ < '2':\n    from keras.layers import CuDNNLSTM\nelse:\n    from own import CuDNNLSTM\nCuDNNLSTM()\n",
        "import tensorflow as tf\nif hasattr(tf, 'own'):\n    from keras.layers import CuDNNLSTM\nelse:\n    CuDNNLSTM = object\nCuDNNLSTM()\n",
        REBOUND.format("__version__.startswith('2')", "with tf.Session(graph=g) as s:\n        s.run(x)"),
        REBOUND.format("__version__ >= '2'", "d = tf.GraphDef()"),
        "import tensorflow as tf\nif tf.__version__ > '2':\n    import tensorflow.compat.v1 as tf\ndef f(): tf.GraphDef()\n",
        "from keras.layers import *\nx = Dense(3)\n",
        "from keras.models import *\nfrom keras.layers import *\nx = Model(Input((3,)), 1)\n",
        "from keras.layers import *\nfrom keras.models import *\nx = Sequential([Dense(3)])\nprint(x, __file__)\n",
        "from keras.layers import *\nfrom numpy import *\nx = K.mean(ones(3))\n",
        "from numpy import K\nfrom keras.layers import *\nx = K.mean(3)\n",
        "from keras.utils import *\nobject.multi_gpu_model(m, 2)\n",
        "from keras.utils import *\nf(multi_gpu_model=1)\n",
        "from keras.utils import *\ndef multi_gpu_model(m): return m\nmulti_gpu_model(m)\n",
        "from keras.utils import *\ndef f(multi_gpu_model): return multi_gpu_model\n",
        "from .layers.core import *\nimport keras\n",
        "from utils import *\nimport keras\nm = multi_gpu_model(m, 2)\n",
        "from keras.layers import *\n# LocallyConnected1D(3)\n",
        "from tensorflow.keras.utils import *\nclass multi_gpu_model: pass\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


LAYERS = "from keras import layers\n"


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("x = getattr(layers, names[i])(2)\nnames = ['Dense', 'MaxoutDense']\n", 2),
        ("for n, k in [('MaxoutDense', {}), ('Dense', {})]:\n    x = getattr(layers, n)(**k)\n", 3),
        ("name = 'CuDNNLSTM' if gpu else 'LSTM'\nx = getattr(layers, name)\n", 3),
    ],
)
def test_names_that_are_looked_up(code: str, line: int) -> None:
    check_declined(LAYERS + code, "TFM191", line)
    check_untouched("from compat" + LAYERS[4:].replace(" keras", ".keras") + code, to="compat")


@pytest.mark.parametrize(
    "code",
    [
        "x = getattr(layers, names[i])(2)\nnames = ['Dense', 'Conv2D']\n",
        "x = getattr(own, names[i])(2)\nnames = ['Dense', 'MaxoutDense']\n",
        "import tensorflow as tf\nprint('Session')\nx = getattr(tf, dtype)\n",
        "x = getattr(layers, n)(2)\nprint('a MaxoutDense of ours')\n",
    ],
)
def test_other_names_that_are_looked_up_left_alone(code: str) -> None:
    check_untouched(LAYERS + code)
