"""Arguments whose position means something else in Keras 3 are passed by keyword."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

MODEL = "from keras.models import Sequential\nm = Sequential()\n"
OWN = "import keras\nclass Net(keras.{}):\n    def __init__(self, name):\n        "
TF_MODEL = "import tensorflow as tf\nm = tf.keras.Sequential()\n"
LAYER = "from keras.layers import Layer\nclass L(Layer):\n    def build(self, shape):\n        "


@pytest.mark.parametrize(
    ("head", "legacy", "modern"),
    [
        (MODEL, "m.compile('sgd', 'mse', ['mae'])", "m.compile('sgd', 'mse', metrics=['mae'])"),
        (TF_MODEL, "m.compile('sgd', 'mse', ['mae'])", "m.compile('sgd', 'mse', metrics=['mae'])"),
        (MODEL, "m.compile('sgd', 'mse', 'mae')", "m.compile('sgd', 'mse', metrics=['mae'])"),
        (MODEL, "m.compile('sgd', 'mse', shown)", "m.compile('sgd', 'mse', metrics=shown)"),
        (
            MODEL,
            "m.compile('sgd', 'mse', ['mae'], [1.0])",
            "m.compile('sgd', 'mse', metrics=['mae'], loss_weights=[1.0])",
        ),
        (
            MODEL,
            "m.compile('sgd', 'mse', ['mae'], weighted_metrics=[])",
            "m.compile('sgd', 'mse', metrics=['mae'], weighted_metrics=[])",
        ),
        (OWN.format("Model"), "super().__init__('net')", "super().__init__()"),
        (OWN.format("Model"), "super().__init__((None, 8), **name)", "super().__init__(**name)"),
        (
            OWN.format("Model"),
            "super(Net, self).__init__(name, dtype='float64')",
            "super(Net, self).__init__(dtype='float64')",
        ),
        (MODEL, "m.save('m.h5', True, False)", "m.save('m.h5', True, include_optimizer=False)"),
        (
            "import keras\ndef train(net):\n    ",
            "net.compile('sgd', 'mse', ['mae'])",
            "net.compile('sgd', 'mse', metrics=['mae'])",
        ),
        (
            "import keras\nclass T:\n  def train(self):\n    ",
            "self.model.compile(self.optimizer, self.loss, self.metrics)",
            "self.model.compile(self.optimizer, self.loss, metrics=self.metrics)",
        ),
        (LAYER, "self.add_weight('w', (3,))", "self.add_weight(name='w', shape=(3,))"),
        *(
            (
                LAYER,
                f"self.add_weight({shape}, {name}, initializer='zero')",
                f"self.add_weight({shape}, name={name}, initializer='zero')",
            )
            for shape, name in [
                ("(3,)", "'w'"),
                ("[3, self.n]", "name"),
                ("shape", "'w'"),
                ("s[1:]", "'%s_w' % self.name"),
                ("(3,) + sizes", "f'{self.name}_w'"),
                ("self.kernel_shape", "name"),
                ("tuple(s)", "name"),
            ]
        ),
        *(
            (
                LAYER,
                f"self.add_weight({name}, {shape}, initializer='zero')",
                f"self.add_weight(name={name}, shape={shape}, initializer='zero')",
            )
            for shape, name in [("(3,)", "name"), ("shape", "'w'"), ("s", "w"), ("s[1:]", "'%s_w' % n")]
        ),
        (LAYER, "self.add_weight('w', shape=(3,))", "self.add_weight(name='w', shape=(3,))"),
        (
            LAYER,
            "self.add_weight('w', (3,), None, 'zeros')",
            "self.add_weight(name='w', shape=(3,), dtype=None, initializer='zeros')",
        ),
        (
            "import numpy as np\nfrom keras.utils import to_categorical\n",
            "to_categorical(y, 10, 'float32')",
            "np.asarray(to_categorical(y, 10), dtype='float32')",
        ),
        (
            "from keras.layers import Embedding\n",
            "Embedding(9, 3, 'uniform', None, None, None, True)",
            "Embedding(9, 3, 'uniform', None, activity_regularizer=None, embeddings_constraint=None, mask_zero=True)",
        ),
        (
            "from tensorflow.keras.layers import Conv2D\n",
            "Conv2D(8, 3, 1, 'same', None, 1, 'relu')",
            "Conv2D(8, 3, 1, 'same', None, 1, activation='relu')",
        ),
    ],
)
def test_named(head: str, legacy: str, modern: str) -> None:
    check_upgraded(f"{head}{legacy}\n", f"{head}{modern}\n")


def test_layout_stays() -> None:
    check_upgraded(
        """
        from keras.models import Sequential
        m = Sequential()
        m.compile(
            "sgd",
            "mse",
            ["mae"],  # shown
            [0.5],
        )
        """,
        """
        from keras.models import Sequential
        m = Sequential()
        m.compile(
            "sgd",
            "mse",
            metrics=["mae"],  # shown
            loss_weights=[0.5],
        )
        """,
    )


@pytest.mark.parametrize(
    ("source", "line", "said"),
    [
        ("from keras.models import Sequential\nm = Sequential()\nm.load_weights(path, True)\n", 3, "by_name= or"),
        ("from keras.callbacks import TensorBoard\nTensorBoard('logs', 1, n)\n", 2, "batch_size= or write_graph="),
    ],
)
def test_reported(source: str, line: int, said: str) -> None:
    assert said in check_declined(source, "TFM132", line).message


@pytest.mark.parametrize(
    "source",
    [
        MODEL + "m.compile('sgd', 'mse')\n",
        MODEL + "m.compile('sgd', 'mse', metrics=['mae'])\n",
        MODEL + "m.compile(*given)\n",
        MODEL + "m.compile('sgd', 'mse', [0.5])\n",
        MODEL + "m.fit(x, y, 32, 10, 1, callbacks, 0.1, None, True)\n",
        MODEL + "m.evaluate(x, y, 32, 0, w, None)\n",
        MODEL + "m.predict(x, 32, 0, 5)\n",
        MODEL + "m.save('m.h5', True)\n",
        MODEL + "m = wrapped(m)\nm.fit(x, y)\n",
        "import re\nimport keras\nre.compile(a, b)\nre.compile(a, b, c)\n",
        "import keras\nsource.compile(a, b)\n",
        "import keras\nclass M(keras.Model):\n    def compile(self, a, b, c): pass\nM().compile(1, 2, 3)\n",
        "def f(net): net.compile('sgd', 'mse', ['mae'])\n",
        "import keras\nkeras.ops.relu(x)\nm = keras.Sequential()\nm.compile('sgd', 'mse', [0.5])\n",
        "from keras.layers import Dense, LSTM\nDense(3, 'relu')\nLSTM(3, 'tanh')\n",
        "from keras.layers import LeakyReLU\nLeakyReLU(0.3)\n",
        "from keras.regularizers import l2\nl2(0.1)\n",
        "from keras.callbacks import EarlyStopping\nEarlyStopping('loss', 0, 3, 1, 'auto', None, True)\n",
        "from keras.callbacks import ReduceLROnPlateau\nReduceLROnPlateau('loss', 0.1, 3, 1, 'auto', 1e-4, 0, 0)\n",
        "from keras.callbacks import CSVLogger\nCSVLogger('log.csv', ',', True)\n",
        "from keras.layers import Layer\nclass L(Layer):\n    def build(self, s): self.add_weight(shape=s, name='w')\n",
        "from keras.layers import Layer\nclass L(Layer):\n    def build(self, s): self.add_weight((3,), name='w')\n",
        "from keras.layers import Layer\nclass L(Layer):\n    def build(self, s): self.add_weight(s[1:], 'zeros', name='w')\n",
        "from keras.layers import Layer\nclass L(Layer):\n    def build(self, shape): self.add_weight(shape, 'zeros')\n",
        "import keras\nclass L(Mine):\n    def build(self, s): self.add_weight((3,), 'w', initializer='zero')\n",
        "from keras.layers import Layer\nlayer = Layer(model)\n",
        "from keras.datasets import imdb\nimdb.load_data('imdb.npz', 1000)\n",
        "from keras.applications import VGG16\nVGG16(False, 'imagenet', None, (224, 224, 3))\n",
        "import tensorflow as tf\ntf.data.Dataset.range(3).map(f, 2)\n",
        "from mylib import Embedding\nimport keras\nEmbedding(9, 3, 'uniform', None, None, None, True)\n",
        OWN.format("Model") + "super().__init__(x, y)\n",
        OWN.format("Model") + "super().__init__(x, outputs=y)\n",
        OWN.format("Model") + "super().__init__(*name)\n",
        OWN.format("Model") + "super().__init__(**name)\n",
        OWN.format("Model") + "super().__init__(x, y, **name)\n",
        OWN.format("Model") + "super().__init__(name=name)\n",
        OWN.format("Sequential") + "super().__init__([name])\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_a_file_of_keras_3_means_what_it_says() -> None:
    check_untouched(
        "import keras\nx = keras.ops.ones(3)\nm = keras.Sequential()\nm.compile('sgd', 'mse', None, ['mae'])\n"
    )


def test_a_default_that_is_gone_goes() -> None:
    head = "from keras.callbacks import ModelCheckpoint\nfrom keras.layers.core import Dense\n"
    modern = "from keras.callbacks import ModelCheckpoint\nfrom keras.layers import Dense\n"
    check_upgraded(
        head + "ModelCheckpoint('m.h5', 'loss', 0, True, False, 'auto', 1)\n",
        modern + "ModelCheckpoint('m.h5', 'loss', 0, True, False, 'auto')\n",
    )


@pytest.mark.parametrize("call", ["super().__init__(**kwargs)", "super(Own, self).__init__(**kwargs)"])
def test_base_class_that_takes_what_it_is_given(call: str) -> None:
    head = "from keras.layers import Layer\nclass Own(Layer):\n    def __init__(self, **kwargs):\n        "
    check_untouched(f"{head}{call}\n")


def test_base_class_that_is_started_with_a_period() -> None:
    head = "from keras.callbacks import ModelCheckpoint\nclass Own(ModelCheckpoint):\n    def __init__(self, p, n):\n"
    source = f"{head}        super().__init__(p, 'loss', 0, False, False, 'auto', n)\n"
    check_upgraded(source, source.replace("keras.callbacks", "compat.keras.callbacks"))


def test_unpacked_keywords_stay() -> None:
    check_upgraded(
        "from keras.models import Sequential\nm = Sequential([a])\nm.compile('sgd', 'mse', ['mae'], **more)\n",
        "from keras.models import Sequential\nm = Sequential([a])\nm.compile('sgd', 'mse', metrics=['mae'], **more)\n",
    )


@pytest.mark.parametrize("base", ["keras.layers.Dense", "keras.layers.RNN", "keras.Model"])
def test_the_order_of_keras_1_in_other_classes(base: str) -> None:
    head = f"import keras\nclass A({base}):\n    def build(self, s): "
    before = f"{head}self.add_weight((3,), 'w', initializer='zero')\n"
    check_upgraded(before, before.replace("'w'", "name='w'"))


def test_two_names_of_one_weight_are_reported() -> None:
    source = f"{LAYER}self.add_weight((3,), 'zeros', initializer='one', name='w')\n"
    check_declined(source, "TFM132", source.count("\n"))
