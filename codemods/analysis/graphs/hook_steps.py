"""Hooks of sessions that fetch the global step beside the step of training."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.own_classes import own_method
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.objects.elements import nested
from codemods.source.file import File
from codemods.source.walk import nodes

_HOOK, _ARGUMENTS = ".SessionRunHook", ".SessionRunArgs"
_STEPS = (".get_global_step", ".get_or_create_global_step", ".assert_global_step", ".create_global_step")
_FETCHING = "before_run"


def fetched_steps(file: File) -> Iterator[cst.BaseExpression]:
    """The global step, by any name, in what `before_run` of a hook asks the session for, in a file on the shims.

    That is one of TensorFlow 1: files of TensorFlow 2 keep their `tf`.
    """
    for owner in file.every(cst.ClassDef):
        method = own_method(owner, _FETCHING)
        is_hook = any((file.symbol(base.value) or "").endswith(_HOOK) for base in owner.bases)
        for call in nodes(method.body, cst.Call) if is_hook and method is not None else ():
            asked = file.reference(call.func)
            if asked is not None and asked.spelling.shimmed and asked.canonical.endswith(_ARGUMENTS):
                yield from (each for arg in call.args for each in nested(arg.value) if _is_step(file, each))


def _is_step(file: File, node: cst.BaseExpression) -> bool:
    made = value_of(file, node)
    return isinstance(made, cst.Call) and (file.symbol(made.func) or "").endswith(_STEPS)
