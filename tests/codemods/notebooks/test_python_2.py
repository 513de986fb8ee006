"""Cells of Python 2: translated as one program, with all else in the notebook as it was."""

from __future__ import annotations

import pytest

from codemods.notebooks.work import check, upgrade
from codemods.types import Failure, Result, Settings, Upgraded
from tests.codemods.notebooks.notebooks import notebook, sources

PYTHON_2 = Settings(python_2=True)
CELLS = (
    "%matplotlib inline\nimport keras\nimport cPickle",
    ("markdown", "of `print x`"),
    "print 'a', len(x) / 3\n!ls\nfor k in d.keys():\n    print k",
    "%%time\nprint unicode(3)\nopt = keras.optimizers.SGD(lr=0.1)\nz = q / 3",
    "y = 1",
)
"""Whether a tuple is a kind and a source, `notebook` says."""


def done(result: Result) -> Upgraded:
    assert isinstance(result, Upgraded), result
    return result


def test_cells() -> None:
    source = notebook(*CELLS)
    result = done(upgrade(source, PYTHON_2))
    assert result.before is source
    assert sources(result.after) == [
        "%matplotlib inline\nimport keras\nimport pickle",
        sources(source)[1],
        "print('a', len(x) // 3)\n!ls\nfor k in list(d.keys()):\n    print(k)",
        "%%time\nprint(str(3))\nopt = keras.optimizers.SGD(learning_rate=0.1)\nz = q / 3",
        "y = 1",
    ]
    assert {(each.code, each.cell, each.line) for each in result.changes} == {
        ("TFM293", 1, 3),
        ("TFM293", 3, 1),
        ("TFM294", 3, 1),
        ("TFM293", 3, 3),
        ("TFM293", 3, 4),
        ("TFM293", 4, 2),
        ("TFM102", 4, 3),
    }
    assert [(each.code, each.cell, each.line) for each in result.findings] == [("TFM294", 4, 4)]
    assert [part.cell for part in result.cells] == [1, 3, 4]
    assert result.cells[1].before.startswith(b"print 'a'")


def test_a_second_run_changes_nothing() -> None:
    after = done(upgrade(notebook(*CELLS), PYTHON_2)).after
    assert done(upgrade(after, PYTHON_2)).after is after


def test_check_tells_the_lines_of_the_cells() -> None:
    result = done(check(notebook(*CELLS), PYTHON_2))
    assert result.before is result.after
    found = {(each.code, each.cell, each.line) for each in result.findings}
    assert {("TFM293", 1, 3), ("TFM293", 4, 2), ("TFM102", 4, 3), ("TFM294", 4, 4)} <= found


def test_refused_by_cell_where_nobody_asks() -> None:
    failure = upgrade(notebook(*CELLS))
    assert isinstance(failure, Failure)
    assert (failure.cell, failure.line) == (3, 1)
    assert "--python2" in failure.advice


@pytest.mark.parametrize("cell", ["from __future__ import print_function", "x = 0777 +"])
def test_what_fissix_cannot_parse(cell: str) -> None:
    failure = upgrade(notebook(cell, "import keras\nprint 'x'"), PYTHON_2)
    if isinstance(failure, Upgraded):
        assert cell in sources(failure.after)[0], "a cell that is no Python is left alone"
        return
    assert failure.cell in (1, 2)
    assert "fissix" in failure.reason


def test_python_3_stays() -> None:
    source = notebook("import keras\nprint('x')\nx = map(f, y)")
    assert done(upgrade(source, PYTHON_2)).after is source
