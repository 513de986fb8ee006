"""`compute_output_shape` of layers that reads what `call` keeps."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

HEAD = "from keras.layers import Layer\nfrom tensorflow.keras import backend as K\n\nclass Own(Layer):\n"
CALL = "    def call(self, x):\n        self.result = K.sum(x, axis=1)\n        return self.result\n"
SHAPE = "\n    def compute_output_shape(self, input_shape):\n        return {}\n"
INIT = "    def __init__(self):\n        self.result = {}\n\n"


def run(code: str) -> Upgraded:
    result = upgrade(code.encode(), Settings(select=("TFM350",)))
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize("init", ["", INIT.format("None")])
@pytest.mark.parametrize("shape", ["K.int_shape(self.result)", "self.result.shape", "tuple(self.result.shape)"])
def test_removed(init: str, shape: str) -> None:
    result = run(HEAD + init + CALL + SHAPE.format(shape))
    assert result.after.decode() == HEAD + init + CALL
    assert not result.findings


@pytest.mark.parametrize(
    "code",
    [
        HEAD + CALL + SHAPE.format("input_shape[0],"),
        HEAD + INIT.format("3") + CALL + SHAPE.format("(input_shape[0], self.result)"),
        HEAD + "    def build(self, s):\n        self.result = s\n\n" + CALL + SHAPE.format("self.result"),
        HEAD + "    def call(self, x):\n        return x\n" + SHAPE.format("self.result"),
        HEAD.replace("Layer)", "object)") + CALL + SHAPE.format("self.result"),
        HEAD + INIT.format("None") + CALL + SHAPE.format("input_shape if self.result is None else self.result.shape"),
        HEAD + CALL + SHAPE.format("self.result.shape if hasattr(self, 'result') else input_shape"),
        HEAD.replace("from keras.layers", "from tf_keras.layers") + CALL + SHAPE.format("self.result"),
    ],
)
def test_left_alone(code: str) -> None:
    result = run(code)
    assert result.after.decode() == code
    assert not result.findings


@pytest.mark.parametrize(
    "code",
    [
        HEAD.replace("Layer\n", "Layer, TimeDistributed\n", 1) + CALL + SHAPE.format("self.result.shape"),
        HEAD + CALL + SHAPE.format("self.result.shape") + "\nprint(Own().compute_output_shape((None, 3)))\n",
        HEAD.replace("Layer", "Dense") + CALL + SHAPE.format("self.result.shape"),
    ],
)
def test_reported(code: str) -> None:
    if "TimeDistributed" in code:
        code += "\nx = TimeDistributed(Own())\n"
    result = run(code)
    assert result.after.decode() == code
    assert [each.line for each in result.findings] == [10]


@pytest.mark.tensorflow
@pytest.mark.parametrize("is_upgraded", [True, False])
def test_what_is_said(is_upgraded: bool) -> None:
    keras = pytest.importorskip("keras")
    code = HEAD + CALL + SHAPE.format("K.int_shape(self.result)")
    found: dict[str, type] = {}
    exec(compile(run(code).after if is_upgraded else code, "code", "exec"), found)
    if is_upgraded:
        assert found["Own"]()(keras.Input((3, 4))).shape == (None, 4)
    else:
        with pytest.raises(AttributeError, match="result"):
            found["Own"]()(keras.Input((3, 4)))
