"""Legacy symbols that need a shim on modern releases, and the module of `compat.shims` that holds it."""

from typing import Tuple

from compat.tables.names import contrib_distribute, contrib_eager, contrib_summary, slim
from compat.tables.names.makers import MODEL_CLASSES, MODEL_FUNCTIONS, SESSIONS
from compat.tables.names.mixed_precision import DISABLE_GRAPH_REWRITE, ENABLE_GRAPH_REWRITE, GRAPH_REWRITE_MODULES
from compat.tables.rows import Shim


def _shim(module: str, package: str, names: str) -> Shim:
    return Shim("compat.shims." + module, tuple(package + "." + name for name in names.split()))


_KERAS = "keras."

_WITH_ACTIVATIONS = """
Activation ActivityRegularization Conv1D Conv2D Conv2DTranspose Conv3D Conv3DTranspose ConvLSTM2D Dense DepthwiseConv2D
Embedding GRU GRUCell LSTM LSTMCell SeparableConv1D SeparableConv2D SimpleRNN SimpleRNNCell
"""
"""Layers with activations or activity regularizers, whose arithmetic changed."""

RANDOM_INITIALIZERS = """
Orthogonal RandomNormal RandomUniform TruncatedNormal VarianceScaling glorot_normal glorot_uniform he_normal he_uniform
lecun_normal lecun_uniform orthogonal random_normal random_uniform truncated_normal
"""

_GENERIC_UTILS = """
func_dump func_load has_arg is_all_none object_list_uid slice_arrays to_list transpose_shape unpack_singleton
"""

_MERGING = """
Add Average Concatenate Maximum Minimum Multiply Subtract add average concatenate dot maximum minimum multiply
subtract
"""

_METRICS = """
AUC Accuracy BinaryAccuracy BinaryCrossentropy CategoricalAccuracy CategoricalCrossentropy CategoricalHinge
CosineSimilarity FalseNegatives FalsePositives Hinge KLDivergence LogCoshError Mean MeanAbsoluteError
MeanAbsolutePercentageError MeanIoU MeanSquaredError MeanSquaredLogarithmicError Metric Poisson Precision Recall
RootMeanSquaredError SensitivityAtSpecificity SparseCategoricalAccuracy SparseCategoricalCrossentropy
SparseTopKCategoricalAccuracy SpecificityAtSensitivity SquaredHinge Sum TopKCategoricalAccuracy TrueNegatives
TruePositives
"""

_METRIC_FUNCTIONS = """
binary_accuracy categorical_accuracy cosine cosine_proximity cosine_similarity serialize sparse_categorical_accuracy
sparse_top_k_categorical_accuracy top_k_categorical_accuracy
"""

_MNIST = "DataSet dense_to_one_hot extract_images extract_labels load_mnist read_data_sets"

_ENQUEUERS = "GeneratorEnqueuer OrderedEnqueuer SequenceEnqueuer"

_GRAPH_FUNCTIONS = """
ctc_decode dtype eye get_variable_shape identity in_test_phase in_train_phase is_keras_tensor is_placeholder is_tensor
is_variable logsumexp ndim normalize_batch_in_training placeholder print_tensor random_binomial reset_uids size slice
"""

_OPT = "tensorflow.contrib.opt.python.training"
_OPTIMIZERS_BY_FILE = {
    "adamax": "AdaMaxOptimizer",
    "lars_optimizer": "LARSOptimizer",
    "lazy_adam_optimizer": "LazyAdamOptimizer",
    "nadam_optimizer": "NadamOptimizer",
    "weight_decay_optimizers": (
        "AdamWOptimizer DecoupledWeightDecayExtension MomentumWOptimizer extend_with_decoupled_weight_decay"
    ),
}
_KERAS_SAVED_MODEL = "tensorflow.contrib.saved_model.python.saved_model.keras_saved_model"
_EXTERNAL = "ExternalOptimizerInterface ScipyOptimizerInterface"

