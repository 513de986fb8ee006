"""Calls of layers with the arguments of Keras 1, each beside the same call in the words of Keras 2 and 3.

The shims, the codemods and Keras 2.3.1 itself are held against them: layers are compared by their configuration.
Names in the calls are those of `keras.layers`.
"""

KERAS_1_CALLS = (
    # dense and simple layers
    ("Dense(output_dim=3, input_dim=4)", "Dense(units=3, input_dim=4)"),
    ("Dense(3, init='he_normal', activation='relu')", "Dense(3, kernel_initializer='he_normal', activation='relu')"),
    (
        "Dense(3, bias=False, W_regularizer='l2', W_constraint='maxnorm')",
        "Dense(3, use_bias=False, kernel_regularizer='l2', kernel_constraint='max_norm')",
    ),
    (
        "Dense(3, b_regularizer='l1', b_constraint='nonneg')",
        "Dense(3, bias_regularizer='l1', bias_constraint='non_neg')",
    ),
    ("Dense(3, kernel_constraint='unitnorm')", "Dense(3, kernel_constraint='unit_norm')"),
    ("Dropout(p=0.25)", "Dropout(rate=0.25)"),
    ("SpatialDropout1D(p=0.25)", "SpatialDropout1D(rate=0.25)"),
    ("SpatialDropout2D(p=0.25, dim_ordering='th')", "SpatialDropout2D(rate=0.25, data_format='channels_first')"),
    ("SpatialDropout3D(0.25, dim_ordering='tf')", "SpatialDropout3D(0.25, data_format='channels_last')"),
    ("GaussianDropout(p=0.25)", "GaussianDropout(rate=0.25)"),
    ("GaussianNoise(sigma=0.5)", "GaussianNoise(stddev=0.5)"),
    ("PReLU(init='one')", "PReLU(alpha_initializer='one')"),
    (
        "Embedding(9, 3, init='normal', W_regularizer='l1', W_constraint='nonneg', dropout=0.0)",
        "Embedding(9, 3, embeddings_initializer='normal', embeddings_regularizer='l1', embeddings_constraint='non_neg')",
    ),
    (
        "BatchNormalization(mode=0, beta_init='one', gamma_init='uniform')",
        "BatchNormalization(beta_initializer='one', gamma_initializer='uniform')",
    ),
    # pooling, padding, cropping
    (
        "MaxPooling1D(pool_length=3, stride=2, border_mode='same')",
        "MaxPooling1D(pool_size=3, strides=2, padding='same')",
    ),
    ("AveragePooling1D(3, stride=2)", "AveragePooling1D(3, strides=2)"),
    (
        "MaxPooling2D((3, 3), strides=(2, 2), border_mode='same', dim_ordering='th')",
        "MaxPooling2D((3, 3), strides=(2, 2), padding='same', data_format='channels_first')",
    ),
    ("AveragePooling2D(pool_size=2, dim_ordering='tf')", "AveragePooling2D(pool_size=2, data_format='channels_last')"),
    ("MaxPooling3D(2, border_mode='same')", "MaxPooling3D(2, padding='same')"),
    ("AveragePooling3D((2, 2, 2), dim_ordering='default')", "AveragePooling3D((2, 2, 2), data_format=None)"),
    ("GlobalMaxPooling2D(dim_ordering='th')", "GlobalMaxPooling2D(data_format='channels_first')"),
    ("GlobalAveragePooling3D(dim_ordering='tf')", "GlobalAveragePooling3D(data_format='channels_last')"),
    ("UpSampling1D(length=3)", "UpSampling1D(size=3)"),
    ("UpSampling2D((2, 3), dim_ordering='th')", "UpSampling2D((2, 3), data_format='channels_first')"),
    ("UpSampling3D(dim_ordering='tf')", "UpSampling3D(data_format='channels_last')"),
    ("ZeroPadding2D((1, 2), dim_ordering='th')", "ZeroPadding2D((1, 2), data_format='channels_first')"),
    ("ZeroPadding2D({'top_pad': 1, 'left_pad': 3, 'right_pad': 4})", "ZeroPadding2D(((1, 0), (3, 4)))"),
    ("ZeroPadding2D(padding={'bottom_pad': 2})", "ZeroPadding2D(padding=((0, 2), (0, 0)))"),
    ("ZeroPadding3D(dim_ordering='th')", "ZeroPadding3D(data_format='channels_first')"),
    ("Cropping2D(((1, 1), (2, 2)), dim_ordering='tf')", "Cropping2D(((1, 1), (2, 2)), data_format='channels_last')"),
    ("Cropping3D(dim_ordering='th')", "Cropping3D(data_format='channels_first')"),
    # convolutions
    (
        "Conv1D(nb_filter=5, filter_length=3, subsample_length=2, border_mode='same', input_dim=4)",
        "Conv1D(filters=5, kernel_size=3, strides=2, padding='same', input_shape=(None, 4))",
    ),
    (
        "Convolution1D(5, 3, init='uniform', input_length=9, input_dim=4, bias=False)",
        "Convolution1D(5, 3, kernel_initializer='uniform', input_shape=(9, 4), use_bias=False)",
    ),
    ("Convolution2D(8, 3, 3)", "Convolution2D(8, (3, 3))"),
    ("Conv2D(8, 3, 5, activation='relu')", "Conv2D(8, (3, 5), activation='relu')"),
    (
        "Convolution2D(8, 3, 5, subsample=(2, 1), border_mode='same', dim_ordering='th', init='he_normal')",
        (
            "Convolution2D(8, (3, 5), strides=(2, 1), padding='same', data_format='channels_first', "
            "kernel_initializer='he_normal')"
        ),
    ),
    ("Convolution2D(8, 3, nb_col=5)", "Convolution2D(8, (3, 5))"),
    ("Convolution2D(8, nb_row=3, nb_col=5)", "Convolution2D(8, kernel_size=(3, 5))"),
    (
        "Convolution2D(nb_filter=8, nb_row=3, nb_col=5, b_constraint='maxnorm')",
        "Convolution2D(filters=8, kernel_size=(3, 5), bias_constraint='max_norm')",
    ),
    ("Conv2D(8, (3, 5), border_mode='same')", "Conv2D(8, (3, 5), padding='same')"),
    ("Conv2D(8, 3, subsample=(2, 2))", "Conv2D(8, 3, strides=(2, 2))"),
    ("Convolution3D(8, 3, 4, 5, border_mode='same')", "Convolution3D(8, (3, 4, 5), padding='same')"),
    ("Convolution3D(8, 3, 4, kernel_dim3=5)", "Convolution3D(8, (3, 4, 5))"),
    (
        "Convolution3D(8, kernel_dim1=3, kernel_dim2=4, kernel_dim3=5, subsample=(1, 2, 1))",
        "Convolution3D(8, kernel_size=(3, 4, 5), strides=(1, 2, 1))",
    ),
    (
        "SeparableConv2D(8, 3, 3, init='he_normal', depth_multiplier=2, depthwise_regularizer='l1')",
        (
            "SeparableConv2D(8, (3, 3), depthwise_initializer='he_normal', pointwise_initializer='he_normal', "
            "depth_multiplier=2, depthwise_regularizer='l1')"
        ),
    ),
    (
        "ConvLSTM2D(8, 3, 3, inner_init='normal', inner_activation='sigmoid', dropout_W=0.25, forget_bias_init='one')",
        (
            "ConvLSTM2D(8, (3, 3), recurrent_initializer='normal', recurrent_activation='sigmoid', dropout=0.25, "
            "unit_forget_bias=True)"
        ),
    ),
    # recurrent layers
    (
        "LSTM(output_dim=3, init='normal', inner_init='uniform', forget_bias_init='one', inner_activation='relu')",
        (
            "LSTM(units=3, kernel_initializer='normal', recurrent_initializer='uniform', unit_forget_bias=True, "
            "recurrent_activation='relu')"
        ),
    ),
    (
        (
            "LSTM(3, input_dim=5, input_length=7, inner_activation='relu', W_regularizer='l1', U_regularizer='l2', "
            "b_regularizer='l1')"
        ),
        (
            "LSTM(3, input_shape=(7, 5), recurrent_activation='relu', kernel_regularizer='l1', "
            "recurrent_regularizer='l2', bias_regularizer='l1')"
        ),
    ),
    (
        "GRU(3, dropout_W=0.25, dropout_U=0.5, input_dim=5, recurrent_activation='sigmoid', reset_after=False)",
        (
            "GRU(3, dropout=0.25, recurrent_dropout=0.5, input_shape=(None, 5), recurrent_activation='sigmoid', "
            "reset_after=False)"
        ),
    ),
    ("SimpleRNN(output_dim=3, inner_init='uniform')", "SimpleRNN(units=3, recurrent_initializer='uniform')"),
)
"""Pairs of calls that make the same layer on Keras 2.3.1, on Keras 3 (the second of them), and on the shims."""

OTHER_NAMES = (
    ("Deconvolution2D(8, 3, 5, (None, 9, 9, 8), border_mode='same')", "Conv2DTranspose(8, (3, 5), padding='same')"),
    ("Deconvolution2D(8, 3, 5, output_shape=(None, 9, 9, 8))", "Conv2DTranspose(8, (3, 5))"),
    ("AtrousConvolution2D(8, 3, 5, atrous_rate=(2, 2))", "Conv2D(8, (3, 5), dilation_rate=(2, 2))"),
    ("AtrousConvolution1D(8, 3, atrous_rate=2)", "Conv1D(8, 3, dilation_rate=2)"),
)
"""Such pairs whose first layer has another name today."""
