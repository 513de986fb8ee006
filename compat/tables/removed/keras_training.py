"""Names that Keras lost, except layers: models, callbacks, losses, metrics, optimizers, mixed precision, estimators."""

from compat.tables.removed.area import area

_KERAS_2 = "https://github.com/keras-team/keras/wiki/Keras-2.0-release-notes"
_KERAS_2_3 = "https://github.com/keras-team/keras/releases/tag/2.3.0"
_KERAS_2_4 = "https://github.com/keras-team/keras/releases/tag/2.4.0"
_KERAS_3 = "https://github.com/keras-team/keras/issues/18467"
_MIGRATING = "https://keras.io/guides/migrating_to_keras_3/"
_ESTIMATOR = "https://www.tensorflow.org/guide/migrate/migrating_estimator"
_EVALUATOR = "https://www.tensorflow.org/guide/migrate/evaluator"
_MIXED = "https://www.tensorflow.org/guide/mixed_precision"
_YAML = "https://github.com/tensorflow/tensorflow/security/advisories/GHSA-r6jx-9g48-2r5r"
_DISTRIBUTION = "https://keras.io/guides/distribution/"
_SAVING = "https://keras.io/guides/serialization_and_saving/"
_SCIKERAS = "https://github.com/adriangb/scikeras"

_YAML_ADVICE = {
    "model_from_yaml": "save the architecture with model.to_json() and read it with keras.models.model_from_json",
}

_CONFIG_ADVICE = {
    "model_from_config": "call from_config(config['config']) of the model's class; keras.models.clone_model copies a "
    "model",
}

_SHARPNESS = {
    "": "subclass keras.Model",
    "SharpnessAwareMinimization": "write train_step of a keras.Model that takes the gradient a second time",
}

_LINEAR = {
    "LinearModel": "use keras.layers.Dense(1)",
    "WideDeepModel": "add the outputs of a keras.layers.Dense and of a stack of them with keras.layers.add",
}

_CALLBACKS = {
    "BaseLogger": "leave it out: Keras averages losses and metrics by itself",
    "SidecarEvaluatorModelExport": "evaluate each path of tf.train.checkpoints_iterator and call keras.Model.export",
    "experimental": "use keras.callbacks",
}

_CALLBACK_MODULES = {
    "callbacks tensorboard_v1 tensorboard_v2": "use keras.callbacks",
    "callbacks.BaseLogger": _CALLBACKS["BaseLogger"],
}

_CONSTRAINTS = {
    "RadialConstraint radial_constraint": "subclass keras.constraints.Constraint: average the kernel over its radii",
}

_LOSSES = {
    "LossFunctionWrapper": "subclass keras.losses.Loss",
    "is_categorical_crossentropy": "compare with keras.losses.categorical_crossentropy and "
    "keras.losses.CategoricalCrossentropy",
}

_COSINE = (
    "use keras.metrics.CosineSimilarity, which is 1 for equal directions as the metric of Keras 2.3 was, or "
    "keras.losses.cosine_similarity, which is -1 as the metric of Keras 2.2 was"
)

_METRICS = {
    "accuracy": "use keras.metrics.Accuracy",
    "cosine_proximity": _COSINE,
    "cosine_similarity": "use keras.metrics.CosineSimilarity, or -keras.losses.cosine_similarity",
    "Reduce": "use keras.metrics.Mean or keras.metrics.Sum",
    "SensitivitySpecificityBase": "subclass keras.metrics.SensitivityAtSpecificity",
    "clone_metric clone_metrics": "use keras.metrics.Metric.from_config(metric.get_config())",
}

_METRIC_CLASSES = {
    "MeanRelativeError": "use keras.metrics.MeanMetricWrapper with a function of the relative error",
    "MeanTensor": "subclass keras.metrics.Metric with a total and a count of the tensor's shape",
}

_PYTHON_METRIC = {
    "": "subclass keras.metrics.Metric",
    "PyMetric": "subclass keras.metrics.Metric, and call tf.numpy_function in update_state",
}

_KERAS_1_METRICS = {
    "precision": "use keras.metrics.Precision",
    "recall": "use keras.metrics.Recall",
    "fbeta_score": "use keras.metrics.FBetaScore(beta=beta)",
    "f1score fmeasure fscore": "use keras.metrics.F1Score",
    "matthews_correlation": "use sklearn.metrics.matthews_corrcoef, or subclass keras.metrics.Metric",
}

