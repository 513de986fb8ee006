"""Changes in what `training=`, `trainable` and moving statistics mean to layers."""

from typing import Tuple

from compat.tables.behaviour.unseen import CHANCE, DATA, ROUNDING
from compat.tables.rows import Change

_KERAS_231 = "https://github.com/keras-team/keras/blob/2.3.1/keras"
_TF_115 = "https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/keras"
_TF_215 = "https://github.com/keras-team/keras/blob/v2.15.0/keras"
_FUNCTIONAL = "https://github.com/keras-team/keras/blob/v3.15.0/keras/src/models/functional.py"

_FROZEN = """
# keras==2.3.1
from keras.layers import BatchNormalization, Dense
from keras.models import Sequential

model = Sequential([Dense(2, input_shape=(4,)), BatchNormalization(), Dense(1)])
model.layers[1].trainable = False
model.compile("sgd", "mse")
"""

_NN_IMPL = "https://github.com/tensorflow/tensorflow/blob/v2.11.1/tensorflow/python/ops/nn_impl.py"
_WRITE_EPSILON = "Write `epsilon=1.001e-5` for the numbers of then."
_SMALL_EPSILON = """
# keras==2.3.1
from keras.layers import BatchNormalization, Conv2D
from keras.models import Sequential

model = Sequential([Conv2D(2, 3, input_shape=(8, 8, 3)), BatchNormalization(epsilon=1e-6)])
"""

