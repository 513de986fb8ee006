"""The cells as one program, and the way back from its lines to theirs."""

from __future__ import annotations

import ast

from codemods.notebooks.program import Place, Program
from tests.codemods.notebooks.notebooks import document, notebook


def program(*cells: str | tuple[str, str]) -> Program:
    return Program(document(notebook(*cells)))


def test_code_comes_first_and_text_is_text() -> None:
    made = program(("markdown", "# It's"), "x = 1", ("raw", "nothing"), "y = 2\n\n")
    assert made.text == (
        '"cell0 2"\nx = 1\n"cell0 4"\ny = 2\n'
        "\"cell0 1\"\nget_ipython().run_cell_magic('markdown', '', \"# It's\", 'cell0 1.0')\n"
    )
    ast.parse(made.text)


def test_the_word_between_the_cells_stands_nowhere_else() -> None:
    made = program("cell0 = 1", ("markdown", "cell1"), "y = 2")
    assert made.token == "cell2"


def test_each_line_has_its_place() -> None:
    made = program("a = 1\nb = 2", "\n\n%%time\n!ls \\\n -l\n%time  d = 4", ("markdown", "# e"), "  f = 6\n  g = 7")
    columns = {text: number for number, text in enumerate(made.text.split("\n"), start=1)}
    places = {text: made.place(number, 1) for text, number in columns.items()}
    assert places["a = 1"] == Place(1, 1, 1)
    assert places["b = 2"] == Place(1, 2, 1)
    timed = '"cell0 2.2"; d = 4'
    assert made.place(columns[timed], timed.index("d") + 1) == Place(2, 6, "%time  d".index("d") + 1)
    assert made.place(columns["g = 7"], 1) == Place(4, 2, 3)
    assert made.place(columns['"cell0 4"'], 1) == Place(4, 1, 3)
    assert made.place(10_000, 1).cell == 3


def test_a_notebook_without_cells() -> None:
    assert program().text == ""
    assert program().texts("") == {}


def test_texts_of_an_edited_program() -> None:
    made = program("a = 1", "b = 2", "")
    assert made.texts(made.text.replace("b = 2\n", "\n\nc = 3\nd = 4\n\n")) == {1: "a = 1", 2: "c = 3\nd = 4", 3: ""}


def test_a_program_that_lost_a_cell() -> None:
    made = program("a = 1", "b = 2", "!ls")
    first, second = (made.border(cell) + "\n" for cell in (1, 2))
    assert made.texts(made.text.replace(second, "")) is None
    assert made.texts(made.text.replace(second, f"  {second}")) is None
    assert made.texts(made.text.replace(first, "").replace(second, f"{second}{first}")) is None
    assert made.texts(made.text + made.text) is None
    assert made.texts(made.text.replace("a = 1", '"cell0 3.0"')) is None
    assert made.texts(f"import os\n{made.text}") is None


def test_restored_sources() -> None:
    made = program("%time x = f(1)\n!ls\n", "  y = 1\n\n  z = 2  ")
    first, second = made.pieces
    assert made.restored(first, first.text.replace("f(1)", "g(1)")) == "%time x = g(1)\n!ls\n"
    assert made.restored(first, first.text.replace("f(1)", "g(\n1)")) is None, "%time takes one line"
    assert made.restored(first, first.text.replace('"cell0 1.0"; ', "")) is None
    assert made.restored(first, first.text + first.text) is None
    assert made.restored(second, "y = 1\nw = [\n    1\n]") == "  y = 1\n  w = [\n      1\n  ]  "


def test_a_cell_magic_stays_at_the_top() -> None:
    made = program("%%time\nx = 1")
    (piece,) = made.pieces
    assert made.restored(piece, f"{piece.text}\ny = 2") == "%%time\nx = 1\ny = 2"
    assert made.restored(piece, f"y = 2\n{piece.text}") is None


def test_a_cell_that_is_not_python_is_a_text() -> None:
    made = program("it's\n!ls", "x = 1")
    assert made.pieces[0].text == "get_ipython().run_cell(\"it's\\n!ls\", 'cell0 1.0')"


def test_cells_are_python_by_themselves() -> None:
    made = program("x = (1,", "2)")
    assert [piece.text[:13] for piece in made.pieces] == ["get_ipython()"] * 2


def test_a_coding_line_says_nothing_in_a_notebook() -> None:
    made = program("# -*- coding: latin-1 -*-\nx = 'é'")
    assert "latin-1" in made.pieces[0].text
    assert ast.parse(made.code).body[1].value.value == "é"
