"""Code that runs again and again: in a loop, in a hook of a training, or in a function that such code calls."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.objects.passed_elsewhere import calls_elsewhere
from codemods.source.file import File, once_per_file

_DEPTH = 5
"""The most functions that are looked at one above the other."""
_HOOKS = ("on_epoch_", "on_batch_", "on_train_batch_", "on_test_batch_", "on_predict_batch_")
_PROTOCOL = ("__getitem__", "__next__", "__call__")


def runs_again(file: File, node: cst.CSTNode, depth: int = _DEPTH) -> bool:
    """True if a loop, or what calls the function around a node, runs it more than once."""
    below = node
    for above in file.ancestors(node):
        if _repeats(above, below):
            return True
        if isinstance(above, cst.FunctionDef):
            return bool(depth) and _is_called_again(file, above, depth - 1)
        if isinstance(above, cst.ClassDef):
            return False
        below = above
    return False


def _repeats(above: cst.CSTNode, below: cst.CSTNode) -> bool:
    """True if a loop runs what is `below` it, and not once before its first round."""
    if isinstance(above, cst.For):
        return below is above.body
    if isinstance(above, cst.CompFor):
        return below is not above.iter
    if isinstance(above, cst.ListComp | cst.SetComp | cst.GeneratorExp):
        return below is above.elt
    return (isinstance(above, cst.While) and below is not above.orelse) or isinstance(above, cst.DictComp)


@once_per_file
def _is_called_again(file: File, function: cst.FunctionDef, depth: int) -> bool:
    name = function.name.value
    if name.startswith(_HOOKS) or name in _PROTOCOL:
        return True
    if any(runs_again(file, call, depth) for call in _calls_of(file, function)):
        return True
    return any(runs_again(module, call, depth) for module, call in calls_elsewhere(file, function))


def _calls_of(file: File, function: cst.FunctionDef) -> Iterator[cst.Call]:
    """The calls in the file of a function, or of a method by its name; not those that it has itself."""
    is_method = file.enclosing_class(function) is not None
    for call in _calls_named(file).get(function.name.value, ()):
        if isinstance(call.func, cst.Attribute) is is_method and function not in file.ancestors(call):
            yield call


@once_per_file
def _calls_named(file: File) -> dict[str, list[cst.Call]]:
    found: dict[str, list[cst.Call]] = {}
    for call in file.calls:
        name = call.func.value if isinstance(call.func, cst.Name) else method_of(call)
        if name is not None:
            found.setdefault(name, []).append(call)
    return found
