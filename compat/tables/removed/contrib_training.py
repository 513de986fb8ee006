"""`tf.contrib.training`, `opt`, `summary`, `eager` and other parts that trained, logged or shrank models."""

from compat.tables.removed.area import area

_SUNSET = "https://github.com/tensorflow/community/blob/master/rfcs/20180907-contrib-sunset.md"
_OPTIMIZERS = "https://keras.io/api/optimizers/"
_TRAINING = "https://www.tensorflow.org/guide/migrate/migrating_estimator"
_HPARAMS = "https://www.tensorflow.org/tensorboard/hyperparameter_tuning_with_hparams"
_QUEUES = "https://www.tensorflow.org/guide/data"
_SUMMARIES = "https://www.tensorflow.org/guide/migrate/tensorboard"
_EAGER = "https://www.tensorflow.org/guide/effective_tf2"
_CHECKPOINTS = "https://www.tensorflow.org/guide/migrate/migrating_checkpoints"
_MIXED = "https://www.tensorflow.org/guide/mixed_precision"
_SHRINKING = "https://www.tensorflow.org/model_optimization"
_TENSORRT = "https://docs.nvidia.com/deeplearning/frameworks/tf-trt-user-guide/index.html"
_PROJECTOR = "https://www.tensorflow.org/tensorboard/tensorboard_projector_plugin"
_PROFILER = "https://www.tensorflow.org/guide/profiler"

_IN_ADDONS = "; tensorflow_addons had it until TensorFlow 2.15"

_LOOPS = {
    "": "use keras.Model.fit, tf.data for the queues, and a dataclass for HParams",
    "train": "use keras.Model.fit, or tf.compat.v1.train.MonitoredTrainingSession in graph mode",
    "create_train_op": "keras.Model.compile makes the training step; in graph mode use tf.compat.v1.train.Optimizer"
    ".minimize under the control dependencies of tf.compat.v1.get_collection('update_ops')",
    "add_gradients_summaries": "use tf.summary.histogram on the gradients",
    "clip_gradient_norms clip_gradient_norms_fn": "use clipnorm= of a keras.optimizers optimizer, or tf.clip_by_norm "
    "on each gradient",
    "multiply_gradients": "multiply the gradients before they are applied",
    "evaluate_once evaluate_repeatedly": "use keras.Model.evaluate, for each path of tf.train.checkpoints_iterator if "
    "need be",
    "checkpoints_iterator": "use tf.train.checkpoints_iterator",
    "wait_for_new_checkpoint": "take the next path of tf.train.checkpoints_iterator",
    "get_or_create_eval_step": "count the steps in the loop, or use keras.Model.evaluate(steps=steps)",
    "StopAfterNEvalsHook": "use keras.Model.evaluate(steps=steps)",
    "SummaryAtEndHook": "write with tf.summary after keras.Model.evaluate",
    "GreedyLoadBalancingStrategy": "use tf.compat.v1.train.replica_device_setter, which takes turns, with a "
    "ps_strategy= function of your own that adds up sizes",
    "RandomStrategy": "use tf.compat.v1.train.replica_device_setter with a ps_strategy= function of your own",
    "byte_size_load_fn": "multiply the size of the element type by the elements of the static shape",
    "python.training.evaluation": "use keras.Model.evaluate, for each path of tf.train.checkpoints_iterator if need be",
    "python.training.evaluation.checkpoints_iterator": "use tf.train.checkpoints_iterator",
}

_HPARAMS_ADVICE = (
    "import it from compat.tensorflow.contrib.training, or use a dataclass, or types.SimpleNamespace(**values) with "
    "dataclasses.replace or setattr for changes; ml_collections.ConfigDict (pip install ml-collections) also takes "
    "changes from the command line"
)

_INPUT = {
    "HParams python.training.hparam python.training.hparam.HParams": _HPARAMS_ADVICE,
    "parse_values": "parse the text yourself, for example with json.loads; ml_collections.config_flags "
    "(pip install ml-collections) reads changes from the command line",
}

