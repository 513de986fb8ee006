"""Small trainings written against Keras 2: `run(keras, case)` runs one on the real release or on the shims.

The same source runs on both sides; that it does is part of what the tests prove.
"""

from typing import Any, Dict, List

import numpy as np

EPOCHS = 3
BATCH = 16


def _rows(count: int, seed: int = 0) -> Any:
    rng = np.random.RandomState(seed)
    return rng.rand(count, 8).astype("float32"), np.eye(3)[rng.randint(0, 3, count)].astype("float32")


def _dense(keras: Any, **regularised: Any) -> Any:
    inputs = keras.layers.Input(shape=(8,))
    x = keras.layers.Dense(16, activation="relu", **regularised)(inputs)
    return keras.models.Model(inputs, keras.layers.Dense(3, activation="softmax")(x))


def _sequential(keras: Any) -> Any:
    layers = keras.layers
    return keras.models.Sequential(
        [layers.Dense(16, activation="tanh", input_shape=(8,)), layers.Dense(3, activation="softmax")]
    )


def _l2(keras: Any) -> Any:
    return _dense(keras, kernel_regularizer=keras.regularizers.l2(0.01), bias_regularizer=keras.regularizers.l1(0.01))


def _two_by_two(keras: Any) -> Any:
    layers = keras.layers
    left, right = layers.Input(shape=(8,), name="left"), layers.Input(shape=(4,), name="right")
    x = layers.concatenate([layers.Dense(8, activation="tanh")(left), layers.Dense(8, activation="tanh")(right)])
    outputs = [layers.Dense(3, activation="softmax", name="kind")(x), layers.Dense(1, name="size")(x)]
    return keras.models.Model([left, right], outputs)


def _shared(keras: Any) -> Any:
    layers = keras.layers
    left, right = layers.Input(shape=(8,)), layers.Input(shape=(8,))
    tower = keras.models.Sequential([layers.Dense(6, activation="tanh", input_shape=(8,)), layers.Dense(4)])
    x = layers.subtract([tower(left), tower(right)])
    return keras.models.Model([left, right], layers.Dense(1, activation="sigmoid")(x))


def _words(keras: Any, mask_zero: bool = False, sequences: bool = False) -> Any:
    layers = keras.layers
    inputs = layers.Input(shape=(5,))
    x = layers.Embedding(20, 4, mask_zero=mask_zero)(inputs)
    x = layers.LSTM(6, return_sequences=sequences)(x)
    if sequences:
        return keras.models.Model(inputs, layers.TimeDistributed(layers.Dense(3, activation="softmax"))(x))
    return keras.models.Model(inputs, layers.Dense(3, activation="softmax")(x))


def _masked(keras: Any) -> Any:
    return _words(keras, mask_zero=True)


def _masked_sequences(keras: Any) -> Any:
    return _words(keras, mask_zero=True, sequences=True)


def _gru(keras: Any) -> Any:
    inputs = keras.layers.Input(shape=(4, 2))
    x = keras.layers.GRU(6)(inputs)
    return keras.models.Model(inputs, keras.layers.Dense(3, activation="softmax")(x))


def _batch_norm(keras: Any) -> Any:
    inputs = keras.layers.Input(shape=(8,))
    x = keras.layers.Dense(16, activation="relu")(inputs)
    x = keras.layers.BatchNormalization(momentum=0.9)(x)
    return keras.models.Model(inputs, keras.layers.Dense(3, activation="softmax")(x))


def _conv_batch_norm(keras: Any) -> Any:
    layers = keras.layers
    inputs = layers.Input(shape=(6, 6, 2))
    x = layers.Conv2D(4, (3, 3), padding="same")(inputs)
    x = layers.BatchNormalization(momentum=0.9)(x)
    x = layers.MaxPooling2D()(layers.LeakyReLU(alpha=0.1)(x))
    return keras.models.Model(inputs, layers.Dense(3, activation="softmax")(layers.Flatten()(x)))


