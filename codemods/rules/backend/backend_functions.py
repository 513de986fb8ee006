"""Make a model of the tensors that `K.function` was given, and call that.

## What it does

```
f = K.function([model.layers[0].input, K.learning_phase()], [model.layers[3].output])
out = f([x, 0])[0]
```

becomes

```
f = keras.Model(model.inputs, model.layers[3].output)
out = f.predict_on_batch(x)
```

The learning phase 1 becomes `training=True`. Several outputs stay a list, of one output its only element is taken.

## Why

Keras 3 has neither `K.function` nor `K.learning_phase`: AttributeError.
https://keras.io/guides/functional_api/#extract-and-reuse-nodes-in-the-graph-of-layers

## Numbers

Same. The script in `tests/codemods/fixtures/backend_functions` has the numbers of Keras 2.3.1 on TensorFlow 1.15.5.

## What it leaves to you

Functions that are handed on, that have `updates`, or outputs that are not those of layers, such as gradients; inputs
other than those of a model, and one input of a model that the project gives several. The phase 1 where the file does
not show that no layer keeps moving statistics: a call with `training=True` updates them, `K.function` did not. Stateful
layers, and files that distribute their training.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import libcst as cst

from codemods.analysis.flow.reaching import uses_of
from codemods.analysis.layers.layer_outputs import is_layer
from codemods.analysis.models.model_inputs import has_several_inputs
from codemods.analysis.models.model_outputs import has_one_output
from codemods.analysis.objects.evidence import Evidence, Kind, evidence, function_names
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import bind, literal
from codemods.source.file import File, Reference, once_per_file
from codemods.source.moved_names import SET_LEARNING_PHASE
from codemods.types import Edit, Import, Replacement, Stage, rule
from compat.tables.names.libraries import OTHER_LIBRARIES

_FUNCTION = "keras.backend.function"
_PHASE = "keras.backend.learning_phase"
_MODEL = "keras.models.Model"
_DISTRIBUTED = ("keras.utils.multi_gpu_model", "tensorflow.distribute.", "tensorflow.contrib.distribute.")
_MERGES = frozenset(
    f"keras.layers.{name}"
    for name in ("add", "average", "concatenate", "dot", "maximum", "minimum", "multiply", "subtract")
)
_LOADED = ("keras.models.load_model", "keras.models.model_from_", "keras.applications.")


@dataclass(frozen=True)
class _Function:
    """What `K.function` was given: the inputs and the outputs as code, and the place of the learning phase.

    `count` is the number of inputs, None if they are all those of a model. With `is_first`, an output may stand for
    several, so that only the first result means the same.
    """

    inputs: str
    count: int | None
    phase: int | None
    outputs: tuple[str, ...]
    is_first: bool


@rule(
    "TFM123",
    stage=Stage.STRUCTURES,
    example="""
    from keras import backend as K
    from keras.models import load_model

    model = load_model("model.h5")
    features = K.function([model.layers[0].input, K.learning_phase()], [model.layers[3].output])
    print(features([images, 0])[0].shape)
    """,
)
def backend_functions(file: File) -> Iterator[Edit]:
    """Only if all calls of the function are in sight; the table of removed names reports the others."""
    if _is_distributed(file) or _is_stateful(file):
        return
    for reference in file.references(_FUNCTION):
        made = file.call_of(reference)
        if made is None or reference.spelling.shimmed or "#" in file.code(made):
            continue
        function, calls = _function(file, made), _calls(file, made)
        if function is not None and calls:
            edit = _edit(file, reference, made, function, calls)
            if edit is not None:
                yield edit


def _edit(
    file: File, reference: Reference, made: cst.Call, function: _Function, calls: Sequence[cst.Call]
) -> Edit | None:
    model, imports = _model(file, reference, made)
    outputs = function.outputs[0] if len(function.outputs) == 1 else f"[{', '.join(function.outputs)}]"
    modern = f"{model}({function.inputs}, {outputs})"
    replacements: list[tuple[cst.CSTNode, Replacement]] = []
    for call in calls:
        is_inline = call.func is made
        result = _result(file, call, function, modern if is_inline else file.code(call.func))
        if result is None:
            return None
        replacements.append(result[:2])
        imports = (*imports, *result[2])
    if all(call.func is not made for call in calls):
        replacements.append((made, cst.parse_expression(modern)))
    return Edit(
        made, "K.function is now a model of the same tensors", tuple(replacements), tuple(dict.fromkeys(imports))
    )


def _model(file: File, reference: Reference, at: cst.Call) -> tuple[str, tuple[Import, ...]]:
    """The name of the class `Model`, in the family of the backend."""
    for imported in file.imports:
        spelled = imported.spelling
        if spelled is not None and spelled.canonical == _MODEL and not spelled.shimmed:
            if file.global_scope[imported.local] and imported.local not in _redefined(file):
                return imported.local, ()
    if reference.qualified.startswith("tensorflow."):
        name, imports = bind_module(file, "tensorflow", "tf", at)
        return f"{name}.keras.Model", imports
    name, imports = bind_module(file, "keras", "keras", at)
    return f"{name}.Model", imports


def _redefined(file: File) -> set[str]:
    return {node.name.value for node in file.every(cst.ClassDef)} | function_names(file)


# --- what the function was made of


def _function(file: File, made: cst.Call) -> _Function | None:
    bound = bind(made, "inputs", "outputs") or {}
    if set(bound) != {"inputs", "outputs"} or not isinstance(bound["outputs"].value, cst.List):
        return None
    parts = _parts(bound["inputs"].value)
    outputs = [_output(file, each.value) for each in bound["outputs"].value.elements]
    if parts is None or not outputs or any(each is None for each in outputs):
        return None
    phases = [index for index, each in enumerate(parts) if _is_phase(file, each)]
    tensors = [each for each in parts if not _is_phase(file, each)]
    inputs = _inputs(file, tensors)
    if inputs is None or len(phases) > 1 or (len(tensors) != len(parts) and phases[0] not in (0, len(parts) - 1)):
        return None
    phase = None if not phases else 0 if phases[0] == 0 else -1
    is_whole = len(tensors) == 1 and isinstance(tensors[0], cst.Attribute) and tensors[0].attr.value == "inputs"
    found = tuple(each for each in outputs if each is not None)
    given = (each.value for each in bound["outputs"].value.elements)
    is_first = any(
        code.endswith(".outputs[0]") and isinstance(node, cst.Attribute) and not has_one_output(file, node.value)
        for code, node in zip(found, given, strict=True)
    )
    return _Function(inputs, None if is_whole else len(tensors), phase, found, is_first)


def _parts(node: cst.BaseExpression) -> list[cst.BaseExpression] | None:
    """The elements of a literal list; `model.inputs` counts as one, also with the phase added to it."""
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
        left, right = _parts(node.left), _parts(node.right)
        return [*left, *right] if left is not None and right is not None else None
    if isinstance(node, cst.Attribute) and node.attr.value == "inputs":
        return [node]
    if not isinstance(node, cst.List | cst.Tuple) or not all(isinstance(e, cst.Element) for e in node.elements):
        return None
    values = [each.value for each in node.elements]
    is_nested = any(isinstance(each, cst.Attribute) and each.attr.value == "inputs" for each in values)
    return None if is_nested else values


def _is_phase(file: File, node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Call) and not node.args and file.symbol(node.func) == _PHASE


def _inputs(file: File, tensors: Sequence[cst.BaseExpression]) -> str | None:
    """The inputs as code; None for anything but the inputs of one model, or tensors that `Input` made."""
    if len(tensors) == 1 and isinstance(tensors[0], cst.Attribute):
        model = _model_of(file, tensors[0])
        return f"{file.code(model)}.inputs" if model is not None else None
    if not tensors or not all(isinstance(each, cst.Name) and _is_input(file, each) for each in tensors):
        return None
    code = ", ".join(file.code(each) for each in tensors)
    return code if len(tensors) == 1 else f"[{code}]"


def _is_input(file: File, name: cst.Name) -> bool:
    made = file.only_value(name)
    return isinstance(made, cst.Call) and file.symbol(made.func) in ("keras.layers.Input", "keras.Input")


def _model_of(file: File, node: cst.Attribute) -> cst.BaseExpression | None:
    """The model in `model.input`, `model.inputs` and `model.layers[0].input`, which is the same for one input."""
    if node.attr.value == "inputs":
        return node.value
    if node.attr.value != "input":
        return None
    model = node.value
    if isinstance(model, cst.Subscript):
        if _index(model) != 0 or not isinstance(model.value, cst.Attribute) or model.value.attr.value != "layers":
            return None
        model = model.value.value
    elif not evidence(file, model, Kind.MODEL).is_enough and not _has_layers(file, model):
        return None
    return None if has_several_inputs(file, model) else model


def _index(node: cst.Subscript) -> object:
    index = node.slice[0].slice if len(node.slice) == 1 else None
    return literal(index.value) if isinstance(index, cst.Index) else ...


def _has_layers(file: File, model: cst.BaseExpression) -> bool:
    """True if the file reads `layers` or calls `get_layer` of an object: it is a model."""
    code = file.code(model)
    return any(each.attr.value in ("layers", "get_layer") and file.code(each.value) == code for each in file.attributes)


def _output(file: File, node: cst.BaseExpression) -> str | None:
    """The output of a layer or of a model as code; None for what may be anything else."""
    if isinstance(node, cst.Name):
        made = file.only_value(node)
        is_merged = isinstance(made, cst.Call) and (file.symbol(made.func) or "") in _MERGES
        if is_merged or evidence(file, node, Kind.TENSOR) is Evidence.CERTAIN:
            return node.value
        is_output = isinstance(made, cst.Attribute) and made.attr.value == "output" and is_layer(file, made.value)
        return node.value if is_output else None
    if not isinstance(node, cst.Attribute) or node.attr.value != "output":
        return None
    if is_layer(file, node.value):
        return file.code(node)
    is_model = evidence(file, node.value, Kind.MODEL).is_enough or _has_layers(file, node.value)
    return f"{file.code(node.value)}.outputs[0]" if is_model else None


# --- its calls


def _calls(file: File, made: cst.Call) -> list[cst.Call]:
    """All calls of the function; none if anything else is done with it."""
    above = file.parent(made)
    if isinstance(above, cst.Call) and above.func is made:
        return [above]
    if not isinstance(above, cst.Assign) or len(above.targets) > 1 or not isinstance(above.targets[0].target, cst.Name):
        return []
    calls: list[cst.Call] = []
    for use in uses_of(file, above.targets[0].target) or ():
        call = file.parent(use)
        if not isinstance(call, cst.Call) or call.func is not use:
            return []
        calls.append(call)
    return calls


def _result(
    file: File, call: cst.Call, function: _Function, model: str
) -> tuple[cst.CSTNode, cst.BaseExpression, tuple[Import, ...]] | None:
    """What takes the place of a call, and of the index after it; None if the arguments do not show the phase."""
    given = call.args[0].value if len(call.args) == 1 and not call.args[0].star else None
    if not isinstance(given, cst.List | cst.Tuple) or not all(isinstance(e, cst.Element) for e in given.elements):
        return None
    values = [each.value for each in given.elements]
    phase = literal(values.pop(function.phase)) if function.phase is not None and values else 0
    if phase not in (0, 1) or not values or function.count not in (None, len(values)) or "#" in file.code(call):
        return None
    if any(_is_list(file, each) for each in values) or (phase and _has_hidden_layers(file)):
        return None
    above = file.parent(call)
    is_first = isinstance(above, cst.Subscript) and above.value is call and _index(above) == 0
    if function.is_first and not (is_first and len(function.outputs) == 1):
        return None
    arrays = file.code(values[0]) if len(values) == 1 else f"[{', '.join(map(file.code, values))}]"
    code, imports = _run(file, call, model, arrays, is_list=len(function.outputs) > 1, training=bool(phase))
    if len(function.outputs) > 1:
        return call, cst.parse_expression(code), imports
    if is_first:
        assert above is not None
        return above, cst.parse_expression(code), imports
    return call, cst.parse_expression(f"[{code}]"), imports


def _run(
    file: File, at: cst.Call, model: str, arrays: str, *, is_list: bool, training: bool
) -> tuple[str, tuple[Import, ...]]:
    """The code that runs the model on one batch and returns arrays of NumPy."""
    if not training:
        return f"{model}.predict_on_batch({arrays})", ()
    keras, imports = bind_module(file, "keras", "keras", at)
    called = f"{model}({arrays}, training=True)"
    if is_list:
        return f"[{keras}.ops.convert_to_numpy(each) for each in {called}]", imports
    return f"{keras}.ops.convert_to_numpy({called})", imports


def _is_list(file: File, node: cst.BaseExpression) -> bool:
    """True for what is a list of Python, which a model takes for several inputs."""
    plain = file.only_value(node) or node if isinstance(node, cst.Name) else node
    return isinstance(plain, cst.List | cst.Tuple | cst.BaseComp)


# --- what the file has besides


@once_per_file
def _is_distributed(file: File) -> bool:
    """True if a strategy, or a learning phase that is set for everything, may change what a model returns."""
    found = [each.canonical for each in file.all_references()]
    return any(each.startswith(_DISTRIBUTED) or each in SET_LEARNING_PHASE for each in found)


@once_per_file
def _is_stateful(file: File) -> bool:
    return any(arg.keyword is not None and arg.keyword.value == "stateful" for call in file.calls for arg in call.args)


@once_per_file
def _has_hidden_layers(file: File) -> bool:
    """True if a model may have layers that training changes: from a file, another module, or with statistics."""
    if any("batchnorm" in name.value.lower().replace("_", "") for name in file.every(cst.Name)):
        return True
    if any(each.canonical.startswith(_LOADED) for each in file.all_references()) or file.star_imports:
        return True
    roots = {imported.qualified.split(".", maxsplit=1)[0] for imported in file.imports if imported.spelling is None}
    return any(root not in OTHER_LIBRARIES and root not in sys.stdlib_module_names for root in roots)
