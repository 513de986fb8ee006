"""Models for `record_saved_models` and the test that reads its folders."""

import numpy as np


def dense(keras):
    layers = keras.layers
    first = layers.Dense(3, activation="hard_sigmoid", input_shape=(4,))
    model = keras.Sequential([first, layers.BatchNormalization(scale=False), layers.PReLU(), layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(np.ones((2, 4)), np.ones((2, 1)), verbose=0)
    return model


def images(keras):
    layers = keras.layers
    return keras.Sequential(
        [
            layers.ConvLSTM2D(2, 2, input_shape=(2, 6, 6, 1)),
            layers.SeparableConv2D(2, 2, kernel_regularizer="l2"),
            layers.DepthwiseConv2D(2),
            layers.Flatten(),
        ]
    )


def sequences(keras):
    layers = keras.layers
    return keras.Sequential(
        [
            layers.Bidirectional(layers.LSTM(2, return_sequences=True), input_shape=(4, 3)),
            layers.TimeDistributed(layers.Dense(2)),
            layers.GRU(2),
        ]
    )


MODELS = {"dense": dense, "images": images, "sequences": sequences}


def inputs(model):
    """Two rows for the input of a model."""
    shape = [int(size) for size in model.inputs[0].shape[1:]]
    return np.random.RandomState(0).rand(2, *shape).astype("float32")
