"""Files are replaced as a whole or not at all, keep their mode and links, and nothing is left behind."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from codemods.cli import writing
from codemods.cli.discovery import Outcome, Source, find_sources
from codemods.cli.reading import Task, guarded
from codemods.cli.writing import write_in_place, write_to
from codemods.engine.engine import upgrade
from codemods.notebooks.work import upgrade as upgrade_notebook
from codemods.source.project import Project
from codemods.types import Failure, Result, Upgraded

LEGACY = b"from keras.optimizers import SGD\nopt = SGD(lr=0.1)\n"
MODERN = b"from keras.optimizers import SGD\nopt = SGD(learning_rate=0.1)\n"
UNREADABLE = "any user may read and write everything here (root)"
as_user = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason=UNREADABLE)


@pytest.fixture(autouse=True)
def _nothing_is_left_behind(tmp_path: Path) -> Iterator[None]:
    yield
    assert not [path for path in tmp_path.rglob("*") if path.name.endswith(".tmp")]


def computed(path: Path) -> Result:
    return Task("upgrading", upgrade, upgrade_notebook)(Source(path, Path(path.name))).result


def written(path: Path, result: Result) -> Result:
    source = Source(path, Path(path.name))
    return result if isinstance(result, Failure) else write_in_place(source, result) or result


def result_of(path: Path) -> Result:
    return written(path, computed(path))


def failure_of(path: Path) -> Failure:
    result = result_of(path)
    assert isinstance(result, Failure), result
    assert result.advice
    return result


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "train.py"
    path.write_bytes(LEGACY)
    return path


def test_replaced(script: Path) -> None:
    assert isinstance(result_of(script), Upgraded)
    assert script.read_bytes() == MODERN
    assert [path.name for path in script.parent.iterdir()] == ["train.py"]


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755, 0o664, 0o200])
def test_mode_is_kept(script: Path, mode: int) -> None:
    script.chmod(mode)
    if not os.access(script, os.R_OK):
        pytest.skip("this user cannot read a file of that mode")
    result_of(script)
    assert script.read_bytes() == MODERN
    assert stat.S_IMODE(script.stat().st_mode) == mode


def test_set_user_id_is_kept(script: Path) -> None:
    script.chmod(0o4755)
    result_of(script)
    assert stat.S_IMODE(script.stat().st_mode) == 0o4755


def test_owner_is_kept(script: Path) -> None:
    before = script.stat()
    result_of(script)
    after = script.stat()
    assert (after.st_uid, after.st_gid) == (before.st_uid, before.st_gid)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_owner_is_kept_for_another_user(script: Path) -> None:
    os.chown(script, 12345, 12346)
    result_of(script)
    assert script.read_bytes() == MODERN
    assert (script.stat().st_uid, script.stat().st_gid) == (12345, 12346)


def test_untouched_file_keeps_time_and_inode(script: Path) -> None:
    script.write_bytes(MODERN)
    os.utime(script, ns=(10**18, 10**18 + 7))
    before = script.stat()
    result_of(script)
    after = script.stat()
    assert (after.st_mtime_ns, after.st_ino, after.st_ctime_ns) == (
        before.st_mtime_ns,
        before.st_ino,
        before.st_ctime_ns,
    )


@pytest.mark.parametrize("relative", [True, False])
def test_symlink_stays_and_its_target_is_upgraded(script: Path, relative: bool) -> None:
    link = script.parent / "link.py"
    link.symlink_to(script.name if relative else script)
    result_of(link)
    assert link.is_symlink()
    assert str(link.readlink()) == (script.name if relative else str(script))
    assert script.read_bytes() == MODERN
    assert not script.is_symlink()


def test_chain_of_symlinks_into_another_folder(script: Path) -> None:
    folder = script.parent / "sub"
    folder.mkdir()
    (folder / "first.py").symlink_to("../train.py")
    (folder / "second.py").symlink_to("first.py")
    result_of(folder / "second.py")
    assert (folder / "second.py").is_symlink()
    assert (folder / "first.py").is_symlink()
    assert script.read_bytes() == MODERN


def test_file_and_its_symlink_are_one_source(script: Path) -> None:
    (script.parent / "a_link.py").symlink_to(script.name)
    found = list(find_sources([script.parent]))
    assert len(found) == 1


def test_hard_links_stay_and_all_show_the_result(script: Path) -> None:
    other = script.parent / "other.py"
    os.link(script, other)
    before = script.stat()
    result_of(script)
    assert script.read_bytes() == other.read_bytes() == MODERN
    after = other.stat()
    assert (after.st_ino, after.st_nlink, after.st_mode) == (before.st_ino, 2, before.st_mode)


def test_both_names_of_a_file_in_one_run(script: Path) -> None:
    other = script.parent / "other.py"
    os.link(script, other)
    results = {path: computed(path) for path in (script, other)}
    assert not any(isinstance(written(path, result), Failure) for path, result in results.items())
    assert script.read_bytes() == MODERN
    assert script.stat().st_nlink == 2


def test_hard_link_to_a_longer_text(script: Path) -> None:
    longer = LEGACY + b"# end"
    script.write_bytes(longer)
    os.link(script, script.parent / "other.py")
    assert write_in_place(Source(script, Path("train.py")), Upgraded(longer, b"short\n")) is None
    assert script.read_bytes() == b"short\n"


def test_disk_that_fills_up_while_a_hard_link_is_written(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy beside it is written first; should the file itself not take the text, it gets back its own."""
    os.link(script, script.parent / "other.py")
    sync, calls = os.fsync, []

    def fail(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        sync(descriptor)

    with monkeypatch.context() as patched:
        patched.setattr(writing.os, "fsync", fail)
        assert "disk is full" in failure_of(script).advice
    assert script.read_bytes() == LEGACY


@pytest.mark.parametrize(
    ("number", "advice"),
    [(errno.ENOSPC, "the disk is full"), (errno.EDQUOT, "of the disk is full"), (errno.EROFS, "-o DIR")],
)
def test_failure_to_write_says_what_to_do(
    script: Path, monkeypatch: pytest.MonkeyPatch, number: int, advice: str
) -> None:
    def fail(*args: object) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patched:
        patched.setattr(writing.os, "fsync", fail)
        assert advice in failure_of(script).advice
    assert script.read_bytes() == LEGACY


@pytest.mark.skipif(not Path("/proc/self/mounts").exists() or os.geteuid() != 0, reason="only root may mount")
def test_disk_that_is_full(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=8k", "tmpfs", disk], check=False, capture_output=True
    ).returncode:
        pytest.skip("this system does not let root mount")
    try:
        script = disk / "train.py"
        script.write_bytes(LEGACY)
        (disk / "filling").write_bytes(b"x" * 4096)
        assert "the disk is full" in failure_of(script).advice
        assert script.read_bytes() == LEGACY
        assert sorted(each.name for each in disk.iterdir()) == ["filling", "train.py"]
    finally:
        subprocess.run(["umount", disk], check=True)


def test_link_that_becomes_a_loop_in_the_meantime(script: Path) -> None:
    result = computed(script)
    script.unlink()
    script.symlink_to(script.name)
    assert isinstance(written(script, result), Failure)


def test_dangling_symlink(tmp_path: Path) -> None:
    link = tmp_path / "link.py"
    link.symlink_to("nowhere.py")
    (found,) = find_sources([link])
    assert isinstance(found, Outcome)
    assert isinstance(found.result, Failure)
    assert "nowhere" in found.result.reason
    assert link.is_symlink()


def test_dangling_symlink_in_a_folder(script: Path) -> None:
    (script.parent / "link.py").symlink_to("nowhere.py")
    kinds = {type(found) for found in find_sources([script.parent])}
    assert kinds == {Source, Outcome}


def test_symlink_to_itself(tmp_path: Path) -> None:
    link = tmp_path / "loop.py"
    link.symlink_to("loop.py")
    (found,) = find_sources([link])
    assert isinstance(found, Outcome)
    assert isinstance(found.result, Failure)


def test_link_that_leads_out_of_the_folder(script: Path) -> None:
    """Whoever upgrades a folder has not asked for files elsewhere."""
    folder = script.parent / "project"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "link.py").symlink_to("../../train.py")
    (found,) = find_sources([folder])
    assert isinstance(found, Outcome)
    assert "leads out of the project" in found.result.reason
    (named,) = find_sources([folder / "src" / "link.py"])
    assert isinstance(named, Source)


