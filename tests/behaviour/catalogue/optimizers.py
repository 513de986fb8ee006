"""Every optimizer: the weights along ten steps, under large, small and sparse gradients."""

import numpy as np

from tests.behaviour.probes import fill, integers, reals, register

CASES = [
    "optimizers.SGD(0.1)",
    "optimizers.SGD(0.1, clipnorm=0.5)",
    "optimizers.SGD(0.1, momentum=0.9, nesterov=True)",
    "optimizers.RMSprop(0.01)",
    "optimizers.Adagrad(0.01)",
    "optimizers.Adam(0.01)",
]
STEPS = 10


def _dense(code, scale):
    def run(surface):
        keras = surface.keras
        model = keras.models.Sequential([keras.layers.Dense(3, input_shape=(2,)), keras.layers.Dense(1)])
        fill(model)
        model.compile(surface.run(code), "mse")
        x, y = scale * reals(4, 2), scale * reals(4, 1, start=2.0)
        for step in range(1, STEPS + 1):
            model.train_on_batch(x, y)
            if step in (1, 2, STEPS):
                yield f"weights after {step}", np.concatenate([each.ravel() for each in model.get_weights()])

    return run


def _sparse(code):
    def run(surface):
        keras = surface.keras
        layers = [keras.layers.Embedding(5, 2, input_length=3), keras.layers.Flatten(), keras.layers.Dense(1)]
        model = keras.models.Sequential(layers)
        model.build((None, 3))
        fill(model)
        model.compile(surface.run(code), "mse")
        for step in range(1, STEPS + 1):
            model.train_on_batch(integers(2, 3, below=4) + step % 2, reals(2, 1))
            if step in (1, 2, STEPS):
                yield f"weights after {step}", np.concatenate([each.ravel() for each in model.get_weights()])

    return run


for _code in CASES:
    register("optimizers: " + _code, _dense(_code, 1.0))
    register("optimizers with small gradients: " + _code, _dense(_code, 1e-3))
    register("optimizers with sparse gradients: " + _code, _sparse(_code))
