"""Do not assign `self.model` in the `__init__` of a callback.

## What it does

Removes `self.model = model` from `__init__`. It had no effect: `fit` sets the attribute when training begins.

## Why

In Keras 3 the attribute is read-only: the assignment raises AttributeError.
https://github.com/keras-team/keras/blob/master/keras/src/callbacks/callback.py

## Numbers

No numbers involved.

## What it leaves to you

Callbacks that define `set_model`, or assign `self.model` outside of `__init__`: keep that model under another name.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.data_flow import Flow
from codemods.analysis.object_types import derives_from
from codemods.rewriting.remove import remove
from codemods.source.file import File, name_of
from codemods.types import Edit, Manual, Stage, rule


@rule(
    "TFM203",
    stage=Stage.STRUCTURES,
    example="""
    from keras.callbacks import Callback


    class Saver(Callback):
        def __init__(self, model, path):
            self.model = model
            self.path = path

        def on_epoch_end(self, epoch, logs=None):
            self.model.save(self.path)
    """,
)
def callback_model(file: File) -> Iterator[Edit | Manual]:
    """Remove the assignment from `__init__`, where `fit` overrode it; report it if the class defines `set_model`."""
    for owner in file.every(cst.ClassDef):
        if not derives_from(file, owner, "keras.callbacks."):
            continue
        methods = [node for node in owner.body.body if isinstance(node, cst.FunctionDef)]
        redirected = any(method.name.value == "set_model" for method in methods)
        for method in methods:
            for write in Flow(file, method).writes_of("self.model"):
                yield _outcome(file, method, write.node, redirected=redirected)


def _outcome(file: File, method: cst.FunctionDef, node: cst.CSTNode, *, redirected: bool) -> Edit | Manual:
    line = file.statement(node)
    plain = isinstance(node, cst.Assign) and len(node.targets) == 1 and name_of(node.targets[0].target) == "self.model"
    alone = isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 and file.block(line) is not None
    if method.name.value != "__init__" or redirected or not plain or not alone:
        return Manual(
            node,
            "keras.callbacks.Callback.model",
            "a callback's model is read-only in Keras 3",
            "keep the model under another name, such as self.model_to_save",
        )
    block = file.block(line)
    assert block is not None
    replacements = remove(file, line) if len(block.body) > 1 else ((node, cst.Pass()),)
    return Edit(node, "fit() sets self.model, which is read-only in Keras 3", replacements)
