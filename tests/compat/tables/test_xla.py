"""XLA refuses the functions that the table lists; the calls are those that scripts make in models."""

import pytest

tf = pytest.importorskip("tensorflow")

from compat.tables.behaviour.xla import UNCOMPILED, UNCOMPILED_METHODS  # noqa: E402 - after the check for TensorFlow

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
    "tensorflow.compat.v1.image.extract_glimpse": f"{_IMAGE}, [2, 2], tf.zeros((1, 2))",
    "tensorflow.compat.v1.image.resize_area": f"{_IMAGE}, [2, 2]",
    "tensorflow.compat.v1.image.resize_bicubic": f"{_IMAGE}, [2, 2]",
    "tensorflow.compat.v1.nn.ctc_loss": f"tf.sparse.from_dense(tf.constant([[1, 2]])), tf.ones((5, 1, 4)), {_LENGTHS}",
    "tensorflow.compat.v1.py_func": f"lambda x: x, [{_MATRIX}], tf.float32",
    "tensorflow.compat.v1.string_split": _TEXTS,
    "tensorflow.edit_distance": f"{_SPARSE.format(1)}, {_SPARSE.format(1)}",
    "tensorflow.histogram_fixed_width": f"{_MATRIX}, [0.0, 5.0]",
    "tensorflow.image.crop_and_resize": f"{_IMAGE}, tf.constant([[0.0, 0.0, 1.0, 1.0]]), [0], [2, 2]",
    "tensorflow.image.draw_bounding_boxes": f"{_IMAGE}, tf.ones((1, 1, 4)), tf.ones((1, 4))",
    "tensorflow.image.extract_glimpse": f"{_IMAGE}, [2, 2], tf.zeros((1, 2))",
    "tensorflow.image.non_max_suppression_with_scores": "tf.ones((2, 4)), tf.ones((2,)), 1",
    "tensorflow.image.random_jpeg_quality": "tf.ones((4, 4, 3)), 10, 20",
    "tensorflow.image.sample_distorted_bounding_box": "tf.constant([4, 4, 3]), tf.ones((1, 1, 4))",
    "tensorflow.io.decode_jpeg": "tf.io.encode_jpeg(tf.zeros((2, 2, 3), tf.uint8))",
    "tensorflow.io.decode_png": "tf.io.encode_png(tf.zeros((2, 2, 3), tf.uint8))",
    "tensorflow.io.decode_raw": f"{_TEXTS}, tf.uint8",
    "tensorflow.linalg.det": _MATRIX,
    "tensorflow.linalg.eig": _MATRIX,
    "tensorflow.linalg.logm": f"tf.cast({_MATRIX}, tf.complex64)",
    "tensorflow.linalg.lu": _MATRIX,
    "tensorflow.linalg.slogdet": _MATRIX,
    "tensorflow.linalg.sqrtm": _MATRIX,
    "tensorflow.math.bessel_i0": _MATRIX,
    "tensorflow.math.segment_max": f"{_MATRIX}, tf.constant([0, 1])",
    "tensorflow.math.segment_mean": f"{_MATRIX}, tf.constant([0, 1])",
    "tensorflow.math.segment_min": f"{_MATRIX}, tf.constant([0, 1])",
    "tensorflow.math.segment_prod": f"{_MATRIX}, tf.constant([0, 1])",
    "tensorflow.math.segment_sum": f"{_MATRIX}, tf.constant([0, 1])",
    "tensorflow.nn.ctc_beam_search_decoder": f"tf.ones((5, 1, 4)), {_LENGTHS}",
    "tensorflow.nn.ctc_greedy_decoder": f"tf.ones((5, 1, 4)), {_LENGTHS}",
    "tensorflow.nn.dilation2d": f"{_IMAGE}, tf.ones((2, 2, 3)), [1, 1, 1, 1], 'SAME', 'NHWC', [1, 1, 1, 1]",
    "tensorflow.nn.embedding_lookup_sparse": f"{_MATRIX}, {_SPARSE.format(1)}, None",
    "tensorflow.nn.erosion2d": f"{_IMAGE}, tf.ones((2, 2, 3)), [1, 1, 1, 1], 'SAME', 'NHWC', [1, 1, 1, 1]",
    "tensorflow.nn.fractional_max_pool": f"{_IMAGE}, 1.5",
    "tensorflow.nn.max_pool_with_argmax": f"{_IMAGE}, 2, 2, 'SAME'",
    "tensorflow.nn.nce_loss": _CLASSES,
    "tensorflow.nn.safe_embedding_lookup_sparse": f"{_MATRIX}, {_SPARSE.format(1)}",
    "tensorflow.nn.sampled_softmax_loss": _CLASSES,
    "tensorflow.numpy_function": f"lambda x: x, [{_MATRIX}], tf.float32",
    "tensorflow.print": _MATRIX,
    "tensorflow.py_function": f"lambda x: x, [{_MATRIX}], tf.float32",
    "tensorflow.random.gamma": "(2,), 1.0",
    "tensorflow.random.log_uniform_candidate_sampler": "tf.constant([[1]], tf.int64), 1, 1, True, 5",
    "tensorflow.random.poisson": "(2,), 1.0",
    "tensorflow.random.uniform_candidate_sampler": "tf.constant([[1]], tf.int64), 1, 1, True, 5",
    "tensorflow.sets.intersection": "tf.constant([[1, 2]]), tf.constant([[1, 3]])",
    "tensorflow.sparse.add": f"{_SPARSE.format(1.0)}, {_SPARSE.format(1.0)}",
    "tensorflow.sparse.concat": f"0, [{_SPARSE.format(1.0)}, {_SPARSE.format(1.0)}]",
    "tensorflow.sparse.fill_empty_rows": f"{_SPARSE.format(1.0)}, 0.0",
    "tensorflow.sparse.reduce_sum": _SPARSE.format(1.0),
    "tensorflow.sparse.reorder": _SPARSE.format(1.0),
    "tensorflow.sparse.reshape": f"{_SPARSE.format(1.0)}, [4]",
    "tensorflow.sparse.segment_mean": f"{_MATRIX}, [0, 1], [0, 0]",
    "tensorflow.sparse.segment_sum": f"{_MATRIX}, [0, 1], [0, 0]",
    "tensorflow.sparse.softmax": _SPARSE.format(1.0),
    "tensorflow.sparse.sparse_dense_matmul": f"{_SPARSE.format(1.0)}, {_MATRIX}",
    "tensorflow.sparse.transpose": _SPARSE.format(1.0),
    "tensorflow.strings.as_string": _MATRIX,
    "tensorflow.strings.format": f"'{{}}', {_MATRIX}",
    "tensorflow.strings.join": f"[{_TEXTS}, {_TEXTS}]",
    "tensorflow.strings.length": _TEXTS,
    "tensorflow.strings.lower": _TEXTS,
    "tensorflow.strings.reduce_join": _TEXTS,
    "tensorflow.strings.regex_full_match": f"{_TEXTS}, 'a'",
    "tensorflow.strings.regex_replace": f"{_TEXTS}, 'a', 'b'",
    "tensorflow.strings.strip": _TEXTS,
    "tensorflow.strings.substr": f"{_TEXTS}, 0, 1",
    "tensorflow.strings.to_hash_bucket": f"{_TEXTS}, 3",
    "tensorflow.strings.to_hash_bucket_fast": f"{_TEXTS}, 3",
    "tensorflow.strings.to_hash_bucket_strong": f"{_TEXTS}, 3, [1, 2]",
    "tensorflow.strings.unicode_decode": f"{_TEXTS}, 'UTF-8'",
    "tensorflow.strings.upper": _TEXTS,
    "tensorflow.timestamp": "",
    "tensorflow.unique_with_counts": "tf.constant([1, 2, 1])",
    "tensorflow.unravel_index": "tf.constant([1, 2, 1]), [2, 2]",
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


@pytest.mark.parametrize("method", ["bilinear", "nearest", *sorted(UNCOMPILED_METHODS)])
def test_xla_resizes_by_two_methods(method: str) -> None:
    image = tf.ones((1, 4, 4, 3))

    def call():
        return tf.image.resize(image, [2, 2], method)

    call()
    compiled = tf.function(call, jit_compile=True)
    if method in UNCOMPILED_METHODS:
        with pytest.raises(tf.errors.OpError, match="unsupported operations"):
            compiled()
    else:
        compiled()
