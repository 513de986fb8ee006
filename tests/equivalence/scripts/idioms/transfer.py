"""Transfer learning as it was written in 2018: a pretrained base with BatchNormalization, frozen under a new head."""
import numpy as np
from keras.layers import Activation, BatchNormalization, Conv2D, Dense, GlobalAveragePooling2D, Input
from keras.models import Model
from keras.optimizers import SGD

SHAPE = (8, 8, 3)


def start(model, seed):
    rng = np.random.RandomState(seed)
    model.set_weights([np.abs(rng.normal(0, 0.4, w.shape)) + 0.05 for w in model.get_weights()])


def pretrained():
    inputs = Input(shape=SHAPE)
    x = inputs
    for filters in (4, 6):
        x = Conv2D(filters, 3, padding="same", use_bias=False)(x)
        x = BatchNormalization()(x)
        x = Activation("relu")(x)
    return Model(inputs, x)


base_model = pretrained()
start(base_model, 1)
x = GlobalAveragePooling2D()(base_model.output)
predictions = Dense(3, activation="softmax")(x)
model = Model(inputs=base_model.input, outputs=predictions)
rng = np.random.RandomState(2)
model.layers[-1].set_weights([rng.normal(0, 0.4, w.shape) for w in model.layers[-1].get_weights()])

for layer in base_model.layers:
    layer.trainable = False
model.compile(optimizer=SGD(lr=0.05, momentum=0.9), loss="categorical_crossentropy", metrics=["accuracy"])

images = rng.normal(0, 1, (40,) + SHAPE)
labels = np.eye(3)[rng.randint(0, 3, 40)]
history = model.fit(images, labels, batch_size=8, epochs=4, shuffle=False, verbose=2)
losses = [float(loss) for loss in history.history["loss"]]
weights = model.layers[-1].get_weights()
