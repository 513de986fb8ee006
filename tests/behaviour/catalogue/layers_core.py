"""Dense, Embedding, and what changes the shape of its input."""

from tests.behaviour.probes import integers, reals, register
from tests.behaviour.single_layers import compile_model, frozen_layers, layers, masked_layers

layers(
    [
        ("layers.Dense(2)", (4,)),
        ("layers.Dense(2, use_bias=False, activation='tanh')", (4,)),
        ("layers.Dense(2, activation='softmax')", (5, 4)),
        ("layers.Dense(2, kernel_regularizer='l2', bias_regularizer=regularizers.l1(0.1))", (4,)),
        ("layers.Dense(2, activity_regularizer=regularizers.l2(0.1))", (4,)),
        ("layers.Dense(2, kernel_constraint=constraints.MaxNorm(0.5), bias_constraint='non_neg')", (4,)),
        ("layers.Dense(2, kernel_constraint='unit_norm')", (4,)),
        ("layers.Flatten()", (4, 3)),
        ("layers.Flatten()", (4,)),
        ("layers.Flatten(data_format='channels_first')", (4, 3, 2)),
        ("layers.Reshape((6, 2))", (4, 3)),
        ("layers.Reshape((-1, 2))", (4, 3)),
        ("layers.Reshape((3, -1, 2))", (4, 3)),
        ("layers.Reshape((-1,))", (4, 3)),
        ("layers.Permute((2, 1))", (4, 3)),
        ("layers.Permute((3, 1, 2))", (4, 3, 2)),
        ("layers.RepeatVector(3)", (4,)),
        ("layers.Masking(0.0)", (4, 3)),
        ("layers.ActivityRegularization(l1=0.1, l2=0.2)", (4,)),
        ("layers.ActivityRegularization(l2=0.2)", (4, 3)),
        ("layers.Lambda(lambda x: x * 2.0)", (4,)),
        ("layers.Lambda(lambda x, by: x * by, arguments={'by': 3.0})", (4,)),
        ("layers.Lambda(lambda x: x[:, :2], output_shape=(2,))", (4,)),
        ("layers.Lambda(lambda x: x[:, ::-1])", (4, 3)),
        ("layers.Lambda(lambda x: [x[:, :1], x[:, 1:]])", (4,)),
        ("layers.Lambda(lambda pair: pair[0] * pair[1])", (4,), (4,)),
        ("layers.Embedding(5, 2)", (4,)),
        ("layers.Embedding(5, 2)", ()),
        ("layers.Embedding(5, 2, input_length=4)", (4,)),
        ("layers.Embedding(5, 2, embeddings_regularizer='l2')", (4,)),
        ("layers.Embedding(5, 2, activity_regularizer='l2')", (4,)),
        ("layers.Embedding(5, 2, embeddings_constraint='unit_norm')", (4,)),
        ("layers.Embedding(5, 2, mask_zero=True)", (4,)),
        ("layers.Cropping1D((1, 2))", (5, 3)),
        ("layers.Cropping2D(((1, 0), (0, 2)))", (5, 4, 2)),
        ("layers.Cropping2D(1, data_format='channels_first')", (2, 5, 4)),
        ("layers.Cropping3D(1)", (3, 4, 5, 2)),
        ("layers.ZeroPadding1D(2)", (3, 2)),
        ("layers.ZeroPadding1D((0, 1))", (3, 2)),
        ("layers.ZeroPadding2D()", (3, 4, 2)),
        ("layers.ZeroPadding2D(((1, 0), (0, 2)))", (3, 4, 2)),
        ("layers.ZeroPadding2D((1, 2), data_format='channels_first')", (2, 3, 4)),
        ("layers.ZeroPadding3D((1, 0, 2))", (2, 3, 2, 2)),
        ("layers.UpSampling1D()", (3, 2)),
        ("layers.UpSampling2D()", (3, 4, 2)),
        ("layers.UpSampling2D((2, 3), interpolation='bilinear')", (3, 4, 2)),
        ("layers.UpSampling2D(3, data_format='channels_first')", (2, 3, 4)),
        ("layers.UpSampling3D()", (2, 3, 2, 2)),
    ]
)
frozen_layers(
    [
        ("layers.Dense(2, kernel_regularizer='l2', kernel_constraint='unit_norm')", (4,)),
        ("layers.Embedding(5, 2, embeddings_regularizer='l2')", (4,)),
    ]
)
masked_layers(
    [
        ("layers.Dense(2)", (5, 3)),
        ("layers.Dense(2, activity_regularizer='l2')", (5, 3)),
        ("layers.Activation('tanh')", (5, 3)),
        ("layers.Flatten()", (5, 3)),
        ("layers.Reshape((3, 5))", (5, 3)),
        ("layers.Permute((2, 1))", (5, 3)),
        ("layers.Lambda(lambda x: 2 * x)", (5, 3)),
        ("layers.Dropout(0.0)", (5, 3)),
        ("layers.ActivityRegularization(l2=0.2)", (5, 3)),
        ("layers.Masking(0.5)", (5, 3)),
        ("layers.Cropping1D((1, 1))", (5, 3)),
        ("layers.ZeroPadding1D(1)", (5, 3)),
        ("layers.UpSampling1D(2)", (5, 3)),
    ]
)

