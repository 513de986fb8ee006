"""Give initializers of the file the parameter `dtype`, which Keras passes to them since 2.3.

## What it does

`def initialize_weights(shape, name=None)` becomes `def initialize_weights(shape, name=None, dtype=None)` where a layer
gets it: `kernel_initializer=initialize_weights`, or `initializer=` of `add_weight`. So do a `lambda shape: ...`, and
`__call__(self, shape)` of a class of initializers.

## Why

Keras 2.2 called `initialize_weights(shape)`. Later releases call it with `dtype=`, and raise TypeError: "got an
unexpected keyword argument 'dtype'".
https://keras.io/api/layers/initializers/

## Numbers

Same: the weights are those of Keras 2.2.4 (`tests/codemods/rules/layers/test_own_initializers.py`). An array of
float64, such
as numpy draws it, makes a weight of float32 in both. Keras 2.3.1, and `tf.keras` 1.13.2, 1.15.5 and 2.3.4, raised as
Keras 3.15.1 does.

## What it leaves to you

Initializers with further parameters that have no defaults, such as `partition_info`, those under a decorator that may
take other arguments, and those of another module of the project: all are reported.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import libcst as cst

from codemods.analysis.flow.definitions import definition
from codemods.analysis.flow.own_classes import method
from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.objects.built_models import returned
from codemods.analysis.objects.object_types import LAYER, Receiver, derives_from, origin_of
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.file import File, once_per_file
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Severity, Stage, rule

_Function: TypeAlias = cst.FunctionDef | cst.Lambda

_DTYPE = "dtype"
_CALL = "__call__"
_BASES = ("keras.initializers.",)
_KEEPING = (
    "keras.saving.register_keras_serializable",
    "keras.utils.register_keras_serializable",
    "tensorflow.function",
)
"""Decorators of functions that take the same arguments afterwards."""
_DEPTH = 6


class _Initializer(NamedTuple):
    """A function that Keras calls with a shape, the module that has it, and its parameters before the shape."""

    file: File
    function: _Function
    skipped: int = 0


@rule(
    "TFM329",
    stage=Stage.BEHAVIOUR,
    example="""
    import numpy as np
    from keras.layers.core import Dense

    def initialize_weights(shape, name=None):
        return np.random.normal(loc=0.0, scale=1e-2, size=shape)

    dense = Dense(8, kernel_initializer=initialize_weights)
    """,
)
def own_initializers(file: File) -> Iterator[Edit | Manual]:
    """Once for each function of the file; for one of another module, at its first use."""
    if not goes_to_keras_3(file):
        return
    for found, use in _found(file).items():
        if _takes_dtype(found):
            continue
        if found.file is not file:
            if not goes_to_keras_3(found.file) or found not in _found(found.file) or not _is_editable(found):
                yield _reported(file, found, use)
        elif _is_editable(found):
            said = f"{_name(found)} has a parameter dtype: Keras 3 passes it to initializers"
            yield Edit(_place(found), said, ((found.function.params, _with_dtype(found.function)),))
        else:
            yield _reported(file, found, use)


def _reported(file: File, found: _Initializer, use: cst.CSTNode) -> Manual:
    is_own, is_sure = found.file is file, _is_plain(found)
    does = "does" if is_sure else "may"
    said = f"Keras 3 calls {_name(found)} with a shape and {_DTYPE}=, which it {does} not take"
    if _is_asking_for_more(found):
        advice = f"give its other parameters defaults, and add {_DTYPE}=None to them"
    else:
        advice = f"add {_DTYPE}=None to the parameters of {_name(found)}"
    at = _place(found) if is_own else use
    severity = None if is_sure else Severity.DOUBT
    return Manual(at, "keras.initializers.Initializer", said, advice, severity=severity)


def _name(found: _Initializer) -> str:
    function = found.function
    if isinstance(function, cst.Lambda):
        return "the lambda"
    owner = found.file.enclosing_class(function) if function.name.value == _CALL else None
    return f"{owner.name.value}.{_CALL}" if owner is not None else function.name.value


def _place(found: _Initializer) -> cst.CSTNode:
    return found.function.name if isinstance(found.function, cst.FunctionDef) else found.function


# --- the functions


@once_per_file
def _found(file: File) -> dict[_Initializer, cst.CSTNode]:
    """Each initializer that layers of the file get, with its first use, and those of the file's own classes."""
    found: dict[_Initializer, cst.CSTNode] = {}
    for owner in file.every(cst.ClassDef):
        if derives_from(file, owner, *_BASES):
            for each in _of_class(file, owner):
                found.setdefault(each, owner)
    for arg in _given(file):
        for each in _meant(file, arg.value):
            found.setdefault(each, arg)
    return found


def _given(file: File) -> Iterator[cst.Arg]:
    """The initializers that layers get, and the weights of layers."""
    for call in file.calls if file.imports_family() else ():
        args = [arg for arg in call.args if arg.keyword is not None and _is_initializer(arg.keyword.value)]
        if args and (_adds_weight(file, call) or _is_layer(file, call)):
            yield from args


def _is_initializer(keyword: str) -> bool:
    return keyword == "initializer" or keyword.endswith("_initializer")


def _adds_weight(file: File, call: cst.Call) -> bool:
    function = call.func
    return (
        isinstance(function, cst.Attribute) and function.attr.value == "add_weight" and _is_layer(file, function.value)
    )


