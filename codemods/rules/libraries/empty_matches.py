r"""Split texts at what a pattern matches, and no longer between all characters.

## What it does

`re.split("(\W+)?", text)` becomes `re.split("(\W+)", text)`, and `re.split("\s*", text)` becomes
`re.split("\s+", text)`.

## Why

Up to Python 3.6, and so for TensorFlow up to 1.12, `re.split` passed over matches without a character. Since 3.7 it
splits there, so that a sentence becomes its characters, with `None` for a group that matched nothing.
https://docs.python.org/3/library/re.html#re.split

## Numbers

Same: the pieces are those of Python 3.6 (`tests/codemods/rules/libraries/test_empty_matches.py`).

## What it leaves to you

Patterns that are more than one repeated part and match an empty text: they are reported. Patterns that are compiled
before, or that are put together. Files for Keras 3 keep theirs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import argument, literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Stage, rule

_SPLIT = "re.split"
_PATTERN = "pattern"
_PART = re.compile(r"\\{1,2}\w|\[[^\[\]]+\]|\([^()]+\)|[^\\\[\](){}|^$.*+?]")
"""An escape, a set, a group without others in it, or a character."""


@rule(
    "TFM481",
    stage=Stage.BEHAVIOUR,
    severity=Severity.NUMBERS,
    example=r"""
    import re
    from keras.models import Sequential

    words = [word.strip() for word in re.split("(\\W+)?", sentence) if word.strip()]
    """,
)
def empty_matches(file: File) -> Iterator[Edit | Manual]:
    """Each pattern of a split that is written out, and matches an empty text."""
    if not file.imports_family() or written_for(file).keras is KerasLine.KERAS_3:
        return
    for call in file.calls:
        if file.qualified_name(call.func) != _SPLIT or (given := argument(call, _PATTERN)) is None:
            continue
        node, pattern = given.value, literal(given.value)
        if not isinstance(pattern, str) or not _matches_nothing(pattern):
            continue
        said = f"{_SPLIT} splits between all characters since Python 3.7, as {file.code(node)} matches an empty text"
        modern = _modern(node) if isinstance(node, cst.SimpleString) else None
        if modern is None:
            yield Manual(node, _SPLIT, said, "write a pattern that matches at least one character")
        else:
            yield Edit(node, said, ((node, modern),))


def _matches_nothing(pattern: str) -> bool:
    try:
        return re.fullmatch(pattern, "") is not None
    except re.error:
        return False


def _modern(node: cst.SimpleString) -> cst.SimpleString | None:
    """The pattern of one repeated part, with at least one repetition; None for any other."""
    part, repeated = node.raw_value[:-1], node.raw_value[-1:]
    if repeated not in ("?", "*") or not _PART.fullmatch(part):
        return None
    at_least_once = "+" if repeated == "*" and not part.endswith("+)") else ""
    modern = node.with_changes(value=f"{node.prefix}{node.quote}{part}{at_least_once}{node.quote}")
    pattern = literal(modern)
    return modern if isinstance(pattern, str) and not _matches_nothing(pattern) else None
