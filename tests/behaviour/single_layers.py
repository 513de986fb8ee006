"""Runs of one layer: what it gives out, what one step of training changes, frozen, and masked.

Python 3.7 syntax: this runs in the environments of all releases.
"""

from tests.behaviour.probes import fill, integers, last_name, reals, register
from tests.behaviour.surface import TF_KERAS

ROWS = 3


def layers(cases):
    """Register a probe for each case: the code of a layer, and the shapes of its inputs without the batch."""
    _register("layers: ", cases)


def frozen_layers(cases):
    """Register the same with `layer.trainable = False`."""
    _register("layers frozen: ", cases, frozen=True)


def masked_layers(cases):
    """Register the same behind a `Masking` layer, for sequences that end early."""
    _register("layers masked: ", cases, masked=True)


def _register(family, cases, **options):
    for code, *shapes in cases:
        name = "{}{} of {}".format(family, code, ", ".join(map(str, shapes)))
        register(name, _runs(code, shapes, **options))


def _runs(code, shapes, **options):
    def run(surface):
        model, layer = model_of(surface, code, shapes, **options)
        x = inputs_of(code, shapes, **options)
        compile_model(surface, model)
        if not options:
            yield "weights", [[last_name(each), [int(size) for size in each.shape]] for each in layer.weights]
            yield "trainable", [last_name(each) for each in layer.trainable_weights]
        given = model.predict_on_batch(x)
        yield "output", given
        yield "loss", loss_of(model, x, given)
        yield "weights after", model.get_weights()

    return run


def model_of(surface, code, shapes, **options):
    """A functional model of one layer behind a Dense one, with given weights; and the layer.

    The weights of the Dense layer show the gradient by the inputs.
    """
    keras = surface.keras
    takes_integers = "Embedding(" in code
    inputs = [keras.layers.Input(shape, dtype="int32" if takes_integers else "float32") for shape in shapes]
    layer = surface.run(code)
    if options.get("frozen"):
        layer.trainable = False
    entered = [keras.layers.Masking()(each) for each in inputs] if options.get("masked") else inputs
    if not takes_integers:
        entered = [keras.layers.Dense(shape[-1])(each) for each, shape in zip(entered, shapes)]
    outputs = layer(entered if len(entered) > 1 else entered[0])
    model = keras.models.Model(inputs, outputs)
    fill(model)
    return model, layer


def inputs_of(code, shapes, **options):
    """Rows for each input; masked ones end in steps of zeros."""
    if "Embedding(" in code:
        return integers(ROWS, *shapes[0], below=5)
    made = [reals(ROWS, *shape, start=0.3 + index) for index, shape in enumerate(shapes)]
    if options.get("masked"):
        for each in made:
            each[1, -1:] = 0
            each[2, -2:] = 0
    return made if len(made) > 1 else made[0]


def compile_model(surface, model, loss="mse"):
    """Compile with plain SGD; without a graph where a release can, which takes a tenth of the time."""
    options = {"run_eagerly": True} if runs_eagerly(surface) else {}
    model.compile(surface.keras.optimizers.SGD(0.1), loss, **options)


def runs_eagerly(surface):
    """Whether this Keras trains without a graph if it is asked to."""
    return surface.is_keras_3 or (surface.kind == TF_KERAS and surface.tf.executing_eagerly())


def loss_of(model, x, given):
    """The loss of one step of training towards zeros, all outputs together."""
    targets = [0 * each for each in given] if isinstance(given, (list, tuple)) else 0 * given
    losses = model.train_on_batch(x, targets)
    return float(losses[0] if isinstance(losses, (list, tuple)) else losses)
