"""The results of `check`, kept until the file, a module that was looked into for it, or the tool changes.

An entry is JSON and not a pickle, as it may come with a project that a stranger made.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from typing import Any

from codemods.cli import (
    last_commits,
    layer_names,
    loaded_models,
    module_paths,
    saved_lambdas,
    saved_models,
    stored_logs,
    told_releases,
    written_weights,
)
from codemods.cli.discovery import Outcome, Source
from codemods.cli.last_commits import last_commit
from codemods.cli.loaded_models import loading_beside
from codemods.cli.module_paths import importers_of, located, top_of
from codemods.cli.reading import Task, asked, is_saved, kind_of_layer, local_modules, modules_of_package, writer_of
from codemods.cli.saved_lambdas import saving_lambdas_beside
from codemods.cli.stored_logs import storing_beside
from codemods.cli.told_releases import told_beside
from codemods.source.python_2_grammar import library
from codemods.types import Failure, Finding, Fix, Result, Upgraded

FOLDER = ".codemods_cache"

_UNUSABLE = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)
_TYPES = tuple(type(each) for each in Finding("", 0, 0, "", "", ""))


@dataclass(frozen=True)
class Cache:
    """The entries in a folder for one set of options; what cannot be read or written is no error."""

    folder: Path
    options: str

    def known(self, source: Source) -> Outcome[Upgraded] | None:
        """The result of an earlier run, if nothing that it rests on has changed."""
        if source.content is not None:
            return None
        try:
            entry = json.loads(self._path(source).read_bytes())
            content = source.path.read_bytes()
            if entry["tool"] != tool() or entry["content"] != _digest(content) or not _still_holds(entry, source.path):
                return None
            return Outcome(source, _result(entry, content))
        except _UNUSABLE:
            return None

    def keep(self, outcome: Outcome[Result]) -> None:
        """Write the entry of a file; a failure is looked at again in the next run."""
        source, result = outcome.source, outcome.result
        if isinstance(result, Failure) or source.content is not None:
            return
        with contextlib.suppress(*_UNUSABLE):
            entry = {
                "tool": tool(),
                "content": _digest(result.before),
                **_basis(source.path.resolve()),
                "findings": list(result.findings),
                "notes": list(result.notes),
                "unread": result.unread,
                "of_project": result.of_project,
                "vintage": result.vintage,
                "fixes": [(each.code, each.after.decode("latin-1")) for each in result.fixes],
                "program": result.program.decode("utf-8", "surrogateescape") if result.program is not None else None,
            }
            self._prepare()
            path = self._path(source)
            written = path.with_suffix(f".{os.getpid()}.tmp")
            written.write_text(json.dumps(entry))
            written.replace(path)

    def _path(self, source: Source) -> Path:
        if self.folder.is_symlink():
            raise NotADirectoryError(self.folder)
        name = f"{source.path.resolve()}\n{self.options}"
        return self.folder / f"{_digest(name.encode('utf-8', 'surrogateescape'))}.json"

    def _prepare(self) -> None:
        self.folder.mkdir(exist_ok=True)
        ignored = self.folder / ".gitignore"
        if not ignored.exists():
            with contextlib.suppress(FileExistsError), ignored.open("x") as file:
                file.write("*\n")


@dataclass(frozen=True)
class Remembered:
    """A task whose results are kept."""

    task: Task[Upgraded]
    cache: Cache

    @property
    def verb(self) -> str:
        return self.task.verb

    @property
    def reads_pins(self) -> bool:
        return self.task.reads_pins

    def prepare(self) -> object:
        return self.task.prepare()

    def __call__(self, source: Source) -> Outcome[Result]:
        outcome = self.task(source)
        self.cache.keep(outcome)
        return outcome


def _basis(path: Path) -> dict[str, Any]:
    """What a result rests on beside the file itself: the modules that were looked up, and those that were found."""
    looked_up: list[tuple[str, str, str | None]] = []
    modules: dict[str, str] = {}
    folders: dict[str, list[str]] = {}
    importers = module_paths.asked.get(path)
    pending = [path, *(importers or ())]
    modules.update({str(each): _digest_of(each) for each in pending[1:]})
    seen = {*pending}
    while pending:
        file = pending.pop()
        folders[str(file.parent)] = sorted(local_modules(file.parent))
        for name, found in asked[file].items():
            looked_up.append((str(file.parent), name, str(found) if found else None))
            if found is not None and found not in seen:
                seen.add(found)
                pending.append(found)
                modules[str(found)] = _digest_of(found)
    beside = {folder: sorted(modules_of_package(Path(folder))) for folder in folders}
    written = written_weights.asked[path]
    storing = stored_logs.asked.get(path)
    modules.update({str(each): _digest_of(each) for each in storing or ()})
    loading = loaded_models.asked.get(path)
    lambdas = saved_lambdas.asked[path]
    told = told_releases.asked.get(path)
    modules.update({str(each): _digest_of(each) for each in told or ()})
    modules.update({str(each): _digest_of(each) for found in lambdas.values() for each, _ in found})
    return {
        "looked_up": looked_up,
        "modules": modules,
        "local": folders,
        "beside": beside,
        "written": written,
        "saved": saved_models.asked[path],
        "layers": layer_names.asked[path],
        "commits": {str(each): str(day) for each, day in _days({str(path), *modules}).items()},
        "lambdas": {name: _as_texts(found) for name, found in lambdas.items()},
        "importers": [*map(str, importers)] if importers is not None else None,
        "storing": [*map(str, storing)] if storing is not None else None,
        "loading": [*map(str, loading)] if loading is not None else None,
        "told": _told(path) if told is not None else None,
    }


def _still_holds(entry: Mapping[str, Any], path: Path) -> bool:
    return (
        all(sorted(local_modules(Path(folder))) == names for folder, names in entry["local"].items())
        and all(sorted(modules_of_package(Path(folder))) == names for folder, names in entry["beside"].items())
        and all(_located(folder, name) == found for folder, name, found in entry["looked_up"])
        and all(_digest_of(Path(module)) == digest for module, digest in entry["modules"].items())
        and all(_names(path, name) == found for name, found in entry["written"].items())
        and all(is_saved(path.resolve(), name) == found for name, found in entry["saved"].items())
        and all(kind_of_layer(path.resolve(), name).value == found for name, found in entry["layers"].items())
        and all(_lambdas(path, name) == found for name, found in entry["lambdas"].items())
        and all(str(last_commit(Path(file))) == day for file, day in entry["commits"].items())
        and entry["importers"] in (None, [*map(str, importers_of(path.resolve()))])
        and entry["storing"] in (None, [*map(str, storing_beside(top_of(path.resolve().parent), path.resolve()))])
        and entry["loading"] in (None, [*map(str, loading_beside(top_of(path.resolve().parent), path.resolve()))])
        and entry["told"] in (None, _told(path.resolve()))
    )


def _told(path: Path) -> list[str]:
    return [*map(str, dict.fromkeys(told_beside(path)))]


def _days(files: Iterable[str]) -> dict[str, date | None]:
    """The last commits of files that were asked for."""
    return {each: last_commits.asked[Path(each)] for each in files if Path(each) in last_commits.asked}


def _names(path: Path, name: str) -> list[str] | None:
    found = writer_of(path.resolve(), name)
    return [*found] if found is not None else None


def _lambdas(path: Path, name: str) -> list[list[str]]:
    file = path.resolve()
    return _as_texts(saving_lambdas_beside(top_of(file.parent), file, name))


def _as_texts(found: Iterable[tuple[Path, bool]]) -> list[list[str]]:
    return [[str(each), str(is_known)] for each, is_known in found]


@cache
def _located(folder: str, name: str) -> str | None:
    found = located(Path(folder), name)
    return str(found) if found else None


def _digest_of(path: Path) -> str:
    return _digest(path.read_bytes())


def _digest(content: bytes) -> str:
    return blake2b(content, digest_size=16).hexdigest()


def _result(entry: Mapping[str, Any], content: bytes) -> Upgraded:
    program = entry["program"].encode("utf-8", "surrogateescape") if entry["program"] is not None else None
    findings, notes = (tuple(_finding(each) for each in entry[name]) for name in ("findings", "notes"))
    fixes = tuple(Fix(code, after.encode("latin-1")) for code, after in entry["fixes"])
    return Upgraded(
        content,
        content,
        (),
        findings,
        notes,
        unread=entry["unread"],
        program=program,
        fixes=fixes,
        of_project=bool(entry["of_project"]),
        vintage=entry["vintage"],
    )


def _finding(values: list[Any]) -> Finding:
    if tuple(map(type, values)) != _TYPES:
        raise ValueError("not a finding")
    return Finding(*values)


@cache
def tool() -> str:
    """What the tool is: its files, the parser, and the Python that it runs on."""
    root = Path(__file__).parents[2]
    files = (file for part in ("codemods", "compat/tables") for file in (root / part).rglob("*.*"))
    states = [(str(file), status.st_size, status.st_mtime_ns) for file in sorted(files) if (status := _state(file))]
    return _digest(repr((states, version("libcst"), library(), sys.version)).encode())


def _state(file: Path) -> os.stat_result | None:
    return file.stat() if file.suffix not in {".pyc", ".md"} and file.is_file() else None
