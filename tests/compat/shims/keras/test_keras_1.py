"""Layers of the shims take the arguments of Keras 1, as those of Keras 2.3.1 did."""

import keras as modern_keras
import numpy as np
import pytest

from compat import keras, tensorflow
from tests.compat.keras_1_calls import KERAS_1_CALLS, OTHER_NAMES

NAMES = {name: getattr(keras.layers, name) for name in dir(keras.layers) if name[0].isupper()}


def make(text, names):
    return eval(text, names)


def config(layer):
    return {name: value for name, value in layer.get_config().items() if name not in ("name", "seed")}


@pytest.mark.parametrize(("legacy", "modern"), [*KERAS_1_CALLS, *OTHER_NAMES])
def test_same_layer(legacy, modern):
    layer = make(legacy, {**NAMES})
    assert repr(config(layer)) == repr(config(make(modern, {**NAMES})))
    if "(" in modern and type(layer).__module__.startswith("keras.src"):
        assert type(layer) is type(make(modern, dict(vars(modern_keras.layers))))


def test_the_kernel_of_convolution2d():
    """Strides of 3 were made of the third number, in silence."""
    layer = keras.layers.Convolution2D(8, 3, 3)
    assert (layer.kernel_size, layer.strides) == ((3, 3), (1, 1))
    assert keras.layers.convolutional.Convolution2D(8, np.int64(3), 3).strides == (1, 1)


def test_tf_keras_never_had_them():
    assert tensorflow.keras.layers.Conv2D(8, 3, 3).strides == (3, 3)
    with pytest.raises((TypeError, ValueError)):
        tensorflow.keras.layers.Conv2D(8, (3, 3), border_mode="same")


@pytest.mark.parametrize(
    ("call", "error"),
    [
        ("Dense(output_dim=3, units=3)", TypeError),
        ("Conv2D(8, 3, 3, padding='same')", ValueError),
        ("BatchNormalization(mode=2)", TypeError),
        ("Conv2D(8, nb_row=3)", (TypeError, ValueError)),
    ],
)
def test_refused_as_keras_2_refused_it(call, error):
    with pytest.raises(error):
        make(call, {**NAMES})


def test_ignored_as_keras_2_ignored_it():
    assert keras.layers.Embedding(9, 3, dropout=0.5)
    assert keras.layers.LSTM(3, forget_bias_init="zero").unit_forget_bias


def test_layers_are_those_of_keras():
    """What is made is the modern layer, so that it is saved and recognised as one."""
    layer = keras.layers.Convolution2D(8, 3, 3)
    assert type(layer) == modern_keras.layers.Conv2D  # noqa: E721 - it adds methods of Keras 2
    assert modern_keras.saving.serialize_keras_object(layer)["module"] == "keras.layers"
    assert layer.__class__ == keras.layers.Conv2D
    assert isinstance(layer, keras.layers.Conv2D)
    assert isinstance(modern_keras.layers.Dense(2), keras.layers.Dense)
    assert not isinstance(layer, keras.layers.Dense)
    assert issubclass(keras.layers.Conv2D, modern_keras.layers.Layer)


def test_derived_classes():
    class Narrow(keras.layers.Dense):
        def __init__(self, output_dim, **kwargs):
            super().__init__(output_dim=output_dim, init="one", **kwargs)

        def call(self, inputs):
            return 2 * super().call(inputs)

    layer = Narrow(1, input_shape=(3,))
    assert type(layer) is Narrow
    assert isinstance(layer, keras.layers.Dense)
    assert not isinstance(keras.layers.Dense(1), Narrow)
    np.testing.assert_allclose(layer(np.ones((1, 3), "float32")), [[6.0]])


LEFT = np.array([[1.0, 2.0], [3.0, 4.0]], "float32")
RIGHT = np.array([[0.5, -1.0], [2.0, 0.0]], "float32")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({}, LEFT + RIGHT),
        ({"mode": "sum"}, LEFT + RIGHT),
        ({"mode": "mul"}, LEFT * RIGHT),
        ({"mode": "ave"}, (LEFT + RIGHT) / 2),
        ({"mode": "max"}, np.maximum(LEFT, RIGHT)),
        ({"mode": "concat"}, np.concatenate([LEFT, RIGHT], axis=1)),
        ({"mode": "concat", "concat_axis": 1}, np.concatenate([LEFT, RIGHT], axis=1)),
        ({"mode": "dot"}, (LEFT * RIGHT).sum(1, keepdims=True)),
        (
            {"mode": "cos", "dot_axes": 1},
            ((LEFT * RIGHT).sum(1) / np.linalg.norm(LEFT, axis=1) / np.linalg.norm(RIGHT, axis=1)).reshape(2, 1, 1),
        ),
    ],
)
def test_merge(arguments, expected):
    inputs = [keras.layers.Input(shape=(2,)), keras.layers.Input(shape=(2,))]
    model = keras.models.Model(input=inputs, output=keras.layers.merge(inputs, **arguments))
    np.testing.assert_allclose(model.predict([LEFT, RIGHT]), expected, rtol=1e-6)


