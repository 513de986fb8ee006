"""A model that is frozen after `compile` goes on training."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_sound, check_untouched, check_upgraded

HEAD = "from keras.layers import Dense\nfrom keras.models import Model, Sequential\n"
MODEL = "d = Sequential([Dense(1)])\nd.compile('sgd', 'mse')\n"
COMBINED = "c = Model(z, d(g))\nc.compile('sgd', 'mse')\n"


def test_names() -> None:
    check_upgraded(
        f"{HEAD}{MODEL}d.trainable = False\n{COMBINED}for x in data:\n    # first\n    l = d.train_on_batch(x, y)  # real\n"
        "    c.train_on_batch(x, y)\n",
        f"{HEAD}{MODEL}d.trainable = False\n{COMBINED}for x in data:\n    # first\n    d.trainable = True\n"
        "    l = d.train_on_batch(x, y)  # real\n    d.trainable = False\n    c.train_on_batch(x, y)\n",
    )


@pytest.mark.parametrize("to", ["native", "compat"])
def test_attributes_and_several_steps(to: str) -> None:
    source = (
        f"{HEAD}class Gan:\n    def __init__(self):\n        self.d = Sequential([Dense(1)])\n"
        "        self.d.compile('sgd', 'mse')\n        self.d.trainable = False\n"
        "        self.c = Model(z, self.d(g))\n        self.c.compile('sgd', 'mse')\n"
        "    def train(self):\n        a = self.d.train_on_batch(x, y)\n        b = self.d.train_on_batch(n, m)\n"
        "        self.c.train_on_batch(n, y)\n"
    )
    text = check_sound(source, to=to).after.decode()
    assert (
        "        self.d.trainable = True\n        a = self.d.train_on_batch(x, y)\n        self.d.trainable = False\n"
        "        self.d.trainable = True\n        b = self.d.train_on_batch(n, m)\n        self.d.trainable = False\n"
        "        self.c.train_on_batch(n, y)\n"
    ) in text


@pytest.mark.parametrize(
    "line",
    [
        "print(d.train_on_batch(x, y))\n",
        "l = 0.5 * d.train_on_batch(x, y)\n",
        "losses.append(d.train_on_batch(x, y)[0])\n",
        "total += -d.train_on_batch(x, y)\n",
    ],
)
def test_inside_of_an_expression(line: str) -> None:
    source = f"{HEAD}{MODEL}d.trainable = False\n{COMBINED}"
    check_upgraded(f"{source}{line}", f"{source}d.trainable = True\n{line}d.trainable = False\n")


def test_the_shims_carry_it() -> None:
    source = f"import keras.layers.core\n{HEAD}{MODEL}d.trainable = False\n{COMBINED}d.train_on_batch(x, y)\n"
    result = check_sound(source, to="compat")
    assert not [each for each in (*result.changes, *result.findings) if each.code == "TFM226"]


@pytest.mark.parametrize(
    "training",
    [
        "f(d.train_on_batch(x, y), c.train_on_batch(x, y))\n",
        "l = [d.train_on_batch(x, y) for x in data]\n",
        "l = d.train_on_batch(x, y) if real else 0\n",
        "def f(): return d.train_on_batch(x, y)\n",
        "for x in data: d.train_on_batch(x, y)\n",
        "d.train_on_batch(x, y); c.train_on_batch(x, y)\n",
        "for l in c.layers:\n    l.trainable = k\nd.train_on_batch(x, y)\n",
    ],
)
def test_reported(training: str) -> None:
    result = check_sound(f"{HEAD}{MODEL}d.trainable = False\n{COMBINED}{training}")
    assert [(each.code, each.line) for each in result.findings] == [("TFM226", 5)]


@pytest.mark.parametrize(
    "source",
    [
        f"{MODEL}d.trainable = False\n{COMBINED}c.fit(x, y)\n",
        f"{MODEL}d.fit(x, y)\nd.trainable = False\n{COMBINED}c.fit(x, y)\n",
        f"d = Sequential([Dense(1)])\nd.trainable = False\nd.compile('sgd', 'mse')\n{COMBINED}d.fit(x, y)\n",
        f"{MODEL}d.trainable = False\nd.compile('sgd', 'mse')\nd.fit(x, y)\n",
        f"{MODEL}d.trainable = True\n{COMBINED}d.fit(x, y)\n",
        f"{MODEL}d.trainable = False\n{COMBINED}d.trainable = True\nd.train_on_batch(x, y)\nd.trainable = False\n",
        f"{MODEL}e = Sequential([Dense(1)])\ne.trainable = False\n{COMBINED}d.train_on_batch(x, y)\n",
        f"def make():\n    {MODEL.replace(chr(10), chr(10) + '    ', 1)}    d.trainable = False\ndef run(d):\n    d.fit(x)\n",
    ],
)
def test_left_alone(source: str) -> None:
    result = upgrade((HEAD + source).encode())
    assert isinstance(result, Upgraded)
    assert not [each for each in (*result.changes, *result.findings) if each.code == "TFM226"]


HANDED = f"{MODEL}d.trainable = False\n{COMBINED}"
TRAIN = "def train(models, x):\n    c, d = models\n    d.train_on_batch(x, y)\n"


@pytest.mark.parametrize("handed", ["train((c, d), x)\n", "models = [c, d]\ntrain(models, x)\n", "run(c, d)\n"])
def test_trained_by_another_function(handed: str) -> None:
    """The GANs of a well-known book: `models = (generator, discriminator, adversarial)`."""
    result = check_sound(f"{HEAD}{TRAIN}{HANDED}{handed}")
    assert [(each.code, each.line) for each in result.findings] == [("TFM226", 8)]


@pytest.mark.parametrize(
    "source",
    [
        f"{TRAIN}{HANDED}c.fit(x, y)\n",
        f"{TRAIN.replace('    d.train', '    d.trainable = True' + chr(10) + '    d.train')}{HANDED}train((c, d), x)\n",
        f"def train(models, x):\n    c, e = models\n    e.train_on_batch(x, y)\n{HANDED}train((c, d), x)\n",
        f"{TRAIN}{HANDED}s = Sequential([Dense(1), Dense(1)])\n",
    ],
)
def test_not_handed_on(source: str) -> None:
    result = upgrade((HEAD + source).encode())
    assert isinstance(result, Upgraded)
    assert not [each for each in (*result.changes, *result.findings) if each.code == "TFM226"]


def test_written_for_keras_3() -> None:
    check_untouched(f"import keras.ops\n{HEAD}{MODEL}d.trainable = False\n{COMBINED}d.train_on_batch(x, y)\n")


def test_other_libraries() -> None:
    result = upgrade(b"import torch\nd.compile('a')\nd.trainable = False\nd.fit(x)\n")
    assert isinstance(result, Upgraded)
    assert result.changes == result.findings == ()


# --- GANs of functions

BUILDERS = """def define_critic():
    model = Sequential([Dense(1, activation='sigmoid', input_dim=2, kernel_initializer='ones')])
    model.compile(loss='binary_crossentropy', optimizer='sgd')
    return model
