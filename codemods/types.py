"""The words that all parts share: what a run is asked for, what rules yield, what becomes of a source."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from textwrap import dedent
from typing import TYPE_CHECKING, TypeAlias

from codemods.releases.origin import Origin
from codemods.releases.target import Target

if TYPE_CHECKING:
    import libcst as cst

    from codemods.source.file import File

Replacement: TypeAlias = "cst.CSTNode | cst.RemovalSentinel | cst.FlattenSentinel[cst.CSTNode]"


# --- what a run is asked for


@dataclass(frozen=True)
class Settings:
    """`to` is where `upgrade` leads, `origin` what the sources were written for, where a person says so.

    `select` and `ignore` are codes or their beginnings, `select` empty means all.
    """

    to: str = "native"
    target: Target = field(default_factory=Target)
    origin: Origin | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def takes(self, code: str) -> bool:
        """Whether a rule runs; the longer beginning of a code decides, and to ignore it where both are equal."""
        selected = max((len(each) for each in self.select if code.startswith(each)), default=-1 if self.select else 0)
        ignored = max((len(each) for each in self.ignore if code.startswith(each)), default=-1)
        return selected > ignored


# --- what rules yield


@dataclass(frozen=True)
class Import:
    """An import that an edit needs: `import module as name`, or `from module import symbol`."""

    module: str
    symbol: str = ""
    name: str = ""


@dataclass(frozen=True)
class Edit:
    """Replacements that belong together, and the sentence that the report says about them."""

    at: cst.CSTNode
    message: str
    replacements: tuple[tuple[cst.CSTNode, Replacement], ...]
    imports: tuple[Import, ...] = ()


@dataclass(frozen=True)
class Manual:
    """A place that the rule leaves to a person; a note says what the tool could not see, and asks for nothing.

    `culprit` is the node that is to blame; the report names its line where that is another one.
    """

    at: cst.CSTNode
    symbol: str
    message: str
    advice: str
    is_note: bool = False
    culprit: cst.CSTNode | None = None


@dataclass(frozen=True)
class Undecided:
    """A use that means one thing or another by the releases that the file was written for, which nothing tells.

    `release` is the one that somebody would name for whom it has to change: `keras==2.3`.
    """

    at: cst.CSTNode
    symbol: str
    release: str


Apply: TypeAlias = "Callable[[File], Iterator[Edit | Manual | Undecided]]"


class Stage(Enum):
    """When a rule runs, in this order; inside a stage the order of the rules makes no difference.

    What comes first wins: of edits that touch each other, and of findings that say the same of one place.
    """

    SHIMS = "the imports, with `--to compat`"
    WHOLE_FILE = "edits that decide about the whole file"
    CARRIED = "what of the whole file runs on through the shims"
    STRUCTURES = "edits of calls, blocks and classes as a whole"
    DOUBTS = "names that cannot be resolved"
    USES = "edits of one name, import or argument"
    LATE = "edits that leave way to others"
    ADVICE = "what the rows of a table know about the result"
    TABLES = "what the tables of the releases say about it, and no row does"


@dataclass(frozen=True)
class Rule:
    """One migration: `apply` yields what it would edit and what it leaves to a person, in `example` for one."""

    code: str
    name: str
    stage: Stage
    apply: Apply
    example: str = ""

    @property
    def documentation(self) -> str:
        """The docstring of its module: a summary, then the sections that `codemods.explain.pages` reads."""
        return inspect.getdoc(importlib.import_module(self.apply.__module__)) or ""


def rule(code: str, *, stage: Stage = Stage.USES, example: str = "") -> Callable[[Apply], Rule]:
    """Make a rule of a generator function.

    `example` is a short legacy source that the rule changes or reports; `explain` shows it, before and after.
    """

    def decorate(apply: Apply) -> Rule:
        return Rule(code, apply.__name__, stage, apply, dedent(example).lstrip("\n"))

    return decorate


# --- what becomes of a source


@dataclass(frozen=True)
class Change:
    """One applied edit; `line` and `column` (1-based) count in the source as it was read."""

    code: str
    line: int
    column: int
    symbol: str
    message: str


@dataclass(frozen=True)
class Finding:
    """One place that needs a look; `line` and `column` are 1-based and count in the result.

    `rule` is the name of the rule with which `upgrade` does it; "" where a person must. `culprit` is the line that the
    message names as the one to blame, 0 where it names none.
    """

    code: str
    line: int
    column: int
    symbol: str
    message: str
    advice: str
    rule: str = ""
    culprit: int = 0

    def moved(self, line: int, column: int, culprit: int) -> Finding:
        """The same finding in a text where its lines have other numbers."""
        plain = self.message.removesuffix(_blame(self.culprit))
        culprit = 0 if culprit == line else culprit
        return replace(self, line=line, column=column, culprit=culprit, message=plain + _blame(culprit))


def _blame(line: int) -> str:
    return f" (line {line})" if line else ""


@dataclass(frozen=True)
class Upgraded:
    """What became of a source that could be processed; `after` is `before` itself where nothing changed.

    `notes` say what the tool could not see.
    """

    before: bytes
    after: bytes
    changes: tuple[Change, ...] = ()
    findings: tuple[Finding, ...] = ()
    notes: tuple[Finding, ...] = ()

    @property
    def changed(self) -> bool:
        return self.after != self.before


@dataclass(frozen=True)
class Failure:
    """Why a source could not be processed; `line` and `column` are 1-based, 0 where there is none."""

    reason: str
    advice: str
    line: int = 0
    column: int = 0


Result = Upgraded | Failure
