"""Layers used twice, models in models, and what a layer says about itself."""

from tests.behaviour.probes import fill, last_name, probe, reals, register
from tests.behaviour.single_layers import compile_model


def _fill_each(*models):
    """Fill layer by layer: the order of a model's weights differs between releases."""
    for index, layer in enumerate(layer for model in models for layer in model.layers):
        if layer.weights and not hasattr(layer, "layers"):
            shapes = [each.shape for each in layer.get_weights()]
            layer.set_weights([abs(reals(*shape, start=index + 0.5)) for shape in shapes])


def _weights_by_layer(*models):
    return [
        each
        for model in models
        for layer in model.layers
        if not hasattr(layer, "layers")
        for each in layer.get_weights()
    ]


def _inner(keras):
    layers = [
        keras.layers.Dense(3, input_shape=(2,)),
        keras.layers.BatchNormalization(),
        keras.layers.Dense(2, activation="tanh"),
    ]
    return keras.models.Sequential(layers)


def _outer(surface, change):
    keras = surface.keras
    inner, inputs = _inner(keras), keras.layers.Input((2,))
    last = keras.layers.Dense(1)
    model = keras.models.Model(inputs, last(inner(inputs)))
    _fill_each(inner, model)
    change(inner, last)
    compile_model(surface, model)
    return model, inner


_FREEZES = {
    "nothing": lambda inner, last: None,
    "the inner model": lambda inner, last: setattr(inner, "trainable", False),
    "its layers": lambda inner, last: [setattr(layer, "trainable", False) for layer in inner.layers],
    "the inner model, then one layer again": lambda inner, last: [
        setattr(inner, "trainable", False),
        setattr(inner.layers[0], "trainable", True),
    ],
    "a layer, then the inner model again": lambda inner, last: [
        setattr(inner.layers[0], "trainable", False),
        setattr(inner, "trainable", True),
    ],
    "the last layer": lambda inner, last: setattr(last, "trainable", False),
}


def _frozen(change):
    def run(surface):
        model, inner = _outer(surface, change)
        counts = [len(model.trainable_weights), len(inner.trainable_weights), len(model.weights)]
        yield "counts of weights", counts
        yield "names", [last_name(each) for each in model.weights]
        yield "trainable layers", [bool(layer.trainable) for layer in inner.layers]
        x = reals(4, 2)
        yield "output", model.predict_on_batch(x)
        before = _weights_by_layer(inner, model)
        model.train_on_batch(x, reals(4, 1))
        after = _weights_by_layer(inner, model)
        yield "which weights moved", [bool((abs(then - now) > 1e-7).any()) for then, now in zip(before, after)]
        yield "weights after", after

    return run


for _name, _change in _FREEZES.items():
    register("layers nested: frozen is " + _name, _frozen(_change))


@probe
def a_layer_used_twice(surface):
    """The gradients of both uses are summed."""
    keras = surface.keras
    first, second = keras.layers.Input((2,)), keras.layers.Input((2,))
    shared = keras.layers.Dense(3, kernel_regularizer="l2", activity_regularizer="l2")
    merged = keras.layers.Concatenate()([shared(first), shared(second)])
    model = keras.models.Model([first, second], keras.layers.Dense(1)(merged))
    fill(model)
    compile_model(surface, model)
    loss = model.train_on_batch([reals(4, 2), reals(4, 2, start=2.0)], reals(4, 1))
    yield "weights", [last_name(each) for each in model.weights]
    yield "loss", float(loss)
    yield "weights after", model.get_weights()


@probe
def a_layer_tells_its_shapes(surface):
    """The attributes that Keras 2 gives each layer of a model."""
    keras = surface.keras
    inputs = keras.layers.Input((4, 3))
    layer = keras.layers.Conv1D(2, 2)
    model = keras.models.Model(inputs, layer(inputs))
    yield "count_params", int(layer.count_params())
    yield "compute_output_shape", list(layer.compute_output_shape((None, 4, 3)))
    yield "shape of output", [size and int(size) for size in model.layers[-1].output.shape[1:]]


@probe
def a_layer_tells_its_output_shape(surface):
    """An attribute of Keras 2, also of the layer that InputLayer is."""
    keras = surface.keras
    inputs = keras.layers.Input((4, 3))
    layer = keras.layers.Conv1D(2, 2)
    model = keras.models.Model(inputs, layer(inputs))
    yield "output_shape", list(layer.output_shape)
    yield "input_shape", list(layer.input_shape)
    yield "of the model", list(model.output_shape)


@probe
def a_layer_tells_its_first_output(surface):
    """`get_output_at` and its like."""
    keras = surface.keras
    inputs = keras.layers.Input((3,))
    layer = keras.layers.Dense(2)
    first = layer(inputs)
    second = layer(keras.layers.Activation("tanh")(inputs))
    layer.set_weights([reals(3, 2), reals(2)])
    yield "is the first", layer.get_output_at(0) is first
    model = keras.models.Model(inputs, layer.get_output_at(1))
    yield "shape", [size and int(size) for size in layer.get_output_shape_at(0)][1:]
    yield "second", model.predict_on_batch(reals(4, 3))
    yield "is the second", layer.get_output_at(1) is second


@probe
def weights_of_nested_models(surface):
    """The order of weights of models in models, with Bidirectional and BatchNormalization among them."""
    keras = surface.keras
    inner = keras.models.Sequential(
        [
            keras.layers.Bidirectional(keras.layers.SimpleRNN(2, return_sequences=True), input_shape=(4, 3)),
            keras.layers.BatchNormalization(),
            keras.layers.TimeDistributed(keras.layers.Dense(1)),
        ]
    )
    inputs = keras.layers.Input((4, 3))
    model = keras.models.Model(inputs, keras.layers.Flatten()(inner(keras.layers.BatchNormalization()(inputs))))
    yield "names", [last_name(each) for each in model.weights]
    yield "shapes", [list(each.shape) for each in model.get_weights()]
    yield "trainable", [last_name(each) for each in model.trainable_weights]
    yield "not trainable", [last_name(each) for each in model.non_trainable_weights]


@probe
def weights_of_a_frozen_layer_among_others(surface):
    """Frozen layers change the order of a model's weights in some releases."""
    keras = surface.keras
    model = _inner(keras)
    model.layers[0].trainable = False
    yield "names", [last_name(each) for each in model.weights]
    yield "shapes", [list(each.shape) for each in model.get_weights()]


@probe
def names_of_layers(surface):
    """The names that layers get by themselves."""
    keras = surface.keras
    made = [
        keras.layers.Dense(1),
        keras.layers.Dense(1),
        keras.layers.Conv2DTranspose(1, 1),
        keras.layers.LSTM(1),
        keras.layers.ReLU(),
        keras.layers.GlobalAveragePooling2D(),
        keras.layers.TimeDistributed(keras.layers.Dense(1)),
        keras.layers.Bidirectional(keras.layers.LSTM(1)),
        keras.layers.ELU(),
        keras.layers.PReLU(),
    ]
    yield "names", [layer.name for layer in made]
