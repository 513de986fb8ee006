"""The one module that touches the disk: finds sources, reads them, writes results whole or not at all."""

from __future__ import annotations

import contextlib
import gc
import os
import stat
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from codemods.engine.engine import check, upgrade
from codemods.engine.prefilter import SHIMS
from codemods.source.canonical_names import FAMILIES
from codemods.types import Failure, Result, Settings, Upgraded

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

SKIPPED_FOLDERS = frozenset(
    {"__pycache__", "node_modules", "site-packages", "venv", "env", "build", "dist", "_build", "__pypackages__"}
)


@dataclass(frozen=True)
class Source:
    """A file to upgrade, and its place below the path that the user gave."""

    path: Path
    relative: Path


Found_co = TypeVar("Found_co", covariant=True)


@dataclass(frozen=True)
class Outcome(Generic[Found_co]):
    """What became of one file."""

    source: Source
    result: Found_co


def find_sources(
    paths: Sequence[Path], exclude: Sequence[str] = (), folder: Path | None = None
) -> Iterator[Source | Outcome[Failure]]:
    """Each Python file once, in a stable order; a path that is not there is an `Outcome` already.

    `exclude` are patterns as in a .gitignore of `folder`; what is named itself is taken all the same.
    """
    seen: set[Path] = set()
    for path in paths:
        if path.is_dir():
            found = sorted(_walk(path, exclude, folder or Path.cwd()))
            relatives = [each.relative_to(path) for each in found]
        else:
            found, relatives = [path], [Path(path.name)]
        for each, relative in zip(found, relatives, strict=True):
            real = _real(each)
            if real in seen:
                continue
            seen.add(real)
            source = Source(each, relative)
            unfit = _unfit(each)
            yield Outcome(source, unfit) if unfit else source


def _real(path: Path) -> Path:
    """The file behind links; a loop of links stands for itself."""
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path.absolute()


def _unfit(path: Path) -> Failure | None:
    if not path.exists():
        broken = "a symbolic link to nowhere" if path.is_symlink() else "no such file or directory"
        return Failure(broken, "check the path")
    if not path.is_file():
        return Failure("not a regular file", "give a Python file or a folder")
    if path.suffix == ".ipynb":
        return Failure("a notebook", "export it first: jupyter nbconvert --to script NOTEBOOK")
    return None


def _walk(top: Path, exclude: Sequence[str], exclude_from: Path) -> Iterator[Path]:
    """Python files below `top`, except what .gitignore names, hidden folders, and folders of installed code."""
    ignored = _IgnoreFiles(top)
    ignored.add(exclude_from, exclude)
    for folder, folders, files in os.walk(top):
        here = Path(folder)
        ignored.enter(here)
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith(".")
            and name not in SKIPPED_FOLDERS
            and not (here / name / "pyvenv.cfg").exists()
            and not ignored.match(here / name, folder=True)
        )
        for name in files:
            if name.endswith(".py") and not ignored.match(here / name):
                yield here / name


class _IgnoreFiles:
    """The .gitignore files from `top` down."""

    def __init__(self, top: Path) -> None:
        self._specs: list[tuple[Path, GitIgnoreSpec]] = []
        above = top.resolve().parents
        root = next((folder for folder in (top.resolve(), *above) if (folder / ".git").exists()), None)
        for folder in reversed(above if root is not None else ()):
            if root in (folder, *folder.parents):
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


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Leave garbage alone while syntax trees grow: looking for it there finds none, and takes a sixth of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class Task(ABC, Generic[Found_co]):
    """What is done to each file."""

    @property
    @abstractmethod
    def verb(self) -> str:
        """What the progress bar calls it."""

    @abstractmethod
    def process(self, source: bytes, local: frozenset[str]) -> Found_co | Failure:
        """Make a result of a source; `local` names the top-level modules that the project has itself."""

    def __call__(self, source: Source) -> Outcome[Found_co | Failure]:
        """Read and process one file; never raises."""
        try:
            before = source.path.read_bytes()
        except OSError as error:
            return Outcome(source, Failure(f"cannot be read: {error.strerror}", "check its permissions"))
        return Outcome(source, self.on(before, local_modules(source.path)))

    def on(self, source: bytes, local: frozenset[str] = frozenset()) -> Found_co | Failure:
        """Process bytes, with a bug of ours turned into a refusal of this one file."""
        try:
            with _uncollected():
                return self.process(source, local)
        except Exception as error:  # noqa: BLE001 - one file must never stop the others
            reason = f"internal error ({type(error).__name__}: {error})".replace("\n", " ")
            return Failure(reason, "the file is untouched; please report this with a small example")


@dataclass(frozen=True)
class Work(Task[Upgraded]):
    """`upgrade`, or `check` alone."""

    settings: Settings
    check: bool = False

    @property
    def verb(self) -> str:
        return "checking" if self.check else "upgrading"

    def process(self, source: bytes, local: frozenset[str]) -> Result:
        return (check if self.check else upgrade)(source, self.settings, local)


def local_modules(path: Path) -> frozenset[str]:
    """Modules beside a script, or at the top of its repository, that stand in front of the installed ones."""
    return _local_modules(path.resolve().parent)


@cache
def _local_modules(folder: Path) -> frozenset[str]:
    top = next((above for above in (folder, *folder.parents) if (above / ".git").exists()), folder)
    return frozenset(name for name in (*FAMILIES, SHIMS) for place in {folder, top} if _is_module(place, name))


def _is_module(folder: Path, name: str) -> bool:
    """Whether a folder has a module of that name; a clone of this project has the shims themselves."""
    if name == SHIMS and (folder / name / "tables" / "shims.py").is_file():
        return False
    return (folder / f"{name}.py").is_file() or (folder / name / "__init__.py").is_file()


def write_in_place(outcome: Outcome[Result]) -> Outcome[Result]:
    """Replace the file by its upgraded text, atomically; a file that needs nothing is not touched."""
    result = outcome.result
    if not isinstance(result, Upgraded) or not result.changed:
        return outcome
    target = outcome.source.path.resolve()
    try:
        if not target.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
            return Outcome(outcome.source, Failure("read-only", "make it writable: chmod u+w FILE"))
        if target.read_bytes() != result.before:
            return Outcome(outcome.source, Failure("changed on disk in the meantime", "run the upgrade again"))
        _replace(target, result.after, target)
    except OSError as error:
        return Outcome(
            outcome.source, Failure(f"cannot be written: {error.strerror}", "check the folder's permissions")
        )
    return outcome


def write_to(outcome: Outcome[Result], folder: Path, taken: set[Path]) -> Outcome[Result]:
    """Write the result below `folder`; two sources of one name are not written over each other."""
    result = outcome.result
    if not isinstance(result, Upgraded):
        return outcome
    target = folder / outcome.source.relative
    if target in taken:
        return Outcome(outcome.source, Failure(f"{target} is another source's result", "upgrade them one at a time"))
    taken.add(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _replace(target, result.after, outcome.source.path)
    except OSError as error:
        return Outcome(outcome.source, Failure(f"{target} cannot be written: {error.strerror}", "check the folder"))
    return outcome


def _replace(target: Path, content: bytes, model: Path) -> None:
    """Write `content` beside `target` with the mode and owner of `model`, then move it there in one step."""
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
