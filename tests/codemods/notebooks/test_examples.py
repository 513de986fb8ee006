"""Whole notebooks: each is upgraded, and its program runs on the TensorFlow at hand with two GPUs."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.codemods.fixture_process import Runner
from tests.codemods.notebooks.notebooks import upgraded

EXAMPLES = sorted(Path(__file__).with_name("examples").glob("*.ipynb"))
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
    runner = Runner(tmp_path)
    outcomes = [runner.outcome(script) for script in scripts]
    runner.end()
    assert outcomes == [""] * len(scripts)
