"""Time and memory of `upgrade` and `check` on whole trees, beside TensorFlow's converter and a bare libcst parse, in one run.

    python tests/benchmarks/tree_time.py FOLDER

Two trees of 400 files and about 90,000 lines are made from FOLDER's legacy scripts and from modules of the Python at
hand: in the one a file in twenty is legacy, in the other all are. Run it in an environment with TensorFlow 2.16+, whose
`tf_upgrade_v2` is the converter. It stops at the first f-string of a tree, so files with any are left out; a run that
stopped nevertheless has no time.
"""

from __future__ import annotations

import ast
import os
import resource
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILES = 400
LINES = 90_000
LEGACY_SHARE = 20

PARSE = """
import sys, pathlib, libcst
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.py")):
    libcst.parse_module(path.read_bytes())
"""


def main(folder: Path) -> None:
    scripts = (path for path in sorted(folder.resolve().rglob("*.py")) if _suits_converter(path))
    legacy = [path for path in scripts if _is_legacy(path)]
    library = Path(sysconfig.get_paths()["stdlib"])
    others = [path for path in sorted(library.glob("*.py")) if 100 < _lines(path) < 600 and _suits_converter(path)]
    with tempfile.TemporaryDirectory() as scratch:
        for name, share in (("few need it", LEGACY_SHARE), ("all need it", 1)):
            tree = Path(scratch) / name.replace(" ", "-")
            count = _fill(tree, legacy, others, share)
            print(f"{name}: {FILES} files, {count:,} lines")
            _measure("codemods upgrade", tree, sys.executable, "-m", "codemods", "upgrade", "--check", "-q", str(tree))
            check = (sys.executable, "-m", "codemods", "check", "-q", str(tree))
            _measure("codemods check", tree, *check)
            _measure("codemods check again", tree, *check)
            _measure("libcst parse, one core", tree, sys.executable, "-c", PARSE, str(tree))
            converted = Path(scratch) / "converted"
            _measure("tf_upgrade_v2", tree, _converter(), "--intree", str(tree), "--outtree", str(converted))
            written = len([*converted.glob("*.py")])
            if written < FILES:
                print(f"  the converter stopped after {written} files: its time says nothing")
            shutil.rmtree(converted, ignore_errors=True)


def _suits_converter(path: Path) -> bool:
    """True for a file that parses, and has nothing that the converter stops at."""
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        return False
    return not any(isinstance(node, ast.JoinedStr | ast.NamedExpr | ast.Match) for node in ast.walk(tree))


def _is_legacy(path: Path) -> bool:
    """True if `upgrade` changes or reports something; each file is run alone."""
    command = [sys.executable, "-m", "codemods", "upgrade", "--check", "-q", str(path)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 1


def _lines(path: Path) -> int:
    return path.read_bytes().count(b"\n")


def _fill(tree: Path, legacy: list[Path], others: list[Path], share: int) -> int:
    """Files in the given share of legacy ones, those with as many lines as the tree asks for."""
    tree.mkdir()
    wanted = LINES // FILES
    by_size = sorted(legacy, key=lambda path: abs(_lines(path) - wanted * 1.2))
    scripts, modules = cycle(by_size[: max(20, len(by_size) // 3)]), cycle(others)
    total = 0
    for number in range(FILES):
        source = next(scripts) if number % share == 0 else next(modules)
        shutil.copyfile(source, tree / f"file_{number:03}.py")
        total += _lines(source)
    return total


def _converter() -> str:
    return str(Path(sys.executable).with_name("tf_upgrade_v2"))


def _measure(label: str, tree: Path, *command: str) -> None:
    """Wall time, processor time, and the largest process of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3"}
    process = subprocess.Popen(command, cwd=tree, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    peak = max(_watched(process), default=0)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"  {label:24} {wall:7.2f} s wall {processor:7.2f} s processor {peak:5.0f} MB in all processes")


def _watched(process: subprocess.Popen[bytes]) -> Iterator[float]:
    """The memory of a process and its children, until it ends."""
    while process.poll() is None:
        yield sum(_resident(pid) for pid in (process.pid, *_children(process.pid)))
        time.sleep(0.05)


def _children(pid: int) -> list[int]:
    try:
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _resident(pid: int) -> float:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


if __name__ == "__main__":
    main(Path(sys.argv[1]))
