"""Measure how long the tables take to load: `python -m tests.codemods.releases.benchmark_load`.

Each unit is loaded in a fresh state, five times; the best time counts.
"""

from __future__ import annotations

import time

from codemods.releases import tables

_COMMON = ("tensorflow", "tensorflow.keras", "keras")


def load(*units: str) -> float:
    """The milliseconds that it takes to load units."""
    best = float("inf")
    for _ in range(5):
        tables.table.cache_clear()
        start = time.perf_counter()
        for unit in units:
            tables.table(unit)
        best = min(best, time.perf_counter() - start)
    return best * 1000


def main() -> None:
    for unit in tables.UNITS:
        size = (tables.FOLDER / f"{unit}.json.z").stat().st_size // 1000
        print(f"{unit:24} {len(tables.table(unit).symbols):6} paths {size:5} kB {load(unit):7.1f} ms")
    print(f"{' + '.join(_COMMON)}: {load(*_COMMON):.1f} ms")


if __name__ == "__main__":
    main()
