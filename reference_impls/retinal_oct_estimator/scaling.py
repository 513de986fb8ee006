"""`python -m reference_impls.retinal_oct_estimator.scaling`: plot the images per second over 1 to N replicas.

Each number of replicas runs in its own process: TensorFlow 2 cannot change the number within a process.
"""

import argparse
import re
import subprocess
import sys
from typing import List

import matplotlib as mpl

mpl.use("Agg")
from matplotlib import pyplot as plt

NAME = "retinal_oct_estimator"
_RATE = re.compile(r"^([\d.]+) images/second", re.MULTILINE)


def images_per_second(replicas: int, options: List[str]) -> float:
    """Run the tutorial and return the rate that it prints; raise RuntimeError with its output if it fails."""
    command = [sys.executable, "-m", "reference_impls", NAME, "--replicas", str(replicas), *options]
    process = subprocess.run(  # noqa: S603  (our own command)
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    found = _RATE.search(process.stdout)
    if process.returncode or found is None:
        raise RuntimeError(f"{' '.join(command)} failed:\n{process.stdout}")
    return float(found.group(1))


def plot(rates: List[float], title: str, path: str) -> None:
    """Plot the rates for 1, 2, ... replicas beside the straight line through the origin and the first one."""
    replicas = range(1, len(rates) + 1)
    _, axes = plt.subplots()
    axes.plot(replicas, rates, "o-", label="measured")
    axes.plot(replicas, [rates[0] * count for count in replicas], "--", label="linear")
    axes.set(title=title, xlabel="replicas", ylabel="images/second", xticks=list(replicas), ylim=(0, None))
    axes.legend()
    plt.savefig(path)
    plt.close()


def main() -> int:
    parser = argparse.ArgumentParser(
        prog=f"python -m reference_impls.{NAME}.scaling",
        description=__doc__,
        epilog="Other options go to `python -m reference_impls`: --variant, --data, --batch-size, --epochs.",
    )
    parser.add_argument("--replicas", type=int, default=2, metavar="N", help="up to this number (default: 2)")
    parser.add_argument("--plot", default="scaling.png", metavar="PLOT.png", help="where the plot goes")
    arguments, options = parser.parse_known_args()
    rates: List[float] = []
    for replicas in range(1, arguments.replicas + 1):
        rates.append(images_per_second(replicas, options))
        print(f"{replicas} replicas: {rates[-1]:.1f} images/second", flush=True)
    plot(rates, " ".join(["retinal OCT", *options]), arguments.plot)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
