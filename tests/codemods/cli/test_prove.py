"""Proofs: both runs are real, on this TensorFlow; `nox -s equivalence` has one whose first run is on TensorFlow 1.15."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import Result

from codemods.cli import proof
from tests.codemods.cli.runs import codemods

TRAIN = """
import os
import sys
import numpy as np
from keras.models import Sequential
from keras.layers import Dense, Dropout, Input
from keras.optimizers import SGD

rate = {rate}
x = np.load(sys.argv[1])
model = Sequential([Input((3,)), Dense(4), Dropout(0.5), Dense(1)])
model.compile(SGD(rate), "mse", metrics=["mae"])
model.fit(x, x[:, :1], batch_size=8, epochs=3, verbose=0)
model.save("model.keras")
"""
HERE = (sys.executable, sys.executable)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with data, and with what is not copied."""
    import numpy as np

    folder = tmp_path / "project"
    (folder / "src").mkdir(parents=True)
    (folder / "data").mkdir()
    np.save(folder / "data" / "x.npy", np.random.RandomState(0).rand(32, 3))
    (folder / ".git").mkdir()
    (folder / ".git" / "large").write_text("objects")
    monkeypatch.chdir(folder)
    return folder


def write(rate: str = "0.1") -> str:
    Path("src/train.py").write_text(TRAIN.format(rate=rate))
    return "src/train.py"


def prove(*args: str, python: tuple[str, str] = HERE) -> Result:
    legacy, modern = python
    return codemods("prove", "--legacy", legacy, "--modern", modern, *args)


def test_the_same(project: Path) -> None:
    before = set(project.rglob("*"))
    write()
    done = prove("src/train.py", "--steps", "9", "--keep", "../proof", "--link", "data", "--", "data/x.npy")
    assert done.exit_code == 0, done.output
    assert "The same: no number differs" in done.stdout
    assert "9 steps" in done.stdout
    assert set(project.rglob("*")) == {*before, project / "src" / "train.py"}
    kept = project.parent / "proof"
    assert {path.name for path in kept.iterdir()} >= {"legacy", "modern", "legacy.npz", "modern.npz", "upgrade.json"}
    assert (kept / "modern" / "data").is_symlink()
    assert not (kept / "legacy" / ".git").exists()


def test_not_the_same(project: Path) -> None:
    """Both runs are of Keras 3 here, so that what keeps the numbers of Keras 2 changes them."""
    write()
    source = Path("src/train.py").read_text().replace("SGD(rate)", "RMSprop(rate, epsilon=1e-5)")
    Path("src/train.py").write_text(source.replace("SGD", "RMSprop"))
    done = prove("src/train.py", "--from", "keras==2.3", "--keep", "../proof", "--", "data/x.npy")
    assert done.exit_code == 1, done.output
    assert "src/train.py:12  TFM296  Keras 2 added epsilon to the root" in done.output
    assert "--exact writes optimizers" in done.output


def test_release_of_the_legacy_run_is_told_to_the_upgrade(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import keras
    import tensorflow as tf

    write()
    done = prove("src/train.py", "--keep", "../proof", "--", "data/x.npy")
    assert done.exit_code == 0, done.output
    assert f"--from tensorflow=={tf.__version__},keras=={keras.__version__} src/train.py: unchanged" in done.output


def test_in_a_folder_that_git_ignores(project: Path) -> None:
    """The copies are in the project, which must not be copied into them, and are upgraded all the same."""
    script = write('0.1 if "legacy" in os.getcwd() else 0.2')
    Path(".gitignore").write_text("proofs\n")
    done = prove(script, "--keep", "proofs/one", "--", "data/x.npy")
    assert done.exit_code == 1, done.output
    assert " src/train.py: unchanged, nothing left to you" in done.stderr
    assert "Not the same. The first loss is the same, the second is not: the optimizer" in done.stdout
    assert not Path("proofs/one/modern/proofs/one").exists()
    assert Path("proofs/one/legacy.npz").is_file()


def test_the_script_fails(project: Path) -> None:
    Path("src/train.py").write_text("import keras\nimport gone_package.part\n")
    done = prove("src/train.py", "--keep", "../proof")
    assert done.exit_code == 2
    assert "error: the legacy run recorded nothing: it needs a package, --with gone_package" in done.stderr
    assert "Traceback" in Path("../proof/legacy.log").read_text()


def test_nothing_is_trained(project: Path) -> None:
    Path("src/train.py").write_text("import keras\n")
    done = prove("src/train.py")
    assert done.exit_code == 2
    assert "no training call was reached" in done.stderr
    assert "--from names another" in done.stderr


def test_no_such_interpreter(project: Path) -> None:
    done = prove(write(), python=("./python1", sys.executable))
    assert (done.exit_code, "./python1: No such file" in done.stderr) == (2, True), done.stderr


def test_uv_is_not_there(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("src/train.py").write_text("from keras.utils import multi_gpu_model\n")
    monkeypatch.setattr(proof.shutil, "which", lambda _: None)
    done = codemods("prove", "src/train.py")
    assert done.exit_code == 2
    assert "uv is not installed, which would fetch Python 3.7 with tensorflow" in done.stderr


def test_release_of_its_time_that_uv_does_not_have(
    project: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """TensorFlow 1.12 has no Python that uv has; 1.13 is the next one."""
    shutil.rmtree(".git")
    script = write()
    Path(script).write_text(Path(script).read_text().replace("from keras", "from tensorflow.keras"))
    day = {"GIT_AUTHOR_DATE": "2018-05-01T12:00:00Z", "GIT_COMMITTER_DATE": "2018-05-01T12:00:00Z"}
    for name, value in {**day, "HOME": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    for arguments in (["init", "-q"], ["add", "-A"], ["-c", "user.name=a", "-c", "user.email=b", "commit", "-qm", "x"]):
        subprocess.run(["git", *arguments], check=True)
    monkeypatch.setattr(proof.shutil, "which", lambda _: None)
    done = codemods("prove", script)
    assert done.exit_code == 2
    assert "which would fetch Python 3.7 with tensorflow==1.13.2" in done.stderr


@pytest.mark.parametrize(
    ("source", "options", "said"),
    [
        ("import keras\n", (), "shows no legacy release: say what it was written for"),
        ("print(1)\n", (), "shows no release: give the interpreter of its time"),
        ("import tensorflow as tf\ntf.contrib.x\ntf.keras.ops.relu\n", (), "uses what no release has together"),
        ("import tensorflow as tf\ntf.contrib.x\n", ("--from", "tensorflow==2.3"), "does not run on the release"),
    ],
)
def test_no_legacy_release(project: Path, source: str, options: tuple[str, ...], said: str) -> None:
    Path("src/train.py").write_text(source)
    done = codemods("prove", *options, "src/train.py")
    assert (done.exit_code, said in done.stderr) == (2, True), done.stderr


def test_more_than_is_copied(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write()
    (project / "data" / "large").write_bytes(bytes(5_000))
    monkeypatch.setattr(proof, "LARGEST", 4_000)
    done = prove("src/train.py")
    assert done.exit_code == 2
    assert "--link DATA" in done.stderr


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("src/train.ipynb",), "save the cells of a notebook"),
        (("src/train.py", "--project", "data"), "takes a folder above the script"),
        (("src/train.py", "--keep", "data"), "takes a folder that is not there yet"),
        (("src/gone.py",), "does not exist"),
    ],
)
def test_refused(project: Path, args: tuple[str, ...], said: str) -> None:
    write()
    Path("src/train.ipynb").write_text("{}")
    done = codemods("prove", *args)
    assert (done.exit_code, said in done.stderr) == (2, True), done.stderr
