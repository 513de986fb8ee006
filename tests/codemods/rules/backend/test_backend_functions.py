"""`K.function` becomes a model where all of its calls are in sight."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = "from keras import backend as K\nfrom keras.models import Model, load_model\nm = load_model('m.h5')\n"
OWN = "from keras import backend as K\nfrom keras.layers import Dense\nfrom keras.models import Sequential\nm = Sequential([Dense(3)])\n"


@pytest.mark.parametrize(
    ("inputs", "arguments"),
    [
        ("[m.layers[0].input]", "[x]"),
        ("[m.input]", "(x,)"),
        ("m.inputs", "[x]"),
        ("(m.layers[0].input, K.learning_phase())", "[x, 0]"),
        ("[m.input, K.learning_phase()]", "[x, False]"),
        ("[K.learning_phase(), m.input]", "[0.0, x]"),
        ("m.inputs + [K.learning_phase()]", "[x, 0]"),
    ],
)
def test_inputs(inputs: str, arguments: str) -> None:
    check_upgraded(
        f"{HEAD}f = K.function({inputs}, [m.layers[i].output])\ny = f({arguments})[0]\n",
        f"{HEAD}f = Model(m.inputs, m.layers[i].output)\ny = f.predict_on_batch(x)\n",
    )


@pytest.mark.parametrize(
    ("outputs", "modern"),
    [
        ("m.get_layer('a').output", "m.get_layer('a').output"),
        ("m.output", "m.outputs[0]"),
        ("h", "h"),
    ],
)
def test_outputs(outputs: str, modern: str) -> None:
    layer = "h = m.layers[2].output\n"
    check_upgraded(
        f"{HEAD}{layer}y = K.function([m.input], [{outputs}])([x])[0]\n",
        f"{HEAD}{layer}y = Model(m.inputs, {modern}).predict_on_batch(x)\n",
    )


def test_results_stay_lists() -> None:
    check_upgraded(
        f"{HEAD}f = K.function([m.input], [m.layers[1].output])\ng = K.function(outputs=[m.layers[1].output, "
        "m.layers[2].output], inputs=[m.input])\na, = f([x])\nb, c = g([x])\nd = g([x])[0]\n",
        f"{HEAD}f = Model(m.inputs, m.layers[1].output)\ng = Model(m.inputs, [m.layers[1].output, "
        "m.layers[2].output])\na, = [f.predict_on_batch(x)]\nb, c = g.predict_on_batch(x)\nd = g.predict_on_batch(x)[0]\n",
    )


def test_name_that_is_used_again() -> None:
    legacy = "f = K.function([m.input], [m.layers[{}].output])\ny = f([x])[0]\n"
    modern = "f = Model(m.inputs, m.layers[{}].output)\ny = f.predict_on_batch(x)\n"
    check_upgraded(f"{HEAD}{legacy.format(1)}{legacy.format(2)}", f"{HEAD}{modern.format(1)}{modern.format(2)}")


def test_training_phase() -> None:
    check_upgraded(
        f"{OWN}f = K.function([m.layers[0].input, K.learning_phase()], [m.layers[0].output])\ny = f([x, 1])[0]\n",
        f"import keras\n{OWN}f = keras.Model(m.inputs, m.layers[0].output)\n"
        "y = keras.ops.convert_to_numpy(f(x, training=True))\n",
    )


def test_tf_keras() -> None:
    head = "import tensorflow as tf\nfrom tensorflow.keras import backend as K\nm = tf.keras.Sequential()\n"
    result = check_sound(f"{head}f = K.function([m.input], [m.layers[0].output])\nprint(f([x])[0])\n")
    assert b"f = tf.keras.Model(m.inputs, m.layers[0].output)\nprint(f.predict_on_batch(x))\n" in result.after


@pytest.mark.parametrize(
    "lines",
    [
        "f = K.function([m.layers[1].input], [m.layers[2].output])\nf([x])\n",
        "f = K.function([m.get_layer('a').input], [m.layers[2].output])\nf([x])\n",
        "f = K.function([m.input], m.layers[2].output)\nf([x])\n",
        "f = K.function([m.input], outputs)\nf([x])\n",
        "f = K.function([m.input], [loss])\nf([x])\n",
        "f = K.function([m.input], [m.layers[1].output], updates=u)\nf([x])\n",
        "f = K.function([m.input], [m.layers[1].output], u)\nf([x])\n",
        "f = K.function([m.input], [m.layers[1].output])\nf(x)\n",
        "f = K.function([m.input], [m.layers[1].output])\nf([x, 0])\n",
        "f = K.function([m.input], [m.layers[1].output])\nf([[x]])\n",
        "f = K.function([m.input], [m.layers[1].output])\nmap(f, xs)\n",
        "f = K.function([m.input], [m.layers[1].output])\n",
        "self.f = K.function([m.input], [m.layers[1].output])\nself.f([x])\n",
        "f = K.function([m.input], [m.output])\nf([x])\n",
        "f = K.function([m.input], [m.layers[1].output])\nf([x])\nm.add(LSTM(2, stateful=True))\n",
    ],
)
def test_left_to_a_person(lines: str) -> None:
    check_declined(f"{HEAD}{lines}", "TFM190", 4)


@pytest.mark.parametrize(
    "lines",
    [
        "f = K.function([m.input, K.learning_phase()], [m.layers[1].output])\nf([x, 1])\n",
        "f = K.function([m.input, K.learning_phase()], [m.layers[1].output])\nf([x, phase])\n",
        "f = K.function([m.input, K.learning_phase()], [m.layers[1].output])\nf([x])\n",
        "f = K.function([m.input], [K.gradients(m.output, m.input)[0]])\nf([x])\n",
        "K.set_learning_phase(1)\nf = K.function([m.input], [m.layers[1].output])\nf([x])\n",
    ],
)
def test_left_whole(lines: str) -> None:
    result = check_sound(f"{HEAD}{lines}")
    assert b"K.function(" in result.after
    assert any(each.symbol.endswith("backend.function") for each in result.findings)


@pytest.mark.parametrize(
    "more", ["m.add(BatchNormalization())", "from mine import Block", "m = load_model(p)", "from mine import *"]
)
def test_layers_that_training_may_change(more: str) -> None:
    head = OWN.replace("import Dense", "import BatchNormalization, Dense").replace(
        "Sequential\n", "Sequential, load_model\n", 1
    )
    lines = "f = K.function([m.layers[0].input, K.learning_phase()], [m.layers[0].output])\nf([x, 1])\n"
    result = check_sound(f"{head}{more}\n{lines}")
    assert b"f([x, 1])" in result.after
    assert result.findings


@pytest.mark.parametrize(
    "source",
    [
        "from compat.keras import backend as K\nf = K.function([m.input], [m.layers[1].output])\nf([x])\n",
        "import keras\nclass K:\n    def function(a, b): pass\nf = K.function([m.inputs], [m.layers[1].output])\nf([x])\n",
        "from mine import backend as K\nf = K.function([m.inputs], [m.layers[1].output])\nf([x])\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


LAYERS = "from keras import backend as K\nfrom keras.layers import Dense, Input\nfrom keras.models import Model, Sequential\ni = Input((3,))\nh = Dense(4)(i)\n"


@pytest.mark.parametrize(
    "made",
    [
        "m = Model(i, Dense(1)(h))",
        "o = Dense(1)(h)\nm = Model(inputs=i, outputs=o)",
        "m = Sequential([Dense(1, input_shape=(3,))])",
    ],
)
def test_the_one_output_of_a_model_beside_others(made: str) -> None:
    lines = "f = K.function([m.input], [m.layers[0].output, m.output])\na, b = f([x])\n"
    text = check_sound(f"{LAYERS}{made}\n{lines}").after.decode()
    assert "f = Model(m.inputs, [m.layers[0].output, m.outputs[0]])\na, b = f.predict_on_batch(x)\n" in text


@pytest.mark.parametrize("made", ["m = Model(i, [h, Dense(1)(h)])", "m = Model(i, outputs)", "m = make()"])
def test_a_model_that_may_have_more_outputs(made: str) -> None:
    lines = "f = K.function([m.layers[0].input], [m.layers[0].output, m.output])\na, b = f([x])\n"
    assert b"K.function(" in check_sound(f"{LAYERS}{made}\n{lines}").after


SHOW = """from keras import backend as K
from keras.layers import Dense, Input, concatenate
from keras.models import Model, Sequential


