"""Changes in functions of `keras.backend`."""

from typing import Tuple

from compat.tables.behaviour.unseen import DATA, ERROR_THEN
from compat.tables.rows import Change

_KERAS_2 = "https://github.com/keras-team/keras/blob/2.3.1/keras/backend/tensorflow_backend.py"
_KERAS_22 = "https://github.com/keras-team/keras/blob/2.2.4/keras/backend/tensorflow_backend.py"
_KERAS_3 = "https://github.com/keras-team/keras/blob/v3.15.1/keras/src/"
_TF_1 = ("keras 2.2.4", "keras 2.3.1", "tf.keras 1*")

BACKEND: Tuple[Change, ...] = (
    Change(
        "K.switch of whole rows",
        ("backend: switch(K.constant([True, False]), x, y) / raises",),
        _TF_1,
        "A condition with one value for each row chose whole rows.",
        "It is broadcast to the columns: an error, unless there are as many columns as rows.",
        "Give the condition an axis more: K.expand_dims(condition).",
        _KERAS_2,
        stops=True,
        carried=True,
    ),
    Change(
        "K.switch of as many rows as columns",
        ("backend: switch(K.constant([True, False]), K.constant([[1.0, 2.0], [3.0, 4.0]]), K.zeros((2, 2))) / value",),
        _TF_1,
        "A condition with one value for each row chose whole rows.",
        "It chooses columns.",
        "Give the condition an axis more: K.expand_dims(condition).",
        _KERAS_2,
        rules=("TFM162",),
        example="""
# keras==2.3.1
from keras import backend as K

chosen = K.switch(condition, first, second)
""",
        carried=True,
    ),
    Change(
        "K.is_keras_tensor of an array",
        ("backend: an_array_as_a_tensor_of_keras / array",),
        ("keras 2*", "tf.keras 2*"),
        "is_keras_tensor of what is no tensor raised ValueError.",
        "It gives False.",
        "Nothing, unless the error was caught.",
        _KERAS_3 + "backend/common/keras_tensor.py",
        unseen=ERROR_THEN,
    ),
    Change(
        "K.binary_crossentropy of a wrong output of exactly 0 or 1, in Keras 2.2",
        ("backend: settings_that_are_set / loss of a wrong certainty",),
        ("keras 2.2.4", "tf.keras 1.13"),
        "The output was clipped to epsilon, and its logarithm taken.",
        "Epsilon is added inside of the logarithm, too: the loss is smaller by the logarithm of 2.",
        "Nothing, unless the value itself matters.",
        _KERAS_22,
        unseen=DATA,
    ),
)
