"""Changes in what compiling, training, saving and taking apart models does."""

from typing import Tuple

from compat.tables.behaviour.unseen import NEWER, SHOWN_ONLY
from compat.tables.rows import Change

_KERAS_231 = "https://github.com/keras-team/keras/blob/2.3.1/keras/"
_KERAS_3 = "https://github.com/keras-team/keras/blob/v3.15.0/keras/src/"
_TRAINING = _KERAS_231 + "engine/training.py"
_TRAINER = _KERAS_3 + "trainers/trainer.py"
_SMALL = """
# keras==2.3.1
from keras.layers import Dense, Dropout, Input
from keras.models import Model, Sequential, load_model

model = Sequential([Dense(3, input_shape=(2,)), Dense(1)])
"""

PROGRAMS: Tuple[Change, ...] = (
    Change(
        "The order of rows with a seed of TensorFlow",
        ("seeds: order_of_rows / orders",),
        ("keras 2*", "tf.keras *"),
        "fit took the rows of arrays in another order in each epoch.",
        "Once TensorFlow has a seed, all epochs and all calls of fit take them in the same order.",
        "Leave the seed out and call random.seed, or give fit a shuffled dataset.",
        _KERAS_3 + "trainers/data_adapters/array_data_adapter.py",
        rules=("TFM319",),
        carried=True,
        example="""
# tensorflow==1.15.5
import tensorflow as tf

tf.set_random_seed(7)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, epochs=10)
""",
    ),
    Change(
        "a model that is frozen after compile",
        (
            "compiling: adversaries / *", "compiling: adversaries_with_fit / *", "compiling: frozen_after_compile / *",
        ),
        ("*",),
        "compile noted what is trainable: the discriminator of a GAN, frozen for the combined model, went on training.",
        "What is trainable when a model first trains counts: the discriminator never trains.",
        "Set trainable = True before the model trains, and False after it.",
        _TRAINING,
        rules=("TFM226",),
        example=_SMALL + """
model.compile("sgd", "mse")
model.trainable = False
model.train_on_batch(x, y)
""",
        carried=True,
    ),
    Change(
        "layers that are frozen or thawed after compile",
        ("compiling: layer_frozen_after_compile / *", "compiling: layer_thawed_after_compile / *"),
        ("*",),
        "compile noted what is trainable; a change after it had no effect.",
        "What is trainable when the model first trains counts.",
        "Set trainable before compile, or leave the change out to train as before.",
        _TRAINING,
        rules=("TFM165",),
        example=_SMALL + """
model.compile("sgd", "mse")
model.layers[0].trainable = False
model.fit(x, y)
""",
        carried=True,
    ),
    Change(
        "training= in a functional model",
        ("custom: dropout_with_training_given / *",),
        ("*",),
        "training=True of a layer's call was kept: its dropout sampled in predict.",
        "The training of the model is passed over it: predict drops nothing.",
        "Call the layer in the call of a layer of your own, with training=True.",
        _KERAS_3 + "models/functional.py",
        rules=("TFM108",),
        example=_SMALL + """
inputs = Input(shape=(4,))
sampled = Dropout(0.5)(inputs, training=True)
""",
        carried=True,
    ),
    Change(
        "the trainable of a model and of its layers",
        ("compiling: trainable_of_nested_models / *",),
        ("*",),
        "In standalone Keras the flag of a model left those of its layers alone; a frozen model had nothing to train.",
        "The flag is set for all layers in it, so that thawing a model thaws what was frozen in it.",
        "Freeze the layers again after the model is thawed.",
        _KERAS_231 + "engine/network.py",
        rules=("TFM247",),
        example="""
# keras==2.3.1
from keras.applications import VGG16
from keras.models import Model

base = VGG16()
for layer in base.layers[:10]:
    layer.trainable = False
base.trainable = True
base.compile("adam", "mse")
""",
    ),
    Change(
        "one optimizer for two models",
        ("compiling: one_optimizer_for_two_models / *",),
        ("*",),
        "An optimizer made its slots anew in each compile, and counted the steps of all its models together.",
        "An optimizer knows the variables of one model: ValueError, Unknown variable.",
        "Make one optimizer for each model.",
        _KERAS_231 + "optimizers.py",
        rules=("TFM207",),
        example=_SMALL + """
from keras.optimizers import Adam

other = Sequential([Dense(1, input_shape=(2,))])
optimizer = Adam()
model.compile(optimizer, "mse")
other.compile(optimizer, "mse")
model.fit(x, y)
other.fit(x, y)
""",
        stops=True,
    ),
    Change(
        "an optimizer that is compiled again",
        ("compiling: compiled_again_with_momentum / *",),
        ("*",),
        "Its momentum and means started anew with each compile.",
        "They go on from where they were.",
        "Make another optimizer for the second compile.",
        _KERAS_231 + "optimizers.py",
        rules=("TFM207",),
        example="""
# keras==2.3.1
from keras.optimizers import SGD
from keras.layers import Dense
from keras.models import Sequential

model = Sequential([Dense(3, input_shape=(2,)), Dense(1)])
optimizer = SGD(0.1, momentum=0.9)
model.compile(optimizer, "mse")
model.fit(x, y)
model.compile(optimizer, "mae")
model.fit(x, y)
""",
        carried=True,
        on_shims="make new slots in each compile, as standalone Keras did; tf.keras kept them",
    ),
    Change(
        "a model loaded from HDF5 that trains on",
        ("saving: optimizer_in_hdf5 / *",),
        ("*",),
        "Training went on with the state of the optimizer.",
        "The first step raises ValueError, Unknown variable: the optimizer is built for no variables.",
        "Save to a .keras file, or compile again.",
        _KERAS_3 + "legacy/saving/legacy_h5_format.py",
        rules=("TFM163",),
        example=_SMALL + """
model = load_model("model.h5")
model.fit(x, y)
""",
        stops=True,
    ),
    Change(
        "short names of losses in HDF5 files",
        ("saving: short_names_of_losses / *", "saving: model_in_hdf5 / raises"),
        ("*",),
        "A model compiled with mse was loaded with it.",
        "load_model raises an error for short names of losses and metrics.",
        "Name losses in full where a model is saved to HDF5.",
        _KERAS_3 + "legacy/saving/saving_utils.py",
        rules=("TFM218",),
        example=_SMALL + """
model.compile("sgd", "mse")
model.save("model.h5")
model = load_model("model.h5")
""",
        carried=True,
        stops=True,
    ),
    Change(
        "weights by name",
        ("saving: weights_by_name / *",),
        ("*",),
        "load_weights(by_name=True) took the layers whose names are in the file.",
        "A file of weights ends in .weights.h5, and by_name= is for files of Keras 2 only.",
        "Save whole models, or get the layers by name.",
        _KERAS_3 + "saving/saving_api.py",
        rules=("TFM198",),
        example=_SMALL + """
model.save_weights("weights.h5")
model.load_weights("weights.h5", by_name=True)
""",
        carried=True,
        stops=True,
    ),
    Change(
        "lambdas in files",
        ("saving: lambda_in_a_file / *",),
        ("*",),
        "A Lambda layer with a lambda was loaded.",
        "load_model asks for safe_mode=False.",
        "Pass safe_mode=False if you trust the file.",
        _KERAS_3 + "layers/core/lambda_layer.py",
        stops=True,
    ),
    Change(
        "names that layers, models and weights get by counting",
        ("surgery: names_*",),
        ("*",),
        "Standalone Keras counted from 1, dense_1, and named weights with their layer, dense_1/kernel:0.",
        "The first layer is dense, the second dense_1; a weight is called kernel, an input input_layer.",
        "Name the layers that you get by name.",
        _KERAS_231 + "backend/common.py",
        rules=("TFM166",),
        example=_SMALL + """
features = Model(model.inputs, model.get_layer("dense_2").output)
""",
    ),
    Change(
        "model.layers.pop()",
        ("surgery: popped_from_layers_of_a_functional_model / *",),
        ("*",),
        "layers of a functional model was its own list, which pop shortened.",
        "layers is a copy: pop has no effect.",
        "Make a Model from the output of another layer.",
        _KERAS_231 + "engine/network.py",
        rules=("TFM217",),
        example=_SMALL + """
inputs = Input(shape=(4,))
model = Model(inputs, Dense(1)(Dense(3)(inputs)))
model.layers.pop()
""",
        carried=True,
    ),
    Change(
        "metrics_names",
        ("* / names", "outputs: names_before_training / *"),
        ("*",),
        "metrics_names had the names of what evaluate returns.",
        "It has loss and compile_metrics, whatever the metrics are.",
        "Take evaluate(..., return_dict=True).",
        _TRAINER,
        rules=("TFM231",),
        example=_SMALL + """
model.compile("sgd", "mse", metrics=["mae"])
model.fit(x, y)
print(dict(zip(model.metrics_names, model.evaluate(x, y))))
""",
        on_shims="keep the legacy behaviour, with the names of Keras 3 for weighted metrics",
    ),
    Change(
        "metrics for all outputs",
        ("outputs: *metrics for all / *",),
        ("*",),
        "A list of metrics was for each of the outputs.",
        "The first is for the first output, and so on; too few raise an error.",
        "Give a list for each output.",
        _TRAINING,
        rules=("TFM230",),
        example="""
# keras==2.3.1
from keras.layers import Dense, Input
from keras.models import Model

inputs = Input(shape=(4,))
model = Model(inputs, [Dense(1)(inputs), Dense(1)(inputs)])
model.compile("sgd", "mse", metrics=["mae"])
""",
        on_shims="keep the legacy behaviour, and the logs have both names of a metric",
    ),
    Change(
        "weights of losses beside one loss, or for some outputs",
        (
            "outputs: *loss weights in a list / *", "outputs: *loss weights of one output / *",
            "saving: functional_in_a_file / *",
        ),
        ("*",),
        "One loss was for all outputs, and outputs that loss_weights left out had the weight 1.",
        "compile wants as many losses as weights, and a weight for each output.",
        "Give each output its loss and its weight.",
        _KERAS_3 + "trainers/compile_utils.py",
        carried=True,
        stops=True,
    ),
    Change(
        "the order of the keys of a history",
        ("* / keys",),
        ("*",),
        "Keys of the validation came first, then the loss and the metrics.",
        "They are in the order of the alphabet, those of the validation last.",
        "Ask for the keys by name.",
        _TRAINER,
        rules=("TFM254",),
        example="""
# keras==2.3.1
from keras.layers import Dense
from keras.models import Sequential

model = Sequential([Dense(3, input_shape=(2,)), Dense(1)])
history = model.fit(x, y, validation_split=0.1)
losses = list(history.history.values())[0]
""",
    ),
    Change(
        "the loss of several batches of a generator",
        (
            "sequences: evaluated / values", "sequences: with_validation / history",
            "fitting: evaluated_from_a_generator / values", "fitting: generator_with_validation / history",
        ),
        ("*",),
        "Keras 2.3 returned the loss of the last batch; TensorFlow 1 named metrics in full.",
        "It is the mean over the rows.",
        "Nothing to do.",
        _KERAS_231 + "engine/training_generator.py",
        unseen=SHOWN_ONLY,
    ),
    Change(
        "on_epoch_end of a Sequence",
        ("sequences: * / ends*",),
        ("*",),
        "It was called once after each epoch.",
        "It is called before the first one, too, and for the sequence of the validation.",
        "Let it do nothing that counts.",
        _KERAS_3 + "trainers/data_adapters/py_dataset_adapter.py",
        rules=("TFM255",),
        example="""
# keras==2.3.1
from keras.utils import Sequence


class Batches(Sequence):
    size = 8

    def on_epoch_end(self):
        self.size += 8
""",
    ),
    Change(
        "a Sequence in epochs of fewer steps",
        ("sequences: fewer_steps / weights",),
        ("*",),
        "An epoch went on where the one before had stopped.",
        "An epoch ends where the Sequence ends.",
        "Wrap the Sequence in one that does not end.",
        _KERAS_231 + "utils/data_utils.py",
        rules=("TFM137",),
        example="""
# keras==2.3.1
from keras.models import load_model
from keras.utils import Sequence


class Batches(Sequence):
    def __len__(self):
        return 3

    def __getitem__(self, index):
        return x, y


model = load_model("model.keras")
model.fit_generator(Batches(), steps_per_epoch=2, epochs=3)
""",
        carried=True,
    ),
    Change(
        "batches from Python generators",
        (
            "fitting: generator_of_lists / raises", "fitting: generator_with_class_weights / raises",
            "fitting: predicted_from_a_generator / raises", "fitting: class_weight_and_sample_weight / raises",
        ),
        ("*",),
        "Batches could be lists, and class_weight= went with generators and with sample_weight=.",
        "Batches are tuples, and class_weight= goes with arrays alone.",
        "Yield tuples, with the weights of the samples.",
        _KERAS_3 + "trainers/data_adapters/generator_data_adapter.py",
        rules=("TFM133",),
        example=_SMALL + """
def batches():
    while True:
        yield x, y


model.compile("sgd", "mse")
model.fit_generator(batches(), steps_per_epoch=3, class_weight={0: 1.0, 1: 2.0})
""",
        stops=True,
        carried=True,
    ),
    Change(
        "What train_on_batch and test_on_batch return in Keras 3.3",
        (
            "compiling: batches_of_other_sizes / losses",
            "compiling: batches_with_metrics / *",
            "compiling: frozen_and_compiled_again / losses*",
            "compiling: frozen_between_batches / losses*",
            "compiling: losses_of_two_outputs / first",
            "compiling: weights_of_classes_of_a_batch / losses",
            "compiling: weights_of_samples / tested",
            "custom: loss_added_in_call / losses",
            "custom: own_layer / losses",
            "layers: Dropout(0.5) in training and test / test loss",
            "layers: TimeDistributed(Dropout(0.5)) in training / test loss",
            "outputs: returned, * / trained",
            "outputs: targets_by_name / trained",
            "stateful: encoder_and_decoder / losses",
        ),
        ("keras 3.3",),
        "Means over all batches since the model was compiled, of the whole loss only.",
        "The loss and the metrics of this batch, as in Keras 2, with the losses of each output.",
        "Nothing for sources of Keras 2.",
        "https://github.com/keras-team/keras/blob/v3.3.3/keras/src/backend/tensorflow/trainer.py",
        unseen=NEWER,
    ),
)  # fmt: skip
