"""`multi_gpu_model` on Keras 2.4 to 2.15: the model that Keras 2.3 made, with the same layers and files."""

import numpy as np
import pytest
import tensorflow  # noqa: ICN001 - tf is the namespace of compat
from compat.keras.utils import multi_gpu_model

from compat import keras

RNG = np.random.RandomState(0)
X = RNG.rand(50, 8).astype("float32")
Y = np.eye(3)[RNG.randint(0, 3, 50)].astype("float32")


def build():
    inputs = keras.layers.Input(shape=(8,))
    x = keras.layers.Dense(6, activation="relu")(inputs)
    return keras.models.Model(inputs, keras.layers.Dense(3, activation="softmax", name="kind")(x))


def compiled(model, optimizer="sgd"):
    model.compile(loss="categorical_crossentropy", optimizer=optimizer, metrics=["accuracy"])
    return model


def same(left, right):
    return all(np.array_equal(a, b) for a, b in zip(left.get_weights(), right.get_weights()))


def test_every_legacy_path():
    from compat.keras.utils.multi_gpu_utils import multi_gpu_model as second
    from compat.keras.utils.training_utils import multi_gpu_model as first
    from compat.tensorflow.keras.utils import multi_gpu_model as third
    from compat.tensorflow.python.keras.utils.multi_gpu_utils import multi_gpu_model as fourth

    assert {first, second, third, fourth} == {multi_gpu_model}


def test_layers_and_names():
    template = build()
    parallel = multi_gpu_model(template, gpus=2)
    assert parallel.layers[-2] is template
    assert [type(layer).__name__ for layer in parallel.layers[1:3]] == ["Lambda", "Lambda"]
    assert parallel.output_names == ["kind"]
    assert (parallel.input_shape, parallel.output_shape) == ((None, 8), (None, 3))
    assert isinstance(parallel, tensorflow.keras.Model)


def test_layers_of_two_outputs():
    inputs = keras.layers.Input(shape=(8,))
    outputs = [keras.layers.Dense(1, name="a")(inputs), keras.layers.Dense(2, name="b")(inputs)]
    template = keras.models.Model(inputs, outputs)
    parallel = multi_gpu_model(template, gpus=2)
    assert parallel.layers[-3] is template
    assert parallel.output_names == ["a", "b"]
    left, right = parallel.predict(X)
    assert (left.shape, right.shape) == ((50, 1), (50, 2))


def test_names_of_a_siamese_network():
    tower = keras.models.Sequential([keras.layers.Dense(1, input_shape=(3,))], name="tower")
    left, right = keras.layers.Input((3,)), keras.layers.Input((3,))
    outputs = [keras.layers.Add(name="add")([tower(left), tower(right)]), tower(left), tower(right)]
    parallel = multi_gpu_model(keras.models.Model([left, right], outputs), gpus=2)
    assert parallel.output_names == ["add", "tower_1", "tower_2"]


@pytest.mark.parametrize("gpus", [1, [0], -1])
def test_too_few(gpus):
    with pytest.raises(ValueError, match="For multi-gpu usage to be effective, call `multi_gpu_model` with"):
        multi_gpu_model(build(), gpus=gpus)


@pytest.mark.parametrize("gpus", [4, [0, 7]])
def test_absent_devices(gpus):
    with pytest.raises(ValueError, match=r"we expect the following devices to be available: .*Try reducing `gpus`"):
        multi_gpu_model(build(), gpus=gpus)


@pytest.mark.parametrize("gpus", [None, [0, 2], (1, 2)])
def test_gpus(gpus):
    template = build()
    parallel = multi_gpu_model(template, gpus=gpus, cpu_merge=False, cpu_relocation=True)
    np.testing.assert_allclose(parallel.predict(X), template.predict(X), rtol=1e-5)


def test_inside_a_strategy_scope():
    template = build()
    with tensorflow.distribute.OneDeviceStrategy("/cpu:0").scope(), pytest.raises(ValueError, match=r"tf\.distribute"):
        multi_gpu_model(template, gpus=2)


def test_template_without_inputs():
    with pytest.raises(ValueError, match="knows its inputs"):
        multi_gpu_model(keras.models.Sequential([keras.layers.Dense(1)]), gpus=2)


