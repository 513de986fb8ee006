import inspect
import json
import os

import keras as keras3
import numpy as np
import pytest
import tensorflow as tf
from compat.keras.utils import multi_gpu_model

from compat import keras
from tests.compat.paths import ORACLES
from tests.quick import first, only

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


def test_legacy_signature():
    recorded = json.loads((ORACLES / "signatures.json").read_text())["keras.utils.multi_gpu_model"]
    assert str(inspect.signature(multi_gpu_model).replace(return_annotation=inspect.Signature.empty)) != ""
    parameters = inspect.signature(multi_gpu_model).parameters.values()
    defaults = [None if p.default is p.empty else p.default for p in parameters]
    assert [list(pair) for pair in zip((p.name for p in parameters), defaults)] == recorded


def test_every_legacy_path():
    from compat.keras.utils.multi_gpu_utils import multi_gpu_model as second
    from compat.keras.utils.training_utils import multi_gpu_model as first
    from compat.tensorflow.keras.utils import multi_gpu_model as third
    from compat.tensorflow.keras.utils.multi_gpu_utils import multi_gpu_model as fourth
    from compat.tensorflow.python.keras.utils.multi_gpu_utils import multi_gpu_model as fifth

    assert {first, second, third, fourth, fifth} == {multi_gpu_model}


def test_layers_and_names():
    template = build()
    parallel = multi_gpu_model(template, gpus=2)
    assert parallel.layers[-2] is template
    assert parallel.output_names == ["kind"]
    assert parallel.input_shape == (None, 8)
    assert parallel.output_shape == (None, 3)


def test_layers_of_two_outputs():
    inputs = keras.layers.Input(shape=(8,))
    outputs = [keras.layers.Dense(1, name="a")(inputs), keras.layers.Dense(2, name="b")(inputs)]
    template = keras.models.Model(inputs, outputs)
    parallel = multi_gpu_model(template, gpus=2)
    assert parallel.layers[-3] is template
    assert parallel.output_names == ["a", "b"]
    left, right = parallel.predict(X)
    assert left.shape == (50, 1)
    assert right.shape == (50, 2)


@pytest.mark.parametrize("gpus", [1, [0], -1])
def test_too_few(gpus):
    with pytest.raises(ValueError, match="For multi-gpu usage to be effective, call `multi_gpu_model` with"):
        multi_gpu_model(build(), gpus=gpus)


@pytest.mark.parametrize("gpus", [4, [0, 7]])
def test_absent_devices(gpus):
    with pytest.raises(ValueError, match=r"we expect the following devices to be available: .*Try reducing `gpus`"):
        multi_gpu_model(build(), gpus=gpus)


@pytest.mark.parametrize("gpus", [None, 0, 2, [0, 2], (1, 2), [2, 0, 1]])
def test_gpus(gpus):
    template = build()
    parallel = multi_gpu_model(template, gpus=gpus, cpu_merge=False, cpu_relocation=True)
    np.testing.assert_allclose(parallel.predict(X), template.predict(X), rtol=1e-6)


def test_inside_a_strategy_scope():
    template = build()
    with tf.distribute.get_strategy().scope():
        multi_gpu_model(template, gpus=2)
    with tf.distribute.OneDeviceStrategy("/cpu:0").scope(), pytest.raises(ValueError, match=r"tf\.distribute"):
        multi_gpu_model(template, gpus=2)


def test_template_without_inputs():
    with pytest.raises(ValueError, match="knows its inputs"):
        multi_gpu_model(keras.models.Sequential([keras.layers.Dense(1)]), gpus=2)


@pytest.mark.parametrize("rows", only((1, 7), [1, 2, 3, 7]))
def test_fewer_rows_than_fit(rows):
    template = build()
    parallel = compiled(multi_gpu_model(template, gpus=3))
    assert parallel.predict_on_batch(X[:rows]).shape == (rows, 3)
    assert np.isfinite(parallel.train_on_batch(X[:rows], Y[:rows])).all()
    assert np.isfinite(parallel.test_on_batch(X[:rows], Y[:rows])).all()


def test_weights_are_shared():
    template = build()
    parallel = compiled(multi_gpu_model(template, gpus=2))
    compiled(template)
    for model in (parallel, template, parallel):
        before = template.get_weights()
        model.fit(X, Y, verbose=0)
        assert same(template, parallel)
        assert not np.array_equal(before[0], template.get_weights()[0])
    parallel.set_weights(before)
    assert same(template, parallel)


