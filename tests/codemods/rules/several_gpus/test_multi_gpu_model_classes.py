"""`multi_gpu_model` in classes: what methods make on `self` for the model."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_shimmed
from tests.codemods.rules.several_gpus.test_multi_gpu_model_names import HEAD, native

LAYERS = "from keras.layers import Dense, Input\n"
SCOPE = "with strategy.scope():\n"
WRAP = (
    "        self.parallel = multi_gpu_model(self.model, gpus=2)\n        self.parallel.compile('sgd', 'mse')\n"
    "        self.parallel.fit(x, y)\n"
)
BUILD = "    def build(self):\n        x = Input((4,))\n        self.model = Model(x, Dense(1)(self.encoder(x)))\n"
ENCODE = "    def encode(self):\n        self.encoder = Sequential([Dense(3, input_shape=(4,))])\n"


def methods(init: str, others: str = "", base: str = "") -> str:
    return f"{LAYERS}class Net({base}):\n    def __init__(self):\n{init}{WRAP}{others}"


# --- built by methods that the function calls


def test_built_by_a_method() -> None:
    text = native(
        methods(
            "        self.build()\n", "    def build(self):\n        self.model = load_model('x.h5', compile=False)\n"
        )
    )
    assert f"        {SCOPE}            self.build()\n" in text


def test_built_by_a_method_of_a_method() -> None:
    others = "    def build(self):\n        self.inner()\n    def inner(self):\n        self.model = load_model('x.h5', compile=False)\n"
    text = native(methods("        self.build()\n", others))
    assert f"        {SCOPE}            self.build()\n" in text


def test_parts_of_methods() -> None:
    text = native(methods("        self.encode()\n        log()\n        self.build()\n", ENCODE + BUILD))
    assert (
        f"        {SCOPE}            self.encode()\n            log()\n            self.build()\n"
        "            self.parallel = self.model\n"
    ) in text


def test_layers_that_a_method_adds() -> None:
    add = "    def add(self):\n        self.model.add(Dense(1))\n"
    text = native(
        methods(
            "        self.model = load_model('x.h5', compile=False)\n        log()\n        self.add()\n        log()\n",
            add,
        )
    )
    assert "            log()\n            self.add()\n" in text


# --- parts that are made elsewhere


@pytest.mark.parametrize(
    ("source", "line", "reason"),
    [
        (
            (
                f"{LAYERS}class Net:\n    def __init__(self):\n        self.encoder = Sequential([Dense(3)])\n"
                f"        self.start()\n    def start(self):\n        x = Input((4,))\n"
                f"        self.model = Model(x, Dense(1)(self.encoder(x)))\n{WRAP}"
            ),
            11,
            "self.encoder, a part of the model, is created outside the function",
        ),
        (
            (
                f"{LAYERS}class Net:\n    def __init__(self):\n        self.encoder = Sequential([Dense(3)])\n"
                f"        self.start()\n    def start(self):\n        self.build()\n{WRAP}{BUILD}"
            ),
            10,
            "self.encoder, a part of the model, is created outside the function",
        ),
        (
            (
                f"{LAYERS}class Net:\n    encoder = Dense(3)\n    def start(self):\n        x = Input((4,))\n"
                f"        self.model = Model(x, Dense(1)(self.encoder(x)))\n{WRAP}"
            ),
            9,
            "self.encoder, a part of the model, is created outside the function",
        ),
        (
            (
                f"{LAYERS}from nets import Base\nclass Net(Base):\n    def start(self):\n        x = Input((4,))\n"
                f"        self.model = Model(x, Dense(1)(self.encoder(x)))\n{WRAP}"
            ),
            9,
            "self.encoder, a part of the model, is created outside the function",
        ),
        (
            (
                f"{LAYERS}class Base:\n    def __init__(self):\n        self.out = Dense(1)(self.x)\n"
                f"class Net(Base):\n    def start(self):\n        self.model = Model(self.x, self.out)\n{WRAP}"
            ),
            10,
            "self.out, a part of the model, is created outside the function",
        ),
        (
            methods(
                "        self.model = load_model('x.h5', compile=False)\n        self.build()\n",
                "    def build(self):\n        self.model = Model(self.model.input, self.model.output)\n",
            ),
            8,
            "self.model is not built in the same function",
        ),
        (
            methods(
                "        self.build()\n",
                "    def build(self):\n        if a:\n            self.model = load_model('x.h5', compile=False)\n",
            ),
            7,
            "self.model is not built in the same function",
        ),
        (
            (
                f"{LAYERS}class Net:\n    def __init__(self):\n        self.build()\n"
                "        self.parallel = multi_gpu_model(self.model, gpus=self.gpus)\n"
                "        self.parallel.compile('sgd', 'mse')\n"
                "    def build(self):\n        self.gpus = count() + 1 if self.gpus > 1 else 2\n"
                "        self.model = load_model('x.h5', compile=False)\n"
            ),
            7,
            "self.gpus is known only after the model is built",
        ),
    ],
)
def test_goes_to_the_shim(source: str, line: int, reason: str) -> None:
    check_shimmed(HEAD + source, line, reason)


@pytest.mark.parametrize(
    ("source", "line", "reason"),
    [
        ("class Net:\n    def __init__(self, model):\n        self.model = model\n" + WRAP, 6, "model is not built"),
        ("def f(m):\n    n = m\n    p = multi_gpu_model(n, 2)\n    p.compile('sgd')\n", 5, "m is not built"),
        ("def f(m):\n    o = m\n    n = o\n    p = multi_gpu_model(n, 2)\n    p.compile('sgd')\n", 6, "m is not built"),
        (
            (
                "from keras.layers import Dense\ndef f(x):\n    y = x\n    m = Model(y, Dense(1)(y))\n"
                "    p = multi_gpu_model(m, 2)\n    p.compile('sgd')\n"
            ),
            7,
            "x, a part of the model, is created outside the function",
        ),
    ],
)
def test_other_names_of_a_parameter(source: str, line: int, reason: str) -> None:
    check_shimmed(HEAD + source, line, reason)


def test_other_names_of_a_model() -> None:
    assert f"    {SCOPE}        n = load_model('x.h5', compile=False)\n" in native(
        "def f():\n    n = load_model('x.h5', compile=False)\n    m = n\n    p = multi_gpu_model(m, 2)\n    p.compile('sgd')\n"
    )
