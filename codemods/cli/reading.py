"""Reads a source and processes it for a command; an error in one file does not stop the others."""

from __future__ import annotations

import ast
import contextlib
import gc
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from itertools import takewhile
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

from codemods.cli import time_limit
from codemods.cli.discovery import NOTEBOOK, Outcome, Source, is_file
from codemods.cli.last_commits import last_commit
from codemods.cli.layer_names import kind_of_layer_in
from codemods.cli.loaded_models import loading_beside
from codemods.cli.module_paths import KNOWN, content_of, direct_importers_of, importers_of, located, top_of
from codemods.cli.saved_lambdas import saving_lambdas_beside
from codemods.cli.saved_models import is_saved_in
from codemods.cli.stored_logs import storing_beside
from codemods.cli.time_limit import TimeIsUp, limited
from codemods.cli.told_releases import linked_beside, neighbours_of, pins_beside
from codemods.cli.written_weights import writer_in
from codemods.engine.form_feeds import without_form_feeds
from codemods.engine.indentation import evenly_indented
from codemods.notebooks.document import Document, is_notebook
from codemods.notebooks.document import read as read_notebook
from codemods.pins.kinds import kind_of
from codemods.releases.vintage import Vintage
from codemods.source.canonical_names import SHIMS
from codemods.source.parsing import python_tree
from codemods.source.project import ALONE, LayerKind, Project
from codemods.types import Failure, Settings

if TYPE_CHECKING:
    from codemods.source.file import File

_TELLING = re.compile(
    rb"keras|tensorflow|from\s+\.|import\s+\*|yield|^class\s+\w+\(|def\s+\w+\([^)]*\bmodel\b", re.MULTILINE
)
"""What a module has that makes models, takes or hands them on, or makes batches."""
_SMALL = 2_000
"""Bytes of a module that may do no more than hand names on."""
_LARGE = 1_000_000
"""Bytes of a module that is data rather than code."""

Found_co = TypeVar("Found_co", covariant=True)


class Around(NamedTuple):
    """How the modules around a file are seen: as they will be in Python 3, and on the shims."""

    python_2: bool = False
    shims: bool = False


AS_THEY_ARE = Around()


class Process(Protocol[Found_co]):
    """Turns a source into a result; `project` knows the modules around it."""

    def __call__(self, source: bytes, /, *, project: Project) -> Found_co | Failure: ...


class ProcessPins(Protocol[Found_co]):
    """Turns a file that pins packages into a result; its path tells the kind."""

    def __call__(self, source: bytes, path: PurePath, /) -> Found_co | Failure: ...


class Work(Protocol[Found_co]):
    """Turns a source into its outcome; `verb` is for the progress bar."""

    @property
    def verb(self) -> str: ...

    @property
    def reads_pins(self) -> bool: ...

    def prepare(self) -> object:
        """Load what the work on any file needs, before there are workers that share it."""

    def __call__(self, source: Source, /) -> Outcome[Found_co | Failure]: ...


@dataclass(frozen=True)
class Task(Generic[Found_co]):
    """The work to do on each script, each notebook and each file that pins packages; `verb` is for the progress bar.

    `around` says how it sees the modules around them. `load` loads what it needs.
    """

    verb: str
    on_script: Process[Found_co]
    on_notebook: Process[Found_co]
    on_pins: ProcessPins[Found_co] | None = None
    around: Around = AS_THEY_ARE
    load: Callable[[], object] = tuple

    @property
    def reads_pins(self) -> bool:
        """True if files that pin packages are looked for."""
        return self.on_pins is not None

    def prepare(self) -> object:
        """Load what the work on any file needs."""
        return self.load()

    def __call__(self, source: Source) -> Outcome[Found_co | Failure]:
        """Read and process one file; never raises."""
        content = source.content
        if content is None:
            try:
                content = source.path.read_bytes()
            except OSError as error:
                return Outcome(source, Failure(f"cannot be read: {error.strerror}", "check its permissions"))
        return Outcome(source, self.process(source, content))

    def process(self, source: Source, content: bytes) -> Found_co | Failure:
        """Process a content of a file; never raises."""
        if source.content is not None:
            return guarded(self.on_notebook if is_notebook(content) else self.on_script, content)
        if self.on_pins is not None and kind_of(source.path.absolute()) is not None:
            return guarded(partial(_with_path, self.on_pins, source.path.absolute()), content)
        process = self.on_notebook if source.path.suffix == NOTEBOOK else self.on_script
        return guarded(process, content, project_of(source.path, self.around))


def _with_path(
    process: ProcessPins[Found_co], path: PurePath, source: bytes, *, project: Project
) -> Found_co | Failure:
    del project  # pins stand for themselves
    return process(source, path)


