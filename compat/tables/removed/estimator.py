"""`tf.estimator`, which TensorFlow 2.16 removed: what each name becomes when the training is written in Keras.

The Estimator itself still runs, with `from compat import tensorflow as tf` and the package tensorflow-estimator.
"""

from compat.tables.removed.area import area

_ESTIMATOR = "https://www.tensorflow.org/guide/migrate/migrating_estimator"
_CANNED = "https://www.tensorflow.org/guide/migrate/canned_estimators"
_EVALUATOR = "https://www.tensorflow.org/guide/migrate/evaluator"
_STOPPING = "https://www.tensorflow.org/guide/migrate/early_stopping"
_EXPORT = "https://www.tensorflow.org/guide/migrate/saved_model"
_INPUT = "https://www.tensorflow.org/guide/data"

_TRAINING = {
    "": "write the training as a keras.Model with compile and fit; or keep it as it is: from compat import tensorflow "
    "as tf, with the package tensorflow-estimator 2.15",
    "Estimator": "build a keras.Model and call fit, evaluate and predict; or keep it as it is: from compat import "
    "tensorflow as tf, with the package tensorflow-estimator 2.15",
    "EstimatorSpec": "pass loss, optimizer and metrics to keras.Model.compile; what Keras has no loss for becomes "
    "train_step in a subclass of keras.Model",
    "ModeKeys": "Keras passes training=True to the layers in fit, and False in evaluate and predict",
    "RunConfig": "model_dir and save_checkpoints_steps go to keras.callbacks.BackupAndRestore and "
    "keras.callbacks.ModelCheckpoint, save_summary_steps to keras.callbacks.TensorBoard, tf_random_seed to "
    "keras.utils.set_random_seed, train_distribute to the scope in which the model is built, session_config to "
    "tf.config",
    "TrainSpec": "pass the dataset and epochs= to keras.Model.fit; max_steps is epochs times steps_per_epoch, hooks "
    "are callbacks=",
    "train_and_evaluate": "use keras.Model.fit(dataset, validation_data=validation_data): it evaluates after each "
    "epoch",
    "WarmStartSettings": "load weights before fit: keras.Model.load_weights, or tf.train.load_checkpoint for a "
    "checkpoint of TensorFlow 1",
    "add_metrics": "use keras.Model.compile(metrics=metrics)",
    "classifier_parse_example_spec regressor_parse_example_spec": "add the label as a tf.io.FixedLenFeature to what "
    "tf.feature_column.make_parse_example_spec returns",
}

_EVALUATION = {
    "EvalSpec": "use validation_data= and validation_steps= of keras.Model.fit; throttle_secs has no equivalent, "
    "validation_freq= counts epochs",
    "LatestExporter FinalExporter": "call keras.Model.export(path) after fit",
    "BestExporter": "keep the best weights with keras.callbacks.ModelCheckpoint(path, save_best_only=True, "
    "monitor='val_loss') and call keras.Model.export",
    "Exporter": "subclass keras.callbacks.Callback and call keras.Model.export in on_epoch_end",
}

_WIDE = "use keras.layers.Dense on the encoded features, with keras.optimizers.Ftrl"
_DEEP = "use keras.Sequential of keras.layers.Dense, with keras.optimizers.Adagrad(0.05) as in TensorFlow 1"

_MODELS = {
    "DNNClassifier": _DEEP + ", and keras.losses.SparseCategoricalCrossentropy(from_logits=True)",
    "DNNRegressor": _DEEP + ", and keras.losses.MeanSquaredError",
    "DNNEstimator": _DEEP,
    "LinearClassifier": _WIDE + " and keras.losses.SparseCategoricalCrossentropy(from_logits=True)",
    "LinearRegressor": _WIDE + " and keras.losses.MeanSquaredError",
    "LinearEstimator": _WIDE,
    "DNNLinearCombinedClassifier DNNLinearCombinedRegressor DNNLinearCombinedEstimator": "add the outputs of a "
    "keras.layers.Dense and of a stack of them with keras.layers.add; one optimizer trains both, unless train_step of "
    "a keras.Model subclass applies two",
    "BaselineClassifier BaselineRegressor BaselineEstimator": "predict the mean of the labels: sklearn.dummy has such "
    "models",
    "BinaryClassHead LogisticRegressionHead": "use keras.layers.Dense(1) and "
    "keras.losses.BinaryCrossentropy(from_logits=True)",
    "MultiClassHead": "use keras.layers.Dense(n_classes) and "
    "keras.losses.SparseCategoricalCrossentropy(from_logits=True)",
    "MultiLabelHead": "use keras.layers.Dense(n_classes) and keras.losses.BinaryCrossentropy(from_logits=True)",
    "RegressionHead": "use keras.layers.Dense(label_dimension) and keras.losses.MeanSquaredError",
    "PoissonRegressionHead": "use keras.layers.Dense(1, activation='exponential') and keras.losses.Poisson",
    "MultiHead": "give the keras.Model one output per head, and keras.Model.compile a loss for each: loss={name: loss}"
    ", loss_weights={name: weight}",
    "Head": "use a loss and metrics in keras.Model.compile",
}

_TREES = {
    "BoostedTreesClassifier BoostedTreesRegressor BoostedTreesEstimator": "use ydf.GradientBoostedTreesLearner "
    "(pip install ydf), or sklearn.ensemble",
}

_EXPERIMENTAL = {
    "": "write the training as a keras.Model with compile and fit",
    "InMemoryEvaluatorHook": "use keras.Model.fit(validation_data=validation_data), or keras.Model.evaluate in a "
    "keras.callbacks.Callback",
    "LinearSDCA": "use keras.layers.Dense with keras.optimizers.Ftrl, or sklearn.linear_model",
    "build_raw_supervised_input_receiver_fn": "export what serving needs: keras.export.ExportArchive.add_endpoint",
    "call_logit_fn": "call the model, or the function, itself",
}

