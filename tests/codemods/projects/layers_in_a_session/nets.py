"""Layers and models of Keras for a graph of TensorFlow 1."""

import tensorflow as tf

layers = tf.keras.layers


class Net(tf.keras.Model):
    def __init__(self):
        super(Net, self).__init__()
        self.hidden = layers.Dense(3, activation="relu")
        self.out = layers.Dense(1)

    def call(self, x):
        return self.out(self.hidden(x))


def convolved(x):
    hidden = layers.Conv2D(4, 3, padding="same", activation="relu")(x)
    hidden = layers.BatchNormalization()(hidden)
    hidden = layers.MaxPooling2D()(hidden)
    return layers.Dense(1)(layers.Dropout(0.5)(layers.Flatten()(hidden)))


def listed(x):
    model = tf.keras.Sequential([layers.Dense(3, activation="tanh"), layers.Dense(1)])
    return model(x)
