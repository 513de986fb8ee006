"""Modules whose public names moved; the tests hold every row against the releases it speaks of.

Keras 2.4 made the standalone package a front of `tf.keras`, Keras 3 took its submodules and the backend functions away.
"""

from typing import FrozenSet, Tuple

from compat.tables.rows import MovedModule

_KERAS_3 = "https://github.com/keras-team/keras/issues/18467"


def _moved(legacy: str, modern: str, gone_in: str, names: str) -> MovedModule:
    return MovedModule(legacy, modern, tuple(names.split()), gone_in, _KERAS_3)


MOVED_MODULES: Tuple[MovedModule, ...] = (
    _moved(
        "keras.layers.core",
        "keras.layers",
        "keras 2.4",
        """
        Activation ActivityRegularization Dense Dropout Flatten InputSpec Lambda Layer Masking Permute
        RepeatVector Reshape SpatialDropout1D SpatialDropout2D SpatialDropout3D
        """,
    ),
    _moved(
        "keras.layers.convolutional",
        "keras.layers",
        "keras 2.4",
        """
        AveragePooling1D AveragePooling2D AveragePooling3D Conv1D Conv2D Conv2DTranspose Conv3D
        Conv3DTranspose Convolution1D Convolution2D Convolution2DTranspose Convolution3D Cropping1D Cropping2D
        Cropping3D DepthwiseConv2D InputSpec Layer MaxPooling1D MaxPooling2D MaxPooling3D SeparableConv1D
        SeparableConv2D SeparableConvolution1D SeparableConvolution2D UpSampling1D UpSampling2D UpSampling3D
        ZeroPadding1D ZeroPadding2D ZeroPadding3D
        """,
    ),
    _moved(
        "keras.layers.normalization",
        "keras.layers",
        "keras 2.4",
        "BatchNormalization InputSpec Layer",
    ),
    _moved(
        "keras.layers.pooling",
        "keras.layers",
        "keras 2.4",
        """
        AveragePooling1D AveragePooling2D AveragePooling3D AvgPool1D AvgPool2D AvgPool3D
        GlobalAveragePooling1D GlobalAveragePooling2D GlobalAveragePooling3D GlobalAvgPool1D GlobalAvgPool2D
        GlobalAvgPool3D GlobalMaxPool1D GlobalMaxPool2D GlobalMaxPool3D GlobalMaxPooling1D GlobalMaxPooling2D
        GlobalMaxPooling3D InputSpec Layer MaxPool1D MaxPool2D MaxPool3D MaxPooling1D MaxPooling2D
        MaxPooling3D
        """,
    ),
    _moved(
        "keras.layers.merge",
        "keras.layers",
        "keras 2.4",
        """
        Add Average Concatenate Dot Layer Maximum Minimum Multiply Subtract add average concatenate dot
        maximum minimum multiply subtract
        """,
    ),
    _moved(
        "keras.layers.recurrent",
        "keras.layers",
        "keras 2.4",
        "GRU GRUCell InputSpec LSTM LSTMCell Layer RNN SimpleRNN SimpleRNNCell StackedRNNCells",
    ),
    _moved(
        "keras.layers.wrappers",
        "keras.layers",
        "keras 2.4",
        "Bidirectional InputSpec Layer TimeDistributed Wrapper",
    ),
    _moved(
        "keras.layers.noise",
        "keras.layers",
        "keras 2.4",
        "AlphaDropout GaussianDropout GaussianNoise Layer",
    ),
    _moved(
        "keras.layers.local",
        "keras.layers",
        "keras 2.4",
        "InputSpec Layer",
    ),
    _moved(
        "keras.layers.embeddings",
        "keras.layers",
        "keras 2.4",
        "Embedding Layer",
    ),
    _moved(
        "keras.layers.convolutional_recurrent",
        "keras.layers",
        "keras 2.4",
        "ConvLSTM2D InputSpec Layer RNN",
    ),
    _moved(
        "keras.layers.cudnn_recurrent",
        "keras.layers",
        "keras 2.4",
        "InputSpec RNN",
    ),
    _moved(
        "keras.layers.advanced_activations",
        "keras.layers",
        "keras 2.4",
        "ELU InputSpec Layer LeakyReLU PReLU ReLU Softmax",
    ),
    _moved(
        "keras.layers.advanced_activations",
        "tensorflow.keras.layers",
        "keras 2.4",
        "ThresholdedReLU",
    ),
    _moved(
        "keras.utils.np_utils",
        "keras.utils",
        "keras 2.4",
        "normalize to_categorical",
    ),
    _moved(
        "keras.utils.data_utils",
        "keras.utils",
        "keras 2.4",
        "Progbar Sequence get_file",
    ),
    _moved(
        "keras.utils.generic_utils",
        "keras.utils",
        "keras 2.4",
        """
        CustomObjectScope Progbar custom_object_scope deserialize_keras_object get_custom_objects
        serialize_keras_object
        """,
    ),
    _moved(
        "keras.utils.vis_utils",
        "keras.utils",
        "keras 2.4",
        "model_to_dot plot_model",
    ),
    _moved(
        "keras.utils.layer_utils",
        "keras.utils",
        "keras 2.4",
        "get_source_inputs",
    ),
    _moved(
        "keras.engine",
        "keras.layers",
        "keras 2.4",
        "Input InputLayer InputSpec Layer",
    ),
    _moved(
        "keras.engine",
        "keras.models",
        "keras 2.4",
        "Model",
    ),
    _moved(
        "keras.engine",
        "keras.utils",
        "keras 2.4",
        "get_source_inputs",
    ),
    _moved(
        "keras.engine.topology",
        "keras.layers",
        "keras 2.4",
        "Input InputLayer InputSpec Layer",
    ),
    _moved(
        "keras.engine.topology",
        "keras.utils",
        "keras 2.4",
        "get_source_inputs",
    ),
    _moved(
        "keras.engine.training",
        "keras.layers",
        "keras 2.4",
        "Layer",
    ),
    _moved(
        "keras.engine.training",
        "keras.models",
        "keras 2.4",
        "Model",
    ),
    _moved(
        "keras.engine.base_layer",
        "keras.layers",
        "keras 2.4",
        "InputSpec Layer",
    ),
    _moved(
        "keras.engine.input_layer",
        "keras.layers",
        "keras 2.4",
        "Input InputLayer Layer",
    ),
    _moved(
        "keras.engine.network",
        "keras.layers",
        "keras 2.4",
        "InputLayer Layer",
    ),
    _moved(
        "keras.engine.network",
        "keras.utils",
        "keras 2.4",
        "get_source_inputs",
    ),
    _moved(
        "keras.engine.sequential",
        "keras.layers",
        "keras 2.4",
        "Input InputLayer Layer",
    ),
    _moved(
        "keras.engine.sequential",
        "keras.models",
        "keras 2.4",
        "Model Sequential",
    ),
    _moved(
        "keras.engine.saving",
        "keras.models",
        "keras 2.4",
        "load_model model_from_json save_model",
    ),
    _moved(
        "keras.models",
        "keras.layers",
        "keras 2.4",
        "Input InputLayer",
    ),
    _moved(
        "keras.preprocessing.image",
        "tensorflow.keras.preprocessing.image",
        "keras 3.0",
        """
        DirectoryIterator ImageDataGenerator Iterator NumpyArrayIterator apply_affine_transform
        apply_brightness_shift apply_channel_shift random_brightness random_channel_shift random_rotation
        random_shear random_shift random_zoom
        """,
    ),
    _moved(
        "keras.preprocessing.sequence",
        "tensorflow.keras.preprocessing.sequence",
        "keras 3.0",
        "TimeseriesGenerator make_sampling_table skipgrams",
    ),
    _moved(
        "keras.preprocessing.text",
        "tensorflow.keras.preprocessing.text",
        "keras 3.0",
        "Tokenizer hashing_trick one_hot text_to_word_sequence tokenizer_from_json",
    ),
    _moved(
        "keras.callbacks.callbacks",
        "keras.callbacks",
        "keras 2.4",
        """
        CSVLogger Callback CallbackList EarlyStopping History LambdaCallback LearningRateScheduler
        ModelCheckpoint ProgbarLogger ReduceLROnPlateau RemoteMonitor TerminateOnNaN
        """,
    ),
    _moved(
        "keras.callbacks.tensorboard_v1",
        "keras.callbacks",
        "keras 2.4",
        "Callback TensorBoard",
    ),
    _moved(
        "keras.backend",
        "tensorflow.keras.backend",
        "keras 3.0",
        """
        abs all any arange argmax argmin batch_dot batch_flatten batch_get_value batch_normalization
        batch_set_value bias_add binary_crossentropy cast cast_to_floatx categorical_crossentropy clip
        concatenate constant conv1d conv2d conv2d_transpose conv3d cos count_params ctc_batch_cost ctc_decode
        ctc_label_dense_to_sparse cumprod cumsum depthwise_conv2d dot dropout dtype elu equal eval exp
        expand_dims eye flatten foldl foldr gather get_value gradients greater greater_equal hard_sigmoid
        in_top_k int_shape is_sparse l2_normalize less less_equal log map_fn max maximum mean min minimum
        moving_average_update ndim not_equal one_hot ones ones_like permute_dimensions pool2d pool3d pow prod
        random_normal random_normal_variable random_uniform random_uniform_variable relu repeat
        repeat_elements reshape resize_images resize_volumes reverse rnn round separable_conv2d set_value
        shape sigmoid sign sin softmax softplus softsign sparse_categorical_crossentropy spatial_2d_padding
        spatial_3d_padding sqrt square squeeze stack std stop_gradient sum switch tanh temporal_padding tile
        to_dense transpose truncated_normal update update_add update_sub var variable zeros zeros_like
        """,
    ),
    _moved(
        "keras.backend.tensorflow_backend",
        "keras.backend",
        "keras 2.4",
        """
        clear_session epsilon floatx get_uid image_data_format is_keras_tensor set_epsilon set_floatx
        set_image_data_format
        """,
    ),
    _moved(
        "keras.backend.tensorflow_backend",
        "tensorflow.keras.backend",
        "keras 2.4",
        """
        abs all any arange argmax argmin batch_dot batch_flatten batch_get_value batch_normalization
        batch_set_value bias_add binary_crossentropy cast cast_to_floatx categorical_crossentropy clip
        concatenate constant conv1d conv2d conv2d_transpose conv3d cos count_params ctc_batch_cost ctc_decode
        ctc_label_dense_to_sparse cumprod cumsum depthwise_conv2d dot dropout dtype elu equal eval exp
        expand_dims eye flatten foldl foldr gather get_value gradients greater greater_equal hard_sigmoid
        in_top_k int_shape is_sparse l2_normalize less less_equal log map_fn max maximum mean min minimum
        moving_average_update ndim not_equal one_hot ones ones_like permute_dimensions pool2d pool3d pow prod
        random_normal random_normal_variable random_uniform random_uniform_variable relu repeat
        repeat_elements reshape resize_images resize_volumes reverse rnn round separable_conv2d set_value
        shape sigmoid sign sin softmax softplus softsign sparse_categorical_crossentropy spatial_2d_padding
        spatial_3d_padding sqrt square squeeze stack std stop_gradient sum switch tanh temporal_padding tile
        to_dense transpose truncated_normal update update_add update_sub var variable zeros zeros_like
        """,
    ),
    _moved(
        "keras.objectives",
        "keras.losses",
        "keras 2.4",
        """
        BinaryCrossentropy CategoricalCrossentropy CategoricalHinge Hinge Huber KLDivergence LogCosh Loss
        MeanAbsoluteError MeanAbsolutePercentageError MeanSquaredError MeanSquaredLogarithmicError Poisson
        SparseCategoricalCrossentropy SquaredHinge binary_crossentropy categorical_crossentropy
        categorical_hinge cosine_similarity deserialize get hinge mean_absolute_error
        mean_absolute_percentage_error mean_squared_error mean_squared_logarithmic_error poisson serialize
        sparse_categorical_crossentropy squared_hinge
        """,
    ),
    _moved(
        "keras.objectives",
        "tensorflow.keras.losses",
        "keras 2.4",
        "KLD MAE MAPE MSE MSLE kld kullback_leibler_divergence logcosh mae mape mse msle",
    ),
    _moved(
        "keras.losses",
        "tensorflow.keras.losses",
        "keras 3.0",
        "KLD MAE MAPE MSE MSLE kld kullback_leibler_divergence logcosh mae mape mse msle",
    ),
    _moved(
        "keras.metrics",
        "tensorflow.keras.metrics",
        "keras 3.0",
        "MAE MAPE MSE MSLE kullback_leibler_divergence logcosh mae mape mse msle",
    ),
)

STANDING_MODULES: FrozenSet[str] = frozenset(
    (
        "keras.models",
        "keras.backend",
        "keras.losses",
        "keras.metrics",
        "keras.preprocessing.image",
        "keras.preprocessing.sequence",
        "keras.preprocessing.text",
    )
)
"""Modules that lost names and still exist."""

GONE_MODULES: FrozenSet[str] = frozenset(
    [row.legacy for row in MOVED_MODULES if row.legacy not in STANDING_MODULES]
    + ["keras.utils.training_utils", "keras.utils.multi_gpu_utils"]
)

TF_KERAS_HOLDS_ALL: FrozenSet[str] = frozenset(
    ("keras.backend", "keras.preprocessing.image", "keras.preprocessing.sequence", "keras.preprocessing.text")
)
"""Modules of which `tf.keras` holds every name that standalone Keras 3 has, and the ones that it lost."""
