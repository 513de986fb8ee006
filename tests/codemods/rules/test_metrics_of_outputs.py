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


@pytest.mark.parametrize(
    "source",
    [
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
        f"{HEAD}m = keras.models.Model(i, [*a, b])\nm.compile('sgd', 'mse', metrics=['mae'])\n",
        f"{HEAD}m = keras.models.Model(i, make())\nm.compile('sgd', 'mse', metrics=['mae'])\n",
        f"{HEAD}import keras.ops\n{TWO}m.compile('sgd', 'mse', metrics=['mae'])\n",
        "import re\nm.compile('sgd', ['mse', 'mae'], metrics=['mae'])\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
