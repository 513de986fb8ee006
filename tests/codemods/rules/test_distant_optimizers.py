"""Optimizers that no rule rewrites are reported where Keras 3 computes something else with them."""

from __future__ import annotations

import pytest

from codemods.releases.origin import parse_origin
from codemods.types import Settings
from tests.codemods.checks import check_lasting

HEAD = """\
import functools
from keras import optimizers
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam, RMSprop

model = Sequential([Dense(1)])
"""


def _lines(source: str, *, head: str = HEAD, origin: str = "keras==2.3") -> list[int]:
    """The lines behind the head that are reported."""
    result = check_lasting(head + source, Settings(origin=parse_origin(origin)))
    return [each.line - head.count("\n") for each in result.findings if each.code == "TFM332"]


@pytest.mark.parametrize(
    "source",
    [
        "make = optimizers.RMSprop\nmake(0.01)\n",
        "make = {'rmsprop': RMSprop, 'adam': Adam}\nmake['rmsprop'](0.01)\n",
        "make = 1\ngetattr(optimizers, 'RMSprop')(0.01)\n",
        "class Own(RMSprop):\n    pass\n\n\nOwn(0.01)\n",
        "make = optimizers.RMSprop\nmake(0.01, epsilon=1e-8)\n",
        "make = optimizers.Adadelta\nmake(rho=0.9)\n",
        "make = {'adadelta': optimizers.Adadelta, 'adam': Adam}\nmake[name]()\n",
        "make = functools.partial(optimizers.Nadam, beta_1=0.8)\n",
        "RMSprop(**options)\n",
        "optimizers.Adagrad(0.01, **vars(arguments))\n",
        "optimizers.Adadelta(**options)\n",
        "optimizers.Nadam(beta_1=0.8, **options)\n",
        "options = {'clipnorm': 0.1, **others}\noptimizers.Adagrad(**options)\n",
    ],
)
def test_classes(source: str) -> None:
    assert _lines(source) == [len(source.splitlines())]


def test_partial_is_reported_once() -> None:
    assert _lines("make = functools.partial(RMSprop, rho=0.95)\nmake(0.01)\n") == [1]


@pytest.mark.parametrize("name", ["rmsprop", "RMSprop", "adadelta"])
@pytest.mark.parametrize(
    "source",
    [
        "model.compile('adam' if model else '{}', 'mse')\n",
        "def build(optimizer='{}'):\n    model.compile(optimizer, 'mse')\n",
        "def build(optimizer='{}'):\n    model.compile(optimizer, 'mse')\n\n\nbuild('adam')\nbuild()\n",
        "class Own:\n    def build(self, optimizer='{}'):\n        model.compile(optimizer, 'mse')\n",
        "model.compile(choice(['sgd', '{}']), 'mse')\n",
        "names = ['sgd', '{}']\nmodel.compile(trial.suggest_categorical('optimizer', names), 'mse')\n",
        "for name in ['sgd', '{}']:\n    model.compile(optimizer=name, loss='mse')\n",
        "settings = {{'optimizer': '{}', 'loss': 'mse'}}\nmodel.compile(**settings)\n",
        "settings = {{'optimizer': '{}', 'loss': 'mse'}}\nmodel.compile(settings['optimizer'], 'mse')\n",
    ],
)
def test_names(source: str, name: str) -> None:
    assert len(_lines(source.format(name))) == 1


@pytest.mark.parametrize(
    "source",
    [
        "make = {'adam': Adam}\nmake['adam'](0.01)\n",
        "make = optimizers.RMSprop\nmake(0.01, epsilon=1e-14)\n",
        "make = optimizers.RMSprop\nmake(0.01, epsilon=1e-10 ** 2)\n",
        "make = optimizers.Adadelta\nmake(1.0)\n",
        "make = optimizers.Adadelta\nmake(**options)\n",
        "make = functools.partial(optimizers.Adadelta, rho=0.9)\nmake(1.0)\n",
        "Adam(**options)\n",
        "def build(optimizer='adam'):\n    model.compile(optimizer, 'mse')\n",
        "def build(optimizer):\n    model.compile(optimizer, 'mse')\n",
        "def build(optimizer='rmsprop'):\n    model.compile(optimizer, 'mse')\n\n\nbuild('adam')\nbuild(optimizer='sgd')\n",
        "model.compile(choice(['sgd', 'adam']), 'mse')\n",
        "print('rmsprop')\n",
        "from compat.keras import optimizers as own\n\nmake = 1\ngetattr(own, 'RMSprop')(0.01)\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert _lines(source) == []


@pytest.mark.parametrize(("release", "expected"), [("1.15", [1]), ("2.3", [1]), ("2.12", [])])
def test_of_tf_keras(release: str, expected: list[int]) -> None:
    head = "import tensorflow as tf\n\nmodel = tf.keras.Sequential()\n"
    for source in ("model.compile('adam' if model else 'rmsprop', 'mse')\n", "model.compile(loss='mse')\n"):
        assert _lines(source, head=head, origin=f"tensorflow=={release}") == expected
