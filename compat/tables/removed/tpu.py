"""Training on TPUs with `tf.contrib.tpu` and `tf.estimator.tpu`; today, Keras under `tf.distribute.TPUStrategy`."""

from compat.tables.removed.area import area

_TPU = "https://www.tensorflow.org/guide/migrate/tpu_estimator"
_TPU_EMBEDDING = "https://www.tensorflow.org/guide/migrate/tpu_embedding"

_ESTIMATOR = {
    "TPUEstimator": "build and compile a keras.Model in the scope of tf.distribute.TPUStrategy and call fit; without a "
    "TPU any other strategy, or none, runs the same code",
    "TPUEstimatorSpec": "use keras.Model.compile(optimizer=optimizer, loss=loss, metrics=metrics), or a training loop "
    "of your own with tf.distribute.Strategy.run; host_call becomes tf.summary under tf.summary.record_if",
    "RunConfig": "pass the TPU to tf.distribute.cluster_resolver.TPUClusterResolver(tpu=name), and the rest to "
    "keras.callbacks.BackupAndRestore, keras.callbacks.ModelCheckpoint and keras.utils.set_random_seed",
    "TPUConfig": "pass steps_per_execution=iterations_per_loop to keras.Model.compile; the other fields have "
    "no equivalent",
    "InputPipelineConfig": "feed tf.distribute.Strategy.distribute_datasets_from_function: it calls the function once "
    "for each host",
}

_CONTRIB = {
    "": "train a Keras model under tf.distribute.TPUStrategy; the operations for graphs are in tf.compat.v1.tpu",
    "keras_to_tpu_model": "build and compile the model in the scope of tf.distribute.TPUStrategy",
    "TPUDistributionStrategy": "use tf.distribute.TPUStrategy(tf.distribute.cluster_resolver.TPUClusterResolver())",
    "AsyncCheckpointSaverHook": "save a tf.train.Checkpoint with options=tf.train.CheckpointOptions(enable_async=True)",
    "export_estimator_savedmodel": "use keras.Model.export(path), or tf.saved_model.save",
    "Topology": "use tf.tpu.experimental.Topology",
    "device_assignment": "use tf.tpu.experimental.DeviceAssignment.build",
    "repeat while_loop": "use tf.while_loop in a tf.function that tf.distribute.Strategy.run calls",
    "infeed_dequeue infeed_dequeue_tuple infeed_enqueue infeed_enqueue_tuple InfeedQueue outfeed_dequeue "
    "outfeed_dequeue_tuple outfeed_enqueue outfeed_enqueue_tuple": "feed the TPU from a tf.data.Dataset under "
    "tf.distribute.TPUStrategy; the operations are in tf.raw_ops",
    "profiler": "use tf.profiler.experimental.client.trace",
    "python": "a private path: the public names were those of tf.compat.v1.tpu and of the Estimator; train a Keras "
    "model under tf.distribute.TPUStrategy",
    "python.tpu.tpu_config": "pass the TPU to tf.distribute.cluster_resolver.TPUClusterResolver(tpu=name); "
    "iterations_per_loop is steps_per_execution= of keras.Model.compile",
    "python.tpu.tpu_estimator": "build and compile a keras.Model in the scope of tf.distribute.TPUStrategy, and call "
    "fit",
    "python.tpu.tpu_optimizer": "use tf.compat.v1.tpu.CrossShardOptimizer; Keras optimizers under "
    "tf.distribute.TPUStrategy reduce the gradients by themselves",
}

_PARAMETERS = {
    "AdagradParameters": "use tf.tpu.experimental.embedding.Adagrad",
    "AdamParameters": "use tf.tpu.experimental.embedding.Adam",
    "StochasticGradientDescentParameters": "use tf.tpu.experimental.embedding.SGD",
}

_MODULE = {"": "train a Keras model under tf.distribute.TPUStrategy", **_ESTIMATOR}
_EMBEDDING = {"experimental": "use tf.tpu.experimental.embedding.TPUEmbedding"}
_PRIVATE = {"": "build and compile a keras.Model in the scope of tf.distribute.TPUStrategy, and call fit"}

_2_0 = "tensorflow 2.0"
_2_16 = "tensorflow 2.16"

ROWS = (
    *area("tensorflow.contrib.tpu", _2_0, _TPU, {**_ESTIMATOR, **_CONTRIB}),
    *area("tensorflow.estimator.tpu", _2_0, _TPU, _MODULE),
    *area("tensorflow.compat.v1.estimator.tpu", _2_16, _TPU, _MODULE),
    *area("tensorflow.estimator.tpu", _2_0, _TPU_EMBEDDING, _EMBEDDING),
    *area("tensorflow.compat.v1.estimator.tpu", _2_16, _TPU_EMBEDDING, _EMBEDDING),
    *area("tensorflow.python.tpu.tpu_estimator tensorflow.python.tpu.tpu_config", _2_16, _TPU, _PRIVATE),
    *area("tensorflow.tpu.experimental", _2_0, _TPU_EMBEDDING, _PARAMETERS),
    *area(
        "tensorflow.compat.v1.tpu.experimental",
        _2_16,
        _TPU_EMBEDDING,
        {**_PARAMETERS, "FtrlParameters": "use tf.tpu.experimental.embedding.FTRL"},
    ),
)
"""Removed names, as `compat.tables.removed` gathers them."""
