"""Classes of layers that a rule adds to a file, once for all its edits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import libcst as cst

from codemods.rewriting.add_imports import bind_keras
from codemods.source.file import File
from codemods.types import Import, Replacement


class InsertedLayer(NamedTuple):
    """A class of layers that an edit may use: its name and that of Keras, and what the edit has to add for them."""

    name: str
    keras: str
    replacements: tuple[tuple[cst.CSTNode, Replacement], ...]
    imports: tuple[Import, ...]


def inserted_layer(
    file: File, text: str, names: Sequence[str], call: cst.Call, last: cst.BaseStatement
) -> InsertedLayer:
    """The class of layers for a call, which is added after the last import unless the file has it.

    `text` has `{name}` and `{keras}` for the names of the class and of Keras; the first free one of `names` is taken.
    """
    keras, imports = bind_keras(file, next((each for each in file.module.body if file.before(last, each)), call))
    for each in file.every(cst.ClassDef):
        if file.code(each).strip() == file.code(_class(file, text, each.name.value, keras)).strip():
            return InsertedLayer(each.name.value, keras, (), imports)
    name = file.free_name(*names)
    added = cst.FlattenSentinel([last, _class(file, text, name, keras)])
    return InsertedLayer(name, keras, ((last, added),), imports)


def _class(file: File, text: str, name: str, keras: str) -> cst.ClassDef:
    made = file.parse_statement(text.format(name=name, keras=keras))
    assert isinstance(made, cst.ClassDef)
    return made.with_changes(leading_lines=[cst.EmptyLine(indent=False)] * 2)
