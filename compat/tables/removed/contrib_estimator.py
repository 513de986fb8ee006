"""`tf.contrib.estimator`, `learn`, `predictor` and the models of `tf.contrib` that were estimators."""

from compat.tables.removed.area import area

_ESTIMATOR = "https://www.tensorflow.org/guide/migrate/migrating_estimator"
_CANNED = "https://www.tensorflow.org/guide/migrate/canned_estimators"
_STOPPING = "https://www.tensorflow.org/guide/migrate/early_stopping"
_EXPORT = "https://www.tensorflow.org/guide/migrate/saved_model"
_HOOKS = "https://www.tensorflow.org/guide/migrate/sessionrunhook_callback"
_COLUMNS = "https://www.tensorflow.org/guide/migrate/migrating_feature_columns"
_SUNSET = "https://github.com/tensorflow/community/blob/master/rfcs/20180907-contrib-sunset.md"
_GAN = "https://github.com/tensorflow/gan"
_TREES = "https://github.com/google/yggdrasil-decision-forests"
_DATASETS = "https://keras.io/api/datasets/"

_CONTRIB = {
    "": "write the training as a keras.Model with compile and fit",
    "replicate_model_fn": "leave it out, pass RunConfig(train_distribute=tf.distribute.MirroredStrategy()) to the "
    "Estimator, and divide the batch of input_fn by the replicas: it split each batch, and took the mean of the "
    "losses of the towers, as the strategy does; for loss_reduction=SUM multiply the loss by the replicas",
    "TowerOptimizer": "leave it out: with train_distribute=tf.distribute.MirroredStrategy() in RunConfig an optimizer "
    "needs no wrapper",
    "add_metrics": "use keras.Model.compile(metrics=metrics)",
    "forward_features": "give the keras.Model a second output that passes the feature on",
    "binary_classification_head logistic_regression_head": "use keras.layers.Dense(1) and "
    "keras.losses.BinaryCrossentropy(from_logits=True)",
    "multi_class_head": "use keras.layers.Dense(n_classes) and "
    "keras.losses.SparseCategoricalCrossentropy(from_logits=True)",
    "multi_label_head": "use keras.layers.Dense(n_classes) and keras.losses.BinaryCrossentropy(from_logits=True)",
    "regression_head": "use keras.layers.Dense(label_dimension) and keras.losses.MeanSquaredError",
    "poisson_regression_head": "use keras.layers.Dense(1, activation='exponential') and keras.losses.Poisson",
    "multi_head": "give the keras.Model one output per head, and keras.Model.compile a loss for each",
    "clip_gradients_by_norm": "pass clipnorm= to the optimizer of keras.optimizers",
    "DNNClassifierWithLayerAnnotations DNNRegressorWithLayerAnnotations": "use keras.Sequential of keras.layers.Dense; "
    "keras.Model.get_layer finds a layer by its name",
    "RNNClassifier RNNEstimator": "use keras.Sequential of keras.layers.LSTM and keras.layers.Dense",
    "boosted_trees_classifier_train_in_memory boosted_trees_regressor_train_in_memory": "use "
    "ydf.GradientBoostedTreesLearner (pip install ydf), or sklearn.ensemble",
    "call_logit_fn": "call the model, or the function, itself",
    "dnn_logit_fn_builder": "use keras.Sequential of keras.layers.Dense",
    "linear_logit_fn_builder": "use keras.layers.Dense on the encoded features",
}

_CONTRIB_EXPORT = {
    "SavedModelEstimator": "use tf.saved_model.load, or keras.layers.TFSMLayer in a keras.Model",
    "export_all_saved_models export_saved_model_for_mode": "use keras.Model.export(path)",
    "build_raw_supervised_input_receiver_fn build_supervised_input_receiver_fn_from_input_fn": "export what serving "
    "needs: keras.export.ExportArchive.add_endpoint",
}

_CONTRIB_1_12 = {
    "BaselineEstimator": "predict the mean of the labels: sklearn.dummy has such models",
    "DNNEstimator DNNLinearCombinedEstimator": "use keras.Sequential of keras.layers.Dense",
    "LinearEstimator": "use keras.layers.Dense on the encoded features, with keras.optimizers.Ftrl",
    "InMemoryEvaluatorHook": "use keras.Model.fit(validation_data=validation_data)",
    "make_stop_at_checkpoint_step_hook": "leave it out: fit of a Keras model ends by itself on all workers",
}

