"""Functions of TensorFlow 1 that TensorFlow 2 has under another name, with other parameters, and the same meaning.

`tests/compat/tables/test_successors.py` calls both for every row and every parameter; the functions of
`contrib.framework` are those of `train` by their source in TensorFlow 1.15.5.

https://www.tensorflow.org/guide/migrate
"""

from typing import Dict, Mapping, NamedTuple


class Successor(NamedTuple):
    """`modern` is what a call of `legacy` is today.

    `parameters` holds the modern parameter for each legacy one that a call may give; others have no equal.
    `added` holds arguments that the modern call takes besides: names of TensorFlow, or literals.
    `deprecated` tells that TensorFlow itself warns when the legacy function is called.
    """

    legacy: str
    modern: str
    parameters: Mapping[str, str]
    added: Mapping[str, str]
    deprecated: bool


def _rows(lines: str, deprecated: bool = False) -> Dict[str, Successor]:
    """Parse `legacy modern parameter legacy:modern +added=value`, one a line."""
    found = {}
    for line in lines.strip().splitlines():
        legacy, modern, *words = line.split()
        parameters = [tuple(each.split(":")) for each in words if not each.startswith("+")]
        added = dict(each[1:].split("=") for each in words if each.startswith("+"))
        given = {pair[0]: pair[-1] for pair in parameters}
        row = Successor("tensorflow." + legacy, "tensorflow." + modern, given, added, deprecated)
        found[row.legacy] = row
    return found


_DEPRECATED = """
all_variables compat.v1.global_variables
arg_max argmax input dimension:axis output_type name
arg_min argmin input dimension:axis output_type name
div divide x y name
initialize_all_tables compat.v1.tables_initializer name
initialize_all_variables compat.v1.global_variables_initializer
initialize_local_variables compat.v1.local_variables_initializer
initialize_variables compat.v1.variables_initializer var_list name
multinomial random.categorical logits num_samples seed name output_dtype:dtype
random.multinomial random.categorical logits num_samples seed name output_dtype:dtype
string_split compat.v1.string_split source sep delimiter:sep skip_empty result_type name
to_bfloat16 cast x name +dtype=bfloat16
to_complex128 cast x name +dtype=complex128
to_complex64 cast x name +dtype=complex64
to_double cast x name +dtype=float64
to_float cast x name +dtype=float32
to_int32 cast x name +dtype=int32
to_int64 cast x name +dtype=int64
"""