def define_generator():
    return Sequential([Dense(2, input_dim=3, kernel_initializer='ones')])
def define_gan(generator, critic):
    critic.trainable = False
    model = Sequential([generator, critic])
    model.compile(loss='binary_crossentropy', optimizer='sgd')
    return model
"""
MADE = "critic = define_critic()\ngenerator = define_generator()\ngan = define_gan(generator, critic)\n"
STEP = "def train(c_model, gan_model):\n    for x in data:\n{}        gan_model.train_on_batch(x, y)\n"
BARE = STEP.format("        c_model.train_on_batch(x, y)\n")
SWITCHED = STEP.format(
    "        c_model.trainable = True\n        c_model.train_on_batch(x, y)\n        c_model.trainable = False\n"
)


@pytest.mark.parametrize(
    "made",
    [
        MADE,
        MADE.replace("critic = define_critic()\ngenerator = ", "critic, generator = define_critic(), "),
        (
            "def both():\n    critic = define_critic()\n    critic.compile('sgd', 'mse')\n    return critic, define_generator()\n"
            "critic, generator = both()\ngan = define_gan(generator, critic)\n"
        ),
    ],
)
def test_models_of_functions(made: str) -> None:
    """The GANs of many tutorials; the critic is compiled by the function that makes it, and trained by another."""
    check_upgraded(
        f"{HEAD}{BUILDERS}{BARE}{made}train(critic, gan)\n", f"{HEAD}{BUILDERS}{SWITCHED}{made}train(critic, gan)\n"
    )


def test_models_that_a_notebook_makes_again() -> None:
    """The name of the critic is bound twice; what is trained is the last one."""
    source = f"{HEAD}{BUILDERS}{MADE}{{}}{MADE}train(critic, gan)\n"
    check_upgraded(source.format(BARE), source.format(SWITCHED))


@pytest.mark.parametrize(
    "training",
    [
        f"{BARE}train(critic, gan)\ntrain(other, gan)\n",
        "def train(c_model):\n    return c_model.train_on_batch(x, y)\ntrain(critic)\n",
    ],
)
def test_models_of_functions_are_reported(training: str) -> None:
    result = upgrade(f"{HEAD}{BUILDERS}{MADE}{training}".encode())
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.findings] == ["TFM226"]


@pytest.mark.parametrize(
    "source",
    [
        f"{BUILDERS.replace('    model.compile', '    other.compile', 1)}{BARE}{MADE}train(critic, gan)\n",
        f"{BUILDERS}{BARE}{MADE}critic.compile('sgd', 'mse')\ntrain(critic, gan)\n",
        f"{BUILDERS}{BARE}{MADE}train(other, gan)\n",
        f"{BUILDERS}{BARE}{MADE.replace('critic = define_critic()', 'critic = load(path)')}train(critic, gan)\n",
        f"{BUILDERS}{BARE}critic = define_critic()\ntrain(critic, gan)\n",
    ],
)
def test_models_of_functions_left_alone(source: str) -> None:
    result = upgrade(f"{HEAD}{source}".encode())
    assert not isinstance(result, Upgraded) or "TFM226" not in {
        each.code for each in (*result.changes, *result.findings)
    }


@pytest.mark.tensorflow
def test_the_numbers_of_functions() -> None:
    """0.881172 on Keras 2.3.1 and TensorFlow 2.10.1; 0.880797, as it began, today without the change."""
    pytest.importorskip("tensorflow")
    training = (
        "critic.train_on_batch(np.ones((4, 2)), np.ones((4, 1)))\nfound = critic.predict(np.ones((1, 2)), verbose=0)\n"
    )
    result = upgrade(f"import numpy as np\n{HEAD}{BUILDERS}{MADE}{training}".encode())
    assert isinstance(result, Upgraded)
    found: dict[str, Any] = {}
    exec(compile(result.after, "code", "exec"), found)
    assert float(found["found"][0, 0]) == pytest.approx(0.881172, abs=1e-6)


# --- functions that set it

SETTER = "def switch(model, value):\n    model.trainable = value\n    for each in model.layers:\n        each.trainable = value\n"
LISTED = (
    "def switch(model, value):\n    if type(model) != list:\n        models = [model]\n    else:\n        models = model\n"
    "    for model in models:\n        model.trainable = value\n        for each in model.layers:\n            each.trainable = value\n"
)
BRANCHED = "def switch(model, value):\n    if value:\n        model.trainable = True\n    else:\n        model.trainable = False\n"
LAYERS = "def switch(model, value):\n    for each in model.layers:\n        each.trainable = value\n"
TRAINED = "d.train_on_batch(x, y)\nc.train_on_batch(x, y)\n"
WRAPPED = "d.trainable = True\nd.train_on_batch(x, y)\nd.trainable = False\nc.train_on_batch(x, y)\n"


@pytest.mark.parametrize(
    ("function", "call"),
    [
        (SETTER, "switch(d, False)"),
        (LISTED, "switch(d, False)"),
        (LISTED, "switch([d], False)"),
        (BRANCHED, "switch(d, False)"),
        (SETTER, "switch(value=False, model=d)"),
        (SETTER.replace("value)", "value=False)"), "switch(d)"),
        (f"{SETTER}def freeze(model):\n    switch(model, False)\n", "freeze(d)"),
        (SETTER + SETTER, "switch(d, False)"),
        ("", "setattr(d, 'trainable', False)"),
        ("", "for each in [d]:\n    each.trainable = False"),
        ("class Tool:\n    @staticmethod\n    def switch(m, v):\n        m.trainable = v\n", "Tool.switch(d, False)"),
    ],
)
def test_functions_that_set_it(function: str, call: str) -> None:
    source = f"{HEAD}{function}{MODEL}{call}\n{COMBINED}"
    check_upgraded(source + TRAINED, source + WRAPPED)


def test_a_function_that_sets_it_around_its_own_compile() -> None:
    source = f"{HEAD}{SETTER}{MODEL.replace('d.compile', 'switch(d, True)' + chr(10) + 'd.compile')}switch(d, False)\n"
    check_upgraded(f"{source}{COMBINED}{TRAINED}", f"{source}{COMBINED}{WRAPPED}")


@pytest.mark.parametrize(
    ("function", "call"),
    [
        (LAYERS, "switch(d, False)"),
        ("from tools import set_trainable\n", "set_trainable(d, False)"),
        ("import tools\n", "tools.make_trainable(d, False)"),
    ],
)
def test_functions_that_set_layers_or_cannot_be_read_are_reported(function: str, call: str) -> None:
    source = f"{HEAD}{function}{MODEL}{call}\n{COMBINED}{TRAINED}"
    line = source[: source.index(f"\n{call}\n")].count("\n") + 2
    result = check_sound(source)
    assert [(each.code, each.line) for each in result.findings] == [("TFM226", line)]


@pytest.mark.parametrize(
    "source",
    [
        f"{SETTER.replace('trainable', 'frozen')}{MODEL}switch(d, False)\n{COMBINED}{TRAINED}",
        f"{SETTER}{MODEL}switch(d, True)\n{COMBINED}{TRAINED}",
        f"{SETTER}{MODEL}switch(e, False)\n{COMBINED}{TRAINED}",
        f"{SETTER}{MODEL}switch(d, False)\n{COMBINED}switch(d, True)\nd.fit(x, y)\nswitch(d, False)\nc.fit(x, y)\n",
        f"{SETTER}d = Sequential([Dense(1)])\nswitch(d, False)\n{COMBINED}c.fit(x, y)\n",
        f"{SETTER}{MODEL}switch(d, False)\nswitch(d, True)\nd.fit(x, y)\n",
        f"from tools import get_trainable, switch\n{MODEL}get_trainable(d, False)\nswitch(d, False)\n{COMBINED}{TRAINED}",
    ],
)
def test_functions_that_set_it_left_alone(source: str) -> None:
    result = check_sound(HEAD + source)
    assert not [each for each in (*result.changes, *result.findings) if each.code == "TFM226"]


def test_a_function_that_sets_and_compiles_in_each_round() -> None:
    source = (
        f"{HEAD}def grown(model):\n    for each in model.layers:\n        each.trainable = False\n    return model\n"
        "def run(model):\n    model.compile('sgd', 'mse')\n    model.fit(x, y)\n    return model\n"
        "def main():\n    model = Sequential([Dense(1)])\n    for each in range(3):\n        model = run(model)\n"
        "        model = grown(model)\n"
    )
    result = check_sound(source)
    assert not [each for each in (*result.changes, *result.findings) if each.code == "TFM226"]


def test_models_of_tf_keras() -> None:
    source = f"{HEAD}{SETTER}{MODEL}switch(d, False)\n{COMBINED}{TRAINED}".replace("from keras", "from tf_keras")
    check_untouched(source)


def test_a_function_on_the_shims() -> None:
    source = f"import keras.layers.core\n{HEAD}{SETTER}{MODEL}switch(d, False)\n{COMBINED}{TRAINED}"
    result = check_sound(source, to="compat")
    assert not [each for each in (*result.changes, *result.findings) if each.code == "TFM226"]


GAN = """class Gan(Base):
    def __init__(self):
        self.d = None
        self.d = self.build()
        self.start()
    def build(self):
        made = Sequential([Dense(1)])
        return made
{method}
    def start(self):
        self.d.compile('sgd', 'mse')
        {call}
        self.c = Model(z, self.d(g))
        self.c.compile('sgd', 'mse')
    def train(self):
        self.d.train_on_batch(x, y)
        self.c.train_on_batch(x, y)
