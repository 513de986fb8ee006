"""A single input or output is taken out of its list where a file uses the tensors of the model."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "from keras.models import Model\n"
MODEL = HEAD + "model = Model(inputs=[x], outputs=[y])\n"


def _upgraded(code: str, to: str = "native", origin: str | None = "keras==2.3") -> str:
    result = upgrade(code.encode(), Settings(to, origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    return result.after.decode()


@pytest.mark.parametrize("use", ["z = model(w)", "z = model.output", "z = f(model.input)", "other.add(model)"])
def test_unpacked(use: str) -> None:
    assert "Model(inputs=x, outputs=y)" in _upgraded(f"{MODEL}{use}\n")
    if ".input" not in use:
        assert "Model([a, b], y)" in _upgraded(f"{HEAD}model = Model([a, b], [y])\n{use}\n")


def test_called_at_once() -> None:
    assert "Model(x, y)(w)" in _upgraded(HEAD + "z = Model([x], [y])(w)\n")


RETURNED = HEAD + "def made():\n    return Model(inputs=[x], outputs=[y])\n"
NAMED = HEAD + "def made():\n    model = Model(inputs=[x], outputs=[y])\n    model.summary()\n    return model\n"
KEPT = (
    HEAD
    + "class Net:\n    def __init__(self):\n        self.model = Model(inputs=[x], outputs=[y])\n    def run(self, w):\n"
)


@pytest.mark.parametrize(
    "code",
    [
        RETURNED + "model = made()\nz = model(w)\n",
        RETURNED + "z = made()(w)\n",
        RETURNED + "def again():\n    return made()\nmodel = again()\nz = model.output\n",
        NAMED + "model = made()\nz = model(w)\n",
        KEPT + "        return self.model(w)\n",
        KEPT + "        return Model(self.model.input, z)\n",
    ],
)
def test_returned_and_kept(code: str) -> None:
    assert "Model(inputs=x, outputs=y)" in _upgraded(code)


@pytest.mark.parametrize(
    "code",
    [
        RETURNED + "model = made()\nmodel.fit(a, b)\n",
        NAMED + "model = made()\nmodel.fit(a, b)\n",
        NAMED + "other = given()\nz = other(w)\n",
        HEAD + "model = Model([x], outputs)\nz = model(w)\nz = model.output\n",
        MODEL + "def show(net):\n    for layer in net.layers:\n        print(layer)\n\n\nshow(model)\n",
        KEPT + "        return self.model.predict(w)\n",
        KEPT + "        return self.other(w)\n",
        MODEL,
        MODEL + "model.compile('sgd', 'mse')\nmodel.fit(a, b)\n",
        HEAD + "model = Model(inputs=[x, w], outputs=[y, z])\nv = model.output\n",
        HEAD + "model = Model(inputs=[*xs], outputs=ys)\nv = model.output\n",
        HEAD + "model = Model(x, y)\nv = model.output\n",
        HEAD + "model = Model(**given)\nv = model.output\n",
        "from mine import Model\nmodel = Model([x], [y])\nv = model.output\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert _upgraded(code) == code


def test_code_for_keras_3_and_shims_left_alone() -> None:
    assert "[x]" in _upgraded(MODEL + "z = model.output\n", origin="keras==3.3")
    assert "[x]" in _upgraded(MODEL + "z = model.output\n", to="compat")


def test_a_module_that_imports_it_calls_the_model(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    made, main = tmp_path / "nets.py", tmp_path / "main.py"
    made.write_text(RETURNED)
    for use, expected in (("net(w)", True), ("net.output", True), ("net.predict(w)", False)):
        main.write_text(f"from nets import made\nnet = made()\nz = {use}\n")
        result = upgrade(made.read_bytes(), Settings(origin=parse_origin("keras==2.3")), project_of(made))
        assert isinstance(result, Upgraded)
        assert (b"Model(inputs=x, outputs=y)" in result.after) is expected


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("z = model(data)", True),
        ("z = model(tf.ones((2, 2)))", False),
        ("def step(data):\n    with tf.GradientTape():\n        return model(data)", False),
        ("@tf.function\ndef step(data):\n    return model(data)", False),
        ("class Net(tf.keras.Model):\n    def call(self, data):\n        return model(data)", False),
        ("z = tf.keras.layers.TimeDistributed(model)(w)", True),
        ("show(model)", False),
        ("z = model.output", True),
        ("z = model(tf.keras.Input((2,)))", True),
        ("z = model.input", True),
    ],
)
def test_where_nothing_tells_of_keras_2(use: str, expected: bool) -> None:
    code = f"import tensorflow as tf\nfrom tensorflow.keras.models import Model\nmodel = Model([x], [y])\n{use}\n"
    assert ("Model(x, y)" in _upgraded(code, origin=None)) is expected
