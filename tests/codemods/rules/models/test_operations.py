"""Functions on the tensors of functional models."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = "import tensorflow as tf\nfrom tensorflow import keras\n"
INPUT = "i = keras.layers.Input((3,))\nx = keras.layers.Dense(3)(i)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tf.nn.relu(x)", "keras.ops.relu(x)"),
        ("tf.nn.relu(features=x)", "keras.ops.relu(x=x)"),
        ("tf.concat([i, x], 1)", "keras.ops.concatenate([i, x], 1)"),
        ("tf.concat(values=[i, x], axis=-1)", "keras.ops.concatenate(xs=[i, x], axis=-1)"),
        ("tf.reduce_mean(x, axis=1, keepdims=True)", "keras.ops.mean(x, axis=1, keepdims=True)"),
        ("tf.nn.leaky_relu(x, alpha=0.1)", "keras.ops.leaky_relu(x, negative_slope=0.1)"),
        ('tf.pad(x, [[0, 0], [1, 1]], "REFLECT")', 'keras.ops.pad(x, [[0, 0], [1, 1]], "REFLECT")'),
        ("tf.tile(x, multiples=[1, 2])", "keras.ops.tile(x, repeats=[1, 2])"),
        ("tf.stop_gradient(x)", "keras.ops.stop_gradient(x)"),
        ("tf.identity(x)", "keras.ops.copy(x)"),
        ("tf.where(x > 0, x, i)", "keras.ops.where(x > 0, x, i)"),
        ("keras.backend.expand_dims(x)", "keras.ops.expand_dims(x, axis=-1)"),
        ("keras.backend.concatenate([i, x])", "keras.ops.concatenate([i, x], axis=-1)"),
        ("keras.backend.clip(x, 0, max_value=1)", "keras.ops.clip(x, 0, x_max=1)"),
        ("tf.square(x - i)", "keras.ops.square(x - i)"),
        ("tf.square(-x[:, :1])", "keras.ops.square(-x[:, :1])"),
        ("tf.exp(tf.square(x))", "keras.ops.exp(keras.ops.square(x))"),
        ("tf.square(keras.Model(i, x).output)", "keras.ops.square(keras.Model(i, x).output)"),
    ],
)
def test_rewritten(before: str, after: str) -> None:
    check_upgraded(f"{HEAD}{INPUT}y = {before}\n", f"{HEAD}{INPUT}y = {after}\n")


COLLECTED = [
    "y = {concat}([layer(i) for layer in layers], 1)\n",
    "y = {concat}([layers[0](each) for each in [i, x]], 1)\n",
    "parts = []\nfor layer in layers:\n    parts.append(layer(i))\ny = {concat}(parts, 1)\n",
    "parts = [None] * 3\nfor n in range(3):\n    parts[n] = layers[n](i)\ny = {concat}(parts, 1)\n",
    "named = {{'a': i, 'b': x}}\ny = {concat}([layers[0](named[key]) for key in named], 1)\n",
    "named = {{key: keras.layers.Input((3,)) for key in 'ab'}}\ny = {concat}(list(named.values()), 1)\n",
    "named = {{}}\nfor key in 'ab':\n    named[key] = keras.layers.Input((3,))\ny = {concat}([named['a'], named['b']], 1)\n",
]
"""Tensors that reach a function in a list or a dictionary."""
LAYERS = "layers = [keras.layers.Dense(2) for _ in range(3)]\n"


@pytest.mark.parametrize("source", COLLECTED)
def test_collected(source: str) -> None:
    before, after = (source.format(concat=name) for name in ("tf.concat", "keras.ops.concatenate"))
    check_upgraded(HEAD + INPUT + LAYERS + before, HEAD + INPUT + LAYERS + after)


@pytest.mark.tensorflow
@pytest.mark.parametrize("source", COLLECTED)
def test_collected_run(source: str) -> None:
    pytest.importorskip("tensorflow")
    names: dict[str, Any] = {}
    exec(check_sound(HEAD + INPUT + LAYERS + source.format(concat="tf.concat")).after, names)
    assert names["y"].shape[0] is None


@pytest.mark.parametrize(
    "source",
    [
        "y = tf.concat([each + 1 for each in rows], 1)\n",
        "parts = []\nfor row in rows:\n    parts.append(row)\ny = tf.concat(parts, 1)\n",
        "parts = [None] * 3\nfor n in range(3):\n    parts[n] = rows[n]\ny = tf.concat(parts, 1)\n",
        "parts = {}\nfor key in 'ab':\n    parts[key] = rows[key]\ny = tf.concat([parts['a'], parts['b']], 1)\n",
        "y = tf.concat(list(rows.values()), 1)\n",
        "def join(parts):\n    return tf.concat([part for part in parts], 1)\n",
    ],
)
def test_collected_tensors_of_tensorflow(source: str) -> None:
    check_untouched(HEAD + INPUT + LAYERS + source)


MASKED = "class A(keras.layers.{base}):\n    def {name}(self, inputs, mask=None):\n        return {value}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("keras.backend.not_equal(inputs, 0)", "keras.ops.not_equal(inputs, 0)"),
        (
            "tf.logical_and(mask, tf.not_equal(inputs, 0))",
            "keras.ops.logical_and(mask, keras.ops.not_equal(inputs, 0))",
        ),
        ("tf.reduce_any(mask, axis=-1)", "keras.ops.any(mask, axis=-1)"),
        ("tf.cast(tf.ones_like(mask), tf.bool)", "keras.ops.cast(keras.ops.ones_like(mask), tf.bool)"),
    ],
)
def test_masks_are_symbolic(before: str, after: str) -> None:
    masked = MASKED.replace("{base}", "Layer").replace("{name}", "compute_mask")
    check_upgraded(HEAD + masked.format(value=before), HEAD + masked.format(value=after))


@pytest.mark.parametrize(
    ("base", "name", "value"),
    [
        ("Layer", "call", "tf.not_equal(inputs, 0)"),
        ("Layer", "compute_mask", "mask"),
        ("Layer", "compute_mask", "tf.ones((2, 2)) > 0"),
    ],
)
def test_masks_that_stay(base: str, name: str, value: str) -> None:
    check_untouched(HEAD + MASKED.format(base=base, name=name, value=value))


def test_masks_of_own_models_stay() -> None:
    check_untouched(HEAD + MASKED.format(base="X", name="compute_mask", value="mask > 0").replace("layers.X", "Model"))


GIVEN_OR_MADE = """def net(given=None):
    if given is None:
        x = keras.layers.Input((3,))
    else:
        x = {}
    return tf.nn.relu({})
