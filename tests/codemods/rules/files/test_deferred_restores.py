"""Checkpoints that are restored into models of own classes before these have variables."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = """import tensorflow as tf

class Net(tf.keras.Model):
    def __init__(self):
        super(Net, self).__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)

class Outer(tf.keras.Model):
    def __init__(self):
        super(Outer, self).__init__()
        self.net = Net()

    def call(self, x):
        return self.net(x)

class Weight(tf.keras.Model):
    def __init__(self):
        super(Weight, self).__init__()
        self.w = self.add_weight(shape=(3, 1))

    def call(self, x):
        return x @ self.w

class Ready(Net):
    def __init__(self):
        super(Ready, self).__init__()
        self.dense.build((None, 3))

class Builds(tf.keras.layers.Layer):
    def __init__(self):
        super(Builds, self).__init__()
        self.dense = tf.keras.layers.Dense(1)

    def build(self, shape):
        self.w = self.add_weight(shape=(1,))

    def call(self, x):
        return self.dense(x) + self.w

class Holds(tf.keras.Model):
    def __init__(self):
        super(Holds, self).__init__()
        self.part = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])

    def call(self, x):
        return self.part(x)

class Functional(tf.keras.Model):
    def train_step(self, data):
        return super().train_step(data)

"""
RESTORE = "tf.train.Checkpoint(net=net).restore(path)\n"


MADE = """def made(net, optimizer):
    ckpt = tf.train.Checkpoint(net=net, optimizer=optimizer)
    return ckpt, tf.train.CheckpointManager(ckpt, "logs", 3)
"""


def lines(code: str, to: str = "native", origin: str | None = None) -> list[str]:
    """The lines of the code that have a finding."""
    settings = Settings(to, origin=parse_origin(origin) if origin else None, select=("TFM324",))
    result = upgrade((HEAD + code).encode(), settings)
    assert isinstance(result, Upgraded)
    text = result.after.decode().splitlines()
    return [text[each.line - 1].strip() for each in result.findings if each.code == "TFM324"]


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    "code",
    [
        "net = Net()\n" + RESTORE,
        "net = Outer()\n" + RESTORE,
        "net = Outer()\nnet.build((None, 3))\n" + RESTORE,
        "net = Net()\nnet.compile('sgd', 'mse')\n" + RESTORE + "net(x)\n",
        "net = Net()\ntf.train.Checkpoint(net).read(path)\n",
        (
            "net = Net()\nckpt = tf.train.Checkpoint(optimizer=optimizer, net=net)\n"
            "manager = tf.train.CheckpointManager(ckpt, 'logs', 3)\nckpt.restore(manager.latest_checkpoint)\n"
        ),
        (
            "net = Net()\nckpt = tf.train.Checkpoint(net=net)\n"
            "manager = tf.train.CheckpointManager(ckpt, 'logs', 3)\nmanager.restore_or_initialize()\n"
        ),
        "net = Net()\ndef step(x):\n    return net(x)\n" + RESTORE + "step(x)\n",
        (
            "def load():\n    net = Net()\n    ckpt = tf.train.Checkpoint(net=net)\n"
            "    ckpt.restore(tf.train.latest_checkpoint('logs')).expect_partial()\n    return net\n"
        ),
        (
            "class Trainer:\n    def __init__(self):\n        self.net = Net()\n"
            "        self.ckpt = tf.train.Checkpoint(net=self.net)\n\n    def load(self):\n"
            "        self.ckpt.restore(tf.train.latest_checkpoint('logs'))\n\n    def run(self, x):\n        self.net(x)\n"
        ),
        MADE + "net = Net()\nckpt, manager = made(net, optimizer)\nckpt.restore(manager.latest_checkpoint)\n",
        MADE
        + "seen = Net()\nseen(x)\nmade(seen, 0)\nnet = Net()\nmade(net, 0)[0]\nckpt, _ = made(net, 0)\nckpt.restore(p)\n",
        "def made(net):\n    return tf.train.Checkpoint(net=net)\nnet = Net()\nckpt = made(net)\nckpt.restore(path)\n",
        (
            "class Trainer:\n    def __init__(self):\n        self.net = Net()\n        self.ckpt = self.made(self.net)\n"
            "    def made(self, net):\n        return tf.train.Checkpoint(net=net)\n"
            "    def load(self):\n        self.ckpt.restore(path)\n"
        ),
    ],
)
def test_reported(code: str, to: str) -> None:
    found = lines(code, to)
    assert len(found) == 1
    assert ".re" in found[0]


@pytest.mark.parametrize(
    "code",
    [
        "net = Net()\nnet(tf.zeros((1, 3)))\n" + RESTORE,
        "net = Outer()\nnet(tf.zeros((1, 3)))\n" + RESTORE,
        "net = Net()\nnet.build((None, 3))\n" + RESTORE,
        "net = Net()\nnet.fit(x, y)\n" + RESTORE,
        "from own import initialize\nnet = Net()\ninitialize(net)\n" + RESTORE,
        "net = Net()\ndef step(x):\n    return net(x)\ndef train():\n    step(x)\ntrain()\n" + RESTORE,
        "net = Net()\nnet(x)\ndef load():\n    " + RESTORE,
        "net = Net()\ndef load():\n    " + RESTORE + "net(x)\nload()\n",
        (
            "class Trainer:\n    def __init__(self):\n        self.net = Net()\n        self.net(tf.zeros((1, 3)))\n\n"
            "    def load(self):\n        tf.train.Checkpoint(net=self.net).restore(path)\n"
        ),
        "net = Weight()\n" + RESTORE,
        "net = Ready()\n" + RESTORE,
        "net = Builds()\n" + RESTORE,
        "net = Holds()\n" + RESTORE,
        "i = tf.keras.Input((3,))\nnet = Functional(i, tf.keras.layers.Dense(1)(i))\n" + RESTORE,
        "net = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n" + RESTORE,
        "i = tf.keras.Input((3,))\nnet = tf.keras.Model(i, tf.keras.layers.Dense(1)(i))\n" + RESTORE,
        "net = tf.keras.layers.Dense(1)\n" + RESTORE,
        "net = tf.Variable(1.0)\n" + RESTORE,
        "def load(net):\n    " + RESTORE,
        "net = Net()\ntf.train.Checkpoint(net=net).save(path)\n",
        "net = Net()\nsaver.restore(session, path)\n",
        MADE + "net = Net()\nnet(x)\nckpt, manager = made(net, optimizer)\nckpt.restore(manager.latest_checkpoint)\n",
        MADE + "seen, net = Net(), Net()\nseen(x)\nckpt, manager = made(seen, 0)\nckpt.restore(path)\nmade(net, 0)\n",
        MADE.replace("    ckpt", "    net(x)\n    ckpt", 1)
        + "net = Net()\nckpt, _ = made(net, 0)\nckpt.restore(path)\n",
        "from own import own\n"
        + MADE.replace("    ckpt", "    own(net)\n    ckpt", 1)
        + "net = Net()\nckpt, _ = made(net, 0)\nckpt.restore(path)\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert lines(code) == []


def test_code_for_keras_3_left_alone() -> None:
    assert lines("net = Net()\n" + RESTORE, origin="tensorflow==2.18") == []


def test_tf_keras_left_alone() -> None:
    head = "import os\nos.environ['TF_USE_LEGACY_KERAS'] = '1'\n"
    result = upgrade((head + HEAD + "net = Net()\n" + RESTORE).encode(), Settings(select=("TFM324",)))
    assert isinstance(result, Upgraded)
    assert result.findings == ()


def test_class_of_another_module(tmp_path: Path) -> None:
    (tmp_path / "nets.py").write_text(HEAD)
    code = f"import tensorflow as tf\nfrom nets import Net, Weight\nnet = Net()\n{RESTORE}held = Weight()\n"
    code += RESTORE.replace("net=net", "net=held")
    (tmp_path / "main.py").write_text(code)
    result = upgrade(code.encode(), Settings(select=("TFM324",)), project_of(tmp_path / "main.py"))
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.findings] == [4]


WEIGHTS = """import tensorflow as tf
from tensorflow.keras.layers import Dense, InputLayer
Sequential = tf.keras.Sequential

