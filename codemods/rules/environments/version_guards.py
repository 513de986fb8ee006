"""Take away a check that ends the script on every release but that of its time.

## What it does

Removes `assert tf.__version__.startswith("1.")` and `if not tf.__version__ == "2.0.0-beta1": raise ...` where they end
the script on the target. `assert tf.__version__ >= "2.3"` is one of them: as a text, `"2.21.0"` is less than `"2.3"`.

## Why

The check fails as soon as the script runs on the release that the rest of it was upgraded for.
https://www.tensorflow.org/guide/versions

## Numbers

No numbers involved.

## What it leaves to you

A check that has comments, or another branch: it is reported. Checks of other packages and of Python, and those that
the file does not show.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.conditions import asks_for_version, truth
from codemods.analysis.flow.unreached import is_unreached
from codemods.analysis.flow.version_branches import gives_up
from codemods.rewriting.remove import comments_in, comments_of, remove
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_SYMBOL = "tensorflow.__version__"


@rule(
    "TFM480",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf
    from tensorflow import keras

    assert tf.__version__.startswith("2.3")
    """,
)
def version_guards(file: File) -> Iterator[Edit | Manual]:
    """Each assertion, and each `if` that raises, of which the condition is known on the target."""
    for assertion in file.every(cst.Assert):
        if _is_known(file, assertion) is False:
            yield _removed(file, assertion, holds=False)
    for check in file.every(cst.If):
        holds = _is_known(file, check)
        orelse = check.orelse.body if isinstance(check.orelse, cst.Else) else None
        taken = check.body if holds else orelse
        if holds is not None and taken is not None and gives_up(taken):
            yield _removed(file, check, holds=holds)


def _is_known(file: File, check: cst.Assert | cst.If) -> bool | None:
    """The truth of a condition on a version, where the script gets to it."""
    is_asked = asks_for_version(file, check.test) and not is_unreached(file, check)
    return truth(file, check.test) if is_asked else None


def _removed(file: File, check: cst.Assert | cst.If, *, holds: bool) -> Edit | Manual:
    said = f"the script ends here: {file.code(check.test)} is {holds} on TensorFlow {file.target.tensorflow}"
    statement = file.statement(check)
    is_alone = statement is check or (isinstance(check, cst.Assert) and len(getattr(statement, "body", ())) == 1)
    has_way = isinstance(check, cst.If) and check.orelse is not None
    if not is_alone or has_way or comments_of(statement) or comments_in(statement):
        return Manual(check, _SYMBOL, said, "take the check away")
    return Edit(check, said, remove(file, statement))
