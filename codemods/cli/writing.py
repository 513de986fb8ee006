"""Writes each result completely or not at all; each function returns a `Failure`, or None if it succeeds."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from io import FileIO
from pathlib import Path

from codemods.cli.discovery import Source
from codemods.cli.interruption import uninterrupted
from codemods.types import Failure, Upgraded

_ADVICE = {
    errno.ENOSPC: "the disk is full: free some space, and run the upgrade again",
    errno.EDQUOT: "your share of the disk is full: free some space, and run the upgrade again",
    errno.EROFS: "write the results elsewhere, with -o DIR",
    errno.ENOENT: "it is gone in the meantime; run the upgrade again",
}
_PERMISSIONS = "check the permissions of the file and of its folder"


def write_in_place(source: Source, result: Upgraded) -> Failure | None:
    """Replace the file with its upgraded text, atomically; an unchanged file is not touched.

    A file with several names (hard links) is overwritten, so that all of them show the same text.
    """
    if not result.changed:
        return None
    try:
        target = source.path.resolve(strict=True)
        status = target.stat()
        content = target.read_bytes()
        if content == result.after:  # by another of its names
            return None
        if not status.st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
            return Failure("read-only", "make it writable: chmod u+w FILE")
        if content != result.before:
            return Failure("changed on disk in the meantime", "run the upgrade again")
        if status.st_nlink > 1:
            _overwrite(target, result)
        else:
            _replace(target, result.after, target)
    except (OSError, RuntimeError) as error:  # a loop of links is a RuntimeError before Python 3.13
        return _failure("cannot be written", error)
    return None


def _failure(said: str, error: OSError | RuntimeError) -> Failure:
    number = error.errno if isinstance(error, OSError) else None
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return Failure(f"{said}: {reason}", _ADVICE.get(number or 0, _PERMISSIONS))


def write_to(source: Source, result: Upgraded, folder: Path, taken: set[Path]) -> Failure | None:
    """Write the result below `folder`; a second source with the same relative path is refused."""
    target = folder / source.relative
    if target in taken:
        return Failure(f"{target} is another source's result", "upgrade them one at a time")
    taken.add(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _replace(target, result.after, source.path)
    except OSError as error:
        return _failure(f"{target} cannot be written", error)
    return None


def _replace(target: Path, content: bytes, model: Path) -> None:
    """Write `content` beside `target` with the mode and owner of `model`, then move it there in one step."""
    with uninterrupted(), _beside(target, content, model) as written:
        written.replace(target)


def _overwrite(target: Path, result: Upgraded) -> None:
    """Write into the file itself; a copy lies beside it meanwhile, should the power fail."""
    with uninterrupted(), _beside(target, result.after, target), target.open("r+b", buffering=0) as file:
        try:
            _fill(file, result.after)
        except OSError:
            _fill(file, result.before)
            raise


def _fill(file: FileIO, content: bytes) -> None:
    file.seek(0)
    left = memoryview(content)
    while left:
        left = left[file.write(left) :]
    file.truncate()
    os.fsync(file.fileno())


@contextlib.contextmanager
def _beside(target: Path, content: bytes, model: Path) -> Iterator[Path]:
    """A file with that content in the same folder; it is removed if it is still there in the end."""
    import tempfile  # most runs write nothing, and it imports every compression module

    status = model.stat()
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(OSError, AttributeError):
            os.chown(name, status.st_uid, status.st_gid)
        Path(name).chmod(stat.S_IMODE(status.st_mode))
        yield Path(name)
    finally:
        with contextlib.suppress(OSError):
            Path(name).unlink()
