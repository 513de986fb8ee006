"""Fixers of fissix that are changed where they change too much."""

from __future__ import annotations

import re
from typing import Any

from codemods.source.python_2_grammar import pygram

pygram()  # before any of these

from fissix.fixer_util import Name, is_probably_builtin  # noqa: E402
from fissix.fixes.fix_reduce import FixReduce  # noqa: E402
from fissix.fixes.fix_types import FixTypes  # noqa: E402
from fissix.fixes.fix_unicode import FixUnicode  # noqa: E402
from fissix.pgen2 import token  # noqa: E402

_ESCAPED = re.compile(r"(?<!\\)(?:\\\\)*\\[uU]")


class FixOwnReduce(FixReduce):  # type: ignore[misc]
    """`reduce(...)` with whatever comes after it."""

    PATTERN = "power< 'reduce' trailer< '(' any ')' > any* >"


class FixOwnTypes(FixTypes):  # type: ignore[misc]
    """`types.StringType` is `str`, as literals are; fissix says `bytes`."""

    def transform(self, node: Any, results: Any) -> Any:
        if results["name"].value in ("StringType", "StringTypes"):
            return Name("str", prefix=node.prefix)
        return super().transform(node, results)


class FixOwnUnicode(FixUnicode):  # type: ignore[misc]
    """`u"..."` stays, as Python 3 takes it, and so does `unicode` where it is not the builtin."""

    def transform(self, node: Any, results: Any) -> Any:
        if node.type == token.NAME:
            return super().transform(node, results) if is_probably_builtin(node) else None
        prefix = node.value[: re.search("[\"']", node.value).start()].lower()  # type: ignore[union-attr]
        if prefix == "ur" and _ESCAPED.search(node.value):
            self.cannot_convert(node, "a raw text has no escapes in Python 3")
            return None
        return super().transform(node, results) if prefix in ("", "ur") else None
