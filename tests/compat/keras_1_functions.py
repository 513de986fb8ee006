"""Calls of functions of Keras 1, their modern form, and the sum of what Keras 1.2.2 returned on TensorFlow 1.12.3.

The names are those of `K` (`keras.backend`), `regularizers` and `np_utils`; `ramp(*shape)` is 0, 0.1, 0.2, ... in that shape.
"""

import numpy as np


def ramp(*shape):
    return (np.arange(np.prod(shape)) / 10).reshape(shape).astype("float32")


KERAS_1_FUNCTIONS = [
    (
        "K.conv1d(V(2, 5, 3), V(2, 3, 4), stride=2, border_mode='same')",
        "K.conv1d(V(2, 5, 3), V(2, 3, 4), strides=2, padding='same')",
        182.42,
    ),
    (
        "K.conv2d(V(1, 5, 6, 3), V(2, 2, 3, 4), border_mode='same', dim_ordering='tf')",
        "K.conv2d(V(1, 5, 6, 3), V(2, 2, 3, 4), padding='same', data_format='channels_last')",
        13351.1399,
    ),
    (
        "K.conv2d(V(1, 5, 6, 3), V(2, 2, 3, 4), filter_dilation=(2, 2), image_shape=None, filter_shape=(2, 2))",
        "K.conv2d(V(1, 5, 6, 3), V(2, 2, 3, 4), dilation_rate=(2, 2))",
        7386.72,
    ),
    (
        "K.conv3d(V(1, 4, 4, 4, 2), V(2, 2, 2, 2, 3), border_mode='valid', dim_ordering='default')",
        "K.conv3d(V(1, 4, 4, 4, 2), V(2, 2, 2, 2, 3), padding='valid', data_format=None)",
        22187.5199,
    ),
    (
        "K.pool2d(V(1, 5, 6, 3), (2, 2), (2, 2), border_mode='same', dim_ordering='tf', pool_mode='avg')",
        "K.pool2d(V(1, 5, 6, 3), (2, 2), (2, 2), padding='same', data_format='channels_last', pool_mode='avg')",
        136.35,
    ),
    (
        "K.pool3d(V(1, 4, 4, 4, 2), (2, 2, 2), border_mode='valid')",
        "K.pool3d(V(1, 4, 4, 4, 2), (2, 2, 2), padding='valid')",
        456.3,
    ),
    (
        "K.separable_conv2d(V(1, 4, 5, 2), V(2, 2, 2, 1), V(1, 1, 2, 3), border_mode='same')",
        "K.separable_conv2d(V(1, 4, 5, 2), V(2, 2, 2, 1), V(1, 1, 2, 3), padding='same')",
        77.244,
    ),
    (
        "K.resize_images(X=V(1, 2, 3, 2), height_factor=2, width_factor=2, dim_ordering='tf')",
        "K.resize_images(x=V(1, 2, 3, 2), height_factor=2, width_factor=2, data_format='channels_last')",
        26.4,
    ),
    ("K.expand_dims(V(2, 3), dim=1)", "K.expand_dims(V(2, 3), axis=1)", 1.5),
    (
        "K.one_hot(K.cast(V(3) * 10, 'int32'), nb_classes=4)",
        "K.one_hot(K.cast(V(3) * 10, 'int32'), num_classes=4)",
        3.0,
    ),
    ("K.random_normal((3,), mean=2.0, std=0.0)", "K.random_normal((3,), mean=2.0, stddev=0.0)", 6.0),
    ("np_utils.to_categorical([0, 2, 1], nb_classes=5)", "np_utils.to_categorical([0, 2, 1], num_classes=5)", 3.0),
    ("np_utils.normalize(a=ramp(2, 3) + 1)", "np_utils.normalize(x=ramp(2, 3) + 1)", 3.4564),
    ("regularizers.l1(l=0.5)(V(2, 3))", "regularizers.l1(l1=0.5)(V(2, 3))", 0.75),
    ("regularizers.l2(l=0.5)(V(2, 3))", "regularizers.l2(l2=0.5)(V(2, 3))", 0.275),
    ("regularizers.l1l2(l1=0.5)(V(2, 3))", "regularizers.l1_l2(l1=0.5, l2=0.01)(V(2, 3))", 0.7555),
    ("regularizers.activity_l2(l=0.5)(V(2, 3))", "regularizers.l2(l2=0.5)(V(2, 3))", 0.275),
]
