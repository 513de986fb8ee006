"""Whole-process time of `python -m codemods upgrade` on one script, over that of `import libcst`, which it stands on.

    python tests/benchmarks/upgrade_time.py [SCRIPT [RUNS]]

Prints the least and the median time of the runs in seconds, and the ratio of the upgrade to `import libcst`.
The commands take turns, so that a busy machine slows down all of them. The first round writes bytecode and is not
counted.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

RUNS = 20
ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "reference_impls" / "minigooglenet_cifar10" / "legacy.py"
LIBCST = "import libcst"


def seconds(command: list[str]) -> float:
    """The time from the start of a process of this Python to its end."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": ""}
    start = time.perf_counter()
    subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, check=False)
    return time.perf_counter() - start


def main() -> None:
    """Measure the interpreter's own start as well: it is part of every figure."""
    script = sys.argv[1] if len(sys.argv) > 1 else str(SCRIPT)
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else RUNS
    upgrade = f"upgrade --diff {Path(script).name}"
    commands = {
        "pass": ["-c", "pass"],
        "import compat": ["-c", "import compat"],
        "import compat.keras": ["-c", "import compat.keras"],
        LIBCST: ["-c", LIBCST],
        upgrade: ["-m", "codemods", "upgrade", "--diff", script],
    }
    rounds = [{label: seconds(command) for label, command in commands.items()} for _ in range(runs + 1)][1:]
    for label in commands:
        times = [each[label] for each in rounds]
        print(f"{label:40} min {min(times):.3f}  median {statistics.median(times):.3f}")
    least = min(each[upgrade] for each in rounds) / min(each[LIBCST] for each in rounds)
    median = statistics.median(each[upgrade] / each[LIBCST] for each in rounds)
    print(f"{'upgrade over import libcst':40} min {least:.2f}   median {median:.2f}")


if __name__ == "__main__":
    main()
