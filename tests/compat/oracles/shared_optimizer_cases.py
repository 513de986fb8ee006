"""Trainings that give one optimizer to several models, written against Keras 2.3: the same source runs on the shims."""

from typing import Any, Dict, List

import numpy as np

OPTIMIZERS: Dict[str, Any] = {
    "sgd_momentum": ("SGD", {"lr": 0.01, "momentum": 0.9}),
    "sgd_decay": ("SGD", {"lr": 0.01, "decay": 0.1}),
    "rmsprop": ("RMSprop", {"lr": 0.01, "decay": 0.1}),
    "adagrad": ("Adagrad", {"lr": 0.1}),
    "adadelta": ("Adadelta", {"lr": 1.0}),
    "adam": ("Adam", {"lr": 0.01}),
    "amsgrad": ("Adam", {"lr": 0.01, "amsgrad": True, "decay": 0.05}),
    "adamax": ("Adamax", {"lr": 0.01}),
    "nadam": ("Nadam", {"lr": 0.01}),
}
_ROWS = 32


def losses(keras: Any, multi_gpu_model: Any, name: str) -> List[float]:
    """The losses of an encoder, the model over it, and its parallel model, all compiled with one optimizer.

    The rate changes half way; in the end one model is compiled once more, with a layer frozen.
    """
    random = np.random.RandomState(0)
    x, y = random.rand(_ROWS, 4).astype("float32"), 10 * random.rand(_ROWS, 2).astype("float32")
    codes = 5 * random.rand(_ROWS, 3).astype("float32")
    encoder, model = _models(keras, random)
    kind, arguments = OPTIMIZERS[name]
    optimizer = getattr(keras.optimizers, kind)(**arguments)
    encoder.compile(optimizer, "mse")
    model.compile(optimizer, "mse")
    parallel = multi_gpu_model(model, gpus=2)
    parallel.compile(optimizer, "mse")
    found = []
    for rate in (None, 0.002):
        if rate is not None:
            keras.backend.set_value(optimizer.lr, rate)
        for _ in range(2):
            found.append(encoder.train_on_batch(x, codes))
            found.append(model.train_on_batch(x, y))
            found.append(parallel.train_on_batch(x, 2 * y))
    model.layers[1].trainable = False
    model.compile(optimizer, "mse")
    found += [model.train_on_batch(x, y) for _ in range(2)]
    return [float(each) for each in found] + [float(keras.backend.get_value(optimizer.iterations))]


def two_compiles(keras: Any, multi_gpu_model: Any) -> List[float]:
    """The losses of a template and its parallel model, each compiled with an optimizer and a loss of its own."""
    random = np.random.RandomState(0)
    x, y = random.rand(_ROWS, 4).astype("float32"), 10 * random.rand(_ROWS, 2).astype("float32")
    _, model = _models(keras, random)
    model.compile(keras.optimizers.RMSprop(0.01), "mae")
    parallel = multi_gpu_model(model, gpus=2)
    parallel.compile(keras.optimizers.SGD(0.01, momentum=0.9), "mse")
    found = [model.evaluate(x, y, verbose=0), parallel.evaluate(x, y, verbose=0)]
    for each in (parallel, model, parallel, model):
        found += each.fit(x, y, batch_size=16, epochs=2, shuffle=False, verbose=0).history["loss"]
    found += [model.evaluate(x, y, verbose=0), parallel.evaluate(x, y, verbose=0)]
    return [float(each) for each in found]


def _models(keras: Any, random: Any) -> Any:
    inputs = keras.layers.Input(shape=(4,))
    code = keras.layers.Dense(3)(inputs)
    encoder = keras.models.Model(inputs, code)
    model = keras.models.Model(inputs, keras.layers.Dense(2)(code))
    shapes = [weight.shape for weight in model.get_weights()]
    model.set_weights([random.rand(*shape).astype("float32") for shape in shapes])
    return encoder, model
