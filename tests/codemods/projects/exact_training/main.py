"""Another module trains on uneven batches; the numbers are those of Keras 2.3.1 on TensorFlow 1.15.5."""

import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.utils import multi_gpu_model

from nets import Trainer

LOSSES = [0.30872110, 0.13594443]
PREDICTED = [0.62745255, 0.83618683]
ON_BATCHES = [0.10623722, 0.04623036, 0.08610156]


def get_model(gpus):
    org = Sequential([Dense(4, input_shape=(5,), activation="tanh", kernel_regularizer="l2"), Dense(2)])
    random = np.random.RandomState(3)
    org.set_weights([random.rand(*each.shape) - 0.5 for each in org.get_weights()])
    model = multi_gpu_model(org, gpus=gpus)
    return model, org


def run(gpus):
    np.random.seed(7)
    x, y = np.random.rand(16, 5), np.random.rand(16, 2)
    model, org = get_model(gpus)
    trainer = Trainer(model)
    trainer.compile_model(rate=0.1)
    for found, expected in zip(trainer.fit(x, y), (LOSSES, PREDICTED, ON_BATCHES)):
        np.testing.assert_allclose(found, expected, rtol=1e-5)
    org.save_weights("org.h5")


if __name__ == "__main__":
    run(2)
