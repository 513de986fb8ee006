"""Convert files of models to TensorFlow Lite by loading them: `from_keras_model_file` works with Keras 2 alone.

## What it does

`TFLiteConverter.from_keras_model_file(path)` becomes
`tf.lite.TFLiteConverter.from_keras_model(tf.keras.models.load_model(path, compile=False))`, with its `custom_objects`.
On the converter, `post_training_quantize = True` becomes `optimizations = [tf.lite.Optimize.DEFAULT]`, and
`target_ops` becomes `target_spec.supported_ops`.

## Why

The function of TensorFlow 1, which is `tf.compat.v1.lite.TFLiteConverter.from_keras_model_file` today, asks Keras 2 for
its `load_model`: "'NoneType' object is not callable".
https://www.tensorflow.org/lite/models/convert/convert_models

## Numbers

Same: a model of TensorFlow 2.3.4 gives the same numbers, converted there by the legacy function and on 2.21 by what is
written (`tests/codemods/rules/files/test_lite_models.py`). What quantization makes of weights depends on the release.

## What it leaves to you

Calls with `input_arrays`, `input_shapes` or `output_arrays`, converters with other settings of TensorFlow 1, such as
`inference_type` and `quantized_input_stats`, and those that are handed on, which are reported; files that turn eager
execution off. The tensors of the result have other names, `serving_default_x:0`, and several outputs may stand in
another order.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import since
from codemods.analysis.objects.evidence import has_keras_2_only
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import bind, literal
from codemods.source.file import File
from codemods.types import Edit, Import, Manual, Replacement, Stage, rule

_FUNCTION = "from_keras_model_file"
_CLASSES = tuple(
    f"tensorflow.{path}"
    for path in (
        "lite.TFLiteConverter",
        "lite.TocoConverter",
        "compat.v1.lite.TFLiteConverter",
        "compat.v1.lite.TocoConverter",
        "contrib.lite.TFLiteConverter",
        "contrib.lite.TocoConverter",
    )
)
_SYMBOLS = tuple(f"{path}.{_FUNCTION}" for path in _CLASSES)
_PARAMETERS = ("model_file", "input_arrays", "input_shapes", "output_arrays", "custom_objects")
_TAKEN = frozenset({"model_file", "custom_objects"})
_KEPT = frozenset({"allow_custom_ops", "experimental_new_converter", "optimizations", "representative_dataset"})
_SPECIFICATION = "target_spec"
_QUANTIZE, _OPERATIONS = "post_training_quantize", "target_ops"
_GRAPHS = tuple(
    f"tensorflow.{path}{name}"
    for path in ("", "compat.v1.")
    for name in ("disable_eager_execution", "disable_v2_behavior")
)
_SAID = "from_keras_model_file asks Keras 2 to load the model"
_ADVICE = "use tf.lite.TFLiteConverter.from_keras_model(tf.keras.models.load_model(path))"


@rule(
    "TFM410",
    stage=Stage.STRUCTURES,
    example="""
    import tensorflow as tf

    converter = tf.lite.TFLiteConverter.from_keras_model_file("model.h5")
    converter.post_training_quantize = True
    open("model.tflite", "wb").write(converter.convert())
    """,
)
def lite_models(file: File) -> Iterator[Edit | Manual]:
    """Rewrite a call if all that is done with its converter is known; report it otherwise."""
    if not since(file.target, "keras 3.0") or has_keras_2_only(file):
        return
    for reference in file.references(*_SYMBOLS):
        call = file.call_of(reference)
        edit = _edit(file, call) if call is not None else None
        if edit is not None:
            yield edit
        else:
            why = _why_not(file, call) if call is not None else ""
            yield Manual(reference.node, reference.qualified, f"{_SAID}{why}", _ADVICE)


def _edit(file: File, call: cst.Call) -> Edit | None:
    bound = _bound(call)
    uses = _uses(file, call)
    if bound is None or uses is None or _why_not(file, call):
        return None
    tensorflow, imports = bind_module(file, "tensorflow", "tf", call)
    given = [file.code(bound["model_file"].value)]
    if "custom_objects" in bound:
        given.append(f"custom_objects={file.code(bound['custom_objects'].value)}")
    loaded = f"{tensorflow}.keras.models.load_model({', '.join([*given, 'compile=False'])})"
    new = cst.parse_expression(f"{tensorflow}.lite.TFLiteConverter.from_keras_model({loaded})")
    settings, more = _settings(file, uses)
    said = "from_keras_model_file is from_keras_model of what load_model returns"
    return Edit(call, said, ((call, new), *settings), (*imports, *more))


def _bound(call: cst.Call) -> dict[str, cst.Arg] | None:
    """The arguments that are more than None; None if others are given than those that are kept."""
    bound = bind(call, *_PARAMETERS)
    given = {name: arg for name, arg in (bound or {}).items() if not _is_none(arg)}
    return given if "model_file" in given and given.keys() <= _TAKEN else None


def _is_none(arg: cst.Arg) -> bool:
    return isinstance(arg.value, cst.Name) and arg.value.value == "None"


def _uses(file: File, call: cst.Call) -> list[cst.Attribute] | None:
    """The attributes of the converter that the file names; None if the converter is also used in other ways."""
    above = file.parent(call)
    if isinstance(above, cst.Attribute):
        return [above]
    name = _name(file, call)
    bindings = file.assignments(name) if name is not None else []
    if name is None or len(bindings) != 1:
        return None
    found = [file.parent(use) for use in bindings[0].uses]
    return [each for each in found if isinstance(each, cst.Attribute)] if all(map(_is_attribute, found)) else None


def _name(file: File, call: cst.Call) -> cst.Name | None:
    """The `converter` of `converter = TFLiteConverter.from_keras_model_file(path)`."""
    assign = file.parent(call)
    if not isinstance(assign, cst.Assign) or len(assign.targets) != 1:
        return None
    target = assign.targets[0].target
    return target if isinstance(target, cst.Name) else None


def _is_attribute(node: cst.CSTNode | None) -> bool:
    return isinstance(node, cst.Attribute)


def _why_not(file: File, call: cst.Call) -> str:
    """Why a call stays, as the end of a sentence; "" if nothing speaks against another one."""
    if file.references(*_GRAPHS):
        return ", and the file turns eager execution off"
    uses = _uses(file, call)
    if uses is None:
        return ", and the converter is used elsewhere"
    if _bound(call) is None:
        return ", and from_keras_model takes none of these arguments"
    other = next((each for each in uses if not _is_known(file, each)), None)
    return f", and {other.attr.value} is a setting of TensorFlow 1" if other is not None else ""


def _is_known(file: File, use: cst.Attribute) -> bool:
    """True for what converters of today have, or have under another name."""
    name, above = use.attr.value, file.parent(use)
    if name == "convert":
        return isinstance(above, cst.Call) and above.func is use and not above.args
    if name in (_QUANTIZE, _OPERATIONS):
        value = _set(file, use)
        return value is not None and (name == _OPERATIONS or literal(value) in (True, False))
    return name in _KEPT or name == _SPECIFICATION


def _set(file: File, use: cst.Attribute) -> cst.BaseExpression | None:
    """What is assigned to an attribute."""
    target = file.parent(use)
    assign = file.parent(target) if isinstance(target, cst.AssignTarget) else None
    return assign.value if isinstance(assign, cst.Assign) and len(assign.targets) == 1 else None


def _settings(
    file: File, uses: list[cst.Attribute]
) -> tuple[list[tuple[cst.CSTNode, Replacement]], tuple[Import, ...]]:
    """The settings of the converter that have other names today."""
    found: list[tuple[cst.CSTNode, Replacement]] = []
    more: tuple[Import, ...] = ()
    for use in uses:
        owner, value = file.code(use.value), _set(file, use)
        if use.attr.value == _OPERATIONS:
            found.append((use, cst.parse_expression(f"{owner}.{_SPECIFICATION}.supported_ops")))
        elif use.attr.value == _QUANTIZE and value is not None:
            tensorflow, more = bind_module(file, "tensorflow", "tf", use)
            chosen = f"[{tensorflow}.lite.Optimize.DEFAULT]" if literal(value) is True else "[]"
            found += [(use.attr, cst.Name("optimizations")), (value, cst.parse_expression(chosen))]
    return found, more
