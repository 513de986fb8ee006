"""What replaces a function of Keras is reported."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "import keras\nfrom keras import backend as K, losses\nfrom tensorflow.keras import losses as others\n"


def _codes(code: str, to: str = "native", origin: str = "keras==2.3") -> list[str]:
    result = upgrade(f"{HEAD}{code}\n".encode(), Settings(to, origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    return [each.code for each in result.findings]


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    "code",
    ["K.update = own", "keras.backend.mean = own", "losses.mean_squared_error = own", "keras.layers.Dense = Own"],
)
def test_reported(code: str, to: str) -> None:
    assert _codes(code, to) == ["TFM317"]
    assert _codes(code, to, "keras==3.3") == []


@pytest.mark.parametrize(
    "code",
    [
        "K.own = own",
        "losses.own = own",
        "model.mean = K.mean",
        "mean = K.mean",
        "keras.layers.Dense.call = own",
        "others.mean_squared_error = own",
        "x = K.mean(x)",
    ],
)
def test_left_alone(code: str) -> None:
    assert _codes(code) == []


def test_modules_of_tf_keras_left_alone() -> None:
    """They were copies of public names already, which nothing called."""
    source = b"from tensorflow.keras import backend as K\nK.mean = own\n"
    result = upgrade(source, Settings(origin=parse_origin("tensorflow==1.15")))
    assert isinstance(result, Upgraded)
    assert not result.findings
