"""Functions of `keras.backend` take the tensors of functional models and variables of Keras, as in Keras 2."""

import numpy as np
import pytest
from compat.keras.layers import Dense, Input
from compat.keras.models import Model

from compat import keras, tensorflow
from compat.keras import backend as K  # noqa: N812

X = np.linspace(0.1, 0.9, 12, dtype="float32").reshape(3, 4)


@pytest.mark.parametrize(
    "name",
    ["sum", "mean", "square", "exp", "log", "sqrt", "sigmoid", "flatten", "ones_like", "l2_normalize", "softmax"],
)
def test_one_tensor(name):
    function = getattr(K, name)
    x = Input((4,))
    model = Model(x, function(x, axis=-1) if name in ("sum", "mean", "l2_normalize") else function(x))
    tensor = keras.ops.convert_to_tensor(X)
    expected = function(tensor, -1) if name in ("sum", "mean", "l2_normalize") else function(tensor)
    assert np.allclose(model.predict(X), expected, atol=1e-6)


def test_two_tensors_and_keywords():
    x, y = Input((4,)), Input((4,))
    loss = K.sum(K.binary_crossentropy(target=x, output=K.sigmoid(y)), axis=-1, keepdims=True)
    expected = -(X * np.log(1 / (1 + np.exp(-X))) + (1 - X) * np.log(1 - 1 / (1 + np.exp(-X)))).sum(-1, keepdims=True)
    assert np.allclose(Model([x, y], loss).predict([X, X]), expected, atol=1e-5)


def test_a_list_of_tensors():
    x = Input((4,))
    assert K.concatenate([x, 2 * x]).shape == (None, 8)
    assert np.allclose(Model(x, K.concatenate([x, x])).predict(X), np.concatenate([X, X], -1))


def test_gradients_pass():
    x = Input((4,))
    y = Dense(1, kernel_initializer="ones")(x)
    model = Model(x, K.l2_normalize(K.square(y), axis=0))
    model.compile("sgd", "mse")
    assert np.isfinite(model.train_on_batch(X, np.ones((3, 1))))


def test_arrays_are_taken_as_before():
    assert K.get_value(K.sum(K.variable(X))) == pytest.approx(X.sum())
    assert K.int_shape(Input((4,))) == (None, 4)


def test_an_error_of_the_call_itself_is_not_hidden():
    with pytest.raises(TypeError):
        K.square(Input((4,)), nothing=1)


def test_tf_keras():
    tf_backend = tensorflow.keras.backend
    assert tf_backend.square(Input((4,))).shape == (None, 4)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda kernel: K.update(kernel, np.full((4, 1), 2.0)), 2.0),
        (lambda kernel: K.update_add(kernel, np.ones((4, 1))), 2.0),
        (lambda kernel: K.update_sub(kernel, np.ones((4, 1))), 0.0),
        (lambda kernel: K.batch_set_value([(kernel, np.full((4, 1), 3.0))]), 3.0),
    ],
)
def test_variables_are_updated(change, expected):
    layer = Dense(1, kernel_initializer="ones")
    layer.build((None, 4))
    change(layer.kernel)
    assert np.all(layer.get_weights()[0] == expected)
    assert K.get_value(K.mean(layer.kernel)) == expected


def test_the_rate_of_an_optimizer():
    optimizer = keras.optimizers.SGD(lr=0.5)
    K.update(optimizer.lr, 0.25)
    assert K.get_value(optimizer.lr) == 0.25
