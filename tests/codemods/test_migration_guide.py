"""Keras's own guide for the way to Keras 3, chapter by chapter: what it names is rewritten or reported, its fixes stay.

https://keras.io/guides/migrating_to_keras_3/ and https://github.com/keras-team/keras/issues/18467
The scripts are our own; each broken one was run on TensorFlow 2.15.1, where it works, and on 2.21.0 with Keras 3.15.1.
"""

from __future__ import annotations

from textwrap import dedent
from typing import NamedTuple

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

TENSORFLOW_KERAS = "import tensorflow as tf\nfrom tensorflow import keras\n"
HEADS = {
    "from tensorflow import keras": TENSORFLOW_KERAS,
    "import tensorflow.keras as keras": "import tensorflow as tf\nimport tensorflow.keras as keras\n",
    "import keras": "import tensorflow as tf\nimport keras\n",
    "tf.keras": "import tensorflow as tf\n",
}


class Case(NamedTuple):
    """A script, the code of the edit that makes it run or None, and the code of the finding or None."""

    script: str
    rewritten: str | None = None
    reported: str | None = None
    holds: str = ""


def _model(lines: str) -> str:
    return f"model = keras.Sequential([keras.layers.Dense(2, input_shape=(3,))])\n{dedent(lines).strip()}\n"


def _layer(lines: str, init: str = "self.units = 2", base: str = "keras.layers.Layer") -> str:
    body = "\n".join(f"        {line}" for line in dedent(lines).strip().splitlines())
    start = "\n".join(f"        {line}" for line in dedent(init).strip().splitlines())
    return (
        f"class Own({base}):\n    def __init__(self):\n        super().__init__()\n{start}\n\n"
        f"    def call(self, x):\n{body}\n"
    )


_COMPILED = "model = keras.Sequential([Own(), keras.layers.Dense(1)])\nmodel.compile('sgd', 'mse')\n"
_OFF = "'mse', jit_compile=False)"
_FLAT = "def own(y_true, y_pred):\n    y_true = keras.backend.flatten(keras.backend.cast(y_true, 'float32'))\n"
_FUNCTIONAL = "x = keras.Input((3,))\ny = keras.layers.Dense(2)(x)\n"

