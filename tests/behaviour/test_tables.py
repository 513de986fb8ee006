"""A table holds what was measured, and leaves out what the newest release measured too."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.behaviour.record import lasting
from tests.behaviour.tables import NEWEST, recorded, store

NOW = {"p / a": 1.0, "p / b": 2.0, "q / a": [1, 2], "r / a": 3}
BEFORE = {"p / a": 1.0, "p / b": 4.0, "q / a": [1, 2.000001], "r / absent": "keras.r", "s / a": 5}


def table(values: dict[str, object]) -> dict[str, object]:
    return {"surface": "keras", "used": ["keras.p"], "values": dict(values)}


def test_what_is_stored_is_read(tmp_path: Path) -> None:
    store({NEWEST: table(NOW), "keras 2.3.1": table(BEFORE)}, tmp_path)
    assert recorded(NEWEST, tmp_path) == table(NOW)
    assert recorded("keras 2.3.1", tmp_path) == table({**BEFORE, "q / a": [1, 2]})


def test_probes_that_measured_the_same_are_left_out(tmp_path: Path) -> None:
    store({NEWEST: table(NOW), "keras 2.3.1": table(BEFORE)}, tmp_path)
    written = json.loads((tmp_path / "keras-2.3.1.json").read_text())
    assert written["values"].keys() == {"p / a", "p / b", "r / absent", "s / a"}


def test_a_probe_that_gave_nothing_is_not_taken_from_the_newest(tmp_path: Path) -> None:
    store({NEWEST: table(NOW), "keras 2.3.1": table({"p / a": 1.0})}, tmp_path)
    assert recorded("keras 2.3.1", tmp_path) == table({"p / a": 1.0})


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Received: filepath=/tmp/tmpxts0d7m7/w.h5", "Received: filepath=/tmp/folder/w.h5"),
        ("train/plugins/profile/2026_11_24_07_04_19", "train/plugins/profile/time"),
        ("plugins/profile/2026-11-24_07-02-16", "plugins/profile/time"),
        ("variable _AnonymousVar410 from localhost", "variable _AnonymousVar from localhost"),
        ("loss: 0.5, 2026 of 2027", "loss: 0.5, 2026 of 2027"),
    ],
)
def test_what_is_new_in_each_run_is_not_recorded(text: str, kept: str) -> None:
    assert lasting(text) == kept
