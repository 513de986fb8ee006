"""Changes in what layers compute from the same weights."""

from typing import Tuple

from compat.tables.behaviour.unseen import CHANCE
from compat.tables.rows import Change

_KERAS_231 = "https://github.com/keras-team/keras/blob/2.3.1/keras"
_TF_115 = "https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/keras"

LAYER_ARITHMETIC: Tuple[Change, ...] = (
    Change(
        "Activity regularizers of standalone Keras",
        (
            "layers: *activity_regularizer=* / loss",
            "layers: *activity_regularizer=* / weights after",
            "layers: layers.ActivityRegularization(* / *",
            "layers masked: *activity_regularizer=* / *",
            "layers masked: layers.ActivityRegularization(* / *",
            "custom: loss_of_activities_added_in_call / losses",
            "custom: regularized / *",
            "layers_nested: a_layer_used_twice / *",
        ),
        ("keras 2.*", "keras 3.3"),
        "An activity regularizer was added to the loss as the sum over the batch.",
        "It is divided by the rows of the batch, as in `tf.keras`: with batches of 32 it weighs a 32nd part.",
        "Multiply its factor by the batch size.",
        _KERAS_231 + "/engine/base_layer.py",
        rules=("TFM109",),
        example="""
# keras==2.3.1
from keras.layers import Dense, Input
from keras.models import Model
from keras.regularizers import l1

inputs = Input((784,))
encoded = Dense(32, activation="relu", activity_regularizer=l1(1e-5))(inputs)
autoencoder = Model(inputs, Dense(784, activation="sigmoid")(encoded))
""",
        carried=True,
    ),
    Change(
        "Activity regularizers of SimpleRNN and in TimeDistributed",
        (
            "layers: layers.SimpleRNN(2, activity_regularizer='l2') * / *",
            "layers: layers.Bidirectional(*activity_regularizer=* / *",
            "layers: layers.TimeDistributed(*activity_regularizer=* / *",
        ),
        ("*",),
        "They were added to the loss.",
        "They are left out: `SimpleRNN` does not pass its regularizer on, and `TimeDistributed` runs the `call` of its "
        "layer alone.",
        "Put an `ActivityRegularization` layer behind.",
        "https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/rnn/simple_rnn.py",
        rules=("TFM109",),
        example="""
# tensorflow==2.10
from tensorflow.keras.layers import SimpleRNN
from tensorflow.keras.models import Sequential

model = Sequential([SimpleRNN(4, activity_regularizer="l2", input_shape=(10, 8))])
""",
    ),
    Change(
        "Losses added in build()",
        ("layers of one's own: add_loss(regularization) / *",),
        ("*",),
        "A loss of weights that `build` added counted at each step.",
        "Losses are forgotten before each step: one that `build` added counts never.",
        "Give the weight a `regularizer=`, or add the loss in `call`.",
        "https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/layer.py",
        rules=("TFM109",),
        example="""
# keras==2.3.1
from keras import backend as K
from keras.layers import Layer


class Small(Layer):
    def build(self, input_shape):
        self.w = self.add_weight(name="w", shape=(3, 2), initializer="uniform")
        self.add_loss(0.1 * K.sum(K.square(self.w)))
        super(Small, self).build(input_shape)
""",
    ),
    Change(
        "States of Bidirectional",
        ("layers: Bidirectional(SimpleRNN(2, stateful=True)) / outputs",),
        ("*",),
        "Each batch started from zeros, though the layer inside was stateful.",
        "Both directions start from the states that the last batch left.",
        "Leave `stateful=True` out.",
        _KERAS_231 + "/layers/wrappers.py",
        rules=("TFM162",),
        example="""
# keras==2.3.1
from keras.layers import Bidirectional, LSTM

layer = Bidirectional(LSTM(3, stateful=True))
""",
    ),
    Change(
        "hard_sigmoid in layers",
        ("layers: *hard_sigmoid'* / *",),
        ("*",),
        "`hard_sigmoid` was `0.2 * x + 0.5`, cut to 0 and 1.",
        "It is `x / 6 + 0.5`, cut to 0 and 1.",
        "Pass `lambda x: keras.ops.clip(0.2 * x + 0.5, 0.0, 1.0)` itself to keep the numbers.",
        _KERAS_231 + "/backend/tensorflow_backend.py",
        rules=("TFM270",),
        example="""
# keras==2.3.1
from keras.layers import Activation, Dense
from keras.models import Sequential

model = Sequential([Dense(2, input_shape=(4,)), Activation("hard_sigmoid")])
""",
        carried=True,
    ),
    Change(
        "Defaults of GRU, LSTM and ConvLSTM2D",
        (
            "layers: layers.GRU(2) of * / *",
            "layers: layers.LSTM(2) of * / *",
            "layers: layers.RNN(layers.GRUCell(2), * / *",
            "layers: layers.RNN(layers.LSTMCell(2)) * / *",
            "layers: layers.RNN([layers.LSTMCell(2), layers.LSTMCell(3)]) * / *",
            "layers: layers.ConvLSTM2D(2, 2) of * / *",
            "layers: *GRU(2* / weights",
            "layers at the start: GRU(2) / bias",
        ),
        ("*",),
        "`GRU` applied the reset gate before the product with the recurrent kernel, and had one bias "
        "(`reset_after=False`); gates were `hard_sigmoid`, in `LSTM` and `GRU` until Keras 2.3 and TensorFlow 2.0.",
        "`reset_after` is True, and all gates are `sigmoid`.",
        "Write the legacy values out.",
        _KERAS_231 + "/layers/recurrent.py",
        rules=("TFM112",),
        example="""
# keras==2.3.1
from keras.layers import GRU, Dense
from keras.models import Sequential

model = Sequential([GRU(32, input_shape=(10, 8)), Dense(1)])
""",
        on_shims="have the defaults of Keras 2.3, and TFM256 writes those of TensorFlow 1 into the calls of `tf.keras`",
    ),
    Change(
        "TimeDistributed BatchNormalization",
        ("layers*: layers.TimeDistributed(layers.BatchNormalization(* / *",),
        ("*",),
        "All time steps were normalized as one batch, by common statistics.",
        "The layer is called once for each step: each has its own statistics, and the moving ones move at each step.",
        "Leave `TimeDistributed` out: `BatchNormalization` itself takes all steps together.",
        _KERAS_231 + "/layers/wrappers.py",
        rules=("TFM139",),
        example="""
# keras==2.3.1
from keras.layers import BatchNormalization, Dense, TimeDistributed
from keras.models import Sequential

model = Sequential([TimeDistributed(Dense(4), input_shape=(10, 8)), TimeDistributed(BatchNormalization())])
""",
        on_shims="keep the legacy behaviour; those of tf.keras do as Keras 3 does, which TFM139 reports",
    ),
    Change(
        "UpSampling2D, bilinear, of standalone Keras",
        ("layers: layers.UpSampling2D((2, 3), interpolation='bilinear') * / *",),
        ("keras 2.*", "tf.keras 1.13"),
        "Samples lay on the corners of the pixels.",
        "They lie in the middle of the pixels.",
        "Resize with `tf.compat.v1.image.resize_bilinear` in a layer of your own to keep the numbers.",
        _KERAS_231 + "/layers/convolutional.py",
        rules=("TFM198",),
        example="""
# keras==2.3.1
from keras.layers import UpSampling2D
from keras.models import Sequential

model = Sequential([UpSampling2D(2, interpolation="bilinear", input_shape=(8, 8, 3))])
""",
    ),
    Change(
        "Small starting values",
        ("layers at the start: layers.* / *",),
        ("*",),
        "Starting values came from other random numbers; some releases cut those of `normal` at two deviations.",
        "The distribution is that of the newest release.",
        "Nothing: random starts differ from run to run.",
        _TF_115 + "/initializers.py",
        unseen=CHANCE,
    ),
)
