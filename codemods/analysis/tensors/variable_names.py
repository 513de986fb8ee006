"""Where a file tests, cuts or looks up by the name of a variable of a Keras layer or model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.layers.model_layers import is_layer_of_model
from codemods.analysis.objects.elements import loop_iterable
from codemods.analysis.objects.evidence import Kind, evidence
from codemods.analysis.objects.object_types import LAYER, MODEL, VARIABLE, VARIABLES, Own, Receiver, Unknown, origin_of
from codemods.source.arguments import bind, literal
from codemods.source.file import File

Texts = tuple[object, ...]
"""What a name is compared with; `...` for a text that the file does not show."""


class How(Enum):
    """What is done with a name."""

    HAS = "asks for a part of it"
    BEGINS = "asks how it begins"
    IS = "asks how it ends, or for the whole"
    CUT = "takes a part of it, or changes it"
    KEY = "is the key of a dictionary"
    LABEL = "is the name of a file, of a data set or of a summary"


class Use(NamedTuple):
    """One use of the name `name`, which is `v.name`; `at` is what uses it."""

    at: cst.CSTNode
    name: cst.Attribute
    how: How
    texts: Texts = ()


_CASES = frozenset({"lower", "upper", "strip"})
_ENDS = {"startswith": How.BEGINS, "endswith": How.IS}
_CUTS = frozenset(
    {"split", "rsplit", "partition", "rpartition", "replace", "rstrip", "lstrip", "removesuffix", "removeprefix"}
)
_WITHOUT_END = "[:-2]"
_LOOKUPS = frozenset({"get", "pop", "setdefault"})
_SEARCHES = {
    "search": How.HAS,
    "findall": How.HAS,
    "finditer": How.HAS,
    "match": How.BEGINS,
    "fullmatch": How.BEGINS,
    "sub": How.CUT,
    "split": How.CUT,
}
_SAME = ("list", "tuple", "reversed", "sorted", "iter")
_CALLED_WITH_EACH = ("filter", "map")
_CALLED_BY_KEY = ("sorted", "min", "max")
_SHOWING = frozenset({"debug", "error", "format", "info", "log", "warn", "warning", "write"})
_WRITERS = frozenset({"numpy.save", "numpy.savetxt", "numpy.savez", "pandas.DataFrame.to_csv"})
_LABELLED = frozenset({"create_dataset", "create_group", "require_dataset", "add_histogram", "add_scalar", "tofile"})
"""Methods whose first argument is the name of what they write."""
_SUMMARIES = re.compile(r"tensorflow\.(compat\.v[12]\.|contrib\.)?summary\.(histogram|scalar|image|write)")
_JOINING = ("os.path.join", "pathlib.Path", "str")
_DEPTH = 8
_SUBJECT = {"sub": 2}
"""The place of the text among the arguments of a function of `re`, where it is not the second."""


def uses_of_names(file: File) -> Iterator[Use]:
    """The uses of `v.name` for variables that a layer or a model lists, also where another name holds it."""
    for node in file.attributes:
        if node.attr.value != "name":
            continue
        held = (node, *_aliases(file, node), *_taken_out(file, node))
        found = [use for each in held if (use := _use(file, each, node)) is not None]
        found += _of_whole_lists(file, node)
        if found and is_variable(file, node.value):
            yield from found


def _aliases(file: File, node: cst.Attribute) -> Sequence[cst.Name]:
    """The uses of a name that holds `v.name` and nothing else."""
    target = file.parent(node)
    names = [each.target for each in target.targets] if isinstance(target, cst.Assign) else []
    if len(names) != 1 or not isinstance(names[0], cst.Name):
        return ()
    binding = file.only_binding(names[0])
    return binding.uses if binding is not None else ()


# --- lists of names


def _lists(file: File, node: cst.Attribute) -> Iterator[cst.BaseExpression]:
    """Where `[v.name for v in model.weights]` is used, under a name of its own as well."""
    made = file.parent(node)
    if not isinstance(made, cst.ListComp | cst.SetComp | cst.GeneratorExp) or made.elt is not node:
        return
    pending: list[cst.BaseExpression] = [made]
    for each in pending:  # grows meanwhile
        yield each
        above = file.parent(each)
        call = file.parent(above) if isinstance(above, cst.Arg) else None
        if isinstance(call, cst.Call) and file.is_builtin(call.func, *_SAME, "set") and call.args[0] is above:
            pending.append(call)
        names = [target.target for target in above.targets] if isinstance(above, cst.Assign) else []
        binding = file.only_binding(names[0]) if len(names) == 1 and isinstance(names[0], cst.Name) else None
        pending += [use for use in binding.uses if isinstance(use, cst.Name)] if binding is not None else []


def _taken_out(file: File, node: cst.Attribute) -> Iterator[cst.BaseExpression]:
    """The uses of a loop's variable that runs over such a list, also beside others in `zip(...)`."""
    for each in _lists(file, node):
        above = file.parent(each)
        if isinstance(above, cst.For | cst.CompFor) and above.iter is each:
            yield from _uses_of_target(file, above.target)
        call = file.parent(above) if isinstance(above, cst.Arg) else None
        loop = file.parent(call) if isinstance(call, cst.Call) else None
        if not isinstance(call, cst.Call) or not isinstance(loop, cst.For | cst.CompFor) or loop.iter is not call:
            continue
        place = call.args.index(above) if isinstance(above, cst.Arg) else 0
        place += 1 if file.is_builtin(call.func, "enumerate") else 0
        if file.is_builtin(call.func, "zip", "enumerate") and isinstance(loop.target, cst.Tuple):
            targets = loop.target.elements
            yield from _uses_of_target(file, targets[place].value) if place < len(targets) else ()