"""
BASE = "class Base:\n    def above(self, model, value):\n        model.trainable = value\n"


@pytest.mark.parametrize(
    ("method", "call"),
    [
        ("    def switch(self, m, v):\n        m.trainable = v", "self.switch(self.d, False)"),
        ("    @staticmethod\n    def switch(m, v):\n        m.trainable = v", "self.switch(self.d, False)"),
        ("    @staticmethod\n    def switch(m, v):\n        m.trainable = v", "Gan.switch(self.d, False)"),
        ("    @classmethod\n    def switch(cls, m, v):\n        m.trainable = v", "self.switch(self.d, False)"),
        ("    def freeze(self):\n        self.d.trainable = False", "self.freeze()"),
        (
            "    def a(self):\n        self.d.trainable = False\n    def freeze(self):\n        self.a()",
            "self.freeze()",
        ),
        ("    def switch(self, value):\n        self.d.trainable = value", "self.switch(False)"),
        ("", "self.above(self.d, False)"),
        ("", "super().above(self.d, False)"),
    ],
)
def test_methods_that_set_it(method: str, call: str) -> None:
    source = HEAD + BASE + GAN.format(method=method, call=call)
    step = "        self.d.train_on_batch(x, y)\n"
    wrapped = f"        self.d.trainable = True\n{step}        self.d.trainable = False\n"
    check_upgraded(source, source.replace(step, wrapped))


def test_methods_that_build_one_model_each() -> None:
    source = (
        f"{HEAD}class Gan:\n    def __init__(self):\n        self.first()\n        self.second()\n"
        "    def first(self):\n        self.d = Sequential([Dense(1)])\n        self.d.compile('sgd', 'mse')\n"
        "    def second(self):\n        self.d.trainable = False\n        self.c = Model(z, self.d(g))\n"
        "        self.c.compile('sgd', 'mse')\n    def train(self):\n        {}\n"
    )
    step = "self.d.fit(x, y)"
    wrapped = f"self.d.trainable = True\n        {step}\n        self.d.trainable = False"
    check_upgraded(source.replace("{}", step), source.replace("{}", wrapped))


def test_a_function_that_compiles() -> None:
    source = f"{HEAD}def ready(model):\n    model.compile('sgd', 'mse')\nd = Sequential([Dense(1)])\nready(d)\nd.trainable = False\n"
    check_upgraded(f"{source}{COMBINED}{TRAINED}", f"{source}{COMBINED}{WRAPPED}")


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (
            "def make():\n    d = Sequential([Dense(1)])\n    d.compile('sgd', 'mse')\n    d.trainable = False\n    return d, 1\n",
            6,
        ),
        (
            f"class T:\n    def __init__(self, d):\n        self.d = d\n    def run(self):\n        self.d.fit(x)\n{HANDED}T(d).run()\n",
            10,
        ),
    ],
)
def test_reported_where_it_trains_elsewhere(code: str, line: int) -> None:
    result = check_sound(HEAD + code)
    assert [(each.code, each.line) for each in result.findings if each.code == "TFM226"] == [("TFM226", line)]


def test_frozen_in_a_loop_behind_its_training() -> None:
    source = f"{HEAD}{MODEL}for x in data:\n{{}}    d.trainable = False\n"
    wrapped = "    d.trainable = True\n    d.fit(x)\n    d.trainable = False\n"
    check_upgraded(source.format("    d.fit(x)\n"), source.format(wrapped))


def test_a_function_of_another_module(tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text(SETTER)
    script = tmp_path / "train.py"
    source = f"{HEAD}from tools import *\n{MODEL}switch(d, False)\n{COMBINED}"
    script.write_text(source + TRAINED)
    result = upgrade(script.read_bytes(), project=project_of(script))
    assert isinstance(result, Upgraded)
    assert result.after.decode() == source + WRAPPED


def test_a_method_of_another_module(tmp_path: Path) -> None:
    (tmp_path / "base.py").write_text(BASE)
    script = tmp_path / "train.py"
    source = f"{HEAD}from base import Base\n{GAN.format(method='', call='self.above(self.d, False)')}"
    script.write_text(source)
    result = upgrade(script.read_bytes(), project=project_of(script))
    assert isinstance(result, Upgraded)
    assert "self.d.trainable = True\n        self.d.train_on_batch(x, y)\n" in result.after.decode()


GIVEN_AWAY = """
from keras.layers import Dense, Input
from keras.models import Model, Sequential
import steps

