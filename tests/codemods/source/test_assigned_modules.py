"""Modules under names that a script assigns: `layers = tf.keras.layers`."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded


@pytest.mark.parametrize(
    ("module", "use", "written"),
    [
        ("layers = tf.keras.layers", "layers.CuDNNLSTM(3)", "layers.LSTM(3, recurrent_activation='sigmoid')"),
        ("keras = tf.keras", "keras.optimizers.SGD(lr=0.1)", "keras.optimizers.SGD(learning_rate=0.1)"),
        ("keras = tf.keras\nop = keras.optimizers", "op.SGD(lr=0.1)", "op.SGD(learning_rate=0.1)"),
        ("mp = tf.keras.mixed_precision", "mp.experimental.set_policy('a')", "mp.set_global_policy('a')"),
        ("train = tf.train", "train.AdamOptimizer(0.1)", "tf.compat.v1.train.AdamOptimizer(0.1)"),
    ],
)
def test_uses_are_those_of_the_module(module: str, use: str, written: str) -> None:
    source = f"import tensorflow as tf\n{module}\nx = {{}}\n"
    check_upgraded(source.format(use), source.format(written))


def test_inside_a_function() -> None:
    source = "import tensorflow as tf\ndef build():\n    l = tf.keras.layers\n    return l.{}\n"
    check_upgraded(source.format("CuDNNLSTM(3)"), source.format("LSTM(3, recurrent_activation='sigmoid')"))


def test_module_that_only_the_shims_have() -> None:
    source = "from compat import tensorflow as tf\ntfe = tf.contrib.eager\nw = tfe.Network()\n"
    check_declined(source, "TFM190", 3, to="compat")


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow as tf\nlayers = tf.keras.layers\nx = layers.Dense(3)\n",
        "import tensorflow as tf\nlayers = tf.keras.layers\nlayers = build()\nlayers.CuDNNLSTM(3)\n",
        "import tensorflow as tf\ndef build(layers):\n    return layers.CuDNNLSTM(3)\n",
        "import keras\nfrom nets import Mine\nL = keras.layers\nL.Mine = Mine\ny = L.Mine(2)\n",
        "import keras\nclass L:\n    Adam = dict\nopts = keras.optimizers\ny = L.Adam(lr=0.1)\n",
        "import own\nlayers = own.layers\nlayers.CuDNNLSTM(3)\n",
        "import tensorflow as tf\nlayers = layers.layers\nlayers.CuDNNLSTM(3)\n",
        "import os\nos.environ['TF_USE_LEGACY_KERAS'] = '1'\nimport tensorflow as tf\nk = tf.keras\nk.layers.CuDNNLSTM(3)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


NARROWED = "import tensorflow as tf\n\n{}tf = tf.compat.v1\ntf.disable_v2_behavior()\n"


def test_a_module_that_takes_the_name_of_its_parent() -> None:
    source = NARROWED.format("") + "x = tf.placeholder(tf.float32)\ntf.Session().run(tf.{}())\n"
    check_upgraded(source.format("initialize_all_variables"), source.format("global_variables_initializer"))


@pytest.mark.parametrize("above", ["", "import os\nos.environ['A'] = '1'\n", "'''Docs.'''\n"])
def test_names_of_that_module_run(above: str) -> None:
    check_untouched(NARROWED.format(above) + "x = tf.placeholder(tf.float32)\nwith tf.Session() as s: s.run(x)\n")


@pytest.mark.parametrize(
    "source",
    [
        NARROWED.format("tf.enable_eager_execution()\n") + "x = tf.placeholder(tf.float32)\n",
        NARROWED.format("tf = own\n") + "x = tf.placeholder(tf.float32)\n",
        NARROWED.format("def f(): return tf.Session()\n") + "x = tf.placeholder(tf.float32)\n",
        "import tensorflow as tf\nif a:\n    tf = tf.compat.v1\nx = tf.placeholder(tf.float32)\n",
        "import tensorflow as tf\ntf = other.compat.v1\nx = tf.placeholder(tf.float32)\n",
    ],
)
def test_a_name_that_may_be_either(source: str) -> None:
    assert "TFM191" in [each.code for each in check_sound(source).findings]


TWO_IMPORTS = "import tensorflow.compat.v1 as tf\n{}import tensorflow as tf\n"


@pytest.mark.parametrize("between", ["", "import numpy as np\n\n", "x = 1\n"])
def test_the_last_of_two_imports(between: str) -> None:
    source = TWO_IMPORTS.format(between) + "o = tf.keras.optimizers.Adam({}=0.1)\n"
    check_upgraded(source.format("lr"), source.format("learning_rate"))


@pytest.mark.parametrize("between", ["", "import numpy as np\n\n", "x = 1\n"])
def test_a_symbol_of_the_last_of_two_imports(between: str) -> None:
    source = TWO_IMPORTS.format(between) + "x = tf.placeholder(tf.float32)\n"
    assert "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\nx =" in check_sound(source).after.decode()


def test_a_method_of_the_last_of_two_imports() -> None:
    source = TWO_IMPORTS.format("") + "tf.keras.optimizers.Adam(0.1).minimize(loss, [w])\n"
    check_declined(source, "TFM197", 3)


@pytest.mark.parametrize(
    "source",
    [
        TWO_IMPORTS.format("tf.disable_v2_behavior()\n") + "tf.global_variables_initializer()\n",
        "if a:\n    import tensorflow as tf\nimport tensorflow.compat.v1 as tf\ntf.global_variables_initializer()\n",
        "import tensorflow as tf\nimport tensorflow.compat.v1 as tf\ntf.global_variables_initializer()\n",
    ],
)
def test_two_imports_left_alone(source: str) -> None:
    check_untouched(source)
