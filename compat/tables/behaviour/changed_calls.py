"""Functions and classes of the same name that compute something else today, or refuse what they took.

Measured by `tests/behaviour`.
"""

from typing import Tuple

from compat.tables.behaviour.optimizers import OPTIMIZERS
from compat.tables.names.makers import model_methods
from compat.tables.rows import Between, CallOf, ChangedCall

_KERAS = "https://github.com/keras-team/keras/blob/"
_TF_KERAS = "https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/python/keras/"
_BEFORE_2 = ("standalone", "tensorflow_1")
_BEFORE_3 = (*_BEFORE_2, "tensorflow_2")
_SIGN = "TensorFlow 1 gave the cosine, Keras 3 gives its negative"
_NEGATE = "take the negative; a loss of TensorFlow 1 drove the vectors apart"

LEAST_FUSED_EPSILON = 1.001e-5
"""What the fused kernel of batch normalization took for any smaller epsilon, before TensorFlow 2.12."""

CHANGED_CALLS: Tuple[ChangedCall, ...] = (
    ChangedCall(
        model_methods("fit", "train_on_batch"),
        "Keras 3 takes one of class_weight= and sample_weight=; Keras 2 multiplied them",
        "pass sample_weight= alone, times the weight of each row's class",
        _KERAS + "v3.15.1/keras/src/trainers/data_adapters/array_data_adapter.py",
        given={"class_weight": ..., "sample_weight": ...},
    ),
    ChangedCall(
        tuple(f"{each}.set_weights" for each in (*OPTIMIZERS, "keras.optimizers.Ftrl", "keras.optimizers.Optimizer")),
        "an optimizer of Keras 3 must be built, and has its variables in another order, its rate among them",
        "call optimizer.build(model.trainable_variables), and set the variables one by one; or save the whole model",
        _KERAS + "v3.15.1/keras/src/optimizers/base_optimizer.py",
        lines=("standalone", "tensorflow_1", "tensorflow_2"),
        stops=True,
    ),
    ChangedCall(
        ("keras.losses.cosine_similarity", "keras.losses.CosineSimilarity"),
        _SIGN,
        _NEGATE,
        _TF_KERAS + "losses.py",
        lines=("tensorflow_1",),
        on_shims=True,
    ),
    ChangedCall(
        model_methods("compile"),
        _SIGN,
        _NEGATE,
        _TF_KERAS + "losses.py",
        given={"loss": "cosine_similarity"},
        lines=("tensorflow_1",),
        on_shims=True,
    ),
    ChangedCall(
        ("keras.losses.Huber",),
        "Keras 2 gave the Huber loss of each output, Keras 3 gives the mean over the last axis: the sum is smaller",
        "multiply the loss by the number of outputs",
        _KERAS + "2.3.1/keras/losses.py",
        given={"reduction": ...},
        lines=_BEFORE_2,
        on_shims=True,
    ),
    ChangedCall(
        ("keras.activations.softmax",),
        "Keras 2 took the softmax of a matrix along its rows, whatever axis= said",
        "leave axis= out for a matrix",
        _KERAS + "2.3.1/keras/activations.py",
        given={"axis": ...},
        lines=_BEFORE_2,
        is_note=True,
        on_shims=True,
    ),
    ChangedCall(
        ("keras.metrics.SensitivityAtSpecificity", "keras.metrics.SpecificityAtSensitivity"),
        "Keras 2.3 took the threshold nearest to the given value, Keras 3 the best of all that reach it",
        "expect larger values",
        _KERAS + "2.3.1/keras/metrics.py",
        lines=_BEFORE_2,
        is_note=True,
        on_shims=True,
    ),
    ChangedCall(
        ("tensorflow.nn.max_pool_with_argmax", "tensorflow.compat.v1.nn.max_pool_with_argmax"),
        "on the CPU, TensorFlow 1.13 and before counted the batch into the indices; on GPUs, and since, it is left out",
        "pass include_batch_in_index=True if the code was for the CPU",
        "https://github.com/tensorflow/tensorflow/pull/25241",
        lines=("tensorflow_1",),
        is_note=True,
    ),
    *(
        ChangedCall(
            (symbol,),
            "up to Keras 2.2 and TensorFlow 1.13 a hinge loss took its targets as they are: today those that are all 0 "
            "or 1 become -1 or 1",
            "nothing to do if the targets are -1 and 1",
            _KERAS + "2.2.4/keras/losses.py",
            given=given,
            lines=_BEFORE_2,
            changed_in=("keras 2.3", "tensorflow 1.14"),
            is_note=True,
            on_shims=True,
        )
        for name in ("hinge", "squared_hinge")
        for symbol, given in (
            *((method, {"loss": name}) for method in model_methods("compile")),
            ("keras.losses." + name, {}),
        )
    ),
    ChangedCall(
        model_methods("fit"),
        "TensorFlow 1.13 divided a weighted loss by the sum of the weights, Keras 3 divides it by the number of rows",
        "divide the weights by their mean over the rows",
        "https://github.com/tensorflow/tensorflow/blob/v1.13.2/tensorflow/python/keras/engine/training.py",
        given={"class_weight": ...},
        lines=("tensorflow_1",),
        changed_in=("tensorflow 1.14",),
        on_shims=True,
    ),
    ChangedCall(
        model_methods("fit", "train_on_batch"),
        "TensorFlow 1.13 divided a weighted loss by the sum of the weights, Keras 3 divides it by the number of rows",
        "divide the weights by their mean",
        "https://github.com/tensorflow/tensorflow/blob/v1.13.2/tensorflow/python/keras/engine/training.py",
        given={"sample_weight": ...},
        lines=("tensorflow_1",),
        changed_in=("tensorflow 1.14",),
        on_shims=True,
    ),
    ChangedCall(
        model_methods("fit", "train_on_batch"),
        "Keras 2.2 divided a weighted loss by the share of the weights that are not zero, Keras 3 does not",
        "divide the weights by that share, if some are zero",
        _KERAS + "2.2.4/keras/engine/training_utils.py",
        given={"sample_weight": ...},
        lines=("standalone",),
        changed_in=("keras 2.3",),
        on_shims=True,
    ),
    ChangedCall(
        ("keras.utils.multi_gpu_model",),
        "Keras 2 trained a copy of the template with new weights, and left the template as it was; the shim trains the "
        "template",
        "nothing if that is what you save and predict with; else pass keras.models.clone_model(model)",
        _KERAS + "2.3.1/keras/utils/multi_gpu_utils.py",
        given={"cpu_relocation": True},
        is_note=True,
        on_shims=True,
    ),
    ChangedCall(
        model_methods("compile"),
        "Keras 2 listed a metric once that is given as metrics= and as weighted_metrics=, Keras 3 lists it twice",
        "give one of the two a name of its own",
        _KERAS + "2.3.1/keras/engine/training.py",
        given={"weighted_metrics": ..., "metrics": ...},
        lines=_BEFORE_3,
        is_note=True,
        on_shims=True,
    ),
    ChangedCall(
        ("keras.layers.Bidirectional",),
        "each batch started from zeros in TensorFlow 1 and standalone Keras, whatever stateful= said; in Keras 3 both "
        "directions start from the states that the last batch left",
        "leave stateful=True out to train as before",
        _KERAS + "2.3.1/keras/layers/wrappers.py",
        given={"layer": CallOf(("keras.layers.*",), {"stateful": True})},
        lines=_BEFORE_2,
        on_shims=True,
    ),
    ChangedCall(
        model_methods("fit"),
        "in TensorFlow 1 the validation went on from the states of the training, and left its own; Keras 3 keeps them "
        "apart",
        "expect another val_loss, or validate with evaluate()",
        _TF_KERAS + "engine/training.py",
        given={"validation_data": ...},
        lines=("tensorflow_1",),
        beside={"stateful": True},
        on_shims=True,
    ),
    *(
        ChangedCall(
            ("keras.layers.*",),
            "Keras 2 counted the penalty of a frozen layer in the loss, a constant; Keras 3 leaves it out",
            "expect a smaller loss; the training is the same",
            _KERAS + "2.3.1/keras/engine/base_layer.py",
            given={name: ..., "trainable": False},
            lines=_BEFORE_3,
            is_note=True,
            on_shims=True,
        )
        for name in ("kernel_regularizer", "bias_regularizer", "embeddings_regularizer", "recurrent_regularizer")
    ),
    ChangedCall(
        model_methods("summary"),
        "Keras 2 called print_fn for each line, Keras 3 calls it once, with the whole text",
        "split what it is given at the ends of lines, if lines count",
        _KERAS + "v3.15.0/keras/src/utils/summary_utils.py",
        given={"print_fn": ...},
        lines=_BEFORE_3,
        is_note=True,
        on_shims=True,
    ),
    ChangedCall(
        ("keras.metrics.get",),
        "Keras 2 gave the function of that name; Keras 3 gives an object, whose call returns the mean of all calls so "
        "far",
        "take the function itself, such as keras.metrics.mean_absolute_error",
        _KERAS + "v3.15.0/keras/src/metrics/__init__.py",
        lines=_BEFORE_3,
        on_shims=True,
    ),
    ChangedCall(
        ("keras.utils.serialize_keras_object",),
        "Keras 2 gave the name of a function, and the class of l2 as L1L2; Keras 3 gives a dictionary of its own form",
        "read what a run of Keras 2 wrote with Keras 2",
        _KERAS + "v3.15.0/keras/src/saving/serialization_lib.py",
        lines=_BEFORE_3,
        is_note=True,
        on_shims=True,
    ),
    ChangedCall(
        ("keras.initializers.Identity",),
        "Keras 2.2 repeated the identity along the longer side of a matrix that is not square, Keras 3 fills it with 0",
        "nothing to do for square matrices",
        _KERAS + "2.2.4/keras/initializers.py",
        lines=("standalone",),
        changed_in=("keras 2.3",),
        is_note=True,
        on_shims=True,
    ),
    ChangedCall(
        ("keras.layers.BatchNormalization",),
        "moving statistics of Keras 2.2 were those of the batches from the first step on, today they begin at 0 and 1",
        "expect other predictions and validations in the first few hundred steps, or give it a smaller momentum",
        _KERAS + "2.2.4/keras/backend/tensorflow_backend.py",
        lines=("standalone",),
        changed_in=("keras 2.3",),
        is_note=True,
        once=True,
        on_shims=True,
    ),
    ChangedCall(
        ("keras.layers.BatchNormalization",),
        "the moving variance was n / (n - 1) times that of a batch of n rows, today it is that of the batch",
        "expect other predictions where batches are small; --to compat keeps the estimate",
        _KERAS + "2.3.1/keras/layers/normalization.py",
        lines=("standalone",),
        is_note=True,
        once=True,
    ),
    ChangedCall(
        ("keras.layers.BatchNormalization",),
        "of images the moving variance was n / (n - 1) times that of n pixels of a batch, now it is that of the batch",
        "expect other predictions where batches of images are small; --to compat keeps the estimate",
        _KERAS + "v2.15.0/keras/layers/normalization/batch_normalization.py",
        lines=("tensorflow_1", "tensorflow_2"),
        beside={"filters": ...},
        is_note=True,
        once=True,
    ),
    ChangedCall(
        ("keras.applications.ResNet50", "keras.applications.resnet50.ResNet50"),
        "its BatchNormalization had an epsilon of 1e-3, and has one of 1.001e-5: its outputs are others",
        "set epsilon = 1e-3 of these layers, for weights that were trained so",
        "https://github.com/keras-team/keras-applications/blob/1.0.8/keras_applications/resnet50.py",
        lines=("standalone",),
        is_note=True,
        once=True,
    ),
    ChangedCall(
        ("keras.layers.BatchNormalization",),
        "for images TensorFlow took an epsilon of at least 1.001e-5, since 2.12 it takes the one given",
        "write 1.001e-5 for the numbers of then; --to compat does so",
        "https://github.com/tensorflow/tensorflow/blob/v2.11.1/tensorflow/python/ops/nn_impl.py",
        given={"epsilon": Between(1e-5, float("inf"))},
        changed_in=("tensorflow 2.12",),
        beside={"filters": ...},
        is_note=True,
    ),
    *(
        ChangedCall(
            ("keras.metrics." + name,),
            "Keras 2 gave one number for each row; Keras 3 gives one for each output"
            if name == "binary_accuracy"
            else "up to Keras 2.2 and TensorFlow 1.13 this was the mean over the batch, today it is one for each row",
            "take the mean, which has not changed",
            _KERAS + "2.3.1/keras/metrics.py",
            lines=_BEFORE_3 if name == "binary_accuracy" else _BEFORE_2,
            changed_in=() if name == "binary_accuracy" else ("keras 2.3", "tensorflow 1.14"),
            is_note=True,
            on_shims=name != "binary_accuracy",
        )
        for name in ("binary_accuracy", "top_k_categorical_accuracy", "sparse_top_k_categorical_accuracy")
    ),
    ChangedCall(
        ("tensorflow.data.Dataset.shuffle",),
        "up to TensorFlow 1.13 a dataset that was shuffled before repeat() had another order in each pass, though "
        "reshuffle_each_iteration=False",
        "leave the argument out for another order in each pass",
        "https://github.com/tensorflow/tensorflow/blob/v1.13.2/tensorflow/python/data/experimental/ops/optimization_options.py",
        given={"reshuffle_each_iteration": False},
        lines=("tensorflow_1",),
        changed_in=("tensorflow 1.14",),
        is_note=True,
        on_shims=True,
    ),
    ChangedCall(
        ("keras.callbacks.EarlyStopping",),
        "a min_delta below zero let the quantity grow by as much; Keras 3 takes its absolute value",
        "stop in a callback of your own, or use --to compat",
        _KERAS + "2.3.1/keras/callbacks/callbacks.py",
        given={"min_delta": Between(0.0, float("inf"))},
        lines=("standalone",),
    ),
    ChangedCall(
        ("keras.layers.Input",),
        "Keras 3 takes symbolic tensors of its own, and raises ValueError for any other; Keras 2 fed the model from it",
        "give the model Input(shape), and fit a tf.data.Dataset or the arrays",
        _KERAS + "v3.15.0/keras/src/layers/core/input_layer.py",
        given={"tensor": ...},
        lines=_BEFORE_3,
        stops=True,
        on_shims=True,
    ),
    ChangedCall(
        ("keras.backend.switch",),
        "with a condition for each row TensorFlow 1 chose whole rows, TensorFlow 2 chooses columns, or raises",
        "give such a condition an axis more, K.expand_dims(condition), or use --to compat",
        _KERAS + "2.3.1/keras/backend/tensorflow_backend.py",
        lines=_BEFORE_2,
        is_note=True,
    ),
)
