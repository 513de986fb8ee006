import importlib.util
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from compat.runner import recording
from compat.runner.batches import Batch, fed_by, rows, split_validation
from tests.compat.paths import ROOT

TRAIN = """
import os, sys
os.environ["SET_BY_SCRIPT"] = "1"
import numpy as np
import tensorflow as tf
keras = tf.keras
if "standalone" in sys.argv:
    import keras
x = np.random.rand(22, 4).astype("float32")
y = np.eye(3, dtype="float32")[np.random.randint(0, 3, 22)]
units = 5 if "wider" not in sys.argv else 6
layers = keras.layers
model = keras.models.Sequential(
    [layers.Dense(units, input_shape=(4,)), layers.BatchNormalization(), layers.Dropout(0.5), layers.Dense(3)]
)
model.compile(loss="mse", optimizer="sgd")
"""


def compat(folder, *args, **kwargs):
    env = dict(os.environ, PYTHONPATH=str(ROOT), TF_CPP_MIN_LOG_LEVEL="3")
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", "compat", *list(args)],
        cwd=str(folder),
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
    )
    out, err = process.communicate()
    assert process.returncode == kwargs.get("status", 0), err
    return out, err


def script(folder, text, name="train.py"):
    path = Path(str(folder), name)
    path.write_text(textwrap.dedent(text))
    return str(path)


def refused(folder, *args):
    out, err = compat(folder, *args, status=2)
    assert not out
    lines = [line for line in err.splitlines() if "error:" in line]
    assert len(lines) == 1, err
    assert "Traceback" not in err
    return lines[0]


def batches(**call):
    return [(epoch, rows(batch)) for epoch, batch in fed_by(call)]


def test_batches_of_arrays():
    x, y = np.arange(7), np.arange(7)
    assert batches(x=x, y=y, batch_size=3, epochs=2) == [(0, 3), (0, 3), (0, 1), (1, 3), (1, 3), (1, 1)]
    fed = [batch for _, batch in fed_by({"x": {"a": x, "b": [x]}, "y": y, "batch_size": 4, "shuffle": True})]
    assert sorted(np.concatenate([batch.y for batch in fed])) == list(range(7))
    assert all((batch.x["a"] == batch.y).all() and (batch.x["b"][0] == batch.y).all() for batch in fed)


def test_batches_in_order_without_shuffling():
    fed = [batch for _, batch in fed_by({"x": np.arange(5), "batch_size": 2, "shuffle": False})]
    assert [list(batch.x) for batch in fed] == [[0, 1], [2, 3], [4]]
    blocks = [list(batch.x) for _, batch in fed_by({"x": np.arange(6), "batch_size": 2, "shuffle": "batch"})]
    assert sorted(blocks) == [[0, 1], [2, 3], [4, 5]]


def test_batches_of_a_generator():
    def generator():
        while True:
            yield np.zeros(2), np.zeros(2), np.ones(2)

    assert batches(generator=generator(), steps_per_epoch=2, epochs=2) == [(0, 2), (0, 2), (1, 2), (1, 2)]


def test_exhausted_generator_ends():
    assert batches(x=iter([(np.zeros(1),)] * 3), steps_per_epoch=2, epochs=9) == [(0, 1), (0, 1), (1, 1)]


def test_sequence_goes_on_into_the_next_epoch():
    class Sequence:
        ended = 0

        def __len__(self):
            return 3

        def __getitem__(self, index):
            return np.full(1, index), np.zeros(1)

        def on_epoch_end(self):
            self.ended += 1

    sequence = Sequence()
    fed = [int(batch.x[0]) for _, batch in fed_by({"generator": sequence, "steps_per_epoch": 2, "epochs": 3})]
    assert sorted(fed) == [0, 0, 1, 1, 2, 2]
    assert sequence.ended >= 1


def test_validation_split_takes_the_last_rows():
    call = {"x": np.arange(10), "y": np.arange(10), "validation_split": 0.2}
    split_validation(call)
    assert list(call["x"]) == list(range(8))
    assert list(call["validation_data"][1]) == [8, 9]


def test_save_and_load(tmpdir):
    run = recording.Run({"python": "3"})
    batch = Batch({"a": np.ones(2), "b": [np.zeros(2)]}, np.ones(2), None)
    run.steps.append(recording.Step(batch, 0.5, 1, 2, 0))
    run.models.append(recording.Weights(["kernel"], [np.eye(2)], [np.eye(2)]))
    path = str(tmpdir.join("run.npz"))
    recording.save(run, path)
    read = recording.load(path)
    assert read.meta == run.meta
    assert read.losses == [0.5]
    assert read.steps[0].epoch == 1
    assert read.steps[0].call == 2
    assert (read.steps[0].batch.x["b"][0] == 0).all()
    assert [path.basename for path in tmpdir.listdir()] == ["run.npz"]


