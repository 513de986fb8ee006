"""The outputs of a model that a file compiles: how many there are, and their names."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.calls.api_calls import Called
from codemods.analysis.data.fed_values import Fed, is_dictionary, leaves
from codemods.analysis.data.list_lengths import COMPUTED, length_of
from codemods.analysis.flow.self_attributes import value_of, values_of
from codemods.analysis.models.sequential_layers import layers_of
from codemods.source.arguments import bind, keyword, literal
from codemods.source.file import File
from compat.tables.names.makers import MODEL_CLASSES

_SEQUENTIAL = "keras.models.Sequential"
_LAYERS = "keras.layers."
_OF_DICTIONARIES = (f"{_LAYERS}DenseFeatures", f"{_LAYERS}SequenceFeatures", f"{_LAYERS}Lambda")


def outputs_of(file: File, called: Called) -> int:
    """The number of outputs of the model that is compiled; 0 if the file does not show it."""
    for name in ("loss", "loss_weights"):
        arg = called.argument(name)
        lengths = {_listed(each) for each in _values(file, arg.value)} if arg is not None else {0}
        if lengths != {0}:
            return lengths.pop() if len(lengths) == 1 else 0
    counts = _counts(file, called)
    return next(iter(counts)) or 0 if len(counts) == 1 and COMPUTED not in counts else 0


def has_list_of_outputs(file: File, called: Called) -> bool:
    """True if the model that is compiled is given a list of outputs, of whatever length."""
    counts = _counts(file, called)
    return bool(counts) and None not in counts


def _counts(file: File, called: Called) -> set[int | None]:
    """The numbers of outputs that the model may have: `COMPUTED` of a list, None where no list is seen."""
    return {length_of(each.module, each.node) for each in outputs_as_given(file, called) or ()}


def output_names(file: File, called: Called) -> list[str] | None:
    """The names of the layers that end the model that is compiled; None if the file does not show them all."""
    given = given_outputs(file, called) or []
    if len(given) != 1 or not isinstance(given[0].node, cst.List | cst.Tuple):
        return None
    module, listed = given[0].module, given[0].node.elements
    names = [_name(module, each.value) if isinstance(each, cst.Element) else None for each in listed]
    if _counts(file, called) != {len(names)}:
        return None
    return [each for each in names if each is not None] if None not in names else None


def are_named(file: File, called: Called) -> bool | None:
    """True if the outputs of the model that is called are a dictionary; None if the file does not show them."""
    given = given_outputs(file, called)
    return (
        any(isinstance(each.node, cst.Dict | cst.DictComp) or _is_dict(*each[:2]) for each in given) if given else None
    )


def are_listed(file: File, called: Called) -> bool:
    """True if the outputs of the model that is called are certainly a list of several."""
    given = given_outputs(file, called) or []
    return bool(given) and all(isinstance(each.node, cst.ListComp) or _listed(each.node) > 1 for each in given)


def is_sequential(file: File, model: cst.BaseExpression) -> bool:
    """True if every model that an expression may be is a `Sequential`."""
    made = leaves(file, model)
    return bool(made) and all(_symbol(each) == _SEQUENTIAL for each in made)


def begins_with_one_input(file: File, model: cst.BaseExpression) -> bool:
    """True for a `Sequential` whose first layer is one of Keras that takes one tensor: features take a dictionary."""
    layers = layers_of(file, model) if is_sequential(file, model) else None
    first = leaves(file, layers[0]) if layers else []
    names = [_symbol(each) or "" for each in first]
    return bool(names) and all(name.startswith(_LAYERS) and name not in _OF_DICTIONARIES for name in names)


def has_one_output(file: File, model: cst.BaseExpression) -> bool:
    """True if every model that an expression may be has one output, and not in a dictionary."""
    made = leaves(file, model)
    return bool(made) and all(_symbol(each) == _SEQUENTIAL or _ends_in_one(each) for each in made)


def _symbol(made: Fed) -> str | None:
    return made.module.symbol(made.node.func) if isinstance(made.node, cst.Call) else None


def _ends_in_one(made: Fed) -> bool:
    """True for a functional model whose output is what one call of a layer returns."""
    if _symbol(made) not in MODEL_CLASSES:
        return False
    given = _outputs_argument(made)
    ends = leaves(made.module, given) if given is not None else []
    return bool(ends) and all(not is_dictionary(each) and _is_tensor(each) for each in ends)


def _outputs_argument(made: Fed) -> cst.BaseExpression | None:
    """What the constructor of a functional model is given as outputs."""
    bound = bind(made.node, "inputs", "outputs", "name") if isinstance(made.node, cst.Call) else None
    return next((bound[name].value for name in ("outputs", "output") if name in bound), None) if bound else None


def _is_tensor(end: Fed) -> bool:
    """True for `Dense(1)(x)`, `dense(x)` and `concatenate([a, b])`."""
    node = end.node
    if not isinstance(node, cst.Call):
        return False
    layers = [Fed(end.module, node), *leaves(end.module, node.func)]
    made = [each for each in layers if (_symbol(each) or "").startswith(_LAYERS)]
    return any(isinstance(each.node, cst.Call) and keyword(each.node, "return_state") is None for each in made)


def _is_dict(file: File, node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Call) and file.is_builtin(node.func, "dict")


def _name(file: File, tensor: cst.BaseExpression) -> str | None:
    """`a` of `Dense(1, name="a")(x)`, also through a name."""
    value = value_of(file, tensor)
    layer = value.func if isinstance(value, cst.Call) else None
    given = keyword(layer, "name") if isinstance(layer, cst.Call) else None
    name = literal(given.value) if given is not None else None
    return name if isinstance(name, str) else None


def given_outputs(file: File, called: Called) -> list[Fed] | None:
    """What the constructors of the model are given as outputs; None if the project does not show it."""
    given = outputs_as_given(file, called)
    return None if given is None else [Fed(at, value) for at, node, _ in given for value in _values(at, node)]


def outputs_as_given(file: File, called: Called) -> list[Fed] | None:
    """The same, as it stands at the constructors: a name by itself."""
    function = called.call.func
    model = function.value if isinstance(function, cst.Attribute) else None
    found: list[Fed] = []
    for made in leaves(file, model) if model is not None else ():
        given = _outputs_argument(made) if _symbol(made) in MODEL_CLASSES else None
        if given is None:
            return None
        found.append(Fed(made.module, given))
    return found


def _values(file: File, node: cst.BaseExpression) -> list[cst.BaseExpression]:
    """What a name is bound to; anything else, and a name whose values the file does not show, by itself."""
    return values_of(file, node) or [node]


def _listed(node: cst.BaseExpression) -> int:
    """The length of a list or tuple; 0 if the node is none."""
    return _length(node) if isinstance(node, cst.List | cst.Tuple) else 0


def _length(node: cst.List | cst.Tuple) -> int:
    """The number of elements; 0 if some are unpacked."""
    return len(node.elements) if all(isinstance(each, cst.Element) for each in node.elements) else 0
