"""What changes from run to run is named, with its surface, and is recorded there."""

from __future__ import annotations

import pytest

from tests.behaviour.__main__ import refresh
from tests.behaviour.chance import CHANCES, Chance, changes_from_run_to_run
from tests.behaviour.compare import fits
from tests.behaviour.tables import recorded


@pytest.mark.parametrize(
    ("surface", "key", "changes"),
    [
        ("keras 2.3.1 on 2.1", "optimizers: optimizers.Adam(0.01) / kernel after 1", True),
        ("keras 2.3.1 on 2.1", "optimizers with tiny gradients: optimizers.Adamax(0.01) / kernel after 1", True),
        ("keras 2.3.1 on 2.1", "optimizers: optimizers.RMSprop(0.01) / kernel after 1", False),
        ("keras 2.3.1", "optimizers: optimizers.Adam(0.01) / kernel after 1", False),
    ],
)
def test_only_what_is_named(surface: str, key: str, changes: bool) -> None:
    assert changes_from_run_to_run(surface, key) is changes


@pytest.mark.parametrize("chance", CHANCES, ids=lambda each: each.surface)
def test_each_pattern_names_measurements(chance: Chance) -> None:
    keys = recorded(chance.surface)["values"]
    assert [pattern for pattern in chance.patterns if not any(fits((pattern,), key) for key in keys)] == []


def test_new_runs_keep_what_is_recorded_of_chance(capsys: pytest.CaptureFixture[str]) -> None:
    surface = "keras 2.3.1 on 2.1"
    table = recorded(surface)
    before = dict(table["values"])
    by_chance, lasting = (
        next(key for key in before if key.startswith(f"optimizers: optimizers.{name}"))
        for name in ("Adam(", "RMSprop(")
    )
    table["values"] |= {by_chance: "another"}
    assert refresh(surface, table) == 0
    assert table["values"] == before
    assert f"what changes from run to run on {surface}" in capsys.readouterr().out
    table["values"] |= {lasting: "another"}
    assert refresh(surface, table) == 1
    assert table["values"][lasting] == "another"
