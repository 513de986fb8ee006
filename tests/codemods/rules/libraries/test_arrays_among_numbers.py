"""Lists of numbers and of arrays of one number; lists of one of the two are left alone."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from compat.tables.behaviour.mixed_lists import ARRAY_FUNCTIONS
from tests.codemods.checks import check_sound

HEAD = "import numpy as np\nimport tensorflow as tf\nfrom keras.models import load_model\n"
HEAD += "model = load_model('model.h5')\nq = model.predict(states)\n"
GROWN = "targets = []\nfor i, r in rows:\n    targets.append({})\n    targets.append({})\n"


def _found(source: str) -> tuple[int, int]:
    """The numbers of findings and of notes."""
    check_sound(HEAD + source)
    result = upgrade((HEAD + source).encode(), Settings(select=("TFM525",)))
    assert isinstance(result, Upgraded)
    return len(result.findings), len(result.notes)


@pytest.mark.parametrize(
    "source",
    [
        "print(s.run(y, feed_dict={x: [np.array([1.0]), 2.0]}))\n",
        "print(s.run(y, {x: [0.5, q[0]]}))\n",
        "print(y.eval(feed_dict={x: [0.5, q[0]]}))\n",
        "values = [np.array([1.0]), 2.0]\nprint(s.run(y, feed_dict={x: values}))\n",
        "values = np.array([q[0], 1])\n",
        GROWN.format("0.0", "0.9 * q[i]") + "targets = np.array(targets)\n",
        GROWN.format("-1", "q[i]") + "y = np.reshape(targets, (8, 1))\n",
        GROWN.format("float(r)", "r + q[i]") + "print(np.mean(targets))\n",
        (
            "class A:\n    def __init__(self):\n        self.t = []\n    def f(self, i):\n        self.t.append(1.0)\n"
            "        self.t.append(q[i])\n        return np.array(self.t)\n"
        ),
        "def f():\n    targets = [0.0]\n    targets.append(q[0])\n    return s.run(y, feed_dict={x: targets})\n",
    ],
)
def test_reported(source: str) -> None:
    assert _found(source) == (1, 0)


@pytest.mark.parametrize(
    "source",
    [
        GROWN.format("r", "r + 0.9 * q[i]") + "y = np.reshape(targets, (8, 1))\n",
        GROWN.format("rewards[i]", "rewards[i] + 0.9 * q[i]") + "print(s.run(y, feed_dict={x: targets}))\n",
    ],
)
def test_noted(source: str) -> None:
    assert _found(source) == (0, 1)


@pytest.mark.parametrize(
    "source",
    [
        "print(s.run(y, feed_dict={x: [1.0, 2.0]}))\n",
        "print(s.run(y, feed_dict={x: [q[0], q[1]]}))\n",
        "print(s.run(y, feed_dict={x: [q[0].item(), 2.0]}))\n",
        "print(s.run(y, feed_dict={x: [q[0, 0], 2.0]}))\n",
        "print(s.run(y, feed_dict=feed))\n",
        "values = np.vstack([q[0], 1])\n",
        "values = np.array([q[0], other])\n",
        GROWN.format("0.0", "np.max(q[i])") + "targets = np.array(targets)\n",
        GROWN.format("q[0]", "r * q[i]") + "targets = np.array(targets)\n",
        GROWN.format("other", "r + 0.9 * q[i]") + "targets = np.array(targets)\n",
        GROWN.format("0.0", "0.9 * q[i]") + "print(targets)\n",
        "targets = start()\ntargets.append(q[0])\ntargets.append(0.0)\ntargets = np.array(targets)\n",
        "if x:\n    t = []\nelse:\n    t = [q[0]]\nt.append(1.0)\nprint(np.array(t))\n",
        "t = [1.0]\nprint(np.array(t))\nt = []\nt.append(q[0])\nprint(np.array(t))\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert _found(source) == (0, 0)


@pytest.mark.parametrize("name", sorted(ARRAY_FUNCTIONS))
def test_refused_since_numpy_1_24(name: str) -> None:
    """NumPy 1.18.5 takes all, as an array of objects."""
    np = pytest.importorskip("numpy", minversion="1.24")
    function = getattr(np, name.removeprefix("numpy."))
    further = ((2, 1),) if name == "numpy.reshape" else ()
    with pytest.raises(ValueError, match="inhomogeneous"):
        function([np.array([1.0]), 2.0], *further)
    function([np.array([1.0]).item(), 2.0], *further)


def test_what_takes_them() -> None:
    """NumPy 1.18.5 and 2.5.5 give the same."""
    np = pytest.importorskip("numpy")
    assert np.vstack([np.array([1.0]), 2.0]).tolist() == [[1.0], [2.0]]
    assert np.hstack([np.array([1.0]), 2.0]).tolist() == [1.0, 2.0]
