"""The pure core: bytes in, what became of them out. It prints nothing, touches no disk and runs nothing."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from dataclasses import replace as replace_fields

import libcst as cst
from libcst.metadata import CodePosition

from codemods.analysis.tensorflow_1 import is_written_for_tensorflow_1
from codemods.engine.line_map import LineMap
from codemods.engine.prefilter import may_need_work
from codemods.engine.selection import Selection
from codemods.rewriting.add_imports import add_imports
from codemods.rewriting.replace import replace, text
from codemods.rules import rules
from codemods.source.canonical_names import SHIMS
from codemods.source.file import File
from codemods.source.parsing import check_syntax, parse, unparsed_tail
from codemods.source.walk import every_node
from codemods.types import Change, Edit, Failure, Finding, Import, Manual, Result, Rule, Settings, Upgraded

PASSES = 50
"""Far above what any file needs: edits only ever remove legacy uses, so the passes end by themselves."""

KERAS_2_ONLY = frozenset({"TFM101", "TFM102", "TFM110", "TFM120", "TFM121", "TFM140", "TFM201", "TFM202", "TFM204"})
"""Rules whose edits show that a source was written for Keras 2."""
_SHIM_NAME = re.compile(rf"(?<![\w.]){SHIMS}\b")
_UPGRADE = "run python -m codemods upgrade"
_STAGES = ("early", "native", "late", "result")
"""Each waits until the stages before it have nothing to edit; they are those of `--to native`."""


def upgrade(source: bytes, settings: Settings | None = None, local: frozenset[str] = frozenset()) -> Result:
    """Rewrite one source for TensorFlow 2.16+ and Keras 3 (`to="native"`) or onto the shims (`to="compat"`).

    `local` names the top-level modules that the project has itself. Never raises for the sake of the source: what
    cannot be processed is a `Failure`.
    """
    return _Work(source, settings or Settings(), local).run(check=False)


def check(source: bytes, settings: Settings | None = None, local: frozenset[str] = frozenset()) -> Result:
    """Find what the target cannot take in one source; nothing is changed."""
    return _Work(source, settings or Settings(), local).run(check=True)


@dataclass
class _Pass:
    """What one pass over a file applied and left."""

    changes: list[Change] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)
    said: dict[CodePosition, list[str]] = field(default_factory=dict)
    module: cst.Module | None = None
    """The module with the changes applied; None where there are none."""
    is_tensorflow_1: bool = False
    """Whether the source was written for TensorFlow 1, before this pass took the signs away."""


@dataclass(frozen=True)
class _Work:
    """One source, and what is asked for."""

    source: bytes
    settings: Settings
    local: frozenset[str]

    def run(self, *, check: bool) -> Result:
        """Decide cheaply whether there is work; libcst comes last. A broken file is named even if it needs none."""
        source = self.source
        tree = check_syntax(source)
        if isinstance(tree, Failure):
            return tree
        if not may_need_work(source, tree):
            return Upgraded(source, source)
        module = parse(source)
        if isinstance(module, Failure):
            return module
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", SyntaxWarning)  # of strings that rules evaluate
                return self.check(module) if check else self.upgrade(module)
        except RecursionError:
            return Failure("nested too deeply to analyse", "split the expression into several statements")

    # --- upgrade

    def upgrade(self, module: cst.Module) -> Result:
        changes: list[Change] = []
        code, tail = self.source, b""
        done = _Pass()
        for _ in range(PASSES):
            done = self._run_pass(module, code, changes, tensorflow_1=done.is_tensorflow_1)
            if done.module is None:
                after = code + tail if changes else self.source
                ordered = tuple(sorted(changes, key=lambda each: each.line))
                return Upgraded(self.source, after, ordered, _ordered(done.findings), _ordered(done.notes))
            if not changes:
                unparsed = unparsed_tail(self.source, module)
                if unparsed is None:
                    return Failure(
                        "the parser cannot reproduce this file to the byte", "reformat it, for example with ruff format"
                    )
                tail = unparsed
            changes += done.changes
            code = done.module.bytes
            module = cst.parse_module(code)
        raise AssertionError(f"no fixed point after {PASSES} passes: {[change.code for change in changes[-3:]]}")

    def _run_pass(self, module: cst.Module, code: bytes, changes: list[Change], *, tensorflow_1: bool) -> _Pass:
        legacy = any(change.code in KERAS_2_ONLY for change in changes)
        file = File(
            module, code, legacy=legacy, tensorflow_1=tensorflow_1, target=self.settings.target, local=self.local
        )
        lines = LineMap(self.source, code)
        selection = Selection(file.parent)
        done = _Pass(is_tensorflow_1=is_written_for_tensorflow_1(file))
        needs: list[Import] = []
        stages = _STAGES if self.settings.to == "native" else (self.settings.to, "result")
        edited: set[str] = set()
        for rule, outcome in self._outcomes(file, *stages):
            if edited - {rule.target}:
                break
            if isinstance(outcome, Manual):
                _report(done, file, rule, outcome)
            elif selection.offer(outcome):
                edited.add(rule.target)
                done.changes.append(_change(file, lines, rule, outcome))
                needs += outcome.imports
        if done.changes:
            rewritten = replace(file.module, selection.replacements.items(), selection.above)
            assert isinstance(rewritten, cst.Module)
            done.module = add_imports(rewritten, needs)
        return done

    def _outcomes(self, file: File, *stages: str) -> Iterator[tuple[Rule, Edit | Manual]]:
        """What the rules of the stages yield, as far as it is asked for, and no comment silences it."""
        silenced: set[cst.CSTNode] = set()
        taken = [rule for stage in stages for rule in rules(stage) if self.settings.takes(rule.code)]
        for rule in taken:
            for outcome in rule.apply(file):
                if file.suppresses(outcome.at, rule.code):
                    silenced.update(every_node(outcome.at))
                elif rule.target != "result" or outcome.at not in silenced:
                    yield rule, self._without_shims(file, outcome)

    def _without_shims(self, file: File, outcome: Edit | Manual) -> Edit | Manual:
        """An edit that brings in the shims where a module of the project stands in front of them is declined."""
        if SHIMS not in self.local or isinstance(outcome, Manual) or not _brings_shims(file, outcome):
            return outcome
        said = f"{outcome.message}; but {SHIMS!r} is a module of this project"
        return Manual(
            outcome.at, _symbol(file, outcome.at), said, f"rename the project's own {SHIMS}, and upgrade again"
        )

    # --- check

    def check(self, module: cst.Module) -> Result:
        """For a modern target: what `upgrade` would change, and what it would leave, by the lines of the source."""
        if not self.settings.target.is_modern:
            done = self._look(File(module, self.source, target=self.settings.target, local=self.local))
            return Upgraded(self.source, self.source, (), _ordered(done.findings), _ordered(done.notes))
        result = replace_fields(self, settings=replace_fields(self.settings, to="native")).upgrade(module)
        if isinstance(result, Failure):
            return result
        names = {rule.code: rule.name for stage in _STAGES for rule in rules(stage)}
        changed = [
            Finding(each.code, each.line, each.column, each.symbol, each.message, _UPGRADE, names[each.code])
            for each in result.changes
        ]
        lines = LineMap(result.before, result.after)
        findings = [lines.finding_back(each) for each in result.findings]
        notes = [lines.finding_back(each) for each in result.notes]
        return Upgraded(self.source, self.source, (), _ordered([*changed, *findings]), _ordered(notes))

    def _look(self, file: File) -> _Pass:
        """What the tables say of a file, and no rule that writes modern code."""
        done = _Pass()
        for rule, outcome in self._outcomes(file, "result"):
            if isinstance(outcome, Manual):
                _report(done, file, rule, outcome)
        return done


def _change(file: File, lines: LineMap, rule: Rule, edit: Edit) -> Change:
    place = file.position(edit.at)
    symbol = _symbol(file, edit.at)
    line, column = lines.place_back(place.line, place.column + 1, symbol)
    return Change(rule.code, line, column, symbol, edit.message)


def _report(done: _Pass, file: File, rule: Rule, outcome: Manual) -> None:
    """Add a finding, or a note, unless the same has been said of the same place."""
    place = file.position(outcome.at)
    column, culprit = place.column + 1, file.line(outcome.culprit) if outcome.culprit is not None else 0
    finding = Finding(rule.code, place.line, column, outcome.symbol, outcome.message, outcome.advice)
    finding = finding.moved(place.line, column, culprit)
    if outcome.is_note:
        done.notes.append(finding)
    elif not any(_is_same(outcome.symbol, said) for said in done.said.get(place, ())):
        done.said.setdefault(place, []).append(outcome.symbol)
        done.findings.append(finding)


def _is_same(symbol: str, other: str) -> bool:
    """Whether two symbols that stand in one place are one, or one is below the other."""
    shorter, longer = sorted((symbol.partition("(")[0], other.partition("(")[0]), key=len)
    same = longer == shorter or longer.startswith(f"{shorter}.")
    return same or shorter.rpartition(".")[2] == longer.rpartition(".")[2]


def _brings_shims(file: File, edit: Edit) -> bool:
    """Whether an edit writes a name that starts at the package of the shims."""
    if any(need.module.split(".", maxsplit=1)[0] == SHIMS for need in edit.imports):
        return True
    return any(
        len(_SHIM_NAME.findall(text(file.code, replacement))) > len(_SHIM_NAME.findall(file.code(node)))
        for node, replacement in edit.replacements
    )


def _symbol(file: File, node: cst.CSTNode) -> str:
    """The Keras or TensorFlow symbol that a place is about, or whose call it is in."""
    inside = next(file.references_in(node), None)
    if inside is not None:
        return inside.qualified
    call = next((above for above in file.ancestors(node) if isinstance(above, cst.Call)), None)
    reference = file.reference(call.func) if call is not None else None
    return reference.qualified if reference is not None else ""


def _ordered(findings: list[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(set(findings), key=lambda each: (each.line, each.column, each.code)))
