from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

MODEL = "from keras.models import Sequential\nm = Sequential()\n"
FLAGS = "from absl.flags import DEFINE_string, FLAGS\nDEFINE_string('weights', '{}', None)\n"
TRAINER = f"""{MODEL}class Trainer:
    def __init__(self, w=None):
        self.w = w

    def run(self):
        m.fit(x, y, class_weight=self.w)
Trainer({{}})
"""
LAYERS = "from keras.layers import add, BatchNormalization, Dense, Dropout, GaussianNoise, Input\n"

JOINED = "import os\nimport keras\nm = keras.models.Sequential()\n"
LOOK_UP = "m.get_layer(given)\n"
LOADER = "import keras, os\nfrom keras.models import load_model\nn = 2\n"
HOLDER = (
    "import numpy as np\nclass Gan:\n    def __init__(self, x, size): self.size = {}\n"
    "    def build(self): Input(shape=self.size){}\n"
)


@pytest.mark.parametrize(
    ("source", "line", "symbol"),
    [
        (MODEL + "m.compile('sgd', loss={'a': 'mse', 'b': ['cosine_proximity']})\n", 3, "compile(loss=)"),
        (MODEL + "m.compile('sgd', 'cosine_proximity')\n", 3, "compile(loss=)"),
        (MODEL + "m.fit(x, y, class_weight='balanced')\n", 3, "fit(class_weight=)"),
        (MODEL + "m.fit(x, y, class_weight=[1, 2])\n", 3, "fit(class_weight=)"),
        (
            "def weights(y):\n    return [y.max() / k for k in y]\n" + MODEL + "m.fit(x, y, class_weight=weights(y))\n",
            5,
            "fit(class_weight=)",
        ),
        (TRAINER.format("[1., 2.]"), 8, "fit(class_weight=)"),
        (TRAINER.format("w=[1., 2.]"), 8, "fit(class_weight=)"),
        ("import numpy as np\n" + MODEL + "w = np.ones(2)\nm.fit(x, class_weight=w)\n", 5, "fit(class_weight=)"),
        (MODEL + "m.save('folder/' + name + '.tf')\n", 3, "save(filepath=)"),
        (MODEL + "m.load_weights('checkpoint')\n", 3, "load_weights(filepath=)"),
        (FLAGS.format("./a.tf") + MODEL + "m.load_weights(FLAGS.weights)\n", 5, "load_weights(filepath=)"),
        (LAYERS + "Dropout(1.5)\n", 2, "Dropout(rate=)"),
        (LAYERS + "drop = Dropout\ndrop(1.5)\n", 3, "Dropout(rate=)"),
        (LAYERS + "import functools\nfunctools.partial(Dropout, rate=1.5)\n", 3, "Dropout(rate=)"),
        (LAYERS + "Dense(3, name='a/b')\n" + LOOK_UP, 2, "Dense(name=)"),
        (LAYERS + "Dense(3, name=f'{a}/b')\n" + LOOK_UP, 2, "Dense(name=)"),
        (LAYERS + "Dense(3, name=a + '/b')\n" + LOOK_UP, 2, "Dense(name=)"),
        (LAYERS + "Dense(3, name='%s/b' % a)\n" + LOOK_UP, 2, "Dense(name=)"),
        (LAYERS + "Dense(3, name='{}/b'.format(a))\n" + LOOK_UP, 2, "Dense(name=)"),
        (
            "import keras\nclass A(keras.layers.Layer):\n    def build(self, s): self.add_weight(name='a/b')\n"
            + LOOK_UP,
            3,
            "add_weight(name=)",
        ),
        (LAYERS + "Dense(3.5)\n", 2, "Dense(units=)"),
        (LAYERS + "Dense(3, kernel_initializer='constant')\n", 2, "Dense(kernel_initializer=)"),
        (LAYERS + "add([x, y], name='a/b')\nprint(m.get_layer(n))\n", 2, "add(name=)"),
        (LAYERS + "BatchNormalization(axis=[1])\n", 2, "BatchNormalization(axis=)"),
        (JOINED + "m.load_weights(os.path.join(d, f'{n}.weights.h5'), by_name=True)\n", 4, "load_weights(filepath=)"),
        (JOINED + "m.load_weights(str(d / 'a.weights.h5'), by_name=True)\n", 4, "load_weights(filepath=)"),
        (LOADER + "def f(path): load_model(path)\nf('a/4_2')\n", 4, "load_model(filepath=)"),
        (LOADER + "def f(path): load_model(path)\nf(f'a/4_{n}')\nf('a_%02d' % m)\n", 4, "load_model(filepath=)"),
        (LOADER + "path = os.path.join('a', f'b_{n}')\nload_model(path)\n", 5, "load_model(filepath=)"),
        (LOADER + "load_model('a/{}'.format(n))\n", 4, "load_model(filepath=)"),
        (LOADER + "load_model('a/%s' % n)\n", 4, "load_model(filepath=)"),
        (LOADER + "load_model('a/' + str(n))\n", 4, "load_model(filepath=)"),
        (
            LOADER + "class A:\n    def load_model(self, path): return keras.models.load_model(path)\n"
            "a = A()\na.load_model(path=f'b/{n}')\n",
            5,
            "load_model(filepath=)",
        ),
        (LAYERS + "def f(n=24): return Input(shape=(n))\nf(*sizes)\n", 2, "Input(shape=)"),
        (LAYERS + "def f(n=24): return Input(shape=(n))\nf(size)\n", 2, "Input(shape=)"),
        ("from keras.layers import InputLayer\nInputLayer(4)\n", 2, "InputLayer(shape=)"),
        ("import keras\ndef f(net): net.compile('sgd', loss='cosine_proximity')\n", 2, "compile(loss=)"),
        ("import tensorflow as tf\ntf.keras.layers.Dropout(rate=2)\n", 2, "Dropout(rate=)"),
    ],
)
def test_reported(source: str, line: int, symbol: str) -> None:
    finding = check_declined(source, "TFM198", line)
    assert finding.symbol.endswith(symbol)
    assert "https://" in finding.advice