_OTHERS = """
assert_greater_equal debugging.assert_greater_equal x y summarize message name
assert_integer debugging.assert_integer x message name
assert_less_equal debugging.assert_less_equal x y summarize message name
assert_near debugging.assert_near x y rtol atol summarize message name
assert_negative debugging.assert_negative x summarize message name
assert_non_negative debugging.assert_non_negative x summarize message name
assert_non_positive debugging.assert_non_positive x summarize message name
assert_none_equal debugging.assert_none_equal x y summarize message name
assert_positive debugging.assert_positive x summarize message name
assert_rank_at_least debugging.assert_rank_at_least x rank message name
assert_rank_in debugging.assert_rank_in x ranks message name
assert_type debugging.assert_type tensor tf_type message name
batch_to_space_nd batch_to_space input block_shape crops name
bincount math.bincount arr weights minlength maxlength dtype
confusion_matrix math.confusion_matrix labels predictions num_classes weights dtype name
contrib.framework.list_variables train.list_variables checkpoint_dir:ckpt_dir_or_file
contrib.framework.load_checkpoint train.load_checkpoint filepattern:ckpt_dir_or_file
contrib.framework.load_variable train.load_variable checkpoint_dir:ckpt_dir_or_file name
count_nonzero math.count_nonzero input_tensor:input input axis keepdims keep_dims:keepdims \
    reduction_indices:axis dtype name
data.experimental.RaggedTensorStructure RaggedTensorSpec dtype shape ragged_rank
data.experimental.SparseTensorStructure SparseTensorSpec dtype shape
data.experimental.TensorArrayStructure TensorArraySpec dtype element_shape dynamic_size infer_shape
data.experimental.TensorStructure TensorSpec dtype shape
decode_csv io.decode_csv records record_defaults field_delim use_quote_delim na_value select_cols name
decode_raw io.decode_raw bytes:input_bytes input_bytes out_type little_endian name
depth_to_space nn.depth_to_space input block_size data_format name
extract_image_patches image.extract_patches images ksizes:sizes sizes strides rates padding name
floor_div math.floordiv x y name
gfile.Copy io.gfile.copy oldpath:src newpath:dst overwrite
gfile.DeleteRecursively io.gfile.rmtree dirname:path
gfile.Exists io.gfile.exists filename:path
gfile.FastGFile io.gfile.GFile name mode
gfile.Glob io.gfile.glob filename:pattern
gfile.IsDirectory io.gfile.isdir dirname:path
gfile.ListDirectory io.gfile.listdir dirname:path
gfile.MakeDirs io.gfile.makedirs dirname:path
gfile.MkDir io.gfile.mkdir dirname:path
gfile.Remove io.gfile.remove filename:path
gfile.Rename io.gfile.rename oldname:src newname:dst overwrite
gfile.Stat io.gfile.stat filename:path
gfile.Walk io.gfile.walk top in_order:topdown
image.extract_image_patches image.extract_patches images ksizes:sizes sizes strides rates padding name
image.resize_area image.resize images size name +method="area" +antialias=False
manip.batch_to_space_nd batch_to_space input block_shape crops name
manip.gather_nd gather_nd params indices batch_dims name
nn.avg_pool_v2 nn.avg_pool input ksize strides padding data_format name
nn.conv2d_backprop_input nn.conv2d_transpose filter:filters out_backprop:input \
    input_sizes:output_shape strides padding data_format name
nn.depthwise_conv2d_native nn.depthwise_conv2d input filter strides padding data_format name
nn.dilation2d nn.dilation2d input filter:filters filters strides rates:dilations dilations padding name \
    +data_format="NHWC"
nn.erosion2d nn.erosion2d value kernel:filters strides rates:dilations padding name +data_format="NHWC"
nn.max_pool_v2 nn.max_pool input ksize strides padding data_format name
parse_example io.parse_example serialized features example_names name
parse_single_example io.parse_single_example serialized features example_names name
py_func numpy_function func inp Tout stateful name
quantize_v2 quantization.quantize input min_range max_range T mode round_mode name
random.set_random_seed random.set_seed seed
random.stateless_multinomial random.stateless_categorical logits num_samples seed output_dtype:dtype name
random_poisson random.poisson lam shape dtype seed name
reduce_join strings.reduce_join inputs axis keep_dims:keepdims keepdims separator reduction_indices:axis name
saved_model.load_v2 saved_model.load export_dir tags
saved_model.loader.maybe_saved_model_directory saved_model.contains_saved_model export_dir
saved_model.maybe_saved_model_directory saved_model.contains_saved_model export_dir
serialize_many_sparse io.serialize_many_sparse sp_input out_type name
serialize_sparse io.serialize_sparse sp_input out_type name
set_random_seed random.set_seed seed
space_to_depth nn.space_to_depth input block_size data_format name
sparse_add sparse.add a b threshold thresh:threshold
sparse_concat sparse.concat axis sp_inputs expand_nonconcat_dim:expand_nonconcat_dims name
sparse_matmul raw_ops.SparseMatMul a b transpose_a transpose_b a_is_sparse b_is_sparse name
sparse_reduce_max sparse.reduce_max sp_input axis keepdims keep_dims:keepdims reduction_axes:axis
sparse_reduce_sum sparse.reduce_sum sp_input axis keepdims keep_dims:keepdims reduction_axes:axis
sparse_segment_mean sparse.segment_mean data indices segment_ids num_segments name
sparse_segment_sqrt_n sparse.segment_sqrt_n data indices segment_ids num_segments name
sparse_segment_sum sparse.segment_sum data indices segment_ids num_segments name
sparse_split sparse.split sp_input num_split axis split_dim:axis name
string_to_hash_bucket strings.to_hash_bucket string_tensor:input input num_buckets name
string_to_number strings.to_number string_tensor:input input out_type name
substr strings.substr input pos len unit name
train.sdca_fprint raw_ops.SdcaFprint input name
train.sdca_optimizer raw_ops.SdcaOptimizer sparse_example_indices sparse_feature_indices sparse_feature_values \
    dense_features example_weights example_labels sparse_indices sparse_weights dense_weights example_state_data \
    loss_type l1 l2 num_loss_partitions num_inner_iterations adaptative name
train.sdca_shrink_l1 raw_ops.SdcaShrinkL1 weights l1 l2 name
verify_tensor_all_finite debugging.assert_all_finite t:x x msg:message message name
"""

SUCCESSORS: Mapping[str, Successor] = {**_rows(_DEPRECATED, deprecated=True), **_rows(_OTHERS)}
"""The rows, by their legacy names."""

FLOATS_ONLY = ("tensorflow.div",)
"""Functions that are the same for floats: `tf.div` of whole numbers rounds down."""
