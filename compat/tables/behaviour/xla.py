"""Functions that XLA does not compile, which Keras 3 uses on a GPU unless `compile` says `jit_compile=False`.

Measured with `tf.function(jit_compile=True)`: `tests/compat/tables/test_xla.py` compiles each of them.
"""

from typing import FrozenSet

URL = "https://keras.io/guides/migrating_to_keras_3/#jitcompile-is-set-to-true-by-default-on-gpu"

_NAMES = """
    compat.v1.Print compat.v1.nn.ctc_loss compat.v1.py_func image.crop_and_resize image.draw_bounding_boxes
    image.non_max_suppression_with_scores image.sample_distorted_bounding_box io.decode_png math.segment_max
    math.segment_mean math.segment_sum nn.ctc_beam_search_decoder nn.ctc_greedy_decoder nn.dilation2d
    nn.embedding_lookup_sparse nn.fractional_max_pool nn.max_pool_with_argmax nn.nce_loss nn.sampled_softmax_loss
    numpy_function print py_function random.gamma random.poisson sparse.sparse_dense_matmul strings.as_string
    strings.join strings.lower strings.regex_replace strings.to_hash_bucket_fast timestamp
    unique_with_counts
"""
_OF_BACKEND = ("ctc_batch_cost", "ctc_decode")
UNCOMPILED: FrozenSet[str] = frozenset(
    [f"tensorflow.{name}" for name in _NAMES.split()] + [f"keras.backend.{name}" for name in _OF_BACKEND]
)
