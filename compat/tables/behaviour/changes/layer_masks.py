"""Changes in what layers do with masked time steps."""

from typing import Tuple

from compat.tables.behaviour.unseen import ERROR_THEN, MASKED
from compat.tables.rows import Change

_KERAS_231 = "https://github.com/keras-team/keras/blob/2.3.1/keras"

LAYER_MASKS: Tuple[Change, ...] = (
    Change(
        "Masked steps in the loss",
        (
            "layers masked: * / loss",
            "layers masked: * / weights after",
            "layers: *mask_zero=True* / loss",
            "layers: *mask_zero=True* / weights after",
        ),
        ("*",),
        "The loss of masked steps was zero, and they counted in the mean (Keras 2.2.4 divided once more by the mean "
        "of the mask).",
        "The mean is that of the other steps: the loss is larger, 0.163 where it was 0.131 with three of 15 masked.",
        "Multiply the learning rate, or the loss, by the share of steps that are not masked.",
        _KERAS_231 + "/engine/training_utils.py",
        rules=("TFM157",),
        example="""
# keras==2.3.1
from keras.layers import Dense, Embedding, LSTM, TimeDistributed
from keras.models import Sequential

model = Sequential([Embedding(9, 2, mask_zero=True), LSTM(3, return_sequences=True), TimeDistributed(Dense(2))])
""",
        carried=True,
    ),
    Change(
        "Masks of merged inputs",
        (
            "layers masked: * before SimpleRNN(2), both masked / output",
            "layers masked: * before SimpleRNN(2), one masked / output",
            "layers masked: layers.Multiply() * / output",
        ),
        ("*",),
        "A merged step was masked if one of the inputs masked it, and one masked input was enough.",
        "It is masked if all inputs mask it, an input without a mask has all steps, and masked numbers are left out.",
        "Give the layer behind its mask itself, as `mask=`.",
        _KERAS_231 + "/layers/merge.py",
        rules=("TFM129",),
        example="""
# keras==2.3.1
from keras.layers import Concatenate, Embedding, Input, LSTM

words, tags = Input((20,)), Input((20,))
merged = Concatenate()([Embedding(100, 8, mask_zero=True)(words), Embedding(9, 2, mask_zero=True)(tags)])
encoded = LSTM(16)(merged)
""",
        carried=True,
    ),
    Change(
        "Masked steps of Bidirectional",
        ("layers masked: layers.Bidirectional(*return_sequences=True* / output",),
        ("keras 2.*",),
        "At a masked step each direction repeated its last output.",
        "With `return_sequences=True` the output there is zero, as in `tf.keras`.",
        "Nothing, if what comes behind takes masks.",
        _KERAS_231 + "/layers/wrappers.py",
        unseen=MASKED,
    ),
    Change(
        "Masked sequences in Bidirectional, in TensorFlow 1.13",
        ("layers masked: layers.Bidirectional(layers.SimpleRNN(2)) * / output",),
        ("tf.keras 1.13",),
        "The output of a sequence that ended early was zero.",
        "It is the output of the last step that is not masked, as in `tf.keras` 1.15.",
        "Nothing: what was lost is there again.",
        "https://github.com/tensorflow/tensorflow/blob/v1.13.2/tensorflow/python/keras/layers/wrappers.py",
        unseen=ERROR_THEN,
    ),
    Change(
        "Softmax behind a mask",
        ("layers masked: layers.Softmax(* / raises",),
        ("*",),
        "The layer ignored the mask of its input.",
        "It takes the mask for one of the scores, and raises where their shapes differ.",
        "Use `Activation('softmax')`, which does not take masks.",
        "https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/activations/softmax.py",
        stops=True,
    ),
)
