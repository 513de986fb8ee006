"""Keys of logs that a file puts together, the ends of names that it asks for, and the texts that logs are put into."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.logs.log_reads import Sink, key_of, sink_of_name, sinks
from codemods.analysis.objects.looped_names import known_texts
from codemods.source.file import File, once_per_file
from compat.tables.names.log_keys import METRIC_KEYS

_LEGACY = "|".join(sorted(set(METRIC_KEYS.values())))
_FIELD = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?[sdi]|\{[^{}]*\}")
_WHOLE = re.compile(r"[^\W_]\w*")
_END = re.compile(rf"(?:.*(?:_|%[sdi]|\}}))?(?P<key>{_LEGACY})")
_ASKING = frozenset({"endswith", "removesuffix", "replace"})


class Part(NamedTuple):
    """A literal that a key ends with: `"_acc"` in `name + "_acc"`, `"val_%s_acc" % name` and `name.endswith("_acc")`.

    `whole` is the expression to show, `sinks` what becomes of it, and `keys` what it may be, as far as the file shows.
    """

    node: cst.SimpleString | cst.FormattedStringText
    whole: cst.BaseExpression
    text: str
    key: str
    sinks: frozenset[Sink]
    keys: frozenset[str] = frozenset()

    def with_name(self, modern: str) -> cst.CSTNode:
        """The literal with the key of today."""
        before, found, after = self.node.value.rpartition(self.key)
        assert found
        return self.node.with_changes(value=f"{before}{modern}{after}")


@once_per_file
def built_keys(file: File) -> list[Part]:
    """The literals with which keys of logs end that are put together."""
    return [*_in_strings(file), *_in_formatted_strings(file)]


@once_per_file
def asked_ends(file: File) -> list[Part]:
    """The ends of names that a loop over logs asks for, cuts off or replaces: `name.endswith("_acc")`."""
    found: list[Part] = []
    for call in file.calls:
        if not isinstance(call.func, cst.Attribute) or call.func.attr.value not in _ASKING or not call.args:
            continue
        sink = sink_of_name(file, call.func.value)
        given = call.args[0].value
        texts = [each.value for each in given.elements] if isinstance(given, cst.Tuple) else [given]
        for node in texts if sink is not None else ():
            if isinstance(node, cst.SimpleString) and isinstance(text := node.evaluated_value, str):
                match = _END.fullmatch(text)
                found.append(Part(node, call, text, match["key"] if match else "", frozenset({sink or Sink.DOUBT})))
    return found


def _in_strings(file: File) -> Iterator[Part]:
    for node in file.every(cst.SimpleString):
        text = node.evaluated_value
        match = _END.fullmatch(text) if isinstance(text, str) else None
        if match is None or not isinstance(text, str) or _WHOLE.fullmatch(text) is not None:
            continue
        filled = _filled(file, node, text)
        if filled is not None:
            yield Part(node, node, text, match["key"], sinks(file, node), filled)


def _filled(file: File, node: cst.SimpleString, text: str) -> frozenset[str] | None:
    """The keys that a literal becomes with what is put before it or into it; None if nothing is."""
    above = file.parent(node)
    if isinstance(above, cst.BinaryOperation) and isinstance(above.operator, cst.Add) and above.right is node:
        return frozenset(each + text for each in known_texts(file, above.left))
    if _FIELD.search(text) is None:
        return None
    value: cst.BaseExpression | None = None
    call = file.parent(above) if isinstance(above, cst.Attribute) else None
    if isinstance(above, cst.BinaryOperation) and isinstance(above.operator, cst.Modulo):
        value = above.right
    elif isinstance(call, cst.Call) and len(call.args) == 1:
        value = call.args[0].value
    texts = known_texts(file, value) if value is not None and len(_FIELD.findall(text)) == 1 else ()
    return frozenset(each.join(_FIELD.split(text)) for each in texts)


def _in_formatted_strings(file: File) -> Iterator[Part]:
    for whole in file.every(cst.FormattedString):
        last = whole.parts[-1] if len(whole.parts) > 1 else None
        match = _END.fullmatch(last.value) if isinstance(last, cst.FormattedStringText) else None
        if match is None or not isinstance(last, cst.FormattedStringText):
            continue
        fields = [each.expression for each in whole.parts if isinstance(each, cst.FormattedStringExpression)]
        before = whole.parts[0].value if isinstance(whole.parts[0], cst.FormattedStringText) else ""
        texts = known_texts(file, fields[0]) if len(fields) == 1 else frozenset()
        keys = frozenset(f"{before}{each}{last.value}" for each in texts)
        yield Part(last, whole, last.value, match["key"], sinks(file, whole), keys)


def filling(file: File, template: cst.SimpleString) -> list[cst.Call | cst.BinaryOperation]:
    """The `template.format(...)` and `template % values` of a literal, also of one that has a name."""
    found: list[cst.Call | cst.BinaryOperation] = []
    for place in _places(file, template):
        above = file.parent(place)
        if isinstance(above, cst.BinaryOperation) and isinstance(above.operator, cst.Modulo) and above.left is place:
            found.append(above)
        elif isinstance(above, cst.Attribute) and above.value is place and above.attr.value == "format":
            call = file.parent(above)
            found += [call] if isinstance(call, cst.Call) and call.func is above else []
    return found


def sinks_of_fields(file: File, template: cst.SimpleString) -> frozenset[Sink]:
    """What the fields of `"%(acc).3f" % values` are keys of."""
    filled = (each for each in filling(file, template) if isinstance(each, cst.BinaryOperation))
    return frozenset(key_of(file, each.right) for each in filled)


def gives_field(file: File, template: cst.SimpleString, field: str) -> bool:
    """True for `"{acc}".format(acc=x)`, whose field is a name of its own."""
    calls = [each for each in filling(file, template) if isinstance(each, cst.Call)]
    return any(arg.keyword is not None and arg.keyword.value == field for call in calls for arg in call.args)


def _places(file: File, template: cst.SimpleString) -> Iterator[cst.CSTNode]:
    """A literal, and where its name or attribute is used."""
    node: cst.CSTNode = template
    while isinstance(above := file.parent(node), cst.ConcatenatedString):
        node = above
    yield node
    for target in above.targets if isinstance(above, cst.Assign) else ():
        name = target.target
        if isinstance(name, cst.Name):
            yield from (use for each in file.scope(name)[name.value] if each.node is name for use in each.uses)
        attribute = name.attr if isinstance(name, cst.Attribute) else name
        is_member = isinstance(name, cst.Attribute) or file.enclosing_class(name) is not None
        if is_member and isinstance(attribute, cst.Name):
            yield from (each for each in file.attributes if each.attr.value == attribute.value and each is not name)
