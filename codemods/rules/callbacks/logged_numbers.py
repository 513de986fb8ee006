"""Read what Keras measures and predicts as the floats of Python and the arrays that they are.

## What it does

`logs["loss"].item()` becomes `float(logs["loss"])`, also for what a loop takes from the logs, for the lists of a
history, and for what `train_on_batch`, `test_on_batch` and `evaluate` return. Other things that only the numbers of
NumPy have, such as `dtype` and `mean()`, are reported. `.numpy()` of what `predict_on_batch`, `train_on_batch` and
`test_on_batch` return is dropped, also where functions, methods and tuples hand it on.

## Why

The logs of Keras 2.2 and of TensorFlow 1 held numbers of NumPy, and its `train_on_batch` returned them. Keras 3 makes
floats of them, which have no `item`: AttributeError at the end of the first batch or epoch. In TensorFlow 2.0 and 2.1
the methods of one batch returned tensors; an array has no `numpy`.
https://github.com/keras-team/keras/blob/v3.15.0/keras/src/trainers/trainer.py

## Numbers

Same (`tests/codemods/rules/callbacks/test_logged_numbers.py`).

## What it leaves to you

What is reported, and numbers that reach other functions: `np.float64(x)` has all that they had. What may be a result of
such a method or a tensor, with `.numpy()`, and other methods of tensors, are reported.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.flow.unreached import is_guarded
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.training.batch_results import results_among
from codemods.analysis.training.logged_numbers import is_measured
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_SYMBOL = "keras.callbacks.Callback"
_RESULTS = "keras.models.Model.predict_on_batch"
_OF_TENSORS = frozenset({"eval", "get_shape", "set_shape"})
_OF_NUMPY = frozenset(
    {"astype", "copy", "dtype", "max", "mean", "min", "ndim", "round", "shape", "size", "sum", "tolist"}
)


@rule(
    "TFM398",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.callbacks import Callback

    class Losses(Callback):
        def on_epoch_end(self, epoch, logs=None):
            for name, value in logs.items():
                print(name, value.item())
    """,
)
def logged_numbers(file: File) -> Iterator[Edit | Manual]:
    """Look at what is read of the numbers; a callback on the shims gets those of Keras 3 as well."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file) or written_for(file).keras is KerasLine.KERAS_3:
        return
    for node in file.attributes:
        name = node.attr.value
        if name == "numpy" or name in _OF_TENSORS:
            yield from _of_tensor(file, node)
        if name not in _OF_NUMPY and name != "item":
            continue
        if not is_measured(file, node.value) or is_guarded(file, node):
            continue
        number, call = file.code(node.value), file.parent(node)
        if name == "item" and isinstance(call, cst.Call) and call.func is node and not call.args:
            code = f"float({number})"
            said = f"{number} is a float of Python in Keras 3: {code}"
            yield Edit(call, said, ((call, cst.parse_expression(code)),))
        elif not _sets_own(file):
            said = f"{number} is a float of Python in Keras 3, and has no {name}"
            yield Manual(node, _SYMBOL, said, f"ask np.float64({number}) for it")


def _of_tensor(file: File, node: cst.Attribute) -> Iterator[Edit | Manual]:
    """A method of tensors that is called on what a model returned."""
    call, result = file.parent(node), file.code(node.value)
    if not isinstance(call, cst.Call) or call.func is not node or is_guarded(file, node):
        return
    may_be, is_sure = results_among(file, node.value)
    if is_sure and node.attr.value == "numpy" and not call.args:
        yield Edit(call, f"{result} is no tensor in Keras 3, and has no numpy()", ((call, node.value),))
    elif may_be:
        said = f"{result} may be an array in Keras 3, or a float, and has no {node.attr.value}()"
        yield Manual(node, _RESULTS, said, f"take np.asarray({result}), which takes tensors, too")


def _sets_own(file: File) -> bool:
    """True if the file puts values of its own into logs, which may be arrays."""
    targets = (each.target for each in file.every(cst.AssignTarget))
    return any(isinstance(each, cst.Subscript) and is_measured(file, each) for each in targets)
