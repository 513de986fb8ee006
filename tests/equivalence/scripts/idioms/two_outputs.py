"""A model of two inputs and two outputs as it was written in 2018: losses, weights and metrics by name."""
import numpy as np
from keras.layers import LSTM, Dense, Embedding, Input, concatenate
from keras.models import Model


def start(model, seed):
    rng = np.random.RandomState(seed)
    model.set_weights([rng.normal(0, 0.3, w.shape) for w in model.get_weights()])


main_input = Input(shape=(6,), dtype="int32", name="main_input")
x = Embedding(output_dim=5, input_dim=20, input_length=6)(main_input)
lstm_out = LSTM(4)(x)
auxiliary_output = Dense(1, activation="sigmoid", name="aux_output")(lstm_out)
auxiliary_input = Input(shape=(3,), name="aux_input")
x = concatenate([lstm_out, auxiliary_input])
x = Dense(8, activation="relu")(x)
main_output = Dense(1, activation="sigmoid", name="main_output")(x)
model = Model(inputs=[main_input, auxiliary_input], outputs=[main_output, auxiliary_output])
start(model, 1)
model.compile(
    optimizer="rmsprop",
    loss={"main_output": "binary_crossentropy", "aux_output": "binary_crossentropy"},
    loss_weights={"main_output": 1.0, "aux_output": 0.2},
    metrics=["mae"],
)

rng = np.random.RandomState(0)
headlines = rng.randint(0, 20, (32, 6))
extra = rng.normal(0, 1, (32, 3))
labels = rng.randint(0, 2, (32, 1)).astype("float32")
history = model.fit(
    {"main_input": headlines, "aux_input": extra},
    {"main_output": labels, "aux_output": labels},
    epochs=5,
    batch_size=8,
    shuffle=False,
    verbose=2,
)
losses = [float(value) for key in ("loss", "main_output_loss", "aux_output_loss") for value in history.history[key]]
print(dict(zip(model.metrics_names, model.evaluate([headlines, extra], [labels, labels], verbose=0))))
weights = model.get_weights()
