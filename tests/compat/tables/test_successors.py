"""Every function of TensorFlow 1 and its successor are called alike, with every parameter of the table."""

import os
import tempfile
from ast import literal_eval

import pytest

tf = pytest.importorskip("tensorflow")

import numpy as np  # noqa: E402

from compat.tables.names.successors import SUCCESSORS  # noqa: E402

if tuple(int(part) for part in tf.__version__.split(".")[:2]) < (2, 16):
    pytest.skip("upgraded code runs on the releases with Keras 3", allow_module_level=True)

from tests.compat.tables.test_same_meaning import (  # noqa: E402
    EXAMPLE,
    FEATURES,
    IMAGES,
    KERNEL,
    MATRIX,
    NEVER_WORKED,
    NUMBERS,
    SAME,
    SPARSE,
    TWO_SPARSE,
    UNEVEN_SPARSE,
    Made,
    below,
    eagerly,
    in_a_graph,
    same,
)

v1 = tf.compat.v1
ONES = [1, 1, 1, 1]


def each(names, *arguments):
    return {"tensorflow." + name: list(arguments) for name in names.split()}


PAIR = {"x": [1, 2], "y": [1, 2], "summarize": 3, "message": "m", "name": "n"}
SIGN = {"x": [1, 2], "summarize": 3, "message": "m", "name": "n"}
RANK = {"message": "m", "name": "n"}
SEGMENT = {"data": MATRIX, "indices": [0, 2, 1], "segment_ids": [0, 0, 2]}
POOL = {"input": IMAGES, "ksize": 2, "strides": 2, "padding": SAME, "data_format": "NHWC", "name": "n"}

SAVED = tempfile.mkdtemp()
tf.saved_model.save(tf.Module(), SAVED)
SDCA = {
    "sparse_example_indices": [[0, 1]],
    "sparse_feature_indices": [[0, 1]],
    "sparse_feature_values": [[1.0, 1.0]],
    "dense_features": [],
    "example_weights": [1.0, 2.0],
    "example_labels": [0.0, 1.0],
    "sparse_indices": [[0, 1]],
    "sparse_weights": [[0.0, 0.0]],
    "dense_weights": [],
    "example_state_data": np.zeros((2, 4), "float32"),
    "loss_type": "logistic_loss",
    "l1": 0.0,
    "l2": 1.0,
    "num_loss_partitions": 1,
    "num_inner_iterations": 2,
    "adaptative": False,
    "name": "n",
}

