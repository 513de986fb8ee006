"""Changes in what models, layers and `keras.utils` tell of themselves, and in programs that stop."""

from typing import Tuple

from compat.tables.behaviour.unseen import CHANCE, CONFIGS, ERROR_THEN, LISTS, MORE, SHOWN_ONLY, TYPES
from compat.tables.rows import Change

_KERAS_231 = "https://github.com/keras-team/keras/blob/2.3.1/keras/"
_KERAS_3 = "https://github.com/keras-team/keras/blob/v3.15.0/keras/src/"
_SMALL = """
# keras==2.3.1
from keras import backend as K
from keras.layers import LSTM, Dense, Input
from keras.models import Model, Sequential

model = Sequential([Dense(3, input_shape=(2,)), Dense(1)])
"""

MODELS: Tuple[Change, ...] = (
    Change(
        "K.set_value of the variables of a model",
        (
            "compiling: rate_set_after_training / *",
            "callbacks: rate_set_in_a_callback / *",
            "surgery: weights_of_a_layer_set / *",
        ),
        ("*",),
        "K.set_value set the rate of an optimizer and the weights of a layer.",
        "It raises AttributeError for the variables of Keras 3.",
        "Call assign of the variable.",
        _KERAS_3 + "legacy/backend.py",
        rules=("TFM115",),
        example=_SMALL
        + """K.set_value(model.layers[0].kernel, kernel)
""",
        stops=True,
        carried=True,
    ),
    Change(
        "predict_classes",
        ("custom: classes / *",),
        ("*",),
        "Sequential had predict_classes and predict_proba.",
        "It has predict.",
        "Take the argmax of predict, or compare it with 0.5.",
        _KERAS_231 + "engine/sequential.py",
        rules=("TFM124",),
        example=_SMALL
        + """model.predict_classes(x)
""",
        carried=True,
        stops=True,
    ),
    Change(
        "tensors as losses and metrics",
        ("custom: symbolic_*",),
        ("*",),
        "add_loss and add_metric took a tensor of the model, which functions of K computed.",
        "Functions of K do not take the tensors of functional models, nor does add_loss.",
        "Compute the loss in a layer.",
        _KERAS_3 + "layers/layer.py",
        rules=("TFM167",),
        example=_SMALL
        + """inputs = Input(shape=(4,))
outputs = Dense(1)(inputs)
part = Model(inputs, outputs)
part.add_loss(K.mean(outputs))
""",
        stops=True,
    ),
    Change(
        "reset_metrics=",
        ("compiling: batches_that_go_on_counting / *",),
        ("*",),
        "test_on_batch(reset_metrics=False) went on counting.",
        "It raises TypeError.",
        "Each batch resets the metrics; update a keras.metrics object of your own to go on counting.",
        _KERAS_3 + "backend/tensorflow/trainer.py",
        rules=("TFM196",),
        example=_SMALL
        + """model.compile("sgd", "mse")
model.test_on_batch(x, y, reset_metrics=False)
""",
        stops=True,
        carried=True,
    ),
    Change(
        "a batch after fit or evaluate",
        ("compiling: batches_after_fit / *", "fitting: trained_after_evaluate / *"),
        ("*",),
        "The metrics of the first batch went on from the last epoch, in Keras 2.3 from evaluate as well.",
        "They start anew.",
        "Nothing to do.",
        _KERAS_231 + "engine/training.py",
        unseen=SHOWN_ONLY,
    ),
    Change(
        "a model that is not compiled",
        ("compiling: not_compiled / error",),
        ("*",),
        "Training raised RuntimeError.",
        "It raises ValueError.",
        "Nothing to do.",
        _KERAS_3 + "trainers/trainer.py",
        unseen=ERROR_THEN,
    ),
    Change(
        "the order of model.weights",
        ("compiling: order_of_weights / *",),
        ("*",),
        "Weights that do not train came last.",
        "Weights are in the order of the layers, as in get_weights.",
        "Go by the layers.",
        _KERAS_231 + "engine/network.py",
        unseen=LISTS,
    ),
    Change(
        "weighted metrics of the same name",
        ("compiling: weighted_metrics / *",),
        ("*",),
        "A weighted metric was listed once.",
        "The value of a metric that has the name of a weighted one comes twice.",
        "Give one of them a name.",
        _KERAS_3 + "trainers/compile_utils.py",
        rules=("TFM162",),
        example="""
# keras==2.3.1
from keras.layers import Dense
from keras.models import Sequential

model = Sequential([Dense(3, input_shape=(2,)), Dense(1)])
model.compile("sgd", "mse", metrics=["mae"], weighted_metrics=["mae"])
""",
    ),
    Change(
        "layers in lists",
        ("custom: own_model_with_a_list_of_layers / *",),
        ("keras 2*",),
        "Standalone Keras did not find layers in lists of a model: they never trained.",
        "They train.",
        "Nothing to do.",
        _KERAS_231 + "engine/network.py",
        rules=("TFM261",),
        example="""
# keras==2.3.1
from keras.layers import Dense
from keras.models import Model


class Stack(Model):
    def __init__(self):
        super(Stack, self).__init__()
        self.dense = [Dense(8), Dense(1)]
""",
    ),
    Change(
        "penalties of outputs",
        ("custom: regularized / *",),
        ("keras 2*",),
        "Standalone Keras added the penalty of an output for the batch as a whole.",
        "It is divided by the number of rows.",
        "Multiply the factor of activity_regularizer= by the batch size.",
        _KERAS_231 + "engine/base_layer.py",
        rules=("TFM109",),
        example="""
# keras==2.3.1
from keras.layers import Dense

layer = Dense(3, activity_regularizer="l2")
""",
        carried=True,
    ),
    Change(
        "targets of another shape",
        ("fitting: targets_of_another_width / *",),
        ("*",),
        "Targets of another shape than the outputs raised ValueError.",
        "They are broadcast where that is possible.",
        "Check the shapes.",
        _KERAS_231 + "engine/training_utils.py",
        unseen=ERROR_THEN,
    ),
    Change(
        "names of metrics in logs and files",
        (
            "fitting: * / history",
            "outputs: metric * / history",
            "outputs: named, * / history",
            "sequences: in_order / history",
            "callbacks: logs_of_training* / on_epoch_end",
            "stopping: csv_columns / columns",
        ),
        ("*",),
        "Up to TensorFlow 1.15 and Keras 2.2 accuracy was acc, and metrics had their full names.",
        "Keys are what compile was given; every mean is one over rows.",
        "Ask for the keys of today.",
        _KERAS_231 + "engine/training.py",
        rules=("TFM130",),
        example=_SMALL
        + """model.compile("sgd", "mse", metrics=["accuracy"])
history = model.fit(x, y)
print(history.history["acc"])
""",
        on_shims="have both names of a metric in the logs",
    ),
    Change(
        "means over uneven batches",
        (
            "outputs: returned, * / evaluated",
            "outputs: targets_by_name / evaluated",
            "outputs: own_metric / evaluated",
            "outputs: returned, None as loss of b / trained",
        ),
        ("*",),
        "The losses of single outputs, and metrics of Keras 2.2, were means of batches, whatever their size.",
        "They are means over rows.",
        "Use batches that divide the rows to compare.",
        _KERAS_231 + "engine/training_arrays.py",
        unseen=SHOWN_ONLY,
        carried=True,
    ),
    Change(
        "steps per epoch over arrays, beside a batch size",
        ("fitting: epoch_of_fewer_steps / weights",),
        ("tf.keras *",),
        "In TensorFlow 1 each step was over all rows. In TensorFlow 2 an epoch began where the last one had ended.",
        "An epoch ends with the last row: 12 rows in batches of 4 with steps_per_epoch=2 are two steps, one, two, one.",
        "Leave steps_per_epoch= out, or train on a dataset that repeats.",
        "https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/keras/engine/training_arrays.py",
        rules=("TFM273",),
        example="""# tensorflow==2.10
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=4, steps_per_epoch=2, epochs=3)
""",
    ),
    Change(
        "variables that are read while they change",
        (
            "compiling: losses_of_two_outputs / weights",
            "outputs: returned, * / weights",
            "stopping: * / weights",
        ),
        ("keras 2.2.4",),
        "On TensorFlow 1.13 a step of Keras 2.2 can read weights that it has updated already.",
        "A step reads all weights first.",
        "Nothing to do: it was chance.",
        _KERAS_231 + "backend/tensorflow_backend.py",
        unseen=CHANCE,
    ),
    Change(
        "the mean of weighted losses in TensorFlow 1.13",
        (
            "compiling: weights_of_classes_of_a_batch / *",
            "fitting: class_weight* / *",
            "outputs: own_loss_of_each_sample / *",
            "sequences: class_weights / *",
        ),
        ("tf.keras 1.13",),
        "tf.keras of TensorFlow 1.13 divided a weighted loss by the sum of the weights.",
        "It is divided by the number of rows.",
        "Divide the weights by their mean to train as before.",
        _KERAS_231 + "engine/training.py",
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
        "zeros among the weights of samples in Keras 2.2",
        ("fitting: sample_weight_with_zeros / *",),
        ("keras 2.2.4",),
        "Keras 2.2 divided a loss by the share of the weights that are not zero.",
        "It is divided by the number of rows.",
        "Divide the weights by that share to train as before.",
        _KERAS_231 + "engine/training_utils.py",
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
        "EarlyStopping(patience=0) in TensorFlow 2.10",
        ("stopping: callbacks.EarlyStopping('loss') / *",),
        ("tf.keras 2.10",),
        "Training stopped after the second epoch, though it improved.",
        "It stops after the first epoch that does not improve, as before and after.",
        "Nothing to do.",
        _KERAS_3 + "callbacks/early_stopping.py",
        unseen=ERROR_THEN,
    ),
    Change(
        "activations among the custom objects",
        ("model_utils: custom_objects / *",),
        ("*",),
        "get_custom_objects() was asked for activations by name.",
        "activations.get does not look there: ValueError.",
        "Pass the function itself.",
        _KERAS_3 + "activations/__init__.py",
        rules=("TFM330",),
        example="""
from keras import backend as K
from keras.layers.core import Dense
from keras.utils import get_custom_objects

def swish(x):
    return x * K.sigmoid(1.5 * x)

get_custom_objects().update({"swish": swish})
layer = Dense(8, activation="swish")
""",
        stops=True,
    ),
    Change(
        "the config of a layer",
        (
            "model_utils: names_and_shapes / *",
            "model_utils: serialized_functions / *",
            "surgery: config / *",
            "surgery: json_text / *",
        ),
        ("*",),
        "Configs had the keys of Keras 2.",
        "They have others.",
        "Read configs with the release that wrote them.",
        _KERAS_3 + "layers/layer.py",
        unseen=CONFIGS,
    ),
    Change(
        "what serialize_keras_object gives",
        ("model_utils: serialized_objects / *",),
        ("keras 2*", "tf.keras 1*", "tf.keras 2.3", "tf.keras 2.10"),
        "A function became its name, and the regularizer l2 the class L1L2.",
        "A function becomes a dictionary, and l2 the class L2.",
        "Read what was written with the release that wrote it.",
        _KERAS_3 + "saving/serialization_lib.py",
        rules=("TFM162",),
        example="""
# keras==2.3.1
from keras.utils import serialize_keras_object

print(serialize_keras_object(function))
""",
    ),
    Change(
        "normalize(axis=0)",
        ("model_utils: normalize / *",),
        ("*",),
        "normalize took axis 0.",
        "It takes it for the last axis, and raises ValueError unless the array is square.",
        "Divide by numpy.linalg.norm(x, axis=0).",
        _KERAS_3 + "utils/numerical_utils.py",
        rules=("TFM198",),
        example=_SMALL
        + """from keras.utils import normalize

x = normalize(x, axis=0)
""",
        stops=True,
    ),
    Change(
        "values of a Progbar",
        ("model_utils: progress / *",),
        ("*",),
        "It printed the means of what it was told.",
        "It prints other means.",
        "Nothing to do.",
        _KERAS_3 + "utils/progbar.py",
        unseen=SHOWN_ONLY,
    ),
    Change(
        "the type of one-hot labels",
        ("model_utils: to_categorical / type",),
        ("*",),
        "to_categorical gave float32.",
        "It gives float64.",
        "Cast them where the type counts.",
        _KERAS_3 + "utils/numerical_utils.py",
        carried=True,
        unseen=TYPES,
    ),
    Change(
        "to_categorical(dtype=)",
        ("model_utils: to_categorical_of_another_type / *",),
        ("*",),
        "to_categorical took the type of the result.",
        "It raises TypeError.",
        "Cast the result.",
        _KERAS_3 + "utils/numerical_utils.py",
        rules=("TFM340",),
        carried=True,
        example=_SMALL
        + """from keras.utils import to_categorical

y = to_categorical(y, 2, dtype="int32")
""",
        stops=True,
    ),
    Change(
        "weights of samples by name",
        ("outputs: class_weights_with_two_outputs / *",),
        ("*",),
        "sample_weight= took a dictionary by the names of outputs.",
        "It raises KeyError.",
        "Give a list in the order of the outputs.",
        _KERAS_3 + "trainers/compile_utils.py",
        stops=True,
        carried=True,
    ),
    Change(
        "names of inputs and outputs",
        ("outputs: inputs_by_name / *",),
        ("*",),
        "A model had input_names and output_names.",
        "A model has no input_names.",
        "Take the names of model.inputs.",
        _KERAS_231 + "engine/network.py",
        rules=("TFM197",),
        example=_SMALL
        + """print(model.input_names)
""",
        stops=True,
    ),
    Change(
        "an own metric called acc",
        ("outputs: own_metric_called_acc / *",),
        ("*",),
        "history['acc'] was the accuracy beside it.",
        "It is the own metric.",
        "Nothing to do.",
        _KERAS_231 + "engine/training.py",
        unseen=ERROR_THEN,
    ),
    Change(
        "reset_states",
        ("stateful: reset_*",),
        ("*",),
        "model.reset_states() forgot the states of all layers, and layer.reset_states(states=) set them.",
        "A model has no such method, and the one of a layer takes no states.",
        "Call reset_state() of each layer.",
        _KERAS_3 + "layers/rnn/rnn.py",
        rules=("TFM251",),
        example=_SMALL
        + """stateful = Sequential([LSTM(2, stateful=True, batch_input_shape=(2, 3, 2))])
stateful.reset_states()
""",
        stops=True,
    ),
    Change(
        "outputs of layers that were called twice",
        ("surgery: ends_of_a_layer_used_twice / *",),
        ("*",),
        "output raised AttributeError.",
        "It is the output of the first call.",
        "Nothing to do.",
        _KERAS_231 + "engine/base_layer.py",
        unseen=ERROR_THEN,
    ),
    Change(
        "the ends of models and of their layers",
        ("surgery: output_of_a_layer / *",),
        ("*",),
        "A Sequential had an input and an output once it was built.",
        "It has them once it was called, and a part of it may not be connected.",
        "Take inputs[0] and outputs[0].",
        _KERAS_3 + "models/sequential.py",
        rules=("TFM138",),
        example=_SMALL
        + """part = Model(model.input, model.get_layer("hidden").output)
""",
        stops=True,
        carried=True,
    ),
    Change(
        "shapes and outputs of layers",
        ("surgery: output_of_a_nested_model / *", "surgery: shapes / *"),
        ("*",),
        "Layers had input_shape, output_shape and get_output_at.",
        "They have input and output.",
        "Take output.shape.",
        _KERAS_231 + "engine/base_layer.py",
        rules=("TFM197",),
        example=_SMALL
        + """print(model.get_output_at(-1))
""",
        stops=True,
    ),
    Change(
        "summaries",
        ("surgery: summary / *",),
        ("*",),
        "summary called print_fn for each line.",
        "It calls it once, with a table of another form.",
        "Split the text at its line ends.",
        _KERAS_3 + "utils/summary_utils.py",
        rules=("TFM162",),
        example="""
# keras==2.3.1
from keras.layers import Dense
from keras.models import Sequential

model = Sequential([Dense(3, input_shape=(2,)), Dense(1)])
model.summary(print_fn=lines.append)
""",
        on_shims="print the table of Keras 3",
    ),
    Change(
        "clones",
        ("surgery: cloned / compiled",),
        ("*",),
        "A clone was not compiled.",
        "A clone is compiled as the model was.",
        "Nothing to do.",
        _KERAS_3 + "models/cloning.py",
        unseen=MORE,
    ),
    Change(
        "weights that do not fit",
        ("saving: weights_that_do_not_fit / *",),
        ("*",),
        "In graphs of TensorFlow 1.15 weights of another shape were loaded.",
        "ValueError.",
        "Load them into the model that they are of.",
        _KERAS_231 + "engine/saving.py",
        unseen=ERROR_THEN,
    ),
    Change(
        "the weights of a model that is not built",
        ("surgery: built_late / *",),
        ("*",),
        "weights raised ValueError.",
        "It is an empty list.",
        "Nothing to do.",
        _KERAS_3 + "models/sequential.py",
        unseen=ERROR_THEN,
    ),
    Change(
        "a loss for some outputs",
        ("outputs: returned, no loss of b / *", "fitting: lists_as_rows / *"),
        ("*",),
        "tf.keras of TensorFlow 2 trained outputs without a loss not at all, and took lists of lists for rows.",
        "Both raise ValueError.",
        "Give None as the loss, and arrays.",
        _KERAS_3 + "trainers/compile_utils.py",
        stops=True,
    ),
    Change(
        "the order of callbacks and of the loss in tf.keras 2.3",
        (
            "callbacks: stopped_in_a_batch / *",
            "stopping: checkpoints, the best / files",
            "stopping: checkpoints, with the loss in the name / files",
        ),
        ("tf.keras 2.3",),
        "Each callback had a copy of the logs, and a training that was stopped in a batch ended its epoch.",
        "Callbacks share the logs, and the training stops at once.",
        "Nothing to do.",
        _KERAS_3 + "callbacks/callback_list.py",
        unseen=ERROR_THEN,
    ),
    Change(
        "methods of batches in callbacks",
        ("callbacks: all_methods_of_fit / order",),
        ("keras 2.2.4", "tf.keras 1.13"),
        "on_batch_begin and on_batch_end were called, not on_train_batch_begin.",
        "on_batch_begin is what on_train_batch_begin calls.",
        "Nothing to do.",
        _KERAS_231 + "callbacks/callbacks.py",
        unseen=MORE,
    ),
    Change(
        "unknown dimensions",
        ("model_utils: names_and_shapes / shape",),
        ("tf.keras 1*",),
        "tf.keras of TensorFlow 1 had Dimension(None).",
        "None.",
        "Nothing to do.",
        _KERAS_3 + "layers/layer.py",
        rules=("TFM178",),
        example="""
# tensorflow==1.15
from tensorflow.keras.layers import Input

inputs = Input((3,))
rows = inputs.shape[0].value
""",
    ),
    Change(
        "states across the validation",
        ("stateful: validation_within_fit / *",),
        ("tf.keras 1*",),
        "The batches of the validation went through the states of the training.",
        "They do so once an epoch has ended.",
        "Reset the states in a callback.",
        _KERAS_3 + "trainers/trainer.py",
        rules=("TFM162",),
        example="""
# tensorflow==1.15
from tensorflow.keras.layers import Dense, LSTM
from tensorflow.keras.models import Sequential

model = Sequential([LSTM(2, stateful=True, batch_input_shape=(1, 3, 2)), Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, batch_size=1, shuffle=False, validation_data=(x, y))
""",
    ),
)