_QUEUE_FUNCTIONS = {
    "bucket bucket_by_sequence_length": "use tf.data.Dataset.bucket_by_sequence_length",
    "stratified_sample": "use tf.data.Dataset.rejection_resample",
    "rejection_sample": "use tf.data.Dataset.filter with a draw of tf.random.uniform",
    "resample_at_rate weighted_resample": "use tf.data.Dataset.flat_map with tf.data.Dataset.repeat of the drawn count",
    "batch_sequences_with_states SequenceQueueingStateSaver NextQueuedSequenceBatch": "cut the sequences with "
    "tf.data.Dataset.window and keep the state in keras.layers.LSTM(units, stateful=True)",
    "FeedingQueueRunner": "use tf.data.Dataset.from_generator",
}

_OPT = {
    "": "use the optimizers of keras.optimizers; those that Keras does not have subclass keras.optimizers.Optimizer",
    "AdamWOptimizer": "use keras.optimizers.AdamW(learning_rate, weight_decay=weight_decay / learning_rate): Keras "
    "multiplies the decay by the learning rate, legacy did not; epsilon was 1e-8",
    "MomentumWOptimizer": "use keras.optimizers.SGD(learning_rate, momentum=momentum, "
    "weight_decay=weight_decay / learning_rate): Keras multiplies the decay by the learning rate, legacy did not",
    "DecoupledWeightDecayExtension extend_with_decoupled_weight_decay": "pass weight_decay= to the Keras optimizer; "
    "Keras multiplies it by the learning rate, legacy did not",
    "LazyAdamOptimizer": "use keras.optimizers.Adam(epsilon=1e-8): it also moves the rows of an embedding that are not "
    "in the batch, lazy Adam did not" + _IN_ADDONS,
    "LazyAdamGSOptimizer AdamGSOptimizer": "use keras.optimizers.Adam(epsilon=1e-8): it counts its own steps",
    "NadamOptimizer": "use keras.optimizers.Nadam(epsilon=1e-8): it also schedules the momentum, legacy did not",
    "AdaMaxOptimizer": "use keras.optimizers.Adamax(epsilon=1e-8)",
    "LARSOptimizer": "subclass keras.optimizers.SGD and scale each gradient by the ratio of the norms; "
    "keras.optimizers.Lamb does so for Adam",
    "MovingAverageOptimizer ModelAverageOptimizer ModelAverageCustomGetter": "pass use_ema=True and "
    "ema_momentum=average_decay to the Keras optimizer; keras.callbacks.SwapEMAWeights evaluates with the averages",
    "ScipyOptimizerInterface ExternalOptimizerInterface": "use scipy.optimize.minimize on a tf.function of the flat "
    "parameters, or tensorflow_probability.optimizer.lbfgs_minimize (pip install tensorflow-probability tf-keras)",
    "VariableClippingOptimizer": "use keras.constraints.MaxNorm as kernel_constraint= of the layer",
    "clip_gradients_by_global_norm": "pass global_clipnorm= to the Keras optimizer",
    "MultitaskOptimizerWrapper": "apply only gradients that are not zero: keras.optimizers.Optimizer.apply takes the "
    "variables that it is given",
    "DropStaleGradientOptimizer ElasticAverageOptimizer ElasticAverageCustomGetter AGNOptimizer "
    "AGNCustomGetter": "train synchronously with tf.distribute.MultiWorkerMirroredStrategy; asynchronous training has "
    "tf.distribute.ParameterServerStrategy",
    "AddSignOptimizer PowerSignOptimizer GGTOptimizer ShampooOptimizer RegAdagradOptimizer": "subclass "
    "keras.optimizers.Optimizer with the update rule; keras.optimizers.Lion is the nearest that Keras has",
}

