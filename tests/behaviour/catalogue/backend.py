"""`keras.backend`: its settings, and its functions on tensors, with their defaults."""

import numpy as np

from tests.behaviour.probes import integers, probe, reals, register

CASES = [
    "all(x > 0, axis=1)",
    "any(x > 0, axis=-1, keepdims=True)",
    "arange(4)",
    "arange(1, 9, 3, dtype='float32')",
    "argmax(x)",
    "argmin(x, axis=0)",
    "batch_dot(x, y)",
    "batch_dot(x, y, axes=1)",
    "batch_dot(cube, x, axes=[1, 1])",
    "batch_dot(cube, cube, axes=(2, 2))",
    "batch_flatten(cube)",
    "batch_normalization(x, K.constant([0.1] * 3), K.constant([2.0] * 3), K.constant([0.2] * 3), K.constant([1.5] * 3))",
    "bias_add(cube, K.constant(reals(4)))",
    "bias_add(cube, K.constant(reals(3)), data_format='channels_first')",
    "binary_crossentropy(targets, probabilities)",
    "binary_crossentropy(targets, x, from_logits=True)",
    "categorical_crossentropy(targets, probabilities)",
    "categorical_crossentropy(targets, x, from_logits=True)",
    "sparse_categorical_crossentropy(classes, probabilities)",
    "sparse_categorical_crossentropy(classes, x, from_logits=True)",
    "cast(x * 3, 'int32')",
    "cast_to_floatx(np.array([1, 2]))",
    "clip(x, -0.5, 0.5)",
    "clip(x, 0.5, 0.2)",
    "clip(x, None, 0.5)",
    "concatenate([x, y])",
    "concatenate([x, y], axis=0)",
    "conv1d(cube, K.constant(reals(2, 4, 3)))",
    "conv1d(cube, K.constant(reals(2, 4, 3)), padding='causal')",
    "conv2d(images, K.constant(reals(2, 2, 3, 2)), padding='same')",
    "cos(x)",
    "count_params(K.variable(reals(2, 3)))",
    "cumprod(x, axis=1)",
    "cumsum(x)",
    "dot(x, K.transpose(y))",
    "dot(cube, K.constant(reals(4, 2)))",
    "dot(cube, K.constant(reals(2, 4, 5)))",
    "elu(x, 0.5)",
    "equal(x, y)",
    "exp(x)",
    "expand_dims(x)",
    "eye(3)",
    "flatten(cube)",
    "foldl(lambda a, b: a + b, x)",
    "foldr(lambda a, b: a * b, x)",
    "gather(x, [1, 0, 1])",
    "greater_equal(x, y)",
    "hard_sigmoid(x * 3)",
    "in_top_k(probabilities, K.constant([0, 1], dtype='int32'), 1)",
    "l2_normalize(x)",
    "l2_normalize(x, axis=1)",
    "log(K.abs(x))",
    "logsumexp(x, axis=1)",
    "map_fn(lambda row: row * 2, x)",
    "max(x, axis=1, keepdims=True)",
    "maximum(x, y)",
    "mean(x)",
    "mean(x > 0)",
    "mean(x, axis=[0, 1])",
    "mean(K.constant([1, 2], dtype='int32'))",
    "minimum(x, 0.1)",
    "not_equal(x, x)",
    "one_hot(K.constant([0, 2], dtype='int32'), 3)",
    "ones((2, 2))",
    "ones_like(x)",
    "permute_dimensions(cube, (0, 2, 1))",
    "pool2d(images, (2, 2))",
    "pool2d(images, (2, 2), padding='same', pool_mode='avg')",
    "pool2d(images, (2, 2), strides=(2, 2))",
    "pow(x, 2)",
    "prod(x, axis=1)",
    "relu(x)",
    "relu(x, 0.1, 0.5)",
    "relu(x, threshold=0.2)",
    "repeat(x, 2)",
    "repeat_elements(cube, 2, axis=1)",
    "reshape(cube, (2, -1))",
    "resize_images(images, 2, 2, 'channels_last')",
    "resize_images(images, 2, 3, data_format='channels_last', interpolation='nearest')",
    "reverse(x, 1)",
    "round(x * 5)",
    "round(K.constant([0.5, 1.5, 2.5, -0.5]))",
    "shape(x)",
    "sigmoid(x)",
    "sign(x)",
    "sin(x)",
    "softmax(x)",
    "softmax(cube, axis=1)",
    "softplus(x)",
    "softsign(x)",
    "spatial_2d_padding(images)",
    "spatial_2d_padding(images, ((1, 0), (0, 2)))",
    "sqrt(x)",
    "square(x)",
    "squeeze(K.constant(reals(2, 1, 3)), 1)",
    "stack([x, y])",
    "stack([x, y], axis=-1)",
    "std(x)",
    "std(x, axis=1)",
    "sum(x, axis=-1)",
    "switch(K.constant(1) > 0, x, y)",
    "switch(x > 0, x, y)",
    "switch(K.constant([True, False]), x, y)",
    "switch(K.constant([True, False]), K.constant([[1.0, 2.0], [3.0, 4.0]]), K.zeros((2, 2)))",
    "tanh(x)",
    "temporal_padding(cube)",
    "temporal_padding(cube, (2, 0))",
    "tile(x, [1, 2])",
    "transpose(x)",
    "var(x, axis=1)",
    "zeros((2, 2), dtype='int32')",
    "zeros_like(x)",
    "random_binomial((2, 2), 1.0)",
    "random_normal((2, 2), mean=3.0, stddev=0.0)",
    "random_uniform((2, 2), 2.0, 2.0)",
    "truncated_normal((2, 2), 1.0, 0.0)",
    "dtype(x)",
    "int_shape(cube)",
    "ndim(cube)",
]


