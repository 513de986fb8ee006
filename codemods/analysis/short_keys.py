"""The keys that Keras had for the accuracy up to 2.2, and reads of them that would fail with any other release."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.log_reads import Sink, sinks
from codemods.analysis.metric_names import metric_names
from codemods.analysis.tested_keys import is_tested
from codemods.source.file import File
from compat.tables.names.log_keys import LOG_KEYS

_SHORT = LOG_KEYS["accuracy"]
_KEYS = (_SHORT, f"val_{_SHORT}")


def short_keys(file: File) -> Iterator[tuple[cst.SimpleString, str]]:
    """Each text that reads logs as `acc` or `val_acc` where `metrics=` of the file asks for `accuracy` alone."""
    texts = [each for each in file.every(cst.SimpleString) if each.evaluated_value in _KEYS]
    if not texts:
        return
    names = metric_names(file)
    if not names.modern(_SHORT) or names.keeps(_SHORT) or _reads_long_keys(file):
        return
    for text in texts:
        if sinks(file, text) == {Sink.LOG} and not is_tested(file, text, str(text.evaluated_value)):
            yield text, str(text.evaluated_value)


def _reads_long_keys(file: File) -> bool:
    """True if the file reads logs under the keys of later releases, too, as one that suits both does."""
    return any(
        each.evaluated_value in ("accuracy", "val_accuracy") and Sink.LOG in sinks(file, each)
        for each in file.every(cst.SimpleString)
    )
