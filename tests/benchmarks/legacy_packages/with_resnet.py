"""keras-resnet: a short network of its blocks, with normalizations that train and with frozen ones."""

import driven
import keras
import keras_resnet
import keras_resnet.blocks
import keras_resnet.models
import numpy as np


def batches():
    draw = np.random.RandomState(1)
    while True:
        yield draw.standard_normal((4, 24, 24, 3)), np.eye(5)[draw.randint(0, 5, 4)]


numbers = {}
for name, freeze in (("frozen", True), ("training", False)):
    image = keras.layers.Input((24, 24, 3))
    model = keras_resnet.models.ResNet2D(image, [1, 1], keras_resnet.blocks.basic_2d, classes=5, freeze_bn=freeze)
    model.compile(keras.optimizers.SGD(lr=1e-3, momentum=0.9), "categorical_crossentropy", ["accuracy"])
    driven.begin(model)
    numbers[name + "_losses"] = driven.steps(model, batches(), 5)
    history = model.fit_generator(batches(), steps_per_epoch=2, epochs=2, verbose=0)
    numbers[name + "_fit"] = history.history["loss"]
    plain = keras.models.Model(model.inputs, model.outputs)
    loaded = driven.saved_and_loaded(plain, lambda p: keras.models.load_model(p, keras_resnet.custom_objects))
    numbers[name + "_predictions"] = driven.same_predictions(model, loaded, next(batches())[0])
driven.finish(**numbers)
