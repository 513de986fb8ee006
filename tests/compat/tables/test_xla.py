"""XLA refuses the functions that the table lists; the calls are those that scripts make in models."""

import pytest

tf = pytest.importorskip("tensorflow")

from compat.tables.behaviour.xla import UNCOMPILED  # noqa: E402 - after the check for TensorFlow

IS_MODERN = tuple(map(int, tf.__version__.split(".")[:2])) >= (2, 16)
pytestmark = pytest.mark.skipif(not IS_MODERN, reason="Keras 2 compiles with XLA only if it is told to")

_TEXTS = "tf.constant(['a', 'b'])"
_SPARSE = "tf.SparseTensor([[0, 0]], [{}], [2, 2])"
_MATRIX = "tf.constant([[1.0, 2.0], [3.0, 4.0]])"
_IMAGE = "tf.ones((1, 4, 4, 3))"
_CLASSES = f"tf.ones((5, 2)), tf.ones((5,)), tf.constant([[1], [2]], tf.int64), {_MATRIX}, 2, 5"
_LENGTHS = "tf.constant([5])"
ARGUMENTS = {
    "tensorflow.compat.v1.Print": f"{_MATRIX}, [{_MATRIX}]",
    "tensorflow.compat.v1.nn.ctc_loss": f"tf.sparse.from_dense(tf.constant([[1, 2]])), tf.ones((5, 1, 4)), {_LENGTHS}",
    "tensorflow.compat.v1.py_func": f"lambda x: x, [{_MATRIX}], tf.float32",
    "tensorflow.image.crop_and_resize": f"{_IMAGE}, tf.constant([[0.0, 0.0, 1.0, 1.0]]), [0], [2, 2]",
    "tensorflow.image.draw_bounding_boxes": f"{_IMAGE}, tf.ones((1, 1, 4)), tf.ones((1, 4))",
    "tensorflow.image.non_max_suppression_with_scores": "tf.ones((2, 4)), tf.ones((2,)), 1",
    "tensorflow.image.sample_distorted_bounding_box": "tf.constant([4, 4, 3]), tf.ones((1, 1, 4))",
    "tensorflow.io.decode_png": "tf.io.encode_png(tf.zeros((2, 2, 3), tf.uint8))",
    "tensorflow.math.segment_max": f"{_MATRIX}, tf.constant([0, 1])",
    "tensorflow.math.segment_mean": f"{_MATRIX}, tf.constant([0, 1])",
    "tensorflow.math.segment_sum": f"{_MATRIX}, tf.constant([0, 1])",
    "tensorflow.nn.ctc_beam_search_decoder": f"tf.ones((5, 1, 4)), {_LENGTHS}",
    "tensorflow.nn.ctc_greedy_decoder": f"tf.ones((5, 1, 4)), {_LENGTHS}",
    "tensorflow.nn.dilation2d": f"{_IMAGE}, tf.ones((2, 2, 3)), [1, 1, 1, 1], 'SAME', 'NHWC', [1, 1, 1, 1]",
    "tensorflow.nn.embedding_lookup_sparse": f"{_MATRIX}, {_SPARSE.format(1)}, None",
    "tensorflow.nn.fractional_max_pool": f"{_IMAGE}, 1.5",
    "tensorflow.nn.max_pool_with_argmax": f"{_IMAGE}, 2, 2, 'SAME'",
    "tensorflow.nn.nce_loss": _CLASSES,
    "tensorflow.nn.sampled_softmax_loss": _CLASSES,
    "tensorflow.numpy_function": f"lambda x: x, [{_MATRIX}], tf.float32",
    "tensorflow.print": _MATRIX,
    "tensorflow.py_function": f"lambda x: x, [{_MATRIX}], tf.float32",
    "tensorflow.random.gamma": "(2,), 1.0",
    "tensorflow.random.poisson": "(2,), 1.0",
    "tensorflow.sparse.sparse_dense_matmul": f"{_SPARSE.format(1.0)}, {_MATRIX}",
    "tensorflow.strings.as_string": _MATRIX,
    "tensorflow.strings.join": f"[{_TEXTS}, {_TEXTS}]",
    "tensorflow.strings.lower": _TEXTS,
    "tensorflow.strings.regex_replace": f"{_TEXTS}, 'a', 'b'",
    "tensorflow.strings.to_hash_bucket_fast": f"{_TEXTS}, 3",
    "tensorflow.timestamp": "",
    "tensorflow.unique_with_counts": "tf.constant([1, 2, 1])",
    "keras.backend.ctc_batch_cost": "tf.constant([[1, 2]]), tf.nn.softmax(tf.ones((1, 5, 4))), tf.constant([[5]]), tf.constant([[2]])",
    "keras.backend.ctc_decode": f"tf.nn.softmax(tf.ones((1, 5, 4))), {_LENGTHS}",
}


def test_each_function_is_called() -> None:
    assert set(ARGUMENTS) == UNCOMPILED


@pytest.mark.parametrize("name", sorted(UNCOMPILED))
def test_xla_refuses_it(name: str) -> None:
    path = name.replace("tensorflow.", "tf.").replace("keras.", "tf.keras.")
    function = eval(path, {"tf": tf})
    # made before: XLA would compute a constant of the function itself
    given = eval(f"({ARGUMENTS[name]},)" if ARGUMENTS[name] else "()", {"tf": tf})

    def call():
        made = function(*given)
        return tf.constant(0) if name.endswith("print") else made

    call()
    with pytest.raises(tf.errors.OpError, match="unsupported operations"):
        tf.function(call, jit_compile=True)()
