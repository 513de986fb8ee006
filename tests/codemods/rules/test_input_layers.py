"""The input of a functional model does not come from its input layer."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded


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
