"""Make constants of variables that a loss, a `Lambda` or a `call` makes anew, and that nothing changes.

## What it does

In a loss, a metric, a regularizer, the function of a `Lambda` or the `call` of a layer, `K.variable(weights)` becomes
`K.constant(weights)`, `tf.Variable(2.0)` becomes `tf.constant(2.0)`, and `K.zeros`, `K.ones` and `K.eye` become
`tf.zeros`, `tf.ones` and `tf.eye`.

## Why

The graph of TensorFlow 1 ran such code once. Keras 3 runs it in a `tf.function`, which refuses: "tf.function only
supports singleton tf.Variables created on the first call".
https://www.tensorflow.org/guide/function#creating_tfvariables

## Numbers

Same: nothing trained or changed these variables (`tests/codemods/fixtures/variables_in_calls`).

## What it leaves to you

Variables that are changed, such as a counter of batches, those with random or unknown values, and those of
`tf.get_variable`: they are reported.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.models.compiled_functions import Function
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.repeated_code import may_run_once, repeated_code
from codemods.analysis.tensors.symbolic import is_symbolic
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import bind, literal, named
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Import, Manual, Stage, rule

_VARIABLE = "tensorflow.Variable"
_OF_VALUES = {
    _VARIABLE: ("initial_value", "trainable"),
    "keras.backend.variable": ("value", "dtype", "name"),
}
"""What takes a value, with the parameters that it may be given."""
_TAKEN = {"initial_value", "value", "trainable", "dtype", "name"}
_OF_SHAPES = {f"keras.backend.{name}": name for name in ("zeros", "ones", "eye")}
_OTHERS = (
    "tensorflow.get_variable",
    "tensorflow.compat.v1.get_variable",
    "keras.backend.random_uniform_variable",
    "keras.backend.random_normal_variable",
)
_CHANGING = ("assign", "update", "scatter", "moving_average")
_SAID = "Keras 3 runs this in a tf.function, which makes no variables: a constant has the same value"
_ADVICE = "make it once before, and keep it, or let the value be a constant; --to compat makes it once, as Keras 2 did"


@rule(
    "TFM307",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras import backend as K
    from keras.layers import Dense
    from keras.models import Sequential


    def weighted(y_true, y_pred):
        return K.mean(K.square(y_true - y_pred) * K.variable([1.0, 2.0]))


    model = Sequential([Dense(2, input_shape=(4,))])
    model.compile("sgd", weighted)
    """,
)
def variables_in_calls(file: File) -> Iterator[Edit | Manual]:
    """Look at code that Keras 3 runs in a `tf.function`, unless the file is for Keras 3 or runs eagerly."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3 or _is_eager(file):
        return
    makers = file.references(*_OF_VALUES, *_OF_SHAPES, *_OTHERS)
    calls = {file.call_of(each): each for each in makers if not each.spelling.shimmed}
    if not calls:
        return
    for function, where in repeated_code(file).items():
        for call in nodes(function.body, cst.Call):
            reference = calls.pop(call, None)
            if reference is not None and not may_run_once(file, call, function):
                yield _constant(file, call, function) or _reported(call, reference.canonical, where)


def _is_eager(file: File) -> bool:
    words = (arg.keyword.value for call in file.calls for arg in call.args if arg.keyword is not None)
    return "run_eagerly" in words or bool(file.references("tensorflow.GradientTape"))


def _reported(call: cst.Call, symbol: str, where: str) -> Manual:
    said = f"{where} makes a variable each time it runs, and Keras 3 refuses it there"
    return Manual(call, symbol, said, _ADVICE)


def _constant(file: File, call: cst.Call, function: Function) -> Edit | None:
    """The constant in the place of a variable; None if it may be changed, or is given what a constant does not take."""
    symbol, func = file.symbol(call.func) or "", call.func
    if not isinstance(func, cst.Attribute) or _may_change(file, call):
        return None
    if symbol in _OF_SHAPES:
        return _of_shape(file, call, _OF_SHAPES[symbol])
    names = _OF_VALUES.get(symbol, ("",))
    given = bind(call, *names) or {}
    value, dtype = given.get(names[0]), given.get("dtype")
    if value is None or not given.keys() <= _TAKEN or not _has_value(file, value.value, function):
        return None
    return _edit(file, call, func.with_changes(attr=cst.Name("constant")), value, dtype and named(dtype, "dtype"))


def _of_shape(file: File, call: cst.Call, name: str) -> Edit | None:
    first = "size" if name == "eye" else "shape"
    given = bind(call, first, "dtype", "name") or {}
    if first not in given or file.references("keras.backend.set_floatx"):
        return None
    module, imports = bind_module(file, "tensorflow", "tf", call)
    value = given.pop(first)
    others = [named(arg, key) for key, arg in given.items()]
    return _edit(
        file, call, cst.Attribute(cst.parse_expression(module), cst.Name(name)), value, *others, imports=imports
    )


def _edit(
    file: File,
    call: cst.Call,
    func: cst.BaseExpression,
    value: cst.Arg,
    *others: cst.Arg | None,
    imports: tuple[Import, ...] = (),
) -> Edit | None:
    """Call `func` with the value, by its place; None if that would lose a comment."""
    args = [cst.Arg(value.value), *(arg.with_changes(comma=cst.MaybeSentinel.DEFAULT) for arg in others if arg)]
    made = call.with_changes(func=func, args=args)
    return None if "#" in file.code(call) else Edit(call, _SAID, ((call, made),), imports)


def _has_value(file: File, node: cst.BaseExpression, function: Function) -> bool:
    """True for numbers, what NumPy makes, and what the function has from around it."""
    if isinstance(node, cst.List | cst.Tuple):
        return all(_has_value(file, each.value, function) for each in node.elements)
    if isinstance(node, cst.Name) and literal(node) is ...:
        places = [each.node for each in file.assignments(node)]
        inside = any(each is None or function in (each, *file.ancestors(each)) for each in places)
        return bool(places) and not inside and not is_symbolic(file, node)
    if isinstance(node, cst.Call):
        return (file.qualified_name(node.func) or "").startswith("numpy.")
    return literal(node) is not ...


def _may_change(file: File, call: cst.Call) -> bool:
    """True unless the variable is only read: by operators, and by functions of Keras and TensorFlow."""
    above = file.parent(call)
    if not isinstance(above, cst.Assign):
        return not _only_reads(file, call)
    name = above.targets[0].target if len(above.targets) == 1 else None
    binding = file.only_binding(name) if isinstance(name, cst.Name) else None
    return binding is None or not all(_only_reads(file, use) for use in binding.uses)


def _only_reads(file: File, node: cst.CSTNode) -> bool:
    above = file.parent(node)
    if isinstance(above, cst.BinaryOperation | cst.UnaryOperation | cst.Comparison | cst.ComparisonTarget | cst.Return):
        return True
    if isinstance(above, cst.Element):
        listed = file.parent(above)
        return isinstance(listed, cst.List | cst.Tuple) and _only_reads(file, listed)
    if isinstance(above, cst.Subscript):
        return above.value is node and not isinstance(file.parent(above), cst.AssignTarget)
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    symbol = file.symbol(call.func) if isinstance(call, cst.Call) else None
    return symbol is not None and not any(word in symbol.rpartition(".")[2] for word in _CHANGING)
