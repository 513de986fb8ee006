"""Iterators of images go on in the next epoch; other sequences with other lengths are reported."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = """\
from keras.models import Sequential
from tensorflow.keras.preprocessing.image import ImageDataGenerator
m = Sequential()
images = ImageDataGenerator().flow(x, y)
"""
OWN = """\
from keras.models import Sequential
from keras.utils import Sequence
m = Sequential()
class Data(Sequence):
    def __len__(self): return 3
data = Data()
"""


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("m.fit(images, steps_per_epoch=n)", "m.fit((batch for batch in images), steps_per_epoch=n)"),
        (
            "m.fit_generator(images, len(x) // 32, workers=4)",
            "m.fit((batch for batch in images), steps_per_epoch=len(x) // 32)",
        ),
        (
            "m.fit(x, y, validation_data=images, validation_steps=3)",
            "m.fit(x, y, validation_data=(batch for batch in images), validation_steps=3)",
        ),
        (
            "ordered = ImageDataGenerator().flow(x, shuffle=False)\nm.fit(ordered, steps_per_epoch=n, shuffle=False)",
            (
                "ordered = ImageDataGenerator().flow(x, shuffle=False)\n"
                "m.fit((batch for batch in ordered), steps_per_epoch=n, shuffle=False)"
            ),
        ),
    ],
)
def test_goes_on(legacy: str, modern: str) -> None:
    check_upgraded(f"{HEAD}{legacy}\n", f"{HEAD}{modern}\n")


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (OWN + "m.fit(data, steps_per_epoch=n, epochs=2)\n", 7),
        (HEAD + "m.fit(images, steps_per_epoch=n, epochs=2, class_weight={0: 1})\n", 5),
        (
            HEAD
            + "ordered = ImageDataGenerator().flow(x, shuffle=False)\nm.fit(ordered, steps_per_epoch=n, epochs=2)\n",
            6,
        ),
    ],
)
def test_reported(source: str, line: int) -> None:
    assert "ends an epoch" in check_declined(source, "TFM137", line).message


@pytest.mark.parametrize(
    "source",
    [
        HEAD + "m.fit(images, epochs=2)\n",
        HEAD + "m.fit(images, steps_per_epoch=None)\n",
        HEAD + "m.fit(images, steps_per_epoch=len(images), epochs=2)\n",
        HEAD + "m.evaluate(images, steps=3)\n",
        HEAD + "m.fit((batch for batch in images), steps_per_epoch=n)\n",
        OWN + "m.fit(data, steps_per_epoch=n)\n",
        OWN + "m.fit(data, steps_per_epoch=n, epochs=1)\n",
        OWN + "m.fit(x, y, epochs=2)\n",
        "import keras\ndef f(m, data): m.fit(data, steps_per_epoch=3, epochs=2)\n",
        f"import keras_hub\n{OWN}m.fit(data, epochs=2, steps_per_epoch=1)\n",
        f"import os\nos.environ['KERAS_BACKEND'] = 'torch'\n{HEAD}m.fit(images, steps_per_epoch=n)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


GIVEN = """\
from keras.models import Sequential
from keras.utils import Sequence
m = Sequential()
class Data(Sequence):
    def __init__(self, x, steps=None):
        if steps is None:
            self.steps = len(x)
        else:
            self.steps = int(steps)
    def __len__(self):
        return self.steps
