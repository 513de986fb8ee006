"""Functions and classes of the file that layers get as initializers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_sound, check_upgraded

HEAD = "import numpy as np\nimport keras\nfrom keras.layers import Dense, Embedding, Layer\n"
BODY = "    return np.ones(shape)\n"
USE = "dense = Dense(2, kernel_initializer=f)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(shape)", "(shape, dtype=None)"),
        ("(shape, name=None)", "(shape, name=None, dtype=None)"),
        ("(shape,name=None)", "(shape,name=None, dtype=None)"),
        ("(shape, *rest)", "(shape, *rest, dtype=None)"),
        ("(shape, *, scale=1)", "(shape, *, scale=1, dtype=None)"),
        ("(\n    shape,\n    name=None,\n)", "(\n    shape,\n    name=None,\n    dtype=None,\n)"),
        ("(shape,  # of the weights\n      name=None)", "(shape,  # of the weights\n      name=None, dtype=None)"),
    ],
)
def test_parameters(before: str, after: str) -> None:
    check_upgraded(f"{HEAD}def f{before}:\n{BODY}{USE}", f"{HEAD}def f{after}:\n{BODY}{USE}")


@pytest.mark.parametrize(
    "use",
    [
        "dense = Dense(2, bias_initializer=f)\n",
        "table = Embedding(4, 2, embeddings_initializer=f)\n",
        "g = f\ndense = Dense(2, kernel_initializer=g)\n",
        "class Own(Layer):\n    def build(self, s):\n        self.w = self.add_weight(shape=s, initializer=f)\n",
        "class Own(Dense):\n    pass\ndense = Own(2, kernel_initializer=f)\n",
        USE + USE,
    ],
)
def test_uses(use: str) -> None:
    check_upgraded(f"{HEAD}def f(shape):\n{BODY}{use}", f"{HEAD}def f(shape, dtype=None):\n{BODY}{use}")


@pytest.mark.parametrize(
    ("source", "parameters"),
    [
        ("dense = Dense(2, kernel_initializer=lambda {}: np.ones(shape))\n", "shape"),
        ("f = lambda {}: np.ones(shape)\n" + USE, "shape"),
        ("class Own:\n    def __call__({}):\n    " + BODY + "x = Dense(2, kernel_initializer=Own())\n", "self, shape"),
        ("class Own:\n    def __call__({}):\n    " + BODY + "x = Dense(2, kernel_initializer=Own)\n", "self, shape"),
        ("class Own(keras.initializers.Initializer):\n    def __call__({}):\n    " + BODY, "self, shape"),
        (
            "def make(n):\n    def f({}):\n    " + BODY + "    return f\nx = Dense(2, kernel_initializer=make(1))\n",
            "shape",
        ),
        (
            "class Net:\n    def f({}):\n    " + BODY + "    def x(self): return Dense(2, kernel_initializer=self.f)\n",
            "self, shape",
        ),
    ],
)
def test_kinds_of_functions(source: str, parameters: str) -> None:
    check_upgraded(HEAD + source.format(parameters), HEAD + source.format(f"{parameters}, dtype=None"))


def test_on_the_shims() -> None:
    result = check_sound(f"{HEAD}def f(shape):\n{BODY}{USE}", to="compat")
    assert "TFM329" in [each.code for each in result.changes]


@pytest.mark.parametrize(
    "source",
    [
        f"def f(shape, dtype=None):\n{BODY}{USE}",
        f"def f(shape, dtype):\n{BODY}{USE}",
        f"def f(shape, *, dtype=None):\n{BODY}{USE}",
        f"def f(shape, **options):\n{BODY}{USE}",
        f"def f(*args, **options):\n    return np.ones(args[0])\n{USE}",
        f"def f(shape):\n{BODY}x = f((2,))\n",
        f"def f(shape):\n{BODY}dense = other(2, kernel_initializer=f)\n",
        f"def f(shape):\n{BODY}dense = Dense(2, kernel_regularizer=f)\n",
        f"def f():\n    return 'ones'\nshape = 1\n{USE}",
        "def f(scale):\n    return 'ones'\ndense = Dense(2, kernel_initializer=f(1))\n",
        "dense = Dense(2, kernel_initializer='ones')\n",
        "dense = Dense(2, kernel_initializer=keras.initializers.Ones())\n",
        "from functools import partial\ndense = Dense(2, kernel_initializer=partial(g, name=None))\n",
        "dense = Dense(2, kernel_initializer=lambda shape, dtype=None: np.ones(shape))\n",
        f"class Own(keras.initializers.Initializer):\n    def __call__(self, shape, dtype=None):\n    {BODY}",
        f"class Own(keras.initializers.Initializer):\n    def __call__(self, shape, dtype=None, **kwargs):\n    {BODY}",
        f"class Own:\n    def __call__(self, shape):\n    {BODY}own = Own()\n",
        f"x = keras.ops.ones(1)\ndef f(shape):\n{BODY}{USE}",
    ],
)
def test_left_alone(source: str) -> None:
    result = check_sound(HEAD + source)
    assert "TFM329" not in [each.code for each in (*result.changes, *result.findings)]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (f"def f(shape, scale):\n{BODY}{USE}", 4),
        (f"def f(shape, dtype, partition_info):\n{BODY}{USE}", 4),
        (f"def f(shape, *, scale):\n{BODY}{USE}", 4),
        (f"@cached\ndef f(shape):\n{BODY}{USE}", 5),
        (f"dtype = 'float16'\ndef f(shape):\n    return np.ones(shape, dtype=dtype)\n{USE}", 5),
    ],
)
def test_reported(source: str, line: int) -> None:
    result = check_sound(HEAD + source)
    assert "TFM329" not in [each.code for each in result.changes]
    assert [each.line for each in result.findings if each.code == "TFM329"] == [line]


@pytest.mark.parametrize(
    ("module", "lines"),
    [
        (f"import numpy as np\ndef f(shape):\n{BODY}", [3]),
        (f"import numpy as np\ndef f(shape, dtype=None):\n{BODY}", []),
        (f"{HEAD}def f(shape):\n{BODY}{USE}", []),
    ],
)
def test_modules_of_the_project(tmp_path: Path, module: str, lines: list[int]) -> None:
    """A module whose own layers get the function is edited by itself."""
    (tmp_path / "weights.py").write_text(module)
    script = tmp_path / "train.py"
    script.write_text("from keras.layers import Dense\nfrom weights import f\n" + USE)
    result = upgrade(script.read_bytes(), Settings(), project=project_of(script))
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.findings if each.code == "TFM329"] == lines


RUN = """
import numpy as np
from keras.layers import Input, Dense
from keras.models import Model
def initialize_weights(shape, name=None):
    return np.random.normal(loc=0.0, scale=1e-2, size=shape)
def run():
    np.random.seed(0)
    x = Input((3,))
    ones = lambda shape: np.ones(shape)
    return Model(x, Dense(2, kernel_initializer=initialize_weights, bias_initializer=ones)(x)).get_weights()
"""
MEASURED = [[0.0176405236, 0.0040015723], [0.0097873794, 0.0224089324], [0.0186755806, -0.0097727785]]
"""The weights in Keras 2.2.4, of float32."""


@pytest.mark.parametrize("head", ["from keras.", "from tensorflow.keras."])
def test_numbers(head: str) -> None:
    pytest.importorskip("keras", minversion="3")
    result = upgrade(RUN.replace("from keras.", head).encode(), Settings())
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.changes].count("TFM329") == 2
    names: dict[str, object] = {}
    exec(result.after, names)
    run = names["run"]
    assert callable(run)
    kernel, bias = run()
    assert kernel.dtype == bias.dtype == np.float32
    np.testing.assert_allclose(kernel, MEASURED, rtol=1e-6)
    np.testing.assert_array_equal(bias, [1, 1])
