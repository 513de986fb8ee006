"""Write what TensorFlow 0.12 had and 1.0 dropped: `tf.mul`, `tf.concat(1, values)`, `tf.scalar_summary`.

## What it does

`tf.mul(x, y)` becomes `tf.multiply(x, y)`, `tf.pack` and `tf.unpack` become `tf.stack` and `tf.unstack`,
`tf.train.SummaryWriter` becomes `tf.summary.FileWriter`. `tf.concat(1, [a, b])` becomes `tf.concat([a, b], 1)`,
`tf.split(0, n, x)` becomes `tf.split(x, n, 0)`, and the losses that took the logits first get keywords:
`softmax_cross_entropy_with_logits(logits=a, labels=b)`. The other rules take it from there.

## Why

TensorFlow 1.0 removed the names, and raises for the arguments: "Only call `softmax_cross_entropy_with_logits` with
named arguments".
https://github.com/tensorflow/tensorflow/blob/v1.0.0/RELEASE.md

## Numbers

Same: `tests/codemods/fixtures/tensorflow_0/graph.in.py` has the losses of TensorFlow 0.12.1. A summary is written under
the name of its scope, which TensorFlow 0.12 did not add to a tag.

## What it leaves to you

A `tf.concat` or `tf.split` whose first argument may be a tensor, names that were imported one by one, and unpacked
arguments.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import libcst as cst

from codemods.source.arguments import bind, keyword, literal, named, with_args
from codemods.source.canonical_names import V1, below, in_v1
from codemods.source.file import File, Reference, once_per_file
from codemods.types import Edit, Stage, rule
from compat.tables.names.tensorflow_0 import CROSSENTROPIES, REORDERED, TENSORFLOW_0
from compat.tables.names.tensorflow_1 import CHANGED

_SOFTMAX = "tensorflow.nn.softmax_cross_entropy_with_logits"


@rule(
    "TFM278",
    stage=Stage.TENSORFLOW_0,
    example="""
    import tensorflow as tf

    x = tf.concat(1, [tf.mul(a, b), tf.sub(a, b)])
    loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(x, labels))
    tf.scalar_summary("loss", loss)
    """,
)
def tensorflow_0(file: File) -> Iterator[Edit]:
    """Edit calls below the module only; arguments change their order where no later release would take them so."""
    for reference in file.references(*TENSORFLOW_0):
        edit = _renamed(file, reference)
        if edit is not None:
            yield edit
    for reference in file.references(*REORDERED, *CROSSENTROPIES):
        call = file.call_of(reference)
        if call is None or reference.spelling.shimmed:
            continue
        parameters, places = REORDERED.get(reference.canonical) or (CROSSENTROPIES[reference.canonical], ())
        is_legacy = _is_reordered if places else _has_logits_first
        if is_legacy(file, call) and not _is_of_label_gradients(file, reference):
            args = _arguments(call, parameters, places)
            function = _of_tensorflow_1(reference, reference.canonical, reference.canonical)
            if args is not None and function is not None:
                said = f"{reference.qualified}() takes its arguments as since TensorFlow 1.0"
                yield Edit(call, said, ((call, with_args(call, args).with_changes(func=function)),))


def _renamed(file: File, reference: Reference) -> Edit | None:
    row = TENSORFLOW_0[reference.canonical]
    function = _of_tensorflow_1(reference, row.legacy, row.modern)
    if function is None:
        return None
    said = f"{reference.qualified} is now {row.modern}"
    call = file.call_of(reference)
    if call is None:
        return Edit(reference.node, said, ((reference.node, function),))
    bound = bind(call, *row.parameters)
    if bound is None or not set(bound) <= set(row.parameters):
        return None
    args = []
    for place, (name, arg) in enumerate(bound.items()):
        stays = arg.keyword is None and place < row.places
        args.append(arg if stays else named(arg, row.parameters[name]))
    return Edit(call, said, ((call, with_args(call, args).with_changes(func=function)),))


def _of_tensorflow_1(reference: Reference, legacy: str, modern: str) -> cst.BaseExpression | None:
    """A name of TensorFlow 1 in place of the reference, below `compat.v1` if TensorFlow 2 means another thing."""
    module: cst.BaseExpression = reference.node
    for _ in range(legacy.count(".")):
        if not isinstance(module, cst.Attribute):
            return None
        module = module.value
    is_of_v1 = below(reference.spelling.plain, V1)
    path = in_v1(modern) if modern in CHANGED and not is_of_v1 else modern
    for part in path.split(".")[1:]:
        module = cst.Attribute(module, cst.Name(part))
    return module


def _arguments(call: cst.Call, parameters: Mapping[str, str], places: Sequence[str]) -> list[cst.Arg] | None:
    """The arguments of 0.12 as the modern ones: those of `places` by position, the others by keyword."""
    bound = bind(call, *parameters)
    if bound is None or not set(bound) <= set(parameters):
        return None
    given = {parameters[name]: arg for name, arg in bound.items()}
    if not set(places) <= set(given):
        return None
    by_place = [cst.Arg(given.pop(name).value) for name in places]
    return [*by_place, *(named(arg, name) for name, arg in given.items())]


def _is_of_label_gradients(file: File, reference: Reference) -> bool:
    """True for what TFM107 writes, labels first, in a file that has no such call of TensorFlow 0.12."""
    before = file.original
    if reference.canonical != _SOFTMAX or not before.references(f"{_SOFTMAX}_v2"):
        return False
    calls = [before.call_of(each) for each in before.references(_SOFTMAX)]
    return not any(call is not None and _has_logits_first(before, call) for call in calls)


def _is_reordered(file: File, call: cst.Call) -> bool:
    """True for the order of 0.12: a number or the keywords of that time first, or lists where 1.0 has the axis."""
    if keyword(call, "concat_dim") or keyword(call, "split_dim"):
        return True
    places = [arg.value for arg in call.args if arg.keyword is None and not arg.star]
    if isinstance(literal(places[0]) if places else None, int):
        return True
    is_listed = len(places) > 1 and isinstance(places[1], cst.List | cst.ListComp)
    return is_listed and not isinstance(places[0], cst.List | cst.Tuple | cst.ListComp) and _is_of_tensorflow_0(file)


def _has_logits_first(file: File, call: cst.Call) -> bool:
    places = [arg for arg in call.args if arg.keyword is None and not arg.star]
    targets = keyword(call, "targets") is not None and "weighted" not in file.code(call.func)
    return _is_of_tensorflow_0(file) and (len(places) > 1 or targets)


@once_per_file
def _is_of_tensorflow_0(file: File) -> bool:
    """True if the file, before any edit, has a name or an order of arguments that went with TensorFlow 1.0."""
    before = file.original
    if before.references(*TENSORFLOW_0):
        return True
    calls = [before.call_of(reference) for reference in before.references(*REORDERED)]
    return any(
        call is not None and call.args and isinstance(literal(call.args[0].value), int) and not call.args[0].keyword
        for call in calls
    )
