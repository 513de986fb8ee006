"""`keras.utils`, `keras.preprocessing` and the private modules of Keras that people imported from."""

from compat.tables.removed.area import area

_KERAS_2 = "https://github.com/keras-team/keras/wiki/Keras-2.0-release-notes"
_KERAS_2_4 = "https://github.com/keras-team/keras/releases/tag/2.4.0"
_KERAS_3 = "https://github.com/keras-team/keras/issues/18467"
_MIGRATING = "https://keras.io/guides/migrating_to_keras_3/"
_DATA = "https://keras.io/api/utils/python_utils/"
_PYTHON = "https://docs.python.org/3/library/"

_H5 = "read the file with h5py and feed it through a keras.utils.PyDataset"

_QUEUES = {
    "GeneratorEnqueuer OrderedEnqueuer SequenceEnqueuer TimedThread": "pass workers= and use_multiprocessing= to a "
    "keras.utils.PyDataset, or use tf.data.Dataset.from_generator",
}

_UTILS = {
    "experimental": "use tf.data.Dataset directly: Keras 3 does not train under a parameter server",
    "experimental.DatasetCreator": "use tf.data.Dataset directly: Keras 3 does not train under a parameter server",
    "StepsPerExecutionTuner": "use keras.Model.compile(steps_per_execution='auto')",
    "warmstart_embedding_matrix": "copy the rows of the known words in NumPy, and pass the matrix to "
    "keras.initializers.Constant",
    "to_ordinal": "compare in NumPy: numpy.arange(classes - 1) < labels[:, None]",
}

_KERAS_2_3 = {
    "convert_all_kernels_in_model": "leave it out: it turned kernels of Theano around",
    "HDF5Matrix": _H5,
    "H5Dict": "use h5py.File",
    "print_summary": "use keras.Model.summary()",
}

_IO = {
    "": "use h5py for files",
    "ask_to_proceed_with_overwrite": "ask with input(), or pass overwrite= to keras.Model.save",
}

_IO_2_3 = {
    "HDF5Matrix": _H5,
    "H5Dict h5dict": "use h5py.File",
    "load_from_binary_h5py save_to_binary_h5py": "use h5py.File on an io.BytesIO",
}

_IO_1 = {"save_array load_array": "use numpy.save and numpy.load, or h5py"}

_MODULES_2_13 = {
    "conv_utils": "write the arithmetic: keras.layers.Conv2D.compute_output_shape knows the shapes",
    "data_utils": "use keras.utils: get_file, PyDataset (once Sequence)",
    "data_utils.GeneratorEnqueuer data_utils.OrderedEnqueuer data_utils.SequenceEnqueuer": "pass workers= and "
    "use_multiprocessing= to a keras.utils.PyDataset, or use tf.data.Dataset.from_generator",
    "data_utils.validate_file": "compare the hash of hashlib: keras.utils.get_file takes file_hash=",
    "generic_utils": "use keras.utils: Progbar, custom_object_scope, get_custom_objects, serialize_keras_object",
    "generic_utils.func_dump generic_utils.func_load": "use keras.utils.register_keras_serializable on the function: "
    "Keras 3 saves it by name",
    "generic_utils.has_arg": "use inspect.signature(function).parameters",
    "generic_utils.to_list": "write value if isinstance(value, list) else [value]",
    "generic_utils.is_all_none": "write all(each is None for each in values)",
    "generic_utils.slice_arrays": "slice each array: [array[start:stop] for array in arrays]",
    "generic_utils.check_for_unexpected_keys": "compare the sets of keys",
    "layer_utils": "use keras.Model.summary(), keras.Model.count_params() and keras.utils.get_source_inputs",
    "losses_utils": "use keras.losses.Loss with reduction='sum' or reduction='sum_over_batch_size'",
    "losses_utils.compute_weighted_loss": "call a keras.losses.Loss with sample_weight=",
    "metrics_utils": "use the classes of keras.metrics",
    "metrics_utils.ConfusionMatrix": "use keras.metrics.TruePositives and its siblings",
    "np_utils": "use keras.utils: to_categorical, normalize",
    "vis_utils": "use keras.utils: plot_model, model_to_dot",
}

_GENERIC_2_5 = {
    "generic_utils.unpack_singleton": "write values[0] if len(values) == 1 else values",
    "generic_utils.object_list_uid": "join str(id(each)) for each",
    "generic_utils.transpose_shape": "reorder the tuple yourself",
    "test_utils": "write the data with numpy.random; the rest was for Keras's own tests",
    "conv_utils.convert_kernel": "turn the kernel around with numpy.flip(kernel, (0, 1))",
}

_GENERIC_2_4 = {
    "generic_utils.getargspec": "use inspect.getfullargspec",
}

_SLIPPED_2_4 = {
    "models.has_arg": "use inspect.signature(function).parameters",
    "models.to_list": "write value if isinstance(value, list) else [value]",
}

_SLIPPED_2_3 = {
    "callbacks.standardize_input_data": "convert the data with numpy.asarray, and check the shapes yourself",
}

