"""Leave out the clipping that `apply_gradients` did not do before TensorFlow 2.4; report where it clips each replica.

## What it does

In files of TensorFlow 2.0 to 2.3, `clipnorm=` and `clipvalue=` of an optimizer go whose gradients the code applies
itself, `optimizer.apply_gradients(...)`. In other files such an optimizer is reported where a function applies its
gradients that `strategy.run` calls on each replica.

## Why

There only `minimize` and `fit` clipped. `apply_gradients` has clipped since TensorFlow 2.4, and so it does in Keras 3:
the code would train otherwise, without a word. Until TensorFlow 2.15 it clipped the sum of the gradients of all
replicas. Keras 3 clips those of each replica, and adds them up then.
https://github.com/tensorflow/tensorflow/blob/v2.3.4/tensorflow/python/keras/optimizer_v2/optimizer_v2.py
https://github.com/tensorflow/tensorflow/blob/v2.10.1/tensorflow/python/keras/optimizers/optimizer_v2/optimizer_v2.py

## Numbers

Same: the losses of `SGD(0.1, clipvalue=0.5)` are 9.0, 0.36 and 0.0144 in TensorFlow 2.3.4, and without the keyword on
2.21; with it 9.0, 7.84 and 6.76 (`tests/codemods/rules/training_loops/test_clipped_in_loops.py`). What is reported
differs on several
replicas: `SGD(0.1, clipnorm=1.0)` takes a loss of 328.28 after one step on two replicas in TensorFlow 2.10.1, and of
302.61 on 2.21. It is 328.28 there with an optimizer that does not clip, and this in place of `apply_gradients`:

```python
context = tf.distribute.get_replica_context()
gradients = context.all_reduce("sum", gradients)
gradients = [tf.clip_by_norm(each, 1.0) / context.num_replicas_in_sync for each in gradients]
optimizer.apply_gradients(zip(gradients, model.trainable_variables))
```

## What it leaves to you

To clip, if that is what was meant. Files that do not show for which TensorFlow they were written: a note asks for
`--from`. Optimizers that the file also compiles or minimizes with.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.objects.provenance import leaves
from codemods.analysis.optimizers.optimizer_uses import OptimizerUse, optimizer_uses
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.analysis.releases.possible_releases import is_before, is_since
from codemods.analysis.replicas.replica_functions import replica_functions
from codemods.source.arguments import with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Undecided, rule
from compat.tables.behaviour.update_rules import CLIPPING

_APPLY, _MINIMIZE = "apply_gradients", "minimize"
_FIRST_THAT_CLIPS = "2.4"
_OF_REPLICAS = (
    "apply_gradients of Keras 3 clips the gradients of each replica and adds them up then; from TensorFlow 2.4 on it "
    "clipped their sum, and before that it did not clip"
)
_ADVICE = "leave the keyword out and clip the sum yourself: python -m codemods explain TFM355 shows how"


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


    for batch in batches:
        step(batch)
    """,
    severity=Severity.NUMBERS,
)
def clipped_in_loops(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Only optimizers that do nothing but apply gradients lose the keywords."""
    if not goes_to_keras_3(file):
        return
    for use in optimizer_uses(file):
        if use.call is None or use.is_standalone or not use.clips:
            continue
        if is_before(file, _FIRST_THAT_CLIPS):
            if _only_applies(file, use):
                kept = [arg for arg in use.call.args if arg.keyword is None or arg.keyword.value not in CLIPPING]
                said = f"{_APPLY} did not clip before TensorFlow 2.4, and would now: the keyword goes"
                yield Edit(use.at, said, ((use.call, with_args(use.call, kept)),))
        elif _applies_on_replicas(file, use):
            yield Manual(use.at, use.symbol, _OF_REPLICAS, _ADVICE)
        elif not is_since(file, _FIRST_THAT_CLIPS, _FIRST_THAT_CLIPS) and _only_applies(file, use):
            yield Undecided(use.at, f"clipping in {_APPLY}", "tensorflow==2.3")


def _applies_on_replicas(file: File, use: OptimizerUse) -> bool:
    """True if a function that a strategy runs on its replicas applies gradients with this optimizer."""
    for call in file.calls:
        if not isinstance(call.func, cst.Attribute) or call.func.attr.value != _APPLY:
            continue
        if any(above in replica_functions(file) for above in file.ancestors(call)):
            if any(each is use.call for each in leaves(file, call.func.value) or ()):
                return True
    return False


def _only_applies(file: File, use: OptimizerUse) -> bool:
    """True for a name that nothing is done with but `name.apply_gradients(...)` and reading its attributes.

    A `minimize` that the file had as it came, which TFM529 writes out, clipped.
    """
    if any(each.attr.value == _MINIMIZE for each in file.original.attributes):
        return False
    assign = file.parent(use.call) if use.call is not None else None
    target = assign.targets[0].target if isinstance(assign, cst.Assign) and len(assign.targets) == 1 else None
    bindings = file.assignments(target) if isinstance(target, cst.Name) else []
    read = [file.parent(name) for each in bindings for name in each.uses]
    members = [each.attr.value for each in read if isinstance(each, cst.Attribute)]
    return len(members) == len(read) and _APPLY in members
