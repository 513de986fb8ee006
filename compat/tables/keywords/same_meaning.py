"""The changed names of TensorFlow 1 that mean the same under TensorFlow 2; all others become `tf.compat.v1` names.

`tests/compat/tables/test_same_meaning.py` calls both for every name and every parameter here.

https://www.tensorflow.org/guide/migrate
"""

from typing import Dict, Tuple

from compat.tables.rows import RenamedKeywords

_TF_2 = "https://www.tensorflow.org/guide/migrate"


def _named(names: str) -> Tuple[str, ...]:
    return tuple("tensorflow." + name for name in names.split())


def _same(names: str, parameters: str) -> Dict[str, Tuple[str, ...]]:
    return {name: tuple(parameters.split()) for name in _named(names)}


def _renamed(names: str, **keywords: str) -> RenamedKeywords:
    return RenamedKeywords(_named(names), keywords, "tensorflow 2.0", _TF_2)


_REDUCTIONS = """
reduce_all reduce_any reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod reduce_sum
math.reduce_all math.reduce_any math.reduce_logsumexp math.reduce_max math.reduce_mean math.reduce_min
math.reduce_prod math.reduce_sum
"""
_SEGMENTS = "sparse.segment_mean sparse.segment_sqrt_n sparse.segment_sum"
_ASSERTIONS = """
assert_equal assert_greater assert_less debugging.assert_equal debugging.assert_greater
debugging.assert_greater_equal debugging.assert_less debugging.assert_less_equal debugging.assert_none_equal
"""
_SIGN_ASSERTIONS = """
debugging.assert_negative debugging.assert_non_negative debugging.assert_non_positive debugging.assert_positive
"""