_CONTRIB_1_13 = {
    "make_early_stopping_hook": "set self.model.stop_training = True in a keras.callbacks.Callback",
    "stop_if_no_decrease_hook": "use keras.callbacks.EarlyStopping(monitor='val_loss', mode='min', patience=epochs)",
    "stop_if_no_increase_hook": "use keras.callbacks.EarlyStopping(monitor='val_accuracy', mode='max', "
    "patience=epochs)",
    "stop_if_higher_hook stop_if_lower_hook": "compare the log in on_epoch_end of a keras.callbacks.Callback, and set "
    "self.model.stop_training = True",
    "read_eval_metrics": "read the History that keras.Model.fit returns, or the file of keras.callbacks.CSVLogger",
}

_LEARN = {
    "": "write the training as a keras.Model with compile and fit",
    "Estimator BaseEstimator Trainable Evaluable": "build a keras.Model and call fit, evaluate and predict",
    "Experiment learn_runner learn_runner.run": "use keras.Model.fit(dataset, validation_data=validation_data)",
    "learn_runner.tune": "use keras_tuner (pip install keras-tuner)",
    "RunConfig": "use keras.callbacks.BackupAndRestore, keras.callbacks.ModelCheckpoint, keras.callbacks.TensorBoard "
    "and keras.utils.set_random_seed for its fields",
    "ModeKeys": "Keras passes training=True to the layers in fit, and False in evaluate and predict",
    "ModelFnOps": "pass loss, optimizer and metrics to keras.Model.compile",
    "MetricSpec": "use keras.Model.compile(metrics=metrics), or weighted_metrics=",
    "SKCompat": "use scikeras.wrappers (pip install scikeras)",
    "train evaluate infer graph_actions run_feeds run_n": "use keras.Model.fit, evaluate and predict, or a session of "
    "tf.compat.v1.train.MonitoredTrainingSession in graph mode",
    "DNNClassifier DNNRegressor DNNEstimator": "use keras.Sequential of keras.layers.Dense",
    "LinearClassifier LinearRegressor LinearEstimator LogisticRegressor": "use keras.layers.Dense on the encoded "
    "features, with keras.optimizers.Ftrl",
    "DNNLinearCombinedClassifier DNNLinearCombinedRegressor DNNLinearCombinedEstimator": "add the outputs of a "
    "keras.layers.Dense and of a stack of them with keras.layers.add",
    "DynamicRnnEstimator": "use keras.Sequential of keras.layers.LSTM and keras.layers.Dense",
    "KMeansClustering": "use sklearn.cluster.MiniBatchKMeans",
    "SVM": "use keras.layers.Dense(1) with keras.losses.Hinge and keras.regularizers.L2, or sklearn.svm",
    "head Head multi_class_head": "use a loss and metrics in keras.Model.compile, for example "
    "keras.losses.SparseCategoricalCrossentropy(from_logits=True)",
    "binary_svm_head": "use keras.losses.Hinge",
    "multi_head": "give the keras.Model one output per head, and keras.Model.compile a loss for each",
    "multi_label_head": "use keras.losses.BinaryCrossentropy(from_logits=True)",
    "regression_head": "use keras.losses.MeanSquaredError",
    "poisson_regression_head": "use keras.losses.Poisson",
    "no_op_train_fn": "leave it out: keras.Model.evaluate does not train",
    "NotFittedError": "use sklearn.exceptions.NotFittedError",
    "NanLossDuringTrainingError": "use tf.compat.v1.train.NanLossDuringTrainingError, or "
    "keras.callbacks.TerminateOnNaN",
    "infer_real_valued_columns_from_input infer_real_valued_columns_from_input_fn": "make one "
    "tf.feature_column.numeric_column for each feature",
    "extract_dask_data extract_dask_labels extract_pandas_data extract_pandas_labels extract_pandas_matrix": "use "
    "frame.to_numpy() of pandas, or frame.compute() of dask",
    "read_batch_examples read_batch_features read_batch_record_features read_keyed_batch_examples "
    "read_keyed_batch_examples_shared_queue read_keyed_batch_features read_keyed_batch_features_shared_queue": "use "
    "tf.data.TFRecordDataset with tf.io.parse_example, or tf.data.experimental.make_batched_features_dataset",
    "io": "use tf.data",
    "io.numpy_input_fn io.pandas_input_fn": "use tf.data.Dataset.from_tensor_slices",
    "io.generator_input_fn": "use tf.data.Dataset.from_generator",
    "models ops": "use keras.layers",
    "preprocessing": "use keras.layers.TextVectorization, keras.layers.StringLookup, or sklearn.preprocessing",
    "preprocessing.VocabularyProcessor": "use keras.layers.TextVectorization(output_sequence_length=length)",
    "utils": "use keras.Model.export(path)",
}

