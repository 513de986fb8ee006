"""Why some of Keras's tests pass on Keras 2.3.1 and not on the shims."""

import re
from typing import NamedTuple, Tuple

INTERNAL, TODAY, GAP = "internal", "today", "gap"
KINDS = {
    INTERNAL: "look at Keras's own insides",
    TODAY: "ask for what the Python, NumPy or TensorFlow of today does not do",
    GAP: "the shims do not carry",
}


class Cause(NamedTuple):
    """A cause, its kind, and the tests it accounts for: regular expressions for `file test` and the line."""

    kind: str
    text: str
    test: str
    line: str

    def accounts_for(self, file: str, name: str, line: str) -> bool:
        return bool(re.search(self.test, f"{file} {name}") and re.search(self.line, line))


_ANY = ""
CAUSES: Tuple[Cause, ...] = (
    Cause(
        INTERNAL,
        "It reads private attributes of tensors, layers and models: `_keras_shape`, `_uses_learning_phase`, "
        "`uses_learning_phase`, `_layers_by_depth`, `op`.",
        _ANY,
        r"no attribute '(_keras_shape|_?uses_learning_phase|_layers_by_depth|op)'",
    ),
    Cause(
        INTERNAL,
        "It calls private functions of `keras.engine`.",
        _ANY,
        r"keras\.engine\.(saving|training_utils)\.\w+ was removed|'compat\.keras\.engine\.\w+'",
    ),
    Cause(
        INTERNAL,
        "It hands a callback a stand-in for an optimizer that has only `lr`.",
        r"test_ReduceLROnPlateau_patience",
        "DummyOptimizer",
    ),
    Cause(
        INTERNAL,
        "It replaces classes of Keras by mocks that take any value.",
        r"legacy/interface_test",
        r"strides > 1|argument `rate`",
    ),
    Cause(
        INTERNAL,
        "It sets the inputs of a model through `_set_inputs`.",
        r"test_dynamic_set_inputs",
        _ANY,
    ),
    Cause(
        TODAY,
        "TensorFlow runs convolutions with `channels_first` on GPUs only, where Keras 2 turned the images around.",
        _ANY,
        r"UnimplementedError",
    ),
    Cause(TODAY, "The test leaves itself out on TensorFlow 2.", "test_model_custom_target_tensors", "Skipped"),
    Cause(
        TODAY,
        "The test has the name of a function, which Keras 3 calls otherwise: `log_cosh`, `kl_divergence`. "
        "Under that name it passes.",
        r"logcosh|kullback_leibler_divergence",
        "^(it was not run)?$",
    ),
    Cause(TODAY, "The environment has no TensorBoard.", _ANY, "TBNotInstalledError"),
    Cause(
        TODAY,
        "NumPy makes no array of rows of different lengths, and `argmax` is no function of Python.",
        _ANY,
        r"inhomogeneous shape|_ArrayFunctionDispatcher",
    ),
    Cause(TODAY, "Not ended in time on the machine at hand.", _ANY, r"^no answer after"),
    Cause(
        GAP,
        "`add_metric` raises.",
        _ANY,
        r"add_metric|LayerWithNestedAddMetricLayer|Exception encountered when calling Test(Model|Layer)\.call",
    ),
    Cause(GAP, "There is no `LocallyConnected1D` or `LocallyConnected2D`.", _ANY, "LocallyConnected"),
    Cause(GAP, "`ThresholdedReLU` is a function.", "test_thresholded_relu", _ANY),
    Cause(GAP, "`LeakyReLU` takes no negative slope.", "test_linear_unit_activations", "negative_slope"),
    Cause(
        GAP,
        "`add_loss` of a model takes tensors, not numbers, and `losses` is empty before a call.",
        "regularizers_test",
        _ANY,
    ),
    Cause(
        GAP,
        "`add_update` and `model.updates` keep nothing: the variables are set where a layer is called.",
        _ANY,
        r"'updates'|add_update|get_updates_for|get_losses_for",
    ),
    Cause(GAP, "`CSVLogger` writes `acc` beside `accuracy`.", "test_CSVLogger", _ANY),
    Cause(
        GAP,
        "Functions of `keras.metrics` take tensors, not variables, and more of their shapes changed.",
        "metrics_functional_test",
        _ANY,
    ),
    Cause(
        GAP,
        "Metrics take floats, not integers, and crossentropies the last axis.",
        "metrics_test",
        r"int64|cannot compute Mul|Only axis=-1",
    ),
    Cause(
        GAP,
        "Other arithmetic at the border: crossentropy of 0 and 1, thresholds of a curve.",
        r"metrics_test|metrics_confusion_matrix_test",
        "AssertionError",
    ),
    Cause(GAP, "Two lengths that contradict each other are not compared.", "test_embedding_invalid", _ANY),
    Cause(
        GAP,
        "`K.placeholder` with a batch of one size is not the input of a stateful layer.",
        "statefulness",
        "has no len",
    ),
    Cause(GAP, "A transformation of an image by a dictionary is another one.", "test_deterministic_transform", _ANY),
    Cause(
        GAP, "A function that Keras before 2.1.2 saved is not read.", "test_func_dump_and_load_backwards_compat", _ANY
    ),
    Cause(
        GAP,
        "A `Sequence` is read ahead, and its length is asked once.",
        r"test_training\.py test_fit_generator",
        _ANY,
    ),
    Cause(
        GAP,
        "A model is made for, or trained on, a tensor of TensorFlow: `Input(tensor=)`, `clone_model(input_tensors=)`, "
        "`target_tensors=`.",
        r"test_model_with_input_feed_tensor|test_model_with_external_loss|test_target_tensors|test_clone_",
        r"KerasTensor|None values",
    ),
    Cause(
        GAP,
        "A warning or an error is missing: `trainable` set after `compile`, steps for symbolic tensors.",
        r"test_trainable_weights_count_consistency|test_training_and_eval_methods_on_symbolic_tensors",
        _ANY,
    ),
    Cause(GAP, "A loss by a class without `from_config` is not read.", "test_serializing", "MSE_MAE_loss"),
    Cause(GAP, "There is no `LossFunctionWrapper`.", "test_loss_wrapper", _ANY),
    Cause(
        GAP,
        "Crossentropy of outputs 0 and 1 is cut at another place.",
        r"losses_test\.py TestBinaryCrossentropy",
        _ANY,
    ),
    Cause(
        GAP,
        "A `Lambda` layer was not cloned; it is since, and the file was not run again.",
        "test_clone_functional_model_with_multi_outputs",
        "Python lambda",
    ),
    Cause(
        GAP,
        "Callbacks had no weights of samples, and `activations.get` knew no custom functions. Both are mended, and the "
        "files were not run again.",
        r"test_CallbackValData|test_custom_objects_scope",
        r"AssertionError|custom_fn",
    ),
    Cause(GAP, "`set_learning_phase(1)` is refused where layers would follow it.", "test_batchnorm_trainable", _ANY),
    Cause(GAP, "There is no `metrics_utils.AUCCurve`.", "TestAUC", "AUCCurve"),
    Cause(
        GAP,
        "A `Lambda` layer is made from its configuration only by the functions of `keras.models`.",
        "core_test",
        "Python lambda|`Lambda` layer",
    ),
)
