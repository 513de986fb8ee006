import keras as keras3
import numpy as np
import pytest

from compat import keras
from compat import tensorflow as tf
from compat.keras import backend as K  # noqa: N812
from tests.quick import only

SGD_WEIGHTS = [0.8, 0.7245753, 0.6883465, 0.6688771, 0.6577291, 0.6510851]
ADAM_WEIGHTS = [0.9000002, 0.8530542, 0.8282475, 0.8142569, 0.8060328, 0.8010578]
X = np.random.RandomState(0).rand(32, 4).astype("float32")
Y = X.sum(axis=1, keepdims=True)


def fitted(optimizer, **fit):
    model = keras.models.Sequential([keras.layers.Dense(1, input_shape=(4,), kernel_initializer="ones")])
    model.compile(loss="mse", optimizer=optimizer)
    history = model.fit(X, Y * 2, batch_size=8, epochs=3, shuffle=False, verbose=0, **fit).history
    return model, history


@pytest.mark.parametrize(
    ("name", "options"),
    only(
        (("Adam", {}), ("Adagrad", {})),
        [
            *((name, {}) for name in ("SGD", "RMSprop", "Adagrad", "Adam", "Adamax", "Adadelta", "Nadam")),
            ("SGD", {"clipnorm": 0.1}),
        ],
    ),
)
def test_an_embedding_is_trained_as_the_matrix_that_it_is(name, options):
    words = np.array([[0, 2, 2], [1, 2, 0], [3, 3, 3], [0, 1, 2]])
    matrix = np.random.RandomState(0).rand(4, 2).astype("float32")
    one = keras.models.Sequential([keras.layers.Embedding(4, 2, input_length=3), keras.layers.Flatten()])
    other = keras.models.Sequential([keras.layers.Dense(2, use_bias=False, input_shape=(3, 4)), keras.layers.Flatten()])
    for model, x in ((one, words), (other, np.eye(4, dtype="float32")[words])):
        model.predict(x)
        model.set_weights([matrix])
        model.compile(loss="mse", optimizer=getattr(keras.optimizers, name)(lr=0.1, **options))
        model.fit(x, np.ones((4, 6), "float32"), epochs=3, shuffle=False, verbose=0)
    np.testing.assert_allclose(one.get_weights()[0], other.get_weights()[0], rtol=1e-5)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"clipvalue": 0.05}, [1.0, 1.15, 1.05, 1.1]),
        ({"clipnorm": 0.1, "clipvalue": 0.02}, [1.0, 1.0419067, 1.0152388, 1.0228581]),
    ],
)
def test_each_slice_of_an_embedding_is_clipped_by_value(options, expected):
    """The numbers are those of Keras 2.3.1 on TensorFlow 1.15.5; Keras 2.2.4 clipped the sum of the slices."""
    embedding = keras.layers.Embedding(4, 2, input_length=3, embeddings_initializer="ones")
    model = keras.models.Sequential(
        [embedding, keras.layers.Flatten(), keras.layers.Dense(1, kernel_initializer="ones")]
    )
    model.compile(keras.optimizers.SGD(lr=1.0, **options), "mse")
    model.train_on_batch(np.array([[1, 1, 2], [1, 3, 3]]), np.array([[6.4], [6.3]]))
    np.testing.assert_allclose(model.get_weights()[0], np.repeat(expected, 2).reshape(4, 2), rtol=1e-6)


def test_clipping_by_the_norm_and_then_by_value():
    model = keras.models.Sequential([keras.layers.Dense(1, input_shape=(2,), kernel_initializer="zeros")])
    model.compile(keras.optimizers.SGD(1.0, clipnorm=1.0, clipvalue=0.5), "mse")
    model.train_on_batch(np.array([[3.0, 4.0]]), np.array([[1.0]]))
    # the gradient is -6, -8 and -2, its norm 10.2
    np.testing.assert_allclose(model.get_weights()[0].ravel(), [0.5, 0.5], rtol=1e-6)
    np.testing.assert_allclose(model.get_weights()[1], [2 / np.sqrt(104)], rtol=1e-6)
    again = type(model.optimizer).from_config(model.optimizer.get_config())
    assert (again.global_clipnorm, again.clipvalue) == (1.0, 0.5)