"""


@pytest.mark.parametrize("other", ["given", "keras.layers.Input(tensor=given)"])
@pytest.mark.parametrize("read", ["x", "keras.layers.Dense(1)(x)"])
def test_an_input_or_what_the_function_is_given(other: str, read: str) -> None:
    before = HEAD + GIVEN_OR_MADE.format(other, read)
    check_upgraded(before, before.replace("tf.nn.relu", "keras.ops.relu"))


def test_an_input_or_something_else() -> None:
    check_untouched(HEAD + GIVEN_OR_MADE.format("tf.ones([3, 3])", "x"))


@pytest.mark.parametrize(
    "imports",
    [
        "from norms import Norm\n",
        "import norms\n",
        "try:\n    from norms import Norm\nexcept ImportError:\n    from tensorflow.keras.layers import Dropout as Norm\n",
    ],
)
def test_behind_a_layer_of_another_package(imports: str) -> None:
    made = "norms.Norm" if "import norms" in imports else "Norm"
    source = f"{HEAD}{imports}{INPUT}h = {made}(2)(x)\ny = "
    check_upgraded(source + "tf.nn.relu(h)\n", source + "keras.ops.relu(h)\n")


@pytest.mark.parametrize(
    "layer", ["from norms import norm\nh = norm(2)(x)\n", "from norms import Norm\nh = Norm(2)(3)\n"]
)
def test_behind_what_may_be_no_layer(layer: str) -> None:
    check_untouched(f"{HEAD}{INPUT}{layer}y = tf.nn.relu(h)\n")


def test_a_name_that_leads_back_to_itself() -> None:
    check_upgraded(
        f"{HEAD}{INPUT}x = tf.exp(x)\nx = tf.tanh(x)\n", f"{HEAD}{INPUT}x = keras.ops.exp(x)\nx = keras.ops.tanh(x)\n"
    )


def test_import_is_added() -> None:
    source = "import tensorflow as tf\ni = tf.keras.Input((3,))\nx = tf.nn.relu(i)\n"
    check_upgraded(source, "import keras\nimport tensorflow as tf\ni = tf.keras.Input((3,))\nx = keras.ops.relu(i)\n")


@pytest.mark.parametrize(
    "call",
    [
        "tf.nn.relu(x, name='features')",
        "tf.matmul(x, x, transpose_b=True)",
        "tf.linalg.diag(x)",
        "tf.image.resize(x, (4, 4))",
        "tf.einsum('ij->i', x)",
        "keras.backend.relu(x, max_value=6)",
    ],
)
def test_reported(call: str) -> None:
    check_declined(f"{HEAD}{INPUT}y = {call}\n", "TFM232", 5)


@pytest.mark.parametrize(
    "code",
    [
        f"{INPUT}y = keras.layers.Lambda(lambda t: tf.square(t))(x)\n",
        f"{INPUT}y = keras.ops.square(x)\n",
        f"{INPUT}y = x * 2 + i\n",
        f"{INPUT}y = tf.is_tensor(x)\n",
        f"{INPUT}flat = tf.nest.flatten([x, i])\n",
        f"{INPUT}x = load()\ny = tf.nn.relu(x)\n",
        "y = tf.nn.softmax_cross_entropy_with_logits(labels=y, logits=x)\n",
        "def block(x):\n    return tf.nn.relu(x)\n",
        "class Own(keras.layers.Layer):\n    def call(self, x):\n        return tf.nn.relu(keras.layers.ReLU()(x))\n",
        "x = tf.zeros((2, 3))\ny = tf.nn.relu(keras.layers.Dense(3)(x))\n",
        "x = load()\ny = tf.square(x)\n",
        f"{INPUT}if flag:\n    x = tf.zeros((2, 3))\ny = tf.square(x)\n",
        f"{INPUT}for x in data:\n    y = tf.square(x)\n",
        f"{INPUT}m = keras.Model(i, x)\ny = tf.square(m.predict(d))\n",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(HEAD + code)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tf.nn.relu(x)", "ops.relu(x)"),
        ("tf.concat([x, i], -1)", "ops.concatenate([x, i], -1)"),
        ("tf.reshape(x * 2 + 1, [-1, 3])", "ops.reshape(x * 2 + 1, [-1, 3])"),
    ],
)
def test_shims(before: str, after: str) -> None:
    first, then = "from compat import tensorflow as tf\n", f"from compat.tensorflow import keras\n{INPUT}"
    check_upgraded(f"{first}{then}y = {before}\n", f"{first}import keras.ops as ops\n{then}y = {after}\n", to="compat")


def test_function_of_the_file() -> None:
    source = (
        "import tensorflow as tf\nfrom tensorflow import keras\ndef head(x, size):\n"
        "    x = keras.layers.Dense(size)(x)\n    return {}(x)\ni = keras.Input((4,))\nm = keras.Model(i, head(i, 3))\n"
    )
    check_upgraded(source.format("tf.nn.relu"), source.format("keras.ops.relu"))


@pytest.mark.parametrize(
    "code",
    [
        "def block(t):\n    return keras.layers.Dense(3)(t)\nb = block(x)\ny = tf.exp(b)\n",
        "class Net:\n    def scaled(self, t, by=2):\n        return tf.exp(t) * by\n    def build(self):\n        return self.scaled(x)\n",
        "class Base:\n    def scaled(self, t):\n        return tf.exp(t)\nclass Net(Base):\n    def build(self):\n        return self.scaled(t=x)\n",
        "class Attention:\n    def __call__(self, q, k):\n        return tf.exp(k)\ny = Attention()(i, x)\n",
        (
            "class Attention:\n    def __call__(self, q):\n        return tf.exp(q)\n"
            "class Net:\n    def __init__(self):\n        self.attention = Attention()\n"
            "    def build(self):\n        return self.attention(x)\n"
        ),
        "class Attention:\n    def __call__(self, q):\n        return q + 1\na = Attention()\ny = tf.exp(a(x))\n",
        "import functools\ndense = functools.partial(keras.layers.Dense, 3)\ny = tf.exp(dense(name='y')(i))\n",
    ],
)
def test_functions_methods_and_objects_of_the_file(code: str) -> None:
    """Classes of 2017 that build networks, and those that are called as layers are."""
    check_upgraded(f"{HEAD}{INPUT}{code}", f"{HEAD}{INPUT}{code.replace('tf.exp', 'keras.ops.exp')}")


@pytest.mark.parametrize(
    "code",
    [
        "class Own(keras.layers.Layer):\n    def call(self, t):\n        return self.scaled(t)\n    def scaled(self, t):\n        return tf.exp(t)\ny = Own()(x)\n",
        "class Net:\n    def scaled(self, t):\n        return tf.exp(t)\n    def build(self):\n        return self.scaled(array)\ny = Net()\n",
        "class Net:\n    def scaled(self, t):\n        return tf.exp(t)\ny = keras.layers.Lambda(Net().scaled)(x)\n",
        "class Net:\n    @tf.function\n    def scaled(self, t):\n        return tf.exp(t)\n    def build(self):\n        return self.scaled(x)\n",
        "def size(t):\n    return 3\ny = tf.exp(size(x))\n",
        "class Size:\n    def __call__(self, t):\n        return 3\ny = tf.exp(Size()(x))\n",
        "import functools\nsize = functools.partial(measured, 3)\ny = tf.exp(size(name='y')(i))\n",
        "import functools\nsize = functools.partial(size, 3)\ny = tf.exp(size(name='y')(i))\n",
    ],
)
def test_functions_methods_and_objects_left_alone(code: str) -> None:
    check_untouched(f"{HEAD}{INPUT}{code}")


BACKEND = """import keras
from tensorflow.keras import backend as K

