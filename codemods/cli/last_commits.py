"""When a file was last committed, as git tells; what is not in a repository, or not committed, has no such day."""

from __future__ import annotations

import os
import subprocess
from datetime import date, datetime, timezone
from pathlib import Path

from codemods.cli.discovery import repository_of

_LOG = (
    "git", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false", "-c", "protocol.allow=never",
    "log", "-1", "--no-mailmap", "--format=%at %ct", "--",
)  # fmt: skip
"""Nothing that the repository configures is run, and nothing is fetched."""
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
    elsewhere = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(  # noqa: S603 - the arguments are ours
            (*_LOG, file.name), cwd=file.parent, env={**elsewhere, "GIT_NO_LAZY_FETCH": "1"}, capture_output=True,
            check=True, timeout=_SECONDS,
        )  # fmt: skip
        seconds = [int(each) for each in done.stdout.split()]
        return max(datetime.fromtimestamp(each, timezone.utc).date() for each in seconds) if seconds else None
    except subprocess.TimeoutExpired:
        _slow.add(top)
    except (OSError, ValueError, OverflowError, subprocess.SubprocessError):
        pass
    return None