def test_one_optimizer_for_both():
    template = build()
    parallel = multi_gpu_model(template, gpus=2)
    optimizer = keras.optimizers.Adam(lr=0.01)
    compiled(template, optimizer)
    compiled(parallel, optimizer)
    parallel.train_on_batch(X, Y)
    template.train_on_batch(X, Y)
    assert int(optimizer.iterations.numpy()) == 2
    assert parallel.optimizer.iterations is optimizer.iterations


def test_freeze_and_recompile():
    template = build()
    parallel = compiled(multi_gpu_model(template, gpus=2))
    parallel.fit(X, Y, verbose=0)
    template.layers[1].trainable = False
    compiled(parallel)
    frozen, free = template.layers[1].get_weights()[0], template.layers[2].get_weights()[0]
    parallel.fit(X, Y, verbose=0)
    assert np.array_equal(frozen, template.layers[1].get_weights()[0])
    assert not np.array_equal(free, template.layers[2].get_weights()[0])


@pytest.mark.parametrize("name", only(("m.h5", "m.keras"), ["m.h5", "m.hdf5", "m.keras", "m.model"]))
@pytest.mark.parametrize("side", ["template", "parallel"])
def test_save_and_load(tmp_path, name, side):
    template = build()
    parallel = compiled(multi_gpu_model(template, gpus=2))
    parallel.fit(X, Y, verbose=0)
    path = str(tmp_path / name)
    (template if side == "template" else parallel).save(path)
    loaded = keras.models.load_model(path)
    np.testing.assert_allclose(loaded.predict(X), parallel.predict(X), rtol=1e-6)
    if side == "parallel":
        assert np.isfinite(loaded.train_on_batch(X, Y)).all()


def test_saved_model_needs_no_toolkit(tmp_path):
    parallel = compiled(multi_gpu_model(build(), gpus=2), keras.optimizers.SGD(lr=0.1, decay=0.01))
    parallel.fit(X, Y, verbose=0)
    parallel.save(str(tmp_path / "m.keras"))
    loaded = keras3.models.load_model(str(tmp_path / "m.keras"))
    assert type(loaded).__module__.startswith("keras.src")
    assert type(loaded.optimizer) is keras3.optimizers.SGD
    assert isinstance(loaded.optimizer._learning_rate, keras3.optimizers.schedules.InverseTimeDecay)


@pytest.mark.parametrize("name", ["w.h5", "w.hdf5", "w.weights.h5", "w"])
def test_weight_files_from_either_side(tmp_path, name):
    template, other = build(), build()
    parallel, second = multi_gpu_model(template, gpus=2), multi_gpu_model(other, gpus=2)
    path = str(tmp_path / name)
    for saver, loader in ((template, second), (parallel, other), (parallel, second), (parallel.layers[-2], other)):
        other.set_weights([np.zeros_like(w) for w in other.get_weights()])
        saver.save_weights(path)
        assert os.path.exists(path)
        loader.load_weights(path)
        assert same(template, other)


def test_gan():
    generator = keras.models.Sequential([keras.layers.Dense(8, input_shape=(4,))])
    critic = keras.models.Sequential([keras.layers.Dense(1, activation="sigmoid", input_shape=(8,))])
    parallel_critic = multi_gpu_model(critic, gpus=2)
    parallel_critic.compile(loss="binary_crossentropy", optimizer="adam")
    critic.trainable = False
    noise = keras.layers.Input(shape=(4,))
    both = multi_gpu_model(keras.models.Model(noise, critic(generator(noise))), gpus=3)
    both.compile(loss="binary_crossentropy", optimizer="adam")
    before = critic.get_weights()
    both.train_on_batch(X[:10, :4], np.ones((10, 1)))
    assert all(np.array_equal(a, b) for a, b in zip(before, critic.get_weights()))


