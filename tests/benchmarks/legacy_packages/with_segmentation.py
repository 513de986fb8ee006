"""segmentation-models: a U-Net and an FPN over ResNet-18, with the package's own losses and scores."""

import driven
import keras
import numpy as np
import segmentation_models as sm

sm.set_framework("keras")


def batches():
    draw = np.random.RandomState(1)
    while True:
        images = draw.uniform(size=(6, 64, 64, 3))
        yield images, (images.mean(-1, keepdims=True) > 0.5).astype("float32")


numbers = {}
for build in (sm.Unet, sm.FPN):
    name = build.__name__
    more = (
        {"pyramid_block_filters": 16, "pyramid_dropout": None}
        if build is sm.FPN
        else {"decoder_filters": (32, 16, 16, 8, 8)}
    )
    model = build("resnet18", input_shape=(64, 64, 3), encoder_weights=None, classes=1, **more)
    model.compile(keras.optimizers.SGD(lr=1e-2), sm.losses.bce_jaccard_loss, [sm.metrics.iou_score])
    driven.begin(model)
    numbers[name + "_losses"] = driven.steps(model, batches(), 4)
    history = model.fit_generator(batches(), steps_per_epoch=2, epochs=2, verbose=0)
    numbers[name + "_fit"] = history.history["loss"]
    numbers[name + "_iou"] = history.history["iou_score"]
    known = {"binary_crossentropy_plus_jaccard_loss": sm.losses.bce_jaccard_loss, "iou_score": sm.metrics.iou_score}
    loaded = driven.saved_and_loaded(model, lambda path, known=known: keras.models.load_model(path, known))
    numbers[name + "_predictions"] = driven.same_predictions(model, loaded, next(batches())[0])
driven.finish(**numbers)
