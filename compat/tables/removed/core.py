"""Names of TensorFlow's core that were removed without an equivalent: experiments, accidental exports, the models."""

from compat.tables.removed.area import area

_RELEASES = "https://github.com/tensorflow/tensorflow/releases"
_DATA = "https://www.tensorflow.org/guide/data_performance_analysis"
_DEVICES = "https://www.tensorflow.org/guide/gpu"
_LITE = "https://www.tensorflow.org/guide/migrate/tflite"
_LOOKUP = "https://www.tensorflow.org/api_docs/python/tf/lookup"
_MIXED = "https://www.tensorflow.org/guide/mixed_precision"
_AUTOGRAPH = "https://www.tensorflow.org/api_docs/python/tf/autograph"
_MODELS = "https://github.com/tensorflow/models"

_EVERYWHERE = "tensorflow tensorflow.compat.v1 tensorflow.compat.v2"
_EXPERIMENTS_WITH_DATA = (
    "tensorflow.data.experimental tensorflow.compat.v1.data.experimental tensorflow.compat.v2.data.experimental"
)

_STATISTICS = {
    "StatsAggregator StatsOptions bytes_produced_stats latency_stats": "profile the input with "
    "tf.profiler.experimental.start(logdir), or keras.callbacks.TensorBoard(profile_batch=steps)",
    "MapVectorizationOptions": "leave it out: vectorize the function by batching before tf.data.Dataset.map",
}

_HOOK = {
    "CheckpointInputPipelineHook": "use tf.train.Checkpoint(iterator=iterator), or "
    "tf.data.experimental.make_saveable_from_iterator in graph mode",
}

_STRUCTURE = {"NestedStructure": "use nested structures of tf.TypeSpec: tf.data.Dataset.element_spec"}
_FILTER = {"filter_for_shard": "use tf.data.Dataset.shard(num_shards, shard_index)"}

_MLIR = {"enable_mlir_graph_optimization disable_mlir_graph_optimization": "leave it out: the switch is gone"}

_LITE_NAMES = {
    "get_potentially_supported_ops": "convert with tf.lite.TFLiteConverter: it names what it does not support",
    "nn": "use keras.layers.LSTM and its siblings: tf.lite.TFLiteConverter fuses them",
    "nn.TFLiteLSTMCell": "use keras.layers.LSTM: tf.lite.TFLiteConverter fuses it",
    "nn.TfLiteRNNCell": "use keras.layers.SimpleRNN: tf.lite.TFLiteConverter converts it",
    "nn.dynamic_rnn": "use keras.layers.RNN",
}

_LITE_EXAMPLES = {
    "examples.lstm.rnn_cell.TFLiteLSTMCell": "use keras.layers.LSTM: tf.lite.TFLiteConverter fuses it",
    "examples.lstm.rnn_cell.TfLiteRNNCell": "use keras.layers.SimpleRNN: tf.lite.TFLiteConverter converts it",
    "examples.lstm.rnn.dynamic_rnn": "use keras.layers.RNN",
    "tensorboard.ops_util.get_potentially_supported_ops": "convert with tf.lite.TFLiteConverter: it names what it does "
    "not support",
}

_OPERATIONS_2_6 = {
    "batch_mat_mul_v3": "use tf.matmul, or tf.raw_ops.BatchMatMulV3",
    "sparse_segment_sum_grad": "use tf.raw_ops.SparseSegmentSumGrad",
}

_QUANTIZE = {"quantize_and_dequantize_v4": "use tf.quantization.quantize_and_dequantize_v2, or "
             "tf.raw_ops.QuantizeAndDequantizeV4"}  # fmt: skip

_PARTITIONED = {"tpu_partitioned_output_v2": "use tf.raw_ops.TPUPartitionedOutputV2"}

ROWS = (
    *area(_EXPERIMENTS_WITH_DATA, "tensorflow 2.6", _DATA, _STATISTICS),
    *area(
        "tensorflow.data.experimental",
        "tensorflow 1.13",
        _DATA,
        {"set_stats_aggregator": "profile the input with tf.profiler.experimental.start(logdir)"},
    ),
    *area(_EXPERIMENTS_WITH_DATA, "tensorflow 2.16", _DATA, _HOOK),
    *area(_EXPERIMENTS_WITH_DATA, "tensorflow 1.15", _DATA, _STRUCTURE),
    *area("tensorflow.data.experimental tensorflow.compat.v1.data.experimental", "tensorflow 1.14", _DATA, _FILTER),
    *area(
        "tensorflow.autograph.experimental tensorflow.compat.v1.autograph.experimental",
        "tensorflow 1.14",
        _AUTOGRAPH,
        {"Verbosity": "use tf.autograph.set_verbosity(level)"},
    ),
    *area(
        "tensorflow.config tensorflow.compat.v1.config tensorflow.compat.v2.config",
        "tensorflow 2.1",
        _DEVICES,
        {"experimental_list_devices": "use [device.name for device in tf.config.list_logical_devices()]"},
    ),
    *area(
        "tensorflow.config.experimental tensorflow.compat.v1.config.experimental "
        "tensorflow.compat.v2.config.experimental",
        "tensorflow 2.12",
        _RELEASES,
        _MLIR,
    ),
    *area("tensorflow.lite.experimental", "tensorflow 2.0", _LITE, _LITE_NAMES),
    *area("tensorflow.compat.v1.lite.experimental", "tensorflow 2.6", _LITE, _LITE_NAMES),
    *area("tensorflow.lite.experimental", "tensorflow 2.6", _LITE, _LITE_EXAMPLES),
    *area(
        "tensorflow.lookup.experimental tensorflow.compat.v1.lookup.experimental "
        "tensorflow.compat.v2.lookup.experimental",
        "tensorflow 2.6",
        _LOOKUP,
        {"DatasetInitializer": "use tf.data.experimental.table_from_dataset"},
    ),
    *area(_EVERYWHERE, "tensorflow 2.7", _RELEASES, {**_OPERATIONS_2_6, **_QUANTIZE}),
    *area(_EVERYWHERE, "tensorflow 2.13", _RELEASES, _PARTITIONED),
    *area(
        "tensorflow.types.experimental tensorflow.compat.v2.types.experimental",
        "tensorflow 2.15",
        _RELEASES,
        {"TracingContext": "use tf.types.experimental.TraceType without it"},
    ),
    *area(
        "tensorflow.compat.v2",
        "tensorflow 2.9",
        _MIXED,
        {"mixed_precision": "use keras.mixed_precision.set_global_policy"},
    ),
    *area(
        "tensorflow.compat.v2.train.experimental",
        "tensorflow 2.6",
        _MIXED,
        {
            "enable_mixed_precision_graph_rewrite disable_mixed_precision_graph_rewrite": "use "
            "keras.mixed_precision.set_global_policy, or tf.compat.v1.train.experimental.{name} in graph mode"
        },
    ),
    *area(
        "tensorflow",
        "tensorflow 1.0",
        _MODELS,
        {"models": "clone the repository of the models, or pip install tf-models-official"},
    ),
)
"""Removed names, as `compat.tables.removed` gathers them."""
