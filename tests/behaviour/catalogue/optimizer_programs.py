"""What programs do with an optimizer: rates set on the way, schedules, several models, recompilation, configurations."""

import numpy as np

from tests.behaviour.catalogue.optimizers import embedding_model, train, weights_of
from tests.behaviour.probes import fill, probe, reals, register

SCHEDULES = [
    "optimizers.schedules.ExponentialDecay(0.1, 3, 0.5)",
    "optimizers.schedules.ExponentialDecay(0.1, 3, 0.5, staircase=True)",
    "optimizers.schedules.InverseTimeDecay(0.1, 3, 0.5)",
    "optimizers.schedules.InverseTimeDecay(0.1, 3, 0.5, staircase=True)",
    "optimizers.schedules.PolynomialDecay(0.1, 6, 0.01, power=2.0)",
    "optimizers.schedules.PolynomialDecay(0.1, 3, 0.01, cycle=True)",
    "optimizers.schedules.PiecewiseConstantDecay([2, 5], [0.1, 0.05, 0.01])",
    "optimizers.schedules.CosineDecay(0.1, 6, alpha=0.1)",
    "optimizers.schedules.CosineDecayRestarts(0.1, 3, t_mul=1.5, m_mul=0.5)",
]


def rate_of(optimizer):
    """The variable of the rate, under either of its names."""
    return optimizer.learning_rate if hasattr(optimizer, "learning_rate") else optimizer.lr


def _schedule(code):
    def run(surface):
        schedule = surface.run(code)
        yield "rates", [float(surface.numbers(schedule(step))) for step in range(9)]

    return run


def _scheduled(code):
    def run(surface):
        model = embedding_model(surface)
        schedule = surface.keras.optimizers.schedules.ExponentialDecay(0.1, 2, 0.5)
        model.compile(surface.run(code, schedule=schedule), "mse")
        before = weights_of(model)
        train(model)
        yield "moved in 10 steps", weights_of(model) - before

    return run


for _code in SCHEDULES:
    register("optimizer programs: " + _code, _schedule(_code))
for _code in ("optimizers.SGD(schedule)", "optimizers.Adam(schedule)", "optimizers.SGD(schedule, decay=0.1)"):
    register("optimizer programs: " + _code, _scheduled(_code))


@probe
def rate_set_on_the_way(surface):
    """`K.set_value` on the rate of a compiled optimizer."""
    for name in ("SGD", "Adam", "RMSprop"):
        model = embedding_model(surface)
        optimizer = getattr(surface.keras.optimizers, name)(0.1)
        model.compile(optimizer, "mse")
        before = weights_of(model)
        train(model, 2)
        surface.K.set_value(rate_of(optimizer), 0.01)
        train(model, 2, 2)
        yield "moved by " + name, weights_of(model) - before
        yield "rate of " + name, float(surface.K.get_value(rate_of(optimizer)))


@probe
def decayed_rate(surface):
    """The attribute that callbacks read is the rate without decay."""
    optimizer = surface.keras.optimizers.SGD(0.1, decay=0.5)
    model = embedding_model(surface)
    model.compile(optimizer, "mse")
    train(model, 3)
    yield "rate", float(surface.K.get_value(rate_of(optimizer)))
    yield "steps", int(surface.K.get_value(optimizer.iterations))


def _compiled_again(code):
    def run(surface):
        model = embedding_model(surface)
        optimizer = surface.run(code)
        model.compile(optimizer, "mse")
        train(model, 3)
        model.compile(optimizer, "mse")
        train(model, 3, 3)
        yield "weights", weights_of(model)
        yield "steps", int(surface.K.get_value(optimizer.iterations))

    return run


def _two_models(code):
    def run(surface):
        models = [embedding_model(surface), embedding_model(surface)]
        optimizer = surface.run(code)
        for model in models:
            model.compile(optimizer, "mse")
        for step in range(3):
            for model in models:
                train(model, 1, step)
        yield "weights", [weights_of(model) for model in models]

    return run


for _code in ("optimizers.SGD(0.1, momentum=0.9)", "optimizers.Adam(0.01)"):
    register("optimizer programs: compiled again with " + _code, _compiled_again(_code))
    register("optimizer programs: two models with one " + _code, _two_models(_code))


@probe
def from_config(surface):
    """An optimizer that is described and made again, by its own class and by `deserialize`."""
    optimizers = surface.keras.optimizers
    for name in ("SGD", "RMSprop", "Adagrad", "Adadelta", "Adam", "Adamax", "Nadam"):
        cls = getattr(optimizers, name)
        config = cls.from_config(cls(0.25).get_config()).get_config()
        yield "rate of " + name, config.get("learning_rate", config.get("lr"))
        made = optimizers.deserialize(optimizers.serialize(cls(0.25)))
        yield "made again " + name, isinstance(made, optimizers.Optimizer)


@probe
def identifiers(surface):
    """What `get` takes for a name."""
    for name in ("SGD", "Adam", "adam", "ADAM", "RMSProp", "RMSprop", "nadam", "Adadelta"):
        try:
            made = surface.keras.optimizers.get(name)
        except ValueError:
            yield name, "refused"
        else:
            yield name, type(made).__name__


@probe
def constrained(surface):
    """The constraint of a weight holds after each step, for each optimizer."""
    keras = surface.keras
    for name in ("SGD", "Adam", "RMSprop"):
        model = keras.models.Sequential()
        model.add(keras.layers.Dense(2, input_shape=(3,), kernel_constraint=keras.constraints.max_norm(0.3)))
        fill(model)
        model.compile(getattr(keras.optimizers, name)(0.1), "mse")
        for step in range(3):
            model.train_on_batch(reals(4, 3, start=float(step)), reals(4, 2))
        yield "weights under " + name, model.get_weights()


@probe
def state(surface):
    """The slots that an optimizer saves, and what setting them does."""
    for name in ("SGD", "RMSprop", "Adam"):
        model = embedding_model(surface)
        options = {"momentum": 0.9} if name == "SGD" else {}
        model.compile(getattr(surface.keras.optimizers, name)(0.1, **options), "mse")
        train(model, 2)
        weights = model.optimizer.get_weights()
        yield "shapes of " + name, sorted(list(np.shape(each)) for each in weights)
