"""An import that an edit needs has run when the code that needs it runs, in scripts and in notebooks."""

from __future__ import annotations

import ast
from textwrap import dedent

import libcst as cst
import pytest

from codemods.engine.engine import upgrade
from codemods.rewriting.add_imports import add_imports
from codemods.types import Import, Settings, Upgraded
from tests.codemods.notebooks.notebooks import notebook, sources, upgraded

FUNCTION = """
def shuffled(a):
    np.random.seed(7)
    return a[np.random.permutation(len(a))]
"""
KERAS = """
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import SGD

model = Sequential([Dense(1, input_shape=(3,))])
model.compile(SGD(lr=0.1), "mse")
"""


def _after(source: str) -> str:
    result = upgrade(dedent(source).encode(), Settings())
    assert isinstance(result, Upgraded)
    after = result.after.decode()
    assert "random.seed(7)\n" in after.replace("np.random.seed(7)", "")
    return after


def _line(source: str, text: str) -> int:
    return next(number for number, line in enumerate(source.splitlines(), 1) if line.startswith(text))


@pytest.mark.parametrize(
    "calls",
    [
        "x = shuffled(np.arange(3))\n",
        "if shuffled(np.arange(3))[0]:\n    print(1)\n",
        "def twice(a):\n    return shuffled(shuffled(a))\n\nx = twice(np.arange(3))\n",
        "class Data:\n    rows = shuffled(np.arange(3))\n",
        "x = map(shuffled, [np.arange(3)])\n",
        "def main():\n    return shuffled(np.arange(3))\n\n\ntry:\n    main()\nfinally:\n    pass\n",
    ],
)
def test_a_function_that_is_called_above_keras_has_its_import_above_it(calls: str) -> None:
    after = _after(f"import os\n\nimport numpy as np\n\n# shuffles\n{FUNCTION.strip()}\n\n{calls}{KERAS}")
    assert after.startswith("import os\n\nimport numpy as np\nimport random\n\n# shuffles\ndef shuffled(a):\n")
    assert after.count("import random\n") == 1


@pytest.mark.parametrize(
    "calls",
    [
        "",
        "x = np.arange(3)\n",
        "def twice(a):\n    return shuffled(shuffled(a))\n",
        "x = np.shuffled\n",
        "f(shuffled=1)\n",
    ],
)
def test_one_that_is_called_later_has_it_with_keras(calls: str) -> None:
    after = _after(f"import numpy as np\n\n{FUNCTION}\n{calls}{KERAS}\nx = shuffled(np.arange(3))\n")
    assert _line(after, "import random") == _line(after, "from keras.layers") - 1


def test_an_import_below_the_call_is_not_one_for_the_function() -> None:
    after = _after(f"import numpy as np\n\n{FUNCTION}\nx = shuffled(np.arange(3))\nimport random\n{KERAS}")
    assert after.startswith("import numpy as np\nimport random\n")
    names = [part.names[0].name for part in ast.parse(after).body if isinstance(part, ast.Import)]
    assert names == ["numpy", "random", "random"]


def test_an_import_below_a_function_that_is_called_later_is_one_for_it() -> None:
    after = _after(f"import numpy as np\n\n{FUNCTION}\nimport random\n{KERAS}\nx = shuffled(np.arange(3))\n")
    assert after.count("import random\n") == 1


def test_without_an_import_above_it_stands_at_the_top() -> None:
    source = '"""Rows."""\ndef draw():\n    return random.random()\n\nx = draw()\nimport keras\n'
    after = add_imports(cst.parse_module(source), [Import("random")]).code
    assert after == source.replace("def draw", "import random\ndef draw")


def test_in_a_notebook_it_stands_in_the_cell_of_the_imports_above() -> None:
    cells = ["import numpy as np\nx = np.ones((3, 3))", FUNCTION.strip(), "y = shuffled(x)", KERAS.strip()]
    after = sources(upgraded(notebook(*cells)).after)
    assert after[0] == "import numpy as np\nimport random\nx = np.ones((3, 3))"
    assert after[1].startswith("def shuffled(a):\n    random.seed(7)\n")
    assert after[2] == cells[2]
    assert "import random" not in after[3]


def test_in_a_notebook_that_calls_it_later_it_stands_in_the_cell_of_keras() -> None:
    cells = ["import numpy as np", FUNCTION.strip(), KERAS.strip(), "y = shuffled(np.ones((3, 3)))"]
    after = sources(upgraded(notebook(*cells)).after)
    assert after[2].startswith("import random\nfrom keras.layers import Dense\n")
