"""Show NumPy's numbers in lists and dictionaries as NumPy 1 did: `[0.5]`, not `[np.float32(0.5)]`.

## What it does

Where a list, a tuple or a dictionary that has numbers of NumPy in it is printed, or becomes a text that is written,
`np.set_printoptions(legacy="1.25")` is put below `import numpy as np`. Likewise for `repr(x)` and `"%r" % x` of such a
number, for what an Estimator gives, `print(estimator.evaluate(input_fn))`, and for losses of a session. A file without
NumPy imports it. Once for each file: it says the same for all that is shown.

## Why

NumPy 2 writes the type into the `repr` of a number, and a list shows the `repr` of what is in it: a log that has
`[np.float64(0.5)]` in it is not what was there, and what reads it back stops.
https://numpy.org/doc/stable/release/2.0.0-notes.html#representation-of-numpy-scalars-changed

## Numbers

Same: the texts are those of NumPy 1.17 (`tests/codemods/rules/libraries/test_numbers_in_texts.py`).

## What it leaves to you

Messages of errors; lists of which the file does not show that they have numbers of NumPy in them; and files that import
neither `numpy` by itself nor Keras or TensorFlow at their beginning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter
from typing import NamedTuple

import libcst as cst

from codemods.analysis.arrays.array_ranks import rank_of
from codemods.analysis.arrays.numpy_numbers import is_numpy_number
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.graphs.run_results import (
    are_predictions,
    gives_numbers_of_session,
    is_estimator_result,
    is_number_of_session,
    is_prediction,
)
from codemods.analysis.objects.elements import loop_iterable
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import keyword, literal, literal_key
from codemods.source.canonical_names import below
from codemods.source.file import File
from codemods.types import Edit, Import, Severity, Stage, rule

_OPTIONS = "numpy.set_printoptions"
_TYPES = "float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 str_ bool_"
_REDUCING = (
    "amax amin argmax argmin average dot linalg.norm max mean median min nanmax nanmean nanmin nanstd percentile prod "
    "ptp quantile std sum trapz var"
)
_BY_ELEMENT = "abs absolute ceil cos exp floor log log10 log2 power rint round sin sqrt square tanh"
_NUMBERS = frozenset(f"numpy.{name}" for name in f"{_TYPES} {_REDUCING} {_BY_ELEMENT} random.choice".split())
"""Functions that give a number where nothing asks for more."""
_METHODS = frozenset({"argmax", "argmin", "max", "mean", "min", "prod", "ptp", "std", "sum", "var"})
_SEVERAL = frozenset({"axis", "keepdims", "size"})
_FLAT = frozenset(f"numpy.{name}" for name in ("arange", "argsort", "linspace", "ravel", "sort", "unique"))
_COUNTED = "numpy.unique"
_PUTTING = frozenset({"append", "insert", "appendleft", "add"})
_DICTIONARIES = frozenset({"collections.OrderedDict", "collections.defaultdict"})
_LOGGED = frozenset({"critical", "debug", "error", "info", "warn", "warning"})
_AS_TEXT = re.compile(r"%(?:\(\w*\))?[-#0 +\d.*]*[sra]")
"""A field of a template that shows whatever it is given, as `%.4f` does not."""
_DEPTH = 6


class _Place(NamedTuple):
    """The line below which the texts are chosen, the name of NumPy there, and its import, if there is none."""

    line: cst.SimpleStatementLine
    numpy: str
    imports: tuple[Import, ...] = ()


@rule(
    "TFM492",
    stage=Stage.BEHAVIOUR,
    example="""
    import keras
    import numpy as np

    losses = []
    for epoch in range(10):
        losses.append(np.mean(errors[epoch]))
    print(losses)
    """,
    severity=Severity.NUMBERS,
)
def numbers_in_texts(file: File) -> Iterator[Edit]:
    """One edit for a file, at the first text that shows a number of NumPy."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3:
        return
    place = _import(file) or _below_tensorflow(file)
    if place is None or any(_chooses_texts(file, call) for call in file.calls):
        return
    shown = next((each for each in _shown(file) if not _is_raised(file, each)), None)
    if shown is not None:
        added = file.parse_statement(f'{place.numpy}.set_printoptions(legacy="1.25")')
        said = "NumPy 2 shows the types of numbers in lists and dictionaries: [np.float32(0.5)]"
        yield Edit(shown, said, ((place.line, cst.FlattenSentinel([place.line, added])),), place.imports)


def _is_raised(file: File, node: cst.CSTNode) -> bool:
    """True in the message of an error, which nothing reads back."""
    return any(isinstance(each, cst.Raise) for each in file.ancestors(node))


def _chooses_texts(file: File, call: cst.Call) -> bool:
    return file.qualified_name(call.func) == _OPTIONS and keyword(call, "legacy") is not None


