"""Names of custom objects become the objects themselves: Keras 3 does not look them up."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.codemods.analysis.objects.test_project_classes import run
from tests.codemods.checks import check_sound, check_untouched, check_upgraded

HEAD = """\
from keras import backend as K
from keras.layers import Activation, Dense
from keras.models import Sequential
from keras.utils import CustomObjectScope, custom_object_scope, get_custom_objects


def swish(x):
    return x * K.sigmoid(1.5 * x)


def logcosh(y_true, y_pred):
    return K.mean(K.square(y_true - y_pred))


model = Sequential([Dense(1)])
"""
REGISTERED = 'get_custom_objects().update({"swish": Activation(swish), "logcosh": logcosh})\n'


def _check(before: str, after: str) -> None:
    source = HEAD
    expected = check_sound(source).after.decode()  # what other rules make of the functions
    check_upgraded(source + before, expected + after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('Dense(2, activation="swish")', "Dense(2, activation=swish)"),
        ("Dense(2, 'swish')", "Dense(2, swish)"),
        ('Activation("swish")', "Activation(swish)"),
        ('model.compile("sgd", "logcosh")', 'model.compile("sgd", logcosh)'),
        ('model.compile("sgd", loss=["logcosh", "mse"])', 'model.compile("sgd", loss=[logcosh, "mse"])'),
    ],
)
def test_registered_for_all(before: str, after: str) -> None:
    _check(f"{REGISTERED}{before}\n", f"{REGISTERED}{after}\n")


@pytest.mark.parametrize(
    "registered",
    [
        'get_custom_objects()["swish"] = swish\n',
        "get_custom_objects().update(dict(swish=swish))\n",
        'objects = get_custom_objects()\nobjects["swish"] = swish\n',
        'OWN = {"swish": swish}\nget_custom_objects().update(OWN)\n',
        'NAME = "swish"\nget_custom_objects()[NAME] = swish\n',
        'NAME = "swish"\nget_custom_objects().update({NAME: swish})\n',
        'def own():\n    return {"swish": swish}\n\n\nget_custom_objects().update(own())\n',
    ],
)
def test_other_ways_to_register(registered: str) -> None:
    _check(f'{registered}Activation("swish")\n', f"{registered}Activation(swish)\n")


@pytest.mark.parametrize("scope", ["CustomObjectScope", "custom_object_scope"])
def test_in_a_scope(scope: str) -> None:
    head = f'Activation("swish")\nwith {scope}({{"swish": swish}}):\n'
    _check(f'{head}    Activation("swish")\n', f"{head}    Activation(swish)\n")


def test_what_is_no_function_is_reported() -> None:
    source = HEAD + 'get_custom_objects()["swish"] = lambda x: x * 2\nActivation("swish")\n'
    assert "TFM330" in [each.code for each in check_sound(source).findings]
    local = HEAD + 'get_custom_objects()["swish"] = swish\n\n\ndef made(swish):\n    return Activation("swish")\n'
    assert "TFM330" in [each.code for each in check_sound(local).findings]


@pytest.mark.parametrize(
    "source",
    [
        'name = "swish"\nDense(2, activation=name)\n',
        'def block(activation="swish"):\n    return Dense(2, activation=activation)\n',
        'def block(activation):\n    return Dense(2, activation=activation)\n\n\nblock("swish")\n',
        'get_custom_objects()["mine"] = logcosh\nloss = "mine"\nmodel.compile("sgd", loss)\n',
    ],
)
def test_names_in_variables_are_reported(source: str) -> None:
    assert [each.code for each in check_sound(HEAD + REGISTERED + source).findings] == ["TFM330"]


@pytest.mark.parametrize(
    "imports", ["import own", "from own import swish", "from own import *", "import more", "from more import x"]
)
def test_registered_by_another_module(tmp_path: Path, imports: str) -> None:
    own = HEAD + 'def register():\n    get_custom_objects()["swish"] = swish\n'
    source = (
        f'{imports}\nfrom keras.layers import Activation, Dense\n\nlayers = [Activation("swish"), Dense(2, "relu")]\n'
    )
    result = run(tmp_path, source, own=own, more="import own\n\nx = 1\n")
    assert [(each.code, each.line) for each in result.findings] == [("TFM330", 4)]


def test_another_module_that_registers_another_name(tmp_path: Path) -> None:
    source = 'import own\nfrom keras.layers import Activation\n\nlayer = Activation("swish")\n'
    result = run(tmp_path, source, own=HEAD + 'get_custom_objects()["other"] = swish\n')
    assert result.findings == ()


@pytest.mark.parametrize(
    "source",
    [
        HEAD + 'Activation("swish")\n',
        HEAD + f'{REGISTERED}Activation("relu")\n',
        HEAD + f'{REGISTERED}Dense(3, name="swish")\n',
        HEAD + 'name = "swish"\nDense(2, activation=name)\n',
        HEAD + f'{REGISTERED}name = "relu"\nDense(2, activation=name)\n',
        HEAD + f"{REGISTERED}def block(activation):\n    return Dense(2, activation=activation)\n",
        HEAD + f'{REGISTERED}print("swish")\n',
        HEAD + 'others = {}\nothers["swish"] = swish\nActivation("swish")\n',
    ],
)
def test_left_alone(source: str) -> None:
    result = check_sound(source)
    assert "TFM330" not in [each.code for each in (*result.findings, *result.notes, *result.changes)]


def test_modern_files_are_left_alone() -> None:
    check_untouched(
        "from keras import ops\nfrom keras.layers import Activation\nfrom keras.utils import get_custom_objects\n\n"
        'get_custom_objects()["swish"] = ops.silu\nActivation("swish")\n'
    )
