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


FIRST = HEAD + "from tensorflow.keras.applications.mobilenet import MobileNet\nbase = MobileNet(weights=None{})\n"


@pytest.mark.parametrize(
    ("before", "of_2_3", "of_2_6"),
    [
        ("[-23:]", "[-23 + 1:]", "[-23 + 1:]"),
        ("[:-6]", "[:-6 + 1]", "[:-6 + 1]"),
        ("[-7]", "[-7 + 1]", "[-7 + 1]"),
        ("[-5]", "[-5]", "[-5]"),
        ("[-1]", "[-1]", "[-1]"),
        ("[23]", "[23 - 1]", "[23]"),
        ("[:87]", "[:87 - 1]", "[:87 - 1]"),
        ("[88]", "[88 - 2]", "[88 - 1]"),
    ],
)
def test_with_the_top_of_a_mobile_net(before: str, of_2_3: str, of_2_6: str) -> None:
    head = FIRST.format("") + "x = base.layers"
    for origin, after in (("tensorflow==2.3", of_2_3), ("tensorflow==2.6", of_2_6), ("tensorflow==2.7", before)):
        result = run(f"{head}{before}\n", origin)
        assert result.after.decode() == f"{head}{after}\n"
        assert not result.findings
    assert not run(f"{head}{of_2_3}\n").changes


@pytest.mark.parametrize("origin", ["tensorflow==2.3", "tensorflow==2.6"])
@pytest.mark.parametrize("top", ["", ", include_top=True"])
def test_the_pooled_vector_of_a_mobile_net(top: str, origin: str) -> None:
    code = FIRST.format(top) + "x = base.layers[-6].output\n"
    assert [each.line for each in run(code, origin).findings] == [5]
    assert [each.line for each in run(code, "").notes] == [5]
    assert not run(code, "tensorflow==2.7").findings


@pytest.mark.parametrize("number", ["-6", "-23", "-1"])
def test_without_the_top_of_a_mobile_net(number: str) -> None:
    code = FIRST.format(", include_top=False") + f"x = base.layers[{number}].output\n"
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
def test_layers_of_a_mobile_net_of_tensorflow_2_3() -> None:
    """The names of these layers in TensorFlow 2.3.4, where reshape_1 gave what the pooling layer gives today."""
    tf = pytest.importorskip("tensorflow")
    code = "import tensorflow as tf\nbase = tf.keras.applications.MobileNet(weights=None, alpha=0.25)\n"
    code += "layers = [base.layers[-23], base.layers[-5], base.layers[23], base.layers[-7], base.layers[90]]\n"
    found: dict[str, list[object]] = {"tf": tf}
    exec(compile(run(code).after, "code", "exec"), found)
    names = [each.name for each in found["layers"]]  # type: ignore[attr-defined]
    assert names[0] == "conv_dw_11_relu"
    assert names[1].startswith("global_average_pooling2d")
    assert names[2:] == ["conv_pw_3_relu", "conv_pw_13_relu", "conv_preds"]
    assert found["layers"][1].output.shape[1:] == (1, 1, 256)  # type: ignore[attr-defined]


@pytest.mark.tensorflow
def test_layers_of_tensorflow_2_3() -> None:
    """The sums of the sizes of what the layers 54, 116 and 143 of TensorFlow 2.3.4 give."""
    tf = pytest.importorskip("tensorflow")
    code = "base = tf.keras.applications.MobileNetV2(weights=None, include_top=False, input_shape=(96, 96, 3))\n"
    code = "import tensorflow as tf\n" + code + "sizes = [base.layers[54], base.layers[116], base.layers[143]]\n"
    found: dict[str, list[object]] = {"tf": tf}
    exec(compile(run(code).after, "code", "exec"), found)
    assert [each.output.shape[-1] for each in found["sizes"]] == [32, 96, 160]  # type: ignore[attr-defined]
