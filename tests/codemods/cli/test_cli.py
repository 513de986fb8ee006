"""The contract of `python -m codemods upgrade`, as scripts rely on it."""

from __future__ import annotations

import errno
import importlib.metadata
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from codemods.cli.main import main

ROOT = Path(__file__).resolve().parents[3]
LEGACY = b"from keras.optimizers import SGD\nopt = SGD(lr=0.1)  # rate\n"
MODERN = b"from keras.optimizers import SGD\nopt = SGD(learning_rate=0.1)  # rate\n"
MANUAL = b"from keras.models import model_from_yaml\n"
BROKEN = b"import keras\nopt = SGD(lr=\n"
CLEAN = b"import os\nprint(os.name)\n"


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    yield
    assert not list(tmp_path.rglob("*.tmp")), "temporary files are left"


def upgrade(*args: str | Path, stdin: bytes | None = None) -> Result:
    """The command in this process."""
    result = CliRunner().invoke(main, ["upgrade", *map(str, args)], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def run(*args: str | Path, stdin: bytes | None = None, **env: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "codemods", "upgrade", *map(str, args)],
        input=stdin,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), **env},
        check=False,
        timeout=120,
    )


def write(name: str, content: bytes) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


# --- exit statuses


@pytest.mark.parametrize(
    ("contents", "status"),
    [
        ([CLEAN], 0),
        ([LEGACY], 0),
        ([MANUAL], 1),
        ([LEGACY, MANUAL], 1),
        ([BROKEN], 2),
        ([LEGACY, BROKEN], 2),
        ([MANUAL, BROKEN], 3),
    ],
)
def test_exit_status(contents: list[bytes], status: int) -> None:
    paths = [write(f"{index}.py", content) for index, content in enumerate(contents)]
    assert upgrade(*paths).exit_code == status


@pytest.mark.parametrize("option", ["--check", "--diff"])
@pytest.mark.parametrize(
    ("content", "status"), [(CLEAN, 0), (LEGACY, 1), (MANUAL, 1), (BROKEN, 2), (LEGACY + MANUAL, 1), (MODERN, 0)]
)
def test_exit_status_of_a_dry_run(option: str, content: bytes, status: int) -> None:
    path = write("a.py", content)
    assert upgrade(option, path).exit_code == status
    assert path.read_bytes() == content


def test_exit_status_3_of_a_dry_run() -> None:
    assert upgrade("--check", write("a.py", LEGACY), write("b.py", BROKEN)).exit_code == 3


def test_exit_statuses_of_the_process() -> None:
    paths = {0: write("a.py", CLEAN), 1: write("b.py", MANUAL), 2: write("c.py", BROKEN)}
    assert {status: run(path).returncode for status, path in paths.items()} == {0: 0, 1: 1, 2: 2}
    assert run(paths[1], paths[2]).returncode == 3


def test_wrong_usage() -> None:
    assert upgrade().exit_code == 2
    assert upgrade("--to", "torch", "a.py").exit_code == 2
    assert upgrade("--check", "-o", "out", "a.py").exit_code == 2
    assert upgrade("--nonsense", "a.py").exit_code == 2


# --- in place


def test_in_place() -> None:
    path = write("a.py", LEGACY)
    result = run(path)
    assert (result.returncode, result.stdout) == (0, b"")
    assert path.read_bytes() == MODERN
    report = result.stderr.decode()
    assert "a.py" in report
    assert "TFM102" in report
    assert "   2  " in report
    assert "1 file changed (1 change)" in report.splitlines()[-1]


def test_twice_is_once() -> None:
    path = write("a.py", LEGACY)
    upgrade(path)
    before = path.stat()
    result = upgrade(path)
    assert result.exit_code == 0
    assert path.read_bytes() == MODERN
    assert _identity(path.stat()) == _identity(before)
    assert "0 files changed" in result.stderr


