import itertools

import keras as keras3
import numpy as np
import pytest
from compat.keras.models import Model, Sequential

from compat import keras
from compat import tensorflow as tf
from tests.quick import only

K = keras.backend

X = np.random.RandomState(0).rand(8, 4).astype("float32")


def functional(**keywords):
    inputs = keras.layers.Input(shape=(4,))
    outputs = keras.layers.Dense(2, activation="softmax")(inputs)
    return Model(**{name: inputs if name.startswith("input") else outputs for name in keywords})


def test_keras_1_keywords():
    model = functional(input=1, output=1)
    assert isinstance(model, Model)
    assert isinstance(model, keras3.Model)
    assert hasattr(model, "fit_generator")


def test_sequential():
    model = Sequential([keras.layers.Dense(2, activation="softmax", input_dim=4)])
    assert isinstance(model, Sequential)
    assert model.predict_classes(X).shape == (8,)
    assert model.predict_proba(X).shape == (8, 2)


def test_functions_that_are_made_before_threads_start():
    model = functional(inputs=1, outputs=1)
    model._make_predict_function()
    with pytest.raises(RuntimeError, match="compile"):
        model._make_train_function()
    model.compile("adam", "mse")
    model._make_test_function()
    model._make_train_function()
    assert len(model.optimizer.variables) > 2 * len(model.trainable_weights)


def test_one_metric_without_a_list():
    for metric in ("mae", keras3.metrics.mean_absolute_error, keras3.metrics.MeanAbsoluteError(name="mae")):
        model = functional(inputs=1, outputs=1)
        model.compile("sgd", "mse", metrics=metric, weighted_metrics=metric)
        history = model.fit(X, X[:, :2], verbose=0).history
        assert len(set(map(tuple, history.values()))) == 2  # the loss, and the metric under the names of 2.2 and 2.3


def test_subclass_with_call():
    class Net(Model):
        def __init__(self):
            super().__init__()
            self.dense = keras.layers.Dense(1)

        def call(self, inputs):
            return self.dense(inputs)

    functional(inputs=1, outputs=1)
    net = Net()
    net.compile(loss="mse", optimizer="sgd")
    net.fit(X, X[:, :1], nb_epoch=1, verbose=0)
    assert issubclass(Net, Model)


def test_subclass_from_inputs_and_outputs():
    class Net(Model):
        pass

    inputs = keras.layers.Input(shape=(4,))
    net = Net(inputs=inputs, outputs=keras.layers.Dense(1)(inputs))
    net.compile(loss="mse", optimizer="sgd")
    net.fit_generator(((X, X[:, :1]) for _ in range(3)), steps_per_epoch=3, verbose=0)
    assert net.evaluate(X, X[:, :1], verbose=0) > 0


def test_a_lone_positional_argument_is_ignored():
    class Net(Model):
        def __init__(self, name):
            super().__init__(name)

    class Layers(Sequential):
        def __init__(self, layers):
            super().__init__(layers)

    assert Net("policy").name.startswith("net")
    assert len(Layers([keras.layers.Dense(1)]).layers) == 1


def test_applications_and_loading(tmp_path):
    model = keras.applications.MobileNet(weights=None, input_shape=(32, 32, 3), classes=2, alpha=0.25)
    assert hasattr(model, "fit_generator")
    model.save(str(tmp_path / "m.h5"))
    assert hasattr(keras.models.load_model(str(tmp_path / "m.h5")), "fit_generator")
    assert hasattr(keras.models.model_from_json(model.to_json()), "fit_generator")
    assert hasattr(keras.models.clone_model(model), "fit_generator")


def test_saved_as_what_it_is(tmp_path):
    for model in (functional(inputs=1, outputs=1), Sequential([keras.layers.Dense(2, input_shape=(4,))])):
        model.save(str(tmp_path / "m.keras"))
        loaded = keras3.models.load_model(str(tmp_path / "m.keras"))
        assert type(loaded).__module__.startswith("keras.src")


def test_generator_with_class_weight():
    model = functional(inputs=1, outputs=1)
    model.compile(loss="categorical_crossentropy", optimizer="sgd")
    y = np.eye(2)[[0, 1] * 4]

    def batches():
        while True:
            yield X, y

    model.fit_generator(batches(), steps_per_epoch=2, class_weight={0: 1.0, 1: 3.0}, verbose=0)


