"""Whole legacy scripts: each becomes its `.out.py`, and that runs on the TensorFlow at hand with two GPUs.

So does `main.py` of each folder of `projects`, with the modules beside it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_upgraded
from tests.codemods.fixture_process import Runner

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = Path(__file__).with_name("fixtures")
CASES = sorted(FIXTURES.rglob("*.in.py"))
PROJECTS = sorted(each for each in Path(__file__).with_name("projects").iterdir() if each.is_dir())
OLDEST = (2, 16)


KNOWN = {
    "multi_gpu_model/uneven_first_batch": "fit fails in Keras 3 when the first batch does not divide by the replicas"
}


def _name(path: Path) -> str:
    return str(path.relative_to(FIXTURES)).removesuffix(".in.py")


def _out(path: Path) -> Path:
    return path.with_name(path.name.replace(".in.py", ".out.py"))


def _why_not() -> str:
    """The reason why fixtures cannot run here; empty if they can."""
    for distribution in ("tensorflow", "tensorflow-cpu"):
        try:
            found = version(distribution)
        except PackageNotFoundError:
            continue
        return "" if tuple(map(int, found.split(".")[:2])) >= OLDEST else f"TensorFlow {found} has no Keras 3"
    return "TensorFlow is not installed"


def _asks_exact(path: Path) -> bool:
    return path.parent.name == "with_exact"


def _needs_estimator(path: Path) -> bool:
    return path.parent.name == "estimators" and "from compat" in _out(path).read_text(encoding="utf-8")


def _needs_slim(path: Path) -> bool:
    return path.parent.name == "contrib_layers"


def test_there_are_fixtures() -> None:
    assert len(CASES) >= 12
    assert all(_out(path).exists() for path in CASES)
    assert len(list(FIXTURES.rglob("*.out.py"))) == len(CASES)


@pytest.mark.parametrize("path", CASES, ids=_name)
def test_upgraded(path: Path) -> None:
    check_upgraded(path.read_bytes(), _out(path).read_bytes(), exact=_asks_exact(path))


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    made = Runner(tmp_path_factory.mktemp("fixtures"))
    yield made
    made.end()


@pytest.mark.tensorflow
@pytest.mark.skipif(bool(_why_not()), reason=_why_not() or "runs")
@pytest.mark.parametrize("path", CASES, ids=_name)
def test_runs(path: Path, runner: Runner, request: pytest.FixtureRequest) -> None:
    if _needs_estimator(path) and find_spec("tensorflow_estimator") is None:
        pytest.skip("tensorflow-estimator is not installed")
    if _needs_slim(path) and find_spec("tf_slim") is None:
        pytest.skip("tf-slim is not installed")
    if _name(path) in KNOWN:
        request.applymarker(pytest.mark.xfail(strict=True, reason=KNOWN[_name(path)]))
    assert not runner.outcome(_out(path))


@pytest.mark.tensorflow
@pytest.mark.skipif(bool(_why_not()), reason=_why_not() or "runs")
@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.name)
def test_project_runs(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / project.name
    shutil.copytree(project, folder)
    (folder / ".git").mkdir()
    assert (folder / "main.py").exists()
    results = [(path, upgrade(path.read_bytes(), project=project_of(path))) for path in sorted(folder.glob("*.py"))]
    for path, result in results:
        assert isinstance(result, Upgraded)
        assert not result.findings
        assert b"compat.keras" not in result.after, "nothing stays on a shim"
        path.write_bytes(result.after)
    done = subprocess.run(
        [sys.executable, "-m", "compat", "run", "--replicas", "2", str(folder / "main.py")],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
