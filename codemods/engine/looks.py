"""What the rules say of a file with more written out in it.

A copy has the values of calls and settings in their places, a view the constants and the modules around the file.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from libcst.metadata import CodePosition

from codemods.engine.carried_edits import Said, certain_edits
from codemods.engine.copies import Copy, with_calls_written_out, with_settings
from codemods.engine.line_map import LineMap
from codemods.engine.passes import Pass
from codemods.engine.requests import MISSING, RESULT, Request
from codemods.engine.views import View, is_of_a_use, views
from codemods.source.file import File
from codemods.types import Edit, Finding, Manual, Rule, Stage

_SEEN_TOGETHER = frozenset(
    {Stage.STRUCTURES, Stage.DOUBTS, Stage.USES, Stage.GONE, Stage.LATE, Stage.BEHAVIOUR, Stage.TRAINING, *RESULT}
)
"""The stages that speak of single uses, and not of what a file is as a whole."""
_FOR_FILES_ALONE = frozenset({"TFM218", "TFM229", "TFM335"})
"""The codes that speak of a file as a whole nevertheless and look into its modules by themselves, or that edit where it
does no harm, whether it is needed or not."""
_COMPARES = frozenset({"TFM137"})
"""The codes of rules that compare expressions, which are no longer the same where one of them is assumed."""

Ask = Callable[[Iterable[File]], Collection[str]]
"""Tells the codes of the rules by which the upgrade of some modules edits them."""


class Look(NamedTuple):
    """A second look at a file that a pass left as it is: `done` gets what else the rules of the stages say."""

    request: Request
    file: File
    stages: Sequence[Sequence[Stage]]
    done: Pass

    def at_copies(self) -> set[str]:
        """Report what the rules would say if more were written out in the file, and return their codes."""
        codes: set[str] = set()
        filled = with_settings(self.file)
        if filled is not None:
            said = self._heard(filled)
            told = {(rule.code, self.file.position(outcome.at)) for rule, outcome in said}
            self.done.findings = [each for each in self.done.findings if not _is_told(each, told)]
            codes |= self._report(said)
        for copy in with_calls_written_out(self.file, {each.line for each in self.done.findings}):
            codes |= self._report(self._heard(copy))
        return codes

    def at_views(self, lines: LineMap, told: Collection[str], ask: Ask) -> None:
        """Make the edits that other views of a file show for certain; report what else they show.

        The rules that have `told` of the file in copies say no more.
        """
        passed_over = {*told, *_FOR_FILES_ALONE}
        with suppress(RecursionError):  # modules that import each other may derive in a circle
            heard = [(view, self._heard_in(view, passed_over)) for view in views(self.file, self.request.file)]
            edits = certain_edits(self.file, [*self._with_names(heard)])
            if edits:
                self.done.apply(edits, self.file, lines)
                return
            for view, said in heard:
                if view.root is self.file:
                    settled = self._settled(view, said, ask)
                    self.done.findings = [each for each in self.done.findings if each not in settled]
            for view, said in heard:
                self._report_view(view, said)

    # --- copies

    def _heard(self, copy: Copy) -> list[tuple[Rule, Manual]]:
        seen = self.request.file(copy.module, copy.module.bytes, self.file.original)
        return [
            each
            for some in self.stages
            for each in copy.said(seen, self.request.decided(seen, some, self.done.silenced))
        ]

    def _report(self, said: Iterable[tuple[Rule, Manual]]) -> set[str]:
        codes = set()
        for rule, outcome in said:
            self.done.report(self.file, rule, outcome)
            codes.add(rule.code)
        return codes

    # --- views

    def _heard_in(self, view: View, passed_over: Collection[str], only: Collection[str] | None = None) -> list[Said]:
        """What the rules of single uses say in a view, or those of them with some codes only."""
        if view.root is None:
            passed_over = {*passed_over, *_COMPARES}
        single = [[each for each in some if each in _SEEN_TOGETHER] for some in self.stages]
        return [
            [
                (rule, outcome)
                for rule, outcome in self.request.decided(view.seen, some, self.done.silenced, only)
                if rule.code not in passed_over and is_of_a_use(outcome)
            ]
            for some in single
        ]

    def _with_names(self, heard: Sequence[tuple[View, list[Said]]]) -> Iterator[tuple[View, list[Said]]]:
        """What is heard, of rules that edit in views without constants written out: an edit may need their names."""
        for view, said in heard:
            editing = {rule.code for some in said for rule, outcome in some if isinstance(outcome, Edit)}
            if view.plain is None:
                yield view, said
            elif editing and view.root is not None and view.plain.own:
                yield view.plain, self._heard_in(view.plain, _FOR_FILES_ALONE, editing)

    def _settled(self, view: View, stages: Sequence[Said], ask: Ask) -> list[Finding]:
        """The findings that an edit of an imported module settles, which its own upgrade makes."""
        said = [each for some in stages for each in some]
        elsewhere = {rule.code for rule, outcome in said if isinstance(outcome, Edit) and outcome.at not in view.own}
        places = ((rule, view.own.get(outcome.at)) for rule, outcome in said)
        own = {(rule.code, self.file.position(at)) for rule, at in places if at is not None}
        perhaps = [each for each in self.done.findings if each.code in elsewhere and not _is_told(each, own)]
        made = ask(view.others) if perhaps else ()
        return [each for each in perhaps if each.code in made]

    def _report_view(self, view: View, stages: Sequence[Said]) -> None:
        """Report what is said of a file in a view of it.

        Of a rule's notes the first one tells, of missing names none. Later stages say no more of a line: they may mean
        what an edit changes. A note that a name may be missing only asks what the view may answer. Rules that found
        something say no more of what is assumed.
        """
        spoke = {each.code for each in self.done.findings} if view.root is None else set()
        passed_over: set[int] = set()
        for some in stages:
            answers = (each for each in self.done.notes if each.code not in MISSING)
            told = {each.line for each in (*self.done.findings, *answers)} | passed_over
            for rule, outcome in some:
                at = view.own.get(outcome.at)
                if at is None or self.file.line(at) in told:
                    continue
                said = view.said(outcome, at)
                noted = {each.code for each in self.done.notes} | MISSING
                if rule.code in spoke:
                    passed_over.add(self.file.line(at))
                elif not (said.is_note and rule.code in noted):
                    self.done.report(self.file, rule, said)


def _is_told(finding: Finding, told: Collection[tuple[str, CodePosition]]) -> bool:
    """True for what was said where the value was not known."""
    return (finding.code, CodePosition(finding.line, finding.column - 1)) in told
