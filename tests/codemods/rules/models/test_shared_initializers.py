"""Each layer has an initializer of its own."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_sound, check_untouched, check_upgraded

HEAD = "import keras\nfrom keras.layers.core import Dense\n"
AFTER = "import keras\nfrom keras.layers import Dense\n"
INIT = "s = keras.initializers.RandomNormal(stddev=0.02)\n"
MADE = "keras.initializers.RandomNormal(stddev=0.02)"


def test_two_layers() -> None:
    check_upgraded(
        f"{HEAD}{INIT}a = Dense(2, kernel_initializer=s)\nb = Dense(2, kernel_initializer=s)\n",
        f"{AFTER}{INIT}a = Dense(2, kernel_initializer={MADE})\nb = Dense(2, kernel_initializer={MADE})\n",
    )


def test_in_a_loop() -> None:
    loop = "for n in sizes:\n    model.add(Dense(n, kernel_initializer={}))\n"
    check_upgraded(f"{HEAD}{INIT}{loop.format('s')}", f"{AFTER}{INIT}{loop.format(MADE)}")


def test_in_a_function() -> None:
    check_upgraded(
        f"{HEAD}def make():\n    {INIT}    return [Dense(2, kernel_initializer=s, bias_initializer=s)]\n",
        f"{AFTER}def make():\n    {INIT}    return [Dense(2, kernel_initializer={MADE}, bias_initializer={MADE})]\n",
    )


def test_called_for_variables() -> None:
    check_upgraded(
        f"{HEAD}{INIT}a = s([2, 3])\nb = s(shape=[2, 3])\n",
        f"{AFTER}{INIT}a = {MADE}([2, 3])\nb = {MADE}(shape=[2, 3])\n",
    )


OWN = """
class Own(keras.layers.Layer):
    def __init__(self, start{default}, **kwargs):
        super().__init__(**kwargs)
        self.start = {value}

    def build(self, shape):
        self.a = self.add_weight(name="a", shape=(3, 3), initializer=self.start{clone})
        self.b = self.add_weight(name="b", shape=(3, 3), initializer={second})