def test_slices_run_on_their_devices():
    devices = []

    class Where(keras.layers.Layer):
        def call(self, x):
            y = tensorflow.identity(x)
            devices.append(y.device)
            return y

    inputs = keras.layers.Input((8,))
    parallel = multi_gpu_model(keras.models.Model(inputs, Where()(inputs)), gpus=3)
    del devices[:]
    parallel.predict_on_batch(X)
    assert [device.rpartition(":")[2] for device in devices] == ["0", "1", "2"]


@pytest.mark.parametrize("rows", [1, 2, 7])
def test_fewer_rows_than_fit(rows):
    parallel = compiled(multi_gpu_model(build(), gpus=3))
    assert parallel.predict_on_batch(X[:rows]).shape == (rows, 3)
    assert np.isfinite(parallel.train_on_batch(X[:rows], Y[:rows])).all()
    assert np.isfinite(parallel.test_on_batch(X[:rows], Y[:rows])).all()


def test_weights_are_shared():
    template = build()
    parallel = compiled(multi_gpu_model(template, gpus=2))
    compiled(template)
    for model in (parallel, template):
        before = [weight.copy() for weight in template.get_weights()]
        model.fit(X, Y, verbose=0)
        assert same(template, parallel)
        assert not all(np.array_equal(a, b) for a, b in zip(before, template.get_weights()))


def test_losses_that_layers_add():
    class Added(keras.layers.Layer):
        def call(self, x):
            self.add_loss(0.1 * tensorflow.reduce_sum(tensorflow.square(x)))
            return x

    inputs = keras.layers.Input((8,))
    template = keras.models.Model(inputs, Added()(keras.layers.Dense(3, kernel_initializer="ones")(inputs)))
    start = template.get_weights()
    template.compile("sgd", "mse")
    alone = template.train_on_batch(X[:12], Y[:12])
    ended = template.get_weights()
    template.set_weights(start)
    parallel = multi_gpu_model(template, gpus=3)
    parallel.compile("sgd", "mse")
    np.testing.assert_allclose(parallel.train_on_batch(X[:12], Y[:12]), alone, rtol=1e-6)
    for left, right in zip(template.get_weights(), ended):
        np.testing.assert_allclose(left, right, rtol=1e-5, atol=1e-6)


def test_inputs_by_name():
    inputs = [keras.layers.Input((8,), name="left"), keras.layers.Input((8,), name="right")]
    template = keras.models.Model(inputs, keras.layers.Dense(3)(keras.layers.subtract(inputs)))
    parallel = multi_gpu_model(template, gpus=2)
    parallel.compile("sgd", "mse")
    parallel.fit({"right": X, "left": 2 * X}, Y, verbose=0)
    by_name = parallel.predict({"right": X, "left": 2 * X})
    np.testing.assert_allclose(by_name, template.predict([2 * X, X]), rtol=1e-5)


def test_files(tmp_path):
    template = build()
    parallel = compiled(multi_gpu_model(template, gpus=2))
    parallel.fit(X, Y, verbose=0)
    expected = parallel.predict(X)
    for model, name in ((parallel, "parallel.h5"), (template, "template.h5"), (parallel, "folder")):
        model.save(str(tmp_path / name))
        loaded = tensorflow.keras.models.load_model(str(tmp_path / name))
        np.testing.assert_allclose(loaded.predict(X), expected, rtol=1e-5)
    template.save_weights(str(tmp_path / "weights.h5"))
    fresh = build()
    fresh.load_weights(str(tmp_path / "weights.h5"))
    assert same(fresh, template)
    clone = tensorflow.keras.models.clone_model(parallel)
    clone.set_weights(parallel.get_weights())
    np.testing.assert_allclose(clone.predict(X), expected, rtol=1e-5)


def test_inside_another_model():
    template = build()
    parallel = multi_gpu_model(template, gpus=2)
    inputs = keras.layers.Input((8,))
    outer = keras.models.Model(inputs, keras.layers.Lambda(lambda x: 2.0 * x)(parallel(inputs)))
    np.testing.assert_allclose(outer.predict(X), 2.0 * template.predict(X), rtol=1e-5)
