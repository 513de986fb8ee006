"""`upgrade --interactive`: asks before each rule changes a file, as `git add -p` asks for each hunk.

Edits of one rule may need each other, and those of a later pass need those of an earlier one. So the question is for a
rule in a file, and what is shown is the difference that the engine makes with the rules accepted so far and this one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

import click

from codemods.cli.discovery import Outcome, Source
from codemods.cli.interruption import Interrupted
from codemods.cli.output import Output
from codemods.cli.reading import Task
from codemods.cli.report import count
from codemods.cli.results import left, on_disk
from codemods.cli.run import name_of
from codemods.cli.shown_diff import print_diff
from codemods.rules import rules_by_code
from codemods.types import Failure, Part, Result, Upgraded

YES, NO, ALL, DONE, QUIT = "y", "n", "a", "d", "q"
_HELP = """\
y - change it
n - leave it, and report it as left to do
a - change it, and all that is left in this file
d - leave it, and all that is left in this file
q - leave it, and all that is left in every file
? - show this"""


def needs_terminal() -> None:
    """Refuse to ask where nobody can answer.

    Raises:
        click.UsageError: standard input or output is no terminal.

    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise click.UsageError("--interactive asks at a terminal, and this is none; --diff shows what would change.")


def ask(question: str) -> str:
    """One of the answers; the end of the input is `QUIT`."""
    while True:
        try:
            said = click.prompt(question, default="", show_default=False, prompt_suffix=" ").strip().lower()
        except click.Abort:
            click.echo()
            return QUIT
        if said in (YES, NO, ALL, DONE, QUIT):
            return str(said)
        click.echo(_HELP)


@dataclass
class Interactive:
    """Asks for the changes of one file after the other; `without` makes the task that leaves some rules out."""

    without: Callable[[frozenset[str]], Task[Upgraded]]
    ask: Callable[[str], str] = ask
    has_ended: bool = False
    _stopped: Interrupted | None = field(default=None, init=False)

    def settle(self, done: Iterable[Outcome[Result]]) -> Iterator[Outcome[Result]]:
        """The results with the changes that were accepted; each file is delivered before the next one is asked for."""
        for outcome in list(done):
            yield Outcome(outcome.source, self._chosen(outcome.source, outcome.result))
            if self._stopped is not None:
                raise self._stopped

    def _chosen(self, source: Source, full: Result) -> Result:
        if isinstance(full, Failure) or not full.changes:
            return full
        accepted: list[str] = []
        try:
            if not self.has_ended:
                self._accept(source, full, accepted)
        except Interrupted as stopped:
            self.has_ended, self._stopped = True, stopped
        if set(accepted) == set(_codes(full)):
            return full
        partly = self._with(source, full, accepted)
        if isinstance(partly, Failure):
            return partly
        rest = self.without(frozenset()).process(source, partly.after)
        if isinstance(rest, Failure):
            return rest
        findings, notes = left(rest, dry=True), on_disk(rest.notes, rest, dry=True)
        return partly._replace(findings=tuple(findings), notes=tuple(notes))

    def _accept(self, source: Source, full: Upgraded, accepted: list[str]) -> None:
        """Ask for each rule; one that changes nothing without another comes again after that."""
        current = self._with(source, full, ())
        waiting, answer = _codes(full), ""
        while waiting:
            later = []
            for code in waiting:
                if isinstance(current, Failure) or self.has_ended or answer == DONE:
                    return
                candidate = self._with(source, full, (*accepted, code))
                if isinstance(candidate, Failure) or candidate.after == current.after:
                    later.append(code)
                    continue
                if answer != ALL:
                    answer = self._answer(source, code, current, candidate)
                if answer in (YES, ALL):
                    accepted.append(code)
                    current = candidate
                self.has_ended = answer == QUIT
            if len(later) == len(waiting):
                return
            waiting = later

    def _answer(self, source: Source, code: str, current: Upgraded, candidate: Upgraded) -> str:
        name, rule = name_of(source), rules_by_code()[code]
        reasons = [each for each in candidate.changes if each.code == code]
        output = Output()
        output.print()
        output.print((name, "bold"), ": ", (code, "green"), f" {rule.name}")
        for each in reasons:
            output.print(f"    {f'cell {each.cell}:' if each.cell else ''}{each.line}  {each.message}")
        print_diff(name, _step(current, candidate))
        return self.ask(f"Apply {count(len(reasons), 'change')} of {code} to {name}? [y,n,a,d,q,?]")

    def _with(self, source: Source, full: Upgraded, codes: Iterable[str]) -> Result:
        """The result with the edits of these rules only; what other rules do in their place is left out, too."""
        wanted = frozenset(codes)
        ignored = frozenset(_codes(full)) - wanted
        while True:
            result = self.without(ignored).process(source, full.before)
            others = frozenset() if isinstance(result, Failure) else frozenset(_codes(result)) - wanted
            if not others:
                return result
            ignored |= others


def _codes(result: Upgraded) -> list[str]:
    """The rules that change a file, in the order of their first lines."""
    return list(dict.fromkeys(each.code for each in sorted(result.changes, key=lambda each: (each.cell, each.line))))


def _step(current: Upgraded, candidate: Upgraded) -> Upgraded:
    """What a candidate adds to the changes accepted before."""
    before = {part.cell: part.after for part in current.cells}
    cells = (Part(part.cell, before.get(part.cell, part.before), part.after) for part in candidate.cells)
    return Upgraded(current.after, candidate.after, cells=tuple(each for each in cells if each.before != each.after))
