"""The keywords and methods of Keras and TensorFlow that a file uses, as far as callables and classes are known."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.objects.base_classes import base_started
from codemods.analysis.objects.class_sources import prepared
from codemods.analysis.objects.evidence import Evidence, Kind, evidence, function_names, is_told_as_model
from codemods.analysis.objects.object_types import OPTIMIZER, is_below, path_of_today, receiver_of, shim_of
from codemods.analysis.objects.shim_coverage import Leads, place
from codemods.analysis.shims.layer_keywords import is_converted_on_shims
from codemods.releases import api
from codemods.releases.api import Answer
from codemods.releases.target import Target
from codemods.releases.versions import minor_version
from codemods.source.arguments import keyword
from codemods.source.canonical_names import spelling
from codemods.source.file import File, once_per_file


class KeywordUse(NamedTuple):
    """`keyword=` in a call of `path`."""

    arg: cst.Arg
    call: cst.Call
    path: str
    keyword: str


class MethodUse(NamedTuple):
    """The attribute `name` of an object of class `owner`, or of a class in the file that is derived from it."""

    node: cst.Attribute
    owner: str
    name: str

    @property
    def path(self) -> str:
        return f"{self.owner}.{self.name}"


class Called(NamedTuple):
    """A call of something known: its path in the target, its canonical name, and its positional parameters."""

    call: cst.Call
    path: str
    canonical: str
    positional: tuple[str, ...]

    def argument(self, name: str) -> cst.Arg | None:
        """The argument passed for a parameter, by keyword or by position."""
        if any(arg.star for arg in self.call.args):
            return keyword(self.call, name)
        places = [arg for arg in self.call.args if arg.keyword is None]
        place = self.positional.index(name) if name in self.positional else len(places)
        return places[place] if place < len(places) else keyword(self.call, name)


@once_per_file
def known_calls(file: File) -> list[Called]:
    """Every call of something known, and training calls whose receiver is probably a Keras model."""
    known = dict(calls(file))
    for call in file.calls if file.reaches_family() else ():
        if call not in known and isinstance(call.func, cst.Attribute) and _is_training(file, call, call.func):
            known[call] = f"keras.models.Model.{call.func.attr.value}"
    return [called_as(file, call, path) for call, path in known.items()]


def shim_calls(file: File) -> list[Called]:
    """Every call of a shim, and of a method of one of its objects."""
    found = [(call, shim_path(file, call)) for call in file.calls]
    return [called_as(file, call, path) for call, path in found if path is not None]


def shim_path(file: File, call: cst.Call) -> str | None:
    """The legacy path of a shim, or of a method of one of its objects; None for other calls."""
    reference = file.reference(call.func)
    if reference is not None and reference.spelling.shimmed:
        path = reference.qualified.removeprefix("compat.")
        return path if place(file.target, path).leads is not Leads.TODAY else None
    if reference is None and isinstance(call.func, cst.Attribute):
        receiver = shim_of(file, call.func.value)
        if receiver is not None and not receiver.defines(file, call.func.attr.value):
            return f"{receiver.path}.{call.func.attr.value}"
    return None


def called_as(file: File, call: cst.Call, path: str) -> Called:
    """The call, taken for one of `path`."""
    owner, _, name = path.rpartition(".")
    above = spelling(owner)
    whole = spelling(path)
    canonical = path
    if whole is not None and whole.canonical != whole.plain:
        canonical = whole.canonical
    elif above is not None:
        canonical = f"{above.canonical}.{name}"
    signature = api.signature(path, file.target.release(path))
    return Called(call, path, canonical, signature.positional if signature is not None else ())


_TRAINING = frozenset({"compile", "fit", "train_on_batch"})


def _is_training(file: File, call: cst.Call, function: cst.Attribute) -> bool:
    """True for a training call on an object of unknown class, with keywords that are typical of Keras models."""
    return (
        function.attr.value in _TRAINING
        and is_told_as_model(call)
        and evidence(file, function.value, Kind.MODEL) is Evidence.LIKELY
        and function.attr.value not in own_names(file)
        and file.reference(function) is None
        and not any(each.qualified in _WHOLE_SHIMS for each in file.imports)
    )


_WHOLE_SHIMS = ("compat.tensorflow", "compat.keras")
"""Models that are imported through these packages still take their legacy arguments."""


@once_per_file
def own_names(file: File) -> frozenset[str]:
    """The names of the functions in a file, and of the attributes that it sets on any object."""
    targets = {
        node.target.attr.value for node in file.every(cst.AssignTarget) if isinstance(node.target, cst.Attribute)
    }
    return function_names(file) | targets


def speaks_of(target: Target, symbols: tuple[str, ...], release: str, called: Called) -> bool:
    """True if a table row, valid since `release`, applies to a call; `module.*` matches each class in that module."""
    if not since(target, release):
        return False
    return any(
        called.canonical == symbol
        or (
            symbol.endswith(".*") and called.canonical.rpartition(".")[0] == symbol[:-2] and _is_class(called.canonical)
        )
        for symbol in symbols
    )


def _is_class(canonical: str) -> bool:
    return canonical.rpartition(".")[2][:1].isupper()


def since(target: Target, release: str) -> bool:
    """True if the target is at least as new as a release such as `keras 3.0`."""
    distribution, _, version = release.partition(" ")
    own = target.tensorflow if distribution == "tensorflow" else target.keras
    return minor_version(own) >= minor_version(version)


@once_per_file
def calls(file: File) -> list[tuple[cst.Call, str]]:
    """The calls of certain names and of methods of known classes, each with the path of the callable."""
    return [*_calls(file)]


def _calls(file: File) -> Iterator[tuple[cst.Call, str]]:
    methods = {use.node: use for use in method_uses(file)}
    for call in file.calls:
        reference = file.reference(call.func)
        if reference is not None:
            path = path_of_today(file, reference)
            if path is not None:
                yield call, path
        elif isinstance(call.func, cst.Attribute) and call.func in methods:
            yield call, methods[call.func].path
        elif (base := base_started(file, call)) is not None and not is_below(base, OPTIMIZER):
            yield call, base
        elif isinstance(call.func, cst.Name) and (path := _path_behind(file, call.func)) is not None:
            yield call, path


def _path_behind(file: File, name: cst.Name) -> str | None:
    """The path of the one callable that a name holds: `RNN` after `RNN = layers.LSTM`."""
    found = {_path_of_value(file, each) for each in file.definitions(name) or []}
    return found.pop() if len(found) == 1 else None


def _path_of_value(file: File, value: cst.BaseExpression) -> str | None:
    reference = file.reference(value)
    return path_of_today(file, reference) if reference is not None else None


def keyword_uses(file: File) -> Iterator[KeywordUse]:
    """Every keyword that is passed in a call of something known."""
    for call, path in (*calls(file), *((each.call, each.path) for each in prepared_calls(file))):
        for arg in call.args:
            if arg.keyword is not None and not is_converted_on_shims(file, call, arg.keyword.value):
                yield KeywordUse(arg, call, path, arg.keyword.value)


@once_per_file
def prepared_calls(file: File) -> list[Called]:
    """The calls of `functools.partial` for something known, as calls of that with the keywords that are given."""
    found = []
    for call in file.calls:
        given = prepared(file, call)
        path = _path_of_value(file, given) if given is not None else None
        if path is not None:
            found.append(called_as(file, call, path)._replace(positional=()))
    return found


@once_per_file
def method_uses(file: File) -> list[MethodUse]:
    """Every attribute of an object of a known class, unless the file defines that attribute itself."""
    found = []
    for node in file.attributes:
        if file.reference(node) is None:
            receiver = receiver_of(file, node.value)
            if receiver is not None and not receiver.defines(file, node.attr.value):
                found.append(MethodUse(node, receiver.path, node.attr.value))
    return found


def takers(path: str, keyword: str) -> tuple[str, ...]:
    """The releases of its distribution in which `path` is known to take `keyword=`."""
    symbol = api.lookup(path)
    if symbol is None:
        return ()
    return tuple(release for release in symbol.releases if api.accepts(path, keyword, release) is Answer.YES)


def standalone(path: str) -> str:
    """The path in standalone Keras of what is reached through `tf.keras`; "" for any other."""
    return path.removeprefix("tensorflow.") if path.startswith("tensorflow.keras.") else ""
