"""Read the values of metrics under the names that Keras 3 gives to functions with capital letters.

## What it does

With `metrics=[PSNR]`, where `PSNR` is a function of the file, `monitor="val_PSNR"` becomes `monitor="val_psnr"`, and so
do keys of histories and logs, and `{val_PSNR:.2f}` in the paths of checkpoints.

## Why

Keras 2 called the metric as the function is called. Keras 3 makes its name over, `psnr` of `PSNR` and `m_io_u` of
`mIoU`: a callback that monitors `val_PSNR` only warns and does nothing, a history raises KeyError.
https://github.com/keras-team/keras/blob/master/keras/src/utils/naming.py

## Numbers

No numbers involved.

## What it leaves to you

Metrics that are imported, whose keys are reported, and other files that read the names, such as logs of earlier runs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.logs.log_reads import Sink, sinks
from codemods.source.file import File
from codemods.source.scopes import IMPORT
from codemods.types import Edit, Manual, rule

_ARGUMENTS = ("metrics", "weighted_metrics")


@rule(
    "TFM216",
    example="""
    from keras import backend as K
    from keras.callbacks import ModelCheckpoint
    from keras.models import load_model

    def PSNR(y_true, y_pred):
        return 48.13 - 10.0 * K.log(K.mean(K.square(y_pred - y_true))) / K.log(10.0)

    model = load_model("model.h5", compile=False)
    model.compile("adam", "mse", metrics=[PSNR])
    best = ModelCheckpoint("best.h5", monitor="val_PSNR", mode="max", save_best_only=True)
    """,
)
def metric_functions(file: File) -> Iterator[Edit | Manual]:
    """Edit keys of functions of the file that are read from logs; report those of imported metrics."""
    found = _renamed(file) if file.target.is_modern and file.reaches_family() else {}
    if not found:
        return
    names = "|".join(map(re.escape, found))
    key = re.compile(rf"(?P<start>(?:val_)?(?:\w+_)?)(?P<name>{names})")
    placed = re.compile(rf"(?P<start>\{{(?:val_)?(?:\w+_)?)(?P<name>{names})(?=[:}}])")
    for node in file.every(cst.SimpleString):
        value = node.evaluated_value
        if not isinstance(value, str):
            continue
        whole = key.fullmatch(value)
        if whole is not None and Sink.LOG in sinks(file, node):
            yield _outcome(node, whole["name"], node.value.replace(value, _made_over(whole)), found)
        elif (part := placed.search(node.value)) is not None:
            yield _outcome(node, part["name"], placed.sub(_made_over, node.value), found)


def _outcome(node: cst.SimpleString, name: str, modern: str, found: dict[str, bool]) -> Edit | Manual:
    said = f"Keras 3 logs the metric {name} as {snake_case(name)}"
    if found[name]:
        return Edit(node, f"{said}: {modern}", ((node, node.with_changes(value=modern)),))
    return Manual(node, name, said, f"if {name} is a function, read {modern}")


def _made_over(match: re.Match[str]) -> str:
    return f"{match['start']}{snake_case(match['name'])}"


def snake_case(name: str) -> str:
    """What `to_snake_case` of Keras 3 makes of the name of a function."""
    name = re.sub(r"\W+", "", name)
    name = re.sub("(.)([A-Z][a-z]+)", r"\1_\2", name)
    return re.sub("([a-z])([A-Z])", r"\1_\2", name).lower()


def _renamed(file: File) -> dict[str, bool]:
    """The metrics whose name Keras 3 makes over; True for a function of the file, False for an imported name."""
    found: dict[str, bool] = {}
    for called in training_calls(file):
        given = [called.argument(name) for name in _ARGUMENTS] if called.canonical.endswith(".compile") else []
        for arg in given:
            for name in _names(arg.value) if arg is not None else ():
                kinds = [
                    isinstance(each.node, cst.FunctionDef) or each.kind == IMPORT for each in file.assignments(name)
                ]
                if snake_case(name.value) != name.value and kinds and all(kinds):
                    is_function = all(isinstance(each.node, cst.FunctionDef) for each in file.assignments(name))
                    found[name.value] = found.get(name.value, True) and is_function
    return found


def _names(node: cst.BaseExpression) -> Iterator[cst.Name]:
    if isinstance(node, cst.Name):
        yield node
    elif isinstance(node, cst.List | cst.Tuple | cst.Dict):
        for each in node.elements:
            yield from _names(each.value)
