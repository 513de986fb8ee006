"""Layers that are frozen or thawed between `compile` and `fit`."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched

HEAD = """\
from keras.layers import Dense
from keras.models import Sequential
model = Sequential([Dense(3), Dense(1)])
"""


@pytest.mark.parametrize(
    "freeze",
    [
        "model.layers[0].trainable = False",
        'model.get_layer("a").trainable = False',
        "model.layers[-1].trainable = True",
        "for layer in model.layers: layer.trainable = False",
        "for layer in model.layers[:-1]: layer.trainable = False",
        "for layer in reversed(model.layers): layer.trainable = False",
    ],
)
def test_too_late(freeze: str) -> None:
    check_declined(f'{HEAD}model.compile("sgd", "mse")\n{freeze}\nmodel.fit(x, y)\n', "TFM165", 5)


METHODS = """\
from keras.layers import Dense
from keras.models import Sequential
class A:
    def __init__(self):
        self.m = Sequential([Dense(3), Dense(1)])
        {start}
    def run(self):
        {first}
        {second}
"""
FREEZE, COMPILE = "self.m.layers[0].trainable = False", 'self.m.compile("sgd", "mse")'


def test_in_another_method() -> None:
    check_declined(METHODS.format(start=COMPILE, first=FREEZE, second="self.m.fit(x, y)"), "TFM165", 8)


def test_in_another_method_that_compiles() -> None:
    check_untouched(METHODS.format(start=FREEZE, first=COMPILE, second="self.m.fit(x, y)"))
    check_untouched(METHODS.format(start=COMPILE, first="self.m.fit(x, y)", second=FREEZE))


@pytest.mark.parametrize(
    "body",
    [
        'model.layers[0].trainable = False\nmodel.compile("sgd", "mse")\nmodel.fit(x, y)\n',
        'model.compile("sgd", "mse")\nmodel.fit(x, y)\nmodel.layers[0].trainable = False\n',
        (
            'model.compile("sgd", "mse")\nmodel.fit(x, y)\nmodel.layers[0].trainable = False\n'
            'model.compile("sgd", "mse")\nmodel.fit(x, y)\n'
        ),
        "model.layers[0].trainable = False\nmodel.fit(x, y)\n",
        'model.compile("sgd", "mse")\nother.layers[0].trainable = False\nmodel.fit(x, y)\n',
        'model.compile("sgd", "mse")\nmodel.layers[0].trainable = flag\nmodel.fit(x, y)\n',
        'model.compile("sgd", "mse")\nmodel.layers[0].frozen = False\nmodel.fit(x, y)\n',
        'model.compile("sgd", "mse")\nmodel.layers[0].trainable = False\nmodel.predict(x)\n',
    ],
)
def test_leaves_alone(body: str) -> None:
    assert "TFM165" not in {each.code for each in check_sound(HEAD + body).findings}


def test_the_shims_train_what_was_trainable() -> None:
    """`tests/compat/shims/keras/test_compiled_trainable.py` measures it."""
    source = f'{HEAD}model.compile("sgd", "mse")\nmodel.layers[0].trainable = False\nmodel.fit(x, y)\n'
    shims = source.replace("from keras", "from compat.keras").replace("import keras", "from compat import keras")
    check_untouched(shims, to="compat")
