"""The callbacks of Keras that stop training, change the rate, and write files."""

import csv
import os
import shutil
import tempfile

from tests.behaviour.probes import probe, register
from tests.behaviour.small_models import compiled, rows, targets

LOSSES = (5.0, 4.0, 4.5, 3.0, 3.0, 3.2, 2.9995, 3.1, 3.1, 3.1, 3.1, 3.1)
"""What the callbacks are told, epoch by epoch."""


def _rate(model):
    optimizer = model.optimizer
    return optimizer.learning_rate if hasattr(optimizer, "learning_rate") else optimizer.lr


def teller(surface, losses=LOSSES, key="loss"):
    """A callback that puts given numbers in place of the loss, and notes the rate."""

    class Teller(surface.keras.callbacks.Callback):
        def on_epoch_end(self, epoch, logs=None):
            logs[key] = losses[epoch]
            self.rates.append(float(surface.K.get_value(_rate(self.model))))

    made = Teller()
    made.rates = []
    return made


def _told(code, key):
    def run(surface):
        model = compiled(surface, ["accuracy"] if key == "accuracy" else [])
        first, last = teller(surface, key=key), teller(surface, key=key)
        own = surface.run(code, callbacks=surface.keras.callbacks)
        options = {"epochs": len(LOSSES), "shuffle": False, "verbose": 0, "callbacks": [first, own, last]}
        history = model.fit(rows(), targets(), **options)
        yield "epochs", len(history.epoch)
        yield "rates", last.rates
        yield "weights", model.get_weights()
        for name in ("stopped_epoch", "wait", "best"):
            if hasattr(own, name):
                yield name, getattr(own, name)

    return run


for _code in (
    "callbacks.EarlyStopping('loss')",
    "callbacks.EarlyStopping('loss', patience=2)",
    "callbacks.EarlyStopping('loss', patience=20, restore_best_weights=True)",
    "callbacks.EarlyStopping('loss', patience=2, restore_best_weights=True)",
    "callbacks.EarlyStopping('loss', min_delta=0.01, patience=2)",
    "callbacks.EarlyStopping('loss', min_delta=-0.6, patience=2)",
    "callbacks.EarlyStopping('loss', baseline=1.0)",
    "callbacks.EarlyStopping('loss', baseline=1.0, patience=3)",
    "callbacks.EarlyStopping('loss', baseline=4.2, patience=3)",
    "callbacks.EarlyStopping('loss', baseline=1.0, patience=3, restore_best_weights=True)",
    "callbacks.EarlyStopping('loss', mode='max', patience=2)",
    "callbacks.EarlyStopping()",
    "callbacks.ReduceLROnPlateau('loss', patience=2)",
    "callbacks.ReduceLROnPlateau('loss', patience=0)",
    "callbacks.ReduceLROnPlateau('loss', patience=1)",
    "callbacks.ReduceLROnPlateau('loss', factor=0.5, patience=1, cooldown=2)",
    "callbacks.ReduceLROnPlateau('loss', factor=0.5, patience=1, min_lr=0.04)",
    "callbacks.ReduceLROnPlateau('loss', factor=0.5, patience=1, min_delta=0.01)",
    "callbacks.ReduceLROnPlateau('loss', mode='max', patience=1)",
    "callbacks.LearningRateScheduler(lambda epoch: 0.1 / (1 + epoch))",
    "callbacks.LearningRateScheduler(lambda epoch, rate: rate * 0.9)",
    "callbacks.LearningRateScheduler(lambda epoch: 1)",
    "callbacks.LearningRateScheduler(lambda epoch: np.float64(0.05))",
):
    register("stopping: " + _code, _told(_code, "loss"))
for _code in (
    "callbacks.EarlyStopping('accuracy', patience=2)",
    "callbacks.EarlyStopping('val_own_accuracy', patience=2)",
    "callbacks.EarlyStopping('fmeasure', patience=2)",
    "callbacks.EarlyStopping('dice', patience=2)",
    "callbacks.EarlyStopping('auc', patience=2)",
    "callbacks.ReduceLROnPlateau('accuracy', patience=1)",
    "callbacks.ReduceLROnPlateau('auc', patience=1)",
):
    register("stopping: " + _code, _told(_code, _code.split("'")[1]))


@probe
def nan_stops(surface):
    model = compiled(surface)
    bad = targets()
    bad[7] = float("nan")
    made = [surface.keras.callbacks.TerminateOnNaN()]
    history = model.fit(rows(), bad, batch_size=4, epochs=3, shuffle=False, verbose=0, callbacks=made)
    yield "epochs", len(history.epoch)


def _columns(path):
    with open(path) as lines:
        return list(csv.reader(lines))


@probe
def csv_columns(surface):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "log.csv")
    made = [surface.keras.callbacks.CSVLogger(path)]
    options = {"epochs": 2, "verbose": 0, "validation_data": (rows(), targets()), "callbacks": made}
    compiled(surface, ["mae"]).fit(rows(), targets(), **options)
    table = _columns(path)
    yield "columns", table[0]
    yield "values", [[round(float(each), 5) for each in row] for row in table[1:]]
    shutil.rmtree(folder)


@probe
def csv_of_rates(surface):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "log.csv")
    callbacks = surface.keras.callbacks
    made = [callbacks.LearningRateScheduler(lambda epoch: 0.1), callbacks.CSVLogger(path)]
    compiled(surface).fit(rows(), targets(), epochs=1, verbose=0, callbacks=made)
    yield "columns", _columns(path)[0]
    shutil.rmtree(folder)


@probe
def csv_appended(surface):
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "log.csv")
    for _ in range(2):
        made = [surface.keras.callbacks.CSVLogger(path, separator=";", append=True)]
        compiled(surface).fit(rows(), targets(), epochs=2, verbose=0, callbacks=made)
    with open(path) as lines:
        yield "epochs", [line.split(";")[0] for line in lines]
    shutil.rmtree(folder)


def _saved(options, suffix, metrics=()):
    def run(surface):
        folder = tempfile.mkdtemp()
        path = os.path.join(folder, "{epoch:02d}" + suffix)
        made = [teller(surface), surface.keras.callbacks.ModelCheckpoint(path, **options)]
        model = compiled(surface, metrics)
        model.fit(rows(), targets(), epochs=6, shuffle=False, verbose=0, callbacks=made)
        yield "files", sorted(os.listdir(folder))
        shutil.rmtree(folder)

    return run


for _name, _options, _suffix in (
    ("every epoch", {}, ".h5"),
    ("the best", {"monitor": "loss", "save_best_only": True}, ".h5"),
    ("every second epoch", {"period": 2}, ".h5"),
    ("the best of every second", {"period": 2, "monitor": "loss", "save_best_only": True}, ".h5"),
    ("weights", {"save_weights_only": True}, ".h5"),
    ("weights with a suffix of Keras 3", {"save_weights_only": True}, ".weights.h5"),
    ("with the loss in the name", {}, "-{loss:.2f}.h5"),
    ("without a suffix", {}, ""),
    ("hdf5", {}, ".hdf5"),
    ("a monitor that is missing", {"save_best_only": True}, ".h5"),
    ("the largest", {"monitor": "loss", "mode": "max", "save_best_only": True}, ".h5"),
):
    register("stopping: checkpoints, " + _name, _saved(_options, _suffix))
