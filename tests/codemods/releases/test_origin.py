"""Releases that a note names together."""

from __future__ import annotations

import pytest

from codemods.releases.origin import installed_together


@pytest.mark.parametrize(
    ("pins", "together"),
    [
        (["keras==2.3"], "keras==2.3"),
        (["keras==2.3", "keras==2.2.5", "tensorflow==1.15"], "keras==2.2.5,tensorflow==1.15"),
        (["keras==2.3", "keras==2.12"], "keras==2.3"),
        (["tensorflow==2.10", "tensorflow==2.3"], "tensorflow==2.3"),
        (["tensorflow==1.15", "tensorflow==2.3"], "tensorflow==1.15 or tensorflow==2.3"),
        (["keras==2.3", "tensorflow==2.10"], "keras==2.3 or tensorflow==2.10"),
    ],
)
def test_together(pins: list[str], together: str) -> None:
    assert installed_together(pins) == together
