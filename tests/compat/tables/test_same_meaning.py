"""Every name that is said to mean the same under TensorFlow 2 is called in both versions, with every parameter."""

import inspect
import os
import tempfile
from contextlib import nullcontext, suppress

import pytest

tf = pytest.importorskip("tensorflow")

import numpy as np  # noqa: E402

from compat.tables.keywords.same_meaning import KEYWORDS, SAME_MEANING, TEXTS  # noqa: E402
from compat.tables.names.tensorflow_1 import CHANGED  # noqa: E402

if tuple(int(part) for part in tf.__version__.split(".")[:2]) < (2, 16):
    pytest.skip("upgraded code runs on the releases with Keras 3", allow_module_level=True)

v1 = tf.compat.v1
RANDOM = np.random.RandomState(0)
IMAGES = RANDOM.rand(2, 4, 4, 3).astype("float32")
VIDEO = RANDOM.rand(1, 4, 4, 4, 2).astype("float32")
KERNEL = RANDOM.rand(2, 2, 3, 5).astype("float32")
MATRIX = RANDOM.rand(3, 4).astype("float32") - 0.5
NUMBERS = np.array([[3, 0, 2], [0, 1, 5]])
FLAGS = np.array([[True, False], [True, True]])
ONES, SAME = [1, 1, 1, 1], "SAME"
EXAMPLE = tf.train.Example(
    features=tf.train.Features(feature={"a": tf.train.Feature(int64_list=tf.train.Int64List(value=[7]))})
).SerializeToString()
FOLDER = tempfile.mkdtemp()
RECORDS, LINES = os.path.join(FOLDER, "records"), os.path.join(FOLDER, "lines")
with tf.io.TFRecordWriter(RECORDS) as writer:
    for _ in range(3):
        writer.write(EXAMPLE)
with open(LINES, "w") as lines:
    lines.write("1,a\n2,b\n")
FEATURES = {"a": tf.io.FixedLenFeature([1], tf.int64), "b": tf.io.VarLenFeature(tf.float32)}


class Call:
    """Arguments in the words of TensorFlow 2, by name."""

    def __init__(self, **arguments):
        self.arguments = arguments


class Made:
    """An argument that is made where the call is made, in a graph or eagerly."""

    def __init__(self, make):
        self.make = make


def sparse(values):
    return Made(lambda: tf.sparse.from_dense(values))


RANGES = Made(lambda: [tf.data.Dataset.range(4), tf.data.Dataset.range(4).map(lambda x: -x)])
SPARSE = sparse([[0.0, 1.5], [2.0, 0.0]])
TWO_SPARSE = Made(lambda: [tf.sparse.from_dense([[0.0, 1.5], [2.0, 0.0]])] * 2)
UNEVEN_SPARSE = Made(lambda: [tf.sparse.from_dense([[0.0, 1.5]]), tf.sparse.from_dense([[2.0, 0.0, 1.0]])])


def calls(*, each, names):
    return {"tensorflow." + name: each for name in names.split()}


POOL = [
    Call(input=IMAGES, ksize=2, strides=[1, 2, 2, 1], padding="VALID"),
    Call(input=IMAGES, ksize=[1, 2, 2, 1], strides=2, padding=SAME, data_format="NHWC", name="n"),
]
REDUCE = [Call(input_tensor=MATRIX), Call(input_tensor=MATRIX, axis=[0, 1], keepdims=True, name="n")]
REDUCE_FLAGS = [Call(input_tensor=FLAGS), Call(input_tensor=FLAGS, axis=-1, keepdims=True, name="n")]
EQUAL = [Call(x=[1, 2], y=[1, 2], summarize=3, message="m", name="n"), Call(x=[1, 2], y=[1, 3])]
ORDER = [
    Call(x=[3, 4], y=[1, 2], summarize=3, message="m", name="n"),
    Call(x=[1, 2], y=[1, 3]),
    Call(x=[1, 0], y=[2, 3]),
]
SIGN = [Call(x=value, summarize=3, message="m", name="n") for value in ([1, 2], [-1, -2], [0, 0], [0, -1], [0, 1])]
RANK = [Call(x=MATRIX, rank=rank, message="m", name="n") for rank in (1, 2, 3)]
SOFTMAX = [Call(logits=MATRIX), Call(logits=MATRIX, axis=0, name="n")]
LIKE = [Call(input=MATRIX), Call(input=NUMBERS, dtype=tf.float64, name="n")]
FOLD = [
    Call(fn=lambda a, x: 2 * a + x, elems=MATRIX),
    Call(
        fn=lambda a, x: 2 * a + x,
        elems=MATRIX,
        initializer=MATRIX[0],
        parallel_iterations=2,
        back_prop=False,
        swap_memory=True,
        name="n",
    ),
    Call(fn=lambda a, x: 2 * a + x, elems=MATRIX, back_prop=True),
]
LABELS = (MATRIX > 0).astype("float32")

