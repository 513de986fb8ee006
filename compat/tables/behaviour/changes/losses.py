"""Changes in losses, metrics and activations."""

from typing import Tuple

from compat.tables.behaviour.unseen import DATA, ERROR_THEN, NEWER, SHOWN_ONLY
from compat.tables.rows import Change

_KERAS = "https://github.com/keras-team/keras/blob/"
_KERAS_2 = _KERAS + "2.3.1/keras/"
_KERAS_22 = _KERAS + "2.2.4/keras/"
_KERAS_3 = _KERAS + "v3.15.1/keras/src/"
_TF_KERAS = "https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/keras/"
_ALL = ("keras 2*", "tf.keras *")


def _compiled(arguments: str, *, units: int = 3, activation: str = "softmax", release: str = "keras==2.3.1") -> str:
    return f"""# {release}
from keras.layers.core import Dense
from keras.models import Sequential

model = Sequential()
model.add(Dense({units}, activation="{activation}", input_shape=(4,)))
model.compile(optimizer="sgd", {arguments})
"""


_ACCURACY = Change(
    "The accuracy beside binary_crossentropy",
    ("metrics of models: accuracy of binary_crossentropy over classes*",),
    ("keras 2*",),
    '"accuracy" was chosen by the loss: with binary_crossentropy the share of single outputs that are right.',
    "It is chosen by the shape: with several outputs, the share of rows whose largest output is right.",
    'Pass keras.metrics.BinaryAccuracy(name="accuracy"), which upgrade writes.',
    _KERAS_2 + "engine/training_utils.py",
    rules=("TFM158",),
    carried=True,
    example=_compiled('loss="binary_crossentropy", metrics=["accuracy"]', activation="sigmoid"),
)