def test_link_within_the_repository(script: Path) -> None:
    """Even if only one of its folders is given."""
    (script.parent / ".git").mkdir()
    folder = script.parent / "src"
    folder.mkdir()
    (folder / "link.py").symlink_to("../train.py")
    (found,) = find_sources([folder])
    assert isinstance(found, Source)


def test_folder_that_links_to_its_parent(script: Path) -> None:
    (script.parent / "again").symlink_to(".")
    assert len(list(find_sources([script.parent]))) == 1


def test_folder_named_like_a_file(tmp_path: Path) -> None:
    (tmp_path / "pkg.py").mkdir()
    (tmp_path / "pkg.py" / "a.py").write_bytes(LEGACY)
    assert [found.path.name for found in find_sources([tmp_path]) if isinstance(found, Source)] == ["a.py"]


def test_read_only_file(script: Path) -> None:
    script.chmod(0o444)
    assert "read-only" in failure_of(script).reason
    assert script.read_bytes() == LEGACY
    assert stat.S_IMODE(script.stat().st_mode) == 0o444


def test_read_only_file_that_needs_nothing_is_fine(script: Path) -> None:
    script.write_bytes(MODERN)
    script.chmod(0o444)
    assert isinstance(result_of(script), Upgraded)


@as_user
def test_unreadable_file(script: Path) -> None:
    script.chmod(0o000)
    assert "cannot be read" in failure_of(script).reason


