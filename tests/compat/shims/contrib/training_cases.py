"""Trainings with `tf.contrib.distribute.MirroredStrategy` in an Estimator, for the oracle and for the shims.

`tf` is TensorFlow where it is recorded, and `compat.tensorflow` where it is held against the record.
"""

import glob

import numpy as np

STEPS = 24
BATCH = 4
FEATURES = 3
HIDDEN = 8
CLASSES = 3


def samples(count=96):
    random = np.random.RandomState(0)
    x = random.uniform(-1, 1, (count, FEATURES)).astype("float32")
    return x, x.dot(np.array([1.0, -2.0, 0.5], "float32")) + 0.25


def weights(*shape):
    return np.random.RandomState(sum(shape)).uniform(-0.5, 0.5, shape).astype("float32")


def input_fn(tf, classify):
    x, y = samples()
    labels = np.digitize(y, [-0.5, 0.8]).astype("int32") if classify else y
    return tf.data.Dataset.from_tensor_slices((x, labels)).repeat().batch(BATCH)


def linear(tf, features, labels):
    predicted = tf.layers.dense(features, 1, kernel_initializer=tf.constant_initializer(weights(FEATURES, 1)))
    return tf.losses.mean_squared_error(labels, predicted[:, 0]), tf.train.GradientDescentOptimizer(0.1)


def perceptron(tf, features, labels):
    hidden = tf.layers.dense(
        features, HIDDEN, activation=tf.nn.relu, kernel_initializer=tf.constant_initializer(weights(FEATURES, HIDDEN))
    )
    logits = tf.layers.dense(hidden, CLASSES, kernel_initializer=tf.constant_initializer(weights(HIDDEN, CLASSES)))
    return tf.losses.sparse_softmax_cross_entropy(labels, logits), tf.train.MomentumOptimizer(0.05, 0.9)


CASES = {f"{model.__name__} on {replicas}": (model, replicas) for model in (linear, perceptron) for replicas in (2, 3)}


def run(tf, name, folder):
    """Losses of all steps, the final weights in their order, and what evaluation gives."""
    model, replicas = CASES[name]

    def model_fn(features, labels, mode):
        loss, optimizer = model(tf, features, labels)
        step = optimizer.minimize(loss, global_step=tf.train.get_global_step())
        return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=step)

    config = tf.estimator.RunConfig(
        train_distribute=tf.contrib.distribute.MirroredStrategy(num_gpus=replicas), save_summary_steps=1
    )
    estimator = tf.estimator.Estimator(model_fn, folder, config=config)
    classify = model is perceptron
    estimator.train(lambda: input_fn(tf, classify), steps=STEPS)
    metrics = estimator.evaluate(lambda: input_fn(tf, classify), steps=8)
    return {
        "losses": losses(tf, folder),
        "weights": {
            name: estimator.get_variable_value(name).tolist()
            for name in sorted(estimator.get_variable_names())
            if name.startswith("dense") and "Momentum" not in name
        },
        "steps": int(metrics["global_step"]),
        "evaluated": float(metrics["loss"]),
    }


def losses(tf, folder):
    (path,) = glob.glob(folder + "/events.out.tfevents.*")
    found = {
        event.step: value.simple_value
        for event in tf.train.summary_iterator(path)
        for value in event.summary.value
        if value.tag == "loss"
    }
    return [found[step] for step in sorted(found)]