CALLS = {
    **each(
        "to_bfloat16 to_complex128 to_complex64 to_double to_float to_int32 to_int64",
        {"x": MATRIX * 9, "name": "n"},
        {"x": 1},
        {"x": SPARSE},
    ),
    **each(
        "arg_max arg_min", {"input": MATRIX, "dimension": 1}, {"input": MATRIX, "dimension": 0, "output_type": tf.int32, "name": "n"}
    ),
    **each(
        "multinomial random.multinomial",
        {"logits": MATRIX, "num_samples": 9},
        {"logits": MATRIX, "num_samples": 9, "seed": 3, "name": "n", "output_dtype": tf.int32},
    ),
    **each(
        "random.stateless_multinomial",
        {"logits": MATRIX, "num_samples": 9, "seed": [1, 2], "output_dtype": tf.int32, "name": "n"},
    ),
    **each("sparse_split", {"sp_input": SPARSE, "num_split": 2, "axis": 1, "name": "n"}),
    **each(
        "quantize_v2",
        {"input": MATRIX, "min_range": -1.0, "max_range": 1.0, "T": tf.qint8, "mode": "SCALED", "name": "n"},
        {"input": MATRIX, "min_range": -0.5, "max_range": 0.7, "T": tf.quint8, "round_mode": "HALF_AWAY_FROM_ZERO"},
    ),
    **each(
        "string_split",
        {"source": ["a,b;c d"], "sep": ",;", "skip_empty": False, "result_type": "SparseTensor", "name": "n"},
        {"source": ["a,b;c d"], "delimiter": ",;"},
        {"source": ["a b"]},
    ),
    **each(
        "sparse_concat",
        {"axis": 0, "sp_inputs": TWO_SPARSE, "name": "n"},
        {"axis": 0, "sp_inputs": UNEVEN_SPARSE, "expand_nonconcat_dim": True},
    ),
    **each(
        "sparse_matmul",
        {"a": MATRIX, "b": MATRIX, "transpose_a": True, "a_is_sparse": True, "name": "n"},
        {"a": MATRIX, "b": MATRIX, "transpose_b": True, "b_is_sparse": True},
        {"a": MATRIX.astype(tf.bfloat16.as_numpy_dtype), "b": MATRIX[0].reshape(4, 1)},
    ),
    **each(
        "image.resize_area",
        {"images": IMAGES, "size": [3, 2], "name": "n"},
        {"images": (IMAGES * 255).astype("uint8"), "size": [4, 4]},
        {"images": IMAGES, "size": [9, 8]},
    ),
    **each(
        "nn.dilation2d",
        {"input": IMAGES, "filter": KERNEL[..., 0], "strides": ONES, "rates": [1, 2, 2, 1], "padding": SAME, "name": "n"},
        {"input": IMAGES, "filters": KERNEL[..., 0], "strides": [1, 2, 2, 1], "dilations": ONES, "padding": "VALID"},
    ),
    **each(
        "nn.erosion2d",
        {"value": IMAGES, "kernel": KERNEL[..., 0], "strides": ONES, "rates": [1, 2, 2, 1], "padding": SAME, "name": "n"},
        {"value": IMAGES, "kernel": KERNEL[..., 0], "strides": [1, 2, 2, 1], "rates": ONES, "padding": "VALID"},
    ),
    **each(
        "saved_model.maybe_saved_model_directory saved_model.loader.maybe_saved_model_directory",
        {"export_dir": "nowhere"},
        {"export_dir": SAVED},
    ),
    **each("train.sdca_fprint", {"input": ["a", "b"], "name": "n"}),
    **each("train.sdca_optimizer", SDCA),
    **each("assert_greater_equal assert_less_equal", PAIR, {"x": [1, 2], "y": [2, 1]}),
    **each("assert_none_equal", PAIR, {**PAIR, "y": [3, 4]}),
    **each("assert_near", {**PAIR, "x": [1.0], "y": [1.1], "rtol": 0.2, "atol": 0.1}, {"x": [1.0], "y": [1.1]}),
    **each("assert_negative assert_non_negative assert_non_positive assert_positive", SIGN, {**SIGN, "x": [0, -1]}),
    **each("assert_rank_at_least", {"x": MATRIX, "rank": 1, **RANK}, {"x": MATRIX, "rank": 3}),
    **each("assert_rank_in", {"x": MATRIX, "ranks": (1, 2), **RANK}, {"x": MATRIX, "ranks": (1, 3)}),
    **each("assert_integer", {"x": NUMBERS, **RANK}, {"x": MATRIX}),
    **each("assert_type", {"tensor": Made(lambda: tf.constant(MATRIX)), "tf_type": tf.float32, **RANK}),
    **each(
        "batch_to_space_nd manip.batch_to_space_nd",
        {"input": np.ones((4, 2, 2, 1), "float32"), "block_shape": [2, 2], "crops": [[0, 1], [0, 0]], "name": "n"},
    ),
    **each(
        "bincount",
        {"arr": [1, 1, 3], "weights": [0.5, 1.0, 2.0], "minlength": 2, "maxlength": 3, "dtype": tf.float64},
        {"arr": [[1, 1, 3]]},
    ),
    **each(
        "confusion_matrix",
        {"labels": [1, 2], "predictions": [1, 0]},
        {"labels": [1, 2], "predictions": [1, 0], "num_classes": 4, "weights": [1, 2], "dtype": tf.float32, "name": "n"},
    ),
    **each(
        "count_nonzero",
        {"input": NUMBERS, "axis": 0, "keepdims": True, "dtype": tf.int32, "name": "n"},
        {"input_tensor": NUMBERS, "reduction_indices": 1, "keep_dims": True},
    ),
    **each(
        "decode_csv",
        {
            "records": ["1;'x;y'", "NA;b"],
            "record_defaults": [[7]],
            "field_delim": ";",
            "use_quote_delim": False,
            "na_value": "NA",
            "select_cols": [0],
            "name": "n",
        },
        {"records": ["1,a", "2,b"], "record_defaults": [[0], [""]]},
    ),
    **each(
        "decode_raw",
        {"input_bytes": b"abcd", "out_type": tf.int32, "little_endian": False, "name": "n"},
        {"bytes": b"abcd", "out_type": tf.uint8},
    ),
    **each(
        "depth_to_space space_to_depth",
        {"input": np.arange(16.0).reshape(1, 2, 2, 4), "block_size": 2, "data_format": "NHWC", "name": "n"},
    ),
    **each(
        "extract_image_patches image.extract_image_patches",
        {"images": IMAGES, "sizes": [1, 2, 2, 1], "strides": ONES, "rates": ONES, "padding": SAME, "name": "n"},
        {"images": IMAGES, "ksizes": [1, 2, 2, 1], "strides": ONES, "rates": [1, 2, 2, 1], "padding": "VALID"},
    ),
    **each(
        "div",
        {"x": MATRIX, "y": 2.5, "name": "n"},
        {"x": 1.5, "y": MATRIX},
        {"x": MATRIX.astype("float64"), "y": np.float64(3)},
        {"x": 1.0, "y": 3.0},
    ),
    **each("floor_div", {"x": [-7, 7], "y": [2, 2], "name": "n"}, {"x": [-7.5], "y": [2.0]}),
    **each("manip.gather_nd", {"params": MATRIX, "indices": [[1], [0], [2]], "batch_dims": 1, "name": "n"}),
    **each("nn.avg_pool_v2 nn.max_pool_v2", POOL),
    **each(
        "nn.conv2d_backprop_input",
        {
            "input_sizes": [2, 4, 4, 3],
            "filter": KERNEL,
            "out_backprop": np.ones((2, 4, 4, 5), "float32"),
            "strides": ONES,
            "padding": SAME,
            "data_format": "NHWC",
            "name": "n",
        },
    ),
    **each(
        "nn.depthwise_conv2d_native",
        {"input": IMAGES, "filter": KERNEL, "strides": ONES, "padding": SAME, "data_format": "NHWC", "name": "n"},
    ),
    **each("parse_example", {"serialized": [EXAMPLE], "features": FEATURES, "example_names": ["e"], "name": "n"}),
    **each("parse_single_example", {"serialized": EXAMPLE, "features": FEATURES, "example_names": "e", "name": "n"}),
    **each(
        "py_func",
        {"func": lambda x: x + 1, "inp": [MATRIX], "Tout": tf.float32, "stateful": False, "name": "n"},
        {"func": lambda x, y: (x, y), "inp": [MATRIX, 2], "Tout": [tf.float32, tf.int32]},
    ),
    **each("random_poisson", {"lam": [1.5, 30.0], "shape": [2], "dtype": tf.float64, "seed": 3, "name": "n"}),
    **each(
        "reduce_join",
        {"inputs": [["a", "b"]], "axis": [1], "keepdims": True, "separator": "-", "name": "n"},
        {"inputs": [["a", "b"]], "reduction_indices": 0, "keep_dims": True},
    ),
    **each("serialize_many_sparse serialize_sparse", {"sp_input": SPARSE, "out_type": tf.string, "name": "n"}),
    **each("sparse_add", {"a": SPARSE, "b": SPARSE, "threshold": 2.5}, {"a": SPARSE, "b": SPARSE, "thresh": 2.5}),
    **each(
        "sparse_reduce_max sparse_reduce_sum",
        {"sp_input": SPARSE, "axis": 1, "keepdims": True},
        {"sp_input": SPARSE, "reduction_axes": 1, "keep_dims": True},
    ),
    **each(
        "sparse_segment_mean sparse_segment_sqrt_n sparse_segment_sum",
        {**SEGMENT, "name": "n"},
        {**SEGMENT, "num_segments": 4},
    ),
    **each("string_to_hash_bucket", {"string_tensor": ["a", "b"], "num_buckets": 7, "name": "n"}, {"input": "a", "num_buckets": 3}),
    **each("string_to_number", {"string_tensor": "2", "out_type": tf.int64, "name": "n"}, {"input": "1.5"}),
    **each("substr", {"input": "äbc", "pos": 1, "len": 1, "name": "n", "unit": "UTF8_CHAR"}, {"input": "äbc", "pos": 1, "len": 1}),
    **each(
        "verify_tensor_all_finite", {"t": MATRIX, "msg": "m", "name": "n"}, {"x": np.array([np.nan]), "message": "m"}
    ),
}  # fmt: skip
ELSEWHERE = [
    name
    for name in SUCCESSORS
    if name.startswith(("tensorflow.gfile.", "tensorflow.contrib.", "tensorflow.data."))
    or name.endswith(("set_random_seed", "variables", "tables", "saved_model.load_v2", "sdca_shrink_l1"))
]


