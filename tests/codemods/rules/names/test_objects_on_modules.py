"""`keras.losses.own = own` is registered."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "import keras\nfrom keras import backend as K, losses\n\n\ndef own(x, y):\n    return x\n\n\n"


def _result(code: str, origin: str = "keras==2.3") -> Upgraded:
    result = upgrade(f"{HEAD}{code}\n".encode(), Settings(origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    return result


def _last(result: Upgraded) -> str:
    return result.after.decode().rstrip().rpartition("\n")[2]


@pytest.mark.parametrize(
    ("code", "written"),
    [
        ("keras.losses.own = own", 'keras.utils.get_custom_objects()["own"] = own'),
        ("losses.own = own", 'keras.utils.get_custom_objects()["own"] = own'),
        ("keras.activations.twice = lambda x: 2 * x", 'keras.utils.get_custom_objects()["twice"] = lambda x: 2 * x'),
        ("keras.layers.Own = Own", 'keras.utils.get_custom_objects()["Own"] = Own'),
        (
            "losses.a = losses.b = own",
            'keras.utils.get_custom_objects()["a"] = keras.utils.get_custom_objects()["b"] = own',
        ),
    ],
)
def test_registered(code: str, written: str) -> None:
    result = _result(code)
    assert _last(result) == written
    assert not result.findings


def test_passed_where_a_text_names_it() -> None:
    result = _result("losses.own = own\nkeras.models.Sequential().compile('sgd', loss='own')")
    assert _last(result) == "keras.models.Sequential().compile('sgd', loss=own)"


def test_one_name_on_two_modules_is_reported() -> None:
    result = _result("losses.own = own\nkeras.metrics.own = other")
    assert [each.code for each in result.findings] == ["TFM316"] * 2


@pytest.mark.parametrize(
    "code",
    [
        "model.own = own",
        "own.losses = own",
        "losses = own",
        "keras.own = own",
        "K.own = own",
        "keras.layers.Dense.own = own",
        "print(keras.losses.mean_squared_error)",
        "from tensorflow.keras import losses as other\nother.own = own",
    ],
)
def test_left_alone(code: str) -> None:
    result = _result(code)
    assert _last(result) == code.rpartition("\n")[2]
    assert not result.findings


def test_of_other_releases() -> None:
    for origin in ("keras==3.3", "tensorflow==2.3"):
        result = _result("losses.own = own", origin=origin)
        assert _last(result) == "losses.own = own"