@pytest.mark.parametrize("content", [CLEAN, MANUAL, BROKEN, b"", b"\xff\xfe\x00", MODERN])
@pytest.mark.parametrize("option", ["--quiet", "--check", "--diff"])
def test_files_that_need_nothing_are_not_touched(content: bytes, option: str) -> None:
    path = write("a.py", content)
    os.utime(path, ns=(1, 10**18 + 1))
    before = path.stat()
    upgrade(option, path)
    assert path.read_bytes() == content
    assert _identity(path.stat()) == _identity(before)


def _identity(status: os.stat_result) -> tuple[int, int, int, int]:
    return status.st_ino, status.st_mtime_ns, status.st_mode, status.st_size


# --- diff


PATCHED = {
    "plain": LEGACY,
    "no newline at the end": LEGACY[:-1],
    "legacy line is the last": b"import keras\nx = 1\nopt = keras.optimizers.SGD(lr=1)",
    "CRLF": LEGACY.replace(b"\n", b"\r\n"),
    "CRLF, no newline at the end": LEGACY.replace(b"\n", b"\r\n")[:-2],
    "UTF-8": "# Grüße, 你好\n".encode() + LEGACY,
    "UTF-8 with BOM": b"\xef\xbb\xbf" + LEGACY,
    "Latin-1": b"# -*- coding: latin-1 -*-\n# Gr\xfc\xdfe\n" + LEGACY,
    "mixed newlines": b"import os\r\n" + LEGACY + b"x = 1\r\n",
    "far apart": LEGACY + b"x = 1\n" * 50 + b"other = SGD(lr=2)\n",
}


STRANGE = {
    "form feed": b"import os\n\x0c\n" + LEGACY + b"\x0c\nx = 1\n",
    "vertical tab in a string": b"x = '\x0b'\n" + LEGACY,
    "U+2028 and U+0085 in a string": "x = 'a\u2028b\x85c\x1cd'\n".encode() + LEGACY,
    "carriage returns only": LEGACY.replace(b"\n", b"\r"),
}


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
@pytest.mark.parametrize("name", list(PATCHED))
def test_diff_applies(name: str) -> None:
    _check_diff_applies(PATCHED[name])


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
@pytest.mark.parametrize("name", list(STRANGE))
def test_diff_with_strange_line_ends_applies(name: str) -> None:
    _check_diff_applies(STRANGE[name])


def _check_diff_applies(source: bytes) -> None:
    path = write("sub/a.py", source)
    result = upgrade("--diff", path)
    assert result.exit_code == 1
    assert path.read_bytes() == source
    patch = write("a.patch", result.stdout_bytes)
    applied = subprocess.run(["git", "apply", "--whitespace=nowarn", patch], check=False, capture_output=True)
    assert applied.returncode == 0, applied.stderr
    patched = path.read_bytes()
    path.write_bytes(source)
    upgrade(path)
    assert patched == path.read_bytes() != source


@pytest.mark.skipif(shutil.which("patch") is None, reason="needs patch")
def test_diff_applies_with_patch() -> None:
    paths = [write("a.py", LEGACY), write("b/c.py", LEGACY), write("d.py", CLEAN)]
    patch = write("all.patch", run("--diff", *paths).stdout)
    subprocess.run(["patch", "-p1", "-s", "-i", patch], check=True)
    assert [path.read_bytes() for path in paths] == [MODERN, MODERN, CLEAN]


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
@pytest.mark.parametrize("name", ["with space.py", "grüße.py", "\x1b[31m.py", "a\nb.py", 'a"\\b.py', "a\u202eb.py"])
def test_diff_of_unusual_names(name: str) -> None:
    path = write(name, LEGACY)
    patch = write("a.patch", upgrade("--diff", path).stdout_bytes)
    subprocess.run(["git", "apply", patch], check=True)
    assert path.read_bytes() == MODERN


def test_diff_is_all_of_standard_output() -> None:
    write("clean.py", CLEAN)
    write("broken.py", BROKEN)
    path = write("legacy.py", LEGACY)
    result = run("--diff", ".")
    assert result.returncode == 3
    assert result.stdout.startswith(b"--- a/" + str(path).encode())
    assert result.stdout.count(b"--- ") == 1
    assert b"-opt = SGD(lr=0.1)  # rate\n+opt = SGD(learning_rate=0.1)  # rate\n" in result.stdout
    assert b"would change" in result.stderr
    assert b"broken.py" in result.stderr


