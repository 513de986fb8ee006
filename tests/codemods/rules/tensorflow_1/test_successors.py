"""Calls go to the successor of a function if every argument has a place there, and stay what they were if not."""

from __future__ import annotations

import pytest

from codemods.engine.engine import check, upgrade
from codemods.types import Upgraded
from compat.tables.names.successors import SUCCESSORS
from compat.tables.names.tensorflow_1 import CHANGED, MOVED
from tests.codemods.checks import check_untouched, check_upgraded

TF = "import tensorflow as tf\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tf.to_float(x)", "tf.cast(x, tf.float32)"),
        ("tf.to_int64(x, 'n')", "tf.cast(x, tf.int64, name='n')"),
        ("tf.to_int32(x=x)", "tf.cast(x=x, dtype=tf.int32)"),
        ("tf.to_float(tf.to_int32(x))", "tf.cast(tf.cast(x, tf.int32), tf.float32)"),
        ("tf.compat.v1.to_double(x)", "tf.cast(x, tf.float64)"),
        ("tf.arg_max(x, 1)", "tf.argmax(x, 1)"),
        ("tf.arg_max(x, dimension=1, name='n')", "tf.argmax(x, axis=1, name='n')"),
        ("tf.arg_min(x, 1, tf.int32)", "tf.argmin(x, 1, output_type=tf.int32)"),
        ("tf.multinomial(x, 3, 7)", "tf.random.categorical(x, 3, seed=7)"),
        ("tf.multinomial(x, 3, None, None, tf.int32)", "tf.random.categorical(x, 3, seed=None, name=None, dtype=tf.int32)"),
        ("tf.set_random_seed(1)", "tf.random.set_seed(1)"),
        ("tf.all_variables()", "tf.compat.v1.global_variables()"),
        ("tf.gfile.Exists('a')", "tf.io.gfile.exists('a')"),
        ("tf.gfile.Glob(filename='*')", "tf.io.gfile.glob(pattern='*')"),
        ("tf.gfile.FastGFile('a', 'rb').read()", "tf.io.gfile.GFile('a', 'rb').read()"),
        ("tf.gfile.Walk('a', True)", "tf.io.gfile.walk('a', True)"),
        ("tf.parse_example(s, f)", "tf.io.parse_example(s, f)"),
        ("tf.parse_example(s, f, 'n', e)", "tf.io.parse_example(s, f, name='n', example_names=e)"),
        ("tf.decode_raw(s, tf.uint8)", "tf.io.decode_raw(s, tf.uint8)"),
        ("tf.decode_raw(bytes=s, out_type=tf.uint8)", "tf.io.decode_raw(input_bytes=s, out_type=tf.uint8)"),
        ("tf.batch_to_space_nd(x, b, c)", "tf.batch_to_space(x, block_shape=b, crops=c)"),
        ("tf.random_poisson(l, [2])", "tf.random.poisson(lam=l, shape=[2])"),
        ("tf.substr(s, 0, 1, 'n', 'BYTE')", "tf.strings.substr(s, 0, 1, name='n', unit='BYTE')"),
        ("tf.count_nonzero(x, 1, True)", "tf.math.count_nonzero(x, 1, True)"),
        ("tf.confusion_matrix(a, b, 3, tf.int32, None, w)", "tf.math.confusion_matrix(a, b, 3, dtype=tf.int32, name=None, weights=w)"),
        ("tf.py_func(f, [x], tf.float32)", "tf.numpy_function(f, [x], tf.float32)"),
        ("tf.nn.conv2d_backprop_input(n, w, x, s, 'SAME', True)", "tf.nn.conv2d_transpose(output_shape=n, filters=w, input=x, strides=s, padding='SAME')"),
        ("tf.div(1.0, x)", "tf.divide(1.0, x)"),
        ("tf.div(tf.exp(x), y, 'n')", "tf.divide(tf.exp(x), y, 'n')"),
        ("tf.div(x, tf.reduce_sum(tf.cast(z, tf.float32), 1))", "tf.divide(x, tf.reduce_sum(tf.cast(z, tf.float32), 1))"),
        ("tf.div(x - 0.5, y)", "tf.divide(x - 0.5, y)"),
        ("tf.compat.v1.div(tf.sqrt(x), y)", "tf.divide(tf.sqrt(x), y)"),
        ("tf.data.experimental.TensorStructure(tf.int32, [3])", "tf.TensorSpec(dtype=tf.int32, shape=[3])"),
        ("tf.contrib.framework.load_variable(checkpoint_dir='a', name='b')", "tf.train.load_variable(ckpt_dir_or_file='a', name='b')"),
        ("tf.contrib.framework.list_variables('a')", "tf.train.list_variables('a')"),
        ("tf.contrib.framework.nest.flatten(x)", "tf.nest.flatten(x)"),
        ("tf.sparse_add(a, b, thresh=1)", "tf.sparse.add(a, b, threshold=1)"),
        ("tf.sparse_concat(1, [a, b], 'n', True)", "tf.sparse.concat(1, [a, b], name='n', expand_nonconcat_dims=True)"),
        ("tf.sparse_matmul(a, b, a_is_sparse=True)", "tf.raw_ops.SparseMatMul(a=a, b=b, a_is_sparse=True)"),
        ("tf.sparse_split(sp_input=a, num_split=2, split_dim=x)", "tf.sparse.split(sp_input=a, num_split=2, axis=x)"),
        ("tf.nn.conv2d_backprop_input(n, w, x, s, 'SAME', on)", "tf.nn.conv2d_transpose(output_shape=n, filters=w, input=x, strides=s, padding='SAME')"),
        ("tf.string_split(x, delimiter=',')", "tf.compat.v1.string_split(x, sep=',')"),
        ("tf.string_split(x, ',', False)", "tf.compat.v1.string_split(x, ',', False)"),
        ("tf.compat.v1.string_split(x, delimiter=d)", "tf.compat.v1.string_split(x, sep=d)"),
        ("tf.compat.v1.initialize_variables(x, 'n')", "tf.compat.v1.variables_initializer(x, 'n')"),
        ("tf.train.sdca_fprint(x)", "tf.raw_ops.SdcaFprint(input=x)"),
        ("tf.image.resize_area(x, [2, 2])", 'tf.image.resize(x, [2, 2], "area", antialias=False)'),
        ("tf.saved_model.load_v2('a')", "tf.saved_model.load(export_dir='a')"),
        ("tf.saved_model.loader.maybe_saved_model_directory('a')", "tf.saved_model.contains_saved_model('a')"),
    ],
)  # fmt: skip
def test_calls(before: str, after: str) -> None:
    check_upgraded(f"{TF}y = {before}\n", f"{TF}y = {after}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tf.to_float(*x)", "tf.compat.v1.to_float(*x)"),
        ("tf.to_float(x, **k)", "tf.compat.v1.to_float(x, **k)"),
        ("map(tf.to_float, x)", "map(tf.compat.v1.to_float, x)"),
        ("tf.to_float(x, x=1)", "tf.compat.v1.to_float(x, x=1)"),
        ("tf.assert_near(a, b, data=[c])", "tf.compat.v1.assert_near(a, b, data=[c])"),
        ("tf.div(x, y)", "tf.compat.v1.div(x, y)"),
        ("tf.div(tf.shape(x)[0], 2)", "tf.compat.v1.div(tf.shape(x)[0], 2)"),
        ("tf.div(tf.reduce_sum(x), 2)", "tf.compat.v1.div(tf.reduce_sum(x), 2)"),
        ("tf.div(tf.cast(x, tf.int32), y)", "tf.compat.v1.div(tf.cast(x, tf.int32), y)"),
        ("tf.div(tf.range(9, dtype=d), x // 2.0)", "tf.compat.v1.div(tf.range(9, dtype=d), x // 2.0)"),
        ("tf.sparse_reduce_sum(x, 1, 2, 3)", "tf.compat.v1.sparse_reduce_sum(x, 1, 2, 3)"),
        ("tf.batch_gather(x, y)", "tf.compat.v1.batch_gather(x, y)"),
        ("tf.image.resize_area(x, [2, 2], True)", "tf.compat.v1.image.resize_area(x, [2, 2], True)"),
        ("tf.image.resize_bilinear(x, [2, 2])", "tf.compat.v1.image.resize_bilinear(x, [2, 2])"),
        ("tf.image.resize_images(x, [2, 2])", "tf.compat.v1.image.resize_images(x, [2, 2])"),
    ],
)
def test_calls_that_keep_the_legacy_function(before: str, after: str) -> None:
    check_upgraded(f"{TF}y = {before}\n", f"{TF}y = {after}\n")