_OPTIMIZER_V2 = {
    "": "use the optimizers of tf.compat.v1.train in graph mode, or those of keras.optimizers",
    "AdadeltaOptimizer AdagradOptimizer AdamOptimizer GradientDescentOptimizer MomentumOptimizer": "use "
    "tf.compat.v1.train.{name}: it has the same arguments",
    "RMSPropOptimizer": "use compat.tensorflow.contrib.optimizer_v2.RMSPropOptimizer: that of tf.compat.v1.train "
    "begins with mean squares of 1, where this one began with epsilon and did not add it later",
    "OptimizerV2": "subclass tf.compat.v1.train.Optimizer, or keras.optimizers.Optimizer",
}

_MIXED_PRECISION = {
    "": "use keras.mixed_precision.set_global_policy('mixed_float16'): compile then scales the loss by itself",
    "LossScaleOptimizer": "use keras.optimizers.LossScaleOptimizer(optimizer)",
    "ExponentialUpdateLossScaleManager": "use keras.optimizers.LossScaleOptimizer(optimizer, initial_scale=scale, "
    "dynamic_growth_steps=steps)",
    "FixedLossScaleManager LossScaleManager": "pass loss_scale_factor= to the Keras optimizer",
}

_SUMMARY = {
    "": "use tf.summary, with a step in every call",
    "scalar": "use tf.summary.scalar(name, value, step=step)",
    "histogram": "use tf.summary.histogram(name, value, step=step)",
    "image": "use tf.summary.image(name, images, step=step)",
    "audio": "use tf.summary.audio(name, audio, sample_rate, step=step)",
    "generic": "use tf.summary.write(tag, tensor, step=step)",
    "graph": "use tf.summary.graph, or tf.summary.trace_on and tf.summary.trace_export for a tf.function",
    "create_file_writer create_summary_file_writer": "use tf.summary.create_file_writer(logdir)",
    "create_db_writer": "use tf.summary.create_file_writer: TensorBoard reads no databases",
    "always_record_summaries": "use tf.summary.record_if(True)",
    "never_record_summaries": "use tf.summary.record_if(False)",
    "record_summaries_every_n_global_steps": "use tf.summary.record_if(lambda: tf.equal(step % n, 0))",
    "should_record_summaries": "use tf.summary.should_record_summaries",
    "import_event": "use tf.summary.experimental.write_raw_pb, or a file writer of tf.compat.v1.summary",
    "eval_dir": "join the directory and a name for the evaluation",
    "summary_writer_initializer_op": "run tf.compat.v1.summary.initialize in a session; eager writers need nothing",
}

