"""The register of the catalogue: a probe is a named piece of code that gives measurements on every release.

Python 3.7 syntax: this runs in the environments of all releases.
"""

import numpy as np

PROBES = {}


def probe(function):
    """Register a program: a generator of pairs of a measurement's name and its value, given the surface."""
    module = function.__module__.rsplit(".", 1)[-1]
    register(module + ": " + function.__name__, function)
    return function


def register(name, function):
    """Register a probe under `family: what it runs`."""
    assert name not in PROBES, name
    PROBES[name] = function


def reals(*shape, **options):
    """Numbers between -1 and 1 of this shape, the same everywhere; `start` gives others."""
    count = int(np.prod(shape))
    return np.sin(np.arange(count) * 0.7 + options.get("start", 0.3)).reshape(shape).astype("float32")


def integers(*shape, **options):
    """Whole numbers from 0 to below `below`, all of them in use."""
    count = int(np.prod(shape))
    return (np.arange(count) * 7 % options["below"]).reshape(shape).astype("int32")


def weights_like(weights, names=()):
    """Weights of the same shapes, the same everywhere; variances are positive."""
    made = []
    for index, each in enumerate(weights):
        values = 0.5 * reals(*np.shape(each), start=float(index))
        made.append(np.abs(values) + 0.5 if index < len(names) and "variance" in names[index] else values)
    return made


def last_name(weight):
    """`kernel` of `dense/kernel:0`."""
    return weight.name.split(":")[0].rsplit("/", 1)[-1]


def roughly(value, digits=1):
    """A statistic of random numbers, rounded so that other random numbers give the same."""
    return float(np.round(float(value), digits)) + 0.0


def fill(model):
    """Give a model or layer the weights of `weights_like`."""
    model.set_weights(weights_like(model.get_weights(), [last_name(each) for each in model.weights]))