critic = Sequential([Dense(1, input_dim=8)])
critic.compile("adam", "mse")
critic.trainable = False
noise = Input(shape=(4,))
combined = Model(noise, critic(Dense(8)(noise)))
combined.compile("adam", "mse")
"""
TRAINING = "def train(models, x, y):\n    critic, combined = models\n    critic.train_on_batch(x, y)\n"
SHOWING = "\n\ndef show(models):\n    print(models)\n"


@pytest.mark.parametrize(
    ("last", "lines"),
    [
        ("steps.train((critic, combined), x, y)\n", [8]),
        ("models = [critic, combined]\nsteps.train(models, x, y)\n", [8]),
        ("steps.train(models=(critic, combined), x=x, y=y)\n", [8]),
        ("steps.show((critic, combined))\n", []),
        ("steps.train((other, combined), x, y)\n", []),
        ("models = [other, combined]\nsteps.train(models, x, y)\n", []),
    ],
)
def test_training_in_another_module(tmp_path: Path, last: str, lines: list[int]) -> None:
    (tmp_path / "steps.py").write_text(TRAINING + SHOWING)
    script = tmp_path / "train.py"
    script.write_text(GIVEN_AWAY + last)
    result = upgrade(script.read_bytes(), project=project_of(script))
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.findings if each.code == "TFM226"] == lines


MAKER = """
from keras.layers import Dense
from keras.models import Sequential