_OPTIMIZERS = {
    "TFOptimizer": "use the Keras optimizer of the same name: keras.optimizers.Adam for "
    "tf.compat.v1.train.AdamOptimizer",
}

_CLIPPING = {"clip_norm": "use tf.clip_by_norm, or clipnorm= of the optimizer"}

_REGULARIZERS = {
    "WeightRegularizer ActivityRegularizer L1L2Regularizer": "use keras.regularizers.L1L2",
    "EigenvalueRegularizer": "subclass keras.regularizers.Regularizer",
}

_INITIALIZATIONS = {
    "": "use keras.initializers",
    "normal": "use keras.initializers.RandomNormal(stddev=scale)",
    "uniform": "use keras.initializers.RandomUniform(-scale, scale)",
    "glorot_normal": "use keras.initializers.GlorotNormal",
    "glorot_uniform": "use keras.initializers.GlorotUniform",
    "he_normal": "use keras.initializers.HeNormal",
    "he_uniform": "use keras.initializers.HeUniform",
    "lecun_uniform": "use keras.initializers.LecunUniform",
    "orthogonal": "use keras.initializers.Orthogonal",
    "identity": "use keras.initializers.Identity",
    "one": "use keras.initializers.Ones",
    "zero": "use keras.initializers.Zeros",
}

_MIXED_PRECISION = {
    "": "use keras.mixed_precision",
    "LossScaleOptimizer": "use keras.mixed_precision.LossScaleOptimizer(optimizer); initial_scale= and "
    "dynamic_growth_steps= stand for loss_scale='dynamic', loss_scale_factor= of the optimizer for a fixed number",
    "get_layer_policy": "use keras.layers.Layer.dtype_policy",
}

_ESTIMATORS = {
    "": "train the model with keras.Model.fit; or keep it as it is: from compat import tensorflow as tf has "
    "model_to_estimator",
    "model_to_estimator": "train the model with keras.Model.fit; or keep it as it is: from compat import tensorflow "
    "as tf has model_to_estimator",
}

_EXPERIMENTAL = {
    "": "use keras: what was experimental is there, or gone",
    "SequenceFeatures": "parse with tf.io.parse_sequence_example and encode with keras.layers.Embedding",
    **_LINEAR,
}

_SIDECAR = {
    "SidecarEvaluator": "load and evaluate each path of tf.train.checkpoints_iterator in a process of its own",
}

_PEEPHOLES = {"PeepholeLSTMCell": "subclass keras.layers.LSTMCell, or write the cell with three more weights"}

_DECAYS = {
    "LinearCosineDecay": "subclass keras.optimizers.schedules.LearningRateSchedule; "
    "keras.optimizers.schedules.CosineDecay is the nearest that Keras has",
    "NoisyLinearCosineDecay": "subclass keras.optimizers.schedules.LearningRateSchedule; "
    "keras.optimizers.schedules.CosineDecay is the nearest that Keras has",
}

_SAVED = {
    "export_saved_model": "use keras.Model.save('model.keras') to load it again; for serving "
    "keras.Model.export(path), whose signature calls an output output_0, where it had the name of the layer",
    "load_from_saved_model": "use keras.layers.TFSMLayer(path), or keras.models.load_model('model.keras')",
}

_POOLS = {"terminate_keras_multiprocessing_pools": "leave it out: keras.utils.PyDataset ends its workers by itself"}

_DTENSOR = {
    "": "use keras.distribution with the JAX backend, or tf.experimental.dtensor",
    "experimental": "use keras.distribution with the JAX backend, or tf.experimental.dtensor",
    "experimental.LayoutMap": "use keras.distribution.LayoutMap with the JAX backend",
    "experimental.optimizers": "use keras.optimizers",
}

_DTENSOR_SCOPE = {"experimental.layout_map_scope": "use keras.distribution.ModelParallel with the JAX backend"}

_WRAPPERS = {
    "scikit_learn": "use scikeras.wrappers (pip install scikeras)",
    "scikit_learn.KerasClassifier": "use scikeras.wrappers.KerasClassifier (pip install scikeras): build_fn= is model= "
    "there",
    "scikit_learn.KerasRegressor": "use scikeras.wrappers.KerasRegressor (pip install scikeras): build_fn= is model= "
    "there",
}