def _uses_of_target(file: File, target: cst.BaseExpression) -> Iterator[cst.BaseExpression]:
    binding = file.only_binding(target) if isinstance(target, cst.Name) else None
    yield from (use for use in binding.uses if isinstance(use, cst.Name)) if binding is not None else ()


def _of_whole_lists(file: File, node: cst.Attribute) -> list[Use]:
    """`"dense/kernel:0" in names`, `names.index("dense/kernel:0")`, and `dict(zip(names, values))`."""
    found: list[Use] = []
    for each in _lists(file, node):
        above = file.parent(each)
        comparison = file.parent(above) if isinstance(above, cst.ComparisonTarget) else None
        call = file.parent(above) if isinstance(above, cst.Arg | cst.Attribute) else None
        if isinstance(comparison, cst.Comparison) and isinstance(above, cst.ComparisonTarget):
            if isinstance(above.operator, cst.In | cst.NotIn) and len(comparison.comparisons) == 1:
                found.append(Use(comparison, node, How.IS, _texts(comparison.left)))
        elif isinstance(call, cst.Call) and isinstance(above, cst.Attribute):
            if above.attr.value in ("index", "count") and len(call.args) == 1:
                found.append(Use(call, node, How.IS, _texts(call.args[0].value)))
        elif isinstance(call, cst.Call) and file.is_builtin(call.func, "zip") and call.args[0] is above:
            is_direct = each.__class__ in (cst.ListComp, cst.GeneratorExp)
            if not is_direct and _call_of(file, call, "dict", "OrderedDict") is not None:
                found.append(Use(call, node, How.KEY))
    return found


# --- the variables


def is_variable(file: File, node: cst.BaseExpression) -> bool:
    """True for what a layer or a model lists as its variables."""
    origin = origin_of(file, node)
    if isinstance(origin, Receiver):
        return origin.is_a(VARIABLE)
    owner = _owner(file, node) if origin is Unknown.OPEN else None
    return owner is not None and _has_variables(file, owner)


def lists_variables(file: File, node: cst.BaseExpression) -> bool:
    """True for `model.trainable_variables`, and its like."""
    return isinstance(node, cst.Attribute) and node.attr.value in VARIABLES and _has_variables(file, node.value)


def holds_variables(file: File, node: cst.BaseExpression) -> bool:
    """True for such a list, for a part of it, for what a filter leaves of it, and for a name that has it."""
    owner = _owner_of_list(file, node)
    return owner is not None and _has_variables(file, owner)