SAME_MEANING: Dict[str, Tuple[str, ...]] = {
    **_same(_REDUCTIONS, "input_tensor axis keepdims name"),
    **_same(_ASSERTIONS, "x y summarize message name"),
    **_same(_SIGN_ASSERTIONS, "x summarize message name"),
    **_same("debugging.assert_near", "x y rtol atol summarize message name"),
    **_same("assert_rank debugging.assert_rank debugging.assert_rank_at_least", "x rank message name"),
    **_same("debugging.assert_rank_in", "x ranks message name"),
    **_same("debugging.assert_integer", "x message name"),
    **_same("debugging.assert_type", "tensor tf_type message name"),
    **_same("debugging.assert_all_finite", "x message name"),
    **_same("debugging.assert_shapes", "shapes data summarize message name"),
    **_same("argmax argmin math.argmax math.argmin", "input axis output_type name"),
    **_same("autograph.to_code autograph.to_graph", "entity recursive experimental_optional_features"),
    **_same("batch_to_space", "input block_shape crops name"),
    **_same("boolean_mask", "tensor mask axis name"),
    **_same("case", "pred_fn_pairs default exclusive strict name"),
    **_same("cond", "pred true_fn false_fn name"),
    **_same("constant", "value dtype shape name"),
    **_same("constant_initializer", "value"),
    **_same("convert_to_tensor", "value dtype dtype_hint name"),
    **_same("data.Dataset data.experimental.RandomDataset", ""),
    **_same(
        "data.FixedLengthRecordDataset",
        "filenames record_bytes header_bytes footer_bytes buffer_size compression_type num_parallel_reads",
    ),
    **_same("data.TFRecordDataset data.TextLineDataset", "filenames compression_type buffer_size num_parallel_reads"),
    **_same("data.experimental.Counter", "start step dtype"),
    **_same(
        "data.experimental.CsvDataset",
        "filenames record_defaults compression_type buffer_size header field_delim use_quote_delim na_value "
        "select_cols",
    ),
    **_same("data.experimental.choose_from_datasets", "datasets choice_dataset"),
    **_same("data.experimental.sample_from_datasets", "datasets weights seed"),
    **_same(
        "data.experimental.make_batched_features_dataset",
        "file_pattern batch_size features reader label_key reader_args num_epochs shuffle shuffle_buffer_size "
        "shuffle_seed prefetch_buffer_size reader_num_threads parser_num_threads sloppy_ordering drop_final_batch",
    ),
    **_same(
        "data.experimental.make_csv_dataset",
        "file_pattern batch_size column_names column_defaults label_name select_columns field_delim use_quote_delim "
        "na_value header num_epochs shuffle shuffle_buffer_size shuffle_seed prefetch_buffer_size num_parallel_reads "
        "sloppy num_rows_for_inference compression_type ignore_errors",
    ),
    **_same("device", "device_name"),
    **_same("distribute.MirroredStrategy", "devices cross_device_ops"),
    **_same("distribute.OneDeviceStrategy", "device"),
    **_same("executing_eagerly", ""),
    **_same("expand_dims squeeze", "input axis name"),
    **_same(
        "feature_column.categorical_column_with_vocabulary_file",
        "key vocabulary_file vocabulary_size dtype default_value num_oov_buckets",
    ),
    **_same("feature_column.make_parse_example_spec", "feature_columns"),
    **_same("foldl foldr", "fn elems initializer parallel_iterations back_prop swap_memory name"),
    **_same("scan", "fn elems initializer parallel_iterations back_prop swap_memory infer_shape reverse name"),
    **_same("map_fn", "fn elems dtype parallel_iterations back_prop swap_memory infer_shape name"),
    **_same("gather", "params indices validate_indices axis batch_dims name"),
    **_same("gather_nd", "params indices batch_dims name"),
    **_same(
        "gradients",
        "ys xs grad_ys name gate_gradients aggregation_method stop_gradients unconnected_gradients",
    ),
    **_same("hessians", "ys xs gate_gradients aggregation_method name"),
    **_same("image.draw_bounding_boxes", "images boxes colors name"),
    **_same(
        "image.sample_distorted_bounding_box",
        "image_size bounding_boxes min_object_covered aspect_ratio_range area_range max_attempts "
        "use_image_if_no_bounding_boxes name",
    ),
    **_same("image.crop_and_resize", "image boxes box_indices crop_size method extrapolation_value name"),
    **_same("io.decode_csv", "records record_defaults field_delim use_quote_delim na_value select_cols name"),
    **_same("io.decode_raw", "input_bytes out_type little_endian name"),
    **_same("io.parse_example io.parse_single_example", "serialized features example_names name"),
    **_same("io.serialize_many_sparse io.serialize_sparse", "sp_input out_type name"),
    **_same("linalg.norm norm", "tensor ord axis keepdims name"),
    **_same("lookup.StaticHashTable", "initializer default_value name"),
    **_same("lookup.StaticVocabularyTable", "initializer num_oov_buckets lookup_key_dtype name"),
    **_same("math.bincount", "arr weights minlength maxlength dtype"),
    **_same("math.in_top_k nn.in_top_k", "targets predictions k name"),
    **_same("math.confusion_matrix", "labels predictions num_classes weights dtype name"),
    **_same("math.count_nonzero", "input axis keepdims dtype name"),
    **_same("math.log_softmax math.softmax nn.log_softmax nn.softmax", "logits axis name"),
    **_same("math.scalar_mul scalar_mul", "scalar x name"),
    **_same("name_scope", "name"),
    **_same("nn.avg_pool nn.avg_pool2d nn.max_pool", "input ksize strides padding data_format name"),
    **_same(
        "nn.batch_norm_with_global_normalization",
        "input mean variance beta gamma variance_epsilon scale_after_normalization name",
    ),
    **_same("nn.convolution", "input filters strides padding data_format dilations name"),
    **_same("nn.crelu", "features axis name"),
    **_same("nn.dropout", "x rate noise_shape seed name"),
    **_same(
        "nn.max_pool_with_argmax", "input ksize strides padding data_format output_dtype include_batch_in_index name"
    ),
    **_same("nn.pool", "input window_shape pooling_type strides padding data_format dilations name"),
    **_same("nn.softmax_cross_entropy_with_logits", "labels logits axis name"),
    **_same("nn.sufficient_statistics", "x axes shift keepdims name"),
    **_same("nn.weighted_moments", "x axes frequency_weights keepdims name"),
    **_same("nn.conv1d", "input filters stride padding data_format dilations name"),
    **_same("nn.conv2d nn.conv3d", "input filters strides padding data_format dilations name"),
    **_same(
        "nn.conv2d_transpose nn.conv3d_transpose",
        "input filters output_shape strides padding data_format dilations name",
    ),
    **_same("nn.depth_to_space nn.space_to_depth", "input block_size data_format name"),
    **_same("nn.depthwise_conv2d", "input filter strides padding data_format dilations name"),
    **_same(
        "nn.separable_conv2d",
        "input depthwise_filter pointwise_filter strides padding data_format dilations name",
    ),
    **_same("nn.moments", "x axes shift keepdims name"),
    **_same("nn.sigmoid_cross_entropy_with_logits", "labels logits name"),
    **_same("nn.sparse_softmax_cross_entropy_with_logits", "labels logits name"),
    **_same("nn.weighted_cross_entropy_with_logits", "labels logits pos_weight name"),
    **_same("ones_initializer zeros_initializer", ""),
    **_same("ones_like zeros_like", "input dtype name"),
    **_same("pad", "tensor paddings mode constant_values name"),
    **_same("random_normal_initializer", "mean stddev"),
    **_same("random_uniform_initializer", "minval maxval"),
    **_same("random.poisson", "shape lam dtype seed name"),
    **_same("reverse_sequence", "input seq_lengths seq_axis batch_axis name"),
    **_same("saved_model.contains_saved_model", "export_dir"),
    **_same("shape size", "input out_type name"),
    **_same("sparse.add", "a b threshold"),
    **_same("sparse.concat", "axis sp_inputs expand_nonconcat_dims name"),
    **_same("sparse.reduce_max sparse.reduce_sum", "sp_input axis keepdims"),
    **_same(_SEGMENTS, "data indices segment_ids num_segments name"),
    **_same("sparse.split", "sp_input num_split axis name"),
    **_same("strings.reduce_join", "inputs axis keepdims separator name"),
    **_same("strings.length", "input unit name"),
    **_same("strings.split", "input sep maxsplit name"),
    **_same("strings.substr", "input pos len unit name"),
    **_same("strings.to_hash_bucket", "input num_buckets name"),
    **_same("strings.to_number", "input out_type name"),
    **_same("transpose", "a perm conjugate name"),
    **_same("tuple", "tensors control_inputs name"),
    **_same(
        "while_loop",
        "cond body loop_vars shape_invariants parallel_iterations back_prop swap_memory maximum_iterations name",
    ),
    **_same("Variable", "initial_value trainable validate_shape caching_device name dtype constraint shape"),
    **_same("variable_creator_scope", "variable_creator"),
    **_same("VariableAggregation", "value"),
    **_same("where", "condition x y name"),
}
"""For each name, the parameters of TensorFlow 2 that a call may give without a change of meaning.

Of some, the arguments must show it, or an object is used in other ways: `codemods.analysis.graphs.same_meaning` knows
which.
"""

