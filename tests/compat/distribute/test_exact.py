"""`exact` against one device, and what plain Keras makes of the same training.

A case in which plain Keras agrees with one device, or works, is said to do so: when that changes, a test fails.
"""

import inspect
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import tensorflow as tf

from tests.compat.distribute.cases import CASES
from tests.compat.paths import ROOT
from tests.quick import only

ROUNDING = 5e-6
RIGHT_IN_PLAIN_KERAS = {"batches that divide"}
QUICK = {"a last batch that does not divide", "two outputs"}


def cases(*left_out):
    """The cases but some, all but a few of them for the sessions that run everything."""
    return only(QUICK, (case for case in CASES if case not in left_out))


@pytest.fixture(scope="module")
def results(request):
    asked = {item.callspec.params["case"] for item in request.session.items if "results" in item.fixturenames}
    chosen = [case for case in CASES if case in asked]
    command = [sys.executable, "-m", "tests.compat.distribute.cases", "2", *chosen]
    environment = dict(os.environ, PYTHONPATH=str(ROOT))
    lines = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    found = [json.loads(line) for line in lines.stdout.splitlines() if line.startswith("{")]
    assert len(found) == len(chosen), lines.stderr[-2000:]
    return {each["case"]: each for each in found}


@pytest.mark.parametrize("case", cases())
def test_replicas_give_the_numbers_of_one_device(results, case):
    assert results[case]["one"] is None
    assert isinstance(results[case]["exact"], float), results[case]["exact"]
    assert results[case]["exact"] < ROUNDING


@pytest.mark.parametrize("case", cases(*RIGHT_IN_PLAIN_KERAS))
def test_plain_keras_does_not(results, case):
    plain = results[case]["plain"]
    assert isinstance(plain, str) or plain > ROUNDING / 10


@pytest.mark.full
@pytest.mark.parametrize("case", sorted(RIGHT_IN_PLAIN_KERAS))
def test_plain_keras_does_too(results, case):
    assert results[case]["plain"] < ROUNDING


@pytest.mark.full
def test_three_replicas():
    command = [sys.executable, "-m", "tests.compat.distribute.cases", "3", "validation, evaluate, predict", "add_loss"]
    lines = subprocess.check_output(command, cwd=ROOT, env=dict(os.environ, PYTHONPATH=str(ROOT)), text=True)
    assert [json.loads(line)["exact"] < ROUNDING for line in lines.splitlines()] == [True, True]


def test_one_replica():
    import keras
    import numpy as np

    from compat.distribute import exact

    random = np.random.RandomState(0)
    x, y = random.rand(9, 4), random.randint(0, 3, 9)

    def trained(prepare):
        keras.utils.set_random_seed(1)
        layers = [keras.Input((4,)), keras.layers.Dense(3, activation="softmax")]
        model = prepare(keras.Sequential(layers))
        model.compile("sgd", "sparse_categorical_crossentropy")
        return model.fit(x, y, batch_size=4, shuffle=False, verbose=0, epochs=2).history["loss"]

    with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
        found = trained(exact)
    np.testing.assert_allclose(found, trained(lambda model: model), rtol=1e-6)


@pytest.fixture
def model():
    import keras

    return keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])


@pytest.fixture(scope="module")
def strategy():
    return tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"])


def test_it_needs_a_scope(model):
    from compat.distribute import exact

    with pytest.raises(ValueError, match=r"inside `with strategy\.scope"):
        exact(model)


def test_it_is_not_for_every_strategy(model):
    from compat.distribute import exact

    with tf.distribute.experimental.CentralStorageStrategy().scope(), pytest.raises(ValueError, match="CentralStorage"):
        exact(model)


def test_it_takes_models_only(strategy):
    from compat.distribute import exact

    with strategy.scope(), pytest.raises(TypeError, match="takes a Keras model, not int"):
        exact(3)


@pytest.mark.parametrize(
    ("wrong", "advice"),
    [
        ({"jit_compile": True}, "leave `jit_compile=True` out"),
        ({"accumulate": 2}, "make the batch as many times larger"),
    ],
)
def test_what_cannot_work_says_what_to_do(model, strategy, wrong, advice):
    import keras

    from compat.distribute import exact

    wrong = dict(wrong)
    with strategy.scope():
        optimizer = keras.optimizers.SGD(gradient_accumulation_steps=wrong.pop("accumulate", None))
        with pytest.raises(ValueError, match=advice):
            exact(model).compile(optimizer, "mse", **wrong)


def test_it_changes_this_model_only(model, strategy):
    import keras

    from compat.distribute import exact

    with strategy.scope():
        assert exact(model) is model
        other = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
    assert "make_train_function" in vars(model)
    assert not {"make_train_function", "compile", "save", "_maybe_symbolic_build"} & set(vars(other))
    assert type(model) is keras.Sequential


def test_its_methods_have_the_signatures_of_keras(model, strategy):
    import keras

    from compat.distribute import exact

    with strategy.scope():
        exact(model)
    for name in ("compile", "fit", "make_train_function"):
        assert inspect.signature(getattr(model, name)) == inspect.signature(getattr(keras.Model, name).__get__(model))


def test_the_model_is_saved_as_it_was(model, tmp_path):
    import keras
    import numpy as np

    from compat.distribute import exact

    with tf.distribute.OneDeviceStrategy("/cpu:0").scope():  # a second strategy with replicas could stop later ones
        exact(model).compile("sgd", "mse")
    x = np.ones((3, 2), "float32")
    model.fit(x, x[:, :1], verbose=0)
    for name in ("whole.keras", "whole.h5"):
        model.save(tmp_path / name)
        again = keras.models.load_model(tmp_path / name)
        np.testing.assert_allclose(again.predict(x, verbose=0), model.predict(x, verbose=0), rtol=1e-6)
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["whole.h5", "whole.keras"]


def test_a_kill_while_saving_leaves_the_last_whole_file(model, strategy, tmp_path, monkeypatch):
    import keras

    from compat.distribute import exact

    with strategy.scope():
        exact(model).compile("sgd", "mean_squared_error")
    model.save(tmp_path / "model.keras")
    before = (tmp_path / "model.keras").read_bytes()

    def killed(self, path, *args, **kwargs):
        Path(path).write_bytes(b"half")
        raise KeyboardInterrupt

    monkeypatch.setattr(keras.Sequential, "save", killed)
    with pytest.raises(KeyboardInterrupt):
        model.save(tmp_path / "model.keras")
    assert (tmp_path / "model.keras").read_bytes() == before
