from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import check
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

TFA = "import tensorflow as tf\nimport tensorflow_addons as tfa\n"
HOROVOD = "import tensorflow as tf\nimport horovod.tensorflow as hvd\n"


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("import tensorflow as tf\nimport tensorflow_addons as tfa\nx = tfa.optimizers.AdamW(0.1)\n", 2),
        ("import keras\nfrom keras_contrib.layers import InstanceNormalization\n", 2),
        ("from keras_applications import vgg16\n", 1),
        ("import os, tensorflow_addons.layers\n", 1),
        (TFA + "class Own(tfa.layers.InstanceNormalization):\n    pass\n", 2),
        (TFA + "x = isinstance(y, tfa.layers.InstanceNormalization)\n", 2),
        (TFA + "x = tfa.layers.GroupNormalization()(y)\n", 2),
        (TFA + "x = tfa.metrics.F1Score(3)\n", 2),
        (TFA + "x = tfa.metrics.F1Score(3, average=None)\n", 2),
        (TFA + "x = {'F1Score': tfa.metrics.F1Score}\n", 2),
        (TFA + "x = f(custom_objects={'InstanceNormalization': tfa.layers.InstanceNormalization})\n", 2),
        (TFA + "x = tfa.layers.InstanceNormalization()(y)\nmodel.load_weights('a.h5', by_name=True)\n", 2),
        (TFA + "x = tfa.image.rotate(y, 0.5, 'NEAREST', 'turned')\n", 2),
        (TFA + "def f(norm: tfa.layers.InstanceNormalization):\n    return norm\n", 2),
        (TFA + "x = tfa.layers.InstanceNormalization(**given)\n", 2),
        ("from keras.optimizers import Adam\nfrom rl.agents.dqn import DQNAgent\n", 2),
        ("from rl.memory import SequentialMemory\n", 1),
        ("import keras\nfrom keras_bert import load_trained_model_from_checkpoint\n", 2),
        ("import keras\nfrom vis.visualization import visualize_cam\n", 2),
        ("import keras\nimport segmentation_models as sm\n", 2),
        ("import tensorflow as tf\nimport tflearn\n", 2),
        ("from tflearn.data_utils import shuffle\n", 1),
        ("import keras\nfrom textgenrnn import textgenrnn\n", 2),
        ("import tensorflow as tf\nimport prettytensor as pt\n", 2),
        ("import tensorflow as tf\nimport kerastuner as kt\n", 2),
        ("import keras\nimport horovod.keras as hvd\n", 2),
        ("import tensorflow as tf\nfrom horovod.tensorflow.keras import callbacks\n", 2),
        ("import keras\nfrom horovod import keras as hvd\n", 2),
        (f"{HOROVOD}opt = hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1))\n", 3),
        (f"{HOROVOD}opt = tf.optimizers.Adam(0.1)\nopt = hvd.DistributedOptimizer(optimizer=opt)\n", 4),
    ],
)
def test_reported(source: str, line: int) -> None:
    finding = check_declined(source, "TFM193", line)
    assert "does not work with keras" in finding.message
    assert "https://" in finding.advice


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow as tf\nimport tensorflow_probability as tfp\n",
        "import keras\nfrom .keras_contrib import layers\n",
        "import keras\nfrom mylib import tensorflow_addons\n",
        "import keras\ntext = 'import tensorflow_addons'\n",
        "import keras\ntensorflow_addons = None\n",
        "import keras\nfrom rllib import agents\n",
        "import tensorflow as tf\nfrom . import tflearn\n",
        "import tensorflow as tf\nimport tflearn_layers\n",
        "import keras\nimport keras_tuner as kt\n",
        "import keras\nfrom efficientnet.tfkeras import EfficientNetB0\n",
        "import tensorflow as tf\nimport horovod.tensorflow as hvd\n",
        f"{HOROVOD}opt = hvd.DistributedOptimizer(tf.compat.v1.train.AdamOptimizer(0.1))\n",
        f"{HOROVOD}def f(opt):\n    return hvd.DistributedOptimizer(opt)\n",
        f"{HOROVOD}tape = hvd.DistributedGradientTape(tape)\n",
        "import keras\nimport horovod.keras_extras\n",
        "import keras\nfrom agents import rl\n",
        "import keras\nfrom . import rl\n",
        "import keras\nvis = keras.Input((4,))\n",
        "import os\nos.environ['SM_FRAMEWORK'] = 'tf.keras'\nimport segmentation_models as sm\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (
            "from keras_preprocessing.image import ImageDataGenerator, load_img",
            "from tensorflow.keras.preprocessing.image import ImageDataGenerator, load_img",
        ),
        (
            "from keras_preprocessing.text import Tokenizer as T",
            "from tensorflow.keras.preprocessing.text import Tokenizer as T",
        ),
        (
            "from keras_preprocessing import image\nx = image.load_img('a.png')",
            "from tensorflow.keras.preprocessing import image\nx = image.load_img('a.png')",
        ),
        (
            "from keras_preprocessing import image, sequence",
            "from tensorflow.keras.preprocessing import image, sequence",
        ),
        ("import keras_preprocessing.image as I", "import tensorflow.keras.preprocessing.image as I"),
        (
            "import keras_preprocessing\nfrom keras_preprocessing import image",
            "from tensorflow.keras.preprocessing import image",
        ),
    ],
)
def test_names_that_have_a_place_elsewhere(legacy: str, modern: str) -> None:
    check_upgraded(f"{legacy}\n", f"{modern}\n")


