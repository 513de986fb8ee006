"""Initializers that are said to mean the same start the same variables in both versions."""

import pytest

tf = pytest.importorskip("tensorflow")

import numpy as np  # noqa: E402

if tuple(int(part) for part in tf.__version__.split(".")[:2]) < (2, 16):
    pytest.skip("upgraded code runs on the releases with Keras 3", allow_module_level=True)

v1 = tf.compat.v1
SAME = [
    ("zeros_initializer", {}),
    ("ones_initializer", {}),
    ("constant_initializer", {"value": 0.5}),
    ("constant_initializer", {"value": -3}),
    ("random_normal_initializer", {"mean": 1.0, "stddev": 0.02}),
    ("random_normal_initializer", {"stddev": 2.0}),
    ("random_uniform_initializer", {"minval": -1.0, "maxval": 2.0}),
]


def both(name, words):
    return [getattr(root, name)(**words) for root in (v1, tf)]


@pytest.mark.parametrize(("name", "words"), SAME)
@pytest.mark.parametrize("partitioned", [False, True])
@pytest.mark.parametrize("dtype", [tf.float32, tf.float64, tf.int32])
def test_variables_of_a_graph(name, words, partitioned, dtype):
    if dtype is tf.int32 and (name.startswith("random") or words.get("value") == 0.5):
        return
    partitioner = v1.fixed_size_partitioner(2) if partitioned else None
    found = []
    for initializer in both(name, words):
        with tf.Graph().as_default(), v1.Session() as session:
            v1.set_random_seed(7)
            variable = v1.get_variable("v", [4, 3], dtype, initializer=initializer, partitioner=partitioner)
            session.run(v1.global_variables_initializer())
            found.append(session.run(tf.convert_to_tensor(variable)))
    assert found[0].dtype == found[1].dtype == dtype.as_numpy_dtype
    assert np.array_equal(*found)


@pytest.mark.parametrize(("name", "words"), SAME)
def test_eager_variables(name, words):
    found = []
    for initializer in both(name, words):
        tf.random.set_seed(7)
        with v1.variable_scope("scope", reuse=v1.AUTO_REUSE, initializer=initializer):
            found.append(v1.get_variable(f"v{len(found)}", [4, 3], use_resource=True).numpy())
    assert np.array_equal(*found)


@pytest.mark.parametrize(("name", "words"), SAME)
def test_layers(name, words):
    found = []
    for initializer in both(name, words):
        tf.random.set_seed(7)
        layer = tf.keras.layers.Dense(3, kernel_initializer=initializer)
        layer.build((None, 4))
        found.append(layer.get_weights()[0])
    assert np.array_equal(*found)


@pytest.mark.parametrize("name", ["zeros_initializer", "ones_initializer"])
def test_classes_that_are_handed_on(name):
    found = []
    for root in (v1, tf):
        with tf.Graph().as_default(), v1.Session() as session:
            variable = v1.get_variable("v", [2], initializer=getattr(root, name))
            session.run(v1.global_variables_initializer())
            found.append(session.run(variable))
    assert np.array_equal(*found)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("random_normal_initializer", {}),
        ("random_normal_initializer", {"stddev": 1.0, "seed": 3}),
        ("random_uniform_initializer", {"minval": -3.0}),
    ],
)
def test_what_differs(name, words):
    found = []
    for initializer in both(name, words):
        tf.random.set_seed(7)
        try:
            found.append(initializer([2, 3], tf.float32).numpy().tolist())
        except (TypeError, ValueError) as error:
            found.append(type(error).__name__)
    assert found[0] != found[1]


def test_a_whole_number_without_a_type():
    assert [each([2]).dtype for each in both("constant_initializer", {"value": 1})] == [tf.float32, tf.int32]
