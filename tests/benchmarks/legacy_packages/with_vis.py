"""keras-vis: what a small image classifier looks at, after some steps of training."""

import driven
import keras
import numpy as np
from keras import layers
from vis.utils import utils
from vis.visualization import visualize_activation, visualize_cam, visualize_saliency


def batches():
    draw = np.random.RandomState(1)
    while True:
        yield draw.uniform(size=(8, 16, 16, 3)), np.eye(4)[draw.randint(0, 4, 8)]


model = keras.models.Sequential(
    [
        layers.Conv2D(6, 3, activation="relu", input_shape=(16, 16, 3), name="conv"),
        layers.MaxPooling2D(),
        layers.Conv2D(8, 3, activation="relu", name="last_conv"),
        layers.Flatten(),
        layers.Dense(4, activation="softmax", name="predictions"),
    ]
)
model.compile(keras.optimizers.Adam(lr=1e-3), "categorical_crossentropy", ["accuracy"])
driven.begin(model)
losses = driven.steps(model, batches(), 10)
image = next(batches())[0][0]
loaded = driven.saved_and_loaded(model, keras.models.load_model)
predictions = driven.same_predictions(model, loaded, image[None])

index = utils.find_layer_idx(model, "predictions")
model.layers[index].activation = keras.activations.linear
linear = utils.apply_modifications(model)
start = np.random.RandomState(3).uniform(0, 255, (16, 16, 3))
driven.finish(
    losses=losses,
    predictions=predictions,
    saliency=visualize_saliency(linear, index, filter_indices=1, seed_input=image, backprop_modifier=None),
    guided=visualize_saliency(linear, index, filter_indices=1, seed_input=image, backprop_modifier="guided"),
    cam=visualize_cam(linear, index, filter_indices=1, seed_input=image),
    activation=visualize_activation(linear, index, filter_indices=2, seed_input=start, max_iter=20),
)