@pytest.mark.parametrize(
    "source",
    [
        LAYERS + "Input(4)\n",
        LAYERS + "Input(x.shape[1])\n",
        LAYERS + "def f(shape): return Input(shape=shape)\nf(x.shape[1])\n",
        LAYERS + "Input(shape=(len(columns)))\n",
        LAYERS + "def f(n: int): return Input(shape=(n))\n",
        LAYERS + HOLDER.format("size", "").replace("size)", "size: int)", 1),
        LAYERS + HOLDER.format("x.input_shape[1]", ""),
        LAYERS + HOLDER.format("x.shape[-1]", ""),
        LAYERS + HOLDER.format("size", "; Dense(self.size)"),
        LAYERS + HOLDER.format("size", "; self.size // 2"),
        LAYERS + HOLDER.format("size", "; np.random.normal(0, 1, (n, self.size))"),
        LAYERS + HOLDER.format("100 * 2", ""),
        LAYERS + HOLDER.format("{'a': 3}['a']", ""),
        LAYERS + "def f(n):\n    Input(shape=n)\n    for i in range(n): pass\n",
        LAYERS + "import numpy as np\nInput(shape=np.prod(shape))\n",
        LAYERS + "shape = (4, 3)\nInput(shape=shape[0])\n",
        LAYERS + "Input(shape=x.get_shape().as_list()[1])\n",
        LAYERS + "p.add_argument('--size', type=int, default=3)\nInput(shape=args.size)\n",
    ],
)
def test_a_number_for_a_shape_is_written(source: str) -> None:
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.changes] == ["TFM221"]
    assert not result.findings


