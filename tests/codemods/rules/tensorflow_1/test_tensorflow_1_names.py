"""Names of TensorFlow 1 go by their names of today, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.releases import api
from codemods.types import Upgraded
from tests.codemods.checks import check_sound, check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
OLD = TF + "tf.set_random_seed(1)\n"
NEW = TF + "tf.random.set_seed(1)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (TF + "y = tf.log(x)\n", TF + "y = tf.math.log(x)\n"),
        ("import tensorflow\ny = tensorflow.log(x)\n", "import tensorflow\ny = tensorflow.math.log(x)\n"),
        ("import tensorflow as t\ny = t.log(t.to_float(x))\n", "import tensorflow as t\ny = t.math.log(t.cast(x, t.float32))\n"),
        ("from tensorflow import log\ny = log(x)\n", "from tensorflow.math import log\ny = log(x)\n"),
        ("from tensorflow import log as l\ny = l(x)\n", "from tensorflow.math import log as l\ny = l(x)\n"),
        ("from tensorflow import to_float\ny = to_float(*x)\n", "from tensorflow.compat.v1 import to_float\ny = to_float(*x)\n"),
        (
            "from tensorflow import log, nn, to_int32\ny = nn.relu(log(x))\n",
            "from tensorflow.math import log\nfrom tensorflow import nn\nfrom tensorflow.compat.v1 import to_int32\ny = nn.relu(log(x))\n",
        ),
        ("from tensorflow.gfile import Open\nOpen('a')\n", "from tensorflow.io.gfile import GFile as Open\nOpen('a')\n"),
        ("from tensorflow import gfile\ngfile.Exists(*a)\n", "from tensorflow.compat.v1 import gfile\ngfile.Exists(*a)\n"),
        ("import tensorflow.logging as log\nlog.info('a')\n", "import tensorflow.compat.v1.logging as log\nlog.info('a')\n"),
        ("from tensorflow.app import flags\nflags.FLAGS.a\n", "from tensorflow.compat.v1 import flags\nflags.FLAGS.a\n"),
        (TF + "tf.app.flags.FLAGS.a\n", TF + "tf.compat.v1.app.flags.FLAGS.a\n"),
        (TF + "tf.GraphKeys.LOSSES\n", TF + "tf.compat.v1.GraphKeys.LOSSES\n"),
        (TF + "tf.gfile.Open('a')\n", TF + "tf.io.gfile.GFile('a')\n"),
        (TF + "log = tf.logging\nlog.info(1)\n", TF + "log = tf.compat.v1.logging\nlog.info(1)\n"),
        ("from tensorflow import summary as s\nw = s.FileWriterCache\n", "import tensorflow as tf\nfrom tensorflow import summary as s\nw = tf.compat.v1.summary.FileWriterCache\n"),
        ("import tensorflow as tf\nx = tf._api.v1.log(tf._api.v1)\n", "import tensorflow as tf\nx = tf.math.log(tf)\n"),
        ("from tensorflow._api.v1 import train\ntrain.Scaffold()\n", "import tensorflow as tf\nfrom tensorflow import train\ntf.compat.v1.train.Scaffold()\n"),
        ("from tensorflow._api.v1.train import Scaffold\nScaffold()\n", "from tensorflow.compat.v1.train import Scaffold\nScaffold()\n"),
        ("def f(x):\n    import tensorflow as tf\n    return tf.log(x)\n", "def f(x):\n    import tensorflow as tf\n    return tf.math.log(x)\n"),
        (TF + "@tf.contrib_free\ndef f(x=tf.log(1.0)): return [tf.log(y) for y in x]\n", TF + "@tf.contrib_free\ndef f(x=tf.math.log(1.0)): return [tf.math.log(y) for y in x]\n"),
        (TF + "@tf.RegisterGradient('a')\n@tf.python_io.tf_record_iterator\ndef f(): pass\n", TF + "@tf.RegisterGradient('a')\n@tf.compat.v1.python_io.tf_record_iterator\ndef f(): pass\n"),
        (TF + "class A(tf.train.SessionRunHook, tf.train.Optimizer): pass\n", TF + "class A(tf.compat.v1.train.SessionRunHook, tf.compat.v1.train.Optimizer): pass\n"),
        (TF + "x = {'a': tf.log}\n", TF + "x = {'a': tf.math.log}\n"),
        (TF + "x = tf.contrib.signal.stft(x)\n", TF + "x = tf.signal.stft(x)\n"),
        ("from tensorflow.contrib.data import map_and_batch as m\nm(f, 2)\n", "from tensorflow.compat.v1.data.experimental import map_and_batch as m\nm(f, 2)\n"),
        ("from tensorflow.contrib.rnn import static_rnn\nstatic_rnn(c, x)\n", "from tensorflow.compat.v1.nn import static_rnn\nstatic_rnn(c, x)\n"),
        (TF + "r = tf.contrib.cluster_resolver.TPUClusterResolver('t')\n", TF + "r = tf.distribute.cluster_resolver.TPUClusterResolver('t')\n"),
    ],
)  # fmt: skip
def test_moved_names(before: str, after: str) -> None:
    if "SessionRunHook" in before:
        after = after.replace("tf.compat.v1.train.SessionRunHook", modern("tensorflow.train.SessionRunHook"))
    check_upgraded(before, after)


def modern(name: str) -> str:
    from compat.tables.names.tensorflow_1 import MOVED

    return MOVED.get(name, name).replace("tensorflow", "tf", 1)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("tf.reduce_sum(x, 1)", "tf.reduce_sum(x, 1)"),
        ("tf.reduce_sum(x, 1, True)", "tf.reduce_sum(x, 1, True)"),
        ("tf.reduce_sum(x, reduction_indices=[1], keep_dims=True)", "tf.reduce_sum(x, axis=[1], keepdims=True)"),
        ("tf.reduce_sum(x, 1, True, 'n', None)", "tf.compat.v1.reduce_sum(x, 1, True, 'n', None)"),
        ("tf.reduce_sum(x, axis=1, reduction_indices=1)", "tf.compat.v1.reduce_sum(x, axis=1, reduction_indices=1)"),
        ("tf.reduce_sum(*x)", "tf.compat.v1.reduce_sum(*x)"),
        ("tf.reduce_sum(x, **k)", "tf.compat.v1.reduce_sum(x, **k)"),
        ("tf.argmax(x, 1)", "tf.argmax(x, 1)"),
        ("tf.argmax(x, 1, 'n')", "tf.argmax(x, 1, name='n')"),
        ("tf.argmax(x, 1, 'n', 2)", "tf.compat.v1.argmax(x, 1, 'n', 2)"),
        ("tf.nn.conv2d(x, w, s, p, True)", "tf.nn.conv2d(x, w, s, p)"),
        ("tf.nn.conv2d(x, w, s, p, True, 'NHWC')", "tf.nn.conv2d(x, w, s, p, data_format='NHWC')"),
        ("tf.batch_to_space(x, c, 2, 'n')", "tf.batch_to_space(x, crops=c, block_shape=2, name='n')"),
        ("tf.random.poisson(l, [2])", "tf.random.poisson(lam=l, shape=[2])"),
        ("tf.gradients(y, x, None, 'n', True, False)", "tf.gradients(y, x, None, 'n', gate_gradients=False)"),
        ("tf.gradients(y, x, colocate_gradients_with_ops=on)", "tf.gradients(y, x)"),
        ("tf.gradients(y, x, colocate_gradients_with_ops=f())", "tf.compat.v1.gradients(y, x, colocate_gradients_with_ops=f())"),
        ("tf.cond(p, lambda: x + 1, lambda: tf.add(x, 2), True)", "tf.cond(p, lambda: x + 1, lambda: tf.add(x, 2))"),
        ("tf.cond(p, lambda: (x, y), lambda: (y, x))", "tf.cond(p, lambda: (x, y), lambda: (y, x))"),
        ("tf.cond(p, lambda: [x], lambda: [y])", "tf.compat.v1.cond(p, lambda: [x], lambda: [y])"),
        ("tf.cond(p, lambda: x, lambda: tf.split(x, 1))", "tf.compat.v1.cond(p, lambda: x, lambda: tf.split(x, 1))"),
        ("tf.cond(p, f, g)", "tf.compat.v1.cond(p, f, g)"),
        ("tf.while_loop(c, b, [i, j])", "tf.while_loop(c, b, [i, j])"),
        ("tf.while_loop(c, b, [i])", "tf.compat.v1.while_loop(c, b, [i])"),
        ("tf.while_loop(c, b, [*i, j])", "tf.compat.v1.while_loop(c, b, [*i, j])"),
        ("tf.nn.softmax_cross_entropy_with_logits(logits=x, labels=tf.one_hot(y, 3), dim=-1)", "tf.nn.softmax_cross_entropy_with_logits(logits=x, labels=tf.one_hot(y, 3), axis=-1)"),
        ("tf.nn.softmax_cross_entropy_with_logits(logits=x, labels=y)", "tf.nn.softmax_cross_entropy_with_logits(logits=x, labels=tf.stop_gradient(y))"),
        ("tf.nn.softmax_cross_entropy_with_logits(y, x)", "tf.nn.softmax_cross_entropy_with_logits(y, x)"),
        ("f(activation=tf.nn.softmax)", "f(activation=tf.nn.softmax)"),
        ("[tf.reduce_sum, tf.where]", "[tf.reduce_sum, tf.compat.v1.where]"),
        ("[tf.reduce_sum, f(keep_dims=True)]", "[tf.compat.v1.reduce_sum, f(keep_dims=True)]"),
        ("tf.nn.embedding_lookup(x, y)", "tf.compat.v1.nn.embedding_lookup(x, y)"),
        ("tf.argmax(x, dimension=1)", "tf.argmax(x, axis=1)"),
        ("tf.expand_dims(x, dim=1)", "tf.expand_dims(x, axis=1)"),
        ("tf.expand_dims(x)", "tf.compat.v1.expand_dims(x)"),
        ("tf.nn.conv2d(x, w, [1, 1, 1, 1], 'SAME')", "tf.nn.conv2d(x, w, [1, 1, 1, 1], 'SAME')"),
        ("tf.nn.conv2d(x, filter=w, strides=s, padding=p)", "tf.nn.conv2d(x, filters=w, strides=s, padding=p)"),
        ("tf.nn.conv2d(x, w, s, p, False)", "tf.nn.conv2d(x, w, s, p)"),
        ("tf.nn.conv2d(x, w, s, p, use_cudnn_on_gpu=on, data_format=d)", "tf.nn.conv2d(x, w, s, p, data_format=d)"),
        ("tf.nn.conv2d(x, w, s, p, use_cudnn_on_gpu=has_gpu())", "tf.compat.v1.nn.conv2d(x, w, s, p, use_cudnn_on_gpu=has_gpu())"),
        ("tf.nn.conv1d(x, w, 1, 'SAME', True, 'NWC')", "tf.nn.conv1d(x, w, 1, 'SAME', data_format='NWC')"),
        ("tf.cond(p, f, g, True)", "tf.compat.v2.cond(p, f, g)"),
        ("tf.sparse.split(sp_input=x, num_split=2, split_dim=1)", "tf.sparse.split(sp_input=x, num_split=2, axis=1)"),
        ("tf.sparse.split(sp_input=x, num_split=2, split_dim=1, axis=1)", "tf.compat.v1.sparse.split(sp_input=x, num_split=2, split_dim=1, axis=1)"),
        ("tf.nn.max_pool(value=x)", "tf.nn.max_pool(value=x)"),
        ("tf.nn.sigmoid_cross_entropy_with_logits(logits=x)", "tf.nn.sigmoid_cross_entropy_with_logits(logits=x)"),
        ("tf.nn.sigmoid_cross_entropy_with_logits(**k)", "tf.compat.v1.nn.sigmoid_cross_entropy_with_logits(**k)"),
        ("tf.autograph.to_code(f, False, arg_values=None, indentation=i)", "tf.autograph.to_code(f, False)"),
        ("tf.constant([1, 2])", "tf.constant([1, 2])"),
        ("tf.constant(0, shape=[2])", "tf.constant(0, shape=[2])"),
        ("tf.constant(x, shape=[2])", "tf.compat.v1.constant(x, shape=[2])"),
        ("tf.constant([1, 2], shape=[3])", "tf.compat.v1.constant([1, 2], shape=[3])"),
        ("tf.constant([1, 2], shape=[1, 1, 2])", "tf.constant([1, 2], shape=[1, 1, 2])"),
        ("tf.constant(value=x, shape=[], dtype=d)", "tf.constant(value=x, shape=[], dtype=d)"),
        ("tf.constant([1, 2], shape=[n, 2])", "tf.compat.v1.constant([1, 2], shape=[n, 2])"),
        ("tf.constant([1, x], shape=[1, 2])", "tf.compat.v1.constant([1, x], shape=[1, 2])"),
        ("tf.cond(p, lambda: x + 1, lambda: x)", "tf.cond(p, lambda: x + 1, lambda: x)"),
        ("tf.cond(p, lambda: x, lambda: y)", "tf.compat.v1.cond(p, lambda: x, lambda: y)"),
        ("tf.where(x)", "tf.where(x)"),
        ("tf.where(c, x, y)", "tf.compat.v1.where(c, x, y)"),
        ("tf.where(tf.greater(t, 1.0), tf.ones_like(t), t)", "tf.where(tf.greater(t, 1.0), tf.ones_like(t), t)"),
        ("tf.where(t > 0, t, -t * 2)", "tf.where(t > 0, t, -t * 2)"),
        ("tf.where(x < y, x, y)", "tf.compat.v1.where(x < y, x, y)"),
        ("tf.where(t > 0, x, x)", "tf.compat.v1.where(t > 0, x, x)"),
        ("tf.where(t > 0, 1.0, 0.0)", "tf.compat.v1.where(t > 0, 1.0, 0.0)"),
        ("tf.where(t > 0, t, x)", "tf.compat.v1.where(t > 0, t, x)"),
        ("tf.where(t > 0, t, tf.reduce_sum(t))", "tf.compat.v1.where(t > 0, t, tf.reduce_sum(t))"),
        ("tf.nn.dropout(x, 0.5)", "tf.nn.dropout(x, rate=1 - 0.5)"),
        ("tf.device('/gpu:0')", "tf.device('/gpu:0')"),
        ("tf.device(f'/gpu:{i}')", "tf.device(f'/gpu:{i}')"),
        ("tf.device('/gpu:%d' % i)", "tf.device('/gpu:%d' % i)"),
        ("tf.device('/gpu:' + str(i))", "tf.device('/gpu:' + str(i))"),
        ("tf.device('/gpu:{}'.format(i))", "tf.device('/gpu:{}'.format(i))"),
        ("tf.device(setter)", "tf.compat.v1.device(setter)"),
        ("tf.name_scope('a')", "tf.name_scope('a')"),
        ("tf.name_scope('a', values=None)", "tf.name_scope('a')"),
        ("tf.name_scope(a, values=[x])", "tf.compat.v1.name_scope(a, values=[x])"),
        ("tf.name_scope(default_name=a, values=x)", "tf.name_scope(default_name=a, values=x)"),
        ("tf.VERSION", "tf.version.VERSION"),
        ("tf.saved_model.tag_constants.SERVING", "tf.saved_model.SERVING"),
        ("tf.dimension_value(x.shape[0])", "tf.compat.dimension_value(x.shape[0])"),
        ("tf.where_v2(c, x, y)", "tf.compat.v2.where(c, x, y)"),
        ("f(tf.saved_model.load_v2)", "f(tf.compat.v2.saved_model.load)"),
        ("tf.summary.scalar('a', x, step=1)", "tf.summary.scalar('a', x, step=1)"),
        ("tf.summary.scalar('a', x)", "tf.compat.v1.summary.scalar('a', x)"),
        ("tf.nn.conv2d(x, filters=k, strides=1, padding='SAME')", "tf.nn.conv2d(x, filters=k, strides=1, padding='SAME')"),
        ("tf.saved_model.load('a')", "tf.saved_model.load('a')"),
        ("tf.saved_model.load(s, ['serve'], 'a')", "tf.compat.v1.saved_model.load(s, ['serve'], 'a')"),
        ("f(tf.nn.sigmoid_cross_entropy_with_logits)", "f(tf.nn.sigmoid_cross_entropy_with_logits)"),
        ("f(tf.nn.softmax_cross_entropy_with_logits)", "f(tf.compat.v1.nn.softmax_cross_entropy_with_logits)"),
        ("f(tf.nn.avg_pool_v2)", "f(tf.nn.avg_pool)"),
        ("f(tf.nn.ctc_beam_search_decoder_v2)", "f(tf.compat.v2.nn.ctc_beam_search_decoder)"),
        ("f(tf.data.experimental.choose_from_datasets)", "f(tf.data.experimental.choose_from_datasets)"),
        ("tf.variable_creator_scope(f)", "tf.variable_creator_scope(f)"),
        ("tf.autograph.to_graph(f, True, None, arg_types=None)", "tf.autograph.to_graph(f, True)"),
        ("tf.scan(f, x, back_prop=False)", "tf.scan(f, x, back_prop=False)"),
        ("tf.map_fn(f, x, tf.int32, 1, False)", "tf.map_fn(f, x, tf.int32, 1, False)"),
        ("tf.while_loop(c, b, [i, j], None, 10, False)", "tf.while_loop(c, b, [i, j], None, 10, False)"),
        ("f(tf.foldl)", "f(tf.foldl)"),
        ("f(aggregation=tf.VariableAggregation.SUM)", "f(aggregation=tf.VariableAggregation.SUM)"),
        ("tf.lookup.StaticHashTable(i, -1)", "tf.lookup.StaticHashTable(i, -1)"),
        ("tf.lookup.StaticHashTable(i, -1).initializer", "tf.compat.v1.lookup.StaticHashTable(i, -1).initializer"),
        ("map(tf.argmax, x)", "map(tf.compat.v1.argmax, x)"),
        ("tf.data.Dataset.range(3)", "tf.data.Dataset.range(3)"),
        ("tf.data.TextLineDataset(x).batch(2)", "tf.data.TextLineDataset(x).batch(2)"),
        ("tf.data.Dataset.from_sparse_tensor_slices(x)", "tf.compat.v1.data.Dataset.from_sparse_tensor_slices(x)"),
        ("isinstance(x, tf.data.Dataset)", "isinstance(x, tf.data.Dataset)"),
        ("tf.losses.Reduction.SUM", "tf.compat.v1.losses.Reduction.SUM"),
        ("tf.zeros_initializer()", "tf.zeros_initializer()"),
        ("tf.zeros_initializer(tf.int32)", "tf.compat.v1.zeros_initializer(tf.int32)"),
        ("f(kernel_initializer=tf.ones_initializer)", "f(kernel_initializer=tf.ones_initializer)"),
        ("tf.constant_initializer(0.5)", "tf.constant_initializer(0.5)"),
        ("tf.constant_initializer(0)", "tf.compat.v1.constant_initializer(0)"),
        ("f(tf.constant_initializer(0))", "f(tf.compat.v1.constant_initializer(0))"),
        ("tf.get_variable('v', [1], initializer=tf.constant_initializer(0))", "tf.compat.v1.get_variable('v', [1], initializer=tf.constant_initializer(0))"),
        ("tf.constant_initializer(value)", "tf.compat.v1.constant_initializer(value)"),
        ("tf.constant_initializer([1.0, 2.0])", "tf.compat.v1.constant_initializer([1.0, 2.0])"),
        ("tf.constant_initializer()", "tf.compat.v1.constant_initializer()"),
        ("f(tf.constant_initializer)", "f(tf.compat.v1.constant_initializer)"),
        ("tf.random_normal_initializer(0.0, 0.02)", "tf.random_normal_initializer(0.0, 0.02)"),
        ("tf.random_normal_initializer(stddev=s, seed=None)", "tf.random_normal_initializer(stddev=s)"),
        ("tf.random_normal_initializer(0.0, 0.02, 7)", "tf.compat.v1.random_normal_initializer(0.0, 0.02, 7)"),
        ("tf.random_normal_initializer()", "tf.compat.v1.random_normal_initializer()"),
        ("f(tf.random_normal_initializer)", "f(tf.compat.v1.random_normal_initializer)"),
        ("tf.random_uniform_initializer(-1, 1)", "tf.random_uniform_initializer(-1, 1)"),
        ("tf.random_uniform_initializer(-1)", "tf.compat.v1.random_uniform_initializer(-1)"),
        ("tf.random_uniform_initializer(-1, None)", "tf.compat.v1.random_uniform_initializer(-1, None)"),
        ("tf.Variable(1.0, name='n', trainable=False)", "tf.Variable(1.0, name='n', trainable=False)"),
        ("tf.Variable(1.0, collections=['a'])", "tf.compat.v1.Variable(1.0, collections=['a'])"),
        ("tf.Variable(1.0, False, ['a'], True)", "tf.compat.v1.Variable(1.0, False, collections=['a'], validate_shape=True)"),
        ("isinstance(x, tf.Variable)", "isinstance(x, tf.Variable)"),
        ("tf.distribute.MirroredStrategy(['/cpu:0'])", "tf.distribute.MirroredStrategy(['/cpu:0'])"),
        ("tf.math.log(tf.add(x, 1))", "tf.math.log(tf.add(x, 1))"),
        ("tf.reduce_sum(tf.reduce_max(x, keep_dims=True), keep_dims=True)", "tf.reduce_sum(tf.reduce_max(x, keepdims=True), keepdims=True)"),
        ("tf.reduce_sum(axis=tf.rank(x), input_tensor=tf.constant(x, tf.int32, [2]))", "tf.reduce_sum(axis=tf.rank(x), input_tensor=tf.compat.v1.constant(x, tf.int32, [2]))"),
    ],
)  # fmt: skip
def test_changed_names_of_a_file_of_tensorflow_1(before: str, after: str) -> None:
    check_upgraded(f"{OLD}y = {before}\n", f"{NEW}y = {after}\n")


def test_a_strategy_that_is_used_by_its_legacy_methods() -> None:
    source = OLD + "s = tf.distribute.MirroredStrategy()\nd = s.experimental_make_numpy_dataset(x)\n"
    result = check_sound(source)
    assert b"tf.compat.v1.distribute.MirroredStrategy()" in result.after


def test_a_dataset_that_is_used_by_its_legacy_members() -> None:
    source = OLD + "d = tf.data.Dataset.range(3)\nprint(f(d).output_types)\n"
    assert b"tf.compat.v1.data.Dataset.range(3)" in check_sound(source).after
    source = OLD + "class D(tf.data.TextLineDataset): pass\n"
    assert b"class D(tf.compat.v1.data.TextLineDataset)" in check_sound(source).after


def test_changed_names_that_are_imported() -> None:
    check_upgraded(
        """
        from tensorflow import argmax, reduce_sum as rs, to_float, constant
        a = argmax(x, dimension=1)
        b = rs(to_float(x), keep_dims=True)
        c = constant(1, shape=[2]) + constant(1)
        """,
        """
        import tensorflow as tf
        from tensorflow import argmax, reduce_sum as rs, constant
        a = argmax(x, axis=1)
        b = rs(tf.cast(x, tf.float32), keepdims=True)
        c = constant(1, shape=[2]) + constant(1)
        """,
    )


def test_a_keyword_that_only_the_legacy_function_takes_shows_the_release() -> None:
    check_upgraded(
        TF + "a = tf.reduce_sum(x, keep_dims=True)\nb = tf.where(c, x, y)\n",
        TF + "a = tf.reduce_sum(x, keepdims=True)\nb = tf.compat.v1.where(c, x, y)\n",
    )


def test_names_that_show_the_release_may_go_before_the_changed_ones_are_reached() -> None:
    """The session becomes `tf.config` first, and nothing else shows TensorFlow 1."""
    result = check_sound(
        TF + "from keras import backend as K\nK.set_session(tf.Session())\ny = tf.nn.dropout(x, 0.5)\n",
    )
    assert result.after.decode().splitlines()[-1] == "y = tf.nn.dropout(x, rate=1 - 0.5)"


def test_contrib_shows_the_release() -> None:
    result = check_sound(TF + "a = tf.contrib.layers.embed_sequence(x)\nb = tf.nn.dropout(x, 0.5)\n")
    assert b"tf.contrib.layers.embed_sequence(x)\nb = tf.nn.dropout(x, rate=1 - 0.5)" in result.after


@pytest.mark.parametrize(
    "source",
    [
        TF + "y = tf.nn.dropout(x, 0.5)\nz = tf.where(c, x, y)\n",
        TF + "y = tf.constant(0, shape=[2])\nd = tf.data.Dataset.range(3)\n",
        TF + "y = tf.compat.v1.nn.dropout(x, 0.5) + tf.compat.v1.log(x)\n",
        TF + "y = tf.compat.v1.reduce_sum(x, keep_dims=True)\n",
        "import tensorflow.compat.v1 as tf\ny = tf.log(x) + tf.nn.dropout(x, 0.5)\n",
        "from tensorflow.compat import v1\ny = v1.log(x)\n",
        TF + "def f(tf): return tf.log(1)\n",
        TF + "def f():\n    tf = other()\n    return tf.log(1)\n",
        TF + "y = [tf.log(x) for tf in modules]\n",
        TF + "text = 'tf.log(x) and tensorflow.placeholder'  # tf.to_float\n",
        "from mylib import tensorflow as tf\ny = tf.log(x)\n",
        "from .tensorflow import log\ny = log(x)\n",
        "import mylib as tf\ny = tf.log(x)\n",
        "def log(x): return x\nimport tensorflow as tf\ny = log(1)\n",
        TF + "y = model.log(x) + self.tf.log(x)\n",
        TF + "y = tf.no_release_ever_had_this.log(x)\n",
        TF + "f(log=1, to_float=2)\nclass A:\n    log = 1\n",
        "from compat import tensorflow as tf\ny = tf.log(tf.to_float(x)) + tf.nn.dropout(x, 0.5)\n",
        TF + "y = tf.math.log(x)\nz = tf.math.reduce_sum(x, axis=1, keepdims=True)\n",
        TF + "lambda tf: tf.log(1)\n",
        "import math\ny = math.log(1)\n",
        TF + "with tf.device(chosen):\n    y = tf.argmax(x, 1)\n",
        "try:\n    import tensorflow.compat.v1 as tf\n    tf.disable_v2_behavior()\nexcept ImportError:\n    import tensorflow as tf\n",
        "import tensorflow as tf\nfrom tensorflow.python.eager import context\ncontext.async_wait()\ntf.cond(a, b, c)\n",
    ],
)  # fmt: skip
def test_left_alone(source: str) -> None:
    if "no_release_ever" in source or "compat import tensorflow" in source:
        result = check_sound(source)
        assert result.changes == ()
    else:
        check_untouched(source)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("from tensorflow import *\ny = log(x)\n", 2),
        ("if NEW:\n    import mine as tf\nelse:\n    import tensorflow as tf\ny = tf.log(x)\n", 5),
        (TF + "tf = wrap(tf)\ny = tf.log(x)\n", 3),
    ],
)
def test_uncertain_names_are_reported(source: str, line: int) -> None:
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert b"math" not in result.after
    assert [finding.line for finding in result.findings if finding.code in ("TFM191", "TFM199")].count(line) == 1


def test_a_script_that_chooses_between_releases_keeps_what_the_modern_one_means() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        if tf.__version__.startswith("1."):
            tf.set_random_seed(1)
        else:
            tf.random.set_seed(1)
        y = tf.where(c, x, y)
        """,
        """
        import tensorflow as tf
        if tf.__version__.startswith("1."):
            tf.compat.v1.set_random_seed(1)
        else:
            tf.random.set_seed(1)
        y = tf.where(c, x, y)
        """,
    )