_EAGER_MODE = {
    "": "use the functions of tf itself: TensorFlow 2 is eager",
    "Variable": "use tf.Variable",
    "Iterator": "use iter(dataset)",
    "defun": "use tf.function",
    "gradients_function value_and_gradients_function implicit_gradients implicit_value_and_gradients": "record the "
    "function with tf.GradientTape and take the gradient",
    "list_devices": "use [device.name for device in tf.config.list_logical_devices()]",
    "num_gpus": "use len(tf.config.list_logical_devices('GPU'))",
    "Saver": "use tf.train.Checkpoint(**objects)",
    "restore_variables_on_create save_network_checkpoint restore_network_checkpoint": "use tf.train.Checkpoint: it "
    "restores variables when they are made",
    "get_optimizer_variables": "read the variables attribute of the optimizer",
    "Network": "subclass keras.Model",
    "Sequential": "use keras.Sequential",
    "Checkpointable": "use tf.Module, or any object that tf.train.Checkpoint takes",
    "EagerVariableStore make_template": "use tf.compat.v1.make_template, or "
    "tf.compat.v1.keras.utils.track_tf1_style_variables with TF_USE_LEGACY_KERAS=1 and tf-keras installed",
    "metrics": "use keras.metrics",
    "metrics.Accuracy": "use keras.metrics.Accuracy",
    "metrics.BinaryAccuracy": "use keras.metrics.BinaryAccuracy",
    "metrics.CategoricalAccuracy": "use keras.metrics.CategoricalAccuracy",
    "metrics.SparseAccuracy": "use keras.metrics.SparseCategoricalAccuracy",
    "metrics.Mean": "use keras.metrics.Mean",
    "metrics.Metric": "subclass keras.metrics.Metric",
    "run": "call main(): absl.app.run parses the flags",
    "ASYNC SYNC execution_mode set_execution_mode": "use tf.config.experimental.set_synchronous_execution",
    "async_wait async_clear_error": "use tf.experimental.async_scope, or tf.experimental.async_clear_error",
    "DEVICE_PLACEMENT_EXPLICIT": "use tf.config.experimental.set_device_policy('explicit')",
    "DEVICE_PLACEMENT_WARN": "use tf.config.experimental.set_device_policy('warn')",
    "DEVICE_PLACEMENT_SILENT": "use tf.config.experimental.set_device_policy('silent')",
    "add_execution_callback clear_execution_callbacks inf_callback nan_callback inf_nan_callback seterr": "use "
    "tf.debugging.enable_check_numerics",
    "enable_remote_eager_execution set_server_def": "use tf.config.experimental_connect_to_cluster",
    "run_all_tests_in_graph_and_eager_modes run_test_in_graph_and_eager_modes": "run the test as it is, and once under "
    "tf.Graph().as_default()",
}

_EAGER_CALLBACKS = {"ExecutionCallback errstate": "use tf.debugging.enable_check_numerics"}

_CHECKPOINT = {
    "": "use tf.train.Checkpoint and tf.train.CheckpointManager",
    "Checkpointable CheckpointableBase": "use tf.Module, or any object that tf.train.Checkpoint takes",
    "List Mapping": "use a list or a dict: tf.train.Checkpoint and tf.Module follow them",
    "NumpyState": "use tf.Variable(array, trainable=False)",
    "UniqueNameTracker": "give the objects names of their own in tf.train.Checkpoint(**objects)",
    "NoDependency capture_dependencies split_dependency": "name what is saved: tf.train.Checkpoint(**objects)",
    "list_objects dot_graph_from_checkpoint object_metadata CheckpointableObjectGraph": "use tf.train.list_variables, "
    "whose names spell out the graph of objects",
}

_QUANTIZE = {
    "": "quantize with tf.lite.TFLiteConverter, with keras.Model.quantize, or train quantization-aware with "
    "tensorflow_model_optimization on a tf-keras model (pip install tensorflow-model-optimization tf-keras)",
    "create_training_graph experimental_create_training_graph create_eval_graph "
    "experimental_create_eval_graph": "quantize after training with tf.lite.TFLiteConverter, or train "
    "quantization-aware with tensorflow_model_optimization.quantization.keras.quantize_model on a tf-keras model (pip "
    "install tensorflow-model-optimization tf-keras)",
}

_PRUNING = {
    "": "prune with tensorflow_model_optimization.sparsity.keras.prune_low_magnitude on a tf-keras model (pip install "
    "tensorflow-model-optimization tf-keras)",
}

_TRT = {
    "": "use tf.experimental.tensorrt.Converter on a SavedModel; the TensorFlow packages after 2.17 come without "
    "TensorRT",
    "create_inference_graph": "use tf.experimental.tensorrt.Converter(input_saved_model_dir=path).convert() on a "
    "SavedModel; the TensorFlow packages after 2.17 come without TensorRT",
}

_PROJECTOR_ADVICE = {
    "": "use the package tensorboard, which has the plugins",
    "plugins": "use tensorboard.plugins",
    "plugins.projector": "use tensorboard.plugins.projector (package tensorboard)",
    "plugins.projector.ProjectorConfig": "use tensorboard.plugins.projector.ProjectorConfig",
    "plugins.projector.visualize_embeddings": "use tensorboard.plugins.projector.visualize_embeddings(logdir, config): "
    "its first argument was a summary writer",
}

