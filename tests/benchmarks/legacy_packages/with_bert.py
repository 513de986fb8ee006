"""keras-bert: a small BERT, trained on pairs of sentences with its own batches and its own optimizer."""

import random

import driven
import keras_bert
import numpy as np
from tensorflow import keras

PAIRS = [
    [["all", "work", "and", "no", "play"], ["makes", "jack", "a", "dull", "boy"]],
    [["from", "the", "day", "forth"], ["my", "arm", "changed"]],
    [["and", "a", "voice", "echoed"], ["power", "give", "me", "more", "power"]],
]
TOKENS = keras_bert.get_base_dict()
for word in (word for pair in PAIRS for sentence in pair for word in sentence):
    TOKENS.setdefault(word, len(TOKENS))


def batches():
    random.seed(1)
    np.random.seed(1)
    while True:
        yield keras_bert.gen_batch_inputs(
            PAIRS, TOKENS, list(TOKENS), seq_len=20, mask_rate=0.3, swap_sentence_rate=1.0
        )


model = keras_bert.get_model(
    token_num=len(TOKENS),
    head_num=3,
    transformer_num=2,
    embed_dim=12,
    feed_forward_dim=24,
    seq_len=20,
    pos_num=20,
    dropout_rate=0.0,
)
keras_bert.compile_model(model, weight_decay=1e-3, decay_steps=100, warmup_steps=10, learning_rate=1e-3)
driven.begin(model)
losses = driven.steps(model, batches(), 10)
history = model.fit_generator(batches(), steps_per_epoch=5, epochs=2, verbose=0)
known = keras_bert.get_custom_objects()
loaded = driven.saved_and_loaded(model, lambda path: keras.models.load_model(path, known))
inputs = next(batches())[0]
words, follows = model.predict(inputs)
again, _ = loaded.predict(inputs)
np.testing.assert_allclose(again, words, rtol=1e-5, atol=1e-6)
driven.finish(losses=losses, fit=history.history["loss"], words=words, follows=follows)
