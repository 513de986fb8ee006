"""What callbacks are told, as in Keras 2.3.1."""

import numpy as np
import pytest

from compat import keras
from compat.shims.keras import callback_data

X = np.ones((10, 1), "float32")
Y = np.zeros((10, 1), "float32")


class Reader(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.batches = []
        self.began = []
        self.seen = dict(self.params)

    def on_batch_begin(self, batch, logs=None):
        self.began.append((logs["batch"], logs.get("size")))

    def on_batch_end(self, batch, logs=None):
        self.batches.append((logs["batch"], logs.get("size")))


def read(x=X, y=Y, **options):
    model = keras.models.Sequential([keras.layers.Dense(1, input_dim=1)])
    model.compile("sgd", "mse", metrics=["mae"])
    reader = Reader()
    history = model.fit(x, y, verbose=0, callbacks=[reader], **options)
    assert [batch for batch, _ in reader.began] == [batch for batch, _ in reader.batches]
    return reader, history


def test_arrays():
    reader, history = read(batch_size=4, epochs=2)
    assert reader.began == reader.batches == [(0, 4), (1, 4), (2, 2)] * 2
    told = {name: reader.seen[name] for name in ("batch_size", "samples", "do_validation", "epochs", "metrics")}
    expected = {"batch_size": 4, "samples": 10, "do_validation": False, "epochs": 2, "metrics": ["loss", "mae"]}
    assert told == expected
    assert "size" not in history.history


def test_validation_split():
    reader, _ = read(validation_split=0.2)
    assert (reader.seen["batch_size"], reader.seen["samples"], reader.seen["do_validation"]) == (32, 8, True)
    assert reader.seen["metrics"] == ["loss", "mae", "val_loss", "val_mae"]
    assert reader.batches == [(0, 8)]


def test_several_inputs():
    left, right = keras.layers.Input((1,)), keras.layers.Input((1,))
    model = keras.models.Model([left, right], keras.layers.add([left, right]))
    model.compile("sgd", "mse")
    reader = Reader()
    model.fit([X, X], Y, batch_size=6, verbose=0, callbacks=[reader])
    assert reader.batches == [(0, 6), (1, 4)]


def test_generator():
    sizes = (4, 3, 2)
    batches = ((X[:size], Y[:size]) for _ in range(9) for size in sizes)
    reader, _ = read(batches, None, steps_per_epoch=3, epochs=2)
    assert reader.batches == [(0, 4), (1, 3), (2, 2)] * 2
    assert {size for _, size in reader.began} == {None}
    assert "samples" not in reader.seen


def test_sequence():
    class Batches(keras.utils.Sequence):
        def __len__(self):
            return 2

        def __getitem__(self, index):
            return X[:5], Y[:5]

    reader, _ = read(Batches(), None)
    assert reader.batches == [(0, None), (1, None)]


def test_progress_bar_has_losses_and_metrics_only(capsys):
    model = keras.models.Sequential([keras.layers.Dense(1, input_dim=1)])
    model.compile("sgd", "mse")
    model.fit(X, Y, verbose=1)
    assert "size:" not in capsys.readouterr().out


def test_loss_of_each_batch():
    """Those of Keras 2.3.1; Keras 3 tells 1.0, 2.5 and 4.6667."""

    class Losses(keras.callbacks.Callback):
        def on_batch_end(self, batch, logs=None):
            losses.append(logs["loss"])

    losses = []
    layer = keras.layers.Dense(1, use_bias=False, kernel_initializer="zeros", input_dim=1)
    model = keras.models.Sequential([layer])
    model.compile(keras.optimizers.SGD(0.0), "mse")
    targets = np.array([[1.0], [2.0], [3.0]], "float32")
    history = model.fit(X[:3], targets, batch_size=1, shuffle=False, verbose=0, callbacks=[Losses()])
    np.testing.assert_allclose(losses, [1.0, 4.0, 9.0])
    np.testing.assert_allclose(history.history["loss"], [14.0 / 3], rtol=1e-6)


def test_validation_data():
    """Lists of the inputs, the targets and the weights; those of all rows are 1 unless they are given."""
    weights = np.full(10, 2.0)
    for options in ({"validation_data": (X, Y)}, {"validation_data": (X, Y, weights)}, {"validation_split": 0.2}):
        reader, _ = read(**options)
        shapes = [each.shape for each in reader.validation_data]
        rows = 2 if "validation_split" in options else 10
        assert shapes == [(rows, 1), (rows, 1), (rows,)]
        assert reader.validation_data[2][0] == (2.0 if len(options.get("validation_data", ())) == 3 else 1.0)


class Epochs(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        pass


class Batches(keras.callbacks.Callback):
    def on_batch_end(self, batch, logs=None):
        pass


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([], False),
        ([Epochs(), keras.callbacks.EarlyStopping(), keras.callbacks.ModelCheckpoint("f.h5")], False),
        ([Epochs(), Batches()], True),
        ([keras.callbacks.ModelCheckpoint("f.h5", save_freq=2)], True),
        ([keras.callbacks.LambdaCallback(on_batch_end=lambda batch, logs: None)], True),
        ([keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: None)], False),
    ],
)
def test_batches_are_told_of_if_somebody_listens(given, expected):
    assert callback_data.hear_batches(given) is expected