_PROFILING = {
    "tfprof": "use tf.compat.v1.profiler in graph mode, or tf.profiler.experimental",
    "tfprof.model_analyzer": "use tf.compat.v1.profiler.profile and tf.compat.v1.profiler.advise",
    "tfprof.tfprof_logger": "use tf.compat.v1.profiler.write_op_log",
    "tfprof.ProfileContext": "use tf.profiler.experimental.Profile(logdir)",
    "stat_summarizer": "use tf.profiler.experimental.Profile(logdir)",
    "memory_stats": "use tf.config.experimental.get_memory_info(device)",
    "memory_stats.BytesInUse": "use tf.config.experimental.get_memory_info(device)['current']",
    "memory_stats.MaxBytesInUse": "use tf.config.experimental.get_memory_info(device)['peak']",
    "memory_stats.BytesLimit": "it is the limit that tf.config.LogicalDeviceConfiguration(memory_limit=megabytes) sets",
}

_2_0 = "tensorflow 2.0"

ROWS = (
    *area("tensorflow.contrib.training", _2_0, _TRAINING, _LOOPS),
    *area("tensorflow.contrib.training", _2_0, _HPARAMS, _INPUT),
    *area("tensorflow.contrib.training", _2_0, _QUEUES, _QUEUE_FUNCTIONS),
    *area(
        "tensorflow.contrib.training",
        "tensorflow 1.13",
        _QUEUES,
        {
            "enqueue_in_queue_dataset prepend_from_queue_and_padded_batch_dataset": "use "
            "tf.data.Dataset.padded_batch on tf.data.Dataset.from_generator"
        },
    ),
    *area("tensorflow.contrib.opt", _2_0, _OPTIMIZERS, _OPT),
    *area("tensorflow.contrib.optimizer_v2", _2_0, _OPTIMIZERS, _OPTIMIZER_V2),
    *area("tensorflow.contrib.mixed_precision", _2_0, _MIXED, _MIXED_PRECISION),
    *area("tensorflow.contrib.summary", _2_0, _SUMMARIES, _SUMMARY),
    *area("tensorflow.contrib.eager", _2_0, _EAGER, _EAGER_MODE),
    *area("tensorflow.contrib.eager", _2_0, _EAGER, _EAGER_CALLBACKS),
    *area(
        "tensorflow.contrib.eager",
        "tensorflow 1.14",
        _CHECKPOINTS,
        {"CheckpointableSaver": "use tf.train.Checkpoint(**objects)"},
    ),
    *area("tensorflow.contrib.checkpoint", _2_0, _CHECKPOINTS, _CHECKPOINT),
    *area("tensorflow.contrib.quantize", _2_0, _SHRINKING, _QUANTIZE),
    *area("tensorflow.contrib.model_pruning", _2_0, _SHRINKING, _PRUNING),
    *area("tensorflow.contrib.tensorrt", _2_0, _TENSORRT, _TRT),
    *area("tensorflow.contrib.tensorboard", _2_0, _PROJECTOR, _PROJECTOR_ADVICE),
    *area("tensorflow.contrib", _2_0, _PROFILER, _PROFILING),
    *area(
        "tensorflow.contrib",
        _2_0,
        _SUNSET,
        {
            "hooks": "use the hooks of tf.compat.v1.train, or keras.callbacks",
            "constrained_optimization": "use tensorflow_constrained_optimization (pip install "
            "tensorflow-constrained-optimization)",
            "testing": "write the assertions yourself; tf.compat.v1.train.summary_iterator reads event files",
            "quantization": "use tf.quantization and tf.raw_ops",
        },
    ),
)
"""Removed names, as `compat.tables.removed` gathers them."""