LAYER_MODES: Tuple[Change, ...] = (
    Change(
        "Layers called with training= in a functional model",
        ("layers called with training=*",),
        ("*",),
        "`layer(x, training=True)` stayed in that mode: dropout went on in prediction, and a base model called with "
        "`training=False` kept its moving statistics in `fit`.",
        "A functional model passes its own mode to every layer, and overrides what the call said: half of the numbers "
        "were zero in prediction, and none is.",
        "Make a subclass whose `call` passes the mode to `super().call`.",
        _FUNCTIONAL,
        rules=("TFM108",),
        example="""
# keras==2.3.1
from keras.layers import Dense, Dropout, Input
from keras.models import Model

inputs = Input((8,))
hidden = Dropout(0.5)(Dense(16)(inputs), training=True)
model = Model(inputs, Dense(1)(hidden))
samples = [model.predict(x) for _ in range(100)]
""",
        carried=True,
    ),
    Change(
        "Frozen BatchNormalization of standalone Keras",
        (
            "layers frozen: layers.BatchNormalization(*",
            "layers frozen: layers.TimeDistributed(layers.BatchNormalization(*",
            "layers frozen: BatchNormalization * / loss",
        ),
        ("keras 2.*",),
        "A frozen layer normalized a training batch by the statistics of that batch, and moved its moving statistics "
        "only where it was frozen after `compile`.",
        "A frozen layer normalizes by its moving statistics.",
        "Nothing, if the moving statistics are meant; else set `momentum` to 1 and freeze `gamma` and `beta` alone.",
        _KERAS_231 + "/layers/normalization.py",
        rules=("TFM229",),
        example=_FROZEN,
        carried=True,
    ),
    Change(
        "Layers frozen between compile and training",
        ("layers frozen: BatchNormalization after compile / *",),
        ("*",),
        "Training went on as the model was compiled.",
        "Training looks at `trainable` when it starts.",
        "Freeze before `compile`, and compile again after each change.",
        _TF_215 + "/engine/training.py",
        rules=("TFM226",),
        example="""
# tensorflow==2.15
from tensorflow.keras.layers import Dense, Input
from tensorflow.keras.models import Model, Sequential

discriminator = Sequential([Dense(1, input_shape=(4,))])
discriminator.compile("adam", "binary_crossentropy")
discriminator.trainable = False
noise = Input((2,))
combined = Model(noise, discriminator(Dense(4)(noise)))
combined.compile("adam", "binary_crossentropy")
discriminator.train_on_batch(x, y)
""",
    ),
    Change(
        "Moving statistics of layers frozen late, or inside of a model",
        (
            "layers frozen: BatchNormalization after compile / *",
            "layers frozen: BatchNormalization in a frozen model / *",
            "layers nested: frozen is its layers / *",
        ),
        ("keras 2.*",),
        "Layers frozen after `compile`, and frozen layers of a model inside of a model, moved their moving statistics.",
        "They leave them where they are.",
        "Nothing, if the moving statistics shall stay.",
        _KERAS_231 + "/engine/network.py",
        rules=("TFM229",),
        example=_FROZEN,
        on_shims="leave the moving statistics of layers that are frozen late, or inside of a model, where they are",
    ),
    Change(
        "BatchNormalization over the first axis of images",
        ("layers: layers.BatchNormalization(axis=1) of (4, 3, 2) / weights after",),
        ("keras 2.*",),
        "Without a GPU, images with their channels first did not go through the fused kernel: their moving variance "
        "was corrected once.",
        "The moving variance is that of the batch itself; the shims correct it twice, as on a GPU.",
        "Nothing: with large batches the difference is small.",
        _KERAS_231 + "/backend/tensorflow_backend.py",
        rules=("TFM162",),
        example="""
# keras==2.3.1
from keras.layers import BatchNormalization
from keras.models import Sequential

model = Sequential([BatchNormalization(axis=1, input_shape=(4, 3, 2))])
""",
        on_shims="correct the moving variance twice, as on a GPU",
    ),
    Change(
        "BatchNormalization of images with a small epsilon",
        ("layers: BatchNormalization(epsilon=1e-7, axis=-1) of (*, *, *) / *",),
        ("keras 2.2.4", "keras 2.3.1", "tf.keras 1.*", "tf.keras 2.3", "tf.keras 2.10"),
        "For images TensorFlow's fused kernel took an epsilon of at least 1.001e-5, the least that cuDNN took.",
        "The epsilon is the one given. With a variance of 2e-6 and an epsilon of 1e-7, outputs are 2.4 times as large.",
        _WRITE_EPSILON,
        _NN_IMPL,
        rules=("TFM162",),
        example=_SMALL_EPSILON,
        carried=True,
    ),
    Change(
        "BatchNormalization of images in their first axis with a small epsilon",
        ("layers: BatchNormalization(epsilon=1e-7, axis=1) of (4, 3, 2) / *",),
        ("tf.keras 2.3", "tf.keras 2.10"),
        "TensorFlow's fused kernel took an epsilon of at least 1.001e-5. TensorFlow 1 had it for such images on a GPU "
        "alone.",
        "The epsilon is the one given.",
        _WRITE_EPSILON,
        _NN_IMPL,
        rules=("TFM162",),
        example=_SMALL_EPSILON,
        carried=True,
    ),
    Change(
        "Frozen BatchNormalization of tf.keras in TensorFlow 1",
        (
            "layers frozen: layers.BatchNormalization(*",
            "layers frozen: layers.TimeDistributed(layers.BatchNormalization(*",
            "layers frozen: BatchNormalization *",
            "layers nested: frozen is its layers / weights after",
            "layers nested: frozen is the inner model / weights after",
        ),
        ("tf.keras 1.*",),
        "A frozen layer normalized a training batch by the statistics of that batch.",
        "A frozen layer normalizes by its moving statistics.",
        "Nothing, if the moving statistics are meant; else set `momentum` to 1 and freeze `gamma` and `beta` alone.",
        _TF_115 + "/layers/normalization.py",
        rules=("TFM229",),
        example=_FROZEN.replace("keras==2.3.1", "tensorflow==1.15").replace("from keras", "from tensorflow.keras"),
    ),
    Change(
        "BatchNormalization's moving variance",
        (
            "layers: *BatchNormalization(* / weights after",
            "layers: BatchNormalization(momentum=0.9), * / output",
            "layers: BatchNormalization(momentum=0.9), * / variance",
            "layers: BatchNormalization from its own start / weights after",
            "layers nested: frozen is nothing / weights after",
            "layers nested: frozen is the last layer / weights after",
        ),
        ("keras 2.*",),
        "The moving variance was an unbiased estimate: that of a batch, times `n / (n - 1 - epsilon)`; for images once "
        "more `n / (n - 1)`, by TensorFlow's fused kernel.",
        "The moving variance is that of the batch itself. With four rows it was 0.596 where it is 0.551.",
        "Nothing: with large batches the difference is small, and the shims keep the estimate.",
        _KERAS_231 + "/layers/normalization.py",
        rules=("TFM162",),
        example="""
# keras==2.3.1
from keras.layers import BatchNormalization, Dense
from keras.models import Sequential

model = Sequential([Dense(2, input_shape=(4,)), BatchNormalization(), Dense(1)])
""",
        carried=True,
        on_shims="keep the legacy behaviour, and correct images over their first axis twice, as on a GPU",
    ),
    Change(
        "BatchNormalization's moving variance of images",
        ("layers: *BatchNormalization(*",),
        ("tf.keras *",),
        "For images the moving variance was an unbiased estimate, as TensorFlow's fused kernel gives it: that of the "
        "batch times `n / (n - 1)`.",
        "The moving variance is that of the batch itself.",
        "Nothing: with large batches the difference is small, and the shims keep the estimate.",
        _TF_215 + "/layers/normalization/batch_normalization.py",
        rules=("TFM162",),
        example="""
# tensorflow==1.15
from tensorflow.keras.layers import BatchNormalization, Conv2D
from tensorflow.keras.models import Sequential

model = Sequential([Conv2D(2, 3, input_shape=(8, 8, 3)), BatchNormalization()])
""",
        carried=True,
    ),
    Change(
        "Moving averages of Keras 2.2",
        ("layers: BatchNormalization(momentum=0.9), * / mean",),
        ("keras 2.2.4",),
        "Moving averages were corrected for their start at zero, as if the layer had never had another mean.",
        "The mean moves from where it is.",
        "Nothing, unless a trained model is trained further: then the statistics are steadier now.",
        "https://github.com/keras-team/keras/blob/2.2.4/keras/backend/tensorflow_backend.py",
        unseen=DATA,
    ),
    Change(
        "Races of reference variables in TensorFlow 1.13",
        ("layers: * / weights after", "layers: GRU(2, stateful=True) / after training"),
        ("keras 2.2.4",),
        "A step could read weights that it had already written: the same script gave other numbers from run to run.",
        "A step reads all weights before it writes any.",
        "Nothing: Keras 2.3 gives the numbers of today.",
        "https://github.com/keras-team/keras/blob/2.2.4/keras/backend/tensorflow_backend.py",
        unseen=CHANCE,
    ),
    Change(
        "BatchNormalization on two inputs",
        ("layers: BatchNormalization on two inputs / moving statistics",),
        ("*",),
        "The moving statistics moved once for each input, but from where they were before the step.",
        "They move by one input after the other.",
        "Nothing: the statistics differ by the order only.",
        _KERAS_231 + "/layers/normalization.py",
        unseen=ROUNDING,
    ),
    Change(
        "A model's trainable, and that of its layers",
        (
            "layers nested: frozen is the inner model* / *",
            "layers nested: frozen is a layer, then the inner model again / *",
            "layers frozen: BatchNormalization in a frozen model / trainable",
        ),
        ("keras 2.*", "tf.keras *"),
        "A frozen model was frozen whatever its layers said. Standalone Keras left `trainable` of the layers alone; "
        "`tf.keras` set it, so that `model.trainable = True` set frozen layers free.",
        "`model.trainable = False` freezes the layers, each of which can be set free again; `True` sets free those "
        "that it had frozen.",
        "Set `trainable` of each layer that shall train, or not.",
        _KERAS_231 + "/engine/network.py",
        rules=("TFM247",),
        example="""
# keras==2.3.1
from keras.applications import VGG16
from keras.layers import Dense
from keras.models import Sequential

base = VGG16(include_top=False)
base.trainable = False
for layer in base.layers[-4:]:
    layer.trainable = True
model = Sequential([base, Dense(10)])
model.compile("adam", "mse")
""",
    ),
    Change(
        "Regularizers of frozen layers",
        ("layers frozen: *regularizer=* / loss",),
        ("*",),
        "The loss contained the regularizers of frozen weights, a constant.",
        "It does not; the training is the same.",
        "Nothing, unless losses are compared with those of former runs.",
        _KERAS_231 + "/engine/base_layer.py",
        rules=("TFM162",),
        example="""
# keras==2.3.1
from keras.layers import Dense

layer = Dense(3, kernel_regularizer="l2", trainable=False)
""",
        carried=True,
    ),
    Change(
        "Recurrent dropout of GRU",
        ("layers: GRU(100, recurrent_dropout=0.5), random / axes along which all is equal",),
        ("keras 2.3.1*", "keras 3.3"),
        "What was dropped of the state was missing in the next state, too.",
        "It is missing in the products with the recurrent kernel only.",
        "Nothing: random masks differ from run to run.",
        "https://github.com/keras-team/keras/blob/2.3.1/keras/layers/recurrent.py",
        unseen=CHANCE,
    ),
)