CALLS = {
    **calls(
        each=REDUCE,
        names="""
        reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod reduce_sum math.reduce_logsumexp math.reduce_max
        math.reduce_mean math.reduce_min math.reduce_prod math.reduce_sum
        """,
    ),
    **calls(each=REDUCE_FLAGS, names="reduce_all reduce_any math.reduce_all math.reduce_any"),
    **calls(each=EQUAL, names="assert_equal debugging.assert_equal debugging.assert_none_equal"),
    **calls(
        each=ORDER,
        names="""
        assert_greater assert_less debugging.assert_greater debugging.assert_greater_equal debugging.assert_less
        debugging.assert_less_equal
        """,
    ),
    **calls(
        each=SIGN,
        names="""
        debugging.assert_negative debugging.assert_non_negative debugging.assert_non_positive debugging.assert_positive
        """,
    ),
    **calls(
        each=[
            Call(x=[1.0], y=[1.1], rtol=0.2, atol=0.1, summarize=3, message="m", name="n"),
            Call(x=[1.0], y=[1.1]),
            Call(x=[1.0], y=[1.0 + 1e-6]),
        ],
        names="debugging.assert_near",
    ),
    **calls(each=RANK, names="assert_rank debugging.assert_rank debugging.assert_rank_at_least"),
    **calls(
        each=[Call(x=MATRIX, ranks=(1, 2), message="m", name="n"), Call(x=MATRIX, ranks=(1, 3))],
        names="debugging.assert_rank_in",
    ),
    **calls(each=[Call(x=NUMBERS, message="m", name="n"), Call(x=MATRIX)], names="debugging.assert_integer"),
    **calls(
        each=[
            Call(tensor=tf.constant(MATRIX), tf_type=tf.float32, message="m", name="n"),
            Call(tensor=tf.constant(MATRIX), tf_type=tf.int32),
        ],
        names="debugging.assert_type",
    ),
    **calls(
        each=[Call(x=MATRIX, message="m", name="n"), Call(x=np.array([np.nan]), message="m")],
        names="debugging.assert_all_finite",
    ),
    **calls(
        each=[Call(input=MATRIX), Call(input=MATRIX, axis=1, output_type=tf.int32, name="n")],
        names="argmax argmin math.argmax math.argmin",
    ),
    **calls(
        each=[
            Call(tensor=NUMBERS, mask=[True, False]),
            Call(tensor=NUMBERS, mask=[True, False, True], axis=1, name="n"),
        ],
        names="boolean_mask",
    ),
    **calls(
        each=[
            Call(value=1.5),
            Call(value=[[1, 2]], dtype=tf.float64, name="n"),
            Call(value="a"),
            Call(value=2, shape=[2, 3]),
            Call(value=[1, 2], shape=[1, 2, 1]),
            Call(value=2.5, shape=[]),
        ],
        names="constant",
    ),
    **calls(
        each=[Call(value=3), Call(value=3, dtype_hint=tf.float64), Call(value=MATRIX, dtype=tf.float32, name="n")],
        names="convert_to_tensor",
    ),
    **calls(each=[Call()], names="executing_eagerly"),
    **calls(each=[Call(input=MATRIX, axis=0), Call(input=MATRIX, axis=-1, name="n")], names="expand_dims"),
    **calls(each=[Call(input=[[[1]], [[2]]]), Call(input=[[[1]], [[2]]], axis=[2], name="n")], names="squeeze"),
    **calls(each=FOLD, names="foldl foldr"),
    **calls(each=[*FOLD, Call(fn=lambda a, x: a + x, elems=MATRIX, infer_shape=False, reverse=True)], names="scan"),
    **calls(
        each=[
            Call(fn=lambda x: x * 2, elems=MATRIX),
            Call(
                fn=lambda x: tf.cast(x, tf.int64),
                elems=MATRIX,
                dtype=tf.int64,
                parallel_iterations=2,
                back_prop=False,
                swap_memory=True,
                infer_shape=False,
                name="n",
            ),
            Call(fn=lambda x: x * x, elems=MATRIX, back_prop=False),
        ],
        names="map_fn",
    ),
    **calls(
        each=[
            Call(params=MATRIX, indices=[0, 2]),
            Call(params=MATRIX, indices=[1], validate_indices=True, axis=1, name="n"),
            Call(params=MATRIX, indices=[[0], [1], [2]], batch_dims=1),
        ],
        names="gather",
    ),
    **calls(
        each=[
            Call(params=MATRIX, indices=[[0, 1]], name="n"),
            Call(params=MATRIX, indices=[[1], [0], [2]], batch_dims=1),
        ],
        names="gather_nd",
    ),
    **calls(
        each=[
            Call(image=IMAGES, boxes=[[0.1, 0.1, 0.9, 1.2]], box_indices=[1], crop_size=[3, 3]),
            Call(
                image=IMAGES,
                boxes=[[0.1, 0.1, 0.9, 1.2]],
                box_indices=[1],
                crop_size=[3, 3],
                method="nearest",
                extrapolation_value=2.0,
                name="n",
            ),
        ],
        names="image.crop_and_resize",
    ),
    **calls(
        each=[
            Call(records=["1,a", "2,b"], record_defaults=[[0], [""]]),
            Call(
                records=["1;'x;y'", "NA;b"],
                record_defaults=[[7]],
                field_delim=";",
                use_quote_delim=False,
                na_value="NA",
                select_cols=[0],
                name="n",
            ),
        ],
        names="io.decode_csv",
    ),
    **calls(
        each=[
            Call(input_bytes=b"abcd", out_type=tf.uint8),
            Call(input_bytes=b"abcd", out_type=tf.int32, little_endian=False, name="n"),
        ],
        names="io.decode_raw",
    ),
    **calls(
        each=[Call(serialized=[EXAMPLE], features=FEATURES, example_names=["e"], name="n")], names="io.parse_example"
    ),
    **calls(
        each=[Call(serialized=EXAMPLE, features=FEATURES, example_names="e", name="n")], names="io.parse_single_example"
    ),
    **calls(
        each=[Call(tensor=MATRIX), Call(tensor=MATRIX, ord=1, axis=1, keepdims=True, name="n")],
        names="linalg.norm norm",
    ),
    **calls(
        each=[
            Call(labels=[1, 2], predictions=[1, 0]),
            Call(labels=[1, 2], predictions=[1, 0], num_classes=4, weights=[0.5, 2], dtype=tf.float32, name="n"),
        ],
        names="math.confusion_matrix",
    ),
    **calls(
        each=[Call(input=NUMBERS), Call(input=NUMBERS, axis=0, keepdims=True, dtype=tf.int32, name="n")],
        names="math.count_nonzero",
    ),
    **calls(each=SOFTMAX, names="math.log_softmax math.softmax nn.log_softmax nn.softmax"),
    **calls(each=[Call(scalar=2.0, x=tf.constant(MATRIX), name="n")], names="math.scalar_mul scalar_mul"),
    **calls(each=POOL, names="nn.avg_pool nn.avg_pool2d nn.max_pool"),
    **calls(
        each=[
            Call(input=IMAGES[0], filters=KERNEL[0], stride=1, padding=SAME),
            Call(
                input=IMAGES[0], filters=KERNEL[0], stride=1, padding="VALID", data_format="NWC", dilations=2, name="n"
            ),
        ],
        names="nn.conv1d",
    ),
    **calls(
        each=[
            Call(input=IMAGES, filters=KERNEL, strides=2, padding=SAME),
            Call(
                input=IMAGES, filters=KERNEL, strides=ONES, padding="VALID", data_format="NHWC", dilations=2, name="n"
            ),
        ],
        names="nn.conv2d",
    ),
    **calls(
        each=[
            Call(
                input=VIDEO,
                filters=np.ones((2, 2, 2, 2, 3), "float32"),
                strides=[1, 1, 1, 1, 1],
                padding="VALID",
                data_format="NDHWC",
                dilations=[1, 1, 1, 1, 1],
                name="n",
            )
        ],
        names="nn.conv3d",
    ),
    **calls(
        each=[
            Call(input=IMAGES, filters=KERNEL.transpose(0, 1, 3, 2), output_shape=[2, 8, 8, 5], strides=2),
            Call(
                input=IMAGES,
                filters=KERNEL.transpose(0, 1, 3, 2),
                output_shape=[2, 5, 5, 5],
                strides=1,
                padding="VALID",
                data_format="NHWC",
                dilations=[1, 1, 1, 1],
                name="n",
            ),
        ],
        names="nn.conv2d_transpose",
    ),
    **calls(
        each=[Call(input=RANDOM.rand(1, 2, 2, 4), block_size=2, data_format="NHWC", name="n")],
        names="nn.depth_to_space nn.space_to_depth",
    ),
    **calls(
        each=[
            Call(input=IMAGES, filter=KERNEL, strides=[1, 2, 2, 1], padding=SAME),
            Call(
                input=IMAGES,
                filter=KERNEL,
                strides=ONES,
                padding="VALID",
                data_format="NHWC",
                dilations=[2, 2],
                name="n",
            ),
        ],
        names="nn.depthwise_conv2d",
    ),
    **calls(
        each=[
            Call(
                input=IMAGES,
                depthwise_filter=KERNEL,
                pointwise_filter=np.ones((1, 1, 15, 2), "float32"),
                strides=ONES,
                padding=SAME,
                data_format="NHWC",
                dilations=[1, 1],
                name="n",
            )
        ],
        names="nn.separable_conv2d",
    ),
    **calls(
        each=[Call(x=MATRIX, axes=[0]), Call(x=MATRIX, axes=[0, 1], shift=0.1, keepdims=True, name="n")],
        names="nn.moments",
    ),
    **calls(each=[Call(labels=LABELS, logits=MATRIX, name="n")], names="nn.sigmoid_cross_entropy_with_logits"),
    **calls(
        each=[Call(labels=[0, 3, 1], logits=MATRIX, name="n")], names="nn.sparse_softmax_cross_entropy_with_logits"
    ),
    **calls(
        each=[Call(labels=LABELS, logits=MATRIX, pos_weight=2.0, name="n")],
        names="nn.weighted_cross_entropy_with_logits",
    ),
    **calls(each=LIKE, names="ones_like zeros_like"),
    **calls(
        each=[
            Call(tensor=MATRIX, paddings=[[1, 0], [0, 2]]),
            Call(tensor=MATRIX, paddings=[[1, 0], [0, 2]], mode="CONSTANT", constant_values=3.0, name="n"),
            Call(tensor=MATRIX, paddings=[[1, 0], [0, 2]], mode="REFLECT"),
        ],
        names="pad",
    ),
    **calls(
        each=[Call(input=NUMBERS, seq_lengths=[2, 1], seq_axis=1, batch_axis=0, name="n")], names="reverse_sequence"
    ),
    **calls(each=[Call(input=MATRIX), Call(input=MATRIX, out_type=tf.int64, name="n")], names="shape size"),
    **calls(each=[Call(input="äb"), Call(input="äb", unit="UTF8_CHAR", name="n")], names="strings.length"),
    **calls(
        each=[Call(input="äbc", pos=1, len=1), Call(input="äbc", pos=1, len=1, unit="UTF8_CHAR", name="n")],
        names="strings.substr",
    ),
    **calls(each=[Call(input=["a", "b"], num_buckets=7, name="n")], names="strings.to_hash_bucket"),
    **calls(each=[Call(input="1.5"), Call(input="2", out_type=tf.int64, name="n")], names="strings.to_number"),
    **calls(
        each=[Call(a=MATRIX), Call(a=np.array([[1 + 2j, 3j]]), perm=[1, 0], conjugate=True, name="n")],
        names="transpose",
    ),
    **calls(
        each=[Call(condition=FLAGS, name="n"), Call(condition=[True, False], x=[1.0, 2.0], y=[3.0, 4.0])], names="where"
    ),
}
MORE = {
    **calls(
        each=[
            Call(input=VIDEO[0], block_shape=2, crops=[[0, 0], [0, 0]], name="n"),
            Call(input=VIDEO[0], block_shape=2, crops=[[0, 1], [0, 0]]),
        ],
        names="batch_to_space",
    ),
    **calls(
        each=[
            Call(pred_fn_pairs=[(True, lambda: tf.constant(1)), (False, lambda: tf.constant(2))]),
            Call(
                pred_fn_pairs=Made(lambda: [(tf.constant(False), lambda: tf.constant(1))]),
                default=lambda: tf.constant(3),
                exclusive=True,
                strict=True,
                name="n",
            ),
        ],
        names="case",
    ),
    **calls(
        each=[
            Call(
                pred=Made(lambda: tf.constant(True)),
                true_fn=lambda: tf.constant(1.0) + 1,
                false_fn=lambda: tf.constant(1.0),
            ),
            Call(
                pred=Made(lambda: tf.constant(False)),
                true_fn=lambda: (tf.constant(1), tf.constant(2)),
                false_fn=lambda: (tf.constant(3), tf.constant(4)),
                name="n",
            ),
        ],
        names="cond",
    ),
    **calls(
        each=[
            Call(
                cond=lambda i, x: i < 3,
                body=lambda i, x: (i + 1, x * 2),
                loop_vars=[0, MATRIX],
                shape_invariants=None,
                parallel_iterations=2,
                back_prop=True,
                swap_memory=True,
                name="n",
            ),
            Call(
                cond=lambda i, x: i < 3, body=lambda i, x: (i + 1, x * 2), loop_vars=(0, MATRIX), maximum_iterations=2
            ),
        ],
        names="while_loop",
    ),
    **calls(
        each=[
            Call(start=3, step=2, dtype=tf.int32),
            Call(),
        ],
        names="data.experimental.Counter",
    ),
    **calls(
        each=[Call(datasets=RANGES, choice_dataset=Made(lambda: tf.data.Dataset.range(4).map(lambda x: x % 2)))],
        names="data.experimental.choose_from_datasets",
    ),
    **calls(
        each=[
            Call(datasets=RANGES, weights=[0.5, 0.5], seed=3),
            Call(datasets=RANGES, weights=[1.0, 0.0]),
        ],
        names="data.experimental.sample_from_datasets",
    ),
    **calls(
        each=[
            Call(
                file_pattern=RECORDS,
                batch_size=2,
                features=FEATURES,
                reader=tf.data.TFRecordDataset,
                label_key="a",
                reader_args=[""],
                num_epochs=1,
                shuffle=True,
                shuffle_buffer_size=4,
                shuffle_seed=1,
                prefetch_buffer_size=1,
                reader_num_threads=1,
                parser_num_threads=1,
                sloppy_ordering=False,
                drop_final_batch=True,
            )
        ],
        names="data.experimental.make_batched_features_dataset",
    ),
    **calls(
        each=[
            Call(
                file_pattern=LINES,
                batch_size=1,
                column_names=["u", "v"],
                column_defaults=[tf.int32, tf.string],
                label_name="u",
                select_columns=["u", "v"],
                field_delim=",",
                use_quote_delim=True,
                na_value="",
                header=False,
                num_epochs=1,
                shuffle=False,
                shuffle_buffer_size=4,
                shuffle_seed=1,
                prefetch_buffer_size=1,
                num_parallel_reads=1,
                sloppy=False,
                num_rows_for_inference=1,
                compression_type="",
                ignore_errors=False,
            )
        ],
        names="data.experimental.make_csv_dataset",
    ),
    **calls(
        each=[
            Call(
                filenames=LINES,
                record_defaults=[tf.int32],
                compression_type="",
                buffer_size=100,
                header=True,
                field_delim=",",
                use_quote_delim=False,
                na_value="",
                select_cols=[0],
            )
        ],
        names="data.experimental.CsvDataset",
    ),
    **calls(
        each=[Call(filenames=[LINES], compression_type="", buffer_size=100, num_parallel_reads=1)],
        names="data.TextLineDataset",
    ),
    **calls(
        each=[Call(filenames=[RECORDS], compression_type="", buffer_size=100, num_parallel_reads=1)],
        names="data.TFRecordDataset",
    ),
    **calls(
        each=[
            Call(
                filenames=[LINES],
                record_bytes=2,
                header_bytes=1,
                footer_bytes=1,
                buffer_size=100,
                compression_type="",
                num_parallel_reads=1,
            )
        ],
        names="data.FixedLengthRecordDataset",
    ),
    **calls(
        each=[
            Call(shapes=Made(lambda: [(tf.zeros(3), (3,))]), data=None, summarize=2, message="m", name="n"),
            Call(shapes=Made(lambda: [(tf.constant(MATRIX), (3, "n"))])),
            Call(shapes=Made(lambda: [(tf.constant(MATRIX), (2, "n"))])),
        ],
        names="debugging.assert_shapes",
    ),
    **calls(
        each=[
            Call(
                key="k",
                vocabulary_file=LINES,
                vocabulary_size=2,
                dtype=tf.string,
                default_value=1,
                num_oov_buckets=0,
            )
        ],
        names="feature_column.categorical_column_with_vocabulary_file",
    ),
    **calls(
        each=[Call(feature_columns=[tf.feature_column.numeric_column("k", shape=(2,))])],
        names="feature_column.make_parse_example_spec",
    ),
    **calls(
        each=[
            Call(
                images=IMAGES,
                boxes=np.array([[[0.1, 0.2, 0.5, 0.9]]] * 2, "float32"),
                colors=np.array([[1.0, 0.0, 0.5]], "float32"),
                name="n",
            )
        ],
        names="image.draw_bounding_boxes",
    ),
    **calls(
        each=[
            Call(
                image_size=[9, 9, 3],
                bounding_boxes=[[[0.0, 0.0, 1.0, 1.0]]],
                min_object_covered=1.0,
                aspect_ratio_range=[1.0, 1.0],
                area_range=[1.0, 1.0],
                max_attempts=3,
                use_image_if_no_bounding_boxes=True,
                name="n",
            )
        ],
        names="image.sample_distorted_bounding_box",
    ),
    **calls(
        each=[Call(sp_input=SPARSE, out_type=tf.string, name="n")],
        names="io.serialize_many_sparse io.serialize_sparse",
    ),
    **calls(
        each=[
            Call(arr=[1, 1, 3]),
            Call(arr=[[1, 1, 3]], weights=[[0.5, 1.0, 2.0]], minlength=2, maxlength=3, dtype=tf.float64),
        ],
        names="math.bincount",
    ),
    **calls(
        each=[Call(targets=[0, 3, 1], predictions=MATRIX, k=2, name="n")],
        names="math.in_top_k nn.in_top_k",
    ),
    **calls(
        each=[
            Call(
                input=IMAGES,
                mean=IMAGES[0, 0, 0],
                variance=IMAGES[0, 0, 1],
                beta=IMAGES[0, 0, 2],
                gamma=IMAGES[0, 0, 3],
                variance_epsilon=1e-3,
                scale_after_normalization=True,
                name="n",
            )
        ],
        names="nn.batch_norm_with_global_normalization",
    ),
    **calls(
        each=[
            Call(
                input=IMAGES,
                filters=KERNEL,
                strides=[1, 1],
                padding="VALID",
                data_format="NHWC",
                dilations=[2, 2],
                name="n",
            ),
            Call(input=IMAGES, filters=KERNEL, padding=SAME, strides=[2, 2]),
        ],
        names="nn.convolution",
    ),
    **calls(
        each=[
            Call(
                input=VIDEO,
                filters=np.ones((2, 2, 2, 3, 2), "float32"),
                output_shape=[1, 8, 8, 8, 3],
                strides=[1, 2, 2, 2, 1],
                padding=SAME,
                data_format="NDHWC",
                dilations=[1, 1, 1, 1, 1],
                name="n",
            )
        ],
        names="nn.conv3d_transpose",
    ),
    **calls(each=[Call(features=MATRIX), Call(features=MATRIX, axis=0, name="n")], names="nn.crelu"),
    **calls(
        each=[
            Call(x=MATRIX, rate=1 - 0.7, seed=3),
            Call(x=MATRIX, rate=0.4, noise_shape=[3, 1], seed=3, name="n"),
            Call(x=MATRIX, rate=0.0),
        ],
        names="nn.dropout",
    ),
    **calls(
        each=[
            Call(
                input=IMAGES,
                ksize=[1, 2, 2, 1],
                strides=[1, 2, 2, 1],
                padding=SAME,
                data_format="NHWC",
                output_dtype=tf.int64,
                include_batch_in_index=True,
                name="n",
            ),
            Call(input=IMAGES, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding=SAME),
        ],
        names="nn.max_pool_with_argmax",
    ),
    **calls(
        each=[
            Call(
                input=IMAGES,
                window_shape=[2, 2],
                pooling_type="AVG",
                strides=[1, 1],
                padding="VALID",
                data_format="NHWC",
                dilations=[2, 2],
                name="n",
            ),
            Call(input=IMAGES, window_shape=[2, 2], pooling_type="MAX", padding=SAME),
        ],
        names="nn.pool",
    ),
    **calls(
        each=[Call(x=MATRIX, axes=[0]), Call(x=MATRIX, axes=[0, 1], shift=0.1, keepdims=True, name="n")],
        names="nn.sufficient_statistics",
    ),
    **calls(
        each=[Call(x=MATRIX, axes=[0], frequency_weights=MATRIX[:1] + 1, keepdims=True, name="n")],
        names="nn.weighted_moments",
    ),
    **calls(each=[Call(shape=[2], lam=[1.5, 30.0], dtype=tf.float64, seed=3, name="n")], names="random.poisson"),
    **calls(each=[Call(export_dir="nowhere")], names="saved_model.contains_saved_model"),
    **calls(each=[Call(a=SPARSE, b=SPARSE), Call(a=SPARSE, b=SPARSE, threshold=2.5)], names="sparse.add"),
    **calls(
        each=[Call(sp_input=SPARSE), Call(sp_input=SPARSE, axis=1, keepdims=True)],
        names="sparse.reduce_max sparse.reduce_sum",
    ),
    **calls(
        each=[
            Call(data=MATRIX, indices=[0, 2, 1], segment_ids=[0, 0, 2], name="n"),
            Call(data=MATRIX, indices=[0, 2, 1], segment_ids=[0, 0, 2], num_segments=4),
        ],
        names="sparse.segment_mean sparse.segment_sqrt_n sparse.segment_sum",
    ),
    **calls(each=[Call(sp_input=SPARSE, num_split=2, axis=1, name="n")], names="sparse.split"),
    **calls(
        each=[
            Call(inputs=[["a", "b"], ["c", "d"]]),
            Call(inputs=[["a", "b"], ["c", "d"]], axis=[1], keepdims=True, separator="-", name="n"),
        ],
        names="strings.reduce_join",
    ),
    **calls(
        each=[Call(tensors=Made(lambda: [tf.constant(1), tf.constant(2)]), control_inputs=[], name="n")],
        names="tuple",
    ),
}
CALLS.update(MORE)
ELSEWHERE = set(
    calls(
        each=None,
        names="""
        autograph.to_code autograph.to_graph constant_initializer data.Dataset data.experimental.RandomDataset device
        distribute.MirroredStrategy distribute.OneDeviceStrategy gradients hessians
        lookup.StaticHashTable lookup.StaticVocabularyTable name_scope
        nn.softmax_cross_entropy_with_logits ones_initializer random_normal_initializer random_uniform_initializer
        sparse.concat strings.split Variable VariableAggregation variable_creator_scope zeros_initializer
        """,
    )
)
"""Everything that is more than a function has its own test below."""

