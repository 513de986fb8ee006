"""`tf.keras` trains under the strategies of contrib as it did: `oracles/record_contrib_keras.py` says how."""

import json

import pytest

from tests.compat.paths import ORACLES
from tests.compat.releases import IS_MODERN

if not IS_MODERN:
    pytest.skip("TensorFlow 1.15 takes distribute= itself, 2.0 to 2.15 do not take it", allow_module_level=True)

import numpy as np

from tests.compat.shims.contrib.keras_cases import BATCH, CASES, model, rows, run
from tests.quick import first

RECORDED = json.loads(ORACLES.joinpath("contrib_keras.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", first(2, CASES))
def test_distribute(tf, name):
    found, expected = run(tf, name), RECORDED[name]
    for key, values in expected["history"].items():
        close(found["history"][key], values)
    for key in ("evaluated", "predicted"):
        close(found[key], expected[key])
    for mine, theirs in zip(found["weights"], expected["weights"]):
        close(mine, theirs)


def close(found, expected):
    np.testing.assert_allclose(found, expected, atol=1e-5, rtol=0)


def steps_of(tf, compiled):
    steps = []

    class Count(tf.keras.callbacks.Callback):
        def on_batch_end(self, batch, logs=None):
            steps.append(batch)

    compiled.fit(*rows(24), batch_size=BATCH, epochs=1, verbose=0, callbacks=[Count()])
    return len(steps)


def test_batch_in_scope(tf):
    """TensorFlow 1.15.5 takes as many steps: 24 rows, 4 for each of 3 replicas a step."""
    with tf.contrib.distribute.MirroredStrategy(num_gpus=3).scope():
        compiled = model(tf)
        compiled.compile("sgd", "mse")
    assert steps_of(tf, compiled) == 2


def test_compile_again(tf):
    compiled = model(tf)
    optimizer = tf.keras.optimizers.Adam(0.01)
    compiled.compile(optimizer, "mse", distribute=tf.contrib.distribute.MirroredStrategy(num_gpus=2))
    assert steps_of(tf, compiled) == 3
    before = compiled.get_weights()
    compiled.compile("sgd", "mse")
    for old, new in zip(before, compiled.get_weights()):
        np.testing.assert_array_equal(old, new)
    assert steps_of(tf, compiled) == 6


def test_one_device(tf):
    compiled = model(tf)
    compiled.compile("sgd", "mse", distribute=tf.contrib.distribute.OneDeviceStrategy("/gpu:1"))
    assert steps_of(tf, compiled) == 6


@pytest.fixture(scope="module")
def compiled(tf):
    made = model(tf)
    made.compile("sgd", "mse", distribute=tf.contrib.distribute.MirroredStrategy(num_gpus=2))
    return made


def test_what_legacy_refused(tf, compiled):
    dataset = tf.data.Dataset.from_tensor_slices(rows(8)).batch(4)
    with pytest.raises(NotImplementedError, match="train_on_batch"):
        compiled.train_on_batch(*rows(8))
    with pytest.raises(NotImplementedError, match="class_weight"):
        compiled.fit(*rows(48), class_weight={0: 1.0}, batch_size=4)
    with pytest.raises(NotImplementedError, match=r"arrays or a tf\.data\.Dataset"):
        compiled.fit(iter([rows(4)]), steps_per_epoch=1)
    with pytest.raises(ValueError, match="`steps_per_epoch` argument"):
        compiled.fit(dataset)
    with pytest.raises(ValueError, match="number of samples 47 is not divisible by batch size 8"):
        compiled.evaluate(*rows(47), batch_size=4)
    with pytest.raises(ValueError, match="5 samples are fewer than 1 steps of 8"):
        compiled.fit(*rows(5), batch_size=4)
    with pytest.raises(ValueError, match="could not be sharded evenly"):
        compiled.fit(*rows(9), steps_per_epoch=3)
