"""`TimeDistributed(BatchNormalization())`, which normalizes all steps together again."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "import keras\nfrom keras.layers import BatchNormalization, Dense, Masking, TimeDistributed\n"


def upgraded(source: str, origin: str = "keras==2.3.1", to: str = "native") -> Upgraded:
    result = upgrade(source.encode(), Settings(to=to, origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize("origin", ["keras==2.2.4", "keras==2.3.1"])
@pytest.mark.parametrize("args", ["", "momentum=0.5", "epsilon=1e-6, scale=False"])
def test_unwrapped(args: str, origin: str) -> None:
    result = upgraded(f"{HEAD}layer = TimeDistributed(BatchNormalization({args}))\n", origin)
    assert f"layer = BatchNormalization({args})\n" in result.after.decode()
    assert "TFM139" in {each.code for each in result.changes}


@pytest.mark.parametrize(
    "code",
    [
        "layer = TimeDistributed(BatchNormalization(axis=1))",
        "layer = TimeDistributed(BatchNormalization(2))",
        "layer = TimeDistributed(BatchNormalization(), name='norm')",
        "layer = TimeDistributed(BatchNormalization(), input_shape=(4, 3))",
        "layer = TimeDistributed(BatchNormalization()); mask = Masking()",
    ],
)
def test_reported(code: str) -> None:
    on_shims = upgraded(f"{HEAD}{code}\n", to="compat")  # they do as Keras 2.3.1
    assert "TFM139" not in {each.code for each in (*on_shims.changes, *on_shims.findings, *on_shims.notes)}
    result = upgraded(f"{HEAD}{code}\n")
    assert [each.line for each in result.findings if each.code == "TFM139"] == [3]
    assert "TFM139" not in {each.code for each in result.changes}


def test_asked_for_the_release() -> None:
    source = "import keras\nlayer = keras.layers.TimeDistributed(keras.layers.BatchNormalization())\n"
    result = upgraded(source, origin="")
    assert [each.line for each in result.findings if each.code == "TFM139"] == [2]
    assert result.after.decode() == source


@pytest.mark.parametrize(
    ("source", "origin"),
    [
        (f"{HEAD}layer = TimeDistributed(Dense(2))\n", "keras==2.3.1"),
        (f"{HEAD}layer = BatchNormalization()\n", "keras==2.3.1"),
        (f"{HEAD}layer = TimeDistributed(norm)\n", "keras==2.3.1"),
        (f"{HEAD}layer = TimeDistributed(*layers)\n", "keras==2.3.1"),
        (
            "import keras\nlayer = keras.layers.TimeDistributed(keras.layers.BatchNormalization())\n",
            "keras==3.3",
        ),
    ],
)
def test_left_alone(source: str, origin: str) -> None:
    result = upgraded(source, origin)
    assert not [each for each in (*result.changes, *result.findings, *result.notes) if each.code == "TFM139"]
