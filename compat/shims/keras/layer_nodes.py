"""What a layer of Keras 2 told of its calls: `output_shape`, `input_shape`, `get_output_at` and the like.

https://github.com/keras-team/keras/blob/2.3.1/keras/engine/base_layer.py

Known deviation: the first call of a layer that a strategy copies is not told from the second.
"""

import importlib
from typing import Any, Callable, Dict, List, Tuple, Type

import keras

from compat.shims.keras import (
    additions,
    custom_objects,
    explicit_training,
    first_inputs,
    gradient_overrides,
    tensor_notes,
)
from compat.shims.keras.functions import is_symbolic
from compat.shims.keras.native_instances import StandsForNative
from compat.shims.keras.shape_initializers import ShapeInitializers

_classes: Dict[Type[Any], Type[Any]] = {}
_LAMBDA = "Lambda"
"""The layer that a wrapper reads in its configuration as that of the shims."""
_in_safe_mode = keras.src.saving.serialization_lib.in_safe_mode
"""None unless somebody asked for it, or against it."""


class LayerNodes(additions.Additions, ShapeInitializers):
    """A mixin for layers, with the attributes and methods of Keras 2 that tell of the calls on symbolic tensors."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the layer on tensors that tell their shapes; several outputs in a model are a list."""
        layer: Any = super()
        additions.note_inputs(self, args)
        with explicit_training.noted(self, kwargs.get("training")):
            outputs = layer.__call__(*tensor_notes.shapes_of(args), **kwargs)
        if any(map(is_symbolic, keras.tree.flatten(outputs))):
            gradient_overrides.refuse()
            outputs = list(outputs) if type(outputs) is tuple else outputs
        return tensor_notes.of_call(self, args, outputs, kwargs.get("training"))

    @property
    def output_shape(self) -> Any:
        """The shape of the output of all calls; a list of several outputs.

        Raises:
            AttributeError: there was no call, or the shapes differ.

        """
        return _only(self, "output", [_shapes(outputs) for _, outputs in _calls(self)])

    @property
    def input_shape(self) -> Any:
        """The shape of the input of all calls; a list of several inputs.

        Raises:
            AttributeError: there was no call, or the shapes differ.

        """
        return _only(self, "input", [_shapes(inputs) for inputs, _ in _calls(self)])

    @classmethod
    @explicit_training.remaking
    def from_config(cls, config: Dict[str, Any]) -> Any:
        """Make a layer of its configuration, which may tell the shape of a batch, and have a function of a `Lambda`."""
        given = custom_objects.marked(config, [_LAMBDA])
        taken = first_inputs.taken_from(cls, given)
        layer: Any = super()
        safety = keras.src.saving.serialization_lib.SafeModeScope(safe_mode=bool(_in_safe_mode()))
        lambda_layer = importlib.import_module("compat.shims.keras.lambda_layer")
        with safety, custom_objects.CustomObjectScope({_LAMBDA: lambda_layer.Lambda}):
            return first_inputs.remember(layer.from_config(given), taken)

    @property
    def compute_mask(self) -> Callable[..., Any]:
        """The function that returns the mask of the outputs; the mask of the inputs may be left out.

        It is a property, because Keras 3 asks the function whether the class of the layer defines it: a layer that does
        not, ends the mask.
        """
        layer: Any = super()
        inherited = layer.compute_mask

        is_default = getattr(inherited, "_is_default", False)

        def compute_mask(inputs: Any, mask: Any = None) -> Any:
            if not is_default or layer.supports_masking:
                return inherited(inputs, mask)
            if any(each is not None for each in (mask if isinstance(mask, (list, tuple)) else [mask])):
                raise TypeError(f"Layer {self.name} does not support masking, but was passed an input_mask: {mask}")  # type: ignore[attr-defined]
            return None

        compute_mask._is_default = is_default  # type: ignore[attr-defined]  # noqa: SLF001
        return compute_mask

    def get_output_at(self, node_index: int) -> Any:
        """Return the output of the call `node_index`, or a list of several."""
        return _single(_calls(self)[node_index][1])

    def get_input_at(self, node_index: int) -> Any:
        """Return the input of the call `node_index`, or a list of several."""
        return _single(_calls(self)[node_index][0])

    def get_output_shape_at(self, node_index: int) -> Any:
        """Return the shape of the output of the call `node_index`."""
        return _shapes(_calls(self)[node_index][1])

    def get_input_shape_at(self, node_index: int) -> Any:
        """Return the shape of the input of the call `node_index`."""
        return _shapes(_calls(self)[node_index][0])


def with_nodes(layer: Any) -> Any:
    """Give a layer of Keras 3 the attributes, in place; it is saved and loaded as its original class."""
    cls = type(layer)
    if isinstance(layer, keras.layers.Layer) and not isinstance(layer, (LayerNodes, keras.Model)):
        object.__setattr__(layer, "__class__", _class_with_nodes(cls))
    return layer


def _class_with_nodes(cls: Type[Any]) -> Type[Any]:
    """Return the class with the attributes."""
    if cls not in _classes:
        module = _public_module(cls) if cls.__module__.startswith("keras.") else cls.__module__
        body = {"__module__": module, "_native": cls}
        kind: Any = StandsForNative if type(cls) is type else type(cls)
        _classes[cls] = kind(cls.__name__, (LayerNodes, cls), body)
    return _classes[cls]


def _public_module(cls: Type[Any]) -> str:
    """The module that a saved model names: layers of Keras 2 are in another one than the others."""
    name = keras.src.api_export.get_name_from_symbol(cls)
    return name.rpartition(".")[0] if name else "keras.layers"


def _calls(layer: Any) -> List[Tuple[List[Any], List[Any]]]:
    """The inputs and outputs of each call; of those that a `Sequential` repeats while it grows, the last."""
    found: Dict[Any, Tuple[List[Any], List[Any]]] = {}
    for node in layer._inbound_nodes:  # noqa: SLF001 - Keras has no other name for it
        inputs = [each for each in node.input_tensors if is_symbolic(each)]
        sources = tuple((id(each._keras_history[0]), each._keras_history[2]) for each in inputs)  # noqa: SLF001
        found[sources] = (inputs or list(node.output_tensors), list(node.output_tensors))
    return list(found.values())


def _shapes(tensors: List[Any]) -> Any:
    return _single([tuple(each.shape) for each in tensors])


def _single(values: List[Any]) -> Any:
    return values[0] if len(values) == 1 else values


def _only(layer: Any, end: str, shapes: List[Any]) -> Any:
    if not shapes:
        raise AttributeError(f"The layer has never been called and thus has no defined {end} shape.")
    if any(each != shapes[0] for each in shapes):
        message = f'The layer "{layer.name}" has multiple inbound nodes, with different {end} shapes.'
        raise AttributeError(f"{message} Use `get_{end}_shape_at(node_index)` instead.")
    return shapes[0]