layer = Own({given})
"""
ONE = 'keras.initializers.get("glorot_uniform")'
GIVEN = "keras.initializers.get(start)"


def _own(value: str, clone: str = "", default: str = "", given: str = "", second: str = "self.start") -> str:
    return OWN.format(value=value, clone=clone, default=default, given=given, second=second + clone)


@pytest.mark.parametrize(
    ("value", "default", "given"),
    [
        (ONE, '="he_normal"', ""),
        (GIVEN, '="he_normal"', ""),
        (GIVEN, '="he_normal"', '"orthogonal"'),
        ("start", "=keras.initializers.he_normal()", ""),
    ],
)
def test_weights_of_an_own_layer(value: str, default: str, given: str) -> None:
    check_upgraded(HEAD + _own(value, "", default, given), AFTER + _own(value, ".clone()", default, given))


@pytest.mark.parametrize(
    ("value", "default", "given", "second"),
    [
        ('keras.initializers.get("zeros")', '="he_normal"', "", "self.start"),
        (ONE, '="he_normal"', "", '"zeros"'),
        (GIVEN, '="ones"', "", "self.start"),
        (GIVEN, '="he_normal"', "", '"zeros"'),
        ("start", '="he_normal"', "", "self.start"),
        ("start", "=keras.initializers.he_normal(seed=1)", "", "self.start"),
        ("start", "=keras.initializers.he_normal()", '"zeros"', "self.start"),
        ("make(start)", '="he_normal"', "", "self.start"),
    ],
)
def test_weights_that_share_nothing(value: str, default: str, given: str, second: str) -> None:
    source = HEAD + _own(value, "", default, given, second)
    result = check_sound(source)
    assert "TFM235" not in [each.code for each in (*result.changes, *result.findings, *result.notes)]


def test_a_layer_that_may_be_given_a_function() -> None:
    result = check_sound(HEAD + _own(GIVEN, default='="he_normal"', given="mine"))
    assert "TFM235" in [each.code for each in result.notes]
    assert "TFM235" not in [each.code for each in result.changes]


def test_what_keras_3_draws() -> None:
    keras = pytest.importorskip("keras", minversion="3.0")
    start = keras.initializers.get("glorot_uniform")
    first, again, other = (each.numpy().tolist() for each in (start((3, 3)), start((3, 3)), start.clone()((3, 3))))
    assert first == again
    assert first != other


def test_on_self() -> None:
    layers = "        self.a = Dense(2, kernel_initializer={0})\n        self.b = Dense(2, kernel_initializer={0})\n"
    start = f"class A:\n    def __init__(self):\n        self.{INIT}"
    check_upgraded(f"{HEAD}{start}{layers.format('self.s')}", f"{AFTER}{start}{layers.format(MADE)}")
    other = f"{start}{layers.format('self.s')}        self.f(self.s)\n"
    check_upgraded(HEAD + other, AFTER + other)


def test_undecided() -> None:
    result = upgrade(
        b"from keras.layers import Dense\nfrom keras.initializers import HeNormal\ns = HeNormal()\n"
        b"a = Dense(1, kernel_initializer=s)\nb = Dense(1, kernel_initializer=s)\n"
    )
    assert isinstance(result, Upgraded)
    assert not result.changes


@pytest.mark.parametrize(
    "code",
    [
        f"{INIT}a = Dense(2, kernel_initializer=s)\n",
        f"{INIT}a = Dense(2, kernel_initializer=s)\nkeep(s)\n",
        "s = keras.initializers.RandomNormal(seed=1)\na = Dense(2, kernel_initializer=s)\nb = Dense(2, kernel_initializer=s)\n",
        "s = keras.initializers.RandomNormal(0.0, 0.1, 7)\na = Dense(2, kernel_initializer=s)\nb = Dense(2, kernel_initializer=s)\n",
        "s = keras.initializers.RandomNormal(0.0, d)\na = Dense(2, kernel_initializer=s)\nb = Dense(2, kernel_initializer=s)\n",
        "s = keras.initializers.Constant(1.0)\na = Dense(2, kernel_initializer=s)\nb = Dense(2, kernel_initializer=s)\n",
        f"{INIT}def make():\n    return [Dense(2, kernel_initializer=s, bias_initializer=s)]\n",
        f"{INIT}if flag:\n    s = None\na = Dense(2, kernel_initializer=s)\nb = Dense(2, kernel_initializer=s)\n",
        f"a = Dense(2, kernel_initializer={MADE})\nb = Dense(2, kernel_initializer={MADE})\n",
        f"{INIT}a = s([2, 3])\n",
        f"{INIT}a = s([2, 3])\nkeep(s)\n",
        "s = keras.initializers.Zeros()\na = s([2, 3])\nb = s([2, 3])\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert "TFM235" not in [each.code for each in check_sound(HEAD + code).changes]


def test_written_for_keras_3() -> None:
    use = "a = keras.layers.Dense(2, kernel_initializer=s)\n"
    check_untouched(f"import keras\nimport keras.ops\n{INIT}{use}{use}")


SEEDED = "s = keras.initializers.RandomNormal(seed=1)\na = Dense(2, kernel_initializer=s)\n"


@pytest.mark.parametrize(
    ("origin", "second", "found"),
    [
        ("keras==2.3", "b = Dense(2, kernel_initializer=s)\n", True),
        ("keras==2.2.4", "b = Dense(2, kernel_initializer=s)\n", False),
        ("keras==3.3", "b = Dense(2, kernel_initializer=s)\n", False),
        ("keras==2.3", "", False),
    ],
)
def test_seeds_that_keras_2_3_raised(origin: str, second: str, found: bool) -> None:
    source = "import keras\nfrom keras.layers import Dense\n" + SEEDED + second
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.findings if each.code == "TFM235"] == ([3] if found else [])
