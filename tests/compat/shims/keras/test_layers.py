import keras as modern
import numpy as np
import pytest

from compat import keras, tensorflow
from compat.tables.behaviour.changed_defaults import CHANGED_DEFAULTS
from compat.tables.behaviour.integer_sizes import INTEGER_SIZES
from compat.tables.rows import REQUIRED

ROWS = [row for row in CHANGED_DEFAULTS if row.symbol.startswith("keras.layers.")]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.symbol + "." + row.keyword)
def test_legacy_default(row):
    cls = getattr(keras.layers, row.symbol.rpartition(".")[2])
    required = (3,) if "GRU" in row.symbol else (3, 2) if "Conv" in row.symbol else ()
    config = cls(*required).get_config()
    found = config[row.keyword]
    if row.legacy == "hard_sigmoid":
        found = found["config"].rpartition(">")[2]
    assert found == row.legacy or (row.modern == REQUIRED and set(np.ravel(found)) == {row.legacy})


def test_given_values_win():
    assert keras.layers.MaxPooling2D((3, 3)).get_config()["pool_size"] == (3, 3)
    assert keras.layers.MaxPooling2D(pool_size=3).get_config()["pool_size"] == (3, 3)
    assert keras.layers.GRU(2, reset_after=True).get_config()["reset_after"]


def test_leaky_relu_alpha():
    assert keras.layers.LeakyReLU(alpha=0.2).negative_slope == pytest.approx(0.2)
    assert keras.layers.LeakyReLU(0.1).negative_slope == pytest.approx(0.1)
    assert keras.layers.LeakyReLU().negative_slope == pytest.approx(0.3)
    for layer in (keras.layers.LeakyReLU(-2.0), keras.layers.LeakyReLU(alpha=-2.0)):
        np.testing.assert_allclose(layer(np.array([[-1.0, 3.0]], "float32")), [[2.0, 3.0]])


@pytest.mark.parametrize("name", ["a.h5", "a.keras"])
def test_thresholded_relu(name, tmp_path):
    layer = keras.layers.ThresholdedReLU(0.5, batch_input_shape=(2, 3))
    assert isinstance(layer, keras.layers.advanced_activations.ThresholdedReLU)
    model = keras.models.Sequential([layer])
    x = np.array([[-1.0, 0.5, 0.6], [0.0, 0.4, 2.0]], "float32")
    np.testing.assert_allclose(model.predict(x), [[0.0, 0.0, 0.6], [0.0, 0.0, 2.0]])
    model.save(str(tmp_path / name))
    again = keras.models.load_model(str(tmp_path / name))
    np.testing.assert_allclose(again.predict(x), model.predict(x))
    assert again.layers[0].get_config()["theta"] == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("keras", "shape", "factor"),
    [
        (keras, (8,), 5 / (4 - 1e-3)),
        (keras, (3, 3, 2), 45 / 44 * 45 / (44 - 1e-3)),
        (tensorflow.keras, (8,), 1.0),
        (tensorflow.keras, (3, 3, 2), 45 / 44),
    ],
)
def test_population_variance(keras, shape, factor):
    """Standalone Keras corrects what the fused kernel has corrected; `tf.keras` does not."""
    inputs = keras.layers.Input(shape=shape)
    model = keras.models.Model(inputs, keras.layers.BatchNormalization(momentum=0.9)(inputs))
    model.compile(loss="mse", optimizer="sgd")
    x = np.random.RandomState(0).rand(5, *shape).astype("float32")
    model.train_on_batch(x, x)
    variance = x.reshape(-1, shape[-1]).var(axis=0)
    np.testing.assert_allclose((model.get_weights()[3] - 0.9) / 0.1, variance * factor, rtol=1e-3)


