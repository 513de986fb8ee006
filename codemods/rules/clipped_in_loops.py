"""Leave out the clipping that `apply_gradients` did not do before TensorFlow 2.4.

## What it does

In files of TensorFlow 2.0 to 2.3, `clipnorm=` and `clipvalue=` of an optimizer go whose gradients the code applies
itself, `optimizer.apply_gradients(...)`.

## Why

There only `minimize` and `fit` clipped. `apply_gradients` has clipped since TensorFlow 2.4, and so it does in Keras 3:
the code would train otherwise, without a word.
https://github.com/tensorflow/tensorflow/blob/v2.3.4/tensorflow/python/keras/optimizer_v2/optimizer_v2.py

## Numbers

Same: the losses of `SGD(0.1, clipvalue=0.5)` are 9.0, 0.36 and 0.0144 in TensorFlow 2.3.4, and without the keyword on
2.21; with it 9.0, 7.84 and 6.76 (`tests/codemods/rules/test_clipped_in_loops.py`).

## What it leaves to you

To clip, if that is what was meant. Files that do not show for which TensorFlow they were written: a note asks for
`--from`. Optimizers that the file also compiles or minimizes with.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.keras_2_files import goes_to_keras_3
from codemods.analysis.optimizer_uses import OptimizerUse, optimizer_uses
from codemods.analysis.possible_releases import is_before, is_since
from codemods.source.arguments import with_args
from codemods.source.file import File
from codemods.types import Edit, Severity, Undecided, rule
from compat.tables.behaviour.update_rules import CLIPPING

_APPLY = "apply_gradients"
_FIRST_THAT_CLIPS = "2.4"


@rule(
    "TFM355",
    example="""
    import tensorflow as tf

    optimizer = tf.keras.optimizers.SGD(0.1, clipvalue=0.5)


    def step(batch):
        with tf.GradientTape() as tape:
            loss = loss_of(batch)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))


    strategy.experimental_run_v2(step, args=(batch,))
    """,
    severity=Severity.NUMBERS,
)
def clipped_in_loops(file: File) -> Iterator[Edit | Undecided]:
    """Only optimizers that do nothing but apply gradients."""
    if not goes_to_keras_3(file) or is_since(file, _FIRST_THAT_CLIPS, _FIRST_THAT_CLIPS):
        return
    for use in optimizer_uses(file):
        if use.call is None or use.is_standalone or not use.clips or not _only_applies(file, use):
            continue
        if not is_before(file, _FIRST_THAT_CLIPS):
            yield Undecided(use.at, f"clipping in {_APPLY}", "tensorflow==2.3")
            continue
        kept = [arg for arg in use.call.args if arg.keyword is None or arg.keyword.value not in CLIPPING]
        said = f"{_APPLY} did not clip before TensorFlow 2.4, and would now: the keyword goes"
        yield Edit(use.at, said, ((use.call, with_args(use.call, kept)),))


def _only_applies(file: File, use: OptimizerUse) -> bool:
    """True for a name that nothing is done with but `name.apply_gradients(...)` and reading its attributes."""
    assign = file.parent(use.call) if use.call is not None else None
    target = assign.targets[0].target if isinstance(assign, cst.Assign) and len(assign.targets) == 1 else None
    bindings = file.assignments(target) if isinstance(target, cst.Name) else []
    read = [file.parent(name) for each in bindings for name in each.uses]
    members = [each.attr.value for each in read if isinstance(each, cst.Attribute)]
    return len(bindings) == 1 and len(members) == len(read) and _APPLY in members and "minimize" not in members