@as_user
def test_folder_without_permission_to_write(script: Path) -> None:
    script.parent.chmod(0o555)
    try:
        assert "cannot be written" in failure_of(script).reason
        assert script.read_bytes() == LEGACY
    finally:
        script.parent.chmod(0o755)


@pytest.mark.parametrize("step", ["mkstemp", "fdopen", "fsync", "chmod", "replace"])
def test_any_step_of_writing_may_fail(script: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """As in a folder without permission, on a full disk, on a file system that knows no modes."""

    def fail(*args: object, **kwargs: object) -> None:
        raise PermissionError(13, "Permission denied")

    owner = tempfile if step == "mkstemp" else writing.os
    with monkeypatch.context() as patched:
        patched.setattr(owner, step, fail)
        failure = failure_of(script)
    assert "Permission denied" in failure.reason
    assert script.read_bytes() == LEGACY


def test_interrupted_while_writing(script: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*args: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(writing.os, "replace", interrupt)
        with pytest.raises(KeyboardInterrupt):
            result_of(script)
    assert script.read_bytes() == LEGACY


def test_changed_on_disk_in_the_meantime(script: Path) -> None:
    result = computed(script)
    script.write_bytes(LEGACY + b"mine = 1\n")
    failure = written(script, result)
    assert isinstance(failure, Failure)
    assert "in the meantime" in failure.reason
    assert script.read_bytes() == LEGACY + b"mine = 1\n"


def test_gone_in_the_meantime(script: Path) -> None:
    result = computed(script)
    script.unlink()
    failure = written(script, result)
    assert isinstance(failure, Failure)
    assert "gone in the meantime" in failure.advice
    assert not script.exists()


def test_gone_before_it_is_read(tmp_path: Path) -> None:
    assert isinstance(computed(tmp_path / "a.py"), Failure)


def test_read_only_in_the_meantime(script: Path) -> None:
    result = computed(script)
    script.chmod(0o444)
    assert isinstance(written(script, result), Failure)
    assert script.read_bytes() == LEGACY


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\n", b"x = (\n", b"\xff\xfe\x00x", b"\x7fELF\x02\x01\x01\0", b"PK\x03\x04", b"\x89PNG\r\n\x1a\n\0", b"print 'x'\n",
        b"# caf\xe9\nx = '\xe9'\n", b"\xef\xbb\xbf", b"x\n\n ", b"\r", b"import keras\r\r\n", b"\xef\xbb\xbf# coding: latin-1\n",
    ],
)  # fmt: skip
def test_every_other_content_stays_byte_for_byte(script: Path, content: bytes) -> None:
    script.write_bytes(content)
    os.utime(script, ns=(5, 5))
    result_of(script)
    assert script.read_bytes() == content
    assert script.stat().st_mtime_ns == 5


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (LEGACY.replace(b"\n", b"\r\n"), MODERN.replace(b"\n", b"\r\n")),
        (b"\xef\xbb\xbf" + LEGACY, b"\xef\xbb\xbf" + MODERN),
        (b"# coding: latin-1\n# \xe9\n" + LEGACY, b"# coding: latin-1\n# \xe9\n" + MODERN),
        (LEGACY[:-1], MODERN[:-1]),
    ],
)
def test_bytes_on_disk(script: Path, before: bytes, after: bytes) -> None:
    script.write_bytes(before)
    result_of(script)
    assert script.read_bytes() == after


def test_bug_of_ours_is_a_failure_of_one_file() -> None:
    def broken(source: bytes, *, project: Project) -> Upgraded:
        raise KeyError("a\nb")

    result = guarded(broken, LEGACY)
    assert isinstance(result, Failure)
    assert "internal error (KeyError" in result.reason
    assert "\n" not in result.reason


def test_written_to_a_folder(script: Path, tmp_path: Path) -> None:
    script.chmod(0o755)
    result = computed(script)
    assert isinstance(result, Upgraded)
    write_to(Source(script, Path("pkg/train.py")), result, tmp_path / "out", set())
    target = tmp_path / "out" / "pkg" / "train.py"
    assert target.read_bytes() == MODERN
    assert stat.S_IMODE(target.stat().st_mode) == 0o755
    assert script.read_bytes() == LEGACY


def test_written_over_a_symlink_in_the_folder(script: Path, tmp_path: Path) -> None:
    """The link in the output folder is replaced; what it points to is not the user's target."""
    (tmp_path / "out").mkdir()
    precious = tmp_path / "precious.py"
    precious.write_bytes(b"keep = 1\n")
    (tmp_path / "out" / "train.py").symlink_to(precious)
    result = computed(script)
    assert isinstance(result, Upgraded)
    write_to(Source(script, Path("train.py")), result, tmp_path / "out", set())
    assert precious.read_bytes() == b"keep = 1\n"
    assert (tmp_path / "out" / "train.py").read_bytes() == MODERN
