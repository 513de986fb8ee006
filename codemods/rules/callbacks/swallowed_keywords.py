"""Leave out keywords of `ModelCheckpoint` that no release knew.

## What it does

`ModelCheckpoint("model.keras", save_frequency=1)` becomes `ModelCheckpoint("model.keras")`, also with `--to compat`.

## Why

`ModelCheckpoint` of `tf.keras` 1.14 to 2.15 took every keyword, and ignored what it did not know. Keras 3 and the shims
raise TypeError. No other layer, callback, optimizer, metric or loss did so, besides those that do it to this day.
https://keras.io/api/callbacks/model_checkpoint/

## Numbers

No numbers involved: the keyword did nothing. Measured on TensorFlow 1.15.5, 2.3.4, 2.10.1 and 2.15.1.

## What it leaves to you

Keywords whose value is a call, or that have a comment of their own. What the keyword was meant to do was not done.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import known_calls, standalone, takers
from codemods.analysis.releases.written_for import written_for
from codemods.releases import api
from codemods.releases.origin import KerasLine
from codemods.source.arguments import literal, with_args
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.keywords.no_effect import SWALLOWING


@rule(
    "TFM470",
    stage=Stage.GONE,
    example="""
    from tensorflow.keras.callbacks import ModelCheckpoint

    checkpoint = ModelCheckpoint("model.keras", save_best_only=True, save_frequency=1)
    """,
)
def swallowed_keywords(file: File) -> Iterator[Edit | Manual]:
    """Leave out what only had a value; report what is computed."""
    if written_for(file).keras is KerasLine.KERAS_3:
        return
    for call, path in _swallowing(file):
        unknown = [arg for arg in call.args if arg.keyword is not None and _is_unknown(file, path, arg.keyword.value)]
        idle = [arg for arg in unknown if _has_no_effects(arg.value) and "#" not in file.code(arg)]
        if idle:
            names = ", ".join(f"{arg.keyword.value}={file.code(arg.value)}" for arg in idle if arg.keyword is not None)
            kept = [arg for arg in call.args if arg not in idle]
            yield Edit(call, f"left out {names}, which no release knew", ((call, with_args(call, kept)),))
        for arg in unknown:
            if arg not in idle and arg.keyword is not None:
                said = "no release knew it: Keras 2 ignored it, Keras 3 refuses it"
                advice = "leave it out, or use what the class knows, such as save_freq="
                yield Manual(arg, f"{path}({arg.keyword.value}=)", said, advice)


def _swallowing(file: File) -> Iterator[tuple[cst.Call, str]]:
    """The calls of what took any keyword, on the shims as well, each with its path."""
    known = {each.call: each for each in known_calls(file)}
    for call in file.calls:
        reference = file.reference(call.func)
        if reference is not None and reference.spelling.shimmed and reference.canonical in SWALLOWING:
            yield call, reference.canonical
        elif call in known and known[call].canonical in SWALLOWING:
            yield call, known[call].path


def _is_unknown(file: File, path: str, name: str) -> bool:
    """True for a keyword that neither the target nor any release before takes."""
    paths = {path, standalone(path)} - {""}
    is_refused = api.accepts(path, name, file.target.release(path)) is api.Answer.NO
    return is_refused and not any(takers(each, name) for each in paths)


def _has_no_effects(node: cst.BaseExpression) -> bool:
    """True for literals, names and attributes: to leave them out changes nothing else."""
    return isinstance(node, cst.Name | cst.Attribute) or literal(node) is not ...
