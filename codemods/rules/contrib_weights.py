"""Write the initializers and regularizers of `tf.contrib.layers` with those of TensorFlow and Keras.

## What it does

`tf.contrib.layers.xavier_initializer()` becomes `tf.compat.v1.glorot_uniform_initializer()`, and
`tf.contrib.layers.l2_regularizer(0.1)` becomes `tf.keras.regularizers.L2(0.05)`.
An initializer that is not visibly uniform comes from the shims: its truncated normal distribution is 0.3 % wider than
that of TensorFlow 2.

## Why

TensorFlow 2 has no `tf.contrib`. Its regularizer took half the sum of the squares, that of Keras takes all of it.
https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/layers/python/layers/initializers.py

## Numbers

Same. On TensorFlow 1.15.5 both names of an initializer draw the same numbers to the bit, with a seed and without, in
one, two and four dimensions; from a seed, 2.21 draws them too. The penalties agree on 1.15.5 and 2.21
(`tests/compat/shims/contrib/test_shims.py`).

## What it leaves to you

Regularizers whose scale the source does not show, and scales that are whole numbers, which legacy releases refused.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.unreached import is_guarded
from codemods.rewriting.add_imports import bind_module
from codemods.rewriting.named_modules import read_from_shims
from codemods.source.arguments import bind, literal
from codemods.source.file import File
from codemods.source.moved_names import CONTRIB_WEIGHTS
from codemods.types import Edit, Manual, rule

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
    """Edit calls whose arguments the source shows; the table of removed names speaks of other regularizers."""
    for reference in file.references(*CONTRIB_WEIGHTS):
        if reference.spelling.shimmed or not reference.certain:
            continue
        name = reference.canonical.rpartition(".")[2]
        call = file.call_of(reference)
        modern = _modern(file, name, call) if call is not None else ""
        if call is not None and modern:
            tensorflow, imports = bind_module(file, "tensorflow", "tf", call)
            said = f"{name}() is now tf.{modern.partition('(')[0]}()"
            yield Edit(call, said, ((call, cst.parse_expression(f"{tensorflow}.{modern}")),), imports)
        elif _is_initializer(name) and not is_guarded(file, reference.node):
            yield read_from_shims(file, reference, _HOME)


def _modern(file: File, name: str, call: cst.Call) -> str:
    """The call as it is written below `tf` today; empty if the source does not show what it takes."""
    bound = bind(call, *_PARAMETERS[name])
    if bound is None or not set(bound) <= set(_PARAMETERS[name]):
        return ""
    return _initializer(file, name, bound) if _is_initializer(name) else _penalty(file, name, bound)


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


def _penalty(file: File, name: str, bound: Bound) -> str:
    """The regularizer of Keras; empty for scales that legacy releases refused."""
    if any(isinstance(literal(arg.value), int) for name, arg in bound.items() if name != "scope"):
        return ""
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
