"""Bring a call into the form `parallel = multi_gpu_model(template, gpus)`, which a proof can read.

Each step means what the code meant before it: a choice between two models becomes an `if`, a function that only wraps
is replaced by what it does, and the lines of a method that wrap move to the method that calls it.
"""

from __future__ import annotations

import libcst as cst

from codemods.rules.several_gpus.multi_gpu_model.choices import as_statement
from codemods.rules.several_gpus.multi_gpu_model.wrapping_functions import without_function
from codemods.rules.several_gpus.multi_gpu_model.wrapping_methods import moved_to_caller
from codemods.source.file import File
from codemods.types import Edit


def plain_call(file: File, symbol: str) -> Edit | None:
    """The next step for the first call that can be brought closer to that form; None if there is none."""
    for reference in file.references(symbol):
        call = file.call_of(reference)
        if call is None or not isinstance(file.statement(call), cst.SimpleStatementLine):
            continue
        edit = as_statement(file, call) or without_function(file, reference, call) or moved_to_caller(file, call)
        if edit is not None:
            return edit
    return None
