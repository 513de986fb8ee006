"""Each output of a model has its own list of metrics."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_sound, check_untouched, check_upgraded

HEAD = "import keras\n"
TWO = "m = keras.models.Model(i, [a, b])\n"
ONE = "m = keras.models.Model(i, a)\n"
OLD = "from keras.layers.core import Dense\n"
NEW = "from keras.layers import Dense\n"


@pytest.mark.parametrize("given", ["metrics={}", "weighted_metrics={}"])
@pytest.mark.parametrize("head", [HEAD, "from tensorflow import keras\n"])
def test_names(head: str, given: str) -> None:
    check_upgraded(
        f"{head}{TWO}m.compile('sgd', 'mse', {given.format(chr(39).join(['[', 'mae', ']']))})\n",
        f"{head}{TWO}m.compile('sgd', 'mse', {given.format('[[' + repr('mae') + '], [' + repr('mae') + ']]')})\n",
    )


@pytest.mark.parametrize(
    ("model", "before", "after"),
    [
        (
            "outs = [a, b, c]\nm = keras.models.Model(i, outs)\n",
            "'mse', metrics=['mae']",
            "'mse', metrics=[['mae'], ['mae'], ['mae']]",
        ),
        (
            "m = make()\nm = keras.models.Model(i, o)\n",
            "['mse', 'mae'], metrics=[own]",
            "['mse', 'mae'], metrics=[[own], [own]]",
        ),
        (
            "m = made.elsewhere(i)\nlosses = ['mse', 'mae']\n",
            "loss=losses, metrics=['mae']",
            "loss=losses, metrics=[['mae'], ['mae']]",
        ),
        (
            "m = made.elsewhere(i)\nif own:\n    losses = ['mse', 'mae']\nelse:\n    losses = ['mae', 'mse']\n",
            "loss=losses, metrics=['mae']",
            "loss=losses, metrics=[['mae'], ['mae']]",
        ),
        (
            "m = made.elsewhere(i)\nweights = [1, 0.5]\n",
            "loss='mse', loss_weights=weights, metrics=['mae']",
            "loss=['mse', 'mse'], loss_weights=weights, metrics=[['mae'], ['mae']]",
        ),
        (TWO, "'mse', metrics=('mae',)", "'mse', metrics=[('mae',), ('mae',)]"),
        (TWO, "'mse', metrics=['a', 'b', 'c']", "'mse', metrics=[['a', 'b', 'c'], ['a', 'b', 'c']]"),
    ],
)
def test_forms(model: str, before: str, after: str) -> None:
    check_upgraded(f"{HEAD}{model}m.compile('sgd', {before})\n", f"{HEAD}{model}m.compile('sgd', {after})\n")


def test_as_many_metrics_as_outputs() -> None:
    source = f"{HEAD}{TWO}m.compile('sgd', 'mse', metrics=['mae', 'mse'])\n"
    found = upgrade(source.encode())
    assert isinstance(found, Upgraded)
    assert not found.changes
    assert [each.code for each in found.findings] == ["TFM230"]
    written = upgrade(source.encode(), Settings(origin=parse_origin("keras==2.3.1")))
    assert isinstance(written, Upgraded)
    assert b"metrics=[['mae', 'mse'], ['mae', 'mse']]" in written.after
    check_upgraded(
        f"{HEAD}{OLD}{TWO}m.compile('sgd', 'mse', metrics=['mae', 'mse'])\n",
        f"{HEAD}{NEW}{TWO}m.compile('sgd', 'mse', metrics=[['mae', 'mse'], ['mae', 'mse']])\n",
    )


def test_objects() -> None:
    result = check_sound(f"{HEAD}{TWO}m.compile('sgd', 'mse', metrics=[keras.metrics.AUC()])\n")
    assert [each.code for each in result.findings] == ["TFM230"]


def test_dictionary_of_losses() -> None:
    losses = "loss={'a': 'mse', 'b': 'mae'}"
    result = check_sound(f"{HEAD}m = keras.models.Model(i, made(i))\nm.compile('sgd', {losses}, metrics=['mae'])\n")
    assert [each.code for each in result.findings] == ["TFM230"]
    check_upgraded(
        f"{HEAD}{TWO}m.compile('sgd', {losses}, metrics=['mae'])\n",
        f"{HEAD}{TWO}m.compile('sgd', {losses}, metrics=[['mae'], ['mae']])\n",
    )


GROWING = (
    ("outs = []\nfor t in range(3):\n    outs.append(d(x))\n", 3),
    ("outs = [a]\nfor t in range(1, 3):\n    y = d(x)\n    outs.append(y)\nouts.append(b)\n", 4),
    ("outs = [d(x) for t in range(2)]\n", 2),
    ("outs = [d(x) for t in (a, b, c)]\n", 3),
    ("outs = []\nfor s in [a, b]:\n    outs = outs + [d(s)]\n", 2),
    ("outs = []\nfor s in [a, b]:\n    outs += [d(s), d(s)]\n", 4),
    ("outs = []\nouts.extend([a, b])\n", 2),
    ("outs = [a] * 2\n", 2),
    ("outs = [*[a, b], c]\n", 3),
    ("s, outs = x, []\nfor i, t in enumerate([a, b]):\n    outs.append(d(t))\n", 2),
    ("def heads():\n    return [a, b]\nouts = heads()\n", 2),
    ("def heads():\n    return a, [a, b]\ns, outs = heads()\n", 2),
    ("outs = [c]\nouts = [a, b]\n", 2),
    ("outs = []\nfor t in range(2):\n    for s in range(2):\n        outs.append(d(x))\n", 4),
)


@pytest.mark.parametrize(("lines", "count"), GROWING)
def test_lists_that_grow(lines: str, count: int) -> None:
    head = f"{HEAD}{lines}m = keras.models.Model(i, outs)\n"
    lists = ", ".join(["['mae']"] * count)
    check_upgraded(
        f"{head}m.compile('sgd', 'mse', metrics=['mae'])\n", f"{head}m.compile('sgd', 'mse', metrics=[{lists}])\n"
    )


@pytest.mark.parametrize(
    "lines",
    [
        "outs = []\nfor t in range(n):\n    outs.append(d(x))\n",
        "outs = []\nfor t in range(3):\n    if t:\n        outs.append(d(x))\n",
        "outs = []\nfor t in range(3):\n    outs.append(d(x))\n    if t > n:\n        break\n",
        "outs = []\nwhile n():\n    outs.append(d(x))\n",
        "outs = [d(x) for t in range(n)]\n",
        "outs = [d(x) for t in range(3) if t]\n",
        "outs = [d(x) for t in range(3) for s in range(2)]\n",
        "outs = []\ngrow(outs)\n",
        "outs = list(values)\n",
        "outs = [a, b] if n else [a]\n",
        "outs = [a, b]\nif n:\n    outs = [a]\n",
        "outs = [a, *rest]\n",
        "outs = [a, b, c]\nouts.pop()\n",
        "outs = [a, b] + [d(s) for s in rest]\n",
    ],
)
def test_lists_of_computed_length(lines: str) -> None:
    head = f"{HEAD}{lines}m = keras.models.Model(i, outs)\n"
    check_upgraded(
        f"{head}m.compile('sgd', 'mse', metrics=['mae'])\n",
        f"{head}m.compile('sgd', 'mse', metrics=[['mae'] for _ in m.outputs])\n",
    )


def test_lists_of_computed_length_in_other_functions() -> None:
    built = "def built(n):\n    outs = []\n    for t in range(n):\n        outs.append(d(x))\n    return keras.models.Model(i, outs)\n"
    check_upgraded(
        f"{HEAD}{built}m = built(2)\nm.compile('sgd', 'mse', metrics=['mae'])\n",
        f"{HEAD}{built}m = built(2)\nm.compile('sgd', 'mse', metrics=[['mae'] for _ in m.outputs])\n",
    )
    kept = (
        "class A:\n    def build(self, n):\n        self.o = []\n        for t in n:\n            self.o.append(d(t))\n"
    )
    kept += "        self.m = keras.models.Model(i, self.o)\n        self.m.compile('sgd', 'mse', metrics="
    check_upgraded(f"{HEAD}{kept}['mae'])\n", f"{HEAD}{kept}[['mae'] for _ in self.m.outputs])\n")


def test_metrics_by_name() -> None:
    head = f"{HEAD}chosen = ['mae', 'mse', 'mape']\n{TWO}"
    check_upgraded(
        f"{head}m.compile('sgd', 'mse', metrics=chosen)\n", f"{head}m.compile('sgd', 'mse', metrics=[chosen, chosen])\n"
    )


@pytest.mark.parametrize(
    "compiled",
    [
        "m.compile('sgd', 'mse', metrics=['mae', 'mse'])",
        "m.compile('sgd', 'mse', metrics=[keras.metrics.AUC()])",
        "keras.models.Model(i, outs).compile('sgd', 'mse', metrics=['mae'])",
    ],
)
def test_reported_of_computed_length(compiled: str) -> None:
    source = f"{HEAD}outs = [d(x) for t in range(n)]\nm = keras.models.Model(i, outs)\n{compiled}\n"
    assert [each.code for each in check_sound(source).findings] == ["TFM230"]


@pytest.mark.parametrize(
    "source",
    [
        f"{HEAD}outs = [d(x) for t in range(1)]\nm = keras.models.Model(i, outs)\nm.compile('sgd', 'mse', metrics=['mae'])\n",
        f"{HEAD}outs = []\nfor t in range(1):\n    outs.append(d(x))\nm = keras.models.Model(i, outs)\nm.compile('sgd', 'mse', metrics=['mae'])\n",
        f"{HEAD}outs = made(n)\nm = keras.models.Model(i, outs)\nm.compile('sgd', 'mse', metrics=['mae'])\n",
        f"{HEAD}outs = made(n)\nouts = outs + [a]\nm = keras.models.Model(i, outs)\nm.compile('sgd', 'mse', metrics=['mae'])\n",
        f"{HEAD}outs = x\nfor t in range(3):\n    outs = d(outs)\nm = keras.models.Model(i, outs)\nm.compile('sgd', 'mse', metrics=['mae'])\n",
        f"{HEAD}outs = x\nfor t in range(3):\n    outs = outs + d(outs)\nm = keras.models.Model(i, outs)\nm.compile('sgd', 'mse', metrics=['mae'])\n",
        f"{HEAD}outs = a\nif n:\n    outs = [a, b]\nm = keras.models.Model(i, outs)\nm.compile('sgd', 'mse', metrics=['mae'])\n",
        f"{HEAD}outs = {{k: d(x) for k in range(3)}}\nm = keras.models.Model(i, outs)\nm.compile('sgd', 'mse', metrics=['mae'])\n",
        f"{HEAD}def build(outs):\n    m = keras.models.Model(i, outs)\n    m.compile('sgd', 'mse', metrics=['mae'])\n",
        f"{HEAD}first, second = ['mae'], ['mse']\n{TWO}m.compile('sgd', 'mse', metrics=[first, second])\n",
        f"{HEAD}outs = [d(x) for t in range(n)]\nm = keras.models.Model(i, outs)\nm.compile('sgd', 'mse', metrics=[['mae'] for _ in outs])\n",
        f"{HEAD}m = keras.models.Model(i, made(i))\nm.compile('sgd', {{'a': 'mse'}}, metrics=['mae'])\n",
        f"{HEAD}m = keras.models.Model(i, made(i))\nm.compile('sgd', {{'a': 'mse', 'b': 'mae'}}, metrics={{'a': 'mae'}})\n",
        f"{HEAD}m = keras.models.Model(i, made(i))\nlosses = make()\nm.compile('sgd', losses, metrics=['mae'])\n",
        f"{HEAD}{ONE}m.compile('sgd', 'mse', metrics=['mae'])\n",
        f"{HEAD}{TWO}m.compile('sgd', 'mse', metrics=[['mae'], ['mse']])\n",
        f"{HEAD}{TWO}m.compile('sgd', 'mse', metrics={{'a': 'mae'}})\n",
        f"{HEAD}{TWO}m.compile('sgd', 'mse', metrics=[])\n",
        f"{HEAD}{TWO}m.compile('sgd', 'mse')\n",
        f"{HEAD}{TWO}m.compile('sgd', 'mse', metrics=chosen)\n",
        f"{HEAD}m = keras.models.Model(i, [a])\nm.compile('sgd', 'mse', metrics=['mae'])\n",
        f"{HEAD}m = keras.models.Model(i, make())\nm.compile('sgd', 'mse', metrics=['mae'])\n",
        f"{HEAD}import keras.ops\n{TWO}m.compile('sgd', 'mse', metrics=['mae'])\n",
        "import re\nm.compile('sgd', ['mse', 'mae'], metrics=['mae'])\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
