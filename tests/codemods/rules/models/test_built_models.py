"""`model.build(shape)` becomes a call where `tf.keras` made weights and Keras 3 makes none."""

from __future__ import annotations

import ast

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = """
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(3)

    def call(self, inputs, training=None):
        return self.dense(inputs)


class Told(Net):
    def call(self, inputs, training=None):
        return self.dense(inputs)


class Masked(Net):
    def call(self, inputs, mask=None):
        return self.dense(inputs)


class Built(Net):
    def build(self, input_shape):
        self.dense.build(input_shape)


"""
ASKING = HEAD.replace(
    "inputs, training=None):\n        return self.dense(inputs)\n\n\nclass Masked",
    "inputs, training):\n        return self.dense(inputs)\n\n\nclass Masked",
)
LINE = HEAD.count("\n")
TOGETHER = "def show(net):\n    net.build((None, 4))\n\n\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("net = Net()\nnet.build((None, 4))\n", "net = Net()\nnet(tf.keras.Input(batch_shape=(None, 4)))\n"),
        (
            "net = Net()\nnet.build(input_shape=(None, size, 3))\n",
            "net = Net()\nnet(tf.keras.Input(batch_shape=(None, size, 3)))\n",
        ),
        (
            "net = Told()\nnet.build((None, 4))\n",
            "net = Told()\nnet(tf.keras.Input(batch_shape=(None, 4)))\n",
        ),
        ("net = Masked()\nnet.build((None, 4))\n", "net = Masked()\nnet(tf.keras.Input(batch_shape=(None, 4)))\n"),
        (
            "nets = dict(a=Net())\nnets['a'].build((None, 4))\n",
            "nets = dict(a=Net())\nnets['a'](tf.keras.Input(batch_shape=(None, 4)))\n",
        ),
        (
            "nets = dict(a=Net(), b=Net())\nfor net in nets.values():\n    net.build((None, 4))\n",
            "nets = dict(a=Net(), b=Net())\nfor net in nets.values():\n    net(tf.keras.Input(batch_shape=(None, 4)))\n",
        ),
        ("net = Net()\nnet.build([None, 4])\n", "net = Net()\nnet(tf.keras.Input(batch_shape=[None, 4]))\n"),
        (
            "net = Net()\nnet.build([(None, 4), (None, 2)])\n",
            "net = Net()\nnet([tf.keras.Input(batch_shape=each) for each in [(None, 4), (None, 2)]])\n",
        ),
        ("net = Net()\nnet.build(x.shape)\n", "net = Net()\nnet(tf.keras.Input(batch_shape=x.shape))\n"),
        (
            "net = Net()\nnet.build((None,) + x.shape[1:])\n",
            "net = Net()\nnet(tf.keras.Input(batch_shape=(None,) + x.shape[1:]))\n",
        ),
        (
            "shape = (None, 4)\nnet = Net()\nnet.build(shape)\n",
            "shape = (None, 4)\nnet = Net()\nnet(tf.keras.Input(batch_shape=shape))\n",
        ),
        (
            TOGETHER + "show(Net())\nshow(Net())\n",
            TOGETHER.replace("net.build((None, 4))", "net(tf.keras.Input(batch_shape=(None, 4)))")
            + "show(Net())\nshow(Net())\n",
        ),
    ],
)
def test_rewritten(before: str, after: str) -> None:
    check_upgraded(HEAD + before, HEAD + after)


MAPPED = "tf.keras.tree.map_shape_structure(lambda shape: tf.keras.Input(batch_shape=shape), {})"


@pytest.mark.parametrize("shape", ["shape", "[first, second]", "{'a': (None, 4)}", "shapes()"])
def test_one_shape_or_several(shape: str) -> None:
    net = f"{HEAD}net = Net()\nnet"
    check_upgraded(f"{net}.build({shape})\n", f"{net}({MAPPED.format(shape)})\n")