"""
PLAIN = GIVEN.replace("if steps is None:\n            self.steps = len(x)\n        else:\n    ", "if x:\n    ")


@pytest.mark.parametrize(
    "source",
    [
        f"{GIVEN}data = Data(x, n)\nm.fit(data, steps_per_epoch=n, epochs=2)\n",
        f"{GIVEN}data = Data(x, 7)\nm.fit(data, steps_per_epoch=7, epochs=2)\n",
        f"{GIVEN}m.fit(Data(x, len(x) // 8), steps_per_epoch=len(x) // 8, epochs=2)\n",
        f"{PLAIN}data = Data(x, n)\nm.fit(data, steps_per_epoch=n, epochs=2)\n",
        f"{GIVEN}data = Data(x, n)\nm.fit(x, y, validation_data=data, validation_steps=n, epochs=2)\n",
        f"{OWN}m.fit(data, steps_per_epoch=3, epochs=2)\n",
    ],
)
def test_steps_that_the_sequence_was_given(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    "source",
    [
        f"{GIVEN}data = Data(x)\nm.fit(data, steps_per_epoch=n, epochs=2)\n",
        f"{GIVEN}data = Data(x, None)\nm.fit(data, steps_per_epoch=n, epochs=2)\n",
        f"{GIVEN}data = Data(x, k)\nm.fit(data, steps_per_epoch=n, epochs=2)\n",
        f"{GIVEN}n = 3\ndata = Data(x, n)\nn = 4\nm.fit(data, steps_per_epoch=n, epochs=2)\n",
        f"{GIVEN}    def cut(self): self.steps = 1\ndata = Data(x, n)\nm.fit(data, steps_per_epoch=n, epochs=2)\n",
        f"{GIVEN}data = Data(n, k)\nm.fit(data, steps_per_epoch=n, epochs=2)\n",
        f"{OWN}m.fit(data, steps_per_epoch=4, epochs=2)\n",
    ],
)
def test_steps_that_it_was_not_given(source: str) -> None:
    check_declined(source, "TFM137", source[: source.index("m.fit(")].count("\n") + 1)


TF_KERAS = HEAD.replace("from keras.models", "from tensorflow.keras.models")
ORDERED = "ordered = ImageDataGenerator().flow(x, shuffle=False)\nm.fit(ordered, steps_per_epoch=n, epochs=3, shuffle=False)\n"


def test_validations_of_tf_keras_begin_anew() -> None:
    check_untouched(TF_KERAS + "m.fit(x, y, validation_data=images, validation_steps=3)\n")


DRAWN = "m.fit(x, y, epochs=3, validation_data=images, validation_steps=3)\n"


def _notes(source: str) -> list[str]:
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert result.after == source.encode()
    assert not result.findings
    return [each.code for each in result.notes if "draws its images anew" in each.message]


def test_a_validation_on_shuffled_images_draws_anew() -> None:
    assert _notes(HEAD + DRAWN) == ["TFM137"]
    assert _notes(HEAD.replace("flow(x, y)", "flow_from_directory('d')") + DRAWN) == ["TFM137"]


@pytest.mark.parametrize(
    "source",
    [
        HEAD.replace("flow(x, y)", "flow(x, y, seed=1)") + DRAWN,
        HEAD.replace("flow(x, y)", "flow(x, y, shuffle=False)") + DRAWN,
        "import numpy as np\nnp.random.seed(1)\n" + HEAD + DRAWN,
    ],
)
def test_a_validation_whose_images_are_known_goes_on(source: str) -> None:
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert b"validation_data=(batch for batch in images)" in result.after
    assert "TFM326" in [each.code for each in result.findings]


@pytest.mark.tensorflow
def test_batches_of_a_validation_are_drawn_anew() -> None:
    """Three batches of each validation are of other images, and a validation ends where these do."""
    tf = pytest.importorskip("tensorflow")
    np = pytest.importorskip("numpy")
    if tf.__version__ < "2.16":
        pytest.skip("Keras 3")
    layers = [tf.keras.layers.Flatten(), tf.keras.layers.Dense(1, kernel_initializer="zeros")]
    model = tf.keras.Sequential(layers)
    model.compile(tf.keras.optimizers.SGD(0.0), "mse")
    x, y = np.zeros((40, 2, 2, 1)), np.arange(40.0)
    images = tf.keras.preprocessing.image.ImageDataGenerator().flow(x, y, batch_size=4)
    drawn = model.fit(x, y, epochs=5, validation_data=images, validation_steps=3, verbose=0).history["val_loss"]
    assert len(set(drawn)) > 1
    whole = model.fit(x, y, epochs=2, validation_data=images, validation_steps=25, verbose=0).history["val_loss"]
    assert whole == pytest.approx([np.mean(y**2)] * 2)


def test_epochs_of_tensorflow_2_begin_anew() -> None:
    check_declined(TF_KERAS + ORDERED, "TFM137", 6)
    settings = Settings(origin=parse_origin("tensorflow==1.15"), select=("TFM137",))
    result = upgrade((TF_KERAS + ORDERED).encode(), settings)
    assert isinstance(result, Upgraded)
    assert b"m.fit((batch for batch in ordered)" in result.after


@pytest.mark.tensorflow
def test_a_validation_begins_anew() -> None:
    """The losses of `tf.keras` in TensorFlow 1.15.5, 2.3.4 and 2.10.1; Keras 2.3.1 had 6.5, 42.5, 0.5, 20.5."""
    tf = pytest.importorskip("tensorflow")
    np = pytest.importorskip("numpy")
    layers = [tf.keras.layers.Flatten(), tf.keras.layers.Dense(1, kernel_initializer="zeros")]
    model = tf.keras.Sequential(layers)
    model.compile(tf.keras.optimizers.SGD(0.0), "mse")
    x, y = np.zeros((10, 2, 2, 1)), np.arange(10.0)
    images = tf.keras.preprocessing.image.ImageDataGenerator()
    rows = [images.flow(x, y, batch_size=2, shuffle=False) for _ in range(2)]
    found = model.fit(rows[0], epochs=4, validation_data=rows[1], validation_steps=2, verbose=0).history["val_loss"]
    assert found == [3.5] * 4


COUNTED = """\
import numpy as np
from keras.utils import Sequence
from config import rows
class Data(Sequence):
    def __init__(self, x, y=None, size=8, *, shuffle=True):
        'Keeps both.'
        self.x, self.shuffle = x, shuffle
        self.size = size
        self.y = y
    def __len__(self):
        'The batches of an epoch.'
        return LENGTH
