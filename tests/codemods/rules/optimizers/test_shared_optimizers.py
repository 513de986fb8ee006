"""One optimizer that trains several models is reported where Keras 3 fails, and nowhere else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_sound, check_untouched

HEAD = "from keras.models import Model, Sequential, load_model\nfrom keras.optimizers import Adam, SGD\n"
TWO = "a = Sequential()\nb = Sequential()\n"
BUILD = "def build():\n    m = Sequential()\n    m.compile(o)\n    return m\n"

PAIR = "def pair():\n    return 1, Adam()\n"
BOTH = "a.compile(o)\nb.compile(o)\na.fit(x)\nb.fit(x)\n"

TRAINED = "def trained(o):\n    m = Sequential()\n    m.compile(o)\n    m.fit(x)\no = Adam(1)\n"


def lines(source: str) -> list[int]:
    return [each.line for each in check_sound(HEAD + source).findings if each.code == "TFM207"]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (f"o = Adam(1e-3)\n{TWO}a.compile(o, 'mse')\nb.compile(o, 'mse')\na.fit(x)\nb.fit(x)\n", 7),
        (f"o = {{'a': Adam(), 's': SGD()}}[name]\n{TWO}a.compile(o)\nb.compile(optimizer=o)\na.fit(x)\nb.fit(x)\n", 7),
        (f"o = Adam() if q else 'sgd'\n{TWO}a.compile(o)\nb.compile(o)\na.train_on_batch(x)\nb.fit(x)\n", 7),
        (f"o = Adam()\np = o\n{TWO}a.compile(o)\nb.compile(p)\na.fit(x)\nb.fit(x)\n", 8),
        (f"o = Adam()\n{TWO}a.compile(o)\nb.compile(o)\ntrain(a)\ntrain(b)\n", 7),
        ("o = Adam(1e-3)\nfor i in range(3):\n    m = Sequential()\n    m.compile(optimizer=o)\n    m.fit(x)\n", 6),
        (f"o = Adam(1e-3)\n{BUILD}a = build()\nb = build()\n", 6),
        (f"{TRAINED}for i in range(3):\n    trained(o)\n", 5),
        (f"{TRAINED}def again(p):\n    trained(p)\nagain(o)\nagain(o)\n", 5),
        (f"o = Adam(1e-3)\n{BUILD}for i in range(3):\n    a = build()\n", 6),
        (f"{BUILD.replace('()', '(o)', 1)}opt = Adam(1)\na = build(opt)\nb = build(opt)\n", 5),
        (f"def opt():\n    return Adam()\no = opt()\n{TWO}a.compile(o)\nb.compile(o)\na.fit(x)\nb.fit(x)\n", 9),
        (f"{PAIR}n, o = pair()\n{TWO}a.compile(o)\nb.compile(o)\na.fit(x)\nb.fit(x)\n", 9),
        (f"def pair():\n    o = Adam()\n    return 1, o\nn, o = pair()\n{TWO}{BOTH}", 10),
        (f"n, o = 1, Adam()\n{TWO}{BOTH}", 7),
        (
            (
                f"{PAIR}class G:\n    def __init__(self):\n        self.n, self.o = pair()\n"
                "        self.a = Sequential()\n        self.b = Sequential()\n        self.a.compile(self.o)\n"
                "        self.b.compile(self.o)\n    def train(self):\n        self.a.fit(x)\n        self.b.fit(x)\n"
            ),
            11,
        ),
        (
            (
                "o = Adam()\nm = load_model('a')\nm.compile(o)\nm.fit(x)\nfor l in m.layers:\n    l.trainable = True\n"
                "m.compile(o)\nm.fit(x)\n"
            ),
            9,
        ),
        ("o = Adam()\nm = load_model('a')\nm.compile(o)\nm.fit(x)\nm = load_model('b')\nm.compile(o)\nm.fit(x)\n", 8),
        (
            (
                "class G:\n    def __init__(self):\n        o = Adam(1)\n        self.d = Sequential([layer])\n"
                "        self.d.compile(optimizer=o)\n        self.c = Model(i, self.d(i))\n"
                "        self.c.compile(optimizer=o)\n    def train(self):\n        self.d.train_on_batch(x, y)\n"
                "        self.c.train_on_batch(x, y)\n"
            ),
            9,
        ),
        (
            (
                "class G:\n    def __init__(self):\n        self.o = Adam(1)\n    def f(self):\n        self.a = Sequential()\n"
                "        self.a.compile(self.o)\n        self.a.fit(x)\n    def g(self):\n        self.b = Sequential()\n"
                "        self.b.compile(self.o)\n        self.b.fit(x)\n"
            ),
            12,
        ),
        (
            (
                "class Autoencoders:\n    def build(self):\n        o = Adam(1)\n        self.a = Sequential()\n"
                "        self.b = Sequential()\n        self.a.compile(o)\n        self.b.compile(o)\n"
            ),
            9,
        ),
    ],
)
def test_reported(source: str, line: int) -> None:
    assert lines(source) == [line]


@pytest.mark.parametrize(
    "source",
    [
        "o = Adam()\na = Sequential()\na.compile(o, 'mse')\na.fit(x)\n",
        f"{TWO}a.compile(Adam(), 'mse')\nb.compile(Adam(), 'mse')\na.fit(x)\nb.fit(x)\n",
        f"o = 'adam'\n{TWO}a.compile(o, 'mse')\nb.compile(o, 'mse')\na.fit(x)\nb.fit(x)\n",
        "for i in range(3):\n    o = Adam()\n    m = Sequential()\n    m.compile(optimizer=o)\n    m.fit(x)\n",
        f"{TRAINED}p = Adam(1)\ntrained(o)\ntrained(p)\n",
        f"{TRAINED}trained(Adam(1))\ntrained(SGD(1))\n",
        f"{TRAINED}def again(p):\n    trained(p)\nagain(o)\nagain(SGD(1))\n",
        f"def opt():\n    return Adam()\n{TWO}a.compile(opt())\nb.compile(opt())\na.fit(x)\nb.fit(x)\n",
        "o = Adam()\nif q:\n    a = Sequential()\n    a.compile(o)\nelse:\n    a = Model()\n    a.compile(o)\na.fit(x)\n",
        f"o = Adam()\n{TWO}a.compile(o)\nb.compile(o)\nb.fit(x)\na.predict(x)\n",
        "o = Adam()\na = Sequential()\na.compile(o)\na.fit(x)\na.compile(o)\na.fit(x)\n",
        f"{TWO}o = Adam()\na.compile(o)\na.fit(x)\no = Adam()\nb.compile(o)\nb.fit(x)\n",
        "def build():\n    o = Adam()\n    m = Sequential()\n    m.compile(o)\n    return m\na = build()\nb = build()\n",
        f"{PAIR}n, o = pair()\nn, p = pair()\n{TWO}a.compile(o)\nb.compile(p)\na.fit(x)\nb.fit(x)\n",
        f"{PAIR}o, n = pair()\n{TWO}{BOTH}",
        f"def pair():\n    return Adam(), Adam()\no, p = pair()\n{TWO}{BOTH.replace('b.compile(o)', 'b.compile(p)')}",
        f"{PAIR}{TWO}n, o = pair()\na.compile(o)\na.fit(x)\nn, o = pair()\nb.compile(o)\nb.fit(x)\n",
        f"def pair():\n    return 1, 'adam'\nn, o = pair()\n{TWO}{BOTH}",
        "o = Adam()\na = Sequential()\na.compile(o)\nb = a\nb.compile(o)\nb.fit(x)\na.fit(x)\n",
        "import re\no = flags()\na = re.compile(o)\nb = re.compile(o)\n",
        "o = Adam()\nm = Sequential()\nfor i in range(3):\n    m.compile(o)\n    m.fit(x)\n",
        f"def f(o):\n    {TWO.strip().replace(chr(10), chr(10) + '    ')}\n    a.compile(o)\n    b.compile(o)\n    a.fit()\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert lines(source) == []


OPTIONS = "O = dict(loss='mse', optimizer=Adam(1))\n"
BY_OPTIONS = "def build(n):\n    m = Sequential()\n    m.compile(**O)\n    return m\n"
BY_PARAMETER = "def make(o):\n    m = Sequential()\n    m.compile(o)\n    return m\n"
AGENT = (
    "class Agent:\n    def __init__(self, settings):\n        self.settings = settings\n"
    "        self.model = self.net()\n        self.target = self.net()\n    def net(self):\n"
    "        m = Sequential()\n        m.compile('sgd' if q else {given}, 'mse')\n        return m\n"
    "    def step(self):\n        self.model.fit(x)\n        self.target.fit(x)\n"
)
FROM_SETTINGS = AGENT.format(given="self.settings['optimizer']")
CLASS = "class Net:\n    def __init__(self, o):\n        self.m = Sequential()\n        self.m.compile(o)\n        self.m.fit(x)\n"
GIVEN = "def setup(m, o):\n    m.compile(o)\n    m.fit(x)\n"


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (f"{OPTIONS}{BY_OPTIONS}a, b = build(1), build(2)\n", 6),
        (f"{OPTIONS}{BY_OPTIONS}for m in [build(n) for n in (1, 2)]:\n    m.fit(x)\n", 6),
        (f"O = {{'optimizer': Adam(1)}}\n{TWO}a.compile(**O)\nb.compile(loss='mse', **O)\na.fit(x)\nb.fit(x)\n", 7),
        (f"O = {{}}\nO['optimizer'] = Adam(1)\n{TWO}a.compile(**O)\nb.compile(**O)\na.fit(x)\nb.fit(x)\n", 8),
        (
            f"O = dict(optimizer=Adam(1))\nP = dict(O, loss='mse')\n{BY_OPTIONS.replace('O', 'P')}build(1)\nbuild(2)\n",
            7,
        ),
        (
            f"O = {{'optimizer': Adam(1)}}\n{TWO}a.compile(O['optimizer'])\nb.compile(O.get('optimizer'))\na.fit(x)\nb.fit(x)\n",
            7,
        ),
        (f"def options():\n    return {{'optimizer': Adam(1)}}\nO = options()\n{BY_OPTIONS}build(1)\nbuild(2)\n", 8),
        (f"def options():\n    return O\n{OPTIONS}{BY_OPTIONS.replace('**O', '**options()')}build(1)\nbuild(2)\n", 8),
        (
            "def build(**k):\n    m = Sequential()\n    m.compile(**k)\n    m.fit(x)\no = Adam()\nbuild(optimizer=o)\nbuild(optimizer=o)\n",
            5,
        ),
        (f"{FROM_SETTINGS}a = Agent({{'optimizer': SGD(0.01)}})\na.step()\n", 10),
        (f"{FROM_SETTINGS}s = {{'optimizer': SGD(0.01)}}\na = Agent(s)\na.step()\n", 10),
        (
            f"{AGENT.format(given='settings')}".replace("'sgd' if q else settings", "self.settings")
            + "a = Agent(SGD(0.01))\na.step()\n",
            10,
        ),
        (
            f"{FROM_SETTINGS.replace('self.target = self.net()', 'pass')}o = SGD(1)\na = Agent(dict(optimizer=o))\nb = Agent(dict(optimizer=o))\n",
            10,
        ),
        (f"{BY_PARAMETER}o = SGD(0.01)\nmodels = {{n: make(o) for n in 'ab'}}\n", 5),
        (f"{BY_PARAMETER}o = SGD(0.01)\nmodels = [make(o=o) for n in 'ab']\n", 5),
        (f"{BY_PARAMETER}o = SGD(0.01)\ndef both():\n    return make(o), make(o)\n", 5),
        (f"{BY_PARAMETER.replace('(o)', '(o=SGD(0.01))', 1)}a, b = make(), make()\n", 5),
        (f"{BY_PARAMETER}def outer(p):\n    return make(p)\no = SGD()\nmodels = [outer(o) for n in 'ab']\n", 5),
        (f"{CLASS}o = Adam(1)\na, b = Net(o), Net(o)\n", 6),
        (f"{CLASS}o = Adam(1)\nnets = [Net(o) for i in range(2)]\n", 6),
        (f"{GIVEN}a, b, o = Sequential(), Sequential(), Adam(1)\nsetup(a, o)\nsetup(b, o)\n", 4),
        (f"{GIVEN}o = Adam(1)\nfor m in (Sequential(), Sequential()):\n    setup(m, o)\n", 4),
        (f"{TWO}o = Adam(1)\nfor m in (a, b):\n    m.compile(o)\n    m.fit(x)\n", 7),
        (f"{TWO}o = Adam(1)\nfor m in (a, b):\n    m.compile(o)\na.fit(x)\nb.fit(x)\n", 7),
        (
            "class C:\n    OPTIMIZER = Adam(1)\n"
            + BY_PARAMETER.replace("(o)", "()", 1).replace("(o)", "(C.OPTIMIZER)")
            + "a, b = make(), make()\n",
            7,
        ),
    ],
)
def test_reported_by_another_way(source: str, line: int) -> None:
    assert lines(source) == [line]


@pytest.mark.parametrize(
    "source",
    [
        f"O = dict(loss='mse', optimizer='adam')\n{BY_OPTIONS}build(1)\nbuild(2)\n",
        f"{OPTIONS}{BY_OPTIONS}build(1)\n",
        f"def options():\n    return {{'optimizer': Adam(1)}}\n{BY_OPTIONS.replace('**O', '**options()')}build(1)\nbuild(2)\n",
        f"import copy\n{OPTIONS}{BY_OPTIONS.replace('**O', '**copy.deepcopy(O)')}build(1)\nbuild(2)\n",
        f"{BY_OPTIONS.replace('m = Seq', 'O = dict(optimizer=Adam())' + chr(10) + '    m = Seq')}build(1)\nbuild(2)\n",
        f"{OPTIONS}{BY_OPTIONS}build(1)\nO['optimizer'] = Adam(2)\nbuild(2)\n",
        f"{OPTIONS}{BY_OPTIONS}for rate in (1, 2):\n    O['optimizer'] = Adam(rate)\n    build(1)\n",
        f"{OPTIONS}{TWO}a.compile(**O)\n{OPTIONS}b.compile(**O)\na.fit(x)\nb.fit(x)\n",
        f"{OPTIONS}{BY_OPTIONS}a = build(1) if q else build(2)\na.fit(x)\n",
        f"{OPTIONS}{BY_OPTIONS}if q:\n    a = build(1)\nelse:\n    a = build(2)\na.fit(x)\n",
        f"{OPTIONS}m = Sequential()\nm.compile(**O)\nm.fit(x)\nm.compile(**O)\nm.fit(x)\n",
        f"{OPTIONS}m = Sequential()\nif q:\n    m.compile(**O)\nelse:\n    m.compile(**O)\nm.fit(x)\n",
        f"O = {{'a': Adam(), 's': SGD()}}\n{BY_OPTIONS.replace('**O', 'O[n]')}build('a')\nbuild('s')\n",
        f"{FROM_SETTINGS}a = Agent({{'optimizer': 'sgd'}})\na.step()\n",
        f"{FROM_SETTINGS.replace('self.target = self.net()', 'pass')}a = Agent({{'optimizer': SGD()}})\nb = Agent({{'optimizer': SGD()}})\n",
        f"{BY_PARAMETER}models = {{n: make('sgd') for n in 'ab'}}\n",
        f"{BY_PARAMETER}models = {{n: make(SGD(0.01)) for n in 'ab'}}\n",
        f"{BY_PARAMETER}models = [m for m in (make(SGD()), make(SGD()))]\n",
        f"{BY_PARAMETER}o = SGD()\nfor layer in make(o).layers:\n    print(layer)\n",
        f"{BY_PARAMETER}def outer(p):\n    return make(p)\nouter(SGD())\nouter(SGD())\n",
        f"{BY_PARAMETER}a, b, o = make(SGD()), make('sgd'), SGD()\nc = make(o)\n",
        f"{CLASS}nets = [Net(Adam(1)) for i in range(2)]\n",
        (
            "class Net:\n    def __init__(self):\n        self.o = Adam(1)\n    def build(self):\n        self.m = Sequential()\n"
            "        self.m.compile(self.o)\n        self.m.fit(x)\na, b = Net(), Net()\na.build()\nb.build()\n"
        ),
        f"{GIVEN}a, o = Sequential(), Adam(1)\nsetup(a, o)\nsetup(a, o)\n",
        f"{GIVEN}a, o = Sequential(), Adam(1)\nfor i in range(3):\n    setup(a, o)\n",
        (
            "class Net:\n    def __init__(self):\n        self.o = SGD(1)\n        self.m = Sequential()\n    def setup(self):\n"
            "        self.m.compile(self.o)\n    def run(self):\n        for i in range(3):\n            self.setup()\n"
            "            self.m.fit(x)\n"
        ),
        (
            "o = Adam()\ndef build():\n    if q:\n        m = Sequential()\n        m.compile(o)\n    else:\n        m = Model()\n"
            "        m.compile(o)\n    return m\nbuild()\n"
        ),
        (
            "o = Adam()\ndef build():\n    if q:\n        m = Sequential()\n        m.compile(o)\n        return m\n    m = Model()\n"
            "    m.compile(o)\n    return m\nbuild()\n"
        ),
        f"{TWO}for m in (a, b):\n    m.compile(Adam(1))\n    m.fit(x)\n",
    ],
)
def test_left_alone_by_another_way(source: str) -> None:
    assert lines(source) == []


def test_nothing_is_said_of_the_shims() -> None:
    source = f"{HEAD}o = Adam()\n{TWO}a.compile(o)\nb.compile(o)\na.fit(x)\nb.fit(x)\n"
    result = upgrade(source.encode(), Settings("compat"))
    assert "TFM207" not in str(result)
    again = upgrade(source.replace("from keras", "from compat.keras").encode())
    assert "TFM207" not in str(again)
    built = source.replace("from keras.optimizers", "from compat.keras.optimizers").replace("keras.models", "nets")
    assert "TFM207" not in str(upgrade(built.encode()))


OF_SHIMS = HEAD.replace("keras.optimizers", "compat.keras.optimizers")


@pytest.mark.parametrize(
    "made", ["o = Adam(1e-3)\n", "class A:\n    def __init__(self):\n        self.o = Adam()\no = A().o\n"]
)
def test_an_optimizer_of_the_shims_trains_one_model_of_keras_itself(made: str) -> None:
    """The models of the shims see to the others, those of Keras do not."""
    result = upgrade(f"{OF_SHIMS}{made}{TWO}{BOTH}".encode())
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.findings if each.code == "TFM207"] == [made.count("\n") + 6]


def test_what_exact_writes() -> None:
    two = TWO.replace("Sequential()", "Sequential([Embedding(9, 2)])")
    source = f"{HEAD}from keras.layers import Embedding\no = Adam(1e-3)\n{two}{BOTH}"
    result = upgrade(source.encode(), Settings(origin=parse_origin("keras==2.3.1"), exact=True))
    assert isinstance(result, Upgraded)
    assert "compat.keras.optimizers" in result.code.decode()
    assert "TFM207" in [each.code for each in result.findings]


@pytest.mark.parametrize(
    "source",
    [
        f"{OF_SHIMS}o = Adam()\np = Adam()\n{TWO}a.compile(o)\nb.compile(p)\na.fit(x)\nb.fit(x)\n",
        f"{OF_SHIMS}o = Adam()\na = Sequential()\na.compile(o)\na.fit(x)\n",
        f"{OF_SHIMS}{TWO}a.compile(Adam())\nb.compile(Adam())\na.fit(x)\nb.fit(x)\n",
    ],
)
def test_one_optimizer_of_the_shims_for_each_model(source: str) -> None:
    result = upgrade(source.encode())
    assert "TFM207" not in str(result)


@pytest.mark.tensorflow
def test_models_of_keras_itself_fail_with_an_optimizer_of_the_shims() -> None:
    import keras
    import numpy as np
    from compat.keras.optimizers import Adam

    optimizer = Adam(0.01)
    models = [keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)]) for _ in range(2)]
    for each in models:
        each.compile(optimizer, "mse")
    models[0].train_on_batch(np.ones((4, 2)), np.ones((4, 1)))
    with pytest.raises(ValueError, match="Unknown variable"):
        models[1].train_on_batch(np.ones((4, 2)), np.ones((4, 1)))


LOOP = """import tensorflow as tf
maker = tf.keras.Sequential([tf.keras.layers.Dense(1)])
critic = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam()
other = tf.keras.optimizers.Adam()
def step(tape, loss):
    made = tape.gradient(loss, maker.trainable_variables)
    optimizer.apply_gradients(zip(made, maker.trainable_variables))
    judged = tape.gradient(loss, critic.trainable_variables)
    {name}.apply_gradients(zip(judged, {model}.trainable_variables))
