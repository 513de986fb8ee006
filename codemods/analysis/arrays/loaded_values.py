"""Values that come out of a file of Python objects, of which the source shows nothing."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.data.batch_sources import project_function, return_values
from codemods.analysis.flow.reaching import reaching
from codemods.analysis.flow.self_attributes import attribute_of_self, parts_set_on_self
from codemods.analysis.flow.unpacking import Path, whole_target
from codemods.analysis.objects.class_sources import sources
from codemods.source.arguments import literal_key
from codemods.source.file import File
from codemods.source.scopes import Binding

_READERS = frozenset(
    f"{module}.{name}"
    for module in ("pickle", "cPickle", "_pickle", "six.moves.cPickle", "dill", "json", "ujson", "joblib")
    for name in ("load", "loads")
) | {"sklearn.externals.joblib.load"}
_DEPTH = 8


def is_loaded(file: File, node: cst.BaseExpression, path: Path = (), depth: int = _DEPTH) -> bool:
    """True if a value, or the part of it that `path` leads to, may be one of `pickle.load` and its like."""
    if not depth:
        return False
    if isinstance(node, cst.Tuple | cst.List) and path:
        parts = node.elements
        is_shown = all(isinstance(each, cst.Element) for each in parts) and path[0] < len(parts)
        return is_shown and is_loaded(file, parts[path[0]].value, path[1:], depth - 1)
    if isinstance(node, cst.IfExp):
        return any(is_loaded(file, each, path, depth - 1) for each in (node.body, node.orelse))
    if isinstance(node, cst.Subscript):
        place = literal_key(node)
        way = (place, *path) if isinstance(place, int) and place >= 0 else ()
        return is_loaded(file, node.value, way, depth - 1)
    if isinstance(node, cst.Call):
        return file.qualified_name(node.func) in _READERS or _is_returned(file, node, path, depth - 1)
    if isinstance(node, cst.Name):
        return any(_is_bound(file, each, path, depth - 1) for each in reaching(file, node))
    name, owner = attribute_of_self(file, node), file.enclosing_class(node)
    held = parts_set_on_self(file, owner, name) if name is not None and owner is not None else []
    return any(is_loaded(file, value, (*way, *path), depth - 1) for value, way in held)


def _is_returned(file: File, call: cst.Call, path: Path, depth: int) -> bool:
    """True for a function of the project that returns such a value."""
    found = project_function(file, call.func)
    if found is None or found[1].decorators:
        return False
    module, function = found
    return any(is_loaded(module, each, path, depth) for each in return_values(module, function))


def _is_bound(file: File, binding: Binding, path: Path, depth: int) -> bool:
    value = file.assigned_value(binding)
    if value is not None:
        return is_loaded(file, value, path, depth)
    if isinstance(binding.node, cst.Param):
        uses = [use for use in binding.uses if isinstance(use, cst.Name)]
        return any(is_loaded(file, each, path, depth) for each in (sources(file, uses[0]) or [] if uses else []))
    target, way = whole_target(file, binding.node)
    above = file.parent(target) if target is not None else None
    assign = file.parent(above) if isinstance(above, cst.AssignTarget) else None
    return isinstance(assign, cst.Assign) and is_loaded(file, assign.value, (*way, *path), depth)
