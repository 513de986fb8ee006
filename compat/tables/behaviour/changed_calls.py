"""Functions and classes of the same name that compute something else today, or refuse what they took.

Measured by `tests/behaviour`.
"""

from typing import Tuple

from compat.tables.names.makers import model_methods
from compat.tables.rows import ChangedCall

_KERAS = "https://github.com/keras-team/keras/blob/"
_TF_KERAS = "https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/keras/"
_BEFORE_2 = ("standalone", "tensorflow_1")
_SIGN = "TensorFlow 1 gave the cosine, Keras 3 gives its negative"
_NEGATE = "take the negative; a loss of TensorFlow 1 drove the vectors apart"

CHANGED_CALLS: Tuple[ChangedCall, ...] = (
    ChangedCall(
        model_methods("fit", "train_on_batch"),
        "Keras 3 takes one of class_weight= and sample_weight=; Keras 2 multiplied them",
        "pass sample_weight= alone, times the weight of each row's class",
        _KERAS + "v3.15.1/keras/src/trainers/data_adapters/array_data_adapter.py",
        given={"class_weight": ..., "sample_weight": ...},
    ),
    ChangedCall(
        ("keras.losses.cosine_similarity", "keras.losses.CosineSimilarity"),
        _SIGN,
        _NEGATE,
        _TF_KERAS + "losses.py",
        lines=("tensorflow_1",),
    ),
    ChangedCall(
        model_methods("compile"),
        _SIGN,
        _NEGATE,
        _TF_KERAS + "losses.py",
        given={"loss": "cosine_similarity"},
        lines=("tensorflow_1",),
    ),
    ChangedCall(
        ("keras.losses.Huber",),
        "Keras 2 gave the Huber loss of each output, Keras 3 gives the mean over the last axis: the sum is smaller",
        "multiply the loss by the number of outputs",
        _KERAS + "2.3.1/keras/losses.py",
        given={"reduction": ...},
        lines=_BEFORE_2,
    ),
    ChangedCall(
        ("keras.activations.hard_sigmoid", "keras.backend.hard_sigmoid"),
        "hard_sigmoid was 0.2 * x + 0.5, now it is x / 6 + 0.5",
        "write that function to keep the numbers",
        _KERAS + "2.3.1/keras/backend/tensorflow_backend.py",
        lines=("standalone", "tensorflow_1", "tensorflow_2"),
        is_note=True,
    ),
    ChangedCall(
        ("keras.activations.softmax",),
        "Keras 2 took the softmax of a matrix along its rows, whatever axis= said",
        "leave axis= out for a matrix",
        _KERAS + "2.3.1/keras/activations.py",
        given={"axis": ...},
        lines=_BEFORE_2,
        is_note=True,
    ),
    ChangedCall(
        ("keras.metrics.SensitivityAtSpecificity", "keras.metrics.SpecificityAtSensitivity"),
        "Keras 2.3 took the threshold nearest to the given value, Keras 3 the best of all that reach it",
        "expect larger values",
        _KERAS + "2.3.1/keras/metrics.py",
        lines=_BEFORE_2,
        is_note=True,
    ),
    ChangedCall(
        ("tensorflow.nn.max_pool_with_argmax", "tensorflow.compat.v1.nn.max_pool_with_argmax"),
        "on the CPU, TensorFlow 1.13 and before counted the batch into the indices; on GPUs, and since, it is left out",
        "pass include_batch_in_index=True if the code was for the CPU",
        "https://github.com/tensorflow/tensorflow/pull/25241",
        lines=("tensorflow_1",),
        is_note=True,
    ),
)