"""


def test_steps_for_two_models() -> None:
    check_declined(LOOP.format(name="optimizer", model="critic"), "TFM207", 10)


def test_optimizer_that_is_built_with_the_variables_of_both() -> None:
    built = "optimizer.build(maker.trainable_variables + critic.trainable_variables)\ndef step"
    check_untouched(LOOP.format(name="optimizer", model="critic").replace("def step", built))


@pytest.mark.parametrize(("name", "model"), [("other", "critic"), ("optimizer", "maker"), ("optimizer", "given")])
def test_steps_that_are_no_others(name: str, model: str) -> None:
    check_untouched(LOOP.format(name=name, model=model))


OF_A_MODEL = """import tensorflow as tf
class Gan(tf.keras.Model):
    def __init__(self, maker, critic):
        super().__init__()
        self.maker, self.critic = maker, critic
        self.steps = tf.keras.optimizers.Adam()
    def train_step(self, data):
        made = self.maker.trainable_variables
        weights = self.critic.trainable_variables
        with tf.GradientTape(persistent=True) as tape:
            loss = tf.reduce_mean(self.critic(self.maker(data)))
        self.{first}.apply_gradients(zip(tape.gradient(loss, weights), weights))
        self.{second}.apply_gradients(zip(tape.gradient(loss, made), self.{model}.trainable_variables))
        return {{"critic_loss": loss}}
