"""Names of layers that standalone Keras made by counting."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.engine.engine import Settings, upgrade
from codemods.releases.origin import parse_origin
from codemods.source.project import Project
from codemods.types import Finding, Upgraded
from tests.codemods.checks import check_sound

HEAD = """\
from keras.layers import Dense
from keras.models import Sequential, load_model
model = Sequential([Dense(3, input_dim=2), Dense(1)])
"""


def _findings(source: str) -> tuple[Finding, ...]:
    """What is reported of a source for standalone Keras."""
    result = upgrade(source.encode(), Settings(origin=parse_origin("keras==2.3")))
    assert isinstance(result, Upgraded)
    return result.findings


@pytest.mark.parametrize(
    ("name", "today"), [("dense_1", "'dense'"), ("dense_2", "'dense_1'"), ("max_pooling2d_3", "'max_pooling2d_2'")]
)
@pytest.mark.parametrize("code", ['model.get_layer("{}")', 'model.get_layer(name="{}").output'])
def test_counted(name: str, today: str, code: str) -> None:
    found = _findings(f"{HEAD}part = {code.format(name)}\n")
    assert [(each.code, each.line) for each in found] == [("TFM166", 4)]
    assert today in found[0].message


LAYERS = "layers = dict([(each.name, each) for each in model.layers])\n"
NAMED = "layers = {each.name: each for each in model.layers}\n"


@pytest.mark.parametrize(
    "code",
    [
        "for each in model.layers:\n    if each.name == 'dense_2': print(each)",
        "print([each for each in model.layers if 'dense_2' != each.name])",
        "print([each for each in model.layers if each.name in ('dense_2', 'hidden')])",
        f"{LAYERS}print(layers['dense_2'])",
        f"{NAMED}print(layers['dense_2'].output)",
    ],
)
def test_names_of_layers_elsewhere(code: str) -> None:
    assert {each.code for each in _findings(f"{HEAD}{code}\n")} == {"TFM166"}


@pytest.mark.parametrize(
    "body",
    [
        "print([each for each in model.layers if each.name == 'hidden'])\n",
        "print(name == 'dense_2', rows['dense_2'], 'dense_2')\n",
        f"{NAMED}print(layers['block1_conv1'])\n",
        f"loaded = load_model('m.keras')\n{NAMED}print(layers['dense_2'])\n",
        f"model.add(Dense(2, name='dense_2'))\n{NAMED}print(layers['dense_2'])\n",
        'model.get_layer("hidden")\n',
        'model.get_layer("block1_conv1")\n',
        'model.get_layer("dense_0")\n',
        "model.get_layer(name)\n",
        "model.get_layer(index=1)\n",
        'model.add(Dense(2, name="dense_1"))\nmodel.get_layer("dense_1")\n',
        'loaded = load_model("m.keras")\nloaded.get_layer("dense_1")\n',
    ],
)
def test_leaves_alone(body: str) -> None:
    assert "TFM166" not in {each.code for each in _findings(HEAD + body)}


@pytest.mark.parametrize(
    "head", ["from tensorflow.keras.models import Sequential\n", "import keras\nkeras.ops.sum(x)\n"]
)
def test_other_lines_of_keras(head: str) -> None:
    result = check_sound(f'{head}model.get_layer("dense_1")\n')
    assert "TFM166" not in {each.code for each in (*result.findings, *result.notes)}


@pytest.mark.parametrize(
    "call",
    [
        "compile('sgd', loss={{{}: 'mse', 'b': 'mse'}})",
        "compile('sgd', 'mse', metrics={{{}: ['mae'], 'b': []}})",
        "fit(x, {{{}: y, 'b': y}})",
        "train_on_batch(x, y={{{}: y, 'b': y}})",
    ],
)
def test_keys(call: str) -> None:
    found = _findings(f"{HEAD}model.{call.format(repr('dense_2'))}\n")
    assert [each.line for each in found if each.code == "TFM166"] == [4]
    assert "'dense_1'" in next(each.message for each in found if each.code == "TFM166")
    for name in ("out", "dense", "class_1"):
        assert "TFM166" not in {each.code for each in _findings(f"{HEAD}model.{call.format(repr(name))}\n")}


@pytest.mark.parametrize(
    "body",
    [
        "model.fit(x, y, class_weight={'dense_1': 2})\n",
        "model = load_model(path)\nmodel.compile('sgd', loss={'dense_2': 'mse', 'b': 'mse'})\n",
        "model = Sequential([Dense(3, name='dense_2')])\nmodel.compile('sgd', loss={'dense_2': 'mse', 'b': 'mse'})\n",
        "sizes = {'dense_2': 3}\n",
    ],
)
def test_keys_left_alone(body: str) -> None:
    assert "TFM166" not in {each.code for each in _findings(HEAD + body)}


def test_unknown_release() -> None:
    source = 'from keras.models import Sequential\nmodel = Sequential()\nmodel.get_layer("dense_1")\n'
    result = check_sound(source)
    assert "TFM166" in {each.code for each in result.findings}


def test_names_of_variables() -> None:
    source = f"{HEAD}kept = [w for w in model.trainable_weights if 'dense_2' in w.name]\n"
    assert [each.line for each in _findings(source) if each.code == "TFM166"] == [4]
    for text in ("kernel", "out", "dense"):
        assert "TFM166" not in {each.code for each in _findings(source.replace("dense_2", text))}


MADE = """\
from keras.layers.core import Dense
from keras.models import Sequential
model = Sequential([Dense(3, input_dim=2), Dense(1)])
"""


def _by_name(source: str, *, is_saved: bool = False) -> tuple[int, int]:
    """The numbers of findings and of notes."""
    settings = Settings(select=("TFM166",), origin=parse_origin("keras==2.3"))
    result = upgrade(source.encode(), settings, Project(is_saved=lambda _: is_saved))
    assert isinstance(result, Upgraded)
    return len(result.findings), len(result.notes)


@pytest.mark.parametrize(
    "code",
    [
        "model.load_weights('vgg.h5', by_name=True)\n",
        "model.load_weights('vgg.hdf5', True)\n",
        "model.load_weights(folder + '/vgg.h5', by_name=True, skip_mismatch=True)\n",
    ],
)
def test_weights_that_are_loaded_by_name(code: str) -> None:
    assert _by_name(MADE + code) == (1, 0)


@pytest.mark.parametrize(
    "source",
    [
        MADE + "model.load_weights(path, by_name=True)\n",
        MADE.replace("(3", "(3, name='a'") + "model.load_weights('vgg.h5', by_name=True)\n",
        "from keras.models import Model\nmodel = Model(x, y)\nmodel.load_weights('vgg.h5', by_name=True)\n",
    ],
)
def test_weights_that_may_be_loaded_by_name(source: str) -> None:
    assert _by_name(source) == (0, 1)


@pytest.mark.parametrize(
    "source",
    [
        MADE + "model.load_weights('vgg.h5')\n",
        MADE + "model.load_weights('vgg.h5', by_name=False)\n",
        MADE + "import other\nother.load_weights('vgg.h5', by_name=True)\n",
        MADE.replace("(1", "(1, name='b'").replace("(3", "(3, name='a'") + "model.load_weights('a.h5', by_name=True)\n",
        MADE + "model.save_weights('a.h5')\nmodel.load_weights('a.h5', by_name=True)\n",
        MADE.replace("keras.layers.core", "tensorflow.keras.layers").replace("keras.models", "tensorflow.keras.models")
        + "model.load_weights('vgg.h5', by_name=True)\n",
    ],
)
def test_weights_that_are_loaded_otherwise(source: str) -> None:
    assert _by_name(source) == (0, 0)


def test_weights_of_the_project() -> None:
    assert _by_name(MADE + "model.load_weights('vgg.h5', by_name=True)\n", is_saved=True) == (0, 0)


@pytest.mark.tensorflow
def test_keras_3_takes_the_weights_of_the_layer_before(tmp_path: Path) -> None:
    """Of a file as Keras 2.3.1 writes it, which loaded both layers; Keras 3 has no dense_2, and a dense with nothing."""
    keras = pytest.importorskip("keras")
    h5py = pytest.importorskip("h5py")
    path = str(tmp_path / "two.h5")
    with h5py.File(path, "w") as file:
        file.attrs["layer_names"] = [b"dense_1", b"dense_2"]
        for number, name in enumerate(("dense_1", "dense_2"), start=1):
            group = file.create_group(name)
            group.attrs["weight_names"] = [f"{name}/{name}/kernel:0".encode()]
            group[f"{name}/{name}/kernel:0"] = [[float(number)]]
    keras.backend.clear_session()
    layers = [keras.layers.Dense(1, use_bias=False) for _ in range(2)]
    model = keras.Sequential([keras.Input((1,)), *layers])
    before = model.get_weights()
    model.load_weights(path, by_name=True)
    after = model.get_weights()
    assert after[0] == before[0]
    assert after[1] == 1.0
