"""Copies of models that are compiled with functions of the file."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = """\
import keras
from keras.layers import Dense
from keras.models import Sequential, clone_model


def huber(y_true, y_pred):
    return y_true - y_pred


model = Sequential([Dense(2, input_shape=(4,))])
"""
COPY = "keras.Model(model.inputs, model.outputs, name=model.name)"


@pytest.mark.parametrize(
    "compiled",
    [
        "'sgd', huber",
        "'sgd', loss='mse', metrics=['acc', Own()]",
        "'sgd', loss=[lambda y_true, y_pred: y_pred]",
        "optimizer=Own(), loss='mse'",
    ],
)
def test_copied(compiled: str) -> None:
    head = f"{HEAD}model.compile({compiled})\n"
    check_upgraded(f"{head}target = clone_model(model)\n", f"{head}target = clone_model({COPY})\n")
    check_upgraded(f"{head}print(model.to_json())\n", f"{head}print({COPY}.to_json())\n")


@pytest.mark.parametrize(
    "use",
    [
        "target.layers[0].trainable = False",
        "for one, other in zip(model.layers, target.layers):\n    other.set_weights(one.get_weights())",
        "target.add(Dense(2))",
        "target.pop()",
    ],
)
def test_the_layers_of_a_copied_sequential(use: str) -> None:
    source = f"{HEAD}model.compile('sgd', huber)\ntarget = clone_model({{}})\n{use}\n"
    copy = "keras.Sequential([*model.inputs, *model.layers], name=model.name)"
    check_upgraded(source.format("model"), source.format(copy))


def test_the_layers_of_what_may_be_a_sequential() -> None:
    head = f"{HEAD}model.compile('sgd', huber)\n"
    check_declined(f"{head}def copied(net):\n    target = clone_model(net)\n    target.pop()\n", "TFM299", 13)


def test_a_sequential_without_a_shape() -> None:
    source = f"{HEAD}model.compile('sgd', huber)\ntarget = clone_model({{}})\n".replace(", input_shape=(4,)", "")
    check_upgraded(source.format("model"), source.format("keras.Sequential(model.layers, name=model.name)"))


def test_the_layers_of_a_copied_functional_model() -> None:
    head = HEAD.replace("Sequential([Dense(2, input_shape=(4,))])", "keras.Model(x, Dense(2)(x))")
    head = f"{head}model.compile('sgd', huber)\n"
    end = "print(target.layers[1])\n"
    check_upgraded(f"{head}target = clone_model(model)\n{end}", f"{head}target = clone_model({COPY})\n{end}")


def test_models_by_index_are_reported() -> None:
    check_declined(f"{HEAD}model.compile('sgd', huber)\ntarget = clone_model(models[0])\n", "TFM299", 12)


def test_optimizers_of_tensorflow_1_are_not_the_files_own() -> None:
    source = HEAD + "import tensorflow as tf\nmodel.compile({}, 'mse')\nprint(model.to_json())\n"
    made = "tf.keras.optimizers.SGD(learning_rate=0.1)"
    check_upgraded(source.format("tf.compat.v1.train.GradientDescentOptimizer(0.1)"), source.format(made))


MADE = """def rates():
    return keras.optimizers.SGD(0.1)
class Trained:
    def loss(self, y_true, y_pred):
        return y_pred
    def copied(self, loss, optimizer):
        model.compile({})
        return clone_model({})
"""


def test_a_method_of_the_class() -> None:
    source = HEAD + MADE
    check_upgraded(source.format("'sgd', self.loss", "model"), source.format("'sgd', self.loss", COPY))


@pytest.mark.parametrize("compiled", ["'sgd', loss", "optimizer, 'mse'", "rates(), 'mse'", "'sgd', self.model.loss"])
def test_what_the_file_does_not_show(compiled: str) -> None:
    """Code of Keras 2 that fails would be worse than a copy too many; other code mostly runs as it is."""
    source = HEAD + MADE
    check_untouched(source.format(compiled, "model"))
    if "rates" not in compiled:
        told = source.replace("keras.layers", "keras.layers.core")
        check_upgraded(told.format(compiled, "model"), source.format(compiled, COPY))


@pytest.mark.parametrize(
    "source",
    [
        HEAD + "model.compile('sgd', 'mse', metrics=['mae'])\ntarget = clone_model(model)\n",
        HEAD + "model.compile(keras.optimizers.Adam(1e-3), keras.losses.Huber())\nprint(model.to_json())\n",
        HEAD + "target = clone_model(model)\n",
        HEAD + f"model.compile('sgd', huber)\ntarget = clone_model({COPY})\n",
        "import pandas\n" + HEAD + "model.compile('sgd', huber)\nprint(frame.to_json())\n",
        HEAD + "from keras import ops\nx = ops.ones(3)\nmodel.compile('sgd', huber)\ntarget = clone_model(model)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
