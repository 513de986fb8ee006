"""Drop `K.set_learning_phase(0)` where nothing is trained; elsewhere say what takes its place.

## What it does

Removes the call with 0 or False from files that only run models: `predict`, `evaluate` and calls run in inference
anyway. Where something is trained, and for the phase 1, it reports the call.

## Why

Keras 3 has no global phase: `K.set_learning_phase` raises AttributeError.
https://keras.io/guides/transfer_learning/

## Numbers

Same. On Keras 2.3.1 the phase 0 changes training only: Dropout is off, BatchNormalization takes its moving statistics
(`tests/compat/shims/keras/test_backend.py`).

## What it leaves to you

Every other call, such as those around the base of a model that is to be fine-tuned.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.rewriting.remove import remove
from codemods.source.arguments import literal
from codemods.source.file import File, Reference, exported_names, once_per_file
from codemods.source.moved_names import SET_LEARNING_PHASE
from codemods.types import Edit, Manual, Replacement, Stage, rule

_ASKED = ("keras.backend.learning_phase", "keras.backend.tensorflow_backend.learning_phase")
_URL = "https://keras.io/guides/transfer_learning/"
_TRAINING = re.compile(
    r"fit($|_)|(fine_?)?tune|train($|_(?!able))|.*(apply_gradient|minimi[sz]e)|.*_?(train_op|optimizer)s?$",
    re.IGNORECASE,
)
_TRAIN_MODULES = ("tensorflow.train", "tensorflow.compat.v1.train")
_ADVICE = {
    0: "call the layers that it is about in the call() of a layer of your own: base(inputs, training=False)",
    1: "call the layers that it is about in the call() of a layer of your own: base(inputs, training=True)",
    None: "pass training= where the model, or the layer, is called",
}


@rule(
    "TFM145",
    stage=Stage.STRUCTURES,
    example="""
    from keras import backend as K
    from keras.models import load_model

    K.set_learning_phase(0)
    model = load_model("model.h5")
    y = model.predict(x)
    """,
)
def learning_phase(file: File) -> Iterator[Edit | Manual]:
    """Remove statements of their own, or leave the call as it is."""
    for reference in file.references(*SET_LEARNING_PHASE):
        if reference.spelling.shimmed or file.longer(reference) is not None:
            continue
        call = file.call_of(reference)
        phase = _phase(call)
        line = _line(file, call)
        if phase == 0 and line is not None and not _trains(file) and not file.references(*_ASKED):
            said = "set_learning_phase(0) is gone: models run in inference, and nothing is trained here"
            yield Edit(line, said, _without(file, line))
        else:
            yield _finding(file, reference, phase)
    for imported in file.imports:
        found = imported.spelling
        if found is not None and found.canonical in SET_LEARNING_PHASE and not found.shimmed:
            if imported.local in exported_names(file):
                said = f"{imported.qualified} is gone, and exported"
                yield Manual(imported.statement, imported.qualified, said, f"{_ADVICE[None]} ({_URL})")


def _finding(file: File, reference: Reference, phase: int | None) -> Manual:
    given = f"({phase})" if phase is not None else "()"
    why = ", and the file trains" if phase == 0 and _trains(file) else ""
    said = f"set_learning_phase{given} has no equal in Keras 3{why}"
    return Manual(reference.node, reference.qualified, said, f"{_ADVICE[phase]} ({_URL})")


def _phase(call: cst.Call | None) -> int | None:
    value = literal(call.args[0].value) if call is not None and len(call.args) == 1 else None
    return int(value) if value in (0, 1) and isinstance(value, int) else None


def _line(file: File, call: cst.Call | None) -> cst.SimpleStatementLine | None:
    """The line that consists of the call."""
    above = file.parent(call) if call is not None else None
    line = file.parent(above) if isinstance(above, cst.Expr) else None
    return line if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 else None


def _without(file: File, line: cst.SimpleStatementLine) -> tuple[tuple[cst.CSTNode, Replacement], ...]:
    block = file.block(line)
    if isinstance(block, cst.IndentedBlock) and len(block.body) == 1:
        return ((line, line.with_changes(body=[cst.Pass()])),)
    return remove(file, line)


@once_per_file
def _trains(file: File) -> bool:
    """True if any name in the file speaks of training; the module `tf.train` also has savers and protocol buffers."""
    return any(_TRAINING.match(name.value) and not _is_module(file, name) for name in file.every(cst.Name))


def _is_module(file: File, name: cst.Name) -> bool:
    above = file.parent(name)
    return isinstance(above, cst.Attribute) and above.attr is name and file.qualified_name(above) in _TRAIN_MODULES