def test_shims_answer_for_the_names() -> None:
    check_upgraded(TF + "y = tf.log(x)\n", "from compat import tensorflow as tf\ny = tf.log(x)\n", to="compat")


def test_comments_and_layout_stay() -> None:
    check_upgraded(
        """
        import tensorflow as tf  # the library
        y = (tf
             .log(  # natural
                 x))
        z = tf.reduce_sum(
            x,
            keep_dims=True,  # for broadcasting
        )
        """,
        """
        import tensorflow as tf  # the library
        y = (tf.math.log(  # natural
                 x))
        z = tf.reduce_sum(
            x,
            keepdims=True,  # for broadcasting
        )
        """,
    )


def test_a_name_that_cannot_be_imported_from_its_module() -> None:
    """`import tensorflow.distribute` finds a package on disk that lacks the names of the API."""
    result = check_sound("from tensorflow.train import Server\nServer.create_local_server()\n")
    line = result.after.decode().splitlines()[0]
    assert line == "from tensorflow.compat.v1.train import Server"


def test_every_name_that_is_written_exists() -> None:
    from compat.tables.names.tensorflow_1 import CHANGED, MOVED

    lines = [f"y = {name.replace('tensorflow', 'tf', 1)}" for name in sorted([*MOVED, *CHANGED])]
    result = check_sound(TF + "\n".join(lines) + "\n")
    written = [
        line.removeprefix("y = ").replace("tf.", "tensorflow.", 1) for line in result.after.decode().splitlines()[1:]
    ]
    assert [name for name in written if name.startswith("tensorflow.") and not api.exists(name, "2.21.0")] == []


