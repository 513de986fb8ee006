"""Which statements of a module some of its globals need."""

from __future__ import annotations

import pytest

from codemods.linking.statements import binding, needed_with
from tests.codemods.linking.conftest import Read

MODULE = """
import numpy as np
from keras.models import Sequential

WIDTH = np.ones(3)
other = 5


def unet():
    return Sequential([layer()])


def layer():
    return WIDTH


model = unet()
model.add(layer())
print(other)

if __name__ == "__main__":
    model.fit()
"""


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("WIDTH", [1, 4]),
        ("other", [5, 18]),
        ("layer", [1, 4, 12]),
        ("unet", [1, 2, 4, 8, 12]),
        ("model", [1, 2, 4, 8, 12, 16, 17]),
        ("gone", []),
    ],
)
def test_what_a_global_needs(name: str, lines: list[int], read: Read) -> None:
    file = read(nets=MODULE)
    found = needed_with(file, binding(file, {name}))
    assert sorted(file.line(file.module.body[each.at]) for each in found) == lines


def test_a_variable_that_is_bound_again(read: Read) -> None:
    file = read(nets="a = 1\na = a + 1\nb = a\n")
    assert len(needed_with(file, binding(file, {"a"}))) >= 2