LEGACY_KEYWORDS = {
    (symbol, modern): legacy for row in KEYWORDS for symbol in row.symbols for legacy, modern in row.keywords.items()
}


NEVER_WORKED = {("tensorflow.sparse.split", "split_dim")}
"""Keywords with which the legacy function always raised."""


def below(root, symbol):
    for part in symbol.split(".")[1:]:
        root = getattr(root, part)
    return root


def test_every_name_and_every_parameter_is_called():
    assert set(CALLS) | ELSEWHERE == set(SAME_MEANING)
    assert set(SAME_MEANING) <= CHANGED
    given = {symbol: {name for call in CALLS[symbol] for name in call.arguments} for symbol in CALLS}
    assert {symbol: names for symbol, names in given.items() if names != set(SAME_MEANING[symbol])} == {}
    assert {symbol for row in KEYWORDS for symbol in row.symbols} <= set(SAME_MEANING)
    assert set(TEXTS) <= ELSEWHERE


def test_both_versions_agree_eagerly():
    assert list(differences(eagerly)) == []


def test_both_versions_agree_in_a_graph():
    assert list(differences(in_a_graph)) == []


@pytest.mark.parametrize("name", ["split", "sparse_split"])
def test_split_dim_never_worked(name):
    """The function asked for an axis before it looked at the other name; TensorFlow 1.12 to 1.15 did the same."""
    function = v1.sparse.split if name == "split" else v1.sparse_split
    arguments = {"sp_input": SPARSE.make(), "num_split": 2}
    with pytest.raises(ValueError, match="axis is required"):
        function(split_dim=1, **arguments)
    assert len(tf.sparse.split(axis=1, **arguments)) == 2


