"""Differences between the recorded releases, and the rows of `compat/tables/behaviour/changes` that explain them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from compat.tables.behaviour.changes import CHANGES, SHIMS_ALONE
from compat.tables.rows import Change
from tests.behaviour.agreement import agree
from tests.behaviour.tables import NEWEST, RECORDED, by_probe, recorded

RAISES, ABSENT = "raises", "absent"
"""What a probe that did not run to its end leaves: its error, or the name that the release lacks."""

LEGACY = (
    "keras 2.2.4", "keras 2.3.1", "keras 2.3.1 on 2.1",
    "tf.keras 1.13", "tf.keras 1.15", "tf.keras 2.3", "tf.keras 2.10", "tf.keras 2.15", "keras 3.3",
)  # fmt: skip
SHIMS = {"compat.keras": "keras 2.3.1", "compat.tf.keras": "tf.keras 1.15"}
"""The shims, and the release that each follows."""


class Difference(NamedTuple):
    """A measurement, or an error, that is another in a later release."""

    key: str
    surface: str
    before: Any
    now: Any


def differences(surface: str, before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Difference]:
    """What is another in `now`, of the probes that ran to their end in `before` and whose names both have."""
    later = by_probe(now)
    for name, measured in by_probe(before).items():
        again = later.get(name, {ABSENT: name})
        if ABSENT in again or not measured.keys().isdisjoint((ABSENT, RAISES)):
            continue
        labels = [*measured, *(label for label in again if label not in measured)]
        for label in labels if RAISES not in again else again:
            if not agree(measured.get(label), again.get(label)):
                yield Difference(f"{name} / {label}", surface, measured.get(label), again.get(label))


def explains(change: Change, difference: Difference) -> bool:
    """Whether the row is about this difference."""
    return fits(change.probes, difference.key) and fits(change.releases, difference.surface)


def fits(patterns: Sequence[str], text: str) -> bool:
    """Whether a pattern fits, in which `*` stands for anything."""
    return any(_expression(each).fullmatch(text) for each in patterns)


@cache
def _expression(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, pattern.split("*"))))


def unexplained(found: Sequence[Difference], changes: Sequence[Change] = CHANGES) -> list[Difference]:
    """The differences without a row."""
    return [each for each in found if not any(explains(row, each) for row in changes)]


def without_difference(found: Sequence[Difference], changes: Sequence[Change] = CHANGES) -> list[tuple[Change, str]]:
    """Rows whose probe, or release, shows no difference; with the pattern that fits none."""
    idle = []
    for row in changes:
        mine = [each for each in found if explains(row, each)]
        idle += [(row, probe) for probe in row.probes if not any(fits((probe,), each.key) for each in mine)]
        idle += [(row, release) for release in row.releases if not any(fits((release,), each.surface) for each in mine)]
    return idle


def shims_unexplained(found: Sequence[Difference], changes: Sequence[Change] = CHANGES) -> list[Difference]:
    """What the shims do otherwise than the release they follow, though no row says that they do not carry it."""
    left = unexplained(found, [row for row in changes if not row.carried])
    return [each for each in left if not fits(tuple(SHIMS_ALONE), each.key)]


def shims_alone_without_difference(found: Sequence[Difference]) -> list[str]:
    """What is said of the shims alone, and shows no difference."""
    return [pattern for pattern in SHIMS_ALONE if not any(fits((pattern,), each.key) for each in found)]


def of_releases(folder: Path = RECORDED, newest: str = NEWEST) -> list[Difference]:
    """Every difference of the legacy releases from the newest."""
    now = recorded(newest, folder)["values"]
    return [each for name in LEGACY for each in differences(name, recorded(name, folder)["values"], now)]


def of_shims(folder: Path = RECORDED) -> list[Difference]:
    """Every difference of the release that the shims follow from the shims; named by that release."""
    return [
        each
        for shims, release in SHIMS.items()
        for each in differences(release, recorded(release, folder)["values"], recorded(shims, folder)["values"])
    ]
