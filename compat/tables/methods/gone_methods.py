"""Methods and attributes that objects of legacy releases had and those of modern ones do not.

`tests/compat/tables/test_gone_methods.py` looks for each on objects of the releases.
The methods of core strategies that scripts of TensorFlow 1.13 call, such as `unwrap`, `experimental_run`,
`make_dataset_iterator` and `experimental_distribute_datasets_from_function`, are all there on 2.21.
"""

from typing import Tuple

from compat.tables.names.mixed_precision import SCALING_METHODS
from compat.tables.rows import GoneMethod

_KERAS_3 = "https://github.com/keras-team/keras/issues/18467"
_TRAINING = "https://keras.io/api/models/model_training_apis/"
_MODEL = "https://keras.io/api/models/model/"
_LAYER = "https://keras.io/api/layers/base_layer/"
_OPTIMIZER = "https://keras.io/api/optimizers/"
_CUSTOM_LOOP = "https://keras.io/guides/writing_a_custom_training_loop_in_tensorflow/"
_DATASET = "https://www.tensorflow.org/api_docs/python/tf/data/Dataset"
_DISTRIBUTE = "https://www.tensorflow.org/guide/distributed_training"
_ESTIMATOR = "https://www.tensorflow.org/guide/migrate/migrating_estimator"

MODEL = ("keras.models.Model",)
SEQUENTIAL = ("keras.models.Sequential",)
LAYER = ("keras.layers.Layer",)
OPTIMIZER = ("keras.optimizers.Optimizer",)
METRIC = ("keras.metrics.Metric",)
DATASET = ("tensorflow.data.Dataset",)
V1_DATASET = ("tensorflow.compat.v1.data.Dataset",)
V1_OPTIMIZER = ("tensorflow.compat.v1.train.Optimizer",)
TENSOR = ("keras.KerasTensor",)
VARIABLE = ("keras.Variable",)
STRATEGY = ("tensorflow.distribute.Strategy",)
CONTRIB_STRATEGY = ("tensorflow.contrib.distribute.DistributionStrategy",)
ESTIMATOR = ("tensorflow.estimator.Estimator",)

MODELS: Tuple[GoneMethod, ...] = (
    GoneMethod(("fit_generator",), MODEL, True, "keras 3.0", "use fit", _TRAINING),
    GoneMethod(("evaluate_generator",), MODEL, True, "keras 3.0", "use evaluate", _TRAINING),
    GoneMethod(("predict_generator",), MODEL, True, "keras 3.0", "use predict", _TRAINING),
    GoneMethod(
        ("predict_classes",),
        SEQUENTIAL,
        True,
        "keras 2.6",
        "use model.predict(x).argmax(axis=-1), or predict(x) > 0.5 for a single sigmoid",
        _TRAINING,
    ),
    GoneMethod(("predict_proba",), SEQUENTIAL, False, "keras 2.6", "use predict", _TRAINING),
    GoneMethod(
        ("to_yaml",),
        MODEL,
        False,
        "keras 3.0",
        "use to_json",
        "https://keras.io/api/models/model_saving_apis/model_config_serialization/",
    ),
    GoneMethod(
        ("_make_predict_function", "_make_train_function", "_make_test_function"),
        MODEL,
        True,
        "keras 2.4",
        "leave it out: the function is made by the first call of predict, fit or evaluate",
        _TRAINING,
    ),
    GoneMethod(
        ("_collected_trainable_weights", "_check_trainable_weights_consistency"),
        MODEL,
        True,
        "keras 2.4",
        "use trainable_weights; compile the model again after trainable changed",
        _MODEL,
    ),
    GoneMethod(("_is_compiled",), MODEL, True, "keras 3.0", "use model.compiled", _MODEL),
    GoneMethod(
        ("_feed_input_names", "_feed_inputs"),
        MODEL,
        True,
        "keras 3.0",
        "use model.inputs, and [tensor.name for tensor in model.inputs]",
        _MODEL,
    ),
    GoneMethod(
        ("_feed_output_names", "_feed_outputs", "_standardize_user_data"),
        MODEL,
        True,
        "keras 2.4",
        "use model.outputs, and the names of the output layers",
        _MODEL,
    ),
    GoneMethod(
        ("_feed_targets", "_feed_sample_weights", "_feed_loss_fns"),
        MODEL,
        True,
        "keras 2.4",
        "override train_step, which has the batch's targets and weights",
        _CUSTOM_LOOP,
    ),
    GoneMethod(
        ("total_loss", "sample_weights", "loss_functions"),
        MODEL,
        False,
        "keras 2.4",
        "override train_step, or compute_loss",
        _CUSTOM_LOOP,
    ),
    GoneMethod(("targets",), MODEL, False, "keras 2.4", "override train_step, or compute_loss", _CUSTOM_LOOP),
    GoneMethod(
        ("metrics_tensors", "stateful_metric_names", "stateful_metric_functions", "metrics_updates"),
        MODEL,
        True,
        "keras 2.3",
        "pass the metrics to compile; they are keras.metrics objects in model.metrics",
        _MODEL,
    ),
    GoneMethod(
        ("reset_states",),
        (*MODEL, *METRIC),
        False,
        "keras 3.0",
        "metrics have reset_state(); for a model call layer.reset_state() on each layer",
        _KERAS_3,
        kept_by=("keras.layers.RNN",),
    ),
    GoneMethod(("state_updates",), MODEL, True, "keras 3.0", "leave it out: layers assign their states", _MODEL),
    GoneMethod(("stateful",), MODEL, False, "keras 3.0", "query the layers", _MODEL, kept_by=("keras.layers.RNN",)),
    GoneMethod(
        ("uses_learning_phase",),
        MODEL,
        True,
        "keras 2.4",
        "pass training=True or training=False where the model is called",
        _MODEL,
    ),
    GoneMethod(
        ("input_names", "_input_layers", "_output_layers", "_network_nodes"),
        MODEL,
        False,
        "keras 3.0",
        "use [tensor.name for tensor in model.inputs], or walk model.layers",
        _MODEL,
    ),
    GoneMethod(
        ("output_names", "_nodes_by_depth"),
        SEQUENTIAL,
        False,
        "keras 3.0",
        "use [model.layers[-1].name], the name of the layer that ends a Sequential, or walk model.layers",
        _MODEL,
        kept_by=MODEL,
    ),
    GoneMethod(("run_internal_graph",), MODEL, True, "keras 2.4", "call the model", _MODEL),
    GoneMethod(("model",), SEQUENTIAL, False, "keras 2.4", "leave it out: a Sequential is a Model", _MODEL),
)