_LEARN_EXPORT = {
    "ExportStrategy make_export_strategy": "call keras.Model.export(path) after fit",
    "InputFnOps build_parsing_serving_input_fn": "export a tf.function that calls tf.io.parse_example on its input "
    "before the model, with tf.saved_model.save(model, path, signatures=function)",
}

_MONITORS = {
    "": "use keras.callbacks, or the hooks of tf.compat.v1.train in graph mode",
    "BaseMonitor EveryN": "subclass keras.callbacks.Callback, or tf.compat.v1.train.SessionRunHook in graph mode",
    "ValidationMonitor": "use keras.Model.fit(validation_data=validation_data) with keras.callbacks.EarlyStopping",
    "CheckpointSaver": "use keras.callbacks.ModelCheckpoint, or tf.compat.v1.train.CheckpointSaverHook in graph mode",
    "SummarySaver": "use keras.callbacks.TensorBoard, or tf.compat.v1.train.SummarySaverHook in graph mode",
    "StopAtStep": "count the steps in epochs and steps_per_epoch, or use tf.compat.v1.train.StopAtStepHook in graph "
    "mode",
    "NanLoss": "use keras.callbacks.TerminateOnNaN, or tf.compat.v1.train.NanTensorHook in graph mode",
    "PrintTensor LoggingTrainable": "use keras.callbacks.LambdaCallback, or tf.compat.v1.train.LoggingTensorHook in "
    "graph mode",
    "StepCounter": "use keras.callbacks.TensorBoard(profile_batch=steps), or tf.compat.v1.train.StepCounterHook in "
    "graph mode",
}

_LEARN_DATASETS = {
    "datasets": "use keras.datasets, or tensorflow_datasets (pip install tensorflow-datasets)",
    "datasets.load_iris datasets.base.load_iris": "use sklearn.datasets.load_iris",
    "datasets.load_boston datasets.base.load_boston": "use keras.datasets.boston_housing.load_data",
    "datasets.make_dataset datasets.synthetic": "use sklearn.datasets.make_blobs and its siblings",
    "python": "a private path: the public names were those of the package; write the training as a keras.Model with "
    "compile and fit",
    "python.learn.datasets": "use keras.datasets, or tensorflow_datasets (pip install tensorflow-datasets)",
}

_MNIST = (
    "use keras.datasets.mnist.load_data(): images come as uint8 of shape (n, 28, 28), legacy gave float32 in 0 to 1 of "
    "shape (n, 784); one_hot=True is tf.one_hot(labels, 10), next_batch is tf.data.Dataset.batch"
)

_PREDICTOR = {
    "": "use tf.saved_model.load(path).signatures['serving_default'], or keras.Model.predict",
    "from_saved_model": "use tf.saved_model.load(path).signatures['serving_default']: a function of tensors by name, "
    "which returns a dictionary of tensors",
    "from_estimator from_contrib_estimator": "export the model and use tf.saved_model.load(path).signatures["
    "'serving_default'], or keras.Model.predict",
}

_SAVED_MODEL = {
    "": "use keras.Model.export(path) for serving, keras.Model.save for Keras itself",
    "save_keras_model python.saved_model.keras_saved_model "
    "python.saved_model.keras_saved_model.save_keras_model": "use keras.Model.save('model.keras') to load it "
    "again; for serving keras.Model.export(path), whose signature calls an output output_0, where it had the name of "
    "the layer",
    "load_keras_model": "use keras.layers.TFSMLayer(path) for a SavedModel, keras.models.load_model for 'model.keras'",
    "python": "a private path: use keras.Model.export(path)",
}

_GAN_ADVICE = {
    "": "write train_step of a keras.Model with two optimizers and tf.GradientTape; tensorflow_gan (pip install "
    "tensorflow-gan) has the functions, and runs on TensorFlow 2.15 and before",
    "losses": "write the losses with keras.losses and tf.reduce_mean; tensorflow_gan.losses (pip install "
    "tensorflow-gan) runs on TensorFlow 2.15 and before",
    "eval": "compute the scores with keras.applications.InceptionV3; tensorflow_gan.eval (pip install tensorflow-gan) "
    "runs on TensorFlow 2.15 and before",
    "features": "use keras.layers.SpectralNormalization and keras.constraints; tensorflow_gan.features (pip install "
    "tensorflow-gan) runs on TensorFlow 2.15 and before",
}

