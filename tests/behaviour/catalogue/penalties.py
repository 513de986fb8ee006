"""Regularizers and constraints: their values, their axes, and what they do to the loss of a model."""

from tests.behaviour.probes import fill, probe, reals, register

REGULARIZERS = [
    "regularizers.l1(0.1)",
    "regularizers.l2(0.1)",
    "regularizers.l1_l2(0.1, 0.2)",
    "regularizers.l1_l2()",
    "regularizers.l1()",
    "regularizers.l2()",
    "regularizers.L1L2(0.1, 0.2)",
    "regularizers.L1L2()",
    "regularizers.get('l1')",
    "regularizers.get('l2')",
    "regularizers.get('l1_l2')",
]
CONSTRAINTS = [
    "constraints.MaxNorm(0.5)",
    "constraints.MaxNorm(0.5, axis=1)",
    "constraints.MaxNorm(0.5, axis=[0, 1])",
    "constraints.NonNeg()",
    "constraints.UnitNorm()",
    "constraints.UnitNorm(axis=-1)",
    "constraints.MinMaxNorm(0.4, 0.6)",
    "constraints.MinMaxNorm(0.4, 0.6, rate=0.5, axis=1)",
    "constraints.max_norm(0.5)",
    "constraints.non_neg()",
    "constraints.unit_norm()",
    "constraints.min_max_norm(0.4, 0.6)",
    "constraints.get('max_norm')",
    "constraints.get('unit_norm')",
    "constraints.get('non_neg')",
]


def _value(code, *shapes):
    def run(surface):
        for shape in shapes:
            yield str(shape), surface.numbers(surface.run(code)(surface.K.constant(reals(*shape))))
            yield f"zeros {shape}", surface.numbers(surface.run(code)(surface.K.constant(0 * reals(*shape))))

    return run


for _code in REGULARIZERS:
    register("penalties: " + _code, _value(_code, (3, 4), (3,)))
for _code in CONSTRAINTS:
    register("penalties: " + _code, _value(_code, (3, 4), (2, 3, 2)))

LAYERS = [
    "layers.Dense(2, kernel_regularizer=regularizers.l2(0.1))",
    "layers.Dense(2, kernel_regularizer='l2')",
    "layers.Dense(2, bias_regularizer=regularizers.l1(0.1))",
    "layers.Dense(2, activity_regularizer=regularizers.l2(0.1))",
    "layers.Dense(2, activity_regularizer=regularizers.l1(0.1))",
    "layers.ActivityRegularization(0.1, 0.2)",
    "layers.Dense(2, kernel_regularizer=regularizers.l2(0.1), trainable=False)",
    "layers.Dense(2, kernel_constraint=constraints.MaxNorm(0.3, axis=0))",
    "layers.Dense(2, kernel_constraint='unit_norm', bias_constraint='non_neg')",
]


def _in_model(code):
    def run(surface):
        keras = surface.keras
        inputs = keras.layers.Input((3,))
        outputs = keras.layers.Dense(2)(surface.run(code)(inputs))
        model = keras.models.Model(inputs, outputs)
        fill(model)
        model.compile(keras.optimizers.SGD(0.1), "mse")
        x, y = reals(4, 3), reals(4, 2)
        yield "loss", float(model.train_on_batch(x, y))
        yield "weights", model.get_weights()
        yield "evaluated in batches of 3", float(model.evaluate(x, y, batch_size=3, verbose=0))

    return run


for _code in LAYERS:
    register("penalties in a model: " + _code, _in_model(_code))


@probe
def shared_layer(surface):
    """A regularized layer that is called twice."""
    keras = surface.keras
    layer = keras.layers.Dense(3, kernel_regularizer=keras.regularizers.l2(0.1), activity_regularizer="l2")
    inputs = keras.layers.Input((3,))
    model = keras.models.Model(inputs, layer(layer(inputs)))
    fill(model)
    model.compile(keras.optimizers.SGD(0.1), "mse")
    yield "loss", float(model.train_on_batch(reals(4, 3), reals(4, 3)))
    yield "weights", model.get_weights()


@probe
def own_functions(surface):
    """Functions of a weight as regularizer and as constraint."""
    keras = surface.keras
    made = keras.layers.Dense(2, kernel_regularizer=lambda w: 0.1 * w[0, 0], kernel_constraint=lambda w: 0.5 * w)
    inputs = keras.layers.Input((3,))
    model = keras.models.Model(inputs, made(inputs))
    fill(model)
    model.compile(keras.optimizers.SGD(0.1), "mse")
    yield "loss", float(model.train_on_batch(reals(4, 3), reals(4, 2)))
    yield "weights", model.get_weights()


@probe
def described(surface):
    """Regularizers and constraints as configurations."""
    keras = surface.keras
    w = surface.K.constant(reals(3, 2))
    regularizer = keras.regularizers.deserialize(keras.regularizers.serialize(keras.regularizers.l2(0.1)))
    yield "regularizer", surface.numbers(regularizer(w))
    yield "is a regularizer", isinstance(regularizer, keras.regularizers.Regularizer)
    constraint = keras.constraints.deserialize(keras.constraints.serialize(keras.constraints.MaxNorm(0.5)))
    yield "constraint", surface.numbers(constraint(w))
    yield "is a constraint", isinstance(constraint, keras.constraints.Constraint)
