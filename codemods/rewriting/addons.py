"""Takes from Keras what it has of TensorFlow Addons, and functions of images from the shims."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.rewriting.add_imports import bind_keras, bind_module, imported_name
from codemods.rewriting.remove import remove
from codemods.source.arguments import argument, keyword, named, with_args
from codemods.source.canonical_names import below
from codemods.source.file import File, ImportedName, exported_names
from codemods.types import Edit, Import
from compat.tables.names.addons import ADDON_IMAGES, ADDONS, IMAGE_SHIMS, LEFT, PACKAGE, Addon

_TESTS = ("isinstance", "issubclass")
_NONE = "None"
_KNOWN = {*ADDONS, *ADDON_IMAGES}
_NAMES = frozenset(path.rpartition(".")[2] for path in _KNOWN)
_PLACES = 3
"""The arguments of functions of images that all releases had in these places."""


def names_of_today(file: File) -> Iterator[Edit]:
    """Each use of a name that Keras or the shims have, unless weights are loaded by names that Addons had given."""
    if not file.target.is_modern or any(_is_by_name(each) for each in file.calls):
        return
    uses: list[cst.Attribute | cst.Name] = [*file.attributes, *file.every(cst.Name)]
    for node in uses:
        path = _path(file, node)
        if path is None or not _is_whole(file, node):
            continue
        edit = _edit(file, node, path, ADDONS[path]) if path in ADDONS else _image(file, node, path)
        if edit is not None:
            yield edit


def advice_on_addons(file: File) -> str | None:
    """What to do about the names of Addons that are left; None for names of which nothing is known."""
    paths = [file.qualified_name(each) or "" for each in file.attributes]
    names = [
        path.rpartition(".")[2] for path in (*paths, *(each.qualified for each in file.imports)) if below(path, PACKAGE)
    ]
    told = dict.fromkeys(f"{name}: {LEFT[name]}" for name in names if name in LEFT)
    return "; ".join(told) if told else None


def idle_import(file: File, imported: ImportedName) -> Edit | None:
    """Remove an import of Addons at the top of a file that does not use the name; None for all others."""
    line = file.parent(imported.statement)
    if not below(imported.qualified, PACKAGE) or not file.target.is_modern or not file.calls:
        return None
    if not isinstance(line, cst.SimpleStatementLine) or file.parent(line) is not file.module or len(line.body) > 1:
        return None
    bindings = file.global_scope[imported.local.partition(".")[0]]
    if any(each.uses for each in bindings) or imported.local in exported_names(file):
        return None
    said, names = f"nothing uses {imported.qualified}", imported.statement.names
    if isinstance(names, cst.ImportStar) or len(names) == 1:
        return Edit(imported.statement, said, remove(file, line))
    kept = [each for each in names if each is not imported.alias]
    kept[-1] = kept[-1].with_changes(comma=cst.MaybeSentinel.DEFAULT)
    return Edit(imported.statement, said, ((imported.statement, imported.statement.with_changes(names=kept)),))


def _is_by_name(call: cst.Call) -> bool:
    return keyword(call, "by_name") is not None


def _path(file: File, node: cst.Attribute | cst.Name) -> str | None:
    """The name of Addons that is known here; None for all else."""
    if isinstance(node, cst.Attribute):
        path = file.qualified_name(node) if node.attr.value in _NAMES else None
    else:
        is_known = any(each.local == node.value for each in file.imports if each.qualified in _KNOWN)
        path = file.qualified_name(node) if is_known else None
    return path if path in _KNOWN else None


def _is_whole(file: File, node: cst.CSTNode) -> bool:
    """True for a use, and not for the name in an import, a keyword or another dotted name."""
    above = file.parent(node)
    if isinstance(above, cst.ImportAlias | cst.AsName | cst.Attribute | cst.Annotation | cst.AssignTarget):
        return False
    return not (isinstance(above, cst.Arg) and above.value is not node)


def _edit(file: File, node: cst.CSTNode, path: str, row: Addon) -> Edit | None:
    keras, imports = _keras(file, node)
    name = cst.parse_expression(f"{keras}.{row.path}")
    said = f"{path} is keras.{row.path}"
    call = file.parent(node)
    if isinstance(call, cst.Call) and call.func is node:
        new = _called(call, name, row)
        return Edit(node, said, ((call, new),), imports) if new is not None else None
    is_test = _is_test(file, node)
    if (row.added and (is_test or _is_of_class(file, node))) or (row.needed and not is_test):
        return None
    if not row.added:
        return Edit(node, said, ((node, name),), imports)
    functools, more = bind_module(file, "functools", "functools", node)
    partial = cst.parse_expression(f"{functools}.partial")
    return Edit(node, said, ((node, cst.Call(partial, [cst.Arg(name), *_added(row)])),), (*imports, *more))


def _image(file: File, node: cst.CSTNode, path: str) -> Edit | None:
    """Read a function of images from the shims."""
    call = file.parent(node)
    if isinstance(call, cst.Call) and call.func is node:
        placed = [each for each in call.args if each.keyword is None]
        if len(placed) > _PLACES or any(each.star for each in call.args):
            return None
    package, _, module = IMAGE_SHIMS.rpartition(".")
    name, added = bind_module(file, IMAGE_SHIMS, module, node)
    imports = tuple(Import(package, module, "" if name == module else name) for _ in added)
    new = cst.parse_expression(f"{name}.{ADDON_IMAGES[path]}")
    return Edit(node, f"{path} comes from the shims", ((node, new),), imports)


def _keras(file: File, node: cst.CSTNode) -> tuple[str, tuple[Import, ...]]:
    keras = imported_name(file, node, "keras", "tensorflow.keras")
    tensorflow = imported_name(file, node, "tensorflow")
    return (f"{tensorflow}.keras", ()) if keras is None and tensorflow is not None else bind_keras(file, node)


def _called(call: cst.Call, name: cst.BaseExpression, row: Addon) -> cst.Call | None:
    """The call of the name of Keras; None if it does not show all that has to be known."""
    if any(each.star for each in call.args):
        return None
    for needed, place in row.needed:
        given = argument(call, needed, place)
        if given is None or (isinstance(given.value, cst.Name) and given.value.value == _NONE):
            return None
    dropped = [argument(call, each, place) for place, each in enumerate(row.dropped)]
    overwritten = [keyword(call, each) for each, _ in row.added]
    kept = [each for each in call.args if each not in dropped and each not in overwritten]
    return with_args(
        call.with_changes(func=name), [*_added(row), *kept] if _is_by_keywords(kept) else [*kept, *_added(row)]
    )


def _is_by_keywords(args: list[cst.Arg]) -> bool:
    return all(each.keyword is not None for each in args)


def _added(row: Addon) -> list[cst.Arg]:
    return [named(cst.Arg(cst.parse_expression(value)), name) for name, value in row.added]


def _is_of_class(file: File, node: cst.CSTNode) -> bool:
    """True where the class itself is meant: as a base, and beside its name in a file."""
    for above in file.ancestors(node):
        if isinstance(above, cst.Arg):
            outer = file.parent(above)
            if isinstance(outer, cst.ClassDef) or (
                above.keyword is not None and above.keyword.value == "custom_objects"
            ):
                return True
        elif isinstance(above, cst.DictElement):
            if isinstance(above.key, cst.SimpleString) and above.key.evaluated_value in _NAMES:
                return True
        elif isinstance(above, cst.BaseStatement):
            return False
    return False


def _is_test(file: File, node: cst.CSTNode) -> bool:
    arg = file.parent(node)
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    return isinstance(call, cst.Call) and file.is_builtin(call.func, *_TESTS)