def test_lr_is_the_learning_rate():
    optimizer = keras.optimizers.SGD(lr=0.5)
    assert K.get_value(optimizer.lr) == pytest.approx(0.5)
    K.set_value(optimizer.lr, 0.25)
    assert float(optimizer.learning_rate) == pytest.approx(0.25)
    optimizer.lr = 0.125
    assert K.get_value(optimizer.lr) == pytest.approx(0.125)


def test_lr_of_a_compiled_model():
    model, _ = fitted("sgd")
    K.set_value(model.optimizer.lr, K.get_value(model.optimizer.lr) * 0.5)
    assert K.get_value(model.optimizer.lr) == pytest.approx(0.005)


@pytest.mark.parametrize("name", ["SGD", "RMSprop", "Adagrad", "Adam", "Adamax", "Adadelta"])
def test_decay_is_the_schedule_it_saves_as(name):
    optimizer = getattr(keras.optimizers, name)(lr=0.1, decay=0.2)
    config = optimizer.get_config()
    schedule = keras3.optimizers.schedules.deserialize(dict(config)["learning_rate"])
    assert isinstance(schedule, keras3.optimizers.schedules.InverseTimeDecay)
    assert float(schedule(3)) == pytest.approx(0.1 / (1 + 0.2 * 3))
    if name in ("SGD", "Adam", "Adamax", "Adadelta"):
        modern = getattr(keras3.optimizers, name)(learning_rate=schedule)
        np.testing.assert_allclose(fitted(optimizer)[1]["loss"], fitted(modern)[1]["loss"], rtol=1e-5)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("SGD", SGD_WEIGHTS), ("Adam", ADAM_WEIGHTS)],
)
def test_decay_beside_a_schedule(name, expected):
    """The weights are those of tf.keras in TensorFlow 2.3.4, which lets both lower the rate."""
    schedule = keras3.optimizers.schedules.ExponentialDecay(0.1, decay_steps=2, decay_rate=0.5)
    optimizer = getattr(keras.optimizers, name)(learning_rate=schedule, decay=0.5)
    assert trajectory(optimizer) == pytest.approx(expected, rel=2e-6)
    again = keras3.optimizers.deserialize(keras3.optimizers.serialize(optimizer))
    assert trajectory(again) == pytest.approx(expected, rel=2e-6)


def trajectory(optimizer):
    model = keras3.Sequential([keras3.layers.Dense(1, use_bias=False, kernel_initializer="ones")])
    model.build((None, 1))
    model.compile(optimizer, "mse")
    weights = []
    for _ in range(6):
        model.train_on_batch(np.ones((2, 1)), np.zeros((2, 1)))
        weights.append(float(model.get_weights()[0][0, 0]))
    return weights


def test_decay_is_a_variable():
    optimizer = keras.optimizers.SGD(lr=0.1, decay=0.5)
    trajectory(optimizer)
    assert optimizer.initial_decay == 0.5
    rate = optimizer.lr * (1.0 / (1.0 + optimizer.decay * K.cast(optimizer.iterations, K.dtype(optimizer.decay))))
    assert float(rate) == pytest.approx(0.025)
    assert K.get_value(optimizer.lr) == pytest.approx(0.1)
    assert len(optimizer.variables) == 1, "the iterations: the rate is part of the schedule that is saved"


@pytest.mark.parametrize("api", [keras, tf.keras])
def test_decay_can_be_set(api):
    """It counts if the optimizer was made with one, in Keras 2.3.1 and TensorFlow 2.3.4."""
    optimizer = api.optimizers.SGD(lr=0.1, decay=0.5)
    optimizer.decay = 0.25
    assert K.get_value(optimizer.decay) == pytest.approx(0.25)
    assert trajectory(optimizer)[:3] == pytest.approx([0.8, 0.672, 0.5824], rel=1e-5)
    without = api.optimizers.SGD(lr=0.1)
    without.decay = 0.25
    assert trajectory(without)[:3] == pytest.approx([0.8, 0.64, 0.512], rel=1e-5)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("SGD", (0.1, 0.9, True), {"momentum": 0.9, "nesterov": True, "decay": 0.0}),
        ("SGD", (0.1, 0.9, 1e-6), {"momentum": 0.9, "nesterov": False, "decay": 1e-6}),
        ("SGD", (0.1, 0.9, 1e-6, True), {"nesterov": True, "decay": 1e-6}),
        ("Adam", (0.1, 0.5, 0.6, True), {"beta_1": 0.5, "amsgrad": True}),
        ("Adam", (0.1, 0.5, 0.6, 1e-3, 0.2), {"epsilon": 1e-3, "decay": 0.2}),
        ("RMSprop", (0.1, 0.5, None, 0.2), {"rho": 0.5, "epsilon": 1e-7, "decay": 0.2}),
    ],
)
def test_positions_of_both_releases(name, arguments, expected):
    optimizer = getattr(keras.optimizers, name)(*arguments)
    assert {key: pytest.approx(float(getattr(optimizer, key))) for key in expected} == expected
    assert K.get_value(optimizer.lr) == pytest.approx(0.1)


