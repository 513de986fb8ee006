"""Every layer with given weights: what it gives out, what one step of training changes, frozen, and masked."""

from tests.behaviour.probes import fill, last_name, reals, register

ROWS = 3

CASES = [
    ("layers.Dense(2)", (4,)),
    ("layers.Dense(2, use_bias=False, activation='tanh')", (4,)),
    ("layers.BatchNormalization()", (4,)),
    ("layers.BatchNormalization(axis=1)", (4, 3, 2)),
    ("layers.GRU(2)", (5, 3)),
    ("layers.LSTM(2)", (5, 3)),
    ("layers.MaxPooling2D()", (5, 4, 2)),
]


def model_of(surface, code, shapes, **options):
    """A functional model of one layer, with given weights; and its layer."""
    keras = surface.keras
    inputs = [keras.layers.Input(shape) for shape in shapes]
    layer = surface.run(code)
    if options.get("frozen"):
        layer.trainable = False
    entered = [keras.layers.Masking()(each) for each in inputs] if options.get("masked") else inputs
    outputs = layer(entered if len(entered) > 1 else entered[0])
    model = keras.models.Model(inputs, outputs)
    fill(model)
    return model, layer


def inputs_of(shapes, **options):
    """Rows for each input; masked ones end in steps of zeros."""
    made = [reals(ROWS, *shape, start=0.3 + index) for index, shape in enumerate(shapes)]
    if options.get("masked"):
        for each in made:
            each[1, -1:] = 0
            each[2, -2:] = 0
    return made if len(made) > 1 else made[0]


def _output(code, shapes):
    def run(surface):
        model, layer = model_of(surface, code, shapes)
        yield "weights", [[last_name(each), [int(size) for size in each.shape]] for each in layer.weights]
        yield "trainable", [last_name(each) for each in layer.trainable_weights]
        yield "output", model.predict(inputs_of(shapes))

    return run


def _training(code, shapes, **options):
    def run(surface):
        model, _ = model_of(surface, code, shapes, **options)
        x = inputs_of(shapes, **options)
        model.compile(surface.keras.optimizers.SGD(0.1), "mse")
        yield "loss", float(model.train_on_batch(x, 0 * model.predict(x)))
        yield "weights after", model.get_weights()
        if options.get("masked"):
            yield "output", model.predict(x)

    return run


for _code, *_shapes in CASES:
    _name = "{} of {}".format(_code, ", ".join(map(str, _shapes)))
    register("layers: " + _name, _output(_code, _shapes))
    register("layers in training: " + _name, _training(_code, _shapes))
    register("layers frozen: " + _name, _training(_code, _shapes, frozen=True))
    if len(_shapes[0]) == 2:
        register("layers masked: " + _name, _training(_code, _shapes, masked=True))
