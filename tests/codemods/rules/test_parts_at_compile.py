"""A model trains the parts that were trainable when it was compiled."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "from keras.layers import Dense, Input\nfrom keras.models import Model, Sequential\n"
MODELS = (
    f"{HEAD}d = Sequential([Dense(1, input_dim=3)])\nd.compile('sgd', 'mse')\n"
    "g = Sequential([Dense(3, input_dim=2)])\nz = Input((2,))\n"
)
SETTER = "def switch(model, value):\n    model.trainable = value\n    for layer in model.layers:\n        layer.trainable = value\n"
FROZEN = "d.trainable = False\nc = Model(z, d(g(z)))\nc.compile('sgd', 'mse')\n"


def done(source: str, origin: str = "keras==2.3.1") -> Upgraded:
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin), select=("TFM367",)))
    assert isinstance(result, Upgraded)
    return result


def trained(name: str, line: str, compiled: bool = False) -> str:
    return f"{name}.trainable = {compiled}\n{line}\n{name}.trainable = {not compiled}\n"


def test_a_part_that_thaws_after_compile() -> None:
    result = done(f"{MODELS}{FROZEN}d.trainable = True\nc.train_on_batch(x, y)\n")
    assert result.after.decode() == f"{MODELS}{FROZEN}d.trainable = True\n{trained('d', 'c.train_on_batch(x, y)')}"


@pytest.mark.parametrize(
    ("made", "thaw"),
    [
        ("c = Sequential([g, d])", "d.trainable = True"),
        ("c = Sequential()\nc.add(g)\nc.add(d)", "d.trainable = True"),
        ("out = d(g(z))\nc = Model(inputs=z, outputs=out)", "d.trainable = 1"),
        ("h = g(z)\nh = d(h)\nc = Model(z, [h, h])", "d.trainable = True"),
    ],
)
def test_forms(made: str, thaw: str) -> None:
    source = f"{MODELS}d.trainable = False\n{made}\nc.compile('sgd', 'mse')\n{thaw}\n"
    assert done(f"{source}l = c.fit(x, y)\n").after.decode() == source + trained("d", "l = c.fit(x, y)")


def test_a_function_that_sets_it() -> None:
    source = f"{SETTER}{MODELS}{FROZEN.replace('d.trainable = False', 'switch(d, False)')}switch(d, True)\n"
    result = done(f"{source}c.train_on_batch(x, y)\n")
    assert result.after.decode() == source + trained("d", "c.train_on_batch(x, y)")


def test_a_part_that_freezes_after_compile() -> None:
    source = f"{MODELS}c = Model(z, d(g(z)))\nc.compile('sgd', 'mse')\ng.trainable = False\n"
    assert done(f"{source}c.train_on_batch(x, y)\n").after.decode() == source + trained(
        "g", "c.train_on_batch(x, y)", compiled=True
    )


@pytest.mark.parametrize(
    "line", ["print(c.train_on_batch(x, y), c.train_on_batch(x, y))\n", "if x:\n    l = [c.fit(x, y) for x in z]\n"]
)
def test_training_that_is_no_statement_is_reported(line: str) -> None:
    source = f"{MODELS}{FROZEN}d.trainable = True\n{line}"
    result = done(source)
    assert result.after.decode() == source
    assert [each.line for each in result.findings] == [10]


def test_a_condition_is_reported() -> None:
    source = f"{MODELS}{FROZEN}if q:\n    d.trainable = True\nc.train_on_batch(x, y)\n"
    result = done(source)
    assert result.after.decode() == source
    assert [each.line for each in result.findings] == [11]


@pytest.mark.parametrize(
    "source",
    [
        f"{MODELS}{FROZEN}c.train_on_batch(x, y)\n",
        f"{MODELS}{FROZEN}d.trainable = True\nc.predict(x)\nd.train_on_batch(x, y)\n",
        f"{MODELS}{FROZEN}d.trainable = True\nc.compile('sgd', 'mse')\nc.train_on_batch(x, y)\n",
        f"{MODELS}{FROZEN}d.trainable = True\nd.fit(x, y)\nd.trainable = False\nc.train_on_batch(x, y)\n",
        f"{MODELS}d.trainable = False\nd.trainable = True\nc = Model(z, d(g(z)))\nc.compile('sgd', 'mse')\nc.fit(x, y)\n",
        f"{MODELS}d.trainable = False\nc = Model(z, g(z))\nc.compile('sgd', 'mse')\nd.trainable = True\nc.fit(x, y)\n",
        f"{MODELS}d.trainable = flag\nc = Model(z, d(g(z)))\nc.compile('sgd', 'mse')\nd.trainable = True\nc.fit(x, y)\n",
        f"{MODELS}{FROZEN}d.trainable = True\nc = other()\nc.fit(x, y)\n",
    ],
)
def test_left_alone(source: str) -> None:
    result = done(source)
    assert result.after.decode() == source
    assert not result.findings


@pytest.mark.parametrize("origin", ["keras==3.3", "tensorflow==2.16"])
def test_keras_3_looks_when_it_trains(origin: str) -> None:
    source = f"{MODELS}{FROZEN}d.trainable = True\nc.train_on_batch(x, y)\n"
    assert done(source, origin).after.decode() == source


def test_the_shims_train_what_was_compiled() -> None:
    source = f"import keras.layers.core\n{MODELS}{FROZEN}d.trainable = True\nc.train_on_batch(x, y)\n"
    result = upgrade(source.encode(), Settings(to="compat"))
    assert isinstance(result, Upgraded)
    assert not [each for each in (*result.changes, *result.findings) if each.code == "TFM367"]


WGAN = """
import json
import numpy as np
from keras.layers import Dense, Input
from keras.models import Model, Sequential
from keras.optimizers import SGD


