"""The places on Keras 3 of the names of Keras 2.2.4 to 2.3.1 and of the first `tf.keras`.

Written by `nox -s api` from the releases, not by hand.
"""

from typing import FrozenSet, Tuple

from compat.tables.rows import MovedModule, MovedSymbol

_KERAS_3 = "https://github.com/keras-team/keras/issues/18467"


def _moved(legacy: str, modern: str, gone_in: str, names: str) -> MovedModule:
    return MovedModule(legacy, modern, tuple(names.split()), gone_in, _KERAS_3)


def _class(legacy: str, modern: str, gone_in: str) -> MovedSymbol:
    return MovedSymbol(legacy, modern, gone_in, _KERAS_3)


MOVED_MODULES: Tuple[MovedModule, ...] = (
    _moved(
        "keras.activations",
        "keras.layers",
        "keras 2.4",
        "Layer",
    ),
    _moved(
        "keras.activations",
        "keras.utils",
        "keras 2.10",
        "deserialize_keras_object",
    ),
    _moved(
        "keras.applications.mobilenetv2",
        "keras.applications",
        "keras 2.2.5",
        "MobileNetV2",
    ),
    _moved(
        "keras.applications.mobilenetv2",
        "keras.applications.mobilenet_v2",
        "keras 2.2.5",
        "decode_predictions preprocess_input",
    ),
    _moved(
        "keras.backend",
        "tensorflow.keras.backend",
        "keras 3.0",
        """
        abs all any arange argmax argmin batch_dot batch_flatten batch_get_value batch_normalization batch_set_value
        bias_add binary_crossentropy cast cast_to_floatx categorical_crossentropy clip concatenate constant conv1d
        conv2d conv2d_transpose conv3d cos count_params ctc_batch_cost ctc_decode ctc_label_dense_to_sparse cumprod
        cumsum depthwise_conv2d dot dropout dtype elu equal eval exp expand_dims eye flatten foldl foldr gather
        get_value gradients greater greater_equal hard_sigmoid in_top_k int_shape is_sparse l2_normalize less less_equal
        log map_fn max maximum mean min minimum moving_average_update name_scope ndim not_equal one_hot ones ones_like
        permute_dimensions pool2d pool3d pow prod random_normal random_normal_variable random_uniform
        random_uniform_variable relu repeat repeat_elements reshape resize_images resize_volumes reverse rnn round
        separable_conv2d set_value shape sigmoid sign sin softmax softplus softsign sparse_categorical_crossentropy
        spatial_2d_padding spatial_3d_padding sqrt square squeeze stack std stop_gradient sum switch tanh
        temporal_padding tile to_dense transpose truncated_normal update update_add update_sub var variable zeros
        zeros_like
        """,
    ),
    _moved(
        "keras.backend",
        "tensorflow.keras.backend",
        "tensorflow 2.6",
        "random_bernoulli",
    ),
    _moved(
        "keras.backend.common",
        "keras.backend",
        "keras 2.4",
        "epsilon floatx image_data_format set_epsilon set_floatx set_image_data_format",
    ),
    _moved(
        "keras.backend.common",
        "tensorflow.keras.backend",
        "keras 2.4",
        "cast_to_floatx",
    ),
    _moved(
        "keras.backend.load_backend",
        "keras.backend",
        "keras 2.4",
        """
        backend clear_session epsilon floatx get_uid image_data_format is_keras_tensor set_epsilon set_floatx
        set_image_data_format
        """,
    ),
    _moved(
        "keras.backend.load_backend",
        "tensorflow.keras.backend",
        "keras 2.4",
        """
        abs all any arange argmax argmin batch_dot batch_flatten batch_get_value batch_normalization batch_set_value
        bias_add binary_crossentropy cast cast_to_floatx categorical_crossentropy clip concatenate constant conv1d
        conv2d conv2d_transpose conv3d cos count_params ctc_batch_cost ctc_decode ctc_label_dense_to_sparse cumprod
        cumsum depthwise_conv2d dot dropout dtype elu equal eval exp expand_dims eye flatten foldl foldr gather
        get_value gradients greater greater_equal hard_sigmoid in_top_k int_shape is_sparse l2_normalize less less_equal
        log map_fn max maximum mean min minimum moving_average_update name_scope ndim not_equal one_hot ones ones_like
        permute_dimensions pool2d pool3d pow prod random_normal random_normal_variable random_uniform
        random_uniform_variable relu repeat repeat_elements reshape resize_images resize_volumes reverse rnn round
        separable_conv2d set_value shape sigmoid sign sin softmax softplus softsign sparse_categorical_crossentropy
        spatial_2d_padding spatial_3d_padding sqrt square squeeze stack std stop_gradient sum switch tanh
        temporal_padding tile to_dense transpose truncated_normal update update_add update_sub var variable zeros
        zeros_like
        """,
    ),
    _moved(
        "keras.backend.numpy_backend",
        "keras.backend",
        "keras 2.4",
        "floatx",
    ),
    _moved(
        "keras.backend.numpy_backend",
        "keras.utils",
        "keras 2.4",
        "to_categorical",
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
        abs all any arange argmax argmin batch_dot batch_flatten batch_get_value batch_normalization batch_set_value
        bias_add binary_crossentropy cast cast_to_floatx categorical_crossentropy clip concatenate constant conv1d
        conv2d conv2d_transpose conv3d cos count_params ctc_batch_cost ctc_decode ctc_label_dense_to_sparse cumprod
        cumsum depthwise_conv2d dot dropout dtype elu equal eval exp expand_dims eye flatten foldl foldr gather
        get_value gradients greater greater_equal hard_sigmoid in_top_k int_shape is_sparse l2_normalize less less_equal
        log map_fn max maximum mean min minimum moving_average_update name_scope ndim not_equal one_hot ones ones_like
        permute_dimensions pool2d pool3d pow prod random_normal random_normal_variable random_uniform
        random_uniform_variable relu repeat repeat_elements reshape resize_images resize_volumes reverse rnn round
        separable_conv2d set_value shape sigmoid sign sin softmax softplus softsign sparse_categorical_crossentropy
        spatial_2d_padding spatial_3d_padding sqrt square squeeze stack std stop_gradient sum switch tanh
        temporal_padding tile to_dense transpose truncated_normal update update_add update_sub var variable zeros
        zeros_like
        """,
    ),
    _moved(
        "keras.backend_config",
        "keras.backend",
        "tensorflow 2.6",
        "epsilon floatx image_data_format set_epsilon set_floatx set_image_data_format",
    ),
    _moved(
        "keras.callbacks",
        "keras.utils",
        "keras 2.13",
        "Progbar",
    ),
    _moved(
        "keras.callbacks.callbacks",
        "keras.callbacks",
        "keras 2.4",
        """
        CSVLogger Callback CallbackList EarlyStopping History LambdaCallback LearningRateScheduler ModelCheckpoint
        ProgbarLogger ReduceLROnPlateau RemoteMonitor TerminateOnNaN
        """,
    ),
    _moved(
        "keras.callbacks.callbacks",
        "keras.utils",
        "keras 2.4",
        "Progbar",
    ),
    _moved(
        "keras.callbacks.experimental",
        "keras.callbacks",
        "tensorflow 2.16",
        "BackupAndRestore",
    ),
    _moved(
        "keras.callbacks.tensorboard_v1",
        "keras.callbacks",
        "keras 2.4",
        "Callback",
    ),
    _moved(
        "keras.callbacks.tensorboard_v2",
        "keras.callbacks",
        "keras 2.4",
        "TensorBoard",
    ),
    _moved(
        "keras.callbacks_v1",
        "keras.callbacks",
        "tensorflow 2.6",
        "TensorBoard",
    ),
    _moved(
        "keras.constraints",
        "keras.utils",
        "keras 2.13",
        "deserialize_keras_object serialize_keras_object",
    ),
    _moved(
        "keras.datasets.boston_housing",
        "keras.utils",
        "keras 2.13",
        "get_file",
    ),
    _moved(
        "keras.datasets.cifar10",
        "keras.utils",
        "keras 2.13",
        "get_file",
    ),
    _moved(
        "keras.datasets.cifar100",
        "keras.utils",
        "keras 2.13",
        "get_file",
    ),
    _moved(
        "keras.datasets.fashion_mnist",
        "keras.utils",
        "keras 2.13",
        "get_file",
    ),
    _moved(
        "keras.datasets.imdb",
        "keras.utils",
        "keras 2.13",
        "get_file",
    ),
    _moved(
        "keras.datasets.mnist",
        "keras.utils",
        "keras 2.13",
        "get_file",
    ),
    _moved(
        "keras.datasets.reuters",
        "keras.utils",
        "keras 2.13",
        "get_file",
    ),
    _moved(
        "keras.engine",
        "keras.layers",
        "keras 2.5",
        "Input InputLayer InputSpec Layer",
    ),
    _moved(
        "keras.engine",
        "keras.models",
        "keras 2.5",
        "Model",
    ),
    _moved(
        "keras.engine",
        "keras.utils",
        "keras 2.5",
        "get_source_inputs",
    ),
    _moved(
        "keras.engine.base_layer",
        "keras.layers",
        "keras 2.13",
        "Layer",
    ),
    _moved(
        "keras.engine.base_layer",
        "keras.layers",
        "keras 2.9",
        "InputSpec",
    ),
    _moved(
        "keras.engine.data_adapter",
        "keras.utils",
        "tensorflow 2.6",
        "pack_x_y_sample_weight unpack_x_y_sample_weight",
    ),
    _moved(
        "keras.engine.input_layer",
        "keras.layers",
        "keras 2.13",
        "Input InputLayer",
    ),
    _moved(
        "keras.engine.input_layer",
        "keras.layers",
        "keras 2.4",
        "Layer",
    ),
    _moved(
        "keras.engine.input_spec",
        "keras.layers",
        "tensorflow 2.6",
        "InputSpec",
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
        "keras 2.5",
        "get_source_inputs",
    ),
    _moved(
        "keras.engine.saving",
        "keras.models",
        "keras 2.5",
        "load_model model_from_json save_model",
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
        "keras 2.13",
        "Sequential",
    ),
    _moved(
        "keras.engine.sequential",
        "keras.models",
        "keras 2.4",
        "Model",
    ),
    _moved(
        "keras.engine.topology",
        "keras.layers",
        "keras 2.5",
        "Input InputLayer InputSpec Layer",
    ),
    _moved(
        "keras.engine.topology",
        "keras.utils",
        "keras 2.5",
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
        "keras 2.13",
        "Model",
    ),
    _moved(
        "keras.engine.training_arrays",
        "keras.utils",
        "keras 2.4",
        "Progbar",
    ),
    _moved(
        "keras.engine.training_generator",
        "keras.utils",
        "keras 2.4",
        "Progbar Sequence",
    ),
    _moved(
        "keras.engine.training_utils",
        "keras.utils",
        "keras 2.4",
        "Sequence",
    ),
    _moved(
        "keras.experimental",
        "keras.optimizers.schedules",
        "tensorflow 2.16",
        "CosineDecay CosineDecayRestarts",
    ),
    _moved(
        "keras.initializers",
        "keras.utils",
        "keras 2.4",
        "deserialize_keras_object serialize_keras_object",
    ),
    _moved(
        "keras.initializers.initializers_v1",
        "keras.initializers",
        "tensorflow 2.6",
        "RandomNormal RandomUniform TruncatedNormal",
    ),
    _moved(
        "keras.initializers.initializers_v2",
        "keras.initializers",
        "tensorflow 2.6",
        """
        Constant GlorotNormal GlorotUniform HeNormal HeUniform Identity Initializer LecunNormal LecunUniform Ones
        Orthogonal RandomNormal RandomUniform TruncatedNormal VarianceScaling Zeros
        """,
    ),
    _moved(
        "keras.layers",
        "keras.utils",
        "keras 2.4",
        "deserialize_keras_object",
    ),
    _moved(
        "keras.layers",
        "tensorflow.keras.layers",
        "keras 3.0",
        "ThresholdedReLU",
    ),
    _moved(
        "keras.layers.advanced_activations",
        "keras.layers",
        "keras 2.9",
        "ELU InputSpec Layer LeakyReLU PReLU ReLU Softmax",
    ),
    _moved(
        "keras.layers.advanced_activations",
        "tensorflow.keras.layers",
        "keras 2.9",
        "ThresholdedReLU",
    ),
    _moved(
        "keras.layers.convolutional",
        "keras.layers",
        "keras 2.13",
        """
        AveragePooling1D AveragePooling2D AveragePooling3D Conv1D Conv2D Conv2DTranspose Conv3D Conv3DTranspose
        Convolution1D Convolution2D Convolution2DTranspose Convolution3D Cropping1D Cropping2D Cropping3D
        DepthwiseConv2D MaxPooling1D MaxPooling2D MaxPooling3D SeparableConv1D SeparableConv2D SeparableConvolution1D
        SeparableConvolution2D UpSampling1D UpSampling2D UpSampling3D ZeroPadding1D ZeroPadding2D ZeroPadding3D
        """,
    ),
    _moved(
        "keras.layers.convolutional",
        "keras.layers",
        "keras 2.9",
        "InputSpec Layer",
    ),
    _moved(
        "keras.layers.convolutional",
        "keras.layers",
        "tensorflow 2.6",
        "Conv1DTranspose",
    ),
    _moved(
        "keras.layers.convolutional_recurrent",
        "keras.layers",
        "keras 2.8",
        "Layer",
    ),
    _moved(
        "keras.layers.convolutional_recurrent",
        "keras.layers",
        "keras 2.9",
        "ConvLSTM2D InputSpec RNN",
    ),
    _moved(
        "keras.layers.core",
        "keras.layers",
        "keras 2.13",
        """
        Activation ActivityRegularization Dense Dropout Flatten Lambda Masking Permute RepeatVector Reshape
        SpatialDropout1D SpatialDropout2D SpatialDropout3D
        """,
    ),
    _moved(
        "keras.layers.core",
        "keras.layers",
        "keras 2.7",
        "InputSpec Layer",
    ),
    _moved(
        "keras.layers.core",
        "keras.utils",
        "keras 2.4",
        "deserialize_keras_object",
    ),
    _moved(
        "keras.layers.cudnn_recurrent",
        "keras.layers",
        "keras 2.9",
        "InputSpec RNN",
    ),
    _moved(
        "keras.layers.dense_attention",
        "keras.layers",
        "tensorflow 2.6",
        "AdditiveAttention Attention",
    ),
    _moved(
        "keras.layers.embeddings",
        "keras.layers",
        "keras 2.9",
        "Embedding Layer",
    ),
    _moved(
        "keras.layers.experimental",
        "keras.layers",
        "tensorflow 2.16",
        "EinsumDense",
    ),
    _moved(
        "keras.layers.experimental.preprocessing",
        "keras.layers",
        "tensorflow 2.16",
        """
        CategoryEncoding CenterCrop Discretization Hashing IntegerLookup Normalization RandomContrast RandomCrop
        RandomFlip RandomRotation RandomTranslation RandomZoom Rescaling Resizing StringLookup TextVectorization
        """,
    ),
    _moved(
        "keras.layers.experimental.preprocessing",
        "tensorflow.keras.layers",
        "tensorflow 2.16",
        "RandomHeight RandomWidth",
    ),
    _moved(
        "keras.layers.local",
        "keras.layers",
        "keras 2.9",
        "InputSpec Layer",
    ),
    _moved(
        "keras.layers.merge",
        "keras.layers",
        "keras 2.9",
        """
        Add Average Concatenate Dot Layer Maximum Minimum Multiply Subtract add average concatenate dot maximum minimum
        multiply subtract
        """,
    ),
    _moved(
        "keras.layers.noise",
        "keras.layers",
        "keras 2.13",
        "AlphaDropout GaussianDropout GaussianNoise",
    ),
    _moved(
        "keras.layers.noise",
        "keras.layers",
        "keras 2.8",
        "Layer",
    ),
    _moved(
        "keras.layers.normalization",
        "keras.layers",
        "keras 2.6",
        "BatchNormalization InputSpec Layer",
    ),
    _moved(
        "keras.layers.normalization",
        "keras.layers",
        "tensorflow 2.6",
        "LayerNormalization",
    ),
    _moved(
        "keras.layers.normalization_v2",
        "keras.layers",
        "tensorflow 2.6",
        "BatchNormalization",
    ),
    _moved(
        "keras.layers.pooling",
        "keras.layers",
        "keras 2.13",
        """
        AveragePooling1D AveragePooling2D AveragePooling3D AvgPool1D AvgPool2D AvgPool3D GlobalAveragePooling1D
        GlobalAveragePooling2D GlobalAveragePooling3D GlobalAvgPool1D GlobalAvgPool2D GlobalAvgPool3D GlobalMaxPool1D
        GlobalMaxPool2D GlobalMaxPool3D GlobalMaxPooling1D GlobalMaxPooling2D GlobalMaxPooling3D MaxPool1D MaxPool2D
        MaxPool3D MaxPooling1D MaxPooling2D MaxPooling3D
        """,
    ),
    _moved(
        "keras.layers.pooling",
        "keras.layers",
        "keras 2.9",
        "InputSpec Layer",
    ),
    _moved(
        "keras.layers.recurrent",
        "keras.layers",
        "keras 2.8",
        "Layer",
    ),
    _moved(
        "keras.layers.recurrent",
        "keras.layers",
        "keras 2.9",
        "GRU GRUCell InputSpec LSTM LSTMCell RNN SimpleRNN SimpleRNNCell StackedRNNCells",
    ),
    _moved(
        "keras.layers.recurrent_v2",
        "keras.layers",
        "tensorflow 2.6",
        "GRU GRUCell LSTM LSTMCell",
    ),
    _moved(
        "keras.layers.serialization",
        "keras.layers",
        "tensorflow 2.6",
        "deserialize serialize",
    ),
    _moved(
        "keras.layers.wrappers",
        "keras.layers",
        "keras 2.9",
        "Bidirectional InputSpec Layer TimeDistributed Wrapper",
    ),
    _moved(
        "keras.legacy.layers",
        "keras.layers",
        "keras 2.4",
        "InputSpec Layer",
    ),
    _moved(
        "keras.losses",
        "keras.utils",
        "keras 2.13",
        "deserialize_keras_object serialize_keras_object",
    ),
    _moved(
        "keras.losses",
        "tensorflow.keras.losses",
        "keras 3.0",
        "KLD MAE MAPE MSE MSLE kld kullback_leibler_divergence logcosh mae mape mse msle",
    ),
    _moved(
        "keras.metrics",
        "keras.layers",
        "keras 2.4",
        "Layer",
    ),
    _moved(
        "keras.metrics",
        "keras.utils",
        "keras 2.13",
        "deserialize_keras_object serialize_keras_object",
    ),
    _moved(
        "keras.metrics",
        "tensorflow.keras.metrics",
        "keras 3.0",
        "MAE MAPE MSE MSLE kullback_leibler_divergence logcosh mae mape mse msle",
    ),
    _moved(
        "keras.mixed_precision.experimental",
        "keras.mixed_precision",
        "tensorflow 2.9",
        "global_policy",
    ),
    _moved(
        "keras.models",
        "keras.layers",
        "keras 2.9",
        "Input InputLayer",
    ),
    _moved(
        "keras.objectives",
        "keras.losses",
        "keras 2.5",
        """
        BinaryCrossentropy CategoricalCrossentropy CategoricalHinge Hinge Huber KLDivergence LogCosh Loss
        MeanAbsoluteError MeanAbsolutePercentageError MeanSquaredError MeanSquaredLogarithmicError Poisson
        SparseCategoricalCrossentropy SquaredHinge binary_crossentropy categorical_crossentropy categorical_hinge
        cosine_similarity deserialize get hinge mean_absolute_error mean_absolute_percentage_error mean_squared_error
        mean_squared_logarithmic_error poisson serialize sparse_categorical_crossentropy squared_hinge
        """,
    ),
    _moved(
        "keras.objectives",
        "keras.utils",
        "keras 2.4",
        "deserialize_keras_object serialize_keras_object",
    ),
    _moved(
        "keras.objectives",
        "tensorflow.keras.losses",
        "keras 2.5",
        "KLD MAE MAPE MSE MSLE kld kullback_leibler_divergence logcosh mae mape mse msle",
    ),
    _moved(
        "keras.optimizer_v2.adadelta",
        "keras.optimizers",
        "tensorflow 2.6",
        "Adadelta",
    ),
    _moved(
        "keras.optimizer_v2.adagrad",
        "keras.optimizers",
        "tensorflow 2.6",
        "Adagrad",
    ),
    _moved(
        "keras.optimizer_v2.adam",
        "keras.optimizers",
        "tensorflow 2.6",
        "Adam",
    ),
    _moved(
        "keras.optimizer_v2.adamax",
        "keras.optimizers",
        "tensorflow 2.6",
        "Adamax",
    ),
    _moved(
        "keras.optimizer_v2.ftrl",
        "keras.optimizers",
        "tensorflow 2.6",
        "Ftrl",
    ),
    _moved(
        "keras.optimizer_v2.gradient_descent",
        "keras.optimizers",
        "tensorflow 2.6",
        "SGD",
    ),
    _moved(
        "keras.optimizer_v2.learning_rate_schedule",
        "keras.optimizers.schedules",
        "tensorflow 2.6",
        """
        ExponentialDecay InverseTimeDecay LearningRateSchedule PiecewiseConstantDecay PolynomialDecay deserialize
        serialize
        """,
    ),
    _moved(
        "keras.optimizer_v2.nadam",
        "keras.optimizers",
        "tensorflow 2.6",
        "Nadam",
    ),
    _moved(
        "keras.optimizer_v2.rmsprop",
        "keras.optimizers",
        "tensorflow 2.6",
        "RMSprop",
    ),
    _moved(
        "keras.optimizers",
        "keras.utils",
        "keras 2.13",
        "deserialize_keras_object serialize_keras_object",
    ),
    _moved(
        "keras.preprocessing.image",
        "tensorflow.keras.preprocessing.image",
        "keras 3.0",
        """
        DirectoryIterator ImageDataGenerator Iterator NumpyArrayIterator apply_affine_transform apply_brightness_shift
        apply_channel_shift random_brightness random_channel_shift random_rotation random_shear random_shift random_zoom
        """,
    ),
    _moved(
        "keras.preprocessing.image_dataset",
        "keras.preprocessing",
        "tensorflow 2.6",
        "image_dataset_from_directory",
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
        "keras.preprocessing.text_dataset",
        "keras.preprocessing",
        "tensorflow 2.6",
        "text_dataset_from_directory",
    ),
    _moved(
        "keras.preprocessing.timeseries",
        "keras.preprocessing",
        "tensorflow 2.6",
        "timeseries_dataset_from_array",
    ),
    _moved(
        "keras.regularizers",
        "keras.utils",
        "keras 2.13",
        "deserialize_keras_object serialize_keras_object",
    ),
    _moved(
        "keras.saving.model_config",
        "keras.models",
        "tensorflow 2.6",
        "model_from_json",
    ),
    _moved(
        "keras.saving.save",
        "keras.models",
        "tensorflow 2.6",
        "load_model save_model",
    ),
    _moved(
        "keras.utils.data_utils",
        "keras.utils",
        "keras 2.13",
        "Progbar Sequence get_file",
    ),
    _moved(
        "keras.utils.generic_utils",
        "keras.utils",
        "keras 2.11",
        "CustomObjectScope custom_object_scope deserialize_keras_object get_custom_objects serialize_keras_object",
    ),
    _moved(
        "keras.utils.generic_utils",
        "keras.utils",
        "keras 2.13",
        "Progbar",
    ),
    _moved(
        "keras.utils.generic_utils",
        "keras.utils",
        "tensorflow 2.6",
        "get_registered_name get_registered_object register_keras_serializable",
    ),
    _moved(
        "keras.utils.layer_utils",
        "keras.utils",
        "keras 2.13",
        "get_source_inputs",
    ),
    _moved(
        "keras.utils.multi_gpu_utils",
        "keras.layers",
        "keras 2.9",
        "Lambda concatenate",
    ),
    _moved(
        "keras.utils.multi_gpu_utils",
        "keras.models",
        "keras 2.4",
        "clone_model",
    ),
    _moved(
        "keras.utils.multi_gpu_utils",
        "keras.models",
        "keras 2.9",
        "Model",
    ),
    _moved(
        "keras.utils.np_utils",
        "keras.utils",
        "keras 2.13",
        "normalize to_categorical",
    ),
    _moved(
        "keras.utils.test_utils",
        "keras.layers",
        "keras 2.5",
        "Input",
    ),
    _moved(
        "keras.utils.test_utils",
        "keras.models",
        "keras 2.5",
        "Model",
    ),
    _moved(
        "keras.utils.training_utils",
        "keras.layers",
        "keras 2.2.5",
        "Lambda concatenate",
    ),
    _moved(
        "keras.utils.training_utils",
        "keras.models",
        "keras 2.2.5",
        "Model",
    ),
    _moved(
        "keras.utils.vis_utils",
        "keras.models",
        "keras 2.4",
        "Model",
    ),
    _moved(
        "keras.utils.vis_utils",
        "keras.utils",
        "keras 2.13",
        "model_to_dot plot_model",
    ),
    _moved(
        "keras.wrappers.scikit_learn",
        "keras.models",
        "keras 2.13",
        "Sequential",
    ),
    _moved(
        "keras.wrappers.scikit_learn",
        "keras.utils",
        "keras 2.13",
        "to_categorical",
    ),
)

RESPELLED_CLASSES: Tuple[MovedSymbol, ...] = (
    _class("keras.constraints.maxnorm", "keras.constraints.MaxNorm", "keras 2.13"),
    _class("keras.constraints.nonneg", "keras.constraints.NonNeg", "keras 2.13"),
    _class("keras.constraints.unitnorm", "keras.constraints.UnitNorm", "keras 2.13"),
    _class("keras.initializers.initializers_v1.HeNormal", "keras.initializers.he_normal", "tensorflow 2.6"),
    _class("keras.initializers.initializers_v1.HeUniform", "keras.initializers.he_uniform", "tensorflow 2.6"),
    _class("keras.initializers.initializers_v1.LecunNormal", "keras.initializers.lecun_normal", "tensorflow 2.6"),
    _class("keras.initializers.initializers_v1.LecunUniform", "keras.initializers.lecun_uniform", "tensorflow 2.6"),
    _class("keras.initializers.normal", "keras.initializers.RandomNormal", "keras 2.13"),
    _class("keras.initializers.one", "keras.initializers.Ones", "keras 2.13"),
    _class("keras.initializers.uniform", "keras.initializers.RandomUniform", "keras 2.13"),
    _class("keras.initializers.zero", "keras.initializers.Zeros", "keras 2.13"),
    _class("keras.layers.Deconv2D", "keras.layers.Conv2DTranspose", "keras 2.2.5"),
    _class("keras.layers.Deconv3D", "keras.layers.Conv3DTranspose", "keras 2.2.5"),
    _class("keras.layers.Deconvolution2D", "keras.layers.Conv2DTranspose", "keras 2.4"),
    _class("keras.layers.Deconvolution3D", "keras.layers.Conv3DTranspose", "keras 2.4"),
    _class("keras.layers.convolutional.Deconv2D", "keras.layers.Conv2DTranspose", "keras 2.9"),
    _class("keras.layers.convolutional.Deconv3D", "keras.layers.Conv3DTranspose", "keras 2.9"),
    _class("keras.layers.convolutional.Deconvolution2D", "keras.layers.Conv2DTranspose", "keras 2.9"),
    _class("keras.layers.convolutional.Deconvolution3D", "keras.layers.Conv3DTranspose", "keras 2.9"),
    _class("keras.layers.normalization.BatchNormalizationV1", "keras.layers.BatchNormalization", "tensorflow 1.14"),
    _class("keras.metrics.BaseMeanIoU", "keras.metrics.MeanIoU", "keras 2.4"),
    _class("keras.optimizer_v2.optimizer_v2.OptimizerV2", "keras.optimizers.Optimizer", "tensorflow 2.6"),
    _class("keras.optimizers.adadelta", "keras.optimizers.Adadelta", "keras 2.13"),
    _class("keras.optimizers.adagrad", "keras.optimizers.Adagrad", "keras 2.13"),
    _class("keras.optimizers.adam", "keras.optimizers.Adam", "keras 2.13"),
    _class("keras.optimizers.adamax", "keras.optimizers.Adamax", "keras 2.13"),
    _class("keras.optimizers.nadam", "keras.optimizers.Nadam", "keras 2.13"),
    _class("keras.optimizers.rmsprop", "keras.optimizers.RMSprop", "keras 2.13"),
    _class("keras.optimizers.sgd", "keras.optimizers.SGD", "keras 2.13"),
)
"""Classes that go by another name; functions that do so meant something else as well."""

GONE_MODULES: FrozenSet[str] = frozenset(
    (
        "keras.applications.mobilenetv2",
        "keras.backend.common",
        "keras.backend.load_backend",
        "keras.backend.numpy_backend",
        "keras.backend.tensorflow_backend",
        "keras.backend_config",
        "keras.callbacks.callbacks",
        "keras.callbacks.experimental",
        "keras.callbacks.tensorboard_v1",
        "keras.callbacks.tensorboard_v2",
        "keras.callbacks_v1",
        "keras.engine",
        "keras.engine.base_layer",
        "keras.engine.data_adapter",
        "keras.engine.input_layer",
        "keras.engine.input_spec",
        "keras.engine.network",
        "keras.engine.saving",
        "keras.engine.sequential",
        "keras.engine.topology",
        "keras.engine.training",
        "keras.engine.training_arrays",
        "keras.engine.training_generator",
        "keras.engine.training_utils",
        "keras.experimental",
        "keras.initializers.initializers_v1",
        "keras.initializers.initializers_v2",
        "keras.layers.advanced_activations",
        "keras.layers.convolutional",
        "keras.layers.convolutional_recurrent",
        "keras.layers.core",
        "keras.layers.cudnn_recurrent",
        "keras.layers.dense_attention",
        "keras.layers.embeddings",
        "keras.layers.experimental",
        "keras.layers.experimental.preprocessing",
        "keras.layers.local",
        "keras.layers.merge",
        "keras.layers.noise",
        "keras.layers.normalization",
        "keras.layers.normalization_v2",
        "keras.layers.pooling",
        "keras.layers.recurrent",
        "keras.layers.recurrent_v2",
        "keras.layers.serialization",
        "keras.layers.wrappers",
        "keras.legacy.layers",
        "keras.mixed_precision.experimental",
        "keras.objectives",
        "keras.optimizer_v2",
        "keras.optimizer_v2.adadelta",
        "keras.optimizer_v2.adagrad",
        "keras.optimizer_v2.adam",
        "keras.optimizer_v2.adamax",
        "keras.optimizer_v2.ftrl",
        "keras.optimizer_v2.gradient_descent",
        "keras.optimizer_v2.learning_rate_schedule",
        "keras.optimizer_v2.nadam",
        "keras.optimizer_v2.optimizer_v2",
        "keras.optimizer_v2.rmsprop",
        "keras.preprocessing.image_dataset",
        "keras.preprocessing.text_dataset",
        "keras.preprocessing.timeseries",
        "keras.saving.model_config",
        "keras.saving.save",
        "keras.utils.data_utils",
        "keras.utils.generic_utils",
        "keras.utils.layer_utils",
        "keras.utils.multi_gpu_utils",
        "keras.utils.np_utils",
        "keras.utils.test_utils",
        "keras.utils.training_utils",
        "keras.utils.vis_utils",
        "keras.wrappers.scikit_learn",
    )
)
"""Modules of those names that are there no more."""

TF_KERAS_HOLDS_ALL: FrozenSet[str] = frozenset(
    (
        "keras.backend",
        "keras.preprocessing.image",
        "keras.preprocessing.sequence",
        "keras.preprocessing.text",
    )
)
"""Modules of which `tf.keras` holds every name that standalone Keras 3 has, and the ones that it lost."""
