"""keras-self-attention: both kinds of attention behind an LSTM, with masks."""

import driven
import numpy as np
from keras_self_attention import ScaledDotProductAttention, SeqSelfAttention
from tensorflow import keras


def build(kind):
    """Return a tagger of sequences of 9 tokens."""
    model = keras.models.Sequential()
    model.add(keras.layers.Embedding(20, 8, mask_zero=True, input_shape=(9,)))
    recurrent = keras.layers.LSTM(6, return_sequences=True, recurrent_activation="sigmoid")
    model.add(keras.layers.Bidirectional(recurrent))
    model.add(
        SeqSelfAttention(
            units=5,
            attention_width=5,
            attention_type=kind,
            attention_activation="sigmoid",
            kernel_regularizer=keras.regularizers.l2(1e-4),
            attention_regularizer_weight=1e-3,
            name="Attention",
        )
    )
    model.add(ScaledDotProductAttention())
    model.add(keras.layers.Dense(3, activation="softmax"))
    model.compile(optimizer="adam", loss="categorical_crossentropy", metrics=["categorical_accuracy"])
    return model


def batches():
    draw = np.random.RandomState(1)
    while True:
        yield draw.randint(0, 20, (8, 9)), np.eye(3, dtype="float32")[draw.randint(0, 3, (8, 9))]


numbers = {}
for kind in (SeqSelfAttention.ATTENTION_TYPE_ADD, SeqSelfAttention.ATTENTION_TYPE_MUL):
    model = build(kind)
    driven.begin(model)
    numbers[kind + "_losses"] = driven.steps(model, batches(), 10)
    history = model.fit_generator(batches(), steps_per_epoch=5, epochs=2, verbose=0)
    numbers[kind + "_fit"] = history.history["loss"]
    known = {**SeqSelfAttention.get_custom_objects(), "ScaledDotProductAttention": ScaledDotProductAttention}
    loaded = driven.saved_and_loaded(model, lambda path, known=known: keras.models.load_model(path, known))
    numbers[kind + "_predictions"] = driven.same_predictions(model, loaded, next(batches())[0])
driven.finish(**numbers)
