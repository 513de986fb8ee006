"""Reads a source and processes it for a command; an error in one file does not stop the others."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from codemods.cli.discovery import Outcome, Source
from codemods.source.canonical_names import FAMILIES, SHIMS
from codemods.types import Failure
from compat.tables.removed.ended_packages import ENDED_PACKAGES

_KNOWN = (*FAMILIES, SHIMS, *(row.legacy for row in ENDED_PACKAGES))
"""The modules that a project may have itself, under the name of an installed one."""

Found_co = TypeVar("Found_co", covariant=True)


class Process(Protocol[Found_co]):
    """Turns a source into a result; `local` names the top-level modules of the project around it."""

    def __call__(self, source: bytes, /, *, local: frozenset[str]) -> Found_co | Failure: ...


@dataclass(frozen=True)
class Task(Generic[Found_co]):
    """The work to do on each file, and the verb for the progress bar."""

    verb: str
    process: Process[Found_co]

    def __call__(self, source: Source) -> Outcome[Found_co | Failure]:
        """Read and process one file; never raises."""
        if source.content is not None:
            return Outcome(source, self.on(source.content))
        try:
            content = source.path.read_bytes()
        except OSError as error:
            return Outcome(source, Failure(f"cannot be read: {error.strerror}", "check its permissions"))
        return Outcome(source, self.on(content, local_modules(source.path)))

    def on(self, source: bytes, local: frozenset[str] = frozenset()) -> Found_co | Failure:
        """Process bytes; a bug of ours becomes a `Failure` of this one file."""
        try:
            with uncollected():
                return self.process(source, local=local)
        except Exception as error:  # noqa: BLE001 - one file must never stop the others
            reason = f"internal error ({type(error).__name__}: {error})".replace("\n", " ")
            return Failure(reason, "the file is untouched; please report this with a small example")


@contextlib.contextmanager
def uncollected() -> Iterator[None]:
    """Turn garbage collection off while syntax trees grow: it finds nothing there and takes a sixth of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def local_modules(path: Path) -> frozenset[str]:
    """Modules beside a script, or at the top of its repository, that hide the installed ones."""
    return _local_modules(path.resolve().parent)


@cache
def _local_modules(folder: Path) -> frozenset[str]:
    top = next((above for above in (folder, *folder.parents) if (above / ".git").exists()), folder)
    return frozenset(name for name in _KNOWN for place in {folder, top} if _is_module(place, name))


def _is_module(folder: Path, name: str) -> bool:
    """True if a folder has a module of that name; the shims themselves, in a clone of this project, do not count."""
    if name == SHIMS and (folder / name / "tables" / "names" / "shims.py").is_file():
        return False
    return (folder / f"{name}.py").is_file() or (folder / name / "__init__.py").is_file()
