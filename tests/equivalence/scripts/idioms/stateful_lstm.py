"""A stateful LSTM as it was written in 2018: trained batch by batch, its states reset after each epoch."""
import numpy as np
from keras.layers import LSTM, Dense
from keras.models import Sequential

BATCH, STEPS, LAHEAD = 4, 3, 1


def start(model, seed):
    rng = np.random.RandomState(seed)
    model.set_weights([rng.normal(0, 0.4, w.shape) for w in model.get_weights()])


model = Sequential()
model.add(LSTM(5, batch_input_shape=(BATCH, STEPS, 2), return_sequences=True, stateful=True))
model.add(LSTM(4, stateful=True))
model.add(Dense(1))
start(model, 1)
model.compile(loss="mse", optimizer="rmsprop")

rng = np.random.RandomState(0)
x = np.cumsum(rng.normal(0, 0.3, (20, STEPS, 2)), axis=0)
y = x[:, -1, :1]
losses = []
for i in range(4):
    print("Epoch", i + 1)
    history = model.fit(x, y, batch_size=BATCH, epochs=1, verbose=2, shuffle=False)
    losses.append(float(history.history["loss"][0]))
    model.reset_states()
predicted = model.predict(x, batch_size=BATCH)
losses.append(float(np.mean(np.square(y - predicted))))
weights = model.get_weights()
