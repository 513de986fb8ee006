"""Nothing of the folder that the command line looks at is ever run: not even a `compat.py` or a `click.py`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from codemods.cli.workers import POOL_FROM
from tests.quick import first

ROOT = Path(__file__).parents[3]
LEGACY = "from keras.optimizers import SGD\nopt = SGD(lr=0.1)\n"
TRAP = """from pathlib import Path
with Path(__file__).with_name("executed").open("a") as marker:
    print(__name__, __file__, file=marker)
raise SystemExit(f"{__file__} was run")
"""
NAMES = (
    "ast", "asyncio", "click", "concurrent", "difflib", "inspect", "json", "libcst", "multiprocessing",
    "packaging", "pathspec", "pickle", "queue", "random", "rich", "sitecustomize", "tensorflow", "tokenize", "tomllib",
    "typing_extensions",
)  # fmt: skip
COMMANDS = (
    ("check", "."),
    ("upgrade", "--diff", "."),
    ("detect", "."),
    ("explain", "TFM101"),
    ("--help",),
)
METHODS = [
    "fork",
    *(
        pytest.param(each, marks=pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.11 has safe paths"))
        for each in ("spawn", "forkserver")
    ),
]
SCRIPT = "import sys; from codemods.cli.main import main; sys.exit(main())"
"""The script that an installer writes into `bin/tf-forward`."""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder full of traps, with enough files for worker processes."""
    folder = tmp_path / "project"
    folder.mkdir()
    for name in NAMES:
        (folder / f"{name}.py").write_text(TRAP)
    for number in range(POOL_FROM):
        (folder / f"train_{number}.py").write_text(LEGACY)
    return folder


@pytest.fixture(params=["module", "package"])
def with_compat(request: pytest.FixtureRequest, project: Path) -> Path:
    """The same, with a `compat` of its own."""
    if request.param == "package":
        (project / "compat").mkdir()
        (project / "compat" / "__init__.py").write_text(TRAP.replace("with_name", "parent.with_name"))
    else:
        (project / "compat.py").write_text(TRAP)
    return project