def guarded(process: Process[Found_co], source: bytes, project: Project = ALONE) -> Found_co | Failure:
    """Process bytes; a bug of ours becomes a `Failure` of this one file."""
    try:
        with uncollected(), limited(time_limit.SECONDS):
            return process(source, project=project)
    except TimeIsUp:
        said = f"not understood after {time_limit.SECONDS:g} seconds of processor time"
        return Failure(said, "the file is untouched; split it, or exclude it if it is data or generated")
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


def project_of(path: Path, around: Around = AS_THEY_ARE) -> Project:
    """The modules beside a script, or at the top of its repository or of what was unpacked from an archive of it."""
    file = path.resolve()
    places: dict[str, Path | None] = {}
    module = partial(_module, file, places, around=around)
    return Project(
        local=_local(file),
        module=module,
        beside=modules_of_package(file.parent) if around.python_2 else frozenset(),
        writer=partial(writer_of, file),
        names_in=partial(_module, file, places, around=around, tells=True),
        importers=partial(_importing, file, around=around),
        direct_importers=partial(_directly_importing, file, around=around),
        mentioned=partial(_mentioned, file),
        storing=partial(_storing, file, around=around),
        loading=partial(_loading, file),
        home=str(file),
        is_saved=partial(is_saved, file),
        kind_of_layer=partial(kind_of_layer, file),
        saving_lambdas=partial(_saving_lambdas, file, around=around),
        linked=partial(_linked, file, around=around),
        neighbours=partial(_neighbours, file, around=around),
        pins=partial(pins_beside, file),
        vintage=partial(vintage_of, file),
        asks_for_keras_2=partial(_asks_for_keras_2, file, places),
    )


def writer_of(file: Path, name: str) -> tuple[str, str] | None:
    """The other file of the project that writes a file of this name, and the name that Keras 3 gives it."""
    return writer_in(top_of(file.parent), file, name)


def is_saved(file: Path, name: str) -> bool:
    """True if a file of the project may save a model under this name."""
    return is_saved_in(top_of(file.parent), file, name)


def vintage_of(file: Path) -> Vintage:
    """The day of the last commit of a file."""
    return Vintage(last_commit(file))


def kind_of_layer(file: Path, name: str) -> LayerKind:
    """Whether a name is that of an input in the files of the project."""
    return kind_of_layer_in(top_of(file.parent), file, name)


asked: defaultdict[Path, dict[str, Path | None]] = defaultdict(dict)
"""For each file the modules that it was looked up for, and where they are; what is kept of a file rests on them."""


def _local(file: Path) -> frozenset[str]:
    """The modules of the project that an import without dots may mean in a file.

    A file that needs its package around it is not run from its folder, so those beside it are not meant.
    """
    found = local_modules(file.parent)
    if not found or not _needs_package(file):
        return found
    top = top_of(file.parent)
    return frozenset(name for name in found if top != file.parent and _is_module(top, name))


def _needs_package(file: Path) -> bool:
    """True if a file in a package imports by dots, or in a package of a package by the name of the outermost one."""
    packages = list(takewhile(lambda each: is_file(each / "__init__.py"), file.parents))
    roots = _imported_roots(file) if packages else None
    if not roots:
        return False
    return "" in roots or (len(packages) > 1 and packages[-1].name in roots)


def _imported_roots(file: Path) -> set[str] | None:
    """What a module imports from in any case; "" for its own package, by dots. None if it cannot be parsed."""
    tree = python_tree(content_of(file))
    if tree is None:
        return None
    roots: set[str] = set()
    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom):
            roots.add("" if statement.level else (statement.module or "").partition(".")[0])
        elif isinstance(statement, ast.Import):
            roots.update(each.name.partition(".")[0] for each in statement.names)
    return roots


@cache
def local_modules(folder: Path) -> frozenset[str]:
    """The modules of a project that are called as installed ones are."""
    return frozenset(name for name in KNOWN for place in {folder, top_of(folder)} if _is_module(place, name))


@cache
def modules_of_package(folder: Path) -> frozenset[str]:
    """The modules in a folder that is a package."""
    if not is_file(folder / "__init__.py"):
        return frozenset()
    packages = (each.parent.name for each in folder.glob("*/__init__.py"))
    return frozenset(each.stem for each in folder.glob("*.py")) | frozenset(packages)


def _module(
    file: Path, places: dict[str, Path | None], name: str, *, around: Around, tells: bool = False
) -> File | None:
    """The module of the project that an import in a file names; `places` keeps where those are that were asked for."""
    if name not in places:
        places[name] = asked[file][name] = located(file.parent, name)
    path = places[name]
    return _read(path, around, tells=tells) if path is not None else None


def _asks_for_keras_2(file: Path, places: dict[str, Path | None], name: str) -> bool | None:
    """Whether a package sets `TF_USE_LEGACY_KERAS` as it is imported; None if the name means none for a file."""
    if name not in places:
        places[name] = asked[file][name] = located(file.parent, name)
    path = places[name]
    if path is None:
        return None
    from codemods.source.legacy_keras import sets_switch

    return path != file and sets_switch(content_of(path))