def test_a_module_that_python_cannot_import_is_reported() -> None:
    result = check_sound("import tensorflow.flags as flags\nflags.FLAGS.a\n")
    assert "tf.compat.v1.flags.FLAGS.a" in result.after.decode()
    assert [finding.symbol for finding in result.findings] == ["tensorflow.flags"]


GONE = "loss = tf.losses.mean_squared_error(y, p)\n"


@pytest.mark.parametrize(
    ("sign", "source", "expected"),
    [
        ("tf.app.flags.FLAGS.a\n", GONE, "loss = tf.compat.v1.losses.mean_squared_error(y, p)\n"),
        ("o = tf.optimizers.Adam(0.1)\n", GONE, "loss = tf.losses.MSE(y, p)\n"),
        ("", "e = tf.losses.mean_absolute_error(y, p)\n", "e = tf.losses.MAE(y, p)\n"),
        ("", "e = tf.metrics.mean_absolute_percentage_error(y, p)\n", "e = tf.metrics.MAPE(y, p)\n"),
        ("o = tf.optimizers.Adam(0.1)\n", "e = tf.metrics.mean_absolute_error(y, p)\n", "e = tf.metrics.MAE(y, p)\n"),
        ("", "e = tf.losses.mean_squared_error(labels=y, predictions=p)\n", "e = tf.compat.v1.losses.mean_squared_error(labels=y, predictions=p)\n"),
    ],
)  # fmt: skip
def test_functions_of_keras_that_lost_their_name(sign: str, source: str, expected: str) -> None:
    assert expected in check_sound(TF + sign + source).after.decode()


