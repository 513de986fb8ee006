"""A `build` of one's own in a functional model, which Keras 2 did not call, has another name in Keras 3."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = """import numpy as np
import tensorflow as tf
from tensorflow.keras import Input, Model, Sequential
from tensorflow.keras.layers import Dense
"""
STARTED = """class Net(Model):
    def __init__(self, n):
        inputs = Input((4,))
        super().__init__(inputs, Dense(n)(inputs))
    def build(self, rate):
        self.compile(tf.keras.optimizers.SGD(rate), "mse")
{}"""
BEFORE = """class Net(Model):
    def __init__(self, n):
        inputs = Input((4,))
        super(Net, self).__init__(inputs=inputs, outputs=self.build(inputs, n))
    def build(self, inputs, n):
        return Dense(n)(inputs)
"""
PLAIN = """class Net(Model):
    def __init__(self, n):
        inputs, outputs = self.build(n)
        Model.__init__(self, inputs, outputs)
    def build(self, n):
        inputs = Input((4,))
        return inputs, Dense(n)(inputs)
"""


@pytest.mark.parametrize(
    "code",
    [
        BEFORE,
        PLAIN,
        STARTED.format("net = Net(3)\nnet.build(0.1)\n"),
        STARTED.format("    def train(self):\n        self.build(0.1)\nNet(3).train()\n"),
        STARTED.format("Net(3).build(0.1)\nother = Sequential([Dense(3)])\n"),
    ],
)
@pytest.mark.parametrize("to", ["native", "compat"])
def test_renamed(code: str, to: str) -> None:
    if to == "native":
        check_upgraded(HEAD + code, (HEAD + code).replace("build(", "build_model("))
    else:
        result = upgrade((HEAD + code).encode(), Settings(to))
        assert isinstance(result, Upgraded)
        assert b".build(" not in result.after
        assert b"def build_model(" in result.after


def test_another_build_stays() -> None:
    other = "other = Sequential([Dense(3)])\nother.build((None, 4))\n"
    check_upgraded(HEAD + BEFORE + other, HEAD + BEFORE.replace("build(", "build_model(") + other)


@pytest.mark.parametrize(
    "code",
    [
        STARTED.format("class Below(Net):\n    pass\n"),
        STARTED.format("def made(net):\n    net.build(0.1)\n"),
        STARTED.format("").replace("        self.compile", "        super().build(rate)\n        self.compile"),
    ],
)
def test_reported(code: str) -> None:
    check_declined(HEAD + code, "TFM453", 9)


@pytest.mark.parametrize(
    "code",
    [
        STARTED.format("").replace("inputs, Dense(n)(inputs)", ""),
        STARTED.format("")
        .replace("(Model)", "(Sequential)")
        .replace("inputs, Dense(n)(inputs)", "[Dense(n)], name='net'"),
        STARTED.format("").replace("(Model)", "(tf.Module)"),
        STARTED.format("").replace("(Model)", ""),
        STARTED.format("").replace("build", "make"),
        STARTED.format("").replace('self.compile(tf.keras.optimizers.SGD(rate), "mse")', "super().build(rate)"),
        STARTED.format("").replace('self.compile(tf.keras.optimizers.SGD(rate), "mse")', "self.built = True"),
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(HEAD + code)


def test_code_for_keras_3() -> None:
    check_untouched("from keras import ops\nx = ops.ones(3)\n" + HEAD + STARTED.format(""))


def test_called_by_another_module(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "net.py").write_text(HEAD + STARTED.format(""))
    (tmp_path / "main.py").write_text("from net import Net\nnet = Net(3)\nnet.build(0.1)\n")
    result = upgrade((HEAD + STARTED.format("")).encode(), Settings(), project=project_of(tmp_path / "net.py"))
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.findings if each.code == "TFM453"] == [9]


@pytest.mark.tensorflow
@pytest.mark.parametrize("code", [BEFORE, PLAIN, STARTED.format("net = Net(3)\nnet.build(0.1)\n")])
def test_weights(code: str) -> None:
    """The legacy releases run the code as it stands, the modern one runs the result."""
    tf = pytest.importorskip("tensorflow")
    is_modern = tuple(map(int, tf.__version__.split(".")[:2])) >= (2, 16)
    result = upgrade((HEAD + code).encode())
    assert isinstance(result, Upgraded)
    names: dict[str, object] = {}
    exec(result.after if is_modern else HEAD + code, names)
    net = names.get("net") or names["Net"](3)  # type: ignore[operator]
    assert [each.shape for each in net.get_weights()] == [(4, 3), (3,)]  # type: ignore[attr-defined]
