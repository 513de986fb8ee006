"""`multi_gpu_model`: compiles of the template's own, other names of the models, several calls, calls in a scope."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_shimmed, check_sound

HEAD = "from keras.models import Model, Sequential, load_model\nfrom keras.utils import multi_gpu_model\n"
MODEL = "m = load_model('x.h5', compile=False)\n"
CALL = "p = multi_gpu_model(m, gpus=2)\n"


def native(source: str) -> str:
    text = check_sound(HEAD + source).after.decode()
    assert "multi_gpu_model" not in text, text
    return text


# --- the template's own compile


@pytest.mark.parametrize(
    ("source", "line", "reason"),
    [
        (f"{MODEL}m.compile('adam', 'mae')\n{CALL}p.compile('sgd', 'mse')\nm.evaluate(x, y)\n", 5, "on its own"),
        (f"{MODEL}{CALL}p.compile('sgd', 'mse')\nm.compile('adam', 'mae')\nm.fit(x, y)\n", 4, "on its own"),
        (f"{MODEL}{CALL}m.compile('adam', 'mae')\np.compile('sgd', 'mse')\np.fit(x, y)\n", 4, "on its own"),
        (f"{MODEL}b = m\nb.compile('adam', 'mae')\n{CALL}p.compile('sgd', 'mse')\n", 6, "on its own"),
        (f"{MODEL}{CALL}p.compile('sgd', 'mse')\nm.evaluate(x, y)\n", 4, "does evaluate"),
        (f"from nets import build\nm = build()\nm.fit(x, y)\n{CALL}p.compile('sgd', 'mse')\n", 6, "does fit"),
        (
            (
                f"{MODEL}m.compile('adam', 'mae')\nb = m\nm = multi_gpu_model(m, gpus=2)\nm.compile('sgd', 'mse')\n"
                "m.fit(x, y)\nb.evaluate(x, y)\n"
            ),
            6,
            "something else holds it",
        ),
        (
            f"{MODEL}m.compile('adam', 'mae')\nsaver = Saver(m)\nm = multi_gpu_model(m, gpus=2)\nm.compile('sgd')\n",
            6,
            "something else holds it",
        ),
        (
            (
                "class A:\n    def build(self):\n        self.m = load_model('x.h5', compile=False)\n"
                "        self.p = multi_gpu_model(self.m, gpus=2)\n        self.p.compile('sgd', 'mse')\n"
                "    def test(self):\n        self.m.compile('adam', 'mae')\n        self.m.evaluate(x, y)\n"
            ),
            6,
            "on its own",
        ),
    ],
)
def test_template_has_a_compile_of_its_own(source: str, line: int, reason: str) -> None:
    check_shimmed(HEAD + source, line, reason)


@pytest.mark.parametrize(
    "source",
    [
        f"{MODEL}if g > 1:\n    {CALL}    p.compile('sgd', 'mse')\nelse:\n    m.compile('adam', 'mae')\n    m.fit(x, y)\n",
        f"p = None\n{MODEL}if g > 1:\n    {CALL}if g > 1:\n    p.compile('sgd')\nelse:\n    m.compile('sgd')\n",
        f"{MODEL}m.compile('adam', 'mae')\nm.fit(x, y)\nm = multi_gpu_model(m, gpus=2)\nm.compile('sgd')\nm.fit(x, y)\n",
        f"{MODEL}print(m)\nm.compile('adam', 'mae')\nm = multi_gpu_model(m, gpus=2)\nm.compile('sgd')\nm.fit(x, y)\n",
        f"{MODEL}{CALL}p.compile('sgd', 'mse')\np.fit(x, y)\nm.save('y.h5')\nm.predict(x)\n",
        f"import re\n{MODEL}{CALL}p.compile('sgd', 'mse')\np.fit(x, re.compile('a'))\n",
    ],
)
def test_one_compile(source: str) -> None:
    native(source)


@pytest.mark.parametrize(
    ("first", "second", "is_alike"),
    [
        ("'adam', 'mae'", "'adam', 'mae'", True),
        ("Adam(1e-3), 'mae'", "Adam(1e-3), 'mae'", True),
        (
            "optimizer=Adam(1e-3), loss=own(2), metrics=[own(1)]",
            "loss=own(2), optimizer=Adam(1e-3), metrics=[own(1)]",
            True,
        ),
        ("Adam(1e-3), 'mae'", "Adam(1e-4), 'mae'", False),
        ("Adam(1e-3), own(1)", "Adam(1e-3), own(2)", False),
        ("make(), 'mae'", "make(), 'mae'", False),
    ],
)
def test_template_that_is_compiled_alike(first: str, second: str, is_alike: bool) -> None:
    source = f"from keras.optimizers import Adam\n{MODEL}m.compile({first})\n{CALL}p.compile({second})\np.fit(x, y)\n"
    if is_alike:
        native(source)
    else:
        check_shimmed(HEAD + source, 6, "on its own")


def test_condition_that_changes_is_another_one() -> None:
    source = (
        f"p = None\n{MODEL}if g > 1:\n    {CALL}g = 1\nif g > 1:\n    p.compile('sgd')\nelse:\n    m.compile('sgd')\n"
    )
    check_shimmed(HEAD + source, 6, "on its own")


# --- other names


@pytest.mark.parametrize("either", ["p or m", "p if g > 1 else m", "(p or None) or m", "m if p is None else p"])
def test_either_name_is_compiled_in_the_scope(either: str) -> None:
    text = native(
        f"p = None\n{MODEL}if g > 1:\n    {CALL}final = {either}\nfinal.compile('adam', 'mse')\nfinal.fit(x, y)\n"
    )
    lines = text.splitlines()
    at = next(index for index, line in enumerate(lines) if "final.compile" in line)
    assert lines[at - 1] == "with strategy.scope():"


@pytest.mark.parametrize(
    ("source", "line", "reason"),
    [
        (f"{MODEL}{CALL}p.compile('sgd')\nq = p if g else small\nq.compile('sgd')\n", 4, "one of several models"),
        (f"{MODEL}{CALL}(p or m).compile('sgd')\n", 4, "one of several models"),
        (f"{MODEL}{CALL}p.compile('sgd')\nfor each in [p, q]:\n    each.compile('sgd')\n", 4, "kept in a collection"),
        (
            f"{MODEL}{CALL}p.compile('sgd')\nmodels = {{'a': p}}\nmodels['a'].compile('sgd')\n",
            4,
            "kept in a collection",
        ),
        (f"{MODEL}{CALL}p.compile('sgd')\nq = prepared(p)\nq.compile('adam')\n", 4, "may be the parallel model"),
        (f"{MODEL}{CALL}p.compile('sgd')\nq = prepared(p or m)\nq.compile('adam')\n", 4, "may be the parallel model"),
        (f"{MODEL}{CALL}q = p or m\nq.load_weights('p.h5')\nq.compile('sgd')\n", 4, "q.load_weights"),
    ],
)
def test_a_name_that_is_not_followed(source: str, line: int, reason: str) -> None:
    check_shimmed(HEAD + source, line, reason)


@pytest.mark.parametrize(
    "source",
    [
        f"def f():\n    {MODEL}    {CALL}    p.compile('sgd')\n    return m, p\n",
        f"{MODEL}{CALL}p.compile('sgd')\nif p and g > 1:\n    p.fit(x, y)\n",
        f"{MODEL}{CALL}p.compile('sgd')\nh = p.fit(x, y)\nr = report(h)\nr.compile()\n",
    ],
)
def test_other_uses_of_the_name(source: str) -> None:
    native(source)


# --- weights of a branch without the call


def test_weights_of_the_branch_without_the_call() -> None:
    text = native(
        f"if g > 1:\n    {MODEL}    {CALL}else:\n    p = load_model('x.h5', compile=False)\n    p.load_weights('y.h5')\np.compile('sgd')\n"
    )
    assert "with p.distribute_strategy.scope():\n    p.compile('sgd')" in text


# --- several calls, and calls in a scope

PAIR = "e = load_model('e.h5')\na = load_model('a.h5', compile=False)\npe = multi_gpu_model(e, gpus=2)\npa = multi_gpu_model(a, gpus=2)\n"


def test_pair_becomes_scopes() -> None:
    native(f"{PAIR}pe.compile('sgd')\npa.compile('sgd')\npa.fit(x, y)\n")


@pytest.mark.parametrize(
    "more", ["pa.load_weights('a.h5')\n", "pa.train_on_batch(x, y)\n", "a.compile('sgd')\n", "pe = other\n"]
)
def test_pair_stays_whole(more: str) -> None:
    text = check_sound(f"{HEAD}{PAIR}pe.compile('sgd')\npa.compile('sgd')\npa.fit(x, y)\n{more}").after.decode()
    assert "Strategy" not in text
    assert text.count("multi_gpu_model(") == 2


@pytest.mark.parametrize(
    "source",
    [
        "with s.scope():\n    m = load_model('x.h5', compile=False)\n    p = multi_gpu_model(m, gpus=2)\n    p.compile('sgd')\n",
        "def build():\n    m = load_model('x.h5', compile=False)\n    return multi_gpu_model(m, gpus=2)\nwith s.scope():\n    p = build()\n",
    ],
)
def test_call_in_a_scope_is_reported(source: str) -> None:
    head = f"import tensorflow as tf\n{HEAD}s = tf.distribute.MirroredStrategy()\n"
    (finding,) = [each for each in check_sound(head + source).findings if each.code == "TFM201"]
    assert finding.line == 7
    assert "where the shim raises" in finding.message


def test_no_scope_is_put_around_a_call() -> None:
    source = (
        f"import tensorflow as tf\n{HEAD}m = Sequential()\np = multi_gpu_model(m, gpus=2)\np.load_weights('a')\n"
        "m.compile('sgd', 'mse')\ns = tf.distribute.MirroredStrategy()\nwith s.scope():\n    m.fit(x, y)\n"
    )
    text = check_sound(source).after.decode()
    assert "\np = multi_gpu_model(m, gpus=2)" in text


# --- where the call stands


def test_call_between_the_optimizer_and_compile() -> None:
    text = native(
        "from keras.optimizers import Adam\nm = load_model('x.h5', compile=False)\nprint(m)\nx = load()\nopt = Adam(1e-3)\nif g > 1:\n"
        "    m = multi_gpu_model(m, gpus=g)\nm.compile(opt, 'mse')\n"
    )
    assert "with strategy.scope():\n    opt = Adam(1e-3)\n    m.compile(opt, 'mse')\n" in text


def test_call_in_a_statement_between_the_optimizer_and_compile() -> None:
    text = native(
        "from keras.optimizers import Adam\nm = load_model('x.h5', compile=False)\nprint(m)\nx = load()\nopt = Adam(1e-3)\n"
        "if a == 1:\n    print(a)\n    if g > 1:\n        m = multi_gpu_model(m, gpus=g)\nm.compile(opt, 'mse')\n"
    )
    assert "    if a == 1:\n        print(a)\n    m.compile(opt, 'mse')\n" in text
    assert "if a == 1 and g > 1\n" in text


@pytest.mark.parametrize(
    ("outer", "both"),
    [
        ("mode == 'train'", "mode == 'train' and g > 1"),
        ("a or b", "(a or b) and g > 1"),
        ("not a", "(not a) and g > 1"),
    ],
)
def test_two_conditions(outer: str, both: str) -> None:
    source = f"{MODEL}if {outer}:\n    if g > 1:\n        m = multi_gpu_model(m, gpus=g)\n    m.compile('sgd', 'mse')\n"
    text = native(source)
    assert f"    if {both}\n" in text
    assert f"if {outer}:\n    with strategy.scope():\n        m.compile('sgd', 'mse')\n" in text


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (
            "m = Sequential()\nif a:\n    if b:\n        1\n    else:\n        m = multi_gpu_model(m, 2)\nm.compile('sgd')\n",
            8,
        ),
        ("m = Sequential()\nif a:\n    try:\n        m = multi_gpu_model(m, 2)\n    except:\n        pass\n", 6),
        ("m = Sequential()\ntry:\n    if a:\n        m = multi_gpu_model(m, 2)\nexcept:\n    pass\n", 6),
        ("m = Sequential()\nif ask():\n    if a:\n        m = multi_gpu_model(m, 2)\nm.compile('sgd')\n", 6),
    ],
)
def test_conditions_that_are_not_joined(source: str, line: int) -> None:
    check_shimmed(HEAD + source, line, "condition")


def test_parallel_model_that_is_only_shown() -> None:
    native(f"from keras.utils import plot_model\n{MODEL}{CALL}print(p.summary())\nplot_model(p, to_file='p.png')\n")


def test_regularizer_of_another_block() -> None:
    native(
        "from keras.regularizers import l2\nr = l2(1e-3)\ndef build():\n    return Sequential([Dense(2, r)])\n"
        f"if __name__ == '__main__':\n    m = build()\n    {CALL}    p.compile('sgd', 'mse')\n"
    )