@pytest.mark.parametrize(
    "source", [GONE, "@tf.function\ndef f(y, p):\n    return tf.metrics.mean_squared_error(y, p)\n"]
)
def test_one_name_for_two_functions(source: str) -> None:
    found = check_sound(TF + source)
    assert found.after == found.before
    assert [each.code for each in found.findings] == ["TFM103"]
    assert "a number for each row" in found.findings[0].message


def test_functions_of_keras_on_the_shims() -> None:
    source = TF + "o = tf.optimizers.Adam(lr=0.1)\nloss = tf.losses.mean_squared_error(y, p)\n"
    found = check_sound(source, to="compat")
    assert "from compat.tensorflow.compat import v2 as tf" in found.after.decode()


SESSION = "import tensorflow as tf\nimport net\nx = tf.placeholder(tf.float32)\ntf.Session().run(net.build(x))\n"


@pytest.mark.parametrize(
    ("script", "net", "made"),
    [
        (SESSION, OLD + "step = tf.Variable(0, trainable=False)\n", b"tf.compat.v1.Variable(0, trainable=False)"),
        (
            "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\nimport net\n",
            OLD + "step = tf.Variable(0)\n",
            b"tf.compat.v1.Variable(0)",
        ),
        (SESSION, OLD + "print(isinstance(x, tf.Variable))\n", b"isinstance(x, tf.Variable)"),
        (SESSION, TF + "step = tf.Variable(0)\n", b" tf.compat.v1.Variable(0)"),
        (SESSION, OLD + "layer = tf.keras.layers.Dense(1)\nstep = tf.Variable(0)\n", b" tf.Variable(0)"),
        (TF + "import net\n", OLD + "step = tf.Variable(0)\n", b" tf.Variable(0)"),
        (SESSION.replace("import net\n", ""), OLD + "step = tf.Variable(0)\n", b" tf.Variable(0)"),
    ],
)
def test_variables_of_a_module_in_the_graph_of_a_script(tmp_path: Path, script: str, net: str, made: bytes) -> None:
    (tmp_path / "main.py").write_text(script)
    path = tmp_path / "net.py"
    path.write_text(net)
    for _ in range(2):
        result = upgrade(path.read_bytes(), project=project_of(path))
        assert isinstance(result, Upgraded)
        assert made in result.after
        path.write_bytes(result.after)