def _import(file: File) -> _Place | None:
    """The line at the beginning of a file that imports NumPy, and its name there."""
    for line in file.module.body:
        for statement in line.body if isinstance(line, cst.SimpleStatementLine) else ():
            for alias in statement.names if isinstance(statement, cst.Import) else ():
                bound = alias.asname.name if alias.asname is not None else alias.name
                if alias.name.value == "numpy" and isinstance(bound, cst.Name):
                    return _Place(cst.ensure_type(line, cst.SimpleStatementLine), bound.value)
    return None


def _below_tensorflow(file: File) -> _Place | None:
    """The first line that imports Keras or TensorFlow, before which NumPy is imported, if the file does not have it."""
    if any(below(each.qualified, "numpy") for each in file.imports):
        return None
    statements = {id(each.statement) for each in file.imports if each.spelling is not None}
    for line in file.module.body:
        if isinstance(line, cst.SimpleStatementLine) and any(id(each) in statements for each in line.body):
            name, imports = bind_module(file, "numpy", "np", line)
            return _Place(line, name, imports)
    return None


def _shown(file: File) -> Iterator[cst.CSTNode]:
    """What becomes a text, and has a number of NumPy in it."""
    for call in file.calls:
        if any(_holds(file, each) for each in _written(file, call)) or any(
            _is_number(file, each) for each in _represented(file, call)
        ):
            yield call
    for text in file.every(cst.BinaryOperation):
        if isinstance(text.operator, cst.Modulo) and isinstance(template := literal(text.left), str):
            values = [each.value for each in text.right.elements] if isinstance(text.right, cst.Tuple) else [text.right]
            has_type = "%r" in template
            if _AS_TEXT.search(template) is not None and any(
                _holds(file, each) or (has_type and _is_number(file, each)) for each in values
            ):
                yield text
    for part in file.every(cst.FormattedStringExpression):
        has_type = part.conversion == "r" or part.equal is not None
        is_plain = part.format_spec is None
        if is_plain and (_holds(file, part.expression) or (has_type and _is_number(file, part.expression))):
            yield part


def _written(file: File, call: cst.Call) -> list[cst.BaseExpression]:
    """What a call prints, logs, or makes a text of."""
    is_text = isinstance(call.func, cst.Attribute) and isinstance(literal(call.func.value), str)
    is_format = is_text and method_of(call) == "format"
    is_logged = method_of(call) in _LOGGED and len(call.args) > 0
    if is_format and isinstance(call.func, cst.Attribute) and _asks_for_numbers(str(literal(call.func.value))):
        return []
    if is_format or is_logged or file.is_builtin(call.func, "print", "repr", "str"):
        return [arg.value for arg in call.args if not arg.star]
    return []


def _asks_for_numbers(template: str) -> bool:
    """True if each field of a template says how a number is shown, as in `{:.4f}`: a list is a TypeError there."""
    try:
        fields = [(name, given) for _, name, given, _ in Formatter().parse(template) if name is not None]
    except ValueError:
        return False
    return bool(fields) and all(given for _, given in fields)


def _represented(file: File, call: cst.Call) -> list[cst.BaseExpression]:
    """What a call shows with its type."""
    if file.is_builtin(call.func, "repr"):
        return [arg.value for arg in call.args if not arg.star]
    template = literal(call.func.value) if isinstance(call.func, cst.Attribute) else None
    if method_of(call) == "format" and isinstance(template, str) and "!r" in template:
        return [arg.value for arg in call.args if not arg.star]
    return []


