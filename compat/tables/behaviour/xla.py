"""Functions that XLA does not compile, which Keras 3 uses on a GPU unless `compile` says `jit_compile=False`.

Measured with `tf.function(jit_compile=True)`: `tests/compat/tables/test_xla.py` compiles each of them.
"""

from typing import FrozenSet

URL = "https://keras.io/guides/migrating_to_keras_3/#jitcompile-is-set-to-true-by-default-on-gpu"

_NAMES = """
    compat.v1.Print compat.v1.image.extract_glimpse compat.v1.image.resize_area compat.v1.image.resize_bicubic
    compat.v1.nn.ctc_loss compat.v1.py_func compat.v1.string_split edit_distance histogram_fixed_width
    image.crop_and_resize image.draw_bounding_boxes image.extract_glimpse image.non_max_suppression_with_scores
    image.random_jpeg_quality image.sample_distorted_bounding_box io.decode_jpeg io.decode_png io.decode_raw
    linalg.det linalg.eig linalg.logm linalg.lu linalg.slogdet linalg.sqrtm math.bessel_i0 math.segment_max
    math.segment_mean math.segment_min math.segment_prod math.segment_sum nn.ctc_beam_search_decoder
    nn.ctc_greedy_decoder nn.dilation2d nn.embedding_lookup_sparse nn.erosion2d nn.fractional_max_pool
    nn.max_pool_with_argmax nn.nce_loss nn.safe_embedding_lookup_sparse nn.sampled_softmax_loss numpy_function print
    py_function random.gamma random.log_uniform_candidate_sampler random.poisson random.uniform_candidate_sampler
    sets.intersection sparse.add sparse.concat sparse.fill_empty_rows sparse.reduce_sum sparse.reorder sparse.reshape
    sparse.segment_mean sparse.segment_sum sparse.softmax sparse.sparse_dense_matmul sparse.transpose
    strings.as_string strings.format strings.join strings.length strings.lower strings.reduce_join
    strings.regex_full_match strings.regex_replace strings.strip strings.substr strings.to_hash_bucket
    strings.to_hash_bucket_fast strings.to_hash_bucket_strong strings.unicode_decode strings.upper timestamp
    unique_with_counts unravel_index
"""
_OF_BACKEND = ("ctc_batch_cost", "ctc_decode")
UNCOMPILED: FrozenSet[str] = frozenset(
    [f"tensorflow.{name}" for name in _NAMES.split()] + [f"keras.backend.{name}" for name in _OF_BACKEND]
)

UNCOMPILED_METHODS: FrozenSet[str] = frozenset({"area", "bicubic", "gaussian", "lanczos3", "lanczos5", "mitchellcubic"})
"""The values of `method` with which XLA refuses `tf.image.resize`."""
