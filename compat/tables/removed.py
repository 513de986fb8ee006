"""Legacy names without an equal in modern releases, and what a person does instead."""

from typing import Tuple

from compat.tables.rows import Removed

_KERAS_3 = "https://github.com/keras-team/keras/issues/18467"

REMOVED: Tuple[Removed, ...] = (
    Removed(
        "keras.layers.CuDNNLSTM",
        "keras 3.0",
        "use keras.layers.LSTM: it picks the cuDNN kernel by itself with its default arguments",
        _KERAS_3,
    ),
    Removed(
        "keras.layers.CuDNNGRU",
        "keras 3.0",
        "use keras.layers.GRU: it picks the cuDNN kernel by itself with its default arguments",
        _KERAS_3,
    ),
    Removed(
        "keras.layers.LocallyConnected1D",
        "keras 3.0",
        "write the layer yourself, for example with keras.ops.einsum over unfolded patches",
        _KERAS_3,
    ),
    Removed(
        "keras.layers.LocallyConnected2D",
        "keras 3.0",
        "write the layer yourself, for example with keras.ops.einsum over keras.ops.image.extract_patches",
        _KERAS_3,
    ),
    Removed(
        "keras.models.model_from_yaml",
        "keras 2.6",
        "save the architecture with model.to_json() and read it with keras.models.model_from_json",
        _KERAS_3,
    ),
    Removed(
        "keras.utils.io_utils.HDF5Matrix",
        "keras 3.0",
        "read the file with h5py and feed it through a keras.utils.PyDataset",
        _KERAS_3,
    ),
    Removed(
        "keras.wrappers.scikit_learn",
        "keras 2.12",
        "use the SciKeras package",
        _KERAS_3,
    ),
    Removed(
        "tensorflow.contrib",
        "tensorflow 2.0",
        "see the TF 2 migration guide",
        "https://www.tensorflow.org/guide/migrate",
    ),
    Removed(
        "tensorflow.estimator",
        "tensorflow 2.16",
        "rewrite the training as a Keras model, or pin tensorflow<2.16",
        "https://www.tensorflow.org/guide/migrate/migrating_estimator",
    ),
)