BROKEN: dict[str, tuple[Case, ...]] = {
    "jit_compile": (
        Case(_layer("return tf.strings.to_number(tf.strings.as_string(x))") + _COMPILED, "TFM282", holds=_OFF),
        Case(_layer("tf.print(x)\nreturn x", base="keras.Model") + _COMPILED, "TFM282", holds=_OFF),
        Case(
            _FLAT + "    return tf.py_function(f, (y_true, y_pred), tf.double)\n"
            "model = keras.Sequential()\nmodel.compile('sgd', 'mse', metrics=[own])\n",
            "TFM282",
            holds="tf.reshape(tf.py_function",
        ),
    ),
    "SavedModel, saving": (
        Case(_model("model.save('exported')"), reported="TFM198"),
        Case(_model("model.save('exported/1/')"), reported="TFM198"),
        Case(_model("model.save('exported', save_format='tf')"), reported="TFM196"),
        Case(_model("keras.models.save_model(model, 'exported')"), reported="TFM198"),
        Case(_model("model.save('exported', include_optimizer=False)"), reported="TFM198"),
        Case(
            _model("model.save_weights('weights')\nmodel.load_weights('weights')"),
            "TFM150",
            holds="'weights.weights.h5'",
        ),
        Case(
            _model("model.compile('sgd', 'mse')\nmodel.fit(x, y, callbacks=[keras.callbacks.ModelCheckpoint('best')])"),
            "TFM151",
            holds="best.keras",
        ),
    ),
    "SavedModel, loading": (
        Case("model = keras.models.load_model('exported')\n", reported="TFM198"),
        Case("model = keras.models.load_model('exported/1', compile=False)\n", reported="TFM198"),
        Case(
            _model("model.save('exported')\nagain = keras.models.load_model('exported')"),
            "TFM153",
            holds="'exported.keras'",
        ),
    ),
    "AutoGraph": (
        Case(_layer("if tf.reduce_sum(x) > 0:\n    return x * 2\nelse:\n    return x"), "TFM281", holds="to_graph"),
        Case(_layer("if tf.random.uniform(()) > 0.5:\n    x = x * 2\nreturn x"), "TFM281", holds="to_graph"),
        Case(_layer("for _ in tf.range(3):\n    x = x * 2\nreturn x", base="keras.Model"), "TFM281", holds="to_graph"),
        Case(
            "def own(y_true, y_pred):\n    error = tf.reduce_mean(tf.abs(y_true - y_pred))\n"
            "    return error if error > 1 else error * error\n"
            "model = keras.Sequential()\nmodel.compile('sgd', own)\n",
            "TFM281",
            holds="@tf.function",
        ),
    ),
    "TensorFlow on KerasTensors": (
        Case("x = keras.Input((2, 1))\ny = tf.squeeze(x)\n", "TFM232", holds="ops.squeeze(x)"),
        Case(f"{_FUNCTIONAL}z = tf.concat([x, y], axis=1)\n", "TFM232", holds="ops.concatenate("),
        Case(f"{_FUNCTIONAL}z = keras.backend.mean(y, axis=1)\n", "TFM232", holds="ops.mean("),
        Case(f"{_FUNCTIONAL}z = tf.nn.l2_normalize(y)\n", reported="TFM232"),
    ),
    "variables": (
        Case(_layer("return x * self.w", "self.w = tf.Variable(1.0)"), "TFM233", holds="keras.Variable(1.0)"),
        Case(
            _layer("return x", "self.w = [tf.Variable(1.0), tf.Variable(2.0)]"), "TFM233", holds="keras.Variable(2.0)"
        ),
        Case(_layer("return x", "self.w = []\nself.w.append(tf.Variable(1.0))"), "TFM233", holds="keras.Variable(1.0)"),
        Case(_layer("return x", "w = tf.Variable(1.0)\nself.w = w"), "TFM233", holds="keras.Variable(1.0)"),
        Case(_layer("return x", "self.w = tf.Variable(v, shape=(2,))"), reported="TFM233"),
        Case(_layer("return x", "self.w = self.add_variable('w', (2,))"), "TFM221", holds="add_weight"),
    ),
    "state that call makes": (
        Case(_layer("return keras.layers.Dense(2)(x)"), reported="TFM242"),
        Case(_layer("return keras.layers.Dropout(0.5)(x)"), "TFM242", holds="self.dropout_layer(x)"),
    ),
    "removed": (
        Case("layer = keras.layers.LocallyConnected1D(2, 3)\n", reported="TFM190"),
        Case("layer = keras.layers.LocallyConnected2D(2, 3)\n", reported="TFM190"),
        Case("layer = keras.layers.experimental.RandomFourierFeatures(4)\n", reported="TFM190"),
        Case(f"{_FUNCTIONAL}model = keras.Model(x, y)\nkept = model\nmodel.add_loss(y)\n", reported="TFM236"),
        Case("layer = keras.layers.Dense(2)\nprint(layer.dynamic)\n", reported="TFM197"),
        Case("layer = keras.layers.LSTM(2, time_major=True)\n", reported="TFM196"),
        Case("layer = keras.layers.LSTM(2, time_major=False)\n", "TFM135", holds="LSTM(2)"),
        Case(_model("model.compile('sgd', 'mse')\nmodel.train_on_batch(x, y, reset_metrics=False)"), reported="TFM196"),
        Case(
            _model("model.compile('sgd', 'mse')\nmodel.test_on_batch(x, y, reset_metrics=True)"),
            "TFM135",
            holds="(x, y)",
        ),
        Case("keep = keras.constraints.RadialConstraint()\n", reported="TFM190"),
        Case("layer = keras.layers.Conv2D(2, 3, kernel_constraint='radial_constraint')\n", reported="TFM198"),
    ),
    "list of differences": (
        Case("layer = keras.layers.Dense(2, name='block/dense')\n", "TFM358", holds="block_dense"),
        Case(
            "for i in range(2):\n    keras.layers.Dense(2, name=f'block{i}/dense')\n", "TFM358", holds="block{i}_dense"
        ),
        Case(_layer("return x", "self.w = self.add_weight(name='a/b', shape=())"), "TFM358", holds="a_b"),
        Case(_layer("self.add_metric(x, name='m')\nreturn x"), reported="TFM197"),
        Case(
            "model = keras.Sequential([keras.layers.SimpleRNN(2)])\nmodel.reset_states()\n",
            "TFM251",
            holds="reset_state",
        ),
        Case("layer = keras.layers.Dense(2)\nprint(layer.get_input_at(0))\n", reported="TFM197"),
        Case("optimizer = keras.optimizers.legacy.Adam()\n", "TFM101", holds="keras.optimizers.Adam()"),
        Case("optimizer = keras.optimizers.experimental.Adam()\n", reported="TFM190"),
        Case(_layer("return x", "self.w = self.add_weight('w', (2,))"), "TFM132", holds="name='w'"),
        Case("layer = keras.layers.DenseFeatures([])\n", reported="TFM190"),
    ),
}
"""What the guide and the list name, in the forms in which scripts have it."""

