"""Run the tutorials as a reader does, and look at how they fail."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
tensorflow = pytest.importorskip("tensorflow")
RELEASE = tuple(int(part) for part in tensorflow.__version__.split(".")[:2])
MODERN = RELEASE >= (2, 16)


def python(folder, *args, **kwargs):
    env = dict(os.environ, PYTHONPATH=str(ROOT), TF_CPP_MIN_LOG_LEVEL="3")
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", *list(args)],
        cwd=str(folder),
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
    )
    out, err = process.communicate()
    assert process.returncode == kwargs.get("status", 0), err
    return out, err


def refused(folder, *args):
    _, err = python(folder, "reference_impls", *args, status=2)
    lines = [line for line in err.splitlines() if line.startswith("error:")]
    assert len(lines) == 1, err
    assert "Traceback" not in err
    return lines[0]