"""


@pytest.mark.parametrize("name", ["optimizer", "steps"])
def test_steps_of_a_model_for_two_of_its_parts(name: str) -> None:
    check_declined(OF_A_MODEL.format(first=name, second=name, model="maker"), "TFM207", 13)


@pytest.mark.parametrize(
    ("first", "second", "model"),
    [("optimizer", "steps", "maker"), ("steps", "optimizer", "maker"), ("optimizer", "optimizer", "critic")],
)
def test_steps_of_a_model_with_two_optimizers(first: str, second: str, model: str) -> None:
    check_untouched(OF_A_MODEL.format(first=first, second=second, model=model))


def test_an_optimizer_of_a_model_that_is_built() -> None:
    source = OF_A_MODEL.format(first="optimizer", second="optimizer", model="maker")
    check_untouched(f"{source}gan = Gan(a, b)\ngan.optimizer.build(gan.trainable_variables)\n")


THAW = """import tensorflow as tf
base = tf.keras.Sequential([tf.keras.layers.Dense(3, input_shape=(2,), kernel_initializer="ones")])
model = tf.keras.Sequential([base, tf.keras.layers.Dense(1, kernel_initializer="ones")])
optimizer = tf.keras.optimizers.Adam(0.1)
x, y = tf.ones((4, 2)), tf.zeros((4, 1))
def step():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return float(loss)
base.trainable = False
losses = [step(), step()]
base.trainable = True
losses += [step(), step()]
"""
OF_2_3 = [36.0, 28.09, 21.193121, 12.322728]
"""The losses on TensorFlow 2.3.4."""


def test_layers_that_thaw_after_a_step() -> None:
    check_declined(THAW, "TFM207", 14)
    parts = "for layer in base.layers:\n    layer.trainable = True"
    check_declined(THAW.replace("base.trainable = True", parts), "TFM207", 15)
    head, frozen, rest = THAW.partition("base.trainable = False\n")
    inside = "".join(f"    {line}\n" for line in (frozen + rest).splitlines())
    check_declined(f"{head}def main():\n{inside}", "TFM207", 15)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("base.trainable = True", "base.trainable = True\noptimizer = tf.keras.optimizers.Adam(0.01)"),
        ("base.trainable = True\n", ""),
        ("base.trainable = False\n", ""),
        ("losses = [step(), step()]\n", ""),
        ("def step", "optimizer.build(model.weights)\ndef step"),
        ("base.trainable = False", "base.trainable = given()"),
    ],
)
def test_layers_that_no_step_leaves_out(before: str, after: str) -> None:
    assert "TFM207" not in str(upgrade(THAW.replace(before, after).encode()))


@pytest.mark.tensorflow
def test_an_optimizer_that_is_built_takes_the_steps_of_tensorflow_2_3() -> None:
    pytest.importorskip("tensorflow")
    built = THAW.replace("def step", "optimizer.build(model.weights)\ndef step") + "print(losses)\n"
    done = subprocess.run([sys.executable, "-c", built], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout.splitlines()[-1]) == pytest.approx(OF_2_3, rel=1e-5)


AGAIN = """from keras.models import Sequential
from keras.optimizers import SGD, Adam

