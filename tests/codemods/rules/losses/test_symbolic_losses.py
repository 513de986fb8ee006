"""Losses that are tensors of a functional model."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_sound, check_untouched

HEAD = "import keras\ni = keras.Input((3,))\nx = keras.layers.Dense(3)(i)\nm = keras.Model(i, x)\n"
KEPT = f"{HEAD}kept = m\n"
"""Another name keeps the model, so that TFM167 and TFM373 cannot bind it anew."""


@pytest.mark.parametrize("loss", ["x", "x - i", "keras.ops.mean(x)", "0.5 * keras.ops.sum(x - i, axis=-1)"])
def test_reported(loss: str) -> None:
    check_declined(f"{KEPT}m.add_loss({loss})\n", "TFM236", 6)


@pytest.mark.parametrize(
    "loss",
    [
        "loss = keras.losses.mean_squared_error(i, x)\nloss *= 3\n",
        "loss = 1 + x - i\nloss = keras.ops.sum(loss, axis=-1)\nloss *= -0.5\n",
    ],
)
def test_computed_in_steps(loss: str) -> None:
    check_declined(f"{KEPT}{loss}m.add_loss(loss)\n", "TFM236", 6 + loss.count("\n"))


OWN = """
class Net:
    def __init__(self):
        self.boxes = keras.Input((2,))
        self.model = keras.Model([i, self.boxes], x)
        self.weight = 2.0
    def loss(self, y, p):
        return {}
    def start(self):
        self.model.compile("sgd", loss={})
"""


@pytest.mark.parametrize("given", ["self.loss", "[self.loss]", "{'a': self.loss}"])
def test_tensors_that_an_object_has(given: str) -> None:
    finding = check_declined(HEAD + OWN.format("y - p + self.boxes", given), "TFM236", 12)
    assert "self.boxes is a tensor of a functional model" in finding.message


def test_a_metric_that_reads_a_tensor_of_an_object() -> None:
    result = check_sound(HEAD + OWN.format("y - p + self.boxes", "'mse', metrics=[self.loss]"))
    assert "TFM236" in {each.code for each in result.findings}


OF_A_METHOD = """
class Critic:
    def __init__(self):
        x, old = keras.Input((2,)), keras.Input((1,))
        self.model = keras.Model([x, old], keras.layers.Dense(1)(x))
        self.model.compile("sgd", loss=[self.made({})])

    def made(self, values):
        def loss(y, p):
            return keras.ops.maximum(y - p, values)
        return loss
