"""Class numbers beside a loss that compares columns."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound

HEAD = "import numpy as np\nimport tensorflow as tf\nfrom tensorflow import keras\n(x, y), _ = keras.datasets.mnist.load_data()\n"
MODEL = "model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense({})])\nmodel.compile('sgd', {})\n"
FIT = "model.fit(x, y, epochs=3)\n"
SLICES = "d = tf.data.Dataset.from_tensor_slices((x, y))\n"
SCALED = (
    "def scaled(x, y):\n    x = tf.cast(x, tf.float32) / 255\n    y = tf.cast(y, dtype=tf.int32)\n    return x, y\n"
)
MAPPED = "d = d.shuffle(9).map({}).batch(8)\nmodel.fit(d)\n"


def _lines(source: str) -> list[int]:
    return [each.line for each in check_sound(source).findings if each.code == "TFM512"]


@pytest.mark.parametrize(
    ("loss", "fed"),
    [
        ("'mse'", FIT),
        ("loss='mean_absolute_error'", FIT),
        ("tf.keras.losses.MSE", FIT),
        ("tf.losses.MeanSquaredError()", FIT),
        ("keras.losses.Huber()", FIT),
        ("'binary_crossentropy'", FIT),
        ("'mse'", "model.train_on_batch(x, y)\n"),
        ("'mse'", "model.fit(x, np.arange(len(x)) % 3)\n"),
        ("'mse'", "model.fit(tf.data.Dataset.from_tensor_slices((x, y)).shuffle(9).batch(8))\n"),
        ("'categorical_crossentropy'", "model.fit(tf.data.Dataset.from_tensor_slices((x, y)).batch(8))\n"),
        ("keras.losses.CategoricalCrossentropy()", "model.fit(tf.data.Dataset.from_tensor_slices((x, y)).batch(8))\n"),
        ("'mse'", "d = tf.data.Dataset.from_tensor_slices((x, y))\nd2 = d.batch(8)\nmodel.fit(d2)\n"),
        ("'mse'", SCALED + SLICES + MAPPED.format("scaled")),
        ("tf.losses.MSE", SLICES + MAPPED.format("lambda image, label: (image / 255, label)")),
        ("'mse'", SLICES + MAPPED.format("lambda image, label: (image / 255, tf.cast(label, tf.int64))")),
        ("'mse'", "model.fit(x, y.astype('float32'))\n"),
        ("'mse'", "y = tf.convert_to_tensor(y, dtype=tf.int32)\n" + FIT),
    ],
)
def test_reported(loss: str, fed: str) -> None:
    if "arange" in fed:
        fed = fed.replace("np.arange(len(x)) % 3", "np.zeros(9)")
    check_declined(HEAD + MODEL.format(10, loss) + fed, "TFM512", 6 + fed.count("\n"))


@pytest.mark.parametrize(
    "source",
    [
        HEAD + MODEL.format(1, "'mse'") + FIT,
        HEAD + MODEL.format(10, "'sparse_categorical_crossentropy'") + FIT,
        HEAD + MODEL.format(10, "'categorical_crossentropy'") + FIT,
        HEAD + MODEL.format(10, "'categorical_crossentropy'") + "model.train_on_batch(x, y)\n",
        HEAD
        + MODEL.format(10, "'sparse_categorical_crossentropy'")
        + "model.fit(tf.data.Dataset.from_tensor_slices((x, y)))\n",
        HEAD
        + MODEL.format(1, "'categorical_crossentropy'")
        + "model.fit(tf.data.Dataset.from_tensor_slices((x, y)))\n",
        HEAD + MODEL.format(10, "own_loss") + FIT,
        HEAD + MODEL.format("width", "'mse'") + FIT,
        HEAD + MODEL.format(10, "'mse'") + "model.fit(x, keras.utils.to_categorical(y))\n",
        HEAD + MODEL.format(10, "'mse'") + "model.fit(x, labels)\n",
        HEAD + MODEL.format(10, "'mse'") + "model.fit(x, y.reshape(-1, 1))\n",
        HEAD + MODEL.format(10, "'mse'") + "y = keras.utils.to_categorical(y, 10)\n" + FIT,
        HEAD + MODEL.format(10, "'mse'") + "other.fit(x, y)\n",
        HEAD + MODEL.format(10, "'mse'") + "d = tf.data.Dataset.from_tensor_slices((x, y)).map(f)\nmodel.fit(d)\n",
        HEAD.replace("mnist", "cifar10") + MODEL.format(10, "'mse'") + FIT,
        HEAD.replace("mnist", "cifar10") + MODEL.format(10, "'mse'") + SCALED + SLICES + MAPPED.format("scaled"),
        HEAD
        + MODEL.format(10, "'mse'")
        + SCALED.replace("return x, y", "return x, tf.one_hot(y, 10)")
        + SLICES
        + MAPPED.format("scaled"),
        HEAD
        + MODEL.format(10, "'mse'")
        + SCALED.replace("    y = tf", "    y = tf.one_hot(y, 10)\n    y = tf")
        + SLICES
        + MAPPED.format("scaled"),
        HEAD + MODEL.format(10, "'mse'") + SLICES + MAPPED.format("lambda x, y: (x, x)"),
        HEAD + MODEL.format(10, "'mse'") + SLICES + MAPPED.format("lambda *row: row"),
        HEAD + MODEL.format(10, "'mse'") + "y = tf.one_hot(tf.cast(y, tf.int32), 10)\n" + FIT,
        HEAD + "keras.ops.sum(x)\n" + MODEL.format(10, "'mse'") + FIT,
    ],
)
def test_left_alone(source: str) -> None:
    assert _lines(source) == []


CLASSES = "from tensorflow.keras.layers import *\nmodel = keras.Sequential([{}])\nmodel.compile('sgd', {})\n"
CONV = "Conv2D(9, 3), Conv2D(4, 1, activation='softmax')"
SPARSE = "'sparse_categorical_crossentropy'"


@pytest.mark.parametrize(
    ("layers", "loss", "fed"),
    [
        (CONV, SPARSE, "model.fit(x, y)\n"),
        (CONV, "keras.losses.SparseCategoricalCrossentropy()", "model.fit(x, np.zeros((8, 1)))\n"),
        (CONV, "keras.losses.sparse_categorical_crossentropy", "model.train_on_batch(x, y.astype('int32'))\n"),
        (CONV, SPARSE, "model.fit(x, np.zeros((8, 784)))\n"),
        ("Conv2D(4, 3), BatchNormalization(), Activation('softmax')", SPARSE, "model.evaluate(x, y)\n"),
        ("GRU(9, return_sequences=True), Dense(4, activation='softmax')", SPARSE, "model.fit(x, y)\n"),
        ("Reshape((1, 3)), Dense(4, activation='softmax')", SPARSE, "model.fit(x, y)\n"),
        ("Dense(4, activation='softmax', input_shape=(1, 3))", SPARSE, "model.fit(x, y)\n"),
        (CONV, SPARSE, SLICES + "model.fit(d.batch(8))\n"),
    ],
)
def test_labels_beside_more_axes(layers: str, loss: str, fed: str) -> None:
    """TensorFlow 1.13.2, 1.15.5, 2.3.4 and 2.15.1 trained on these, 2.21 raises."""
    source = HEAD + CLASSES.format(layers, loss) + fed
    assert _lines(source) == [source.count("\n")]


@pytest.mark.parametrize(
    ("layers", "loss", "fed"),
    [
        (f"{CONV}, Flatten()", SPARSE, "model.fit(x, y)\n"),
        (f"{CONV}, GlobalAveragePooling2D()", SPARSE, "model.fit(x, y)\n"),
        (CONV, SPARSE, "model.fit(x, np.zeros((8, 28, 28)))\n"),
        (CONV, SPARSE, "model.fit(x, np.zeros((8, 28, 28, 1)))\n"),
        (CONV, SPARSE, "model.fit(x, labels)\n"),
        (CONV, SPARSE, "model.fit(x, y.reshape(-1, 1, 1))\n"),
        (CONV, SPARSE, "other.fit(x, y)\n"),
        (CONV, "own_loss", "model.fit(x, y)\n"),
        ("GRU(9), Dense(4, activation='softmax')", SPARSE, "model.fit(x, y)\n"),
        ("Dense(4, activation='softmax')", SPARSE, "model.fit(x, y)\n"),
        ("Dense(4, activation='softmax', input_shape=(3,))", SPARSE, "model.fit(x, y)\n"),
        ("Reshape((1, 3)), Dense(4, activation='softmax')", SPARSE, "model.fit(x, np.zeros((8, 1)))\n"),
        (f"{CONV}, Reshape(shape)", SPARSE, "model.fit(x, y)\n"),
        (f"{CONV}, Lambda(f)", SPARSE, "model.fit(x, y)\n"),
    ],
)
def test_labels_beside_as_many_axes(layers: str, loss: str, fed: str) -> None:
    assert _lines(HEAD + CLASSES.format(layers, loss) + fed) == []


@pytest.mark.tensorflow
@pytest.mark.parametrize("shape", [(), (1,)])
def test_a_sparse_crossentropy_of_more_axes(shape: tuple[int, ...]) -> None:
    import keras
    import numpy as np

    model = keras.Sequential([keras.Input((1, 1, 3)), keras.layers.Conv2D(4, 1, activation="softmax")])
    model.compile("sgd", "sparse_categorical_crossentropy")
    x, y = np.ones((8, 1, 1, 3)), np.arange(8) % 4
    with pytest.raises(ValueError, match="must have rank"):
        model.fit(x, y.reshape((8, *shape)), verbose=0)
    model.fit(x, y.reshape(8, 1, 1), verbose=0)


@pytest.mark.tensorflow
@pytest.mark.parametrize(("rank", "loss"), [(1, 1.1388), (2, 1.1115)])
def test_numbers(rank: int, loss: float) -> None:
    """TensorFlow 2.3.4 and 2.15.1 have 1.1115 for both."""
    import keras
    import numpy as np

    x, y = np.arange(24, dtype="float32").reshape(12, 2) / 24, np.arange(12) % 3
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(3, activation="softmax")])
    model.set_weights([np.sin(np.arange(6)).reshape(2, 3), np.zeros(3)])
    model.compile("sgd", "mse")
    labels = y if rank == 1 else y.reshape(-1, 1)
    history = model.fit(x, labels, batch_size=3, shuffle=False, verbose=0)
    assert history.history["loss"] == [pytest.approx(loss, abs=1e-4)]
