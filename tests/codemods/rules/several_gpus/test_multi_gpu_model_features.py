"""`multi_gpu_model`: other models that are built on layers of the template."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_shimmed
from tests.codemods.rules.several_gpus.test_multi_gpu_model_names import CALL, HEAD, MODEL, native

COMPILE = "p.compile('sgd', 'mse')\np.fit(x, y)\n"
SCOPE = "with strategy.scope():\n"
LAYERS = "from keras.layers import Dense, Input\n"


@pytest.mark.parametrize(
    "built",
    [
        "f = Model(m.input, m.layers[-2].output)\n",
        "f = Model(inputs=m.inputs, outputs=m.get_layer('a').output)\n",
        "t = m.get_layer('a').output\nf = Model(m.input, t)\n",
        "t = m(i)\nf = Model(i, t)\n",
        "t = Dense(2)(m.output)\nf = Model(m.input, t)\n",
        "f = Model(p.input, p.output)\n",
    ],
)
def test_model_that_predicts(built: str) -> None:
    text = native(f"{LAYERS}i = Input((4,))\n{MODEL}{CALL}{COMPILE}{built}print(f.predict(x))\nf.save('f.h5')\n")
    line = built.splitlines()[-1].replace("p.", "m.")
    assert f"{SCOPE}    {line}\n" in text


def test_model_that_another_method_builds() -> None:
    text = native(
        "class A:\n    def __init__(self):\n        self.m = load_model('x.h5')\n        self.p = multi_gpu_model(self.m, gpus=2)\n"
        "        self.p.compile('sgd', 'mse')\n    def ask(self, x):\n"
        "        f = Model(self.m.input, self.m.layers[2].output)\n        return f.predict(x)\n"
    )
    assert "        with self.m.distribute_strategy.scope():\n            f = Model(" in text


def test_model_of_another_branch() -> None:
    native(
        "if a:\n    m = load_model('x.h5')\n    p = multi_gpu_model(m, gpus=2)\nelse:\n    m = load_model('y.h5')\n"
        f"    m = Model(m.input, m.layers[3].output)\n    p = multi_gpu_model(m, gpus=2)\n{COMPILE}"
    )


def test_model_that_is_built_before_the_call() -> None:
    native(
        "class A:\n    def __init__(self):\n        self.build()\n        self.p = multi_gpu_model(self.m, gpus=2)\n"
        "        self.p.compile('sgd', 'mse')\n    def build(self):\n        self.m = load_model('x.h5')\n"
        "        self.f = Model(self.m.input, self.m.layers[2].output)\n    def ask(self, x):\n        self.f.fit(x)\n"
    )


@pytest.mark.parametrize(
    "built",
    [
        "f = Model(m.input, m.layers[-2].output)\nf.compile('sgd', 'mse')\nf.fit(x, y)\n",
        "t = m(i)\nf = Model(i, t)\nf.compile('sgd', 'mse')\n",
        "f = Model(m.input, Dense(1)(m.output))\nrun(f)\n",
        "f = Sequential(layers=m.layers[:-1])\nf.fit(x, y)\n",
        "f = Sequential()\nf.add(m)\nf.add(Dense(1))\nf.predict(x)\n",
        "f = g(Model(m.input, m.output))\n",
    ],
)
def test_model_that_does_more(built: str) -> None:
    source = f"{LAYERS}i = Input((4,))\n{MODEL}{CALL}{COMPILE}{built}"
    check_shimmed(HEAD + source, 6, "another model is built on it")


def test_model_that_another_method_trains() -> None:
    source = (
        "class A:\n    def __init__(self):\n        self.m = load_model('x.h5')\n        self.p = multi_gpu_model(self.m, gpus=2)\n"
        "        self.p.compile('sgd', 'mse')\n    def join(self, i):\n        self.f = Model(i, self.m(i))\n"
        "        self.f.compile('sgd', 'mse')\n"
    )
    check_shimmed(HEAD + source, 6, "another model is built on it afterwards")


@pytest.mark.parametrize(
    "use",
    ["m.layers[-2].trainable = False\n", "def freeze():\n    m.layers[-2].trainable = False\nfreeze()\n"],
    ids=["here", "in a function"],
)
def test_layer_of_the_template_before_the_call(use: str) -> None:
    text = native(f"{MODEL}{use}m = multi_gpu_model(m, gpus=2)\nm.compile('sgd', 'mse')\nm.layers[-2].save('x.h5')\n")
    assert "m.layers[-2].trainable = False\n" in text
    assert "m.save('x.h5')" in text


def test_layer_of_the_template_where_both_got_one_name() -> None:
    text = native(f"{MODEL}{CALL}{COMPILE}w = m.layers[-2].get_weights()\n")
    assert "w = m.layers[-2].get_weights()" in text
