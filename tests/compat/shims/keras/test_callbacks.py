import os

import numpy as np
import pytest
from compat.keras.callbacks import Callback, EarlyStopping, LambdaCallback, ModelCheckpoint

from compat import keras

X = np.random.RandomState(0).rand(32, 4).astype("float32")
Y = np.eye(2)[(X.sum(axis=1) > 2).astype(int)]


def fit(callbacks, epochs=4):
    model = keras.models.Sequential([keras.layers.Dense(2, activation="softmax", input_shape=(4,))])
    model.compile(loss="categorical_crossentropy", optimizer="sgd", metrics=["accuracy"])
    model.fit(X, Y, epochs=epochs, verbose=0, validation_data=(X, Y), callbacks=callbacks)
    return model


def test_period(tmp_path):
    fit([ModelCheckpoint(str(tmp_path / "m.{epoch:02d}-{val_acc:.2f}.hdf5"), period=2)])
    assert sorted(name[:4] for name in os.listdir(str(tmp_path))) == ["m.02", "m.04"]


def test_save_freq_counts_batches(tmp_path):
    """As in `tf.keras` 2: across epochs, and under names that have the logs of the batch."""
    model = keras.models.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse")
    callbacks = [
        ModelCheckpoint(str(tmp_path / "at-{epoch}-{batch}-{loss:.0f}"), save_freq=3),
        ModelCheckpoint(str(tmp_path / "epoch-{epoch}"), save_freq="epoch"),
    ]
    model.fit(X, X[:, :1], batch_size=8, epochs=2, verbose=0, callbacks=callbacks)
    names = sorted(name.rpartition("-")[0] or name for name in os.listdir(str(tmp_path)))
    assert names == ["at-1-3", "at-2-2", "epoch", "epoch"]
    assert isinstance(keras.models.load_model(str(tmp_path / "epoch-2")), keras.models.Model)


def test_weights_under_any_name(tmp_path):
    path = str(tmp_path / "best.h5")
    callback = ModelCheckpoint(path, monitor="val_acc", save_best_only=True, save_weights_only=True)
    model = fit([callback])
    model.load_weights(path)
    assert callback.best > 0


def test_monitor_directions():
    assert ModelCheckpoint("f", monitor="val_acc").best == -np.inf
    assert ModelCheckpoint("f", monitor="val_loss").best == np.inf
    fit([EarlyStopping(monitor="val_acc", patience=1), EarlyStopping(monitor="acc", patience=9)])


def trained(rate, **options):
    """Six epochs on one batch: how many ran, and the only weight, which each step multiplies by 1 - 2 * rate."""
    layer = keras.layers.Dense(1, use_bias=False, kernel_initializer="ones", input_dim=1)
    model = keras.models.Sequential([layer])
    model.compile(keras.optimizers.SGD(rate), "mse")
    callback = EarlyStopping(monitor="loss", **options)
    history = model.fit(np.ones((1, 1)), np.zeros((1, 1)), epochs=6, verbose=0, callbacks=[callback])
    return len(history.epoch), float(model.get_weights()[0][0, 0])


@pytest.mark.parametrize(
    ("rate", "options", "found"),
    [
        (0.25, {"baseline": 0.0}, (1, 0.5)),
        (0.25, {"baseline": 0.0, "patience": 3}, (3, 0.125)),
        (0.25, {"baseline": 2.0}, (6, 0.015625)),
        (1.5, {"patience": 9, "restore_best_weights": True}, (6, 64.0)),
        (1.5, {"patience": 2, "restore_best_weights": True}, (3, -2.0)),
        (1.5, {"patience": 2}, (3, -8.0)),
        (0.25, {"min_delta": 0.1}, (4, 0.0625)),
    ],
)
def test_early_stopping(rate, options, found):
    """As on Keras 2.3.1 with TensorFlow 1.15.5."""
    assert trained(rate, **options) == found


