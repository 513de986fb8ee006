"""Every initializer: its values or their distribution, seeds, and what one instance gives a second time."""

import numpy as np

from tests.behaviour.probes import probe, register, roughly

FIXED = [
    "initializers.Zeros()",
    "initializers.Ones()",
    "initializers.Constant(0.3)",
    "initializers.Constant()",
    "initializers.Identity(2.0)",
    "initializers.zeros()",
    "initializers.ones()",
    "initializers.constant(0.3)",
    "initializers.identity(2.0)",
]
RANDOM = [
    "initializers.RandomNormal()",
    "initializers.RandomNormal(1.0, 0.5)",
    "initializers.RandomUniform()",
    "initializers.RandomUniform(-1.0, 3.0)",
    "initializers.TruncatedNormal()",
    "initializers.TruncatedNormal(1.0, 0.5)",
    "initializers.VarianceScaling()",
    "initializers.VarianceScaling(2.0, 'fan_out', 'normal')",
    "initializers.VarianceScaling(2.0, 'fan_avg', 'uniform')",
    "initializers.Orthogonal()",
    "initializers.Orthogonal(2.0)",
    "initializers.glorot_normal()",
    "initializers.glorot_uniform()",
    "initializers.he_normal()",
    "initializers.he_uniform()",
    "initializers.lecun_normal()",
    "initializers.lecun_uniform()",
    "initializers.random_normal()",
    "initializers.random_uniform()",
    "initializers.truncated_normal()",
    "initializers.orthogonal()",
    "initializers.normal()",
    "initializers.uniform()",
]
NAMES = (
    "zeros ones normal uniform random_normal random_uniform truncated_normal glorot_normal glorot_uniform he_normal "
    "he_uniform lecun_normal lecun_uniform orthogonal identity zero one"
).split()
SHAPES = ((40000,), (50, 600), (5, 20, 400), (3, 3, 20, 300))
"""Of a bias, a dense kernel, and kernels of convolutions; with enough values to tell their distribution."""


def _fixed(code):
    def run(surface):
        yield "matrix", surface.numbers(surface.run(code)((3, 3)))
        if "dentity" in code:
            yield "wide", surface.numbers(surface.run(code)((2, 4)))
        else:
            yield "vector", surface.numbers(surface.run(code)((3,)))

    return run


def _kind(values):
    """The distribution, by the largest of its values: 1.7, 2.3 or at least 3.5 standard deviations."""
    reach = np.abs(values - values.mean()).max() / values.std()
    return "uniform" if reach < 1.8 else "truncated" if reach < 2.5 else "normal"


def _deviation(values, shape):
    """The standard deviation as the root of 1 or 2 over a fan, or as the nearest of some plain numbers."""
    receptive = int(np.prod(shape[:-2]))
    fans = {"fan in": receptive * shape[-2], "fan out": receptive * shape[-1]} if len(shape) > 1 else {}
    fans.update({"all values": np.prod(shape), "root of all values": np.sqrt(np.prod(shape))})
    fans["mean of the fans"] = sum(fans[name] for name in ("fan in", "fan out") if name in fans) / 2 or np.prod(shape)
    names = {name: np.sqrt(1.0 / fan) for name, fan in fans.items()}
    names.update({"twice " + name: np.sqrt(2.0 / fan) for name, fan in fans.items()})
    names.update({str(number): number for number in (0.05, 0.044, 0.029, 0.5, 0.44, 1.15)})
    nearest = min(names, key=lambda name: abs(np.log(names[name] / values.std())))
    return nearest if abs(np.log(names[nearest] / values.std())) < 0.05 else "another"


def _random(code):
    def run(surface):
        for shape in SHAPES if "rthogonal" not in code else SHAPES[1:]:
            values = surface.numbers(surface.run(code)(shape))
            if "rthogonal" in code:
                rows = values.reshape(-1, shape[-1])
                product = rows.dot(rows.T) if rows.shape[0] <= rows.shape[1] else rows.T.dot(rows)
                yield f"product of {shape}", np.round(product[:2, :2], 3) + 0.0
                continue
            yield f"kind of {shape}", _kind(values)
            yield f"deviation of {shape}", _deviation(values, shape)
            yield f"mean of {shape}", roughly(values.mean() / values.std() / 2)

    return run


for _code in FIXED:
    register("initializers: " + _code, _fixed(_code))
for _code in RANDOM:
    register("initializers: " + _code, _random(_code))

REUSED = [
    "initializers.RandomNormal()",
    "initializers.RandomUniform()",
    "initializers.TruncatedNormal()",
    "initializers.VarianceScaling()",
    "initializers.Orthogonal()",
    "initializers.glorot_uniform()",
    "initializers.he_normal()",
    "initializers.RandomNormal(seed=3)",
    "initializers.VarianceScaling(seed=3)",
    "initializers.Orthogonal(seed=3)",
]


def _reused(code):
    def run(surface):
        made = surface.run(code)
        layers = [surface.keras.layers.Dense(4, kernel_initializer=made) for _ in range(2)]
        for layer in layers:
            layer.build((None, 4))
        first, second = (layer.get_weights()[0] for layer in layers)
        yield "two layers start alike", bool(np.allclose(first, second))
        other = surface.keras.layers.Dense(4, kernel_initializer=surface.run(code))
        other.build((None, 4))
        yield "another instance starts alike", bool(np.allclose(first, other.get_weights()[0]))

    return run


for _code in REUSED:
    register("initializers for two layers: " + _code, _reused(_code))


@probe
def by_name(surface):
    """The names that layers take."""
    for name in NAMES:
        try:
            made = surface.keras.initializers.get(name)
        except ValueError:
            yield name, "refused"
        else:
            values = surface.numbers(made((60, 60)))
            yield name, [roughly(values.mean(), 1), roughly(values.std() / 0.043, 0)]


@probe
def described(surface):
    """Initializers as configurations."""
    initializers = surface.keras.initializers
    made = initializers.deserialize(initializers.serialize(initializers.Constant(0.3)))
    yield "made again", surface.numbers(made((2,)))
    yield "is one", isinstance(made, initializers.Initializer)


@probe
def of_a_function(surface):
    """A function of a shape as an initializer; a number is none."""
    layer = surface.keras.layers.Dense(2, kernel_initializer=lambda shape, dtype=None: np.full(shape, 0.5, "float32"))
    layer.build((None, 3))
    yield "kernel", layer.get_weights()[0]
