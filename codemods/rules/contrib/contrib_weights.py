"""Write the initializers and regularizers of `tf.contrib.layers` with those of TensorFlow and Keras.

## What it does

`tf.contrib.layers.xavier_initializer()` becomes `tf.compat.v1.glorot_uniform_initializer()`, and
`tf.contrib.layers.l2_regularizer(0.1)` becomes `lambda weights: 0.1 * tf.nn.l2_loss(weights)`, or, as an argument of a
layer of Keras, `tf.keras.regularizers.L2(0.05)`.
An initializer that is not visibly uniform comes from the shims: its truncated normal distribution is 0.3 % wider than
that of TensorFlow 2. So does a regularizer whose scale is computed where it is made.

## Why

TensorFlow 2 has no `tf.contrib`. Its regularizer took half the sum of the squares, that of Keras takes all of it, and
takes no variable of a graph: ValueError, "Invalid dtype: float32_ref".
https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/layers/python/layers/initializers.py

## Numbers

Same. On TensorFlow 1.15.5 both names of an initializer draw the same numbers to the bit, with a seed and without, in
one, two and four dimensions; from a seed, 2.21 draws them too (`tests/compat/shims/contrib/test_shims.py`). The
penalties of a graph agree on 1.15.5 and 2.21
(`tests/codemods/rules/contrib/test_contrib_weights.py`).

## What it leaves to you

Regularizers whose arguments are unpacked, and scales that are whole numbers, which legacy releases refused.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.unreached import is_guarded
from codemods.rewriting.add_imports import bind_module
from codemods.rewriting.named_modules import read_from_shims
from codemods.source.arguments import bind, literal
from codemods.source.file import File
from codemods.source.moved_names import CONTRIB_WEIGHTS
from codemods.types import Edit, Import, Manual, rule

_XAVIER = ("xavier_initializer", "xavier_initializer_conv2d")
_PARAMETERS = {
    "xavier_initializer": ("uniform", "seed", "dtype"),
    "xavier_initializer_conv2d": ("uniform", "seed", "dtype"),
    "variance_scaling_initializer": ("factor", "mode", "uniform", "seed", "dtype"),
    "l1_regularizer": ("scale", "scope"),
    "l2_regularizer": ("scale", "scope"),
    "l1_l2_regularizer": ("scale_l1", "scale_l2", "scope"),
}
_HOME = "compat.tensorflow.contrib.layers"
_TF = "<tensorflow>"
_WEIGHTS = "<weights>"
_LAMBDA = f"lambda {_WEIGHTS}: "
"""Markers for names that are known where the code is written."""
_MODES = ("FAN_IN", "FAN_OUT", "FAN_AVG")

Bound = dict[str, cst.Arg]


@rule(
    "TFM147",
    example="""
    import tensorflow as tf

    weights = tf.get_variable(
        "weights", [3, 2],
        initializer=tf.contrib.layers.xavier_initializer(),
        regularizer=tf.contrib.layers.l2_regularizer(0.1),
    )
    """,
)
def contrib_weights(file: File) -> Iterator[Edit | Manual]:
    """Edit calls whose arguments the source shows; the table of removed names speaks of others."""
    for reference in file.references(*CONTRIB_WEIGHTS):
        if reference.spelling.shimmed or not reference.certain:
            continue
        name = reference.canonical.rpartition(".")[2]
        call = file.call_of(reference)
        modern = _modern(file, name, call) if call is not None else ""
        if call is not None and modern:
            tensorflow, imports = bind_module(file, "tensorflow", "tf", call)
            yield _edit(file, call, name, modern.replace(_TF, tensorflow), imports)
        elif (_is_initializer(name) or _is_computed(call, name)) and not is_guarded(file, reference.node):
            yield read_from_shims(file, reference, _HOME)


def _edit(file: File, call: cst.Call, name: str, modern: str, imports: tuple[Import, ...]) -> Edit:
    if not modern.startswith(_LAMBDA):
        said = f"{name}() is now tf.{modern.partition('(')[0].partition('.')[2]}()"
        return Edit(call, said, ((call, cst.parse_expression(modern)),), imports)
    above = file.parent(call)
    applied = _only_argument(above) if isinstance(above, cst.Call) and above.func is call else None
    if applied is not None and isinstance(above, cst.Call):
        code = modern.removeprefix(_LAMBDA).replace(_WEIGHTS, file.code(applied))
        said = f"{name}() is written out"
        return Edit(call, said, ((above, cst.parse_expression(f"({code})")),), imports)
    is_alone = isinstance(above, cst.Arg | cst.Assign | cst.AnnAssign | cst.Return | cst.Element | cst.DictElement)
    said = f"{name}() is now a function of the weights"
    code = modern.replace(_WEIGHTS, "weights")
    return Edit(call, said, ((call, cst.parse_expression(code if is_alone else f"({code})")),), imports)


def _only_argument(call: cst.Call) -> cst.BaseExpression | None:
    """The weights that a regularizer is called with at once, if they are a name or an attribute."""
    if len(call.args) != 1 or call.args[0].star or call.args[0].keyword is not None:
        return None
    value = call.args[0].value
    return value if isinstance(value, cst.Name | cst.Attribute) else None


def _modern(file: File, name: str, call: cst.Call) -> str:
    """The code of today, with `_TF` for TensorFlow; empty if the source does not show what it takes."""
    bound = _bound(call, name)
    if bound is None:
        return ""
    if _is_initializer(name):
        found = _initializer(file, name, bound)
        return found and f"{_TF}.{found}"
    if any(isinstance(literal(arg.value), int) for each, arg in bound.items() if each != "scope"):
        return ""  # legacy releases refused whole numbers
    if _is_for_keras(file, call):
        found = _penalty(file, name, bound)
        return found and f"{_TF}.{found}"
    return _function(file, name, bound)


def _bound(call: cst.Call, name: str) -> Bound | None:
    bound = bind(call, *_PARAMETERS[name])
    return bound if bound is not None and set(bound) <= set(_PARAMETERS[name]) else None


def _is_computed(call: cst.Call | None, name: str) -> bool:
    """True for a regularizer whose scales are expressions of more than a name."""
    bound = _bound(call, name) if call is not None else None
    scales = [arg.value for each, arg in (bound or {}).items() if each != "scope"]
    return bool(scales) and not any(isinstance(literal(each), int) for each in scales)


def _is_for_keras(file: File, call: cst.Call) -> bool:
    """True for an argument of layers of Keras, directly or by a name that is used for nothing else."""
    assign = file.parent(call)
    target = assign.targets[0].target if isinstance(assign, cst.Assign) and len(assign.targets) == 1 else None
    binding = file.only_binding(target) if isinstance(target, cst.Name) else None
    uses: list[cst.CSTNode] = [*binding.uses] if binding is not None else [call]
    return bool(uses) and all(_is_of_layer(file, each) for each in uses)


def _is_of_layer(file: File, node: cst.CSTNode) -> bool:
    arg = file.parent(node)
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    return isinstance(call, cst.Call) and (file.symbol(call.func) or "").startswith("keras.layers.")


def _is_initializer(name: str) -> bool:
    return name.endswith(("initializer", "conv2d"))


def _initializer(file: File, name: str, bound: Bound) -> str:
    uniform = literal(bound["uniform"].value) if "uniform" in bound else name in _XAVIER
    if uniform is not True:
        return ""
    given = [f"{each}={file.code(bound[each].value)}" for each in ("seed", "dtype") if each in bound]
    if name in _XAVIER:
        return f"compat.v1.glorot_uniform_initializer({', '.join(given)})"
    mode = literal(bound["mode"].value) if "mode" in bound else "FAN_IN"
    if mode not in _MODES or not isinstance(mode, str):
        return ""
    scale = file.code(bound["factor"].value) if "factor" in bound else "2.0"
    given = [f"scale={scale}", f'mode="{mode.lower()}"', 'distribution="uniform"', *given]
    return f"compat.v1.variance_scaling_initializer({', '.join(given)})"


def _function(file: File, name: str, bound: Bound) -> str:
    """The penalty as a function; empty for scales that may be others by the time that it is called."""
    first, second = ("scale_l1", "scale_l2") if name == "l1_l2_regularizer" else ("scale", "scale")
    if name != "l1_l2_regularizer" and "scale" not in bound:
        return ""
    if not all(_stays(file, arg.value) for each, arg in bound.items() if each != "scope"):
        return ""
    of_absolute = f"{_times(file, bound.get(first), 1.0)} * {_TF}.reduce_sum({_TF}.abs({_WEIGHTS}))"
    of_squares = f"{_times(file, bound.get(second), 1.0)} * {_TF}.nn.l2_loss({_WEIGHTS})"
    parts = {"l1_regularizer": (of_absolute,), "l2_regularizer": (of_squares,)}
    return _LAMBDA + " + ".join(parts.get(name, (of_absolute, of_squares)))


def _stays(file: File, scale: cst.BaseExpression) -> bool:
    """True for a number, a name that is bound once, and an attribute."""
    if isinstance(scale, cst.Name):
        return scale.value != "weights" and file.is_bound_once(scale)
    return isinstance(literal(scale), float) or isinstance(scale, cst.Attribute)


def _penalty(file: File, name: str, bound: Bound) -> str:
    """The regularizer of Keras."""
    if name == "l1_l2_regularizer":
        first = _times(file, bound.get("scale_l1"), 1.0)
        return f"keras.regularizers.L1L2(l1={first}, l2={_times(file, bound.get('scale_l2'), 0.5)})"
    if "scale" not in bound:
        return ""
    if name == "l1_regularizer":
        return f"keras.regularizers.L1({_times(file, bound['scale'], 1.0)})"
    return f"keras.regularizers.L2({_times(file, bound['scale'], 0.5)})"


def _times(file: File, arg: cst.Arg | None, factor: float) -> str:
    """The scale times a factor; it was 1 by default."""
    if arg is None:
        return repr(factor)
    value = literal(arg.value)
    code = file.code(arg.value)
    if factor == 1.0:
        return code
    if isinstance(value, float):
        return repr(factor * value)
    plain = isinstance(arg.value, cst.Name | cst.Attribute | cst.Call | cst.Subscript)
    return f"{factor} * {code}" if plain else f"{factor} * ({code})"