def test_diff_has_no_colours_in_a_pipe() -> None:
    assert b"\x1b" not in run("--diff", write("a.py", LEGACY), FORCE_COLOR="").stdout


# --- check, output folder, standard input, target


def test_check_prints_no_code() -> None:
    result = run("--check", write("a.py", LEGACY))
    assert (result.returncode, result.stdout) == (1, b"")
    assert b"would change" in result.stderr


def test_output_folder() -> None:
    write("src/a.py", LEGACY)
    write("src/pkg/b.py", CLEAN)
    write("src/broken.py", BROKEN)
    result = upgrade("-o", "out/deep", "src")
    assert result.exit_code == 2
    assert Path("src/a.py").read_bytes() == LEGACY
    assert Path("out/deep/a.py").read_bytes() == MODERN
    assert Path("out/deep/pkg/b.py").read_bytes() == CLEAN
    assert not Path("out/deep/broken.py").exists()


def test_output_folder_keeps_the_mode() -> None:
    path = write("a.py", LEGACY)
    path.chmod(0o750)
    upgrade("-o", "out", path)
    assert Path("out/a.py").stat().st_mode & 0o777 == 0o750


def test_output_folder_with_two_sources_of_one_name() -> None:
    result = upgrade("-o", "out", write("x/a.py", LEGACY), write("y/a.py", CLEAN))
    assert result.exit_code == 2
    assert Path("out/a.py").read_bytes() == MODERN
    assert "y/a.py" in result.stderr


def test_output_folder_that_is_a_file() -> None:
    result = upgrade("-o", write("out", b"mine"), write("a.py", LEGACY))
    assert result.exit_code == 2
    assert Path("out").read_bytes() == b"mine"


def test_output_folder_below_the_source() -> None:
    write("src/a.py", LEGACY)
    for _ in range(2):
        assert upgrade("-o", "src/new", "src").exit_code == 0
    assert Path("src/a.py").read_bytes() == LEGACY
    assert Path("src/new/a.py").read_bytes() == MODERN


def test_standard_input() -> None:
    result = run("-", stdin=LEGACY)
    assert (result.returncode, result.stdout) == (0, MODERN)
    assert b"<stdin>" in result.stderr


@pytest.mark.parametrize(
    ("content", "status"),
    [(CLEAN, 0), (MANUAL, 1), (BROKEN, 2), (b"", 0), (b"\xef\xbb\xbfx = 1\r\n", 0), (b"x = '\xff'\n", 2), (b"\0", 2)],
)
def test_standard_input_that_is_not_changed_passes_through(content: bytes, status: int) -> None:
    result = upgrade("-", stdin=content)
    assert (result.exit_code, result.stdout_bytes) == (status, content)


def test_standard_input_with_diff_and_check() -> None:
    assert b"+opt = SGD(learning_rate=0.1)" in upgrade("--diff", "-", stdin=LEGACY).stdout_bytes
    checked = upgrade("--check", "-", stdin=LEGACY)
    assert (checked.exit_code, checked.stdout_bytes) == (1, b"")