def _is_layer(file: File, node: cst.BaseExpression) -> bool:
    origin = origin_of(file, node)
    return isinstance(origin, Receiver) and origin.is_a(LAYER)


def _meant(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> Iterator[_Initializer]:
    """The function of the project that an expression means: a lambda, a name, a method, or what a class makes."""
    if isinstance(node, cst.Lambda):
        yield _Initializer(file, node)
    elif isinstance(node, cst.Call):
        made = definition(file, node.func) if isinstance(node.func, cst.Name | cst.Attribute) else None
        if made is not None and isinstance(made[1], cst.ClassDef):
            yield from _of_class(made[0], made[1])
        elif depth and (given := returned(file, node)) is not node:
            yield from _meant(file, given, depth - 1)
    elif isinstance(node, cst.Name | cst.Attribute):
        yield from _named(file, node, depth)


def _named(file: File, node: cst.Name | cst.Attribute, depth: int) -> Iterator[_Initializer]:
    meant = definition(file, node)
    value = file.only_value(node) if isinstance(node, cst.Name) else None
    owner = file.enclosing_class(node)
    if meant is not None and isinstance(meant[1], cst.ClassDef):
        yield from _of_class(meant[0], meant[1])
    elif meant is not None and isinstance(meant[1], cst.FunctionDef):
        yield _Initializer(meant[0], meant[1])
    elif value is not None and depth:
        yield from _meant(file, value, depth - 1)
    elif isinstance(node, cst.Attribute) and owner is not None and isinstance(node.value, cst.Name):
        own = method(file, owner, node.attr.value) if is_self(file, node.value) else None
        if own is not None:
            yield _Initializer(file, own, 0 if _is_static(file, own) else 1)


def _of_class(file: File, owner: cst.ClassDef) -> Iterator[_Initializer]:
    """`__call__` of a class, with the `self` before the shape."""
    called = method(file, owner, _CALL)
    if called is not None:
        yield _Initializer(file, called, 1)


# --- their parameters


def _takes_dtype(found: _Initializer) -> bool:
    """True if Keras 3 can call a function with a shape and `dtype=`; others than functions of a shape count as well."""
    params = found.function.params
    names = [each.name.value for each in (*params.params, *params.kwonly_params)]
    has_shape = bool(_positional(found)) or isinstance(params.star_arg, cst.Param)
    takes_it = _DTYPE in names or params.star_kwarg is not None
    return not has_shape or (takes_it and not _is_asking_for_more(found))


def _positional(found: _Initializer) -> list[cst.Param]:
    params = found.function.params
    return [*params.posonly_params, *params.params][found.skipped :]


def _is_asking_for_more(found: _Initializer) -> bool:
    """True if a parameter besides the shape and `dtype` has no default."""
    others = [*_positional(found)[1:], *found.function.params.kwonly_params]
    return any(each.default is None and each.name.value != _DTYPE for each in others)


def _is_editable(found: _Initializer) -> bool:
    """True if a last parameter `dtype` leaves everything else as it was."""
    names = (each.value for each in _names_read(found.file, found.function))
    return _is_plain(found) and not _is_asking_for_more(found) and _DTYPE not in names


def _is_plain(found: _Initializer) -> bool:
    """True unless a decorator may take other arguments."""
    decorators = found.function.decorators if isinstance(found.function, cst.FunctionDef) else ()
    return all(_keeps_arguments(found.file, each) for each in decorators)


def _names_read(file: File, function: _Function) -> Iterator[cst.Name]:
    """The names in a function that are no attributes and no keywords."""
    for name in nodes(function.body, cst.Name):
        above = file.parent(name)
        is_part = isinstance(above, cst.Attribute) and above.attr is name
        if not is_part and not (isinstance(above, cst.Arg) and above.keyword is name):
            yield name


def _keeps_arguments(file: File, decorator: cst.Decorator) -> bool:
    made = decorator.decorator
    function = made.func if isinstance(made, cst.Call) else made
    return file.symbol(function) in _KEEPING or file.is_builtin(function, "staticmethod")


def _is_static(file: File, function: cst.FunctionDef) -> bool:
    return any(file.is_builtin(each.decorator, "staticmethod") for each in function.decorators)


def _with_dtype(function: _Function) -> cst.Parameters:
    params = function.params
    if isinstance(params.star_arg, cst.Param | cst.ParamStar) or params.kwonly_params:
        return params.with_changes(kwonly_params=_appended(function, params.kwonly_params))
    return params.with_changes(params=_appended(function, params.params))


def _appended(function: _Function, params: Sequence[cst.Param]) -> list[cst.Param]:
    """The parameters with `dtype=None` after them, on a line of its own after a last comma."""
    equal = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))
    new = cst.Param(cst.Name(_DTYPE), default=cst.Name("None"), equal=equal)
    last = params[-1] if params else None
    if last is None or not isinstance(last.comma, cst.Comma):
        return [*params, new]
    start = function.whitespace_before_params if isinstance(function, cst.FunctionDef) else cst.SimpleWhitespace("")
    space = start if isinstance(start, cst.ParenthesizedWhitespace) else cst.SimpleWhitespace(" ")
    between = last.with_changes(comma=cst.Comma(whitespace_after=space))
    return [*params[:-1], between, new.with_changes(comma=last.comma)]
