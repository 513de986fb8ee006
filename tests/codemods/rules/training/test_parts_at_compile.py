"""A model trains the parts that were trainable when it was compiled."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.analysis.objects.test_project_classes import run

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


# --- several compiles of models that share their parts

SHARED = """{head}{function}class Gan:
    def __init__(self):
        self.first, self.second = None, None
        self.g = None
        self.d = None
        self.g = Sequential([Dense(3, input_dim=2)])
        self.d = Sequential([Dense(1, input_dim=3)])
        self.start()
    def made(self):
        z = Input((2,))
        return Model(z, self.d(self.g(z)))
    def start(self):
        self.first = self.made()
        {one}
        {two}
        self.first.compile('sgd', 'mse')
        self.second = self.made()
        {three}
        {four}
        self.second.compile('sgd', 'mse')
    def train(self):
        self.first.train_on_batch(x, y)
        self.second.train_on_batch(x, y)
"""
STEP = "        self.first.train_on_batch(x, y)\n"
WRAPPED = (
    "        self.g.trainable = False\n        self.d.trainable = True\n"
    f"{STEP}        self.g.trainable = True\n        self.d.trainable = False\n"
)
STATES = (("self.g", False), ("self.d", True), ("self.g", True), ("self.d", False))


def shared(function: str, form: str) -> str:
    lines = [form.format(model, value) for model, value in STATES]
    return SHARED.format(head=HEAD, function=function, **dict(zip(("one", "two", "three", "four"), lines, strict=True)))


@pytest.mark.parametrize(
    ("function", "form"),
    [
        ("", "{}.trainable = {}"),
        (SETTER, "switch({}, {})"),
        (f"{SETTER}def again(model, value):\n    switch(model, value)\n", "again({}, {})"),
    ],
)
def test_models_that_share_their_parts(function: str, form: str) -> None:
    source = shared(function, form)
    assert done(source).after.decode() == source.replace(STEP, WRAPPED)


@pytest.mark.parametrize(
    ("function", "form"),
    [
        ("", "for each in {}.layers: each.trainable = {}"),
        (
            "def switch(model, value):\n    for each in model.layers:\n        each.trainable = value\n",
            "switch({}, {})",
        ),
        ("from tools import set_trainable\n", "set_trainable({}, {})"),
    ],
)
def test_layers_of_shared_parts_are_reported(function: str, form: str) -> None:
    source = shared(function, form)
    result = done(source)
    assert result.after.decode() == source
    assert len(result.findings) == 1


@pytest.mark.parametrize(
    "source",
    [
        f"{MODELS}{FROZEN}def run(model):\n    model.fit(x, y)\nd.trainable = True\nrun(c)\n",
        f"{MODELS}{FROZEN}for x in data:\n    c.fit(x, y)\n    d.trainable = True\n    d.fit(x, y)\n",
        f"{MODELS}d.trainable = False\nd.compile('sgd', 'mse')\nd.trainable = True\nd.fit(x, y)\n",
        f"{MODELS}c = build(d, g)\nd.trainable = False\nc.compile('sgd', 'mse')\nd.trainable = True\nc.fit(x, y)\n",
        (
            f"{MODELS}e = Sequential([g, Dense(3)])\nc = Model(z, d(e(z)))\ne.trainable = False\ng.trainable = False\n"
            "c.compile('sgd', 'mse')\ne.trainable = True\nc.fit(x, y)\n"
        ),
        (
            f"{HEAD}def make():\n    d = Sequential([Dense(1)])\n    d.trainable = False\n    c = Sequential([d])\n"
            "    c.compile('sgd', 'mse')\n    d.trainable = True\n    return d, c\n"
        ),
        f"{MODELS}def thaw(model):\n    model.trainable = True\n{FROZEN}if q:\n    thaw(d)\nc.fit(x, y)\n",
    ],
)
def test_reported(source: str) -> None:
    result = done(source)
    assert [each.code for each in (*result.changes, *result.findings)] == ["TFM367"]
    if "build(" not in source:
        assert result.findings


READY = "def ready(model, base):\n    base.trainable = False\n    model.compile('sgd', 'mse')\n"
GAN_OF_FUNCTIONS = (
    "def gan(d, g):\n    d.trainable = False\n    c = Model(z, d(g(z)))\n    c.compile('sgd', 'mse')\n    return c\n"
    "def train(d, c):\n    d.trainable = True\n    d.fit(x, y)\n    d.trainable = False\n    c.fit(x, y)\n"
)


@pytest.mark.parametrize(
    "source",
    [
        f"{READY}{MODELS}c = Sequential([g, d])\nready(c, d)\nc.fit(x, y)\n",
        f"{GAN_OF_FUNCTIONS}{MODELS}def main():\n    d, g = Sequential([Dense(1)]), Sequential([Dense(3)])\n    train(d, gan(d, g))\n",
        f"{MODELS}def run(model):\n    model.compile('sgd', 'mse')\n    model.fit(x)\nc = Sequential([g, d])\nrun(c)\nd.trainable = False\n",
        f"{MODELS}d.fit(x, y)\ns = Sequential.from_config(d.get_config())\ns.trainable = False\nd.fit(x, y)\n",
        (
            f"{HEAD}def pair():\n    a, b = Sequential([Dense(1)]), Sequential([Dense(1)])\n    return a, b\na, b = pair()\n"
            "c = Sequential([a])\nc.compile('sgd', 'mse')\nb.trainable = False\nc.fit(x, y)\n"
        ),
        (
            f"{MODELS}c = Sequential([d, g])\nfor each in stages:\n    c.compile('sgd', 'mse')\n    c.fit(x, y)\n"
            "    d.trainable = False\n"
        ),
        f"{MODELS}c = Sequential([Dense(d.count)])\nc.compile('sgd', 'mse')\nd.trainable = False\nc.fit(x, y)\n",
    ],
)
def test_shared_parts_left_alone(source: str) -> None:
    result = done(source)
    assert result.after.decode() == source
    assert not result.findings


def test_another_model_of_the_same_tensors() -> None:
    """The static discriminator of a CycleGAN; in Keras 3 both are frozen."""
    made = "i = Input((3,))\no = Dense(1)(i)\nd = Model(i, o)\ns = Model(i, o)\nd.compile('sgd', 'mse')\ns.trainable = False\n"
    source = f"{HEAD}{made}c = Model(z, s(g))\nc.compile('sgd', 'mse')\n"
    assert done(f"{source}d.fit(x, y)\n").after.decode() == source + trained("s", "d.fit(x, y)", compiled=True)


def test_the_last_compile_counts() -> None:
    source = (
        f"{MODELS}{FROZEN}c.fit(x, y)\nd.trainable = True\nc.compile('sgd', 'mse')\nc.fit(x, y)\nd.trainable = False\n"
    )
    assert done(source).after.decode() == source


def test_a_name_that_means_nothing_where_the_model_trains() -> None:
    source = (
        f"{HEAD}class Gan:\n    def __init__(self):\n        d = Sequential([Dense(1)])\n        d.trainable = False\n"
        "        self.c = Sequential([d])\n        self.c.compile('sgd', 'mse')\n        d.trainable = True\n"
        "    def train(self):\n        self.c.fit(x, y)\n"
    )
    result = done(source)
    assert result.after.decode() == source
    assert [each.line for each in result.findings] == [9]


NUMBERS = """
import numpy as np


