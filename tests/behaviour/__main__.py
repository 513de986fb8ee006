"""`python -m tests.behaviour [FOLDER]`: compare recorded releases with the newest; print what no row explains."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from tests.behaviour.compare import (
    RECORDED,
    Difference,
    first_difference,
    of_releases,
    of_shims,
    shims_unexplained,
    unexplained,
    without_difference,
)


def main() -> int:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else RECORDED
    found = of_releases(folder)
    new, shims = unexplained(found), shims_unexplained(of_shims(folder))
    idle = without_difference(found)
    _print("no row of compat/tables/behaviour/changes explains", new)
    _print("the shims do something else, and no row that they do not carry explains it", shims)
    for row, pattern in idle:
        print(f"a row without a difference: {row.title}: {pattern}")
    print(f"{len(found)} differences, {len(new)} without a row; {len(shims)} of the shims; {len(idle)} idle patterns")
    return 1 if new or shims or idle else 0


def _print(heading: str, found: Sequence[Difference]) -> None:
    if found:
        print(f"{heading}:")
    by_key: dict[str, list[Difference]] = {}
    for each in found:
        by_key.setdefault(each.key, []).append(each)
    for key, members in by_key.items():
        before, now = first_difference(members[0].before, members[0].now)
        releases = ", ".join(each.surface for each in members)
        print(f"  {key}: {before} -> {now} ({releases})")


if __name__ == "__main__":
    sys.exit(main())
