"""Which places of a source mean the same file: the paths that it spells out, compared by folder and name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import NamedTuple

import libcst as cst

from codemods.analysis.files.file_paths import Text, formatted, joined, passed_on, text_of
from codemods.analysis.flow.self_attributes import is_self
from codemods.source.arguments import bind
from codemods.source.file import File
from codemods.source.walk import nodes

_HOLE, _NUMBER = "\0", "\1"
_FILLED_IN = re.compile(r"%(?:\(\w+\))?[-+ #0]*\d*(?:\.\d+)?[a-zA-Z]|\{[^{}]*\}|\*+|\?|\[[^\]]*\]")
"""What `%`, `format`, Keras and `glob` fill in."""
_DIGITS = f"0123456789.-+e{_NUMBER}"
_OF_NUMBERS = re.compile(r"%[^a-zA-Z]*[dif]|\{[^{}:]*:[^{}]*[dfe]\}")


class Meaning(Enum):
    """How two paths relate."""

    SAME = "they name one file, or one family of files"
    PERHAPS = "they can name one file"
    OTHER = "they name different files"


class Spelled(NamedTuple):
    """A path as the source spells it; `text` is the literal that it ends with, `whole` the expression around that.

    What the source does not spell out is a hole: in `folder` and `stem` with its code, in `name` without; there
    a number has its own kind of hole.
    """

    text: Text
    whole: cst.BaseExpression
    folder: str
    stem: str
    name: str

    @property
    def is_bare(self) -> bool:
        """True if no part of the name is spelled out but its suffix."""
        return self.name.startswith((_HOLE, _NUMBER)) and _HOLE not in self.name[1:] and self.name[1:2] == "."


def spelled(file: File, text: Text) -> Spelled | None:
    """The path that ends with a literal; None if the literal is no part of a path."""
    whole = _whole(file, text)
    if whole is None:
        return None
    path = pattern(file, whole).replace("\\", "/").removeprefix("./")
    folder, _, stem = path.rpartition("/")
    if not path.startswith("/") and (before := _put_before(file, whole)) is not None:
        folder = f"{_hole(file, before)}/{folder}".rstrip("/")
    name = re.sub(f"{_HOLE}([^{_HOLE}]*){_HOLE}", lambda hole: _NUMBER if hole[1] == _NUMBER else _HOLE, stem)
    return Spelled(text, whole, folder, stem, re.sub(f"{_HOLE}+", _HOLE, name))


def file_name(file: File, end: Text) -> str:
    """The name of the file whose path ends with a literal, with `{}` for what is filled in."""
    path = spelled(file, end)
    return re.sub(f"[{_HOLE}{_NUMBER}]+", "{}", path.name) if path is not None else text_of(end).rpartition("/")[2]


def sample_of(path: Spelled) -> tuple[str, str]:
    """A folder and a name that such a file may have: with 5 for what is filled in, 005 for `{epoch:03d}`."""
    is_shown = path.folder and _HOLE not in path.folder
    literal = text_of(path.text).rpartition("/")[2]
    is_whole = re.sub(f"{_HOLE}[^{_HOLE}]*{_HOLE}", _HOLE, _FILLED_IN.sub(_filled_in, literal)) == _plain(path)
    name = _FILLED_IN.sub(_sampled, literal) if is_whole else re.sub(f"[{_HOLE}{_NUMBER}]+", "5", path.name)
    return path.folder if is_shown else "folder", name


def _sampled(found: re.Match[str]) -> str:
    """What a field may become: a number as wide and as long as it asks for."""
    spec = found[0].partition(":")[2].rstrip("}") if found[0].startswith("{") else found[0].lstrip("%")
    try:
        return format(0.5 if spec[-1:] in "feg" else 5, spec) if _OF_NUMBERS.fullmatch(found[0]) else "5"
    except ValueError:
        return "5"


def compared(one: Spelled, other: Spelled) -> Meaning:
    """How two paths relate: the same only if folder and name are spelled alike."""
    literal = not (_HOLE in one.folder or _HOLE in other.folder)
    if not _overlap(one.name, other.name) or (literal and one.folder != other.folder):
        return Meaning.OTHER
    if one.stem != other.stem and _differ_after_hole(one.stem, other.stem):
        return Meaning.OTHER
    if _plain(one) != _plain(other) or one.folder != other.folder or _beginning(one) != _beginning(other):
        return Meaning.PERHAPS
    if one.is_bare and one.stem != other.stem:
        return Meaning.PERHAPS
    return Meaning.SAME


def resuffixed(path: Spelled, legacy: tuple[str, ...], modern: str) -> Spelled:
    """The path with `modern` at its end, in place of the first of the `legacy` suffixes that it has."""
    gone = len(next((each for each in legacy if path.name.endswith(each)), ""))
    stem, name = (each[: len(each) - gone] + modern for each in (path.stem, path.name))
    return path._replace(stem=stem, name=name)


def _plain(path: Spelled) -> str:
    return re.sub(f"[{_HOLE}{_NUMBER}]+", _HOLE, path.name)


def _beginning(path: Spelled) -> str:
    """The code that a name begins with: `name` in `name + "_weights.h5"`; "" if a literal or a number does."""
    parts = path.stem.split(_HOLE)
    return parts[1].strip(_NUMBER) if len(parts) > 1 and not parts[0] else ""


def _differ_after_hole(one: str, other: str) -> bool:
    """True if two names begin with the same code, and go on with different literals: `name + "_a"`, `name + "_b"`."""
    parts, others = one.split(_HOLE), other.split(_HOLE)
    return len(parts) == len(others) == 3 and bool(parts[1]) and parts[:2] == others[:2]  # noqa: PLR2004 - one hole each


def texts(file: File) -> Iterator[Text]:
    """The literals of a file that a path could end with, without docstrings."""
    for string in file.every(cst.SimpleString):
        if not isinstance(file.parent(string), cst.Expr):
            yield string
    for formatted_string in file.every(cst.FormattedString):
        last = formatted_string.parts[-1] if formatted_string.parts else None
        if isinstance(last, cst.FormattedStringText):
            yield last


def _whole(file: File, text: Text) -> cst.BaseExpression | None:
    """The expression of the path that ends with a literal."""
    node: cst.CSTNode | None = file.parent(text) if isinstance(text, cst.FormattedStringText) else text
    while node is not None and (above := _longer(file, node)) is not None:
        node = above
    return node if isinstance(node, cst.BaseExpression) else None


def _longer(file: File, node: cst.CSTNode) -> cst.CSTNode | None:
    """The next longer path that ends with `node`."""
    above = file.parent(node)
    if isinstance(above, cst.ConcatenatedString) and above.right is node:
        return above
    if isinstance(above, cst.BinaryOperation):
        end = above.left if isinstance(above.operator, cst.Modulo) else above.right
        return above if end is node and isinstance(above.operator, cst.Add | cst.Divide | cst.Modulo) else None
    call = file.parent(above) if isinstance(above, cst.Attribute | cst.Arg) else None
    if not isinstance(call, cst.Call):
        return None
    if isinstance(above, cst.Attribute):
        return call if call.func is above and formatted(call) is node else None
    is_last = bool(call.args) and call.args[-1] is above
    return call if is_last and (joined(file, call) or passed_on(file, call)) else None


def _put_before(file: File, path: cst.BaseExpression) -> cst.CSTNode | None:
    """What a name is joined to that stands for the path, or the function that joins the path to a folder."""
    above = file.parent(path)
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    if isinstance(call, cst.Call):
        return call.func if any(_before(file, use) for use in _uses_in_function(file, call, path)) else None
    name = (
        above.targets[0].target
        if isinstance(above, cst.Assign)
        else above.name
        if isinstance(above, cst.Param)
        else None
    )
    bindings = file.assignments(name) if isinstance(name, cst.Name) else []
    found = (_before(file, use) for binding in bindings for use in binding.uses)
    return next((each for each in found if each is not None), None)


def _uses_in_function(file: File, call: cst.Call, path: cst.BaseExpression) -> Iterator[cst.Name]:
    """Where a function of the file uses the parameter that a call gives a path to."""
    for function in _functions(file, call.func):
        is_method = isinstance(call.func, cst.Attribute)
        params = [*function.params.posonly_params, *function.params.params]
        names = [each.name.value for each in params][is_method:]
        for name, arg in (bind(call, *names) or {}).items():
            if arg.value is path:
                yield from (each for each in nodes(function.body, cst.Name) if each.value == name)


def _functions(file: File, func: cst.BaseExpression) -> list[cst.FunctionDef]:
    if isinstance(func, cst.Attribute) and isinstance(func.value, cst.Name) and is_self(file, func.value):
        owner = file.enclosing_class(func)
        body = owner.body.body if owner is not None else ()
        return [each for each in body if isinstance(each, cst.FunctionDef) and each.name.value == func.attr.value]
    found = [each.node for each in file.assignments(func)] if isinstance(func, cst.Name) else []
    return [each for each in found if isinstance(each, cst.FunctionDef)]


def _before(file: File, use: cst.CSTNode) -> cst.CSTNode | None:
    """What stands before a name in the path that they make together: `folder` in `os.path.join(folder, name)`."""
    above = file.parent(use)
    if isinstance(above, cst.BinaryOperation) and isinstance(above.operator, cst.Add | cst.Divide):
        return above.left if above.right is use else None
    if isinstance(above, cst.FormattedStringExpression):
        whole = file.parent(above)
        parts = whole.parts if isinstance(whole, cst.FormattedString) else ()
        return next((each for each in parts[:1] if each is not above), None)
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    if not isinstance(call, cst.Call) or not joined(file, call):
        return None
    is_method = isinstance(call.func, cst.Attribute) and file.qualified_name(call.func) is None
    first = call.func if is_method else call.args[0].value
    return first if first is not use else None


def pattern(file: File, node: cst.BaseExpression, depth: int = 6) -> str:
    """A path with a hole for each part that is not spelled out."""
    if isinstance(node, cst.SimpleString):
        return _FILLED_IN.sub(_filled_in, text_of(node))
    if isinstance(node, cst.ConcatenatedString):
        return pattern(file, node.left, depth) + pattern(file, node.right, depth)
    if isinstance(node, cst.FormattedString):
        return "".join(_part(file, each) for each in node.parts)
    if depth == 0:
        return _hole(file, node)
    if isinstance(node, cst.BinaryOperation):
        left = pattern(file, node.left, depth - 1)
        if isinstance(node.operator, cst.Modulo):
            return left
        if isinstance(node.operator, cst.Add | cst.Divide):
            slash = "/" if isinstance(node.operator, cst.Divide) else ""
            return left + slash + pattern(file, node.right, depth - 1)
    if isinstance(node, cst.Call):
        return _called(file, node, depth)
    if isinstance(node, cst.Name) and (value := file.only_value(node)) is not None:
        return pattern(file, value, depth - 1)
    return _hole(file, node)


def _filled_in(found: re.Match[str]) -> str:
    return f"{_HOLE}{_NUMBER if _OF_NUMBERS.fullmatch(found[0]) else ''}{_HOLE}"


def _part(file: File, part: cst.BaseFormattedStringContent) -> str:
    if isinstance(part, cst.FormattedStringText):
        return _FILLED_IN.sub(_filled_in, part.value.replace("{{", "{").replace("}}", "}"))
    return _hole(file, part.expression) if isinstance(part, cst.FormattedStringExpression) else _HOLE * 2


def _called(file: File, call: cst.Call, depth: int) -> str:
    template = formatted(call)
    if template is not None:
        return pattern(file, template, depth - 1)
    if passed_on(file, call):
        return pattern(file, call.args[0].value, depth - 1)
    if joined(file, call):
        receiver = (
            [call.func.value] if isinstance(call.func, cst.Attribute) and file.qualified_name(call.func) is None else []
        )
        parts = [pattern(file, each, depth - 1) for each in (*receiver, *(arg.value for arg in call.args))]
        return ("" if parts[-1].startswith(".") else "/").join(parts).replace("//", "/")
    return _hole(file, call)


def _hole(file: File, node: cst.CSTNode) -> str:
    return f"{_HOLE}{file.code(node).replace('/', ' ')}{_HOLE}"


@cache
def _overlap(one: str, other: str) -> bool:
    """True if a text exists that both patterns match."""
    if not one or not other:
        return not (one + other).strip(_HOLE + _NUMBER)
    if one[0] == _HOLE:
        return _overlap(one[1:], other) or _overlap(one, other[1:])
    if other[0] == _HOLE or (other[0] == _NUMBER and one[0] != _NUMBER):
        return _overlap(other, one)
    if one[0] == _NUMBER:
        return _overlap(one[1:], other) or (other[0] in _DIGITS and _overlap(one, other[1:]))
    return one[0] == other[0] and _overlap(one[1:], other[1:])