ROWS = (
    *area("keras.models", "keras 3.0", _YAML, _YAML_ADVICE),
    *area("keras.models", "keras 3.0", _SAVING, _CONFIG_ADVICE),
    *area("keras.models", "tensorflow 2.16", _MIGRATING, _LINEAR),
    *area("keras.models.experimental", "keras 3.0", _MIGRATING, _SHARPNESS),
    *area("keras.models", "keras 2.0", _KERAS_2, {"optimizer_from_config": "use keras.optimizers.deserialize"}),
    *area("keras.optimizers", "keras 2.0", _KERAS_2, {"optimizer_from_config": "use keras.optimizers.deserialize"}),
    *area("keras.callbacks", "keras 3.0", _MIGRATING, _CALLBACKS),
    *area("keras.callbacks", "keras 2.4", _KERAS_2_4, _CALLBACK_MODULES),
    *area("keras.constraints", "keras 3.0", _MIGRATING, _CONSTRAINTS),
    *area("keras.losses", "keras 2.13", _KERAS_3, _LOSSES),
    *area("keras.metrics", "keras 2.13", _KERAS_3, _METRICS),
    *area("keras.metrics", "keras 2.4", _KERAS_2_3, {"cosine": _COSINE}),
    *area("keras.metrics", "keras 3.0", _MIGRATING, _METRIC_CLASSES),
    *area("tensorflow.metrics tensorflow.compat.v2.metrics", "tensorflow 2.16", _MIGRATING, _METRIC_CLASSES),
    *area("keras.metrics.experimental", "keras 3.0", _MIGRATING, _PYTHON_METRIC),
    *area(
        "tensorflow.metrics.experimental tensorflow.compat.v2.metrics.experimental",
        "tensorflow 2.16",
        _MIGRATING,
        _PYTHON_METRIC,
    ),
    *area("keras.metrics", "keras 2.0", _KERAS_2, _KERAS_1_METRICS),
    *area("keras.optimizers", "keras 2.13", _KERAS_3, _OPTIMIZERS),
    *area("keras.optimizers", "keras 2.4", _KERAS_2_4, _CLIPPING),
    *area("keras.optimizers", "keras 3.0", _MIGRATING, {"experimental": "use keras.optimizers"}),
    *area(
        "tensorflow.optimizers tensorflow.compat.v2.optimizers",
        "tensorflow 2.16",
        _MIGRATING,
        {"experimental": "use keras.optimizers"},
    ),
    *area("keras.regularizers", "keras 2.0", _KERAS_2, _REGULARIZERS),
    *area("keras.initializations", "keras 2.0", _KERAS_2, _INITIALIZATIONS),
    *area("keras.mixed_precision.experimental", "tensorflow 2.9", _MIXED, _MIXED_PRECISION),
    *area("keras.estimator", "keras 3.0", _ESTIMATOR, _ESTIMATORS),
    *area("keras.experimental", "keras 3.0", _MIGRATING, _EXPERIMENTAL),
    *area("keras.experimental", "keras 3.0", _EVALUATOR, _SIDECAR),
    *area("keras.utils", "keras 3.0", _EVALUATOR, _SIDECAR),
    *area("keras.experimental", "tensorflow 2.9", _MIGRATING, _PEEPHOLES),
    *area("keras.experimental", "tensorflow 2.5", _MIGRATING, _DECAYS),
    *area("keras.experimental", "tensorflow 2.1", _SAVING, _SAVED),
    *area("keras.experimental", "tensorflow 2.4", _MIGRATING, _POOLS),
    *area("keras.dtensor", "keras 3.0", _DISTRIBUTION, _DTENSOR),
    *area("keras.dtensor", "tensorflow 2.13", _DISTRIBUTION, _DTENSOR_SCOPE),
    *area("keras.wrappers", "keras 2.13", _SCIKERAS, _WRAPPERS),
    *area("keras", "keras 2.5", _KERAS_2_3, {"objectives": "use keras.losses"}),
    *area("keras.tree", "keras 3.3", _KERAS_3, {"unflatten_as": "use keras.tree.pack_sequence_as"}),
)
"""Removed names, as `compat.tables.removed` gathers them."""
