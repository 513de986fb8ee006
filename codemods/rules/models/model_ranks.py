"""Give a model a tensor of the rank that it was made for.

## What it does

`cnn(h)`, where `cnn` takes 100 numbers and `h` has the shape `(batch, 1, 100)`, becomes `cnn(Reshape((100,))(h))`, if
`cnn` begins with layers that see the last axis only and reshapes what they return. Any other tensor of another rank is
reported. So are `predict(data[i])` and `predict([data[i]])`, one row of a matrix, for a model that begins with
`Input(shape=(None,))`.

## Why

Keras 2 did not compare the two: it called the layers. Keras 3 raises ValueError, "expected shape=(None, 100), found
shape=(None, 1, 100)". It made columns of such a row, `(5,)` became `(5, 1)`, which Keras 3 does for `(1,)` alone.
https://github.com/keras-team/keras/blob/master/keras/src/models/functional.py

## Numbers

Same. The script in `tests/codemods/fixtures/model_ranks` has the numbers of Keras 2.3.1 on TensorFlow 1.15.5.

## What it leaves to you

Tensors with other axes, such as a model for one image that is called on a sequence of images. Shapes that the file does
not show.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.array_ranks import rank_of
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.models.sequential_layers import SAME_WIDTH, layers_of
from codemods.analysis.releases.written_for import written_for
from codemods.analysis.tensors.tensor_shapes import INPUTS, OPEN, Shape, input_of, shape_of
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword
from codemods.source.file import File
from codemods.types import Edit, Import, Manual, Stage, rule

_MODEL = "keras.models.Model"
_PREDICTING = (".predict", ".predict_on_batch")
_RESHAPE = "keras.layers.Reshape"
_LAST_AXIS = SAME_WIDTH - {"keras.layers.Masking", "keras.layers.PReLU"} | {"keras.layers.Dense"}
_ENDS = (_RESHAPE, "keras.layers.Flatten")


@rule(
    "TFM125",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras.layers import Dense, Embedding, Input, Reshape, multiply
    from keras.models import Sequential

    generator = Sequential()
    generator.add(Dense(12, input_dim=4))
    generator.add(Reshape((3, 4, 1)))
    noise = Input(shape=(4,))
    label = Embedding(10, 4)(Input(shape=(1,)))
    image = generator(multiply([noise, label]))
    """,
)
def model_ranks(file: File) -> Iterator[Edit | Manual]:
    """Only where the file shows both shapes; Keras 3 itself drops or adds a last axis of one."""
    if written_for(file).keras is KerasLine.KERAS_3:
        return
    for call in file.calls:
        if not isinstance(call.func, cst.Name | cst.Attribute) or len(call.args) != 1 or call.args[0].star:
            continue
        taken = input_of(file, call.func) or _shape_of_first_call(file, call.func)
        given = shape_of(file, call.args[0].value) if taken is not None else None
        if taken is None or given is None or len(taken) == len(given) or _is_adjusted(taken, given):
            continue
        if _is_same(taken, given) and _reshapes(file, call.func):
            yield _edit(file, call, taken)
        else:
            yield Manual(
                call,
                _MODEL,
                f"{file.code(call.func)} takes tensors of {_said(taken)}, and gets one of {_said(given)}",
                f"make {file.code(call.func)} for this shape, or reshape the tensor first",
            )
    yield from _rows(file)


def _rows(file: File) -> Iterator[Manual]:
    """Rows that a model of texts or series of any length is given in place of a batch."""
    for called in training_calls(file):
        arg, func = called.argument("x"), called.call.func
        if arg is None or not isinstance(func, cst.Attribute) or not called.canonical.endswith(_PREDICTING):
            continue
        is_listed = isinstance(arg.value, cst.List) and len(arg.value.elements) == 1
        row = arg.value.elements[0].value if is_listed and isinstance(arg.value, cst.List) else arg.value
        if input_of(file, func.value) == (OPEN,) and rank_of(file, row) == 1:
            said = f"{file.code(func.value)} takes a batch of rows, and gets one row: Keras 2 made a column of it"
            advice = f"give it {file.code(row)}[None], which is one row, or [:, None], as Keras 2 did"
            yield Manual(called.call, _MODEL, said, advice)


def _shape_of_first_call(file: File, model: cst.BaseExpression) -> Shape | None:
    """The shape of the tensor that a `Sequential` without a shape of its own is built for."""
    binding = file.only_binding(model) if isinstance(model, cst.Name) else None
    if binding is None or not layers_of(file, model):
        return None
    calls = [file.parent(use) for use in binding.uses]
    first = next((each for each in calls if isinstance(each, cst.Call) and each.func in binding.uses), None)
    is_one = first is not None and len(first.args) == 1 and file.function(first) is file.function(model)
    return shape_of(file, first.args[0].value) if first is not None and is_one else None


def _said(shape: Shape) -> str:
    return f"{len(shape)} axes ({', '.join(shape)})" if OPEN not in shape else f"{len(shape)} axes"


def _is_adjusted(taken: Shape, given: Shape) -> bool:
    """True if the shapes may differ by a last axis of one only."""
    longer, shorter = (given, taken) if len(given) > len(taken) else (taken, given)
    is_last = len(longer) == len(shorter) + 1 and longer[-1] in ("1", OPEN)
    return is_last and all(_may_be(*sizes) for sizes in zip(longer, shorter, strict=False))


def _may_be(size: str, other: str) -> bool:
    return size == other or not (size.isdigit() and other.isdigit())


def _is_same(taken: Shape, given: Shape) -> bool:
    """True if the tensor has only more axes of size one, right behind the batch."""
    more = len(given) - len(taken)
    return more > 0 and given[:more] == ("1",) * more and given[more:] == taken and OPEN not in taken


def _reshapes(file: File, model: cst.BaseExpression) -> bool:
    """True if the layers up to the first `Reshape` or `Flatten` see no axis but the last one."""
    for layer in layers_of(file, model) or []:
        symbol = file.symbol(layer.func) if isinstance(layer, cst.Call) else None
        if symbol in INPUTS:
            continue
        if symbol in _ENDS:
            return True
        if symbol not in _LAST_AXIS or not isinstance(layer, cst.Call) or keyword(layer, "noise_shape") is not None:
            return False
        if keyword(layer, "axis") is not None:
            return False
    return False


def _edit(file: File, call: cst.Call, taken: Shape) -> Edit:
    name, imports = _name(file, call)
    sizes = f"({taken[0]},)" if len(taken) == 1 else f"({', '.join(taken)})"
    tensor = call.args[0].value
    reshaped = cst.Call(cst.parse_expression(f"{name}({sizes})"), [cst.Arg(tensor)])
    return Edit(
        call,
        f"{file.code(call.func)} takes tensors of the shape {sizes}, without the axis of size one",
        ((tensor, reshaped),),
        imports,
    )


def _name(file: File, at: cst.Call) -> tuple[str, tuple[Import, ...]]:
    """The name of `Reshape`, from where the file has its other layers."""
    for imported in file.imports:
        if imported.spelling is not None and imported.spelling.canonical == _RESHAPE:
            return imported.local, ()
    first = (layers_of(file, at.func) or [at])[0]
    node = first.func if isinstance(first, cst.Call) else at.func
    if isinstance(node, cst.Attribute):
        return f"{file.code(node.value)}.Reshape", ()
    reference = file.reference(node)
    module = reference.qualified.rpartition(".")[0] if reference is not None else "keras.layers"
    local = file.free_name("Reshape")
    return local, (Import(module, "Reshape", "" if local == "Reshape" else local),)
