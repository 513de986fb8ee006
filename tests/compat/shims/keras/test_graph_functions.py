"""Functions of `keras.backend` that the legacy backend lacks. The same tests pass on Keras 2.3.1."""

import numpy as np
import pytest
from compat.keras.utils import losses_utils

from compat import keras
from compat.keras import backend, losses, metrics

X = np.array([[1.0, 2.0], [3.0, -4.0]])


def test_function_of_a_placeholder():
    x = backend.placeholder(shape=(2, 2))
    double = backend.function([x], [2 * x, backend.sum(x, axis=1)])
    assert [each.tolist() for each in double([X])] == [[[2.0, 4.0], [6.0, -8.0]], [3.0, -1.0]]
    assert backend.is_placeholder(x)
    assert not backend.is_placeholder(backend.variable(X))
    assert backend.ndim(backend.placeholder(ndim=3)) == 3


def test_values():
    x = backend.variable(X)
    assert backend.eval(backend.identity(x)).tolist() == X.tolist()
    assert backend.eval(backend.logsumexp(x, axis=1)) == pytest.approx([2.31326169, 3.00091147])
    assert backend.eval(backend.size(x)) == 4
    assert backend.eval(backend.slice(x, (0, 1), (2, 1))).tolist() == [[2.0], [-4.0]]
    assert backend.eval(backend.in_train_phase(x, 0 * x, training=True)).tolist() == X.tolist()
    assert backend.eval(backend.in_test_phase(x, 0 * x, training=True)).tolist() == (0 * X).tolist()
    assert 0.1 < backend.eval(backend.random_binomial((1000,), p=0.2, seed=1)).mean() < 0.3


def test_normalized_batch():
    x = backend.variable(np.arange(8.0).reshape((4, 2)))
    normed, mean, variance = backend.normalize_batch_in_training(
        x, backend.variable([1.0, 2.0]), backend.variable([0.0, 1.0]), [0]
    )
    assert backend.eval(mean).tolist() == [3.0, 4.0]
    assert backend.eval(variance).tolist() == [5.0, 5.0]
    assert backend.eval(normed)[0] == pytest.approx([-1.3415066, -1.6830132])


def test_cosine_proximity():
    pair = backend.variable([[1.0, 0.0]]), backend.variable([[3.0, 4.0]])
    assert backend.eval(losses.cosine_proximity(*pair)) == pytest.approx([-0.6])
    assert backend.eval(metrics.cosine_proximity(*pair)) == pytest.approx([0.6])
    assert backend.eval(metrics.cosine_similarity(*pair)) == pytest.approx([0.6])


def test_tensors_of_a_model():
    x = keras.layers.Input((3, 2))
    assert (backend.dtype(x), backend.ndim(x), backend.int_shape(x)) == ("float32", 3, (None, 3, 2))
    found = [
        backend.std(x, axis=1),
        backend.var(x, axis=1),
        backend.dot(x, backend.variable([[1.0], [2.0]])),
        backend.bias_add(x, backend.variable([1.0, -1.0])),
    ]
    rows = np.arange(6.0).reshape((1, 3, 2))
    assert [each.astype(float).round(4).tolist() for each in backend.function([x], found)([rows])] == [
        [[1.633, 1.633]],
        [[2.6667, 2.6667]],
        [[[2.0], [8.0], [14.0]]],
        [[[1.0, 0.0], [3.0, 2.0], [5.0, 4.0]]],
    ]


def test_reduction():
    reduction = losses_utils.Reduction
    pair = backend.variable([1.0, 2.0]), backend.variable([3.0, 5.0])
    found = [losses.MeanSquaredError(reduction=each)(*pair) for each in (reduction.SUM, reduction.SUM_OVER_BATCH_SIZE)]
    assert [float(backend.eval(each)) for each in found] == [6.5, 6.5]


@pytest.mark.parametrize(
    ("double", "trained"),
    [(lambda x: backend.in_train_phase(x * 2, x), 4), (lambda x: x + backend.learning_phase(), 1)],
)
def test_the_phase_is_that_of_the_layer_that_is_called(double, trained):
    """The losses are those of Keras 2.3.1, where only the first function tells a layer that it has a phase."""

    class Doubling(keras.layers.Layer):
        def call(self, inputs):
            return double(inputs)

    model = keras.models.Sequential([Doubling(input_shape=(2,))])
    model.compile("sgd", "mse")
    x, y = np.ones((4, 2), "float32"), np.zeros((4, 2), "float32")
    assert model.train_on_batch(x, y) == trained
    assert model.test_on_batch(x, y) == 1
    assert model.fit(x, y, verbose=0, validation_data=(x, y)).history == {"loss": [trained], "val_loss": [1.0]}
    assert model.predict(x).max() == 1


def test_matrices_and_repetition():
    assert backend.eval(backend.eye((2, 3))).tolist() == [[1, 0, 0], [0, 1, 0]]
    assert backend.eval(backend.tile(backend.variable(X), 2)).tolist() == np.tile(X, (1, 2)).tolist()
    assert backend.get_variable_shape(backend.variable(X)) == (2, 2)


def test_what_is_no_tensor_of_a_layer():
    assert not backend.is_keras_tensor(backend.placeholder(shape=(2,)))
    assert backend.is_keras_tensor(keras.layers.Input((2,)))
    with pytest.raises(ValueError, match="symbolic"):
        backend.is_keras_tensor(X)
    with pytest.raises(ValueError, match="0 or 1"):
        backend.set_learning_phase(2)


def test_decoded_paths():
    steps = backend.variable(np.random.RandomState(0).dirichlet(np.ones(4), (2, 6)))
    paths, scores = backend.ctc_decode(
        steps, backend.variable(np.array([6, 4])), greedy=False, beam_width=3, top_paths=2, merge_repeated=False
    )
    assert backend.eval(paths[1]).tolist() == [[2, 0, 1, 0], [1, -1, -1, -1]]
    np.testing.assert_allclose(backend.eval(scores), [[-3.3488, -3.8095], [-1.9847, -2.264]], atol=1e-4)


def test_decoded_paths_of_a_model():
    x, lengths = keras.layers.Input((6, 4)), keras.layers.Input((), dtype="int32")
    decode = backend.function([x, lengths], [backend.ctc_decode(x, lengths)[0][0]])
    steps = np.random.RandomState(0).dirichlet(np.ones(4), (2, 6))
    assert decode([steps, np.array([6, 4])])[0].tolist() == [[1, 0, 1, 0], [2, -1, -1, -1]]


@pytest.mark.parametrize(("merged", "expected"), [(True, [[0, 1]]), (False, [[0, 0, 1, 1]])])
def test_decoded_paths_of_placeholders(merged, expected):
    x, lengths = backend.placeholder((None, None, None)), backend.placeholder(None, dtype="int64")
    paths, _ = backend.ctc_decode(x, lengths, greedy=False, beam_width=1, merge_repeated=merged)
    steps = np.eye(3)[[2, 0, 2, 0, 1, 2, 1]][None]
    assert backend.function([x, lengths], paths)([steps, np.array([7])])[0].tolist() == expected
