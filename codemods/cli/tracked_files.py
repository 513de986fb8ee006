"""The files that git keeps: a project's own, whatever its .gitignore says and whatever their folders are called."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path, PurePosixPath

_LIST = ("git", "-c", "core.fsmonitor=false", "ls-files", "--cached", "-z")
"""Lists what is in the index. A hook that the repository configures for it is not run."""
_SECONDS = 20


class TrackedFiles:
    """The files below a folder that git keeps, and the folders that hold them, by their paths from there."""

    def __init__(self, top: Path) -> None:
        self._files = frozenset(map(PurePosixPath, _listed(top)))
        self._folders = frozenset(folder for file in self._files for folder in file.parents)

    def has(self, path: Path) -> bool:
        """True if git keeps a file."""
        return PurePosixPath(path.as_posix()) in self._files

    def has_below(self, folder: Path) -> bool:
        """True if git keeps a file below a folder."""
        return PurePosixPath(folder.as_posix()) in self._folders


def _listed(top: Path) -> list[str]:
    """The paths in git's index; none if there is no git, or no repository that it reads."""
    elsewhere = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(  # noqa: S603 - the arguments are ours
            _LIST, cwd=top, env=elsewhere, capture_output=True, check=True, timeout=_SECONDS
        )
    except (OSError, subprocess.SubprocessError):
        return []
    return os.fsdecode(done.stdout).split("\0")[:-1]
