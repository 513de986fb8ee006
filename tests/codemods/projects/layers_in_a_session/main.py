"""A session trains what another module makes of layers of Keras; the losses are those of TensorFlow 1.15.5."""

import numpy as np
import tensorflow as tf

from nets import Net, convolved, listed

LOSSES = {
    "net": [0.42191160, 0.35111460, 0.29476792, 0.24982724],
    "convolved": [0.40936702, 0.17290057, 0.11761904, 0.10749398],
    "listed": [0.39577383, 0.29692382, 0.22739525, 0.17845207],
}


def losses(net, shape):
    random = np.random.RandomState(0)
    with tf.Graph().as_default():
        x = tf.placeholder(tf.float32, (None,) + shape)
        y = tf.placeholder(tf.float32, (None, 1))
        loss = tf.reduce_mean(tf.square(net(x) - y))
        train = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
        weights = tf.trainable_variables()
        fed = {x: random.rand(*(8,) + shape), y: random.rand(8, 1)}
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            for each in weights:
                each.load(random.uniform(-0.5, 0.5, each.shape.as_list()).astype("float32"), session)
            return [float(session.run([loss, train], fed)[0]) for _ in range(4)]


def one_graph():
    x = tf.placeholder(tf.float32, (None, 4))
    out = listed(x)
    loss = tf.reduce_mean(tf.square(out))
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for each in tf.trainable_variables():
            each.load(np.full(each.shape.as_list(), 0.1, "float32"), session)
        return float(session.run(loss, {x: np.ones((2, 4))}))


if __name__ == "__main__":
    for name, net, shape in [("net", Net(), (4,)), ("convolved", convolved, (6, 6, 2)), ("listed", listed, (4,))]:
        np.testing.assert_allclose(losses(net, shape), LOSSES[name], rtol=1e-5)
    np.testing.assert_allclose(one_graph(), 0.05694674, rtol=1e-5)