_STARTS = [
    ("layers.Dense(400)", 300),
    ("layers.Embedding(400, 300)", 300),
    ("layers.Embedding(400, 300, embeddings_initializer='normal')", 300),
]


def _start(code, size):
    """The weights a layer starts with, as statistics."""

    def run(surface):
        keras = surface.keras
        inputs = keras.layers.Input((size,))
        layer = surface.run(code)
        layer(inputs)
        for index, each in enumerate(layer.get_weights()):
            yield f"deviation of weight {index}", round(float(each.std()), 3)
            yield f"largest of weight {index}", round(float(abs(each).max()), 2)

    return run


for _code, _size in _STARTS:
    register("layers at the start: " + _code, _start(_code, _size))


def _mask_of_zeros(surface):
    """What an Embedding's mask does to the layer behind it."""
    keras = surface.keras
    model = keras.models.Sequential(
        [keras.layers.Embedding(5, 3, mask_zero=True, input_length=4), keras.layers.SimpleRNN(2)]
    )
    model.build((None, 4))
    model.set_weights([reals(*each.shape) for each in model.get_weights()])
    compile_model(surface, model)
    yield "output", model.predict_on_batch(integers(3, 4, below=5))
    yield "loss", float(model.train_on_batch(integers(3, 4, below=5), reals(3, 2)))
    yield "weights after", model.get_weights()


register("layers masked: Embedding(5, 3, mask_zero=True) before SimpleRNN(2)", _mask_of_zeros)


def _given_weights(surface):
    """Weights given to the layer."""
    keras = surface.keras
    model = keras.models.Sequential([keras.layers.Embedding(5, 3, weights=[reals(5, 3)], trainable=False)])
    model.build((None, 4))
    yield "output", model.predict(integers(3, 4, below=5))


register("layers: Embedding(5, 3, weights=[...], trainable=False)", _given_weights)


def _of_settings(surface):
    """A layer taken apart into its settings and made again."""
    keras = surface.keras
    inputs = keras.layers.Input((4,))
    settings = keras.layers.serialize(keras.layers.Dense(2, activation="tanh", use_bias=False, kernel_regularizer="l2"))
    layer = keras.layers.deserialize(settings)
    model = keras.models.Model(inputs, layer(inputs))
    layer.set_weights([reals(4, 2)])
    yield "class", settings["class_name"]
    yield "activation", settings["config"]["activation"]
    yield "output", model.predict(reals(3, 4))


register("layers: serialize and deserialize", _of_settings)


def _of_input_layer(surface):
    """A model that starts with an InputLayer, and a layer that says what it takes."""
    keras = surface.keras
    layer = keras.layers.Dense(2)
    layer.input_spec = keras.layers.InputSpec(min_ndim=2, axes={-1: 4})
    model = keras.models.Sequential([keras.layers.InputLayer((4,)), layer])
    model.set_weights([reals(4, 2), reals(2)])
    yield "layers", len(model.layers)
    yield "output", model.predict(reals(3, 4))


register("layers: InputLayer and InputSpec", _of_input_layer)