FIXED: dict[str, str] = {
    "jit_compile": _layer("tf.print(x)\nreturn x") + _COMPILED.replace("'mse')", _OFF),
    "jit_compile of the model": _layer("tf.print(x)\nreturn x") + _COMPILED + "model.jit_compile = False\n",
    "export": _model("model.export('exported')"),
    "native format": _model("model.save('model.keras')\nkeras.models.load_model('model.keras')"),
    "TFSMLayer": "layer = keras.layers.TFSMLayer('exported', call_endpoint='serving_default')\n",
    "flat inputs": "x = {'a': keras.Input((1,)), 'b': keras.Input((1,))}\nm = keras.Model(x, keras.layers.add(list(x.values())))\n",
    "tf.function": _layer("if tf.reduce_sum(x) > 0:\n    x = x * 2\nreturn x").replace(
        "    def call", "    @tf.function()\n    def call"
    ),
    "keras.ops": "x = keras.Input((2, 1))\ny = keras.ops.squeeze(x)\n",
    "metrics of outputs": f"{_FUNCTIONAL}z = keras.layers.Dense(2)(x)\nmodel = keras.Model(x, [y, z])\n"
    "model.compile('adam', 'mse', metrics=['mse', 'mae'])\nkeras.ops\n",
    "add_weight": _layer("return x * self.w", "self.w = self.add_weight(shape=(3,), initializer='zeros')"),
    "keras.Variable": _layer("return x * self.w", "self.w = keras.Variable(1.0)"),
    "optional argument": "class Own(keras.layers.Layer):\n    def call(self, foo, baz=None):\n"
    "        return foo if baz is None else foo + baz\n\nOwn()(keras.Input((1,)), baz=None)\n",
    "build": _layer("return self.embed(x)", "self.embed = keras.layers.Embedding(3, 2)")
    + "\n    def build(self, input_shape):\n        self.embed.build(input_shape)\n",
    "threshold": "layer = keras.layers.ReLU(threshold=1.0)\n",
    "add_loss in call": _layer("self.add_loss(keras.ops.mean(x))\nreturn x"),
    "seeds": _layer("return keras.random.dropout(x, 0.5, seed=self.seed)", "self.seed = keras.random.SeedGenerator(1)"),
}
"""What the guide advises."""


def _written(script: str, head: str) -> bytes:
    text = script.replace("keras.", "tf.keras.") if head == "tf.keras" else script
    return (HEADS[head] + text).encode()


def _upgraded(source: bytes, to: str = "native") -> Upgraded:
    result = upgrade(source, Settings(to))
    assert isinstance(result, Upgraded)
    again = upgrade(result.after, Settings(to))
    assert isinstance(again, Upgraded)
    assert again.after == result.after
    return result


_BROKEN = [pytest.param(case, id=f"{chapter}-{i}") for chapter, cases in BROKEN.items() for i, case in enumerate(cases)]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("case", _BROKEN)
def test_rewritten_or_reported(case: Case, head: str) -> None:
    result = _upgraded(_written(case.script, head))
    changes, findings = {each.code for each in result.changes}, {each.code for each in result.findings}
    if case.reported is not None:
        assert case.reported in findings
    else:
        assert case.rewritten in changes
        assert findings == set()
        holds = case.holds.replace("keras.backend", "tf.keras.backend") if head == "tf.keras" else case.holds
        assert holds in result.after.decode()


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("case", _BROKEN)
def test_carried_or_reported_on_the_shims(case: Case, head: str) -> None:
    result = _upgraded(_written(case.script, head), "compat")
    changes, findings = {each.code for each in result.changes}, {each.code for each in result.findings}
    assert findings or changes & {"TFM300", case.rewritten}


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("script", FIXED.values(), ids=FIXED)
def test_the_fixes_are_left_alone(script: str, head: str) -> None:
    source = _written(script, head)
    for to in ("native", "compat"):
        result = _upgraded(source, to)
        assert result.after == source
        assert result.findings == ()
