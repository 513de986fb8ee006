"""What a file asks of Keras and TensorFlow besides names: keywords, and methods of objects whose class is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from codemods import api
from codemods.api import Answer
from codemods.file import File, once_per_file
from codemods.receivers import modern_path, receiver_of


@dataclass(frozen=True)
class KeywordUse:
    """`keyword=` in a call of `path`."""

    arg: cst.Arg
    call: cst.Call
    path: str
    keyword: str


@dataclass(frozen=True)
class MethodUse:
    """`name` of an object that is a `owner`, or of a class of the file that is derived from it."""

    node: cst.Attribute
    owner: str
    name: str

    @property
    def path(self) -> str:
        return f"{self.owner}.{self.name}"


def calls(file: File) -> Iterator[tuple[cst.Call, str]]:
    """The calls of certain names and of methods of known classes, with the path of what is called."""
    methods = {use.node: use for use in method_uses(file)}
    for call in file.calls:
        reference = file.reference(call.func)
        if reference is not None and not reference.spelling.shimmed:
            yield call, modern_path(file, reference)
        elif isinstance(call.func, cst.Attribute) and call.func in methods:
            yield call, methods[call.func].path


def keyword_uses(file: File) -> Iterator[KeywordUse]:
    """Every keyword that is passed to something known."""
    for call, path in calls(file):
        for arg in call.args:
            if arg.keyword is not None:
                yield KeywordUse(arg, call, path, arg.keyword.value)


@once_per_file
def method_uses(file: File) -> list[MethodUse]:
    """Every attribute of an object of a known class that the file does not define itself."""
    found = []
    for node in file.attributes:
        if file.reference(node) is None:
            receiver = receiver_of(file, node.value)
            if receiver is not None and not receiver.defines(file, node.attr.value):
                found.append(MethodUse(node, receiver.path, node.attr.value))
    return found


def takers(path: str, keyword: str) -> tuple[str, ...]:
    """The releases in which `path` is known to take `keyword=`."""
    symbol = api.lookup(path)
    if symbol is None:
        return ()
    return tuple(release for release in symbol.releases if api.accepts(path, keyword, release) is Answer.YES)
