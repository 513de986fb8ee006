"""One optimizer for several models, and two compiles of one pair, against Keras 2.3.1 on TensorFlow 1.15.5."""

import json
import sys

import keras as keras3
import numpy as np
import pytest
from compat.keras.utils import multi_gpu_model

from compat import keras
from compat.shims.keras.shared_optimizers import for_one_model
from tests.compat.paths import ORACLES
from tests.quick import first

sys.path.insert(0, str(ORACLES))

from shared_optimizer_cases import OPTIMIZERS, losses, two_compiles

RECORDED = json.loads((ORACLES / "shared_optimizers.json").read_text())


def model():
    return keras.models.Sequential([keras.layers.Dense(2, input_shape=(4,))])


@pytest.mark.parametrize("name", first(3, OPTIMIZERS))
def test_losses_are_those_of_keras_2(name):
    np.testing.assert_allclose(losses(keras, multi_gpu_model, name), RECORDED[name], rtol=2e-6)


def test_template_and_parallel_model_with_a_compile_of_their_own():
    np.testing.assert_allclose(two_compiles(keras, multi_gpu_model), RECORDED["two_compiles"], rtol=2e-6)


def test_the_first_model_has_the_optimizer_itself():
    first, second, optimizer = model(), model(), keras.optimizers.Adam(0.01)
    first.compile(optimizer, "mse")
    second.compile(optimizer, "mse")
    assert first.optimizer is optimizer
    assert second.optimizer is not optimizer
    assert type(second.optimizer) is type(optimizer)


def test_the_rate_is_one_for_all():
    first, second, optimizer = model(), model(), keras.optimizers.SGD(0.01)
    first.compile(optimizer, "mse")
    second.compile(optimizer, "mse")
    second.optimizer.lr = 0.5
    assert float(keras.backend.get_value(optimizer.lr)) == 0.5
    assert optimizer.variables[:2] == second.optimizer.variables[:2]


def test_optimizers_by_name_share_nothing():
    first, second = model(), model()
    first.compile("sgd", "mse")
    second.compile("sgd", "mse")
    assert first.optimizer.iterations is not second.optimizer.iterations


@pytest.mark.parametrize("identifier", ["sgd", None, {"class_name": "SGD"}])
def test_what_is_no_optimizer_is_left_alone(identifier):
    assert for_one_model(identifier) is identifier
    assert for_one_model(identifier) is identifier


def test_wrapped_optimizer_is_left_alone():
    wrapped = keras3.optimizers.LossScaleOptimizer(keras3.optimizers.SGD())
    assert for_one_model(wrapped) is wrapped
    assert for_one_model(wrapped) is wrapped


def test_class_that_does_not_describe_itself_is_left_alone():
    class Own(keras3.optimizers.SGD):
        def __init__(self, needed):
            super().__init__(needed)

    optimizer = Own(0.1)
    assert for_one_model(optimizer) is optimizer
    assert for_one_model(optimizer) is optimizer


def test_saved_model_has_the_slots_of_its_own(tmp_path):
    random = np.random.RandomState(0)
    x, y = random.rand(8, 4), random.rand(8, 2)
    first, second, optimizer = model(), model(), keras.optimizers.Adam(0.01)
    for each in (first, second):
        each.compile(optimizer, "mse")
        each.fit(x, y, verbose=0)
    second.save(str(tmp_path / "second.h5"))
    loaded = keras.models.load_model(str(tmp_path / "second.h5"))
    assert int(loaded.optimizer.iterations.numpy()) == 2
    assert np.isfinite(loaded.train_on_batch(x, y)).all()
