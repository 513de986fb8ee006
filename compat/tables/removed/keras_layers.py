"""Layers that Keras lost: `keras.layers`, its former submodules, and the engine below them."""

from compat.tables.removed.area import area

_KERAS_2 = "https://github.com/keras-team/keras/wiki/Keras-2.0-release-notes"
_KERAS_2_4 = "https://github.com/keras-team/keras/releases/tag/2.4.0"
_KERAS_3 = "https://github.com/keras-team/keras/issues/18467"
_MAKING = "https://keras.io/guides/making_new_layers_and_models_via_subclassing/"
_PREPROCESSING = "https://keras.io/guides/preprocessing_layers/"

_KERAS_1 = {
    "MaxoutDense": "use keras.layers.Dense(nb_feature * output_dim), keras.layers.Reshape((nb_feature, output_dim)) "
    "and keras.ops.max over axis 1",
    "Highway": "write the layer: t * activation(dense(x)) + (1 - t) * x, with t a sigmoid keras.layers.Dense whose "
    "bias starts at 1",
    "Recurrent": "subclass keras.layers.RNN, or write a cell for it",
}

_MERGE = {
    "Merge": "use the layer that mode= named: keras.layers.Add for 'sum', keras.layers.Multiply for 'mul', "
    "keras.layers.Concatenate for 'concat', keras.layers.Average for 'ave', keras.layers.Dot for 'dot' and 'cos', "
    "keras.layers.Maximum for 'max'",
}

_MERGE_FUNCTION = {
    "merge": "use the function that mode= named: keras.layers.add for 'sum', keras.layers.multiply for 'mul', "
    "keras.layers.concatenate for 'concat', keras.layers.average for 'ave', keras.layers.dot for 'dot' and 'cos', "
    "keras.layers.maximum for 'max'",
}

_ACTIVATIONS = {
    "ParametricSoftplus": "write the layer: alpha * keras.ops.softplus(beta * x), with two weights",
    "SReLU": "write the layer with four weights; keras.layers.PReLU is the nearest that Keras has",
}

_DISTRIBUTED = {
    "TimeDistributedDense": "use keras.layers.Dense: it applies to the last axis of any input",
}

_LENGTHS = {
    "conv_input_length conv_output_length": "write it: keras.layers.Conv1D.compute_output_shape knows the length",
}

_CUDNN = {
    "CuDNNLSTM": "use keras.layers.LSTM: it picks the cuDNN kernel by itself with its default arguments",
    "CuDNNGRU": "use keras.layers.GRU with reset_after=True: it picks the cuDNN kernel by itself",
}

_LOCAL = {
    "LocallyConnected1D": "write the layer yourself, for example with keras.ops.einsum over unfolded patches",
    "LocallyConnected2D": "write the layer yourself, for example with keras.ops.einsum over "
    "keras.ops.image.extract_patches",
}

_KERAS_2_LAYERS = {
    **_LOCAL,
    "AbstractRNNCell": "subclass keras.layers.Layer with state_size, output_size and call(inputs, states)",
    "DenseFeatures": "preprocess with keras.utils.FeatureSpace, or with preprocessing layers and "
    "keras.layers.Concatenate; it runs with TF_USE_LEGACY_KERAS=1 and tf-keras installed",
}

_EXPERIMENTAL = {
    "": "use keras.layers: what was experimental is there, or gone",
    "RandomFourierFeatures": "write the layer: cos(x W + b) with W and b drawn once",
    "SyncBatchNormalization": "use keras.layers.BatchNormalization(synchronized=True)",
    "preprocessing": "use keras.layers: the preprocessing layers have the same names there",
    "preprocessing.PreprocessingLayer": "subclass keras.layers.Layer",
}

_CROSSING = {"preprocessing.CategoryCrossing": "use keras.layers.HashedCrossing"}

_V1_ONLY = {
    "enable_v2_dtype_behavior disable_v2_dtype_behavior": "use keras.config.set_floatx, or dtype= of the layer",
}

_CONV_CELL = {"ConvLSTM2DCell": "use keras.layers.ConvLSTM2D"}
_CONV_RECURRENT = {"ConvRecurrent2D": "use keras.layers.ConvLSTM2D"}
_CONV_RNN = {"ConvRNN2D": "use keras.layers.ConvLSTM2D, or keras.layers.RNN with a cell of your own"}

_MODULE = {"": "its layers are in keras.layers"}

_ENGINE = {
    "": "use keras.layers for Layer and InputSpec, keras.models for Model, keras.utils.get_source_inputs",
    "base_layer": "use keras.layers.Layer and keras.layers.InputSpec",
    "input_layer": "use keras.layers.Input and keras.layers.InputLayer",
    "keras_tensor": "use keras.KerasTensor",
    "sequential": "use keras.Sequential",
    "training": "use keras.Model: its training functions are no longer public",
    "saving": "use keras.models.load_model, keras.models.save_model and keras.models.model_from_json",
    "training_utils": "it was Keras's own: use keras.utils.PyDataset for data, and check shapes yourself",
}

_ENGINE_2_3 = {
    "training_arrays": "it was Keras's own: write train_step of a keras.Model for another training step, or the loop "
    "over keras.Model.train_on_batch",
    "training_generator": "use keras.Model.fit, evaluate and predict: they take generators",
}

