"""Copies of a file in which more is written out, to hear what the rules say of it.

In one, values stand in the places of settings that the file reads of other modules. In others, calls by `partial`,
with `**options` and of classes that a loop has get all of their arguments.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.calls.written_out_calls import Way, WrittenOut, written_out_calls
from codemods.analysis.objects.module_settings import Setting, module_settings
from codemods.rewriting.replace import replaced
from codemods.source.file import File
from codemods.source.walk import every_node
from codemods.types import Edit, Manual, Rule

Outcome = Edit | Manual

_LONGEST = 90
"""Of a call in a message."""


class Origin(NamedTuple):
    """What a node of a copy stands for: `node` of the file, and how a message begins and an advice is given."""

    node: cst.CSTNode
    said: str
    advice: str


class Copy:
    """A module in which nodes stand for others; `origins` has the outermost of the new ones."""

    def __init__(self, module: cst.Module, origins: dict[cst.CSTNode, Origin], *, with_notes: bool) -> None:
        self.module = module
        self.origins = origins
        self._with_notes = with_notes
        self._told: set[cst.CSTNode] = set()
        self._idle: set[cst.CSTNode] = set()

    def said(self, seen: File, outcomes: Iterable[tuple[Rule, Outcome]]) -> list[tuple[Rule, Manual]]:
        """What is to be said of the file for the outcomes of some stages, which `seen`, the copy, has.

        What is edited is said alone, and later stages say no more of it: they may mean what the edit would change.
        """
        about = [(rule, outcome, self._behind(seen, outcome)) for rule, outcome in self._needed(outcomes)]
        edited = {origin.node for _, outcome, origin in about if origin is not None and isinstance(outcome, Edit)}
        found = [
            (rule, _moved(outcome, origin))
            for rule, outcome, origin in about
            if origin is not None
            and origin.node not in self._told
            and (isinstance(outcome, Edit) or (origin.node not in edited and self._takes(outcome)))
        ]
        self._told.update(each.at for _, each in found)
        return found

    def _needed(self, outcomes: Iterable[tuple[Rule, Outcome]]) -> list[tuple[Rule, Outcome]]:
        """The outcomes without edits of what runs as it is, and without what is said of it."""
        needed: list[tuple[Rule, Outcome]] = []
        for rule, outcome in outcomes:
            if not isinstance(outcome, Edit) or not outcome.still_runs:
                needed.append((rule, outcome))
            elif isinstance(outcome.at, cst.Arg):
                self._idle.update(every_node(outcome.at))
        return [(rule, each) for rule, each in needed if isinstance(each, Edit) or each.at not in self._idle]

    def _takes(self, outcome: Manual) -> bool:
        return self._with_notes or not outcome.is_note

    def _behind(self, seen: File, outcome: Outcome) -> Origin | None:
        """The origin of what an outcome is about: it is at a new node or a variable that has it, or replaces one."""
        around = [outcome.at, *seen.ancestors(outcome.at)]
        names = [each for each in _inside(outcome) if isinstance(each, cst.Name)]
        held = [value for each in names if (value := seen.only_value(each)) is not None]
        return next((self.origins[each] for each in (*around, *_inside(outcome), *held) if each in self.origins), None)


def _inside(outcome: Outcome) -> Iterator[cst.CSTNode]:
    """What an edit replaces, or what a call is given that something is said of."""
    if isinstance(outcome, Edit):
        yield from (
            each for node in (outcome.at, *(old for old, _ in outcome.replacements)) for each in every_node(node)
        )
    elif isinstance(outcome.at, cst.Call):
        yield from (arg.value for arg in outcome.at.args)
    else:
        yield outcome.at


def _moved(outcome: Outcome, origin: Origin) -> Manual:
    """An outcome, said of the place in the file that the new code stands for."""
    if isinstance(outcome, Edit):
        said = f"{origin.said}; written out here, it would be edited: {outcome.message}"
        return Manual(origin.node, "", said, origin.advice)
    return outcome._replace(at=origin.node, message=f"{origin.said}: {outcome.message}", culprit=None)


def with_settings(file: File) -> Copy | None:
    """The copy of a file with the settings that it reads of other modules; None if it reads none."""
    values = [(each, cst.parse_expression(each.code)) for each in module_settings(file)]
    if not values:
        return None
    module = _replaced(file, ((setting.node, value) for setting, value in values))
    return Copy(module, {value: _of_setting(file, setting) for setting, value in values}, with_notes=True)


def _of_setting(file: File, setting: Setting) -> Origin:
    said = f"{file.code(setting.node)} comes from {setting.module.place(setting.at)}"
    return Origin(setting.node, said, "change it there, or write the value here and upgrade again")


def with_calls_written_out(file: File, told: Collection[int]) -> Iterator[Copy]:
    """The copies of a file whose calls show their arguments, one for each way that there is.

    `told` has the lines of which something is said already.
    """
    calls = [each for each in written_out_calls(file) if file.line(each.call) not in told]
    for index in range(max((len(each.ways) for each in calls), default=0)):
        chosen = [(each, each.ways[min(index, len(each.ways) - 1)]) for each in calls]
        shown = [(each, way) for each, way in chosen if not {*map(file.line, way.sources)} & {*told}]
        if shown:
            origins = {node: origin for each, way in shown for node, origin in _of_call(file, each, way)}
            module = _replaced(file, ((each.call, way.call) for each, way in shown))
            yield Copy(module, origins, with_notes=False)


def _of_call(file: File, found: WrittenOut, way: Way) -> Iterator[tuple[cst.CSTNode, Origin]]:
    code = " ".join(file.code(way.call).split())
    shown = code if len(code) <= _LONGEST else f"{code[:_LONGEST]}..."
    origin = Origin(found.call, f"this call is {shown}", "write the arguments in the call, and upgrade again")
    for node in (way.call,) if way.is_whole else way.new:
        yield node, origin


def _replaced(file: File, table: Iterable[tuple[cst.CSTNode, cst.CSTNode]]) -> cst.Module:
    """The module with some nodes replaced; of those inside of each other, the outermost."""
    replacements = dict(table)
    outermost = {
        node: new for node, new in replacements.items() if not any(a in replacements for a in file.ancestors(node))
    }
    return replaced(file, outermost.items())
