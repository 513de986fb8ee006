"""Runs git to read a repository: nothing that it configures is run, nothing is fetched, and nothing is changed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

_GIT = ("git", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false", "-c", "protocol.allow=never")


def printed_by_git(folder: Path, *arguments: str, seconds: float) -> bytes:
    """What git prints in a folder, whatever other repository the environment names.

    Raises:
        OSError: there is no git.
        subprocess.SubprocessError: git refuses, or takes longer than this.

    """
    elsewhere = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(  # noqa: S603 - the arguments are ours
        (*_GIT, *arguments), cwd=folder, env={**elsewhere, "GIT_NO_LAZY_FETCH": "1"}, capture_output=True, check=True,
        timeout=seconds,
    )  # fmt: skip
    return done.stdout
