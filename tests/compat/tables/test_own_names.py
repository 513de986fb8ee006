"""The rows say what the installed Keras does with methods of own layers and models."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

keras = pytest.importorskip("keras", minversion="3")

from compat.tables.names.own_names import MODEL, OWN_NAMES, SAVE, OwnName  # noqa: E402 - after the check for Keras
from tests.quick import first  # noqa: E402

CASES = [(row, name) for row in OWN_NAMES for name in row.names]
SOURCE = """
@keras.saving.register_keras_serializable(name={name!r})
class Own({base}):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.dense = keras.layers.Dense(2)
    def build(self, shape):
        self.dense.build(shape)
        self.scale = self.add_weight(shape=(1,), initializer="ones", regularizer="l2")
    def call(self, x):
        return self.dense(x) * self.scale
    {head}
        return 6
"""


def _use(row: OwnName, name: str, head: str, folder: Path) -> None:
    """Train, save and load an object with such a method, and call the method."""
    base = "keras.Model" if row.classes == MODEL else "keras.layers.Layer"
    names: dict[str, object] = {"keras": keras}
    exec(SOURCE.format(name=name, base=base, head=head), names)
    own = names["Own"]
    assert callable(own)
    made = own()
    inputs, labels = np.ones((4, 3), "float32"), np.ones((4, 2), "float32")
    made(inputs)
    model = made if row.classes == MODEL else keras.Sequential([keras.Input((3,)), made])
    found = getattr(made, name)
    assert (found if "property" in head else found(*[2] * head.count(","))) == 6
    model.compile("sgd", "mse")
    model.fit(inputs, labels, verbose=0)
    model.train_on_batch(inputs, labels)
    if row.when == SAVE:
        model.save(folder / "model.keras")
        keras.models.load_model(folder / "model.keras")


def _fails(row: OwnName, name: str, head: str, folder: Path) -> bool:
    try:
        _use(row, name, head, folder)
    except (AssertionError, AttributeError, NotImplementedError, TypeError, ValueError):
        return True
    return False


@pytest.mark.parametrize(("row", "name"), CASES)
def test_methods(row: OwnName, name: str, tmp_path: Path) -> None:
    """A method of another signature than that of Keras fails."""
    parameters = "self, a, b" if row.passed is not None and row.passed.positions == 1 else "self, a"
    assert _fails(row, name, f"def {name}({parameters}):", tmp_path)


@pytest.mark.parametrize(("row", "name"), [each for each in CASES if each[0].is_set])
def test_properties(row: OwnName, name: str, tmp_path: Path) -> None:
    """A property without a setter fails where Keras sets the attribute."""
    assert _fails(row, name, f"@property\n    def {name}(self):", tmp_path)


@pytest.mark.parametrize("row", first(1, (row for row in OWN_NAMES if row.when == SAVE)))
def test_other_names(row: OwnName, tmp_path: Path) -> None:
    assert not _fails(row, "own_name", "def own_name(self, a):", tmp_path)
    assert not _fails(row, "own_name", "@property\n    def own_name(self):", tmp_path)