def _activity(keras: Any) -> Any:
    return _dense(keras, activity_regularizer=keras.regularizers.l1(0.01))


MODELS = {
    "dense": _dense,
    "sequential": _sequential,
    "l2": _l2,
    "activity": _activity,
    "two_by_two": _two_by_two,
    "shared": _shared,
    "words": _words,
    "masked": _masked,
    "masked_sequences": _masked_sequences,
    "gru": _gru,
    "batch_norm": _batch_norm,
    "conv_batch_norm": _conv_batch_norm,
}


def _case(model: str, rows: int, gpus: int, **more: Any) -> Dict[str, Any]:
    return {"model": model, "rows": rows, "gpus": gpus, **more}


CASES = {
    **{f"dense-{n}-{g}": _case("dense", n, g) for n in (48, 49, 50, 51) for g in (2, 3)},
    "sequential-50-3": _case("sequential", 50, 3),
    "sample_weight-49-2": _case("dense", 49, 2, weights="sample"),
    "sample_weight-51-3": _case("dense", 51, 3, weights="sample"),
    "class_weight-50-3": _case("dense", 50, 3, weights="class"),
    "l2-51-2": _case("l2", 51, 2),
    "l2-49-3": _case("l2", 49, 3),
    "activity-48-2": _case("activity", 48, 2),
    "activity-50-3": _case("activity", 50, 3),
    "two_by_two-50-2": _case("two_by_two", 50, 2),
    "two_by_two-49-3": _case("two_by_two", 49, 3),
    "shared-49-2": _case("shared", 49, 2),
    "words-50-3": _case("words", 50, 3),
    "masked-51-2": _case("masked", 51, 2),
    "masked_sequences-48-2": _case("masked_sequences", 48, 2),
    "gru-48-1": _case("gru", 48, 1),
    "gru-49-2": _case("gru", 49, 2),
    "batch_norm-48-2": _case("batch_norm", 48, 2),
    "batch_norm-51-2": _case("batch_norm", 51, 2),
    "batch_norm-52-3": _case("batch_norm", 52, 3),
    "batch_norm-48-1": _case("batch_norm", 48, 1),
    "batch_norm-49-3": _case("batch_norm", 49, 3),
    "conv_batch_norm-48-2": _case("conv_batch_norm", 48, 2),
    "conv_batch_norm-50-3": _case("conv_batch_norm", 50, 3),
    "conv_batch_norm-48-1": _case("conv_batch_norm", 48, 1),
    "sgd_decay-48-1": _case("dense", 48, 1, optimizer="SGD", arguments={"lr": 0.1, "momentum": 0.9, "decay": 0.05}),
    "sgd_decay-49-2": _case(
        "dense", 49, 2, optimizer="SGD", arguments={"lr": 0.1, "decay": 0.05, "nesterov": True, "momentum": 0.5}
    ),
    "sgd_decay_schedule-48-1": _case(
        "dense", 48, 1, optimizer="SGD", arguments={"lr": 0.1, "decay": 0.05}, schedule=[0.1, 0.05, 0.2]
    ),
    "clipnorm-48-1": _case("dense", 48, 1, optimizer="SGD", arguments={"lr": 1.0, "clipnorm": 0.1}),
    "clipvalue-50-3": _case("dense", 50, 3, optimizer="SGD", arguments={"lr": 1.0, "clipvalue": 0.01}),
    **{
        name.lower() + "-48-1": _case("dense", 48, 1, optimizer=name, arguments={})
        for name in ("SGD", "RMSprop", "Adagrad", "Adadelta", "Adam", "Adamax", "Nadam")
    },
    **{
        name.lower() + "_decay-50-2": _case("dense", 50, 2, optimizer=name, arguments={"lr": 0.02, "decay": 0.1})
        for name in ("RMSprop", "Adagrad", "Adadelta", "Adam", "Adamax")
    },
}


