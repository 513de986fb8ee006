"""A text classifier as it was written in 2018: an Embedding with a mask, an LSTM, and RMSprop."""
import numpy as np
from keras.callbacks import EarlyStopping
from keras.layers import LSTM, Dense, Embedding
from keras.models import Sequential
from keras.optimizers import RMSprop
from keras.preprocessing.sequence import pad_sequences


def start(model, seed):
    rng = np.random.RandomState(seed)
    model.set_weights([rng.normal(0, 0.3, w.shape) for w in model.get_weights()])


rng = np.random.RandomState(0)
texts = [rng.randint(1, 30, rng.randint(2, 9)) for _ in range(48)]
x = pad_sequences(texts, maxlen=8)
y = (x.sum(axis=1) > 60).astype("float32")

model = Sequential()
model.add(Embedding(30, 6, input_length=8, mask_zero=True))
model.add(LSTM(5))
model.add(Dense(1, activation="sigmoid"))
start(model, 1)
model.compile(loss="binary_crossentropy", optimizer=RMSprop(lr=0.01), metrics=["acc"])
history = model.fit(
    x[:40], y[:40], batch_size=8, epochs=4, shuffle=False, verbose=2,
    validation_data=(x[40:], y[40:]), callbacks=[EarlyStopping(monitor="val_loss", patience=3)],
)
losses = [float(value) for key in ("loss", "acc", "val_loss", "val_acc") for value in history.history[key]]
weights = model.get_weights()
