"""The JSON text of a notebook keeps its layout, and what is no notebook is refused with one line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from codemods.notebooks.document import is_notebook, read
from codemods.types import Failure
from tests.codemods.notebooks.notebooks import content, document, notebook, sources

CELLS = ("import os\nprint(os.name)\n", ("markdown", "# Ein Bär"), "x = 'é ☃'\ny = 1", "")
DUMPS: dict[str, dict[str, Any]] = {
    "jupyter": {"indent": 1, "ensure_ascii": False, "sort_keys": True},
    "colab": {"indent": 2},
    "tabs": {"indent": "\t", "ensure_ascii": False},
    "one line": {},
    "minified": {"separators": (",", ":")},
}


def dumped(how: str, *, as_text: bool = False, end: str = "\n") -> bytes:
    made = content(*CELLS)
    for cell in made["cells"]:
        cell["source"] = "".join(cell["source"]) if as_text else cell["source"]
    return (json.dumps(made, **DUMPS[how]) + end).encode()


@pytest.mark.parametrize("end", ["\n", "", "\r\n\n"])
@pytest.mark.parametrize("as_text", [False, True])
@pytest.mark.parametrize("how", DUMPS)
def test_a_changed_source_is_written_in_the_layout_of_the_file(how: str, as_text: bool, end: str) -> None:
    before = dumped(how, as_text=as_text, end=end)
    after = document(before).with_sources({3: "x = 'é ☃'\nz = 'ü'\ny = 2\n"})
    expected = json.loads(before)
    text = "x = 'é ☃'\nz = 'ü'\ny = 2\n"
    expected["cells"][2]["source"] = text if as_text else text.splitlines(keepends=True)
    assert after == (json.dumps(expected, **DUMPS[how]) + end).encode()


@pytest.mark.parametrize("how", DUMPS)
def test_no_change_is_the_same_text(how: str) -> None:
    assert document(dumped(how)).with_sources({}) == dumped(how)


@pytest.mark.parametrize("left_out", ["execution_count", "outputs", "metadata"])
def test_keys_of_cells_that_jupyter_opens_a_notebook_without_stay_left_out(left_out: str) -> None:
    made = content("a = 1", ("markdown", "# b"), "c = 3")
    for cell in made["cells"]:
        cell.pop(left_out, None)
    after = document(json.dumps(made).encode()).with_sources({3: "c = 4"})
    made["cells"][2]["source"] = ["c = 4"]
    assert json.loads(after) == made


@pytest.mark.parametrize(
    "output",
    [
        {"output_type": "execute_result", "data": {"text/plain": "1"}},
        {"output_type": "display_data", "data": {"text/plain": "1"}},
    ],
)
def test_keys_of_outputs_may_be_left_out(output: dict[str, Any]) -> None:
    made = content("a = 1")
    made["cells"][0] |= {"execution_count": 1, "outputs": [output]}
    after = document(json.dumps(made).encode()).with_sources({1: "a = 2"})
    made["cells"][0]["source"] = ["a = 2"]
    assert json.loads(after) == made


def test_cells_and_their_numbers() -> None:
    cells = document(notebook(*CELLS)).cells
    assert [(cell.number, cell.kind, cell.source) for cell in cells] == [
        (1, "code", CELLS[0]),
        (2, "markdown", "# Ein Bär"),
        (3, "code", CELLS[2]),
        (4, "code", ""),
    ]


def test_a_line_that_stays_keeps_its_escapes() -> None:
    before = notebook("a = 'é'\nb = 1\n").replace("a = 'é'".encode(), rb"a = '\u00e9\/'")
    after = document(before).with_sources({1: "a = 'é/'\nb = 'ß'\n"})
    assert rb"a = '\u00e9\/'" in after
    assert "b = 'ß'".encode() in after


def test_a_source_that_is_one_line_of_a_list() -> None:
    before = notebook("b = 1")
    assert sources(document(before).with_sources({1: "a = 1\nb = 1"})) == ["a = 1\nb = 1"]


@pytest.mark.parametrize("source", ["", "x = 1\n\n"])
def test_a_source_that_loses_or_gains_lines(source: str) -> None:
    assert sources(document(notebook("a = 1\nb = 2")).with_sources({1: source})) == [source]


def test_a_list_that_is_not_of_lines_gets_the_same_text() -> None:
    made = content("x")
    made["cells"][0]["source"] = ["a = 1\nb = 2\n"]
    after = document(json.dumps(made).encode()).with_sources({1: "a = 1\nc = 3\n"})
    assert json.loads(after)["cells"][0]["source"] == ["a = 1\nc = 3\n"]


def test_line_ends_that_only_python_knows() -> None:
    text = "a = 1\x0c\nb = 2\n"
    after = document(notebook(text)).with_sources({1: f"{text}c = 3\n"})
    assert json.loads(after)["cells"][0]["source"] == ["a = 1\x0c", "\n", "b = 2\n", "c = 3\n"]


def test_a_byte_order_mark_stays() -> None:
    source = b"\xef\xbb\xbf" + notebook("a = 1")
    assert document(source).with_sources({1: "a = 2"}) == source.replace(b"a = 1", b"a = 2")


def test_numbers_that_json_does_not_have() -> None:
    made = content("a = 1")
    made["cells"][0]["outputs"][0] = {"output_type": "display_data", "data": {"text/plain": "x"}, "metadata": {"v": 1}}
    text = json.dumps(made).replace('"v": 1', '"v": NaN').encode()
    assert document(text).with_sources({1: "a = 2"}) == text.replace(b"a = 1", b"a = 2")


def test_a_key_that_is_there_twice_counts_where_it_comes_last() -> None:
    source = notebook("a = 1").replace(b'"source": [', b'"source": "b = 1", "source": [')
    assert sources(source) == ["a = 1"]
    assert b'"source": "b = 1"' in document(source).with_sources({1: "a = 2"})


@pytest.mark.parametrize(
    ("metadata", "is_python"),
    [
        ({}, True),
        ({"kernelspec": {"display_name": "Python 3", "name": "python3"}}, True),
        ({"kernelspec": {"display_name": "x", "name": "x", "language": "python"}}, True),
        ({"language_info": {"name": "python"}}, True),
        ({"language_info": {"name": "pyspark"}}, True),
        ({"kernelspec": {"display_name": "R", "name": "ir", "language": "R"}}, False),
        ({"kernelspec": {"display_name": "Julia", "name": "julia"}, "language_info": {"name": "julia"}}, False),
        ({"language_info": {"name": "scala"}}, False),
    ],
)
def test_the_language_of_the_kernel(metadata: dict[str, Any], is_python: bool) -> None:
    assert document(notebook("x", metadata=metadata)).is_python is is_python


OLD = {"metadata": {}, "nbformat": 3, "nbformat_minor": 0, "worksheets": [{"cells": [], "metadata": {}}]}


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (b'{"cells": [', "broken JSON"),
        (b"", "broken JSON"),
        (b"import keras\n", "broken JSON"),
        (b"{}", "has no nbformat"),
        (b"[1]", "has no nbformat"),
        (b'{"nbformat": "4"}', "has no nbformat"),
        (json.dumps(OLD).encode(), "nbformat 3"),
        (b'{"nbformat": 4, "nbformat_minor": 2, "metadata": {}}', "'cells' is a required property"),
        (notebook("x").replace(b'"code"', b'"cod"'), "not a valid notebook"),
        (b"\xff" + notebook("x"), "not UTF-8"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_what_cannot_be_read(source: bytes, reason: str) -> None:
    found = read(source)
    assert isinstance(found, Failure)
    assert reason in found.reason
    assert found.advice
    assert "\n" not in found.reason + found.advice


def test_broken_json_has_its_line() -> None:
    found = read(b'{\n "cells": [,]\n}')
    assert isinstance(found, Failure)
    assert (found.line, found.column, found.cell) == (2, 12, 0)


def test_properties_that_nbformat_does_not_know_do_no_harm() -> None:
    made = content(("markdown", "# x"))
    made["cells"][0]["outputs"] = []
    assert document(json.dumps(made).encode()).cells


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (notebook("x"), True),
        (b"\xef\xbb\xbf\n" + notebook("x"), True),
        (json.dumps(OLD).encode(), True),
        (b"import os\n", False),
        (b'{"nbformat": 4}\n', False),
        (b'{"cells": 1, "nbformat": 4, None: 2}\n', False),
        (b"", False),
    ],
)
def test_standard_input_may_be_a_notebook(source: bytes, said: bool) -> None:
    assert is_notebook(source) is said
