"""Where a text of the source ends up: as the key of a log, as another key, or as neither."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

import libcst as cst

from codemods.analysis.flow.self_attributes import is_self
from codemods.analysis.logs.logged_values import is_log, may_be_log, param_of
from codemods.analysis.objects.class_sources import prepared
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.analysis.objects.looped_names import source_of_names
from codemods.analysis.objects.program_options import option_names
from codemods.source.file import File, name_of
from codemods.source.walk import nodes

_MONITORS = tuple(f"keras.callbacks.{name}" for name in ("ModelCheckpoint", "EarlyStopping", "ReduceLROnPlateau"))
_HISTORIES = frozenset({"hist", "history", "logs"})
_MAPPINGS = frozenset({"get", "pop", "setdefault"})
_COLUMNS = frozenset({"x", "y", "secondary_y"})
"""What a frame is asked to plot of its columns."""
_DEPTH = 12


class Sink(Enum):
    """What becomes of a text."""

    LOG = "a key of logs or of a history"
    DOUBT = "a key of what may be logs"
    OTHER = "a key of something else, which has to have the same name"


def sinks(file: File, node: cst.CSTNode) -> frozenset[Sink]:
    """All that becomes of a text; nothing for one that is only shown."""
    return frozenset(_Flow(file).of(node))


def key_of(file: File, receiver: cst.BaseExpression) -> Sink:
    """What a key of this object is."""
    if is_log(file, receiver):
        return Sink.LOG
    named = isinstance(receiver, cst.Name) and receiver.value in _HISTORIES
    unknown = evidence(file, receiver, Kind.LOGS) is Evidence.UNKNOWN
    return Sink.DOUBT if (named and unknown) or may_be_log(file, receiver) else Sink.OTHER


def sink_of_name(file: File, name: cst.BaseExpression) -> Sink | None:
    """What a variable is that a loop gives the names of logs to, or of what may be logs; None for others."""
    source = source_of_names(file, name)
    found = key_of(file, source) if source is not None else Sink.OTHER
    return found if found is not Sink.OTHER else None


class _Flow:
    """Follows one text through names, parameters, attributes, lists and loops."""

    def __init__(self, file: File) -> None:
        self._file = file
        self._seen: set[cst.CSTNode] = set()

    def of(self, node: cst.CSTNode) -> Iterator[Sink]:
        if node in self._seen or len(self._seen) > _DEPTH * _DEPTH:
            return
        self._seen.add(node)
        above = self._file.parent(node)
        if isinstance(above, cst.Index):
            yield from self._subscript(above)
        elif isinstance(above, cst.Arg):
            yield from self._argument(above)
        elif isinstance(above, cst.Comparison) and above.left is node:
            yield from self._membership(above)
            if isinstance(above.comparisons[0].operator, cst.Equal | cst.NotEqual):
                yield from self._compared(above.comparisons[0].comparator)
        elif isinstance(above, cst.ComparisonTarget):
            comparison = self._file.parent(above)
            yield from self._compared(comparison.left) if isinstance(comparison, cst.Comparison) else ()
        elif isinstance(above, cst.Element):
            yield from self._element(above)
        elif isinstance(above, cst.DictElement):
            yield from self._pair(above)
        elif isinstance(above, cst.Assign | cst.AnnAssign) and above.value is node:
            yield from self._assigned(above)
        elif isinstance(above, cst.Param) and above.default is node:
            yield from self._uses_of(above)
        elif isinstance(above, cst.For | cst.CompFor) and above.iter is node:
            yield from self._targets(above.target)
        elif above is not None:
            yield from self._inside(above)

    def _inside(self, above: cst.CSTNode) -> Iterator[Sink]:
        """What becomes of an expression that the text is a part of."""
        whole: cst.CSTNode | None = None
        if isinstance(above, cst.BinaryOperation | cst.IfExp | cst.BooleanOperation | cst.ConcatenatedString):
            whole = above
        elif isinstance(above, cst.FormattedStringExpression):
            whole = self._file.parent(above)
        elif isinstance(above, cst.Attribute) and above.attr.value in ("format", "items", "keys", "values"):
            call = self._file.parent(above)
            whole = call if isinstance(call, cst.Call) else None
        if whole is not None:
            yield from self.of(whole)

    def _subscript(self, index: cst.Index) -> Iterator[Sink]:
        element = self._file.parent(index)
        subscript = self._file.parent(element) if element is not None else None
        if isinstance(subscript, cst.Subscript):
            yield key_of(self._file, subscript.value)

    def _membership(self, comparison: cst.Comparison) -> Iterator[Sink]:
        for target in comparison.comparisons:
            if isinstance(target.operator, cst.In | cst.NotIn) and is_log(self._file, self._whole(target.comparator)):
                yield Sink.LOG

    def _whole(self, keys: cst.BaseExpression) -> cst.BaseExpression:
        """`logs` of `logs.keys()` and `list(logs.keys())`."""
        if isinstance(keys, cst.Call) and self._file.is_builtin(keys.func, "list", "set", "sorted", "tuple"):
            keys = keys.args[0].value if len(keys.args) == 1 else keys
        if isinstance(keys, cst.Call) and isinstance(keys.func, cst.Attribute) and keys.func.attr.value == "keys":
            return keys.func.value
        return keys

    def _compared(self, name: cst.BaseExpression) -> Iterator[Sink]:
        """What a text is that is compared with a variable: a key, if a loop over logs gives it its values."""
        found = sink_of_name(self._file, name)
        if found is not None:
            yield found

    def _argument(self, arg: cst.Arg) -> Iterator[Sink]:
        file = self._file
        call = file.parent(arg)
        if not isinstance(call, cst.Call):
            return
        if isinstance(call.func, cst.Attribute) and arg.keyword is None and arg is call.args[0]:
            if call.func.attr.value in _MAPPINGS:
                yield key_of(file, call.func.value)
                return
            if call.func.attr.value == "format":
                yield from self.of(call)
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == "plot" and arg.keyword is not None:
            if arg.keyword.value in _COLUMNS and is_log(file, call.func.value):
                yield Sink.LOG
                return
        monitor = _is_monitor(file, call, arg)
        if monitor is not None:
            yield monitor
            return
        if isinstance(call.func, cst.Name) and file.is_builtin(call.func, "enumerate", "zip", "list", "tuple"):
            yield from self._iterated(call, arg)
        for function in file.every(cst.FunctionDef):
            for passed, param in param_of(file, call, function):
                if passed is arg:
                    yield from self._uses_of(param)

    def _iterated(self, call: cst.Call, arg: cst.Arg) -> Iterator[Sink]:
        """What becomes of what `zip(keys, others)` and its like take, each of which has its own variable."""
        loop = self._file.parent(call)
        if not isinstance(loop, cst.For | cst.CompFor) or loop.iter is not call:
            return
        target: cst.BaseExpression = loop.target
        is_zip = self._file.is_builtin(call.func, "zip") and not any(each.star for each in call.args)
        if is_zip and isinstance(target, cst.Tuple) and len(target.elements) == len(call.args):
            target = target.elements[call.args.index(arg)].value
        yield from self._targets(target)

    def _element(self, element: cst.Element) -> Iterator[Sink]:
        collection = self._file.parent(element)
        if collection is not None:
            yield from self.of(collection)

    def _pair(self, pair: cst.DictElement) -> Iterator[Sink]:
        """A pair of a dictionary: of options for a callback, or of names that a loop runs over."""
        key = pair.key
        if isinstance(key, cst.SimpleString) and key.evaluated_value == "monitor":
            yield Sink.DOUBT
        collection = self._file.parent(pair)
        if collection is not None:
            yield from (Sink.DOUBT for sink in self.of(collection) if sink is not Sink.OTHER)

    def _assigned(self, statement: cst.Assign | cst.AnnAssign) -> Iterator[Sink]:
        targets = [statement.target] if isinstance(statement, cst.AnnAssign) else [t.target for t in statement.targets]
        for target in targets:
            yield from self._targets(target)

    def _targets(self, target: cst.BaseExpression) -> Iterator[Sink]:
        """What becomes of a value that is bound to names and attributes."""
        for each in nodes(target, cst.Name, cst.Attribute):
            if isinstance(each, cst.Attribute):
                yield from self._attribute(each)
            elif isinstance(each, cst.Name) and not isinstance(self._file.parent(each), cst.Attribute):
                for binding in self._file.scope(each)[each.value]:
                    if binding.node is each:
                        for use in binding.uses:
                            yield from self.of(use)
                yield from self._of_class(each)

    def _of_class(self, target: cst.Name) -> Iterator[Sink]:
        """What becomes of a name of a class body: `self.keys` and `Shown.keys`, anywhere in the file."""
        owner = self._file.enclosing_class(target)
        if owner is None or self._file.parent(self._file.statement(target)) is not owner.body:
            return
        for each in self._file.attributes:
            if each.attr.value == target.value and isinstance(each.value, cst.Name):
                if is_self(self._file, each.value) or each.value.value in (owner.name.value, "cls"):
                    yield from self.of(each)

    def _attribute(self, target: cst.Attribute) -> Iterator[Sink]:
        """What becomes of `self.monitor`, anywhere in the file: subclasses read it too."""
        if not isinstance(target.value, cst.Name) or not is_self(self._file, target.value):
            return
        for each in self._file.attributes:
            if each.attr.value == target.attr.value and each is not target and name_of(each) == name_of(target):
                yield from self.of(each)

    def _uses_of(self, param: cst.Param) -> Iterator[Sink]:
        function = self._file.parent(self._file.parent(param) or param)
        while function is not None and not isinstance(function, cst.FunctionDef | cst.Lambda):
            function = self._file.parent(function)
        for use in nodes(function.body, cst.Name) if function is not None else ():
            if use.value == param.name.value:
                if any(each.node is param for each in self._file.assignments(use)):
                    yield from self.of(use)


def _is_monitor(file: File, call: cst.Call, arg: cst.Arg) -> Sink | None:
    """Whether the argument is what a callback monitors; None if it is not."""
    if arg.keyword is not None:
        if arg.keyword.value in ("default", "choices"):
            return Sink.DOUBT if isinstance(call.func, cst.Attribute) and _is_option(file, call) else None
        if arg.keyword.value != "monitor":
            return None
        if _is_super(file, call):
            return Sink.LOG
        made = _makes_callback(file, call)
        return {Evidence.CERTAIN: Sink.LOG, Evidence.UNKNOWN: Sink.DOUBT}.get(made)
    symbol = file.symbol(call.func)
    if symbol not in _MONITORS:
        return None
    index = 1 if symbol.endswith("ModelCheckpoint") else 0
    return Sink.LOG if len(call.args) > index and call.args[index] is arg else None


def _is_option(file: File, call: cst.Call) -> bool:
    """True for `parser.add_argument("-m", "--monitor")` whose value a callback monitors, or logs are read with."""
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "add_argument" or not call.args:
        return False
    names = option_names(call)
    return any(each.attr.value in names and sinks(file, each) for each in file.attributes)


def _is_super(file: File, call: cst.Call) -> bool:
    """True for `super().__init__()` and `EarlyStopping.__init__()` in a callback of the file."""
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "__init__":
        return False
    function = file.function(call)
    params = function.params.params if isinstance(function, cst.FunctionDef) else ()
    return bool(params) and evidence(file, params[0].name, Kind.CALLBACK) is Evidence.CERTAIN


def _makes_callback(file: File, call: cst.Call) -> Evidence:
    """The evidence that a call makes a callback, or prepares one: `partial(EarlyStopping, monitor=...)`."""
    given = prepared(file, call)
    return evidence(file, cst.Call(given) if given is not None else call, Kind.CALLBACK)
