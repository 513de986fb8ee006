"""`tf.contrib.layers`, `slim` and `framework`: their equivalents in Keras; the shims have the originals of tf-slim.

tf-slim 1.1.0 alone does not run `batch_norm`, `create_train_op` and networks with batch normalization on TensorFlow
2.21; over `compat.shims.contrib.slim` it does.
"""

from compat.tables.names import slim
from compat.tables.removed.area import area
from compat.tables.rows import Removed

_SLIM = "https://github.com/google-research/tf-slim"
_SUNSET = "https://github.com/tensorflow/community/blob/master/rfcs/20180907-contrib-sunset.md"
_COLUMNS = "https://www.tensorflow.org/guide/migrate/migrating_feature_columns"
_CHECKPOINTS = "https://www.tensorflow.org/guide/migrate/migrating_checkpoints"
_MODELS = "https://www.tensorflow.org/guide/migrate/model_mapping"

_NO_EQUAL = "write it with tf.nn, as Keras has no equal"

_LAYERS = {
    "fully_connected": "use keras.layers.Dense(units, activation='relu'), relu being the legacy default",
    "linear": "use keras.layers.Dense(units)",
    "relu": "use keras.layers.Dense(units, activation='relu')",
    "relu6": "use keras.layers.Dense(units, activation='relu6')",
    "elu": "use keras.layers.Dense(units, activation='elu')",
    "legacy_fully_connected legacy_linear legacy_relu": "use keras.layers.Dense",
    "conv1d convolution1d": "use keras.layers.Conv1D(filters, size, padding='same', activation='relu'): these were the "
    "legacy defaults",
    "conv2d convolution2d convolution": "use keras.layers.Conv2D(filters, size, padding='same', activation='relu'): "
    "these were the legacy defaults",
    "conv3d convolution3d": "use keras.layers.Conv3D(filters, size, padding='same', activation='relu'): these were the "
    "legacy defaults",
    "conv2d_transpose convolution2d_transpose": "use keras.layers.Conv2DTranspose(filters, size, padding='same', "
    "activation='relu'): these were the legacy defaults",
    "conv3d_transpose convolution3d_transpose": "use keras.layers.Conv3DTranspose(filters, size, padding='same', "
    "activation='relu'): these were the legacy defaults",
    "separable_conv2d separable_convolution2d": "use keras.layers.SeparableConv2D(filters, size, padding='same', "
    "activation='relu'), or keras.layers.DepthwiseConv2D where num_outputs is None",
    "conv2d_in_plane convolution2d_in_plane": "apply tf.nn.depthwise_conv2d with one kernel tiled over the channels",
    "max_pool2d": "use keras.layers.MaxPooling2D(size, strides=2): 2 was the legacy default, Keras takes the size",
    "max_pool3d": "use keras.layers.MaxPooling3D(size, strides=2): 2 was the legacy default, Keras takes the size",
    "avg_pool2d": "use keras.layers.AveragePooling2D(size, strides=2): 2 was the legacy default, Keras takes the size",
    "avg_pool3d": "use keras.layers.AveragePooling3D(size, strides=2): 2 was the legacy default, Keras takes the size",
    "batch_norm": "use keras.layers.BatchNormalization(momentum=0.999, epsilon=0.001, scale=False), the legacy "
    "defaults, and pass training= to the call",
    "layer_norm": "use keras.layers.LayerNormalization(epsilon=1e-12); legacy took mean and variance over all axes but "
    "the first, Keras over axis=-1",
    "instance_norm": "use keras.layers.GroupNormalization(groups=-1, epsilon=1e-6)",
    "group_norm": "use keras.layers.GroupNormalization(groups=32, epsilon=1e-6)",
    "unit_norm": "use keras.layers.UnitNormalization(axis=axis), or tf.math.l2_normalize",
    "dropout": "use keras.layers.Dropout(1 - keep_prob), and pass training= to the call",
    "flatten": "use keras.layers.Flatten()",
    "softmax": "use tf.nn.softmax: it takes tensors of any rank",
    "maxout": "reshape the axis to (units, size // units) and take tf.reduce_max over the last one",
    "bias_add": "add a variable, or leave it to the layer before: keras.layers.Dense has use_bias=True",
    "one_hot_encoding": "use tf.one_hot(labels, depth)",
    "repeat stack": "call the layers in a loop, or list them in keras.Sequential",
    "embed_sequence": "use keras.layers.Embedding(vocab_size, embed_dim)",
    "bow_encoder": "take the mean of keras.layers.Embedding over the tokens: keras.layers.GlobalAveragePooling1D",
    "embedding_lookup_unique": "use tf.nn.embedding_lookup on the ids that tf.unique returns",
    "safe_embedding_lookup_sparse": "use tf.nn.safe_embedding_lookup_sparse",
    "dense_to_sparse": "use tf.sparse.from_dense",
    "scale_gradient": "write it with tf.custom_gradient",
    "recompute_grad": "use tf.recompute_grad",
    "rev_block RevBlock": _NO_EQUAL,
    "gdn GDN spatial_softmax images_to_sequence sequence_to_images": _NO_EQUAL,
    "l1_regularizer": "use keras.regularizers.L1(scale)",
    "l2_regularizer": "use keras.regularizers.L2(0.5 * scale): legacy took half the sum of squares, Keras takes all of "
    "it",
    "l1_l2_regularizer": "use keras.regularizers.L1L2(l1=scale_l1, l2=0.5 * scale_l2): legacy took half the sum of "
    "squares, Keras takes all of it",
    "sum_regularizer": "add the regularizers in one function of the weights: Keras takes any callable",
    "apply_regularization": "add the regularizer of each weight to the loss; Keras layers collect theirs in "
    "keras.layers.Layer.losses",
    "xavier_initializer xavier_initializer_conv2d": "use keras.initializers.GlorotUniform(seed=seed), or "
    "tf.compat.v1.glorot_uniform_initializer for tf.compat.v1.get_variable; with uniform=False "
    "keras.initializers.GlorotNormal",
    "variance_scaling_initializer": "use keras.initializers.HeNormal(seed=seed) for the legacy defaults, else "
    "keras.initializers.VarianceScaling(scale=factor, mode=mode): upper-case modes become lower-case",
    "optimize_loss": "take the gradients with tf.GradientTape and apply a keras.optimizers optimizer, whose clipnorm= "
    "and learning_rate schedules stand for the other arguments; in graph mode minimize(loss, global_step) of "
    "tf.compat.v1.train.Optimizer",
    "OPTIMIZER_CLS_NAMES": "use keras.optimizers.get(name)",
    "OPTIMIZER_SUMMARIES": "name the summaries yourself; keras.callbacks.TensorBoard writes losses and learning rates",
    "summarize_activation summarize_activations summarize_tensor summarize_tensors summarize_collection": "use "
    "tf.summary.histogram and tf.summary.scalar, or keras.callbacks.TensorBoard(histogram_freq=1)",
}

