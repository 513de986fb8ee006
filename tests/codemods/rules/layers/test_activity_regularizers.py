"""Reports of activity regularizers of standalone Keras 2."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Finding, Settings, Upgraded

HEAD = "import keras\nfrom keras.layers.core import Dense\n"


def told(source: str, origin: str = "", to: str = "native") -> Upgraded:
    result = upgrade(source.encode(), Settings(to=to, origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    return result


def findings(result: Upgraded) -> list[Finding]:
    return [each for each in result.findings if each.code == "TFM109"]


@pytest.mark.parametrize("origin", ["", "keras==2.2.4", "keras==2.3.1"])
@pytest.mark.parametrize(
    "code",
    [
        "layer = Dense(2, activity_regularizer=keras.regularizers.l1(1e-5))",
        "layer = keras.layers.Conv2D(2, 3, activity_regularizer='l2')",
        "layer = keras.layers.ActivityRegularization(l1=0.1)",
    ],
)
def test_reported(code: str, origin: str) -> None:
    found = findings(told(f"{HEAD}{code}\n", origin))
    assert [each.line for each in found] == [3]
    assert "batch" in found[0].message


@pytest.mark.parametrize(
    "code",
    [
        "SimpleRNN(2, activity_regularizer='l2')",
        "TimeDistributed(tf.keras.layers.Dense(2, activity_regularizer='l2'))",
        "TimeDistributed(layer=tf.keras.layers.Conv2D(2, 3, activity_regularizer='l2'))",
    ],
)
@pytest.mark.parametrize("origin", ["tensorflow==1.15", "tensorflow==2.15", ""])
def test_left_out_by_keras_3(code: str, origin: str) -> None:
    found = findings(told(f"import tensorflow as tf\nlayer = tf.keras.layers.{code}\n", origin))
    assert [each.line for each in found] == [2]
    assert "out of the loss" in found[0].message


OWN = "from tensorflow.keras.layers import Layer\nclass Own(Layer):\n    def {}(self, x):\n        {}\n"


def test_own_layers() -> None:
    own = "from keras.layers import Dense, Layer\nclass Own(Layer):\n    pass\nlayer = Own({})\n"
    found = findings(told(own.format("activity_regularizer='l2'"), "keras==2.3"))
    assert [each.line for each in found] == [4]
    assert not findings(told(own.format("activity_regularizer=None"), "keras==2.3"))
    assert not findings(told(own.replace("(Layer)", "").format("activity_regularizer='l2'"), "keras==2.3"))


def test_losses_of_build() -> None:
    found = findings(told(OWN.format("build", "self.add_loss(self.penalty)")))
    assert [each.line for each in found] == [4]
    for method, line in (("call", "self.add_loss(self.penalty)"), ("build", "self.model.add_loss(x)")):
        assert not findings(told(OWN.format(method, line)))


def test_asked_for_the_release() -> None:
    result = told("import keras\nlayer = keras.layers.Dense(2, activity_regularizer='l2')\n")
    assert [each.severity for each in findings(result)] == ["doubt"]
    handed_on = told("import keras\nlayer = keras.layers.Dense(2, activity_regularizer=activity_regularizer)\n")
    assert not findings(handed_on)
    assert [each.line for each in handed_on.notes if each.code == "TFM109"] == [2]


@pytest.mark.parametrize(
    ("source", "origin"),
    [
        (f"{HEAD}layer = Dense(2, kernel_regularizer='l2')\n", ""),
        (f"{HEAD}layer = Dense(2, activity_regularizer=None)\n", ""),
        (f"{HEAD}def own(activity_regularizer): pass\nown(activity_regularizer='l2')\n", ""),
        ("import tensorflow as tf\nlayer = tf.keras.layers.Dense(2, activity_regularizer='l2')\n", "tensorflow==1.15"),
        ("import tensorflow as tf\nlayer = tf.keras.layers.Dense(2, activity_regularizer='l2')\n", ""),
        ("import tensorflow as tf\nlayer = tf.keras.layers.TimeDistributed(tf.keras.layers.Dense(2))\n", ""),
        ("import tensorflow as tf\nlayer = tf.keras.layers.SimpleRNN(2)\n", ""),
        ("import keras\nlayer = keras.layers.Dense(2, activity_regularizer='l2')\n", "keras==3.3"),
        ("import keras\nlayer = keras.layers.Dense(2, activity_regularizer='l2')\n", "keras==2.15"),
    ],
)
def test_left_alone(source: str, origin: str) -> None:
    result = told(source, origin)
    assert not [each for each in (*result.findings, *result.notes) if each.code == "TFM109"]


def test_functions_that_are_added() -> None:
    for method in ("__init__", "build", "call"):
        found = findings(told(OWN.format(method, "self.add_loss(lambda: self.penalty)")))
        assert [(each.line, each.severity) for each in found] == [(4, "stops")]


def test_losses_of_build_on_the_shims() -> None:
    source = OWN.format("build", "self.add_loss(self.penalty)")
    result = upgrade(source.encode(), Settings("compat", origin=parse_origin("keras==2.3")))
    assert isinstance(result, Upgraded)
    assert [each.line for each in findings(result)] == [4]