NO_EFFECT: Dict[str, Tuple[str, ...]] = {
    **_same("autograph.to_code", "arg_values arg_types indentation"),
    **_same("autograph.to_graph", "arg_values arg_types"),
    **_same("cond", "strict"),
    **_same("gradients hessians", "colocate_gradients_with_ops"),
    **_same("nn.conv1d nn.conv2d nn.conv2d_backprop_input", "use_cudnn_on_gpu"),
}
"""Parameters that are gone and change no value: a call may leave them out.

Without cuDNN, TensorFlow 1 had no convolution for GPUs at all."""

TEXTS: Dict[str, str] = {"tensorflow.device": "device_name", "tensorflow.name_scope": "name"}
"""Parameters that mean the same if they are strings: `tf.device` also took functions."""

KEYWORDS: Tuple[RenamedKeywords, ...] = (
    _renamed(_REDUCTIONS, keep_dims="keepdims", reduction_indices="axis"),
    _renamed("argmax argmin math.argmax math.argmin", dimension="axis"),
    _renamed("batch_to_space", block_size="block_shape"),
    _renamed("cond", fn1="true_fn", fn2="false_fn"),
    _renamed("convert_to_tensor", preferred_dtype="dtype_hint"),
    _renamed("debugging.assert_all_finite", t="x", msg="message"),
    _renamed("device", device_name_or_function="device_name"),
    _renamed("expand_dims", dim="axis"),
    _renamed("image.crop_and_resize", box_ind="box_indices"),
    _renamed("io.decode_raw", bytes="input_bytes"),
    _renamed("linalg.norm norm nn.moments", keep_dims="keepdims"),
    _renamed("math.count_nonzero", input_tensor="input", keep_dims="keepdims", reduction_indices="axis"),
    _renamed("math.log_softmax math.softmax nn.log_softmax nn.softmax", dim="axis"),
    _renamed(
        "nn.batch_norm_with_global_normalization",
        t="input",
        m="mean",
        v="variance",
    ),
    _renamed("nn.convolution", filter="filters", dilation_rate="dilations"),
    _renamed("nn.max_pool_with_argmax", Targmax="output_dtype"),
    _renamed("nn.pool", dilation_rate="dilations"),
    _renamed("nn.softmax_cross_entropy_with_logits", dim="axis"),
    _renamed("nn.sufficient_statistics nn.weighted_moments", keep_dims="keepdims"),
    _renamed("nn.avg_pool nn.avg_pool2d nn.max_pool nn.conv1d", value="input"),
    _renamed("nn.conv2d nn.conv3d", filter="filters"),
    _renamed("nn.conv2d_transpose nn.conv3d_transpose", value="input", filter="filters"),
    _renamed("nn.weighted_cross_entropy_with_logits", targets="labels"),
    _renamed("nn.depthwise_conv2d nn.separable_conv2d", rate="dilations"),
    _renamed("ones_like zeros_like", tensor="input"),
    _renamed("reverse_sequence", seq_dim="seq_axis", batch_dim="batch_axis"),
    _renamed("squeeze", squeeze_dims="axis"),
    _renamed("sparse.add", thresh="threshold"),
    _renamed("sparse.concat", expand_nonconcat_dim="expand_nonconcat_dims"),
    _renamed("sparse.reduce_max sparse.reduce_sum", reduction_axes="axis", keep_dims="keepdims"),
    _renamed("sparse.split", split_dim="axis"),
    _renamed("strings.reduce_join", keep_dims="keepdims", reduction_indices="axis"),
    _renamed("strings.to_hash_bucket strings.to_number", string_tensor="input"),
)
"""Keywords of TensorFlow 1 that merely have another name."""
