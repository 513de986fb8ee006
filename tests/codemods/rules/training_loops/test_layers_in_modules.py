"""Layers of Keras in a `tf.Module`, whose variables it does not see."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = """import tensorflow as tf

class Net(tf.Module):
    def __init__(self):
        super(Net, self).__init__()
        self.w = tf.Variable(1.0)
        self.dense = {}

    def __call__(self, x):
        return self.dense(x)
"""
DENSE = HEAD.format("tf.keras.layers.Dense(1)")
READ = "\nnet = Net()\ngradients = tape.gradient(loss, net.trainable_variables)\n"
NET = """
class Trained(tf.keras.Model):
    def train(self, tape, loss):
        return tape.gradient(loss, self.trainable_variables)
"""


def lines(code: str, to: str = "native", origin: str | None = None) -> list[int]:
    settings = Settings(to, origin=parse_origin(origin) if origin else None, select=("TFM327",))
    result = upgrade(code.encode(), settings)
    assert isinstance(result, Upgraded)
    return [each.line for each in result.findings if each.code == "TFM327"]


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    "code",
    [
        DENSE + READ,
        DENSE + READ + READ,
        DENSE + READ.replace("trainable_variables", "variables"),
        DENSE + "\n    def train(self, tape):\n        return tape.gradient(self.loss, self.trainable_variables)\n",
        DENSE + "\nclass Deeper(Net):\n    pass\n" + READ.replace("Net", "Deeper"),
        HEAD.format("[tf.keras.layers.Dense(1)]") + READ,
        HEAD.format("tf.keras.Sequential([tf.keras.layers.Dense(1)])") + READ,
        HEAD.format("Own()") + "\nclass Own(tf.keras.layers.Layer):\n    pass\n" + READ,
        DENSE + "\ndef train(net, tape, loss):\n    return tape.gradient(loss, net.trainable_variables)\n\n"
        "train(Net(), tape, loss)\n",
        DENSE + "\nclass Trainer:\n    def __init__(self):\n        self.net = Net()\n\n"
        "    def train(self, tape):\n        return tape.gradient(self.loss, self.net.trainable_variables)\n",
    ],
)
def test_reported(code: str, to: str) -> None:
    assert lines(code, to) == [7]


def test_module_in_a_module_reported() -> None:
    outer = "\nclass Outer(tf.Module):\n    def __init__(self):\n        self.net = Net()\n\nouter = Outer()\n"
    assert lines(DENSE + outer + "print(outer.variables)\n") == [14]


@pytest.mark.parametrize(
    "code",
    [
        DENSE,
        DENSE + "\ntf.saved_model.save(Net(), path)\n",
        DENSE + "\nprint(Net().dense.trainable_variables)\n",
        DENSE + "\nprint(Net().submodules)\n",
        HEAD.format("tf.Variable(2.0)") + READ,
        HEAD.format("None") + READ,
        HEAD.format("tf.keras.optimizers.Adam()") + READ,
        HEAD.format("given") + READ,
        HEAD.format("tf.keras.activations.get('relu')") + READ,
        DENSE.replace("tf.Module", "tf.keras.Model") + READ,
        DENSE.replace("tf.Module", "object") + READ,
        DENSE
        + "\n    @property\n    def trainable_variables(self):\n        return self.dense.trainable_variables\n"
        + READ,
        DENSE + NET + "\nnet = Trained()\nprint(net.trainable_variables)\ntf.saved_model.save(Net(), path)\n",
        DENSE + "\nmodel = tf.keras.models.load_model(path)\ndef train(model, tape, loss):\n"
        "    return tape.gradient(loss, model.trainable_variables)\ntf.saved_model.save(Net(), path)\n",
        DENSE + "\ndef train(model, tape, loss):\n    return tape.gradient(loss, model.trainable_variables)\n",
        DENSE + "\nnet = Net()\nnet.variables = []\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert lines(code) == []


def test_code_for_keras_3_left_alone() -> None:
    assert lines(DENSE + READ, origin="tensorflow==2.18") == []
    assert lines("from keras import ops\n" + DENSE + READ) == []


def test_class_of_another_module(tmp_path: Path) -> None:
    (tmp_path / "nets.py").write_text(DENSE)
    code = "import tensorflow as tf\nfrom nets import Net\n" + READ
    (tmp_path / "main.py").write_text(code)
    result = upgrade(code.encode(), Settings(select=("TFM327",)), project_of(tmp_path / "main.py"))
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.findings] == [5]
