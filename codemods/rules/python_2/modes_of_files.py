"""Open files for the texts or the bytes that Python 2 let them have in either mode.

## What it does

`csv.writer(open(path, "wb"))` becomes `csv.writer(open(path, "w", newline=""))`, and `pickle.load(open(path))` becomes
`pickle.load(open(path, "rb"))`, also where the stream has a name. `f.write("%d" % n)` and `json.dump(x, f)` write
texts, too. The mode `rU` is `r`. A text that Python 2 wrote without a buffer, `open(path, "w", 0)` and
`os.fdopen(sys.stdout.fileno(), "w", 0)`, is written line by line.

## Why

A stream of Python 3 takes texts or bytes, by its mode: "a bytes-like object is required, not 'str'". Scripts of Python
2 without `print x` parse under Python 3, and stop there. Python 3.11 has no mode `U`: ValueError.
"can't have unbuffered text I/O" is what comes of the number 0.
https://docs.python.org/3/library/functions.html#open

## Numbers

No numbers involved.

## What it leaves to you

Streams that are used in other ways besides, which are reported, and streams that go through attributes, or through
functions of other modules.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import libcst as cst

from codemods.analysis.files.opened_files import mode_argument, mode_of
from codemods.analysis.flow.unreached import is_unreached
from codemods.analysis.objects.provenance import called_function, given_by_calls
from codemods.analysis.releases.python_2_files import asks_for_version
from codemods.source.arguments import bind, keyword, literal, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, rule


class _Use(Enum):
    """What is done with a stream."""

    TEXT = "a text"
    CSV = "a text of several lines"
    BYTES = "bytes"
    NEITHER = "neither"
    UNKNOWN = "something else"


_PLACES = {
    "csv.reader": (0, _Use.CSV),
    "csv.DictReader": (0, _Use.CSV),
    "csv.writer": (0, _Use.CSV),
    "csv.DictWriter": (0, _Use.CSV),
    "json.dump": (1, _Use.TEXT),
    "pickle.load": (0, _Use.BYTES),
    "pickle.Unpickler": (0, _Use.BYTES),
    "pickle.dump": (1, _Use.BYTES),
    "pickle.Pickler": (0, _Use.BYTES),
}
"""The functions that take streams, the places of these, and what they read or write."""
_OF_DESCRIPTOR = "os.fdopen"
_NEUTRAL = frozenset({"close", "flush", "closed", "name", "fileno"})
_OF_TEXTS = ("encoding", "errors")
"""Arguments of `open` that only a stream of texts takes."""
_TEXTS = frozenset({"format", "join"})
_TEXT_FUNCTIONS = frozenset({"json.dumps"})
_DEPTH = 3


@rule(
    "TFM501",
    example="""
    import csv

    from keras.models import load_model

    model = load_model("model.h5")
    with open("scores.csv", "wb") as stream:
        csv.writer(stream).writerow(model.evaluate(x, y))
    """,
    severity=Severity.STOPS,
)
def modes_of_files(file: File) -> Iterator[Edit | Manual]:
    """Only of streams that certainly get what their mode does not take."""
    if file.from_python_2 or not file.target.is_modern:
        return
    for call in file.calls:
        is_open = file.is_builtin(call.func, "open")
        if not (is_open or file.qualified_name(call.func) == _OF_DESCRIPTOR):
            continue
        mode = mode_of(call)
        if mode is None or is_unreached(file, call) or asks_for_version(file, call):
            continue
        if not is_open:
            yield from _unbuffered(call, mode)
            continue
        uses = _uses(file, call)
        if "U" in mode:
            yield _edit(call, mode.replace("U", ""), "Python 3.11 has no mode U, which is that of every text")
            continue
        wrong = {_Use.TEXT, _Use.CSV} if "b" in mode else {_Use.BYTES}
        if wrong.isdisjoint(uses):
            yield from _unbuffered(call, mode)
            continue
        wanted = "texts" if "b" in mode else "bytes"
        said = f"a stream of Python 3 that is opened with {mode!r} takes no {wanted}"
        if uses <= {*wrong, _Use.NEITHER} and not any(keyword(call, name) for name in _OF_TEXTS):
            modern = mode.replace("b", "") if "b" in mode else f"{mode}b"
            yield _edit(call, modern, said, newline=_Use.CSV in uses)
        else:
            yield Manual(call, "open", said, f"open it for {wanted}, or write what its mode takes")


def _unbuffered(call: cst.Call, mode: str) -> Iterator[Edit]:
    """Texts have a buffer in Python 3; that of a line is the smallest."""
    if "b" not in mode and _without_buffer(call) is not None:
        said = "a text cannot be without a buffer in Python 3: it is written line by line"
        yield Edit(call, said, ((call, with_args(call, _by_lines(call, list(call.args)))),))


def _without_buffer(call: cst.Call) -> cst.Arg | None:
    """The argument that asks for no buffer."""
    given = keyword(call, "buffering") or next(iter(call.args[2:3]), None)
    is_third = given is not None and (given.keyword is None or given.keyword.value == "buffering")
    return given if is_third and given is not None and literal(given.value) == 0 else None


def _by_lines(call: cst.Call, args: list[cst.Arg]) -> list[cst.Arg]:
    given = _without_buffer(call)
    return [each.with_changes(value=cst.Integer("1")) if each is given else each for each in args]


def _edit(call: cst.Call, mode: str, said: str, *, newline: bool = False) -> Edit:
    given = mode_argument(call)
    value = cst.SimpleString(f'"{mode or "r"}"')
    if given is None:
        added = cst.Arg(value)
        is_named = any(arg.keyword is not None for arg in call.args[:1])
        args = [*call.args[:1], named(added, "mode") if is_named else added, *call.args[1:]]
    else:
        kept = list(call.args) if "b" in mode else _by_lines(call, list(call.args))
        args = [each.with_changes(value=value) if each is given else each for each in kept]
    if newline and keyword(call, "newline") is None:
        args = [*args, named(cst.Arg(cst.SimpleString('""')), "newline")]
    return Edit(call, said, ((call, with_args(call, args)),))


def _uses(file: File, call: cst.Call) -> set[_Use]:
    """All that is done with what `open` returns."""
    above = file.parent(call)
    target: cst.CSTNode | None
    if isinstance(above, cst.WithItem):
        target = above.asname.name if above.asname is not None else None
    elif isinstance(above, cst.Assign) and len(above.targets) == 1:
        target = above.targets[0].target
    else:
        return _done_with(file, call)
    return _done_with_name(file, target) if isinstance(target, cst.Name) else {_Use.UNKNOWN}


def _done_with_name(file: File, name: cst.Name, depth: int = _DEPTH) -> set[_Use]:
    binding = file.only_binding(name)
    if binding is None or depth == 0:
        return {_Use.UNKNOWN}
    return {use for each in binding.uses for use in _done_with(file, each, depth)}


def _done_with(file: File, stream: cst.CSTNode, depth: int = _DEPTH) -> set[_Use]:
    """What is done with a stream in one place, and in the function that it is passed to there."""
    above = file.parent(stream)
    if isinstance(above, cst.Attribute):
        return {_of_method(file, above)}
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    if not isinstance(call, cst.Call) or not isinstance(above, cst.Arg):
        return {_Use.UNKNOWN}
    if above.keyword is not None and above.keyword.value == "file" and file.is_builtin(call.func, "print"):
        return {_Use.TEXT}
    place, use = _PLACES.get(file.qualified_name(call.func) or "", (None, _Use.UNKNOWN))
    if place is not None:
        return {use} if above.keyword is None and call.args.index(above) == place else {_Use.UNKNOWN}
    parameter = _parameter(file, call, above)
    return _done_with_name(file, parameter, depth - 1) if parameter is not None else {_Use.UNKNOWN}


def _parameter(file: File, call: cst.Call, arg: cst.Arg) -> cst.Name | None:
    """The parameter of a function of the file that an argument is given to."""
    function = called_function(file, call)
    if function is None or any(each.star for each in call.args):
        return None
    bound = bind(call, *given_by_calls(file, function)) or {}
    name = next((name for name, each in bound.items() if each is arg), None)
    params = (*function.params.posonly_params, *function.params.params, *function.params.kwonly_params)
    return next((each.name for each in params if each.name.value == name), None)


def _of_method(file: File, method: cst.Attribute) -> _Use:
    if method.attr.value in _NEUTRAL:
        return _Use.NEITHER
    call = file.parent(method)
    if method.attr.value != "write" or not isinstance(call, cst.Call) or len(call.args) != 1:
        return _Use.UNKNOWN
    return _Use.TEXT if _is_text(file, call.args[0].value) else _Use.UNKNOWN


def _is_text(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for what is certainly a text."""
    if isinstance(node, cst.SimpleString):
        return isinstance(node.evaluated_value, str)
    if isinstance(node, cst.FormattedString) or depth == 0:
        return depth > 0
    if isinstance(node, cst.ConcatenatedString):
        return _is_text(file, node.left, depth - 1)
    if isinstance(node, cst.BinaryOperation):
        is_text = _is_text(file, node.left, depth - 1)
        return is_text or (isinstance(node.operator, cst.Add) and _is_text(file, node.right, depth - 1))
    if isinstance(node, cst.Call):
        func = node.func
        if isinstance(func, cst.Attribute) and func.attr.value in _TEXTS:
            return _is_text(file, func.value, depth - 1)
        return file.is_builtin(func, "str", "repr") or file.qualified_name(func) in _TEXT_FUNCTIONS
    value = file.only_value(node) if isinstance(node, cst.Name) else None
    return value is not None and _is_text(file, value, depth - 1)
