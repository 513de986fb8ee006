"""An upgrade that stays within the cells of a notebook; a rule that does not is left out, and its places named."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from codemods.engine import engine
from codemods.notebooks.program import Program
from codemods.notebooks.rewritten import Rewritten, rewritten
from codemods.source.project import Project
from codemods.types import Change, Failure, Finding, Settings, Upgraded


class Attempt(NamedTuple):
    """What became of the program, and of the cells, with these settings.

    `left` are places in the program as it was read that a rule would have changed, if that moved no code.
    """

    settings: Settings
    done: Upgraded
    cells: Rewritten
    left: tuple[Finding, ...] = ()


def attempt(program: Program, settings: Settings, project: Project) -> Attempt | Failure:
    """Upgrade with all rules; if code would move from cell to cell, without the rule that moves it."""
    done = engine.upgrade(program.code, settings, project)
    if isinstance(done, Failure):
        return done
    cells = rewritten(program, done.after.decode())
    if isinstance(cells, Rewritten):
        return Attempt(settings, done, cells)
    for code in dict.fromkeys(change.code for change in done.changes):
        fewer = replace(settings, ignore=(*settings.ignore, code))
        again = engine.upgrade(program.code, fewer, project)
        found = again if isinstance(again, Failure) else rewritten(program, again.after.decode())
        if isinstance(again, Upgraded) and isinstance(found, Rewritten):
            left = {change.line: _left(change, cells) for change in done.changes if change.code == code}
            return Attempt(fewer, again, found, tuple(left.values()))
    return cells


def _left(change: Change, refusal: Failure) -> Finding:
    said = f"left as it is: {refusal.reason}"
    return Finding(change.code, change.line, change.column, change.symbol, said, refusal.advice)