@pytest.mark.parametrize(
    "source",
    [
        TF + "y = tf.compat.v1.set_random_seed(1)\n",
        TF + "y = tf.compat.v1.string_split(x, ',')\n",
        TF + "y = tf.compat.v1.string_split(x, ',', delimiter=',')\n",
        TF + "y = tf.compat.v1.initialize_variables(*x)\n",
        TF + "y = tf.compat.v1.gfile.Exists('a')\n",
        TF + "f = tf.compat.v1.to_float\n",
        "from tensorflow.compat import v1\ny = v1.py_func(f, x, t)\n",
        "import mylib as tf\ny = tf.to_float(x)\n",
        TF + "y = model.to_float(x) + to_float(x)\n",
        TF + "y = tf.cast(x, tf.float32)\ntf.random.set_seed(1)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    "line",
    [
        "self.evaluate(tf.compat.v1.initialize_all_variables())",
        "y = tf.compat.v1.to_float(x)",
        "y = tf.compat.v1.string_split(x, delimiter=',')",
    ],
)
def test_check_finds_nothing_in_what_still_runs(line: str) -> None:
    source = f"{TF}{line}\n".encode()
    found, result = check(source), upgrade(source)
    assert isinstance(found, Upgraded)
    assert isinstance(result, Upgraded)
    assert found.findings == ()
    assert result.changed


def test_a_name_for_compat_v1() -> None:
    check_upgraded(
        "import tensorflow.compat.v1 as tf\ny = tf.to_float(x) + tf.arg_max(x, 1)\n",
        "import tensorflow.compat.v1 as tf\ny = tf.cast(x, tf.float32) + tf.arg_max(x, 1)\n",
    )


def test_a_graph_gets_what_compat_v1_has_under_the_name() -> None:
    """There, `tf.argmax` and `tf.nn.conv2d_transpose` are the functions of TensorFlow 1, and `set_seed` is none."""
    check_upgraded(
        TF
        + "tf.set_random_seed(1)\ny = tf.to_float(tf.arg_max(x, 1))\ni = tf.initialize_all_variables()\nwith tf.Session() as s:\n    s.run(i)\n",
        "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\n"
        "tf.set_random_seed(1)\ny = tf.cast(tf.arg_max(x, 1), tf.float32)\ni = tf.global_variables_initializer()\nwith tf.Session() as s:\n    s.run(i)\n",
    )


def test_comments_and_layout_stay() -> None:
    check_upgraded(
        TF + "y = tf.to_float(\n    x,  # counts\n    name='n',  # for the summary\n)\n",
        TF + "y = tf.cast(\n    x,  # counts\n    tf.float32, name='n',  # for the summary\n)\n",
    )


def test_a_script_that_chooses_between_releases() -> None:
    check_upgraded(
        TF + "if tf.__version__.startswith('1.'):\n    tf.set_random_seed(1)\nelse:\n    tf.random.set_seed(1)\n",
        TF
        + "if tf.__version__.startswith('1.'):\n    tf.compat.v1.set_random_seed(1)\nelse:\n    tf.random.set_seed(1)\n",
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("filter(tf.gfile.Exists, paths)", "filter(tf.io.gfile.exists, paths)"),
        ("f(reader=tf.gfile.FastGFile)", "f(reader=tf.io.gfile.GFile)"),
        ("[tf.floor_div, tf.py_func]", "[tf.math.floordiv, tf.numpy_function]"),
        ("[tf.gfile.Exists, f(path=1)]", "[tf.io.gfile.exists, f(path=1)]"),
        ("[tf.gfile.Exists, f(filename=1)]", "[tf.compat.v1.gfile.Exists, f(filename=1)]"),
        ("f(tf.to_float)", "f(tf.compat.v1.to_float)"),
        ("f(tf.div)", "f(tf.compat.v1.div)"),
        ("f(tf.multinomial)", "f(tf.compat.v1.multinomial)"),
        ("f(tf.train.sdca_fprint)", "f(tf.compat.v1.train.sdca_fprint)"),
        ("f(tf.compat.v1.gfile.Exists)", "f(tf.compat.v1.gfile.Exists)"),
    ],
)
def test_functions_that_are_handed_on(before: str, after: str) -> None:
    check_upgraded(f"{TF}tf.to_int64(x)\ny = {before}\n", f"{TF}tf.cast(x, tf.int64)\ny = {after}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from tensorflow import to_float\ny = to_float(x)\n", TF + "y = tf.cast(x, tf.float32)\n"),
        ("from tensorflow.compat.v1 import to_float\ny = to_float(x)\n", TF + "from tensorflow.compat.v1 import to_float\ny = tf.cast(x, tf.float32)\n"),
        ("from tensorflow import to_float as f, log\ny = f(x)\n", TF + "from tensorflow.math import log\ny = tf.cast(x, tf.float32)\n"),
        ("from tensorflow import gfile\ny = gfile.Exists('a')\n", TF + "y = tf.io.gfile.exists('a')\n"),
        ("import tensorflow.gfile as g\ny = g.Exists('a')\n", TF + "y = tf.io.gfile.exists('a')\n"),
        (
            "from tensorflow import to_float\ny = to_float(x)\nz = map(to_float, x)\n",
            TF + "from tensorflow.compat.v1 import to_float\ny = tf.cast(x, tf.float32)\nz = map(to_float, x)\n",
        ),
        (
            "from tensorflow import to_float\n__all__ = ['to_float']\ny = to_float(x)\n",
            TF + "from tensorflow.compat.v1 import to_float\n__all__ = ['to_float']\ny = tf.cast(x, tf.float32)\n",
        ),
        ("from tensorflow import to_float\n", "from tensorflow.compat.v1 import to_float\n"),
        ("def f(x):\n    from tensorflow import to_float\n    return to_float(x)\n", TF + "def f(x):\n    return tf.cast(x, tf.float32)\n"),
        (
            "class A:\n    from tensorflow import to_float\n    y = to_float(1)\n",
            TF + "class A:\n    from tensorflow.compat.v1 import to_float\n    y = tf.cast(1, tf.float32)\n",
        ),
    ],
)  # fmt: skip
def test_functions_that_are_imported(before: str, after: str) -> None:
    check_upgraded(before, after)


