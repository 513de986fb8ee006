"""Arrays of the weights of a model."""

from __future__ import annotations

import numpy as np
import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

HEAD = """import numpy as np
from keras.layers import BatchNormalization, Dense
from keras.models import Sequential

model = Sequential([Dense(4, input_dim=3), Dense(2)])
other = Sequential([Dense(4, input_dim=3), Dense(2)])
"""


def done(code: str, head: str = HEAD) -> Upgraded:
    result = upgrade((head + code).encode(), Settings(select=("TFM391",)))
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("w = np.array(model.get_weights())\n", "w = np.array(model.get_weights(), dtype=object)\n"),
        ("w = np.asarray(model.get_weights())\n", "w = np.asarray(model.get_weights(), dtype=object)\n"),
        (
            "w = model.get_weights()\nw = 0.5 * np.array(w)\n",
            "w = model.get_weights()\nw = 0.5 * np.array(w, dtype=object)\n",
        ),
        (
            "l = Dense(3)\nw = np.array(l.get_weights())\n",
            "l = Dense(3)\nw = np.array(l.get_weights(), dtype=object)\n",
        ),
        (
            "w = np.array([l.get_weights() for l in model.layers])\n",
            "w = np.array([l.get_weights() for l in model.layers], dtype=object)\n",
        ),
        (
            "w = np.array([model.get_weights(), other.get_weights()]).mean(axis=0)\n",
            "w = np.array([model.get_weights(), other.get_weights()], dtype=object).mean(axis=0)\n",
        ),
        (
            "w = np.array([0.5 * w for w in model.get_weights()])\n",
            "w = np.array([0.5 * w for w in model.get_weights()], dtype=object)\n",
        ),
        (
            "w = np.array([0.1 * a + 0.9 * b for a, b in zip(model.get_weights(), other.get_weights())])\n",
            "w = np.array([0.1 * a + 0.9 * b for a, b in zip(model.get_weights(), other.get_weights())], dtype=object)\n",
        ),
        (
            "w = np.mean([model.get_weights(), other.get_weights()], axis=0)\n",
            "w = np.mean(np.array([model.get_weights(), other.get_weights()], dtype=object), axis=0)\n",
        ),
        (
            "w = np.multiply(model.get_weights(), 0.1)\n",
            "w = np.multiply(np.array(model.get_weights(), dtype=object), 0.1)\n",
        ),
        (
            "w = np.subtract(model.get_weights(), other.get_weights())\n",
            "w = np.subtract(np.array(model.get_weights(), dtype=object), np.array(other.get_weights(), dtype=object))\n",
        ),
        (
            "np.save('w.npy', model.get_weights())\n",
            "np.save('w.npy', np.array(model.get_weights(), dtype=object))\n",
        ),
        (
            (
                "class A:\n    def __init__(self):\n        self.m = self.build()\n    def build(self):\n"
                "        return Sequential([Dense(2)])\n    def step(self):\n        return np.array(self.m.get_weights())\n"
            ),
            (
                "class A:\n    def __init__(self):\n        self.m = self.build()\n    def build(self):\n"
                "        return Sequential([Dense(2)])\n    def step(self):\n"
                "        return np.array(self.m.get_weights(), dtype=object)\n"
            ),
        ),
    ],
)
def test_objects(before: str, after: str) -> None:
    result = done(before)
    assert result.after.decode() == HEAD + after
    assert not result.findings
    assert done(after).after.decode() == HEAD + after


@pytest.mark.parametrize(
    "code",
    [
        "w = np.array(model.layers[0].get_weights())\n",
        "l = BatchNormalization()\nw = np.array(l.get_weights())\n",
        "l = Dense(3, use_bias=False)\nw = np.array(l.get_weights())\n",
        "def f(agent):\n    return np.array(agent.get_weights())\n",
    ],
)
def test_reported(code: str) -> None:
    result = done(code)
    assert result.after.decode() == HEAD + code
    assert [each.code for each in result.findings] == ["TFM391"]


@pytest.mark.parametrize(
    "code",
    [
        "w = np.array(model.get_weights()[0])\n",
        "w, b = model.layers[0].get_weights()\nw = np.array(w)\n",
        "w = np.array(model.get_weights(), dtype=object)\n",
        "w = np.array(model.get_weights(), object)\n",
        "w = np.array([w.mean() for w in model.get_weights()])\n",
        "w = np.array([w.size for w in model.get_weights()])\n",
        "w = np.concatenate([w.flatten() for w in model.get_weights()])\n",
        "w = np.mean([w.mean() for w in model.get_weights()])\n",
        "w = np.sum([np.prod(w.shape) for w in model.get_weights()])\n",
        "w = np.savez('w.npz', *model.get_weights())\n",
        "w = list(model.get_weights())\n",
        "w = np.array(model.optimizer.get_weights())\n",
        "class Own:\n    def get_weights(self):\n        return [1, 2]\nw = np.array(Own().get_weights())\n",
        "class Own:\n    def get_weights(self):\n        return [1, 2]\ndef f(a):\n    return np.array(a.get_weights())\n",
        "w = model.get_weights()\nw = [0.1 * each for each in w]\nmodel.set_weights(w)\n",
    ],
)
def test_left_alone(code: str) -> None:
    result = done(code)
    assert result.after.decode() == HEAD + code
    assert not result.findings


def test_without_keras() -> None:
    code = "import numpy as np\nw = np.array(model.get_weights())\n"
    assert done(code, "").after.decode() == code


def test_what_numpy_makes() -> None:
    """The arrays are those of NumPy 1.18: a list of arrays of different shapes, and a plain shape of equal ones."""
    weights = [np.ones((3, 4)), np.ones(4), np.ones((4, 2)), np.ones(2)]
    made = 0.1 * np.array(weights, dtype=object) + 0.9 * np.array(weights, dtype=object)
    assert made.shape == (4,)
    assert [each.shape for each in made] == [each.shape for each in weights]
    assert np.array([np.ones(3)] * 4, dtype=object).shape == (4, 3)
