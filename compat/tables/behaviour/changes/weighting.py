"""Changes in what counts how much: masks, weights of samples and classes, several outputs."""

from typing import Tuple

from compat.tables.behaviour.unseen import ERROR_THEN, NEWER, SHOWN_ONLY
from compat.tables.rows import Change

_KERAS = "https://github.com/keras-team/keras/blob/"
_KERAS_2 = _KERAS + "2.3.1/keras/engine/"
_KERAS_22 = _KERAS + "2.2.4/keras/engine/training_utils.py"
_KERAS_3 = _KERAS + "v3.15.1/keras/src/"
_ALL = ("keras 2*", "tf.keras *")
_BEFORE_2 = ("keras 2*", "tf.keras 1*")


def _trained(arguments: str, *, compiled: str = "") -> str:
    return f"""# keras==2.3.1
from keras.layers.core import Dense
from keras.models import Sequential

model = Sequential([Dense(3, activation="softmax", input_shape=(4,))])
model.compile("sgd", "sparse_categorical_crossentropy"{compiled})
model.fit(x, y, {arguments})
"""


WEIGHTING: Tuple[Change, ...] = (
    Change(
        "The mean of a loss over masked steps",
        ("weighting: a mask, m*", "weighting: a mask, a metric*", "weighting: masked_classes*"),
        _ALL,
        "The loss of masked steps was set to zero, and the mean taken over all steps; Keras 2.2 divided by the share "
        "of steps that are not masked.",
        "The mean is taken over the steps that are not masked: the loss and the steps of training are larger.",
        "Choose the learning rate anew, or train on the shims, which keep the mean of Keras 2.3.",
        _KERAS_2 + "training.py",
        rules=("TFM157",),
        example="""# keras==2.3.1
from keras.layers.core import Dense
from keras.layers import Embedding, TimeDistributed
from keras.models import Sequential

model = Sequential()
model.add(Embedding(100, 8, mask_zero=True))
model.add(TimeDistributed(Dense(2)))
model.compile("sgd", "mse")
""",
        carried=True,
    ),
    Change(
        "Weights of rows for losses of steps",
        (
            "weighting: *mask, weights of rows / raises",
            "losses with weights of rows for steps: *",
        ),
        _ALL,
        "The weight of a row counted for all its steps.",
        "Keras 3 raises ValueError, unless there are as many steps as rows.",
        "Give weights of the shape (rows, 1), or train on the shims.",
        _KERAS_3 + "losses/loss.py",
        stops=True,
    ),
    Change(
        "sample_weight_mode=",
        ("weighting: *mask, weights of steps / raises",),
        _ALL,
        'compile(sample_weight_mode="temporal") announced weights of steps.',
        "compile has no such argument; weights of the shape (rows, steps) are taken as they are.",
        "Leave it out, as upgrade does.",
        _KERAS_2 + "training.py",
        rules=("TFM196",),
        example=_trained("epochs=2", compiled=', sample_weight_mode="temporal"'),
        carried=True,
        stops=True,
    ),
    Change(
        "Sample weights in Keras 2.2",
        (
            "weighting: *, sample weights *",
            "weighting: two outputs, a list of sample weights*",
            "losses of models: *, weighted*",
            "metrics of models: * / weighted",
        ),
        ("keras 2.2.4",),
        "The weighted loss was divided by the share of weights that are not zero, and weighted metrics were means of "
        "the batches.",
        "It is divided by the number of rows.",
        "Divide the weights by the share of those that are not zero.",
        _KERAS_22,
        rules=("TFM162",),
        example="""
# keras==2.2.4
from keras.layers import Dense
from keras.models import Sequential

model = Sequential([Dense(3, input_shape=(2,)), Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, sample_weight=weights)
""",
    ),
    Change(
        "Weights of samples and classes in TensorFlow 1.13",
        (
            "weighting: *, sample weights *",
            "weighting: class weights *",
            "weighting: class_weights_on_batch / *",
            "losses of models: a function that returns a vector, weighted*",
            "metrics of models: * / weighted",
        ),
        ("tf.keras 1.13",),
        "The weighted loss was divided by the sum of the weights.",
        "It is divided by the number of rows.",
        "Divide the weights by their mean.",
        "https://github.com/tensorflow/tensorflow/blob/v1.13.2/tensorflow/python/keras/utils/losses_utils.py",
        rules=("TFM162",),
        example="""
# tensorflow==1.13
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential

model = Sequential([Dense(3, input_shape=(2,)), Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, class_weight={0: 1.0, 1: 2.0})
""",
    ),
    Change(
        "Weighted metrics of weights that are all zero",
        ("weighting: *, sample weights all zero*",),
        ("keras 2*",),
        "They were NaN.",
        "They are 0.",
        "Nothing.",
        _KERAS + "2.3.1/keras/metrics.py",
        unseen=ERROR_THEN,
    ),
    Change(
        "Weights of classes and of samples at once",
        ("weighting: both_weights*",),
        _ALL,
        "fit multiplied class_weight= and sample_weight=.",
        "It raises ValueError.",
        "Multiply them in sample_weight=.",
        _KERAS_3 + "trainers/data_adapters/array_data_adapter.py",
        rules=("TFM162",),
        example=_trained("class_weight={0: 1.0, 1: 2.0, 2: 1.0}, sample_weight=counts"),
        stops=True,
        carried=True,
    ),
    Change(
        "Weights of classes that are not a dictionary",
        (
            "weighting: class weights as a list / raises",
            "weighting: class weights as an array / raises",
            "weighting: class weights balanced / raises",
        ),
        _BEFORE_2,
        "They were ignored.",
        "fit raises AttributeError.",
        "Pass a dictionary, dict(enumerate(weights)), or leave them out to keep the numbers.",
        _KERAS_2 + "training_utils.py",
        rules=("TFM198",),
        example=_trained("class_weight=[1.0, 2.0, 1.0]"),
        stops=True,
        carried=True,
    ),
    Change(
        "Weights of outputs beside one loss",
        ("weighting: two outputs, one loss, * / raises",),
        (*_ALL, "keras 3.3"),
        "One loss stood for all outputs, loss_weights= or not.",
        "fit raises ValueError: there must be a loss for each weight.",
        "Write the loss once for each output, as upgrade does.",
        _KERAS_3 + "trainers/compile_utils.py",
        rules=("TFM253",),
        example="""# keras==2.3.1
from keras.layers import Dense, Input
from keras.models import Model

inputs = Input(shape=(4,))
model = Model(inputs, [Dense(1)(inputs), Dense(1)(inputs)])
model.compile("sgd", "mse", loss_weights=[1.0, 0.2])
""",
        stops=True,
        carried=True,
    ),
    Change(
        "Sample weights of outputs by their names",
        (
            "weighting: two outputs, a dictionary of sample weights / raises",
            "weighting: two outputs, sample weights of one output / raises",
        ),
        (*_ALL, "keras 3.3"),
        "A dictionary of sample weights went with a list of targets.",
        "fit raises KeyError.",
        "Give targets and weights in the same form.",
        _KERAS_3 + "trainers/compile_utils.py",
        stops=True,
    ),
    Change(
        "The losses of single outputs",
        ("weighting: two outputs, * / evaluated in batches of 4",),
        ("keras 2.2.4", "tf.keras 1.13", "tf.keras 2*"),
        "evaluate gave the means of the batches, by their rows.",
        "The losses of single outputs are means of the batches, each counted once, as in Keras 2.3.",
        "Read the total, which has not changed.",
        _KERAS_3 + "trainers/compile_utils.py",
        unseen=SHOWN_ONLY,
    ),
    Change(
        "The loss of the only output that has one",
        ("weighting: two outputs, a loss of one output only / *",),
        ("tf.keras 2*",),
        "train_on_batch and evaluate returned the total, and then the loss of the output.",
        "They return the total.",
        "Take the values by their names, with return_dict=True.",
        _KERAS_3 + "trainers/compile_utils.py",
        rules=("TFM240",),
        example="""
# tensorflow==2.3
from tensorflow.keras.layers import Dense, Input
from tensorflow.keras.models import Model

inputs = Input((4,))
model = Model(inputs, [Dense(1, name="a")(inputs), Dense(1, name="b")(inputs)])
model.compile("sgd", {"a": "mse"})
""",
        carried=True,
    ),
    Change(
        "The losses of single outputs in Keras 3.3",
        ("weighting: two outputs, * / losses", "weighting: two outputs, * / evaluated in batches of 4"),
        ("keras 3.3",),
        "train_on_batch and evaluate returned the total only.",
        "They return the losses of the outputs too, as Keras 2 did.",
        "Nothing.",
        _KERAS_3 + "trainers/compile_utils.py",
        unseen=NEWER,
    ),
    Change(
        "Masks of metrics in Keras 3.3",
        ("weighting: a mask, a metric / *", "weighting: masked_classes / loss and accuracy"),
        ("keras 3.3",),
        "Metrics counted masked steps.",
        "They leave them out, as Keras 2 did.",
        "Nothing.",
        _KERAS_3 + "metrics/reduction_metrics.py",
        unseen=NEWER,
    ),
)
