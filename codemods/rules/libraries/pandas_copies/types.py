"""Questions for the type of a column: a column of texts has one of its own in pandas 3."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.pandas.pandas_objects import held
from codemods.rewriting.continued import continued
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Severity
from compat.tables.names.pandas_copies import TEXTS_URL

_OBJECTS = frozenset({"object", "O"})
_NUMBERS = frozenset(
    f"numpy.{name}"
    for name in ("bool_", "datetime64", "float32", "float64", "floating", "int32", "int64", "integer", "number")
)
_OF_TEXTS = frozenset({"pandas.api.types.is_string_dtype"})
_NUMPY_OBJECTS = frozenset({"numpy.object", "numpy.object_"})


def types(file: File, node: cst.Comparison) -> Iterator[Edit | Manual]:
    """`frame["a"].dtype == object` as `frame["a"].dtype in (object, "str")`."""
    if len(node.comparisons) != 1:
        return
    only = node.comparisons[0]
    if not isinstance(only.operator, cst.Equal | cst.NotEqual) or not _is_object(file, only.comparator):
        return
    said = "a column of texts has the type str in pandas 3, and no longer object"
    if _is_type(file, node.left):
        is_equal = isinstance(only.operator, cst.Equal)
        pair = cst.Tuple([cst.Element(only.comparator), cst.Element(cst.SimpleString('"str"'))])
        operator = cst.In() if is_equal else cst.NotIn()
        new = node.with_changes(comparisons=[only.with_changes(operator=operator, comparator=pair)])
        yield Edit(node, f"{said} ({TEXTS_URL})", ((node, new),))
    elif isinstance(node.left, cst.Attribute) and node.left.attr.value == "dtypes" and _is_of_pandas(file, node.left):
        kind = file.code(only.comparator)
        new_test = continued(node.left, f'map(lambda kind: kind in ({kind}, "str"))')
        if isinstance(only.operator, cst.NotEqual):
            new_test = continued(node.left, f'map(lambda kind: kind not in ({kind}, "str"))')
        yield Edit(node, f"{said} ({TEXTS_URL})", ((node, new_test.with_changes(lpar=node.lpar, rpar=node.rpar)),))


def numbers(file: File, call: cst.Call) -> Iterator[Edit | Manual]:
    """`numpy.issubdtype(frame["a"].dtype, numpy.number)`, which does not know the type of texts."""
    path = file.qualified_name(call.func)
    if path == "pandas.api.types.is_object_dtype" and not _asks_for_texts(file, call):
        said = "is_object_dtype() is false for a column of texts in pandas 3"
        yield Manual(call, path, said, f"ask is_string_dtype(...) as well ({TEXTS_URL})", severity=Severity.NUMBERS)
    if path != "numpy.issubdtype" or len(call.args) != 2 or not _is_type(file, call.args[0].value):  # noqa: PLR2004
        return
    above, kind = file.parent(call), call.args[1].value
    if isinstance(above, cst.BooleanOperation) and _asks_for_class(file, above.left):
        return
    if isinstance(call.func, cst.Attribute) and (
        file.qualified_name(kind) in _NUMBERS or file.is_builtin(kind, "float", "int")
    ):
        numpy = file.code(call.func.value)
        text = f"isinstance({file.code(call.args[0].value)}, {numpy}.dtype) and {file.code(call)}"
        is_part = isinstance(above, cst.BooleanOperation | cst.UnaryOperation | cst.Comparison | cst.IfExp)
        said = "numpy.issubdtype() does not take the type of a column of texts in pandas 3: TypeError"
        test = cst.parse_expression(f"({text})" if is_part else text)
        yield Edit(call, f"{said} ({TEXTS_URL})", ((call, test),))


def _asks_for_texts(file: File, call: cst.Call) -> bool:
    """True for `is_object_dtype(x) or is_string_dtype(x)`, in any order."""
    whole: cst.CSTNode = call
    for above in file.ancestors(call):
        if not isinstance(above, cst.BooleanOperation):
            break
        whole = above
    others = (each for each in nodes(whole, cst.Call) if isinstance(each, cst.Call) and each is not call)
    return any(file.qualified_name(each.func) in _OF_TEXTS for each in others)


def _asks_for_class(file: File, node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Call) and file.is_builtin(node.func, "isinstance")


def _is_object(file: File, node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.SimpleString):
        return literal(node) in _OBJECTS
    return file.is_builtin(node, "object") or file.qualified_name(node) in _NUMPY_OBJECTS


def _is_type(file: File, node: cst.BaseExpression) -> bool:
    """True for `frame["a"].dtype`, and `frame.dtypes["a"]`."""
    if isinstance(node, cst.Subscript) and isinstance(node.value, cst.Attribute):
        return node.value.attr.value == "dtypes" and _is_of_pandas(file, node.value)
    if isinstance(node, cst.Attribute) and node.attr.value == "name":
        return _is_type(file, node.value)
    return isinstance(node, cst.Attribute) and node.attr.value == "dtype" and _is_of_pandas(file, node)


def _is_of_pandas(file: File, node: cst.Attribute) -> bool:
    return held(file, node.value).is_of_pandas
