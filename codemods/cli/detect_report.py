"""The output of `detect`: text for people, a document for other programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from codemods.analysis.releases.eras import DISTRIBUTIONS
from codemods.cli.json_report import failure
from codemods.cli.output import Output
from codemods.cli.report import count, not_read, print_failure, print_unread
from codemods.detect.detection import Detected, End, Era, Evidence
from codemods.releases import api
from codemods.types import Failure

FAMILIES = {"tensorflow": "TensorFlow", "keras": "Keras"}


@dataclass
class EraTally:
    """Counts the results of a run."""

    found: int = 0
    mixed: int = 0
    unrelated: int = 0
    failed: int = 0
    unread: int = 0

    def add(self, result: Detected | Failure) -> None:
        if isinstance(result, Failure):
            self.failed += 1
        elif result.unread:
            self.unread += 1
        else:
            self.unrelated += not result.eras
            self.found += len(result.eras) == 1
            self.mixed += len(result.eras) > 1

    @property
    def exit_status(self) -> int:
        """1 if uses in a file exclude each other, 2 if a file could not be processed, 3 for both."""
        return int(self.mixed > 0) | (2 if self.failed else 0)


class EraReporter:
    """Writes the eras of each file; `quiet` prints only the files that could not be processed."""

    def __init__(self, output: Output, *, quiet: bool) -> None:
        self._output = output
        self._quiet = quiet

    def file(self, name: str, result: Detected | Failure) -> None:
        if isinstance(result, Failure):
            print_failure(self._output, name, result)
        elif result.unread and not self._quiet:
            print_unread(self._output, name, result.unread)
        elif not self._quiet:
            self._detected(name, result.eras)

    def _detected(self, name: str, eras: Sequence[Era]) -> None:
        if not eras:
            self._output.print((name, "bold"), ": uses neither TensorFlow nor Keras")
        elif len(eras) == 1:
            self._output.print((name, "bold"), ": ", (_releases(eras[0]), "green"))
            self._era(name, eras[0], "  ")
        else:
            self._output.print((name, "bold"), ": ", ("mixed", "yellow"), ", no single release has everything it uses")
            for number, era in enumerate(eras, start=1):
                self._output.print(f"  part {number}: ", (_releases(era), "green"))
                self._era(name, era, "    ")

    def _era(self, script: str, era: Era, indent: str) -> None:
        for label, ends in _merged(era):
            self._output.print(indent, label)
            if ends[0].vintage:
                self._output.print(f"{indent}  {ends[0].vintage}")
            for evidence in ends[0].evidence:
                self._output.print(
                    f"{indent}  {_place(evidence)}  ", (_shown(evidence.symbol), "cyan"), _said(evidence, ends)
                )
            if ends[0].more:
                self._output.print(f"{indent}  and {count(ends[0].more, 'more use')} with the same limits")
        self._output.print(indent, ("reproduce with: ", "bold"), str(era.environment))
        command = era.environment.command(script)
        if command is not None:
            self._output.print(indent, f"  {command}")

    def summary(self, tally: EraTally) -> None:
        if not self._quiet:
            self._output.print(
                (count(tally.found + tally.mixed + tally.unrelated, "file"), "bold"),
                f": {tally.found} with matching releases, {tally.mixed} mixed, "
                f"{tally.unrelated} without TensorFlow or Keras; {tally.failed} could not be processed"
                f"{not_read(tally.unread)}",
            )


def _place(evidence: Evidence) -> str:
    return f"cell {evidence.cell}:{evidence.line}" if evidence.cell else f"line {evidence.line:>4}"


def _releases(era: Era) -> str:
    return ", ".join(_range(name, era.releases(name)) for name in DISTRIBUTIONS if era.releases(name))


def _range(distribution: str, releases: Sequence[str]) -> str:
    """Format a range: `TensorFlow 1.12 or earlier to 1.15`, since the tables do not reach further back."""
    known = api.releases(distribution)
    text = api.ranges(distribution, releases)
    first = api.ranges(distribution, known[:1])
    if len(releases) == len(known):
        return f"any {FAMILIES[distribution]} from {first} (or earlier) on"
    if releases[0] == known[0]:
        head, dash, rest = text.partition("-") if text.startswith(f"{first}-") else (first, "", text[len(first) :])
        text = f"{head} or earlier{' to ' if dash else ''}{rest}"
    elif text.startswith("since ") and "," not in text:
        text = f"{text.removeprefix('since ')} and later"
    return f"{FAMILIES[distribution]} {text}"


def _merged(era: Era) -> Iterable[tuple[str, list[End]]]:
    """The ends of the ranges with their labels; both ends of a range share a label if the same uses decide them."""
    for name in DISTRIBUTIONS:
        ends = [end for end in era.ends if end.distribution == name]
        if len(ends) > 1 and (ends[0].evidence, ends[0].vintage) == (ends[1].evidence, ends[1].vintage):
            yield f"{_bound(era, ends[0])} {_bound(era, ends[1]).removeprefix(FAMILIES[name] + ' ')}", ends
        else:
            yield from ((_bound(era, end), [end]) for end in ends)


def _bound(era: Era, end: End) -> str:
    releases = era.releases(end.distribution)
    edge = api.ranges(end.distribution, [releases[-1] if end.is_later else releases[0]]).removeprefix("since ")
    return f"{FAMILIES[end.distribution]} {'up to' if end.is_later else 'from'} {edge}"


def _said(evidence: Evidence, ends: Sequence[End]) -> str:
    said = api.ranges(evidence.distribution, evidence.releases)
    if evidence.distribution == ends[0].distribution:
        return f": {said}"
    distribution = ends[0].distribution
    why = " and ".join(
        f"too {'old' if end.is_later else 'new'} for {FAMILIES[distribution]} {api.ranges(distribution, [end.beyond])}"
        for end in ends
    )
    return f": {FAMILIES[evidence.distribution]} {said}, {why}"


def _shown(symbol: str) -> str:
    """A name as most people write it."""
    return f"tf{symbol.removeprefix('tensorflow')}" if symbol.startswith("tensorflow.") else symbol


# --- the document


def document(results: Iterable[tuple[str, Detected | Failure]]) -> str:
    """One JSON document; `codemods/README.md` describes it."""
    return json.dumps({"files": [_file(path, result) for path, result in results]}, indent=2)


def _file(path: str, result: Detected | Failure) -> dict[str, Any]:
    if isinstance(result, Failure):
        return {"path": path, "status": "failed", "eras": [], "failure": failure(result)}
    if result.unread:
        return {"path": path, "status": "not read", "eras": [], "reason": result.unread}
    status = "unrelated" if not result.eras else "found" if len(result.eras) == 1 else "mixed"
    return {"path": path, "status": status, "eras": [_document(era) for era in result.eras]}


def _document(era: Era) -> dict[str, Any]:
    return {
        "tensorflow": list(era.tensorflow),
        "keras": list(era.keras),
        "ends": [_end(end) for end in era.ends],
        "environment": era.environment._asdict(),
    }


def _end(end: End) -> dict[str, Any]:
    return {**end._asdict(), "evidence": [{**each._asdict(), "cell": each.cell or None} for each in end.evidence]}
