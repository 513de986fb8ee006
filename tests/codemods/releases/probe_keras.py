"""Does a Keras release train and save models on the TensorFlow at hand? It says OK, or how it failed.

    uv pip install --no-deps --target keras-2.3.1 keras==2.3.1
    PYTHONPATH=keras-2.3.1 python tests/codemods/releases/probe_keras.py 2.3.1

`takes` in `codemods/releases/environments.json` are the answers for TensorFlow 1.12 to 2.5 and Keras 1.2.2 to 2.4.3.
Older Keras needs scipy, pyyaml, keras_applications, keras_preprocessing and pkg_resources beside it.
It speaks Python 3.6.
"""

import os
import sys
import tempfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ["KERAS_BACKEND"] = "tensorflow"

import keras
import numpy as np
from keras.layers import LSTM, BatchNormalization, Dense, Dropout, Flatten, Input
from keras.models import Model, Sequential, load_model

IS_KERAS_1 = keras.__version__.startswith("1.")
EPOCHS = {"nb_epoch" if IS_KERAS_1 else "epochs": 1}


def dense():
    model = Sequential([Dense(4, activation="relu", input_shape=(3,)), Dropout(0.5), Dense(2, activation="softmax")])
    model.compile(loss="categorical_crossentropy", optimizer="adam", metrics=["accuracy"])
    x, y = np.random.rand(8, 3), np.eye(2)[np.arange(8) % 2]
    model.fit(x, y, verbose=0, **EPOCHS)
    model.evaluate(x, y, verbose=0)
    model.predict(x)


def convolution():
    if IS_KERAS_1:
        from keras.layers import Convolution2D

        first = Convolution2D(3, 2, 2, input_shape=(6, 6, 1))
    else:
        from keras.layers import Conv2D

        first = Conv2D(3, (2, 2), input_shape=(6, 6, 1))
    model = Sequential([first, BatchNormalization(), Flatten(), Dense(1)])
    model.compile(loss="mse", optimizer="sgd")
    model.fit(np.random.rand(4, 6, 6, 1), np.random.rand(4, 1), verbose=0, **EPOCHS)


def recurrent_and_saved():
    inputs = Input((5, 2))
    model = Model(inputs, Dense(1)(LSTM(3)(inputs)))
    model.compile(loss="mse", optimizer="rmsprop")
    model.fit(np.random.rand(4, 5, 2), np.random.rand(4, 1), verbose=0, **EPOCHS)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.h5")
        model.save(path)
        load_model(path).predict(np.random.rand(4, 5, 2))


if __name__ == "__main__":
    assert keras.__version__ == sys.argv[1], keras.__version__
    dense()
    convolution()
    recurrent_and_saved()
    print("OK")