LOSSES: Tuple[Change, ...] = (
    _ACCURACY,
    _ACCURACY._replace(
        title=f"{_ACCURACY.title} of tf.keras",
        releases=("tf.keras 1*",),
        carried=False,
        example="""# tensorflow==1.15.5
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(3, activation="sigmoid", input_shape=(4,))])
model.compile(optimizer="sgd", loss="binary_crossentropy", metrics=["accuracy"])
""",
    ),
    Change(
        "The sign of cosine_similarity",
        ("losses*: *osine*imilarity* / *",),
        ("tf.keras 1*",),
        "cosine_similarity gave the cosine, so that training by it drove vectors apart.",
        "It gives the negative cosine.",
        "Take the negative where the value was read.",
        _TF_KERAS + "losses.py",
        rules=("TFM162",),
        example="""# tensorflow==1.15.5
import tensorflow as tf

loss = tf.keras.losses.CosineSimilarity()
""",
    ),
    Change(
        "Names of losses and metrics that went",
        (
            "losses of models: logcosh / raises",
            "losses: losses.get('cosine') / raises",
            "losses: losses.get('cosine_proximity') / raises",
            "losses: losses.get('kullback_leibler_divergence') / raises",
            "losses: losses.get('logcosh') / raises",
            "losses: losses.get('huber_loss') / raises",
            "metrics of models: cosine_proximity / raises",
            "metrics of models: crossentropy of classes / raises",
        ),
        _ALL,
        'compile took "logcosh", "cosine_proximity", "kullback_leibler_divergence", "crossentropy" and others.',
        "It raises ValueError: the names are log_cosh, cosine_similarity, kl_divergence.",
        "Use the new name.",
        _KERAS_3 + "losses/__init__.py",
        rules=("TFM297",),
        example=_compiled('loss="logcosh"'),
        stops=True,
    ),
    Change(
        "categorical_crossentropy after a sigmoid",
        ("losses of models: categorical_crossentropy of a sigmoid*",),
        ("keras 2*", "tf.keras 1*", "tf.keras 2.3"),
        "The outputs of the sigmoid were divided by their sum.",
        "The loss takes the numbers before the sigmoid, and puts a softmax in its place.",
        "Use a softmax, or binary_crossentropy if a row may have several classes.",
        _KERAS_3 + "backend/tensorflow/nn.py",
        rules=("TFM271",),
        example=_compiled('loss="categorical_crossentropy"', activation="sigmoid"),
        carried=True,
    ),
    Change(
        "Crossentropy of outputs that are certain, in Keras 2.2",
        (
            "losses of models: binary_crossentropy of a certain sigmoid*",
            "losses of models: categorical_crossentropy of a certain softmax*",
        ),
        ("keras 2.2.4", "tf.keras 1.13"),
        "Outputs were clipped to 1e-7 and 1 - 1e-7: the loss of a wrong one was at most 16, and had no gradient.",
        "The loss is computed from the numbers before the activation: it grows without a limit, and has a gradient.",
        "Nothing: training is more stable.",
        _KERAS_22 + "backend/tensorflow_backend.py",
        unseen=DATA,
    ),
    Change(
        "Rounding of binary_crossentropy at 0 and 1",
        (
            "losses of models: binary_crossentropy of a certain hard_sigmoid*",
            "losses: losses.binary_crossentropy(y, K.round(p)) / value",
        ),
        ("keras 2.3.1*", "tf.keras *"),
        "Epsilon was added inside of the logarithm too: a wrong output of exactly 0 or 1 cost 15.3.",
        "It costs 16.1.",
        "Nothing, unless the value itself matters.",
        _KERAS_2 + "backend/tensorflow_backend.py",
        unseen=DATA,
    ),
    Change(
        "hinge for targets of 0 and 1, in Keras 2.2",
        ("losses of models: hinge to 0 and 1*", "losses: losses.*hinge(K.round(y), p) / value"),
        ("keras 2.2.4", "tf.keras 1.13"),
        "Targets were taken as they are.",
        "Targets that are all 0 or 1 become -1 or 1.",
        "Nothing, if the targets were meant to be -1 and 1.",
        _KERAS_22 + "losses.py",
        rules=("TFM162",),
        example="""
# keras==2.2.4
from keras.layers import Dense
from keras.models import Sequential

model = Sequential([Dense(3, input_shape=(2,)), Dense(1)])
model.compile("sgd", "hinge")
""",
    ),
    Change(
        "The sum of a Huber loss",
        ("losses: losses.Huber() / none", "losses: losses.Huber() / sum"),
        ("keras 2.3.1*", "tf.keras 1*"),
        "The class gave the loss of each output.",
        "It gives the mean over the last axis, as other losses do; with the usual reduction the mean is the same.",
        "Multiply a sum by the number of outputs.",
        _KERAS_2 + "losses.py",
        rules=("TFM162",),
        example="""# keras==2.3.1
from keras.layers.core import Dense
from keras.losses import Huber

loss = Huber(reduction="sum")
""",
    ),
    Change(
        "Losses that are described and made again",
        ("losses: described / class",),
        ("keras 2.3.1*", "tf.keras *"),
        "serialize left out the arguments of Huber.",
        "It has them.",
        "Nothing.",
        _KERAS_2 + "losses.py",
        unseen=ERROR_THEN,
    ),
    Change(
        "Loss functions that return a matrix",
        ("losses of models: a function that returns a matrix, weighted / raises",),
        _ALL,
        "The weights of rows were taken times the mean of each row.",
        "They are taken times the matrix, which raises ValueError unless the shapes happen to fit.",
        "Return the mean over the last axis.",
        _KERAS_3 + "losses/loss.py",
        stops=True,
    ),
    Change(
        "hard_sigmoid",
        ("activations: activations.hard_sigmoid(x)*", "activations: by_name / hard_sigmoid"),
        _ALL,
        "hard_sigmoid was 0.2 * x + 0.5, clipped.",
        "It is x / 6 + 0.5, clipped.",
        "Write the old function to keep the numbers.",
        _KERAS_2 + "backend/tensorflow_backend.py",
        rules=("TFM270",),
        carried=True,
        example="""# keras==2.3.1
from keras.activations import hard_sigmoid
from keras.layers.core import Dense

layer = Dense(2, activation=hard_sigmoid)
""",
    ),
    Change(
        "The axis of a softmax of a matrix",
        ("activations: activations.softmax(x, axis=0)*",),
        ("keras 2*", "tf.keras 1*", "tf.keras 2.3"),
        "axis= had no effect on a matrix: each row was normalized.",
        "The given axis is.",
        "Leave axis= out for a matrix.",
        _KERAS_2 + "activations.py",
        rules=("TFM162",),
        example="""# keras==2.3.1
from keras.activations import softmax
from keras.layers.core import Dense

outputs = softmax(scores, axis=0)
""",
    ),
    Change(
        "The activation swish",
        ("activations: by_name / swish",),
        ("keras 2*", "tf.keras 1*"),
        'Keras had no activation "swish".',
        "It has one.",
        "Nothing.",
        _KERAS_3 + "activations/activations.py",
        unseen=ERROR_THEN,
    ),
    Change(
        "Functions of metrics give a value for each row, or output",
        ("metrics: metrics.binary_accuracy / rank *", "metrics: sparse_functions / top k of *"),
        (*_ALL, "keras 3.3"),
        "binary_accuracy gave the mean over the last axis, and a column of classes counted as rows.",
        "binary_accuracy gives a value for each output, and a column of classes a column.",
        "Take the mean, which has not changed.",
        _KERAS_2 + "metrics.py",
        rules=("TFM162",),
        example="""
# keras==2.3.1
from keras import metrics


def wrong(y_true, y_pred):
    return 1 - metrics.binary_accuracy(y_true, y_pred)
""",
        on_shims="`binary_accuracy` of the shims gives the mean of a row; a column of classes still gives a column.",
    ),
    Change(
        "top_k_categorical_accuracy of Keras 2.2",
        ("metrics: metrics.top_k_categorical_accuracy / rank 2",),
        ("keras 2.2.4", "tf.keras 1.13"),
        "The functions gave the mean over the batch.",
        "They give a value for each row.",
        "Take the mean.",
        _KERAS_22 + "metrics.py",
        rules=("TFM162",),
        example="""
# keras==2.2.4
from keras import metrics


def top_2(y_true, y_pred):
    return metrics.top_k_categorical_accuracy(y_true, y_pred, k=2)
""",
    ),
    Change(
        "Metrics that get() makes of a name",
        ("metrics: described / by name",),
        ("keras 2.3.1*", "tf.keras *"),
        "metrics.get gave a function.",
        "It gives an object, whose call returns the mean over all batches so far.",
        "Use the function itself, keras.metrics.mean_absolute_error.",
        _KERAS_3 + "metrics/__init__.py",
        rules=("TFM162",),
        example="""
# keras==2.3.1
import keras

metric = keras.metrics.get("mae")
print(metric(x, y))
""",
    ),
    Change(
        "Metrics that are scalars, in Keras 2.2",
        ("metrics of models: a function that returns a scalar / *",),
        ("keras 2.2.4",),
        "The mean of a metric weighed each batch by its rows.",
        "It counts each batch once, if the function returns a scalar.",
        "Return a value for each row.",
        _KERAS_22 + "engine/training_arrays.py",
        unseen=SHOWN_ONLY,
    ),
    Change(
        "Sensitivity at a specificity",
        ("metrics: metrics.S*At*(0.5) / after *",),
        ("keras 2.3.1*", "tf.keras 1*"),
        "The threshold was that whose specificity is nearest to the given one.",
        "It is the best of all that reach it.",
        "Expect larger values.",
        _KERAS_2 + "metrics.py",
        rules=("TFM162",),
        example="""# keras==2.3.1
from keras.layers.core import Dense
from keras.metrics import SensitivityAtSpecificity

metric = SensitivityAtSpecificity(0.5)
""",
    ),
    Change(
        "The numbers in the names of metrics",
        ("metrics: names / *",),
        ("keras 2.3.1*", "tf.keras *"),
        "Standalone Keras named the first AUC auc_1, and KLDivergence kullback_leibler_divergence.",
        "They are auc and kl_divergence.",
        "Give metrics that callbacks watch a name=.",
        _KERAS_2 + "metrics.py",
        rules=("TFM260",),
        example="""
# keras==2.3.1
from keras.callbacks import EarlyStopping
from keras.metrics import AUC
from keras.layers import Dense
from keras.models import Sequential

model = Sequential([Dense(3, input_shape=(2,)), Dense(1)])
model.compile("sgd", "binary_crossentropy", metrics=[AUC()])
model.fit(x, y, callbacks=[EarlyStopping(monitor="val_auc_1", mode="max")])
""",
    ),
    Change(
        "Metrics of single batches in Keras 3.3",
        ("metrics: kept_over_batches / *",),
        ("keras 3.3",),
        "train_on_batch and test_on_batch returned means over all batches so far.",
        "They return those of the batch, as Keras 2 did.",
        "Nothing.",
        _KERAS_3 + "backend/tensorflow/trainer.py",
        unseen=NEWER,
    ),
)