_COLUMN_FUNCTIONS = {
    "real_valued_column": "use tf.feature_column.numeric_column(key), or keras.utils.FeatureSpace.float",
    "bucketized_column": "use tf.feature_column.bucketized_column, or keras.layers.Discretization",
    "sparse_column_with_hash_bucket": "use tf.feature_column.categorical_column_with_hash_bucket, or "
    "keras.layers.Hashing",
    "sparse_column_with_integerized_feature": "use tf.feature_column.categorical_column_with_identity, or "
    "keras.layers.IntegerLookup",
    "sparse_column_with_keys": "use tf.feature_column.categorical_column_with_vocabulary_list, or "
    "keras.layers.StringLookup",
    "sparse_column_with_vocabulary_file": "use tf.feature_column.categorical_column_with_vocabulary_file, or "
    "keras.layers.StringLookup",
    "weighted_sparse_column": "use tf.feature_column.weighted_categorical_column",
    "one_hot_column": "use tf.feature_column.indicator_column, or keras.layers.CategoryEncoding",
    "embedding_column scattered_embedding_column": "use tf.feature_column.embedding_column, or keras.layers.Embedding",
    "shared_embedding_columns": "use tf.feature_column.shared_embeddings, or one keras.layers.Embedding for all inputs",
    "crossed_column": "use tf.feature_column.crossed_column, or keras.layers.HashedCrossing",
    "create_feature_spec_for_parsing": "use tf.feature_column.make_parse_example_spec",
    "make_place_holder_tensors_for_base_features": "name the inputs of the model: a keras.Input for each feature",
    "infer_real_valued_columns": "make one tf.feature_column.numeric_column for each feature",
    "input_from_feature_columns sequence_input_from_feature_columns transform_features": "use "
    "tf.compat.v1.feature_column.input_layer in graph mode, or preprocess with keras.utils.FeatureSpace",
    "weighted_sum_from_feature_columns joint_weighted_sum_from_feature_columns": "use "
    "tf.compat.v1.feature_column.linear_model in graph mode, or keras.layers.Dense(1) on the encoded features",
    "parse_feature_columns_from_examples": "use tf.io.parse_example with tf.feature_column.make_parse_example_spec",
    "parse_feature_columns_from_sequence_examples": "use tf.io.parse_sequence_example",
    "check_feature_columns": "leave it out: the columns are checked when they are used",
}

