"""Names that left their private module in `tensorflow.python`, while the module stayed.

Measured on TensorFlow 2.16.2 and 2.21.0, with the same result: of 376 places where something public was defined in a
legacy release, and is not today, these do not have the name any more; the other modules still import it.
"""

from typing import Dict, FrozenSet

_NAMES = """
autograph.core.converter.Verbosity
autograph.impl.api.ConversionOptions
autograph.impl.api.RunMode
autograph.pyct.transformer.AutographParseError
compat.compat.disable_v2_behavior
compat.compat.enable_v2_behavior
data.experimental.ops.iterator_ops.CheckpointInputPipelineHook
data.experimental.ops.iterator_ops.get_model_proto
data.ops.dataset_ops.DatasetStructure
data.ops.dataset_ops.Options
data.ops.dataset_ops.enable_debug_mode
data.ops.optional_ops.OptionalStructure
data.util.structure.NestedStructure
data.util.structure.RaggedTensorStructure
data.util.structure.SparseTensorStructure
data.util.structure.Structure
data.util.structure.TensorArrayStructure
data.util.structure.TensorStructure
distribute.cluster_resolver.gce_cluster_resolver.GceClusterResolver
distribute.coordinator.values.RemoteValue
distribute.cross_device_ops.MultiWorkerAllReduce
distribute.cross_device_ops.ReductionToOneDeviceCrossDeviceOps
distribute.distribute_lib.DistributionStrategy
distribute.distribute_lib.DistributionStrategyExtended
distribute.distribute_lib.get_loss_reduction
distribute.input_lib.DistributedDatasetInterface
distribute.input_lib.DistributedIteratorInterface
distribute.parameter_server_strategy.ParameterServerStrategy
eager.context.VirtualDeviceConfiguration
eager.context.list_devices
eager.def_function.experimental_functions_run_eagerly
eager.def_function.experimental_run_functions_eagerly
eager.function.defun
eager.polymorphic_function.polymorphic_function.functions_run_eagerly
eager.polymorphic_function.polymorphic_function.run_functions_eagerly
feature_column.feature_column.bucketized_column
feature_column.feature_column.categorical_column_with_hash_bucket
feature_column.feature_column.categorical_column_with_identity
feature_column.feature_column.categorical_column_with_vocabulary_file
feature_column.feature_column.categorical_column_with_vocabulary_list
feature_column.feature_column.crossed_column
feature_column.feature_column.embedding_column
feature_column.feature_column.indicator_column
feature_column.feature_column.numeric_column
feature_column.feature_column.shared_embedding_columns
feature_column.feature_column.weighted_categorical_column
feature_column.feature_column_v2.DenseFeatures
feature_column.sequence_feature_column.SequenceFeatures
framework.config.disable_mlir_graph_optimization
framework.config.enable_mlir_graph_optimization
framework.config.get_virtual_device_configuration
framework.config.set_virtual_device_configuration
framework.graph_util_impl.convert_variables_to_constants
framework.ops.IndexedSlices
framework.ops.Tensor
framework.ops.convert_to_tensor_or_indexed_slices
framework.ops.convert_to_tensor_v1
framework.ops.convert_to_tensor_v1_with_dispatch
framework.ops.convert_to_tensor_v2
framework.ops.convert_to_tensor_v2_with_dispatch
framework.ops.disable_tensor_equality
framework.ops.enable_tensor_equality
framework.ops.register_tensor_conversion_function
framework.tensor_shape.TensorShapeV1
ops.array_ops.stack
ops.array_ops.unstack
ops.bincount_ops.sparse_bincount
ops.control_flow_ops.Assert
ops.control_flow_ops.case
ops.control_flow_ops.case_v2
ops.control_flow_ops.cond
ops.control_flow_ops.cond_for_tf_v2
ops.control_flow_ops.switch_case
ops.control_flow_ops.while_loop
ops.control_flow_ops.while_loop_v2
ops.control_flow_v2_toggles.output_all_intermediates
ops.functional_ops.map_fn
ops.gradients_impl.AggregationMethod
ops.image_ops_impl.resize_image_with_pad
ops.image_ops_impl.transpose_image
ops.lookup_ops.DatasetInitializer
ops.math_ops.bessel_i0e
ops.math_ops.bessel_i1e
ops.math_ops.bincount_v1
ops.nn_impl.compute_average_loss
ops.nn_impl.l2_normalize_v2
ops.nn_impl.scale_regularization_loss
ops.numpy_ops.max
ops.numpy_ops.min
ops.numpy_ops.round
ops.parsing_ops.parse_single_example_v2_unoptimized
ops.random_ops.random_crop
ops.random_ops.stateless_random_crop
ops.rnn_cell_impl.DeviceWrapperV2
ops.rnn_cell_impl.DropoutWrapperV2
ops.rnn_cell_impl.ResidualWrapperV2
ops.rnn_cell_impl._Linear
ops.rnn_cell_impl._like_rnncell
ops.stateful_random_ops.Algorithm
ops.stateless_random_ops.Algorithm
ops.summary_ops_v2.all_summary_ops
ops.summary_ops_v2.create_db_writer
ops.variable_scope.disable_resource_variables
ops.variable_scope.enable_resource_variables
ops.variable_scope.resource_variables_enabled
ops.variables.VariableV1
ops.variables.is_variable_initialized
tpu.tpu.outside_compilation
tpu.tpu_embedding_v2.cpu_embedding_lookup
tpu.tpu_embedding_v2_utils.PositionalWeightedCombiner
tpu.tpu_strategy_util.initialize_tpu_system
tpu.tpu_strategy_util.shutdown_tpu_system
training.experimental.mixed_precision.disable_mixed_precision_graph_rewrite
training.experimental.mixed_precision.enable_mixed_precision_graph_rewrite
types.core.GenericFunction
util.nest.is_sequence
"""

_MODULES = """
app array_ops check_ops clip_ops constant_op context control_flow_ops data_flow_grad deprecation dtypes errors
errors_impl file_io flags gen_array_ops gen_control_flow_ops gen_io_ops gen_linalg_ops gen_math_ops gen_nn_ops
gen_parsing_ops gen_random_ops gen_sparse_ops gen_state_ops gen_string_ops gfile graph_util image initializers linalg
logging losses map_fn math_ops metrics nest nn nn_ops random_ops random_seed resource_loader resource_variable_ops rnn
rnn_cell sets
signal sparse_ops sparse_tensor state_ops string sysconfig tensor_array_ops tensor_shape tensor_spec tensor_util test
tf_inspect tf_logging train
"""
"""What `from tensorflow.python import errors_impl` found in TensorFlow 1.15.5, whose package imported all names; the
package of 2.16.2 and 2.21.0 imports none."""

GONE_PRIVATE_NAMES: FrozenSet[str] = frozenset(f"tensorflow.python.{name}" for name in f"{_NAMES} {_MODULES}".split())

_OPS = "tensorflow.python.framework.ops"
PUBLIC_NAMES: Dict[str, str] = {
    f"{_OPS}.IndexedSlices": "tensorflow.IndexedSlices",
    f"{_OPS}.Tensor": "tensorflow.Tensor",
    f"{_OPS}.convert_to_tensor_v2": "tensorflow.convert_to_tensor",
    f"{_OPS}.convert_to_tensor_v2_with_dispatch": "tensorflow.convert_to_tensor",
}
"""The names of today of those that were another object in no release."""
