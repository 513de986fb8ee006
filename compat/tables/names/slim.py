"""Names of `tf.contrib` whose code lives on in the package `tf-slim`, and its module of each.

Measured: the public names that TensorFlow 1.13.2 or 1.15.5 and tf-slim 1.1.0 both have. Their code is the same but for
imports, the static shape in `batch_norm` of rank 2, `create_aux_logits=` of `inception_v3` and a check in `learning`.
https://github.com/google-research/tf-slim
"""

from typing import Tuple

from compat.tables.names.contrib import SAME_OBJECTS
from compat.tables.rows import Shim

PACKAGE = "tf_slim"

_MODULES = """
ops.arg_scope -> framework framework.python.ops framework.python.ops.arg_scope slim: add_arg_scope arg_scope
    arg_scoped_arguments current_arg_scope has_arg_scope
ops.variables -> framework framework.python.ops framework.python.ops.variables slim: VariableDeviceChooser
    add_model_variable assert_global_step assert_or_get_global_step assign_from_checkpoint assign_from_checkpoint_fn
    assign_from_values assign_from_values_fn filter_variables get_local_variables get_model_variables
    get_trainable_variables get_unique_variable get_variable_full_name get_variables get_variables_by_name
    get_variables_by_suffix get_variables_to_restore global_variable local_variable model_variable variable
ops.variables -> framework.python.ops framework.python.ops.variables slim: create_global_step get_global_step
    get_or_create_global_step
layers.layers -> layers layers.python.layers layers.python.layers.layers slim slim.layers: GDN avg_pool2d avg_pool3d
    batch_norm bias_add conv1d conv2d conv2d_in_plane conv2d_transpose conv3d conv3d_transpose convolution
    convolution1d convolution2d convolution2d_in_plane convolution2d_transpose convolution3d convolution3d_transpose
    dense_to_sparse dropout elu flatten fully_connected gdn images_to_sequence layer_norm legacy_fully_connected
    legacy_linear legacy_relu linear max_pool2d max_pool3d maxout one_hot_encoding relu relu6 repeat scale_gradient
    separable_conv2d separable_convolution2d sequence_to_images softmax spatial_softmax stack unit_norm
layers.layers -> layers.python.layers layers.python.layers.layers slim slim.layers: pool
layers.normalization -> layers layers.python.layers layers.python.layers.normalization slim slim.normalization:
    group_norm instance_norm
layers.initializers -> layers.python.layers layers.python.layers.initializers slim slim.initializers:
    variance_scaling_initializer xavier_initializer xavier_initializer_conv2d
layers.regularizers -> layers.python.layers layers.python.layers.regularizers slim slim.regularizers:
    l1_l2_regularizer l1_regularizer l2_regularizer
layers.regularizers -> layers layers.python.layers layers.python.layers.regularizers slim slim.regularizers:
    apply_regularization sum_regularizer
layers.optimizers -> layers layers.python.layers layers.python.layers.optimizers slim slim.optimizers:
    OPTIMIZER_CLS_NAMES OPTIMIZER_SUMMARIES optimize_loss
layers.optimizers -> layers.python.layers layers.python.layers.optimizers slim slim.optimizers: adaptive_clipping_fn
layers.summaries -> layers layers.python.layers layers.python.layers.summaries slim layers.summaries:
    summarize_activation summarize_activations summarize_collection summarize_tensor summarize_tensors
layers.rev_block_lib -> layers layers.python.layers layers.python.layers.rev_block_lib slim slim.rev_block_lib:
    RevBlock recompute_grad rev_block
layers.utils -> layers.python.layers.utils slim.utils: NamedOutputs append_tensor_alias channel_dimension
    collect_named_outputs constant_value convert_collection_to_dict gather_tensors_aliases get_tensor_aliases
    get_variable_collections last_dimension n_positive_integers smart_cond static_cond two_element_tuple
losses.loss_ops -> losses losses.python.losses.loss_ops slim.losses: absolute_difference add_loss
    compute_weighted_loss cosine_distance get_losses get_regularization_losses get_total_loss hinge_loss log_loss
    mean_pairwise_squared_error mean_squared_error sigmoid_cross_entropy softmax_cross_entropy
    sparse_softmax_cross_entropy
metrics.classification -> metrics slim.metrics: accuracy f1_score
metrics.histogram_ops -> metrics slim.metrics: auc_using_histogram
metrics.metric_ops -> metrics metrics.python.ops.metric_ops slim.metrics: aggregate_metric_map aggregate_metrics
    auc_with_confidence_intervals cohen_kappa count precision_at_recall precision_recall_at_equal_thresholds
    recall_at_precision sparse_recall_at_top_k streaming_accuracy streaming_auc streaming_concat streaming_covariance
    streaming_curve_points streaming_dynamic_auc streaming_false_negative_rate
    streaming_false_negative_rate_at_thresholds streaming_false_negatives streaming_false_negatives_at_thresholds
    streaming_false_positive_rate streaming_false_positive_rate_at_thresholds streaming_false_positives
    streaming_false_positives_at_thresholds streaming_mean streaming_mean_absolute_error
    streaming_mean_cosine_distance streaming_mean_iou streaming_mean_relative_error streaming_mean_squared_error
    streaming_mean_tensor streaming_pearson_correlation streaming_percentage_less streaming_precision
    streaming_precision_at_thresholds streaming_recall streaming_recall_at_k streaming_recall_at_thresholds
    streaming_root_mean_squared_error streaming_sensitivity_at_specificity streaming_sparse_average_precision_at_k
    streaming_sparse_average_precision_at_top_k streaming_sparse_precision_at_k streaming_sparse_precision_at_top_k
    streaming_sparse_recall_at_k streaming_specificity_at_sensitivity streaming_true_negatives
    streaming_true_negatives_at_thresholds streaming_true_positives streaming_true_positives_at_thresholds
training.training -> training training.python.training.training: add_gradients_summaries clip_gradient_norms
    clip_gradient_norms_fn create_train_op multiply_gradients train
training.evaluation -> training training.python.training.evaluation: SummaryAtEndHook evaluate_repeatedly
    wait_for_new_checkpoint
learning -> slim.learning slim.python.slim.learning: add_gradients_summaries clip_gradient_norms create_train_op
    multiply_gradients train train_step
training.training -> slim.learning slim.python.slim.learning: add_gradients_summaries clip_gradient_norms
    create_train_op multiply_gradients
evaluation -> slim.evaluation slim.python.slim.evaluation: evaluate_once evaluation_loop
training.evaluation -> slim.evaluation slim.python.slim.evaluation: checkpoints_iterator wait_for_new_checkpoint
model_analyzer -> slim.model_analyzer slim.python.slim.model_analyzer: analyze_ops analyze_vars tensor_description
queues -> slim.queues slim.python.slim.queues: NestedQueueRunnerError QueueRunners
summaries -> slim.summaries slim.python.slim.summaries: add_histogram_summaries add_histogram_summary
    add_image_summaries add_image_summary add_scalar_summaries add_scalar_summary add_zero_fraction_summaries
    add_zero_fraction_summary
data.data_decoder -> slim.data_decoder slim.python.slim.data.data_decoder: DataDecoder
data.data_provider -> slim.data_provider slim.python.slim.data.data_provider: DataProvider
data.dataset -> slim.dataset slim.python.slim.data.dataset: Dataset
data.dataset_data_provider -> slim.dataset_data_provider slim.python.slim.data.dataset_data_provider:
    DatasetDataProvider
data.parallel_reader -> slim.parallel_reader slim.python.slim.data.parallel_reader: ParallelReader get_data_files
    parallel_read single_pass_read
data.prefetch_queue -> slim.prefetch_queue slim.python.slim.data.prefetch_queue: prefetch_queue
data.tfexample_decoder -> slim.tfexample_decoder slim.python.slim.data.tfexample_decoder: BackupHandler BoundingBox
    Image ItemHandler ItemHandlerCallback LookupTensor SparseTensor TFExampleDecoder Tensor
nets.alexnet -> slim.nets.alexnet slim.python.slim.nets.alexnet: alexnet_v2 alexnet_v2_arg_scope
nets.overfeat -> slim.nets.overfeat slim.python.slim.nets.overfeat: overfeat overfeat_arg_scope
nets.resnet_utils -> slim.nets.resnet_utils slim.python.slim.nets.resnet_utils: Block conv2d_same resnet_arg_scope
    stack_blocks_dense subsample
nets.resnet_v1 -> slim.nets.resnet_v1 slim.python.slim.nets.resnet_v1: bottleneck resnet_v1 resnet_v1_101
    resnet_v1_152 resnet_v1_200 resnet_v1_50 resnet_v1_block
nets.resnet_v2 -> slim.nets.resnet_v2 slim.python.slim.nets.resnet_v2: bottleneck resnet_v2 resnet_v2_101
    resnet_v2_152 resnet_v2_200 resnet_v2_50 resnet_v2_block
nets.vgg -> slim.nets.vgg slim.python.slim.nets.vgg: vgg_16 vgg_19 vgg_a vgg_arg_scope vgg_d vgg_e
nets.resnet_utils -> slim.nets.resnet_v1 slim.nets.resnet_v2 slim.python.slim.nets.resnet_v1
    slim.python.slim.nets.resnet_v2: resnet_arg_scope
nets.inception_v1 -> slim.nets.inception slim.python.slim.nets.inception slim.python.slim.nets.inception_v1:
    inception_v1 inception_v1_arg_scope inception_v1_base
nets.inception_v2 -> slim.nets.inception slim.python.slim.nets.inception slim.python.slim.nets.inception_v2:
    inception_v2 inception_v2_arg_scope inception_v2_base
nets.inception_v3 -> slim.nets.inception slim.python.slim.nets.inception slim.python.slim.nets.inception_v3:
    inception_v3 inception_v3_arg_scope inception_v3_base
"""


def _rows() -> Tuple[Shim, ...]:
    found = []
    for line in _MODULES.strip().replace("\n    ", " ").splitlines():
        places, _, names = line.partition(": ")
        module, _, packages = places.partition(" -> ")
        legacy = [f"tensorflow.contrib.{package}.{name}" for package in packages.split() for name in names.split()]
        found.append(Shim(f"{PACKAGE}.{module}", tuple(name for name in legacy if name not in SAME_OBJECTS)))
    return tuple(found)


ROWS: Tuple[Shim, ...] = _rows()