_VARIABLES = {
    "arg_scope add_arg_scope current_arg_scope has_arg_scope arg_scoped_arguments": "pass the arguments to each call, "
    "for example with functools.partial",
    "get_variables get_variables_by_name get_variables_by_suffix get_unique_variable get_local_variables": "filter "
    "tf.compat.v1.global_variables() by name, or read keras.Model.weights",
    "get_model_variables": "use tf.compat.v1.model_variables(), or keras.Model.weights",
    "get_trainable_variables": "use tf.compat.v1.trainable_variables(scope), or keras.Model.trainable_variables",
    "get_variables_to_restore filter_variables": "select from tf.compat.v1.global_variables()",
    "get_variable_full_name": "use tf.Variable.name without the part after the colon",
    "add_model_variable": "use tf.compat.v1.add_to_collection('model_variables', variable)",
    "variable model_variable local_variable global_variable": "use tf.compat.v1.get_variable, which takes the same "
    "initializer, regularizer and collections",
    "VariableDeviceChooser": "use tf.compat.v1.train.replica_device_setter",
    "zero_initializer": "use tf.compat.v1.zeros_initializer",
}

_STEPS = {
    "get_or_create_global_step": "use tf.compat.v1.train.get_or_create_global_step",
    "create_global_step": "use tf.compat.v1.train.create_global_step",
    "get_global_step": "use tf.compat.v1.train.get_global_step",
    "assert_global_step": "use tf.compat.v1.train.assert_global_step",
    "assert_or_get_global_step": "use tf.compat.v1.train.get_or_create_global_step",
}

_RESTORING = {
    "assign_from_checkpoint assign_from_checkpoint_fn": "use tf.compat.v1.train.init_from_checkpoint(path, {old: "
    "new}), or restore(session, path) of tf.compat.v1.train.Saver(variables)",
    "assign_from_values assign_from_values_fn": "assign to each variable",
}

_FRAMEWORK = {
    "init_from_checkpoint": "use tf.compat.v1.train.init_from_checkpoint",
    "list_variables": "use tf.train.list_variables",
    "load_checkpoint": "use tf.train.load_checkpoint",
    "load_variable": "use tf.train.load_variable",
    "load_and_remap_matrix_initializer load_embedding_initializer load_linear_multiclass_bias_initializer "
    "load_variable_slot_initializer": "read the matrix with tf.train.load_variable, reorder its rows in NumPy and "
    "initialize from that",
}

_FRAMEWORK_REST = {
    "": "of its functions, variables and argument scopes are on the shims, checkpoints in tf.train, "
    "nested structures in tf.nest",
    "nest": "use tf.nest: flatten, map_structure, pack_sequence_as, assert_same_structure, is_nested",
    "nest.is_sequence nest.is_sequence_or_composite": "use tf.nest.is_nested",
    "smart_cond": "use tf.cond, or if with tf.get_static_value(condition)",
    "smart_case": "use tf.case, or if with tf.get_static_value(condition)",
    "smart_constant_value": "use tf.get_static_value",
    "with_shape with_same_shape": "use tf.ensure_shape",
    "assert_scalar_int": "use tf.debugging.assert_scalar and tf.debugging.assert_integer",
    "remove_squeezable_dimensions": "use tf.squeeze on the axis of size one",
    "reduce_sum_n": "use tf.add_n on the sums",
    "py_func": "use tf.py_function, or tf.numpy_function",
    "deprecated deprecated_args deprecated_arg_values": "warn with warnings.warn(message, DeprecationWarning)",
    "get_graph_from_inputs": "read the graph attribute of a graph tensor",
    "get_placeholders": "keep the placeholders that you make",
    "get_name_scope": "use tf.get_current_name_scope",
    "prepend_name_scope strip_name_scope": "join or split the strings",
    "convolutional_delta_orthogonal convolutional_orthogonal_1d convolutional_orthogonal_2d "
    "convolutional_orthogonal_3d": "use keras.initializers.Orthogonal on the flattened kernel; the delta kernels have "
    "no equal",
    "fuse_op": "leave it out: Grappler fuses operations by itself",
    "RecordInput": "use tf.data.TFRecordDataset with shuffle and batch",
    "BoundedTensorSpec": "use tf.TensorSpec: bounds are not kept",
}