def today(row, arguments):
    """The arguments of the successor."""
    added = {name: getattr(tf, each) if hasattr(tf, each) else literal_eval(each) for name, each in row.added.items()}
    return {**{row.parameters[name]: each for name, each in arguments.items()}, **added}


def test_every_function_and_every_parameter_is_called():
    assert {*CALLS, *ELSEWHERE} == set(SUCCESSORS)
    for legacy, calls in CALLS.items():
        worked = {
            name for name in SUCCESSORS[legacy].parameters if (SUCCESSORS[legacy].modern, name) not in NEVER_WORKED
        }
        assert {name for call in calls for name in call} == worked, legacy


@pytest.mark.parametrize("run", [eagerly, in_a_graph])
@pytest.mark.parametrize("legacy", sorted(CALLS))
def test_both_agree(legacy, run):
    row = SUCCESSORS[legacy]
    for arguments in CALLS[legacy]:
        expected = run(below(v1, legacy), arguments)
        assert same(expected, run(below(tf, row.modern), today(row, arguments))), (arguments, expected)


@pytest.mark.parametrize(
    ("legacy", "arguments"),
    [
        ("TensorStructure", {"dtype": tf.int32, "shape": [None, 3]}),
        ("SparseTensorStructure", {"dtype": tf.int32, "shape": [None, 3]}),
        ("RaggedTensorStructure", {"dtype": tf.int32, "shape": [2, None], "ragged_rank": 1}),
        (
            "TensorArrayStructure",
            {"dtype": tf.int32, "element_shape": [3], "dynamic_size": True, "infer_shape": False},
        ),
    ],
)
def test_structures(legacy, arguments):
    row = SUCCESSORS[f"tensorflow.data.experimental.{legacy}"]
    assert arguments.keys() == row.parameters.keys()
    assert getattr(v1.data.experimental, legacy)(**arguments) == below(tf, row.modern)(**arguments)