_LOGIT_FUNCTIONS = {
    "dnn_logit_fn_builder": "use keras.Sequential of keras.layers.Dense",
    "linear_logit_fn_builder": "use keras.layers.Dense on the encoded features",
    "KMeans": "use sklearn.cluster.MiniBatchKMeans",
}

_RECURRENT = {
    "RNNClassifier RNNEstimator": "use keras.Sequential of keras.layers.LSTM and keras.layers.Dense",
}

_EARLY_STOPPING = {
    "make_early_stopping_hook": "set self.model.stop_training = True in a keras.callbacks.Callback",
    "stop_if_no_decrease_hook": "use keras.callbacks.EarlyStopping(monitor='val_loss', mode='min', patience=epochs)",
    "stop_if_no_increase_hook": "use keras.callbacks.EarlyStopping(monitor='val_accuracy', mode='max', "
    "patience=epochs)",
    "stop_if_higher_hook stop_if_lower_hook": "compare the log in on_epoch_end of a keras.callbacks.Callback, and set "
    "self.model.stop_training = True",
    "make_stop_at_checkpoint_step_hook": "leave it out: fit of a Keras model ends by itself on all workers",
}

_OUTPUTS = {
    "": "save a serving function: keras.Model.export(path), or tf.saved_model.save(model, path, signatures=function)",
    "PredictOutput ClassificationOutput RegressionOutput ExportOutput EvalOutput": "return a dictionary of tensors "
    "from the tf.function that is exported: keras.export.ExportArchive.add_endpoint, or signatures= of "
    "tf.saved_model.save",
    "ServingInputReceiver TensorServingInputReceiver": "describe the input with a tf.TensorSpec: input_signature= of "
    "keras.Model.export, or of the tf.function that is exported",
    "build_raw_serving_input_receiver_fn": "use keras.Model.export(path): it serves raw tensors, described by "
    "input_signature=",
    "build_parsing_serving_input_receiver_fn": "export a tf.function that calls tf.io.parse_example on its input "
    "before the model, with tf.saved_model.save(model, path, signatures=function)",
}

_INPUTS = {
    "": "use tf.data.Dataset.from_tensor_slices",
    "numpy_input_fn": "use tf.data.Dataset.from_tensor_slices((x, y)).shuffle(queue_capacity).repeat(num_epochs)"
    ".batch(batch_size), or pass the arrays to keras.Model.fit",
    "pandas_input_fn": "use tf.data.Dataset.from_tensor_slices((dict(frame), labels)).shuffle(queue_capacity)"
    ".repeat(num_epochs).batch(batch_size)",
}

_PRIVATE = {
    "": "a private path of the Estimator, whose public names were those of its API: write the training as a "
    "keras.Model with compile and fit",
    "estimator": "build a keras.Model and call fit, evaluate and predict",
    "estimator.Estimator": "build a keras.Model and call fit, evaluate and predict",
    "model_fn.EstimatorSpec": _TRAINING["EstimatorSpec"],
    "model_fn.ModeKeys": _TRAINING["ModeKeys"],
    "run_config.RunConfig": _TRAINING["RunConfig"],
    "util.fn_args": "use inspect.signature(function).parameters",
    "canned.head": "use a loss and metrics in keras.Model.compile",
    "canned.head._binary_logistic_or_multi_class_head": "use keras.losses.BinaryCrossentropy(from_logits=True) for two "
    "classes, keras.losses.SparseCategoricalCrossentropy(from_logits=True) for more",
    "canned.optimizers.get_optimizer_instance": "use keras.optimizers.get(name)",
}

_2_0 = "tensorflow 2.0"
_2_16 = "tensorflow 2.16"
_EVERYWHERE = "tensorflow.estimator tensorflow.compat.v1.estimator tensorflow.compat.v2.estimator"
_IN_V1 = "tensorflow.compat.v1.estimator"
_IN_V2 = "tensorflow.estimator tensorflow.compat.v2.estimator"


def _below(packages: str, module: str) -> str:
    return " ".join(f"{package}.{module}" for package in packages.split())


ROWS = (
    *area(_EVERYWHERE, _2_16, _ESTIMATOR, _TRAINING),
    *area(_EVERYWHERE, _2_16, _EVALUATOR, _EVALUATION),
    *area(_EVERYWHERE, _2_16, _CANNED, _MODELS),
    *area(_EVERYWHERE, "tensorflow 2.9", _CANNED, _TREES),
    *area(_below(_EVERYWHERE, "experimental"), _2_16, _ESTIMATOR, _EXPERIMENTAL),
    *area(_below(_EVERYWHERE, "experimental"), _2_16, _STOPPING, _EARLY_STOPPING),
    *area(_below(_IN_V2, "experimental"), _2_16, _CANNED, _RECURRENT),
    *area("tensorflow.estimator.experimental", _2_0, _CANNED, _LOGIT_FUNCTIONS),
    *area(_below(_IN_V1, "experimental"), _2_16, _CANNED, _LOGIT_FUNCTIONS),
    *area(_below(_EVERYWHERE, "export"), _2_16, _EXPORT, _OUTPUTS),
    *area("tensorflow.estimator.inputs", _2_0, _INPUT, _INPUTS),
    *area(_below(_IN_V1, "inputs"), _2_16, _INPUT, _INPUTS),
    *area("tensorflow.python.estimator", _2_16, _ESTIMATOR, _PRIVATE),
)
"""Removed names, as `compat.tables.removed` gathers them."""
