"""What `build` computes of weights moves to `call`, or is reported."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "from keras import backend as K\nfrom keras.layers import Layer\n\n\n"
CLASS = (
    "class Own(Layer):\n    def build(self, shape):\n        self.w = self.add_weight(name='w', shape=(3, 4))\n"
    "{built}        self.built = True\n\n    def call(self, x):\n{moved}        return {result}\n"
)


def done(source: str, origin: str = "keras==2.3.1", to: str = "native") -> Upgraded:
    settings = Settings(to, origin=parse_origin(origin), select=("TFM383",))
    result = upgrade((HEAD + source).encode(), settings)
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize(
    ("lines", "result"),
    [
        ("        self.a = self.w[:, :2]\n", "K.dot(x, self.a)"),
        ("        self.a = self.w * 2.0\n", "K.dot(x, self.a)"),
        ("        self.a = -self.w\n", "K.dot(x, self.a)"),
        ("        self.a = K.clip(self.w, -1.0, 1.0)  # bounded\n", "K.dot(x, self.a)"),
        ("        self.a, self.b = self.w[:, :2], self.w[:, 2:]\n", "K.dot(x, self.a) * K.dot(x, self.b)"),
        ("        self.a = self.w[:, :self.units]\n        self.b = K.exp(self.a)\n", "K.dot(x, self.b)"),
        (
            "        if self.use_bias:\n            self.a = self.w[0]\n        else:\n            self.a = None\n",
            "x + self.a",
        ),
    ],
)
def test_moved(lines: str, result: str) -> None:
    found = done(CLASS.format(built=lines, moved="", result=result))
    assert found.after.decode() == HEAD + CLASS.format(built="", moved=lines, result=result)
    assert not found.findings


def test_behind_the_docstring_and_for_a_method_that_call_runs() -> None:
    source = (
        "class Own(Layer):\n    def build(self, shape):\n        self.w = self.add_weight(name='w', shape=(3,))\n{}"
        '    def call(self, x):\n        """Scale."""\n{}        return self.scaled(x)\n'
        "    def scaled(self, x):\n        return x * self.a\n"
    )
    line = "        self.a = K.abs(self.w)\n"
    assert done(source.format(line, "")).after.decode() == HEAD + source.format("", line)


def test_on_the_shims() -> None:
    source = CLASS.format(built="        self.a = self.w[:, :2]\n", moved="", result="K.dot(x, self.a)")
    result = upgrade((HEAD + source).encode(), Settings("compat", origin=parse_origin("keras==2.3.1")))
    assert isinstance(result, Upgraded)
    assert "TFM383" in {each.code for each in result.changes}


@pytest.mark.parametrize(
    ("lines", "result"),
    [
        ("        half = 2\n        self.a = self.w[:, :half]\n", "K.dot(x, self.a)"),
        ("        self.a = self.w[:, :shape[-1]]\n", "K.dot(x, self.a)"),
        ("        self.a = K.abs(self.w)\n        self.add_loss(K.sum(self.a))\n", "x * self.a"),
    ],
)
def test_reported(lines: str, result: str) -> None:
    found = done(CLASS.format(built=lines, moved="", result=result))
    assert found.after.decode() == HEAD + CLASS.format(built=lines, moved="", result=result)
    assert [each.code for each in found.findings] == ["TFM383"]


def test_a_method_that_call_does_not_run_is_reported() -> None:
    line = "        self.a = K.abs(self.w)\n"
    source = CLASS.format(built=line, moved="", result="x") + "    def norm(self):\n        return K.sum(self.a)\n"
    assert [each.code for each in done(source).findings] == ["TFM383"]


@pytest.mark.parametrize(
    ("lines", "result", "origin"),
    [
        ("        self.a = self.w[:, :2]\n", "x", "keras==2.3.1"),
        ("        self.a = self.w\n", "K.dot(x, self.a)", "keras==2.3.1"),
        ("        self.a = self.w.shape[0]\n", "x * self.a", "keras==2.3.1"),
        ("        self.a = K.int_shape(self.w)\n", "x * self.a[0]", "keras==2.3.1"),
        ("        self.a = len(self.w)\n", "x * self.a", "keras==2.3.1"),
        ("        self.a = K.zeros((2, 2))\n", "x * self.a", "keras==2.3.1"),
        ("        self.a = self.add_weight(name='a', shape=(2,))\n", "x * self.a", "keras==2.3.1"),
        ("        self.a = self.w[:, :2]\n", "K.dot(x, self.a)", "tensorflow==2.21,keras==3.15"),
    ],
)
def test_left_alone(lines: str, result: str, origin: str) -> None:
    source = CLASS.format(built=lines, moved="", result=result)
    found = done(source, origin)
    assert found.after.decode() == HEAD + source
    assert not found.findings


def test_layers_of_tensorflow_2_were_built_once_as_well() -> None:
    source = CLASS.format(built="        self.a = self.w[:, :2]\n", moved="", result="x * self.a")
    head = "import tensorflow as tf\nfrom tensorflow.keras.layers import Layer\n"
    result = upgrade((head + source).encode(), Settings(origin=parse_origin("tensorflow==2.3")))
    assert isinstance(result, Upgraded)
    assert not [each for each in (*result.changes, *result.findings) if each.code == "TFM383"]