_SLIPPED_2_2 = {
    "layers.func_dump layers.func_load": "use keras.utils.register_keras_serializable on the function: Keras 3 saves "
    "it by name",
    "layers.has_arg": "use inspect.signature(function).parameters",
    "layers.object_list_uid": "join str(id(each)) for each",
    "layers.to_list": "write value if isinstance(value, list) else [value]",
    "layers.transpose_shape": "reorder the tuple yourself",
    "utils.h5dict": "use h5py.File",
}

_SLIPPED_2_1 = {
    "models.ask_to_proceed_with_overwrite": "ask with input(), or pass overwrite= to keras.Model.save",
}

_SLIPPED_1 = {
    "activations.get_from_module": "use keras.activations.get",
    "constraints.get_from_module": "use keras.constraints.get",
    "layers.get_from_module": "use keras.layers.deserialize",
    "metrics.get_from_module": "use keras.metrics.get",
    "optimizers.get_from_module": "use keras.optimizers.get",
    "regularizers.get_from_module": "use keras.regularizers.get",
    "optimizers.get_custom_objects": "use keras.utils.get_custom_objects",
    "models.get_source_inputs": "use keras.utils.get_source_inputs",
    "models.Node": "look at keras.Model.layers: nodes are private",
}

_NP_1 = {
    "np_utils.probas_to_classes np_utils.categorical_probas_to_classes": "use numpy.argmax(probabilities, axis=-1)",
    "np_utils.accuracy": "use numpy.mean(labels == predictions)",
    "np_utils.binary_logloss np_utils.multiclass_logloss": "use sklearn.metrics.log_loss",
    "np_utils.convert_kernel": "turn the kernel around with numpy.flip(kernel, (0, 1))",
}

_GPUS = {
    "multi_gpu_utils": "use tf.distribute.MirroredStrategy: the codemods rewrite multi_gpu_model, or run it on compat",
}

_TRAINING_UTILS = {
    "training_utils": "use tf.distribute.MirroredStrategy: the codemods rewrite multi_gpu_model, or run it on compat",
}

_IMAGES = {
    "DataFrameIterator": "use tf.keras.preprocessing.image.ImageDataGenerator.flow_from_dataframe",
    "flip_axis": "use numpy.flip(image, axis)",
    "transform_matrix_offset_center": "multiply the matrix with the shift to the centre and back, in NumPy",
}

_IMAGES_2_1 = {
    "apply_transform": "use tf.keras.preprocessing.image.apply_affine_transform",
    "list_pictures": "use pathlib.Path.rglob",
}

_CIFAR = {
    "cifar": "use keras.datasets.cifar10 and keras.datasets.cifar100",
    "cifar.load_batch cifar10.load_batch cifar100.load_batch": "read the file with pickle.load(file, encoding='bytes')",
}

_TRACKING = {
    "track_tf1_style_variables get_or_create_layer DeterministicRandomTestTool": "use "
    "tf.compat.v1.keras.utils.{name} with TF_USE_LEGACY_KERAS=1 and tf-keras installed, or make the variables in a "
    "keras.layers.Layer",
}

_PROTOBUF = {"": "leave it out: Keras 3 does not write the metadata of SavedModels"}

ROWS = (
    *area("keras.utils", "keras 3.0", _DATA, _QUEUES),
    *area("keras.utils", "keras 3.0", _MIGRATING, _UTILS),
    *area("keras.utils", "keras 2.4", _KERAS_2_4, _KERAS_2_3),
    *area("keras.utils.io_utils", "keras 2.13", _KERAS_3, _IO),
    *area("keras.utils.io_utils", "keras 2.4", _KERAS_2_4, _IO_2_3),
    *area("keras.utils.io_utils", "keras 2.0", _KERAS_2, _IO_1),
    *area("keras.utils", "keras 2.13", _KERAS_3, _MODULES_2_13),
    *area("keras.utils", "keras 2.5", _PYTHON, _GENERIC_2_5),
    *area("keras.utils", "keras 2.4", _PYTHON, _GENERIC_2_4),
    *area("keras.utils", "keras 2.0", _KERAS_2, _NP_1),
    *area("keras.utils", "keras 2.9", _KERAS_3, _GPUS),
    *area("keras.utils", "keras 2.2.5", _KERAS_3, _TRAINING_UTILS),
    *area("keras", "keras 2.4", _PYTHON, _SLIPPED_2_4),
    *area("keras", "keras 2.3", _PYTHON, _SLIPPED_2_3),
    *area("keras", "keras 2.2.5", _PYTHON, _SLIPPED_2_2),
    *area("keras", "keras 2.2", _PYTHON, _SLIPPED_2_1),
    *area("keras", "keras 2.0", _KERAS_2, _SLIPPED_1),
    *area("keras.preprocessing.image", "keras 2.13", _KERAS_3, _IMAGES),
    *area("keras.preprocessing.image", "keras 2.2", _KERAS_2_4, _IMAGES_2_1),
    *area("keras.datasets", "keras 2.13", _KERAS_3, _CIFAR),
    *area("keras.utils", "tensorflow 2.16", _MIGRATING, _TRACKING),
    *area("keras.protobuf", "keras 3.0", _KERAS_3, _PROTOBUF),
)
"""Removed names, as `compat.tables.removed` gathers them."""
