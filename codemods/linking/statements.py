"""The statements at the top of a module: which of them some globals need."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.sure_calls import is_main_guard
from codemods.linking.imports import Read, imported_at, index_of, reads
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes


class Statement(NamedTuple):
    """A statement: its index in the module, the globals that it binds and reads, and what it reads of other modules.

    `sets` says that it gives values to variables. `is_script` says that only a module that is run as a script has it.
    """

    at: int
    binds: frozenset[str]
    reads: frozenset[str]
    elsewhere: tuple[Read, ...]
    is_definition: bool
    sets: bool
    is_script: bool

    def serves(self, other: Statement) -> bool:
        """True if it binds a name that another one reads, or does something with a variable that this one binds."""
        if self.binds & (other.reads | (frozenset() if other.is_definition else other.binds)):
            return True
        return other.sets and not self.is_definition and not self.reads.isdisjoint(other.binds)


@once_per_file
def statements(file: File) -> list[Statement]:
    """The statements of a module but for the imports that can be written out, which are empty."""
    binds: defaultdict[int, set[str]] = defaultdict(set)
    read: defaultdict[int, set[str]] = defaultdict(set)
    for name, bindings in file.global_scope.bindings.items():
        for binding in bindings:
            if binding.node is not None:
                binds[index_of(file, binding.node)].add(name)
            for use in binding.uses:
                read[index_of(file, use)].add(name)
    elsewhere: defaultdict[int, list[Read]] = defaultdict(list)
    for each in reads(file):
        elsewhere[index_of(file, each.node)].append(each)
    return [
        Statement(
            index,
            frozenset(binds[index] if index not in imported_at(file) else ()),
            frozenset(read[index]),
            tuple(elsewhere[index]),
            _is_definition(node),
            not _is_definition(node) and not nodes(node, cst.Import, cst.ImportFrom),
            is_main_guard(file, node),
        )
        for index, node in enumerate(file.module.body)
    ]


def is_script(file: File) -> bool:
    """True for a module that does more where it is run than where it is imported."""
    return any(each.is_script for each in statements(file))


def binding(file: File, names: Collection[str]) -> list[Statement]:
    """The statements of a module that bind some of its globals."""
    return [each for each in statements(file) if not each.is_script and not each.binds.isdisjoint(names)]


def needed_with(file: File, first: Iterable[Statement]) -> list[Statement]:
    """Some statements of a module, and those that these need."""
    found = {each.at: each for each in first}
    pending = [*found.values()]
    while pending:
        statement = pending.pop()
        new = [
            each for each in statements(file) if each.at not in found and not each.is_script and each.serves(statement)
        ]
        found |= {each.at: each for each in new}
        pending += new
    return [*found.values()]


def _is_definition(node: cst.BaseStatement) -> bool:
    return isinstance(node, cst.FunctionDef | cst.ClassDef)