def differences(run):
    """The calls whose outcome is not the same."""
    for symbol in sorted(CALLS):
        for call in CALLS[symbol]:
            found = run(below(tf, symbol), call.arguments)
            for arguments in in_the_words_of_v1(symbol, call):
                if any((symbol, name) in NEVER_WORKED for name in arguments):
                    continue
                expected = run(below(v1, symbol), arguments)
                if not same(expected, found):
                    yield symbol, sorted(arguments), expected, found


def in_the_words_of_v1(symbol, call):
    """The arguments by their legacy keywords, and as they are where `tf.compat.v1` knows both."""
    both = {LEGACY_KEYWORDS.get((symbol, name), name): each for name, each in call.arguments.items()}
    yield both
    required = [
        each.name
        for each in inspect.signature(below(v1, symbol)).parameters.values()
        if each.default is each.empty and each.kind is each.POSITIONAL_OR_KEYWORD
    ]
    if both != call.arguments and set(required) <= set(call.arguments):
        yield call.arguments


def eagerly(function, arguments):
    """Values, types and gradients; or the kind of error."""
    tf.random.set_seed(7)
    arguments = made(arguments)
    tensors = {name: tf.constant(each) for name, each in arguments.items() if is_differentiable(each)}
    try:
        with tf.GradientTape() as tape:
            tape.watch(list(tensors.values()))
            outcome = flat(function(**{**arguments, **tensors}))
            total = sum_of(outcome)
    except (ValueError, TypeError, tf.errors.InvalidArgumentError) as error:
        return [type(error).__name__]
    try:
        gradients = tape.gradient(total, list(tensors.values())) if total is not None else []
    except (
        tf.errors.InvalidArgumentError,
        LookupError,
    ) as error:  # without oneDNN the CPU has no kernel for dilated convolutions
        gradients = [tf.constant(type(error).__name__)]
    return [
        each if each is None or isinstance(each, (tf.DType, str)) else tf.convert_to_tensor(each).numpy()
        for each in [*outcome, *gradients]
    ]


