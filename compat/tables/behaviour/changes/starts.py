"""Changes in initializers, regularizers and constraints."""

from typing import Tuple

from compat.tables.behaviour.unseen import RANDOM
from compat.tables.rows import Change

_KERAS = "https://github.com/keras-team/keras/blob/"
_KERAS_2 = _KERAS + "2.3.1/keras/"
_KERAS_3 = _KERAS + "v3.15.1/keras/src/"
_ALL = ("keras 2*", "tf.keras *")

STARTS: Tuple[Change, ...] = (
    Change(
        "NumPy's seed and the first weights",
        ("seeds: first_weights / numpy",),
        ("keras 2.2.4", "keras 2.3.1"),
        "The first weights, and what dropout leaves out, were drawn from NumPy: np.random.seed made runs repeat.",
        "They are drawn from Python's random: each run is another one.",
        "Call random.seed as well, as upgrade does.",
        _KERAS_2 + "backend/tensorflow_backend.py",
        rules=("TFM318",),
        carried=True,
        example="""
# keras==2.3.1
import numpy as np
from keras.layers import Dense

np.random.seed(1337)
layer = Dense(8)
""",
    ),
    Change(
        "TensorFlow's seed and the first weights",
        ("seeds: first_weights / tensorflow",),
        ("tf.keras 1*", "tf.keras 2.3"),
        "tf.keras drew the first weights from TensorFlow: tf.set_random_seed made runs repeat.",
        "They are drawn from Python's random, as in TensorFlow 2.10 already: each run is another one.",
        "Call random.seed as well, as upgrade does.",
        _KERAS_3 + "random/seed_generator.py",
        rules=("TFM318",),
        carried=True,
        example="""
# tensorflow==1.15.5
import tensorflow as tf

tf.set_random_seed(1337)
layer = tf.keras.layers.Dense(8)
""",
    ),
    Change(
        "Python's generator",
        ("seeds: first_weights / python*",),
        ("keras 2*", "tf.keras 1*", "tf.keras 2.3"),
        "Building a model took nothing from Python's random, and its seed determined nothing of Keras.",
        "Each layer with random weights takes a number: what a script draws after it is not what it was.",
        "Draw from a random.Random(seed) of the script's own where the numbers matter.",
        _KERAS_3 + "random/seed_generator.py",
        unseen=RANDOM,
        carried=True,
    ),
    Change(
        "One initializer for several layers",
        ("initializers for two layers: *() / two layers start alike",),
        ("keras 2*", "tf.keras 1*", "tf.keras 2.3"),
        "Each call drew new values.",
        "An initializer draws its seed when it is made: layers of one shape start from the same values.",
        "Make an initializer for each layer, as upgrade does.",
        _KERAS_3 + "initializers/random_initializers.py",
        rules=("TFM235",),
        carried=True,
        example="""# keras==2.3.1
from keras.initializers import RandomNormal
from keras.layers.core import Dense

start = RandomNormal(stddev=0.02)
first = Dense(8, kernel_initializer=start)
second = Dense(8, kernel_initializer=start)
""",
    ),
    Change(
        "One initializer with a seed for several layers",
        ("initializers for two layers: *(seed=3) / *",),
        ("keras 2.3.1*",),
        "Keras 2.3 raised the seed by one after each call.",
        "The same seed gives the same values, as in Keras 2.2 and tf.keras.",
        "Give each layer an initializer with a seed of its own.",
        _KERAS_2 + "initializers.py",
        rules=("TFM235",),
        carried=True,
        example="""
# keras==2.3.1
from keras.initializers import RandomNormal
from keras.layers import Dense

start = RandomNormal(stddev=0.02, seed=3)
first = Dense(8, kernel_initializer=start)
second = Dense(8, kernel_initializer=start)
""",
    ),
    Change(
        "The fans of a vector",
        ("initializers: initializers.* / deviation of (40000,)",),
        ("keras 2*",),
        "Initializers that scale by fans took the root of its length.",
        "They take its length: weights of one dimension start smaller.",
        "Nothing for layers of Keras, whose vectors start from constants.",
        _KERAS_2 + "initializers.py",
        rules=("TFM259",),
        example="""
# keras==2.3.1
from keras.layers import Layer


class Attention(Layer):
    def build(self, input_shape):
        self.w = self.add_weight(name="w", shape=(input_shape[-1],), initializer="glorot_uniform")
""",
    ),
    Change(
        "Identity that is not square",
        ("initializers: initializers.*dentity(2.0) / wide",),
        ("keras 2.2.4",),
        "Keras 2.2 repeated the identity along the longer side.",
        "The rest is zero.",
        "Nothing in most cases.",
        _KERAS + "2.2.4/keras/initializers.py",
        rules=("TFM162",),
        example="""
# keras==2.2.4
from keras.initializers import Identity
from keras.layers import Dense

layer = Dense(3, kernel_initializer=Identity())
""",
    ),
    Change(
        "Penalties on outputs",
        (
            "penalties in a model: layers.ActivityRegularization(*",
            "penalties in a model: layers.Dense(2, activity_regularizer=*",
            "penalties: shared_layer*",
        ),
        ("keras 2*", "keras 3.3"),
        "The penalty was added up over all rows of the batch.",
        "It is divided by the number of rows.",
        "Multiply the factor by the batch size.",
        _KERAS_2 + "engine/base_layer.py",
        rules=("TFM109",),
        example="""# keras==2.3.1
from keras.layers.core import Dense

layer = Dense(8, activity_regularizer="l2")
""",
        carried=True,
    ),
    Change(
        "Penalties on weights of frozen layers",
        ("penalties in a model: layers.Dense(2, kernel_regularizer=*trainable=False)*",),
        _ALL,
        "They counted in the loss.",
        "They do not: the loss is smaller by a constant, and training is the same.",
        "Nothing.",
        _KERAS_3 + "layers/layer.py",
        rules=("TFM162",),
        example="""
# keras==2.3.1
from keras.layers import Dense

layer = Dense(3, kernel_regularizer="l2", trainable=False)
""",
        carried=True,
    ),
    Change(
        "The defaults of l1_l2",
        ("penalties: regularizers.l1_l2()*",),
        _ALL,
        "l1_l2() took 0.01 twice.",
        "It takes 0.0 twice, and so does nothing.",
        "Write the values, as upgrade does.",
        _KERAS_2 + "regularizers.py",
        rules=("TFM112",),
        example="""# keras==2.3.1
from keras.layers.core import Dense
from keras.regularizers import l1_l2

layer = Dense(8, kernel_regularizer=l1_l2())
""",
        carried=True,
    ),
    Change(
        "The name l1_l2",
        ("penalties: regularizers.get('l1_l2') / raises",),
        _ALL,
        'A layer took "l1_l2" for a regularizer.',
        "It raises ValueError; the name is l1l2, and stands for 0.0 twice.",
        "Use keras.regularizers.L1L2(0.01, 0.01).",
        _KERAS_3 + "regularizers/__init__.py",
        rules=("TFM198",),
        example="""# keras==2.3.1
from keras.layers.core import Dense

layer = Dense(8, kernel_regularizer="l1_l2")
""",
        stops=True,
    ),
)
