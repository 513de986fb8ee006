"""Where the modules of a project are, and which of its files import them."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

from codemods.cli.discovery import NOTEBOOK, Outcome, find_sources, is_file, is_package, is_project, project_folder_of
from codemods.source.canonical_names import FAMILIES, SHIMS
from compat.tables.removed.ended_packages import ENDED_PACKAGES

KNOWN = (*FAMILIES, SHIMS, *(row.legacy.partition(".")[0] for row in ENDED_PACKAGES))
"""The modules that a project may have itself, under the name of an installed one."""

_OF_THE_FAMILY = (*FAMILIES, SHIMS)

top_of = cache(project_folder_of)

_SOURCES = (".py", NOTEBOOK)
_LARGE = 1_000_000
"""Bytes of a module that is data rather than code."""
_MOST = 100
"""More importers than a module has whose models can still be followed."""
_IMPORT = re.compile(
    rb"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]+(\([^)]*\)|(?:[^\n#\\]|\\\n)+)|import[ \t]+([^\n#;]+))",
    re.MULTILINE,
)
_END_OF_LINE = re.compile(rb'\\n"?|"')
_ALIAS = re.compile(r"\s+as\s+\w+")

asked: dict[Path, tuple[Path, ...]] = {}
"""For each file whose importers were asked for, the importers; what is kept of a file rests on them."""


def located(folder: Path, name: str) -> Path | None:
    """The file of the module that an import in a folder names."""
    plain = name.lstrip(".")
    parts = plain.split(".") if plain else []
    places = [*dict.fromkeys((folder, _around_package(folder), top_of(folder)))]
    if plain != name:
        places = [[folder, *folder.parents][min(len(name) - len(plain) - 1, len(folder.parents))]]
    if parts and plain == name and parts[0] in _OF_THE_FAMILY:
        return None
    for place in places:
        for path in (
            place.joinpath(*parts).with_suffix(".py") if parts else None,
            place.joinpath(*parts, "__init__.py"),
        ):
            if path is not None and is_file(path):
                return path
    return None


@cache
def _around_package(folder: Path) -> Path:
    """The folder that a package lies in, from which `python -m trainer.task` runs its modules."""
    while is_file(folder / "__init__.py") and folder.parent != folder:
        folder = folder.parent
    return folder


@cache
def sources_of(top: Path) -> tuple[Path, ...]:
    """The scripts and notebooks of a project, or of a folder and the packages in it: what else is there may be much."""
    beside = (each for each in sorted(top.iterdir()) if is_package(each) or (each.suffix in _SOURCES and is_file(each)))
    found = find_sources([top] if is_project(top) else [*beside])
    return tuple(source.path for source in found if not isinstance(source, Outcome))


def content_of(path: Path) -> bytes:
    """The bytes of a source; none of one that cannot be read, or that is data rather than code."""
    try:
        state = path.stat()
        return _content(path, state.st_mtime_ns) if state.st_size < _LARGE else b""
    except OSError:
        return b""


@lru_cache(maxsize=256)
def _content(path: Path, changed: int) -> bytes:
    del changed  # it is in the key
    return path.read_bytes()


def importers_of(file: Path) -> tuple[Path, ...]:
    """The scripts and notebooks of the project that import a module, directly or through others; nearest first."""
    top = top_of(file.parent)
    found: dict[Path, None] = {}
    pending = [file]
    for each in pending:
        new = [path for path in _direct_importers(top, each) if path not in found and path != file]
        found.update(dict.fromkeys(new))
        pending += new
    asked[file] = tuple(found)[:_MOST]
    return asked[file]


def direct_importers_of(file: Path) -> tuple[Path, ...]:
    """Those of them that import it themselves."""
    importers_of(file)  # what a file asks of its project is noted there
    return tuple(each for each in _direct_importers(top_of(file.parent), file) if each != file)


def linked_to(file: Path) -> tuple[Path, ...]:
    """The other files that run together with one: those that import it, and all that these and the file import."""
    found = dict.fromkeys([file, *importers_of(file)])
    pending = list(found)
    for each in pending:
        new = [path for path in _imported_by(each) if path not in found]
        found.update(dict.fromkeys(new))
        pending += new
        if len(found) > _MOST:
            break
    return tuple(each for each in found if each != file)[:_MOST]


@cache
def _imported_by(path: Path) -> tuple[Path, ...]:
    """The files of the project that a source imports, as far as its text shows."""
    placed = (_placed(path.parent, name) for name in dict.fromkeys(_imported(_lines(path))))
    return tuple(dict.fromkeys(each for each in placed if each is not None and each != path))


@cache
def _direct_importers(top: Path, file: Path) -> tuple[Path, ...]:
    """The scripts and notebooks of a project with an import of a module's name that leads to its file."""
    is_whole_package = file.stem == "__init__"
    naming = _naming(top)
    named = naming.get(file.parent.name if is_whole_package else file.stem, ())
    dots = naming.get("", ()) if is_whole_package else ()
    return tuple(dict.fromkeys(path for path, name in (*named, *dots) if _placed(path.parent, name) == file))


@cache
def _naming(top: Path) -> dict[str, list[tuple[Path, str]]]:
    """For each last part of a module's name the sources of a project that import it, and the names that they import.

    A file is looked for only where its name is asked for: most imports of a project are of installed packages.
    """
    found: defaultdict[str, list[tuple[Path, str]]] = defaultdict(list)
    for path in (each.resolve() for each in sources_of(top)):
        for name in dict.fromkeys(_imported(_lines(path))):
            found[name.rpartition(".")[-1]].append((path, name))
    return found


@cache  # most files of a folder import the same modules
def _placed(folder: Path, name: str) -> Path | None:
    first = name.partition(".")[0]
    roots = (folder, _around_package(folder), top_of(folder))
    is_here = not first or any(first in _names_in(each) for each in roots)
    return located(folder, name) if is_here else None


@cache
def _names_in(folder: Path) -> frozenset[str]:
    """The names in a folder that may be modules, without suffixes: asked once, where each file would be asked for."""
    try:
        return frozenset(each.partition(".")[0] for each in os.listdir(folder))  # noqa: PTH208 - names alone
    except OSError:
        return frozenset()


def _imported(content: bytes) -> Iterator[str]:
    """The modules that a source may import; each name of `from package import name` may be one."""
    for match in _IMPORT.finditer(content):
        module, names, plain = ((each or b"").decode(errors="replace") for each in match.groups())
        listed = [_ALIAS.sub("", each).strip("() \t\r\n\\") for each in (names or plain).split(",")]
        if module:
            yield module
            listed = [f"{(module.rstrip('.') and module + '.') or module}{each}" for each in listed]
        yield from (each for each in listed if re.fullmatch(r"[.\w]+", each))


def _lines(path: Path) -> bytes:
    """The lines of a script, or those that the cells of a notebook hold as texts of JSON."""
    content = content_of(path)
    return content if path.suffix != NOTEBOOK else _END_OF_LINE.sub(b"\n", content)