def in_a_graph(function, arguments):
    """Values, types, static shapes and gradients; or the kind of error."""
    with tf.Graph().as_default(), v1.Session() as session:
        tf.random.set_seed(7)
        arguments = made(arguments)
        tensors = {name: tf.constant(each) for name, each in arguments.items() if is_differentiable(each)}
        plain = {name: each.numpy() if hasattr(each, "numpy") else each for name, each in arguments.items()}
        try:
            outcome = flat(function(**{**plain, **tensors}))
            total = sum_of(outcome)
            gradients = graph_gradients(total, list(tensors.values()))
            shapes = [str(each.shape) for each in outcome if hasattr(each, "shape")]
            wanted = [each for each in [*outcome, *gradients] if isinstance(each, (tf.Tensor, tf.Operation))]
            return shapes + [each for each in (session.run(wanted) if wanted else ()) if each is not None]
        except (ValueError, TypeError, tf.errors.InvalidArgumentError) as error:
            return [type(error).__name__]


def graph_gradients(total, tensors):
    try:
        return v1.gradients(total, tensors) if total is not None and tensors else []
    except LookupError:
        return []


def is_differentiable(value):
    return isinstance(value, np.ndarray) and value.dtype.kind == "f"


def made(arguments):
    return {name: each.make() if isinstance(each, Made) else each for name, each in arguments.items()}


