"""What is asked of a source, and what the rules of some stages answer of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.unreached import is_guarded, is_unreached
from codemods.rewriting.replace import text
from codemods.rules import rules
from codemods.source.canonical_names import SHIMS
from codemods.source.file import File
from codemods.source.project import Project
from codemods.source.walk import every_node
from codemods.types import Edit, Manual, Rule, Settings, Severity, Stage, Undecided

MISSING = frozenset({"TFM190", "TFM191", "TFM194", "TFM197", "TFM199"})
"""The codes whose findings say that a name is missing."""
RESULT = (Stage.ADVICE, Stage.TABLES)
"""The stages that speak of a result, and not of what was silenced in the source."""
STAGES = {
    "native": (
        (Stage.PYTHON_2,),
        (Stage.TENSORFLOW_0,),
        (Stage.KERAS_2,),
        (Stage.WHOLE_FILE, Stage.CARRIED),
        (Stage.STRUCTURES, Stage.DOUBTS, Stage.USES, Stage.GONE),
        (Stage.LATE, Stage.BEHAVIOUR),
        (Stage.TRAINING,),
        RESULT,
    ),
    "compat": (
        (Stage.PYTHON_2,),
        (Stage.TENSORFLOW_0,),
        (Stage.KERAS_2,),
        (Stage.SHIMS,),
        (Stage.BEHAVIOUR,),
        (Stage.TRAINING,),
        (Stage.GONE, *RESULT),
    ),
}
"""The stages of each `--to`. Those in brackets run together, and wait until those before have nothing to edit."""
_SHIM_NAME = re.compile(rf"(?<![\w.]){SHIMS}\b")


class Request(NamedTuple):
    """What is asked of a source: with which settings, in which project, and whether it is only checked."""

    settings: Settings
    project: Project
    is_check: bool = False

    def file(
        self,
        module: cst.Module,
        code: bytes,
        original: File | None = None,
        tree: ast.Module | None = None,
        project: Project | None = None,
    ) -> File:
        settings = self.settings
        return File(
            module,
            code,
            original=original,
            tree=tree,
            origin=settings.origin,
            target=settings.target,
            project=project or self.project,
            beside_shims=settings.beside_shims,
            requirements=settings.requirements and not self.is_check,
            from_python_2=settings.from_python_2,
            exact=settings.exact
            and settings.to == "native"
            and all(settings.takes(rule.code) for rule in rules(Stage.TRAINING)),
        )

    def outcomes(
        self, file: File, stages: Sequence[Stage], silenced: set[cst.CSTNode], only: Collection[str] | None = None
    ) -> Iterator[tuple[Rule, Edit | Manual | Undecided]]:
        """The outcomes of the selected rules of some stages, except those that a comment silences."""
        for rule in _taken(self.settings, tuple(stages)):
            for outcome in rule.apply(file) if only is None or rule.code in only else ():
                if file.suppresses(outcome.at, rule.code):
                    silenced.update(every_node(outcome.at))
                elif (rule.stage not in RESULT or outcome.at not in silenced) and not self._is_moot(
                    file, rule, outcome
                ):
                    yield rule, self._without_shims(file, outcome)

    def _is_moot(self, file: File, rule: Rule, outcome: Edit | Manual | Undecided) -> bool:
        """True for what is said of code that the target does not run, as the script asks for the name or the release.

        `upgrade` edits such code nevertheless, as its names stay those of the code around it; but it brings no shims
        into a file for that.
        """
        if isinstance(outcome, Edit):
            if self.is_check and outcome.still_runs:
                return True
            counts = self.is_check or (self.settings.to == "native" and _brings_shims(file, outcome))
            unreached = (is_unreached(file, node) for node, _ in outcome.replacements)
            return counts and all(unreached) and (self.is_check or not _is_in_handler(file, outcome))
        asks = is_guarded if rule.code in MISSING else is_unreached
        return asks(file, outcome.at)

    def _without_shims(self, file: File, outcome: Edit | Manual | Undecided) -> Edit | Manual | Undecided:
        """An edit that brings in the shims where a module of the project stands in front of them is declined."""
        if SHIMS not in self.project.local or not isinstance(outcome, Edit) or not _brings_shims(file, outcome):
            return outcome
        said = f"{outcome.message}; but {SHIMS!r} is a module of this project"
        return Manual(
            outcome.at, symbol_at(file, outcome.at), said, f"rename the project's own {SHIMS}, and upgrade again"
        )

    def decided(
        self, file: File, stages: Sequence[Stage], silenced: set[cst.CSTNode], only: Collection[str] | None = None
    ) -> Iterator[tuple[Rule, Edit | Manual]]:
        """The outcomes of some stages without those that the release decides, unless the meanings are far apart."""
        for rule, outcome in self.outcomes(file, stages, silenced, only):
            if not isinstance(outcome, Undecided):
                yield rule, outcome
            elif outcome.stake:
                yield rule, doubt(outcome)


@cache
def _taken(settings: Settings, stages: tuple[Stage, ...]) -> tuple[Rule, ...]:
    """The rules of some stages that a run asks for."""
    return tuple(each for stage in stages for each in rules(stage) if settings.takes(each.code))


def doubt(undecided: Undecided) -> Manual:
    """The finding for a use with two meanings that are far apart."""
    said = f"{undecided.stake}; nothing tells for which the file was written"
    advice = f"{undecided.write}, or say for which: --from {undecided.release}"
    return Manual(undecided.at, undecided.symbol, said, advice, severity=Severity.DOUBT)


def _is_in_handler(file: File, edit: Edit) -> bool:
    """True for an import that another one falls back to: both bind one name, which code outside of them uses."""
    return any(isinstance(above, cst.ExceptHandler) for node, _ in edit.replacements for above in file.ancestors(node))


def _brings_shims(file: File, edit: Edit) -> bool:
    """True if an edit writes a name that starts at the package of the shims."""
    if any(need.module.split(".", maxsplit=1)[0] == SHIMS for need in edit.imports):
        return True
    return any(
        len(_SHIM_NAME.findall(text(file.code, replacement))) > len(_SHIM_NAME.findall(file.code(node)))
        for node, replacement in edit.replacements
    )


def symbol_at(file: File, node: cst.CSTNode) -> str:
    """The Keras or TensorFlow symbol that a place is about, or whose call it is in."""
    inside = next(file.references_in(node), None)
    if inside is not None:
        return inside.qualified
    call = next((above for above in file.ancestors(node) if isinstance(above, cst.Call)), None)
    reference = file.reference(call.func) if call is not None else None
    return reference.qualified if reference is not None else ""