optimizer = {made}
model = Sequential()
model.compile(optimizer, "mse")
{between}
model.compile({second}, "mae")
model.fit(x, y)
"""


def _again(
    made: str, between: str = "model.fit(x, y)", second: str = "optimizer", origin: str = "keras==2.3"
) -> list[int]:
    source = AGAIN.format(made=made, between=between, second=second)
    if origin.startswith("tensorflow"):
        source = source.replace("from keras", "from tensorflow.keras")
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    return [each.line for each in result.findings if each.code == "TFM207" and each.severity == "numbers"]


def test_compiled_again_after_a_training() -> None:
    assert _again("Adam(0.1)") == [8]


def test_compiled_again_without_a_change() -> None:
    assert _again("SGD(0.1)") == []
    assert _again("Adam(0.1)", between="model.summary()") == []
    assert _again("Adam(0.1)", second="Adam(0.01)") == []
    assert _again("Adam(0.1)", origin="tensorflow==2.3") == []
    assert _again("Adam(0.1)", origin="keras==3.3") == []


def test_models_of_an_object_that_trains_one_of_them_itself() -> None:
    """Whoever trains one of them here trains the other here, too."""
    source = (
        "class G:\n    def build(self):\n        o = Adam(1)\n        self.a = Sequential()\n        self.b = Sequential()\n"
        "        self.a.compile(o)\n        self.b.compile(o)\n    def train(self):\n        self.b.fit(x)\n"
    )
    assert lines(source) == []
    assert lines(source.replace("self.b.compile(o)", "self.b.compile('sgd')").replace("b.fit", "c.fit")) == []


TESTED = """import unittest
class Test(unittest.TestCase):
    def {made}(self):
        self.o = Adam()
    def build(self):
        m = Sequential()
        m.compile(self.o)
        return m
    def test_one(self):
        m = self.build()
        m.fit(x, y)
    def test_two(self):
        m = Sequential()
        m.compile(self.o)
        m.fit(x, y)