_SLIM_REST = {
    "": 'use keras.layers and keras.Model.fit; most of slim is on the shims (pip install "tf-forward[slim]")',
    "learning learning.train": "use keras.Model.fit",
    "learning.create_train_op": "leave it out: keras.Model makes its train step in compile",
    "evaluation": "use keras.Model.evaluate",
    "evaluation.evaluation_loop": "use keras.Model.evaluate for each path of tf.train.checkpoints_iterator",
    "losses": "use tf.compat.v1.losses: the same functions, with labels before logits",
    "losses.get_losses": "use tf.compat.v1.losses.get_losses in graph mode; keras.layers.Layer.losses has those of "
    "Keras layers",
    "losses.get_total_loss": "use tf.compat.v1.losses.get_total_loss in graph mode; keras.layers.Layer.losses has "
    "those of Keras layers",
    "losses.get_regularization_losses": "use tf.compat.v1.losses.get_regularization_losses() in graph mode; "
    "keras.layers.Layer.losses has those of Keras layers",
    "losses.softmax_cross_entropy": "use tf.compat.v1.losses.softmax_cross_entropy(onehot_labels, logits): the order "
    "of the first two arguments was the other one",
    "metrics": "use keras.metrics, or tf.compat.v1.metrics in graph mode: streaming_accuracy is "
    "tf.compat.v1.metrics.accuracy(labels, predictions)",
    "nets": "use keras.applications with its own weights",
    "nets.inception": "use keras.applications.InceptionV3 with its own weights; v1, v2 and v4 have no equivalent there",
    "nets.resnet_v1": "use keras.applications.ResNet50 and its siblings with their own weights",
    "nets.resnet_v2": "use keras.applications.ResNet50V2 and its siblings with their own weights",
    "nets.vgg": "use keras.applications.VGG16",
    "dataset dataset_data_provider data_provider data_decoder tfexample_decoder parallel_reader prefetch_queue": "read "
    "with tf.data.TFRecordDataset, tf.io.parse_single_example and tf.data.Dataset.map",
    "queues": "use tf.data: it needs no queue runners",
    "pool": "use tf.nn.pool",
    "summaries": "use tf.summary",
    "model_analyzer": "use keras.Model.summary()",
    "lookup": "use tf.lookup.StaticHashTable or tf.lookup.StaticVocabularyTable",
    "nest": "use tf.nest",
}

_2_0 = "tensorflow 2.0"

_ADVICE = (
    *area(
        "tensorflow.contrib.layers",
        _2_0,
        _SLIM,
        {"": "use keras.layers"},
    ),
    *area("tensorflow.contrib.layers tensorflow.contrib.slim", _2_0, _SLIM, _LAYERS),
    *area("tensorflow.contrib.layers tensorflow.contrib.slim", _2_0, _COLUMNS, _COLUMN_FUNCTIONS),
    *area(
        "tensorflow.contrib.layers",
        _2_0,
        _COLUMNS,
        {"feature_column": "use tf.feature_column, or keras.utils.FeatureSpace"},
    ),
    *area(
        "tensorflow.contrib.layers",
        _2_0,
        _SUNSET,
        {"multi_class_target regression_target": "name a loss in keras.Model.compile(loss=loss)"},
    ),
    *area("tensorflow.contrib.framework tensorflow.contrib.slim", _2_0, _SLIM, {**_VARIABLES, **_RESTORING}),
    *area("tensorflow.contrib.framework tensorflow.contrib.slim", _2_0, _MODELS, _STEPS),
    *area("tensorflow.contrib.framework", _2_0, _CHECKPOINTS, _FRAMEWORK),
    *area("tensorflow.contrib.framework", _2_0, _SUNSET, _FRAMEWORK_REST),
    *area(
        "tensorflow.contrib.framework",
        "tensorflow 1.14",
        _SUNSET,
        {"CriticalSection": "use tf.CriticalSection"},
    ),
    *area("tensorflow.contrib.slim", _2_0, _SLIM, _SLIM_REST),
)

_ON_SHIMS = frozenset(name for row in slim.ROWS for name in row.symbols)


def _with_shim(row: Removed) -> Removed:
    if row.legacy not in _ON_SHIMS:
        return row
    kept = f'or keep it, from compat.{row.legacy.rpartition(".")[0]} (pip install "tf-forward[slim]")'
    return row._replace(advice=f"{row.advice}; {kept}")


ROWS = tuple(map(_with_shim, _ADVICE))
"""Removed names, as `compat.tables.removed` gathers them."""