@pytest.mark.parametrize("namespace", [keras, tensorflow.keras], ids=["keras", "tf.keras"])
@pytest.mark.parametrize(
    ("shape", "axis", "epsilon"),
    [
        ((4, 3, 2), -1, 1.001e-5),
        ((4, 3, 2), 1, 1.001e-5),
        ((4, 3, 2), 2, 1e-7),
        ((4,), -1, 1e-7),
        ((4, 2), -1, 1e-7),
    ],
)
def test_least_epsilon(namespace, shape, axis, epsilon):
    """The fused kernel of TensorFlow 1, which normalized images, took no less than 1.001e-5."""
    layer = namespace.layers.BatchNormalization(axis=axis, epsilon=1e-7)
    x = 0.003 * np.random.RandomState(0).rand(3, *shape).astype("float32")
    others = tuple(each for each in range(x.ndim) if each != axis % x.ndim)
    mean, variance = x.mean(others, keepdims=True), x.var(others, keepdims=True)
    np.testing.assert_allclose(layer(x, training=True), (x - mean) / np.sqrt(variance + epsilon), rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(type(layer).from_config(layer.get_config())(x, training=True), layer(x, training=True))
    assert namespace.layers.BatchNormalization(epsilon=0.1).epsilon == 0.1


@pytest.mark.parametrize("namespace", [keras, tensorflow.keras], ids=["keras", "tf.keras"])
def test_hard_sigmoid(namespace):
    x = np.array([[-2.6, -1.0, 0.0, 1.0, 2.6]], "float32")
    wanted = [[0.0, 0.3, 0.5, 0.7, 1.0]]
    np.testing.assert_allclose(namespace.layers.Activation("hard_sigmoid")(x), wanted, atol=1e-6)
    layer = namespace.layers.Dense(5, "hard_sigmoid", kernel_initializer="identity")
    np.testing.assert_allclose(layer(x), wanted, atol=1e-6)
    again = type(layer).from_config(layer.get_config())
    assert again.activation is layer.activation
    recurrent = namespace.layers.LSTM(2, recurrent_activation="hard_sigmoid")
    assert recurrent.cell.recurrent_activation is layer.activation
    assert namespace.layers.Dense(5, "sigmoid").activation is modern.activations.sigmoid


@pytest.mark.parametrize(("namespace", "factor"), [(keras, 3.0), (tensorflow.keras, 1.0)], ids=["keras", "tf.keras"])
def test_activity_regularizers(namespace, factor):
    """Standalone Keras adds the sum of all rows, `tf.keras` that of one row."""
    rows = np.ones((3, 2), "float32")
    for layer in (
        namespace.layers.ActivityRegularization(l1=0.5),
        namespace.layers.Dense(2, kernel_initializer="identity", activity_regularizer=modern.regularizers.L1(0.5)),
    ):
        layer(rows)
        assert float(sum(layer.losses)) == pytest.approx(factor)
    again = type(layer).from_config(layer.get_config())
    again(rows)
    assert type(again.activity_regularizer) is type(layer.activity_regularizer)


def test_layers_of_keras_3_are_instances():
    assert isinstance(modern.layers.BatchNormalization(), keras.layers.BatchNormalization)
    assert isinstance(modern.layers.Dense(2), keras.layers.Dense)
    assert not isinstance(modern.layers.Dense(2), keras.layers.BatchNormalization)
    assert issubclass(modern.layers.LSTM, keras.layers.LSTM)


def test_own_subclasses_have_the_defaults():
    class Own(keras.layers.GRU):
        pass

    assert not Own(2).reset_after
    assert isinstance(Own(2), keras.layers.GRU)
    assert not isinstance(keras.layers.GRU(2), Own)


def test_regularizers():
    assert keras.regularizers.l2(l=0.5).l2 == pytest.approx(0.5)
    assert keras.regularizers.l1_l2().get_config() == pytest.approx({"l1": 0.01, "l2": 0.01})


@pytest.mark.parametrize("namespace", [keras, tensorflow.keras], ids=["keras", "tf.keras"])
@pytest.mark.parametrize("name", sorted(INTEGER_SIZES))
def test_sizes_of_numpy(namespace, name):
    cls = getattr(namespace.layers, name.rpartition(".")[2])
    sizes = INTEGER_SIZES[name]
    by_position = cls(*[np.int64(3) for _ in sizes])
    by_keyword = cls(**{size: np.int32(3) for size in sizes})
    for layer in (by_position, by_keyword):
        assert [layer.get_config()[size] for size in sizes] == [3] * len(sizes)
        assert isinstance(layer, cls)


def test_a_derived_layer_takes_sizes_of_numpy():
    class Twice(tensorflow.keras.layers.Dense):
        pass

    assert Twice(np.int64(3)).units == 3


@pytest.mark.parametrize("shims", [keras, tensorflow.keras])
def test_hard_sigmoid_is_that_of_keras_2(shims):
    x = np.array([-3.0, -1.0, 2.0, 3.0], "float32")
    for function in (shims.activations.hard_sigmoid, shims.activations.get("hard_sigmoid"), shims.backend.hard_sigmoid):
        assert np.allclose(function(x), [0, 0.3, 0.9, 1])
    assert shims.activations.get("relu") is modern.activations.relu


@pytest.mark.parametrize("name", ["SimpleRNN", "GRU", "LSTM"])
def test_activity_regularizers_of_recurrent_layers(name):
    layer = getattr(keras.layers, name)(2, activity_regularizer="l2", kernel_initializer="ones")
    outputs = np.array(layer(np.ones((3, 4, 2), "float32")))
    assert float(layer.losses[0]) == pytest.approx(0.01 * (outputs**2).sum(), rel=1e-5)


def test_masked_steps_count_in_batch_normalization():
    x = np.array([[[1.0], [2.0], [0.0]], [[4.0], [0.0], [0.0]]], "float32")
    masked = keras.layers.BatchNormalization()(keras.layers.Masking()(x), training=True)
    assert np.allclose(masked, keras.layers.BatchNormalization()(x, training=True))


@pytest.mark.parametrize("shape", [(3, 4, 5), (3, 5)])
def test_embedding_that_is_told_two_lengths(shape):
    with pytest.raises(ValueError, match="input_length"):
        keras.models.Sequential([keras.layers.Embedding(10, 4, input_length=2, input_shape=shape)])


def test_embedding_that_is_told_its_length_twice():
    model = keras.models.Sequential([keras.layers.Embedding(10, 4, input_length=2, input_shape=(None,))])
    assert model.predict(np.zeros((1, 2))).shape == (1, 2, 4)


def test_a_layer_for_an_activation():
    with pytest.warns(UserWarning, match="layer instance"):
        assert keras.activations.get(keras.layers.Dense(2)) is not None


def test_lambda_of_its_configuration():
    x = np.array([[1.0, 2.0]], "float32")
    layer = keras.layers.Lambda(lambda x: 3 * x)
    again = type(layer).from_config(layer.get_config())
    np.testing.assert_allclose(keras.backend.eval(again(keras.backend.constant(x))), 3 * x)


def test_no_rows_to_predict():
    model = keras.models.Sequential([keras.layers.Dense(2, input_shape=(3,))])
    assert len(model.predict(np.zeros((0, 3)))) == 0


def test_keywords_without_effect():
    x = np.ones((2, 3, 4), "float32")
    layer = keras.layers.SimpleRNN(3, implementation=2, kernel_initializer="ones", input_shape=(3, 4))
    assert keras.models.Sequential([layer]).predict(x).shape == (2, 3)
    with pytest.raises(TypeError if modern.__version__ < "3" else ValueError, match="nonsense"):
        keras.layers.SimpleRNN(3, nonsense=2)


def test_rows_for_states():
    """Three rows are no whole batches of two."""
    layer = keras.layers.LSTM(3, stateful=True, batch_input_shape=(2, 3, 4))
    model = keras.models.Sequential([layer])
    model.compile("sgd", "mse")
    x, y = np.ones((3, 3, 4)), np.ones((3, 3))
    for use in (
        lambda: model.fit(x, y),
        lambda: model.fit(x, y, 2),
        lambda: model.evaluate(x, y, 2),
        lambda: model.predict(x, 2),
    ):
        with pytest.raises(ValueError, match="divided by the batch size"):
            use()
    assert model.predict(x[:2]).shape == (2, 3)
    assert model.evaluate(x[:2], y[:2], 2, verbose=0) >= 0


def test_activation_of_a_scope():
    def mine(x):
        return 2 * x

    with keras.utils.custom_object_scope({"mine": mine}):
        assert keras.activations.get("mine") is mine


def test_private_bases():
    from compat.keras.layers.convolutional import _Conv
    from compat.keras.layers.pooling import _Pooling1D, _Pooling2D

    layers = keras.layers
    found = [isinstance(each, (_Conv, _Pooling2D)) for each in (layers.Conv1D(1, 1), layers.MaxPooling2D())]
    assert found == [True, True]
    assert not isinstance(layers.Dense(1), _Conv)
    assert [isinstance(each, _Pooling1D) for each in (layers.AveragePooling1D(), layers.MaxPooling2D())] == [
        True,
        False,
    ]


def test_own_merging_layer():
    """As the WGAN-GP of many repositories has it; 2.4 on Keras 2.3.1."""
    from compat.keras.layers.merge import _Merge

    class Weighted(_Merge):
        def _merge_function(self, inputs):
            return 0.3 * inputs[0] + 0.7 * inputs[1]

    first, second = keras.layers.Input((4,)), keras.layers.Input((4,))
    model = keras.models.Model([first, second], Weighted()([first, second]))
    assert model.predict([np.ones((2, 4)), np.zeros((2, 4))]).sum() == pytest.approx(2.4)
    assert isinstance(Weighted(), _Merge)
    assert isinstance(keras.layers.Add(), _Merge)
    assert not isinstance(keras.layers.Dense(1), _Merge)


def test_a_number_for_the_shape_of_a_weight():
    """`tf.keras` made a vector of it; Keras 2.3.1 refused it."""

    class Bias(tensorflow.keras.layers.Layer):
        def build(self, input_shape):
            self.bias = self.add_weight(name="bias", shape=input_shape[-1], initializer="ones")
            super().build(input_shape)

        def call(self, inputs):
            return inputs + self.bias

    assert float(Bias()(np.ones((1, 3), "float32")).numpy().sum()) == 6.0


def test_a_mask_for_a_layer_that_takes_none():
    layer = keras.layers.Conv2D(1, 2)
    assert layer.compute_mask(None, [None]) is None
    with pytest.raises(TypeError, match="does not support masking"):
        layer.compute_mask(None, [np.ones(2)])


def test_a_slope_below_zero_in_a_model(tmp_path):
    model = keras.models.Sequential([keras.layers.LeakyReLU(-1.0, input_shape=(2,))])
    model.save(str(tmp_path / "model.h5"))
    x = np.array([[-2.0, 3.0]])
    for again in (keras.models.model_from_json(model.to_json()), keras.models.load_model(str(tmp_path / "model.h5"))):
        np.testing.assert_array_equal(again.predict(x), [[2.0, 3.0]])
