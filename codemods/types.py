"""Types that all parts share: the request for a run, the results of rules, and the outcome for a source."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from textwrap import dedent
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from codemods.releases.origin import Origin
from codemods.releases.target import Target

if TYPE_CHECKING:
    import libcst as cst

    from codemods.source.file import File

Replacement: TypeAlias = "cst.CSTNode | cst.RemovalSentinel | cst.FlattenSentinel[cst.CSTNode]"


# --- the request for a run


@dataclass(frozen=True)
class Settings:
    """`to` is the goal of `upgrade`; `origin` holds the releases that a person says the sources were written for.

    `exact` asks for the numbers of one device wherever batches are not proven to divide by the replicas.
    `beside_shims` says, with `to="compat"`, that the source is used together with one that goes onto the shims.
    `requirements` asks for changed pins of packages, which are reported without it.
    `python_2` asks to translate a source of Python 2 first; `from_python_2` says that this has been done, or
    that the source is one of Python 2 that Python 3 parses.
    `select` and `ignore` hold codes or prefixes of codes; an empty `select` means all.
    """

    to: str = "native"
    target: Target = field(default_factory=Target)
    origin: Origin | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    exact: bool = False
    beside_shims: bool = False
    requirements: bool = False
    python_2: bool = False
    from_python_2: bool = False

    def takes(self, code: str) -> bool:
        """Return True if a rule runs: the longest matching prefix decides, and `ignore` wins a tie."""
        selected = max((len(each) for each in self.select if code.startswith(each)), default=-1 if self.select else 0)
        ignored = max((len(each) for each in self.ignore if code.startswith(each)), default=-1)
        return selected > ignored


# --- the results of rules


class Import(NamedTuple):
    """An import that an edit needs: `import module as name`, or `from module import symbol`."""

    module: str
    symbol: str = ""
    name: str = ""


class Edit(NamedTuple):
    """Replacements that belong together, and the sentence about them in the report.

    `still_runs` says that the target takes what is replaced as well, with a warning: `check` has nothing to find.
    """

    at: cst.CSTNode
    message: str
    replacements: tuple[tuple[cst.CSTNode, Replacement], ...]
    imports: tuple[Import, ...] = ()
    still_runs: bool = False


class Severity(Enum):
    """What comes of a place that is left as it is."""

    STOPS = "stops"
    """The program ends there with an error."""
    NUMBERS = "numbers"
    """It runs, and trains or computes something else."""
    DOUBT = "doubt"
    """Nothing in the file tells."""


REVIEW = "review manually"
"""The advice of a note that has none."""


class Manual(NamedTuple):
    """A place that the rule leaves to a person; a note says what the tool could not see, and asks for nothing.

    `culprit` is the node that is to blame; the report names its line if that is not the line of `at`. `severity` is
    that of the rule if it is not given.
    """

    at: cst.CSTNode
    symbol: str
    message: str
    advice: str
    is_note: bool = False
    culprit: cst.CSTNode | None = None
    severity: Severity | None = None


class Undecided(NamedTuple):
    """A use whose meaning depends on the releases that the file was written for, which are unknown.

    `release` is an example of a release for which the use has to change, such as `keras==2.3`. One note lists all such
    uses of a file. Where the two meanings are far apart, `stake` says what they are, and `write` how to settle it in
    the source: that is a finding.
    """

    at: cst.CSTNode
    symbol: str
    release: str
    stake: str = ""
    write: str = ""


Apply: TypeAlias = "Callable[[File], Iterator[Edit | Manual | Undecided]]"


class Stage(Enum):
    """The stages of a run, in order; within a stage, the order of the rules makes no difference.

    The first one wins among edits that touch each other, and among findings that say the same about one place.
    """

    SHIMS = "the imports, with `--to compat`"
    PYTHON_2 = "what Python 2 meant"
    TENSORFLOW_0 = "what came before TensorFlow 1"
    KERAS_2 = "Keras in the graph of an Estimator"
    WHOLE_FILE = "edits that decide about the whole file"
    CARRIED = "what of the whole file runs on through the shims"
    STRUCTURES = "edits of calls, blocks and classes as a whole"
    DOUBTS = "names that cannot be resolved"
    USES = "edits of one name, import or argument"
    GONE = "names that nothing takes the place of"
    LATE = "edits that leave way to others"
    BEHAVIOUR = "what the behaviour of TensorFlow 2 asks for"
    TRAINING = "what Keras 3 needs to train the result under a strategy"
    ADVICE = "what the rows of a table know about the result"
    TABLES = "what the tables of the releases say about it, and no row does"


class Rule(NamedTuple):
    """One migration: `apply` yields edits, and places that it leaves to a person; `example` shows a typical one.

    `severity` is that of the code which it is about, as it was written. `beside` has the modules of the project that
    the example imports, each with its source.
    """

    code: str
    name: str
    stage: Stage
    apply: Apply
    example: str = ""
    severity: Severity = Severity.STOPS
    beside: tuple[tuple[str, str], ...] = ()

    @property
    def documentation(self) -> str:
        """The docstring of the rule's module: a summary, then the sections that `codemods.explain.pages` reads."""
        return inspect.getdoc(importlib.import_module(self.apply.__module__)) or ""