def test_standard_input_with_crlf_and_bom() -> None:
    source, modern = (b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n") for text in (LEGACY, MODERN))
    assert run("-", stdin=source).stdout == modern


def test_target_compat() -> None:
    path = write("a.py", LEGACY)
    assert upgrade("--to", "compat", path).exit_code == 0
    assert path.read_bytes() == b"from compat.keras.optimizers import SGD\nopt = SGD(lr=0.1)  # rate\n"


def test_target_native_is_the_default() -> None:
    first, second = write("a.py", LEGACY), write("b.py", LEGACY)
    upgrade(first)
    upgrade("--to", "native", second)
    assert first.read_bytes() == second.read_bytes() == MODERN


# --- the report


def test_quiet_reports_failures_only() -> None:
    result = upgrade("--quiet", write("a.py", LEGACY), write("b.py", MANUAL), write("c.py", BROKEN))
    lines = result.stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("c.py:2:")
    assert Path("a.py").read_bytes() == MODERN


def test_findings_say_what_to_do() -> None:
    report = upgrade(write("a.py", b"import os\n" + MANUAL)).stderr
    assert "  review\n" in report
    assert "   2  TFM190" in report
    assert "do: " in report


def test_lines_of_a_dry_run_are_those_on_disk() -> None:
    source = (
        b"from keras import backend as K\nn = len(K.tensorflow_backend._get_available_gpus())\n"
        b"from keras.models import model_from_yaml\n"
    )
    path = write("a.py", source)
    dry = upgrade("--check", path).stderr
    assert "   3  TFM190" in dry
    wet = upgrade(path).stderr
    assert "   4  TFM190" in wet
    assert b"model_from_yaml" in path.read_bytes().splitlines()[3]


@pytest.mark.parametrize(
    ("content", "place", "words"),
    [
        (b"x = (\n", "a.py:1:", "syntax error"),
        (b"import keras\nprint 'x'\n", "a.py:2:", "Python 2"),
        (b"x = '\xe9'\n", "a.py:1:6", "UTF-8"),
        (b"a\0b", "a.py:", "binary"),
        ("import keras\n".encode("utf-16"), "a.py:", "UTF-16"),
    ],
)
def test_failure_is_one_line_with_place_reason_and_step(content: bytes, place: str, words: str) -> None:
    lines = upgrade(write("a.py", content)).stderr.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith(place)
    assert words in lines[0]
    assert "; " in lines[0], "what to do next"
    assert lines[1].endswith("1 could not be processed")


def test_summary_counts() -> None:
    result = upgrade(write("a.py", LEGACY * 2), write("b.py", MANUAL), write("c.py", BROKEN), write("d.py", CLEAN))
    assert result.stderr.splitlines()[-1] == (
        "1 file changed (2 changes), 2 unchanged, 1 place to review, 1 could not be processed"
    )


def test_markup_in_names_and_code_is_printed_as_it_is() -> None:
    report = upgrade(write("[red]a[/red].py", MANUAL), write("[b].py", b"x = [/nonsense]\n")).stderr
    assert "[red]a[/red].py" in report
    assert "[b].py" in report


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {}])
def test_no_colours_without_a_terminal(env: dict[str, str]) -> None:
    path = write("a.py", LEGACY + MANUAL)
    result = run("--diff", path, **env)
    assert b"\x1b" not in result.stdout + result.stderr


def test_help_teaches() -> None:
    text = run("--help").stdout.decode()
    assert "Examples:" in text
    assert "Exit status:" in text
    assert "python -m codemods upgrade --diff train.py" in text


# --- many files


def test_one_bad_file_never_stops_the_others() -> None:
    write("a.py", BROKEN)
    write("b.py", b"\xff\xfe")
    Path("c.py").symlink_to("nowhere.py")
    write("d.py", LEGACY)
    result = upgrade("a.py", "b.py", "c.py", "missing.py", "d.py")
    assert result.exit_code == 2
    assert Path("d.py").read_bytes() == MODERN
    assert [line.split(":")[0] for line in result.stderr.splitlines()[:2]] == ["a.py", "b.py"]
    assert "4 could not be processed" in result.stderr


def test_worker_processes() -> None:
    for index in range(20):
        write(f"{index:02}.py", {0: LEGACY, 1: CLEAN, 2: BROKEN, 3: MANUAL}[index % 4])
    result = run(".")
    assert result.returncode == 3
    assert [path.read_bytes() for path in sorted(Path().glob("*.py"))] == [MODERN, CLEAN, BROKEN, MANUAL] * 5
    report = result.stderr.decode()
    assert report.splitlines()[-1].startswith("5 files changed (5 changes), 10 unchanged, 5 places to review, 5 could")
    places = [report.index(f"{index:02}.py") for index in range(20) if index % 4 != 1]
    assert places == sorted(places), "the report is in the order of the files"
    assert "Traceback" not in report


