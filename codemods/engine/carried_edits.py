"""The edits that rules make in views of a file, made in the file itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import libcst as cst

from codemods.engine.views import View
from codemods.linking.programs import are_all_importers, plain_name
from codemods.linking.statements import is_script
from codemods.rewriting.add_imports import imported_name, is_free_for
from codemods.rewriting.replace import replace
from codemods.source.file import File, ImportedName, from_module, name_of
from codemods.source.scopes import BUILTIN, IMPORT, Binding
from codemods.source.walk import children, every_node
from codemods.types import Edit, Import, Manual, Replacement, Rule

_TARGETS = (cst.AssignTarget, cst.CompFor, cst.For, cst.NamedExpr, cst.AnnAssign, cst.AugAssign)


Said = list[tuple[Rule, Edit | Manual]]
"""What the rules of some stages say of a view."""


_LOOK_AROUND = frozenset({"TFM130", "TFM150", "TFM158"})
"""The codes of rules that ask the modules around a file by themselves, and more strictly than those of one script."""


def certain_edits(file: File, heard: Sequence[tuple[View, Sequence[Said]]]) -> list[tuple[Rule, Edit]]:
    """The edits that are right whatever runs the file: it shows them with what it imports, or with each importer.

    Edits of later stages may mean what those of the first one change, so they wait.
    """
    for view, stages in heard:
        edits = _first_of(stages, view, file) if view.root is file else []
        if edits:
            return edits
    by_importers = [(view, stages) for view, stages in heard if view.root not in (file, None)]
    roots = [view.root for view, _ in by_importers if view.root is not None]
    if not roots or is_script(file) or not are_all_importers(file, roots):
        return []
    view, stages = by_importers[0]
    others = [{_key(edit) for each in said for edit in _carried(each, other, file)} for other, said in by_importers[1:]]
    return [edit for edit in _first_of(stages, view, file) if all(_key(edit) in each for each in others)]


def _first_of(stages: Sequence[Said], view: View, file: File) -> list[tuple[Rule, Edit]]:
    return next(filter(None, ([*_carried(said, view, file)] for said in stages)), [])


def _carried(said: Said, view: View, file: File) -> Iterator[tuple[Rule, Edit]]:
    for rule, outcome in said:
        if not isinstance(outcome, Edit) or rule.code in _LOOK_AROUND:
            continue
        edit = carried_over(outcome, view, file)
        if edit is not None:
            yield rule, edit._replace(message=f"{edit.message} (seen {view.when})")


def _key(made: tuple[Rule, Edit]) -> object:
    """What is the same for two edits of which one is enough."""
    rule, edit = made
    return rule.code, tuple((node, repr(_parts(replacement))) for node, replacement in edit.replacements)


def carried_over(edit: Edit, view: View, file: File) -> Edit | None:
    """The edit with the nodes of the file; None where it touches more.

    A name that the edit brings is one that it imports, or means the same in the file.
    """
    places = [view.own.get(node) for node, _ in edit.replacements]
    at = view.own.get(edit.at)
    if at is None or None in places:
        return None
    own, imports = [], list(edit.imports)
    for (node, replacement), place in zip(edit.replacements, places, strict=True):
        assert place is not None
        names = _names(edit, view, file, (node, place), replacement)
        if names is None:
            return None
        imports += [each.need for each in names.values() if each.need is not None]
        own.append((place, _restored(view, replacement, names)))
    return edit._replace(at=at, replacements=tuple(own), imports=tuple(dict.fromkeys(imports)))


def _parts(replacement: Replacement) -> tuple[cst.CSTNode, ...]:
    """The trees of a replacement."""
    if isinstance(replacement, cst.FlattenSentinel):
        return tuple(replacement.nodes)
    return () if isinstance(replacement, cst.RemovalSentinel) else (replacement,)


def _restored(view: View, replacement: Replacement, names: Mapping[str, _Brought]) -> Replacement:
    """A replacement in which what stands for a node of the file is that node again, and names are those of the file."""
    if isinstance(replacement, cst.RemovalSentinel):
        return replacement
    parts = [_with_own(view, part, names) for part in _parts(replacement)]
    return cst.FlattenSentinel(parts) if isinstance(replacement, cst.FlattenSentinel) else parts[0]


def _with_own(view: View, tree: cst.CSTNode, names: Mapping[str, _Brought]) -> cst.CSTNode:
    own = {node: view.own[node] for node in _parted(view, tree).own}
    renamed = {
        node: node.with_changes(value=names[node.value].name) for node in _read(view, tree) if node.value in names
    }
    return replace(tree, [*own.items(), *renamed.items()])


class _Parted(NamedTuple):
    """The nodes of a tree that stand for none of the file, and the outermost of those that stand for some."""

    new: list[cst.CSTNode]
    own: list[cst.CSTNode]


def _parted(view: View, tree: cst.CSTNode) -> _Parted:
    found, pending = _Parted([], []), [tree]
    while pending:
        node = pending.pop()
        if node in view.own:
            found.own.append(node)
        else:
            found.new.append(node)
            pending += children(node)
    return found


# --- names


class _Brought(NamedTuple):
    """What a name of a view is in the file, and the import that it needs there."""

    name: str
    need: Import | None = None


def _names(
    edit: Edit, view: View, file: File, place: tuple[cst.CSTNode, cst.CSTNode], replacement: Replacement
) -> dict[str, _Brought] | None:
    """The names that a replacement brings; None if the file has no name for one."""
    known = {need.name or need.symbol or need.module.partition(".")[0] for need in edit.imports}
    known |= {each.value for each in every_node(place[1]) if isinstance(each, cst.Name)}
    known |= {name for part in _parts(replacement) for name in _bound(view, part)}
    read = {each.value for part in _parts(replacement) for each in _read(view, part)} - known
    found = {name: _brought(view, file, name, *place) for name in sorted(read)}
    return {name: each for name, each in found.items() if each} if all(found.values()) else None


def _read(view: View, tree: cst.CSTNode) -> Iterator[cst.Name]:
    """The names in the new parts of a tree, but for those of attributes and keywords."""
    if tree in view.own:
        return
    if isinstance(tree, cst.Name):
        yield tree
    inner = [tree.value] if isinstance(tree, cst.Attribute | cst.Arg) else children(tree)
    for each in inner:
        yield from _read(view, each)


def _bound(view: View, tree: cst.CSTNode) -> Iterator[str]:
    """The names that the new parts of a tree bind."""
    for node in _parted(view, tree).new:
        if isinstance(node, cst.Param | cst.FunctionDef | cst.ClassDef):
            yield node.name.value
        elif isinstance(node, _TARGETS):
            yield from (each.value for each in every_node(node.target) if isinstance(each, cst.Name))
        elif isinstance(node, cst.AsName):
            yield from (each.value for each in every_node(node.name) if isinstance(each, cst.Name))


def _brought(view: View, file: File, name: str, seen_at: cst.CSTNode, own_at: cst.CSTNode) -> _Brought | None:
    """What a name of the view is in the file; None if it means something else there."""
    bindings = view.seen.scope(seen_at)[name]
    if not bindings:
        return None
    if not all(each.kind == IMPORT for each in bindings):
        return _Brought(name) if all(_is_same(view, file, each, name, own_at) for each in bindings) else None
    imported = [each for each in view.seen.imports if each.local == name]
    if len({each.qualified for each in imported}) != 1:
        return None
    path = imported[0].qualified
    had = imported_name(file, own_at, path, *_spelled_otherwise(file, imported[0]))
    if had is not None:
        return _Brought(had)
    plain = plain_name(name)
    return _Brought(plain, _import(imported[0], plain)) if is_free_for(file, plain, path, own_at) else None


def _spelled_otherwise(file: File, imported: ImportedName) -> list[str]:
    """The paths by which the file imports the same, as `tensorflow.keras` for `keras`."""
    meant = imported.spelling.canonical if imported.spelling is not None else None
    return [each.qualified for each in file.imports if each.spelling is not None and each.spelling.canonical == meant]


def _is_same(view: View, file: File, binding: Binding, name: str, own_at: cst.CSTNode) -> bool:
    """True for what Python brings, and for a variable of the file."""
    if binding.kind == BUILTIN:
        return all(each.kind == BUILTIN for each in file.scope(own_at)[name])
    own = view.own.get(binding.node) if binding.node is not None else None
    return name_of(own.name if isinstance(own, cst.FunctionDef | cst.ClassDef) else own) == name if own else False


def _import(imported: ImportedName, name: str) -> Import:
    if isinstance(imported.statement, cst.ImportFrom):
        symbol = name_of(imported.alias.name) or ""
        return Import(from_module(imported.statement), symbol, name if name != symbol else "")
    return Import(imported.qualified, name=name)
