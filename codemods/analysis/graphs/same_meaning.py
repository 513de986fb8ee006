"""Tell whether a use of a name that TensorFlow 2 changed means the same there, as it was written for TensorFlow 1."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import takewhile
from math import prod
from typing import NamedTuple

import libcst as cst

from codemods.analysis.graphs.dataset_members import has_function
from codemods.analysis.layers.initializers import Given, has_deviation, has_range, keeps_its_type
from codemods.releases import api
from codemods.releases.signatures import Answer, Signature
from codemods.source.arguments import literal
from codemods.source.canonical_names import below, in_v1
from codemods.source.file import File, Reference
from compat.tables.keywords.same_meaning import KEYWORDS, NO_EFFECT, SAME_MEANING, TEXTS
from compat.tables.methods.gone_methods import GONE_METHODS
from compat.tables.names.tensorflow_1 import CHANGED

LAST = "1.15.5"
"""The release that has every name of TensorFlow 1, whose signatures bind the arguments."""

_MODERN_KEYWORDS = {
    (symbol, legacy): modern for row in KEYWORDS for symbol in row.symbols for legacy, modern in row.keywords.items()
}
_DATA, _LOOKUP = "tensorflow.data.", "tensorflow.lookup."
_OF_DATASETS = {
    name for row in GONE_METHODS if any(each.startswith(_DATA) for each in row.classes) for name in row.names
}
_CROSS_ENTROPY = "tensorflow.nn.softmax_cross_entropy_with_logits"
_LATER_MEMBERS = {"tensorflow.lite.TFLiteConverter": frozenset({"from_concrete_functions", "from_keras_model"})}
_NO_LABEL_GRADIENT = ("tensorflow.stop_gradient", "tensorflow.one_hot", "tensorflow.placeholder")
"""What makes labels through which no gradient flows; TensorFlow 1 let none through in any case."""


class Use(NamedTuple):
    """The result for one use of a changed name: it moves to `tf.compat.v1`, or only arguments change.

    `keywords` are arguments with the keywords by which they are passed now; `dropped` are
    those that go, each with its name.
    """

    is_legacy: bool
    keywords: tuple[tuple[cst.Arg, str], ...] = ()
    dropped: tuple[tuple[cst.Arg, str], ...] = ()


SAME = Use(is_legacy=False)
_LEGACY = Use(is_legacy=True)


def use_of(file: File, reference: Reference) -> Use:
    """What becomes of a changed name if the file was written for TensorFlow 1."""
    plain = reference.spelling.plain
    call = file.call_of(reference)
    if _has_later_member(file, reference):
        return SAME
    legacy, modern = api.signature(plain, LAST), api.signature(plain, file.target.tensorflow)
    if legacy is not None and modern is not None and call is not None and _is_refused(call, legacy):
        return SAME
    if plain not in SAME_MEANING or legacy is None or modern is None:
        return _LEGACY
    is_class = api.kind(plain, LAST) == "class"
    if is_class and (_has_legacy_members(file, plain) or _is_base_class(file, reference)):
        return _LEGACY
    if call is None:
        is_same = is_class and plain not in _CONDITIONS
        return SAME if is_same or _means_the_same_anywhere(file, plain, legacy, modern) else _LEGACY
    return _bound(file, plain, call, legacy, modern)


def _has_later_member(file: File, reference: Reference) -> bool:
    """True for `tf.lite.TFLiteConverter.from_keras_model`, which TensorFlow 1 has not: nothing legacy is to be kept."""
    above = file.parent(reference.node)
    members = _LATER_MEMBERS.get(reference.spelling.plain, frozenset())
    return isinstance(above, cst.Attribute) and above.attr.value in members


def _is_refused(call: cst.Call, legacy: Signature) -> bool:
    """True if TensorFlow 1 raised: a call was written for TensorFlow 2, or for none; nothing legacy is to be kept."""
    if legacy.positional[:1] == ("_sentinel",) and call.args and call.args[0].keyword is None and not call.args[0].star:
        return True
    return not any(arg.star for arg in call.args) and not (_takes(call, legacy) and _names_both(call, legacy))


def _names_both(call: cst.Call, legacy: Signature) -> bool:
    """False for a cross entropy without its labels or logits, which only default to None in a signature."""
    words = {arg.keyword.value for arg in call.args if arg.keyword}
    return legacy.positional[:3] != ("_sentinel", "labels", "logits") or {"labels", "logits"} <= words


def _takes(call: cst.Call, signature: Signature) -> bool:
    words = {arg.keyword.value for arg in call.args if arg.keyword}
    count = sum(arg.keyword is None for arg in call.args)
    if count > len(signature.positional) and not signature.has_args:
        return False
    if any(signature.accepts(word) is Answer.NO for word in words):
        return False
    return set(signature.required) <= words.union(signature.positional[:count])


def _bound(file: File, plain: str, call: cst.Call, legacy: Signature, modern: Signature) -> Use:
    """Bind the arguments by the legacy signature; they keep their places as far as TensorFlow 2 has them there."""
    defaults = {each.name: each.default for each in legacy.parameters}
    given: dict[str, cst.Arg] = {}
    renamed: list[tuple[cst.Arg, str]] = []
    dropped: list[tuple[cst.Arg, str]] = []
    kept = 0
    for index, arg in enumerate(call.args):
        name = arg.keyword.value if arg.keyword else legacy.positional[index] if index < len(legacy.positional) else ""
        parameter = _MODERN_KEYWORDS.get((plain, name), name)
        if arg.star or parameter in given:
            return _LEGACY
        if parameter not in SAME_MEANING[plain]:
            if not can_go(plain, name, arg.value, defaults.get(name)):
                return _LEGACY
            dropped.append((arg, name))
            continue
        if TEXTS.get(plain) == parameter and not is_text(arg.value):
            return _LEGACY
        given[parameter] = arg
        if arg.keyword is None and kept == index and modern.positional[index : index + 1] == (parameter,):
            kept += 1
        elif arg.keyword is None or parameter != name:
            renamed.append((arg, parameter))
    if not set(modern.required) <= given.keys() or not _shows_it(file, plain, given):
        return _LEGACY
    return Use(is_legacy=False, keywords=tuple(renamed), dropped=tuple(dropped))


def can_go(plain: str, name: str, value: cst.BaseExpression, default: str | None) -> bool:
    """True if a legacy argument has no effect: it says what is the default, or what changes no value."""
    found = literal(value)
    if name in NO_EFFECT.get(plain, ()):
        return found is not ... or isinstance(value, cst.Name)
    return found is not ... and default is not None and default == repr(found)


def legacy_places(symbol: str, modern: Signature) -> tuple[str, ...]:
    """The parameters that a positional argument reaches in both versions; the rest must be named to mean the same."""
    legacy = api.signature(symbol, LAST)
    if symbol not in CHANGED or legacy is None:
        return modern.positional
    words = [_MODERN_KEYWORDS.get((symbol, name), name) for name in legacy.positional]
    pairs = takewhile(lambda pair: pair[0] == pair[1], zip(modern.positional, words, strict=False))
    return tuple(name for name, _ in pairs)


def _has_legacy_members(file: File, plain: str) -> bool:
    """True if the file uses a member that only objects of the legacy class have."""
    release = file.target.tensorflow
    lost = api.methods(in_v1(plain), release).keys() - api.methods(plain, release).keys()
    if plain.startswith(_DATA):
        lost |= _OF_DATASETS
    if plain.startswith(_LOOKUP):
        lost |= {"initializer"}
    return any(
        attribute.attr.value in lost
        and ((found := file.reference(attribute)) is None or below(found.spelling.plain, plain))
        and not has_function(file, attribute)
        for attribute in file.attributes
    )


def _is_base_class(file: File, reference: Reference) -> bool:
    arg = file.parent(reference.node)
    owner = file.parent(arg) if isinstance(arg, cst.Arg) else None
    return isinstance(owner, cst.ClassDef)


def _means_the_same_anywhere(file: File, plain: str, legacy: Signature, modern: Signature) -> bool:
    """True if whoever is handed the function calls it as TensorFlow 2 takes it.

    The parameters stand in the same places, and no call in the file gives a keyword that is gone.
    """
    words = {name: _MODERN_KEYWORDS.get((plain, name), name) for name in legacy.keywords}
    places = tuple(words.get(name, name) for name in legacy.positional)
    if plain in _CONDITIONS or plain in TEXTS:
        return False
    if places[:1] == ("_sentinel",):  # TensorFlow 1 took keywords alone
        return set(legacy.positional[1:]) <= set(SAME_MEANING[plain])
    shared = min(len(places), len(modern.positional))
    if not set(words.values()) <= set(SAME_MEANING[plain]) or places[:shared] != modern.positional[:shared]:
        return False
    return not has_keyword(file, {name for name, parameter in words.items() if name != parameter})


def has_keyword(file: File, names: Collection[str]) -> bool:
    """True if a call of something unknown in the file has one of these keywords."""
    return any(
        arg.keyword is not None and arg.keyword.value in names and file.reference(call.func) is None
        for call in file.calls
        for arg in call.args
    )


# --- what the arguments must show

_ONE_TENSOR_NAMES = """
abs add cast concat constant divide exp expand_dims fill gather identity log matmul maximum minimum multiply no_op ones
ones_like reduce_max reduce_mean reduce_min reduce_sum reshape sigmoid sqrt square squeeze stack subtract tanh tile
transpose zeros zeros_like math.log math.exp nn.bias_add nn.conv2d nn.dropout nn.relu nn.sigmoid nn.softmax nn.tanh
random_normal random_uniform random.normal random.uniform to_float to_int32 to_int64 image.flip_left_right
image.flip_up_down image.random_flip_left_right image.resize_images
"""
_ONE_TENSOR = frozenset("tensorflow." + name for name in _ONE_TENSOR_NAMES.split())
"""Functions that return one tensor."""


def _shows_it(file: File, plain: str, given: Given) -> bool:
    condition = _CONDITIONS.get(plain)
    return condition is None or condition(file, given)


def _fills_its_shape(file: File, given: Given) -> bool:  # noqa: ARG001 - all conditions take a file
    """TensorFlow 1 repeated the last of too few values; one value, or just as many as fit, mean the same in both."""
    if "shape" not in given or literal(given["value"].value) not in (..., None):
        return True
    sizes, values = _literals(given["shape"].value), _literals(given["value"].value)
    if sizes is None or not all(isinstance(each, int) for each in sizes):
        return False
    return not sizes or (values is not None and len(values) == prod(each for each in sizes if isinstance(each, int)))


def _literals(node: cst.BaseExpression) -> list[object] | None:
    """The values of a list or tuple of literals; None for anything else."""
    if not isinstance(node, cst.List | cst.Tuple):
        return None
    values = [literal(each.value) if isinstance(each, cst.Element) else ... for each in node.elements]
    return None if ... in values else values


def _has_several_variables(file: File, given: Given) -> bool:  # noqa: ARG001
    """Of a single loop variable, TensorFlow 1 returned the value, and TensorFlow 2 returns a list."""
    return _is_display_of_several(given["loop_vars"].value)


def _has_plain_branches(file: File, given: Given) -> bool:
    """TensorFlow 1 took the element out of a list of one.

    If one branch visibly returns a tensor, a name in the other is taken for one as well.
    """
    bodies = [given[name].value for name in ("true_fn", "false_fn") if name in given]
    found = [each.body for each in bodies if isinstance(each, cst.Lambda)]
    if len(found) < len(bodies) or len(found) != 2:  # noqa: PLR2004 - both branches
        return False
    if all(_is_display_of_several(each) for each in found):
        return True
    tensors = [_is_tensor(file, each) for each in found]
    return any(tensors) and all(
        is_one or isinstance(each, cst.Name | cst.Attribute) for is_one, each in zip(tensors, found, strict=True)
    )


def _is_made_sparse(file: File, given: Given) -> bool:
    call = file.parent(given["input"])
    return isinstance(call, cst.Call) and is_made_sparse(file, call)


def is_made_sparse(file: File, call: cst.Call) -> bool:
    """True for `made().to_sparse()`: what was sparse in TensorFlow 1 had no such method."""
    above = file.parent(call)
    return isinstance(above, cst.Attribute) and above.value is call and above.attr.value == "to_sparse"


def has_no_label_gradient(file: File, labels: cst.BaseExpression) -> bool:
    """True if labels visibly let no gradient through."""
    values = (file.definitions(labels) or [labels]) if isinstance(labels, cst.Name) else [labels]
    return all(_is_call_of(file, each, *_NO_LABEL_GRADIENT) for each in values)


_ELEMENTWISE = frozenset(
    f"tensorflow.{module}{name}"
    for module in ("", "math.")
    for name in (
        *("abs", "exp", "identity", "is_nan", "is_inf", "is_finite", "log", "logical_not", "negative", "ones_like"),
        *("sign", "sqrt", "square", "stop_gradient", "to_float", "zeros_like"),
    )
)
"""Functions of one tensor whose result has its shape."""
_COMPARING = frozenset(
    f"tensorflow.{module}{name}"
    for module in ("", "math.")
    for name in (
        *("add", "divide", "equal", "greater", "greater_equal", "less", "less_equal", "logical_and", "logical_or"),
        *("maximum", "minimum", "multiply", "not_equal", "subtract"),
    )
)
"""Functions of two tensors or numbers."""


def _has_one_shape(file: File, given: Given) -> bool:
    """TensorFlow 1 took rows where the condition had one dimension; all parts have the shape of one tensor here."""
    if "x" not in given or "y" not in given:
        return True
    found = [_shapes(file, given[name].value) for name in ("condition", "x", "y")]
    return None not in found and len({name for each in found for name in each or ()}) == 1 and all(found)


def _shapes(file: File, node: cst.BaseExpression) -> frozenset[str] | None:
    """The tensors whose shapes make that of an expression; none for a number, None if it has another one."""
    if isinstance(node, cst.Name):
        return frozenset({node.value}) if literal(node) is ... else None
    if isinstance(node, cst.BaseNumber):
        return frozenset()
    parts: list[cst.BaseExpression] = []
    if isinstance(node, cst.Call) and node.args and not any(arg.star for arg in node.args):
        is_one, is_two = (_is_call_of(file, node, *names) for names in (_ELEMENTWISE, _COMPARING))
        parts = [arg.value for arg in node.args[: 2 if is_two else int(is_one)]]
    elif isinstance(node, cst.BinaryOperation):
        parts = [node.left, node.right]
    elif isinstance(node, cst.Comparison) and len(node.comparisons) == 1:
        parts = [node.left, node.comparisons[0].comparator]
    elif isinstance(node, cst.UnaryOperation):
        parts = [node.expression]
    found = [_shapes(file, each) for each in parts]
    return frozenset(name for each in found for name in each or ()) if found and None not in found else None


_CONDITIONS: dict[str, Callable[[File, Given], bool]] = {
    "tensorflow.cond": _has_plain_branches,
    "tensorflow.constant": _fills_its_shape,
    "tensorflow.constant_initializer": keeps_its_type,
    "tensorflow.random_normal_initializer": has_deviation,
    "tensorflow.random_uniform_initializer": has_range,
    "tensorflow.strings.split": _is_made_sparse,
    "tensorflow.where": _has_one_shape,
    "tensorflow.while_loop": _has_several_variables,
    _CROSS_ENTROPY: lambda file, given: has_no_label_gradient(file, given["labels"].value),
}


def _is_call_of(file: File, node: cst.BaseExpression, *symbols: str) -> bool:
    reference = file.reference(node.func) if isinstance(node, cst.Call) else None
    return reference is not None and reference.spelling.in_tensorflow_1 in symbols


def _is_display_of_several(node: cst.BaseExpression) -> bool:
    return (
        isinstance(node, cst.List | cst.Tuple)
        and len(node.elements) > 1
        and all(isinstance(each, cst.Element) for each in node.elements)
    )


def _is_tensor(file: File, node: cst.BaseExpression) -> bool:
    """True if an expression is visibly one tensor or number."""
    if isinstance(node, cst.BinaryOperation | cst.UnaryOperation | cst.Comparison | cst.BaseNumber):
        return True
    reference = file.reference(node.func) if isinstance(node, cst.Call) else None
    name = reference.spelling.in_tensorflow_1 if reference is not None else ""
    return name in _ONE_TENSOR


def is_text(node: cst.BaseExpression) -> bool:
    """True if an expression is visibly a string: a literal, a formatted one, or a concatenation."""
    if isinstance(node, cst.BaseString):
        return True
    if isinstance(node, cst.BinaryOperation):
        return is_text(node.left) or (isinstance(node.operator, cst.Add) and is_text(node.right))
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        return node.func.attr.value in ("format", "join") and is_text(node.func.value)
    return isinstance(node, cst.IfExp) and is_text(node.body) and is_text(node.orelse)