i = keras.Input((4,))
x = keras.layers.Dense(4)(i)
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("K.l2_normalize(x, axis=-1)", "keras.ops.normalize(x, axis=-1, epsilon=1e-06, order=2)"),
        ("K.l2_normalize(x)", "keras.ops.normalize(x, axis=None, epsilon=1e-06, order=2)"),
        ("K.mean(K.binary_crossentropy(i, x))", "keras.ops.mean(keras.ops.binary_crossentropy(i, x))"),
        ("K.stop_gradient(x)", "keras.ops.stop_gradient(x)"),
        ("K.argmax(x)", "keras.ops.argmax(x, axis=-1)"),
        ("K.cumsum(x, 1)", "keras.ops.cumsum(x, 1)"),
        ("K.repeat_elements(x, rep=2, axis=1)", "keras.ops.repeat(x, repeats=2, axis=1)"),
        ("K.gather(table, x)", "keras.ops.take(table, x, axis=0)"),
        ("K.zeros_like(x)", "keras.ops.zeros_like(x)"),
    ],
)
def test_functions_of_the_backend(before: str, after: str) -> None:
    check_upgraded(f"{BACKEND}y = {before}\n", f"{BACKEND}y = {after}\n")


@pytest.mark.parametrize(
    "call", ["K.dropout(x, 0.5)", "K.batch_flatten(x)", "K.zeros_like(x, name='z')", "K.shape(x)", "K.switch(x, x, i)"]
)
def test_functions_of_the_backend_without_an_equal(call: str) -> None:
    check_declined(f"{BACKEND}y = {call}\n", "TFM232", 6)


