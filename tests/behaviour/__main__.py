"""`python -m tests.behaviour [FOLDER [--write]]`: compare what the releases did, and check the rows that explain it.

Without a folder, what is recorded is compared. With a folder of new runs, those are, and they have to agree with what is
recorded; with `--write`, they are recorded.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tests.behaviour.agreement import agree, first_difference
from tests.behaviour.chance import changes_from_run_to_run
from tests.behaviour.compare import (
    LEGACY,
    SHIMS,
    Difference,
    of_releases,
    of_shims,
    shims_alone_without_difference,
    shims_unexplained,
    unexplained,
    without_difference,
)
from tests.behaviour.tables import NEWEST, RECORDED, file_name, recorded, store


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.behaviour", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=RECORDED, help="new runs")
    parser.add_argument("--write", action="store_true", help="record them")
    options = parser.parse_args()
    stale = 0
    if options.folder != RECORDED:
        tables = {name: recorded(name, options.folder) for name in (NEWEST, *LEGACY, *SHIMS)}
        stale = sum(refresh(name, table) for name, table in tables.items())
        if options.write:
            store(tables)
    found = of_releases(options.folder)
    on_shims = of_shims(options.folder)
    new = [each for each in unexplained(found) if not changes_from_run_to_run(each.surface, each.key)]
    shims, idle = shims_unexplained(on_shims), without_difference(found)
    show("no row of compat/tables/behaviour/changes explains", new)
    show("the shims do something else, and no row says that they do not carry it", shims)
    alone = shims_alone_without_difference(on_shims)
    for pattern in alone:
        print(f"the shims do not differ: {pattern}")
    for row, pattern in idle:
        print(f"a row without a difference: {row.title}: {pattern}")
    print(
        f"{len(found)} differences of {len({each.key for each in found})} measurements, {len(new)} without a row; "
        f"{len(shims)} of the shims without one; {len(idle)} patterns of rows without a difference"
    )
    return 1 if new or shims or alone or idle or (stale and not options.write) else 0


def refresh(surface: str, table: dict[str, Any]) -> int:
    """Put what is recorded in place of new measurements that agree with it; print the others, and count them."""
    now = table["values"]
    before = recorded(surface)["values"] if (RECORDED / file_name(surface)).exists() else {}
    found = list(_stale(surface, before, now))
    chance = [each for each in found if changes_from_run_to_run(surface, each.key)]
    stale = [each for each in found if each not in chance]
    show(f"what changes from run to run on {surface}", chance)
    show(f"what was measured is not what is recorded of {surface}", stale)
    changed = {each.key for each in stale}
    table["values"] = {key: before[key] if key in before and key not in changed else now[key] for key in now}
    return len(stale)


def _stale(surface: str, before: dict[str, Any], now: dict[str, Any]) -> Iterator[Difference]:
    for key in sorted(before.keys() | now.keys()):
        if not agree(before.get(key), now.get(key)):
            yield Difference(key, surface, before.get(key), now.get(key))


def show(heading: str, found: Sequence[Difference]) -> None:
    """Print differences, the releases that share one on one line."""
    if found:
        print(f"{heading}:")
    by_key: dict[str, list[Difference]] = {}
    for each in found:
        by_key.setdefault(each.key, []).append(each)
    for key, members in by_key.items():
        before, now = first_difference(members[0].before, members[0].now)
        print(f"  {key}: {before} -> {now} ({', '.join(each.surface for each in members)})")


if __name__ == "__main__":
    sys.exit(main())
