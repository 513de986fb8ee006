"""The calls of layers that make a functional model, which Keras 3 keeps by their depth."""

from typing import Any, List


def nodes_of(model: Any) -> List[Any]:
    """The calls that have inputs, those next to the inputs of the model first; none for another layer."""
    levels = getattr(getattr(model, "_functional", None) or model, "_nodes_by_depth", {})
    return [node for depth in sorted(levels, reverse=True) for node in levels[depth] if node.input_tensors]