@pytest.mark.parametrize(
    "use", ["", "net = Net()\n", "net = Net((None, 4)), Net(shape)\n", "net = Net((1, 4)), Net([(1, 4), (1, 2)])\n"]
)
def test_one_shape_or_several_inside_of_the_class(use: str) -> None:
    before, after = "super().build(input_shape)", f"self({MAPPED.format('input_shape')})"
    check_upgraded(INSIDE.format(before) + use, INSIDE.format(after) + use)


@pytest.mark.tensorflow
@pytest.mark.parametrize(("shape", "rows"), [("(None, 4)", 4), ("[None, 4]", 4), ("[(None, 4), (None, 2)]", 6)])
@pytest.mark.parametrize("is_inside", [True, False])
def test_the_weights(shape: str, rows: int, *, is_inside: bool) -> None:
    """(4, 3) on TensorFlow 2.3.4 for one shape; no weights today, as it stood."""
    pytest.importorskip("tensorflow")
    line = "super().build(input_shape)" if is_inside else "pass"
    use = "net = Net(shape)\n" if is_inside else "net = Net()\nnet.build(shape)\n"
    source = (
        INSIDE.format(line).replace(
            "return self",
            "return self.joined(inputs)\n\n    def joined(self, inputs):\n        "
            "inputs = tf.concat(inputs, -1) if isinstance(inputs, list) else inputs\n        return self",
        )
        + use
    )
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    found: dict[str, object] = {"shape": ast.literal_eval(shape)}
    exec(result.after, found)
    assert [each.shape for each in found["net"].get_weights()] == [(rows, 3), (3,)]  # type: ignore[attr-defined]


INSIDE = """
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self, input_shape=None, count=2):
        super().__init__()
        self.dense = tf.keras.layers.Dense(3)
        {}

    def call(self, inputs):
        return self.dense(inputs)


"""
CALLED = "self(tf.keras.Input(batch_shape={}))"


@pytest.mark.parametrize(
    ("before", "shape", "use"),
    [
        ("super().build((None, 4))", "(None, 4)", "net = Net()\n"),
        ("super(Net, self).build((None, 4))", "(None, 4)", "net = Net()\n"),
        ("self.build((None, 4))", "(None, 4)", "net = Net()\n"),
        ("super().build(input_shape=(1, 4))", "(1, 4)", "net = Net()\n"),
        ("self.build(input_shape)", "input_shape", "net = Net((None, 4))\n"),
        ("super().build(input_shape)", "input_shape", "shape = (None, 4)\nnets = Net(shape), Net(x.shape, 3)\n"),
        ("super().build(input_shape)", "input_shape", "def make(shape):\n    return Net(shape)\nmake((1, 4))\n"),
        ("super().build(input_shape)", "input_shape", "class More(Net):\n    pass\nMore((None, 4))\n"),
        (
            "super().build(input_shape)",
            "input_shape",
            "class More(Net):\n    def __init__(self):\n        super().__init__((1, 4))\n        self.name_of_it = 'more'\n",
        ),
    ],
)
def test_inside_of_the_class(before: str, shape: str, use: str) -> None:
    check_upgraded(INSIDE.format(before) + use, INSIDE.format(CALLED.format(shape)) + use)


def test_where_the_shape_is_given() -> None:
    before, line = "if input_shape is not None:\n            {}\n        self.count = 2", "super().build(input_shape)"
    use = "net = Net((None, 4))\n"
    check_upgraded(
        INSIDE.format(before.format(line)) + use, INSIDE.format(before.format(CALLED.format("input_shape"))) + use
    )


