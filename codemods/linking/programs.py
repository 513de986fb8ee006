"""The programs that a file is a part of: what other modules hold stands in the places of their imports.

A rule looks at one file. It misses that the model which one file trains is made in another one, or that the labels
come from a third. In a program it sees them: the statements of a module, as far as something needs them, take the
place of its import. Of two globals of one name the later one gets another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, islice
from typing import NamedTuple

import libcst as cst

from codemods.linking.imports import Global, brings_module, imported_at, reads
from codemods.linking.statements import Statement, binding, needed_with, statements
from codemods.linking.twins import Twins, twins
from codemods.rewriting.add_imports import is_future
from codemods.rewriting.replace import replaced
from codemods.source.file import File, name_of
from codemods.source.scopes import IMPORT, Binding

_IMPORTERS = 3
"""The importers of a file, the nearest first, whose programs are looked at."""
_MODULES = 12
_BYTES = 60_000
"""More than a program may have: what is larger takes too long."""


_APART = "__"
"""Between the name of a global and the number that tells it from others of that name."""


class Program(NamedTuple):
    """A module that is made of several files, its source, and the file that imports the others.

    `own` gives for each node that the file brings the node of the file that it stands for; `others` has the files
    around it.
    """

    module: cst.Module
    source: bytes
    root: File
    own: Twins
    others: tuple[File, ...]


def programs(file: File) -> Iterator[Program]:
    """The file with the modules that it imports, and each of its importers with the file."""
    imports = (file,) if imported_at(file) else ()
    for root in (*imports, *_importers(file)):
        program = _Linker(root, file).program()
        if program is not None:
            yield program


def program_before(program: Program, file: File) -> tuple[cst.Module, bytes] | None:
    """The module and source of a program with the file as it was before any edit; None if it was not edited."""
    if file is file.original:
        return None
    before = _Linker(file.original if program.root is file else program.root, file.original).program()
    return (before.module, before.source) if before is not None else (file.original.module, file.original.source)


def plain_name(name: str) -> str:
    """The name that a global of a program has in its own module."""
    plain, apart, number = name.rpartition(_APART)
    return plain if apart and number.isdigit() else name


def are_all_importers(file: File, seen: Sequence[File]) -> bool:
    """True if no other file of the project imports a file, directly or through others."""
    return {each.project.home for each in file.project.importers()} == {each.project.home for each in seen}


def _importers(file: File) -> Iterator[File]:
    """The first files that import a file themselves."""
    home = file.project.home
    found = file.project.direct_importers()
    direct = (each for each in found if any(module.project.home == home for module in each.imported_modules))
    return islice(direct, _IMPORTERS)


class _Clash(Exception):  # noqa: N818 - no error: the files are looked at one by one
    """Two globals of one name, of which neither can have another."""


class _Linker:
    """Makes the program of `root`, in which `own` stands as it is by now and as a whole."""

    def __init__(self, root: File, own: File) -> None:
        self._root, self._own = root, own
        self._files = {root.project.home: root, own.project.home: own}
        self._needed: dict[File, dict[int, Statement]] = {}
        self._meanings: dict[str, object] = {}
        self._names: dict[Global, str] = {}
        self._written: dict[File, None] = {}
        self._twins: Twins = {}

    def program(self) -> Program | None:
        """The program; None if nothing is linked, or all of it is too much."""
        self._need_whole(self._root)
        if {*self._needed} == {self._own} or self._own not in self._needed or len(self._needed) > _MODULES:
            return None
        try:
            for file in dict.fromkeys((self._own, self._root, *self._needed)):
                self._name_globals(file)
            body = [*self._statements(self._root)]
        except _Clash:
            return None
        module = self._root.module.with_changes(body=body)
        source = module.bytes
        if len(source) > _BYTES:
            return None
        others = tuple(each for each in self._written if each is not self._own)
        return Program(module, source, self._root, self._twins, others)

    # --- what is needed

    def _need_whole(self, file: File) -> None:
        if file not in self._needed:
            self._add(file, [each for each in statements(file) if file is self._root or not each.is_script])

    def _need(self, found: Global) -> None:
        if found.module in (self._root, self._own):
            self._need_whole(found.module)
        elif len(self._needed) <= _MODULES:
            self._add(found.module, needed_with(found.module, binding(found.module, {found.name})))

    def _add(self, file: File, found: list[Statement]) -> None:
        have = self._needed.setdefault(file, {})
        new = {each.at: each for each in found if each.at not in have}
        have |= new
        for each in new.values():
            for read in each.elsewhere:
                self._need(self._here(read.of))

    def _here(self, found: Global) -> Global:
        """A global of a file as the program has it: the one at hand for what is on the disk, and each file once."""
        return Global(self._files.setdefault(found.module.project.home, found.module), found.name)

    # --- names

    def _name_globals(self, file: File) -> None:
        """Give the globals of a file their names in the program."""
        for name, bindings in file.global_scope.bindings.items():
            if any(brings_module(file, each) for each in bindings):
                continue
            meaning = _meaning(file, name, bindings)
            given = name if self._meanings.get(name, meaning) == meaning else self._free_name(name)
            if given != name and not _can_be_renamed(file, name, bindings):
                raise _Clash
            self._meanings[given] = meaning
            self._names[Global(file, name)] = given

    def _free_name(self, name: str) -> str:
        return next(new for number in count(2) if (new := f"{name}{_APART}{number}") not in self._meanings)

    def _respelled(self, file: File) -> dict[cst.CSTNode, cst.CSTNode]:
        """The names of a file that are others in the program."""
        table: dict[cst.CSTNode, cst.CSTNode] = {}
        for read in reads(file):
            given = self._names.get(self._here(read.of))
            if given is not None and not (isinstance(read.node, cst.Name) and read.node.value == given):
                around = (each for each in file.scope(read.node)[given] if each.node is not None)
                if read.is_shared or any(each.scope is not file.global_scope for each in around):
                    raise _Clash
                table[read.node] = cst.Name(given)
        for name, bindings in file.global_scope.bindings.items():
            given = self._names.get(Global(file, name), name)
            if given != name:
                table |= {node: node.with_changes(value=given) for each in bindings for node in _spelled(each)}
                table |= {node: _called(node, given) for each in bindings for node in _aliases(each)}
        return table

    # --- statements

    def _statements(self, file: File) -> Iterator[cst.BaseStatement]:
        self._written[file] = None
        table = self._respelled(file)
        tree = replaced(file, table.items())
        if file is self._own:
            self._twins = twins(file.module, tree, table)
        for index, (before, after) in enumerate(zip(file.module.body, tree.body, strict=True)):
            if index in imported_at(file):
                for module in imported_at(file)[index]:
                    found = self._files.get(module.project.home, module)
                    if found in self._needed and found not in self._written:
                        yield from self._statements(found)
            elif index in self._needed[file] and (file is self._root or not is_future(before)):
                yield after


def _meaning(file: File, name: str, bindings: list[Binding]) -> object:
    """What is the same for the globals of several files that are one: the modules that an import brings."""
    if all(each.kind == IMPORT for each in bindings):
        return frozenset(file.path_imported(each) for each in bindings)
    return Global(file, name)


def _can_be_renamed(file: File, name: str, bindings: list[Binding]) -> bool:
    """True for what no function calls `global`; of imports, for those that bind what they name."""
    if any(item.name.value == name for each in file.every(cst.Global) for item in each.names):
        return False
    return all(
        isinstance(each.node, cst.Name | cst.FunctionDef | cst.ClassDef) or [*_aliases(each)] for each in bindings
    )


def _spelled(binding: Binding) -> Iterator[cst.Name]:
    """The names in a file that mean a binding."""
    node = binding.node
    if isinstance(node, cst.FunctionDef | cst.ClassDef):
        yield node.name
    elif isinstance(node, cst.Name):
        yield node
    yield from binding.uses


def _aliases(binding: Binding) -> Iterator[cst.ImportAlias]:
    """The part of an import that a binding comes from."""
    node = binding.node
    if isinstance(node, cst.Import | cst.ImportFrom) and not isinstance(node.names, cst.ImportStar):
        yield from (
            each for each in node.names if name_of(each.asname.name if each.asname else each.name) == binding.name
        )


def _called(alias: cst.ImportAlias, name: str) -> cst.ImportAlias:
    return alias.with_changes(asname=cst.AsName(cst.Name(name)))
