"""The shapes of tensors and arrays that are made with a shape: `tf.ones((8, 4))`, `np.random.normal(size=(8, 4))`."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.data.fed_values import Fed, leaves
from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.objects.object_types import Own, Receiver, origin_of
from codemods.source.arguments import bind
from codemods.source.file import File

_DEPTH = 3

Sizes = tuple[cst.BaseExpression, ...]

_FIRST = {
    **dict.fromkeys(("ones", "zeros", "fill", "random_normal", "random_uniform", "truncated_normal"), "tensorflow."),
    **dict.fromkeys(("normal", "uniform", "truncated_normal", "stateless_normal"), "tensorflow.random."),
    **dict.fromkeys(("empty", "full"), "numpy."),
}
_SHAPED = frozenset(
    (*(f"{module}{name}" for name, module in _FIRST.items()), "numpy.ones", "numpy.zeros", "keras.backend.ones")
)
"""Functions whose first argument is the shape, also by the name `shape` or `dims`."""
_DRAWN = frozenset(f"numpy.random.{name}" for name in ("normal", "uniform", "randint", "random", "standard_normal"))
"""Functions that take it as `size`."""
_SPREAD = frozenset({"numpy.random.rand", "numpy.random.randn"})
"""Functions that take each size by itself."""


def shapes_of(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> list[Sizes]:
    """The shapes that a value may have, as far as the project shows them."""
    found = [shape for leaf in leaves(file, node) if (shape := _made_with(leaf)) is not None]
    given = _given_to_method(file, node) if isinstance(node, cst.Name) and depth else ()
    return [*found, *(shape for each in given for shape in shapes_of(file, each, depth - 1))]


def _given_to_method(file: File, name: cst.Name) -> Iterator[cst.BaseExpression]:
    """What the calls in the file pass for a parameter of a method, whatever else may call it."""
    binding = file.only_binding(name)
    function = file.function_of(binding.node) if binding is not None and isinstance(binding.node, cst.Param) else None
    owner = file.enclosing_class(function) if function is not None else None
    if function is None or owner is None or function.decorators:
        return
    names = [each.name.value for each in function.params.params]
    for call in file.calls:
        func = call.func
        if not isinstance(func, cst.Attribute) or func.attr.value != function.name.value:
            continue
        bound = bind(call, *names[1:]) if _is_of(file, func.value, owner) else None
        if bound and name.value in bound:
            yield bound[name.value].value


def _is_of(file: File, node: cst.BaseExpression, owner: cst.ClassDef) -> bool:
    """True for `self` in a class, and for an object that is made of the class."""
    if isinstance(node, cst.Name) and is_self(file, node):
        return file.enclosing_class(node) is owner
    origin = origin_of(file, node)
    classes = origin.owners if isinstance(origin, Own) else origin.derived if isinstance(origin, Receiver) else ()
    return owner in classes


def _made_with(leaf: Fed) -> Sizes | None:
    file, call = leaf.module, leaf.node
    if not isinstance(call, cst.Call):
        return None
    path = file.symbol(call.func) or file.qualified_name(call.func) or ""
    if path in _SPREAD:
        return tuple(arg.value for arg in call.args) if not any(arg.star or arg.keyword for arg in call.args) else None
    bound = (bind(call, "shape") if len(call.args) == 1 else _named(call)) or {}
    given = bound.get("shape") or bound.get("dims") if path in _SHAPED else None
    if path in _DRAWN:
        given = next((arg for arg in call.args if arg.keyword is not None and arg.keyword.value == "size"), None)
    if given is None or not isinstance(given.value, cst.Tuple | cst.List):
        return None
    sizes = given.value.elements
    return tuple(each.value for each in sizes) if all(isinstance(each, cst.Element) for each in sizes) else None


def _named(call: cst.Call) -> dict[str, cst.Arg]:
    found = {arg.keyword.value: arg for arg in call.args if arg.keyword is not None}
    first = call.args[0] if call.args and call.args[0].keyword is None and not call.args[0].star else None
    return {"shape": first, **found} if first is not None else found
