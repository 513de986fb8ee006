"""The input of a functional model does not come from its input layer."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli import layer_names
from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded


@pytest.mark.parametrize(
    "head",
    [
        "from keras.models import Model, load_model\nm = load_model('m.h5')\n",
        "from keras.models import Model\nm = Model(a, b)\n",
        "from keras.models import Model\nm = Model(inputs=[a], outputs=b)\n",
        "from keras.applications import VGG16\nfrom keras.models import Model\nm = VGG16()\n",
        "from keras.models import Model\ndef f(m):\n  m.fit(x, y, epochs=2)\nm.fit(x, y, epochs=2)\n",
    ],
)
@pytest.mark.parametrize("to", ["native", "compat"])
def test_rewritten(head: str, to: str) -> None:
    before = f"{head}n = Model(m.layers[0].input, m.layers[2].output)\n"
    check_upgraded(before, before.replace("m.layers[0].input", "m.inputs[0]"), to=to)


def test_on_the_shims() -> None:
    before = "from compat.keras.models import load_model\nm = load_model('m.h5')\nprint(m.layers[0].input)\n"
    check_upgraded(before, before.replace("layers[0].input", "inputs[0]"), to="compat")


NAMED = (
    "from keras.layers import Dense, Input\nfrom keras.models import Model\n"
    "m = Model(Input((3,), name='image'), Dense(2, name='codes'))\nn = Model({}, m.get_layer('codes').output)\n"
)


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    "layer", ["m.get_layer('image')", "m.get_layer(name='image')", "self.model.get_layer('image')"]
)
def test_the_name_of_an_input(layer: str, to: str) -> None:
    check_upgraded(NAMED.format(f"{layer}.input"), NAMED.format(f"{layer}.output"), to=to)


@pytest.mark.parametrize("name", ["input_1", "image_input"])
def test_a_name_that_tells_of_an_input(name: str) -> None:
    assert "take its output" in check_declined(NAMED.format(f"other.get_layer('{name}').input"), "TFM126", 4).advice


@pytest.mark.parametrize(
    "read",
    [
        "m.get_layer('codes').input",
        "m.get_layer('image').output",
        "m.get_layer(name).input",
        "m.get_layer('conv').input",
    ],
)
def test_other_layers_by_name(read: str) -> None:
    check_untouched(NAMED.format(read))


LOADED = "from keras.models import Model, load_model\nm = load_model(path)\n"
PREDICT = LOADED + "n = Model(m.get_layer(name='image').{}, m.get_layer('codes').output)\n"


def _beside(folder: Path, other: str, source: str = PREDICT.format("input")) -> Upgraded:
    """Upgrade a script beside another one of its project."""
    (folder / "LICENSE").touch()
    (folder / "make.py").write_text(f"import keras\nfrom keras import layers\n{other}")
    script = folder / "predict.py"
    script.write_text(source)
    layer_names._are_inputs.cache_clear()
    result = upgrade(script.read_bytes(), Settings(), project=project_of(script))
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize(
    "other",
    [
        "x = keras.Input((3,), name='image')\n",
        "x = layers.Input(name='image', shape=(3,))\n",
        "m.add(layers.InputLayer((3,), name='image'))\n",
        "x = keras.Input((3,), name='image')\nm.get_layer(name='image')\n",
    ],
)
def test_an_input_of_another_script(tmp_path: Path, other: str) -> None:
    result = _beside(tmp_path, other)
    assert result.after.decode() == PREDICT.format("output")
    assert not result.findings


@pytest.mark.parametrize(
    "other",
    [
        "x = layers.Dense(3, name='image')(y)\n",
        "x = keras.Input((3,), name='image')\ny = layers.Dense(3, name='image')(x)\n",
    ],
)
def test_another_layer_of_another_script(tmp_path: Path, other: str) -> None:
    result = _beside(tmp_path, other)
    assert not result.changes
    assert "TFM126" not in {each.code for each in (*result.findings, *result.notes)}


def test_a_name_that_tells_of_an_input_and_is_another_layer(tmp_path: Path) -> None:
    source = PREDICT.format("input").replace("image", "input_codes")
    result = _beside(tmp_path, "x = layers.Dense(3, name='input_codes')(y)\n", source)
    assert not result.changes
    assert not result.findings


@pytest.mark.parametrize(
    "made",
    [
        "Model(m.get_layer('image').input, y)",
        "Model(inputs=m.get_layer('image').input, outputs=y)",
        "Model([m.get_layer('image').input, x], y)",
    ],
)
def test_a_model_that_begins_with_a_layer(made: str) -> None:
    result = check_sound(f"{LOADED}n = {made}\n")
    assert not result.findings
    assert [each.code for each in result.notes if each.code == "TFM126"] == ["TFM126"]


@pytest.mark.parametrize(
    "made",
    [
        "Model(m.get_layer('block1_conv1').input, y)",
        "Model(m.get_layer('encoder_dense').input, y)",
        "Model(x, m.get_layer('image').input)",
        "print(m.get_layer('image').input)",
        "Model(m.get_layer('image').output, y)",
        "Model(m.get_layer(name).input, y)",
    ],
)
def test_other_beginnings(made: str) -> None:
    assert "TFM126" not in {each.code for each in check_sound(f"{LOADED}n = {made}\n").notes}


def test_the_first_layer_by_its_index() -> None:
    source = f"{LOADED}n = Model(m.get_layer(index=0).input, m.layers[2].output)\n"
    check_upgraded(source, source.replace("m.get_layer(index=0).input", "m.inputs[0]"))
    check_untouched(source.replace("index=0", "index=1"))


def test_several_inputs() -> None:
    source = "from keras.models import Model\nm = Model([a, b], c)\nprint(m.layers[0].input)\n"
    assert "m.inputs" in check_declined(source, "TFM126", 3).advice


@pytest.mark.parametrize(
    "source",
    [
        "from keras.models import Sequential\nm = Sequential([a, b])\nprint(m.layers[0].input)\n",
        "from keras.models import load_model\nm = load_model('m.h5')\nprint(m.layers[1].input, m.layers[0].output)\n",
        "from keras.models import load_model\nm = load_model('m.h5')\nprint(m.layers[i].input, m.inputs[0])\n",
        "import keras\nprint(m.layers[0].input)\n",
        "import keras\nclass M(keras.Model): pass\nprint(M().layers[0].input)\n",
        "import keras\nkeras.ops.ones(3)\nm = keras.Model(a, b)\nprint(m.layers[0].input)\n",
        "import keras, torch\nm = torch.nn.Linear(2, 2)\nprint(m.layers[0].input)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize("index", ["1", "-1", "i"])
@pytest.mark.parametrize("root", ["keras", "compat.keras"])
def test_middle_of_a_sequential(index: str, root: str) -> None:
    head = f"from {root}.models import Model, Sequential\nm = Sequential()\nm.add(a)\nm.add(b)\n"
    finding = check_declined(f"{head}n = Model(m.layers[{index}].input, m.layers[2].output)\n", "TFM126", 5)
    assert "keras.Input" in finding.advice


@pytest.mark.parametrize(
    ("model", "use"),
    [
        ("m = Sequential([a, b])", "Model(m.layers[1].input, m.layers[2].output)"),
        ("m = Sequential()\nm.add(a)", "print(m.layers[1].input)"),
        ("m = Model(a, b)", "Model(m.layers[1].input, m.layers[2].output)"),
    ],
)
def test_middle_that_works(model: str, use: str) -> None:
    check_untouched(f"from keras.models import Model, Sequential\n{model}\n{use}\n")
