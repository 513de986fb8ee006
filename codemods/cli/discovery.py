"""Finds the sources: named files, what folders hold of scripts, notebooks and pins, and standard input."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from codemods.cli.tracked_files import TrackedFiles
from codemods.cli.written_folders import ENVIRONMENT_MARKS, is_record
from codemods.pins.kinds import HIDDEN_FOLDERS, kind_of
from codemods.types import Failure

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

STDIN = Path("-")
NOTEBOOK = ".ipynb"
INSTALLED_FOLDERS = frozenset({"__pycache__", "node_modules", "site-packages", "__pypackages__"})
SKIPPED_FOLDERS = INSTALLED_FOLDERS | {"venv", "env", "build", "dist", "_build"}
"""Folders of other people's code, and folders that often are; git knows which of the latter are the project's own."""

Found_co = TypeVar("Found_co", covariant=True)


@dataclass(frozen=True)
class Source:
    """A file, and its place below the path that the user gave; `content` is set for standard input only."""

    path: Path
    relative: Path
    content: bytes | None = None


@dataclass(frozen=True)
class Outcome(Generic[Found_co]):
    """The result for one file."""

    source: Source
    result: Found_co


def find_sources(
    paths: Sequence[Path], exclude: Sequence[str] = (), folder: Path | None = None, *, with_pins: bool = False
) -> Iterator[Source | Outcome[Failure]]:
    """Find each script and notebook once, in a stable order; a path that cannot be processed is an `Outcome` at once.

    `with_pins` asks for the files that pin packages as well.
    `exclude` holds patterns as in a .gitignore of `folder`; they do not apply to files that are named explicitly.
    """
    if STDIN in paths:
        yield Source(STDIN, Path("stdin.py"), sys.stdin.buffer.read())
    seen: set[Path] = set()
    for path in paths:
        if path == STDIN:
            continue
        if path.is_dir():
            closed: list[OSError] = []
            found = sorted(_walk(path, exclude, folder or Path.cwd(), closed, with_pins=with_pins))
            yield from map(_closed, closed)
            relatives = [each.relative_to(path) for each in found]
            top = repository_of(path.resolve())
        else:
            found, relatives, top = [path], [Path(path.name)], None
        for each, relative in zip(found, relatives, strict=True):
            real = _real(each)
            if real in seen:
                continue
            seen.add(real)
            source = Source(each, relative)
            unfit = _unfit(each) or (_leading_out(each, real, top) if top is not None else None)
            yield Outcome(source, unfit) if unfit else source


def _real(path: Path) -> Path:
    """The file behind links; a loop of links is returned as it is."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path.absolute()


def _unfit(path: Path) -> Failure | None:
    try:
        path.stat()
    except PermissionError as error:
        return Failure(f"cannot be read: {error.strerror}", "check the permissions of the folder that it is in")
    except OSError:
        broken = "a symbolic link to nowhere" if path.is_symlink() else "no such file or directory"
        return Failure(broken, "check the path")
    if not path.is_file():
        return Failure("not a regular file", "give a script, a notebook or a folder")
    return None


def _leading_out(path: Path, real: Path, top: Path) -> Failure | None:
    """A link in a folder that would have files changed which nobody asked for."""
    if path.is_symlink() and not real.is_relative_to(top):
        return Failure("a symbolic link that leads out of the project", "exclude it, or give the file by its name")
    return None


def is_there(path: Path) -> bool:
    """True for what exists; `Path.exists` raises an error below a folder that cannot be entered."""
    return os.path.exists(path)  # noqa: PTH110


def is_file(path: Path) -> bool:
    """True for a file; `Path.is_file` raises an error below a folder that cannot be entered."""
    return os.path.isfile(path)  # noqa: PTH113


def repository_of(folder: Path) -> Path:
    """The top of the repository that a folder belongs to, or the folder itself."""
    return next((above for above in (folder, *folder.parents) if is_there(above / ".git")), folder)