"""


def test_an_optimizer_of_one_test() -> None:
    assert lines(TESTED.format(made="setUp")) == []
    assert lines(TESTED.format(made="setup_method")) == []
    both = TESTED + "    def test_both(self):\n        m = self.build()\n        m.fit(x, y)\n"
    assert lines(both.format(made="setUp")) == []


def test_an_optimizer_of_all_tests() -> None:
    assert lines(TESTED.format(made="setUpClass")) == [16]
    assert lines(TESTED.format(made="__init__")) == [16]
    twice = TESTED + "        n = Sequential()\n        n.compile(self.o)\n        n.fit(x, y)\n"
    assert lines(twice.format(made="setUp")) == [19]


# --- copies

KERAS = "from keras.models import Sequential\nfrom keras.optimizers import Adam, RMSprop, SGD\n"
GAN = "a, b = Sequential(), Sequential()\na.compile(o, 'mse')\nb.compile(loss='mse', optimizer=o)\na.fit(x)\nb.fit(x)\n"
COPIED = GAN.replace("optimizer=o)", "optimizer=o.from_config(o.get_config()))")


@pytest.mark.parametrize(
    ("made", "is_standalone"),
    [
        ("SGD(0.1)", False),
        ("SGD(learning_rate=rate)", False),
        ("SGD(0.1, momentum=0.9)", True),
        ("RMSprop(learning_rate=0.0005)", True),
    ],
)
def test_copied(made: str, is_standalone: bool) -> None:
    origin = Settings(origin=parse_origin("keras==2.2.4" if is_standalone else "tensorflow==2.3"))
    keras = KERAS if is_standalone else KERAS.replace("from keras", "from tensorflow.keras")
    found = upgrade(f"{keras}o = {made}\n{GAN}".encode(), origin)
    assert isinstance(found, Upgraded)
    assert COPIED in found.after.decode()
    assert not [each for each in found.findings if each.code == "TFM207"]


@pytest.mark.parametrize(
    "source",
    [
        f"o = Adam(0.1)\n{GAN}",
        f"o = SGD(schedule(0.1))\n{GAN}",
        f"o = SGD(0.1)\no.learning_rate = 0.2\n{GAN}",
        f"from keras.callbacks import ReduceLROnPlateau\nc = ReduceLROnPlateau()\no = SGD(0.1)\n{GAN}",
        f"o = SGD(0.1) if q else 'sgd'\n{GAN}",
        f"o = SGD(**settings)\n{GAN}",
    ],
)
def test_not_copied(source: str) -> None:
    found = check_sound(KERAS + source)
    assert "from_config" not in found.after.decode()
    assert [each.code for each in found.findings if each.code == "TFM207"] == ["TFM207"]


# --- functions of other modules

NET = """from keras.layers import Dense
from keras.models import Sequential


