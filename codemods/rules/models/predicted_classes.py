"""Take the classes of `Sequential.predict_classes` from what `predict` returns.

## What it does

`model.predict_classes(x)` becomes `model.predict(x).argmax(axis=-1)`, and `(model.predict(x) > 0.5).astype("int32")`
where the last layer has one unit. Where the file does not show the width of the model, both stand there, and the
shape decides, as it did in Keras 2. `model.predict_proba(x)` becomes `model.predict(x)`.

## Why

`Sequential` lost both methods in Keras 2.6: AttributeError.
https://github.com/keras-team/keras/blob/2.3.1/keras/engine/sequential.py

## Numbers

Same: it is what the methods did. The script in `tests/codemods/fixtures/predicted_classes` prints on TensorFlow 2.21.0
what it prints with Keras 2.3.1 on TensorFlow 1.15.5.

## What it leaves to you

Objects that may be anything else: classifiers of scikit-learn have `predict_proba`, too.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import own_names
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.models.sequential_layers import output_width
from codemods.analysis.objects.built_models import returned
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.object_types import Receiver, origin_of
from codemods.source.arguments import bind
from codemods.source.file import File
from codemods.types import Edit, Replacement, Stage, rule

_CLASSES, _PROBABILITIES = "predict_classes", "predict_proba"
_NAMES = ("probabilities", "predicted")


@rule(
    "TFM124",
    stage=Stage.STRUCTURES,
    example="""
    from keras.layers import Dense
    from keras.models import Sequential

    model = Sequential([Dense(10, activation="softmax")])
    classes = model.predict_classes(images)
    """,
)
def predicted_classes(file: File) -> Iterator[Edit]:
    """Only on Keras models; the arguments `x, batch_size, verbose` have the same places in `predict`."""
    for call in file.calls:
        name = call.func.attr.value if isinstance(call.func, cst.Attribute) else ""
        if name not in (_CLASSES, _PROBABILITIES) or bind(call, "x", "batch_size", "verbose") is None:
            continue
        assert isinstance(call.func, cst.Attribute)
        if not _is_model(file, call.func):
            continue
        predict = call.with_changes(func=call.func.with_changes(attr=cst.Name("predict")))
        if name == _PROBABILITIES:
            yield Edit(call, "predict_proba is now predict", ((call, predict),))
        else:
            replacement = _classes(file, call, call.func.value, predict)
            if replacement is not None:
                yield Edit(call, "predict_classes is gone: the classes of what predict returns", (replacement,))


def _is_model(file: File, method: cst.Attribute) -> bool:
    """True if the method is that of Keras; one that scikit-learn has as well wants more evidence."""
    origin = origin_of(file, method.value)
    if isinstance(origin, Receiver) and (origin.shimmed or origin.defines(file, method.attr.value)):
        return False
    if method.attr.value in own_names(file):
        return False
    found = evidence(file, _made(file, method.value), Kind.MODEL)
    return found is Evidence.CERTAIN or (found.is_enough and method.attr.value == _CLASSES)


def _made(file: File, model: cst.BaseExpression) -> cst.BaseExpression:
    """What a function of the file returns, where the model is made by calling one; else the model itself."""
    made = value_of(file, model)
    built = returned(file, made) if made is not None else model
    return model if built is made else built


def _classes(
    file: File, call: cst.Call, model: cst.BaseExpression, predict: cst.Call
) -> tuple[cst.CSTNode, Replacement] | None:
    """What takes the place of the call, or of its line; None where no assignment may stand."""
    width, code = output_width(file, model), file.code(predict)
    is_quoted = any(isinstance(above, cst.FormattedString) for above in file.ancestors(call))
    if width is not None and not (is_quoted and width == 1):
        return call, _parsed(f"{code}.argmax(axis=-1)" if width > 1 else _by_half(code))
    line = _line(file, call)
    if line is not None:
        assign = line.body[0]
        assert isinstance(assign, cst.Assign)
        chosen = assign.with_changes(value=_parsed(_by_shape(file.code(assign.targets[0].target))))
        plain = cst.TrailingWhitespace(newline=line.trailing_whitespace.newline)
        first = line.with_changes(body=[assign.with_changes(value=predict)], trailing_whitespace=plain)
        return line, cst.FlattenSentinel([first, line.with_changes(body=[chosen], leading_lines=())])
    if _takes_no_assignment(file, call):
        return None
    name = file.free_name(*_NAMES)
    return call, _parsed(f"({_by_shape(name, f'({name} := {code})')})")


def _by_half(code: str) -> str:
    return f'({code} > 0.5).astype("int32")'


def _by_shape(name: str, first: str = "") -> str:
    """What `predict_classes` did with what `predict` had returned."""
    return f"{name}.argmax(axis=-1) if {first or name}.shape[-1] > 1 else {_by_half(name)}"


def _parsed(code: str) -> cst.BaseExpression:
    return cst.parse_expression(code)


def _line(file: File, call: cst.Call) -> cst.SimpleStatementLine | None:
    """The line that does nothing but give the classes a name."""
    assign = file.parent(call)
    if not isinstance(assign, cst.Assign) or len(assign.targets) > 1:
        return None
    line = file.parent(assign)
    if not isinstance(line, cst.SimpleStatementLine) or len(line.body) > 1 or file.block(line) is None:
        return None
    return line if isinstance(assign.targets[0].target, cst.Name) else None


def _takes_no_assignment(file: File, call: cst.Call) -> bool:
    """True in a comprehension, a lambda, an f-string or the header of a function or a class."""
    inside = (cst.BaseComp, cst.Lambda, cst.FormattedString, cst.Param, cst.Decorator)
    return any(isinstance(above, inside) for above in file.ancestors(call))