def test_merge_is_still_a_module():
    from compat.keras.layers.merge import concatenate

    assert keras.layers.merge.Add is keras.layers.Add
    assert concatenate is keras.layers.concatenate


def test_merge_of_a_function():
    with pytest.raises(TypeError, match="Lambda"):
        keras.layers.merge([LEFT, RIGHT], mode=lambda both: both[0], output_shape=(2,))


def test_highway():
    """The sigmoid of a bias of one lets 0.731 through."""
    layer = keras.layers.Highway(init="zero", activation="relu", b_constraint="maxnorm", input_dim=2)
    np.testing.assert_allclose(layer(LEFT), LEFT * (1 - 1 / (1 + np.exp(-1.0))), rtol=1e-5)
    assert [weight.name for weight in layer.weights] == ["W", "W_carry", "b", "b_carry"]
    assert type(layer).from_config(layer.get_config()).get_config() == layer.get_config()


def test_maxout_dense():
    kernel = np.array([[[1.0], [0.0]], [[0.0], [1.0]]], "float32")
    layer = keras.layers.core.MaxoutDense(1, nb_feature=2, weights=[kernel, np.zeros((2, 1))], W_regularizer="l2")
    np.testing.assert_allclose(layer(RIGHT), [[0.5], [2.0]])
    assert type(layer).from_config(layer.get_config()).get_config() == layer.get_config()


class Batches(keras.utils.Sequence):
    """Data that knows the size of its batches."""

    batch_size = 2

    def __len__(self):
        return 9

    def __getitem__(self, index):
        return LEFT, RIGHT[:, :1]


def model_of_two():
    model = keras.models.Sequential([keras.layers.Dense(output_dim=1, input_dim=2)])
    model.compile(loss="mse", optimizer="sgd")
    return model


def test_samples_per_epoch():
    model = model_of_two()
    model.fit_generator(Batches(), samples_per_epoch=7, nb_epoch=2, nb_worker=1, max_q_size=3, verbose=0)
    assert int(model.optimizer.iterations) == 6
    assert model.predict_generator(Batches(), 2, max_q_size=3, pickle_safe=False).shape == (4, 1)
    with pytest.raises(TypeError, match="steps_per_epoch"):
        model.fit_generator(iter([(LEFT, RIGHT[:, :1])] * 9), samples_per_epoch=7, verbose=0)


def test_batch_input_shape():
    """A stateful layer needs the size of its batches."""
    added = keras.models.Sequential()
    added.add(keras.layers.LSTM(2, batch_input_shape=(2, 4, 1), stateful=True))
    listed = keras.models.Sequential([keras.layers.Masking(batch_input_shape=(2, 4, 1)), keras.layers.Flatten()])
    assert added.input_shape == listed.input_shape == (2, 4, 1)
    assert added.predict(np.ones((2, 4, 1)), batch_size=2).shape == (2, 2)
    assert keras.models.Sequential([keras.layers.Dense(1, batch_input_shape=(None, 3))]).input_shape == (None, 3)


def test_batch_size():
    """Beside the shape of an input it is the size of its batches; alone it says nothing."""
    layers = keras.layers
    for layer, shape in (
        (layers.LSTM(2, input_shape=(4, 1), batch_size=2, stateful=True), (2, 4, 1)),
        (layers.Dense(1, input_dim=3, batch_size=2), (2, 3)),
        (layers.Embedding(9, 3, input_length=4, batch_size=2), (2, 4)),
        (layers.Embedding(9, 3, batch_size=2), (2, None)),
        (layers.Dense(1, input_shape=(3,), batch_size=None), (None, 3)),
        (layers.GRU(2, input_dim=3, input_length=5, batch_size=2), (2, 5, 3)),
    ):
        assert keras.models.Sequential([layer]).input_shape == shape
    assert layers.Dense(1, batch_size=2).units == 1


def test_first_weights():
    """The vectors of words, and those of a layer that another model trained."""
    table = np.arange(6.0).reshape(3, 2)
    model = keras.models.Sequential()
    model.add(keras.layers.Embedding(3, 2, weights=[table], input_length=2, trainable=False))
    model.add(keras.layers.Flatten())
    model.add(keras.layers.Dense(1, weights=[np.ones((4, 1)), np.array([0.5])]))
    np.testing.assert_allclose(model.predict(np.array([[0, 2]])), [[10.5]])
    assert not model.layers[0].trainable_weights
    assert keras.models.clone_model(model).predict(np.array([[0, 2]])).shape == (1, 1)


def test_the_length_of_an_embedding():
    for length in (4, [4], (4,)):
        model = keras.models.Sequential([keras.layers.Embedding(9, 3, input_length=length), keras.layers.Flatten()])
        assert model.output_shape == (None, 12)
    assert keras.models.Sequential([keras.layers.Embedding(9, 3, input_length=None)]).layers[0].input_dim == 9
    stateful = keras.layers.Embedding(9, 3, input_length=4, batch_input_shape=(2, 4))
    assert keras.models.Sequential([stateful]).output_shape == (2, 4, 3)
