"""Calls of `fit_generator` and its kin that are no calls of Keras models."""

from __future__ import annotations

import libcst as cst

from compat.tables.methods.generator_methods import GENERATOR_METHODS, KERAS_1_KEYWORDS, LOADING, SAMPLE_COUNTS

_ALWAYS = {*LOADING, *KERAS_1_KEYWORDS, *SAMPLE_COUNTS}
KEYWORDS = {row.legacy: _ALWAYS.union(row.parameters) for row in GENERATOR_METHODS}
"""The keywords that each method had in any release."""


def has_keyword_of_its_own(call: cst.Call) -> bool:
    """True for `trainer.fit_generator(batches, nb_epochs=3)`: no model of Keras ever took this keyword."""
    name = call.func.attr.value if isinstance(call.func, cst.Attribute) else ""
    given = {arg.keyword.value for arg in call.args if arg.keyword is not None}
    return name in KEYWORDS and not given <= KEYWORDS[name]