def test_worker_processes_and_serial_work_agree() -> None:
    names = [f"{index}.py" for index in range(9)]
    for name in names:
        write(f"many/{name}", LEGACY + f"# {name}\n".encode() + MANUAL)
        write(f"few/{name}", LEGACY + f"# {name}\n".encode() + MANUAL)
    upgrade("many")
    for name in names:
        upgrade(f"few/{name}")
        assert Path("few", name).read_bytes() == Path("many", name).read_bytes() != LEGACY


def test_folders_are_walked_with_care() -> None:
    wanted = ["a.py", "pkg/b.py", "pkg/deep/c.py", "environment/d.py"]
    unwanted = [
        ".hidden/a.py", "venv/a.py", "my_env/a.py", "__pycache__/a.py", "build/a.py", "dist/a.py",
        "node_modules/a.py", "lib/site-packages/a.py", "ignored/a.py", "pkg/generated_a.py", "a.txt", "a.pyc", "script",
    ]  # fmt: skip
    for name in (*wanted, *unwanted):
        write(name, LEGACY)
    write("my_env/pyvenv.cfg", b"")
    write(".gitignore", b"ignored/\n")
    write("pkg/.gitignore", b"generated_*.py\n")
    upgrade(".")
    assert {name for name in (*wanted, *unwanted) if Path(name).read_bytes() == MODERN} == set(wanted)


def test_a_folder_without_sources_is_named() -> None:
    write("docs/a.txt", LEGACY)
    done = upgrade("docs")
    assert done.exit_code == 0
    assert "Nothing to do: no scripts and no notebooks are below docs; check the path" in done.stderr


@pytest.mark.parametrize("listed", [False, True], ids=["cannot be listed", "cannot be entered"])
def test_a_folder_that_is_closed_is_named_and_stops_nothing(monkeypatch: pytest.MonkeyPatch, listed: bool) -> None:
    """Permissions do not keep root out, so the system's answers are replaced."""
    for name in ("a.py", "locked/b.py", "z.py"):
        write(name, LEGACY)
    stat, scandir = os.stat, os.scandir

    def denied(path: object) -> PermissionError:
        return PermissionError(errno.EACCES, "Permission denied", str(path))

    def closed_stat(path: Any, *args: Any, **kwargs: Any) -> os.stat_result:
        if isinstance(path, str | os.PathLike) and "locked/" in os.fspath(path):
            raise denied(path)
        return stat(path, *args, **kwargs)

    def closed_scandir(path: Any = ".") -> Any:
        if not listed and str(path).endswith("locked"):
            raise denied(path)
        return scandir(path)

    monkeypatch.setattr(os, "stat", closed_stat)
    monkeypatch.setattr(os, "scandir", closed_scandir)
    done = upgrade(".")
    assert done.exit_code == 2
    said = "locked/b.py: cannot be read: Permission denied; " if listed else "locked: a folder that cannot be read: "
    assert said in done.stderr
    assert Path("a.py").read_bytes() == Path("z.py").read_bytes() == MODERN


def test_gitignore_above_the_given_folder() -> None:
    write(".gitignore", b"src/generated.py\n")
    write("src/generated.py", LEGACY)
    write("src/a.py", LEGACY)
    write(".git/HEAD", b"ref: refs/heads/main\n")
    upgrade("src")
    assert Path("src/a.py").read_bytes() == MODERN
    assert Path("src/generated.py").read_bytes() == LEGACY


def test_gitignore_exception() -> None:
    write(".gitignore", b"gen_*.py\n!gen_kept.py\n")
    write("gen_a.py", LEGACY)
    write("gen_kept.py", LEGACY)
    upgrade(".")
    assert Path("gen_a.py").read_bytes() == LEGACY
    assert Path("gen_kept.py").read_bytes() == MODERN


@pytest.mark.parametrize("rules", [b"\xff\n", b"[\n", b"a**b\n\\\n!\n", b"\0\n"])
def test_unusual_gitignore(rules: bytes) -> None:
    write(".gitignore", rules)
    write("a.py", LEGACY)
    assert upgrade(".").exit_code == 0
    assert Path("a.py").read_bytes() == MODERN


