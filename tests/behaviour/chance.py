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
        ("layers*: layers.Bidirectional(layers.SimpleRNN(2*)) of * / weights after",),
        "its graph does not order the reads of a weight before what is added to it: the layer below takes either gradient",
    ),
    Chance(
        "keras 2.3.1",
        ("layers of one's own: K.variable in _trainable_weights / weights after",),
        "its graph does not order the reads of a weight before what is added to it",
    ),
    Chance(
        "tf.keras 1.15",
        ("layers: BatchNormalization on two inputs / moving statistics",),
        "its graph does not order the updates of the two inputs",
    ),
    Chance(
        "tf.keras 1.15",
        ("penalties: own_functions / loss",),
        "its graph does not order the reads of a weight before what is added to it",
    ),
    *(
        Chance(
            surface,
            ("sequences: with_validation / ends of validation",),
            "a thread tells the Sequence that its epoch has ended, and the probe may be over before",
        )
        for surface in ("keras 2.2.4", "keras 2.3.1", "keras 2.3.1 on 2.1")
    ),
    *(
        Chance(
            surface,
            ("fitting: generator_with_validation / history",),
            "tf.data reads a generator ahead of what is asked for, as far as it has time, and the next evaluation goes on "
            "from there",
        )
        for surface in ("keras 3.3", "keras 3.15", "compat.keras", "compat.tf.keras")
    ),
)


def changes_from_run_to_run(surface: str, key: str) -> bool:
    """True for a measurement that a new run may give otherwise."""
    return any(each.surface == surface and fits(each.patterns, key) for each in CHANCES)
