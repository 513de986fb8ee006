"""The data and the network of a program: what kind, built in which way, with which layers."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import indent

from tests.benchmarks.programs.draft import Draft

SHAPES = {"rows": "(6,)", "images": "(8, 8, 3)", "words": "(8,)", "series": "(8, 3)"}
DRAWN = {
    "rows": "draw.uniform(-1, 1, ({n}, 6)).astype('float32')",
    "images": "draw.uniform(0, 1, ({n}, 8, 8, 3)).astype('float32')",
    "words": "draw.randint(0, 20, ({n}, 8))",
    "series": "draw.uniform(-1, 1, ({n}, 8, 3)).astype('float32')",
}
TARGETS = {
    "yes": "draw.randint(0, 2, ({n}, 1)).astype('float32')",
    "classes": "np.eye(3)[draw.randint(0, 3, {n})].astype('float32')",
    "numbers": "draw.randint(0, 3, ({n}, 1))",
    "value": "draw.uniform(-1, 1, ({n}, 1)).astype('float32')",
}
LAST = {"yes": (1, "sigmoid"), "classes": (3, "softmax"), "numbers": (3, "softmax"), "value": (1, None)}

WEIGHTS = """
def set_weights(model):
    draw = np.random.RandomState(7)
    for layer in model.layers:
        layer.set_weights([draw.uniform(0.1, 0.5, w.shape) * (1 if w.ndim == 1 else draw.choice([-1, 1], w.shape)) for w in layer.get_weights()])