def test_subclass_that_redirects_saving(tmp_path):
    class ModelMGPU(keras.models.Model):
        def __init__(self, template, gpus):
            parallel = multi_gpu_model(template, gpus)
            self.__dict__.update(parallel.__dict__)
            self._smodel = template

        def __getattribute__(self, attribute):
            if "load" in attribute or "save" in attribute:
                return getattr(self._smodel, attribute)
            return super().__getattribute__(attribute)

    template = build()
    model = compiled(ModelMGPU(template, 2))
    model.fit(X, Y, verbose=0)
    model.save(str(tmp_path / "m.h5"))
    loaded = keras.models.load_model(str(tmp_path / "m.h5"))
    np.testing.assert_allclose(loaded.predict(X), model.predict(X), rtol=1e-6)


def batches():
    while True:
        for start in range(0, 48, 16):
            yield X[start : start + 16], Y[start : start + 16]


class Batches(keras.utils.Sequence):
    def __len__(self):
        return 4

    def __getitem__(self, index):
        return X[index * 13 : index * 13 + 13], Y[index * 13 : index * 13 + 13]


@pytest.mark.parametrize(
    ("source", "steps"),
    first(
        2,
        [
            (batches, 3),
            (Batches, 3),
            (Batches, None),
            (lambda: tf.data.Dataset.from_tensor_slices((X, Y)).batch(13), None),
            (lambda: keras.preprocessing.image.ImageDataGenerator().flow(X.reshape(50, 2, 2, 2), Y, batch_size=13), 3),
        ],
    ),
)
def test_sources(source, steps):
    template = build()
    if "ImageDataGenerator" in inspect.getsource(source):
        inputs = keras.layers.Input(shape=(2, 2, 2))
        template = keras.models.Model(inputs, build()(keras.layers.Flatten()(inputs)))
    parallel = compiled(multi_gpu_model(template, gpus=3))
    history = parallel.fit_generator(
        source(), steps_per_epoch=steps, epochs=3, verbose=0, validation_data=source(), validation_steps=steps
    ).history
    assert len(history["val_acc"]) == 3
    assert int(parallel.optimizer.iterations.numpy()) == 3 * (steps or 4)
    assert len(parallel.evaluate_generator(source(), steps=steps)) == 2
    assert parallel.predict_generator(source(), steps=steps).shape[1:] == (3,)


def test_fit_options():
    parallel = compiled(multi_gpu_model(build(), gpus=2))
    history = parallel.fit(
        X, Y, batch_size=16, nb_epoch=2, verbose=0, validation_split=0.2, class_weight={0: 1.0, 1: 2.0, 2: 1.0}
    ).history
    assert {"loss", "acc", "accuracy", "val_loss", "val_acc", "val_accuracy"} <= set(history)
    assert history["acc"] == history["accuracy"]
    assert parallel.metrics_names[0] == "loss"


def test_run_eagerly():
    parallel = multi_gpu_model(build(), gpus=2)
    parallel.compile(loss="categorical_crossentropy", optimizer="sgd", run_eagerly=True)
    assert np.isfinite(parallel.fit(X, Y, verbose=0).history["loss"]).all()


def test_dropout_and_masks_run():
    inputs = keras.layers.Input(shape=(5,))
    x = keras.layers.Embedding(20, 4, mask_zero=True)(inputs)
    x = keras.layers.Dropout(0.5)(keras.layers.LSTM(6, return_sequences=True)(x))
    template = keras.models.Model(inputs, keras.layers.TimeDistributed(keras.layers.Dense(1))(x))
    template.compile(loss="mse", optimizer="sgd")
    parallel = multi_gpu_model(template, gpus=2)
    parallel.compile(loss="mse", optimizer="sgd")
    words, target = RNG.randint(0, 2, (9, 5)), RNG.rand(9, 5, 1)
    assert np.isclose(parallel.test_on_batch(words, target), template.test_on_batch(words, target), rtol=1e-5)


def test_loss_over_the_whole_batch_in_single_precision():
    def dice(truth, predicted):
        return 1 - 2 * keras.backend.sum(truth * predicted) / (keras.backend.sum(truth) + keras.backend.sum(predicted))

    template = build()
    parallel = multi_gpu_model(template, gpus=3)
    parallel.compile(loss=dice, optimizer="sgd", metrics=[dice])
    template.compile(loss=dice, optimizer="sgd")
    assert Y.dtype == "float32"
    wide = Y.astype("float64")
    assert np.isclose(parallel.test_on_batch(X, wide)[0], template.test_on_batch(X, wide), rtol=1e-6)
    assert np.isfinite(parallel.fit(batches(), steps_per_epoch=2, verbose=0).history["loss"]).all()
