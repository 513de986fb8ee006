"""The pure core: bytes in, what became of them out. It prints nothing, touches no disk and runs nothing."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace as with_fields
from typing import NamedTuple

import libcst as cst

from codemods.analysis.releases.possible_releases import deciding_vintage
from codemods.analysis.releases.written_for import written_for
from codemods.engine.findings import in_order
from codemods.engine.form_feeds import around_form_feeds
from codemods.engine.indentation import around_indentation
from codemods.engine.large_data import around_large_data
from codemods.engine.line_map import LineMap
from codemods.engine.looks import Look
from codemods.engine.passes import Open, Pass, run_pass
from codemods.engine.prefilter import is_plain, may_need_work
from codemods.engine.python_2 import checked, joined, shows_python_2, translated
from codemods.engine.requests import RESULT, STAGES, Request
from codemods.releases.origin import installed_together
from codemods.rules import rules, rules_by_code
from codemods.source.file import File
from codemods.source.parsing import check_syntax, parse, syntax_failure, tree_of, unparsed_tail
from codemods.source.project import ALONE, Project
from codemods.source.wording import listed
from codemods.types import (
    Change,
    Failure,
    Finding,
    Result,
    Settings,
    Severity,
    Stage,
    Upgraded,
)

PASSES = 50
"""Far above what any file needs: edits only ever remove legacy uses, so the passes end by themselves."""

_UPGRADE = "run python -m codemods upgrade"


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
    request = Request(settings, project, is_check)

    def work(source: bytes) -> Result:
        return around_large_data(source, lambda small: _Work(small, request).run())

    result = around_form_feeds(text, lambda plain: around_indentation(plain, work))
    if translation is None:
        return result
    if isinstance(result, Upgraded) and is_check:
        return checked(translation, result, [change_to_make(each) for each in translation.changes])
    return joined(translation, result)


class _Work(NamedTuple):
    """One source, and what is asked for; `is_asked_for` says that another source asks what becomes of it."""

    source: bytes
    request: Request
    is_asked_for: bool = False

    def run(self) -> Result:
        """Decide cheaply whether there is work; libcst comes last. A broken file is named even if it needs none."""
        source = self.source
        settings = self.request.settings
        if not settings.from_python_2 and is_plain(source):
            return syntax_failure(source) or Upgraded(source, source)
        tree = check_syntax(source)
        if isinstance(tree, Failure):
            return tree
        if not settings.from_python_2 and not may_need_work(source, tree, self.request.project):
            return Upgraded(source, source)
        module = parse(source)
        if isinstance(module, Failure):
            return module
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", SyntaxWarning)  # of strings that rules evaluate
                return self.check(module, tree) if self.request.is_check else self.upgrade(module, tree)
        except RecursionError:
            return Failure("nested too deeply to analyse", "split the expression into several statements")

    # --- upgrade

    def upgrade(self, module: cst.Module, tree: ast.Module) -> Result:
        settings = self.request.settings
        result = self._fixed_point(module, tree, STAGES[settings.to])
        if settings.to == "native" or settings.beside_shims or isinstance(result, Failure) or result.changed:
            return result
        if not self._with(with_fields(settings, to="native")).hears_something(module, tree):
            return result
        return self._with(with_fields(settings, beside_shims=True)).upgrade(module, tree)

    def _with(self, settings: Settings) -> _Work:
        return self._replace(request=self.request._replace(settings=settings))

    def hears_something(self, module: cst.Module, tree: ast.Module) -> bool:
        """True for a file with legacy calls that do not show their arguments, or settings of other modules."""
        done = Pass()
        Look(self.request, self.request.file(module, self.source, tree=tree), STAGES["native"], done).at_copies()
        return bool(done.findings)

    def _fixed_point(self, module: cst.Module, tree: ast.Module, stages: Sequence[Sequence[Stage]]) -> Result:
        """Run the rules of the stages, pass after pass, until nothing changes any more."""
        changes: list[Change] = []
        undecided: dict[str, Open] = {}
        code, tail = self.source, b""
        file = original = self.request.file(module, code, tree=tree)
        for _ in range(PASSES):
            lines = LineMap(self.source, code)
            done = run_pass(self.request, file, lines, stages)
            if done.module is None:
                look = Look(self.request, file, stages, done)
                told = look.at_copies()
                if self.request.settings.to == "native":
                    look.at_views(lines, told, self.codes_of_edits)
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
            file = self.request.file(tree_of(code), code, original)
        raise AssertionError(f"no fixed point after {PASSES} passes: {[change.code for change in changes[-3:]]}")

    def codes_of_edits(self, modules: Iterable[File]) -> set[str]:
        """The rules by which the upgrade of some modules edits them; none where another source asks already."""
        if self.is_asked_for:
            return set()
        settings = self.request.settings
        asked = (_Work(each.source, Request(settings, each.project), is_asked_for=True) for each in modules)
        results = (each.run() for each in asked)
        return {change.code for each in results if isinstance(each, Upgraded) for change in each.changes}

    # --- check

    def check(self, module: cst.Module, tree: ast.Module) -> Result:
        """For a modern target: what `upgrade` would change, and what it would leave, by the lines of the source.

        For a legacy one what the tables say of the file, and no rule that writes modern code.
        """
        is_modern = self.request.settings.target.is_modern
        result = self._fixed_point(module, tree, STAGES["native"] if is_modern else (RESULT,))
        if isinstance(result, Failure):
            return result
        changed = [change_to_make(each) for each in result.changes]
        lines = LineMap(result.before, result.after)
        findings = [lines.finding_back(each) for each in result.findings]
        notes = [lines.finding_back(each) for each in result.notes]
        return result._replace(
            after=self.source, changes=(), findings=in_order([*changed, *findings]), notes=in_order(notes)
        )


def change_to_make(change: Change) -> Finding:
    """What `check` finds in the place of a change."""
    rule = rules_by_code()[change.code]
    place = change.line, change.column
    said = change.symbol, change.message, _UPGRADE
    return Finding(change.code, *place, *said, rule.name, severity=rule.severity.value, cell=change.cell)


def _origin_note(undecided: dict[str, Open], lines: LineMap) -> Iterator[Finding]:
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