def test_load_of_something_else(tmpdir):
    tmpdir.join("run.npz").write("not a run")
    for name in ("run.npz", "missing.npz"):
        with pytest.raises(ValueError, match=name):
            recording.load(str(tmpdir.join(name)))


def test_run_is_what_python_does(tmpdir):
    script(tmpdir, "NAME = 'neighbour'", "neighbour.py")
    script(
        tmpdir,
        """
        import sys
        from neighbour import NAME
        print(NAME, __name__, sys.argv[1:], __file__, sys.modules["__main__"].NAME)
        sys.exit(3)
        """,
    )
    out, _ = compat(tmpdir, "run", "train.py", "--", "--gpus", "2", status=3)
    assert out == "neighbour __main__ ['--gpus', '2'] train.py neighbour\n"


def test_traceback_of_the_script_is_its_own(tmpdir):
    script(tmpdir, "def fail():\n    raise KeyError('mine')\nfail()\n")
    _, err = compat(tmpdir, "run", "train.py", status=1)
    assert err.splitlines()[-1] == "KeyError: 'mine'"
    assert "train.py" in err
    assert "compat" not in err


def test_exit_with_a_message(tmpdir):
    script(tmpdir, "raise SystemExit('no data')")
    assert compat(tmpdir, "run", "train.py", status=1)[1] == "no data\n"


def test_bad_calls(tmpdir):
    train = script(tmpdir, "print('ran')")
    assert "no such script" in refused(tmpdir, "run", "missing.py")
    assert "go after --" in refused(tmpdir, "run", train, "--gpus", "2")
    assert "1 or more" in refused(tmpdir, "run", train, "--replicas", "0")
    assert "--out" in refused(tmpdir, "record", train)
    assert "does not exist" in refused(tmpdir, "record", train, "--out", "no/run.npz")
    assert "is a directory" in refused(tmpdir, "record", train, "--out", ".")
    assert "no such file" in refused(tmpdir, "record", train, "--out", "run.npz", "--start", "old.npz")


def test_no_training_call(tmpdir):
    train = script(tmpdir, "answer = 42")
    assert "no training call was reached" in refused(tmpdir, "record", train, "--out", "run.npz")
    assert not tmpdir.join("run.npz").check()


def test_help_teaches():
    out, _ = compat(".", "--help")
    assert "examples:" in out
    assert "--start legacy.npz" in out


def test_record_and_replay(tmpdir):
    script(tmpdir, TRAIN + "print(sorted(model.fit(x, y, batch_size=8, epochs=9, verbose=0).history))\nprint('on')\n")
    out, err = compat(tmpdir, "record", "train.py", "--steps", "5", "--no-dropout", "--out", "a.npz")
    assert out.splitlines() == ["['loss']", "on"]
    assert "recorded 5 steps to a.npz" in err
    run = recording.load(str(tmpdir.join("a.npz")))
    assert [rows(step.batch) for step in run.steps] == [8, 8, 6, 8, 8]
    assert [step.epoch for step in run.steps] == [0, 0, 0, 1, 1]
    assert [weight.shape for weight in run.models[0].initial] == [(4, 5), (5,), (5,), (5,), (5,), (5,), (5, 3), (3,)]
    assert run.meta["no_dropout"] == ["Dropout"]
    assert run.meta["steps"] == 5
    script(tmpdir, TRAIN + "model.fit(x[:9], y[:9], verbose=0)\n", "other.py")
    compat(tmpdir, "record", "other.py", "--start", "a.npz", "--no-dropout", "--out", "b.npz")
    again = recording.load(str(tmpdir.join("b.npz")))
    np.testing.assert_allclose(again.losses, run.losses, rtol=1e-5)
    for left, right in zip(again.models[0].final, run.models[0].final):
        np.testing.assert_allclose(left, right, rtol=1e-5, atol=1e-7)
    script(tmpdir, TRAIN + "model.fit(x, y, verbose=0)\n", "wide.py")
    args = ("--start", "a.npz", "--out", "c.npz", "--", "wider")
    assert "weight 0 (" in refused(tmpdir, "record", "wide.py", *args)
    assert "has 5 steps" in refused(tmpdir, "record", "other.py", "--steps", "6", "--start", "a.npz", "--out", "c.npz")


