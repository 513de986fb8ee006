"""Keras symbols are imported from where they live today."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import check
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("from keras.layers.core import Dense", "from keras.layers import Dense"),
        ("from keras.layers.core import Dense as D, Dropout", "from keras.layers import Dense as D, Dropout"),
        ("from keras.layers.core import (Dense,\n    Dropout,)", "from keras.layers import (Dense,\n    Dropout,)"),
        ("from keras.layers.convolutional import Conv2D  # 2-D", "from keras.layers import Conv2D  # 2-D"),
        (
            "from keras.layers.normalization import BatchNormalization as BN",
            "from keras.layers import BatchNormalization as BN",
        ),
        ("from keras.layers.merge import concatenate", "from keras.layers import concatenate"),
        ("from tensorflow.keras.layers.core import Dense", "from tensorflow.keras.layers import Dense"),
        ("from keras.engine import Layer", "from keras.layers import Layer"),
        ("from keras.engine.topology import Input", "from keras.layers import Input"),
        ("from keras.utils.np_utils import to_categorical", "from keras.utils import to_categorical"),
        ("from keras.utils.vis_utils import plot_model", "from keras.utils import plot_model"),
        ("from keras.models import Input", "from keras.layers import Input"),
        ("from keras.optimizers import adam", "from keras.optimizers import Adam as adam"),
        ("from keras.optimizers import sgd as S", "from keras.optimizers import SGD as S"),
        ("from keras.optimizers import adam as Adam", "from keras.optimizers import Adam"),
        ("from keras.layers import Deconvolution2D", "from keras.layers import Conv2DTranspose as Deconvolution2D"),
        (
            "from keras.preprocessing.image import ImageDataGenerator",
            "from tensorflow.keras.preprocessing.image import ImageDataGenerator",
        ),
        (
            "from keras.preprocessing.image import ImageDataGenerator, load_img",
            "from tensorflow.keras.preprocessing.image import ImageDataGenerator, load_img",
        ),
        ("from keras.preprocessing.text import Tokenizer", "from tensorflow.keras.preprocessing.text import Tokenizer"),
        ("from keras.callbacks.callbacks import History", "from keras.callbacks import History"),
        (
            "from keras.utils import np_utils\ny = np_utils.to_categorical(y)",
            "from keras import utils as np_utils\ny = np_utils.to_categorical(y)",
        ),
        (
            "from keras.utils import np_utils as u\ny = u.to_categorical(y)",
            "from keras import utils as u\ny = u.to_categorical(y)",
        ),
        (
            "import keras.utils.np_utils as u\ny = u.to_categorical(y)",
            "import keras.utils as u\ny = u.to_categorical(y)",
        ),
        ("import keras.layers.core as core\ncore.Dense(1)", "import keras.layers as core\ncore.Dense(1)"),
        ("from keras.layers import core\ncore.Dense(1)", "from keras import layers as core\ncore.Dense(1)"),
        ("import keras\nl = keras.layers.core.Dense(3)", "import keras\nl = keras.layers.Dense(3)"),
        ("import keras as k\nl = k.layers.core.Dense(3)", "import keras as k\nl = k.layers.Dense(3)"),
        (
            "import tensorflow as tf\nl = tf.keras.layers.core.Dense(3)",
            "import tensorflow as tf\nl = tf.keras.layers.Dense(3)",
        ),
        ("from keras import layers as L\nx = L.core.Dense(3)", "from keras import layers as L\nx = L.Dense(3)"),
        ("import keras\no = keras.optimizers.adam()", "import keras\no = keras.optimizers.Adam()"),
        (
            "from keras.preprocessing import image\ng = image.ImageDataGenerator()",
            "from tensorflow.keras.preprocessing import image\ng = image.ImageDataGenerator()",
        ),
        ("import keras.backend as K\nx = K.sum(y)", "import tensorflow.keras.backend as K\nx = K.sum(y)"),
        (
            "from keras import backend as K\nx = K.mean(y) + K.epsilon()",
            "from tensorflow.keras import backend as K\nx = K.mean(y) + K.epsilon()",
        ),
        (
            "def f():\n    from keras.layers.core import Dense\n    return Dense",
            "def f():\n    from keras.layers import Dense\n    return Dense",
        ),
        (
            "def f():\n\tfrom keras.layers.core import Dense; return Dense",
            "def f():\n\tfrom keras.layers import Dense; return Dense",
        ),
        ("if x: from keras.layers.core import Dense", "if x: from keras.layers import Dense"),
        ("from keras.layers.core import Dense; import os", "from keras.layers import Dense; import os"),
        ("from keras.layers.core \\\n    import Dense", "from keras.layers \\\n    import Dense"),
        (
            "import tensorflow as tf\nl = tf.keras.losses.mean_squared_error(a, b)",
            "import tensorflow as tf\nl = tf.keras.losses.MSE(a, b)",
        ),
        (
            "from tensorflow.keras.losses import kl_divergence, Huber",
            "from tensorflow.keras.losses import KLD as kl_divergence, Huber",
        ),
        (
            "from tensorflow.keras import metrics\nm = [metrics.mean_absolute_error]",
            "from tensorflow.keras import metrics\nm = [metrics.MAE]",
        ),
        (
            "from tensorflow import keras\n@keras.saving.register_keras_serializable()\ndef f(x): return x",
            "from tensorflow import keras\n@keras.utils.register_keras_serializable()\ndef f(x): return x",
        ),
        (
            "import tensorflow as tf\nm = tf.keras.saving.load_model('a.keras')",
            "import tensorflow as tf\nm = tf.keras.models.load_model('a.keras')",
        ),
    ],
)
def test_imports_and_chains(legacy: str, modern: str) -> None:
    check_upgraded(legacy + "\n", modern + "\n")


GONE = "from keras.layers.core import *\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (f"{GONE}x = [Dense(3), Flatten()]\n", "from keras.layers import Dense, Flatten\nx = [Dense(3), Flatten()]\n"),
        (
            f"{GONE}from keras.layers.advanced_activations import *\nx = [Dense(3), PReLU(), LeakyReLU()]\n",
            "from keras.layers import Dense, PReLU, LeakyReLU\nx = [Dense(3), PReLU(), LeakyReLU()]\n",
        ),
        (f"from keras.layers import *\n{GONE}x = [Dense(3)]\n", "from keras.layers import *\nx = [Dense(3)]\n"),
        (
            f"from own import *\n{GONE}import numpy as np\nx = [Dense(3), np.ones(3), own]\n",
            "from own import *\nfrom keras.layers import Dense\nimport numpy as np\nx = [Dense(3), np.ones(3), own]\n",
        ),
        (
            f"from keras.layers import Dense\n{GONE}x = [Dense(3), Dropout(0.5)]\n",
            "from keras.layers import Dense, Dropout\nx = [Dense(3), Dropout(0.5)]\n",
        ),
        (
            "from keras.layers.convolutional import *\nx = Deconvolution2D(3, 3)\n",
            "from keras.layers import Conv2DTranspose as Deconvolution2D\nx = Deconvolution2D(3, 3)\n",
        ),
        (
            "from tensorflow.keras.layers.core import *\nx = [Dense(3)]\n",
            "from tensorflow.keras.layers import Dense\nx = [Dense(3)]\n",
        ),
        (
            "# layers\nfrom keras.engine.topology import *  # all\nx = get_source_inputs(Input((3,)))\n",
            "# layers\nfrom keras.utils import get_source_inputs  # all\nfrom keras.layers import Input\nx = get_source_inputs(Input((3,)))\n",
        ),
        (
            f"{GONE}x = Dense(3)\ny = K.mean(np.ones(3))\n",
            "from keras.layers import Dense\nfrom tensorflow.keras import backend as K\nimport numpy as np\nx = Dense(3)\ny = K.mean(np.ones(3))\n",
        ),
        (
            "from keras.layers.pooling import *\nx = [MaxPool2D(), np]\n",
            "from keras.layers import MaxPool2D\nx = [MaxPool2D(), np]\n",
        ),
        (
            f"{GONE}from keras.models import *\ny = K.mean(Dense(3)(x))\n",
            "from tensorflow.keras import backend as K\nfrom keras.layers import Dense\nfrom keras.models import *\ny = K.mean(Dense(3)(x))\n",
        ),
        # what else the star of a module that stays brought
        (
            "from keras.models import *\nfrom keras.layers import Dense\nx = Input((3,))\n",
            "from keras.models import *\nfrom keras.layers import Input\nfrom keras.layers import Dense\nx = Input((3,))\n",
        ),
        (
            "from keras.models import *\nfrom keras.layers import *\ndef f(x): return K.mean(x)\n",
            "from keras.models import *\nfrom keras.layers import *\nfrom tensorflow.keras import backend as K\ndef f(x): return K.mean(x)\n",
        ),
        (
            f"if x:\n    {GONE}def f(): return Dense(3)\n",
            "if x:\n    from keras.layers import Dense\ndef f(): return Dense(3)\n",
        ),
    ],
)
def test_stars_of_gone_modules(legacy: str, modern: str) -> None:
    check_upgraded(legacy, modern)


@pytest.mark.parametrize(
    "source",
    [
        f"{GONE}x = [Dense(3), func_dump(y)]\n",
        "from keras.engine.topology import *\nx = to_list(y)\n",
        f"{GONE}x = [Dense(3), MaxoutDense(3)]\n",
        f"from torch.nn import Flatten\n{GONE}x = [Flatten(), Dense(3)]\n",
        f"def Dense(n): return n\n{GONE}x = Dense(3)\n",
        f"def f(): pass\nif x: f(); {GONE}",
        f"if x:\n    {GONE}",
    ],
)
def test_stars_whose_names_are_not_known(source: str) -> None:
    check_declined(source, "TFM191", source[: source.index(" import *")].count("\n") + 1)


@pytest.mark.parametrize(
    "source",
    [
        "from keras.layers import *\nx = Dense(3)\n",
        "from own.layers.core import *\nimport keras\nx = Dense(3)\n",
        "from .core import *\nimport keras\nx = Dense(3)\n",
    ],
)
def test_stars_of_modules_that_stay(source: str) -> None:
    check_untouched(source)


def test_try_import() -> None:
    check_upgraded(
        """
        try:
            from keras.layers.core import Dense
        except ImportError:
            from tensorflow.keras.layers import Dense
        """,
        """
        try:
            from keras.layers import Dense
        except ImportError:
            from tensorflow.keras.layers import Dense
        """,
    )


def test_names_of_several_homes() -> None:
    check_upgraded(
        """
        # layers
        from keras.engine import Layer, Model as M  # both
        class Own(Layer): pass
        """,
        """
        # layers
        from keras.layers import Layer  # both
        from keras.models import Model as M
        class Own(Layer): pass
        """,
    )


def test_chain_into_tensorflow_imports_it() -> None:
    check_upgraded(
        "import keras\ng = keras.preprocessing.image.ImageDataGenerator()\n",
        "import tensorflow as tf\nimport keras\ng = tf.keras.preprocessing.image.ImageDataGenerator()\n",
    )


def test_bare_import_of_a_gone_module_still_binds_keras() -> None:
    text = check_sound("import keras.utils.np_utils\ny = keras.utils.np_utils.to_categorical(y)\n").after.decode()
    assert "y = keras.utils.to_categorical(y)\n" in text
    assert "import keras" in text


def test_a_module_that_is_assigned() -> None:
    legacy, modern = ("tf.keras.layers.experimental.preprocessing", "tf.keras.layers")
    use = "import tensorflow as tf\np = {}\nx = p.Rescaling(0.1)\ny = p.CenterCrop(2, 2)\n"
    check_upgraded(use.format(legacy), use.format(modern))
    again = f"{use}p = other\nz = p.CategoryCrossing()\n"
    check_upgraded(again.format(legacy), again.format(modern))


@pytest.mark.parametrize(
    "more", ["z = p.CategoryCrossing()\n", "z = p.PreprocessingLayer\n", "f(p)\n", "if z:\n    p = z\np.f()\n"]
)
def test_a_module_that_is_assigned_for_more_than_one_module_has(more: str) -> None:
    source = f"import tensorflow as tf\np = tf.keras.layers.experimental.preprocessing\nx = p.Rescaling(0.1)\n{more}"
    result = check_sound(source)
    assert "p = tf.keras.layers.experimental.preprocessing\n" in result.after.decode()
    assert 2 in [each.line for each in result.findings]


def test_string_annotations_and_texts_stay() -> None:
    check_upgraded(
        'from keras.layers.core import Dense\ndef f(x: "keras.layers.core.Dense"): "keras.layers.core"\n',
        'from keras.layers import Dense\ndef f(x: "keras.layers.core.Dense"): "keras.layers.core"\n',
    )


def test_crlf_and_no_newline_at_the_end() -> None:
    check_upgraded(
        b"import os\r\nfrom keras.engine import Layer, Model\r\nx = 1",
        b"import os\r\nfrom keras.layers import Layer\r\nfrom keras.models import Model\r\nx = 1",
    )


@pytest.mark.parametrize(
    "source",
    [
        "from keras.engine import Layer, Model; import os\n",
        "if x: from keras.engine import Layer, Model\n",
        "import keras\nL = keras.layers.core\nx = L.Dense(3)\n",
        "import keras\nx = getattr(keras.layers, 'core').Dense(3)\n",
        "from tensorflow.contrib.keras import layers\n",
    ],
    ids=["semicolon", "one-line suite", "alias", "getattr", "contrib.keras"],
)
def test_nothing_legacy_stays_silently(source: str) -> None:
    result = check_sound(source)
    assert result.changed or result.findings


def test_module_imported_by_a_string() -> None:
    assert check_sound("import importlib\ncore = importlib.import_module('keras.layers.core')\n").findings


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("from keras.engine.topology import Container\n", 1),
        ("import os\nfrom keras.utils.generic_utils import has_arg\n", 2),
    ],
)
def test_names_without_a_home_are_reported(source: str, line: int) -> None:
    check_declined(source, "TFM190", line)


@pytest.mark.parametrize(
    "source",
    [
        "from keras.layers import Dense\nfrom keras import backend as K\nK.clear_session()\n",
        "from tensorflow.keras import backend as K\nK.sum(x)\n",
        "from keras import backend as K, ops\ny = K.sum(x) if hasattr(K, 'sum') else ops.sum(x)\n",
        "import keras.backend as K\nif hasattr(K, 'sum'):\n    y = K.sum(x)\nelse:\n    y = sum(x)\n",
        "from .layers.core import Dense\nimport keras\n",
        "from mykeras.layers.core import Dense\nimport keras\n",
        "from . import keras\nkeras.layers.core.Dense(3)\n",
        "import keras_extras.layers.core\nfrom keras_others import resnet\n",
        "from keras.applications.resnet50 import ResNet50, preprocess_input\n",
        "import keras\ndef f(keras): return keras.layers.core.Dense(3)\n",
        "import keras\nself.keras.layers.core.Dense(3)\n",
        "import tensorflow_probability as tf\ntf.keras.layers.core.Dense(3)\nimport keras\n",
        "from keras.preprocessing.image import load_img, img_to_array\n",
        "class keras:\n    class layers: core = 1\nprint(keras.layers.core)\nimport tensorflow\n",
        "import keras\n[keras.layers.core for keras in range(3)]\n",
        "import keras.layers as L\nlambda L: L.core.Dense(3)\n",
        "import keras\nl = keras.losses.mean_squared_error(a, b)\n",
        "from keras.metrics import log_cosh\nimport keras\nm = keras.saving.load_model('a.keras')\n",
        "from tensorflow.keras.saving import load_model, register_keras_serializable\n",
        "from tensorflow.keras.losses import MSE, mse, mae, binary_crossentropy, logcosh\n",
        "import tensorflow.compat.v2 as tf\ny = tf.keras.backend.clip(x, 0, 1) + tf.keras.backend.dot(x, x)\n",
        "import keras.backend as K\nK.dtype = mine\nprint(K.dtype(x), K.floatx())\n",
        "import keras\nkeras.backend.dtype = mine\nprint(keras.backend.dtype(x))\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_a_name_that_another_module_sets(tmp_path: Path) -> None:
    (tmp_path / "back.py").write_text("from keras import backend as K\nK.dtype = mine\n")
    script = tmp_path / "train.py"
    script.write_text("from back import K\nprint(K.dtype(x))\n")
    result = check(script.read_bytes(), project=project_of(script))
    assert isinstance(result, Upgraded)
    assert result.findings == ()


@pytest.mark.parametrize(
    "use",
    [
        "def use(o: tf.keras.optimizers.legacy.Optimizer) -> None: ...",
        "def use(pairs: List[Tuple[tf.keras.optimizers.legacy.Optimizer, int]]) -> None: ...",
        "isinstance(o, (tf.keras.optimizers.Optimizer, tf.keras.optimizers.legacy.Optimizer))",
        "known = (tf.keras.optimizers.legacy.Optimizer, tf.keras.optimizers.Optimizer, str)",
    ],
)
def test_legacy_optimizers_that_are_only_named_left_alone(use: str) -> None:
    """Keras 3 still has the classes, and raises only where somebody makes one."""
    check_untouched(f"import tensorflow as tf\n{use}\n")


@pytest.mark.parametrize(
    "use",
    [
        "o = tf.keras.optimizers.{}SGD(0.1)",
        "isinstance(o, tf.keras.optimizers.{}Optimizer)",
        "known = (tf.keras.optimizers.{}SGD, tf.keras.optimizers.Optimizer)",
        "class Own(tf.keras.optimizers.{}Optimizer): pass",
    ],
)
def test_legacy_optimizers_that_are_used(use: str) -> None:
    head = "import tensorflow as tf\n"
    check_upgraded(f"{head}{use.format('legacy.')}\n", f"{head}{use.format('')}\n")


@pytest.mark.parametrize("package", ["tensorflow.python.keras", "tensorflow.contrib.keras"])
@pytest.mark.parametrize("head", ["", "import tensorflow as tf\n"])
def test_names_below_an_import_that_moves_stay(package: str, head: str) -> None:
    source = "{}from {} import layers, models\n\nx = models.Model(i, layers.Dense(3)(i))\n"
    check_upgraded(source.format(head, package), source.format(head, "tensorflow.keras"))
