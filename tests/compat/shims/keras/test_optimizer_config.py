"""Configurations of optimizers answer to the keys of Keras 2, and are saved as those of Keras 3."""

import copy
import json

import pytest

from compat import keras
from compat import tensorflow as tf
from tests.compat.releases import IS_MODERN

pytestmark = pytest.mark.skipif(not IS_MODERN, reason="the shims of modern releases")


def sgd(**kwargs):
    return keras.optimizers.SGD(lr=0.1, momentum=0.9, **kwargs)


@pytest.mark.parametrize("decay", [0.0, 0.5])
@pytest.mark.parametrize("api", [keras, tf.keras])
def test_keys_of_keras_2(api, decay):
    """Keras 2.2.4 printed 0.1 and 0.5 under "lr" and "decay", 2.3.1 under "learning_rate" and "decay"."""
    config = api.optimizers.SGD(lr=0.1, decay=decay).get_config()
    for key in ("lr", "learning_rate"):
        assert key in config
        assert config[key] == config.get(key) == pytest.approx(0.1)
    assert "decay" in config
    assert config["decay"] == config.get("decay") == decay


def test_other_keys():
    config = sgd(decay=0.5).get_config()
    assert config["momentum"] == config.get("momentum") == 0.9
    assert "rho" not in config
    assert config.get("rho") is None
    with pytest.raises(KeyError):
        config["rho"]
    assert config.pop("momentum") == 0.9
    assert config.pop("momentum", None) is None


def test_set_by_the_keys_of_keras_2():
    config = sgd(decay=0.5).get_config()
    config["lr"] = 0.3
    assert (config["learning_rate"], config["decay"]) == (0.3, 0.5)
    config.update(learning_rate=0.2, decay=0.1)
    again = keras.optimizers.SGD.from_config(config)
    assert float(again.lr) == pytest.approx(0.2)
    assert again.initial_decay == 0.1
    assert again.momentum == 0.9


def test_a_decay_that_is_taken_out():
    config = sgd(decay=0.5).get_config()
    assert config.pop("decay") == 0.5
    assert keras.optimizers.SGD.from_config(config).initial_decay == 0.0


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda config: config.copy()])
def test_copies(copied):
    config = copied(sgd(decay=0.5).get_config())
    assert (config["lr"], config["decay"], config["momentum"]) == (pytest.approx(0.1), 0.5, 0.9)


def test_entries_are_those_of_keras_3():
    entries = json.loads(json.dumps(sgd(decay=0.5).get_config()))
    assert entries["learning_rate"]["class_name"] == "InverseTimeDecay"
    assert "decay" not in entries
    assert json.loads(json.dumps(sgd().get_config()))["learning_rate"] == pytest.approx(0.1)


def test_a_schedule_beside_a_decay():
    schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.5)
    config = tf.keras.optimizers.SGD(schedule, decay=0.5).get_config()
    assert config["learning_rate"]["class_name"] == "ExponentialDecay"
    assert config["decay"] == 0.5
    again = tf.keras.optimizers.SGD.from_config(config)
    assert again.initial_decay == 0.5
    assert type(again._learning_rate).__name__ == "ExponentialDecay"