def is_of_model(file: File, node: cst.BaseExpression) -> bool:
    """True for a variable that a whole model lists: others may have the same name."""
    owner = _owner(file, node)
    if owner is None:
        return False
    origin = origin_of(file, owner)
    return origin.is_a(MODEL) if isinstance(origin, Receiver) else evidence(file, owner, Kind.MODEL).is_enough


def _has_variables(file: File, owner: cst.BaseExpression) -> bool:
    origin = origin_of(file, owner)
    if isinstance(origin, Receiver):
        return origin.is_a(LAYER) and not any(origin.defines(file, each) for each in VARIABLES)
    if isinstance(origin, Own) or origin is Unknown.FOREIGN:
        return False
    return evidence(file, owner, Kind.MODEL).is_enough or is_layer_of_model(file, owner)


def _owner(file: File, node: cst.BaseExpression) -> cst.BaseExpression | None:
    """The layer or model whose list a variable is taken from: by a loop, an index or a function of the file."""
    if isinstance(node, cst.Subscript):
        return _owner_of_list(file, node.value)
    binding = file.only_binding(node) if isinstance(node, cst.Name) else None
    if binding is None:
        return None
    value = file.assigned_value(binding)
    if value is not None:
        return _owner(file, value) if isinstance(value, cst.Subscript) else None
    if isinstance(binding.node, cst.Param):
        iterable = _given_to(file, binding.node)
    else:
        iterable = loop_iterable(file, binding.node)
    return _owner_of_list(file, iterable) if iterable is not None else None