class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = Dense(2)

    def call(self, x):
        return self.dense(x)

"""


def _loads(code: str) -> list[int]:
    result = upgrade((WEIGHTS + code).encode(), Settings(select=("TFM324",)))
    assert isinstance(result, Upgraded)
    return [each.line - WEIGHTS.count("\n") for each in result.findings]


@pytest.mark.parametrize(
    "code",
    [
        "net = Net()\nnet.load_weights('w')\n",
        "net = Net()\nnet.compile('sgd', 'mse')\nnet.load_weights('w')\n",
        "net = tf.keras.Sequential([Dense(3), Dense(1)])\nnet.load_weights('w')\n",
        "net = Net()\nnet(x)\nnet.save_weights('w')\nnet = Net()\nnet.load_weights('w')\n",
        "def f():\n    net = tf.keras.models.Sequential([Dense(3)])\n    net.load_weights('w')\n",
    ],
)
def test_weights_of_a_model_without_variables(code: str) -> None:
    assert _loads(code) == [code.count("\n")]


@pytest.mark.parametrize(
    "code",
    [
        "net = Net()\nnet(x)\nnet.load_weights('w')\n",
        "net = Net()\nnet.build((None, 4))\nnet.load_weights('w')\n",
        "net = tf.keras.Sequential([Dense(3, input_shape=(4,)), Dense(1)])\nnet.load_weights('w')\n",
        "net = tf.keras.Sequential([InputLayer((4,)), Dense(1)])\nnet.load_weights('w')\n",
        "net = tf.keras.Sequential([Dense(3)])\nnet.build((None, 4))\nnet.load_weights('w')\n",
        "net = tf.keras.Sequential([Dense(3)])\nnet.fit(x, y)\nnet.load_weights('w')\n",
        "net = tf.keras.Sequential([base, Dense(3)])\nnet.load_weights('w')\n",
        "net = tf.keras.Sequential()\nnet.add(Dense(1, input_dim=3))\nnet.load_weights('w')\n",
        "def f(net):\n    net.load_weights('w')\n",
    ],
)
def test_weights_of_models_that_may_have_variables(code: str) -> None:
    assert _loads(code) == []
