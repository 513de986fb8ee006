"""Another module compiles, trains and asks the model; the numbers are those of Keras 2.3.1 on TensorFlow 1.15.5."""

import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.utils import multi_gpu_model

from nets import Trainer, ask

LOSSES = [0.25991770, 0.17042122, 0.11493362]
PREDICTED = [0.39763424, 0.46150902]


def get_model(gpus):
    org = Sequential([Dense(4, input_shape=(5,), activation="tanh", kernel_regularizer="l2"), Dense(2)])
    random = np.random.RandomState(3)
    org.set_weights([random.rand(*each.shape) - 0.5 for each in org.get_weights()])
    if gpus > 1:
        model = multi_gpu_model(org, gpus=gpus)
    else:
        model = org
    return model, org


def run(gpus):
    random = np.random.RandomState(7)
    x, y = random.rand(16, 5), random.rand(16, 2)
    model, org = get_model(gpus)
    trainer = Trainer(model)
    trainer.compile_model(rate=0.1, **{"loss": "mse"})
    np.testing.assert_allclose(trainer.fit(x, y), LOSSES, rtol=1e-6)
    for count in (1, 3, 7):
        np.testing.assert_allclose(ask(x[:count], net=model)[0], PREDICTED, rtol=1e-5)
        np.testing.assert_allclose(ask(x[:count], net=org)[0], PREDICTED, rtol=1e-5)


if __name__ == "__main__":
    run(2)
