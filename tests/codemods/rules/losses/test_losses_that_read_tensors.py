"""Losses and metrics that read tensors of the model."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

HEAD = """import keras
from keras.layers import Dense, Input
from keras.models import Model
from keras.layers.core import Dropout
"""
LAYER = '''

class Kept(keras.layers.Layer):
    """Returns its input, and keeps tensors for a loss that reads them."""

    def call(self, outputs, tensors):
        self.tensors = tensors
        return outputs
'''
NET = """x = Input((6,))
h = Dense(4, activation="relu", kernel_initializer="ones")(x)
mean = Dense(2, kernel_initializer="ones")(h)
log = Dense(2, kernel_initializer="zeros")(h)
y = Dense(6, kernel_initializer="ones", activation="sigmoid")(mean)
"""
LOSS = """def vae_loss(t, p):
{}    of_labels = 6 * keras.losses.binary_crossentropy(t, p)
    return of_labels - 0.5 * keras.ops.sum(1 + log - mean * mean - keras.ops.exp(log), axis=-1)
"""
MODEL = "vae = Model(x, y)\n"
COMPILE = 'vae.compile("sgd", loss=vae_loss)\n'
USE = "vae.summary()\nloss = vae.fit(a, a, epochs=2, batch_size=4, shuffle=False, verbose=0).history['loss']\n"
BOUND = "kept = Kept()\nvae = keras.Model(vae.input, kept(vae.output, {{{}}}), name=vae.name)\n"
TENSORS = BOUND.format('"log": log, "mean": mean')
READ = '    log = kept.tensors["log"]\n    mean = kept.tensors["mean"]\n'
LEGACY = HEAD + NET + LOSS.format("") + MODEL + COMPILE + USE


def run(code: str, to: str = "native") -> Upgraded:
    result = upgrade(code.encode(), Settings(to, select=("TFM373", "TFM236")))
    assert isinstance(result, Upgraded)
    again = upgrade(result.after, Settings(to, select=("TFM373",)))
    assert isinstance(again, Upgraded)
    assert not again.changes
    return result


def test_a_layer_keeps_them() -> None:
    result = run(LEGACY)
    assert result.after.decode() == HEAD + LAYER + NET + LOSS.format(READ) + MODEL + TENSORS + COMPILE + USE
    assert not result.findings


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (LOSS.format('    """Of labels and codes."""\n'), LOSS.format('    """Of labels and codes."""\n' + READ)),
        (
            "def vae_loss(t, p):\n    return p + log + mean\n",
            "def vae_loss(t, p):\n" + READ + "    return p + log + mean\n",
        ),
    ],
)
def test_the_body_of_the_loss(before: str, after: str) -> None:
    source = LEGACY.replace(LOSS.format(""), before)
    assert after in run(source).after.decode()


def test_metrics_read_tensors_too() -> None:
    metric = "def of_codes(t, p):\n{}    return keras.ops.mean(mean, axis=-1)\n"
    source = LEGACY.replace(MODEL, metric.format("") + MODEL).replace(
        "loss=vae_loss", "loss=vae_loss, metrics=[of_codes]"
    )
    after = run(source).after.decode()
    assert metric.format('    mean = kept.tensors["mean"]\n') in after
    assert TENSORS in after


def test_a_model_that_is_read_before_it_is_compiled() -> None:
    start = "def start(model):\n    model.set_weights([0 * each for each in model.get_weights()])\n"
    read = MODEL + "start(vae)\nprint(vae.layers[-1])\n"
    assert TENSORS in run(LEGACY.replace(MODEL, start + read)).after.decode()


def test_in_a_function() -> None:
    body = "".join(f"    {line}\n" for line in (NET + LOSS.format("") + MODEL + COMPILE + USE).splitlines())
    after = run(f"{HEAD}def train(a):\n{body}").after.decode()
    assert "    kept = Kept()\n    vae = keras.Model(" in after
    assert '        log = kept.tensors["log"]\n' in after


@pytest.mark.parametrize(
    "source",
    [
        LEGACY + "vae.save('vae.h5')\n",
        LEGACY + "z = vae(x)\n",
        LEGACY + "w = vae.layers[-1]\n",
        LEGACY + "use(vae)\n",
        LEGACY + "vae.compile('adam', 'mse')\n",
        LEGACY + "print(vae_loss(1, 2))\n",
        LEGACY + "m = keras.models.load_model('other.h5')\n",
        LEGACY.replace("Model(x, y)", "Model(x, [y, mean])"),
        LEGACY.replace(MODEL, "out = [y, mean]\nvae = Model(x, out)\n"),
        LEGACY.replace("loss=vae_loss", "loss={'y': vae_loss}"),
        LEGACY.replace("h = Dense(4, ", "h = keras.layers.Masking()(x)\nh = Dense(4, "),
        LEGACY.replace(MODEL, MODEL + "import tensorflow as tf\ns = tf.distribute.MirroredStrategy()\n"),
        LEGACY.replace("def vae_loss", "@staticmethod\ndef vae_loss"),
        LEGACY.replace(LOSS.format(""), "vae_loss = lambda t, p: p + log + mean\n"),
        LEGACY.replace(
            LOSS.format(""), "def made(log):\n    def f(t, p): return p + log\n    return f\nvae_loss = made(log)\n"
        ),
        LEGACY.replace(MODEL, "log = Dense(2)(h)\n" + MODEL),
    ],
)
def test_reported(source: str) -> None:
    result = run(source)
    assert not [each for each in result.changes if each.code == "TFM373"]
    assert [each.code for each in result.findings] == ["TFM236"]


@pytest.mark.parametrize(
    "source",
    [
        LEGACY.replace("1 + log - mean * mean - keras.ops.exp(log)", "p"),
        LEGACY.replace("loss=vae_loss", "loss='mse'"),
        LEGACY.replace("import keras\n", "import tf_keras as keras\n").replace("from keras.", "from tf_keras."),
    ],
)
def test_left_alone(source: str) -> None:
    result = run(source)
    assert not result.changes
    assert not result.findings


MADE = """def ppo_loss(advantage, old):
    def loss(t, p):
        ratio = keras.ops.sum(t * p, axis=-1, keepdims=True) / keras.ops.sum(t * old, axis=-1, keepdims=True)
        return -keras.ops.minimum(ratio * advantage, keras.ops.clip(ratio, 0.8, 1.2) * advantage)
    return loss