def switch(model, value):
    model.trainable = value
    for each in model.layers:
        each.trainable = value


class Gan:
    def __init__(self):
        i, j = Input((4,)), Input((4,))
        self.g = Model(i, Dense(4, kernel_initializer="ones")(i))
        self.d = Model(j, Dense(1, kernel_initializer="ones", activation="sigmoid")(j))
        self.first = self.made()
        switch(self.g, False)
        switch(self.d, True)
        self.first.compile(SGD(lr=0.1), "binary_crossentropy")
        self.second = self.made()
        switch(self.g, True)
        switch(self.d, False)
        self.second.compile(SGD(lr=0.1), "binary_crossentropy")

    def made(self):
        z = Input((4,))
        return Model(z, self.d(self.g(z)))

    def train(self):
        for _ in range(3):
            self.first.train_on_batch(np.ones((8, 4)) * 0.1, np.zeros((8, 1)))
            self.second.train_on_batch(np.ones((8, 4)) * 0.1, np.zeros((8, 1)))
        print(json.dumps([float(each.get_weights()[0][0, 0]) for each in (self.d, self.g)]))


Gan().train()
"""


@pytest.mark.tensorflow
def test_the_numbers_of_shared_parts() -> None:
    """The weights of Keras 2.2.4 on TensorFlow 1.13.2; without the change the discriminator keeps its own."""
    pytest.importorskip("tensorflow")
    source = f"import json\n{HEAD}from keras.optimizers import SGD\n{NUMBERS}"
    result = upgrade(source.encode(), Settings(origin=parse_origin("keras==2.3.1")))
    assert isinstance(result, Upgraded)
    ran = subprocess.run([sys.executable, "-c", result.after.decode()], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout.splitlines()[-1]) == pytest.approx([0.9257548, 0.9790322], rel=1e-5)


LAYERS = "layers = [Dense(3, input_dim=2)]\nm = Sequential(layers + [Dense(1)])\n"
FREEZE = "for layer in layers:\n    layer.trainable = False\n"
TRAIN = "def train(model):\n    {}model.compile('sgd', 'mse')\n    model.fit(x, y)\n\n\n"


@pytest.mark.parametrize("freeze", [FREEZE, "layers[0].trainable = False\n", "m.trainable = False\n"])
@pytest.mark.parametrize("name", ["train", "run"])
def test_a_function_that_compiles_and_trains(name: str, freeze: str) -> None:
    """What is frozen between two of its calls is frozen where the second one compiles."""
    compile_and_fit = "def start(model):\n    model.compile('sgd', 'mse')\n\n\ndef run(model):\n    start(model)\n    model.fit(x, y)\n\n\n"
    source = f"{HEAD}{TRAIN.format('') if name == 'train' else compile_and_fit}{LAYERS}{name}(m)\n{freeze}{name}(m)\n"
    result = done(source)
    assert result.after.decode() == source
    assert result.findings == ()


def test_a_function_that_compiles_the_first_time_alone() -> None:
    source = f"{HEAD}{TRAIN.format('if first: ')}{LAYERS}train(m)\n{FREEZE}train(m)\n"
    assert len(done(source).findings) == 1


def test_a_list_of_layers_has_no_trainable() -> None:
    source = f"{HEAD}{LAYERS}m.compile('sgd', 'mse')\n{FREEZE}m.fit(x, y)\n"
    result = done(source)
    assert result.after.decode() == source
    assert "set trainable of the layers of layers = True before m trains" in result.findings[0].advice


def test_models_of_a_list_are_set_themselves() -> None:
    source = f"{MODELS}{FROZEN}for model in (g, d):\n    model.trainable = True\nc.train_on_batch(x, y)\n"
    assert "\nd.trainable = False\nc.train_on_batch(x, y)\nd.trainable = True\n" in done(source).after.decode()


BUILDER = """\
from keras.models import Sequential


def build(g, d):
    {}model = Sequential([g, d])
    model.compile("sgd", "mse")
    return model
"""


@pytest.mark.parametrize(
    ("frozen", "train", "expected"),
    [
        ("", "d.trainable = False\nc.train_on_batch(x, y)\n", 1),
        ("d.trainable = False\n    ", "d.trainable = True\nc.train_on_batch(x, y)\n", 1),
        ("d.trainable = False\n    ", "d.trainable = True\nd.trainable = False\nc.train_on_batch(x, y)\n", 0),
        ("", "d.trainable = False\nd.trainable = True\nc.train_on_batch(x, y)\n", 0),
        ("", "c.train_on_batch(x, y)\n", 0),
    ],
)
def test_a_model_that_another_module_compiles(tmp_path: Path, frozen: str, train: str, expected: int) -> None:
    source = f"{MODELS}import builder\nc = builder.build(g, d)\n{train}"
    result = run(tmp_path / "project", source, builder=BUILDER.format(frozen))
    assert len([each for each in result.findings if each.code == "TFM367"]) == expected, result.findings
    assert result.after.decode() == source
