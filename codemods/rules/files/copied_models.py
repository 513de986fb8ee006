"""Copy a model without what it was compiled with, as `clone_model` and `to_json` did in Keras 2.

## What it does

`clone_model(model)` becomes `clone_model(keras.Model(model.inputs, model.outputs, name=model.name))`, and
`model.to_json()` becomes `keras.Model(model.inputs, model.outputs, name=model.name).to_json()`, where the file compiles
models with losses, metrics or optimizers of its own; in code of Keras 2 also with what it is given from outside.

## Why

Keras 3 copies and writes these, too, and looks them up by their names: TypeError, "Could not locate function 'loss'".
Of a loss that is a method it says "Expected 'config' to be a dict for method".
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/models/cloning.py

## Numbers

Same: the copy has the layers of the model, without its weights, and nobody has compiled it (the outputs of
`tests/codemods/fixtures/copied_models` are those of Keras 2.3.1 on TensorFlow 1.15.5).

## What it leaves to you

Models that a call or an index returns, which are reported. A copy of a `Sequential` is a functional model, which has
one layer more: where the file counts the `layers` of a copy, or adds some, or the input does not show, it copies
`keras.Sequential([*model.inputs, *model.layers], name=model.name)`, and what only may be a `Sequential` is reported.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.flow.own_classes import method
from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.models.model_copies import CLONE, WRITE
from codemods.analysis.objects.built_models import is_built, returns_of
from codemods.analysis.objects.evidence import Evidence, Kind, evidence, has_keras_2_only
from codemods.analysis.objects.object_types import Receiver, origin_of
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_keras
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Manual, rule

_SEQUENTIAL = "keras.models.Sequential"
_FUNCTIONAL = "{keras}.Model({model}.inputs, {model}.outputs, name={model}.name)"
_OF_LAYERS = "{keras}.Sequential([*{model}.inputs, *{model}.layers], name={model}.name)"
_WITHOUT_INPUT = "{keras}.Sequential({model}.layers, name={model}.name)"
_COMPILED = ("optimizer", "loss", "metrics")
_KNOWN = ("keras.", "tensorflow.train.", "tensorflow.compat.v1.train.")
"""What Keras finds again by its name: its own, and what becomes an optimizer of its own."""


@rule(
    "TFM299",
    example="""
    from keras import backend as K
    from keras.layers.core import Dense
    from keras.models import Sequential, clone_model

    def huber(y_true, y_pred):
        return K.mean(K.abs(y_true - y_pred))

    model = Sequential([Dense(2, input_shape=(4,))])
    model.compile("sgd", huber)
    target = clone_model(model)
    """,
)
def copied_models(file: File) -> Iterator[Edit | Manual]:
    """Edit copies in files that compile a model with what Keras has no name for."""
    if not file.target.is_modern or has_keras_2_only(file) or written_for(file).keras is KerasLine.KERAS_3:
        return
    if not any(_is_own(file, called) for called in training_calls(file) if called.canonical.endswith(".compile")):
        return
    for model in _copied(file):
        if isinstance(model, cst.Call):
            continue  # a new model is not compiled yet, or this rule wrote it
        plain = _plain_copy(file, model) if _is_path(model) else None
        if plain is not None:
            keras, imports = bind_keras(file, model)
            name = file.code(model)
            code = plain.format(keras=keras, model=name)
            said = f"Keras 3 copies what {name} is compiled with, and does not find it again: {code} has the layers"
            yield Edit(model, said, ((model, cst.parse_expression(code)),), imports)
        elif _is_path(model):
            said = "Keras 3 copies what a model is compiled with; a functional copy of a Sequential has one layer more"
            yield Manual(model, CLONE, said, "copy a Sequential of the same input and layers, which is not compiled")
        else:
            said = "Keras 3 copies what a model is compiled with, and does not find functions of this file again"
            yield Manual(model, CLONE, said, "copy keras.Model(model.inputs, model.outputs), which is not compiled")


def _copied(file: File) -> Iterator[cst.BaseExpression]:
    """The models that are cloned, or written as JSON."""
    for reference in file.references(CLONE):
        call = file.call_of(reference)
        if call is not None and call.args and not reference.spelling.shimmed:
            yield call.args[0].value
    for call in file.calls:
        function = call.func
        if isinstance(function, cst.Attribute) and function.attr.value == WRITE:
            found = evidence(file, function.value, Kind.MODEL)
            if found is Evidence.CERTAIN or (found.is_enough and not _has_tables(file)):
                yield function.value


def _plain_copy(file: File, model: cst.BaseExpression) -> str | None:
    """A model of the same layers that nobody has compiled; None if it would have other layers than the copy had."""
    found = origin_of(file, model)
    may_be_sequential = not isinstance(found, Receiver) or found.is_a(_SEQUENTIAL)
    if not may_be_sequential or not (_is_unbuilt(file, model) or _counts_layers(file, model)):
        return _FUNCTIONAL
    if not isinstance(found, Receiver) or found.path != _SEQUENTIAL or not found.is_plain:
        return None
    return _WITHOUT_INPUT if _is_unbuilt(file, model) else _OF_LAYERS


def _is_unbuilt(file: File, model: cst.BaseExpression) -> bool:
    """True for a `Sequential` whose layers do not show the shape of the input."""
    values = (file.definitions(model) or []) if isinstance(model, cst.Name) else []
    made = [each for each in values if isinstance(each, cst.Call) and file.symbol(each.func) == _SEQUENTIAL]
    return bool(made) and not is_built(file, model)


def _counts_layers(file: File, model: cst.BaseExpression) -> bool:
    """True if the file looks at the layers of another model by their places, or adds some to a copy."""
    name = file.code(model)
    others = (each for each in file.attributes if each.attr.value == "layers" and file.qualified_name(each) is None)
    if any(file.code(each.value) not in (name, "self") and not _is_imported(file, each) for each in others):
        return True
    copies = {file.code(each) for each in _targets(file, model)}
    return any(each.attr.value in ("add", "pop") and file.code(each.value) in copies for each in file.attributes)


def _is_imported(file: File, node: cst.Attribute) -> bool:
    """True for the path in an import."""
    return any(isinstance(each, cst.Import | cst.ImportFrom) for each in file.ancestors(node))


def _targets(file: File, model: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    """What the copy is assigned to."""
    assign = next((each for each in file.ancestors(model) if isinstance(each, cst.Assign)), None)
    yield from (each.target for each in assign.targets) if assign is not None else ()


def _has_tables(file: File) -> bool:
    """True if a file uses pandas, whose tables have the method, too."""
    return any(each.qualified.split(".", maxsplit=1)[0] == "pandas" for each in file.imports)


def _is_own(file: File, compiled: Called) -> bool:
    """True if a model is compiled with a function, method or object that Keras does not know by itself."""
    given = (compiled.argument(name) for name in _COMPILED)
    return any(arg is not None and _has_own(file, arg.value) for arg in given)


def _has_own(file: File, node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.Name):
        values = file.definitions(node)
        if values:
            return any(_has_own(file, each) for each in values)
    if isinstance(node, cst.List | cst.Tuple):
        return any(_has_own(file, each.value) for each in node.elements)
    if isinstance(node, cst.Dict):
        return any(_has_own(file, each.value) for each in node.elements)
    if isinstance(node, cst.Lambda):
        return True
    called = node.func if isinstance(node, cst.Call) else node
    if literal(node) is not ... or (file.symbol(called) or "").startswith(_KNOWN):
        return False
    made = returns_of(file, called) if isinstance(node, cst.Call) else []
    if made:
        return any(each is None or _has_own(file, each) for each in made)
    return written_for(file).keras is not None or _is_shown(file, called)


def _is_shown(file: File, node: cst.BaseExpression) -> bool:
    """True for a method of the class, and for what the file defines or imports; False for what it is given.

    What a name stands for that nothing in the file binds, such as one of a star import, is the file's own as well.
    """
    path = [node]
    while isinstance(path[-1], cst.Attribute):
        path.append(path[-1].value)
    root = path[-1]
    if not isinstance(root, cst.Name):
        return False
    if is_self(file, root):
        owner, member = file.enclosing_class(node), path[-2]
        named = member.attr.value if isinstance(member, cst.Attribute) else ""
        return owner is not None and member is node and method(file, owner, named) is not None
    shown = (cst.FunctionDef, cst.ClassDef, cst.Import, cst.ImportFrom)
    bindings = file.assignments(root)
    return not bindings or any(isinstance(each.node, shown) for each in bindings)


def _is_path(node: cst.BaseExpression) -> bool:
    """True for `self.model`: a name, or attributes of one."""
    return isinstance(node, cst.Name) or (isinstance(node, cst.Attribute) and _is_path(node.value))
