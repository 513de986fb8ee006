"""Why some of Keras's tests pass on Keras 2.3.1 or 2.2.4 and not on the shims."""

import re
from typing import NamedTuple, Tuple

INTERNAL, TODAY, GAP = "internal", "today", "gap"
KINDS = {
    INTERNAL: "look at Keras's own insides",
    TODAY: "ask for what the Python, NumPy or TensorFlow of today does not do",
    GAP: "the shims do not carry",
}


class Cause(NamedTuple):
    """A cause, its kind, and the tests it accounts for: regular expressions for `file test` and the line.

    `release` is the Keras whose tests alone it is about; "" for all.
    """

    kind: str
    text: str
    test: str
    line: str
    release: str = ""

    def accounts_for(self, file: str, name: str, line: str) -> bool:
        return bool(re.search(self.test, f"{file} {name}") and re.search(self.line, line))


_ANY = ""
CAUSES: Tuple[Cause, ...] = (
    Cause(
        INTERNAL,
        "It reads private attributes: `outbound_layer` and `inbound_layers` of the calls of layers, `_layers_by_depth`, "
        "`_input_map`, `op` of tensors, `_uses_learning_phase` of values, `_keras_shape` of what a function of the "
        "backend returns, and the metrics that `compile` keeps.",
        _ANY,
        r"no attribute '(_layers_by_depth|_input_map|op|outbound_layer|inbound_layers|_uses_learning_phase|_keras_shape)'"
        r"|'CompileMetrics'",
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
        INTERNAL,
        "It compares the configuration file of Keras with that of `load_backend`.",
        "test_data_utils",
        "load_backend",
    ),
    Cause(
        INTERNAL,
        "It answers for `input` of the package `six`, which the shims do not use.",
        "test_ask_to_proceed_with_overwrite",
        _ANY,
    ),
    Cause(
        INTERNAL,
        "It replaces functions in `keras.engine.saving` by mocks.",
        "test_model_saving",
        "'keras' has no attribute",
    ),
    Cause(
        INTERNAL,
        "It reads the attributes of an HDF5 file in which long names are in pieces.",
        "test_saving_model_with_long_weights_names",
        "locate attribute",
    ),
    Cause(INTERNAL, "It hands `K.function` what a session takes, or asks for it.", "test_function_tf_", _ANY),
    Cause(
        TODAY,
        "It trains a few epochs and asks for an accuracy, which depends on the first weights: the same seed draws others "
        "today. From equal weights and batches the losses of 12 epochs of the first one are those of Keras 2.3.1 to 1e-5.",
        "test_image_classification|test_3d_to_3d|test_temporal_classification_functional",
        "AssertionError",
    ),
    Cause(
        TODAY,
        "TensorFlow has no dilated convolution backwards on processors without oneDNN.",
        "test_conv2d_transpose_dilation",
        "InvalidArgumentError",
    ),
    Cause(TODAY, "The test leaves itself out on TensorFlow 2.", "test_model_custom_target_tensors", "Skipped"),
    Cause(
        TODAY,
        "The test has the name of a function, which Keras 3 calls otherwise: `log_cosh`, `kl_divergence`. "
        "Under that name it passes.",
        r"logcosh|kullback_leibler_divergence",
        "^(it was not run)?$",
    ),
    Cause(
        TODAY,
        "NumPy makes no array of rows of different lengths, and `argmax` is no function of Python.",
        _ANY,
        r"inhomogeneous shape|_ArrayFunctionDispatcher",
    ),
    Cause(TODAY, "Python takes no float for the ends of random whole numbers.", "test_skipgrams", "'float' object"),
    Cause(TODAY, "pytest takes no `None` for the warnings that are expected.", _ANY, "derived from Warning"),
    Cause(TODAY, "A variable of Keras 3 has no `:0` in its name.", r"Test(PrecisionTest|Recall)::test_config", _ANY),
    Cause(TODAY, "NumPy sorts equal numbers in another order.", "test_in_top_k", _ANY),
    Cause(
        TODAY, "h5py opens files to read them unless it is told otherwise.", "test_model_saving_to_pre_created", _ANY
    ),
    Cause(
        TODAY,
        "`convert_all_kernels_in_model` turned the kernels of Theano, which nobody has.",
        "test_convert_weights",
        "was removed",
    ),
    Cause(TODAY, "Keras 3 rounds `selu` otherwise, by less than 1e-6.", "test_selu", _ANY),
    Cause(
        TODAY,
        "NumPy has no `int`, and Python no text of code for a `Lambda` layer whose names are those of its module.",
        r"test_ctc_decode_greedy|test_saving_lambda_custom_objects",
        _ANY,
    ),
    Cause(
        TODAY,
        "It compares the words of an error, which Keras 3 puts otherwise.",
        "test_loading_weights_by_name_and_reshape",
        _ANY,
    ),
    Cause(
        TODAY,
        "Every warning is an error there, and NumPy warns of how Keras 3 makes arrays.",
        "test_model_saving_with_rnn_initial_state_and_args",
        _ANY,
    ),
    Cause(
        GAP,
        "A model that is given an input twice raises no error.",
        r"test_topology\.py test_recursion$",
        "DID NOT RAISE",
    ),
    Cause(GAP, "`softmax` of one axis raises no error.", "test_softmax_invalid", _ANY),
    Cause(
        GAP,
        "A layer casts inputs of `float16` to its own precision before its function sees them.",
        r"core_test\.py test_lambda",
        _ANY,
    ),
    Cause(
        GAP,
        "Wrong shapes raise another error than `ValueError`, or at another place.",
        "test_cropping_1d",
        _ANY,
    ),
    Cause(GAP, "Steps for symbolic tensors are not asked for.", "test_training_and_eval_methods_on_symbolic", _ANY),
    Cause(
        GAP,
        "A method of training that takes a wrong generator raises another error.",
        r"test_training\.py test_model_methods",
        "pop from",
    ),
    Cause(
        GAP,
        "`CSVLogger` writes `acc` beside `accuracy`, so that scripts for Keras 2.2 and for 2.3 find their column.",
        "test_CSVLogger",
        _ANY,
    ),
    Cause(
        GAP,
        "Crossentropies take the last axis.",
        "metrics_test",
        "Only axis=-1",
    ),
    Cause(
        GAP,
        "Other arithmetic at the border: crossentropy of 0 and 1, thresholds of a curve.",
        r"metrics_test|metrics_confusion_matrix_test",
        "AssertionError",
    ),
    Cause(
        GAP,
        "`K.placeholder` with a batch of one size is not the input of a stateful layer.",
        "statefulness",
        "has no len",
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
        "A regularizer is not made of the name of a class that derives from none of Keras's.",
        "test_custom_objects_scope",
        "CustomClass",
    ),
    Cause(
        GAP,
        "Crossentropy of outputs 0 and 1 is cut at another place.",
        r"losses_test\.py TestBinaryCrossentropy",
        _ANY,
    ),
    Cause(GAP, "`set_learning_phase(1)` is refused where layers would follow it.", "test_batchnorm_trainable", _ANY),
    *(
        Cause(kind, text, test, line, "2.2.4")
        for kind, text, test, line in (
            (TODAY, "It trains a few epochs and asks for an accuracy.", "test_masked_temporal", "AssertionError"),
            (TODAY, "NumPy has no truth value for an empty array.", "test_min_max_norm", "truth value"),
            (
                TODAY,
                "A variable of TensorFlow 2 is no key of a dictionary.",
                "test_optimizer_get_updates",
                "unhashable",
            ),
            (
                TODAY,
                "h5py opens files to read them unless it is told otherwise.",
                "test_model_saving_to_binary_stream",
                _ANY,
            ),
            (INTERNAL, "It reads `_BACKEND` of the module of the backend.", "test_set_floatx", "_BACKEND"),
            (
                GAP,
                "A random tensor is drawn once, and not anew by each `K.eval`.",
                "test_random_(normal|uniform)$",
                _ANY,
            ),
            (GAP, "`K.batch_dot` over the axis of the batch raises an error.", "test_batch_dot_shape", "batched"),
            (GAP, "Binary crossentropy of what is no probability is cut elsewhere.", "test_nn_operations", _ANY),
            (GAP, "A model takes no sparse placeholder.", "test_sparse_", "SparseTensor"),
            (GAP, "The target of a model is no tensor.", "test_model_custom_target_tensors", _ANY),
            (GAP, "A generator that several processes read raises no warning.", "test_warnings", _ANY),
            (
                GAP,
                "`samples_per_epoch=` of Keras 1 is refused for a generator that does not tell its batch.",
                "test_generator_methods_interface",
                "samples_per_epoch",
            ),
            (GAP, "There is no `TFOptimizer`.", "test_tfoptimizer", _ANY),
            (
                GAP,
                "`TensorBoard(histogram_freq=1)` without validation data raises no error.",
                "test_TensorBoard_histogram_freq_must_have",
                _ANY,
            ),
            (GAP, "`evaluate` returns a number of Python, not of NumPy.", r"io_utils_test\.py test_io_utils", _ANY),
            (
                GAP,
                (
                    "As in Keras 2.3, `'identity'` fills a matrix that is not square with zeros, a metric of a function "
                    "gives a number for each row, and a weighted metric is divided by the sum of the weights. Keras 2.2 "
                    "repeated the matrix, took the mean, and divided by the rows whose weight is not 0."
                ),
                "test_identity|top_k_categorical_accuracy|test_weighted_metrics_with",
                _ANY,
            ),
        )
    ),
)
