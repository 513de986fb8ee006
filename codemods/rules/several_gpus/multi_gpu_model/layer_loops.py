"""Loops over the layers of the parallel model that look for layers which only the template has, and so do nothing."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.rules.several_gpus.multi_gpu_model.own_compile import template_names
from codemods.rules.several_gpus.multi_gpu_model.subject import ParallelCall, is_rebound
from codemods.source.file import File, name_of
from codemods.source.parsing import is_same_code
from codemods.source.walk import nodes

_LAYERS = "keras.layers."
_OF_PARALLEL = frozenset({"Concatenate", "Input", "InputLayer", "Lambda", "Layer", "Wrapper"})
"""The classes that layers of a parallel model may have, with those that they derive from."""


def idle_loops(subject: ParallelCall) -> Iterator[cst.For]:
    """The loops after the call, over the layers of the parallel model, that are passed through without an effect."""
    file = subject.site.file
    if subject.template == subject.parallel and not is_rebound(subject):
        return
    held = subject.names - template_names(subject)
    for loop in nodes(subject.site.function, cst.For):
        if _owner(loop) not in held or not subject.site.precedes(loop):
            continue
        if _finds_nothing(file, loop) or is_guarded(file, loop):
            yield loop


def is_guarded(file: File, loop: cst.For) -> bool:
    """True for a loop that is run on one replica only."""
    block = file.parent(loop)
    above = file.parent(block) if block is not None else None
    return isinstance(above, cst.If) and is_same_code(file.code(above.test), _condition(loop))


def guarded(file: File, loop: cst.For) -> cst.If:
    """The loop under the condition that there is one replica."""
    new = file.parse_statement(f"if {_condition(loop)}:\n    pass")
    assert isinstance(new, cst.If)
    body = cst.IndentedBlock([loop.with_changes(leading_lines=())], indent=file.module.default_indent)
    return new.with_changes(leading_lines=loop.leading_lines, body=body)


def _condition(loop: cst.For) -> str:
    return f"{_owner(loop)}.distribute_strategy.num_replicas_in_sync == 1"


def _owner(loop: cst.For) -> str | None:
    """`model` of `for layer in model.layers:`."""
    over = loop.iter
    return name_of(over.value) if isinstance(over, cst.Attribute) and over.attr.value == "layers" else None


def _finds_nothing(file: File, loop: cst.For) -> bool:
    """True if the body asks for classes that no layer of a parallel model has, and does nothing else."""
    variable = name_of(loop.target)
    body = loop.body.body if isinstance(loop.body, cst.IndentedBlock) else ()
    return (
        variable is not None
        and loop.orelse is None
        and bool(body)
        and all(isinstance(each, cst.If) and _asks_in_vain(file, each, variable) for each in body)
    )


def _asks_in_vain(file: File, statement: cst.If, variable: str) -> bool:
    rest = statement.orelse
    if isinstance(rest, cst.Else) or (isinstance(rest, cst.If) and not _asks_in_vain(file, rest, variable)):
        return False
    return _is_false(file, statement.test, variable)


def _is_false(file: File, test: cst.BaseExpression, variable: str) -> bool:
    """True for `isinstance(layer, Conv2D)`, and for such tests that are joined by `or`."""
    if isinstance(test, cst.BooleanOperation):
        return isinstance(test.operator, cst.Or) and all(
            _is_false(file, each, variable) for each in (test.left, test.right)
        )
    if not isinstance(test, cst.Call) or not file.is_builtin(test.func, "isinstance"):
        return False
    values = [arg.value for arg in test.args]
    classes = values[-1]
    listed = [each.value for each in classes.elements] if isinstance(classes, cst.Tuple) else [classes]
    return name_of(values[0]) == variable and bool(listed) and all(_is_of_template(file, each) for each in listed)


def _is_of_template(file: File, node: cst.BaseExpression) -> bool:
    symbol = file.symbol(node) or ""
    return symbol.startswith(_LAYERS) and symbol.rsplit(".", maxsplit=1)[-1] not in _OF_PARALLEL
