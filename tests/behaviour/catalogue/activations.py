"""Every activation, with its arguments; initializers, regularizers and constraints have modules of their own."""

import numpy as np

from tests.behaviour.probes import probe, reals, register

CASES = [
    "activations.elu(x)",
    "activations.elu(x, 0.5)",
    "activations.exponential(x)",
    "activations.hard_sigmoid(x)",
    "activations.linear(x)",
    "activations.relu(x)",
    "activations.relu(x, 0.3)",
    "activations.relu(x, max_value=1.0)",
    "activations.relu(x, threshold=0.5)",
    "activations.relu(x, 0.3, 1.0, 0.5)",
    "activations.selu(x)",
    "activations.sigmoid(x)",
    "activations.softmax(x)",
    "activations.softmax(x, axis=0)",
    "activations.softplus(x)",
    "activations.softsign(x)",
    "activations.swish(x)",
    "activations.gelu(x)",
    "activations.tanh(x)",
]
NAMES = "elu exponential hard_sigmoid linear relu selu sigmoid softmax softplus softsign swish tanh".split()


def _activation(code):
    def run(surface):
        x = surface.K.constant(np.array([[-50, -4, -2.6, -1], [-0.3, 0, 0.3, 1], [2.6, 4, 7, 50]], "float32"))
        yield "values", surface.numbers(surface.run(code, x=x)).ravel()[:8]
        yield "last values", surface.numbers(surface.run(code, x=x)).ravel()[8:]

    return run


for _code in CASES:
    register("activations: " + _code, _activation(_code))


@probe
def by_name(surface):
    """Each name that `Activation` takes, in a model."""
    for name in NAMES:
        try:
            function = surface.keras.activations.get(name)
        except ValueError:
            yield name, "refused"
        else:
            yield name, surface.numbers(function(surface.K.constant(3 * reals(2, 4))))


@probe
def of_steps(surface):
    """A softmax over three dimensions."""
    yield "softmax", surface.numbers(surface.keras.activations.softmax(surface.K.constant(reals(2, 3, 2)), axis=1))


@probe
def nothing(surface):
    """`None` stands for the linear activation."""
    yield "of None", surface.keras.activations.get(None).__name__
    described = surface.keras.activations.serialize(surface.keras.activations.relu)
    yield "described", described
    yield "made again", surface.keras.activations.deserialize("relu").__name__