class WGAN:
    def __init__(self):
        self.generator = Sequential([Dense(3, kernel_initializer="ones", input_shape=(2,))])
        self.critic = Sequential([Dense(1, kernel_initializer="ones", input_shape=(3,))])
        self.generator.trainable = False
        real, noise = Input(shape=(3,)), Input(shape=(2,))
        fake = self.critic(self.generator(noise))
        self.critic_model = Model(inputs=[real, noise], outputs=[self.critic(real), fake])
        self.critic_model.compile(loss=["mse", "mse"], optimizer=SGD(lr=0.01))
        self.critic.trainable = False
        self.generator.trainable = True
        noise = Input(shape=(2,))
        self.generator_model = Model(noise, self.critic(self.generator(noise)))
        self.generator_model.compile(loss="mse", optimizer=SGD(lr=0.01))

    def train(self):
        z, x = np.linspace(0, 1, 8).reshape(4, 2), np.linspace(0, 1, 12).reshape(4, 3)
        losses = []
        for _ in range(2):
            for _ in range(2):
                loss = self.critic_model.train_on_batch([x, z], [np.ones((4, 1)), np.zeros((4, 1))])
            losses.append(float(loss[0]))
            loss = self.generator_model.train_on_batch(z, np.ones((4, 1)))
            losses.append(float(loss))
        print(json.dumps(losses))


WGAN().train()
"""
LOSSES = [10.77089, 4.26998, 6.45977, 2.31578]
"""Those of Keras 2.3.1 on TensorFlow 1.15.5."""


@pytest.mark.tensorflow
def test_the_models_of_a_wgan_train_their_own_part() -> None:
    pytest.importorskip("tensorflow")
    result = upgrade(WGAN.encode(), Settings(origin=parse_origin("keras==2.3.1")))
    assert isinstance(result, Upgraded)
    ran = subprocess.run([sys.executable, "-c", result.after.decode()], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout.splitlines()[-1]) == pytest.approx(LOSSES, rel=1e-5)
