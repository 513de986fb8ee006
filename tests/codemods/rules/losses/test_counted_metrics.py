"""Keys of metrics that standalone Keras counted."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "import keras\n\nmodel = keras.models.Sequential()\nmetric = keras.metrics.{made}\nh = model.fit(x, y)\n"


def _found(code: str, made: str = "AUC()", origin: str = "keras==2.3") -> list[str]:
    source = HEAD.format(made=made) + code + "\n"
    if origin.startswith("tensorflow"):
        source = source.replace("import keras", "from tensorflow import keras")
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    return [each.message.split()[-4] for each in result.findings if each.code == "TFM260"]


@pytest.mark.parametrize(
    ("code", "today"),
    [
        ("c = keras.callbacks.ModelCheckpoint('m.h5', monitor='val_auc_1', mode='max')", "'val_auc'"),
        ("print(h.history['auc_1'])", "'auc'"),
        ("print(h.history['val_auc_3'])", "'val_auc_2'"),
    ],
)
def test_counted(code: str, today: str) -> None:
    assert _found(code) == [today]
    assert _found(code, "AUC(name='roc')") == []
    assert _found(code, "Recall()") == []
    assert _found(code, origin="tensorflow==2.3") == []
    assert _found(code, origin="keras==3.3") == []


@pytest.mark.parametrize("code", ["print('auc_1')", "print(h.history['auc'])", "x = files['auc_1']"])
def test_left_alone(code: str) -> None:
    assert _found(code) == []
