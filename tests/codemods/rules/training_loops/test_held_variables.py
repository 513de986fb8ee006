"""What TensorFlow is given of the variables of Keras 3."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = """import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,), kernel_initializer="ones")])
"""
TAPE = "with tf.GradientTape(watch_accessed_variables=False) as tape:\n    tape.watch({})\n    y = model(x)\n"
VARIABLES = "model.trainable_variables"
GRADIENT = "with tf.GradientTape() as tape:\n    y = model(x)\ng = tape.gradient(y, {}, unconnected_gradients='zero')\n"
LAYERS = "a, b = tf.keras.layers.Dense(1), tf.keras.layers.Dense(1)\nboth = [a, b]\ny = {}\n"
LOOP = "with tf.GradientTape() as tape:\n    for v in model.trainable_variables:\n        tape.watch({})\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            f"n = [v for v in {VARIABLES} if isinstance(v, tf.Variable)]\n",
            f"n = [v for v in {VARIABLES} if isinstance(v.value, tf.Variable)]\n",
        ),
        (
            "for w in model.weights:\n    n = isinstance(w, (tf.Tensor, tf.Variable))\n",
            "for w in model.weights:\n    n = isinstance(w.value, (tf.Tensor, tf.Variable))\n",
        ),
        ("n = model.weights[0].dtype.is_floating\n", "n = model.weights[0].value.dtype.is_floating\n"),
        (
            f"n = [v.dtype.as_numpy_dtype for v in {VARIABLES}]\n",
            f"n = [v.value.dtype.as_numpy_dtype for v in {VARIABLES}]\n",
        ),
        (TAPE.format(VARIABLES), TAPE.format(f"[v.value for v in {VARIABLES}]")),
        (TAPE.format(f"{VARIABLES}[0]"), TAPE.format(f"{VARIABLES}[0].value")),
        (
            "d = tf.keras.layers.Dense(1)\n" + TAPE.format("d.kernel"),
            "d = tf.keras.layers.Dense(1)\n" + TAPE.format("d.kernel.value"),
        ),
        (LOOP.format("v"), LOOP.format("v.value")),
        (GRADIENT.format(VARIABLES), GRADIENT.format(f"[v.value for v in {VARIABLES}]")),
        (
            GRADIENT.format(f"{VARIABLES} + {VARIABLES}"),
            GRADIENT.format(f"[v.value for v in {VARIABLES} + {VARIABLES}]"),
        ),
        (LAYERS.format("tf.stack([a.kernel, b.kernel])"), LAYERS.format("tf.stack([a.kernel.value, b.kernel.value])")),
        (
            LAYERS.format("tf.reduce_sum([c.bias for c in both])"),
            LAYERS.format("tf.reduce_sum([c.bias.value for c in both])"),
        ),
    ],
)
def test_upgraded(before: str, after: str) -> None:
    check_upgraded(HEAD + before, HEAD + after)


def test_moving_averages_are_reported() -> None:
    check_declined(f"{HEAD}ema = tf.train.ExponentialMovingAverage(0.9)\nema.apply({VARIABLES})\n", "TFM338", 4)


@pytest.mark.parametrize(
    "code",
    [
        f"n = [v.dtype for v in {VARIABLES}]\n",
        f"n = [v.dtype.name for v in {VARIABLES}]\n",
        "n = tf.Variable(3).dtype.is_floating\n",
        "n = isinstance(x, tf.Variable)\n",
        f"n = [v for v in {VARIABLES} if isinstance(v, tf.Tensor)]\n",
        TAPE.format("x"),
        TAPE.format("own.kernel"),
        GRADIENT.format("x"),
        GRADIENT.format(VARIABLES).replace(", unconnected_gradients='zero'", ""),
        GRADIENT.format(VARIABLES).replace("tape.gradient", "other.gradient"),
        LAYERS.format("tf.stack([a.units, b.units])"),
        LAYERS.format("tf.concat([a.kernel, b.kernel], 0)"),
        LAYERS.format("tf.stack([x.kernel, y])"),
        TAPE.format("tf.Variable(3.0)"),
        "d = tf.keras.layers.Dense(1)\nwatcher.watch(d.kernel)\n",
        f"watcher.watch({VARIABLES})\n",
        "ema = tf.train.ExponentialMovingAverage(0.9)\nema.apply([tf.Variable(3.0)])\n",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(HEAD + code)


def test_what_is_written_runs() -> None:
    tf = pytest.importorskip("tensorflow")
    listed = f"kinds = [v.dtype.is_floating for v in {VARIABLES} if isinstance(v, tf.Variable)]\n"
    source = f"{HEAD}{TAPE.format(VARIABLES)}gradients = tape.gradient(y, {VARIABLES})\n{listed}"
    after = check_sound(source).after.decode()
    found: dict[str, object] = {"x": tf.constant([[1.0, 2.0]])}
    exec(compile(after, "after", "exec"), found)
    assert found["kinds"] == [True, True]
    assert [each.numpy().tolist() for each in found["gradients"]] == [[[1.0], [2.0]], [1.0]]  # type: ignore[attr-defined]


WATCHED = """import tensorflow as tf
net = tf.keras.Sequential([tf.keras.layers.Dense(1)])
def grad(model, x):
    with tf.GradientTape() as tape:
        tape.watch({})
        y = model(x)
    return tape.gradient(y, model.trainable_variables)