def test_sequence_is_looped_over_and_threads_are_set():
    class Batches(keras.utils.Sequence):
        def __init__(self):
            self.ends = 0

        def __len__(self):
            return 3

        def __getitem__(self, index):
            return X, X[:, :2]

        def on_epoch_end(self):
            self.ends += 1

    model = functional(inputs=1, outputs=1)
    model.compile(loss="mse", optimizer="sgd")
    source = Batches()
    model.fit_generator(source, steps_per_epoch=5, epochs=2, workers=2, max_queue_size=4, verbose=0)
    assert int(model.optimizer.iterations.numpy()) == 10
    assert source.ends >= 3


def test_training_goes_on_after_loading_hdf5(tmp_path):
    model = functional(inputs=1, outputs=1)
    model.compile(loss="mse", optimizer=keras.optimizers.SGD(lr=0.5, momentum=0.9))
    model.train_on_batch(X, X[:, :2])
    model.save(str(tmp_path / "m.h5"))
    loaded = keras.models.load_model(str(tmp_path / "m.h5"))
    assert keras.backend.get_value(loaded.optimizer.lr) == 0.5
    for each in (model, loaded):
        each.train_on_batch(X, X[:, :2])
    assert int(loaded.optimizer.iterations.numpy()) == 2
    assert all(np.allclose(a, b) for a, b in zip(model.get_weights(), loaded.get_weights()))


def test_popped_layers():
    """As in Keras 2.3.1, the model computes what it did, and its list of layers ends earlier."""
    inputs = keras.layers.Input((4,))
    hidden = keras.layers.Dense(3)(inputs)
    model = keras.models.Model(inputs, keras.layers.Dense(2)(hidden))
    model.layers.pop()
    assert model.layers[-1].output_shape == (None, 3)
    assert Model(model.input, model.layers[-1].output).predict(X).shape == (8, 3)
    assert model.predict(X).shape == (8, 2)
    sequential = Sequential([keras.layers.Dense(3, input_dim=4), keras.layers.Dense(2)])
    sequential.layers.pop()
    assert len(sequential.layers) == 2


def test_lambda_layers(tmp_path):
    """Models with functions are cloned, saved and described, as in Keras 2.3.1."""
    model = Sequential([keras.layers.Lambda(lambda x: 2 * x, input_shape=(4,)), keras.layers.Dense(2)])
    model.save(str(tmp_path / "model.h5"))
    described = (keras.models.clone_model(model), keras.models.model_from_json(model.to_json()))
    for again in (*described, keras.models.load_model(str(tmp_path / "model.h5"))):
        again.set_weights(model.get_weights())
        assert np.allclose(again.predict(X), model.predict(X))
    for name in ("model.h5", "model.keras"):
        model.save(str(tmp_path / name))
        with pytest.raises(ValueError, match="lambda"):
            keras.models.load_model(str(tmp_path / name), safe_mode=True)


FACTOR = 3.0
LAMBDAS = {
    "backend": lambda x: K.square(x) + 1.0,
    "NumPy": lambda x: x * np.ones(4, "float32"),
    "a global of the file": lambda x: FACTOR * x,
    "within": lambda x: K.sum(K.map_fn(lambda row: FACTOR * row, x), axis=-1, keepdims=True),
}


KINDS = ("functional", "Sequential", "in a wrapper")
_QUICK = {("keras", "functional", "backend"), ("tf.keras", "in a wrapper", "a global of the file")}
_CASES = only(_QUICK, itertools.product(("keras", "tf.keras"), KINDS, LAMBDAS))


@pytest.mark.parametrize(("package", "kind", "function"), _CASES)
def test_names_that_lambda_layers_read(package, kind, function, tmp_path):
    """The function of a model that is made anew reads the backend as `K`, NumPy as `np`, and the file it was written in."""
    api = keras if package == "keras" else tf.keras
    layer = api.layers.Lambda(LAMBDAS[function])
    if kind == "functional":
        inputs = api.layers.Input(shape=(4,))
        model = api.models.Model(inputs, layer(inputs))
    elif kind == "Sequential":
        model = api.models.Sequential([api.layers.InputLayer(input_shape=(4,)), layer])
    else:
        model = api.models.Sequential([api.layers.Reshape((2, 4), input_shape=(8,)), api.layers.TimeDistributed(layer)])
    x = X if kind != "in a wrapper" else X.reshape(4, 8)
    model.save(str(tmp_path / "model.h5"))
    made = {
        "class": type(model).from_config(model.get_config()),
        "config": api.models.model_from_config({"class_name": type(model).__name__, "config": model.get_config()}),
        "JSON": api.models.model_from_json(model.to_json()),
        "clone": api.models.clone_model(model),
        "file": api.models.load_model(str(tmp_path / "model.h5")),
    }
    for way, again in made.items():
        np.testing.assert_allclose(again.predict(x), model.predict(x), err_msg=way)


