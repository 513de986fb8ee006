"""Pooling: sizes, strides, padding, order of axes, and masks."""

from tests.behaviour.single_layers import layers, masked_layers

layers(
    [
        ("layers.MaxPooling1D()", (6, 3)),
        ("layers.MaxPooling1D(3, strides=2, padding='same')", (6, 3)),
        ("layers.MaxPooling1D(2, padding='same')", (5, 3)),
        ("layers.MaxPooling1D(2, data_format='channels_first')", (3, 6)),
        ("layers.AveragePooling1D(2)", (5, 3)),
        ("layers.AveragePooling1D()", (6, 3)),
        ("layers.AveragePooling1D(3, strides=2, padding='same')", (6, 3)),
        ("layers.AveragePooling1D(2, data_format='channels_first')", (3, 6)),
        ("layers.AvgPool1D(3)", (6, 3)),
        ("layers.MaxPool1D(3)", (6, 3)),
        ("layers.MaxPooling2D()", (5, 4, 2)),
        ("layers.MaxPooling2D((3, 2), strides=(1, 2), padding='same')", (5, 4, 2)),
        ("layers.MaxPooling2D(3, strides=2)", (5, 4, 2)),
        ("layers.MaxPooling2D(2, data_format='channels_first')", (2, 5, 4)),
        ("layers.MaxPool2D(2, 1)", (5, 4, 2)),
        ("layers.AveragePooling2D(2)", (5, 4, 2)),
        ("layers.AveragePooling2D()", (5, 4, 2)),
        ("layers.AveragePooling2D((3, 2), strides=(1, 2), padding='same')", (5, 4, 2)),
        ("layers.AveragePooling2D(2, data_format='channels_first')", (2, 5, 4)),
        ("layers.AvgPool2D(3, 2, 'same')", (5, 4, 2)),
        ("layers.MaxPooling3D()", (3, 4, 5, 2)),
        ("layers.MaxPooling3D(2, strides=1, padding='same')", (3, 4, 5, 2)),
        ("layers.AveragePooling3D()", (3, 4, 5, 2)),
        ("layers.AvgPool3D(2, padding='same')", (3, 4, 5, 2)),
        ("layers.GlobalMaxPooling1D()", (5, 3)),
        ("layers.GlobalMaxPooling1D(data_format='channels_first')", (5, 3)),
        ("layers.GlobalAveragePooling1D()", (5, 3)),
        ("layers.GlobalAvgPool1D(data_format='channels_first')", (5, 3)),
        ("layers.GlobalMaxPooling2D()", (5, 4, 2)),
        ("layers.GlobalMaxPooling2D(data_format='channels_first')", (5, 4, 2)),
        ("layers.GlobalAveragePooling2D()", (5, 4, 2)),
        ("layers.GlobalAvgPool2D(data_format='channels_first')", (5, 4, 2)),
        ("layers.GlobalMaxPooling3D()", (2, 3, 2, 2)),
        ("layers.GlobalAvgPool3D()", (2, 3, 2, 2)),
    ]
)
masked_layers(
    [
        ("layers.GlobalAveragePooling1D()", (5, 3)),
        ("layers.GlobalAveragePooling1D(data_format='channels_first')", (5, 3)),
        ("layers.GlobalMaxPooling1D()", (5, 3)),
        ("layers.MaxPooling1D(2)", (5, 3)),
        ("layers.AveragePooling1D(2)", (5, 3)),
    ]
)
