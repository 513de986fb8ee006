"""Whole-process time of `python -m codemods upgrade` on one script, and of `import compat`.

    python tests/benchmarks/upgrade_time.py [SCRIPT]

Prints the best and the median of ten runs, in seconds.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

RUNS = 10
ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "reference_impls" / "minigooglenet_cifar10" / "legacy.py"


def measure(label: str, *command: str) -> None:
    """Run a command of this Python several times and print how long it took."""
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, check=False)
        times.append(time.perf_counter() - start)
    print(f"{label:40} best {min(times):.3f}  median {statistics.median(times):.3f}")


def main() -> None:
    """Measure the interpreter's own start as well: it is part of every figure."""
    script = sys.argv[1] if len(sys.argv) > 1 else str(SCRIPT)
    measure("python -c pass", "-c", "pass")
    measure("import compat", "-c", "import compat")
    measure("import compat.keras", "-c", "import compat.keras")
    measure("import libcst, libcst.metadata", "-c", "import libcst, libcst.metadata")
    measure(f"upgrade --diff {Path(script).name}", "-m", "codemods", "upgrade", "--diff", script)


if __name__ == "__main__":
    main()
