"""A model small enough to be computed by hand: linear regression by gradient descent."""

import numpy as np

RATE = 0.1
FEATURES = 3


def samples(count=48):
    random = np.random.RandomState(0)
    x = random.uniform(-1, 1, (count, FEATURES)).astype("float32")
    return x, (x @ np.array([1.0, -2.0, 0.5], "float32") + 0.25).astype("float32")


def input_fn_of(batch, count=48, epochs=1):
    def input_fn():
        import tensorflow  # noqa: ICN001

        dataset = tensorflow.data.Dataset.from_tensor_slices(samples(count))
        return dataset.repeat(epochs).batch(batch)

    return input_fn


def model_fn_of(tf, v1, layer="weights", optimizer=None):
    def model_fn(features, labels, mode):
        predicted = tf.layers.dense(
            features,
            1,
            kernel_initializer=v1.constant_initializer(0.5),
            bias_initializer=v1.constant_initializer(0.5),
            name=layer,
        )[:, 0]
        if mode == tf.estimator.ModeKeys.PREDICT:
            outputs = {"y": tf.estimator.export.PredictOutput({"y": predicted})}
            return tf.estimator.EstimatorSpec(mode, predictions={"y": predicted}, export_outputs=outputs)
        loss = v1.losses.mean_squared_error(labels, predicted)
        error = v1.metrics.mean_absolute_error(labels, predicted)
        chosen = optimizer or v1.train.GradientDescentOptimizer(RATE)
        step = chosen.minimize(loss, global_step=v1.train.get_global_step())
        metrics = {"mae": error}
        return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=step, eval_metric_ops=metrics)

    return model_fn


def trained(batch, steps, start=None, count=48):
    """The weights and bias after some steps, and the loss of each."""
    x, y = samples(count)
    w, b = start or (np.full(FEATURES, 0.5), 0.5)
    losses = []
    for step in range(steps):
        rows = np.arange(step * batch, (step + 1) * batch) % count
        error = x[rows] @ w + b - y[rows]
        losses.append(float(np.mean(error**2)))
        w = w - RATE * 2 * x[rows].T @ error / batch
        b = b - RATE * 2 * np.mean(error)
    return (w, b), losses


def weights_of(estimator, layer="weights"):
    kernel = estimator.get_variable_value(f"{layer}/kernel")
    return kernel[:, 0], float(estimator.get_variable_value(f"{layer}/bias")[0])


def mean_absolute_error(weights, count=48):
    x, y = samples(count)
    return float(np.mean(np.abs(x @ weights[0] + weights[1] - y)))
