"""The JSON text of a notebook: a changed one differs from it in the sources of changed cells, and nowhere else."""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from codemods.types import Failure

_BOM = "\ufeff"
_SPACE = re.compile(r"[ \t\r\n]*")
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_DECODER = json.JSONDecoder()
_FORMAT = 4
_LEFT_OUT: Mapping[str, Mapping[str, Any]] = {
    "code": {"execution_count": None, "metadata": {}, "outputs": []},
    "markdown": {"metadata": {}},
    "raw": {"metadata": {}},
}
_LEFT_OUT_OF_OUTPUTS: Mapping[str, Mapping[str, Any]] = {
    "execute_result": {"execution_count": None, "metadata": {}},
    "display_data": {"metadata": {}},
}
"""The keys that nbformat requires and programs that write notebooks forget."""
_PYTHON = ("python", "ipython", "pyspark")
"""How the names of the languages begin whose cells are Python."""


class Cell(NamedTuple):
    """A cell; `number` counts all cells from 1, `start` and `end` are where its source stands in the text."""

    number: int
    kind: str
    source: str
    start: int
    end: int


class Document(NamedTuple):
    """A notebook as it was read; `content` is what its JSON says, `language` that of its kernel, "" if it says none."""

    text: str
    content: Mapping[str, Any]
    language: str
    cells: tuple[Cell, ...]

    @property
    def is_python(self) -> bool:
        return not self.language or self.language.lower().startswith(_PYTHON)

    def with_sources(self, sources: Mapping[int, str]) -> bytes:
        """The text with the sources of some cells replaced; `sources` has them by the numbers of the cells."""
        parts, at = [], 0
        for cell in self.cells:
            if cell.number in sources:
                written = _written(self.text[cell.start : cell.end], sources[cell.number], plain=self.text.isascii())
                parts += [self.text[at : cell.start], written]
                at = cell.end
        text = "".join([*parts, self.text[at:]])
        assert _same_but_for(sources, self.text, text), "nothing but sources is changed"
        return text.encode()


def is_notebook(source: bytes) -> bool:
    """True if bytes of unknown origin are a notebook."""
    if not source.lstrip(_BOM.encode()).lstrip().startswith(b"{") or b'"nbformat"' not in source:
        return False
    try:
        document = json.loads(source)
    except ValueError:
        return False
    return isinstance(document, dict) and ("cells" in document or "worksheets" in document)


def read(source: bytes) -> Document | Failure:
    """Read a notebook, or say why it cannot be read."""
    try:
        text = source.decode("utf-8")
        content = json.loads(text.removeprefix(_BOM))
    except UnicodeDecodeError:
        return Failure("a notebook that is not UTF-8", "open it with Jupyter and save it")
    except json.JSONDecodeError as error:
        return Failure(f"a notebook with broken JSON: {error.msg}", "restore the file", error.lineno, error.colno)
    except RecursionError:
        return Failure("a notebook that is nested too deeply", "open it with Jupyter and save it")
    refusal = _refusal(content)
    if refusal is not None:
        return refusal
    return Document(text, content, _language(content), tuple(_cells(text)))


def _refusal(content: Any) -> Failure | None:
    """Why nbformat would not take a notebook; properties that it does not know do no harm."""
    if not isinstance(content, dict) or not isinstance(content.get("nbformat"), int):
        return Failure("not a notebook: it has no nbformat", "restore the file, or leave it out")
    if content["nbformat"] != _FORMAT:
        advice = "convert it first: jupyter nbconvert --to notebook --inplace NOTEBOOK"
        return Failure(f"a notebook of nbformat {content['nbformat']}; only {_FORMAT} is read", advice)
    from nbformat import ValidationError, validate

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # cells without an id
            validate(_completed(content), relax_add_props=True)
    except ValidationError as error:
        return Failure(f"not a valid notebook: {str(error).splitlines()[0]}", "open it with Jupyter and save it")
    return None


def _completed(content: Mapping[str, Any]) -> Mapping[str, Any]:
    """A notebook with what its cells leave out and Jupyter and Colab open them without."""
    cells = _with(_LEFT_OUT, "cell_type", content.get("cells"))
    if not isinstance(cells, list):
        return content
    made = [
        {**cell, "outputs": _with(_LEFT_OUT_OF_OUTPUTS, "output_type", cell["outputs"])}
        if isinstance(cell, dict) and "outputs" in cell
        else cell
        for cell in cells
    ]
    return {**content, "cells": made}


