"""Initializers that a test evaluates: `self.evaluate` of `tf.test.TestCase` takes them in a graph and without one."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.releases.written_for import is_written_for_tensorflow_1
from codemods.source.canonical_names import V1
from codemods.source.file import File, Reference, name_of

_INITIALIZERS = frozenset({f"{V1}.global_variables_initializer", f"{V1}.initialize_all_variables"})


def is_evaluated_anywhere(file: File, reference: Reference) -> bool:
    """True for `self.evaluate(tf.compat.v1.global_variables_initializer())` in a file that is not of TensorFlow 1.

    Without a graph there is nothing to initialize, and the call returns None.
    """
    call = file.call_of(reference)
    arg = file.parent(call) if call is not None else None
    if isinstance(arg, cst.Element):
        arg = next(
            (each for each in file.ancestors(arg) if not isinstance(each, cst.Element | cst.List | cst.Tuple)), None
        )
    outer = file.parent(arg) if isinstance(arg, cst.Arg) else None
    return (
        reference.qualified in _INITIALIZERS
        and isinstance(outer, cst.Call)
        and name_of(outer.func) == "self.evaluate"
        and not is_written_for_tensorflow_1(file)
    )