SHIMS: Tuple[Shim, ...] = (
    _shim(_KERAS + "multi_gpu_model", "keras.utils", "multi_gpu_model"),
    _shim(
        _KERAS + "optimizers",
        "keras.optimizers",
        "SGD RMSprop Adagrad Adadelta Adam Adamax Nadam get deserialize serialize",
    ),
    _shim(_KERAS + "own_optimizers", "keras.optimizers", "Optimizer"),
    _shim(_KERAS + "interfaces", "keras.legacy.interfaces", "legacy_get_updates_support"),
    _shim(_KERAS + "interfaces", "keras.backend", "eager symbolic"),
    _shim(_KERAS + "interfaces", "keras.backend.tensorflow_backend", "eager symbolic"),
    _shim(_KERAS + "inputs", "keras.layers", "Input"),
    _shim(_KERAS + "private_bases", "keras.layers.convolutional", "_Conv"),
    _shim(_KERAS + "private_bases", "keras.layers.merge", "_Merge"),
    _shim(_KERAS + "private_bases", "keras.layers.pooling", "_Pooling1D _Pooling2D _Pooling3D"),
    _shim(_KERAS + "updates", "keras.backend", "update update_add update_sub"),
    _shim(_KERAS + "updates", "keras.backend.tensorflow_backend", "update update_add update_sub"),
    Shim("compat.shims.keras.models", (*MODEL_CLASSES, *MODEL_FUNCTIONS, "keras.models.save_model")),
    _shim(
        _KERAS + "callbacks",
        "keras.callbacks",
        "CSVLogger Callback ModelCheckpoint EarlyStopping ReduceLROnPlateau LambdaCallback TensorBoard ProgbarLogger",
    ),
    _shim(
        _KERAS + "layers",
        "keras.layers",
        """
        AveragePooling1D AveragePooling2D AveragePooling3D AvgPool1D AvgPool2D AvgPool3D MaxPool1D MaxPool2D MaxPool3D
        MaxPooling1D MaxPooling2D MaxPooling3D BatchNormalization LeakyReLU
        """,
    ),
    _shim(_KERAS + "layers", "keras.layers", _WITH_ACTIVATIONS),
    _shim(_KERAS + "bidirectional", "keras.layers", "Bidirectional"),
    _shim(_KERAS + "wrappers", "keras.layers", "TimeDistributed"),
    *(_shim(_KERAS + "merging", root + "keras.layers", _MERGING) for root in ("", "tensorflow.")),
    *(_shim(_KERAS + "lambda_layer", root + "keras.layers", "Lambda") for root in ("", "tensorflow.")),
    _shim(_KERAS + "rnn", "keras.layers", "RNN"),
    _shim(_KERAS + "stacked_cells", "keras.layers", "StackedRNNCells"),
    _shim(
        _KERAS + "keras_1_layers",
        "keras.layers",
        "Highway MaxoutDense merge",
    ),
    _shim(_KERAS + "keras_1_layers", "keras.layers.core", "Highway MaxoutDense"),
    _shim(_KERAS + "keras_1_layers", "keras.legacy.layers", "Highway MaxoutDense merge"),
    *(
        _shim(_KERAS + "locally_connected", module, "LocallyConnected1D LocallyConnected2D")
        for module in ("keras.layers", "keras.layers.local")
    ),
    _shim("tensorflow.locally_connected", "tensorflow.keras.layers", "LocallyConnected1D LocallyConnected2D"),
    _shim(_KERAS + "cudnn", "keras.layers", "CuDNNGRU CuDNNLSTM"),
    _shim(_KERAS + "cudnn", "keras.layers.cudnn_recurrent", "CuDNNGRU CuDNNLSTM"),
    *(
        _shim(
            _KERAS + "scikit_learn", root + "keras.wrappers.scikit_learn", "BaseWrapper KerasClassifier KerasRegressor"
        )
        for root in ("", "tensorflow.")
    ),
    *(
        _shim(_KERAS + "custom_objects", root + "keras.utils", "CustomObjectScope custom_object_scope")
        for root in ("", "tensorflow.")
    ),
    *(
        _shim(_KERAS + "generic_utils", root + "keras.utils.generic_utils", _GENERIC_UTILS)
        for root in ("", "tensorflow.")
    ),
    _shim(_KERAS + "generic_utils", "keras.engine.training_utils", "make_batches"),
    _shim(
        _KERAS + "conv_utils",
        "keras.utils.conv_utils",
        """
        conv_input_length conv_output_length convert_kernel deconv_length deconv_output_length normalize_data_format
        normalize_padding normalize_tuple
        """,
    ),
    _shim(_KERAS + "conv_utils", "keras.backend", "normalize_data_format"),
    *(
        _shim(_KERAS + "backend_tensorflow", module, "tf")
        for module in ("keras.backend", "keras.backend.tensorflow_backend")
    ),
    *(
        _shim(_KERAS + "one_hot", root + module, "to_categorical")
        for root in ("", "tensorflow.")
        for module in ("keras.utils", "keras.utils.np_utils")
    ),
    _shim(_KERAS + "enqueuers", "keras.utils", _ENQUEUERS),
    _shim(_KERAS + "enqueuers", "keras.utils.data_utils", _ENQUEUERS),
    _shim(_KERAS + "io_utils", "keras.utils.data_utils", "_hash_file validate_file"),
    _shim(_KERAS + "io_utils", "keras.utils", "HDF5Matrix"),
    _shim(_KERAS + "h5_dict", "keras.utils", "H5Dict"),
    _shim(_KERAS + "h5_dict", "keras.utils.io_utils", "H5Dict h5dict"),
    _shim(_KERAS + "saving", "keras.engine.saving", "preprocess_weights_for_loading"),
    _shim(_KERAS + "sequences", "keras.preprocessing.sequence", "_remove_long_seq"),
    _shim(
        _KERAS + "io_utils",
        "keras.utils.io_utils",
        "HDF5Matrix ask_to_proceed_with_overwrite load_from_binary_h5py save_to_binary_h5py",
    ),
    *(
        _shim(_KERAS + "graph_functions", module, _GRAPH_FUNCTIONS)
        for module in ("keras.backend", "keras.backend.tensorflow_backend")
    ),
    *(
        _shim(_KERAS + "convolutions", module, "conv3d_transpose separable_conv1d")
        for module in ("keras.backend", "keras.backend.tensorflow_backend")
    ),
    _shim(_KERAS + "regularizers", "keras.regularizers", "l1 l2 l1_l2"),
    _shim(_KERAS + "initializers", "keras.initializers", RANDOM_INITIALIZERS + " _compute_fans"),
    _shim(_KERAS + "hard_sigmoid", "keras.activations", "hard_sigmoid get"),
    _shim(
        _KERAS + "backend",
        "keras.backend",
        """
        _get_available_gpus get_session set_session get_value set_value learning_phase set_learning_phase
        image_dim_ordering
        """,
    ),
    _shim(_KERAS + "layer", "keras.layers", "Layer"),
    _shim(_KERAS + "metrics", "keras.metrics", _METRICS),
    _shim(_KERAS + "images", "keras.preprocessing.image", "load_img"),
    *(
        _shim(_KERAS + module, root + "keras.preprocessing.image", names)
        for root in ("", "tensorflow.")
        for module, names in (
            ("images", "ImageDataGenerator"),
            ("affine_images", "apply_affine_transform random_rotation random_shear random_shift random_zoom"),
        )
    ),
    _shim(_KERAS + "metric_functions", "keras.metrics", _METRIC_FUNCTIONS),
    _shim(_KERAS + "metrics_utils", "keras.utils.metrics_utils", "AUCCurve AUCSummationMethod"),
    _shim(_KERAS + "loss_functions", "keras.losses", "LossFunctionWrapper cosine cosine_proximity serialize"),
    _shim(_KERAS + "loss_functions", "keras.utils.losses_utils", "Reduction"),
    _shim(_KERAS + "learning_phases", "keras.backend", "clear_session"),
    _shim(_KERAS + "learning_phases", "keras.backend.tensorflow_backend", "clear_session"),
    _shim(_KERAS + "functions", "keras.backend", "function"),
    _shim(_KERAS + "gradients", "keras.backend", "gradients"),
    _shim(_KERAS + "gradients", "keras.backend.tensorflow_backend", "gradients"),
    _shim(_KERAS + "functions", "keras.backend.tensorflow_backend", "function"),
    _shim(
        _KERAS + "backend",
        "keras.backend.tensorflow_backend",
        "get_value set_value learning_phase set_learning_phase _is_tf_1",
    ),
    _shim(_KERAS + "mixed_precision", "keras.mixed_precision", "LossScaleOptimizer"),
    _shim(
        _KERAS + "mixed_precision_experimental",
        "keras.mixed_precision.experimental",
        "LossScaleOptimizer Policy get_layer_policy set_policy",
    ),
    _shim("keras_estimator", "keras.estimator", "model_to_estimator"),
    _shim(
        "tensorflow.layers",
        "tensorflow.keras.layers",
        "Layer BatchNormalization Bidirectional RNN " + _WITH_ACTIVATIONS,
    ),
    _shim("tensorflow.initializers", "tensorflow.keras.initializers", RANDOM_INITIALIZERS),
    _shim(_KERAS + "hard_sigmoid", "tensorflow.keras.activations", "hard_sigmoid get"),
    *(
        _shim("tensorflow.optimizers", module, "SGD RMSprop Adagrad Adadelta Adam Adamax Nadam Ftrl get deserialize")
        for module in ("tensorflow.keras.optimizers", "tensorflow.optimizers")
    ),
    *(
        _shim("tensorflow.own_optimizers", module, "Optimizer")
        for module in ("tensorflow.keras.optimizers", "tensorflow.optimizers")
    ),
    _shim(_KERAS + "metrics", "tensorflow.metrics", _METRICS),
    _shim("tensorflow.models", "tensorflow.keras.models", "Model Sequential load_model clone_model model_from_json"),
    _shim("tensorflow.saved_models", "keras.experimental", "export_saved_model load_from_saved_model"),
    *(
        _shim("contrib.saved_model", module, "load_keras_model save_keras_model")
        for module in ("tensorflow.contrib.saved_model", _KERAS_SAVED_MODEL)
    ),
    Shim("compat.shims.tensorflow.session", SESSIONS),
    *(
        _shim("tensorflow.graph_rewrite", module, f"{ENABLE_GRAPH_REWRITE} {DISABLE_GRAPH_REWRITE}")
        for module in GRAPH_REWRITE_MODULES
    ),
    _shim("tensorflow.variable", "tensorflow", "Variable"),
    _shim("tensorflow.strategies", "tensorflow.distribute", "MirroredStrategy OneDeviceStrategy Strategy get_strategy"),
    _shim(
        "tensorflow.strategies",
        "tensorflow.distribute.experimental",
        "CentralStorageStrategy MultiWorkerMirroredStrategy TPUStrategy",
    ),
    _shim(
        "contrib.initializers",
        "tensorflow.contrib.layers",
        "variance_scaling_initializer xavier_initializer xavier_initializer_conv2d",
    ),
    _shim(
        "contrib.regularizers",
        "tensorflow.contrib.layers",
        "l1_regularizer l1_l2_regularizer l2_regularizer",
    ),
    _shim("tensorflow.mnist_data", "tensorflow.examples.tutorials.mnist.input_data", "read_data_sets"),
    _shim("tensorflow.mnist_data", "tensorflow.contrib.learn.datasets.mnist", _MNIST),
    _shim("tensorflow.mnist_data", "tensorflow.contrib.learn.python.learn.datasets.mnist", _MNIST),
    _shim(
        "tensorflow.rnn_cell",
        "tensorflow.contrib.rnn",
        """
        BasicLSTMCell BasicRNNCell DeviceWrapper DropoutWrapper GRUCell LSTMCell LSTMStateTuple MultiRNNCell RNNCell
        ResidualWrapper
        """,
    ),
    _shim(
        "contrib.data",
        "tensorflow.contrib.data",
        "batch_and_drop_remainder padded_batch_and_drop_remainder sloppy_interleave",
    ),
    _shim("contrib.hparams", "tensorflow.contrib.training", "HParams parse_values"),
    _shim("contrib.hparams", "tensorflow.contrib.training.python.training.hparam", "HParams parse_values"),
    _shim(
        "contrib.opt",
        "tensorflow.contrib.opt",
        """
        AdaMaxOptimizer AdamWOptimizer DecoupledWeightDecayExtension LARSOptimizer LazyAdamOptimizer MomentumWOptimizer
        NadamOptimizer extend_with_decoupled_weight_decay
        """,
    ),
    *(_shim("contrib.opt", f"{_OPT}.{module}", names) for module, names in _OPTIMIZERS_BY_FILE.items()),
    _shim(
        "contrib.optimizer_v2",
        "tensorflow.contrib.optimizer_v2",
        """
        AdadeltaOptimizer AdagradOptimizer AdamOptimizer GradientDescentOptimizer MomentumOptimizer RMSPropOptimizer
        """,
    ),
    _shim("contrib.external_optimizer", "tensorflow.contrib.opt", _EXTERNAL),
    _shim("contrib.external_optimizer", f"{_OPT}.external_optimizer", _EXTERNAL),
    _shim("contrib.towers", "tensorflow.contrib.estimator", "TowerOptimizer replicate_model_fn"),
    _shim("contrib.lookup", "tensorflow.contrib.lookup", "index_table_from_tensor"),
    *contrib_eager.ROWS,
    *contrib_distribute.ROWS,
    contrib_summary.ROW,
    *slim.ROWS,
)

SHIMS_OF_KERAS_2_4: Tuple[Shim, ...] = (
    _shim("keras_2_4.multi_gpu_model", "keras.utils", "multi_gpu_model"),
    _shim("keras_2_4.optimizers", "keras.optimizers", "SGD RMSprop Adagrad Adadelta Adam Adamax Nadam get"),
    _shim(
        "keras_2_4.tf_optimizers",
        "tensorflow.keras.optimizers",
        "SGD RMSprop Adagrad Adadelta Adam Adamax Nadam Ftrl get",
    ),
    _shim("keras_2_4.layers", "keras.layers", "GRU GRUCell"),
    _shim("keras_2_4.tf_layers", "tensorflow.keras.layers", "GRU GRUCell"),
    _shim("keras_2_4.multi_gpu_model", "keras.utils.multi_gpu_utils", "_get_available_devices _normalize_device_name"),
)
"""Legacy symbols that need a shim from Keras 2.4 to 2.15; all others there are those of `tf.keras`."""
