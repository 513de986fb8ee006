"""Changes in what optimizers compute."""

from typing import Tuple

from compat.tables.behaviour.unseen import CHANCE
from compat.tables.rows import Change

_KERAS_2 = "https://github.com/keras-team/keras/blob/2.3.1/keras/optimizers.py"
_KERAS_3 = "https://github.com/keras-team/keras/blob/v3.15.1/keras/src/optimizers/"
_OPTIMIZER_V2 = "https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/keras/optimizer_v2/"

_COMPILED = """
from keras.layers.core import Dense, Flatten
from keras.layers.embeddings import Embedding
from keras.models import Sequential
from keras.optimizers import {optimizer}

model = Sequential([Embedding(100, 8, input_length=5), Flatten(), Dense(1)])
model.compile({call}, "mse")
"""
_A_STEP_BEHIND = "keep the legacy behaviour, but for the step by which Keras 2.3 was ahead"


def _script(optimizer: str, call: str) -> str:
    return "# keras==2.3.1" + _COMPILED.format(optimizer=optimizer, call=call)


OPTIMIZERS: Tuple[Change, ...] = (
    Change(
        "Rows of an Embedding that a batch has several times",
        ("optimizers with repeated rows: *",),
        ("keras 2*", "tf.keras *"),
        "The gradients of a row were added up before the optimizer squared or clipped them.",
        "Each lookup is squared or clipped by itself: a row that occurs n times moves by up to sqrt(n) times as much.",
        "Nothing where upgrade writes global_clipnorm=1e30, with which Keras 3 adds them up. Where an optimizer clips, "
        "run upgrade with --exact, or train on the shims.",
        "https://github.com/keras-team/keras/blob/v3.15.1/keras/src/backend/tensorflow/sparse.py",
        rules=("TFM149",),
        example=_script("Adam", "Adam(0.01)"),
        on_shims=_A_STEP_BEHIND,
    ),
    Change(
        "Rows of an Embedding that a batch does not have",
        (
            "optimizers: optimizers.SGD(0.1, momentum=0.9*",
            "optimizers: optimizers.Adadelta(*",
            "optimizers: optimizers.Adamax(*",
            "optimizers: optimizers.RMSprop(0.01, momentum=0.9)*",
            "optimizers: optimizers.Ftrl(*",
            "optimizers*: optimizers.Nadam(0.01*",
            "optimizers with tiny gradients: optimizers.Adamax(*",
            "optimizer programs: * optimizers.SGD(0.1, momentum=0.9) / weights",
        ),
        ("tf.keras *",),
        "The optimizers of tf.keras left the weights and the slots of those rows alone.",
        "They move on with their velocity, and their slots decay.",
        "Run upgrade with --exact, or train on the shims.",
        _OPTIMIZER_V2 + "gradient_descent.py",
        rules=("TFM149",),
        example="""# tensorflow==1.15.5
import tensorflow as tf

model = tf.keras.models.Sequential([tf.keras.layers.Embedding(100, 8), tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1, momentum=0.9), "mse")
""",
        on_shims="keep the legacy behaviour, but in a second compile the slots of tf.keras start anew",
    ),
    Change(
        "The epsilon of RMSprop",
        (
            "optimizers*: optimizers.RMSprop(*",
            "optimizer_programs: constrained / weights under RMSprop",
        ),
        ("keras 2*", "tf.keras *"),
        "Epsilon was added to the root of the mean square.",
        "It is added under the root: gradients below 1e-3 move the weights less, those of 1e-6 hardly at all.",
        "Use the square of the old epsilon, which upgrade writes: the steps are the same but for tiny gradients. With "
        "--exact, or on the shims, they are for all.",
        _KERAS_2,
        rules=("TFM296",),
        example=_script("RMSprop", "RMSprop(0.01)"),
        carried=True,
    ),
    Change(
        "The epsilon of Adagrad",
        ("optimizers*: optimizers.Adagrad(*",),
        ("keras 2*", "tf.keras *"),
        "Epsilon was added to the root of the sum of squares, which started from 0 in standalone Keras.",
        "It is added under the root, and the sum starts from 0.1.",
        "Use the square of the old epsilon and initial_accumulator_value=0.0, which upgrade writes; or --exact, or the "
        "shims.",
        _KERAS_2,
        rules=("TFM112", "TFM296"),
        example=_script("Adagrad", "Adagrad(0.01)"),
        carried=True,
    ),
    Change(
        "The momentum of Nadam",
        ("optimizers*: optimizers.Nadam(0.01*",),
        ("keras 2*", "tf.keras *"),
        "The momentum rose from half of beta_1 as 0.96 ** (0.004 * step), and schedule_decay= set that factor.",
        "It rises as 0.96 ** step, and schedule_decay= raises ValueError.",
        "Run upgrade with --exact, or train on the shims.",
        _KERAS_3 + "nadam.py",
        rules=("TFM149",),
        example=_script("Nadam", "Nadam(0.01)"),
        on_shims=_A_STEP_BEHIND,
    ),
    Change(
        "The step that standalone Keras was ahead",
        (
            "optimizers*: optimizers.Adam(*",
            "optimizers*: optimizers.Adamax(*",
            "optimizers*: optimizers.Nadam(*",
            "optimizer_programs: constrained / weights under Adam",
            "optimizer programs: * optimizers.Adam(0.01) / weights",
        ),
        ("keras 2*",),
        "The counter of steps was read while it was raised, as a rule after that: the first step of Adam was 0.74 of "
        "the learning rate. It changes from run to run.",
        "The counter is read first, as the formula of the paper says.",
        "Expect the first ten steps to be longer; nothing brings a race back.",
        _KERAS_2,
        unseen=CHANCE,
    ),
    Change(
        "The decay of the learning rate",
        ("optimizer*: optimizers.*decay=0.1)*",),
        ("keras 2*", "tf.keras *"),
        "decay= divided the learning rate by 1 + decay * step.",
        "decay= is accepted with a warning, and ignored.",
        "Use the schedule InverseTimeDecay, which upgrade writes.",
        _KERAS_3 + "base_optimizer.py",
        rules=("TFM110",),
        example=_script("SGD", "SGD(lr=0.1, decay=0.1)"),
        on_shims=_A_STEP_BEHIND,
    ),
    Change(
        "The norm that clipnorm= clips by",
        ("optimizers*: optimizers.*clipnorm=0.5)*",),
        ("keras 2*",),
        "All gradients were scaled by their common norm.",
        "Each variable's gradient is scaled by its own norm.",
        "Use global_clipnorm=, which upgrade writes.",
        _KERAS_2,
        rules=("TFM227",),
        example=_script("SGD", "SGD(0.1, clipnorm=0.5)"),
        on_shims=_A_STEP_BEHIND,
    ),
    Change(
        "clipnorm= beside clipvalue=",
        ("optimizers: optimizers.SGD(0.1, clipnorm=0.5, clipvalue=0.05)*",),
        ("keras 2*", "tf.keras *"),
        "Gradients were clipped by the norm and then by value.",
        "Keras 3 raises ValueError.",
        "Keep one of them, or use the optimizers of the shims, which clip twice.",
        _KERAS_3 + "base_optimizer.py",
        rules=("TFM227",),
        example=_script("SGD", "SGD(0.1, clipnorm=0.5, clipvalue=0.05)"),
        stops=True,
        carried=True,
    ),
    Change(
        "Default learning rates",
        ("optimizers: defaults / rate of *", "optimizers: defaults / accumulator of *"),
        ("keras 2*", "tf.keras 1*"),
        "Adadelta trained at 1.0, Adagrad at 0.01 from an accumulator of 0, Adamax and Nadam at 0.002.",
        "All train at 0.001, and the accumulator of Adagrad starts from 0.1.",
        "Write the legacy values, as upgrade does.",
        _KERAS_2,
        rules=("TFM112",),
        example=_script("Adadelta", "Adadelta()"),
        on_shims='keep the legacy behaviour, but for the name "adagrad" in tf.keras: its accumulator starts from 0.1',
    ),
    Change(
        "An optimizer that is compiled again",
        ("optimizer programs: compiled again with *",),
        ("keras 2*", "tf.keras *"),
        "Standalone Keras made new slots in each compile, and went on counting steps.",
        "The slots are kept.",
        "Make a new optimizer for each compile if the training is to start afresh; the shims do so.",
        _KERAS_2,
        rules=("TFM207",),
        example="""
# keras==2.3.1
from keras.optimizers import Adam
from keras.layers import Dense
from keras.models import Sequential

model = Sequential([Dense(3, input_shape=(2,)), Dense(1)])
optimizer = Adam(0.01)
model.compile(optimizer, "mse")
model.fit(x, y)
model.compile(optimizer, "mae")
model.fit(x, y)
""",
        on_shims="make new slots in each compile, as standalone Keras did; tf.keras kept them",
    ),
    Change(
        "One optimizer for two models",
        ("optimizer programs: two models with one *",),
        ("keras 2*", "tf.keras *"),
        "Each model had slots of its own.",
        "The second model raises ValueError: the optimizer knows the variables of the first only.",
        "Make an optimizer for each model.",
        _KERAS_3 + "base_optimizer.py",
        rules=("TFM207",),
        example="""# keras==2.3.1
from keras.models import load_model
from keras.optimizers import Adam

optimizer = Adam(0.01)
left, right = load_model("left.h5"), load_model("right.h5")
left.compile(optimizer, "mse")
right.compile(optimizer, "mse")
left.fit(x, y)
right.fit(x, y)
""",
        stops=True,
    ),
    Change(
        "Setting the learning rate with the backend",
        ("optimizer_programs: rate_set_on_the_way*",),
        ("keras 2*", "tf.keras *"),
        "K.set_value set the variable of the rate.",
        "The functions of tf.keras.backend raise AttributeError for variables of Keras 3.",
        "Use optimizer.learning_rate.assign(), which upgrade writes.",
        "https://github.com/keras-team/keras/blob/v3.15.1/keras/src/legacy/backend.py",
        rules=("TFM115",),
        example="""# keras==2.3.1
from keras import backend as K
from keras.layers.core import Dense
from keras.models import Sequential
from keras.optimizers import SGD

model = Sequential([Dense(1, input_shape=(2,))])
model.compile(SGD(0.1), "mse")
K.set_value(model.optimizer.lr, 0.01)
""",
        stops=True,
    ),
    Change(
        "The list of an optimizer's weights",
        ("optimizer_programs: state*",),
        ("keras 2*", "tf.keras *"),
        "get_weights() gave the step counter and the slots.",
        "Optimizers have no get_weights(); their variables are in the list variables.",
        "Save the whole model, or read [v.numpy() for v in optimizer.variables].",
        _KERAS_3 + "base_optimizer.py",
        rules=("TFM197",),
        example="""# keras==2.3.1
from keras.layers.core import Dense
from keras.models import Sequential
from keras.optimizers import SGD

optimizer = SGD(0.1)
model = Sequential([Dense(1, input_shape=(2,))])
model.compile(optimizer, "mse")
weights = optimizer.get_weights()
""",
        stops=True,
    ),
)