def _inputs(model: str, rows: int) -> Any:
    x, y = _rows(rows)
    rng = np.random.RandomState(2)
    if model == "two_by_two":
        return [x, rng.rand(rows, 4).astype("float32")], [y, rng.rand(rows, 1).astype("float32")]
    if model == "shared":
        return [x, rng.rand(rows, 8).astype("float32")], y[:, :1]
    if model in ("words", "masked", "masked_sequences"):
        words = rng.randint(0, 20, (rows, 5)) * (np.arange(5) < rng.randint(1, 6, (rows, 1)))
        if model == "masked_sequences":
            y = np.eye(3)[rng.randint(0, 3, (rows, 5))].astype("float32")
        return words.astype("int32"), y
    if model == "gru":
        return x.reshape(rows, 4, 2), y
    if model == "conv_batch_norm":
        return rng.rand(rows, 6, 6, 2).astype("float32"), y
    return x, y


def _start(weights: List[Any], names: List[str]) -> List[Any]:
    """Seeded weights; those of a BatchNormalization stay as they are made."""
    rng = np.random.RandomState(1)
    kept = ("gamma", "beta", "moving")
    return [
        value if any(part in name for part in kept) else rng.uniform(-0.5, 0.5, value.shape).astype("float32")
        for name, value in zip(names, weights)
    ]


def run(keras: Any, multi_gpu_model: Any, case: Dict[str, Any]) -> Dict[str, Any]:
    """Train one case; returns history, evaluation, batch losses and the template's weights."""
    template = MODELS[case["model"]](keras)
    names = [weight.name for layer in template.layers for weight in layer.weights]
    template.set_weights(_start(template.get_weights(), names))
    x, y = _inputs(case["model"], case["rows"])
    model = multi_gpu_model(template, gpus=case["gpus"]) if case["gpus"] > 1 else template
    arguments = case.get("arguments", {"lr": 0.1, "momentum": 0.9})
    optimizer = getattr(keras.optimizers, case.get("optimizer", "SGD"))(**arguments)
    losses = {"two_by_two": ["categorical_crossentropy", "mse"], "shared": "binary_crossentropy"}
    loss = losses.get(case["model"], "categorical_crossentropy")
    weighting = {"loss_weights": [1.0, 0.5]} if case["model"] == "two_by_two" else {"metrics": ["accuracy"]}
    model.compile(loss=loss, optimizer=optimizer, **weighting)
    fit: Dict[str, Any] = {}
    if case.get("weights") == "sample":
        fit["sample_weight"] = np.random.RandomState(3).rand(case["rows"]).astype("float32")
    if case.get("weights") == "class":
        fit["class_weight"] = {0: 1.0, 1: 2.0, 2: 0.5}
    if case.get("schedule"):
        fit["callbacks"] = [keras.callbacks.LearningRateScheduler(lambda epoch: case["schedule"][epoch])]
    history = model.fit(x, y, batch_size=BATCH, epochs=EPOCHS, shuffle=False, verbose=0, **fit).history
    single = isinstance(x, np.ndarray)
    batch = [x[:5], y[:5]] if single else [[a[:5] for a in x], [a[:5] for a in y] if isinstance(y, list) else y[:5]]
    result = {
        "loss": history["loss"],
        "accuracy": history.get("accuracy", []),
        "evaluate": model.evaluate(x, y, batch_size=7, verbose=0),
        "predict": np.ravel(model.predict(x)[0] if isinstance(y, list) else model.predict(x))[:12].tolist(),
        "on_batch": [np.ravel(model.train_on_batch(*batch))[0] for _ in range(2)],
        "test_on_batch": np.ravel(model.test_on_batch(*batch))[0],
    }
    plain = {key: np.asarray(value, "float64").reshape(-1).tolist() for key, value in result.items()}
    plain["weights"] = [np.asarray(w, "float64").ravel().tolist() for w in template.get_weights()]
    return plain