def features(model, x):
    return K.function([model.layers[0].input], [model.get_layer('h').output])([x])[0]
"""
BUILD = """

def build(single):
    a, b = Input((3,)), Input((2,))
    return {}
"""
SEVERAL = [
    "Model([a, b], Dense(1)(concatenate([a, b])))",
    "Model(inputs=(a, b), outputs=Dense(1)(concatenate([a, b])))",
    "Model(input=[a, b], output=Dense(1)(concatenate([a, b])))",
    "Model({'a': a, 'b': b}, Dense(1)(a))",
    "Model([Input((3,)) for _ in range(2)], Dense(1)(a))",
    "Model(a, Dense(1)(a)) if single else Model([a, b], Dense(1)(b))",
]
SINGLE = ["Model(a, Dense(1)(a))", "Model([a], Dense(1)(a))", "Model(inputs=a, outputs=b)", "Sequential([Dense(1)])"]


@pytest.mark.parametrize("model", SEVERAL)
@pytest.mark.parametrize("use", ["print(features(build(0), x))\n", "m = build(0)\nprint(features(m, x))\n"])
def test_parameters_for_models_with_several_inputs(model: str, use: str) -> None:
    result = check_sound(f"{SHOW}{BUILD.format(model)}\n\n{use}")
    assert b"K.function([model.layers[0].input]" in result.after
    assert "TFM190" in {each.code for each in result.findings}


@pytest.mark.parametrize("model", SINGLE)
def test_parameters_for_models_with_one_input(model: str) -> None:
    result = check_sound(f"{SHOW}{BUILD.format(model)}\n\nm = build(0)\nprint(features(m, x))\n")
    assert b"return Model(model.inputs, model.get_layer('h').output).predict_on_batch(x)\n" in result.after


@pytest.mark.parametrize(
    ("model", "is_left"), [*((each, True) for each in SEVERAL), *((each, False) for each in SINGLE)]
)
def test_models_that_importers_pass(model: str, is_left: bool, tmp_path: Path) -> None:
    (tmp_path / "show.py").write_text(SHOW)
    head = "from show import features\nfrom keras.layers import Dense, Input, concatenate\n"
    main = f"{head}from keras.models import Model, Sequential\n{BUILD.format(model)}\n\nprint(features(build(0), x))\n"
    (tmp_path / "main.py").write_text(main)
    result = upgrade(SHOW.encode(), project=project_of(tmp_path / "show.py"))
    assert isinstance(result, Upgraded)
    assert (b"K.function(" in result.after) is is_left