_PROJECT_FILES = ("pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "LICENSE", "README.md", "README.rst")


def project_folder_of(folder: Path) -> Path:
    """The top of the repository, or of an unpacked archive of one; else the folder that its packages are imported from.

    A folder that is no package is the top itself if nothing above it looks like a project.
    """
    top = repository_of(folder)
    if is_there(top / ".git"):
        return top
    projects = [each for each in (folder, *folder.parents) if is_project(each)]
    outside = next((each for each in (folder, *folder.parents) if not is_package(each)), folder)
    return next((each for each in projects if not is_package(each)), projects[0] if projects else outside)


def is_package(folder: Path) -> bool:
    """True for a folder whose modules are imported by its name."""
    return is_file(folder / "__init__.py")


def is_project(folder: Path) -> bool:
    """True for the top of a repository, and for a folder that looks like one of an archive."""
    return is_there(folder / ".git") or any(is_file(folder / name) for name in _PROJECT_FILES)


def _closed(error: OSError) -> Outcome[Failure]:
    """A folder that cannot be listed is named, as it may hold anything."""
    path = Path(error.filename)
    failure = Failure(f"a folder that cannot be read: {error.strerror}", "check its permissions, or exclude it")
    return Outcome(Source(path, path), failure)


def _walk(
    top: Path, exclude: Sequence[str], exclude_from: Path, closed: list[OSError], *, with_pins: bool
) -> Iterator[Path]:
    """Scripts and notebooks below `top`, but for folders that are not the project's, and what is excluded.

    Folders are left out that are hidden, ignored or installed, or that a tool wrote of a run. What git keeps is the
    project's own: it is neither ignored nor installed, unless it is excluded.
    Of the hidden folders, those of CI systems may have files that pin packages. `closed` takes the errors of folders
    that cannot be listed.
    """
    ignored, excluded = _IgnoreFiles(), _IgnoreFiles()
    ignored.enter_above(top)
    excluded.add(exclude_from, exclude)
    tracked = TrackedFiles(top)
    for folder, folders, files in os.walk(top, onerror=closed.append):
        here = Path(folder)
        below = here.relative_to(top)
        ignored.enter(here)
        folders[:] = sorted(
            name
            for name in folders
            if (not name.startswith(".") or (with_pins and name in HIDDEN_FOLDERS))
            and name not in INSTALLED_FOLDERS
            and not any(is_there(here / name / mark) for mark in ENVIRONMENT_MARKS)
            and not is_record(here.name, name)
            and not excluded.match(here / name, folder=True)
            and (
                tracked.has_below(below / name)
                or (name not in SKIPPED_FOLDERS and not ignored.match(here / name, folder=True))
            )
        )
        is_hidden = bool(HIDDEN_FOLDERS.intersection(below.parts))
        is_set_aside = bool(SKIPPED_FOLDERS.intersection(below.parts))
        for name in files:
            is_code = name.endswith((".py", NOTEBOOK)) and not is_hidden
            if not is_code and not (with_pins and kind_of(here / name) is not None):
                continue
            is_own = tracked.has(below / name) or not (is_set_aside or ignored.match(here / name))
            if is_own and not excluded.match(here / name):
                yield here / name


class _IgnoreFiles:
    """Patterns of .gitignore files, or of the project's `exclude`, and the folders that they apply to."""

    def __init__(self) -> None:
        self._specs: list[tuple[Path, GitIgnoreSpec]] = []

    def enter_above(self, top: Path) -> None:
        """Read the .gitignore files of the folders above, from the root of the repository down."""
        below = top.resolve()
        root = repository_of(below)
        for folder in reversed(below.parents):
            if folder.is_relative_to(root):
                self.enter(folder)

    def enter(self, folder: Path) -> None:
        with contextlib.suppress(OSError, UnicodeDecodeError, ValueError):
            self.add(folder, (folder / ".gitignore").read_text(encoding="utf-8").splitlines())

    def add(self, folder: Path, patterns: Sequence[str]) -> None:
        from pathspec import GitIgnoreSpec

        if patterns:
            self._specs.append((folder.resolve(), GitIgnoreSpec.from_lines(patterns)))

    def match(self, path: Path, *, folder: bool = False) -> bool:
        full = Path(os.path.abspath(path))  # noqa: PTH100 - a link is ignored by its own name
        for base, spec in self._specs:
            if base in full.parents and spec.match_file(full.relative_to(base).as_posix() + ("/" if folder else "")):
                return True
        return False
