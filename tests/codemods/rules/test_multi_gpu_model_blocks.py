"""`multi_gpu_model`: optimizers, parts of the model and the call itself in blocks of their own."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_shimmed
from tests.codemods.rules.test_multi_gpu_model_names import CALL, HEAD, MODEL, native

ADAM = "from keras.optimizers import Adam\n"
SCOPE = "with strategy.scope():\n"


# --- optimizers of an outer block


def test_optimizer_of_two_compiles() -> None:
    text = native(
        f"{ADAM}{MODEL}{CALL}x = load()\nopt = Adam(1e-3)\ny = load()\nif a:\n    p.compile(opt, 'mse')\nelse:\n"
        "    p.compile(opt, 'mae')\np.fit(x, y)\n"
    )
    assert f"{SCOPE}    opt = Adam(1e-3)\ny = load()\n" in text
    assert f"    {SCOPE}        m.compile(opt, 'mae')\n" in text


def test_optimizer_of_a_second_compile() -> None:
    text = native(
        f"{ADAM}{MODEL}{CALL}if True:\n    x = load()\n    opt = {{'a': Adam(1e-3)}}[name]\n    p.compile(opt, 'mse')\n"
        "    p.fit(x, y)\n    if finetune:\n        p.compile(opt, 'mse')\n        p.fit(x, y)\n"
    )
    assert f"    {SCOPE}        opt = {{'a': Adam(1e-3)}}[name]\n        m.compile(opt, 'mse')\n    m.fit" in text
    assert f"        {SCOPE}            m.compile(opt, 'mse')\n" in text


def test_optimizer_before_the_model_in_an_outer_block() -> None:
    text = native(f"{ADAM}opt = Adam(1e-3)\n{MODEL}{CALL}if a:\n    p.compile(opt, 'mse')\n")
    assert f"{SCOPE}    opt = Adam(1e-3)\n    m = load_model('x.h5')\n" in text


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
            f"{ADAM}opt = Adam(1e-3)\nif g > 1:\n    {MODEL}    {CALL}else:\n    p = load_model('x.h5')\n"
            "if a:\n    p.compile(opt, 'mse')\n",
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
