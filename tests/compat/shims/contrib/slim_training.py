"""Train a network with `slim.learning.train` and evaluate it with `slim.evaluation`, as scripts of 2017 did."""

import sys

import numpy as np

from compat import tensorflow as tf

slim = tf.contrib.slim
LABELS = [0, 1, 2, 0]


def network(*, is_training):
    rows = tf.constant(np.eye(4, 3, dtype="float32"))
    normalizer = {"is_training": is_training, "decay": 0.5}
    net = slim.fully_connected(rows, 5, normalizer_fn=slim.batch_norm, normalizer_params=normalizer)
    return slim.fully_connected(net, 3, activation_fn=None, weights_regularizer=slim.l2_regularizer(1e-3))


def train(folder):
    with tf.Graph().as_default():
        tf.set_random_seed(1)
        slim.losses.softmax_cross_entropy(network(is_training=True), slim.one_hot_encoding(LABELS, 3))
        step = slim.learning.create_train_op(slim.losses.get_total_loss(), tf.train.GradientDescentOptimizer(0.5))
        loss = slim.learning.train(step, folder, number_of_steps=60, log_every_n_steps=1000)
        assert loss < 0.3, loss


def evaluate(folder):
    checkpoint = tf.train.latest_checkpoint(folder)
    with tf.Graph().as_default():
        tf.train.get_or_create_global_step()
        accuracy, update = slim.metrics.streaming_accuracy(tf.argmax(network(is_training=False), 1), LABELS)
        found = slim.evaluation.evaluate_once("", checkpoint, folder, eval_op=update, final_op=accuracy)
        assert found > 0.5, found
    assert np.any(tf.train.load_checkpoint(checkpoint).get_tensor("fully_connected/BatchNorm/moving_mean"))


if __name__ == "__main__":
    tf.disable_v2_behavior()
    train(sys.argv[1])
    evaluate(sys.argv[1])