class Rows(Data):
    pass
"""
FITTED = """\
import math
import numpy as np
from keras.models import Sequential
from batches import Data, Rows
from config import rows, other
m = Sequential()
x = load()
"""
HALF = "int(np.floor(len(self.x) / self.size))"
ALL = "int(np.ceil(len(self.x) / float(self.size)))"


def counted(tmp_path: Path, length: str, code: str) -> list[str]:
    (tmp_path / ".git").mkdir()
    (tmp_path / "batches.py").write_text(COUNTED.replace("LENGTH", length))
    (tmp_path / "config.py").write_text("rows = 4\nother = 5\n")
    main = tmp_path / "main.py"
    main.write_text(FITTED + code)
    result = upgrade(main.read_bytes(), Settings(select=("TFM137",)), project_of(main))
    assert isinstance(result, Upgraded)
    return [each.code for each in result.findings]


@pytest.mark.parametrize(
    ("length", "code"),
    [
        (HALF, "m.fit(Data(x, None, 8), steps_per_epoch=len(x) // 8, epochs=2)"),
        (HALF, "n = int(len(x) / 8)\ndata = Data(x)\nm.fit(data, steps_per_epoch=n, epochs=2)"),
        (HALF, "data = Rows(x, size=rows)\nm.fit(data, steps_per_epoch=x.shape[0] // rows, epochs=2)"),
        (HALF, "p = {'size': a.rows}\nm.fit(Data(x['t'], **p), steps_per_epoch=int(len(x['t'])//a.rows), epochs=2)"),
        (ALL, "m.fit(Data(x, size=4), steps_per_epoch=math.ceil(len(x) / 4), epochs=2)"),
        ("len(self.x) // rows", "m.fit(Data(x), steps_per_epoch=len(x) // rows, epochs=2)"),
        ("len(self.x)", "data = Data(x)\nm.fit(x, validation_data=data, validation_steps=len(x), epochs=2)"),
    ],
)
def test_steps_that_another_module_counts_alike(tmp_path: Path, length: str, code: str) -> None:
    assert counted(tmp_path, length, f"{code}\n") == []


@pytest.mark.parametrize(
    ("length", "code"),
    [
        (ALL, "m.fit(Data(x, size=4), steps_per_epoch=len(x) // 4, epochs=2)"),
        (HALF, "m.fit(Data(x, size=4), steps_per_epoch=len(x) // 8, epochs=2)"),
        (HALF, "m.fit(Data(x, size=4), steps_per_epoch=len(y) // 4, epochs=2)"),
        (HALF, "data = Data(x, size=4)\nx = x[1:]\nm.fit(data, steps_per_epoch=len(x) // 4, epochs=2)"),
        (HALF, "m.fit(Data(x, **p), steps_per_epoch=len(x) // 8, epochs=2)"),
        ("len(self.x) // rows", "m.fit(Data(x), steps_per_epoch=len(x) // other, epochs=2)"),
        ("len(self.x.pop())", "m.fit(Data(x), steps_per_epoch=len(x), epochs=2)"),
        ("len(self.x) * 2", "m.fit(Data(x), steps_per_epoch=len(x), epochs=2)"),
    ],
)
def test_steps_that_another_module_counts_otherwise(tmp_path: Path, length: str, code: str) -> None:
    assert counted(tmp_path, length, f"{code}\n") == ["TFM137"]


STANDALONE = """\
from keras.layers.core import Dense
from keras.models import Sequential
from keras.preprocessing.image import ImageDataGenerator
m = Sequential()
images = ImageDataGenerator().flow_from_directory(path, batch_size=8)
one = ImageDataGenerator().flow(x, batch_size=1)
"""


@pytest.mark.parametrize(
    "code",
    [
        "m.predict_generator(images, images.samples)",
        "m.predict_generator(images, steps=len(x), verbose=1)",
        "m.evaluate_generator(images, x.shape[0])",
        "n = images.n\nm.predict_generator(images, n)",
    ],
)
def test_rows_that_were_taken_for_batches(code: str) -> None:
    assert codes_of(STANDALONE + code + "\n") == (["TFM137"], [])


@pytest.mark.parametrize(
    "code",
    [
        "m.predict_generator(images, 800)",
        "m.predict_generator(images, steps)",
        "m.evaluate_generator(images, count(images))",
        "m.evaluate_generator(ImageDataGenerator().flow(x, batch_size=rows), len(x))",
    ],
)
def test_steps_that_may_be_more(code: str) -> None:
    assert codes_of(STANDALONE + code + "\n") == ([], ["TFM137"])


@pytest.mark.parametrize(
    "code",
    [
        "m.predict_generator(images)",
        "m.predict_generator(images, 1)",
        "m.evaluate_generator(one, one.samples)",
        "m.predict_generator(images, len(images))",
        "m.predict_generator(images, images.samples // 8)",
        "m.predict_generator(images, images.samples // images.batch_size + 1)",
        "import math\nm.predict_generator(images, math.ceil(images.samples / 8))",
        "n = len(x) // 8\nm.evaluate_generator(images, steps=n)",
        "m.predict_generator((b for b in images), 800)",
        "m.predict(x, steps=800)",
        "other.predict(images, steps=images.samples)",
    ],
)
def test_steps_that_are_not_more(code: str) -> None:
    assert codes_of(STANDALONE + code + "\n") == ([], [])


def codes_of(source: str) -> tuple[list[str], list[str]]:
    """The findings and the notes of TFM137."""
    result = upgrade(source.encode(), Settings(select=("TFM120", "TFM137")))
    assert isinstance(result, Upgraded)
    found = ([each.code for each in some if each.code == "TFM137"] for some in (result.findings, result.notes))
    return next(found), next(found)


@pytest.mark.tensorflow
@pytest.mark.skipif(find_spec("tensorflow") is None, reason="TensorFlow is not installed")
def test_keras_3_ends_where_keras_2_began_again() -> None:
    """Keras 2.2.4 and 2.3.1 predicted (80, 1) for 20 steps over 5 batches of 4, and the advice does."""
    import keras
    import tensorflow as tf

    images = tf.keras.preprocessing.image.ImageDataGenerator()
    x = np.arange(20.0).reshape(20, 1, 1, 1)
    model = keras.Sequential([keras.Input((1, 1, 1)), keras.layers.Flatten(), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    flow = images.flow(x, batch_size=4, shuffle=False)
    assert model.predict(flow, steps=20, verbose=0).shape == (20, 1)
    again = model.predict(((flow[i % len(flow)],) for i in range(20)), steps=20, verbose=0)
    np.testing.assert_allclose(again, np.tile(model.predict(x, verbose=0), (4, 1)), rtol=1e-6)