@pytest.mark.parametrize("package", only(("keras",), ["keras", "tf.keras"]))
def test_masks_of_models_that_are_made_anew(package, tmp_path):
    """A sum is masked where one of its parts is, as where the model was built; in Keras 3 where all of them are."""
    api = keras if package == "keras" else tf.keras
    words, others = api.layers.Input(shape=(3,)), api.layers.Input(shape=(3,))
    parts = [api.layers.Embedding(5, 2, mask_zero=True)(each) for each in (words, others)]
    model = api.models.Model([words, others], api.layers.LSTM(2)(api.layers.Add()(parts)))
    x = [np.array([[1, 2, 0], [3, 0, 0]]), np.array([[1, 0, 0], [2, 1, 1]])]
    model.save(str(tmp_path / "model.h5"))
    made = {
        "class": type(model).from_config(model.get_config()),
        "JSON": api.models.model_from_json(model.to_json()),
        "clone": api.models.clone_model(model),
        "file": api.models.load_model(str(tmp_path / "model.h5")),
    }
    for way, again in made.items():
        again.set_weights(model.get_weights())
        np.testing.assert_allclose(again.predict(x), model.predict(x), rtol=1e-6, err_msg=way)


class Moded(keras.layers.Layer):
    def __init__(self, mode="add", **kwargs):
        super().__init__(**kwargs)
        self.mode = mode

    def call(self, inputs):
        return inputs + 1 if self.mode == "add" else inputs

    def get_config(self):
        return {**super().get_config(), "mode": self.mode}


def test_words_of_own_layers(tmp_path):
    """A word that is the name of a function of `keras.layers`, too, is read as the word that it was."""
    model = Sequential([Moded("add", input_shape=(4,))])
    model.save(str(tmp_path / "model.h5"))
    again = keras.models.load_model(str(tmp_path / "model.h5"), {"Moded": Moded})
    assert again.layers[-1].mode == "add"
    np.testing.assert_array_equal(again.predict(X), X + 1)


def test_a_model_of_lists_of_one():
    layers = keras.layers
    inputs = layers.Input((2,))
    inner = keras.models.Model(inputs=[inputs], outputs=[layers.Dense(3)(inputs)])
    again = layers.Input((2,))
    outer = keras.models.Model([again], [layers.Dense(1)(inner(again))])
    cut = keras.models.Model(inner.input, layers.Activation("relu")(inner.output))
    assert [each.predict(np.ones((4, 2))).shape for each in (outer, cut)] == [(4, 1), (4, 3)]
    assert keras.backend.function([inner.input], [inner.output])([np.ones((4, 2))])[0].shape == (4, 3)


@pytest.mark.parametrize(
    ("loss", "metric", "known"),
    [
        ("kld", "acc", [0.10644, 0.5]),
        ("mse", "logcosh", [0.05, 0.024666]),
        ("mse", "MSE", [0.05, 0.05]),
        ("mse", "kullback_leibler_divergence", [0.05, 0.10644]),
    ],
)
def test_losses_and_metrics_by_their_short_names_in_a_file(loss, metric, known, tmp_path):
    """The values are those of Keras 2.3.1."""
    dense = keras.layers.Dense(2, activation="softmax", kernel_initializer="ones", input_shape=(2,))
    model = keras.models.Sequential([dense])
    model.compile("sgd", loss, metrics=[metric])
    model.save(str(tmp_path / "m.h5"))
    loaded = keras.models.load_model(str(tmp_path / "m.h5"))
    y = np.array([[0.2, 0.8], [0.6, 0.4]])
    np.testing.assert_allclose(loaded.evaluate(np.eye(2), y, verbose=0), known, rtol=1e-4)


def test_rows_in_lists():
    """The losses are those of Keras 2.3.1, which makes an array of each list."""
    inputs = keras.layers.Input((3,))
    model = Model(inputs, [keras.layers.Dense(1, kernel_initializer="ones")(inputs) for _ in range(2)])
    model.compile("sgd", "mse")
    rows = [[np.array([sign * float(i)]) for i in range(4)] for sign in (1, -1)]
    assert model.fit(np.ones((4, 3)), rows, verbose=0).history["loss"] == pytest.approx([25.0])
    assert model.evaluate(np.ones((4, 3)), rows, verbose=0) == pytest.approx([21.544, 3.1544, 18.3896], abs=1e-4)