def test_a_graph_keeps_what_is_imported() -> None:
    check_upgraded(
        "from tensorflow import arg_max, Session\ny = arg_max(x, 1)\nwith Session() as s:\n    s.run(y)\n",
        TF + "from tensorflow.compat.v1 import arg_max, Session\ntf.compat.v1.disable_v2_behavior()\n"
        "y = arg_max(x, 1)\nwith Session() as s:\n    s.run(y)\n",
    )


def test_every_row_is_a_name_that_moved() -> None:
    changed = {"tensorflow.nn.dilation2d", "tensorflow.nn.erosion2d"}
    assert {each for each in SUCCESSORS if not each.startswith("tensorflow.contrib.")} - changed <= set(MOVED)
    assert set(SUCCESSORS) & CHANGED == changed


DILATED = """\
import tensorflow as tf
a = tf.{old}.global_variables()
b = tf.nn.dilation2d(x, {first}, padding='SAME'{last})
c = tf.nn.erosion2d(value=x, {second}, padding='SAME'{last})
"""


def test_functions_that_kept_their_name() -> None:
    """A call that only TensorFlow 2 takes is left alone."""
    before = DILATED.replace("{old}.", "").format(
        first="k, strides=s, rates=r", second="kernel=k, strides=s, rates=r", last=""
    )
    given = "filters=k, strides=s, dilations=r"
    after = DILATED.format(old="compat.v1", first=given, second=given, last=', data_format="NHWC"')
    check_upgraded(before, after)
    check_untouched("import tensorflow as tf\nb = tf.nn.dilation2d(x, k, s, 'SAME', 'NHWC', r)\n")
