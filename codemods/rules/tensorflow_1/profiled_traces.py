"""Say where the profile goes when a trace begins: `tf.summary.trace_on(profiler_outdir=)`.

## What it does

`tf.summary.trace_on(profiler=True)` gets the `profiler_outdir=` of the `tf.summary.trace_export` of the file.

## Why

TensorFlow writes the profile to where `trace_on` says. Without that it does not profile, and warns, and `trace_export`
raises: "Cannot export profiling results. No profiler is running."
https://www.tensorflow.org/api_docs/python/tf/summary/trace_on

## Numbers

No numbers involved. The folder has its `plugins/profile`, as on TensorFlow 2.3.4
(`tests/codemods/rules/tensorflow_1/test_profiled_traces.py`).

## What it leaves to you

Calls for which the file does not show the folder, or has several: they are reported.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.releases import api
from codemods.releases.api import Answer
from codemods.source.argument_layout import with_args
from codemods.source.arguments import bind, literal, named
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule

_ON, _EXPORT = "tensorflow.summary.trace_on", "tensorflow.summary.trace_export"
_FOLDER, _PROFILER = "profiler_outdir", "profiler"
_SAID = f"trace_on(profiler=True) profiles nothing without {_FOLDER}=, and trace_export raises"


@rule(
    "TFM403",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf

    tf.summary.trace_on(graph=True, profiler=True)
    step(images)
    with writer.as_default():
        tf.summary.trace_export("step", step=0, profiler_outdir="logs")
    """,
)
def profiled_traces(file: File) -> Iterator[Edit | Manual]:
    """Each call that asks for a profile, and for no folder."""
    if api.accepts(_ON, _FOLDER, file.target.tensorflow) is not Answer.YES:
        return
    for reference in file.references(_ON):
        call = file.call_of(reference)
        given = bind(call, "graph", _PROFILER, _FOLDER) if call is not None else None
        if call is None or given is None or _PROFILER not in given or _FOLDER in given:
            continue
        if literal(given[_PROFILER].value) in (False, None):
            continue
        folder = _folder(file, call)
        if folder is None:
            yield Manual(call, _ON, _SAID, f"give it the folder, {_FOLDER}=")
        else:
            kept = with_args(call, [*call.args, named(cst.Arg(folder.deep_clone()), _FOLDER)])
            yield Edit(call, f"{_SAID}: it gets that of trace_export", ((call, kept),))


def _folder(file: File, trace: cst.Call) -> cst.BaseExpression | None:
    """The folder that all exports of the file name, as far as it is known where the trace begins."""
    calls = (file.call_of(each) for each in file.references(_EXPORT))
    bound = [bind(each, "name", "step", _FOLDER) or {} for each in calls if each is not None]
    values = [each[_FOLDER].value for each in bound if _FOLDER in each]
    if not values or not all(each.deep_equals(values[0]) for each in values):
        return None
    folder = values[0]
    if isinstance(folder, cst.Name):
        binding = file.only_binding(folder)
        place = binding.node if binding is not None else None
        is_known = place is not None and file.function(place) in (file.module, file.function(trace))
        return folder if is_known and place is not None and file.before(place, trace) else None
    return folder if isinstance(literal(folder), str) else None