def _given(K):
    probabilities = np.abs(reals(2, 3)) / np.abs(reals(2, 3)).sum(axis=1, keepdims=True)
    return {
        "reals": reals,
        "x": K.constant(reals(2, 3)),
        "y": K.constant(reals(2, 3, start=2.0)),
        "cube": K.constant(reals(2, 3, 4)),
        "images": K.constant(reals(1, 3, 4, 3)),
        "targets": K.constant(np.array([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])),
        "classes": K.constant(integers(2, below=3), dtype="int32"),
        "probabilities": K.constant(probabilities),
    }


def _call(code):
    def run(surface):
        K = surface.K
        value = surface.numbers(surface.run("K." + code, **_given(K)))
        yield "value", value
        if isinstance(value, np.ndarray):
            yield "type", str(value.dtype)

    return run


for _code in CASES:
    register("backend: " + _code, _call(_code))


@probe
def settings(surface):
    backend = surface.keras.backend
    yield "epsilon", backend.epsilon()
    yield "type", backend.floatx()
    yield "format", backend.image_data_format()
    yield "name", backend.backend()


@probe
def settings_that_are_set(surface):
    """`floatx` is the type of new weights and constants; `epsilon` that of layers made later."""
    backend = surface.keras.backend
    try:
        backend.set_floatx("float64")
        yield "floatx", backend.floatx()
        layer = surface.keras.layers.Dense(1)
        layer.build((None, 2))
        yield "weights", str(np.asarray(layer.get_weights()[0]).dtype)
        yield "constant", str(surface.numbers(surface.K.constant(1.0)).dtype)
        backend.set_epsilon(1e-3)
        yield "epsilon", backend.epsilon()
        loss = surface.K.binary_crossentropy(surface.K.constant([1.0]), surface.K.constant([0.0]))
        yield "loss of a wrong certainty", surface.numbers(loss)
        backend.set_image_data_format("channels_first")
        yield "format", backend.image_data_format()
        yield "pooling", surface.keras.layers.MaxPooling2D().get_config()["data_format"]
    finally:
        backend.set_floatx("float32")
        backend.set_epsilon(1e-7)
        backend.set_image_data_format("channels_last")


