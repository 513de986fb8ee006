"""Folders that a tool writes: environments, and records of runs with the packages and the code of their day."""

from __future__ import annotations

import re
from typing import NamedTuple


class Records(NamedTuple):
    """The folders that a tool makes for its runs, and the folder above them."""

    tool: str
    above: str
    names: re.Pattern[str]


RECORDS = (
    Records("Weights & Biases", "wandb", re.compile(r"(?:dry|offline-)?run-\w+-\S+|latest-run|sweep-\w+")),
    Records("MLflow", "mlruns", re.compile(r"\d+|\.trash")),
    Records("PyTorch Lightning", "lightning_logs", re.compile(r"version_\d+")),
)
"""A folder called `wandb` alone may be the project's own code."""
ENVIRONMENT_MARKS = ("pyvenv.cfg", "conda-meta")
"""What is in the folder of an environment of Python and of conda."""


def is_record(above: str, name: str) -> bool:
    """True for a folder that a tool wrote of a run; it says what was, and is not to be changed."""
    return any(each.above == above and each.names.fullmatch(name) for each in RECORDS)