def _with(left_out: Mapping[str, Mapping[str, Any]], kind: str, parts: Any) -> Any:
    """Cells or outputs with the keys that those of their kind leave out."""
    if not isinstance(parts, list):
        return parts
    return [{**_of_kind(left_out, part.get(kind)), **part} if isinstance(part, dict) else part for part in parts]


def _of_kind(left_out: Mapping[str, Mapping[str, Any]], kind: Any) -> Mapping[str, Any]:
    return left_out.get(kind, {}) if isinstance(kind, str) else {}


def _language(content: Mapping[str, Any]) -> str:
    metadata = content["metadata"]
    said = metadata.get("kernelspec", {}).get("language") or metadata.get("language_info", {}).get("name")
    return said if isinstance(said, str) else ""


# --- places in the text


def _cells(text: str) -> Iterator[Cell]:
    start = _skip(text, len(_BOM) if text.startswith(_BOM) else 0)
    cells = dict(_members(text, start))["cells"]
    for number, place in enumerate(_elements(text, *cells), start=1):
        members = dict(_members(text, place[0]))
        kind, source = (_value(text, *members[name]) for name in ("cell_type", "source"))
        yield Cell(number, kind, source if isinstance(source, str) else "".join(source), *members["source"])


def _members(text: str, start: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """The keys of the object that begins at `start`, each with the place of its value."""
    at = _skip(text, start + 1)
    while text[at] != "}":
        key, at = _DECODER.raw_decode(text, at)
        at = _skip(text, _skip(text, at) + 1)
        _, end = _DECODER.raw_decode(text, at)
        yield key, (at, end)
        at = _next(text, end)


def _elements(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The places of the elements of the array between `start` and `end`."""
    at = _skip(text, start + 1)
    while at < end - 1:
        _, after = _DECODER.raw_decode(text, at)
        yield at, after
        at = _next(text, after)


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    assert found is not None
    return found.end()


def _next(text: str, at: int) -> int:
    """The start of the next element; the closing bracket if there is none."""
    at = _skip(text, at)
    return _skip(text, at + 1) if text[at] == "," else at


def _value(text: str, start: int, end: int) -> Any:
    return json.loads(text[start:end])


# --- the layout of a source


def _written(before: str, source: str, *, plain: bool) -> str:
    """The JSON of a source in the layout of `before`; lines that stay are written as they were.

    `plain` says that all characters beyond ASCII are escaped.
    """
    if before.startswith('"'):
        return json.dumps(source, ensure_ascii=plain)
    places = list(_elements(before, 0, len(before)))
    if not source or not places:
        return json.dumps([source] if source else [], ensure_ascii=plain)
    as_before = {json.loads(before[start:end]): before[start:end] for start, end in places}
    lines = _split(list(as_before), source)
    opening, closing = before[: places[0][0]], before[places[-1][1] :]
    comma = before[places[0][1] : places[1][0]] if len(places) > 1 else f",{opening[1:] or ' '}"
    return opening + comma.join(as_before.get(line) or json.dumps(line, ensure_ascii=plain) for line in lines) + closing


def _split(before: list[str], source: str) -> list[str]:
    """The elements of a source, as many characters each as in those of `before`: a line, or everything."""
    if len(before) == 1 and "\n" in before[0].rstrip("\n"):
        return [source]
    only_line_feeds = any(len(line.splitlines()) > 1 for line in before)
    return _LINES.findall(source) if only_line_feeds else source.splitlines(keepends=True)


def _same_but_for(sources: Mapping[int, str], before: str, after: str) -> bool:
    one, other = (json.loads(text.removeprefix(_BOM)) for text in (before, after))
    for content in (one, other):
        for number, cell in enumerate(content["cells"], start=1):
            source = cell["source"] if isinstance(cell["source"], str) else "".join(cell["source"])
            cell["source"] = sources.get(number, source) if content is one else source
    return json.dumps(one) == json.dumps(other)
