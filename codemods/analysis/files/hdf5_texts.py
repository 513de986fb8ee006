"""The data sets of HDF5 files into which a script writes texts."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.objects.library_objects import imports_package, value_of
from codemods.source.arguments import argument, keyword, literal, literal_key
from codemods.source.file import File, once_per_file

_FILE, _GROUPS = "h5py.File", ("create_group", "require_group")
_MAKERS = frozenset({"create_dataset", "require_dataset"})
_TYPES = frozenset({"h5py.special_dtype", "h5py.string_dtype"})
_TEXTS = ("str", "unicode")
_DUMPED = "json.dumps"
_DATA_PLACE, _TYPE_PLACE = 3, 2


@once_per_file
def text_keys(file: File) -> frozenset[str]:
    """The keys of data sets that a file makes of texts: `f["a"] = "text"`, `f.create_dataset("a", dtype=TEXT)`."""
    if not imports_package(file, "h5py"):
        return frozenset()
    found: set[object] = set()
    for assign in file.every(cst.Assign):
        targets = [each.target for each in assign.targets]
        if _is_text(file, assign.value):
            parts = [each for each in targets if isinstance(each, cst.Subscript) and _is_group(file, each.value)]
            found |= {literal_key(each) for each in parts}
    for call in file.calls:
        if method_of(call) in _MAKERS and file.qualified_name(call.func) is None and _makes_texts(file, call):
            name = argument(call, "name", 0)
            found.add(literal(name.value) if name is not None else ...)
    return frozenset(each for each in found if isinstance(each, str))


def holds_texts(file: File, node: cst.BaseExpression) -> bool:
    """True for `f["names"]`, where the file writes texts under this key, and for a name of it."""
    value = file.only_value(node) if isinstance(node, cst.Name) else node
    if not isinstance(value, cst.Subscript) or literal_key(value) not in text_keys(file):
        return False
    return _is_group(file, value.value)


def _is_group(file: File, node: cst.BaseExpression) -> bool:
    """True for a file of h5py, and for a group that is made in one."""
    value = value_of(file, node)
    if not isinstance(value, cst.Call):
        return False
    if file.qualified_name(value.func) == _FILE:
        return True
    is_made = method_of(value) in _GROUPS and isinstance(value.func, cst.Attribute)
    return is_made and isinstance(value.func, cst.Attribute) and _is_group(file, value.func.value)


def _makes_texts(file: File, call: cst.Call) -> bool:
    kind, data = argument(call, "dtype", _TYPE_PLACE), argument(call, "data", _DATA_PLACE)
    if kind is None:
        return data is not None and _is_text(file, data.value)
    made = file.only_value(kind.value) if isinstance(kind.value, cst.Name) else kind.value
    path = file.qualified_name(made.func) if isinstance(made, cst.Call) else None
    if not isinstance(made, cst.Call) or path not in _TYPES:
        return False
    vlen = keyword(made, "vlen")
    return vlen is None or (isinstance(vlen.value, cst.Name) and vlen.value.value in _TEXTS)


def _is_text(file: File, node: cst.BaseExpression) -> bool:
    value = file.only_value(node) if isinstance(node, cst.Name) else node
    if isinstance(value, cst.BinaryOperation):
        return isinstance(literal(value.left), str)
    if isinstance(value, cst.Call):
        is_formatted = method_of(value) == "format" and isinstance(value.func, cst.Attribute)
        return (
            file.is_builtin(value.func, "str")
            or file.qualified_name(value.func) == _DUMPED
            or (is_formatted and isinstance(value.func, cst.Attribute) and isinstance(literal(value.func.value), str))
        )
    return isinstance(value, cst.FormattedString) or (value is not None and isinstance(literal(value), str))