@pytest.mark.parametrize(
    "source",
    [
        MODEL + "m.compile('sgd', 'mse', metrics=['accuracy'])\n",
        MODEL + "m.compile('sgd', 'mse', metrics=metrics)\n",
        MODEL + "a = 'x'\na = ['x']\nm.compile('sgd', 'mse', metrics=a)\n",
        MODEL + "m.fit(x, y, class_weight={0: 1})\n",
        MODEL + "m.fit(x, y, class_weight=weights())\n",
        TRAINER.format("{0: 1., 1: 2.}"),
        TRAINER.format("w=None"),
        TRAINER.format("*given"),
        TRAINER.replace("Trainer({})", "Other([1.])"),
        "import torch as np\n" + MODEL + "m.fit(x, class_weight=np.ones(3))\n",
        MODEL + "m.fit(x, steps_per_epoch=n // 2)\n",
        MODEL + "m.save('a.keras')\nm.save('a.h5')\nm.save(path)\nm.save(f'{a}')\nm.save('{}'.format(a))\n",
        MODEL + "m.save('%s' % name)\nm.load_weights(a + b)\nm.load_weights('w.h5')\n",
        FLAGS.format("./a.h5") + MODEL + "m.load_weights(FLAGS.weights)\n",
        MODEL + "def f(weights='vggface'):\n    if weights != 'vggface':\n        m.load_weights(weights)\n",
        FLAGS.format("") + MODEL + "m.load_weights(FLAGS.weights)\n",
        FLAGS.format("./a.tf") + MODEL + "m.load_weights(FLAGS.others)\n",
        FLAGS.format("./a.tf") + MODEL + "m.load_weights('a.h5' if a else FLAGS.weights)\n",
        LAYERS + "Dropout(0.5)\nDropout(0)\nDropout(rate)\nGaussianNoise(1.0)\n",
        LAYERS + "Dense(n // 2, name='a_b', kernel_initializer='zeros')\nInput((4,))\nInput(shape)\n",
        LAYERS + "def f(n=24): return Input(shape=(n))\nf((3,))\n",
        JOINED + "m.load_weights(os.path.join(d, f'{n}.h5'), by_name=True)\n",
        LAYERS + "def f(n=(24,)): return Input(shape=n)\n",
        LAYERS + "def f(n=None): return Input(shape=(n))\n",
        LAYERS + "def f(n: tuple): return Input(shape=(n))\n",
        LAYERS + "def f(n: int):\n    n = (n, 3)\n    return Input(shape=n)\n",
        LAYERS + HOLDER.format("size", "").replace("size)", "size: tuple)", 1),
        LAYERS + "Input(shape=own(columns))\n",
        LAYERS + "Input(x.shape[1:])\ndef f(shape): return Input(shape=shape)\nf((3,))\nf(4)\n",
        LOADER + "def f(path): load_model(path)\nf('a/4_2')\nf('a.h5')\n",
        LOADER + "def f(path): load_model(path)\nf(f'a/{given}')\n",
        LOADER + "def f(path='a/b'): load_model(path)\nf(f'{a}/{n}')\nf()\n",
        LOADER + "def f(path):\n    if os.path.isdir(path): return\n    load_model(path)\nf('a/4_2')\n",
        LOADER + "def f(path):\n    try: load_model(path)\n    except ValueError: pass\nf('a/4_2')\n",
        LOADER + "load_model(f'a_{n}.keras')\nload_model('hf://a_%d' % n)\nload_model('%s_%s' % (n, m))\n",
        LAYERS + HOLDER.format("x.input_shape[1:]", ""),
        LAYERS + HOLDER.format("size", ""),
        LAYERS + HOLDER.format("size", "; np.zeros(self.size); np.ones((4,) + self.size); self.size * 2"),
        LAYERS + HOLDER.format("size", "; '%s' % self.size; Dense(self.size[0]); print((4, self.size))"),
        LAYERS + HOLDER.format("(100,)", ""),
        LAYERS + "shape = (4, (3,))\nInput(shape=shape[1])\nInput(shape=given['a'])\n",
        LAYERS + "p.add_argument('--size', type=int, nargs='+')\nInput(shape=args.size)\n",
        LAYERS + "BatchNormalization(axis=-1)\n",
        LAYERS + "Dense(3, name=f'{a}_b')\nDense(3, name=a + '_b')\nDense(3, name='{}_b'.format('a/b'))\n",
        "import keras\nclass A(keras.layers.Layer):\n    def build(self, s): self.add_weight(name='a_b')\n",
        "from mylib import Dropout\nimport keras\nDropout(1.5)\n",
        "import keras\ndef f(net): net.compile(metrics)\n",
        "import keras\ndef f(net): net.fit(x, class_weight='balanced')\n",
        "import keras\ndef compile(): pass\ndef f(net): net.compile('sgd', loss='cosine_proximity')\n",
        "def f(net): net.compile('sgd', loss='cosine_proximity')\n",
        "import keras\nkeras.callbacks.OrbaxCheckpoint('a')\nkeras.models.load_model('a')\n",
        "from keras.layers import Dense\nDense(3, activation='hard_sigmoid')\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


STOP = "from keras.callbacks import EarlyStopping\nEarlyStopping('loss', {}=0.1)\n"


HARD = "from keras.layers import Dense, GRU\n"


@pytest.mark.parametrize(
    "source",
    [
        "g = 'hard_sigmoid'\nDense(2, g)\n",
        "def build(rec='hard_sigmoid'):\n    GRU(2, recurrent_activation=rec)\n",
        "def build(act):\n    Dense(2, activation=act)\nbuild('hard_sigmoid')\n",
        "for act in ['tanh', 'hard_sigmoid']:\n    Dense(2, activation=act)\n",
    ],
)
def test_texts_that_a_name_brings(source: str) -> None:
    for origin in ("keras==2.3", "tensorflow==2.3"):
        code = HARD + source if origin.startswith("keras") else HARD.replace("keras", "tensorflow.keras") + source
        result = upgrade(code.encode(), Settings(origin=parse_origin(origin), select=("TFM198",)))
        assert isinstance(result, Upgraded)
        assert [each.code for each in result.findings] == ["TFM198"]


@pytest.mark.parametrize(
    "source",
    [
        "def build(rec='tanh'):\n    GRU(2, recurrent_activation=rec)\n",
        "def build(act):\n    Dense(2, activation=act)\nbuild(given)\n",
        "for act in acts:\n    Dense(2, activation=act)\n",
    ],
)
def test_texts_that_are_not_shown(source: str) -> None:
    check_untouched(HARD + source)


@pytest.mark.parametrize(
    ("source", "origin", "is_finding"),
    [
        (STOP.format("baseline"), "keras==2.2.4", True),
        (STOP.format("baseline"), "keras==2.3", True),
        (STOP.format("baseline"), "tensorflow==1.15", True),
        (STOP.format("baseline"), "tensorflow==2.4", False),
        (STOP.format("baseline"), None, False),
        ("from keras.utils import normalize\nnormalize(x, axis=0)\n", "keras==2.3", True),
        ("import tensorflow as tf\ntf.keras.utils.normalize(x, axis=0)\n", "tensorflow==1.15", False),
    ],
)
def test_what_means_something_else_counts_where_it_was_meant(source: str, origin: str | None, is_finding: bool) -> None:
    settings = Settings(origin=parse_origin(origin) if origin else None)
    if origin and origin.startswith("tensorflow"):
        source = source.replace("from keras", "from tensorflow.keras")
    result = upgrade(source.encode(), settings)
    assert isinstance(result, Upgraded)
    said = result.findings if is_finding else result.notes
    assert [(each.code, each.severity) for each in said] == [("TFM198", "numbers")]


def test_what_is_left_as_it_is_means_the_same() -> None:
    settings = Settings(origin=parse_origin("keras==2.3"))
    result = upgrade(STOP.format("min_delta").encode(), settings)
    assert isinstance(result, Upgraded)
    assert not result.findings


def test_positional_value_in_a_file_that_is_edited() -> None:
    source = b"import tensorflow.keras.utils\nfrom keras.layers import Activation\nlayer = Activation('hard_sigmoid')\n"
    result = upgrade(source)
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.notes if each.code == "TFM198"] == [3]


NAMED = "m.fit(x, y, epochs=2, sample_weight={'a': w, 'b': v})\n"
MADE = "import keras\nm = keras.Model(i, "


@pytest.mark.parametrize("outputs", ["[a, b]", "a", "f(i)"])
def test_weights_of_listed_outputs_by_their_names(outputs: str) -> None:
    check_declined(f"{MADE}{outputs})\n{NAMED}", "TFM198", 3)
    check_declined(f"import keras\ndef train(m):\n    {NAMED}", "TFM198", 3)


@pytest.mark.parametrize(
    "source",
    [
        f"{MADE}{{'a': a, 'b': b}})\n{NAMED}",
        f"{MADE}outputs=dict(a=a, b=b))\n{NAMED}",
        f"{MADE}{{k: v for k, v in zip(names, tensors)}})\n{NAMED}",
        f"import keras\nouts = {{'a': a}}\nm = keras.Model(i, outs)\n{NAMED}",
        f"import keras\nimport keras_hub\ndef train(m):\n    {NAMED}",
    ],
)
def test_weights_of_named_outputs(source: str) -> None:
    check_untouched(source)


OLD = "import numpy as np\nfrom keras.layers.core import Dense\nfrom keras.models import Sequential\nm = Sequential()\n"
NEW = OLD.replace(".core", "")


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("m.fit(x, y, class_weight='balanced')\n", "m.fit(x, y)\n"),
        ("m.fit(x, y, class_weight=[1.0, 9], epochs=3)\n", "m.fit(x, y, epochs=3)\n"),
        ("w = np.array([1.0, 9.0])\nm.fit(x, y, class_weight=w)\n", "w = np.array([1.0, 9.0])\nm.fit(x, y)\n"),
        ("m.train_on_batch(x, y, class_weight=(1.0, 9.0))\n", "m.train_on_batch(x, y)\n"),
        (
            "w = 'auto' if z else None\nm.fit(x, y, epochs=2, class_weight=w)\n",
            "w = 'auto' if z else None\nm.fit(x, y, epochs=2)\n",
        ),
    ],
)
def test_weights_that_weighed_nothing(legacy: str, modern: str) -> None:
    check_upgraded(OLD + legacy, NEW + modern)