def _owner_of_list(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> cst.BaseExpression | None:
    """The `model` of `model.weights`, of a part of it, and of what a filter leaves of it."""
    if not depth:
        return None
    if isinstance(node, cst.Attribute):
        return node.value if node.attr.value in VARIABLES else None
    further: cst.BaseExpression | None = None
    if isinstance(node, cst.Name):
        further = file.only_value(node)
    elif isinstance(node, cst.Subscript) and isinstance(node.slice[0].slice, cst.Slice):
        further = node.value
    elif isinstance(node, cst.Call) and file.is_builtin(node.func, *_SAME) and node.args:
        further = node.args[0].value
    elif isinstance(node, cst.Call) and file.is_builtin(node.func, "filter") and len(node.args) > 1:
        further = node.args[1].value
    elif isinstance(node, cst.ListComp | cst.GeneratorExp) and node.elt.deep_equals(node.for_in.target):
        further = node.for_in.iter
    elif isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
        further = node.left
    return _owner_of_list(file, further, depth - 1) if further is not None else None


def _given_to(file: File, param: cst.Param) -> cst.BaseExpression | None:
    """What `filter`, `map` or a `key=` gives to the parameter of a lambda one by one."""
    function = file.parent(file.parent(param) or param)
    arg = file.parent(function) if isinstance(function, cst.Lambda) else None
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    if not isinstance(call, cst.Call) or not isinstance(arg, cst.Arg) or len(call.args) < 2:  # noqa: PLR2004
        return None
    if arg.keyword is not None and arg.keyword.value == "key" and file.is_builtin(call.func, *_CALLED_BY_KEY):
        return call.args[0].value
    is_first = arg is call.args[0] and file.is_builtin(call.func, *_CALLED_WITH_EACH)
    return call.args[1].value if is_first else None


# --- what becomes of a name


def _use(file: File, node: cst.BaseExpression, name: cst.Attribute) -> Use | None:
    labelled = _labelled(file, node)
    if labelled is not None:
        return Use(labelled, name, How.LABEL)
    above = file.parent(node)
    if isinstance(above, cst.Attribute):
        return _method(file, above, name)
    if isinstance(above, cst.Comparison):
        return _compared(above, name)
    if isinstance(above, cst.ComparisonTarget):
        return _compared_with(file, above, name)
    if isinstance(above, cst.Arg):
        return _argument(file, above, name)
    if isinstance(above, cst.Subscript) and isinstance(above.slice[0].slice, cst.Slice):
        texts = (":",) if file.code(above).endswith(_WITHOUT_END) else ()
        return None if _is_shown(file, above) else Use(above, name, How.CUT, texts)
    if _is_key(file, node, above) and not _is_shown(file, node):
        return Use(node, name, How.KEY)
    return None


def _method(file: File, function: cst.Attribute, name: cst.Attribute) -> Use | None:
    """`v.name.startswith("enc")`, `v.name.split("/")`, and what becomes of `v.name.lower()`."""
    call, method = file.parent(function), function.attr.value
    if not isinstance(call, cst.Call) or call.func is not function:
        return None
    if method in _CASES and not call.args:
        return _use(file, call, name)
    if method in _ENDS and call.args:
        return Use(call, name, _ENDS[method], _texts(call.args[0].value))
    if method in _CUTS and not _is_shown(file, call):
        return Use(call, name, How.CUT, _texts(call.args[0].value) if call.args else ())
    return None


def _compared(comparison: cst.Comparison, name: cst.Attribute) -> Use | None:
    """`v.name == "dense/kernel:0"`, and `v.name in names`."""
    target = comparison.comparisons[0]
    is_test = isinstance(target.operator, cst.Equal | cst.NotEqual | cst.In | cst.NotIn)
    if not is_test or len(comparison.comparisons) > 1 or _is_name(target.comparator):
        return None
    return Use(comparison, name, How.IS, _texts(target.comparator))


def _compared_with(file: File, target: cst.ComparisonTarget, name: cst.Attribute) -> Use | None:
    """`"dense/kernel:0" == v.name`, and `"bn" in v.name.lower()`."""
    comparison = file.parent(target)
    if not isinstance(comparison, cst.Comparison) or len(comparison.comparisons) > 1 or _is_name(comparison.left):
        return None
    if isinstance(target.operator, cst.Equal | cst.NotEqual):
        return Use(comparison, name, How.IS, _texts(comparison.left))
    if isinstance(target.operator, cst.In | cst.NotIn) and target.comparator is not name:
        return Use(comparison, name, How.HAS, _texts(comparison.left))
    return None


def _is_name(node: cst.BaseExpression) -> bool:
    """True for the name of another object: the names of two variables are as alike as they were."""
    return isinstance(node, cst.Attribute) and node.attr.value == "name"


def _argument(file: File, arg: cst.Arg, name: cst.Attribute) -> Use | None:
    """`re.match("enc", v.name)`, `pattern.match(v.name)`, and `found.get(v.name)`."""
    call = file.parent(arg)
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute) or arg.keyword is not None:
        return None
    method, place = call.func.attr.value, call.args.index(arg)
    if method in _LOOKUPS and place == 0 and not _is_shown(file, call):
        return Use(call, name, How.KEY)
    how = _SEARCHES.get(method)
    pattern = _pattern(file, call, place) if how is not None else None
    return Use(call, name, how, _texts(pattern)) if how is not None and pattern is not None else None


def _pattern(file: File, call: cst.Call, place: int) -> cst.BaseExpression | None:
    """The pattern of a call of `re`, or of what `re.compile` made, if the argument at a place is the text."""
    if not isinstance(call.func, cst.Attribute):
        return None
    method = call.func.attr.value
    subject = _SUBJECT.get(method, 1)
    if file.qualified_name(call.func) == f"re.{method}":
        return call.args[0].value if place == subject else None
    made = value_of(file, call.func.value)
    is_made = isinstance(made, cst.Call) and file.qualified_name(made.func) == "re.compile"
    return made.args[0].value if isinstance(made, cst.Call) and is_made and made.args and place == subject - 1 else None


def _texts(node: cst.BaseExpression) -> Texts:
    """The texts that are written out, in a list as well."""
    if isinstance(node, cst.Tuple | cst.List | cst.Set):
        return tuple(literal(each.value) for each in node.elements)
    return (literal(node),)


# --- files and summaries


def _labelled(file: File, node: cst.BaseExpression) -> cst.Call | None:
    """What writes something under a name, or under a text that is put together of it: a later one takes its place."""
    whole: cst.CSTNode | None = _whole_text(file, node)
    above = file.parent(whole) if whole is not None else None
    call = file.parent(above) if isinstance(above, cst.Arg) else None
    if not isinstance(call, cst.Call) or not isinstance(above, cst.Arg):
        return None
    is_first = call.args[0] is above or (above.keyword is not None and above.keyword.value == "name")
    return call if is_first and _writes(file, call) else None