"""
HELD_ELSEWHERE = """import tensorflow as tf
class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)
    def call(self, x):
        return self.dense(x)
class Agent:
    def __init__(self):
        self.net = Net()
        self.own = {own}
    def update(self, x):
        variables = {value}
        with tf.GradientTape() as tape:
            tape.watch({watched})
            y = self.net(x)
        return tape.gradient(y, variables)
    def step(self, x, given):
        with tf.GradientTape() as tape:
            tape.watch(given)
            y = self.net(x)
Agent().step(x, other)
"""
OF_THE_NET = "self.net.trainable_variables"


@pytest.mark.parametrize(
    ("value", "watched"),
    [
        (OF_THE_NET, "variables"),
        (f"list({OF_THE_NET})", "variables"),
        (f"{OF_THE_NET}[2:]", "variables"),
        (f"[v for v in {OF_THE_NET} if v.trainable]", "variables"),
        (f"{OF_THE_NET} + self.net.dense.trainable_variables", "variables"),
        (OF_THE_NET, "self.own"),
    ],
)
def test_variables_that_a_name_has(value: str, watched: str) -> None:
    source = HELD_ELSEWHERE.replace("{own}", OF_THE_NET).replace("{value}", value)
    held = f"[v.value for v in {watched}]"
    check_upgraded(source.replace("{watched}", watched), source.replace("{watched}", held))


def test_variables_that_a_parameter_has() -> None:
    source = HELD_ELSEWHERE.replace("{own}", "1").replace("{value}", "x").replace("{watched}", "x")
    source = source.replace("Agent().step(x, other)", "agent = Agent()\nagent.step(x, agent.net.trainable_variables)")
    check_upgraded(source, source.replace("watch(given)", "watch([v.value for v in given])"))


@pytest.mark.parametrize(
    "value", ["[tf.Variable(1.0)]", "made()", "self.net.losses", f"{OF_THE_NET} if on else made()"]
)
def test_other_lists_left_alone(value: str) -> None:
    check_untouched(HELD_ELSEWHERE.format(own=value, value=value, watched="variables"))
    check_untouched(HELD_ELSEWHERE.format(own=value, value=value, watched="self.own"))


OF_A_PARAMETER = "model.trainable_variables"


def test_variables_of_a_parameter_that_is_a_model() -> None:
    call = "g = grad(net, tf.ones((1, 2)))\n"
    held = f"[v.value for v in {OF_A_PARAMETER}]"
    check_upgraded(WATCHED.format(OF_A_PARAMETER) + call, WATCHED.format(held) + call)


@pytest.mark.parametrize("call", ["", "g = grad(made(), tf.ones((1, 2)))\n"])
def test_variables_of_a_parameter_that_may_be_a_model(call: str) -> None:
    finding = check_declined(WATCHED.format(OF_A_PARAMETER) + call, "TFM338", 5)
    assert "v.value for v in" in finding.advice


@pytest.mark.parametrize(
    "source",
    [
        WATCHED.format(OF_A_PARAMETER) + "class Own(tf.Module): pass\n",
        WATCHED.format("x"),
        WATCHED.format("model.others"),
        WATCHED.replace("tf.keras.Sequential([tf.keras.layers.Dense(1)])", "made()").format(OF_A_PARAMETER),
    ],
)
def test_what_a_tape_watches_left_alone(source: str) -> None:
    check_untouched(source)
