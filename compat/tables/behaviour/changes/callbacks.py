"""Changes in what callbacks are told, and in what those of Keras do."""

from typing import Tuple

from compat.tables.behaviour.unseen import DATA, MORE, UNREACHED
from compat.tables.rows import Change

_KERAS_231 = "https://github.com/keras-team/keras/blob/2.3.1/keras/"
_KERAS_3 = "https://github.com/keras-team/keras/blob/v3.15.0/keras/src/"
_CALLBACKS = _KERAS_231 + "callbacks/callbacks.py"

_READER = """
# keras==2.3.1
from keras.callbacks import Callback


class Reader(Callback):
    def on_batch_end(self, batch, logs=None):
        print({})
"""
_STOPPING = """
# keras==2.3.1
from keras.callbacks import EarlyStopping

callback = EarlyStopping({})
"""

CALLBACKS: Tuple[Change, ...] = (
    Change(
        "CSVLogger and the learning rate",
        ("stopping: csv_of_rates / columns",),
        ("keras 2*", "tf.keras *"),
        "The rate had the column lr, and losses of a validation a column only if there was one.",
        "Its column is learning_rate, and there are columns of a validation in any case.",
        "Read learning_rate where the file is read.",
        _KERAS_3 + "callbacks/csv_logger.py",
        rules=("TFM130",),
        carried=True,
        example="""
# keras==2.3.1
import pandas
from keras.callbacks import CSVLogger, LearningRateScheduler
from keras.models import load_model

model = load_model("model.h5")
model.fit(x, y, callbacks=[LearningRateScheduler(lambda epoch: 0.1), CSVLogger("log.csv")])
rates = pandas.read_csv("log.csv")["lr"]
""",
    ),
    Change(
        "TensorBoard, which TensorFlow installed",
        ("callbacks: events_of_tensorboard / raises",),
        ("keras 2*", "tf.keras *", "keras 3.3"),
        "TensorFlow installed the package tensorboard.",
        "TensorFlow 2.21 does not: the first number that is written raises TBNotInstalledError.",
        "Run pip install tensorboard.",
        "https://github.com/tensorflow/tensorflow/releases/tag/v2.21.0",
        rules=("TFM266",),
        example="""
# keras==2.3.1
from keras.callbacks import TensorBoard

callback = TensorBoard("logs")
""",
        stops=True,
    ),
    Change(
        "append of a CallbackList",
        ("callbacks: list_of_callbacks / raises",),
        ("keras 2*", "tf.keras 2*", "keras 3.3"),
        "CallbackList had append.",
        "It raises AttributeError.",
        "Make the list of all callbacks.",
        _KERAS_3 + "callbacks/callback_list.py",
        rules=("TFM194",),
        example="""
# keras==2.3.1
from keras.callbacks import CallbackList

callbacks = CallbackList([])
callbacks.append(callback)
""",
        stops=True,
    ),
    Change(
        "count_mode of ProgbarLogger",
        ("callbacks: progress_of_steps / raises",),
        ("keras 2*", "tf.keras *"),
        "ProgbarLogger took count_mode.",
        "It raises TypeError: steps are counted.",
        "Leave it out, as upgrade does.",
        _KERAS_3 + "callbacks/progbar_logger.py",
        rules=("TFM135",),
        example="""
# keras==2.3.1
from keras.callbacks import ProgbarLogger

callback = ProgbarLogger(count_mode="steps")
""",
        carried=True,
        stops=True,
    ),
    Change(
        "the loss in the logs of a batch",
        ("callbacks: numbers_in_logs / losses of batches",),
        ("*",),
        "The logs of a batch had the loss of that batch.",
        "They have the mean over the batches of the epoch so far.",
        "Take the difference: (n + 1) * mean - n * last_mean, with n batches before this one.",
        "https://github.com/tensorflow/tensorflow/releases/tag/v2.2.0",
        rules=("TFM228",),
        example=_READER.format('logs["loss"]'),
        carried=True,
    ),
    Change(
        "batch and size in the logs of a batch",
        (
            "callbacks: logs_of_training* / on_batch_*", "callbacks: numbers_in_logs / batch",
            "callbacks: numbers_in_logs / size",
        ),
        ("*",),
        "The logs of a batch had its number and the number of its rows.",
        "They have losses and metrics only.",
        "Give the callback the batch size when you make it.",
        _KERAS_231 + "engine/training_arrays.py",
        rules=("TFM228",),
        example=_READER.format('logs["size"]'),
    ),
    Change(
        "params of callbacks",
        (
            "callbacks: params* / batch_size", "callbacks: params* / do_validation", "callbacks: params* / metrics",
            "callbacks: params* / samples", "fitting: two_fits / parameters",
        ),
        ("*",),
        "params had the batch size, the number of samples, the names of the metrics, and whether there is validation.",
        "params has epochs, steps and verbose.",
        "Give the callback what it needs when you make it.",
        _KERAS_231 + "engine/training_arrays.py",
        rules=("TFM228",),
        example=_READER.format('self.params["samples"]'),
        on_shims="keep the legacy behaviour, with the names of Keras 3, and do not count the rows of a generator",
    ),
    Change(
        "steps in the params of callbacks",
        ("callbacks: params* / steps",),
        ("*",),
        'params["steps"] was None for arrays.',
        "It is the number of batches of an epoch.",
        "Nothing to do: code for None is not reached.",
        _KERAS_231 + "engine/training_arrays.py",
        unseen=UNREACHED,
    ),
    Change(
        "logs where a training begins and ends",
        ("callbacks: logs_of_training* / on_train_*",),
        ("*",),
        "on_train_begin and on_train_end got no logs, or empty ones.",
        "on_train_end gets the logs of the last epoch.",
        "Nothing to do.",
        _KERAS_3 + "callbacks/callback_list.py",
        unseen=MORE,
    ),
    Change(
        "EarlyStopping(baseline=)",
        ("stopping: callbacks.EarlyStopping('loss', baseline=1.0*",),
        ("*",),
        "Each epoch behind the baseline counted: training stopped after `patience` of them.",
        "An epoch counts only if it does not improve on the best so far either.",
        "Stop in a callback of your own.",
        _CALLBACKS,
        rules=("TFM198",),
        example=_STOPPING.format('"loss", baseline=1.0'),
        carried=True,
    ),
    Change(
        "EarlyStopping(restore_best_weights=True)",
        ("stopping: callbacks.EarlyStopping('loss', patience=20, restore_best_weights=True) / weights",),
        ("*",),
        "The last weights stayed where all epochs ran.",
        "The best weights come back at the end of every training.",
        "Leave restore_best_weights out to keep the last weights.",
        _CALLBACKS,
        rules=("TFM198",),
        example=_STOPPING.format('"loss", patience=20, restore_best_weights=True'),
        carried=True,
    ),
    Change(
        "EarlyStopping with a negative min_delta",
        ("stopping: callbacks.EarlyStopping('loss', min_delta=-0.6, patience=2) / *",),
        ("keras 2*",),
        "A min_delta below zero let the quantity grow by as much.",
        "Its absolute value is taken, as in tf.keras.",
        "Stop in a callback of your own.",
        _CALLBACKS,
        rules=("TFM162",),
        example="""
# keras==2.3.1
from keras.callbacks import EarlyStopping

stop = EarlyStopping(monitor="loss", min_delta=-0.6)
""",
        carried=True,
    ),
    Change(
        "the direction of a monitored quantity",
        (
            "stopping: callbacks.EarlyStopping('*', patience=2) / raises",
            "stopping: callbacks.ReduceLROnPlateau('auc', patience=1) / raises",
        ),
        ("*",),
        "The name decided: quantities with acc in them were to rise, all others to fall.",
        "The metric decides; ValueError for functions, for metrics of one output, and for keys of callbacks.",
        'Say mode="min" or mode="max".',
        _KERAS_3 + "callbacks/monitor_callback.py",
        rules=("TFM164",),
        example=_STOPPING.format('"val_dice", patience=2'),
        carried=True,
        stops=True,
    ),
    Change(
        "the best of EarlyStopping before any epoch",
        ("stopping: callbacks.EarlyStopping() / best",),
        ("*",),
        "best was infinite until the monitored quantity came.",
        "best is None.",
        "Nothing to do, unless you read best.",
        _KERAS_3 + "callbacks/early_stopping.py",
        unseen=UNREACHED,
        carried=True,
    ),
    Change(
        "ModelCheckpoint(save_best_only=True) without the monitored quantity",
        ("stopping: checkpoints, a monitor that is missing / files",),
        ("*",),
        "Nothing was saved, with a warning.",
        "Every epoch is saved, with a warning.",
        "Monitor a quantity that is there.",
        _KERAS_3 + "callbacks/model_checkpoint.py",
        unseen=DATA,
        carried=True,
    ),
    Change(
        "files of ModelCheckpoint",
        ("stopping: checkpoints, * / raises",),
        ("*",),
        "period= counted epochs, and files could have any name.",
        "period= and names without .keras, .h5 or .weights.h5 raise an error.",
        "Name the file for what is saved; count the epochs in a callback of your own.",
        _KERAS_3 + "callbacks/model_checkpoint.py",
        rules=("TFM150",),
        example="""
# keras==2.3.1
from keras.callbacks import ModelCheckpoint

callback = ModelCheckpoint("best.h5", save_weights_only=True)
""",
        carried=True,
        stops=True,
    ),
)  # fmt: skip