@pytest.mark.parametrize(
    "line",
    [
        "m.fit(x, [y, z], class_weight=[{0: 1.0}, {0: 2.0}])\n",
        "m.fit(x, y, class_weight=[a, b])\n",
        "m.fit(x, y, class_weight=[1.0 / n for n in counts])\n",
    ],
)
def test_lists_of_which_nothing_is_known(line: str) -> None:
    assert check_declined(NEW + line, "TFM198", 5).symbol.endswith("fit(class_weight=)")


@pytest.mark.parametrize(
    "line",
    ["m.fit(x, y, class_weight={0: 1.0, 1: 9.0})\n", "m.fit(x, y, class_weight=dict(enumerate(np.ones(3))))\n"],
)
def test_dictionaries_of_weights(line: str) -> None:
    check_untouched(NEW + line)


ON_SHIMS = """from compat import keras
from compat.keras.layers import Conv2D, Dense, Dropout, Layer, add
m = keras.models.Sequential()
"""


@pytest.mark.parametrize(
    "line",
    [
        "m.add(Dense(3, name='a/b'))",
        "m.add(Conv2D(3, 3, name='a/b'))",
        "m.add(keras.layers.LSTM(3, name='a/b'))",
        "y = add([x, x], name='a/b')",
        "k = keras.models.Model(i, o, name='a/b')",
        "m.load_weights('a.weights.h5', by_name=True)",
        "m.compile('sgd', 'mse', metrics=['ce'])",
        "m.add(Dropout(1.5))",
    ],
)
def test_what_the_shims_hand_on(line: str) -> None:
    """The shims do not keep what Keras 3 refuses of these; the name is looked up, so that it stays."""
    check_declined(f"{ON_SHIMS}{line}\nprint(m.get_layer(given))\n", "TFM198", 4, to="compat")


@pytest.mark.parametrize(
    "line",
    [
        "m.add(Dense(3, kernel_initializer='constant', bias_regularizer='l1_l2'))",
        "m.add(Dense(3, kernel_constraint='maxnorm'))",
        "m.compile('sgd', 'cosine_proximity')",
        "m.save_weights('a.h5')",
        "m.load_weights('a.h5', by_name=True)",
    ],
)
def test_what_the_shims_take(line: str) -> None:
    check_untouched(f"{ON_SHIMS}{line}\n", to="compat")
