"""The process of `fixture_runner.py`, which runs upgraded scripts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNNER = Path(__file__).with_name("fixture_runner.py")


class Runner:
    """A process that has TensorFlow imported, and forks for each script."""

    def __init__(self, folder: Path) -> None:
        self._log = folder / "log.txt"
        self._process = subprocess.Popen(
            [sys.executable, str(RUNNER)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": ""},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def outcome(self, path: Path) -> str:
        """Nothing, or what the script wrote before it failed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{path}\n")
        self._process.stdin.flush()
        status = self._process.stdout.readline().strip()
        return "" if status == "0" else self._log.read_text() or f"it ended with {status}, and wrote nothing"

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
