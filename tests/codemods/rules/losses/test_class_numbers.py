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
