"""`multi_gpu_model`: `clear_session` resets the graph of an open scope, so it stays outside, or the call on the shim."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_shimmed
from tests.codemods.rules.several_gpus.test_multi_gpu_model_names import CALL, HEAD, MODEL, native

K = "from keras import backend as K\n"
CLEAR = "K.clear_session()\n"
REST = f"{CALL}p.compile('sgd', 'mse')\np.fit(x, y)\n"


@pytest.mark.parametrize(
    "source",
    [
        f"{K}n = read()\n{CLEAR}m = build(n)\n{REST}",
        f"{K}{CLEAR}{MODEL}{REST}",
        f"{K}{MODEL}{REST}{CLEAR}",
        f"{K}def f():\n    {CLEAR}f()\n{MODEL}{REST}",
        f"n = read()\nsession.clear_session()\nm = build(n)\n{REST}",
    ],
    ids=["between a part and the model", "before", "after", "in a function called before", "of another object"],
)
def test_outside_of_the_scope(source: str) -> None:
    lines = native(source).splitlines()
    clear = next(line for line in lines if "K.clear_session()" in line or "session.clear_session()" in line)
    assert not clear.startswith("    K") or lines[lines.index(clear) - 1] == "def f():"


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (f"{K}from keras.layers import Dense\nd = Dense(2)\n{CLEAR}m = Sequential([d])\n{REST}", "follows on a part"),
        (f"{K}m = Sequential()\n{CLEAR}m.add(d)\n{REST}", "follows on a part"),
        (f"{K}m = Sequential()\n{CLEAR}m = build(m)\n{REST}", "follows on a part"),
        (f"{K}n = read()\nif n:\n    {CLEAR}m = build(n)\n{REST}", "reset the scope"),
        (f"{K}def build():\n    {CLEAR}    return Sequential()\nm = build()\n{REST}", "reset the scope"),
        (
            f"{K}def make():\n    {CLEAR}    return Sequential()\ndef build():\n    return make()\nm = build()\n{REST}",
            "reset the scope",
        ),
        (f"import tensorflow as tf\nn = read()\nif n: tf.reset_default_graph()\nm = build(n)\n{REST}", "reset"),
        (
            (
                f"{K}from keras.optimizers import SGD\n{MODEL}{CALL}x = load()\nopt = SGD(0.1)\nif a:\n    {CLEAR}"
                "p.compile(opt, 'mse')\n"
            ),
            "reset the scope",
        ),
    ],
)
def test_inside_of_the_scope(source: str, reason: str) -> None:
    lines = (HEAD + source).split("\n")
    call = next(number for number, line in enumerate(lines, 1) if "= multi_gpu_model(" in line)
    check_shimmed(HEAD + source, call, reason)