@pytest.mark.parametrize("name", ["script", "a.txt", "venv/a.py", ".hidden/a.py", "ignored.py"])
def test_files_that_are_named_are_upgraded(name: str) -> None:
    write(".gitignore", b"ignored.py\n")
    path = write(name, LEGACY)
    assert upgrade(path).exit_code == 0
    assert path.read_bytes() == MODERN


def test_file_given_twice_is_upgraded_once() -> None:
    path = write("a.py", LEGACY)
    result = upgrade(path, path, ".", path.resolve())
    assert result.exit_code == 0
    assert "1 file changed (1 change), 0 unchanged, nothing to review" in result.stderr


def test_folder_without_python() -> None:
    write("notes/a.txt", b"x")
    result = upgrade("notes")
    assert result.exit_code == 0
    assert "0 files changed" in result.stderr


def test_path_that_is_not_there() -> None:
    result = upgrade("nowhere.py")
    assert result.exit_code == 2
    assert result.stderr.startswith("nowhere.py: no such file")


def test_device_file_is_refused() -> None:
    result = upgrade("/dev/null")
    assert result.exit_code == 2
    assert "not a regular file" in result.stderr


def test_no_code_is_run_or_imported() -> None:
    effect = b"open('ran', 'w').close()\n"
    write("click.py", effect)
    write("libcst.py", effect)
    write("pkg/__init__.py", effect)
    write("sitecustomize.py", effect)
    write("pkg/a.py", LEGACY + effect + b"import keras\n")
    code = "import sys; sys.path[:] = [p for p in sys.path if p]; from codemods.cli.main import main; main()"
    result = subprocess.run(
        [sys.executable, "-c", code, "upgrade", "pkg", "click.py"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert MODERN in Path("pkg/a.py").read_bytes()
    assert not Path("ran").exists()


def test_closed_pipe_is_no_traceback() -> None:
    for index in range(3):
        write(f"{index}.py", LEGACY + b"".join(b"opt = SGD(lr=%d)  # %s\n" % (n, b"x" * 1000) for n in range(100)))
    with subprocess.Popen(
        [sys.executable, "-m", "codemods", "upgrade", "--diff", "."],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no disk that is always full")
@pytest.mark.parametrize("options", [("--diff", "a.py"), ("--check", "--format", "json", "a.py"), ("-",)], ids=" ".join)
def test_output_to_a_full_disk_is_one_line(options: tuple[str, ...]) -> None:
    write("a.py", LEGACY)
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "codemods", "upgrade", *options],
            input=LEGACY,
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == b"Stopped: No space left on device; check the disk that the output goes to.\n"


def test_version_of_a_clone_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def version(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", version)
    result = CliRunner().invoke(main, ["--version"])
    assert result.exit_code == 0
    assert result.output == "tf-forward, not installed: a clone\n"


def test_failures_are_not_written_to_a_folder() -> None:
    write("train.py", BROKEN)
    assert upgrade("-o", "out", "train.py").exit_code == 2
    assert not Path("out").exists()


def test_shims_of_a_clone_are_no_module_of_the_project() -> None:
    for name in ("compat/__init__.py", "compat/tables/names/shims.py"):
        write(name, b"")
    write("a.py", LEGACY)
    result = upgrade("--to", "compat", "a.py")
    assert result.exit_code == 0, result.stderr
    assert b"from compat.keras" in Path("a.py").read_bytes()


# --- only what is left


def test_only_findings() -> None:
    write("a.py", LEGACY + MANUAL)
    write("b.py", LEGACY)
    write("c.py", b"import keras\nx = keras.layers.BatchNormalization()\n")
    report = upgrade("--check", "--only-findings", ".").stderr.splitlines()
    assert report[:2] == ["a.py", "  review"]
    assert not any("b.py" in line or "c.py" in line or "would change:" in line for line in report[:-1])
    assert report[-1].startswith("2 files would change (2 changes), 1 unchanged, 1 place to review")


def test_only_findings_is_for_the_text() -> None:
    for more in (["--format", "json"], ["--statistics"]):
        result = upgrade("--check", "--only-findings", *more, ".")
        assert result.exit_code == 2
        assert "--only-findings is for the text report" in result.stderr
