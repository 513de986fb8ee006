"""The parameters of what a layer or a model is called with: those of its `call`."""

from __future__ import annotations

from itertools import islice
from typing import NamedTuple

import libcst as cst

from codemods.analysis.objects.object_types import Receiver
from codemods.analysis.objects.project_classes import OfModule, lineage_in_project
from codemods.analysis.releases.legacy_places import legacy_releases
from codemods.releases import api
from codemods.source.arguments import literal
from codemods.source.file import File

_OWN_CALLS = ("keras.layers.RNN", "keras.layers.Bidirectional")
"""Classes that took other parameters than their `call` in Keras 2: `initial_state` in the second place."""
_DEPTH = 8


class Parameter(NamedTuple):
    """One place: its name, None where the legacy releases differ; `is_plain` if it defaults to a flag or a number."""

    name: str | None
    is_plain: bool = False


def parameters(file: File, layer: Receiver) -> tuple[Parameter, ...]:
    """The places of the positional arguments; empty if the file does not show them."""
    if any(layer.is_a(each) for each in _OWN_CALLS):
        return ()
    if layer.is_plain:
        return _of_keras(file, layer.path)
    found = {_of_class(file, layer, each) for each in layer.classes(file)}
    return found.pop() if len(found) == 1 else ()


def _of_class(file: File, layer: Receiver, own: OfModule) -> tuple[Parameter, ...]:
    for above in islice(lineage_in_project(own), _DEPTH):
        body = above.owner.body.body
        methods = [each for each in body if isinstance(each, cst.FunctionDef) and each.name.value == "call"]
        if methods:
            module, params = above.module, methods[-1].params
            is_plain = not methods[-1].decorators or all(_is_function(module, each) for each in methods[-1].decorators)
            places = (*params.posonly_params, *params.params)
            return tuple(_parameter(each) for each in places[1:]) if is_plain and len(methods) == 1 else ()
    return _of_keras(file, layer.path)


def _parameter(param: cst.Param) -> Parameter:
    return Parameter(param.name.value, param.default is not None and literal(param.default) not in (..., None))


def _is_function(file: File, decorator: cst.Decorator) -> bool:
    made = decorator.decorator
    return file.symbol(made.func if isinstance(made, cst.Call) else made) == "tensorflow.function"


def _of_keras(file: File, path: str) -> tuple[Parameter, ...]:
    """The names on which the releases agree for which the file may be written, as far as the target takes them."""
    path = f"{path}.call"
    today = api.signature(path, file.target.release(path))
    signatures = []
    for release in legacy_releases(file, path.partition(".")[0]):
        signature = api.signature(path, release) if api.exists(path, release) else None
        if signature is not None:
            signatures.append(signature)
    if not signatures or today is None:
        return ()
    taken = None if today.has_args else {each.name for each in today.parameters}
    length = min(len(each.positional) for each in signatures)
    agreed = []
    for index in range(length):
        names = {each.positional[index] for each in signatures}
        name = names.pop() if len(names) == 1 else None
        agreed.append(Parameter(name if name is not None and (taken is None or name in taken) else None))
    return tuple(agreed)