_FORESTS = "use ydf.GradientBoostedTreesLearner or ydf.RandomForestLearner (pip install ydf), or sklearn.ensemble"

_OTHER_MODELS = {
    "factorization": "use sklearn.cluster.MiniBatchKMeans and sklearn.mixture.GaussianMixture; matrix factorization is "
    "the keras.layers.Dot of two keras.layers.Embedding",
    "factorization.KMeans factorization.KMeansClustering": "use sklearn.cluster.MiniBatchKMeans",
    "factorization.GMM factorization.GmmAlgorithm factorization.gmm": "use sklearn.mixture.GaussianMixture, or "
    "tensorflow_probability.distributions.MixtureSameFamily (pip install tensorflow-probability tf-keras)",
    "factorization.WALSMatrixFactorization factorization.WALSModel": "train the keras.layers.Dot of two "
    "keras.layers.Embedding on the observed entries",
    "kernel_methods": "map the features with tf.cos of a keras.layers.Dense that is not trained, with a bias drawn "
    "from 0 to 2 pi, or use sklearn.kernel_approximation.RBFSampler",
    "linear_optimizer": "use keras.layers.Dense with keras.optimizers.Ftrl, or sklearn.linear_model",
    "timeseries": "use keras.utils.timeseries_dataset_from_array with keras.layers.LSTM, or tensorflow_probability.sts "
    "(pip install tensorflow-probability tf-keras)",
}

_SEQUENCE_COLUMNS = {
    "": "use the sequence columns of tf.feature_column",
    "sequence_categorical_column_with_hash_bucket sequence_categorical_column_with_identity "
    "sequence_categorical_column_with_vocabulary_file sequence_categorical_column_with_vocabulary_list "
    "sequence_numeric_column": "use tf.feature_column.{name}",
    "sequence_input_layer": "parse with tf.io.parse_sequence_example and encode with keras.layers.Embedding",
}

_2_0 = "tensorflow 2.0"

ROWS = (
    *area("tensorflow.contrib.estimator", _2_0, _ESTIMATOR, _CONTRIB),
    *area("tensorflow.contrib.estimator", _2_0, _EXPORT, _CONTRIB_EXPORT),
    *area("tensorflow.contrib.estimator", "tensorflow 1.13", _CANNED, _CONTRIB_1_12),
    *area("tensorflow.contrib.estimator", "tensorflow 1.14", _STOPPING, _CONTRIB_1_13),
    *area("tensorflow.contrib.learn", _2_0, _CANNED, _LEARN),
    *area("tensorflow.contrib.learn", _2_0, _EXPORT, _LEARN_EXPORT),
    *area("tensorflow.contrib.learn.monitors", _2_0, _HOOKS, _MONITORS),
    *area("tensorflow.contrib.learn", _2_0, _DATASETS, _LEARN_DATASETS),
    *area(
        "tensorflow.contrib.learn.datasets tensorflow.contrib.learn.python.learn.datasets",
        _2_0,
        _DATASETS,
        {"mnist mnist.read_data_sets": _MNIST},
    ),
    *area("tensorflow.examples.tutorials", _2_0, _DATASETS, {"": "use keras.datasets", "mnist": _MNIST}),
    *area("tensorflow.contrib.predictor", _2_0, _EXPORT, _PREDICTOR),
    *area("tensorflow.contrib.saved_model", _2_0, _EXPORT, _SAVED_MODEL),
    *area("tensorflow.contrib", "tensorflow 1.15", _EXPORT, {"session_bundle": "use tf.saved_model"}),
    *area("tensorflow.contrib.gan", "tensorflow 1.15", _GAN, _GAN_ADVICE),
    *area("tensorflow.contrib", _2_0, _TREES, {"boosted_trees tensor_forest": _FORESTS}),
    *area("tensorflow.contrib", "tensorflow 1.15", _TREES, {"decision_trees": _FORESTS}),
    *area("tensorflow.contrib", _2_0, _SUNSET, _OTHER_MODELS),
    *area("tensorflow.contrib.feature_column", _2_0, _COLUMNS, _SEQUENCE_COLUMNS),
)
"""Removed names, as `compat.tables.removed` gathers them."""