def test_loading_is_the_same_function():
    row = SUCCESSORS["tensorflow.saved_model.load_v2"]
    assert v1.saved_model.load_v2 is below(tf, row.modern)


def test_shrinking():
    """Both change a variable of a graph."""
    row, found = SUCCESSORS["tensorflow.train.sdca_shrink_l1"], []
    assert set(row.parameters) == {"weights", "l1", "l2", "name"}
    for function in (v1.train.sdca_shrink_l1, below(tf, row.modern)):
        with tf.Graph().as_default(), v1.Session() as session:
            weights = v1.get_variable("w", initializer=[1.0, -2.0, 0.1], use_resource=False)
            session.run(v1.global_variables_initializer())
            session.run(function(weights=[weights], l1=1.0, l2=2.0, name="n"))
            found.append(session.run(weights).tolist())
    assert found[0] == found[1] != [1.0, -2.0, 0.1]


def test_checkpoints():
    """`contrib.framework` read checkpoints and their folders, as `train` does."""
    folder = tempfile.mkdtemp()
    path = tf.train.Checkpoint(weights=tf.Variable([1.0, 2.0])).save(os.path.join(folder, "model"))
    name = next(name for name, shape in tf.train.list_variables(folder) if shape == [2])
    assert tf.train.load_variable(folder, name).tolist() == [1.0, 2.0]
    assert tf.train.load_checkpoint(path).get_tensor(name).tolist() == [1.0, 2.0]


