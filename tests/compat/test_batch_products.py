"""`batch_dot` gives what `K.batch_dot` gave up to Keras 2.2 and TensorFlow 1.15."""

import itertools

import pytest

np = pytest.importorskip("numpy")
tf = pytest.importorskip("tensorflow")
batch_products = pytest.importorskip("compat.batch_products")

K = tf.keras.backend
IS_LEGACY = int(tf.__version__.split(".")[0]) < 2
SHAPES = [(2, 3), (2, 3, 3), (2, 3, 3, 3), (2, 3, 3, 3, 3)]
CASES = [
    (x, y, axes)
    for x, y in itertools.product(SHAPES, SHAPES)
    for axes in (None, 1, *itertools.product(range(1, len(x)), range(1, len(y))))
]


def tensors(x, y):
    """Two tensors of different numbers, the same on every release."""
    return tuple(
        tf.constant(np.sin(np.arange(np.prod(shape)) + place).reshape(shape), "float32")
        for place, shape in enumerate((x, y))
    )


def value(function, x, y, axes):
    """What a function gives, or that it raises an error."""
    try:
        return K.eval(function(*tensors(x, y), axes=axes))
    except (ValueError, tf.errors.InvalidArgumentError):
        return None


def of_keras_2_2():
    """`batch_dot` of the installed Keras, if it is older than 2.3."""
    keras = pytest.importorskip("keras")
    if tuple(int(part) for part in keras.__version__.split(".")[:2]) >= (2, 3):
        pytest.skip("K.batch_dot means something else since Keras 2.3")
    return keras.backend.batch_dot


def of_tensorflow_1():
    """`batch_dot` of the installed `tf.keras`, if it is that of TensorFlow 1."""
    if not IS_LEGACY:
        pytest.skip("K.batch_dot means something else since TensorFlow 2.0")
    return K.batch_dot


@pytest.mark.parametrize("legacy", [of_keras_2_2, of_tensorflow_1])
def test_of_the_release(legacy):
    found, batch_dot = [], legacy()
    for x, y, axes in CASES:
        expected, given = value(batch_dot, x, y, axes), value(batch_products.batch_dot, x, y, axes)
        assert (expected is None) == (given is None), (x, y, axes)
        if expected is not None:
            assert expected.shape == given.shape, (x, y, axes)
            np.testing.assert_allclose(given, expected, atol=1e-6)
            found.append(axes)
    assert len(found) > 60


@pytest.mark.parametrize(
    ("x", "y", "axes", "sum_of"),
    [
        ((4, 5, 8), (4, 5, 6, 8), [2, 3], "bij,bikj->bik"),
        ((4, 5, 6), (4, 5, 6, 7), [2, 2], "bij,bijk->bik"),
        ((4, 5, 7), (4, 5, 6, 7), [2, 3], "bij,bikj->bik"),
        ((2, 3, 4, 5), (2, 3, 5, 4), [3, 2], "bcij,bcjk->bcik"),
        ((2, 3, 4), (2, 4, 5), None, "bij,bjk->bik"),
        ((4, 3), (4, 3), 1, "bi,bi->b"),
    ],
)
def test_products(x, y, axes, sum_of):
    given = value(batch_products.batch_dot, x, y, axes)
    expected = np.einsum(sum_of, *(K.eval(each) for each in tensors(x, y)))
    np.testing.assert_allclose(given, expected[:, None] if expected.ndim == 1 else expected, atol=1e-5)