LAYERS: Tuple[GoneMethod, ...] = (
    GoneMethod(
        (
            "get_input_at",
            "get_output_at",
            "get_input_shape_at",
            "get_output_shape_at",
            "get_input_mask_at",
            "get_output_mask_at",
        ),
        LAYER,
        True,
        "keras 3.0",
        "keep the tensor that each call of the layer returns; layer.output is that of the only call",
        _LAYER,
    ),
    GoneMethod(
        ("input_shape", "output_shape"),
        LAYER,
        False,
        "keras 3.0",
        "use layer.input.shape and layer.output.shape, and layer.batch_shape of an InputLayer",
        _LAYER,
        kept_by=MODEL,
    ),
    GoneMethod(("input_mask", "output_mask"), LAYER, False, "keras 3.0", "call compute_mask", _LAYER),
    GoneMethod(
        ("inbound_nodes", "outbound_nodes"),
        LAYER,
        True,
        "keras 3.0",
        "walk model.layers and their input and output; the lists live on as _inbound_nodes and _outbound_nodes",
        _LAYER,
    ),
    GoneMethod(
        ("get_losses_for", "get_updates_for"),
        LAYER,
        True,
        "keras 2.9",
        "use layer.losses; updates are made where the layer is called",
        _LAYER,
    ),
    GoneMethod(
        ("add_update",),
        LAYER,
        False,
        "keras 3.0",
        "assign the variable in call()",
        "https://keras.io/guides/making_new_layers_and_models_via_subclassing/",
    ),
    GoneMethod(
        ("updates",), LAYER, False, "keras 3.0", "leave it out: layers assign their variables in call()", _LAYER
    ),
    GoneMethod(
        ("assert_input_compatibility",),
        LAYER,
        False,
        "keras 2.4",
        "leave it out: calling the layer checks its input_spec",
        _LAYER,
    ),
    GoneMethod(
        ("add_metric",),
        LAYER,
        False,
        "keras 3.0",
        "pass the metric to compile(metrics=), or keep a keras.metrics object as an attribute and update it in call()",
        _LAYER,
    ),
    GoneMethod(("apply",), LAYER, False, "keras 2.9", "call the layer", _LAYER),
    GoneMethod(
        ("_trainable_weights", "_non_trainable_weights"),
        LAYER,
        True,
        "keras 3.0",
        "make the weight with self.add_weight(...)",
        _LAYER,
    ),
    GoneMethod(("compute_output_signature",), LAYER, True, "keras 3.0", "use compute_output_spec", _LAYER),
    GoneMethod(("dynamic",), LAYER, False, "keras 3.0", "compile the model with run_eagerly=True", _LAYER),
    GoneMethod(
        ("constraints",),
        ("keras.layers.Bidirectional",),
        False,
        "keras 3.0",
        "use kernel_constraint and the like of the layers inside",
        _LAYER,
    ),
    GoneMethod(
        ("implementation",), ("keras.layers.LSTM", "keras.layers.GRU"), False, "keras 3.0", "leave it out", _LAYER
    ),
)

