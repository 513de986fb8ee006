"""Layers and metrics of TensorFlow Addons, or what Keras has of them, trained and called."""

import numpy as np

INSTANCE, GROUP, SPECTRAL, F1 = "InstanceNormalization", "GroupNormalization", "SpectralNormalization", "F1Score"

LAYERS = {
    "instances": (INSTANCE, {}),
    "instances, channels first": (INSTANCE, {"axis": 1}),
    "instances, last axis by its number": (INSTANCE, {"axis": 3, "epsilon": 1e-6}),
    "instances without an offset": (INSTANCE, {"center": False}),
    "instances without a scale": (INSTANCE, {"scale": False, "beta_initializer": "ones"}),
    "groups": (GROUP, {"groups": 4}),
    "groups, channels first": (GROUP, {"groups": 2, "axis": 1, "epsilon": 1e-5}),
    "spectral": (SPECTRAL, {}),
    "spectral, several iterations": (SPECTRAL, {"power_iterations": 3}),
    "average": ("AdaptiveAveragePooling2D", {"output_size": (2, 5)}),
}
METRICS = {
    f"{average} at {threshold}": {"average": average, "threshold": threshold}
    for average in ("macro", "micro", "weighted")
    for threshold in (None, 0.5)
}
_LAST = {"sn_u": "z", "vector_u": "z"}
"""The vector of Addons stands last among the weights, and that of Keras beside the kernel."""


def trained(tf, made, name):
    """The losses of three epochs, the sum of each weight, and that of the outputs."""
    kind, given = LAYERS[name]
    draws = np.random.RandomState(0)
    x = draws.randn(4, 6, 5, 8).astype("float32") * 3 + 1
    first = [tf.keras.layers.Conv2D(8, 3, padding="same")] if kind == SPECTRAL else []
    model = tf.keras.Sequential([tf.keras.layers.Input(x.shape[1:]), made(kind, *first, **given)])
    weights = sorted(model.weights, key=_key)
    for each in weights:
        each.assign(draws.randn(*each.shape).astype("float32"))
    y = draws.randn(*model(x).shape).astype("float32")
    model.compile(tf.keras.optimizers.SGD(0.05), "mse")
    losses = model.fit(x, y, batch_size=2, epochs=3, shuffle=False, verbose=0).history["loss"]
    values = [float(np.sum(np.asarray(each) ** 3)) for each in (*weights, model.predict(x, verbose=0))]
    return [float(each) for each in losses], values


def _key(variable):
    name = variable.name.split("/")[-1].split(":")[0]
    return _LAST.get(name, name)


def measured(made, name):
    """The result after two batches, after one with weights for its rows, and without a positive label."""
    draws = np.random.RandomState(1)
    labels = (draws.rand(50, 5) > 0.6).astype("float32")
    scores, weights = draws.rand(50, 5).astype("float32"), draws.rand(50).astype("float32")
    results = []
    for batches in (
        [(labels, scores, None), (labels[::-1], scores[::-1] ** 2, None)],
        [(labels, scores, weights)],
        [(labels * 0, scores, None)],
    ):
        metric = made(F1, 5, **METRICS[name])
        for y_true, y_pred, sample_weight in batches:
            metric.update_state(y_true, y_pred, sample_weight=sample_weight)
        results.append(float(metric.result()))
    return results
