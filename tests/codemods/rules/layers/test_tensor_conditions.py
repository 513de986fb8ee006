"""AutoGraph converts what asks a tensor, as it did in `tf.keras`."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import tensorflow as tf\nfrom tensorflow import keras\n"
GRAPH = "@tf.autograph.to_graph"
FUNCTION = "@tf.function"


def layer(
    body: str, base: str = "keras.layers.Layer", method: str = "call(self, x, training=None)", mark: str = ""
) -> str:
    lines = [f"class Own({base}):", *([f"    {mark}"] if mark else []), f"    def {method}:"]
    return HEAD + "\n".join([*lines, *(f"        {line}" for line in body.splitlines())]) + "\n"


def compiled(body: str, argument: str = "loss=own", mark: str = "", head: str = HEAD) -> str:
    lines = [*([mark] if mark else []), "def own(y_true, y_pred):", *(f"    {line}" for line in body.splitlines())]
    return f"{head}" + "\n".join(lines) + f"\nmodel = keras.Sequential()\nmodel.compile('sgd', {argument})\n"


CONDITIONS = [
    "if tf.reduce_sum(x) > 0:\n    x = x * 2\nreturn x",
    "return x if tf.reduce_any(x > 0) else -x",
    "total = tf.reduce_sum(x)\nif total > 0 and training:\n    x = x * 2\nreturn x",
    "if not tf.equal(tf.shape(x)[1], 3):\n    x = x * 2\nreturn x",
    "if x[0, 0] > 0:\n    x = x * 2\nreturn x",
    "i = tf.constant(0)\nwhile i < 3:\n    x = x * 2\n    i += 1\nreturn x",
    "for _ in tf.range(3):\n    x = x * 2\nreturn x",
    "if tf.random.uniform(()) > 0.5:\n    x = x * 2\nreturn x",
    "if tf.math.is_nan(x[0, 0]):\n    x = x * 2\nreturn x",
    "if keras.backend.sum(x) > 0:\n    x = x * 2\nreturn x",
]


@pytest.mark.parametrize("body", CONDITIONS)
@pytest.mark.parametrize("base", ["keras.layers.Layer", "keras.Model", "tf.keras.layers.Dense"])
def test_decorated(body: str, base: str) -> None:
    check_upgraded(layer(body, base), layer(body, base, mark=GRAPH))


def test_also_on_the_shims() -> None:
    check_upgraded(layer(CONDITIONS[0]), layer(CONDITIONS[0], mark=GRAPH), to="compat")


def test_a_variable_of_the_layer() -> None:
    class_ = layer("if self.steps > 3:\n    x = x * 2\nreturn x").replace(
        "    def call",
        "    def build(self, shape):\n        self.steps = self.add_weight(name='steps', shape=())\n\n    def call",
    )
    check_upgraded(class_, class_.replace("    def call", f"    {GRAPH}\n    def call"))


def test_a_method_that_call_calls() -> None:
    own = "    def twice(self, x):\n        if tf.reduce_sum(x) > 0:\n            x = x * 2\n        return x\n"
    before = layer("return self.twice(x)") + own
    check_upgraded(before, layer("return self.twice(x)", mark=GRAPH) + own)


@pytest.mark.parametrize(
    ("base", "method"),
    [
        ("keras.losses.Loss", "call(self, y_true, y_pred)"),
        ("keras.metrics.Metric", "update_state(self, y_true, y_pred, sample_weight=None)"),
    ],
)
def test_losses_and_metrics_of_own_classes(base: str, method: str) -> None:
    body = "if tf.reduce_max(y_true - y_pred) > 1:\n    return y_pred\nreturn y_true"
    check_upgraded(layer(body, base, method), layer(body, base, method, mark=GRAPH))


@pytest.mark.parametrize("argument", ["loss=own", "loss=[own]", "loss='mse', metrics=['mae', own]"])
def test_functions(argument: str) -> None:
    body = (
        "error = tf.abs(tf.cast(y_true, y_pred.dtype) - y_pred)\nif tf.reduce_max(error) > 1:\n    error = error * 2\n"
    )
    body += "return tf.reduce_mean(error, axis=[1, 2, 3])"
    check_upgraded(compiled(body, argument), compiled(body, argument, FUNCTION))


def test_loops_of_a_loss_are_reported() -> None:
    source = compiled("i = tf.constant(0)\nwhile i < 3:\n    i += 1\nreturn keras.losses.mse(y_true, y_pred)")
    check_declined(source, "TFM281", 5)


def test_another_decorator_is_reported() -> None:
    check_declined(layer(CONDITIONS[0], mark="@logged"), "TFM281", 6)


@pytest.mark.parametrize(
    "source",
    [
        layer(CONDITIONS[0], mark=FUNCTION),
        layer(CONDITIONS[0], mark="@tf.function()"),
        layer(CONDITIONS[0], mark=GRAPH),
        layer(CONDITIONS[0], mark="@tf.autograph.experimental.do_not_convert"),
        layer("if training:\n    x = x * 2\nreturn x"),
        layer("if x is None:\n    return None\nreturn x"),
        layer("if x.shape[1] > 3:\n    x = x * 2\nreturn x"),
        layer("if isinstance(x, list):\n    x = x[0]\nreturn x"),
        layer("if self.units > 3:\n    x = x * 2\nreturn x"),
        layer("if keras.backend.ndim(x) > 3:\n    x = x * 2\nreturn x"),
        layer("if tf.executing_eagerly():\n    x = x * 2\nreturn x"),
        layer("for _ in range(3):\n    x = x * 2\nreturn x"),
        layer("for each in tf.unstack(x, axis=1):\n    x = each\nreturn x"),
        layer("return tf.cond(tf.reduce_sum(x) > 0, lambda: x, lambda: -x)"),
        layer("return tf.where(x > 0, x, -x)"),
        layer(CONDITIONS[0], "tf.Module"),
        layer(CONDITIONS[0], "object"),
        layer(CONDITIONS[0], method="other(self, x)"),
        layer(CONDITIONS[0]) + "keras.Sequential([Own()]).compile('sgd', 'mse', run_eagerly=True)\n",
        layer(CONDITIONS[0]) + "tf.config.run_functions_eagerly(True)\n",
        layer(CONDITIONS[0]) + "with tf.GradientTape() as tape:\n    y = Own()(x)\n",
        layer(CONDITIONS[0]).replace(HEAD, HEAD + "import keras.ops\n"),
        f"{HEAD}def loss(y_true, y_pred):\n    if tf.reduce_sum(y_true) > 0:\n        return y_pred\n    return y_true\n",
        compiled("if y_pred.shape[-1] > 1:\n    y_pred = y_pred[..., 0]\nreturn keras.losses.mse(y_true, y_pred)"),
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
