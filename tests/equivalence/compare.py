"""`python -m tests.equivalence.compare DIR`: compare every modern run in DIR with every legacy one, cell by cell.

Recorded oracles of the repository stand in for legacy runs that DIR does not have. Those that it has are compared
with the recorded ones. Exits with 1 if a cell is neither within the goal nor expected.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Tuple

import numpy as np

from tests.equivalence.cases import EVEN_STEPS, HERE, WORKFLOWS
from tests.equivalence.exceptions import Cell, expected
from tests.equivalence.run_case import LEGACY

RECORDED = HERE / "oracles"
GOALS = {"loss, even": 1e-5, "loss": 1e-5, "weights": 2e-5, "moving": 2e-5, "evaluation": 1e-5}
SMALL = 0.01
# The release that the others are compared with, and that the shims follow; for the workflows, their own last one.
REFERENCE = "1.15.5"
REFERENCE_OF_WORKFLOWS = "2.15.1"


class Result(NamedTuple):
    """One run: where it ran, and its losses and weights."""

    tensorflow: str
    model: str
    variant: str
    replicas: int
    losses: Any
    weights: Dict[str, Any]
    # loss and accuracy, of the models that are evaluated
    evaluation: Any = None


class Judged(NamedTuple):
    """One cell with its number and the verdict on it."""

    cell: Cell
    value: float
    verdict: str
    failed: bool


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.equivalence.compare", description=__doc__)
    parser.add_argument("directory", metavar="DIR", help="what run_case has written")
    parser.add_argument("--live", action="store_true", help="do without the recorded oracles")
    options = parser.parse_args()
    live, recorded = list(read(Path(options.directory))), [] if options.live else list(read(RECORDED))
    if not live:
        parser.error(f"{options.directory} has no runs: python -m tests.equivalence.run_case --out {options.directory}")
    judged = [judge(cell, value) for cell, value in cells(live, recorded)]
    print_table(judged)
    return 1 if any(entry.failed for entry in judged) else 0


def read(directory: Path) -> Iterator[Result]:
    """Every run in the directory."""
    for path in sorted(directory.glob("*.npz")):
        with np.load(str(path)) as file:
            meta = json.loads(str(file["meta"]))
            weights = {key: file[key] for key in file.files if ":" in key}
            fields = (meta["tensorflow"], meta["model"], meta["variant"], meta["replicas"])
            yield Result(*fields, file["loss"], weights, file["evaluation"] if "evaluation" in file.files else None)


def cells(live: List[Result], recorded: List[Result]) -> Iterator[Tuple[Cell, float]]:
    """Every cell of the table: each run against each oracle of the same model and number of replicas."""
    ran = {_key(result) for result in live}
    stand_ins = [result for result in recorded if _key(result) not in ran]
    oracles = [result for result in live if result.variant in LEGACY] + stand_ins
    for result in live + stand_ins:
        for oracle in oracles:
            if _comparable(result, oracle):
                yield from measure(result, oracle, oracle.variant)
    for result in live:
        for oracle in recorded:
            if _key(oracle) == _key(result):
                yield from measure(result, oracle, "recorded")


def _key(result: Result) -> Tuple[str, str, str, int]:
    return result[:4]


def _comparable(result: Result, oracle: Result) -> bool:
    if (result.model, result.replicas) != (oracle.model, oracle.replicas):
        return False
    reference = REFERENCE_OF_WORKFLOWS if result.model in WORKFLOWS else REFERENCE
    return result.variant not in LEGACY or (oracle.tensorflow == reference != result.tensorflow)


def measure(result: Result, oracle: Result, versus: str) -> Iterator[Tuple[Cell, float]]:
    """The largest relative differences of one run from one oracle."""
    trained = [name for name in oracle.weights if "moving" not in name]
    moving = [name for name in oracle.weights if "moving" in name]
    values = {
        "loss, even": difference([oracle.losses[:EVEN_STEPS]], [result.losses[:EVEN_STEPS]]),
        "loss": difference([oracle.losses], [result.losses]),
        "weights": difference(*([run.weights[name] for name in trained] for run in (oracle, result))),
    }
    if moving:
        values["moving"] = difference(*([run.weights[name] for name in moving] for run in (oracle, result)))
    if oracle.evaluation is not None:
        values["evaluation"] = difference([oracle.evaluation], [result.evaluation])
    for name, value in values.items():
        yield Cell(*_key(result)[1:4], oracle.tensorflow, versus, result.tensorflow, name), value


def difference(expected_arrays: Iterable[Any], arrays: Iterable[Any]) -> float:
    """The largest relative difference; values below 0.01 are measured against 0.01."""
    largest = 0.0
    for right, left in zip(expected_arrays, arrays):
        if np.shape(right) != np.shape(left):
            return float("inf")
        apart = np.max(np.abs(left - right) / np.maximum(np.abs(right), SMALL))
        largest = max(largest, float(apart) if np.isfinite(apart) else float("inf"))
    return largest


def judge(cell: Cell, value: float) -> Judged:
    """Hold one number against the goal and against what is expected of it."""
    goal, known = GOALS[cell.measure], expected(cell)
    if value <= goal:
        if known is None or not known.always:
            return Judged(cell, value, "", failed=False)
        return Judged(cell, value, f"within the goal: remove the exception ({known.cause})", failed=True)
    if known is None:
        return Judged(cell, value, f"above the goal {goal:.0e}", failed=True)
    if value > known.bound:
        return Judged(cell, value, f"above the bound {known.bound:.0e} ({known.cause})", failed=True)
    return Judged(cell, value, known.cause, failed=False)


def print_table(judged: List[Judged]) -> None:
    """Return one line per comparison, numbered notes for the causes, then the failures."""
    causes: List[str] = []
    rows: Dict[Cell, Dict[str, Judged]] = {}
    for entry in judged:
        rows.setdefault(entry.cell._replace(measure=""), {})[entry.cell.measure] = entry
    _write("{:15} {:9} {:>2}  {:19} {:8}".format("model", "variant", "G", "oracle", "target"))
    _write("".join(f"{name:>15}" for name in GOALS) + "\n")
    for cell, entries in rows.items():
        oracle = f"{cell.oracle} {cell.versus}"
        _write(f"{cell.model:15} {cell.variant:9} {cell.replicas:>2}  {oracle:19} {cell.target:8}")
        _write("".join(_shown(entries.get(name), causes) for name in GOALS) + "\n")
    for number, cause in enumerate(causes):
        _write(f"[{chr(ord('a') + number)}] {cause}\n")
    failures = [entry for entry in judged if entry.failed]
    for entry in failures:
        _write(f"FAILED {' '.join(str(part) for part in entry.cell)}: {entry.value:.1e} {entry.verdict}\n")
    _write(f"{len(rows)} comparisons, {len(judged)} numbers, {len(failures)} failed\n")


def _shown(entry: Any, causes: List[str]) -> str:
    if entry is None:
        return f"{'-':>11}    "
    mark = "!" if entry.failed else ""
    if entry.verdict and not entry.failed:
        if entry.verdict not in causes:
            causes.append(entry.verdict)
        mark = f"[{chr(ord('a') + causes.index(entry.verdict))}]"
    return f"{entry.value:>11.1e} {mark:3}"


def _write(text: str) -> None:
    sys.stdout.write(text)


if __name__ == "__main__":
    raise SystemExit(main())