"""


@dataclass(frozen=True)
class Network:
    """What the rest of the program has to know of the network."""

    data: str
    task: str
    rows: int
    inputs: int = 1
    sequential: bool = False


def network(draft: Draft) -> Network:
    """Write the data and the model, `x`, `y` and `model`, with weights that do not depend on the release."""
    data = draft.choose(["rows", "rows", "images", "words", "series"])
    task = draft.choose(["yes", "classes", "classes", "numbers", "value"])
    rows = draft.choose([32, 32, 32, 30, 27]) if draft.often(0.3) else 32
    way = draft.choose(["list", "add", "functional", "functional", "two inputs", "nested", "class"])
    draft.add("draw = np.random.RandomState(3)")
    draft.add(f"x = {DRAWN[data].format(n=rows)}")
    draft.add(f"y = {TARGETS[task].format(n=rows)}")
    layers = [*_body(draft, data), _dense(draft, *LAST[task])]
    draft.add(WEIGHTS)
    if way in ("list", "add", "nested"):
        _sequential(draft, SHAPES[data], layers, way)
    else:
        _functional(draft, SHAPES[data], layers, way)
    draft.add("set_weights(model)")
    if way == "two inputs":
        draft.add("x = [x, x]")
    return Network(data, task, rows, 2 if way == "two inputs" else 1, way in ("list", "add", "nested"))


# --- layers


def _dense(draft: Draft, units: int, activation: str | None) -> str:
    layer = draft.keras("layers.Dense")
    said = [f"activation={activation!r}"] if activation else []
    if draft.often(0.2):
        regularizer = draft.keras("regularizers.l2")
        said.append(f"{'W_regularizer' if draft.legacy else 'kernel_regularizer'}={regularizer}(0.01)")
    if draft.often(0.2):
        said.append(f"{'init' if draft.legacy else 'kernel_initializer'}='glorot_normal'")
    if draft.often(0.1):
        said.append("bias=True" if draft.legacy else "use_bias=True")
    size = f"output_dim={units}" if draft.legacy and draft.often(0.5) else str(units)
    if draft.legacy and draft.often(0.3) and not said:
        return f"{layer}({size}, name='dense_{draft.chance.randrange(10**6)}')"
    return f"{layer}({', '.join([size, *said])})"


def _body(draft: Draft, data: str) -> list[str]:
    if data == "rows":
        return _rows(draft)
    if data == "images":
        return _images(draft)
    words = [_embedding(draft)] if data == "words" else []
    return [*words, *_series(draft)]


def _activation(draft: Draft) -> str:
    options = {
        "layers.Activation": ["'relu'", "'tanh'", "'softsign'", "'elu'", "'hard_sigmoid'", "'softplus'"],
        "layers.LeakyReLU": ["", "0.2", "alpha=0.1"],
        "layers.ELU": ["", "alpha=0.5"],
        "layers.PReLU": [""],
        "layers.Lambda": ["lambda v: v * 0.5", "lambda v: K.abs(v)", "lambda v: K.square(v)"],
    }
    name = draft.choose(list(options))
    argument = draft.choose(options[name])
    if "K." in argument:
        draft.backend()
    return f"{draft.keras(name)}({argument})"


def _normalization(draft: Draft) -> str:
    said = draft.choose(["", "momentum=0.9", "axis=-1, epsilon=1e-3", "scale=False", "center=False"])
    if draft.legacy:
        said = draft.choose(["", "axis=-1", "epsilon=1e-3", "mode=0"])
    return f"{draft.keras('layers.BatchNormalization')}({said})"


def _rows(draft: Draft) -> list[str]:
    options = (
        lambda: _dense(draft, 4, draft.choose(["relu", "tanh", "sigmoid", None])),
        lambda: _activation(draft),
        lambda: _normalization(draft),
        lambda: f"{draft.keras('layers.Reshape')}((4,))",
    )
    return [_dense(draft, 4, "tanh"), *(draft.choose(options)() for _ in range(draft.chance.randint(0, 3)))]


def _images(draft: Draft) -> list[str]:
    convolution = draft.keras("layers.Convolution2D" if draft.legacy or draft.often(0.2) else "layers.Conv2D")
    border = "border_mode" if draft.legacy else "padding"
    size = "3, 3" if draft.legacy else draft.choose(["(3, 3)", "3", "kernel_size=(3, 3)"])
    said = f"4, {size}, activation='relu', {border}={draft.choose(['same', 'valid'])!r}"
    if draft.often(0.3):
        said += f", {'subsample' if draft.legacy else 'strides'}=(2, 2)"
    layers = [f"{convolution}({said})"]
    options = (
        lambda: f"{draft.keras('layers.MaxPooling2D')}({draft.choose(['', 'pool_size=(2, 2)', '(2, 2)'])})",
        lambda: f"{draft.keras('layers.AveragePooling2D')}({draft.choose(['(2, 2)', 'pool_size=2'])})",
        lambda: f"{draft.keras('layers.UpSampling2D')}({draft.choose(['(2, 2)', 'size=(2, 2)', ''])})",
        lambda: f"{draft.keras('layers.ZeroPadding2D')}({draft.choose(['(1, 1)', 'padding=1', ''])})",
        lambda: _normalization(draft),
        lambda: _activation(draft),
    )
    if not draft.legacy:
        options += (
            lambda: f"{draft.keras('layers.SeparableConv2D')}(3, (2, 2), padding='same')",
            lambda: f"{draft.keras('layers.Conv2DTranspose')}(3, (2, 2), strides=(2, 2))",
            lambda: f"{draft.keras('layers.DepthwiseConv2D')}((2, 2), padding='same')",
        )
    layers += [draft.choose(options)() for _ in range(draft.chance.randint(0, 2))]
    return [*layers, f"{draft.keras(draft.choose(['layers.Flatten', 'layers.GlobalAveragePooling2D']))}()"]


def _embedding(draft: Draft) -> str:
    said = draft.choose(["20, 4", "20, 4, input_length=8", "input_dim=20, output_dim=4", "20, 4, mask_zero=True"])
    return f"{draft.keras('layers.Embedding')}({said})"


def _series(draft: Draft) -> list[str]:
    recurrent = draft.keras(draft.choose(["layers.LSTM", "layers.GRU", "layers.SimpleRNN"]))
    size = "output_dim=4" if draft.legacy else draft.choose(["4", "units=4"])
    inner = "inner_activation" if draft.legacy else "recurrent_activation"
    gates = f", {inner}={draft.choose(['sigmoid', 'hard_sigmoid'])!r}" if "Simple" not in recurrent else ""
    said = size + (gates if draft.often(0.4) else "")
    once = f"{recurrent}({said})"
    again = f"{recurrent}({said}, return_sequences=True)"
    wide = draft.keras("layers.Bidirectional")
    each = draft.keras("layers.TimeDistributed")
    last = draft.choose(["once", "wide", "twice", "each"])
    if last == "once":
        return [once]
    if last == "wide":
        return [f"{wide}({once})"]
    if last == "twice":
        return [again, once]
    return [again, f"{each}({_dense(draft, 3, 'tanh')})", once]


# --- ways to build


def _sequential(draft: Draft, shape: str, layers: list[str], way: str) -> None:
    name = draft.keras("models.Sequential")
    first = f"{layers[0][:-1]}, input_shape={shape})"
    if way == "list":
        rest = "".join(f"    {each},\n" for each in [first, *layers[1:]])
        return draft.add(f"model = {name}([\n{rest}])")
    rest = "".join(f"model.add({each})\n" for each in [first, *layers[1:]])
    if way == "nested" or draft.often(0.4):
        return draft.add(
            f"def build_model():\n    model = {name}()\n{indent(rest, '    ')}    return model\n\nmodel = build_model()"
        )
    return draft.add(f"model = {name}()\n{rest}")


def _functional(draft: Draft, shape: str, layers: list[str], way: str) -> None:
    enter, model = draft.keras("layers.Input"), draft.keras("models.Model")
    *hidden, last = layers
    inputs, outputs = ("input", "output") if draft.legacy else ("inputs", "outputs")
    said = draft.choose([f"{inputs}={{i}}, {outputs}=out", "{i}, out"])
    lines = [f"inp = {enter}(shape={shape})", f"h = {hidden[0]}(inp)", *(f"h = {each}(h)" for each in hidden[1:])]
    entrance = "inp"
    if way == "two inputs":
        lines += [
            f"side = {enter}(shape={shape})",
            f"s = {hidden[0]}(side)",
            *(f"s = {each}(s)" for each in hidden[1:]),
        ]
        lines += [f"h = {_merged(draft, 'h', 's')}"]
        entrance = "[inp, side]"
    lines += [f"out = {last}(h)"]
    made = f"{model}({said.format(i=entrance)})"
    if way == "class":
        body = indent("\n".join([*lines, f"self.model = {made}"]), "        ")
        return draft.add(f"class Net(object):\n    def __init__(self):\n{body}\n\nnet = Net()\nmodel = net.model")
    if draft.often(0.4):
        body = indent("\n".join([*lines, f"return {made}"]), "    ")
        return draft.add(f"def build_model():\n{body}\n\nmodel = build_model()")
    return draft.add("\n".join([*lines, f"model = {made}"]))


def _merged(draft: Draft, one: str, other: str) -> str:
    functions = ["concatenate", "add", "multiply", "maximum", "average"]
    if draft.often(0.5):
        return f"{draft.keras(f'layers.{draft.choose(functions)}')}([{one}, {other}])"
    return f"{draft.keras(f'layers.{draft.choose(functions).title()}')}()([{one}, {other}])"