def _importing(file: Path, *texts: str, around: Around) -> Iterator[File]:
    """The other modules of the project that import a file, directly or not, and have some texts in them."""
    importing = importers_of(file)
    return _modules((path for path in importing if all(each.encode() in content_of(path) for each in texts)), around)


def _directly_importing(file: Path, *, around: Around) -> Iterator[File]:
    """The other modules of the project that import a file themselves."""
    return _modules(direct_importers_of(file), around)


def _modules(paths: Iterable[Path], around: Around) -> Iterator[File]:
    """Those of some files that can be read."""
    for path in paths:
        if (module := _read(path, around, tells=True)) is not None:
            yield module


def _storing(file: Path, *, around: Around) -> Iterator[File]:
    """The other files of the project that write a history or logs to a disk."""
    return _modules(storing_beside(top_of(file.parent), file), around)


def _saving_lambdas(file: Path, name: str, *, around: Around) -> Iterator[tuple[File, bool]]:
    """The other files of the project that may save a model with `Lambda` layers under a name."""
    for path, is_known in saving_lambdas_beside(top_of(file.parent), file, name):
        if (module := _read(path, around, tells=True)) is not None:
            yield module, is_known


def _linked(file: Path, *, around: Around) -> Iterator[File]:
    """The files that run together with one, and use Keras or TensorFlow."""
    return _modules(linked_beside(file), around)


def _neighbours(file: Path, *, around: Around) -> Iterator[File]:
    """The other files of a project that use Keras or TensorFlow."""
    return _modules(neighbours_of(file), around)


def _loading(file: Path) -> bool:
    """True if another file of the project loads models as they were compiled."""
    return bool(loading_beside(top_of(file.parent), file))


def _mentioned(file: Path, words: Collection[str]) -> bool:
    """True if a module that imports a file, directly or not, has one of some words."""
    pattern = re.compile(rb"\b(?:%s)\b" % "|".join(words).encode())
    return any(pattern.search(content_of(path)) is not None for path in importers_of(file))


def _read(path: Path, around: Around, *, tells: bool = False) -> File | None:
    """A module; None if it cannot be read, or if it is being read, because modules import each other with stars.

    `tells` says that it is known to have something to tell.
    """
    if path in _being_read:
        return None
    _being_read.add(path)
    try:
        return _parsed(path, path.stat().st_mtime_ns, around, tells=tells)
    except FileNotFoundError:
        return None
    finally:
        _being_read.discard(path)


_being_read: set[Path] = set()


def _opened(content: bytes) -> tuple[bytes, Document | None]:
    """A script as it is, and the program of a notebook, with the notebook; nothing of one that cannot be read."""
    if not is_notebook(content):
        return content, None
    from codemods.notebooks.program import Program

    document = read_notebook(content)
    return (b"", None) if isinstance(document, Failure) else (Program(document).code, document)


def _project_around(path: Path, around: Around, notebook: Document | None) -> Project:
    project = project_of(path, around)
    if notebook is None:
        return project
    from codemods.notebooks.kernels import with_kernel

    return with_kernel(project, notebook)


@lru_cache(maxsize=128)
def _parsed(path: Path, changed: int, around: Around, *, tells: bool) -> File | None:
    """A module as it is on the disk, or will be; None if it cannot be parsed, or has nothing to tell."""
    del changed  # it is in the key
    try:
        code, notebook = _opened(path.read_bytes())
        source = without_form_feeds(code)
    except OSError:
        return None
    if len(source) >= _LARGE or not (tells or len(source) < _SMALL or _TELLING.search(source) is not None):
        return None
    from codemods.engine.engine import on_shims
    from codemods.engine.python_2 import translated
    from codemods.python_2.translation import Translation
    from codemods.source.file import File
    from codemods.source.parsing import parse

    translation = translated(source, Settings(python_2=around.python_2))
    if isinstance(translation, Translation):
        source = without_form_feeds(translation.after)
    if around.shims:
        source = on_shims(source)
    module = parse(source)
    if isinstance(module, Failure) and (even := evenly_indented(source)) is not source:
        source = even
        module = parse(source)
    if isinstance(module, Failure) or python_tree(source) is None:
        return None
    try:
        return File(module, source, project=_project_around(path, around, notebook))
    except RecursionError:
        return None


def _is_module(folder: Path, name: str) -> bool:
    """True if a folder has a module of that name; the shims themselves, in a clone of this project, do not count."""
    if name == SHIMS and is_file(folder / name / "tables" / "names" / "shims.py"):
        return False
    return is_file(folder / name / "__init__.py") or _is_meant(folder / f"{name}.py", name)


def _is_meant(path: Path, name: str) -> bool:
    """True if `import NAME` may give this module: one that imports NAME itself, or its package, is of a package alone.

    By dots it imports its package in any case, even where the package has no `__init__.py`.
    """
    if not is_file(path):
        return False
    roots = _imported_roots(path)
    return roots is None or not ({"", name} & roots or _needs_package(path))
