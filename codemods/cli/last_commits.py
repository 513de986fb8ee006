"""When a file was last committed, as git tells; what is not in a repository, or not committed, has no such day."""

from __future__ import annotations

import subprocess
from datetime import date, datetime, timezone
from pathlib import Path

from codemods.cli.discovery import repository_of
from codemods.cli.git import printed_by_git

_LOG = ("log", "-1", "--no-mailmap", "--format=%at %ct", "--")
_SECONDS = 3
_slow: set[Path] = set()
"""Repositories whose history takes too long to read."""

asked: dict[Path, date | None] = {}
"""What was told of files; results that are kept rest on it."""


def last_commit(file: Path) -> date | None:
    """The day of the last commit that changed a file; of the days of its author and its committer, the later one."""
    if file not in asked:
        asked[file] = _read(file)
    return asked[file]


def _read(file: Path) -> date | None:
    top = repository_of(file.parent)
    if top in _slow or not (top / ".git").exists():
        return None
    try:
        said = printed_by_git(file.parent, *_LOG, file.name, seconds=_SECONDS)
        seconds = [int(each) for each in said.split()]
        return max(datetime.fromtimestamp(each, timezone.utc).date() for each in seconds) if seconds else None
    except subprocess.TimeoutExpired:
        _slow.add(top)
    except (OSError, ValueError, OverflowError, subprocess.SubprocessError):
        pass
    return None