OPTIMIZERS: Tuple[GoneMethod, ...] = (
    GoneMethod(
        ("get_updates", "get_gradients"),
        OPTIMIZER,
        False,
        "keras 2.13",
        "compute gradients with a tf.GradientTape and pass them to apply_gradients, or override train_step; "
        "an optimizer of one's own overrides build and update_step, or derives from compat.keras.optimizers.Optimizer",
        _CUSTOM_LOOP,
    ),
    GoneMethod(
        ("weights", "get_weights"),
        OPTIMIZER,
        False,
        "keras 2.13",
        "use optimizer.variables, and [variable.numpy() for variable in optimizer.variables]",
        _OPTIMIZER,
    ),
    GoneMethod(("lr",), OPTIMIZER, False, "keras 3.0", "use learning_rate", _OPTIMIZER),
    GoneMethod(
        SCALING_METHODS,
        ("keras.mixed_precision.LossScaleOptimizer",),
        True,
        "keras 3.0",
        "use scale_loss(loss); apply_gradients then divides the gradients itself; or make the optimizer with "
        "compat.keras.mixed_precision.LossScaleOptimizer, which keeps both methods",
        _CUSTOM_LOOP,
    ),
    GoneMethod(
        ("loss_scale",),
        (
            "keras.mixed_precision.LossScaleOptimizer",
            "keras.mixed_precision.Policy",
            "keras.mixed_precision.experimental.LossScaleOptimizer",
            "keras.mixed_precision.experimental.Policy",
        ),
        False,
        "keras 3.0",
        "read dynamic_scale of the optimizer, which exists once it is built; a policy has no scale",
        _OPTIMIZER,
    ),
    GoneMethod(
        ("minimize",),
        OPTIMIZER,
        False,
        "keras 3.0",
        "compute gradients with a tf.GradientTape and pass them to apply_gradients",
        _CUSTOM_LOOP,
        kept_by=V1_OPTIMIZER,
    ),
    GoneMethod(
        ("get_slot", "get_slot_names"),
        OPTIMIZER,
        False,
        "keras 2.13",
        "use optimizer.variables",
        _OPTIMIZER,
        kept_by=V1_OPTIMIZER,
    ),
    GoneMethod(
        ("add_slot",),
        OPTIMIZER,
        True,
        "keras 2.13",
        "make the variable in build with add_variable_from_reference",
        _OPTIMIZER,
    ),
    GoneMethod(
        ("_get_hyper", "_set_hyper", "_create_slots", "_hyper"),
        OPTIMIZER,
        True,
        "keras 2.13",
        "optimizers of your own keep numbers as attributes, make variables in build and override update_step",
        _OPTIMIZER,
    ),
    GoneMethod(
        ("_decayed_lr",),
        OPTIMIZER,
        True,
        "keras 2.13",
        "read optimizer.learning_rate: with a schedule, which a decay is today, it is the rate of the present step",
        _OPTIMIZER,
    ),
    GoneMethod(
        ("compute_gradients", "minimize"),
        ("tensorflow.train.Optimizer",),
        False,
        "tensorflow 2.0",
        "use tf.compat.v1.train in graph mode, or a tf.GradientTape with an optimizer of keras.optimizers",
        "https://www.tensorflow.org/guide/migrate",
        kept_by=V1_OPTIMIZER,
    ),
)

TENSORS: Tuple[GoneMethod, ...] = (
    GoneMethod(
        ("_keras_shape", "_uses_learning_phase"),
        TENSOR,
        True,
        "keras 2.4",
        "use tensor.shape; pass training= where a layer is called",
        "https://keras.io/api/layers/core_layers/input/",
    ),
    GoneMethod(
        ("_shape_val",),
        TENSOR,
        False,
        "keras 2.4",
        "use tensor.shape",
        "https://keras.io/api/layers/core_layers/input/",
    ),
    GoneMethod(
        ("graph", "op", "consumers"),
        TENSOR,
        False,
        "keras 3.0",
        "walk model.layers: symbolic Keras tensors belong to no TensorFlow graph",
        "https://keras.io/api/layers/core_layers/input/",
    ),
    GoneMethod(
        ("get_shape", "set_shape", "eval"),
        TENSOR,
        False,
        "keras 3.0",
        "use tensor.shape, which is a tuple; values exist only when the model is called",
        "https://keras.io/api/layers/core_layers/input/",
        kept_by=("tensorflow.Tensor",),
    ),
    GoneMethod(
        ("get_shape", "eval", "initial_value", "initializer", "op", "graph"),
        VARIABLE,
        False,
        "keras 3.0",
        "use variable.shape and variable.numpy()",
        _KERAS_3,
        kept_by=("tensorflow.Variable",),
    ),
)

