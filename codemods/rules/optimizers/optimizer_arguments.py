"""Drop optimizer arguments that only said what is the default, and that Keras 3 refuses.

## What it does

`epsilon=None`, which meant 1e-7, and `Nadam(schedule_decay=0.004)` go. `epsilon=options["epsilon"]` becomes
`epsilon=1e-7 if options["epsilon"] is None else options["epsilon"]` where the value is seen to be `None`.

## Why

`epsilon=None` fails at the first step ("None values not supported"), `schedule_decay=` at the call.
https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py

## Numbers

Same: the weights after a step are those of TensorFlow 2.3.4
(`tests/codemods/rules/optimizers/test_optimizer_arguments.py`). 1e-7
and 0.004 are what Keras 3 takes by default.

## What it leaves to you

Other values of `schedule_decay`: Nadam has 0.004 built in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import libcst as cst

from codemods.analysis.calls.unpacked_dictionaries import Entry
from codemods.analysis.objects.absent_values import may_be_none
from codemods.source.arguments import keyword, literal, with_args
from codemods.source.file import File
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, rule
from compat.tables.behaviour.optimizers import LEGACY_PARAMETERS

DEFAULTS = {
    "epsilon": (None, "meant the default of 1e-7"),
    "schedule_decay": (0.004, "is built into Nadam"),
}
"""Keywords that Keras 3 refuses with their default of Keras 2, and what that was."""
_EPSILON = "1e-7"


@rule(
    "TFM113",
    example="""
    from keras.optimizers import Nadam

    optimizer = Nadam(epsilon=None, schedule_decay=0.004)
    """,
)
def optimizer_arguments(file: File) -> Iterator[Edit | Manual]:
    """Remove `epsilon=None`, which meant 1e-7, and `schedule_decay=0.004`, which is built in; report other decays."""
    for reference in file.references(*LEGACY_PARAMETERS):
        call = file.call_of(reference)
        if call is None or reference.spelling.shimmed:
            continue
        given = {name: arg for name in DEFAULTS if (arg := keyword(call, name)) is not None}
        default = said_default(given)
        if default is not None:
            kept = [each for each in call.args if each is not default[0]]
            yield Edit(default[0], default[1], ((call, with_args(call, kept)),))
        elif "epsilon" in given and _is_simple(given["epsilon"].value) and may_be_none(file, given["epsilon"].value):
            code = file.code(given["epsilon"].value)
            chosen = cst.parse_expression(f"{_EPSILON} if {code} is None else {code}")
            yield Edit(given["epsilon"], f"epsilon=None meant {_EPSILON}", ((given["epsilon"].value, chosen),))
        elif "schedule_decay" in given:
            yield no_schedule_decay(given["schedule_decay"])


def _is_simple(node: cst.BaseExpression) -> bool:
    """True for what can be read twice."""
    return isinstance(node, cst.Name | cst.Attribute | cst.Subscript) and not nodes(node, cst.Call)


def said_default(given: Mapping[str, Entry]) -> tuple[Entry, str] | None:
    """What of some keywords only said the default, and that it is removed."""
    for name, (value, why) in DEFAULTS.items():
        if name in given and literal(given[name].value) == value:
            return given[name], f"removed {name}={value}, which {why}"
    return None


def no_schedule_decay(given: Entry) -> Manual:
    """The report of a value that Keras 3 has not built in."""
    said = "Nadam no longer takes schedule_decay=: 0.004 is built in"
    return Manual(given, "keras.optimizers.Nadam(schedule_decay=)", said, "remove it, or write your own optimizer")