def flat(outcome):
    if isinstance(outcome, tf.data.Dataset):
        outcome = (
            list(outcome.take(5)) if tf.executing_eagerly() else v1.data.make_one_shot_iterator(outcome).get_next()
        )
    return tf.nest.flatten(outcome, expand_composites=True)


def sum_of(outcome):
    parts = [tf.math.reduce_sum(each) for each in outcome if hasattr(each, "dtype") and each.dtype == tf.float32]
    return tf.add_n(parts) if parts else None


def same(one, other):
    return len(one) == len(other) and all(is_equal(first, second) for first, second in zip(one, other))


def is_equal(one, other):
    if isinstance(one, (np.ndarray, np.generic)) and isinstance(other, (np.ndarray, np.generic)):
        return one.dtype == other.dtype and one.shape == other.shape and np.array_equal(one, other)
    return type(one) is type(other) and one == other


def test_concatenation_of_sparse_tensors():
    """TensorFlow 1 had the modern keyword, too, and raised where it was given."""
    assert set(SAME_MEANING["tensorflow.sparse.concat"]) == {"axis", "sp_inputs", "expand_nonconcat_dims", "name"}
    for inputs, word in ((TWO_SPARSE, False), (UNEVEN_SPARSE, True)):
        plain = {"axis": 0, "sp_inputs": inputs, "name": "n"}
        for run in (eagerly, in_a_graph):
            legacy = run(v1.sparse.concat, {**plain, "expand_nonconcat_dim": word})
            assert same(legacy, run(tf.sparse.concat, {**plain, "expand_nonconcat_dims": word}))
            assert len(legacy) > 1
    with pytest.raises(ValueError, match="Cannot specify both"):
        v1.sparse.concat(axis=0, sp_inputs=TWO_SPARSE.make(), expand_nonconcat_dims=True)


def test_gradients():
    """Both are for graphs, and raise outside of one."""
    arguments = {"grad_ys": None, "name": "n", "gate_gradients": True, "aggregation_method": None}
    more = {"stop_gradients": None, "unconnected_gradients": tf.UnconnectedGradients.ZERO}
    assert {*arguments, *more, "ys", "xs"} == set(SAME_MEANING["tensorflow.gradients"])
    found = []
    for root in (tf, v1):
        with tf.Graph().as_default(), v1.Session() as session:
            x, lonely = tf.constant(MATRIX), tf.constant(2.0)
            y = tf.math.reduce_sum(x**3)
            found.append(session.run(root.gradients(ys=y, xs=[x, lonely], **arguments, **more)))
            del arguments["grad_ys"]
            found[-1] += session.run(root.hessians(ys=y, xs=[x], **arguments))
            arguments["grad_ys"] = None
            assert root.gradients(y, [lonely]) == [None]
    assert same(*found)
    with tf.Graph().as_default(), v1.Session() as session:
        x = tf.constant(MATRIX)
        colocated = [v1.gradients(x**2, x, colocate_gradients_with_ops=each)[0] for each in (True, False)]
        assert np.array_equal(*session.run(colocated))
    for root in (tf, v1):
        with pytest.raises(RuntimeError):
            root.gradients(tf.constant(1.0), tf.constant(1.0))


def test_cross_entropy_of_labels_without_a_gradient():
    found = []
    for root in (tf, v1):
        with tf.Graph().as_default(), v1.Session() as session:
            raw, logits = tf.constant(LABELS), tf.constant(MATRIX)
            labels = tf.stop_gradient(raw)
            axis = {"dim" if root is v1 else "axis": 0}
            losses = [root.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits, name="n", **axis)]
            losses.append(root.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits))
            found.append(session.run([*losses, *v1.gradients(losses, [logits])]))
            assert v1.gradients(losses, [raw]) == [None]
    assert same(*found)


def test_cross_entropy_of_labels_with_a_gradient():
    """`softmax_cross_entropy_with_logits_v2` is the function of TensorFlow 2; the other one stopped the gradient."""
    found = []
    for loss in (
        v1.nn.softmax_cross_entropy_with_logits_v2,
        tf.nn.softmax_cross_entropy_with_logits,
        v1.nn.softmax_cross_entropy_with_logits,
        lambda labels, logits: tf.nn.softmax_cross_entropy_with_logits(tf.stop_gradient(labels), logits),
    ):
        labels, logits = tf.constant(LABELS), tf.constant(MATRIX)
        with tf.GradientTape() as tape:
            tape.watch([labels, logits])
            losses = loss(labels=labels, logits=logits)
        found.append([losses, *tape.gradient(losses, [logits, labels])])
    assert all(np.array_equal(*pair) for pair in zip(*found[:2]))
    assert found[2][2] is found[3][2] is None
    assert all(np.array_equal(*pair) for pair in zip(*(each[:2] for each in found[2:])))


