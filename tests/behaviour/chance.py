"""What changes from run to run, on the surfaces where it does: no run has to repeat what is recorded of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tests.behaviour.compare import fits


class Chance(NamedTuple):
    """Measurements of a surface that two runs gave differently, and why."""

    surface: str
    patterns: Sequence[str]
    why: str


CHANCES = (
    Chance(
        "keras 2.3.1 on 2.1",
        (
            "compiling: one_optimizer_for_two_models / *",
            "optimizer programs: *",
            "optimizer_programs: *",
            "optimizers*: optimizers.Ada*",
            "optimizers*: optimizers.Nadam*",
            "optimizers*: optimizers.SGD(0.1, decay=0.1) / *",
            "penalties: own_functions / loss",
            "saving: optimizer_in_hdf5 / *",
        ),
        "its graph does not order the reads of `iterations` and of weights before what is added to them",
    ),
    Chance(
        "keras 2.2.4",
        ("layers masked: layers.Bidirectional(layers.SimpleRNN(2)) of (5, 3) / weights after",),
        "two runs differed by 2e-5; the cause is not known",
    ),
    Chance(
        "keras 3.15",
        ("fitting: generator_with_validation / history",),
        "one run of two, beside other work, evaluated other batches; the cause is not known",
    ),
)


def changes_from_run_to_run(surface: str, key: str) -> bool:
    """True for a measurement that a new run may give otherwise."""
    return any(each.surface == surface and fits(each.patterns, key) for each in CHANCES)