def test_logs_have_both_spellings():
    model = keras.models.Sequential([keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse", metrics=["mae"])
    history = model.fit(X, X[:, :1], validation_data=(X, X[:, :1]), verbose=0).history
    assert history["val_mean_absolute_error"] == history["val_mae"]
    assert history["mean_absolute_error"] == history["mae"]


def test_model_can_be_assigned():
    class Saver(Callback):
        def __init__(self, model):
            self.model = model

        def on_epoch_end(self, epoch, logs=None):
            self.seen = (self.model, self.validation_data, dict(logs))

    saver = Saver("another")
    assert saver.model == "another"
    model = fit([saver], epochs=1)
    assert saver.seen[0] is model
    assert saver.seen[1][0] is X
    assert saver.seen[2]["val_acc"] == saver.seen[2]["val_accuracy"]


def test_model_held_under_another_name(tmp_path):
    class Saver(Callback):
        def __init__(self, model):
            super().__init__()
            self.held = model

        def set_model(self, model):
            self.model = self.held

        def on_epoch_end(self, epoch, logs=None):
            self.model.save(str(tmp_path / "held.h5"))

    held = keras.models.Sequential([keras.layers.Dense(2, input_shape=(4,))])
    fit([Saver(held)], epochs=1)
    assert (tmp_path / "held.h5").exists()


def test_lambda_callback_on_batches():
    seen = []
    fit([LambdaCallback(on_batch_end=lambda batch, logs: seen.append(batch))], epochs=1)
    assert seen == [0]


def test_columns_of_the_logger(tmp_path):
    """As Keras 2.3.1 on TensorFlow 1.15.5 writes them; Keras 3 has `learning_rate` and columns of a validation."""
    path = tmp_path / "log.csv"
    model = keras.models.Sequential([keras.layers.Dense(1, input_shape=(1,))])
    model.compile("sgd", "mse")
    made = [keras.callbacks.LearningRateScheduler(lambda epoch: 0.5), keras.callbacks.CSVLogger(str(path))]
    model.fit(np.ones((4, 1)), np.ones((4, 1)), verbose=0, epochs=2, callbacks=made)
    lines = [line.split(",") for line in path.read_text().splitlines()]
    assert lines[0] == ["epoch", "loss", "lr"]
    assert [(line[0], float(line[2])) for line in lines[1:]] == [("0", 0.5), ("1", 0.5)]


def test_unavailable_monitor(tmp_path):
    with pytest.warns(UserWarning, match="only with nothing available"):
        fit([ModelCheckpoint(str(tmp_path / "m.h5"), monitor="nothing", save_best_only=True)], epochs=1)


class Board(keras.callbacks.TensorBoard):
    """A board that needs no package `tensorboard`, which TensorFlow 2.21 does not install."""

    def set_model(self, model):
        self._model = model

    def on_train_begin(self, logs=None):
        """Count no batches."""

    def on_epoch_begin(self, epoch, logs=None):
        """Count no epochs."""

    on_epoch_end = on_train_batch_begin = on_train_batch_end = on_epoch_begin


def test_writer_of_tensorboard(tmp_path):
    """Callbacks of TensorFlow 1 wrote summaries of their own with it, once `fit` had begun."""
    tf = pytest.importorskip("tensorflow").compat.v1
    board = Board(str(tmp_path))
    assert not hasattr(board, "writer")

    class Own(Callback):
        def on_epoch_end(self, epoch, logs=None):
            board.writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="own", simple_value=0.5)]), epoch)

    model = keras.models.Sequential([keras.layers.Dense(1, input_shape=(2,))])
    model.compile("sgd", "mse")
    model.fit(np.ones((4, 2)), np.ones((4, 1)), epochs=2, callbacks=[Own(), board], verbose=0)
    events = [event for path in tmp_path.glob("*tfevents*") for event in tf.train.summary_iterator(str(path))]
    assert [event.step for event in events for value in event.summary.value if value.tag == "own"] == [0, 1]


def test_epsilon_of_a_plateau_is_deprecated():
    with pytest.warns(UserWarning, match="`epsilon` argument is deprecated"):
        callback = keras.callbacks.ReduceLROnPlateau(epsilon=1e-13)
    assert callback.min_delta == 1e-13


def test_batch_methods_of_heirs(tmp_path):
    """A checkpoint need not be started, and its own `on_batch_end` is called, as in Keras 2.3."""
    heard = []

    class Checkpoint(ModelCheckpoint):
        def __init__(self, path):
            self.path = path

        def on_batch_end(self, batch, logs=None):
            super().on_batch_end(batch, logs)
            heard.append(batch)

        def on_epoch_end(self, epoch, logs=None):
            self.model.save(self.path)

    fit([Checkpoint(str(tmp_path / "a.h5"))], epochs=1)
    assert heard == [0]
    assert (tmp_path / "a.h5").exists()