def test_dropout_by_what_is_kept():
    for keep in (0.9, 0.3, 1 / 3, 1.0, 1, tf.constant(0.7)):
        found = []
        for dropout in (v1.nn.dropout, tf.nn.dropout):
            tf.random.set_seed(7)
            share = {"keep_prob": keep} if dropout is v1.nn.dropout else {"rate": 1 - keep}
            found.append(dropout(tf.constant(MATRIX), noise_shape=[3, 1], seed=3, name="n", **share))
            found.append(dropout(tf.ones((30, 30)), seed=1, **share))
        assert np.array_equal(found[0], found[2])
        assert np.array_equal(found[1], found[3])


def test_a_rate_is_the_same_float_after_it_was_taken_from_one_twice():
    for rate in (each / 1000 for each in range(1000)):
        twice = 1 - (1.0 - rate)
        assert np.float32(twice) == np.float32(rate)
        assert np.float32(1 / (1 - twice)) == np.float32(1 / (1 - rate))


def test_autograph():
    assert tf.autograph.to_code(double, recursive=False, experimental_optional_features=None) == v1.autograph.to_code(
        double, recursive=False, experimental_optional_features=None, arg_values=None, arg_types=None
    )
    for root in (tf, v1):
        assert root.autograph.to_graph(double, recursive=True, experimental_optional_features=None)(2) == 4


def double(x):
    return x * 2 if x > 0 else x


def test_datasets():
    """The same elements by the same steps; the legacy iterators take the modern ones too."""
    lost = {name for name in dir(v1.data.Dataset) if not name.startswith("_")} - set(dir(tf.data.Dataset))
    assert lost == {
        "filter_with_legacy_function",
        "from_sparse_tensor_slices",
        "make_initializable_iterator",
        "make_one_shot_iterator",
        "map_with_legacy_function",
        "output_classes",
        "output_shapes",
        "output_types",
    }
    found = []
    for root in (tf, v1):
        found.append([])
        for context in (tf.Graph().as_default(), nullcontext()):
            with context:
                v1.set_random_seed(7)
                for dataset in datasets(root.data.Dataset, root.data.experimental.RandomDataset):
                    assert isinstance(dataset, tf.data.Dataset)
                    found[-1].append(elements(dataset))
                    found[-1].append((v1.data.get_output_types(dataset), v1.data.get_output_shapes(dataset)))
                    found[-1].append(v1.data.get_output_classes(dataset))
    assert len(found[0]) == len(found[1])
    for one, other in zip(*found):
        assert str(one) == str(other)


def datasets(dataset, random):
    rows = dataset.from_tensor_slices({"x": MATRIX, "y": [1, 2, 3]})
    yield rows
    yield rows.shuffle(3, seed=1).repeat(2).batch(2, drop_remainder=True).prefetch(1)
    yield rows.shuffle(3).repeat(2)
    yield rows.map(lambda row: row["x"] * 2, num_parallel_calls=2).filter(lambda x: tf.math.reduce_sum(x) > -9)
    yield rows.apply(tf.data.experimental.ignore_errors()).cache().shard(2, 0).skip(0).take(1)
    yield dataset.from_tensors([1, 2]).concatenate(dataset.from_tensors([3, 4])).enumerate()
    yield dataset.zip((dataset.range(3), dataset.range(1, 7, 2))).flat_map(lambda a, b: dataset.from_tensors((a, b)))
    yield dataset.range(4).interleave(lambda x: dataset.from_tensors(x).repeat(2), cycle_length=2, block_length=1)
    yield dataset.range(4).window(2).flat_map(lambda window: window.batch(2))
    yield dataset.range(1, 4).map(lambda x: tf.fill([x], x)).padded_batch(2, padded_shapes=[None])
    yield dataset.from_generator(lambda: iter([1, 2]), tf.int32, tf.TensorShape([]))
    yield dataset.list_files(os.path.join(FOLDER, "*"), shuffle=False)
    yield dataset.range(9).with_options(tf.data.Options()).apply(tf.data.experimental.unique())
    yield random(seed=3).take(2)


def elements(dataset):
    if tf.executing_eagerly():
        return [tf.nest.map_structure(lambda each: each.numpy(), row) for row in dataset]
    iterator = v1.data.make_initializable_iterator(dataset)
    row, once = iterator.get_next(), v1.data.make_one_shot_iterator(dataset).get_next()
    with v1.Session() as session:
        session.run(iterator.initializer)
        session.run(once)
        return list(rows_until_the_end(session, row))


def rows_until_the_end(session, row):
    with suppress(tf.errors.OutOfRangeError):
        while True:
            yield session.run(row)


def test_device():
    for root in (tf, v1):
        with tf.Graph().as_default(), root.device("/cpu:0"):
            assert tf.constant(1).device == "/device:CPU:0"
        with root.device(LEGACY_DEVICE):
            assert tf.constant(1).device.endswith("CPU:0")
    with tf.Graph().as_default(), v1.device(device_name_or_function="/cpu:0"):
        assert tf.constant(1).device == "/device:CPU:0"


LEGACY_DEVICE = "/job:localhost/replica:0/task:0/device:CPU:0"


def test_name_scope():
    names = []
    for root in (tf, v1):
        with tf.Graph().as_default(), root.name_scope("a") as outer, root.name_scope("b") as inner, root.name_scope(
            "b"
        ):
            names.append((outer, inner, tf.constant(1).name))
        with root.name_scope("a") as outer, root.name_scope("b") as inner:
            names[-1] += (outer, inner)
    assert names[0] == names[1] == ("a/", "a/b/", "a/b/b/Const:0", "a/", "a/b/")


def test_variables():
    for arguments in (
        {"initial_value": 1.5},
        {
            "initial_value": [1, 2],
            "trainable": False,
            "validate_shape": True,
            "caching_device": None,
            "name": "n",
            "dtype": tf.float64,
            "constraint": abs,
            "shape": tf.TensorShape([None]),
        },
    ):
        assert set(arguments) <= set(SAME_MEANING["tensorflow.Variable"])
        assert described(tf.Variable(**arguments)) == described(v1.Variable(**arguments))
        found = []
        for root in (tf, v1):
            with tf.Graph().as_default():
                made = root.Variable(**arguments)
                found.append(
                    (described(made), [each.name for each in v1.global_variables()], len(v1.trainable_variables()))
                )
        assert found[0] == found[1]


def described(variable):
    value = variable.numpy().tolist() if tf.executing_eagerly() else None
    return (
        type(variable),
        variable.dtype,
        variable.trainable,
        variable.shape.as_list(),
        variable.name,
        value,
        variable.constraint,
    )


