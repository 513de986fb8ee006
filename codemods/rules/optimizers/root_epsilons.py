"""Keep what the epsilon of `RMSprop` and `Adagrad` meant: Keras 3 adds it under the root.

## What it does

`RMSprop(learning_rate=0.01)` becomes `RMSprop(learning_rate=0.01, epsilon=1e-14)`: the square of the legacy epsilon,
which was 1e-7 by default. A given epsilon is squared, and `compile("rmsprop")` names the optimizer.

## Why

Keras 2 divided a gradient by `sqrt(v) + epsilon`, Keras 3 divides it by `sqrt(v + epsilon)`. With 1e-7 under the root,
no gradient is divided by less than 3e-4: where gradients are small, as in recurrent networks, the weights move less.
https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py

## Numbers

They can differ. `sqrt(v + epsilon ** 2)` is `sqrt(v) + epsilon` where one of the two is much larger: the first step of
a gradient of 1e-2 is the same to 3e-5, of 1e-4 to 3e-3, of 6e-6 to 5e-2. Without the square these are 0.5 %, 90 % and
99 % shorter. Twenty steps of small gradients end at the weights of Keras 2.3.1 to 2e-5, where they were 8e-3 apart
(`tests/codemods/fixtures/root_epsilons`), and whole scripts have its losses to 2e-6 (`tests/equivalence/README.md`).
`--exact` takes the optimizers of `compat`, with the legacy formula.

## What it leaves to you

An epsilon above 1e-5, where the two formulas differ for ordinary gradients, and one of which the file does not show the
value. 1e-12, 1e-14 and 1e-16 are taken for squares, which a note says. `tf.keras` had the legacy formula up to
TensorFlow 2.10, and only without momentum. Files that do not show for which release they were written: a note asks for
`--from`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.unpacked_dictionaries import given_keywords
from codemods.analysis.optimizers.optimizer_uses import OptimizerUse, optimizer_uses
from codemods.analysis.releases.possible_releases import is_before, is_since
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_keras
from codemods.rules.arguments.changed_defaults import is_given
from codemods.source.arguments import keyword, literal, named, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, Severity, Undecided, rule
from compat.tables.behaviour.changed_defaults import CHANGED_DEFAULTS
from compat.tables.behaviour.optimizers import SAME_POSITIONS
from compat.tables.behaviour.update_rules import FIRST_WITH_EPSILON_UNDER_THE_ROOT, UPDATE_RULES

ROWS = {row.symbol: row for row in UPDATE_RULES if row.root_epsilon}
_LARGEST = 1e-5
"""Up to here, the square stands for the legacy epsilon in all but tiny gradients."""
_SQUARES = (1e-12, 1e-14, 1e-16)
"""The squares of usual epsilons, which this rule has written; those of others it writes as powers."""
_SMALLEST = 1e-20
"""An epsilon up to here is as good as none."""
_EPSILON = "keras.backend.epsilon"
_SET_EPSILON = "keras.backend.set_epsilon"


@rule(
    "TFM296",
    example="""
    from keras.layers.core import Dense
    from keras.optimizers import RMSprop

    optimizer = RMSprop(lr=1e-3)
    """,
    severity=Severity.NUMBERS,
)
def root_epsilons(file: File) -> Iterator[Edit | Manual | Undecided]:
    """Square the epsilon in files of releases that added it to the root."""
    if file.exact:
        return  # the optimizers of `compat` have the legacy formula
    for use in optimizer_uses(file):
        if use.symbol not in ROWS or _lacks_other_defaults(file, use):
            continue
        was = was_at_the_root(file, use)
        if was:
            yield from _squared(file, use)
        elif was is None:
            yield Undecided(use.at, f"{use.short}(epsilon=)", "keras==2.3" if use.is_standalone else "tensorflow==2.3")


def _lacks_other_defaults(file: File, use: OptimizerUse) -> bool:
    """True as long as TFM112 and TFM118 have defaults to write out, after which the epsilon comes."""
    rows = [row for row in CHANGED_DEFAULTS if row.symbol == use.symbol]
    return any(use.call is None or not is_given(file, use.call, row) for row in rows)


def was_at_the_root(file: File, use: OptimizerUse) -> bool | None:
    """True if the releases that the file was written for added epsilon to the root; None if some did."""
    line = written_for(file).keras
    in_tf_keras = ROWS[use.symbol].in_tf_keras and not use.has_momentum
    if line is None:
        return None if use.is_standalone or in_tf_keras else False
    if line is KerasLine.STANDALONE:
        return use.is_standalone
    if line is KerasLine.KERAS_3 or not in_tf_keras:
        return False
    first = FIRST_WITH_EPSILON_UNDER_THE_ROOT
    if line is KerasLine.TENSORFLOW_1 or is_before(file, first):
        return True
    return False if is_since(file, first, first) else None


def _squared(file: File, use: OptimizerUse) -> Iterator[Edit | Manual]:
    default = _number(ROWS[use.symbol].root_epsilon)
    if use.call is None:
        module, imports = bind_keras(file, use.at)
        code = f"{module}.optimizers.{use.short}(epsilon={default})"
        yield Edit(use.at, _message(default), ((use.at, cst.parse_expression(code)),), imports)
        return
    positional = [arg for arg in use.call.args if arg.keyword is None and not arg.star]
    if len(positional) > SAME_POSITIONS[use.symbol]:
        return  # TFM132 names the arguments first
    keywords = given_keywords(file, use.call)
    given = keywords.get("epsilon") if keywords is not None else keyword(use.call, "epsilon")
    if given is None and keywords is None:
        return  # TFM332 reports what is unpacked
    if given is None and file.references(_SET_EPSILON):
        yield _said(use)  # TFM333 tells that it was the default
    elif given is None:
        args = [*use.call.args, named(cst.Arg(cst.parse_expression(default)), "epsilon")]
        yield Edit(use.call, _message(default), ((use.call, with_args(use.call, args)),))
    elif given in use.call.args:
        yield from _replaced(file, use, given.value)
    elif not is_squared(given.value):
        yield _said(use, at=given.value)


def _replaced(file: File, use: OptimizerUse, value: cst.BaseExpression) -> Iterator[Edit | Manual]:
    """What becomes of an epsilon that is given; TFM113 takes out None."""
    number = literal(value)
    if is_squared(value):
        if number in _SQUARES and any(_epsilon_of(each) == number for each in file.original.calls):
            said = f"epsilon={number!r} is taken for a square, which Keras 3 adds under the root"
            yield Manual(value, use.symbol, said, "if Keras 2 got this value, square it", is_note=True)
    elif isinstance(number, int | float):
        if number > _LARGEST:
            yield _said(use, at=value)
        else:
            square = _number(number)
            yield Edit(value, _message(square), ((value, cst.parse_expression(square)),))
    elif _is_backend_epsilon(file, value):
        square = f"{file.code(value)} ** 2"
        yield Edit(value, _message(square), ((value, cst.parse_expression(square)),))
    elif number is ...:
        yield _said(use, at=value)


def _epsilon_of(call: cst.Call) -> object:
    given = keyword(call, "epsilon")
    return literal(given.value) if given is not None else ...


def is_squared(value: cst.BaseExpression) -> bool:
    """True for an epsilon that is a square already, or as good as none."""
    number = literal(value)
    if isinstance(value, cst.BinaryOperation):
        return isinstance(value.operator, cst.Power)
    return isinstance(number, int | float) and (number in _SQUARES or number <= _SMALLEST)


def _number(epsilon: float) -> str:
    """The square of an epsilon, as Python source."""
    square = float(f"{epsilon * epsilon:.9g}")
    return repr(square) if square in _SQUARES else f"{epsilon!r} ** 2"


def _message(square: str) -> str:
    return f"Keras 2 added epsilon to the root, Keras 3 adds it under the root: its square, {square}"


def _said(use: OptimizerUse, at: cst.BaseExpression | None = None) -> Manual:
    said = ROWS[use.symbol].changed
    advice = f"--exact writes {use.shim}.{use.short}, which updates as Keras 2 did; up to 1e-5, its square does so, too"
    return Manual(at or use.at, use.symbol, said, advice)


def _is_backend_epsilon(file: File, value: cst.BaseExpression) -> bool:
    return isinstance(value, cst.Call) and not value.args and file.symbol(value.func) == _EPSILON
