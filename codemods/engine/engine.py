"""The pure core: bytes in, what became of them out. It prints nothing, touches no disk and runs nothing."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from dataclasses import replace as with_fields
from functools import cache
from typing import NamedTuple

import libcst as cst
from libcst.metadata import CodePosition

from codemods.analysis.flow.unreached import is_guarded, is_unreached
from codemods.analysis.releases.possible_releases import deciding_vintage
from codemods.analysis.releases.written_for import written_for
from codemods.engine.carried_edits import Said, certain_edits
from codemods.engine.copies import Copy, with_calls_written_out, with_settings
from codemods.engine.findings import in_order
from codemods.engine.form_feeds import around_form_feeds
from codemods.engine.indentation import around_indentation
from codemods.engine.large_data import around_large_data
from codemods.engine.line_map import LineMap
from codemods.engine.prefilter import is_plain, may_need_work
from codemods.engine.python_2 import checked, joined, shows_python_2, translated
from codemods.engine.selection import Selection
from codemods.engine.views import View, is_of_a_use, views
from codemods.releases.origin import installed_together
from codemods.rewriting.add_imports import add_imports
from codemods.rewriting.moved_blocks import settled
from codemods.rewriting.replace import replace, text
from codemods.rules import rules, rules_by_code
from codemods.source.canonical_names import SHIMS, contrib_as_written
from codemods.source.file import File
from codemods.source.parsing import check_syntax, parse, syntax_failure, tree_of, unparsed_tail
from codemods.source.project import ALONE, Project
from codemods.source.walk import every_node
from codemods.source.wording import concise, listed
from codemods.types import (
    Change,
    Edit,
    Failure,
    Finding,
    Import,
    Manual,
    Result,
    Rule,
    Settings,
    Severity,
    Stage,
    Undecided,
    Upgraded,
)

PASSES = 50
"""Far above what any file needs: edits only ever remove legacy uses, so the passes end by themselves."""

_SHIM_NAME = re.compile(rf"(?<![\w.]){SHIMS}\b")
_RESULT = (Stage.ADVICE, Stage.TABLES)
_SEEN_TOGETHER = frozenset(
    {Stage.STRUCTURES, Stage.DOUBTS, Stage.USES, Stage.GONE, Stage.LATE, Stage.BEHAVIOUR, Stage.TRAINING, *_RESULT}
)
"""The stages that speak of single uses, and not of what a file is as a whole."""
_FOR_FILES_ALONE = frozenset({"TFM218", "TFM229", "TFM335"})
"""The codes that speak of a file as a whole nevertheless and look into its modules by themselves, or that edit where it
does no harm, whether it is needed or not."""
_COMPARES = frozenset({"TFM137"})
"""The codes of rules that compare expressions, which are no longer the same where one of them is assumed."""
_UPGRADE = "run python -m codemods upgrade"
_MISSING = frozenset({"TFM190", "TFM191", "TFM194", "TFM197", "TFM199"})
"""The codes whose findings say that a name is missing."""
_STAGES = {
    "native": (
        (Stage.PYTHON_2,),
        (Stage.TENSORFLOW_0,),
        (Stage.KERAS_2,),
        (Stage.WHOLE_FILE, Stage.CARRIED),
        (Stage.STRUCTURES, Stage.DOUBTS, Stage.USES, Stage.GONE),
        (Stage.LATE, Stage.BEHAVIOUR),
        (Stage.TRAINING,),
        _RESULT,
    ),
    "compat": (
        (Stage.PYTHON_2,),
        (Stage.TENSORFLOW_0,),
        (Stage.KERAS_2,),
        (Stage.SHIMS,),
        (Stage.BEHAVIOUR,),
        (Stage.GONE, *_RESULT),
    ),
}
"""The stages of each `--to`. Those in brackets run together, and wait until those before have nothing to edit."""


def upgrade(source: bytes, settings: Settings | None = None, project: Project = ALONE) -> Result:
    """Rewrite one source for TensorFlow 2.16+ and Keras 3 (`to="native"`) or onto the shims (`to="compat"`).

    `project` knows the modules around it. Never raises for the sake of the source: what cannot be processed is a
    `Failure`.
    """
    return _done(source, settings or Settings(), project)


def check(source: bytes, settings: Settings | None = None, project: Project = ALONE) -> Result:
    """Find what the target cannot take in one source; nothing is changed."""
    return _done(source, settings or Settings(), project, is_check=True)


def on_shims(source: bytes) -> bytes:
    """A source with its imports from the shims, as those of a project that share objects go there together."""
    moving = tuple(rule.code for rule in rules(Stage.SHIMS))
    result = upgrade(source, Settings(to="compat", select=moving, beside_shims=True))
    return result.after if isinstance(result, Upgraded) else source


def _done(source: bytes, settings: Settings, project: Project, *, is_check: bool = False) -> Result:
    translation = translated(source, settings)
    if isinstance(translation, Failure):
        return translation
    if translation is not None or shows_python_2(source, settings, project):
        settings = with_fields(settings, from_python_2=True)
    text = source if translation is None else translation.after

    def work(source: bytes) -> Result:
        return around_large_data(source, lambda small: _Work(small, settings, project, is_check=is_check).run())

    result = around_form_feeds(text, lambda plain: around_indentation(plain, work))
    if translation is None:
        return result
    if isinstance(result, Upgraded) and is_check:
        return checked(translation, result, [change_to_make(each) for each in translation.changes])
    return joined(translation, result)


class _Open(NamedTuple):
    """A use that is undecided, by its place in the source as it came in."""

    code: str
    release: str
    line: int
    column: int


@dataclass
class _Pass:
    """The result of one pass over a file."""

    changes: list[Change] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)
    undecided: dict[str, _Open] = field(default_factory=dict)
    silenced: set[cst.CSTNode] = field(default_factory=set)
    said: dict[CodePosition, list[str]] = field(default_factory=dict)
    module: cst.Module | None = None
    """The module with the changes applied; None where there are none."""


class _Work(NamedTuple):
    """One source, and what is asked for; `is_asked_for` says that another source asks what becomes of it."""

    source: bytes
    settings: Settings
    project: Project
    is_check: bool = False
    is_asked_for: bool = False

    def run(self) -> Result:
        """Decide cheaply whether there is work; libcst comes last. A broken file is named even if it needs none."""
        source = self.source
        if not self.settings.from_python_2 and is_plain(source):
            return syntax_failure(source) or Upgraded(source, source)
        tree = check_syntax(source)
        if isinstance(tree, Failure):
            return tree
        if not self.settings.from_python_2 and not may_need_work(source, tree, self.project):
            return Upgraded(source, source)
        module = parse(source)
        if isinstance(module, Failure):
            return module
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", SyntaxWarning)  # of strings that rules evaluate
                return self.check(module, tree) if self.is_check else self.upgrade(module, tree)
        except RecursionError:
            return Failure("nested too deeply to analyse", "split the expression into several statements")

    # --- upgrade

    def upgrade(self, module: cst.Module, tree: ast.Module) -> Result:
        result = self._fixed_point(module, tree, _STAGES[self.settings.to])
        if self.settings.to == "native" or self.settings.beside_shims or isinstance(result, Failure) or result.changed:
            return result
        if not self._replace(settings=with_fields(self.settings, to="native")).hears_something(module, tree):
            return result
        return self._replace(settings=with_fields(self.settings, beside_shims=True)).upgrade(module, tree)

    def hears_something(self, module: cst.Module, tree: ast.Module) -> bool:
        """True for a file with legacy calls that do not show their arguments, or settings of other modules."""
        done = _Pass()
        self._look_at_copies(self._file(module, self.source, tree=tree), _STAGES["native"], done)
        return bool(done.findings)

    def _fixed_point(self, module: cst.Module, tree: ast.Module, stages: Sequence[Sequence[Stage]]) -> Result:
        """Run the rules of the stages, pass after pass, until nothing changes any more."""
        changes: list[Change] = []
        undecided: dict[str, _Open] = {}
        code, tail = self.source, b""
        file = original = self._file(module, code, tree=tree)
        for _ in range(PASSES):
            lines = LineMap(self.source, code)
            done = self._run_pass(file, lines, stages)
            if done.module is None:
                heard = self._look_at_copies(file, stages, done)
                if self.settings.to == "native":
                    self._look_at_views(file, lines, stages, done, heard)
            changes += done.changes
            undecided |= done.undecided
            if done.module is None:
                after = code + tail if changes else self.source
                ordered = tuple(sorted(changes, key=lambda each: each.line))
                notes = [*done.notes, *_origin_note(undecided, LineMap(after, self.source))]
                result = Upgraded(self.source, after, ordered, in_order(done.findings), in_order(notes))
                return _with_origin(result, original, file)
            if file is original:
                unparsed = unparsed_tail(self.source, module)
                if unparsed is None:
                    return Failure(
                        "the parser cannot reproduce this file to the byte", "reformat it, for example with ruff format"
                    )
                tail = unparsed
            code = done.module.bytes
            file = self._file(tree_of(code), code, original)
        raise AssertionError(f"no fixed point after {PASSES} passes: {[change.code for change in changes[-3:]]}")

    def _file(
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
            exact=settings.exact and all(settings.takes(rule.code) for rule in rules(Stage.TRAINING)),
        )

    def _run_pass(self, file: File, lines: LineMap, stages: Sequence[Sequence[Stage]]) -> _Pass:
        """One stage after the other, as far as the first that has something to edit."""
        done = _Pass()
        edits: list[tuple[Rule, Edit]] = []
        said: list[tuple[Rule, Manual]] = []
        for together in stages:
            if edits:
                break
            for rule, outcome in self._outcomes(file, together, done.silenced):
                if isinstance(outcome, Manual):
                    said.append((rule, outcome))
                elif isinstance(outcome, Undecided) and outcome.stake:
                    said.append((rule, _doubt(outcome)))
                elif isinstance(outcome, Undecided):
                    place = _place(file, lines, outcome.at, outcome.symbol)
                    done.undecided.setdefault(outcome.symbol, _Open(rule.code, outcome.release, *place))
                else:
                    edits.append((rule, outcome))
        if edits:
            _apply(edits, file, lines, done)
        else:  # what is said of a file that is edited further is said again of the result
            for rule, outcome in said:
                _report(done, file, rule, outcome)
        return done

    def _look_at_copies(self, file: File, stages: Sequence[Sequence[Stage]], done: _Pass) -> set[str]:
        """Report what the rules would say if more were written out in the file, and return their codes."""
        codes: set[str] = set()
        filled = with_settings(file)
        if filled is not None:
            said = self._heard(file, filled, stages, done)
            told = {(rule.code, file.position(outcome.at)) for rule, outcome in said}
            done.findings = [each for each in done.findings if not _is_told(each, told)]
            for rule, outcome in said:
                _report(done, file, rule, outcome)
                codes.add(rule.code)
        for copy in with_calls_written_out(file, {each.line for each in done.findings}):
            for rule, outcome in self._heard(file, copy, stages, done):
                _report(done, file, rule, outcome)
                codes.add(rule.code)
        return codes

    def _look_at_views(
        self, file: File, lines: LineMap, stages: Sequence[Sequence[Stage]], done: _Pass, told: Collection[str]
    ) -> None:
        """Make the edits that other views of a file show for certain; report what else they show.

        The rules that have `told` of the file in copies say no more.
        """
        passed_over = {*told, *_FOR_FILES_ALONE}
        with suppress(RecursionError):  # modules that import each other may derive in a circle
            heard = [(view, self._heard_in(view, stages, done, passed_over)) for view in views(file, self._file)]
            edits = certain_edits(file, [*self._with_names(heard, stages, done)])
            if edits:
                _apply(edits, file, lines, done)
                return
            for view, said in heard:
                if view.root is file:
                    settled = self._settled(file, view, said, done.findings)
                    done.findings = [each for each in done.findings if each not in settled]
            for view, said in heard:
                _report_view(done, file, view, said)

    def _heard_in(
        self,
        view: View,
        stages: Sequence[Sequence[Stage]],
        done: _Pass,
        passed_over: Collection[str],
        only: Collection[str] | None = None,
    ) -> list[Said]:
        """What the rules of single uses say in a view, or those of them with some codes only."""
        if view.root is None:
            passed_over = {*passed_over, *_COMPARES}
        single = [[each for each in some if each in _SEEN_TOGETHER] for some in stages]
        return [
            [
                (rule, outcome)
                for rule, outcome in self._decided(view.seen, some, done, only)
                if rule.code not in passed_over and is_of_a_use(outcome)
            ]
            for some in single
        ]

    def _with_names(
        self, heard: Sequence[tuple[View, list[Said]]], stages: Sequence[Sequence[Stage]], done: _Pass
    ) -> Iterator[tuple[View, list[Said]]]:
        """What is heard, of rules that edit in views without constants written out: an edit may need their names."""
        for view, said in heard:
            editing = {rule.code for some in said for rule, outcome in some if isinstance(outcome, Edit)}
            if view.plain is None:
                yield view, said
            elif editing and view.root is not None and view.plain.own:
                yield view.plain, self._heard_in(view.plain, stages, done, _FOR_FILES_ALONE, editing)

    def _settled(self, file: File, view: View, stages: Sequence[Said], findings: Sequence[Finding]) -> list[Finding]:
        """The findings that an edit of an imported module settles, which its own upgrade makes."""
        if self.is_asked_for:
            return []
        said = [each for some in stages for each in some]
        elsewhere = {rule.code for rule, outcome in said if isinstance(outcome, Edit) and outcome.at not in view.own}
        own = {(rule.code, file.position(view.own[outcome.at])) for rule, outcome in said if outcome.at in view.own}
        perhaps = [each for each in findings if each.code in elsewhere and not _is_told(each, own)]
        made = self._codes_of_edits(view.others) if perhaps else set[str]()
        return [each for each in perhaps if each.code in made]

    def _codes_of_edits(self, modules: Iterable[File]) -> set[str]:
        """The rules by which the upgrade of some modules edits them."""
        asked = (_Work(each.module.bytes, self.settings, each.project, is_asked_for=True).run() for each in modules)
        return {change.code for each in asked if isinstance(each, Upgraded) for change in each.changes}

    def _heard(
        self, file: File, copy: Copy, stages: Sequence[Sequence[Stage]], done: _Pass
    ) -> list[tuple[Rule, Manual]]:
        seen = self._file(copy.module, copy.module.bytes, file.original)
        return [each for some in stages for each in copy.said(seen, self._decided(seen, some, done))]

    def _decided(
        self, file: File, stages: Sequence[Stage], done: _Pass, only: Collection[str] | None = None
    ) -> Iterator[tuple[Rule, Edit | Manual]]:
        """The outcomes of some stages without those that the release decides, unless the meanings are far apart."""
        for rule, outcome in self._outcomes(file, stages, done.silenced, only):
            if not isinstance(outcome, Undecided):
                yield rule, outcome
            elif outcome.stake:
                yield rule, _doubt(outcome)

    def _outcomes(
        self, file: File, stages: Sequence[Stage], silenced: set[cst.CSTNode], only: Collection[str] | None = None
    ) -> Iterator[tuple[Rule, Edit | Manual | Undecided]]:
        """The outcomes of the selected rules of some stages, except those that a comment silences."""
        for rule in _taken(self.settings, tuple(stages)):
            for outcome in rule.apply(file) if only is None or rule.code in only else ():
                if file.suppresses(outcome.at, rule.code):
                    silenced.update(every_node(outcome.at))
                elif (rule.stage not in _RESULT or outcome.at not in silenced) and not self._is_moot(
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
        asks = is_guarded if rule.code in _MISSING else is_unreached
        return asks(file, outcome.at)

    def _without_shims(self, file: File, outcome: Edit | Manual | Undecided) -> Edit | Manual | Undecided:
        """An edit that brings in the shims where a module of the project stands in front of them is declined."""
        if SHIMS not in self.project.local or not isinstance(outcome, Edit) or not _brings_shims(file, outcome):
            return outcome
        said = f"{outcome.message}; but {SHIMS!r} is a module of this project"
        return Manual(
            outcome.at, _symbol(file, outcome.at), said, f"rename the project's own {SHIMS}, and upgrade again"
        )

    # --- check

    def check(self, module: cst.Module, tree: ast.Module) -> Result:
        """For a modern target: what `upgrade` would change, and what it would leave, by the lines of the source.

        For a legacy one what the tables say of the file, and no rule that writes modern code.
        """
        is_modern = self.settings.target.is_modern
        result = self._fixed_point(module, tree, _STAGES["native"] if is_modern else (_RESULT,))
        if isinstance(result, Failure):
            return result
        changed = [change_to_make(each) for each in result.changes]
        lines = LineMap(result.before, result.after)
        findings = [lines.finding_back(each) for each in result.findings]
        notes = [lines.finding_back(each) for each in result.notes]
        return result._replace(
            after=self.source, changes=(), findings=in_order([*changed, *findings]), notes=in_order(notes)
        )


@cache
def _taken(settings: Settings, stages: tuple[Stage, ...]) -> tuple[Rule, ...]:
    """The rules of some stages that a run asks for."""
    return tuple(each for stage in stages for each in rules(stage) if settings.takes(each.code))


def change_to_make(change: Change) -> Finding:
    """What `check` finds in the place of a change."""
    rule = rules_by_code()[change.code]
    place = change.line, change.column
    said = change.symbol, change.message, _UPGRADE
    return Finding(change.code, *place, *said, rule.name, severity=rule.severity.value, cell=change.cell)


def _place(file: File, lines: LineMap, node: cst.CSTNode, symbol: str) -> tuple[int, int]:
    """The line and column of a node in the original source; both 1-based."""
    place = file.position(node)
    return lines.place_back(place.line, place.column + 1, symbol)


def _doubt(undecided: Undecided) -> Manual:
    """The finding for a use with two meanings that are far apart."""
    said = f"{undecided.stake}; nothing tells for which the file was written"
    advice = f"{undecided.write}, or say for which: --from {undecided.release}"
    return Manual(undecided.at, undecided.symbol, said, advice, severity=Severity.DOUBT)


def _origin_note(undecided: dict[str, _Open], lines: LineMap) -> Iterator[Finding]:
    """One note a file, by its place in the result: what depends on the releases that it was written for."""
    if not undecided:
        return
    first = next(iter(undecided.values()))
    line, column = lines.place_back(first.line, first.column, next(iter(undecided)))
    names = listed(undecided)
    said = f"the releases that the file was written for decide what becomes of {names}, and nothing in it tells which"
    releases = installed_together(each.release for each in undecided.values())
    advice = f"if it was written for these, add --from {releases}"
    yield Finding(first.code, line, column, "", said, advice, severity=Severity.DOUBT.value)


def _with_origin(result: Upgraded, original: File, file: File) -> Upgraded:
    """The result, with what else than its text told of the releases that the file was written for."""
    rests = bool(result.changes or result.findings or result.notes) and written_for(original).of_project
    return result._replace(of_project=rests, vintage=deciding_vintage(file) if file.imports_family() else "")


def _change(file: File, lines: LineMap, rule: Rule, edit: Edit) -> Change:
    symbol = _symbol(file, edit.at)
    line, column = _place(file, lines, edit.at, symbol)
    return Change(rule.code, line, column, contrib_as_written(symbol), contrib_as_written(edit.message))


def _report(done: _Pass, file: File, rule: Rule, outcome: Manual) -> None:
    """Add a finding, or a note, unless the same has been said of the same place."""
    place = file.position(outcome.at)
    column, culprit = place.column + 1, file.line(outcome.culprit) if outcome.culprit is not None else 0
    advice = concise(outcome.advice, outcome.symbol, rule.code)
    severity = (outcome.severity or rule.severity).value
    symbol, said = contrib_as_written(outcome.symbol), contrib_as_written(outcome.message)
    finding = Finding(rule.code, place.line, column, symbol, said, contrib_as_written(advice), severity=severity)
    finding = finding.moved(place.line, column, culprit)
    if outcome.is_note:
        done.notes.append(finding)
    elif not any(_is_same(outcome.symbol, said) for said in done.said.get(place, ())):
        done.said.setdefault(place, []).append(outcome.symbol)
        done.findings.append(finding)


def _report_view(done: _Pass, file: File, view: View, stages: Sequence[Said]) -> None:
    """Report what is said of a file in a view of it.

    Of a rule's notes the first one tells, of missing names none. Later stages say no more of a line: they may mean
    what an edit changes. A note that a name may be missing only asks what the view may answer. Rules that found
    something say no more of what is assumed.
    """
    spoke = {each.code for each in done.findings} if view.root is None else set()
    passed_over: set[int] = set()
    for some in stages:
        answers = (each for each in done.notes if each.code not in _MISSING)
        told = {each.line for each in (*done.findings, *answers)} | passed_over
        for rule, outcome in some:
            at = view.own.get(outcome.at)
            if at is None or file.line(at) in told:
                continue
            said = view.said(outcome, at)
            noted = {each.code for each in done.notes} | _MISSING
            if rule.code in spoke:
                passed_over.add(file.line(at))
            elif not (said.is_note and rule.code in noted):
                _report(done, file, rule, said)


def _apply(edits: Iterable[tuple[Rule, Edit]], file: File, lines: LineMap, done: _Pass) -> None:
    """Make the edits that do not touch each other."""
    selection = Selection(file.parent)
    needs: list[Import] = []
    for rule, edit in edits:
        if selection.offer(edit):
            done.changes.append(_change(file, lines, rule, edit))
            needs += edit.imports
    rewritten = replace(file.module, selection.replacements.items(), selection.above)
    assert isinstance(rewritten, cst.Module)
    done.module = add_imports(settled(rewritten, file.module), needs)


def _is_told(finding: Finding, told: Collection[tuple[str, CodePosition]]) -> bool:
    """True for what was said where the value was not known."""
    return (finding.code, CodePosition(finding.line, finding.column - 1)) in told


def _is_same(symbol: str, other: str) -> bool:
    """True if two symbols in one place are the same, or one is below the other."""
    shorter, longer = sorted((symbol.partition("(")[0], other.partition("(")[0]), key=len)
    same = longer == shorter or longer.startswith(f"{shorter}.")
    return same or shorter.rpartition(".")[2] == longer.rpartition(".")[2]


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


def _symbol(file: File, node: cst.CSTNode) -> str:
    """The Keras or TensorFlow symbol that a place is about, or whose call it is in."""
    inside = next(file.references_in(node), None)
    if inside is not None:
        return inside.qualified
    call = next((above for above in file.ancestors(node) if isinstance(above, cst.Call)), None)
    reference = file.reference(call.func) if call is not None else None
    return reference.qualified if reference is not None else ""