@pytest.mark.parametrize(
    "code",
    [
        "y = K.int_shape(x)\n",
        "y = K.is_keras_tensor(x)\n",
        "y = K.epsilon()\n",
        "def own(t):\n    return K.dropout(t, 0.5)\n",
        "y = keras.layers.Lambda(lambda t: K.dropout(t, 0.5))(x)\n",
        "class Own(keras.layers.Layer):\n    def call(self, t):\n        return K.batch_flatten(t)\n",
    ],
)
def test_functions_of_the_backend_left_alone(code: str) -> None:
    check_untouched(f"{BACKEND}{code}")


def test_parameters_of_functions_that_make_layers() -> None:
    source = "import keras\nimport tensorflow as tf\ndef block(t):\n    return {}(keras.layers.Dense(3)(t))\n"
    check_upgraded(source.format("tf.nn.relu"), source.format("keras.ops.relu"))


NET = """import tensorflow as tf


def conv(x, filters):
    return tf.keras.layers.Conv2D(filters, 3)(x)


def upsample(x):
    return tf.image.resize(x, (8, 8))


def deeper(x):
    return upsample(x)


def static(x):
    return tf.keras.layers.Dense(int(x.shape[-1]))(x)


def lambdas(x):
    return tf.keras.layers.Lambda(lambda x: tf.image.resize(x, (8, 8)))(x)


def functions(x):
    def resize(x):
        return tf.image.resize(x, (8, 8))

    return tf.keras.layers.Lambda(resize)(x)
"""
MAIN = "import tensorflow as tf\nimport net\n\n"


def _upgraded_beside(folder: Path, code: str) -> Upgraded:
    (folder / "net.py").write_text(NET + "\n\ndef resize(x):\n    import lib\n    return lib.resize(x)\n")
    (folder / "lib.py").write_text(
        "import tensorflow as tf\n\n\ndef resize(x):\n    return tf.image.resize(x, (8, 8))\n"
    )
    main = folder / "main.py"
    main.write_text(MAIN + code)
    result = upgrade(main.read_bytes(), Settings(select=("TFM232",)), project_of(main))
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize(
    "code",
    [
        "def block(x):\n    y = net.conv(x, 3)\n    return tf.concat([x, y], axis=-1)\n",
        "def block(x):\n    x = net.conv(x, 3)\n    return tf.concat([x, x], axis=-1)\n",
        "i = tf.keras.Input((8, 8, 3))\ny = net.conv(i, 3)\nz = tf.concat([y, y], axis=-1)\n",
        "def two(x):\n    return x, net.conv(x, 3)\n\na, b = two(tf.keras.Input((8, 8, 3)))\nc = tf.concat([b, b], axis=-1)\n",
    ],
)
def test_functions_of_another_module_that_make_layers(code: str, tmp_path: Path) -> None:
    result = _upgraded_beside(tmp_path, code)
    assert [each.code for each in result.changes] == ["TFM232"]
    assert result.findings == ()