def test_too_many_positions():
    with pytest.raises(TypeError, match="positional"):
        keras.optimizers.Adagrad(1, 2, 3, 4)


@pytest.mark.parametrize(("name", "lr"), [("Adadelta", 1.0), ("Adagrad", 0.01), ("Adamax", 0.002), ("Nadam", 0.002)])
def test_legacy_defaults(name, lr):
    for optimizer in (getattr(keras.optimizers, name)(), keras.optimizers.get(name.lower())):
        assert K.get_value(optimizer.lr) == pytest.approx(lr)


def test_reduce_lr_on_plateau_with_decay():
    plateau = keras.callbacks.ReduceLROnPlateau(monitor="loss", factor=0.5, patience=0, min_delta=1e6)
    model, history = fitted(keras.optimizers.SGD(lr=0.1, decay=0.1), callbacks=[plateau])
    assert history["lr"] == pytest.approx([0.1, 0.1, 0.05]) or history["lr"] == pytest.approx([0.1, 0.05, 0.025])
    assert K.get_value(model.optimizer.lr) < 0.1


def test_get_config_round_trip():
    optimizer = keras.optimizers.Adam(lr=0.5, clipnorm=1.0)
    again = type(optimizer).from_config(optimizer.get_config())
    assert again.global_clipnorm == 1.0
    assert K.get_value(again.lr) == pytest.approx(0.5)


def test_configurations_of_keras_2():
    config = {"lr": 0.1, "decay": 0.5}
    wanted = keras.optimizers.SGD(**config)
    _, expected = fitted(wanted)
    for made in (
        keras.optimizers.get({"class_name": "SGD", "config": config}),
        keras.optimizers.deserialize({"class_name": "sgd", "config": config}),
        keras.optimizers.SGD.from_config(config),
    ):
        np.testing.assert_allclose(fitted(made)[1]["loss"], expected["loss"], rtol=1e-6)


@pytest.mark.parametrize("name", ["RMSprop", "Adagrad", "Adadelta", "Adam", "Adamax", "Nadam"])
def test_the_epsilon_of_the_backend_is_the_default(name):
    before = keras.backend.epsilon()
    keras.backend.set_epsilon(1e-4)
    try:
        made = [getattr(keras.optimizers, name)(), keras.optimizers.get(name.lower())]
        assert [each.epsilon for each in made] == [1e-4, 1e-4]
        assert getattr(keras.optimizers, name)(epsilon=1e-3).epsilon == 1e-3
        assert getattr(tf.keras.optimizers, name)().epsilon == 1e-7
        assert keras.optimizers.SGD(0.1).learning_rate == 0.1
    finally:
        keras.backend.set_epsilon(before)


def test_weights_are_the_steps_and_the_slots():
    optimizer = keras.optimizers.SGD(lr=0.1, momentum=0.9)
    model = keras.models.Sequential([keras.layers.Dense(1, input_shape=(1,))])
    model.compile(optimizer, "mse")
    model.train_on_batch(np.ones((1, 1)), np.zeros((1, 1)))
    kept = optimizer.get_weights()
    assert [np.shape(each) for each in kept] == [(), (1, 1), (1,)]
    assert kept[0] == 1
    model.train_on_batch(np.ones((1, 1)), np.zeros((1, 1)))
    optimizer.set_weights(kept)
    for now, before in zip(optimizer.get_weights(), kept):
        np.testing.assert_array_equal(now, before)
