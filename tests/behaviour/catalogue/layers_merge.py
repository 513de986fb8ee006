"""Layers of several inputs, and their functions."""

from tests.behaviour.probes import reals, register
from tests.behaviour.single_layers import layers, masked_layers

_PAIR = ((4,), (4,))

layers(
    [
        *[
            (f"layers.{name}()", *shapes)
            for name in ("Add", "Multiply", "Average", "Maximum", "Minimum")
            for shapes in ([(4,), (4,), (4,)], [(5, 4), (1, 4)], [(5, 4), (4,)])
        ],
        ("layers.Subtract()", *_PAIR),
        ("layers.Subtract()", (5, 4), (1, 4)),
        ("layers.Concatenate()", (4,), (3,)),
        ("layers.Concatenate(axis=1)", (2, 4), (3, 4)),
        ("layers.Concatenate(axis=-2)", (2, 4), (3, 4)),
        ("layers.Dot(axes=-1)", *_PAIR),
        ("layers.Dot(axes=1)", *_PAIR),
        ("layers.Dot(axes=1, normalize=True)", *_PAIR),
        ("layers.Dot(axes=1)", (4, 2), (4, 3)),
        ("layers.Dot(axes=(2, 1))", (4, 2), (2, 3)),
        ("layers.Dot(axes=2, normalize=True)", (4, 3), (5, 3)),
        ("layers.Dot(axes=[1, 2], normalize=True)", (4, 3), (2, 4)),
        ("layers.Dot(axes=(2, 1))", (4, 3), (3,)),
        ("layers.Dot(axes=(1, 3))", (3,), (2, 2, 3)),
        ("layers.Dot(axes=(3, 2))", (2, 3, 4), (5, 4)),
    ]
)
masked_layers(
    [
        ("layers.Add()", (5, 3), (5, 3)),
        ("layers.Multiply()", (5, 3), (5, 3)),
        ("layers.Average()", (5, 3), (5, 3)),
        ("layers.Concatenate()", (5, 3), (5, 3)),
        ("layers.Concatenate(axis=1)", (5, 3), (5, 3)),
        ("layers.Dot(axes=2)", (5, 3), (5, 3)),
    ]
)


def _function(code):
    def run(surface):
        keras = surface.keras
        first, second = keras.layers.Input((5, 4)), keras.layers.Input((5, 4))
        model = keras.models.Model([first, second], surface.run(code, pair=[first, second]))
        yield "output", model.predict_on_batch([reals(3, 5, 4), reals(3, 5, 4, start=2.0)])

    return run


for _code in (
    "layers.add(pair)",
    "layers.subtract(pair)",
    "layers.multiply(pair)",
    "layers.average(pair)",
    "layers.maximum(pair)",
    "layers.minimum(pair)",
    "layers.concatenate(pair)",
    "layers.concatenate(pair, axis=1)",
    "layers.dot(pair, axes=2)",
    "layers.dot(pair, 2, normalize=True)",
    "layers.dot(pair, axes=-1)",
):
    register("layers: " + _code, _function(_code))


def _masks_in_front(code, shown):
    """What a merged mask lets through: the last step of an RNN behind it."""

    def run(surface):
        keras = surface.keras
        first, second = keras.layers.Input((5, 3)), keras.layers.Input((5, 3))
        masked = keras.layers.Masking()(first)
        other = keras.layers.Masking()(second) if shown == "both masked" else second
        merged = surface.run(code)([masked, other])
        model = keras.models.Model([first, second], keras.layers.SimpleRNN(2)(merged))
        model.set_weights([reals(*each.shape) for each in model.get_weights()])
        x = [reals(3, 5, 3), reals(3, 5, 3, start=2.0)]
        x[0][1, 2:], x[1][1, 3:], x[1][2, 1:] = 0, 0, 0
        yield "output", model.predict_on_batch(x)

    return run


for _code in ("Add()", "Multiply()", "Maximum()", "Average()", "Concatenate()", "Concatenate(axis=1)", "Dot(axes=2)"):
    for _shown in ("one masked", "both masked"):
        register(f"layers masked: {_code} before SimpleRNN(2), {_shown}", _masks_in_front("layers." + _code, _shown))
