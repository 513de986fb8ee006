"""Give each layer an initializer of its own.

## What it does

Where several layers are given one `initializer = RandomNormal(stddev=0.02)`, each use becomes
`RandomNormal(stddev=0.02)` itself; likewise where it is called for several variables, as `initializer([3, 4])`.
A layer of one's own that keeps `self.start = initializers.get("glorot_uniform")`, or is given one as a default, makes
each weight with `self.start.clone()`.

## Why

An initializer without `seed` drew new values at each call. In Keras 3 it draws a seed when it is made: layers, and
weights, of one shape start from the same values.
https://keras.io/api/layers/initializers/

## Numbers

They can differ, as random numbers do. The layers of `tests/codemods/fixtures/shared_initializers` start from different
values, as in Keras 2.3.1.

## What it leaves to you

Initializers that are passed to functions, and those that a layer may be given as a function of one's own, which are
noted. Those with a `seed`, which gave the same values before but in Keras 2.3, are left alone; in files for standalone
Keras they are reported.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import attribute_of_self, only_value_of, places_of
from codemods.analysis.objects.provenance import passed_anywhere
from codemods.analysis.releases.legacy_places import legacy_releases
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.releases.versions import minor_version
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Undecided, rule

_RANDOM = frozenset(
    f"keras.initializers.{name}"
    for name in (
        *("RandomNormal", "RandomUniform", "TruncatedNormal", "VarianceScaling", "Orthogonal"),
        *("GlorotNormal", "GlorotUniform", "HeNormal", "HeUniform", "LecunNormal", "LecunUniform"),
        *("glorot_normal", "glorot_uniform", "he_normal", "he_uniform", "lecun_normal", "lecun_uniform"),
    )
)
_TEXTS = frozenset(
    (
        *("glorot_normal", "glorot_uniform", "he_normal", "he_uniform", "lecun_normal", "lecun_uniform", "normal"),
        *("orthogonal", "random_normal", "random_uniform", "truncated_normal", "uniform"),
    )
)
"""The names by which `keras.initializers.get` finds those that draw."""
_GET = "keras.initializers.get"
_SEVERAL = 2
_LEGACY = "keras==2.3"
_RAISED = (2, 3)
"""The release of standalone Keras that raised the seed."""


@rule(
    "TFM235",
    example="""
    from keras.initializers import RandomNormal
    from keras.layers.core import Dense

    start = RandomNormal(stddev=0.02)
    first = Dense(8, kernel_initializer=start)
    second = Dense(8, kernel_initializer=start)
    """,
    severity=Severity.NUMBERS,
)
def shared_initializers(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Write out the initializer where its only uses are arguments of calls in the function that makes it."""
    line = written_for(file).keras
    if line is KerasLine.KERAS_3:
        return
    for reference in file.references(*_RANDOM):
        call = file.call_of(reference)
        uses = _uses(file, call) if call is not None and not reference.spelling.shimmed else []
        if call is None or not _is_constant(call):
            continue
        if _is_seeded(call):
            if len(uses) >= _SEVERAL and line is KerasLine.STANDALONE and reference.spelling.root == "keras":
                said = "Keras 2.3 raised the seed by one for each layer; in Keras 3 all start from the same values"
                advice = "give each layer an initializer with a seed of its own"
                yield Manual(call, f"{reference.canonical}(seed=)", said, advice, is_note=_may_be_2_2(file))
            continue
        if len(uses) < _SEVERAL and not any(_is_repeated(file, use, call) for use in uses):
            continue
        if line is None:
            yield Undecided(call, f"{file.code(call)} for several layers", _LEGACY)
        else:
            said = f"layers that share an initializer start from the same values in Keras 3: {file.code(call)} for each"
            yield Edit(call, said, tuple((use, call.deep_clone()) for use in uses))
    for found in _kept_by_layers(file):
        yield found if line is not None else Undecided(found.at, f"{file.code(found.at)} for several weights", _LEGACY)


def _kept_by_layers(file: File) -> Iterator[Edit | Manual]:
    """Clone what a layer keeps on `self`, and makes several weights with."""
    for uses in _uses_on_self(file).values():
        value = only_value_of(file, uses[0])
        if value is None:
            continue
        is_several = len(uses) >= _SEVERAL or any(_is_repeated(file, use, value) for use in uses)
        said = f"weights that share {file.code(uses[0])} start from the same values in Keras 3"
        if _is_one_for_all(file, value) or (is_several and _is_found(file, value)):
            clones = [cst.Call(cst.Attribute(use.deep_clone(), cst.Name("clone"))) for use in uses]
            yield Edit(uses[0], f"{said}: a clone for each", tuple(zip(uses, clones, strict=True)))
        elif is_several and _may_be_found(file, value):
            advice = f"give each {file.code(uses[0])}.clone(), if it is an initializer of Keras that draws"
            yield Manual(uses[0], _GET, said, advice, is_note=True)


