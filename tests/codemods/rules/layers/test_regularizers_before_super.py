"""Activity regularizers that a layer keeps before `super().__init__()`."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

SOURCE = """from keras import regularizers
from keras.layers import Layer

class Own(Layer):
    def __init__(self, activity_regularizer=None, **kwargs):
        self.activity_regularizer = regularizers.get(activity_regularizer)
        {}
"""
KEPT = "activity_regularizer=self.activity_regularizer"


def after(code: str) -> str:
    result = upgrade(code.encode(), Settings(select=("TFM351",)))
    assert isinstance(result, Upgraded)
    return result.after.decode()


@pytest.mark.parametrize(
    ("before", "changed"),
    [
        ("super(Own, self).__init__(**kwargs)", f"super(Own, self).__init__({KEPT}, **kwargs)"),
        ("super().__init__()", f"super().__init__({KEPT})"),
        ("super().__init__(name='x', **kwargs)", f"super().__init__(name='x', {KEPT}, **kwargs)"),
    ],
)
def test_handed_on(before: str, changed: str) -> None:
    assert after(SOURCE.format(before)) == SOURCE.format(changed)
    assert after(SOURCE.format(changed)) == SOURCE.format(changed)


LINE = "        self.activity_regularizer = regularizers.get(activity_regularizer)\n"


@pytest.mark.parametrize(
    "code",
    [
        SOURCE.replace(LINE, "").format("super().__init__(**kwargs)\n" + LINE.rstrip()),
        SOURCE.format("super().__init__(activity_regularizer=None, **kwargs)"),
        SOURCE.format("super().__init__(**kwargs)\n" + LINE.rstrip()),
        SOURCE.replace("(Layer)", "(object)").format("super().__init__(**kwargs)"),
        SOURCE.replace("self.activity", "other.activity").format("super().__init__(**kwargs)"),
        SOURCE.replace("from keras", "from tf_keras").format("super().__init__(**kwargs)"),
    ],
)
def test_left_alone(code: str) -> None:
    assert after(code) == code


@pytest.mark.tensorflow
@pytest.mark.parametrize(("is_upgraded", "loss"), [(True, 10.8), (False, 9.0)])
def test_numbers(is_upgraded: bool, loss: float) -> None:
    """Keras 2.3.1 on TensorFlow 1.15.5 adds the penalty of the whole batch: 16.2."""
    keras, np = pytest.importorskip("keras"), pytest.importorskip("numpy")
    code = SOURCE.format("super().__init__(**kwargs)")
    code += "\n    def call(self, x):\n        return x\n"
    found: dict[str, type] = {}
    exec(compile(after(code) if is_upgraded else code, "code", "exec"), found)
    x = keras.Input((3,))
    dense = keras.layers.Dense(2, kernel_initializer="ones", use_bias=False)(x)
    model = keras.Model(x, found["Own"](activity_regularizer=keras.regularizers.L2(0.1))(dense))
    model.compile("sgd", "mse")
    assert float(model.train_on_batch(np.ones((4, 3)), np.zeros((4, 2)))) == pytest.approx(loss)
