"""Arrays of the rows of a memory."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

HEAD = "import random\nfrom collections import deque\nimport numpy as np\nimport tensorflow as tf\n"
AGENT = (
    HEAD
    + """

class Agent:
    def __init__(self):
        self.memory = deque(maxlen=9)

    def remember(self, state, action):
        {}
        self.memory.append({})

    def replay(self):
        {}
"""
)
ROW = "(state, action)"
DRAWN = "rows = random.sample(self.memory, 2)\n        batch = np.array({})"


def run(code: str) -> Upgraded:
    result = upgrade(code.encode(), Settings(select=("TFM397",)))
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize(
    ("before", "row", "array"),
    [
        ("state = np.expand_dims(state, 0)", ROW, DRAWN),
        ("state = np.expand_dims(state, 0)", "[state, action, 0.5]", DRAWN),
        ("pass", "(np.zeros(3), action)", DRAWN),
        ("state = np.reshape(state, (1, 4))", ROW, "batch = np.asarray({})"),
    ],
)
def test_objects(before: str, row: str, array: str) -> None:
    name = "rows" if "rows" in array else "self.memory"
    result = run(AGENT.format(before, row, array.format(name)))
    assert result.after.decode() == AGENT.format(before, row, array.format(f"{name}, dtype=object"))


def test_a_method_that_is_given_an_array() -> None:
    code = AGENT.format("pass", ROW, DRAWN.format("rows")) + "\n\nAgent().remember(np.zeros((1, 4)), 1)\n"
    assert b"np.array(rows, dtype=object)" in run(code).after


@pytest.mark.parametrize("row", [ROW, "[observation, action]", "(next_state, action, done)"])
def test_names_alone_are_reported(row: str) -> None:
    result = run(AGENT.format("pass", row, DRAWN.format("rows")))
    assert (result.after, [each.code for each in result.findings]) == (result.before, ["TFM397"])


@pytest.mark.parametrize(
    ("before", "row", "array"),
    [
        ("pass", "(x, y)", DRAWN.format("rows")),
        ("pass", "state", DRAWN.format("rows")),
        ("pass", "(np.zeros(3), np.ones(3))", DRAWN.format("rows")),
        ("state = np.zeros(3)", ROW, DRAWN.format("rows, dtype=object")),
        ("state = np.zeros(3)", ROW, DRAWN.format("[row[0] for row in rows]")),
        ("state = np.zeros(3)", ROW, "batch = np.array(self.others)"),
        ("state = np.zeros(3)", ROW, "batch = other.array(self.memory)"),
    ],
)
def test_left_alone(before: str, row: str, array: str) -> None:
    result = run(AGENT.format(before, row, array))
    assert (result.after, result.findings) == (result.before, ())


def test_other_files_left_alone() -> None:
    code = AGENT.format("state = np.zeros(3)", ROW, DRAWN.format("rows"))
    assert not run(code.replace("import tensorflow as tf", "import torch as tf")).changes
    assert not run(code.replace("import tensorflow as tf", "from keras import ops")).changes


def test_rows_of_another_class() -> None:
    code = AGENT.format("state = np.zeros(3)", ROW, "pass")
    code += "\n\nclass Other:\n    def replay(self):\n        return np.array(self.memory)\n"
    assert not run(code).changes


def test_the_rows_are_what_they_were() -> None:
    """NumPy 1.18 made the same array of objects."""
    np = pytest.importorskip("numpy")
    rows = [(np.zeros((1, 4)), 1, 0.5), (np.ones((1, 4)), 2, 0.25)]
    found = np.array(rows, dtype=object)
    assert found.shape == (2, 3)
    assert np.vstack(found[:, 0]).tolist() == [[0.0] * 4, [1.0] * 4]
    assert found[:, 2].astype(float).tolist() == [0.5, 0.25]
    with pytest.raises(ValueError, match="inhomogeneous"):
        np.array(rows)