class Critic:
    def __init__(self):
        self.net = self.build()
        {compiled}

    def build(self):
        return Sequential([Dense(1, input_dim=8)])
"""
COMPILED = 'self.net.compile("adam", "mse")'
PAIR = """
from keras.optimizers import Adam


class Gan:
    def __init__(self, critic, maker):
        self.critic = critic
        self.critic.trainable = False
        self.both = maker.compile(Adam(), "mse")

    def train(self, x, y):
        self.both.train_on_batch(x, y)
"""
USING = """
import gan
import makers

critic = makers.Critic()
both = gan.Gan(critic.net, None)
"""


def upgraded(folder: Path, script: str, **modules: str) -> Upgraded:
    """The upgrade of one module of a project."""
    (folder / ".git").mkdir()
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)
    path = folder / f"{script}.py"
    result = upgrade(path.read_bytes(), project=project_of(path))
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize(
    ("training", "compiled", "lines"),
    [
        ("critic.net.train_on_batch(x, y)\n", COMPILED, [8]),
        ("for step in range(3):\n    loss = critic.net.train_on_batch(x, y)\n    both.train(x, y)\n", COMPILED, [8]),
        ("critic.net.trainable = True\ncritic.net.train_on_batch(x, y)\n", COMPILED, []),
        ("critic.net.predict(x)\nboth.train(x, y)\n", COMPILED, []),
        ("critic.net.train_on_batch(x, y)\n", "", []),
    ],
)
def test_a_model_that_a_class_is_given(tmp_path: Path, training: str, compiled: str, lines: list[int]) -> None:
    modules = {"gan": PAIR, "makers": MAKER.format(compiled=compiled), "train": USING + training}
    found = upgraded(tmp_path, "gan", **modules).findings
    assert [each.line for each in found if each.code == "TFM226"] == lines


FROZEN_FROM_OUTSIDE = """
import makers


class Trainer:
    def __init__(self):
        self.critic = makers.Critic()

    def train(self, x, y):
        self.critic.net.trainable = False
        self.critic.net.{trained}(x, y)
"""


@pytest.mark.parametrize(
    ("trained", "compiled", "is_wrapped"),
    [("train_on_batch", COMPILED, True), ("evaluate", COMPILED, False), ("train_on_batch", "", False)],
)
def test_a_model_that_another_class_compiles(tmp_path: Path, trained: str, compiled: str, *, is_wrapped: bool) -> None:
    modules = {"train": FROZEN_FROM_OUTSIDE.format(trained=trained), "makers": MAKER.format(compiled=compiled)}
    after = upgraded(tmp_path, "train", **modules).after.decode()
    assert ("self.critic.net.trainable = True\n        self.critic.net.train_on_batch(x, y)\n" in after) is is_wrapped
