"""What the drivers share: begin at the same weights, train, save, load, predict, and write down the numbers."""

import os
import sys
import tempfile

import numpy as np

RESULTS = sys.argv[1]


def begin(*models):
    """Give the models weights of fixed values, the same under every release."""
    draw = np.random.RandomState(0)
    for model in models:
        model.set_weights([_drawn(draw, weight) for weight in model.get_weights()])


def _drawn(draw, weight):
    if weight.ndim < 2:  # biases, and what a normalization begins with
        return weight
    fan_in = np.prod(weight.shape[:-1])
    return (draw.standard_normal(weight.shape) / np.sqrt(fan_in)).astype(weight.dtype)


def steps(model, batches, count):
    """Train `count` steps and return their losses."""
    losses = [model.train_on_batch(*next(batches)) for _ in range(count)]
    return [np.ravel(loss)[0] for loss in losses]


def saved_and_loaded(model, load):
    """Save the whole model in HDF5 and return what `load` makes of the file."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.h5")
        model.save(path)
        return load(path)


def same_predictions(model, loaded, inputs):
    """Return the predictions of the loaded model, which are those of the model that was saved."""
    expected, found = np.asarray(model.predict(inputs)), np.asarray(loaded.predict(inputs))
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
    return found


def finish(**numbers):
    """Write the numbers for the comparison."""
    np.savez(RESULTS, **{name: np.asarray(value) for name, value in numbers.items()})