def _holds(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for a list, a tuple, a set or a dictionary that has a number of NumPy in it."""
    if not depth:
        return False
    if isinstance(node, cst.List | cst.Tuple | cst.Set):
        values = [each.value for each in node.elements if isinstance(each, cst.Element)]
        return any(_is_number(file, each) or _holds(file, each, depth - 1) for each in values)
    if isinstance(node, cst.Dict):
        pairs = [each for each in node.elements if isinstance(each, cst.DictElement)]
        return any(_is_number(file, each) for pair in pairs for each in (pair.key, pair.value)) or any(
            _holds(file, pair.value, depth - 1) for pair in pairs
        )
    if isinstance(node, cst.ListComp | cst.SetComp | cst.DictComp):
        parts = (node.key, node.value) if isinstance(node, cst.DictComp) else (node.elt,)
        return any(_is_number(file, each) for each in parts)
    if isinstance(node, cst.Call):
        return is_estimator_result(file, node) or is_prediction(file, node) or _makes_a_list(file, node, depth - 1)
    if not isinstance(node, cst.Name | cst.Attribute):
        return False
    if _gets(file, node) or is_prediction(file, node):
        return True
    values = [each for each in leaves(file, node) or [] if each is not node]
    return any(_gets_under_its_name(file, each) or _holds(file, each, depth - 1) for each in values)


def _gets_under_its_name(file: File, made: cst.BaseExpression) -> bool:
    """True for the list of `losses = []`, if a number is put into it by that name."""
    target = file.parent(made)
    names = [each.target for each in target.targets] if isinstance(target, cst.Assign) else []
    return any(isinstance(each, cst.Name | cst.Attribute) and _gets(file, each) for each in names)


def _makes_a_list(file: File, call: cst.Call, depth: int) -> bool:
    """`list(np.unique(y))`, `sorted(losses)`, `dict(zip(*np.unique(y, return_counts=True)))`, `sess.run([loss])`."""
    if gives_numbers_of_session(file, call):
        return True
    if file.is_builtin(call.func, "dict", "zip"):
        return any(
            isinstance(arg.value, cst.Call)
            and (file.qualified_name(arg.value.func) == _COUNTED or _makes_a_list(file, arg.value, depth))
            for arg in call.args
        )
    if not file.is_builtin(call.func, "list", "set", "sorted", "tuple") or not call.args:
        return False
    listed = call.args[0].value
    if any(isinstance(each, cst.Call) and is_estimator_result(file, each) for each in leaves(file, listed) or []):
        return False
    return _is_flat(file, listed) or are_predictions(file, listed) or _holds(file, listed, depth)


def _is_flat(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for an array of one dimension."""
    if isinstance(node, cst.Call):
        return file.qualified_name(node.func) in _FLAT or rank_of(file, node) == 1
    values = (file.definitions(node) or []) if isinstance(node, cst.Name) and depth else []
    return any(isinstance(each, cst.Call | cst.Name) and _is_flat(file, each, depth - 1) for each in values)


def _gets(file: File, node: cst.Name | cst.Attribute) -> bool:
    """True if a number is put into what has a name: `losses.append(x.mean())`, `scores["a"] = np.mean(x)`."""
    if isinstance(node, cst.Name):
        return any(_puts(file, use) for binding in file.assignments(node) for use in binding.uses)
    return any(_puts(file, each) for each in file.attributes if each.attr.value == node.attr.value)


def _puts(file: File, use: cst.CSTNode) -> bool:
    above = file.parent(use)
    over = file.parent(above) if above is not None else None
    if isinstance(above, cst.Subscript) and above.value is use and isinstance(over, cst.AssignTarget):
        assign = file.parent(over)
        if isinstance(literal_key(above), str) or _is_list_or_dictionary(file, use):
            return isinstance(assign, cst.Assign) and _is_number(file, assign.value)
        return False
    if isinstance(above, cst.Attribute) and above.attr.value in _PUTTING and isinstance(over, cst.Call):
        return over.func is above and any(_is_number(file, arg.value) for arg in over.args[-1:] if not arg.star)
    return False


def _is_list_or_dictionary(file: File, node: cst.CSTNode) -> bool:
    """True for what is made as one: an array that takes the number shows it as before."""
    made: list[cst.BaseExpression] = []
    if isinstance(node, cst.Name):
        made = [value for each in file.assignments(node) if (value := file.assigned_value(each)) is not None]
    elif isinstance(node, cst.Attribute):
        written = (each for each in file.every(cst.AssignTarget) if isinstance(each.target, cst.Attribute))
        same = (
            each
            for each in written
            if isinstance(each.target, cst.Attribute) and each.target.attr.value == node.attr.value
        )
        made = [assign.value for each in same if isinstance(assign := file.parent(each), cst.Assign)]
    return any(_makes_list_or_dictionary(file, each) for each in made)


def _makes_list_or_dictionary(file: File, made: cst.BaseExpression) -> bool:
    if isinstance(made, cst.BinaryOperation):  # `[None] * n`
        return _makes_list_or_dictionary(file, made.left) or _makes_list_or_dictionary(file, made.right)
    if isinstance(made, cst.Call):
        return file.is_builtin(made.func, "dict", "list") or file.qualified_name(made.func) in _DICTIONARIES
    return isinstance(made, cst.Dict | cst.DictComp | cst.List | cst.ListComp)


def _is_number(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for what is a number of NumPy, if it is a number."""
    if not depth:
        return False
    if isinstance(node, cst.Call):
        if is_number_of_session(file, node):
            return True
        path, given = file.qualified_name(node.func), {arg.keyword.value for arg in node.args if arg.keyword}
        if path is not None:
            return path in _NUMBERS and not given & _SEVERAL
        if file.is_builtin(node.func, "round", "max", "min", "sum", "abs"):
            return any(_is_number(file, arg.value, depth - 1) for arg in node.args[:1] if len(node.args) > 1)
        return method_of(node) in _METHODS and not node.args
    if isinstance(node, cst.BinaryOperation):
        return any(_is_number(file, each, depth - 1) for each in (node.left, node.right))
    if isinstance(node, cst.Subscript):
        return is_numpy_number(file, node)
    if not isinstance(node, cst.Name):
        return False
    if is_number_of_session(file, node):
        return True
    for binding in file.assignments(node):
        value = file.assigned_value(binding)
        if value is not None and value is not node and _is_number(file, value, depth - 1):
            return True
        iterable = loop_iterable(file, binding.node) if value is None else None
        if iterable is not None and _is_flat(file, iterable):
            return True
    return False