@pytest.mark.parametrize(
    ("line", "use"),
    [
        ("super().build((1, 4)); self.last = tf.keras.layers.Dense(2)", "net = Net()\n"),
        ("self.build((1, 4)); self.parts = []", "net = Net()\n"),
        ("self.build((1, 4)); self.a, self.b = parts()", "net = Net()\n"),
        ("self.parts = []; self.build((1, 4)); self.parts.append(part())", "net = Net()\n"),
        (
            "self.build((1, 4))",
            "class More(Net):\n    def __init__(self):\n        super().__init__()\n        self.top = top()\n",
        ),
        ("self.build((1, 4))", "class More(Net):\n    def build(self, input_shape):\n        pass\n"),
    ],
)
def test_reported_inside_of_the_class(line: str, use: str) -> None:
    check_declined(INSIDE.format(line) + use, "TFM310", INSIDE[: INSIDE.index("{")].count("\n"))


@pytest.mark.parametrize(
    "source",
    [
        INSIDE.format("super().build()"),
        INSIDE.format("self.dense.build((None, 4))"),
        INSIDE.format("shape = super().build((None, 4))"),
        INSIDE.format("super().build((None, 4))").replace(
            "def call", "def build(self, input_shape): pass\n    def call"
        ),
        INSIDE.format("super().build((None, 4))").replace("tf.keras.Model", "tf.keras.layers.Layer"),
        INSIDE.format("super().build((None, 4))").replace("tf.keras.Model", "tf.keras.Sequential"),
        INSIDE.format("super().build((None, 4))").replace("tf.keras.Model", "tf.Module"),
        INSIDE.format("super().build((None, 4))").replace("tf.keras.Model", "Base"),
        INSIDE.format("pass") + "    def build(self, input_shape):\n        super().build(input_shape)\n",
        INSIDE.format("pass") + "    def build(self, input_shape):\n        super().build((None, 4))\n",
    ],
)
def test_left_alone_inside_of_a_class(source: str) -> None:
    check_untouched(source)


def test_a_call_that_asks_for_training_is_told() -> None:
    assert ASKING != HEAD
    use = "net = Told()\nnet"
    check_upgraded(
        f"{ASKING}{use}.build((None, 4))\n",
        f"{ASKING}{use}(tf.keras.Input(batch_shape=(None, 4)), training=False)\n",
    )


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (TOGETHER + "show(Net())\nshow(tf.keras.Sequential([]))\n", 1),
        (TOGETHER + "show(Net())\nshow(Built())\n", 1),
    ],
)
def test_reported(source: str, line: int) -> None:
    check_declined(HEAD + source, "TFM310", LINE + line)


@pytest.mark.parametrize(
    "source",
    [
        "net = Built()\nnet.build((None, 4))\n",
        "net = tf.keras.Sequential([tf.keras.layers.Dense(2)])\nnet.build((None, 4))\n",
        "inputs = tf.keras.Input((4,))\nnet = tf.keras.Model(inputs, inputs)\nnet.build((None, 4))\n",
        "layer = tf.keras.layers.Dense(2)\nlayer.build((None, 4))\n",
        "class Row(tf.keras.Sequential):\n    pass\n\n\nrow = Row()\nrow.build((None, 4))\n",
        "class Own(tf.keras.layers.Layer):\n    pass\n\n\nown = Own()\nown.build((None, 4))\n",
        "class Tree:\n    pass\n\n\ntree = Tree()\ntree.build((None, 4))\n",
        "net = Net()\nnet.build()\n",
        "net = Net()\nnet.build(*shapes)\n",
        "from nets import make\nnet = make()\nnet.build((None, 4))\n",
        "def show(net):\n    net.build((None, 4))\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source)


def test_standalone_keras_made_no_weights_either() -> None:
    check_untouched(
        HEAD.replace("import tensorflow as tf", "import keras").replace("tf.", "") + "Net().build((None, 4))\n"
    )


def test_code_for_keras_3() -> None:
    check_untouched(HEAD + "net = Net()\nnet.build((None, 4))\ntf.keras.ops.sum(x)\n")


def test_the_shims_build_it() -> None:
    source = HEAD.replace("import tensorflow as tf", "from compat import tensorflow as tf")
    check_untouched(source + "net = Net()\nnet.build((None, 4))\n", to="compat")
    check_untouched(source + "net = Net()\nnet.build((None, 4))\n")
