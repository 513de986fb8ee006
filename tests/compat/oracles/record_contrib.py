"""Record what functions of `tf.contrib` gave, for the advice that says what gives the same today.

    python tests/compat/oracles/record_contrib.py tests/compat/oracles/contrib.json

Needs Python 3.7 with `tensorflow==1.15.5 protobuf<3.21 numpy<1.19`.
"""

import json
import sys

import numpy as np
import tensorflow as tf
from tensorflow import contrib

_RANDOM = np.random.RandomState(0)


def _normal(*shape):
    return _RANDOM.randn(*shape).astype("float32").round(4)


INPUTS = {
    "matrix": _normal(3, 4),
    "images": _normal(2, 6, 5, 4),
    "flow": _normal(2, 6, 5, 2),
    "transforms": np.array([[1.1, 0.1, -1, 0.05, 0.9, 0.5, 0.001, 0.002], [1, 0, 2, 0, 1, -1, 0, 0]], "float32"),
    "steps": _normal(2, 4, 5),
    "classes": _RANDOM.randint(0, 5, (2, 4)),
    "weights": np.array([[1, 1, 1, 0], [1, 1, 0, 0]], "float32"),
}


def _ones(function, **arguments):
    return lambda value: function(value, 3, 3, weights_initializer=tf.ones_initializer(), **arguments)


CASES = {
    "layers.l1_regularizer": (contrib.layers.l1_regularizer(0.1), "matrix"),
    "layers.l2_regularizer": (contrib.layers.l2_regularizer(0.1), "matrix"),
    "layers.l1_l2_regularizer": (contrib.layers.l1_l2_regularizer(0.1, 0.2), "matrix"),
    "layers.fully_connected": (
        lambda value: contrib.layers.fully_connected(value, 3, weights_initializer=tf.ones_initializer()),
        "matrix",
    ),
    "layers.conv2d": (_ones(contrib.layers.conv2d), "images"),
    "layers.conv2d_transpose": (_ones(contrib.layers.conv2d_transpose), "images"),
    "layers.max_pool2d": (lambda value: contrib.layers.max_pool2d(value, 3), "images"),
    "layers.avg_pool2d": (lambda value: contrib.layers.avg_pool2d(value, 3), "images"),
    "layers.batch_norm": (lambda value: contrib.layers.batch_norm(value, is_training=True), "images"),
    "layers.layer_norm": (contrib.layers.layer_norm, "matrix"),
    "layers.instance_norm": (contrib.layers.instance_norm, "images"),
    "layers.group_norm": (lambda value: contrib.layers.group_norm(value, groups=2), "images"),
    "layers.unit_norm": (lambda value: contrib.layers.unit_norm(value, 1), "matrix"),
    "layers.maxout": (lambda value: contrib.layers.maxout(value, 2), "images"),
    "layers.flatten": (contrib.layers.flatten, "images"),
    "layers.one_hot_encoding": (lambda value: contrib.layers.one_hot_encoding(value, 5), "classes"),
    "image.transform": (contrib.image.transform, "images", "transforms"),
    "image.translate": (lambda value: contrib.image.translate(value, [2.0, 1.0]), "images"),
    "image.dense_image_warp": (contrib.image.dense_image_warp, "images", "flow"),
    "seq2seq.sequence_loss": (contrib.seq2seq.sequence_loss, "steps", "classes", "weights"),
    "seq2seq.hardmax": (contrib.seq2seq.hardmax, "matrix"),
    "seq2seq.tile_batch": (lambda value: contrib.seq2seq.tile_batch(value, 3), "matrix"),
    "nn.scaled_softplus": (lambda value: contrib.nn.scaled_softplus(value, 2.0), "matrix"),
    "losses.sparse_softmax_cross_entropy": (
        lambda logits, labels: contrib.losses.sparse_softmax_cross_entropy(logits[:, 0], labels[:, 0]),
        *("steps", "classes"),
    ),
    "sparsemax.sparsemax": (contrib.sparsemax.sparsemax, "matrix"),
    "lookup.index_table_from_tensor": (
        lambda value: contrib.lookup.index_table_from_tensor(tf.constant(["1", "3"])).lookup(tf.as_string(value)),
        "classes",
    ),
    "rnn.BasicLSTMCell": (
        lambda value: tf.nn.dynamic_rnn(contrib.rnn.BasicLSTMCell(3), value, dtype=tf.float32)[0],
        "steps",
    ),
}
"""Each function, and its inputs."""

OPTIMIZERS = {
    "opt.AdamWOptimizer": lambda: contrib.opt.AdamWOptimizer(weight_decay=0.01, learning_rate=0.05),
    "opt.MomentumWOptimizer": lambda: contrib.opt.MomentumWOptimizer(0.01, learning_rate=0.01, momentum=0.9),
    "opt.AdaMaxOptimizer": lambda: contrib.opt.AdaMaxOptimizer(learning_rate=0.05),
    "opt.LazyAdamOptimizer": lambda: contrib.opt.LazyAdamOptimizer(learning_rate=0.05),
}


def main(path):
    """Run each case in a graph of its own."""
    found = {}
    for name, (function, *inputs) in CASES.items():
        with tf.Graph().as_default():
            # cells of the core have no argument for the initializer
            with tf.variable_scope("", initializer=tf.constant_initializer(0.1)):
                result = function(*(tf.constant(INPUTS[each]) for each in inputs))
            found[name] = _run(result, 1)
    for name, optimizer in OPTIMIZERS.items():
        with tf.Graph().as_default():
            variable = tf.Variable(INPUTS["matrix"])
            step = optimizer().minimize(tf.reduce_sum(tf.range(4.0) * variable**2))
            found[name] = _run(variable, 10, step)
    tables = {"inputs": INPUTS, "outputs": found}
    rounded = {
        key: {name: np.round(value, 7).tolist() for name, value in table.items()} for key, table in tables.items()
    }
    with open(path, "w") as file:
        json.dump(rounded, file, sort_keys=True)
        file.write("\n")


def _run(result, times, *steps):
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.tables_initializer()])
        for _ in range(times):
            session.run(steps)
        return session.run(result)


main(sys.argv[1])
