"""Every optimizer with each argument: the weights along ten steps of dense and sparse gradients, large and tiny."""

import numpy as np

from tests.behaviour.probes import fill, probe, reals, register

CASES = [
    "optimizers.SGD(0.1)",
    "optimizers.SGD(0.1, momentum=0.9)",
    "optimizers.SGD(0.1, momentum=0.9, nesterov=True)",
    "optimizers.SGD(0.1, decay=0.1)",
    "optimizers.SGD(0.1, clipnorm=0.5)",
    "optimizers.SGD(0.1, clipvalue=0.05)",
    "optimizers.SGD(0.1, clipnorm=0.5, clipvalue=0.05)",
    "optimizers.RMSprop(0.01)",
    "optimizers.RMSprop(0.01, rho=0.5)",
    "optimizers.RMSprop(0.01, epsilon=1e-3)",
    "optimizers.RMSprop(0.01, momentum=0.9)",
    "optimizers.RMSprop(0.01, centered=True)",
    "optimizers.Adagrad(0.01)",
    "optimizers.Adagrad(0.01, epsilon=1e-3)",
    "optimizers.Adagrad(0.01, initial_accumulator_value=0.5)",
    "optimizers.Adadelta(0.5)",
    "optimizers.Adadelta(0.5, rho=0.5)",
    "optimizers.Adadelta(0.5, epsilon=1e-3)",
    "optimizers.Adam(0.01)",
    "optimizers.Adam(0.01, beta_1=0.5, beta_2=0.9)",
    "optimizers.Adam(0.01, epsilon=1e-3)",
    "optimizers.Adam(0.01, amsgrad=True)",
    "optimizers.Adam(0.01, decay=0.1)",
    "optimizers.Adam(0.01, clipnorm=0.5)",
    "optimizers.Adamax(0.01)",
    "optimizers.Nadam(0.01)",
    "optimizers.Nadam(0.01, schedule_decay=0.01)",
    "optimizers.Ftrl(0.1)",
    "optimizers.Ftrl(0.1, l1_regularization_strength=0.01, l2_regularization_strength=0.01)",
    "optimizers.Ftrl(0.1, learning_rate_power=-0.3, l2_shrinkage_regularization_strength=0.01)",
]
TINY_CASES = [
    code for code in CASES if code.endswith(("(0.01)", "(0.5)")) or "centered" in code or "RMSprop(0.01, mom" in code
]
REPEATED_CASES = [
    code for code in CASES if code.endswith(("(0.1)", "(0.01)", "(0.5)", "(0.1, momentum=0.9)")) or "clip" in code
]
CLASSES = ("SGD", "RMSprop", "Adagrad", "Adadelta", "Adam", "Adamax", "Nadam")
STEPS = 10
TINY = 1e-7


ROWS, LOOKED_UP = 8, (2, 3)


def embedding_model(surface):
    """A model whose embedding, of 16 numbers, has sparse gradients, and whose dense layer has others."""
    keras = surface.keras
    layers = [keras.layers.Embedding(ROWS, 2, input_length=LOOKED_UP[1]), keras.layers.Flatten()]
    model = keras.models.Sequential([*layers, keras.layers.Dense(1)])
    model.build((None, LOOKED_UP[1]))
    fill(model)
    return model


def different_rows(step):
    """Six of the eight rows, each once."""
    return (np.arange(6).reshape(LOOKED_UP) * 3 + step) % ROWS


def repeated_rows(step):
    """Three rows, one of them twice and one of them three times; the others never."""
    return np.array([[1, 2, 1], [2, 2, 3]]) + step % 2


def train(model, steps=STEPS, start=0, rows=different_rows):
    """Train for some steps, in which `rows` of the embedding are looked up."""
    for step in range(start, start + steps):
        model.train_on_batch(rows(step), reals(LOOKED_UP[0], 1, start=0.3 + step))


def weights_of(model):
    """All weights in one row."""
    return np.concatenate([each.ravel() for each in model.get_weights()])


def _trajectory(code, scale=1.0, rows=different_rows):
    def run(surface):
        model = embedding_model(surface)
        model.compile(surface.run(code), "mse", loss_weights=[scale])
        before = model.get_weights()
        for first, steps in ((0, 1), (1, STEPS - 1)):
            train(model, steps, first, rows)
            embedding, kernel, _ = (now - then for now, then in zip(model.get_weights(), before))
            yield f"embedding after {first + steps}", embedding
            yield f"kernel after {first + steps}", kernel.ravel()

    return run


for _code in CASES:
    register("optimizers: " + _code, _trajectory(_code))
    if _code in TINY_CASES:
        register("optimizers with tiny gradients: " + _code, _trajectory(_code, scale=TINY))
    if _code in REPEATED_CASES:
        register("optimizers with repeated rows: " + _code, _trajectory(_code, rows=repeated_rows))


@probe
def defaults(surface):
    """What is taken where nothing is given, of a class and of a name."""
    optimizers = surface.keras.optimizers
    for name in CLASSES:
        for how, made in (("class", getattr(optimizers, name)()), ("name", optimizers.get(name.lower()))):
            config = made.get_config()
            yield f"rate of the {how} {name}", round(config.get("learning_rate", config.get("lr")), 6)
            yield f"accumulator of the {how} {name}", config.get("initial_accumulator_value", 0.0)
            yield f"epsilon of the {how} {name}", config.get("epsilon")
