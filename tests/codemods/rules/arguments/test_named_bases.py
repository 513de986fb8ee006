"""`Base.__init__(self, ...)` becomes `super().__init__(...)` where arguments have to change, and stays elsewhere."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_untouched

OWN = "{imports}\nclass Own({base}):\n    def __init__(self, n):\n        {line}\n"
PLATEAU = "from keras.callbacks import ReduceLROnPlateau"


def own(imports: str, base: str, arguments: str) -> str:
    return OWN.format(imports=imports, base=base, line=f"{base}.__init__({arguments})")


@pytest.mark.parametrize(
    ("imports", "base", "arguments"),
    [
        (PLATEAU, "ReduceLROnPlateau", "self, patience=n, epsilon=0.1"),
        ("import keras", "keras.callbacks.TensorBoard", "self, n, write_grads=True"),
        ("from keras.callbacks import TensorBoard", "TensorBoard", "self, n, 0, 32"),
        (
            "from tensorflow.keras.callbacks import ModelCheckpoint",
            "ModelCheckpoint",
            "self, n, load_weights_on_restart=True",
        ),
        ("from keras.optimizers import SGD", "SGD", "self, lr=n"),
    ],
)
def test_what_has_to_change(imports: str, base: str, arguments: str) -> None:
    result = upgrade(own(imports, base, arguments).encode())
    assert isinstance(result, Upgraded)
    by_super = OWN.format(imports=imports, base=base, line=f"super().__init__({arguments.removeprefix('self, ')})")
    other = upgrade(by_super.encode())
    assert isinstance(other, Upgraded)
    assert result.after == other.after
    assert [each.code for each in result.findings] == [each.code for each in other.findings]
    assert "TFM491" in [each.code for each in result.changes]


@pytest.mark.parametrize(
    "source",
    [
        own(PLATEAU, "ReduceLROnPlateau", "self, patience=n, min_delta=0.1"),
        own("from keras.callbacks import Callback", "Callback", "self"),
        own("from keras.layers import Layer", "Layer", "self, name=n"),
        own("from keras.layers import Layer", "Layer", "self, **n"),
        own("from other import Plateau", "Plateau", "self, epsilon=n"),
        # the class has two bases, so that super() may be the other
        own(PLATEAU, "ReduceLROnPlateau", "self, epsilon=n").replace("Own(", "Own(Loud, "),
        # not the base, and not of the object
        own(PLATEAU, "ReduceLROnPlateau", "self, epsilon=n").replace("Own(ReduceLROnPlateau", "Own(Plan"),
        own(PLATEAU, "ReduceLROnPlateau", "n, epsilon=0.1"),
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