SUBCLASSED = """
import numpy as np
import tensorflow as tf
keras = tf.keras

class Block(keras.layers.Layer):
    def __init__(self, units):
        super(Block, self).__init__()
        self.first = keras.layers.Dense(units)
        self.norm = keras.layers.BatchNormalization()
        self.second = keras.layers.Dense(units)
        self.third = keras.layers.Dense(units)

    def build(self, shape):
        self.scale = self.add_weight(name="scale", shape=(3,), initializer="ones")
        super(Block, self).build(shape)

    def call(self, x, training=None):
        x = self.norm(self.first(x * self.scale[0]), training=training)
        return self.third(self.second(x))

class Net(keras.Model):
    def __init__(self):
        super(Net, self).__init__()
        self.block = Block(4)
        self.last = keras.layers.Dense(2)

    def call(self, x, training=None):
        return self.last(self.block(x, training=training))

net = {}
net.compile("sgd", "mse")
x = np.random.rand(40, 3).astype("float32")
"""


@pytest.mark.parametrize(
    ("net", "shapes"),
    [
        ("Net()", [(3,), (3, 4), (4,), (4,), (4,), (4,), (4,), (4, 4), (4,), (4, 4), (4,), (4, 2), (2,)]),
        ("keras.Sequential([keras.layers.Dense(4), keras.layers.Dense(2)])", [(3, 4), (4,), (4, 2), (2,)]),
    ],
)
@pytest.mark.parametrize("train", ["net.fit(x, x[:, :2], batch_size=8, verbose=0)", "net.train_on_batch(x, x[:, :2])"])
def test_model_that_is_built_from_its_data(tmpdir, net, shapes, train):
    """The weights of a layer's own layers come in the order in which the layer holds them, in every Keras."""
    script(tmpdir, SUBCLASSED.format(net) + train + "\n")
    compat(tmpdir, "record", "train.py", "--steps", "1" if "batch(" in train else "3", "--out", "a.npz")
    run = recording.load(str(tmpdir.join("a.npz")))
    assert [weight.shape for weight in run.models[0].initial] == shapes
    compat(tmpdir, "record", "train.py", "--start", "a.npz", "--out", "b.npz")
    again = recording.load(str(tmpdir.join("b.npz")))
    np.testing.assert_allclose(again.losses, run.losses, rtol=1e-6)
    for left, right in zip(again.models[0].initial, run.models[0].initial):
        np.testing.assert_array_equal(left, right)


def test_nudged_start(tmpdir):
    script(tmpdir, TRAIN + "model.fit(x, y, batch_size=8, verbose=0)\n")
    compat(tmpdir, "record", "train.py", "--no-dropout", "--out", "a.npz")
    compat(tmpdir, "record", "train.py", "--no-dropout", "--start", "a.npz", "--nudge", "--out", "b.npz")
    run, nudged = recording.load(str(tmpdir.join("a.npz"))), recording.load(str(tmpdir.join("b.npz")))
    assert any((left != right).any() for left, right in zip(run.models[0].initial, nudged.models[0].initial))
    for left, right in zip(run.models[0].initial, nudged.models[0].initial):
        np.testing.assert_allclose(left, right, rtol=3e-6)


@pytest.mark.full
def test_steps_of_train_on_batch(tmpdir):
    train = TRAIN + "for i in range(6): print(model.train_on_batch(x[i:], y[i:]) is None)\n"
    script(tmpdir, train)
    out, _ = compat(tmpdir, "record", "train.py", "--steps", "4", "--out", "a.npz")
    assert out.splitlines() == ["False"] * 6
    run = recording.load(str(tmpdir.join("a.npz")))
    assert [rows(step.batch) for step in run.steps] == [22, 21, 20, 19]
    script(tmpdir, TRAIN + "for i in range(4): model.train_on_batch(x, y)\n")
    compat(tmpdir, "record", "train.py", "--start", "a.npz", "--out", "b.npz")
    again = recording.load(str(tmpdir.join("b.npz")))
    assert [rows(step.batch) for step in again.steps] == [22, 21, 20, 19]
    assert (again.models[0].initial[0] == run.models[0].initial[0]).all()


