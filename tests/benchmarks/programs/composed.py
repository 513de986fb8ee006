"""The program of a seed."""

from __future__ import annotations

from tests.benchmarks.programs.draft import Draft
from tests.benchmarks.programs.estimators import estimator
from tests.benchmarks.programs.trainings import training


def program(seed: int) -> str:
    """A whole legacy program that prints what it computes in lines `RESULT name [numbers]`."""
    return drafted(seed).source()


def drafted(seed: int) -> Draft:
    """The program of a seed, and what is known of it."""
    draft = Draft(seed)
    if draft.often(0.2):
        estimator(draft)
    else:
        training(draft)
    return draft
