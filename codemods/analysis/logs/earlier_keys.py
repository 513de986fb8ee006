"""The keys that Keras gave to metrics up to 2.2, and reads of them that would fail with any other release."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.logs.log_reads import Sink, sinks
from codemods.analysis.logs.metric_names import metric_names
from codemods.analysis.logs.tested_keys import is_tested
from codemods.source.file import File
from compat.tables.names.log_keys import MODERN_KEYS

_VAL = "val_"
_KEYS = frozenset(f"{prefix}{key}" for key in MODERN_KEYS for prefix in ("", _VAL))


def earlier_keys(file: File) -> Iterator[tuple[cst.SimpleString, str]]:
    """Each text that reads logs as `val_acc` where `metrics=` of the file asks for `accuracy` alone, and its like."""
    texts = [
        (each, str(each.evaluated_value)) for each in file.every(cst.SimpleString) if each.evaluated_value in _KEYS
    ]
    for text, key in texts:
        if _would_fail(file, key.removeprefix(_VAL)) and sinks(file, text) == {Sink.LOG}:
            if not is_tested(file, text, key):
                yield text, key


def _would_fail(file: File, key: str) -> bool:
    names = metric_names(file)
    return bool(names.modern(key)) and not names.keeps(key) and not _reads_modern_key(file, MODERN_KEYS[key])


def _reads_modern_key(file: File, key: str) -> bool:
    """True if the file reads logs under the key of later releases, too, as one that suits both does."""
    return any(
        each.evaluated_value in (key, f"{_VAL}{key}") and Sink.LOG in sinks(file, each)
        for each in file.every(cst.SimpleString)
    )
