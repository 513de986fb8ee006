"""Keep the gradient out of the labels of `softmax_cross_entropy_with_logits`, as TensorFlow 1 did.

## What it does

In a file of TensorFlow 1, the labels are wrapped in `tf.stop_gradient`.
`softmax_cross_entropy_with_logits_v2`, which let the gradient through, becomes `softmax_cross_entropy_with_logits`.

## Why

The function of TensorFlow 2 propagates into the labels: a label that depends on variables trains them, silently.
https://www.tensorflow.org/api_docs/python/tf/nn/softmax_cross_entropy_with_logits

## Numbers

Same losses and gradients (`tests/compat/tables/test_same_meaning.py`).

## What it leaves to you

Nothing. A script that goes on with `import tensorflow.compat.v1 as tf` keeps both functions, and a call of the second
one with arguments on several lines, logits first, goes to `tf.compat.v1`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.graphs.graph_mode import swap
from codemods.analysis.graphs.same_meaning import has_no_label_gradient
from codemods.analysis.releases.written_for import is_written_for_tensorflow_1
from codemods.rewriting.add_imports import bind_module
from codemods.rewriting.rename import respelled_in_place, start_of
from codemods.source.arguments import bind, named, with_args
from codemods.source.file import File, Reference
from codemods.types import Edit, Severity, rule

SYMBOL = "tensorflow.nn.softmax_cross_entropy_with_logits"
_PARAMETERS = ("_sentinel", "labels", "logits", "dim", "name", "axis")
_V2 = f"{SYMBOL}_v2"
_V2_PARAMETERS = ("labels", "logits", "axis", "name", "dim")


@rule(
    "TFM107",
    example="""
    import tensorflow as tf

    tf.set_random_seed(1)
    loss = tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    """,
    severity=Severity.NUMBERS,
)
def label_gradients(file: File) -> Iterator[Edit]:
    """Wrap labels unless they visibly have no gradient."""
    for reference in file.all_references():
        edit = label_edit(file, reference)
        if edit is not None:
            yield edit


def label_edit(file: File, reference: Reference) -> Edit | None:
    """The call of the function of TensorFlow 2 with the gradient of the legacy one; None if nothing is to be done."""
    if not reference.certain or reference.spelling.shimmed or reference.spelling.plain not in (SYMBOL, _V2):
        return None
    if swap(file) is not None:
        return None
    if reference.spelling.plain == _V2:
        return _renamed(file, reference)
    return _stopped(file, reference) if is_written_for_tensorflow_1(file) else None


def _stopped(file: File, reference: Reference) -> Edit | None:
    call = file.call_of(reference)
    given = bind(call, *_PARAMETERS) if call is not None else None
    if given is None or not {"labels", "logits"} <= given.keys() or "_sentinel" in given:
        return None
    labels = given["labels"].value
    if {"dim", "axis"} <= given.keys() or has_no_label_gradient(file, labels):
        return None
    tensorflow, imports = bind_module(file, "tensorflow", "tf", reference.node)
    stopped = cst.Call(cst.parse_expression(f"{tensorflow}.stop_gradient"), [cst.Arg(labels)])
    said = "the labels of softmax_cross_entropy_with_logits had no gradient in TensorFlow 1"
    return Edit(labels, said, ((labels, stopped),), imports)


def _renamed(file: File, reference: Reference) -> Edit | None:
    """Pass labels and logits by position, which the function of TensorFlow 1 never took."""
    call, start = file.call_of(reference), start_of(file, reference)
    given = bind(call, *_V2_PARAMETERS) if call is not None else None
    if call is None or given is None or start is None or start.qualified != "tensorflow":
        return None
    if not {"labels", "logits"} <= given.keys() or {"dim", "axis"} <= given.keys():
        return None
    if call.args.index(given["labels"]) > call.args.index(given["logits"]) and _has_lines(call):
        return None
    edit = respelled_in_place(file, reference, SYMBOL)
    ((_, function),) = edit.replacements
    words = {arg: {"dim": "axis"}.get(name, name) for name, arg in given.items()}
    rest = [named(arg, words[arg]) for arg in call.args if words[arg] not in ("labels", "logits")]
    first = [given[name].with_changes(keyword=None, equal=cst.MaybeSentinel.DEFAULT) for name in ("labels", "logits")]
    made = with_args(call, [*first, *rest]).with_changes(func=function)
    return Edit(call, edit.message, ((call, made),), edit.imports)


def _has_lines(call: cst.Call) -> bool:
    """True if the arguments stand on lines of their own, with comments perhaps."""
    return any(
        isinstance(arg.comma, cst.Comma) and isinstance(arg.comma.whitespace_after, cst.ParenthesizedWhitespace)
        for arg in call.args
    )