"""
BUILT = """def build():
    state, advantage, old = Input((4,)), Input((1,)), Input((3,))
    actions = Dense(3, activation="softmax", kernel_initializer="ones")(Dense(8, kernel_initializer="ones")(state))
    model = Model([state, advantage, old], [actions])
    model.compile(keras.optimizers.SGD(0.5), loss=[ppo_loss(advantage=advantage, old=old)])
    return model
"""
OF_SELF = """class Agent:
    def __init__(self):
        state, advantage, old = Input((4,)), Input((1,)), Input((3,))
        self.model = Model([state, advantage, old], Dense(3, activation="softmax")(state))
        self.model.compile("sgd", loss=self.ppo_loss(advantage, old))

    def ppo_loss(self, advantage, old):
        def loss(t, p):
            return advantage * t * p / old
        return loss

    def act(self, state):
        return self.model.predict(state)
"""


def test_a_loss_that_a_call_makes() -> None:
    after = run(HEAD + MADE + BUILT).after.decode()
    assert "ratio = keras.ops.sum(t * p, axis=-1, keepdims=True) / keras.ops.sum(t * old(), " in after
    assert "return -keras.ops.minimum(ratio * advantage(), keras.ops.clip(ratio, 0.8, 1.2) * advantage())" in after
    assert BOUND.replace("vae", "model").format('"advantage": advantage, "old": old').splitlines()[1] in after
    given = 'advantage=lambda: kept.tensors["advantage"], old=lambda: kept.tensors["old"]'
    assert f"loss=[ppo_loss({given})]" in after


def test_a_loss_that_a_method_makes() -> None:
    after = run(HEAD + OF_SELF).after.decode()
    assert "        self.model = keras.Model(self.model.input, kept(self.model.output, {" in after
    assert "            return advantage() * t * p / old()\n" in after


STATIC = OF_SELF.replace("    def ppo_loss(self, ", "    @staticmethod\n    def ppo_loss(")


@pytest.mark.parametrize(
    "source",
    [
        STATIC,
        STATIC.replace("self.ppo_loss(advantage, old)", "self.ppo_loss(advantage=advantage, old=old)"),
        STATIC.replace("self.ppo_loss(", "Agent.ppo_loss("),
        OF_SELF.replace("self.ppo_loss(", "losses.ppo_loss(").replace("    def ppo_", "class Losses:\n    def ppo_")
        + "\nlosses = Losses()\n",
    ],
)
def test_a_loss_that_a_static_method_or_another_object_makes(source: str) -> None:
    result = run(HEAD + source)
    assert "            return advantage() * t * p / old()\n" in result.after.decode()
    assert not result.findings


@pytest.mark.parametrize(
    "source",
    [
        STATIC.replace("self.ppo_loss(advantage, old)", "self.ppo_loss(0.5, 1.0)"),
        STATIC.replace("return advantage * t * p / old", "return t * p"),
        STATIC.replace("@staticmethod", "@kept_once"),
    ],
)
def test_static_methods_left_alone(source: str) -> None:
    result = run(HEAD + source)
    assert not [each for each in result.changes if each.code == "TFM373"]


@pytest.mark.parametrize(
    "source",
    [
        MADE + BUILT + "other = ppo_loss(Input((1,)), Input((3,)))\n",
        MADE.replace("    return loss", "    print(old)\n    return loss") + BUILT,
        MADE.replace("    return loss", "    old = old + 1\n    return loss") + BUILT,
        MADE + BUILT + "m = build()\nm.save('m.h5')\n",
        MADE + BUILT + "m = build()\nw = m.layers\n",
        OF_SELF + "agent = Agent()\nagent.model.save('m.h5')\n",
        OF_SELF.replace("def act", "def again(self):\n        self.model = Model()\n\n    def act"),
        OF_SELF.replace("def act", "def again(self):\n        self.model.compile('sgd', 'mse')\n\n    def act"),
        OF_SELF.replace('Dense(3, activation="softmax")(state))', "[Dense(3)(state), Dense(3)(state)])"),
    ],
)
def test_made_losses_reported(source: str) -> None:
    result = run(HEAD + source)
    assert not [each for each in result.changes if each.code == "TFM373"]
    assert [each.code for each in result.findings] == ["TFM236"]


@pytest.mark.tensorflow
def test_the_losses_of_a_policy_of_keras_2_3() -> None:
    """Those of TensorFlow 1.15.5 with Keras 2.3.1, whose `keras.backend` has these functions."""
    pytest.importorskip("tensorflow")
    np = pytest.importorskip("numpy")
    draw = np.random.RandomState(0)
    state, advantage, old = draw.rand(8, 4), draw.rand(8, 1), draw.dirichlet([1, 1, 1], 8)
    found = {"x": [state, advantage, old], "y": np.eye(3)[draw.randint(0, 3, 8)]}
    rest = "m = build()\nloss = m.fit(x, y, batch_size=4, shuffle=False, epochs=3, verbose=0).history['loss']\n"
    result = upgrade((HEAD + MADE + BUILT + rest).encode(), Settings(select=("TFM373", "TFM322", "TFM101")))
    assert isinstance(result, Upgraded)
    exec(compile(result.after, "code", "exec"), found)
    assert found["loss"] == pytest.approx([-0.472958, -0.395824, -0.403878], abs=1e-5)


@pytest.mark.tensorflow
def test_the_losses_of_keras_2_3() -> None:
    """Those of TensorFlow 1.15.5 with Keras 2.3.1."""
    pytest.importorskip("tensorflow")
    np = pytest.importorskip("numpy")
    found = {"a": np.linspace(-1, 1, 48).reshape(8, 6).astype("float32") * 0.1}
    result = upgrade(LEGACY.replace("keras.ops", "keras.backend").encode(), Settings(select=("TFM373", "TFM101")))
    assert isinstance(result, Upgraded)
    exec(compile(result.after.decode().replace("keras.backend", "keras.ops"), "code", "exec"), found)
    assert found["loss"] == pytest.approx([10.191617, 6.739164], abs=1e-5)