def _writes(file: File, call: cst.Call) -> bool:
    if file.is_builtin(call.func, "open"):
        mode = (bind(call, "file", "mode", "buffering", "encoding") or {}).get("mode")
        return mode is not None and str(literal(mode.value)).startswith(("w", "x"))
    path = file.qualified_name(call.func) or ""
    if path in _WRITERS or _SUMMARIES.fullmatch(path):
        return True
    return isinstance(call.func, cst.Attribute) and call.func.attr.value in _LABELLED


def _whole_text(file: File, node: cst.BaseExpression) -> cst.BaseExpression:
    """The text that a name is put into: `"out/" + v.name`, `f"{v.name}.npy"`, `os.path.join(folder, v.name)`."""
    while True:
        above = file.parent(node)
        if isinstance(above, cst.FormattedStringExpression):
            above = file.parent(above)
        elif isinstance(above, cst.Element):
            above = file.parent(above)
            above = file.parent(above) if isinstance(above, cst.Tuple) else None
            if not isinstance(above, cst.BinaryOperation) or not isinstance(above.operator, cst.Modulo):
                return node
        elif isinstance(above, cst.Attribute) and above.attr.value in _CUTS:
            above = file.parent(above)
        elif isinstance(above, cst.Arg):
            above = file.parent(above)
            if not isinstance(above, cst.Call) or not _puts_together(file, above):
                return node
        if not isinstance(above, cst.BinaryOperation | cst.FormattedString | cst.Call) or above is node:
            return node
        if isinstance(above, cst.Call) and node is above.func:
            return node
        node = above


def _puts_together(file: File, call: cst.Call) -> bool:
    is_format = isinstance(call.func, cst.Attribute) and call.func.attr.value == "format"
    return is_format or file.qualified_name(call.func) in _JOINING or file.is_builtin(call.func, "str")


# --- keys


def _is_key(file: File, node: cst.BaseExpression, above: cst.CSTNode | None) -> bool:
    """True for `found[v.name]`, `{v.name: v}` and `dict((v.name, v) for v in model.weights)`."""
    if isinstance(above, cst.Index):
        return True
    if isinstance(above, cst.DictElement | cst.DictComp):
        return above.key is node
    if isinstance(above, cst.Element):
        pair = file.parent(above)
        return isinstance(pair, cst.Tuple) and pair.elements[0] is above and _is_of_dict(file, pair)
    if isinstance(above, cst.ListComp | cst.GeneratorExp) and above.elt is node:
        zipped = _call_of(file, above, "zip")
        return zipped is not None and zipped.args[0].value is above and _call_of(file, zipped, "dict") is not None
    return False


def _is_of_dict(file: File, pair: cst.Tuple) -> bool:
    above = file.parent(pair)
    pairs = file.parent(above) if isinstance(above, cst.Element) else above
    return isinstance(pairs, cst.BaseExpression) and _call_of(file, pairs, "dict", "OrderedDict") is not None


def _call_of(file: File, node: cst.BaseExpression, *names: str) -> cst.Call | None:
    """The call of one of these functions that an expression is an argument of."""
    arg = file.parent(node)
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    if not isinstance(call, cst.Call):
        return None
    called = (file.qualified_name(call.func) or "").removeprefix("collections.")
    return call if file.is_builtin(call.func, *names) or called in names else None


def _is_shown(file: File, node: cst.CSTNode) -> bool:
    """True in `print(...)`, in what is logged, and in a text that is put together."""
    for above in file.ancestors(node):
        if isinstance(above, cst.BaseStatement):
            return False
        if isinstance(above, cst.FormattedStringExpression):
            return True
        if isinstance(above, cst.Call):
            is_method = isinstance(above.func, cst.Attribute) and above.func.attr.value in _SHOWING
            if is_method or file.is_builtin(above.func, "print"):
                return True
    return False
