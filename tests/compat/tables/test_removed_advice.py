"""The recommended calls give the numbers of TensorFlow 1.15.5, which `oracles/record_contrib.py` recorded."""

import json

import pytest

keras = pytest.importorskip("keras", minversion="3")

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402

from compat.tables.removed import REMOVED  # noqa: E402
from tests.compat.paths import ORACLES  # noqa: E402

RECORDED = json.loads(ORACLES.joinpath("contrib.json").read_text(encoding="utf-8"))
MATRIX, IMAGES, FLOW, TRANSFORMS, STEPS, WEIGHTS = (
    np.array(RECORDED["inputs"][name], "float32")
    for name in ("matrix", "images", "flow", "transforms", "steps", "weights")
)
CLASSES = np.array(RECORDED["inputs"]["classes"])
ONES = {"kernel_initializer": "ones"}
LEGACY_CONVOLUTION = {**ONES, "padding": "same", "activation": "relu"}


def dense_image_warp(image, flow):
    grid = np.stack(np.meshgrid(np.arange(6.0), np.arange(5.0), indexing="ij"))
    points = (grid - np.moveaxis(flow, -1, 0)).astype("float32")
    channels = np.moveaxis(image, -1, 0)
    return np.stack([keras.ops.image.map_coordinates(each, points, 1, fill_mode="nearest") for each in channels], -1)


def index_table(keys):
    return tf.lookup.StaticHashTable(
        tf.lookup.KeyValueTensorInitializer(keys, tf.range(tf.size(keys, out_type=tf.int64))), -1
    )


def legacy_cell():
    from tensorflow.compat.v1.nn.rnn_cell import BasicLSTMCell

    with tf.Graph().as_default():
        with tf.compat.v1.variable_scope("", initializer=tf.constant_initializer(0.1)):
            outputs, _ = tf.compat.v1.nn.dynamic_rnn(BasicLSTMCell(3), tf.constant(STEPS), dtype=tf.float32)
        with tf.compat.v1.Session() as session:
            session.run(tf.compat.v1.global_variables_initializer())
            return session.run(outputs)


def trained(optimizer):
    variable = keras.Variable(MATRIX)
    for _ in range(10):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.range(4.0) * variable.value**2)
        optimizer.apply([tape.gradient(loss, variable.value)], [variable])
    return variable.numpy()


ADVICE = {
    "layers.l1_regularizer": lambda: keras.regularizers.L1(0.1)(MATRIX),
    "layers.l2_regularizer": lambda: keras.regularizers.L2(0.5 * 0.1)(MATRIX),
    "layers.l1_l2_regularizer": lambda: keras.regularizers.L1L2(l1=0.1, l2=0.5 * 0.2)(MATRIX),
    "layers.fully_connected": lambda: keras.layers.Dense(3, activation="relu", **ONES)(MATRIX),
    "layers.conv2d": lambda: keras.layers.Conv2D(3, 3, **LEGACY_CONVOLUTION)(IMAGES),
    "layers.conv2d_transpose": lambda: keras.layers.Conv2DTranspose(3, 3, **LEGACY_CONVOLUTION)(IMAGES),
    "layers.max_pool2d": lambda: keras.layers.MaxPooling2D(3, strides=2)(IMAGES),
    "layers.avg_pool2d": lambda: keras.layers.AveragePooling2D(3, strides=2)(IMAGES),
    "layers.batch_norm": lambda: keras.layers.BatchNormalization(momentum=0.999, epsilon=0.001, scale=False)(
        IMAGES, training=True
    ),
    "layers.layer_norm": lambda: keras.layers.LayerNormalization(epsilon=1e-12)(MATRIX),
    "layers.instance_norm": lambda: keras.layers.GroupNormalization(groups=-1, epsilon=1e-6)(IMAGES),
    "layers.group_norm": lambda: keras.layers.GroupNormalization(groups=2, epsilon=1e-6)(IMAGES),
    "layers.unit_norm": lambda: keras.layers.UnitNormalization(axis=1)(MATRIX),
    "layers.maxout": lambda: tf.reduce_max(tf.reshape(IMAGES, (2, 6, 5, 2, 2)), -1),
    "layers.flatten": lambda: keras.layers.Flatten()(IMAGES),
    "layers.one_hot_encoding": lambda: tf.one_hot(CLASSES, 5),
    "image.transform": lambda: keras.ops.image.affine_transform(IMAGES, TRANSFORMS, interpolation="nearest"),
    "image.translate": lambda: keras.ops.image.affine_transform(
        IMAGES, np.tile(np.array([1, 0, -2, 0, 1, -1, 0, 0], "float32"), (2, 1)), interpolation="nearest"
    ),
    "image.dense_image_warp": lambda: [dense_image_warp(*pair) for pair in zip(IMAGES, FLOW)],
    "seq2seq.sequence_loss": lambda: keras.losses.SparseCategoricalCrossentropy(
        from_logits=True, reduction="mean_with_sample_weight"
    )(CLASSES, STEPS, sample_weight=WEIGHTS),
    "seq2seq.hardmax": lambda: tf.one_hot(tf.argmax(MATRIX, axis=-1), 4),
    "seq2seq.tile_batch": lambda: tf.repeat(MATRIX, 3, axis=0),
    "nn.scaled_softplus": lambda: 2.0 * tf.nn.softplus(MATRIX / 2.0),
    "losses.sparse_softmax_cross_entropy": lambda: tf.compat.v1.losses.sparse_softmax_cross_entropy(
        CLASSES[:, 0], STEPS[:, 0]
    ),
    "lookup.index_table_from_tensor": lambda: index_table(tf.constant(["1", "3"])).lookup(tf.as_string(CLASSES)),
    "rnn.BasicLSTMCell": legacy_cell,
    "opt.AdamWOptimizer": lambda: trained(keras.optimizers.AdamW(0.05, weight_decay=0.01 / 0.05, epsilon=1e-8)),
    "opt.MomentumWOptimizer": lambda: trained(keras.optimizers.SGD(0.01, momentum=0.9, weight_decay=0.01 / 0.01)),
    "opt.AdaMaxOptimizer": lambda: trained(keras.optimizers.Adamax(0.05, epsilon=1e-8)),
    "opt.LazyAdamOptimizer": lambda: trained(keras.optimizers.Adam(0.05, epsilon=1e-8)),
}
"""The recommended expression, for the advice that promises the same numbers."""


@pytest.mark.parametrize("name", ADVICE)
def test_advice_gives_the_legacy_numbers(name):
    np.testing.assert_allclose(np.array(ADVICE[name]()), RECORDED["outputs"][name], rtol=1e-5, atol=1e-5)


def test_every_recording_is_compared():
    assert {*RECORDED["outputs"]} - {*ADVICE} == {"sparsemax.sparsemax"}
    assert {"tensorflow.contrib." + name for name in ADVICE} <= {row.legacy for row in REMOVED}


@pytest.mark.skipif(not keras.__version__.startswith("3.15."), reason="the advice speaks of Keras 3.15")
def test_sparsemax_is_not_recommended():
    """That of Keras takes its threshold from the sum of all cumulative sums."""
    assert not np.allclose(keras.ops.sparsemax(MATRIX), RECORDED["outputs"]["sparsemax.sparsemax"], atol=1e-2)
