"""Lists of Python 2 that Python 3 makes iterators, ranges and views of."""

from __future__ import annotations

import random

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import random\nimport keras\nimport numpy as np\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = map(f, y)[0]", "x = list(map(f, y))[0]"),
        ("x = zip(y, z)[:3]", "x = list(zip(y, z))[:3]"),
        ("x = d.keys()[0]", "x = list(d.keys())[0]"),
        ("x = history.history.values()[0]", "x = list(history.history.values())[0]"),
        ("x = len(filter(f, y))", "x = len(list(filter(f, y)))"),
        ("x = range(3) + [4]", "x = list(range(3)) + [4]"),
        ("x = [4] + range(3)", "x = [4] + list(range(3))"),
        ("x = range(3) + range(4)", "x = list(range(3)) + list(range(4))"),
        ("x = d.keys() + d.values()", "x = list(d.keys()) + list(d.values())"),
        ("x = d.keys()\nx.sort()", "x = list(d.keys())\nx.sort()"),
        ("x = range(3)\nrandom.shuffle(x)", "x = list(range(3))\nrandom.shuffle(x)"),
        ("x = range(3)\nx[0] = 2", "x = list(range(3))\nx[0] = 2"),
        ("x = range(3)\nx.append(3)", "x = list(range(3))\nx.append(3)"),
        ("x = random.choice(d.keys())", "x = random.choice(list(d.keys()))"),
        ("x = np.array(d.values())", "x = np.array(list(d.values()))"),
        ("x = np.array(map(f, y), dtype='float32')", "x = np.array(list(map(f, y)), dtype='float32')"),
        ("x = np.concatenate(zip(y, z))", "x = np.concatenate(list(zip(y, z)))"),
    ],
)
def test_made_lists(before: str, after: str) -> None:
    check_upgraded(f"{HEAD}{before}\n", f"{HEAD}{after}\n")


@pytest.mark.parametrize(
    "line",
    [
        "x = list(map(f, y))[0]",
        "x = range(3)[0]",
        "x = len(range(3)), len(d.keys())",
        "for k in d.keys(): pass",
        "x = sorted(d.keys())[0]",
        "x = np.array(range(3))",
        "x = np.random.permutation(range(3))",
        "x = dict(zip(y, z))",
        "x = y + range(3)",
        "x = range(3)\nif y:\n    x = [1]\nx.append(3)",
        "def map(f, y): return [3]\nx = map(f, y)[0]",
        "from six.moves import map, range\nx = map(f, y)[0]",
        "from builtins import *\nx = map(f, y)[0]",
        "import pandas as pd\nx = frame.keys()[0]",
        "class A:\n    def keys(self): return [1]\nx = A().keys()[0]",
        "x = conf.items('section')[0]",
        "try:\n    x = d.keys()[0]\nexcept TypeError:\n    x = list(d.keys())[0]",
        "import six\nx = d.keys()[0] if six.PY2 else list(d.keys())[0]",
        "def f(x=range(3)):\n    x.append(3)",
    ],
)
def test_left_alone(line: str) -> None:
    check_untouched(f"{HEAD}{line}\n")


def test_another_list() -> None:
    check_declined(f"{HEAD}list = 3\nx = d.keys()[0]\n", "TFM295", 5)


def test_files_without_keras() -> None:
    check_untouched("import numpy as np\nx = map(f, y)[0]\n")


def test_python_3_needs_the_lists() -> None:
    """What the rule is about fails, or is no list, on the Python at hand."""
    for fails in (lambda: {}.keys()[0], lambda: len(map(abs, [])), lambda: range(3) + range(3)):
        with pytest.raises(TypeError):
            fails()
    with pytest.raises(TypeError):
        random.shuffle(range(3))
    numpy = pytest.importorskip("numpy")
    assert numpy.array({1: 2}.values()).shape == ()
