"""What `getattr(keras.layers, name)` may be, by the texts of the file."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from codemods.analysis.calls.optimizer_names import texts_behind
from codemods.analysis.objects.elements import elements
from codemods.source.arguments import literal
from codemods.source.file import File, Reference, once_per_file

_PARAMETERS = 2


class LookedUp(NamedTuple):
    """A `getattr` on a module of Keras, the calls of what it returns, and what that may be, as if it were written out.

    `is_all`: the file shows that it is nothing else. `is_told`: the texts reach the `getattr`; else they are all that
    the file has.
    """

    taken: cst.Call
    module: Reference
    calls: tuple[cst.Call, ...]
    references: tuple[Reference, ...]
    is_all: bool
    is_told: bool


@once_per_file
def looked_up(file: File) -> list[LookedUp]:
    """Each `getattr` with a name that is no text by itself."""
    found = []
    for call in file.calls:
        if not file.is_builtin(call.func, "getattr") or len(call.args) < _PARAMETERS:
            continue
        module, name = file.reference(call.args[0].value), call.args[1].value
        if module is not None and literal(name) is ...:
            only = _only(file, name)
            told = only or [str(literal(each)) for each in texts_behind(file, name)]
            references = _references(file, module, told or _all_texts(file))
            found.append(LookedUp(call, module, _calls(file, call), references, bool(only), bool(told)))
    return found


def _only(file: File, node: cst.BaseExpression) -> list[str]:
    """The texts that an expression chooses from, if they are all written in it; [] if not."""
    if isinstance(node, cst.Name):
        value = file.only_value(node)
        return _only(file, value) if value is not None and not isinstance(value, cst.Name) else []
    if isinstance(node, cst.IfExp):
        chosen: list[cst.BaseExpression] | None = [node.body, node.orelse]
    elif isinstance(node, cst.Subscript):
        chosen = elements(file, node.value)
    else:
        chosen = [node]
    texts = [literal(each) for each in chosen or ()]
    return [each for each in texts if isinstance(each, str)] if all(isinstance(each, str) for each in texts) else []


@once_per_file
def _all_texts(file: File) -> list[str]:
    values = (each.evaluated_value for each in file.every(cst.SimpleString))
    return [each for each in dict.fromkeys(values) if isinstance(each, str) and each.isidentifier()]


def _references(file: File, module: Reference, texts: list[str]) -> tuple[Reference, ...]:
    found = []
    for text in dict.fromkeys(texts):
        path = f"{module.qualified}.{text}"
        spelled = file.spelling(path)
        if spelled is not None:
            found.append(module._replace(qualified=path, spelling=spelled))
    return tuple(found)


def _calls(file: File, taken: cst.Call) -> tuple[cst.Call, ...]:
    """The calls of what `getattr` returns: at once, or by a name for it alone."""
    above = file.parent(taken)
    if isinstance(above, cst.Call):
        return (above,) if above.func is taken else ()
    if not isinstance(above, cst.Assign):
        return ()
    return tuple(
        call for call in file.calls if isinstance(call.func, cst.Name) and file.definitions(call.func) == [taken]
    )
