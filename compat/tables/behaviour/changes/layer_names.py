"""Changes in names, order and attributes of layers and their weights, and in calls that no longer run."""

from typing import Tuple

from compat.tables.behaviour.unseen import LISTS, NAMES
from compat.tables.rows import Change

_KERAS_231 = "https://github.com/keras-team/keras/blob/2.3.1/keras"
_TF_115 = "https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/keras"

LAYER_NAMES: Tuple[Change, ...] = (
    Change(
        "Names of layers",
        ("layers_nested: names_of_layers / names",),
        ("keras 2.*",),
        "The first Dense layer was called `dense_1`.",
        "It is called `dense`, as in `tf.keras`.",
        "Name the layers that are looked up.",
        _KERAS_231 + "/engine/base_layer.py",
        rules=("TFM166",),
        example="""
# keras==2.3.1
from keras.layers import Dense
from keras.models import Sequential

model = Sequential([Dense(3, input_shape=(2,)), Dense(1)])
kernel = model.get_layer("dense_2").get_weights()
""",
    ),
    Change(
        "Names of weights",
        ("layers: layers.DepthwiseConv2D(* / *", "layers: layers.RNN(* / *"),
        ("*",),
        "The kernel of `DepthwiseConv2D` was called `depthwise_kernel`, and stacked cells numbered their weights.",
        "The names are `kernel`, `recurrent_kernel` and `bias`.",
        "Nothing, unless weights are looked up by name.",
        _TF_115 + "/layers/convolutional.py",
        unseen=NAMES,
    ),
    Change(
        "Order of weights",
        (
            "layers nested: * / names",
            "layers_nested: weights_of_nested_models / *",
            "layers_nested: weights_of_a_frozen_layer_among_others / *",
            "layers frozen: BatchNormalization in a frozen model / weights after",
        ),
        ("*",),
        "A model inside of a model gave all its trainable weights, then the others; frozen layers came last.",
        "`weights` and `get_weights()` go layer by layer.",
        "Keep weights in files, not in lists, or set them layer by layer.",
        _KERAS_231 + "/engine/network.py",
        unseen=LISTS,
    ),
    Change(
        "Pool sizes that must be given",
        ("layers: layers.AveragePooling*() of * / raises",),
        ("*",),
        "`AveragePooling2D()` pooled two by two.",
        "`pool_size` must be given.",
        "Write `pool_size=2`.",
        _KERAS_231 + "/layers/pooling.py",
        rules=("TFM112",),
        example="""
# keras==2.3.1
from keras.layers import AveragePooling2D
from keras.models import Sequential

model = Sequential([AveragePooling2D(input_shape=(8, 8, 3))])
""",
        carried=True,
        stops=True,
    ),
    Change(
        "channels_first on a CPU",
        ("layers: *channels_first'* / raises",),
        ("*",),
        "Without a GPU, Keras put the channels last for the kernel, and back again.",
        "TensorFlow's kernels for CPUs take `channels_last` only.",
        "Transpose the input once, and use `channels_last`.",
        _KERAS_231 + "/backend/tensorflow_backend.py",
        stops=True,
    ),
    Change(
        "Dilated transposed convolutions on a CPU",
        ("layers: layers.Conv2DTranspose(2, 3, dilation_rate=2) * / raises",),
        ("*",),
        "The kernel was dilated.",
        "TensorFlow's kernel for CPUs does not take `dilation_rate`.",
        "Run it on a GPU, or leave the dilation out.",
        _KERAS_231 + "/backend/tensorflow_backend.py",
        stops=True,
    ),
    Change(
        "Attributes of layers that are gone",
        (
            "layers_nested: a_layer_tells_its_output_shape / raises",
            "layers_nested: a_layer_tells_its_first_output / raises",
            "layers: SimpleRNN(2, stateful=True), reset by the model / raises",
        ),
        ("*",),
        "`output_shape`, `get_output_at(0)`, and `reset_states()` of a model.",
        "They are gone: `layer.output.shape`, the tensors themselves, and `reset_states()` of each layer are left.",
        "Keep the tensors that layers return.",
        _KERAS_231 + "/engine/base_layer.py",
        rules=("TFM197",),
        example="""
# keras==2.3.1
from keras.layers import Dense, Input

layer = Dense(2)
outputs = layer(Input((3,)))
print(layer.output_shape, layer.get_output_at(0))
""",
        stops=True,
        carried=True,
    ),
    Change(
        "Variables of the backend as attributes of a layer",
        ("layers of one's own: K.variable / *",),
        ("*",),
        "A layer trained and saved each variable that was set on it: `self.w = K.variable(value)`.",
        "It knows only those of Keras: `weights` is empty, and the variable stays as it is.",
        "Make it with `add_weight`.",
        _KERAS_231 + "/engine/base_layer.py",
        rules=("TFM233",),
        example="""
# keras==2.3.1
from keras import backend as K
from keras.layers import Layer


class Scale(Layer):
    def build(self, input_shape):
        self.w = K.variable(1.0)
        super(Scale, self).build(input_shape)

    def call(self, inputs):
        return inputs * self.w
""",
        carried=True,
    ),
    Change(
        "tf.Variable as an attribute of a layer",
        ("layers of one's own: tf.Variable / *",),
        ("tf.keras *", "keras 2.3.1 on 2.1"),
        "A layer trained and saved each `tf.Variable` that was set on it.",
        "It knows only those of Keras: `weights` is empty, and the variable stays as it is.",
        "Make it with `add_weight`, or as a `keras.Variable`.",
        "https://github.com/keras-team/keras/blob/v2.15.0/keras/engine/base_layer.py",
        rules=("TFM233",),
        example="""
# tensorflow==2.15
import tensorflow as tf


class Scale(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(1.0)

    def call(self, inputs):
        return inputs * self.w
""",
    ),
    Change(
        "add_weight by position",
        ("layers of one's own: add_weight('w', (3, 2)) / raises",),
        ("*",),
        "The first argument of `add_weight` was the name.",
        "It is the shape, and the name must be a keyword.",
        "Write the names of the arguments.",
        _KERAS_231 + "/engine/base_layer.py",
        rules=("TFM132",),
        example="""
# keras==2.3.1
from keras.layers import Layer


class Scale(Layer):
    def build(self, input_shape):
        self.w = self.add_weight("w", (3, 2), initializer="uniform")
""",
        carried=True,
        stops=True,
    ),
    Change(
        "States given to reset_states",
        ("layers: *(2, stateful=True) / raises",),
        ("*",),
        "`layer.reset_states(states)` set the states of a recurrent layer.",
        "It takes no arguments.",
        "Assign to `layer.states`, or pass `initial_state=` where the layer is called.",
        _KERAS_231 + "/layers/recurrent.py",
        rules=("TFM195",),
        example="""
# keras==2.3.1
import numpy as np
from keras.layers import LSTM

layer = LSTM(2, stateful=True, batch_input_shape=(1, 3, 2))
layer.reset_states(states=[np.zeros((1, 2)), np.zeros((1, 2))])
""",
        stops=True,
    ),
    Change(
        "Lists of weights that Keras kept for itself",
        ("layers of one's own: K.variable in _trainable_weights / raises",),
        ("*",),
        "Layers appended to `self._trainable_weights`.",
        "The list is gone: AttributeError.",
        "Make the weights with `add_weight`.",
        _KERAS_231 + "/engine/base_layer.py",
        rules=("TFM197",),
        example="""
# keras==2.3.1
from keras import backend as K
from keras.layers import Layer


class Scale(Layer):
    def build(self, input_shape):
        self.w = K.variable(1.0)
        self._trainable_weights.append(self.w)
""",
        stops=True,
    ),
    Change(
        "_keras_shape",
        ("layers of one's own: call with x._keras_shape / raises",),
        ("keras 2.*",),
        "A tensor of standalone Keras had its shape as `_keras_shape`.",
        "It has `shape` alone.",
        "Write `tensor.shape`.",
        _KERAS_231 + "/engine/base_layer.py",
        rules=("TFM197",),
        example="""
# keras==2.3.1
from keras.layers import Input

inputs = Input((3,))
print(inputs._keras_shape)
""",
        stops=True,
    ),
    Change(
        "SeparableConv1D, causal",
        ("layers: layers.SeparableConv1D(2, 3, padding='causal') * / raises",),
        ("tf.keras *",),
        "`padding='causal'` padded the start of the sequence.",
        "It raises ValueError.",
        "Pad the start with `ZeroPadding1D`.",
        _TF_115 + "/layers/convolutional.py",
        rules=("TFM198",),
        example="""
# tensorflow==1.15
from tensorflow.keras.layers import SeparableConv1D
from tensorflow.keras.models import Sequential

model = Sequential([SeparableConv1D(4, 3, padding="causal", input_shape=(10, 8))])
""",
        stops=True,
    ),
    Change(
        "trainable_weights that are set",
        ("layers of one's own: K.variable in trainable_weights / raises",),
        ("keras 2.*",),
        "A layer could set its list of trainable weights: `self.trainable_weights = [self.w]`.",
        "The list is computed from what `add_weight` made, and cannot be set.",
        "Make the weights with `add_weight`.",
        _KERAS_231 + "/engine/base_layer.py",
        rules=("TFM217",),
        example="""
# keras==2.3.1
from keras import backend as K
from keras.layers import Layer


class Scale(Layer):
    def build(self, input_shape):
        self.w = K.variable(1.0)
        self.trainable_weights = [self.w]
""",
        stops=True,
        carried=True,
    ),
    Change(
        "implementation= of SimpleRNN",
        ("layers: SimpleRNN(100, dropout=0.5, implementation=1), random / raises",),
        ("*",),
        "The argument was taken, and did nothing.",
        "It raises TypeError.",
        "Leave it out.",
        _KERAS_231 + "/layers/recurrent.py",
        rules=("TFM135",),
        example="""
# keras==2.3.1
from keras.layers import SimpleRNN
from keras.models import Sequential

model = Sequential([SimpleRNN(4, implementation=1, input_shape=(10, 8))])
""",
        stops=True,
    ),
    Change(
        "implementation=1 of LSTM and GRU with dropout",
        (
            "layers: GRU(100, dropout=0.5, implementation=1), random / raises",
            "layers: LSTM(100, dropout=0.5, implementation=1), random / raises",
        ),
        ("*",),
        "The layer was computed in one of two ways, with the same result.",
        "It raises InvalidArgumentError in training: Keras 3.15 multiplies the inputs by masks of other shapes.",
        "Leave `implementation=1` out.",
        "https://github.com/keras-team/keras/blob/v3.15.0/keras/src/layers/rnn/lstm.py",
        stops=True,
    ),
    Change(
        "GaussianDropout(1.0)",
        ("layers: layers.GaussianDropout(1.0) of (10, 4), random / raises",),
        ("*",),
        "A rate of 1 or more did nothing.",
        "It raises ZeroDivisionError.",
        "Leave the layer out.",
        _KERAS_231 + "/layers/noise.py",
        stops=True,
    ),
    Change(
        "Bidirectional layers that go backwards",
        ("layers: Bidirectional(SimpleRNN(2, go_backwards=True)) / raises",),
        ("*",),
        "The layer went backwards, and its copy forwards.",
        "It raises, unless `backward_layer=` is given.",
        "Leave `go_backwards` out, and mind the order of the two halves.",
        _KERAS_231 + "/layers/wrappers.py",
        stops=True,
    ),
    Change(
        "add_loss(inputs=)",
        ("layers of one's own: add_loss(..., inputs=inputs) in call / raises",),
        ("*",),
        "`add_loss` took the inputs that the loss depends on.",
        "It takes the loss alone, and raises TypeError.",
        "Leave `inputs=` out.",
        _KERAS_231 + "/engine/base_layer.py",
        rules=("TFM277",),
        example="""
# keras==2.3.1
from keras import backend as K
from keras.layers import Layer


class Penalty(Layer):
    def call(self, inputs):
        self.add_loss(K.sum(K.abs(inputs)), inputs=inputs)
        return inputs
""",
        stops=True,
    ),
)
