"""What seeds determine: the first weights, and the order in which `fit` takes the rows of arrays."""

import random

import numpy as np

from tests.behaviour.probes import probe

_ROWS = 8
_RATE = 0.01


def _seed_tensorflow(surface):
    seed = surface.tf.set_random_seed if surface.is_tensorflow_1 else surface.tf.random.set_seed
    seed(7)


def _first_weights(surface):
    dense = surface.keras.layers.Dense
    return surface.keras.models.Sequential([dense(3, input_shape=(2,)), dense(1)]).get_weights()


@probe
def first_weights(surface):
    """Whether two models start alike after the same seed, and whether building one moves Python's generator."""
    seeds = {
        "numpy": lambda: np.random.seed(7),
        "python": lambda: random.seed(7),
        "tensorflow": lambda: _seed_tensorflow(surface),
    }
    for name, seed in sorted(seeds.items()):
        drawn = []
        for _ in range(2):
            surface.K.clear_session()
            seed()
            drawn.append(_first_weights(surface))
        yield name, float(all(np.array_equal(one, other) for one, other in zip(*drawn)))
    before = random.getstate()
    _first_weights(surface)
    yield "python moved", float(random.getstate() != before)


@probe
def order_of_rows(surface):
    """How many orders five epochs have with a seed of TensorFlow: each batch of one row shows in a weight of 0."""
    surface.K.clear_session()
    _seed_tensorflow(surface)
    orders = []

    class Order(surface.keras.callbacks.Callback):
        def on_epoch_begin(self, epoch, logs=None):
            self.model.set_weights([np.zeros((1, 1))])
            orders.append([])

        def on_batch_end(self, batch, logs=None):
            weight = float(self.model.get_weights()[0][0][0])
            orders[-1].append(round(np.sqrt(weight / 2 / _RATE)))
            self.model.set_weights([np.zeros((1, 1))])

    model = surface.keras.models.Sequential([surface.keras.layers.Dense(1, use_bias=False, input_shape=(1,))])
    model.compile(surface.keras.optimizers.SGD(_RATE), "mse")
    rows = np.arange(float(_ROWS)).reshape(_ROWS, 1)
    model.fit(rows, rows, batch_size=1, epochs=5, verbose=0, callbacks=[Order()])
    yield "orders", float(len({tuple(order) for order in orders}))
    yield "rows", [sorted(order) for order in orders]
