"""Trainings by `tf.keras` with `compile(distribute=strategy)`, for the oracle and for the shims."""

import numpy as np

from tests.compat.shims.contrib.training_cases import CLASSES, FEATURES, HIDDEN, samples, weights

ROWS = 50
BATCH = 4
EPOCHS = 3


def model(tf):
    return tf.keras.models.Sequential(
        [
            tf.keras.layers.Dense(HIDDEN, activation="relu", input_shape=(FEATURES,)),
            tf.keras.layers.Dense(CLASSES),
        ]
    )


def rows(count=ROWS):
    x, y = samples(count)
    return x, (y[:, None] * [[1.0, -1.0, 0.5]]).astype("float32")


def from_arrays(tf, compiled, replicas):
    """50 rows, 4 for each replica a step: what is left over begins the next epoch."""
    history = compiled.fit(*rows(), batch_size=BATCH, epochs=EPOCHS, shuffle=False, verbose=0)
    return history, compiled.evaluate(*rows(48), batch_size=BATCH, verbose=0)


def without_batch(tf, compiled, replicas):
    """The batch of all replicas is 32 then."""
    count = 48 if replicas == 3 else 50
    history = compiled.fit(*rows(count), steps_per_epoch=4 if replicas == 3 else 5, epochs=2, shuffle=False, verbose=0)
    return history, compiled.evaluate(*rows(48), steps=4, verbose=0)


def from_dataset(tf, compiled, replicas):
    def dataset(count):
        return tf.data.Dataset.from_tensor_slices(rows(count)).repeat().batch(BATCH)

    history = compiled.fit(
        dataset(ROWS),
        steps_per_epoch=4,
        epochs=EPOCHS,
        validation_data=dataset(24),
        validation_steps=24 // (BATCH * replicas),
        verbose=0,
    )
    return history, compiled.evaluate(dataset(48), steps=48 // (BATCH * replicas), verbose=0)


CASES = {
    f"{case.__name__} on {replicas}": (case, replicas)
    for case in (from_arrays, without_batch, from_dataset)
    for replicas in (2, 3)
}


def run(tf, name):
    """The history, what evaluation gave, the predictions and the weights of the model that was compiled."""
    case, replicas = CASES[name]
    compiled = model(tf)
    strategy = tf.contrib.distribute.MirroredStrategy(num_gpus=replicas)
    compiled.compile(tf.train.MomentumOptimizer(0.02, 0.9), loss="mse", distribute=strategy)
    # compile made a new session
    compiled.set_weights([weights(FEATURES, HIDDEN), weights(HIDDEN), weights(HIDDEN, CLASSES), weights(CLASSES)])
    history, evaluated = case(tf, compiled, replicas)
    predicted = compiled.predict(rows(24)[0], batch_size=BATCH)
    return {
        "history": {key: [float(value) for value in values] for key, values in history.history.items()},
        "evaluated": float(evaluated),
        "predicted": np.reshape(predicted, (-1, CLASSES)).tolist(),
        "weights": [each.tolist() for each in compiled.get_weights()],
    }