@pytest.mark.parametrize(
    "source",
    [
        "from keras_preprocessing.image import validate_filename\n",
        "from keras_preprocessing import image\nx = image.utils.load_img('a.png')\n",
        "import keras_preprocessing\nx = keras_preprocessing.image.load_img('a.png')\n",
        "import keras_preprocessing.image\n",
    ],
)
def test_names_that_have_none(source: str) -> None:
    check_declined(source, "TFM193", 1)


def test_a_package_that_trains_each_process_by_itself_changes_numbers() -> None:
    found = check_declined("import keras\nimport horovod.keras as hvd\n", "TFM193", 2)
    assert found.severity == "numbers"
    assert "averages no gradients" in found.advice


@pytest.mark.parametrize("name", ["keras_contrib", "rl"])
def test_the_project_of_the_package_itself(tmp_path: Path, name: str) -> None:
    package = tmp_path / name
    package.mkdir()
    (package / "__init__.py").touch()
    script = tmp_path / "train.py"
    source = f"import keras\nfrom {name} import layers\n".encode()
    found = check(source, project=project_of(script))
    assert isinstance(found, Upgraded)
    assert (found.findings, found.notes) == ((), ())


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("x = tfa.layers.InstanceNormalization()(y)", "x = tf.keras.layers.GroupNormalization(groups=-1)(y)"),
        (
            "x = tfa.layers.InstanceNormalization(axis=-1, name='n')(y)",
            "x = tf.keras.layers.GroupNormalization(groups=-1, axis=-1, name='n')(y)",
        ),
        ("x = tfa.layers.GroupNormalization(8)(y)", "x = tf.keras.layers.GroupNormalization(8)(y)"),
        ("x = tfa.layers.GroupNormalization(groups=2)(y)", "x = tf.keras.layers.GroupNormalization(groups=2)(y)"),
        (
            "x = tfa.layers.SpectralNormalization(tf.keras.layers.Dense(3))(y)",
            "x = tf.keras.layers.SpectralNormalization(tf.keras.layers.Dense(3))(y)",
        ),
        ("wrap = tfa.layers.SpectralNormalization\nf(wrap)", "wrap = tf.keras.layers.SpectralNormalization\nf(wrap)"),
        ("x = tfa.layers.AdaptiveAveragePooling2D(1)(y)", "x = tf.keras.layers.AdaptiveAveragePooling2D(1)(y)"),
        ("m = tfa.metrics.F1Score(num_classes=3, average='macro')", "m = tf.keras.metrics.F1Score(average='macro')"),
        ("m = tfa.metrics.F1Score(3, 'micro', 0.5)", "m = tf.keras.metrics.F1Score('micro', 0.5)"),
        (
            "m = tfa.metrics.F1Score(3, average='macro')\nx = isinstance(y, tfa.metrics.F1Score)",
            "m = tf.keras.metrics.F1Score(average='macro')\nx = isinstance(y, tf.keras.metrics.F1Score)",
        ),
    ],
)
def test_names_of_keras(legacy: str, modern: str) -> None:
    check_upgraded(f"{TFA}{legacy}\n", f"import tensorflow as tf\n{modern}\n")


def test_a_class_that_is_handed_on() -> None:
    legacy = f"{TFA}def norm():\n    return tfa.layers.InstanceNormalization\n"
    modern = "    return functools.partial(tf.keras.layers.GroupNormalization, groups=-1)\n"
    check_upgraded(
        legacy + "x = norm()()(y)\n",
        f"import functools\nimport tensorflow as tf\ndef norm():\n{modern}x = norm()()(y)\n",
    )


def test_names_imported_by_themselves() -> None:
    check_upgraded(
        "from tensorflow import keras\nfrom tensorflow_addons.layers import InstanceNormalization as IN\nx = IN()(y)\n",
        "from tensorflow import keras\nx = keras.layers.GroupNormalization(groups=-1)(y)\n",
    )


def test_what_is_left_has_its_advice() -> None:
    source = f"{TFA}x = tfa.optimizers.Lookahead(tfa.optimizers.RectifiedAdam(1e-3))\n"
    advice = check_declined(source, "TFM193", 2).advice
    assert "Lookahead: " in advice
    assert "RectifiedAdam: " in advice


IMAGES = "from compat import addon_images\nimport tensorflow as tf\n"


@pytest.mark.parametrize(
    ("imported", "legacy", "modern"),
    [
        (
            "import tensorflow_addons as tfa",
            "tfa.image.rotate(y, 1, 'BILINEAR')",
            "addon_images.rotate(y, 1, 'BILINEAR')",
        ),
        ("from tensorflow_addons import image as ti", "ti.translate(y, [1, 2])", "addon_images.translate(y, [1, 2])"),
        ("from tensorflow_addons import image as ti", "f(ti.transform)", "f(addon_images.transform)"),
        ("from tensorflow_addons.image import rotate", "rotate(y, angles=1)", "addon_images.rotate(y, angles=1)"),
    ],
)
def test_images(imported: str, legacy: str, modern: str) -> None:
    check_upgraded(f"import tensorflow as tf\n{imported}\nx = {legacy}\n", f"{IMAGES}x = {modern}\n")


def test_an_import_that_nothing_uses() -> None:
    check_upgraded(f"{TFA}x = tf.zeros(3)\n", "import tensorflow as tf\nx = tf.zeros(3)\n")
