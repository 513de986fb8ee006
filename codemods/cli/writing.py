"""Writes each result completely or not at all; each function returns a `Failure`, or None if it succeeds."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path

from codemods.cli.discovery import Source
from codemods.types import Failure, Upgraded


def write_in_place(source: Source, result: Upgraded) -> Failure | None:
    """Replace the file with its upgraded text, atomically; an unchanged file is not touched."""
    if not result.changed:
        return None
    target = source.path.resolve()
    try:
        refusal = _refusal(target, result.before)
        if refusal is None:
            _replace(target, result.after, target)
    except OSError as error:
        refusal = Failure(f"cannot be written: {error.strerror}", "check the folder's permissions")
    return refusal


def _refusal(target: Path, before: bytes) -> Failure | None:
    if not target.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        return Failure("read-only", "make it writable: chmod u+w FILE")
    if target.read_bytes() != before:
        return Failure("changed on disk in the meantime", "run the upgrade again")
    return None


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
        return Failure(f"{target} cannot be written: {error.strerror}", "check the folder")
    return None


def _replace(target: Path, content: bytes, model: Path) -> None:
    """Write `content` beside `target` with the mode and owner of `model`, then move it there in one step."""
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
        Path(name).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