"""


def test_a_loss_that_a_method_makes() -> None:
    finding = check_declined(HEAD + OF_A_METHOD.format("old"), "TFM236", 14)
    assert "values is a tensor of a functional model" in finding.message
    result = check_sound(HEAD + OF_A_METHOD.format("0.2"))
    assert not [each for each in result.findings if each.code == "TFM236"]


@pytest.mark.parametrize(
    ("loss", "given"),
    [
        ("(y - p) * self.weight", "self.loss"),
        ("(y - p) * keras.backend.int_shape(self.boxes)[1]", "self.loss"),
        ("(y - p) * self.boxes.shape[1]", "self.loss"),
        ("y - p + self.boxes", "self.other"),
        ("y - p + other.boxes", "self.loss"),
    ],
)
def test_methods_that_read_no_tensor(loss: str, given: str) -> None:
    result = check_sound(HEAD + OWN.format(loss, given))
    assert not [each for each in result.findings if each.code == "TFM236"]


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("def vae(y, p):\n    return keras.ops.mean(y - p) + keras.ops.mean(x)\nm.compile('sgd', vae)\n", 6),
        ("def vae(y, p):\n    kl = x - 1\n    return y - p + kl\nm.compile('sgd', loss=[vae])\n", 6),
        (
            "def of(code):\n    def vae(y, p):\n        return y - p + code\n    return vae\nm.compile('sgd', loss=of(x))\n",
            7,
        ),
        ("def of(code):\n    return lambda y, p: y - p + code\nm.compile('sgd', loss={'a': of(x)})\n", 6),
        ("m.compile('sgd', 'mse', metrics=[lambda y, p: keras.ops.mean(x)])\n", 5),
        ("vae = lambda y, p: y - p + x\nm.compile('sgd', loss=vae)\n", 5),
    ],
)
def test_functions_that_read_tensors_of_the_model(code: str, line: int) -> None:
    check_declined(KEPT + code, "TFM236", line + 1)


@pytest.mark.parametrize(
    "code",
    [
        "def own(y, p):\n    x = y - p\n    return keras.ops.mean(x)\nm.compile('sgd', own)\n",
        "def own(x, i):\n    return x - i\nm.compile('sgd', own)\n",
        "def own(y, p):\n    return keras.ops.sum(y - p, axis=scale)\nm.compile('sgd', own)\n",
        "def of(weight):\n    def own(y, p):\n        return weight * (y - p)\n    return own\nm.compile('sgd', loss=of(2.0))\n",
        "def unused(y, p):\n    return y - p + x\nm.compile('sgd', 'mse')\n",
        "m.compile('sgd', 'mse', metrics=[lambda y, p, x=1: y.x * x])\n",
    ],
)
def test_functions_of_their_own(code: str) -> None:
    check_untouched(HEAD + code)


def test_after_its_functions_were_rewritten() -> None:
    source = f"import tensorflow as tf\nfrom tensorflow {KEPT}m.add_loss(tf.reduce_mean(x))\n"
    result = check_sound(source)
    assert b"m.add_loss(keras.ops.mean(x))" in result.after
    assert [each.code for each in result.findings] == ["TFM236"]


@pytest.mark.parametrize(
    "code",
    [
        "class Own(keras.layers.Layer):\n    def call(self, x):\n        self.add_loss(keras.ops.mean(x))\n        return x\n",
        f"{HEAD}m.add_loss(regularizer)\n",
        f"{HEAD}m.add_loss(lambda: 1.0)\n",
        f"{HEAD}m.add_metric_of_mine(x)\n",
        "def add(model, x):\n    model.add_loss(x)\n",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(code if code.startswith("import") else f"import keras\n{code}")


SHIMS = """from compat.keras.layers import Dense, Input
from compat.keras.models import Model
from compat.keras import backend as K
i = Input((3,))
x = Dense(3)(i)
m = Model(i, x)
"""


def test_sequential_of_the_shims() -> None:
    sequential = "from compat.keras.models import Sequential\ns = Sequential([Dense(3, input_shape=(3,))])\n"
    check_declined(f"{SHIMS}{sequential}s.add_loss(K.mean(x))\n", "TFM236", 9, to="compat")


@pytest.mark.parametrize("loss", ["x", "K.mean(x)", "K.mean(K.binary_crossentropy(i, x))"])
def test_functional_models_of_the_shims(loss: str) -> None:
    check_untouched(f"{SHIMS}m.add_loss({loss})\n", to="compat")


@pytest.mark.parametrize("use", ["m.add_loss(0.5)", "m.add_loss(loss)", "other.add_loss(x)", "K.mean(x)"])
def test_left_alone_on_the_shims(use: str) -> None:
    check_untouched(f"{SHIMS}{use}\n", to="compat")


# --- functions of other modules that make a loss of a tensor

LOSSES = """
def reading(tensor, scale=1):
    def loss(y, p):
        return scale * (y - p + tensor)
    return loss


def static(tensor, scale=1):
    size = tensor.shape[1]
    def loss(y, p):
        return (y - p) / size
    return loss


def weighted(weights):
    return lambda y, p: weights * (y - p)
"""


@pytest.mark.parametrize(
    ("given", "is_found"),
    [
        ("loss=losses.reading(x)", True),
        ("loss=[losses.reading(tensor=x, scale=2)]", True),
        ("loss='mse', metrics=[losses.reading(i)]", True),
        ("loss=losses.weighted(x)", True),
        ("loss=losses.static(x)", False),
        ("loss=losses.reading(3)", False),
        ("loss=losses.weighted([1, 2])", False),
        ("loss=losses.reading(3, x)", True),
        ("loss=other.reading(x)", False),
    ],
)
def test_made_by_another_module(tmp_path: Path, given: str, is_found: bool) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "losses.py").write_text(LOSSES)
    path = tmp_path / "train.py"
    path.write_text(f"import losses, other\n{HEAD}m.compile('sgd', {given})\nm.fit(a, b)\n")
    result = upgrade(path.read_bytes(), project=project_of(path))
    assert isinstance(result, Upgraded)
    assert ("TFM236" in [each.code for each in result.findings]) is is_found


PARTIAL = """import functools

def loss(y, p, weight):
    return weight * (y - p)

m.compile("sgd", loss=functools.partial(loss, weight={}))
"""


def test_a_tensor_that_a_partial_binds() -> None:
    finding = check_declined(KEPT + PARTIAL.format("i"), "TFM236", 11)
    assert "i is a tensor of a functional model" in finding.message


def test_a_number_that_a_partial_binds() -> None:
    check_untouched(KEPT + PARTIAL.format("0.5"))