_ENGINE_2_4 = {
    "network": "subclass keras.Model",
    "topology": "use keras.layers for Layer, Input and InputSpec, keras.Model for Container",
}

_CONTAINER = {
    "topology.Container training.Container": "use keras.Model(inputs, outputs)",
    "topology.load_weights_from_hdf5_group topology.load_weights_from_hdf5_group_by_name "
    "topology.save_weights_to_hdf5_group topology.preprocess_weights_for_loading": "use keras.Model.load_weights and "
    "keras.Model.save_weights, or read the file with h5py",
}

_NODE = {"base_layer.Node input_layer.Node network.Node topology.Node": "look at keras.Model.layers: nodes are private"}

_NETWORK = {"training.Network": "subclass keras.Model"}

_SAVING = {
    "saving.load_weights_from_hdf5_group saving.load_weights_from_hdf5_group_by_name "
    "saving.preprocess_weights_for_loading saving.save_weights_to_hdf5_group "
    "saving.load_attributes_from_hdf5_group saving.save_attributes_to_hdf5_group": "use keras.Model.load_weights and "
    "keras.Model.save_weights, or read the file with h5py",
}

_LEGACY = {
    "interfaces": "leave the decorators out, and pass the arguments of today's Keras",
    "layers": "use keras.layers; rewrite those of Keras 1",
    **{"layers." + name: advice for name, advice in _KERAS_1.items()},
}

_OLD = ("keras 2.0", _KERAS_2)

ROWS = (
    *area("keras.layers", "keras 2.4", _KERAS_2_4, _KERAS_1),
    *area("keras.layers keras.legacy.layers keras.legacy.models", "keras 2.2", _KERAS_2, _MERGE),
    *area("keras.layers.core keras.engine keras.engine.topology keras.models", *_OLD, _MERGE),
    *area("keras.engine keras.engine.topology", *_OLD, _MERGE_FUNCTION),
    *area("keras.legacy.layers", "keras 2.2", _KERAS_2, _MERGE_FUNCTION),
    *area("keras.layers keras.layers.advanced_activations", *_OLD, _ACTIVATIONS),
    *area("keras.layers keras.layers.core", *_OLD, _DISTRIBUTED),
    *area(
        "keras.layers keras.layers.recurrent", *_OLD, {"time_distributed_dense": _DISTRIBUTED["TimeDistributedDense"]}
    ),
    *area("keras.layers keras.layers.convolutional", *_OLD, _LENGTHS),
    *area("keras.layers", "keras 2.13", _KERAS_3, _CUDNN),
    *area("keras.layers", "keras 3.0", _KERAS_3, _KERAS_2_LAYERS),
    *area("keras.layers", "tensorflow 2.16", _MAKING, _V1_ONLY),
    *area("keras", "keras 2.5", _PREPROCESSING, {"RandomRotation": "use keras.layers.RandomRotation"}),
    *area("keras.layers.local", "keras 2.9", _KERAS_3, _LOCAL),
    *area("keras.layers.cudnn_recurrent", "keras 2.9", _KERAS_3, _CUDNN),
    *area("keras.layers.experimental", "keras 3.0", _PREPROCESSING, _EXPERIMENTAL),
    *area("keras.layers.experimental", "keras 2.5", _PREPROCESSING, _CROSSING),
    *area("keras.layers", "keras 2.4", _KERAS_2_4, {**_CONV_CELL, **_CONV_RECURRENT}),
    *area("keras.layers", "keras 2.2.5", _KERAS_2_4, _CONV_RNN),
    *area("keras.layers.convolutional_recurrent keras.legacy.layers", "keras 2.4", _KERAS_2_4, _CONV_RECURRENT),
    *area("keras.layers.convolutional_recurrent", "keras 2.6", _KERAS_3, {**_CONV_CELL, **_CONV_RNN}),
    *area("keras.layers.recurrent", "keras 2.4", _KERAS_2_4, {"Recurrent": _KERAS_1["Recurrent"]}),
    *area("keras.layers.core", *_OLD, {name: _KERAS_1[name] for name in ("Highway", "MaxoutDense")}),
    *area(
        "keras.layers.advanced_activations keras.layers.convolutional_recurrent keras.layers.cudnn_recurrent "
        "keras.layers.embeddings keras.layers.local keras.layers.merge keras.layers.recurrent keras.layers.wrappers",
        "keras 2.9",
        _KERAS_3,
        _MODULE,
    ),
    *area(
        "keras.layers.convolutional keras.layers.core keras.layers.noise keras.layers.normalization "
        "keras.layers.pooling",
        "keras 2.13",
        _KERAS_3,
        _MODULE,
    ),
    *area("keras.engine", "keras 2.13", _KERAS_3, _ENGINE),
    *area("keras.engine", "keras 2.4", _KERAS_2_4, {**_ENGINE_2_3, **_NODE, **_NETWORK, **_SAVING}),
    *area("keras.engine", "keras 2.5", _KERAS_2_4, _ENGINE_2_4),
    *area("keras.engine", "keras 2.2", _KERAS_2, _CONTAINER),
    *area("keras.legacy", "keras 2.4", _KERAS_2_4, _LEGACY),
    *area("keras.legacy", "keras 2.2", _KERAS_2, {"models": "use keras.Sequential"}),
)
"""Removed names, as `compat.tables.removed` gathers them."""
