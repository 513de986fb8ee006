"""Converts the arguments of a Keras 1 layer, as the table says, or names what stands against it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import libcst as cst

from codemods.rewriting.transposed_lengths import is_shortest
from codemods.source.arguments import keyword, literal, named
from codemods.source.file import File
from compat.tables.keywords.keras_1 import VALUES
from compat.tables.rows import Keras1Layer

_ORDERING = "keras.backend.image_dim_ordering"
_SEQUENCE = ("input_dim", "input_length")
_HIDDEN = {
    "data_format": "pass data_format='channels_last' for 'tf', or 'channels_first' for 'th'",
    "color_mode": "pass color_mode='grayscale' or color_mode='rgb'",
}
"""Keywords whose values have other names than the legacy ones, and advice for a value that the source hides."""


@dataclass(frozen=True)
class Declined:
    """The reason to leave a call as it is: `node` is to blame, `argument` the keyword, "" if it is none."""

    node: cst.CSTNode
    argument: str
    reason: str
    advice: str


@dataclass
class Converted:
    """The arguments of a call in Keras 3; `renamed` and `modern` name what changed, `left` what is for a person."""

    args: list[cst.Arg] = field(default_factory=list)
    renamed: list[str] = field(default_factory=list)
    modern: list[str] = field(default_factory=list)
    left: Declined | None = None

    def add(self, legacy: str, modern: str, *args: cst.Arg) -> None:
        self.renamed.append(legacy)
        if modern:
            self.modern.append(modern)
        self.args += args


def legacy_keywords(row: Keras1Layer) -> frozenset[str]:
    """The keywords that only Keras 1 had."""
    names = {*row.keywords, *row.kernel, *row.twice, *row.dropped, *row.unlike}
    return frozenset(names | ({"input_dim"} if row.is_sequence else set()))


def is_legacy(call: cst.Call, row: Keras1Layer) -> bool:
    """True if a call has a keyword of Keras 1, or a value that Keras 2 still understood."""
    legacy = legacy_keywords(row)
    for place, arg in enumerate(call.args):
        if arg.star:
            continue
        name = arg.keyword.value if arg.keyword is not None else ""
        first = place == 0 and not name
        if name in legacy or (name and literal(arg.value) in _values(name)):
            return True
        if row.sides and (first or name == row.parameters[0]) and _sides(row, arg.value) is not None:
            return True
    return False


def is_kernel_by_position(call: cst.Call, row: Keras1Layer) -> bool:
    """True if the arguments by position may be the number of filters and every size of a kernel."""
    places = [arg for arg in call.args if arg.keyword is None and not arg.star]
    if not row.kernel or len(places) <= len(row.kernel) or any(arg.star == "*" for arg in call.args):
        return False
    return not any(is_no_number(arg.value) for arg in places[1 : len(row.kernel) + 1])


def is_no_number(node: cst.BaseExpression) -> bool:
    """True for what is certainly no size of a kernel."""
    if isinstance(node, cst.Tuple | cst.List | cst.Dict | cst.FormattedString):
        return True
    value = literal(node)
    return value is not ... and (isinstance(value, bool) or not isinstance(value, int))


_PADDING = "leave it out where the shapes are the same; output_padding= adds what is missing"
_COMPUTED = "output_shape= of Keras 1 chose one of the lengths that strides allow; Keras takes the shortest today"


def converted(file: File, call: cst.Call, row: Keras1Layer) -> Converted | Declined:
    """The arguments as Keras 3 takes them."""
    doubt = _doubt(file, call, row)
    if doubt is not None:
        return doubt
    found = Converted()
    sizes = _sizes(call, row)
    for arg in call.args:
        name = arg.keyword.value if arg.keyword is not None else ""
        if arg in sizes:
            if arg is sizes[0]:
                found.add(", ".join(row.kernel), "kernel_size", _kernel(arg, sizes))
        elif _is_output_shape(call, row, arg):
            _output_shape(found, call, arg, sizes)
        elif name in row.dropped or (name == "dropout" and name in row.unlike):
            found.add(name, "")
        elif name in row.twice:
            copies = [named(arg, each) for each in row.twice[name]]
            copies[1] = copies[1].deep_clone()
            found.add(name, ", ".join(row.twice[name]), *copies)
        elif row.is_sequence and name == "input_dim":
            found.add("input_dim", "input_shape", _input_shape(call, arg))
        elif row.is_sequence and name == "input_length" and keyword(call, "input_dim"):
            continue
        else:
            _rename(file, found, row, arg, name)
    return found


def _output_shape(found: Converted, call: cst.Call, arg: cst.Arg, sizes: list[cst.Arg]) -> None:
    """Leave out a shape that is computed today; leave one that may be another where it is."""
    if is_shortest(call, arg, [each.value for each in sizes]):
        found.add("output_shape", "")
        return
    found.left = Declined(arg, "output_shape", _COMPUTED, _PADDING)
    if arg.keyword is not None:
        found.args.append(arg)
    else:
        found.add("output_shape", "output_shape", named(arg, "output_shape"))


def _rename(file: File, found: Converted, row: Keras1Layer, arg: cst.Arg, name: str) -> None:
    modern = row.keywords.get(name, name)
    value = _value(file, row, modern, arg)
    if modern == name and value is arg.value:
        found.args.append(arg)
        return
    changed = arg.with_changes(value=value)
    found.add(name or row.parameters[0], modern or row.parameters[0], named(changed, modern) if name else changed)


def _doubt(file: File, call: cst.Call, row: Keras1Layer) -> Declined | None:
    given = {arg.keyword.value: arg for arg in call.args if arg.keyword is not None}
    for legacy, modern in row.keywords.items():
        if legacy in given and (modern in given or _has_place(call, row, modern)):
            return Declined(given[legacy], legacy, f"both {legacy}= and {modern} are given", f"leave out {legacy}=")
    for name, advice in row.unlike.items():
        if name in given and not _is_known(row, name, literal(given[name].value)):
            said = f"{name}={file.code(given[name].value)} of Keras 1 has no equal"
            return Declined(given[name], name, said, advice)
    for name, values in row.dropped.items():
        if name in given and values is not None and literal(given[name].value) not in values:
            said = f"{name}={file.code(given[name].value)} of Keras 1 has no equal"
            return Declined(given[name], name, said, row.unlike.get(name, f"leave out {name}="))
    for legacy, arg in given.items():
        modern = row.keywords.get(legacy, legacy)
        if legacy != modern and modern in _HIDDEN and not _is_shown(file, modern, arg.value):
            said = f"the source does not show the value of {legacy}="
            return Declined(arg, legacy, said, _HIDDEN[modern])
    for name in row.kernel:
        if name in given and given[name] not in _sizes(call, row):
            return Declined(given[name], name, f"{name}= is there without the other sizes", "pass kernel_size=")
    return None


def _has_place(call: cst.Call, row: Keras1Layer, name: str) -> bool:
    places = [arg for arg in call.args if arg.keyword is None]
    return name in row.parameters[: len(places)]


def _is_known(row: Keras1Layer, name: str, value: object) -> bool:
    """True if a value that Keras 2 took otherwise than Keras 1 means the same to both."""
    if name in row.dropped:
        return True  # its values are judged there
    if name in row.keywords:
        return value in VALUES[row.keywords[name]]
    return value is not ... and not value


def _is_shown(file: File, modern: str, node: cst.BaseExpression) -> bool:
    return literal(node) in VALUES[modern] or (modern == "data_format" and _asks_for_ordering(file, node))


def _asks_for_ordering(file: File, node: cst.BaseExpression) -> bool:
    return isinstance(node, cst.Call) and file.symbol(node.func) == _ORDERING and isinstance(node.func, cst.Attribute)


def _sizes(call: cst.Call, row: Keras1Layer) -> list[cst.Arg]:
    """The arguments that are sizes of the kernel, those by position first; empty unless all are there."""
    if not row.kernel or any(arg.star == "*" for arg in call.args):
        return []
    places = [arg for arg in call.args if arg.keyword is None and not arg.star]
    sizes = places[1 : len(row.kernel) + 1]
    if any(is_no_number(arg.value) for arg in sizes):
        return []
    named_sizes = [keyword(call, name) for name in row.kernel[len(sizes) :]]
    found = [*sizes, *(arg for arg in named_sizes if arg is not None)]
    return found if len(found) == len(row.kernel) else []


def _kernel(first: cst.Arg, sizes: list[cst.Arg]) -> cst.Arg:
    """The sizes as a tuple, in place of the first of them."""
    elements = [cst.Element(arg.value) for arg in sizes]
    value = cst.Tuple(elements)
    if first.keyword is not None:
        return named(first.with_changes(value=value), "kernel_size")
    last = sizes[-1] if sizes[-1].keyword is None else first
    return last.with_changes(value=value)


def _is_output_shape(call: cst.Call, row: Keras1Layer, arg: cst.Arg) -> bool:
    """True for the shape that `Deconvolution2D` of Keras 1 took, by position behind the sizes of the kernel."""
    if arg.keyword is not None:
        return arg.keyword.value == "output_shape" and "output_shape" in row.dropped
    places = [each for each in call.args if each.keyword is None and not each.star]
    return "output_shape" in row.dropped and bool(_sizes(call, row)) and arg in places[len(row.kernel) + 1 :]


def _input_shape(call: cst.Call, arg: cst.Arg) -> cst.Arg:
    length = keyword(call, "input_length")
    steps = length.value if length is not None else cst.Name("None")
    return named(arg.with_changes(value=cst.Tuple([cst.Element(steps), cst.Element(arg.value)])), "input_shape")


def _values(keyword_name: str) -> Mapping[object, object]:
    return VALUES.get(keyword_name, {})


def _value(file: File, row: Keras1Layer, modern: str, arg: cst.Arg) -> cst.BaseExpression:
    """The value under its modern name; the very same node if it needs none."""
    if row.sides and modern in ("", row.parameters[0]):
        around = _sides(row, arg.value)
        if around is not None:
            return around
    if modern == "data_format" and _asks_for_ordering(file, arg.value):
        assert isinstance(arg.value, cst.Call)
        assert isinstance(arg.value.func, cst.Attribute)
        return arg.value.with_changes(func=arg.value.func.with_changes(attr=cst.Name("image_data_format")))
    value = literal(arg.value)
    values = _values(modern)
    if not isinstance(value, str | bool) or value not in values:
        return arg.value
    new = values[value]
    quote = arg.value.quote if isinstance(arg.value, cst.SimpleString) else '"'
    return cst.SimpleString(f"{quote}{new}{quote}") if isinstance(new, str) else cst.Name(repr(new))


def _sides(row: Keras1Layer, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The pairs that a dictionary of the four sides means; None for anything else."""
    if not isinstance(node, cst.Dict):
        return None
    values = {literal(each.key): each.value for each in node.elements if isinstance(each, cst.DictElement)}
    if len(values) != len(node.elements) or not set(values) <= set(row.sides):
        return None
    top, bottom, left, right = (values.get(side, cst.Integer("0")) for side in row.sides)
    pairs = [cst.Tuple([cst.Element(one), cst.Element(other)]) for one, other in ((top, bottom), (left, right))]
    return cst.Tuple([cst.Element(pair) for pair in pairs])