def test_multi_gpu_model_is_recorded_as_its_template(tmpdir):
    script(
        tmpdir,
        TRAIN
        + """
wrap = getattr(keras.utils, "multi_gpu_model", None)
if wrap is None:
    from compat.keras.utils import multi_gpu_model as wrap
parallel = wrap(model, gpus=2)
parallel.compile(loss="mse", optimizer="sgd")
generator = iter([(x, y)] * 3)
train = getattr(parallel, "fit_generator", parallel.fit)
train(generator, steps_per_epoch=1, epochs=3, verbose=0)
""",
    )
    choice = ["standalone"] if importlib.util.find_spec("keras") else []
    compat(tmpdir, "record", "train.py", "--replicas", "2", "--out", "a.npz", "--", *choice)
    run = recording.load(str(tmpdir.join("a.npz")))
    assert len(run.steps) == 3
    assert [weight.shape for weight in run.models[0].final][:3] == [(4, 5), (5,), (5,)]
    assert run.steps[2].epoch == 2


@pytest.mark.full
def test_float64(tmpdir):
    script(tmpdir, TRAIN + "model.fit(x, y, verbose=0)\n")
    compat(tmpdir, "record", "train.py", "--float64", "--out", "a.npz", "--", "standalone")
    run = recording.load(str(tmpdir.join("a.npz")))
    assert {weight.dtype for weight in run.models[0].final} == {np.dtype("float64")}


@pytest.mark.full
def test_validation_and_callbacks_run(tmpdir):
    script(
        tmpdir,
        TRAIN
        + """
rate = keras.callbacks.LearningRateScheduler(lambda epoch: 0.1 / (1 + epoch))
stop = keras.callbacks.LambdaCallback(on_batch_end=lambda batch, logs: print(batch, logs["size"]))
history = model.fit(x, y, batch_size=11, epochs=2, validation_split=0.5, callbacks=[rate, stop], verbose=0)
print(len(history.history["val_loss"]), history is model.history)
""",
    )
    out, _ = compat(tmpdir, "record", "train.py", "--steps", "9", "--out", "a.npz")
    assert out.splitlines() == ["0 11", "0 11", "2 True"]


def test_metrics_of_each_step(tmpdir):
    script(
        tmpdir, TRAIN.replace('optimizer="sgd"', 'optimizer="sgd", metrics=["mae"]') + "model.fit(x, y, verbose=0)\n"
    )
    compat(tmpdir, "record", "train.py", "--steps", "1", "--out", "a.npz")
    (step,) = recording.load(str(tmpdir.join("a.npz"))).steps
    ((name, value),) = step.metrics
    assert name in ("mae", "mean_absolute_error")
    assert 0 < value < 10


DECAY = """
import numpy as np
import keras
model = keras.models.Sequential([keras.layers.Dense(1, use_bias=False, input_shape=(1,))])
model.set_weights([np.ones((1, 1))])
model.compile(keras.optimizers.SGD(0.1, decay=1.0), "mse")
model.fit(np.ones((4, 1)), np.zeros((4, 1)), batch_size=1, verbose=0)
"""


NAMED = """
import numpy as np
import tensorflow as tf
keras = tf.keras
second, first = keras.layers.Input((6,), name="second"), keras.layers.Input((3,), name="first")
outputs = keras.layers.concatenate([keras.layers.Dense(2)(second), first])
model = keras.models.Model(inputs=[second, first], outputs=keras.layers.Dense(1)(outputs))
model.compile("sgd", "mse")
model.fit({"first": np.ones((8, 3)), "second": np.ones((8, 6))}, np.ones((8, 1)), batch_size=4, epochs=2)
"""


def test_inputs_by_name(tmpdir):
    """The names of a dictionary need not come in the order of the model's inputs."""
    script(tmpdir, NAMED)
    compat(tmpdir, "record", "train.py", "--out", "a.npz")
    compat(tmpdir, "record", "train.py", "--start", "a.npz", "--out", "b.npz")
    first, second = (recording.load(str(tmpdir.join(name))).losses for name in ("a.npz", "b.npz"))
    assert np.allclose(first, second, rtol=1e-5)


@pytest.mark.skipif(importlib.util.find_spec("keras.engine") is None, reason="standalone Keras 2 alone has no order")
def test_in_order(tmpdir):
    """The rate of step N is 0.1 / (1 + N), from N = 0 on."""
    script(tmpdir, DECAY)
    compat(tmpdir, "record", "train.py", "--in-order", "--out", "a.npz")
    weights = np.sqrt(recording.load(str(tmpdir.join("a.npz"))).losses)
    rates = (1 - weights[1:] / weights[:-1]) / 2
    assert np.allclose(rates, [0.1, 0.05, 0.1 / 3], rtol=1e-5)