@probe
def settings_that_are_refused(surface):
    for name, value in (("set_floatx", "float8"), ("set_image_data_format", "channels")):
        try:
            getattr(surface.keras.backend, name)(value)
            yield name, "taken"
        except ValueError:
            yield name, "refused"


@probe
def numbers_of_names(surface):
    uid = surface.keras.backend.get_uid
    yield "first", [uid("some"), uid("some"), uid("other")]
    surface.keras.backend.clear_session()
    yield "after clear_session", uid("some")


@probe
def tensors_of_keras(surface):
    keras = surface.keras
    is_keras_tensor = keras.backend.is_keras_tensor
    given = keras.layers.Input((2,))
    yield "input", is_keras_tensor(given)
    yield "output", is_keras_tensor(keras.layers.Dense(1)(given))


@probe
def other_things_as_tensors_of_keras(surface):
    is_keras_tensor = surface.keras.backend.is_keras_tensor
    yield "variable", is_keras_tensor(surface.K.variable(0.0))


@probe
def an_array_as_a_tensor_of_keras(surface):
    try:
        yield "array", surface.keras.backend.is_keras_tensor(np.zeros(2))
    except ValueError:
        yield "array", "refused"


@probe
def variables(surface):
    K = surface.K
    made = K.variable(reals(2, 2))
    yield "value", K.get_value(made)
    K.set_value(made, np.zeros((2, 2)))
    yield "set", K.get_value(made)
    K.batch_set_value([(made, np.ones((2, 2)))])
    yield "set in a batch", K.batch_get_value([made])
    yield "updated", surface.numbers(K.update_add(made, K.constant(np.ones((2, 2)))))


@probe
def tensors_with_names(surface):
    K = surface.K
    yield "type of a list", str(surface.numbers(K.constant([1, 2])).dtype)
    yield "type of a variable", str(surface.numbers(K.variable([1, 2])).dtype)
    yield "type of an array", str(surface.numbers(K.variable(np.array([1.0, 2.0]))).dtype)


@probe
def dropout(surface):
    K = surface.K
    dropped = surface.numbers(K.dropout(K.constant(np.ones((100, 100))), 0.3))
    yield "share", float(np.round((dropped == 0).mean(), 1))
    yield "scale", dropped.max()


@probe
def recurrent_loop(surface):
    K = surface.K

    def step(x, states):
        new = x + states[0]
        return new * 2, [new]

    last, outputs, states = K.rnn(step, K.constant(reals(2, 3, 4)), [K.constant(np.zeros((2, 4)))])
    yield "last", surface.numbers(last)
    yield "outputs", surface.numbers(outputs)
    yield "states", surface.numbers(list(states))


@probe
def masked_recurrent_loop(surface):
    K = surface.K
    mask = K.constant(np.array([[1, 1, 0], [1, 0, 1]]), dtype="bool")
    loop = K.rnn(
        lambda x, states: (x + states[0], [x + states[0]]),
        K.constant(reals(2, 3, 4)),
        [K.constant(np.zeros((2, 4)))],
        mask=mask,
        go_backwards=True,
    )
    yield "last", surface.numbers(loop[0])
    yield "outputs", surface.numbers(loop[1])


@probe
def ctc_loss(surface):
    K = surface.K
    predicted = np.abs(reals(1, 5, 4)) + 0.1
    predicted /= predicted.sum(axis=-1, keepdims=True)
    lengths = K.constant([[5]], dtype="int32"), K.constant([[2]], dtype="int32")
    labels = K.constant([[0, 1]], dtype="int32")
    yield "loss", surface.numbers(K.ctc_batch_cost(labels, K.constant(predicted), *lengths))