def test_strategies():
    """Same device, same sums, and a Keras model learns the same under both."""
    keras = pytest.importorskip("keras")
    mirrored = {"devices": ["/cpu:0"], "cross_device_ops": tf.distribute.ReductionToOneDevice()}
    for name, arguments in (("MirroredStrategy", mirrored), ("OneDeviceStrategy", {"device": "/cpu:0"})):
        assert set(arguments) == set(SAME_MEANING["tensorflow.distribute." + name])
        outcomes = []
        for root in (tf, v1):
            strategy = getattr(root.distribute, name)(**arguments)
            keras.utils.set_random_seed(1)
            with strategy.scope():
                model = keras.Sequential([keras.Input((4,)), keras.layers.Dense(2)])
                model.compile("sgd", "mse")
            history = model.fit(MATRIX, MATRIX[:, :2], batch_size=2, verbose=0).history
            total = strategy.reduce("SUM", strategy.run(lambda: tf.constant(2.0)), axis=None)
            outcomes.append((strategy.num_replicas_in_sync, history, float(total), model.get_weights()[0].tolist()))
        assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("without", [False, True, None])
def test_convolutions_are_the_same_with_and_without_cudnn(without):
    one = v1.nn.conv1d(IMAGES[0], KERNEL[0], 1, SAME, use_cudnn_on_gpu=without)
    assert np.array_equal(one, tf.nn.conv1d(IMAGES[0], KERNEL[0], 1, SAME))
    if without is None:
        return  # only conv1d takes None
    assert np.array_equal(v1.nn.conv2d(IMAGES, KERNEL, ONES, SAME, without), tf.nn.conv2d(IMAGES, KERNEL, ONES, SAME))
    back = RANDOM.rand(2, 4, 4, 5).astype("float32")
    legacy = v1.nn.conv2d_backprop_input(IMAGES.shape, KERNEL, back, ONES, SAME, without)
    assert np.array_equal(legacy, tf.nn.conv2d_transpose(back, KERNEL, IMAGES.shape, ONES, SAME))


def test_creators_of_variables():
    """Both scopes reach the variables of both versions."""

    def creator(following, **keywords):
        made.append(keywords["name"])
        return following(**keywords)

    found = []
    for scope in (v1.variable_creator_scope, tf.variable_creator_scope):
        made = []
        with tf.Graph().as_default(), scope(creator):
            tf.Variable(1.0, name="a")
            v1.Variable(1.0, name="b")
            v1.get_variable("c", shape=[])
        with scope(creator):
            tf.Variable(1.0, name="d")
        found.append(made)
    assert found[0] == found[1]
    assert len(found[0]) == 4


def test_a_cross_entropy_that_is_handed_on_is_called_by_keywords():
    for name in ("sigmoid_cross_entropy_with_logits", "sparse_softmax_cross_entropy_with_logits"):
        assert inspect.getfullargspec(getattr(tf.nn, name)).args[:2] == ["labels", "logits"]


def test_to_graph_drops_the_types_and_values():
    legacy = v1.autograph.to_graph(lambda x: x + 1, arg_values={"x": 1}, arg_types={"x": int})
    assert legacy(2) == tf.autograph.to_graph(lambda x: x + 1)(2) == 3


@pytest.mark.parametrize("strings", [["a,b", "", "c"], [], [["a,b"], ["c"]], [["a", "b,c"], ["", ",d"]]])
@pytest.mark.parametrize("words", [{}, {"sep": ","}, {"sep": ",", "maxsplit": 1, "name": "n"}])
def test_strings_that_are_split_and_made_sparse(strings, words):
    strings = tf.constant(strings, tf.string)
    legacy, modern = v1.strings.split(strings, **words), tf.strings.split(strings, **words).to_sparse()
    for part in ("indices", "values", "dense_shape"):
        assert np.array_equal(getattr(legacy, part), getattr(modern, part))
    ragged = v1.strings.split(strings, result_type="RaggedTensor", **words)
    assert ragged.to_list() == tf.strings.split(strings, **words).to_list()


def test_of_a_scalar_the_kept_function_makes_what_no_release_of_tensorflow_1_made():
    """There, the sparse tensor was an AttributeError, and the ragged one a plain tensor."""
    assert v1.strings.split("a b", result_type="RaggedTensor").shape.as_list() == [1, None]
    assert tf.strings.split("a b").numpy().tolist() == [b"a", b"b"]


@pytest.mark.parametrize(
    ("name", "words"),
    [("StaticHashTable", {"default_value": -1}), ("StaticVocabularyTable", {"num_oov_buckets": 2})],
)
def test_tables(name, words):
    """The legacy classes are those of today with one more name for their initializer."""
    legacy, modern = getattr(v1.lookup, name), getattr(tf.lookup, name)
    assert set(dir(legacy)) - set(dir(modern)) == {"initializer"}
    assert issubclass(legacy, modern)
    found = []
    for table in (legacy, modern):
        with tf.Graph().as_default(), v1.Session() as session:
            pairs = tf.lookup.KeyValueTensorInitializer(["a", "b"], tf.constant([0, 1], tf.int64))
            made = table(pairs, name="n", **words)
            session.run(v1.tables_initializer())
            found.append(session.run([made.lookup(tf.constant(["b", "c"])), made.size()]))
    assert str(found[0]) == str(found[1])


def test_aggregations():
    for name in ("NONE", "SUM", "MEAN", "ONLY_FIRST_REPLICA"):
        legacy, modern = v1.VariableAggregation[name], tf.VariableAggregation[name]
        assert legacy == modern
        assert hash(legacy) == hash(modern)
        with tf.Graph().as_default():
            assert v1.get_variable("v", [], aggregation=modern).aggregation == legacy
            assert tf.Variable(1.0, aggregation=legacy).aggregation == modern


@pytest.mark.parametrize(
    "branch", [lambda: [tf.constant(1.0)], lambda: tf.constant(2), lambda: (tf.constant(1), [tf.constant(2)])]
)
def test_strict_conditions(branch):
    found = []
    for call in (lambda p: v1.cond(p, branch, branch, strict=True), lambda p: tf.compat.v2.cond(p, branch, branch)):
        with tf.Graph().as_default(), v1.Session() as session:
            found.append(str(session.run(call(tf.constant(True)))))
        found.append(str(call(True)))
    assert found[:2] == found[2:]
