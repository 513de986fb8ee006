"""Models that XLA cannot compile are compiled without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import tensorflow as tf\nfrom tensorflow import keras\n"
OFF = ", jit_compile=False"


def layer(line: str, compiled: str = "model.compile('sgd', 'mse')", base: str = "keras.layers.Layer") -> str:
    return (
        f"{HEAD}class Own({base}):\n    def call(self, x):\n        {line}\n        return x\n"
        f"model = keras.Sequential([Own()])\n{compiled}\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        "x = tf.strings.to_number(tf.strings.as_string(x))",
        "tf.print(x)",
        "x = tf.numpy_function(f, [x], tf.float32)",
        "x = tf.py_function(f, [x], tf.float32)",
        "x = tf.image.crop_and_resize(x, boxes, [0], [2, 2])",
        "x = tf.nn.max_pool_with_argmax(x, 2, 2, 'SAME')[0]",
        "x = x * tf.linalg.det(x)",
        "x = tf.image.resize(x, [8, 8], 'bicubic')",
        "x = tf.image.resize(x, [8, 8], method='area')",
    ],
)
@pytest.mark.parametrize("base", ["keras.layers.Layer", "keras.Model", "keras.losses.Loss"])
def test_layers(line: str, base: str) -> None:
    check_upgraded(layer(line, base=base), layer(line, f"model.compile('sgd', 'mse'{OFF})", base))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("model.compile(optimizer='sgd')", f"model.compile(optimizer='sgd'{OFF})"),
        ("model.compile('sgd', loss='mse', jit=1)", f"model.compile('sgd', loss='mse', jit=1{OFF})"),
        (
            "model.compile(\n    'sgd',\n    'mse',\n)",
            "model.compile(\n    'sgd',\n    'mse',\n    jit_compile=False,\n)",
        ),
    ],
)
def test_layouts(before: str, after: str) -> None:
    before, after = before.replace(", jit=1", ""), after.replace(", jit=1", "")
    check_upgraded(layer("tf.print(x)", before), layer("tf.print(x)", after))


def test_the_function_of_a_lambda() -> None:
    source = f"{HEAD}from tensorflow.keras import backend as K\ndef ctc(args):\n    return K.ctc_batch_cost(*args)\n"
    source += "model = keras.Sequential([keras.layers.Lambda(ctc)])\nmodel.compile('sgd', 'mse')\n"
    check_upgraded(source, source.replace("'mse')", f"'mse'{OFF})"))


def test_a_loss() -> None:
    source = f"{HEAD}def own(y_true, y_pred):\n    tf.print(y_true)\n    return keras.losses.mse(y_true, y_pred)\n"
    source += "model = keras.Sequential()\nmodel.compile('sgd', own)\n"
    check_upgraded(source, source.replace("own)\n", f"own{OFF})\n"))


def test_unpacked_arguments_are_reported() -> None:
    check_declined(layer("tf.print(x)", "model.compile('sgd', **more)"), "TFM282", 8)


@pytest.mark.parametrize(
    "source",
    [
        layer("tf.print(x)", "model.compile('sgd', 'mse', jit_compile=False)"),
        layer("tf.print(x)", "model.compile('sgd', 'mse', jit_compile=True)"),
        layer("tf.print(x)", "model.compile('sgd', 'mse')\nmodel.jit_compile = False"),
        layer("tf.print(x)", "model.compile('sgd', 'mse', run_eagerly=True)"),
        layer("tf.print(x)", "with strategy.scope():\n    model.compile('sgd', 'mse')"),
        layer("tf.print(x)", "model.build((None, 3))"),
        layer("tf.print(x)", base="object"),
        layer("x = tf.nn.relu(x)"),
        layer("x = tf.unique(x)[0]"),
        layer("x = tf.where(x > 0)"),
        layer("x = tf.image.non_max_suppression(x, y, 3)"),
        layer("x = tf.image.resize(x, [8, 8])"),
        layer("x = tf.image.resize(x, [8, 8], 'nearest')"),
        layer("print(x)"),
        layer("x = tf.nn.relu(x)", "model.compile('sgd', 'mse')\ntf.print(1)"),
        layer("x = tf.nn.relu(x)", "model.compile('sgd', 'mse')\ndata.map(lambda t: tf.strings.lower(t))"),
        layer("tf.print(x)").replace(HEAD, HEAD + "import keras.ops\n"),
        layer("tf.print(x)").replace("model.compile", "pattern.compile").replace("model =", "pattern, model = re,"),
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_the_shims_do_not_ask_xla() -> None:
    source = "from keras.layers import Layer\nfrom keras.models import Sequential\nimport tensorflow as tf\n"
    source += "class Own(Layer):\n    def call(self, x):\n        tf.print(x)\n        return x\n"
    source += "model = Sequential([Own()])\nmodel.compile('sgd', 'mse')\nmodel.fit_generator(rows)\n"
    after = source.replace("from keras", "from compat.keras").replace(
        "import tensorflow", "from compat import tensorflow"
    )
    check_upgraded(source, after, to="compat")


OWN = "class Own(keras.layers.Layer):\n    def call(self, x):\n        tf.print(x)\n        return x\n"
PLAIN = "model = keras.Sequential([keras.layers.Dense(1)])\nmodel.compile('sgd', 'mse')\n"
FUNCTIONAL = (
    "x = keras.Input((2,))\nmodel = keras.Model(x, keras.layers.Dense(1)(x))\nmodel.compile('sgd', loss='mse')\n"
)
LOSS = "def own(y_true, y_pred):\n    tf.print(y_true)\n    return keras.losses.mse(y_true, y_pred)\n"


@pytest.mark.parametrize(
    ("parts", "model", "is_edited"),
    [
        (OWN, "from parts import Own\nmodel = keras.Sequential([Own()])\nmodel.compile('sgd', 'mse')\n", True),
        (OWN, "import parts\nmodel = keras.Sequential([parts.Own()])\nmodel.compile('sgd', 'mse')\n", True),
        (LOSS, "from parts import own\nmodel = keras.Sequential()\nmodel.compile('sgd', loss=own)\n", True),
        (LOSS, "import parts\nmodel = keras.Sequential()\nmodel.compile('sgd', parts.own)\n", True),
        (LOSS, "from parts import own\nmodel = keras.Sequential()\nmodel.compile('sgd', 'mse')\n", False),
        (OWN, "model = keras.Sequential()\nmodel.compile('sgd', 'mse')\n", False),
        (
            OWN.replace("keras.layers.Layer", "object"),
            "from parts import Own\nmodel = keras.Sequential()\nmodel.compile('sgd', 'mse')\n",
            False,
        ),
        (OWN, f"from parts import Own\n{PLAIN}", False),
        (OWN, f"from parts import Own\n{FUNCTIONAL}", False),
        (OWN, f"from parts import Own\n{FUNCTIONAL.replace('(x))', '(Own()(x)))')}", True),
        (OWN, f"from parts import Own\n{PLAIN.replace('Dense(1)', 'TimeDistributed(Own())')}", True),
        (OWN, f"from parts import Own, own\n{PLAIN.replace(repr('mse'), 'own')}", True),
        (OWN, f"from parts import Own, build\n{PLAIN.replace('keras.layers.Dense(1)', 'build()')}", True),
    ],
)
def test_parts_of_another_module(tmp_path: Path, parts: str, model: str, is_edited: bool) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "parts.py").write_text(HEAD + parts)
    (tmp_path / "main.py").write_text(HEAD + model)
    result = upgrade((HEAD + model).encode(), project=project_of(tmp_path / "main.py"))
    assert isinstance(result, Upgraded)
    assert (b"jit_compile=False" in result.after) is is_edited