def compiled(opt, loss="mse"):
    model = Sequential([Dense(1)])
    model.compile(loss=loss, optimizer=opt)
    return model


def start(model, opt):
    model.compile(opt, "mse")


def again(opt):
    return compiled(opt)


def joined(g, d, opt):
    m = Sequential([g, d])
    start(m, opt)
    return m


def two(opt):
    return compiled(opt), compiled(opt)


def other(opt):
    print(opt)


class Net:
    def __init__(self, opt):
        self.model = Sequential([Dense(1)])
        self.model.compile(opt, "mse")

    def start(self, opt):
        self.model.compile(opt, "mse")
"""
IMPORTS = "from keras.models import Sequential\nfrom keras.optimizers import SGD\nimport net\n"


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("o = SGD()\na, b = net.compiled(o), net.compiled(o)\n", 5),
        ("o = SGD()\na = net.compiled(opt=o)\nb = net.compiled(o, 'mae')\n", 6),
        ("o = SGD()\nd = net.compiled(o)\nm = net.joined(g, d, o)\n", 6),
        ("o = SGD()\na = net.again(o)\nb = net.again(o)\n", 6),
        ("o = SGD()\na = net.two(o)\n", 5),
        ("o = SGD()\na = [net.compiled(o) for i in range(3)]\n", 5),
        ("o = SGD()\nfor i in range(3):\n    net.compiled(o).fit(x, y)\n", 6),
        ("o = SGD()\na, b = Sequential(), Sequential()\nnet.start(a, o)\nnet.start(b, o)\n", 7),
        ("o = SGD()\na = net.Net(o)\nb = net.Net(o)\n", 6),
        ("def run():\n    o = SGD()\n    a = net.compiled(o)\n    return a, net.compiled(o)\n", 7),
    ],
)
def test_functions_of_other_modules(source: str, line: int, tmp_path: Path) -> None:
    assert _elsewhere(source, tmp_path) == [line]


@pytest.mark.parametrize(
    "source",
    [
        "o = SGD()\na = net.compiled(o)\n",
        "a, b = net.compiled(SGD()), net.compiled(SGD())\n",
        "o, p = SGD(), SGD()\na, b = net.compiled(o), net.compiled(p)\n",
        "o = SGD()\na = net.compiled(o)\no = SGD()\nb = net.compiled(o)\n",
        "o = 'sgd'\na, b = net.compiled(o), net.compiled(o)\n",
        "o = SGD()\nif deep:\n    a = net.compiled(o)\nelse:\n    a = net.again(o)\n",
        "o = SGD()\nnet.other(o)\na = net.compiled(o)\n",
        "o = SGD()\na = Sequential()\nnet.start(a, o)\nnet.start(a, o)\n",
        "o = SGD()\na = net.compiled(o)\na.compile(o, 'mae')\n",
        "o = SGD()\na = net.Net(o)\na.start(o)\na.start(o)\n",
        "o = SGD()\na = net.absent(o)\nb = net.absent(o)\n",
        "for i in range(3):\n    o = SGD()\n    net.compiled(o).fit(x, y)\n",
        "def run():\n    o = SGD()\n    a = net.compiled(o)\ndef walk():\n    o = SGD()\n    a = net.compiled(o)\n",
    ],
)
def test_functions_of_other_modules_that_compile_one(source: str, tmp_path: Path) -> None:
    assert _elsewhere(source, tmp_path) == []


def test_a_model_of_the_file_after_one_of_another_module(tmp_path: Path) -> None:
    """Seen together, the second one is here, and gets the copy."""
    (tmp_path / "net.py").write_text(NET)
    main = tmp_path / "main.py"
    main.write_text(IMPORTS + "o = SGD()\na = net.compiled(o)\nb = Sequential()\nb.compile(o, 'mse')\nb.fit(x, y)\n")
    result = upgrade(main.read_bytes(), project=project_of(main))
    assert isinstance(result, Upgraded)
    assert b"b.compile(o.from_config(o.get_config()), 'mse')" in result.after
    assert not result.findings


def test_the_shims_take_several_models_elsewhere(tmp_path: Path) -> None:
    assert _elsewhere("o = SGD()\na, b = net.compiled(o), net.compiled(o)\n", tmp_path, to="compat") == []


def _elsewhere(source: str, folder: Path, to: str = "native") -> list[int]:
    (folder / "net.py").write_text(NET)
    main = folder / "main.py"
    main.write_text(IMPORTS + source)
    select = ("TFM207",) if to == "native" else ()
    result = upgrade(
        main.read_bytes(), Settings(to, origin=parse_origin("keras==2.2.4"), select=select), project_of(main)
    )
    assert isinstance(result, Upgraded)
    return [each.line for each in result.findings if each.code == "TFM207"]
