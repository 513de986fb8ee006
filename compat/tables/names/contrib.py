"""Names of `tf.contrib` that are the same objects under another name today, or call nothing else.

Measured: the objects of TensorFlow 1.13.2 and 1.15.5 compared with `is`; the functions of `contrib.data`,
`contrib.framework` and `contrib.training`, and `contrib.estimator` of 1.13, by their source.
https://github.com/tensorflow/community/blob/master/rfcs/20180907-contrib-sunset.md

The strategies of `tf.contrib.distribute` are not among them: their batch differs (`compat.tables.names.shims`).
Names below `tensorflow.compat.v1.estimator` are there up to TensorFlow 2.15, then in `compat.tensorflow.estimator`.
"""

from typing import Dict

_PACKAGES = """
autograph -> autograph.experimental: Feature do_not_convert set_loop_options
checkpoint -> train: CheckpointManager
cluster_resolver -> distribute.cluster_resolver: ClusterResolver GCEClusterResolver KubernetesClusterResolver
    SimpleClusterResolver SlurmClusterResolver TFConfigClusterResolver TPUClusterResolver
data -> compat.v1.data.experimental: AUTOTUNE Counter CsvDataset RandomDataset Reducer SqlDataset TFRecordWriter
    bucket_by_sequence_length choose_from_datasets copy_to_device dense_to_sparse_batch enumerate_dataset
    get_single_element group_by_reducer group_by_window ignore_errors make_batched_features_dataset make_csv_dataset
    make_saveable_from_iterator map_and_batch parallel_interleave parse_example_dataset prefetch_to_device
    rejection_resample sample_from_datasets scan shuffle_and_repeat unbatch unique
data -> data.experimental: Optional get_next_as_optional
distribute -> compat.v1.distribute: get_loss_reduction
distribute -> distribute: CrossDeviceOps ReplicaContext get_replica_context get_strategy has_strategy
    in_cross_replica_context
distribute -> tpu.experimental: initialize_tpu_system
distributions -> compat.v1.distributions: Bernoulli Beta Categorical Dirichlet DirichletMultinomial Distribution
    Exponential FULLY_REPARAMETERIZED Gamma Laplace Multinomial NOT_REPARAMETERIZED Normal RegisterKL
    ReparameterizationType StudentT Uniform kl_divergence
eager -> : GradientTape TensorSpec custom_gradient function
eager -> compat.v1: enable_eager_execution executing_eagerly
eager -> compat.v1.train: Checkpoint
estimator -> compat.v1.estimator: add_metrics
estimator -> compat.v1.estimator.experimental: build_raw_supervised_input_receiver_fn dnn_logit_fn_builder
    linear_logit_fn_builder make_early_stopping_hook stop_if_higher_hook stop_if_lower_hook stop_if_no_decrease_hook
    stop_if_no_increase_hook
framework -> : TensorSpec argsort is_tensor sort
framework -> compat.v1: assert_scalar convert_to_tensor_or_sparse_tensor
framework -> compat.v1.train: create_global_step get_global_step get_or_create_global_step
framework -> debugging: assert_same_float_dtype
framework.nest -> nest: assert_same_structure flatten is_nested map_structure pack_sequence_as
lookup -> lookup: KeyValueTensorInitializer TextFileIndex TextFileInitializer
nn -> nn: conv1d_transpose
proto -> io: decode_proto encode_proto
rnn -> compat.v1.nn: static_bidirectional_rnn static_rnn static_state_saving_rnn
signal -> signal: frame hamming_window hann_window inverse_stft inverse_stft_window_fn linear_to_mel_weight_matrix
    mfccs_from_log_mel_spectrograms overlap_and_add stft
stateless -> compat.v1.random: stateless_multinomial
stateless -> random: stateless_truncated_normal
summary -> compat.v1.summary: initialize
tpu -> compat.v1.estimator.tpu: InputPipelineConfig RunConfig TPUConfig TPUEstimator TPUEstimatorSpec
tpu -> compat.v1.tpu: CrossShardOptimizer batch_parallel bfloat16_scope core cross_replica_sum initialize_system
    outside_compilation replicate rewrite shard shutdown_system
tpu -> tpu.experimental: DeviceAssignment Topology
tpu.python.tpu.tpu_config -> compat.v1.estimator.tpu: InputPipelineConfig RunConfig TPUConfig
tpu.python.tpu.tpu_estimator -> compat.v1.estimator.tpu: TPUEstimator TPUEstimatorSpec
tpu.python.tpu.tpu_optimizer -> compat.v1.tpu: CrossShardOptimizer
training -> train: checkpoints_iterator
training.python.training.evaluation -> train: checkpoints_iterator
util -> : make_ndarray make_tensor_proto
"""

_RESPELLED = """
batching.batch_function nondifferentiable_batch_function
checkpoint.PythonStateWrapper train.experimental.PythonState
cluster_resolver.GceClusterResolver distribute.cluster_resolver.GCEClusterResolver
cluster_resolver.UnionClusterResolver distribute.cluster_resolver.UnionResolver
distribute.CrossTowerOps distribute.CrossDeviceOps
distribute.DistributionStrategy compat.v1.distribute.Strategy
distribute.DistributionStrategyExtended compat.v1.distribute.StrategyExtended
distribute.ReductionToOneDeviceCrossDeviceOps distribute.ReductionToOneDevice
distribute.ReductionToOneDeviceCrossTowerOps distribute.ReductionToOneDevice
distribute.get_distribution_strategy distribute.get_strategy
distribute.has_distribution_strategy distribute.has_strategy
distribute.python.cross_tower_ops.CrossTowerOps distribute.CrossDeviceOps
distribute.python.cross_tower_ops.ReductionToOneDeviceCrossTowerOps distribute.ReductionToOneDevice
eager.connect_to_remote_host config.experimental_connect_to_host
eager.in_eager_mode compat.v1.executing_eagerly
eager.py_func py_function
framework.nest.is_sequence nest.is_nested
lookup.MutableDenseHashTable lookup.experimental.DenseHashTable
metrics.set_difference sets.difference
metrics.set_intersection sets.intersection
metrics.set_size sets.size
metrics.set_union sets.union
stateless.stateless_random_normal random.stateless_normal
stateless.stateless_random_uniform random.stateless_uniform
summary.all_summary_ops compat.v1.summary.all_v2_summary_ops
util.constant_value get_static_value
"""

SAME_OBJECTS: Dict[str, str] = {}
"""Maps each name in `tensorflow.contrib` to today's name."""
for _row in _PACKAGES.strip().replace("\n    ", " ").splitlines():
    _places, _, _names = _row.partition(": ")
    _legacy, _, _modern = _places.partition(" -> ")
    for _name in _names.split():
        SAME_OBJECTS[f"tensorflow.contrib.{_legacy}.{_name}"] = f"tensorflow.{_modern}.{_name}".replace("..", ".")
for _legacy, _modern in map(str.split, _RESPELLED.strip().splitlines()):
    SAME_OBJECTS["tensorflow.contrib." + _legacy] = "tensorflow." + _modern
