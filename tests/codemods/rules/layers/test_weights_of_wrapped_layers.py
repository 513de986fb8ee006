"""Weights that a wrapper adds to the layer that it has built."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

SOURCE = """import numpy as np
from keras.layers import Dense, Input, Wrapper
from keras.models import Model

class Scaled(Wrapper):
    def build(self, input_shape=None):
        if not self.layer.built:
            self.layer.build(input_shape)
            self.layer.built = True
        super(Scaled, self).build()
        self.p = self.layer.add_weight(name="p", shape=(1,), initializer="ones", trainable=True)

    def compute_output_shape(self, input_shape):
        return self.layer.compute_output_shape(input_shape)

    def call(self, inputs):
        return self.layer.call(inputs * self.p)

i = Input((3,))
model = Model(i, Scaled(Dense(2, kernel_initializer="ones"))(i))
model.compile("sgd", "mse")
loss = model.train_on_batch(np.ones((2, 3)), np.zeros((2, 2)))
"""


def after(code: str) -> str:
    result = upgrade(code.encode(), Settings(select=("TFM360",)))
    assert isinstance(result, Upgraded)
    return result.after.decode()


def test_rewritten() -> None:
    changed = SOURCE.replace("self.layer.add_weight", "self.add_weight")
    assert after(SOURCE) == after(changed) == changed


@pytest.mark.parametrize(
    "code",
    [
        SOURCE.replace("(Wrapper)", "(Layer)"),
        SOURCE.replace("(Wrapper)", "(object)"),
        SOURCE.replace("self.layer.add_weight", "self.inner.add_weight"),
        SOURCE.replace("self.layer.add_weight", "other.layer.add_weight"),
        SOURCE.replace("from keras.layers import", "from tf_keras.layers import"),
        SOURCE.replace("self.layer.add_weight", "self.layer.add_loss"),
    ],
)
def test_left_alone(code: str) -> None:
    assert after(code) == code


@pytest.mark.tensorflow
def test_numbers() -> None:
    """Keras 2.3.1 on TensorFlow 1.15.5: 9.0, and three weights that train."""
    pytest.importorskip("tensorflow")
    found: dict[str, object] = {}
    exec(compile(after(SOURCE), "code", "exec"), found)
    assert float(found["loss"]) == pytest.approx(9.0)  # type: ignore[arg-type]
    assert len(found["model"].trainable_weights) == 3  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="already built"):
        exec(compile(SOURCE, "code", "exec"), {})
