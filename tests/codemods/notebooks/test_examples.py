"""Whole notebooks: each is upgraded, and its program runs on the TensorFlow at hand with two GPUs."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.codemods.notebooks.notebooks import upgraded

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = sorted(Path(__file__).with_name("examples").glob("*.ipynb"))
RUNNER = Path(__file__).parents[1] / "fixture_runner.py"
IPYTHON = '''
class get_ipython:
    """Magics that do nothing."""

    def __getattr__(self, name):
        return lambda *arguments: []

'''


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 3


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_upgraded(path: Path) -> None:
    assert upgraded(path.read_bytes()).changes


@pytest.mark.tensorflow
@pytest.mark.skipif(find_spec("tensorflow") is None, reason="TensorFlow is not installed")
def test_the_upgraded_notebooks_run(tmp_path: Path) -> None:
    scripts = [tmp_path / f"{path.stem}.py" for path in EXAMPLES]
    for path, script in zip(EXAMPLES, scripts, strict=True):
        script.write_bytes(IPYTHON.encode() + upgraded(path.read_bytes()).code)
    done = subprocess.run(
        [sys.executable, str(RUNNER), *map(str, scripts)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    for line in done.stdout.splitlines():
        script, status = line.split("\t")
        assert status == "0", Path(f"{script}.log").read_text(encoding="utf-8")
    assert len(done.stdout.splitlines()) == len(scripts)