def test_batch_gather_has_no_successor():
    """`tf.gather(batch_dims=-1)` takes the last axis, `batch_gather` the one after those that both share."""
    params, indices = np.arange(12).reshape(2, 3, 2), [[2, 0], [1, 1]]
    found = [v1.batch_gather(params, indices), tf.gather(params, [[1, 0], [1, 1]], batch_dims=-1)]
    assert [each.shape.as_list() for each in found] == [[2, 2, 2], [2, 3, 2]]


def test_division_of_whole_numbers_rounds_down():
    assert v1.div([7, -7], 2).numpy().tolist() == [3, -4]
    assert tf.divide([7, -7], 2).numpy().tolist() == [3.5, -3.5]


def test_seeds():
    for name in ("set_random_seed", "random.set_random_seed"):
        assert SUCCESSORS["tensorflow." + name].modern == "tensorflow.random.set_seed"
        found = []
        for seed in (below(v1, "tensorflow." + name), tf.random.set_seed):
            seed(seed=7)
            numbers = [tf.random.normal([3]).numpy(), tf.random.uniform([2], seed=3).numpy()]
            with tf.Graph().as_default(), v1.Session() as session:
                seed(7)
                numbers += session.run([tf.random.normal([3]), tf.random.uniform([2], seed=3)])
            found.append(numbers)
        assert all(np.array_equal(*pair) for pair in zip(*found))


def test_initializers():
    for make in (
        lambda root: root.initialize_all_variables(),
        lambda root: root.initialize_local_variables(),
        lambda root: root.initialize_variables(root.all_variables(), name="n"),
        lambda root: root.initialize_all_tables(name="n"),
    ):
        found = []
        for root in (v1, Successors()):
            with tf.Graph().as_default() as graph:
                v1.get_variable("a", [2])
                v1.get_variable("b", [2], collections=["local_variables"])
                make(root)
                found.append(str(graph.as_graph_def()))
        assert found[0] == found[1]


class Successors:
    def __getattr__(self, name):
        return below(tf, SUCCESSORS["tensorflow." + name].modern)


def test_files():
    found = []
    for root in (v1.gfile, Files()):
        folder = tempfile.mkdtemp()
        inner, moved = os.path.join(folder, "a", "b"), os.path.join(folder, "moved")
        root.MakeDirs(dirname=inner)
        root.MkDir(dirname=os.path.join(folder, "c"))
        with root.FastGFile(name=os.path.join(inner, "text"), mode="w") as file:
            file.write("one\ntwo")
        with root.FastGFile(os.path.join(inner, "text"), "rb") as file:
            seen = [file.read(), file.size()]
        root.Copy(oldpath=os.path.join(inner, "text"), newpath=os.path.join(folder, "copy"), overwrite=True)
        root.Rename(oldname=os.path.join(folder, "copy"), newname=moved, overwrite=False)
        seen += [root.Exists(filename=moved), root.IsDirectory(dirname=inner), root.Stat(filename=moved).length]
        seen += [sorted(root.ListDirectory(dirname=folder)), root.Glob(filename=os.path.join(folder, "*/b"))]
        seen += [sorted(map(str, root.Walk(top=folder, in_order=order))) for order in (True, False)]
        for wrong in ("Remove", "ListDirectory", "Stat"):
            with pytest.raises(tf.errors.NotFoundError):
                getattr(root, wrong)("nowhere")
        root.Remove(filename=moved)
        root.DeleteRecursively(dirname=inner)
        seen += [sorted(root.ListDirectory(folder)), root.ListDirectory(os.path.join(folder, "a"))]
        found.append(str(seen).replace(folder, ""))
    assert found[0] == found[1]


class Files:
    """`tf.gfile` by the table."""

    def __getattr__(self, name):
        row = SUCCESSORS["tensorflow.gfile." + name]
        modern = below(tf, row.modern)
        return lambda *args, **given: modern(*args, **{row.parameters[word]: each for word, each in given.items()})
