"""Numbers of the layers of a MobileNet."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "import tensorflow as tf\nfrom tensorflow.keras.applications import MobileNetV2, VGG16\n"
BASE = HEAD + "base = MobileNetV2(weights=None, include_top=False)\n"
MODEL = BASE + "model = tf.keras.Model({}=base.input, outputs=base.output)\n"


def run(code: str, origin: str = "tensorflow==2.3") -> Upgraded:
    settings = Settings(origin=parse_origin(origin) if origin else None, select=("TFM363",))
    result = upgrade(code.encode(), settings)
    assert isinstance(result, Upgraded)
    return result


@pytest.mark.parametrize(
    ("before", "changed"),
    [
        (BASE + "x = base.layers[54].output\n", BASE + "x = base.layers[54 - 1].output\n"),
        (BASE + "x = base.layers[:100]\n", BASE + "x = base.layers[:100 - 1]\n"),
        (BASE + "x = base.layers[100:]\n", BASE + "x = base.layers[100 - 1:]\n"),
        (BASE + "x = base.layers[10:20]\n", BASE + "x = base.layers[10 - 1:20 - 1]\n"),
        (MODEL.format("inputs") + "x = model.layers[:100]\n", MODEL.format("inputs") + "x = model.layers[:100 - 1]\n"),
        (HEAD + "x = MobileNetV2().layers[5]\n", HEAD + "x = MobileNetV2().layers[5 - 1]\n"),
    ],
)
def test_counted(before: str, changed: str) -> None:
    assert run(before).after.decode() == run(changed).after.decode() == changed
    assert not run(before).findings


@pytest.mark.parametrize(
    "code",
    [
        BASE + "x = base.layers[-1].output\n",
        BASE + "x = base.layers[0]\n",
        BASE + "x = base.layers[:-20]\n",
        BASE + "x = base.layers\n",
        HEAD + "base = VGG16()\nx = base.layers[5]\n",
        HEAD + "x = other.layers[5]\n",
        BASE + "model = tf.keras.Model(x, base(x))\ny = model.layers[5]\n",
        BASE + "model = tf.keras.Sequential([base])\ny = model.layers[5]\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert run(code).after.decode() == code
    assert not run(code).findings


def test_a_number_that_is_computed() -> None:
    assert [each.line for each in run(BASE + "x = base.layers[:n]\n").findings] == [4]


def test_of_other_releases() -> None:
    code = BASE + "x = base.layers[54]\n"
    assert [each.line for each in run(code, "").notes] == [4]
    assert run(code, "").after.decode() == run(code, "tensorflow==2.4").after.decode() == code
    assert not run(code, "tensorflow==2.4").notes


@pytest.mark.tensorflow
def test_layers_of_tensorflow_2_3() -> None:
    """The sums of the sizes of what the layers 54, 116 and 143 of TensorFlow 2.3.4 give."""
    tf = pytest.importorskip("tensorflow")
    code = "base = tf.keras.applications.MobileNetV2(weights=None, include_top=False, input_shape=(96, 96, 3))\n"
    code = "import tensorflow as tf\n" + code + "sizes = [base.layers[54], base.layers[116], base.layers[143]]\n"
    found: dict[str, list[object]] = {"tf": tf}
    exec(compile(run(code).after, "code", "exec"), found)
    assert [each.output.shape[-1] for each in found["sizes"]] == [32, 96, 160]  # type: ignore[attr-defined]
