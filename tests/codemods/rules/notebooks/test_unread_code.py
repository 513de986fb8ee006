from __future__ import annotations

import pytest

from codemods.engine.engine import check
from codemods.types import Finding, Upgraded
from tests.codemods.checks import check_declined


def notes(line: str) -> tuple[Finding, ...]:
    result = check(f"import keras\n{line}\n".encode())
    assert isinstance(result, Upgraded)
    assert not result.findings
    return result.notes


@pytest.mark.parametrize(
    ("line", "magic"),
    [
        ('get_ipython().run_cell_magic("writefile", "a.py", "import os\\nimport keras\\n")', "%%writefile"),
        ('get_ipython().run_cell_magic("writefile", "a.py", "import os, sys as s, keras")', "%%writefile"),
        ('get_ipython().run_cell_magic("python", "", "from tensorflow.keras import layers")', "%%python"),
        ('get_ipython().run_cell_magic("local", "", "  import tensorflow as tf", "more")', "%%local"),
        ('get_ipython().run_line_magic("time", "for x in y: model.fit_generator(x)")', "%time"),
        ('parallel = get_ipython().run_line_magic("time", "multi_gpu_model(model, 2)", "more")', "%time"),
    ],
)
def test_noted(line: str, magic: str) -> None:
    (note,) = notes(line)
    assert (note.code, note.line, note.message) == ("TFM291", 2, f"the code given to {magic} is not read")


def test_a_cell_that_is_not_python() -> None:
    finding = check_declined('import keras\nget_ipython().run_cell("what is this?")\n', "TFM291", 2)
    assert finding.message.startswith("the cell is not Python: ")
    assert finding.severity == "stops"


def test_lines_of_a_cell_that_is_not_python_are_left_out() -> None:
    finding = check_declined('import keras\nget_ipython().run_cell("if x:\\nprint(x)")\n', "TFM291", 2)
    assert finding.message.endswith("an indented block after 'if' statement")


@pytest.mark.parametrize(
    "line",
    [
        'get_ipython().run_cell_magic("writefile", "a.py", "import os")',
        'get_ipython().run_cell_magic("writefile", "a.txt", "we import keras")',
        'get_ipython().run_cell_magic("writefile", "a.py", "import os, mykeras")',
        'get_ipython().run_cell_magic("bash", "", "ls keras")',
        'get_ipython().run_cell_magic("html", "", "<b>keras</b>")',
        'get_ipython().run_cell_magic("writefile", "a.py", text)',
        'get_ipython().run_line_magic("matplotlib", "inline")',
        'get_ipython().run_line_magic("time", "for x in y: x += 1")',
        'get_ipython().run_line_magic("cd", "import keras")',
        'get_ipython().run_cell("x = 1")',
        "get_ipython().run_cell(text)",
        'shell.run_cell("what is this?")',
        'get_ipython.run_cell("what is this?")',
    ],
)
def test_left_alone(line: str) -> None:
    assert notes(line) == ()