def _uses_on_self(file: File) -> dict[tuple[cst.ClassDef | None, str], list[cst.BaseExpression]]:
    """The `self.start` in `initializer=self.start`, by their classes and names."""
    found: dict[tuple[cst.ClassDef | None, str], list[cst.BaseExpression]] = {}
    for call in file.calls:
        for arg in call.args:
            name = attribute_of_self(file, arg.value) if arg.keyword is not None else None
            if name is not None and arg.keyword is not None and arg.keyword.value == "initializer":
                found.setdefault((file.enclosing_class(arg.value), name), []).append(arg.value)
    return found


def _is_one_for_all(file: File, value: cst.BaseExpression) -> bool:
    """True for a parameter whose default is an initializer: one object, which all layers of the class share."""
    param = _param(file, value)
    default = param.default if param is not None else None
    if param is None or not isinstance(default, cst.Call) or file.symbol(default.func) not in _RANDOM:
        return False
    return _is_constant(default) and not _is_seeded(default) and not any(_passed(file, param))


def _is_found(file: File, value: cst.BaseExpression) -> bool:
    """True for `get("glorot_uniform")`, and for `get(initializer)` where each layer is given a text, if anything."""
    if not isinstance(value, cst.Call) or file.symbol(value.func) != _GET or len(value.args) != 1:
        return False
    given = value.args[0].value
    param = _param(file, given)
    if param is None:
        return literal(given) in _TEXTS
    texts = [literal(each) if each is not None else ... for each in (param.default, *_passed(file, param))]
    return all(isinstance(each, str) for each in texts) and any(each in _TEXTS for each in texts)


def _may_be_found(file: File, value: cst.BaseExpression) -> bool:
    """True for `get(initializer)` where the default is one that draws, whatever else a layer is given."""
    if not isinstance(value, cst.Call) or file.symbol(value.func) != _GET or len(value.args) != 1:
        return False
    param = _param(file, value.args[0].value)
    return param is not None and param.default is not None and literal(param.default) in _TEXTS


def _param(file: File, node: cst.BaseExpression) -> cst.Param | None:
    binding = file.only_binding(node) if isinstance(node, cst.Name) else None
    return binding.node if binding is not None and isinstance(binding.node, cst.Param) else None


def _passed(file: File, param: cst.Param) -> list[cst.BaseExpression | None]:
    """What calls pass for a parameter; None for what the file does not show."""
    passed = passed_anywhere(file, param)
    return [each.value if each is not None else None for each in passed if each is not None]


def _may_be_2_2(file: File) -> bool:
    return any(minor_version(each) < _RAISED for each in legacy_releases(file, "keras"))


def _uses(file: File, call: cst.Call) -> list[cst.CSTNode]:
    """The uses of the name that holds the initializer; none if some are neither `..._initializer=name` nor calls."""
    assign = file.parent(call)
    target = assign.targets[0].target if isinstance(assign, cst.Assign) and len(assign.targets) == 1 else None
    if target is None or only_value_of(file, target) is not call:
        return []
    uses = [use for use in places_of(file, target) if use is not target]
    passed = [file.parent(use) for use in uses]
    is_plain = all(_is_use(above, use) for above, use in zip(passed, uses, strict=True))
    return uses if is_plain and all(file.function(use) is file.function(call) for use in uses) else []


def _is_use(above: cst.CSTNode | None, use: cst.CSTNode) -> bool:
    """True for `kernel_initializer=name`, `initializer=name` and `name(shape)`."""
    if isinstance(above, cst.Call):
        return above.func is use
    return isinstance(above, cst.Arg) and above.keyword is not None and above.keyword.value.endswith("initializer")


def _is_repeated(file: File, use: cst.CSTNode, call: cst.BaseExpression) -> bool:
    """True if a loop uses the initializer and does not make it."""
    around = set(file.ancestors(call))
    loops = (each for each in file.ancestors(use) if isinstance(each, cst.For | cst.While | cst.BaseComp))
    return any(each not in around for each in loops)


def _is_seeded(call: cst.Call) -> bool:
    seed = keyword(call, "seed")
    return any(arg.star for arg in call.args) or (seed is not None and literal(seed.value) is not None)


def _is_constant(call: cst.Call) -> bool:
    """True if every argument is written out; a third position may be the seed."""
    return (
        all(literal(arg.value) is not ... for arg in call.args)
        and sum(arg.keyword is None for arg in call.args) <= _SEVERAL
    )
