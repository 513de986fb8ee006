"""What is left of syntax trees does not pile up."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from codemods.cli import workers
from codemods.cli.discovery import Outcome, Source


class _Cycle:
    def __init__(self) -> None:
        self.itself = [self]


class _Task:
    verb = "working"
    reads_pins = False

    def prepare(self) -> None: ...

    def __call__(self, source: Source) -> Outcome[int]:
        for _ in range(1_000):
            _Cycle()
        return Outcome(source, gc.get_count()[0])


def test_garbage_is_collected_when_there_is_much_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "GARBAGE", 5_000)
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        gc.collect()
        left = [workers._worked(_Task(), Source(Path("a.py"), Path("a.py"))).result for _ in range(20)]
    finally:
        if was_enabled:
            gc.enable()
    assert max(left) < 10_000
