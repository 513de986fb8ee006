"""Report optimizers that compute something else in Keras 3, where they are made by ways that no rule rewrites.

## What it does

Reports `RMSprop` and `Adagrad` that are made under another name, of a dictionary of classes, by `partial` or
`getattr`, as the base of a class, or with `**keywords` that the file does not spell out; `Adadelta`, `Nadam` and
`Adamax` that are made so without a rate, also by `getattr(optimizers, name)()` where the file shows the name; the names
of optimizers that reach `compile` by a parameter, a loop, a dictionary, a condition, a member of a class, or as the
default or a choice of an option of the program; lists of names, `"optimizer": ["sgd", "adagrad"]`, in a file that
imports a module which compiles with what it is given; and `compile` without an optimizer, which is RMSprop. It rewrites
nothing.

## Why

Keras 2 added the epsilon of `RMSprop` and `Adagrad` to the root, Keras 3 adds it under the root. `"adadelta"` and the
like have other rates today. Where the file shows the call or the name, TFM296 and TFM118 write out what was meant.
https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py

## Numbers

They can differ. Five steps of `RMSprop(0.01)` with gradients of 1e-6 move a weight by 2.8e-2 in Keras 2.3.1, and by
8e-5 in Keras 3.15.1. Three epochs with `"adadelta"`, the default of an option, had losses of 11.219, 11.195 and 11.171,
and have 11.219 (`tests/codemods/rules/optimizers/test_distant_optimizers.py` has the ways).

## What it leaves to you

To pass `epsilon=1e-14`, or an optimizer in place of its name; or `--to compat`. Other names that come from another
file, and those that an option neither defaults to nor lists.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import Called, known_calls, since
from codemods.analysis.calls.optimizer_names import given_optimizers, names_from_afar, texts_behind
from codemods.analysis.calls.unpacked_dictionaries import given_keywords
from codemods.analysis.layers.custom_objects import project_modules
from codemods.analysis.optimizers.optimizer_calls import OptimizerCall, indirect_calls
from codemods.analysis.optimizers.optimizer_uses import OptimizerUse, is_standalone
from codemods.rules.optimizers.root_epsilons import ROWS, is_squared, was_at_the_root
from codemods.rules.optimizers.string_optimizers import CHANGED, had_legacy_defaults, stake, with_legacy_defaults
from codemods.source.arguments import keyword, literal
from codemods.source.file import File, Reference, name_of
from codemods.types import Manual, Severity, Stage, Undecided, rule
from compat.tables.behaviour.changed_defaults import CHANGED_DEFAULTS
from compat.tables.behaviour.optimizers import OPTIMIZERS

_RATE = "learning_rate"
_RMSPROP = "keras.optimizers.RMSprop"
_SYMBOLS = {symbol.rpartition(".")[2].lower(): symbol for symbol in ROWS}
_RATES = {row.symbol: row.legacy for row in CHANGED_DEFAULTS if row.symbol in OPTIMIZERS and row.keyword == _RATE}
_EPSILON = "Keras 2 added its epsilon to the root, Keras 3 adds it under the root: small gradients move weights less"
_GIVEN = (cst.Name, cst.Attribute, cst.Subscript)
_OPTIMIZER = "optimizer"
_SQUARE = "give it the square of the epsilon, epsilon=1e-14 by default"
_STANDALONE = "keras==2.3"


@rule(
    "TFM332",
    stage=Stage.ADVICE,
    example="""
    from keras.layers.core import Dense
    from keras.models import Sequential

    def build(optimizer="rmsprop"):
        model = Sequential([Dense(1)])
        model.compile(optimizer=optimizer, loss="mse")
        return model
    """,
    severity=Severity.NUMBERS,
)
def distant_optimizers(file: File) -> Iterator[Manual | Undecided]:
    """Look at what TFM296 and TFM118 left."""
    if not since(file.target, "keras 3.0"):
        return
    for found in indirect_calls(file):
        yield from _of_classes(file, found)
    yield from _of_unpacked(file)
    for called in _without_optimizer(file) if any(_without_optimizer(file.original)) else ():  # no rule wrote it
        yield from _said(file, OptimizerUse(called.call, _RMSPROP, is_standalone=False))
    for text in names_from_afar(file):
        yield from _of_name(file, file, text)
    for text, compiling in _for_other_modules(file):
        yield from _of_name(file, compiling, text)


def _for_other_modules(file: File) -> Iterator[tuple[cst.SimpleString, File]]:
    """The names in lists of optimizers, and a module that the file imports which compiles with what it is given."""
    if any(True for _ in given_optimizers(file)):
        return
    texts = [each for each in file.every(cst.SimpleString) if str(literal(each)).lower() in CHANGED]
    listed = [each for each in texts if _is_in_list_of_optimizers(file, each)]
    for module in project_modules(file) if listed else ():
        if any(isinstance(each, _GIVEN) for each in given_optimizers(module)):
            yield from ((text, module) for text in listed)
            return


def _is_in_list_of_optimizers(file: File, text: cst.SimpleString) -> bool:
    """True in `"optimizer": ["sgd", "adagrad"]` and `optimizers = ["sgd", "adagrad"]`."""
    listed = file.parent(file.parent(text) or text)
    if not isinstance(listed, cst.List | cst.Tuple):
        return False
    place = file.parent(listed)
    names = [place.key] if isinstance(place, cst.DictElement) else []
    if isinstance(place, cst.Assign):
        names = [each.target for each in place.targets]
    texts = (literal(each) if isinstance(each, cst.SimpleString) else name_of(each) for each in names)
    return any(_OPTIMIZER in str(each).lower() for each in texts)


def _of_name(file: File, compiling: File, text: cst.BaseExpression) -> Iterator[Manual | Undecided]:
    """What is said of a name that reaches `compile` in a module: of its defaults, or else of its epsilon."""
    name = str(literal(text)).lower()
    rows = CHANGED.get(name)
    had = had_legacy_defaults(compiling) if rows else False
    if rows and had is not False:
        symbol, told = f"optimizer={name}", stake(rows[0])
        advice = f"pass the optimizer itself: {with_legacy_defaults(rows)}"
        yield Manual(text, symbol, told, advice) if had else Undecided(text, symbol, _STANDALONE, told, advice)
    elif name in _SYMBOLS:
        yield from _said(file, OptimizerUse(text, _SYMBOLS[name], is_standalone(file)))


def _without_optimizer(file: File) -> Iterator[Called]:
    """The calls of `compile` with arguments, none of which is the optimizer."""
    for called in known_calls(file):
        args = called.call.args
        if called.canonical.endswith(".compile") and args and not any(arg.star for arg in args):
            if called.argument("optimizer") is None:
                yield called


def _of_classes(file: File, found: OptimizerCall) -> Iterator[Manual | Undecided]:
    """What is said of a call that may make an optimizer with an epsilon under the root."""
    if found.prepared is not None:
        return
    epsilon = found.keyword("epsilon")
    if epsilon is not None and is_squared(epsilon.value):
        return
    momentum = keyword(found.call, "momentum")
    has_momentum = momentum is not None and literal(momentum.value) not in (0, None)
    for each in found.classes:
        if each.canonical in ROWS and not (has_momentum and each.spelling.root != "keras"):
            yield from _said(file, OptimizerUse(found.call, each.canonical, each.spelling.root == "keras"))
            return
    legacy = [each for each in found.classes if each.canonical in _RATES]
    if legacy and not _gets_rate(file, found):
        yield from _of_rate(file, found.call, legacy[0].canonical, legacy[0])
        return
    yield from _looked_up(file, found)


def _looked_up(file: File, found: OptimizerCall) -> Iterator[Manual | Undecided]:
    """What is said of `getattr(keras.optimizers, name)()`, for the names that the file shows."""
    function = found.call.func
    module = file.reference(found.module) if found.module is not None else None
    if module is None or module.spelling.shimmed or not isinstance(function, cst.Call):
        return
    names = [text for arg in function.args[1:2] for text in texts_behind(file, arg.value)]
    for symbol in dict.fromkeys(f"keras.optimizers.{literal(each)}" for each in names):
        if symbol in ROWS:
            yield from _said(file, OptimizerUse(found.call, symbol, is_standalone(file)))
        elif symbol in _RATES and not _gets_rate(file, found):
            yield from _of_rate(file, found.call, symbol, module)


def _gets_rate(file: File, found: OptimizerCall) -> bool:
    """True if the rate is given, also by the calls of a `partial`, or may be among what is unpacked."""
    later = [each for each in indirect_calls(file) if each.prepared is found.call]
    return any(each.rate is not None or any(arg.star for arg in each.args) for each in (found, *later))


def _of_unpacked(file: File) -> Iterator[Manual | Undecided]:
    """Optimizers that are called by their own names, with keywords that the file does not spell out."""
    for reference in file.references(*ROWS, *_RATES):
        call = file.call_of(reference)
        if call is None or reference.spelling.shimmed or given_keywords(file, call) is not None:
            continue
        if reference.canonical not in ROWS:
            if not _has_rate(call):
                yield from _of_rate(file, call, reference.canonical, reference)
            continue
        epsilon = keyword(call, "epsilon")
        if epsilon is None or not is_squared(epsilon.value):
            use = OptimizerUse(call.func, reference.canonical, reference.spelling.root == "keras", call)
            yield from _said(file, use)


def _has_rate(call: cst.Call) -> bool:
    is_first = bool(call.args) and call.args[0].keyword is None and not call.args[0].star
    return is_first or any(keyword(call, name) is not None for name in (_RATE, "lr"))


def _of_rate(file: File, call: cst.Call, symbol: str, legacy: Reference) -> Iterator[Manual | Undecided]:
    """What is said of an optimizer without a rate; `legacy` is its class, or the module that has it."""
    rate, short = _RATES[symbol], symbol.rpartition(".")[2]
    had = had_legacy_defaults(file)
    if had and legacy.spelling.root == "keras":
        said = f"the rate of {short} was {rate!r} by default in Keras 2"
        yield Manual(call, symbol, said, f"pass learning_rate={rate!r}")
    elif had is None:
        row = CHANGED[short.lower()][0]
        yield Undecided(call, f"{symbol}(learning_rate=)", _STANDALONE, stake(row), "write the rate out")


def _said(file: File, use: OptimizerUse) -> Iterator[Manual | Undecided]:
    was = was_at_the_root(file, use)
    if was:
        yield Manual(use.at, use.symbol, _EPSILON, _SQUARE)
    elif was is None:
        yield Undecided(use.at, f"{use.short}(epsilon=)", _STANDALONE if use.is_standalone else "tensorflow==2.3")
