"""BatchNormalization: moving statistics, axes, frozen, masked, and called for training or not."""

import numpy as np

from tests.behaviour.probes import fill, reals, register
from tests.behaviour.single_layers import compile_model, frozen_layers, layers, masked_layers

layers(
    [
        ("layers.BatchNormalization()", (4,)),
        ("layers.BatchNormalization(axis=1)", (4, 3, 2)),
        ("layers.BatchNormalization(axis=-2)", (4, 3)),
        ("layers.BatchNormalization()", (4, 3)),
        ("layers.BatchNormalization()", (4, 3, 2)),
        ("layers.BatchNormalization()", (2, 3, 2, 2)),
        ("layers.BatchNormalization(momentum=0.5, epsilon=0.1)", (4,)),
        ("layers.BatchNormalization(epsilon=1e-6)", (4, 3, 2)),
        ("layers.BatchNormalization(center=False)", (4,)),
        ("layers.BatchNormalization(scale=False)", (4,)),
        ("layers.BatchNormalization(center=False, scale=False)", (4, 3, 2)),
        ("layers.BatchNormalization(gamma_regularizer='l2', beta_constraint='non_neg')", (4,)),
    ]
)
frozen_layers(
    [
        ("layers.BatchNormalization()", (4,)),
        ("layers.BatchNormalization()", (4, 3, 2)),
        ("layers.BatchNormalization(axis=1)", (4, 3, 2)),
    ]
)
masked_layers([("layers.BatchNormalization()", (5, 3))])


def _normalizing(surface, shape=(4,), training=None, **options):
    keras = surface.keras
    inputs = keras.layers.Input(shape)
    layer = keras.layers.BatchNormalization(**options)
    model = keras.models.Model(inputs, layer(inputs) if training is None else layer(inputs, training=training))
    fill(model)
    return model, layer


def _called(training):
    def run(surface):
        model, _ = _normalizing(surface, training=training)
        compile_model(surface, model)
        x = reals(3, 4)
        yield "output", model.predict_on_batch(x)
        model.train_on_batch(x, 0 * x)
        yield "weights after", model.get_weights()

    return run


for _training in (True, False, 0, 1):
    register(f"layers called with training={_training!r}: BatchNormalization()", _called(_training))


def _moving(shape, rows, steps):
    """The moving statistics, and what the layer then predicts."""

    def run(surface):
        model, _ = _normalizing(surface, shape, momentum=0.9)
        compile_model(surface, model)
        for step in range(steps):
            x = reals(rows, *shape, start=float(step))
            model.train_on_batch(x, 0 * x)
        yield "mean", model.get_weights()[2]
        yield "variance", model.get_weights()[3]
        yield "output", model.predict_on_batch(x)

    return run


for _shape, _rows, _steps in (((2,), 4, 3), ((3, 4, 2), 4, 3), ((2,), 1, 1), ((3, 4, 2), 1, 1), ((1, 1, 2), 1, 1)):
    _name = f"{_steps} steps of {_rows} rows of {_shape}"
    register("layers: BatchNormalization(momentum=0.9), " + _name, _moving(_shape, _rows, _steps))


def _small_epsilon(shape, axis):
    """Inputs whose variance is as small as the epsilon."""

    def run(surface):
        model, layer = _normalizing(surface, shape, axis=axis, epsilon=1e-7, momentum=0.5)
        mean, variance = [np.zeros(shape[axis - 1 if axis > 0 else axis]) for _ in range(2)]
        layer.set_weights([*layer.get_weights()[:2], mean, variance + 2e-6])
        compile_model(surface, model)
        x = 0.003 * reals(3, *shape)
        yield "output", model.predict_on_batch(x)
        yield "loss", float(model.train_on_batch(x, 0 * x))

    return run


for _shape, _axis in (((4, 3, 2), -1), ((4, 3, 2), 1), ((4, 3, 2), 2), ((4,), -1), ((4, 2), -1), ((2, 3, 2, 2), -1)):
    register(f"layers: BatchNormalization(epsilon=1e-7, axis={_axis}) of {_shape}", _small_epsilon(_shape, _axis))


def _from_the_start(surface):
    """Weights that nobody set."""
    keras = surface.keras
    model = keras.models.Sequential([keras.layers.BatchNormalization(input_shape=(2,))])
    compile_model(surface, model)
    model.train_on_batch(reals(4, 2), reals(4, 2))
    yield "weights after", model.get_weights()


register("layers: BatchNormalization from its own start", _from_the_start)


def _frozen_after_compile(surface):
    """Frozen between compile and training."""
    model, layer = _normalizing(surface)
    compile_model(surface, model)
    layer.trainable = False
    x = reals(3, 4)
    yield "loss", float(model.train_on_batch(x, 0 * x))
    yield "weights after", model.get_weights()


register("layers frozen: BatchNormalization after compile", _frozen_after_compile)


def _frozen_model(surface):
    """A frozen model inside of another, as in transfer learning."""
    keras = surface.keras
    inner, layer = _normalizing(surface)
    inner.trainable = False
    model = keras.models.Sequential([inner, keras.layers.Dense(2)])
    model.build((None, 4))
    fill(model.layers[-1])
    compile_model(surface, model)
    x = reals(3, 4)
    yield "trainable", [len(model.trainable_weights), len(inner.trainable_weights), bool(layer.trainable)]
    yield "loss", float(model.train_on_batch(x, reals(3, 2)))
    yield "weights after", [*inner.get_weights(), *model.layers[-1].get_weights()]


register("layers frozen: BatchNormalization in a frozen model", _frozen_model)


def _shared_twice(surface):
    """One layer on two inputs: how often its moving statistics move."""
    keras = surface.keras
    first, second = keras.layers.Input((2,)), keras.layers.Input((2,))
    layer = keras.layers.BatchNormalization(momentum=0.5)
    model = keras.models.Model([first, second], keras.layers.Add()([layer(first), layer(second)]))
    fill(model)
    compile_model(surface, model)
    loss = model.train_on_batch([reals(4, 2), reals(4, 2, start=2.0)], reals(4, 2))
    yield "loss", float(loss)
    yield "trained weights", model.get_weights()[:2]
    yield "moving statistics", model.get_weights()[2:]


register("layers: BatchNormalization on two inputs", _shared_twice)
