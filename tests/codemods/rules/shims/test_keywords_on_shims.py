"""Keywords that the shims do not take are reported; those that they take are not."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched

MODEL = "from compat.keras.models import Sequential\nm = Sequential()\n"
CALLBACKS = "from compat.keras.callbacks import ModelCheckpoint\n"
PRIVATE = "from compat.tensorflow.python import keras\nclass M(keras.Model):\n    def keep(self, path):\n"
FLOW = MODEL + ("from compat.keras.preprocessing.image import ImageDataGenerator\n\nimages = ImageDataGenerator()\n")


@pytest.mark.parametrize(
    ("source", "line", "code", "said"),
    [
        (
            CALLBACKS + "ModelCheckpoint(p, load_weights_on_restart=True)\n",
            2,
            "TFM174",
            "load_weights_on_restart= only in",
        ),
        (
            MODEL + "m.compile('sgd', 'mse', pss_evaluation_shards=0)\n",
            3,
            "TFM174",
            "takes pss_evaluation_shards= only in",
        ),
        (
            MODEL + "m.fit_generator(g, samples_per_epoch=3)\n",
            3,
            "TFM174",
            "samples_per_epoch= of Keras 1 counts samples",
        ),
        (PRIVATE + "        self.save_weights(path, save_format='tf')\n", 4, "TFM174", "takes save_format= only in"),
        ("from compat.keras.layers import LSTM\nLSTM(3, time_major=True)\n", 2, "TFM174", "takes time_major= only in"),
        ("from compat.keras.layers import Flatten\nFlatten(input_dtype=t)\n", 2, "TFM196", "rejects input_dtype="),
    ],
)
def test_reported(source: str, line: int, code: str, said: str) -> None:
    assert said in check_declined(source, code, line, to="compat").message


@pytest.mark.parametrize(
    "source",
    [
        MODEL + "m.compile('sgd', 'mse', sample_weight_mode='temporal')\n",
        MODEL + "m.compile('sgd', 'mse', experimental_run_tf_function=False)\n",
        MODEL + "m.compile('sgd', 'mse', nonsense=1)\n",
        MODEL + "m.fit(x, y, nb_epoch=3)\n",
        FLOW + "m.fit_generator(images.flow(x, y), samples_per_epoch=300)\n",
        FLOW + "rows = images.flow_from_directory(d)\nm.fit_generator(generator=rows, samples_per_epoch=300)\n",
        MODEL + "m.fit_generator(g, nb_epoch=3, workers=2, max_queue_size=3)\n",
        CALLBACKS + "ModelCheckpoint(p, period=3)\n",
        "from compat.keras.optimizers import SGD\nSGD(lr=0.1, decay=0.1, clipnorm=1.0)\n",
        "from compat.keras.regularizers import l2\nl2(l=0.1)\n",
        "from compat import tensorflow as tf\ntf.contrib.distribute.MirroredStrategy(num_gpus=2, prefetch_on_device=True)\n",
        "from compat import tensorflow as tf\ntf.Session(config=c, graph=g)\n",
        "from compat import tensorflow as tf\ntf.Variable(1.0, collections=[], validate_shape=False)\n",
        "class M:\n    def compile(self, options): pass\nm = M()\nm.compile(options=1)\n",
        MODEL.replace("Sequential()", "f(Sequential)") + "m.compile('sgd', 'mse', options=o)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source, to="compat")


@pytest.mark.parametrize("layer", ["LSTM(3", "GRU(3", "BatchNormalization(axis=-1", "Dense(3"])
@pytest.mark.parametrize("keyword", ["weights=None", "batch_input_shape=(1, 2, 3)", "batch_size=2"])
def test_layers_of_tf_keras_convert_them(layer: str, keyword: str) -> None:
    check_untouched(f"from compat import tensorflow as tf\ntf.keras.layers.{layer}, {keyword})\n", to="compat")


@pytest.mark.parametrize("name", ["SGD", "Adam", "Adadelta"])
def test_optimizers_of_tf_keras_take_legacy_keywords(name: str) -> None:
    source = f"from compat.tensorflow.keras.optimizers import {name}\n{name}(lr=1, decay=0.1, clipnorm=1.0)\n"
    check_untouched(source, to="compat")