def run(*command: str, folder: Path, path: str = str(ROOT), **more: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment |= {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", **more}
    return subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def assert_nothing_ran(done: subprocess.CompletedProcess[str], folder: Path) -> None:
    assert "Traceback" not in done.stderr
    assert "was run" not in done.stderr
    assert not (folder / "executed").exists(), (folder / "executed").read_text()


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_module_runs_nothing_of_the_folder(with_compat: Path, command: tuple[str, ...]) -> None:
    done = run("-m", "codemods", *command, folder=with_compat)
    assert_nothing_ran(done, with_compat)
    assert done.returncode in (0, 1)


@pytest.mark.parametrize("command", COMMANDS[:1], ids=" ".join)
def test_console_script_runs_nothing_of_the_folder(with_compat: Path, tmp_path: Path, command: tuple[str, ...]) -> None:
    script = tmp_path / "tf-forward"
    script.write_text(SCRIPT)
    done = run(str(script), *command, folder=with_compat)
    assert_nothing_ran(done, with_compat)
    assert done.returncode in (0, 1)


@pytest.fixture
def with_codemods(project: Path) -> Path:
    """The same, with a `codemods.py` of its own, which plain `python -m codemods` finds first."""
    (project / "codemods.py").write_text(TRAP)
    return project


def test_console_script_where_the_folder_has_codemods(with_codemods: Path, tmp_path: Path) -> None:
    script = tmp_path / "tf-forward"
    script.write_text(SCRIPT)
    done = run(str(script), "check", ".", folder=with_codemods)
    assert_nothing_ran(done, with_codemods)
    assert done.returncode == 1


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.11 has -P")
def test_safe_path_where_the_folder_has_codemods(with_codemods: Path) -> None:
    done = run("-P", "-m", "codemods", "check", ".", folder=with_codemods)
    assert_nothing_ran(done, with_codemods)
    assert done.returncode == 1


@pytest.mark.parametrize("method", first(1, METHODS))
@pytest.mark.skipif(os.name == "nt", reason="Windows has spawn only")
def test_workers_run_nothing_of_the_folder(with_compat: Path, tmp_path: Path, method: str) -> None:
    start = f"import multiprocessing; multiprocessing.set_start_method({method!r})\n"
    script = tmp_path / "tf-forward"
    script.write_text(f"if __name__ == '__main__':\n    {start}    {SCRIPT}\n")
    done = run(str(script), "upgrade", "--quiet", ".", folder=with_compat)
    assert_nothing_ran(done, with_compat)
    assert done.returncode == 0, done.stderr
    assert all("learning_rate" in each.read_text() for each in with_compat.glob("train_*.py"))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.skipif(os.name == "nt", reason="Windows has spawn only")
def test_workers_of_the_module_run_nothing_of_the_folder(with_compat: Path, tmp_path: Path, method: str) -> None:
    start = tmp_path / "start"
    start.mkdir()
    (start / "sitecustomize.py").write_text(
        f"import multiprocessing.context as c\nc._default_context._actual_context = c._concrete_contexts[{method!r}]\n"
    )
    path = os.pathsep.join((str(start), str(ROOT)))
    done = run("-m", "codemods", "upgrade", "--quiet", ".", folder=with_compat, path=path)
    assert_nothing_ran(done, with_compat)
    assert done.returncode == 0, done.stderr
    assert all("learning_rate" in each.read_text() for each in with_compat.glob("train_*.py"))


def test_shims_are_those_beside_the_codemods(tmp_path: Path) -> None:
    """Whatever stands before them on a path that the user set himself."""
    (tmp_path / "compat.py").write_text(TRAP)
    (tmp_path / "train.py").write_text(LEGACY)
    path = os.pathsep.join((str(tmp_path), str(ROOT)))
    for command in (["-m", "codemods"], ["-c", SCRIPT]):
        done = run(*command, "check", "train.py", folder=tmp_path, path=path)
        assert_nothing_ran(done, tmp_path)
        assert done.returncode == 1


def test_path_of_the_user_stays(tmp_path: Path) -> None:
    """Only the entry that `python -m` made is taken away."""
    code = "import runpy, sys; sys.argv[1:] = ['--version']\ntry: runpy.run_module('codemods', run_name='__main__')"
    code += "\nexcept SystemExit: pass\nprint(sys.path)"
    before = run("-c", "import sys; print(sys.path)", folder=tmp_path, path=f"{tmp_path}{os.pathsep}{ROOT}")
    after = run("-c", code, folder=tmp_path, path=f"{tmp_path}{os.pathsep}{ROOT}")
    first, *others = eval(before.stdout)
    assert first == ""
    assert eval(after.stdout.splitlines()[-1]) == others
    assert str(tmp_path) in others


@pytest.mark.skipif(sys.version_info < (3, 11), reason="Python 3.11 has -P")
@pytest.mark.parametrize("safe", ["-P", "PYTHONSAFEPATH"])
def test_safe_path_of_the_user_stays(tmp_path: Path, safe: str) -> None:
    """There Python adds no folder of its own, and the first one is the user's."""
    code = "import runpy, sys; sys.argv[1:] = ['--version']\ntry: runpy.run_module('codemods', run_name='__main__')"
    code += "\nexcept SystemExit: pass\nprint(sys.path)"
    options = [safe] if safe == "-P" else []
    environment = {} if safe == "-P" else {safe: "1"}
    path = f"{tmp_path}{os.pathsep}{ROOT}"
    before = run(*options, "-c", "import sys; print(sys.path)", folder=tmp_path, path=path, **environment)
    after = run(*options, "-c", code, folder=tmp_path, path=path, **environment)
    assert after.stdout.splitlines()[-1] == before.stdout.strip()


def test_clone_needs_no_installation(tmp_path: Path) -> None:
    """The README's way: the working folder is the clone, and its packages are those that run, in workers too."""
    clone = tmp_path / "clone"
    clone.mkdir()
    for name in ("codemods", "compat"):
        (clone / name).symlink_to(ROOT / name)
    other = tmp_path / "other"
    (other / "codemods").mkdir(parents=True)
    for name in ("codemods/__init__.py", "compat.py"):
        (other / name).write_text(TRAP)
    files = tmp_path / "files"
    files.mkdir()
    for number in range(POOL_FROM):
        (files / f"train_{number}.py").write_text(LEGACY)
    done = run("-m", "codemods", "upgrade", "--quiet", str(files), folder=clone, path=str(other))
    assert_nothing_ran(done, other)
    assert done.returncode == 0, done.stderr
    assert all("learning_rate" in each.read_text() for each in files.glob("train_*.py"))