def rule(
    code: str,
    *,
    stage: Stage = Stage.USES,
    example: str = "",
    severity: Severity = Severity.STOPS,
    beside: tuple[tuple[str, str], ...] = (),
) -> Callable[[Apply], Rule]:
    """Make a rule of a generator function.

    `example` is a short legacy source that the rule changes or reports; `explain` shows it, before and after.
    """

    def decorate(apply: Apply) -> Rule:
        return Rule(code, apply.__name__, stage, apply, dedent(example).lstrip("\n"), severity, beside)

    return decorate


# --- the outcome for a source


class Change(NamedTuple):
    """One applied edit; `line` and `column` are 1-based and refer to the source as it was read.

    In a notebook they count in `cell`, which counts all cells from 1; it is 0 in a script.
    """

    code: str
    line: int
    column: int
    symbol: str
    message: str
    cell: int = 0


class Finding(NamedTuple):
    """One place that needs a look; `line` and `column` are 1-based and refer to the result.

    `rule` is the name of the rule with which `upgrade` fixes it, "" if a person must. `culprit` is the line that the
    message blames, 0 if it blames none. `severity` is the value of a `Severity`. In a notebook the lines count in
    `cell` and `culprit_cell`, which count all cells from 1; both are 0 in a script.
    """

    code: str
    line: int
    column: int
    symbol: str
    message: str
    advice: str
    rule: str = ""
    culprit: int = 0
    severity: str = Severity.STOPS.value
    cell: int = 0
    culprit_cell: int = 0

    def moved(self, line: int, column: int, culprit: int) -> Finding:
        """The same finding with the line numbers that it has in another text."""
        culprit = 0 if culprit == line and self.culprit_cell == self.cell else culprit
        moved = self._replace(line=line, column=column, culprit=culprit)
        return moved._replace(message=self.plain_message + moved.blame)

    def in_cell(self, cell: int, line: int, column: int, culprit_cell: int, culprit: int) -> Finding:
        """The finding of a program by its place in the notebook that the program was made of."""
        placed = self._replace(cell=cell, line=line, column=column, culprit_cell=culprit_cell, culprit=culprit)
        return placed._replace(message=self.plain_message + placed.blame)

    @property
    def plain_message(self) -> str:
        """The message without the line that it blames."""
        return self.message.removesuffix(self.blame)

    @property
    def blame(self) -> str:
        """The end of the message."""
        if not self.culprit:
            return ""
        elsewhere = f" of cell {self.culprit_cell}" if self.culprit_cell != self.cell else ""
        return f" (line {self.culprit}{elsewhere})"


class Part(NamedTuple):
    """What became of a part of a file; `cell` is the number of a notebook's cell, 0 for a whole script."""

    cell: int
    before: bytes
    after: bytes


class Fix(NamedTuple):
    """What the edits of one rule make of a file; `after` is the whole file."""

    code: str
    after: bytes


class Upgraded(NamedTuple):
    """The outcome for a source that could be processed; `after` equals `before` if nothing changed.

    `notes` say what the tool could not see. `unread` says why nothing was looked at, if that is so.
    Of a notebook, `cells` are those that changed, and `program` is the Python of all cells as it is afterwards.
    `fixes` are for reports that offer the edits of one rule. `of_project` says that the files around it tell of the
    releases that it was written for, and `vintage` is what else did, where its text did not.
    """

    before: bytes
    after: bytes
    changes: tuple[Change, ...] = ()
    findings: tuple[Finding, ...] = ()
    notes: tuple[Finding, ...] = ()
    unread: str = ""
    cells: tuple[Part, ...] = ()
    program: bytes | None = None
    fixes: tuple[Fix, ...] = ()
    of_project: bool = False
    vintage: str = ""

    @property
    def changed(self) -> bool:
        return self.after != self.before

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts whose lines are counted together."""
        return self.cells or (Part(0, self.before, self.after),)

    @property
    def code(self) -> bytes:
        """The Python of the result."""
        return self.after if self.program is None else self.program


class Failure(NamedTuple):
    """The reason a source could not be processed; `line` and `column` are 1-based, or 0 if unknown.

    `cell` is the cell of a notebook in which they count, 0 if they count in the file.
    """

    reason: str
    advice: str
    line: int = 0
    column: int = 0
    cell: int = 0

    @property
    def is_of_python_2(self) -> bool:
        return self.reason.startswith(PYTHON_2)


PYTHON_2 = "Python 2 source"
"""How the reason begins if the source is Python 2."""


Result = Upgraded | Failure
