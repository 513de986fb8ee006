"""Models of which some outputs have no loss."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

HEAD = """import numpy as np
from keras.layers import Dense, Input
from keras.models import Model

i = Input((3,))
a = Dense(2, kernel_initializer="ones")(i)
model = Model(i, [a, Dense(1, kernel_initializer="ones")(a)])
"""
COMPILE = "model.compile('sgd', loss=[None, 'mse'])\n"


def lines(code: str) -> list[int]:
    result = upgrade(code.encode(), Settings(select=("TFM364",)))
    assert isinstance(result, Upgraded)
    return [each.line for each in result.findings]


@pytest.mark.parametrize(
    "read",
    [
        "x = model.train_on_batch(x, y)[0]\n",
        "total, loss = model.evaluate(x, y)\n",
        "losses = model.test_on_batch(x, y)\nprint(losses[1])\n",
    ],
)
@pytest.mark.parametrize("loss", ["[None, 'mse']", "('mse', None)", "[None, own, None]"])
def test_reads(read: str, loss: str) -> None:
    assert lines(HEAD + f"model.compile('sgd', loss={loss})\n" + read) == [9]


def test_by_way_of_a_name() -> None:
    assert lines(f"{HEAD}losses = [None, 'mse']\nmodel.compile('sgd', losses)\nx = model.evaluate(x, y)[0]\n") == [10]


def test_metrics() -> None:
    assert lines(HEAD + "model.compile('sgd', [None, 'mse'], metrics=[[], ['mae']])\n") == [8]


NAMED = HEAD + "two = Model(i, [Dense(1, name='a')(i), Dense(1, name='b')(i)])\n"
ONE = "two.compile('sgd', loss=[None, 'mse'])\n"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("stop = EarlyStopping(monitor='val_b_loss')\n" + ONE, [9]),
        (ONE + "h = two.fit(x, y)\nprint(h.history['b_loss'], h.history['loss'])\n", [11]),
        ("names = ['a_loss', 'val_a_loss', 'b']\n" + ONE, []),
        ("names = ['b_loss']\n" + ONE.replace("None", "'mae'"), []),
        ("names = ['b_loss']\nother.compile('sgd', loss=['mse', 'mse'])\n" + ONE, []),
        ("names = ['b_loss']\n" + ONE.replace("two", "model"), []),
    ],
)
def test_keys(code: str, found: list[int]) -> None:
    assert lines(NAMED + code) == found


@pytest.mark.parametrize(
    "code",
    [
        COMPILE + "print(model.train_on_batch(x, y))\n",
        COMPILE + "model.evaluate(x, y)\n",
        COMPILE + "x = model.predict(x)[0]\n",
        COMPILE + "x = other.evaluate(x, y)[0]\n",
        "model.compile('sgd', loss=['mse', 'mse'])\nx = model.evaluate(x, y)[0]\n",
        "model.compile('sgd', loss=[None, 'mse', 'mae'])\nx = model.evaluate(x, y)[0]\n",
        "model.compile('sgd', loss=['mse', None], metrics=[['mae'], []])\n",
        "model.compile('sgd', loss=losses)\nx = model.evaluate(x, y)[0]\n",
        "import tf_keras\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert lines(HEAD + code) == []


@pytest.mark.tensorflow
def test_what_is_said() -> None:
    """Keras 2.3.1 on TensorFlow 1.15.5 returns [36.0, 36.0], and of the metrics the mae of the second output."""
    pytest.importorskip("tensorflow")
    found: dict[str, object] = {}
    batch = "x, y = np.ones((4, 3)), np.zeros((4, 1))\n"
    exec(compile(HEAD + COMPILE + batch + "loss = model.train_on_batch(x, y)\n", "code", "exec"), found)
    assert found["loss"] == pytest.approx(36.0)
    metrics = "model.compile('sgd', [None, 'mse'], metrics=[[], ['mae']])\n"
    exec(compile(HEAD + metrics + batch + "names = [*model.fit(x, y, verbose=0).history]\n", "code", "exec"), found)
    assert found["names"] == ["loss"]