@pytest.mark.parametrize("name", ["upsample", "deeper", "resize"])
def test_functions_of_another_module_that_hand_it_to_tensorflow(name: str, tmp_path: Path) -> None:
    result = _upgraded_beside(tmp_path, f"i = tf.keras.Input((4, 4, 3))\ny = net.{name}(i)\n")
    assert [(each.line, each.symbol) for each in result.findings] == [(5, "tensorflow.image.resize")]


@pytest.mark.parametrize(
    "code",
    [
        "i = tf.keras.Input((4, 4, 3))\ny = net.conv(i, 3)\n",
        "i = tf.keras.Input((4, 4, 3))\ny = net.static(i)\n",
        "i = tf.keras.Input((4, 4, 3))\ny = net.lambdas(i)\n",
        "i = tf.keras.Input((4, 4, 3))\ny = net.functions(i)\n",
        "y = net.upsample(tf.ones((1, 4, 4, 3)))\n",
        "def block(x):\n    return tf.concat([x, net.upsample(x)], axis=-1)\n",
    ],
)
def test_functions_of_another_module_left_alone(code: str, tmp_path: Path) -> None:
    result = _upgraded_beside(tmp_path, code)
    assert result.changes == result.findings == ()


NORMALIZED = (
    "import tensorflow as tf\n\n\ndef build(x):\n    x = tf.keras.layers.Conv2D(8, 3)(x)\n    return tf.nn.lrn(x)\n"
)
MODEL_FN = (
    "import net\nimport tensorflow as tf\n\n\ndef model_fn(features, labels, mode):\n    x = net.build(features)\n"
)
MODEL_FN += "    return tf.estimator.EstimatorSpec(mode, predictions=x)\n"


@pytest.mark.parametrize(
    ("main", "inputs", "is_reported"),
    [
        (MODEL_FN, "x", False),
        (MODEL_FN, "tf.keras.layers.Input(tensor=x)", False),
        ("import net\n" + MODEL_FN.replace("EstimatorSpec", "Spec"), "x", True),
        (MODEL_FN + "model = tf.keras.Model(i := tf.keras.Input((8, 8, 3)), net.build(i))\n", "x", True),
        (MODEL_FN, "tf.keras.Input((8, 8, 3))", True),
    ],
)
def test_functions_that_a_model_fn_of_another_module_runs(
    main: str, inputs: str, is_reported: bool, tmp_path: Path
) -> None:
    """An Estimator gives them tensors of a graph, which Keras layers and TensorFlow take."""
    path = tmp_path / "net.py"
    path.write_text(NORMALIZED.replace("(x)\n    return", f"({inputs})\n    return"))
    (tmp_path / "main.py").write_text(main)
    result = upgrade(path.read_bytes(), Settings(select=("TFM232",)), project_of(path))
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.findings] == [6] * is_reported


def test_a_list_that_call_unpacks() -> None:
    code = (
        "import tensorflow as tf\n\nclass Net(tf.keras.Model):\n    def call(self, inputs):\n        a, b = inputs\n"
        "        return {}([a, b], axis=-1)\n\n    def draw(self):\n        a, b = tf.keras.Input((3,)), tf.keras.Input((2,))\n"
        "        return tf.keras.Model([a, b], self.call([a, b]))\n"
    )
    check_upgraded(code.format("tf.concat"), "import keras\n" + code.format("keras.ops.concatenate"))


SHRINK = """\
import tensorflow as tf
from tensorflow.keras.layers import {layer}


def shrink(images):
    half = {layer}(2)(images)
    return tf.convert_to_tensor(half)
"""


@pytest.mark.parametrize("layer", ["AveragePooling2D", "UpSampling2D"])
def test_a_function_that_resizes_images_may_be_given_arrays(layer: str) -> None:
    check_untouched(SHRINK.format(layer=layer))


def test_a_function_that_resizes_the_tensors_of_a_model() -> None:
    given = "x = shrink(tf.keras.Input((8, 8, 1)))\n"
    result = upgrade(f"{SHRINK.format(layer='AveragePooling2D')}\n\n{given}".encode())
    assert isinstance(result, Upgraded)
    assert result.changes or result.findings
