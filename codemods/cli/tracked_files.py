"""The files that git keeps: a project's own, whatever its .gitignore says and whatever their folders are called."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path, PurePosixPath

from codemods.cli.git import printed_by_git

_LIST = ("ls-files", "--cached", "-z")
"""Lists what is in the index."""
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
    try:
        said = printed_by_git(top, *_LIST, seconds=_SECONDS)
    except (OSError, subprocess.SubprocessError):
        return []
    return os.fsdecode(said).split("\0")[:-1]
