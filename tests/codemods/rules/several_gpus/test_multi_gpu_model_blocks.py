"""`multi_gpu_model`: optimizers, parts of the model and the call itself in blocks of their own."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_shimmed
from tests.codemods.rules.several_gpus.test_multi_gpu_model_names import CALL, HEAD, MODEL, native

ADAM = "from keras.optimizers import Adam\n"
SCOPE = "with strategy.scope():\n"
STRATEGY = (
    'strategy = (\n    tf.distribute.MirroredStrategy([f"GPU:{i}" for i in range(g)])\n    if g > 1\n'
    "    else tf.distribute.get_strategy()\n)\n"
)


# --- optimizers of an outer block


def test_optimizer_of_two_compiles() -> None:
    text = native(
        f"{ADAM}{MODEL}{CALL}x = load()\nopt = Adam(1e-3)\ny = load()\nif a:\n    p.compile(opt, 'mse')\nelse:\n"
        "    p.compile(opt, 'mae')\np.fit(x, y)\n"
    )
    assert f"{SCOPE}    opt = Adam(1e-3)\ny = load()\n" in text
    assert f"    {SCOPE}        m.compile(opt, 'mae')\n" in text


def test_optimizer_of_a_second_compile() -> None:
    # the second compile is a finding, and only before the edits the file shows the release that makes it one
    result = upgrade(
        f"{HEAD}{ADAM}{MODEL}{CALL}if True:\n    x = load()\n    opt = {{'a': Adam(1e-3)}}[name]\n    p.compile(opt, 'mse')\n"
        "    p.fit(x, y)\n    if finetune:\n        p.compile(opt, 'mse')\n        p.fit(x, y)\n".encode()
    )
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.findings] == ["TFM207"]
    text = result.after.decode()
    assert f"    {SCOPE}        opt = {{'a': Adam(1e-3)}}[name]\n        m.compile(opt, 'mse')\n    m.fit" in text
    assert f"        {SCOPE}            m.compile(opt, 'mse')\n" in text


def test_optimizer_before_the_model_in_an_outer_block() -> None:
    text = native(f"{ADAM}opt = Adam(1e-3)\n{MODEL}{CALL}if a:\n    p.compile(opt, 'mse')\n")
    assert f"{SCOPE}    opt = Adam(1e-3)\n    m = load_model('x.h5', compile=False)\n" in text


def test_optimizer_chosen_in_an_outer_block() -> None:
    text = native(
        f"{ADAM}{MODEL}{CALL}x = load()\nif b:\n    opt = Adam(1e-3)\nelse:\n    opt = Adam(1e-4)\n"
        "if a:\n    p.compile(opt, 'mse')\n"
    )
    assert f"{SCOPE}    if b:\n        opt = Adam(1e-3)\n    else:\n" in text


def test_optimizer_in_a_function_below_the_strategy() -> None:
    text = native(
        f"{ADAM}def f(p):\n    opt = Adam(1e-3)\n    if a:\n        p.compile(opt, 'mse')\n{MODEL}{CALL}f(p)\n"
    )
    assert f"    {SCOPE}        opt = Adam(1e-3)\n" in text


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (
            (
                f"{ADAM}opt = Adam(1e-3)\nif g > 1:\n    {MODEL}    {CALL}else:\n    p = load_model('x.h5', compile=False)\n"
                "if a:\n    p.compile(opt, 'mse')\n"
            ),
            "outside the block",
        ),
        (
            (
                f"{ADAM}def f(p):\n    opt = Adam(1e-3)\n    if a:\n        p.compile(opt, 'mse')\n"
                f"def g():\n    {MODEL}    {CALL}    f(p)\n"
            ),
            "outside the block",
        ),
        (f"{ADAM}OPT = Adam(1e-3)\ndef f():\n    {MODEL}    {CALL}    if a:\n        p.compile(OPT)\n", "outside the"),
        (f"{ADAM}def f(opt):\n    {MODEL}    {CALL}    if a:\n        p.compile(opt)\nf(Adam())\n", "is passed"),
    ],
    ids=["before the model", "parameter", "global", "optimizer is a parameter"],
)
def test_optimizer_that_no_scope_can_hold(source: str, reason: str) -> None:
    lines = (HEAD + source).split("\n")
    call = next(number for number, line in enumerate(lines, 1) if "= multi_gpu_model(" in line)
    check_shimmed(HEAD + source, call, reason)


# --- parts of the model in an outer block

BOTH = (
    "if g > 1:\n    m = build(n)\n    p = multi_gpu_model(m, gpus=g)\nelse:\n    m = build(n)\n    p = m\n"
    "p.compile('sgd', 'mse')\n"
)


@pytest.mark.parametrize(
    "source",
    [
        f"n = read()\n{BOTH}",
        f"n = None\nif c:\n    n = read()\n{BOTH}",
        f"n = read()\n{BOTH}".replace("    p =", "    print(g)\n    p =", 1),
        f"n = read()\n{BOTH.replace('    m = build(n)', '    with tf.device(a):  # here' + chr(10) + '        m = build(n)', 1)}",
        f"n = read()\n{BOTH.replace('if g > 1:', 'if g > 1:' + chr(10) + '    from keras.utils import multi_gpu_model', 1)}",
    ],
    ids=["a call", "a call in a branch", "print", "device", "import"],
)
def test_part_before_the_branches(source: str) -> None:
    lines = native(f"import tensorflow as tf\nfrom nets import build, read\n{source}").splitlines()
    scope = lines.index("with strategy.scope():")
    made = next(index for index, line in enumerate(lines) if "read()" in line)
    assert scope < made < lines.index("    p.compile('sgd', 'mse')")
    assert all(line.startswith("    ") for line in lines[scope + 1 : made])


def test_like_branches_become_one() -> None:
    text = native(
        "import tensorflow as tf\nfrom nets import build, read\nn = read()\n# a model on the CPU\n# For each GPU\n"
        "if g > 1:\n    from keras.utils import multi_gpu_model\n    with tf.device('/cpu:0'):\n        m = build(n)\n"
        "    p = multi_gpu_model(m, gpus=g)\nelse:\n    m     = build(n)\n    p = m\np.compile('sgd', 'mse')\n"
    )
    assert text.endswith(
        f"# For each GPU\n{STRATEGY}{SCOPE}    n = read()\n    m = build(n)\n    p = m\n    p.compile('sgd', 'mse')\n"
    ), text


@pytest.mark.parametrize(
    "source",
    [
        "n = read()\nif g > 1:\n    m = build(n)\n    p = multi_gpu_model(m, gpus=n)\n    p.compile('sgd')\n",
        "n = read()\nif n:\n    m = build(n)\n    p = multi_gpu_model(m, gpus=2)\n    p.compile('sgd')\n",
        "n = read()\nif ask():\n    m = build(n)\n    p = multi_gpu_model(m, gpus=2)\n    p.compile('sgd')\n",
        "n = read()\nif g:\n    1\nelif ask():\n    m = build(n)\n    p = multi_gpu_model(m, gpus=2)\n    p.compile('sgd')\n",
        "def f(r):\n    if g > 1:\n        m = Model(r, r)\n        p = multi_gpu_model(m, gpus=2)\n        p.compile('sgd')\n",
        "n = read()\nwhile g > 1:\n    m = build(n)\n    p = multi_gpu_model(m, gpus=2)\n    p.compile('sgd')\n",
        "n = read()\nos.environ['A'] = n\nif g > 1:\n    m = build(n)\n    p = multi_gpu_model(m, gpus=2)\n    p.compile('sgd')\n",
    ],
    ids=["the number", "the condition", "asked", "elif", "parameter", "loop", "GPUs are set up"],
)
def test_part_that_the_strategy_cannot_precede(source: str) -> None:
    source = f"import os\nfrom nets import build, read\n{source}"
    check_shimmed(HEAD + source, source[: source.index("= multi_gpu")].count("\n") + 3, "")


def test_call_in_the_device_scope_of_the_model() -> None:
    text = native(
        "import tensorflow as tf\ndef build(gpus):\n    if gpus >= 2:\n        with tf.device('/cpu:0'):\n"
        "            model = Sequential()\n            return multi_gpu_model(model, gpus)\n    return Sequential()\n"
        "m = build(2)\nm.compile('sgd', 'mse')\n"
    )
    assert f"        {SCOPE}            model = Sequential()\n            return model\n" in text
    assert "with m.distribute_strategy.scope():\n    m.compile('sgd', 'mse')\n" in text


# --- a model that is bound after its optimizer is made

MAKE = "def make():\n    m = load_model('x.h5', compile=False)\n    return multi_gpu_model(m, gpus=2)\n"


def test_optimizer_moves_below_the_model() -> None:
    source = (
        f"{ADAM}{MAKE}def main(rate):\n    # fast\n    opt = Adam(rate)\n    x = 1\n    m = make()\n    n = Adam(0.2)\n"
    )
    text = native(f"{source}    m.compile(opt or n, 'mse')\n    m.fit(x)\nmain(1)\n")
    scope = "    with m.distribute_strategy.scope():\n        # fast\n        opt = Adam(rate)\n        n = Adam(0.2)\n"
    assert f"    x = 1\n    m = make()\n{scope}        m.compile(opt or n, 'mse')\n" in text


def test_optimizer_of_a_method_moves_below_the_model() -> None:
    source = (
        "class A:\n    def build(self):\n        self.m = load_model('x.h5', compile=False)\n"
        "        self.p = multi_gpu_model(self.m, gpus=2)\n"
        "    def main(self):\n        opt = Adam(0.1)\n        self.build()\n        self.p.compile(opt)\n"
    )
    text = native(f"{ADAM}{source}")
    assert (
        "        self.build()\n        with self.p.distribute_strategy.scope():\n            opt = Adam(0.1)\n" in text
    )


@pytest.mark.parametrize(
    "lines",
    [
        "opt = make_optimizer()|m = make()",
        "opt = Adam(rate())|m = make()",
        "opt = Adam(rate)|rate = 2|m = make()",
        "opt = Adam(0.1)|print(opt)|m = make()",
        "opt = Adam(0.1)|m = make()|print(opt)",
        "opt, x = Adam(0.1), 2|m = make()",
        "opt = other = Adam(0.1)|m = make()",
        "opt = Adam(0.1)|m = make()|m.compile(opt, 'mae')",
    ],
)
def test_optimizer_stays_above_the_model(lines: str) -> None:
    body = "".join(f"    {each}\n" for each in lines.split("|"))
    source = f"{HEAD}{ADAM}{MAKE}def main(rate):\n{body}    m.compile(opt, 'mse')\n    m.fit(1)\nmain(1)\n"
    check_shimmed(source, 6, "m is bound after what its compile takes")


# --- parts under another name

BASE = "from keras.models import Sequential\nbase = Sequential()\nbase.add(Dense(3))\n"


@pytest.mark.parametrize("alias", ["shared = base\n", "inner = base\nshared = inner\n"])
def test_a_part_under_another_name(alias: str) -> None:
    text = native(f"{BASE}{alias}m = Model(i, shared(i))\n{CALL}p.compile('sgd', 'mse')\np.fit(x, y)\n")
    assert f"{SCOPE}    base = Sequential()\n" in text
    assert "    m = Model(i, shared(i))\n" in text


def test_another_name_that_is_no_part() -> None:
    text = native(f"{BASE}shared = base\n{MODEL}{CALL}p.compile('sgd', 'mse')\np.fit(x, y)\n")
    assert "\nbase = Sequential()\n" in text


# --- compiles beside the call


def test_compile_in_each_branch() -> None:
    text = native(
        f"{MODEL}print(m)\nif g > 1:\n    p = multi_gpu_model(m, gpus=g)\n    print(g)\n    p.compile('sgd', 'mse')\n"
        "else:\n    p = m\n    p.compile('adam', 'mse')\np.fit(x, y)\n"
    )
    assert f"if g > 1:\n    print(g)\n    {SCOPE}        m.compile('sgd', 'mse')\n" in text
    assert f"else:\n    {SCOPE}        m.compile('adam', 'mse')\n" in text


def test_compile_like_that_of_the_template() -> None:
    text = native(
        f"{MODEL}m.compile('sgd', 'mse')\nif g > 1:\n    p = multi_gpu_model(m, gpus=g)\n    p.compile('sgd', 'mse')\n"
        "else:\n    p = m\np.fit(x, y)\n"
    )
    assert f"if g > 1:\n    {SCOPE}        m.compile('sgd', 'mse')\n" in text


def test_compile_below_a_nested_condition() -> None:
    text = native(
        f"{ADAM}{MODEL}print(m)\nif g > 1:\n    p = multi_gpu_model(m, gpus=g)\n    if fast:\n        opt = Adam(1e-2)\n"
        "        p.compile(opt, 'mse')\n    else:\n        p.compile('sgd', 'mse')\nelse:\n    p = m\np.fit(x, y)\n"
    )
    assert f"        {SCOPE}            opt = Adam(1e-2)\n            m.compile(opt, 'mse')\n" in text
    assert f"        {SCOPE}            m.compile('sgd', 'mse')\n" in text


def test_optimizer_of_another_branch() -> None:
    text = native(
        f"{ADAM}if a:\n    m = load_model('x.h5')\n    p = multi_gpu_model(m, gpus=2)\n    opt = Adam(1e-2)\n"
        "    p.compile(opt, 'mse')\nelse:\n    m = load_model('y.h5')\n    p = multi_gpu_model(m, gpus=3)\n"
        "    opt = Adam(1e-3)\n    p.compile(opt, 'mse')\n"
    )
    assert "        opt = Adam(1e-2)\n        m.compile(opt, 'mse'" in text
    assert "        opt = Adam(1e-3)\n        m.compile(opt, 'mse'" in text


# --- a model that is returned before the call


@pytest.mark.parametrize(
    ("test", "expected"),
    [("g < 2", "if g < 2"), ("g is None or g < 2", "if g is None or g < 2"), ("len(g) == 1", "if len(g) == 1")],
)
def test_model_is_returned_before(test: str, expected: str) -> None:
    text = native(
        f"def make(g):\n    m = load_model('x.h5')\n    if {test}:\n        m.compile('sgd', 'mse')\n        return m\n"
        "    p = multi_gpu_model(m, gpus=g)\n    p.compile('sgd', 'mse')\n    return p\n"
    )
    assert (
        f"        tf.distribute.get_strategy()\n        {expected}\n        else tf.distribute.MirroredStrategy("
        in text
    )


def test_model_is_returned_on_one_line() -> None:
    text = native(
        "def make(g):\n    m = load_model('x.h5')\n    if g < 2: return m\n    p = multi_gpu_model(m, gpus=g)\n"
        "    p.compile('sgd', 'mse')\n    return p\n"
    )
    assert "        tf.distribute.get_strategy()\n        if g < 2\n" in text


def test_two_conditions_return_the_model() -> None:
    text = native(
        "def make(g, test):\n    m = load_model('x.h5')\n    if g < 2:\n        return m\n    if test:\n        return m\n"
        "    p = multi_gpu_model(m, gpus=g)\n    p.compile('sgd', 'mse')\n    return p\n"
    )
    assert "        if g < 2 or test\n" in text


def test_something_else_is_returned_before() -> None:
    text = native(
        "def make(g=2):\n    m = load_model('x.h5')\n    if test:\n        return None\n    p = multi_gpu_model(m, gpus=g)\n"
        "    p.compile('sgd', 'mse')\n    return p\n"
    )
    assert "    strategy = tf.distribute.MirroredStrategy(" in text


def test_branch_that_returns_has_a_compile_of_its_own() -> None:
    text = native(
        "def make(g):\n    m = load_model('x.h5')\n    if g > 1:\n        p = multi_gpu_model(m, gpus=g)\n"
        "        p.compile('sgd', 'mse')\n        return p\n    m.compile('adam', 'mse')\n    return m\n"
    )
    assert f"        {SCOPE}            m.compile('sgd', 'mse'" in text
    assert f"    {SCOPE}        m.compile('adam', 'mse'" in text


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("    if ask():\n        return m\n", "its condition calls functions"),
        (
            "    if g < 2:\n        if g < 1:\n            return None\n        return m\n",
            "is returned before the call",
        ),
        ("    for each in range(g):\n        if each:\n            return m\n", "is returned before the call"),
        ("    if g < 2:\n        return m\n    else:\n        print(g)\n", "is returned before the call"),
    ],
)
def test_model_may_be_returned_before(lines: str, reason: str) -> None:
    source = (
        f"def make(g=2):\n    m = load_model('x.h5')\n{lines}    p = multi_gpu_model(m, gpus=g)\n"
        "    p.compile('sgd', 'mse')\n    return p\n"
    )
    check_shimmed(HEAD + source, HEAD.count("\n") + 4 + lines.count("\n") - 1, reason)


# --- a model that is made in the call


def test_model_is_made_in_the_call_of_layers_above() -> None:
    text = native(
        "from keras.layers import Dense, Input\ni = Input((4,))\no = Dense(1)(i)\nif g > 1:\n"
        "    p = multi_gpu_model(Model(i, o), gpus=g)\nelse:\n    p = Model(i, o)\np.compile('sgd', 'mse')\n"
    )
    assert (
        f"{SCOPE}    i = Input((4,))\n    o = Dense(1)(i)\n    p = Model(i, o)\n    p.compile('sgd', 'mse')\n" in text
    )


def test_model_is_made_in_the_call_of_layers_outside() -> None:
    source = (
        "from keras.layers import Dense, Input\ni = Input((4,))\ndef make(g=2):\n    o = Dense(1)(i)\n"
        "    p = multi_gpu_model(Model(i, o), gpus=g)\n    p.compile('sgd', 'mse')\n    return p\n"
    )
    check_shimmed(HEAD + source, 7, "i, a part of the model, is created outside the function")
