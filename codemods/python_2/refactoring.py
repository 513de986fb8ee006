"""Runs fixers of fissix over a source, and records what each of them does, line by line."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from typing import Any

from codemods.python_2.bound_names import bound_names
from codemods.python_2.fixers import BUILTINS, SAID, STATEMENTS
from codemods.source.python_2_grammar import Unparsed, pygram

pygram()  # before any of these

from fissix.pgen2.parse import ParseError  # noqa: E402
from fissix.pgen2.tokenize import TokenError  # noqa: E402
from fissix.refactor import RefactoringTool  # noqa: E402

from codemods.python_2.own_fixers import FixOwnReduce, FixOwnTypes, FixOwnUnicode  # noqa: E402

_OWN = {"reduce": FixOwnReduce, "types": FixOwnTypes, "unicode": FixOwnUnicode}
_QUIET = logging.getLogger(__name__).getChild("fissix")
_QUIET.disabled = True
_IDLE = ("You should use a for loop here",)
"""Advice of fissix that is about style."""


@dataclass(frozen=True, order=True)
class Use:
    """What a fixer did or said at a place of the source; `reason` is why it did nothing."""

    line: int
    column: int
    fixer: str
    before: str = ""
    reason: str = ""


@dataclass
class Refactored:
    """The text of a source after all fixers, and their uses."""

    text: str
    uses: list[Use] = field(default_factory=list)


def refactored(text: str, *, has_statements: bool) -> Refactored:
    """Run the fixers over a text with line feeds; `has_statements` says that `print` and `exec` are statements.

    Raises:
        Unparsed: fissix does not parse the text.

    """
    tool = _tool(has_statements=has_statements)
    try:
        tree = tool.refactor_string(tool.begin(f"{text}\n"), "a source")
    except ParseError as error:
        line, column = error.context[1]
        raise Unparsed(line, column + 1) from None
    except (TokenError, IndentationError) as error:
        line, column = error.args[1][:2] if isinstance(error, TokenError) else (error.lineno, error.offset)
        raise Unparsed(line or 1, column or 1) from None
    return Refactored(str(tree)[:-1], sorted(set(tool.uses)))


class _Tool(RefactoringTool):  # type: ignore[misc]
    """Fissix's own, with the fixers wrapped; it stays quiet, as it says all in `uses`."""

    def __init__(self, *, has_statements: bool) -> None:
        self._names = [name for name in SAID if has_statements or name not in STATEMENTS]
        super().__init__([])
        self.logger = _QUIET
        if not has_statements:
            self.grammar = pygram().python_grammar_no_print_and_exec_statement
        self.driver.grammar = self.grammar
        self.uses: list[Use] = []
        self._text = ""
        self._bound: frozenset[str] = frozenset()

    def begin(self, text: str) -> str:
        self.uses, self._text = [], text
        return text

    def get_fixers(self) -> tuple[list[Any], list[Any]]:
        fixers = sorted(map(self._fixer, self._names), key=lambda each: each.run_order)
        return [each for each in fixers if each.order == "pre"], [each for each in fixers if each.order == "post"]

    def _fixer(self, name: str) -> Any:
        parts = "".join(part.title() for part in name.split("_"))
        made: Any = _OWN.get(name) or getattr(import_module(f"fissix.fixes.fix_{name}"), f"Fix{parts}")
        fixer = made(self.options, self.fixer_log)
        fixer.transform = partial(self._transformed, fixer.transform, name)
        fixer.warning = fixer.cannot_convert = partial(self._declined, name)
        return fixer

    def refactor_tree(self, tree: Any, name: str) -> Any:
        if str(tree) != self._text:
            raise ValueError("it cannot reproduce the source")
        self._bound = bound_names(tree)
        return super().refactor_tree(tree, name)

    def _transformed(self, transform: Any, name: str, node: Any, results: Any) -> Any:
        if any(each in self._bound for each in BUILTINS.get(name, ())):
            return None
        before, place = str(node), _place(node)
        made = transform(node, results)
        if str(node if made is None else made) != before:
            self.uses.append(Use(*place, name, before.strip()))
        return made

    def _declined(self, name: str, node: Any, reason: str = "") -> None:
        if reason not in _IDLE:
            self.uses.append(Use(*_place(node), name, str(node).strip(), reason or "fissix cannot convert it"))


@cache
def _tool(*, has_statements: bool) -> _Tool:
    return _Tool(has_statements=has_statements)


def _place(node: Any) -> tuple[int, int]:
    """The 1-based place of the first leaf that the source has, in or above a node."""
    above = node
    while above is not None:
        for leaf in _leaves(above):
            if leaf.lineno:
                return leaf.lineno, leaf.column + 1
        above = above.parent
    return 1, 1


def _leaves(node: Any) -> Iterator[Any]:
    return iter(node.leaves()) if node.children else iter([node])