OTHERS: Tuple[GoneMethod, ...] = (
    GoneMethod(
        ("validation_data",),
        ("keras.callbacks.Callback",),
        False,
        "keras 3.0",
        "pass the data to the callback when you create it (tf.keras set it to None)",
        "https://keras.io/guides/writing_your_own_callbacks/",
    ),
    GoneMethod(
        ("period", "epochs_since_last_save"),
        ("keras.callbacks.ModelCheckpoint",),
        False,
        "keras 3.0",
        "use save_freq, which counts batches",
        "https://keras.io/api/callbacks/model_checkpoint/",
    ),
    GoneMethod(
        ("load_weights_on_restart", "_maybe_remove_file"),
        ("keras.callbacks.ModelCheckpoint",),
        False,
        "keras 3.0",
        "call model.load_weights() before fit(), or use keras.callbacks.BackupAndRestore",
        "https://keras.io/api/callbacks/backup_and_restore/",
    ),
    GoneMethod(
        ("make_one_shot_iterator",),
        DATASET,
        True,
        "tensorflow 2.0",
        "use iter(dataset), or tf.compat.v1.data.make_one_shot_iterator(dataset) in graph mode",
        _DATASET,
        kept_by=V1_DATASET,
    ),
    GoneMethod(
        ("make_initializable_iterator",),
        DATASET,
        True,
        "tensorflow 2.0",
        "use iter(dataset), or tf.compat.v1.data.make_initializable_iterator(dataset) in graph mode",
        _DATASET,
        kept_by=V1_DATASET,
    ),
    GoneMethod(
        ("output_shapes", "output_types", "output_classes"),
        DATASET,
        False,
        "tensorflow 2.0",
        "use dataset.element_spec, or tf.compat.v1.data.get_output_shapes and get_output_types",
        _DATASET,
        kept_by=V1_DATASET,
    ),
    GoneMethod(
        ("map_with_legacy_function", "filter_with_legacy_function"),
        DATASET,
        True,
        "tensorflow 2.0",
        "use map and filter",
        _DATASET,
        kept_by=V1_DATASET,
    ),
    GoneMethod(("experimental_run_v2",), STRATEGY, True, "tensorflow 2.4", "use strategy.run", _DISTRIBUTE),
    GoneMethod(
        ("experimental_make_numpy_dataset",),
        STRATEGY,
        True,
        "tensorflow 2.4",
        "use tf.data.Dataset.from_tensor_slices, then strategy.experimental_distribute_dataset",
        _DISTRIBUTE,
    ),
    GoneMethod(("call_for_each_tower",), CONTRIB_STRATEGY, True, "tensorflow 1.13", "use strategy.run", _DISTRIBUTE),
    GoneMethod(("num_towers",), CONTRIB_STRATEGY, True, "tensorflow 1.13", "use num_replicas_in_sync", _DISTRIBUTE),
    GoneMethod(
        ("call_for_each_replica",),
        CONTRIB_STRATEGY,
        False,
        "tensorflow 1.14",
        "use strategy.run",
        _DISTRIBUTE,
        kept_by=("tensorflow.compat.v1.distribute.StrategyExtended",),
    ),
    GoneMethod(
        ("distribute_dataset",),
        CONTRIB_STRATEGY,
        False,
        "tensorflow 1.14",
        "use strategy.distribute_datasets_from_function, one batch per replica, or experimental_distribute_dataset, "
        "one batch for all",
        _DISTRIBUTE,
        kept_by=("keras.distribution.DataParallel",),
    ),
    GoneMethod(
        ("broadcast", "initialize", "finalize", "run_steps_on_dataset", "read_var"),
        CONTRIB_STRATEGY,
        False,
        "tensorflow 1.14",
        "leave it out, or use strategy.run and strategy.reduce",
        _DISTRIBUTE,
    ),
    GoneMethod(
        ("export_savedmodel",),
        ESTIMATOR,
        True,
        "tensorflow 2.16",
        "use export_saved_model, without strip_default_attrs; Estimators themselves are gone",
        _ESTIMATOR,
    ),
    GoneMethod(
        ("export_saved_model",),
        ESTIMATOR,
        False,
        "tensorflow 2.16",
        "Estimators themselves are gone: the original ones keep running through compat.tensorflow",
        _ESTIMATOR,
    ),
    GoneMethod(
        ("add_summary",),
        ("tensorflow.summary.FileWriter",),
        False,
        "tensorflow 2.0",
        "use tf.compat.v1.summary.FileWriter in graph mode, or tf.summary.create_file_writer and tf.summary.scalar",
        "https://www.tensorflow.org/tensorboard/migrate",
        kept_by=("tensorflow.compat.v1.summary.FileWriter",),
    ),
)

GONE_METHODS: Tuple[GoneMethod, ...] = (*MODELS, *LAYERS, *OPTIMIZERS, *TENSORS, *OTHERS)
