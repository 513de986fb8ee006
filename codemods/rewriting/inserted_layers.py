"""Classes of layers that a rule adds to a file, once for all its edits."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from codemods.source.file import File
from codemods.source.walk import nodes


def inserted_layer(file: File, text: str, names: Sequence[str], keras: str) -> tuple[str, cst.ClassDef | None]:
    """The name of the layer, and its class if the file does not have it yet.

    `text` has `{name}` and `{keras}` for the names of the class and of Keras; the first free one of `names` is taken.
    """
    for each in nodes(file.module, cst.ClassDef):
        if file.code(each).strip() == file.code(_class(file, text, each.name.value, keras)).strip():
            return each.name.value, None
    name = file.free_name(*names)
    return name, _class(file, text, name, keras)


def _class(file: File, text: str, name: str, keras: str) -> cst.ClassDef:
    made = file.parse_statement(text.format(name=name, keras=keras))
    assert isinstance(made, cst.ClassDef)
    return made.with_changes(leading_lines=[cst.EmptyLine(indent=False)] * 2)
