from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

LEGACY = (
    "from keras.layers.core import Dense, Dropout, Layer\nfrom keras.layers.normalization import BatchNormalization\n"
)
MODERN = "from keras.layers import Dense, Dropout, Layer, BatchNormalization\n"
UNTOLD = "from keras.layers import BatchNormalization, Dense, Dropout, Layer\n"


def layer(base: str, *lines: str) -> str:
    return f"\n\nclass Own({base}):\n" + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize(
    ("base", "before", "after"),
    [
        (
            "BatchNormalization",
            ("def call(self, *args, **kwargs):", "    return super().call(*args, **kwargs)"),
            (
                "def call(self, inputs, *args, training=None, **kwargs):",
                "    args = (inputs, *args)",
                '    kwargs = {"training": training, **kwargs}',
                "    return super().call(*args, **kwargs)",
            ),
        ),
        (
            "BatchNormalization",
            ("def call(self, x, **more):", "    y = super().call(x, **more)", "    return super().call(y)"),
            (
                "def call(self, x, training=None, **more):",
                '    more = {"training": training, **more}',
                "    y = super().call(x, **more)",
                "    return super().call(y, training=training)",
            ),
        ),
        (
            "Dropout",
            ("def call(self, x, mask=None, *, rate=1):", "    return super(Own, self).call(x) * rate"),
            (
                "def call(self, x, mask=None, *, rate=1, training=None):",
                "    return super(Own, self).call(x, training=training) * rate",
            ),
        ),
        (
            "Dropout",
            ("def call(self, *inputs):", "    'Drop.'", "    return super().call(*inputs)"),
            (
                "def call(self, tensors, *inputs, training=None):",
                "    'Drop.'",
                "    inputs = (tensors, *inputs)",
                "    return super().call(*inputs, training=training)",
            ),
        ),
        (
            "Dense",
            ("def call(self, *args):", "    return super().call(*args)"),
            ("def call(self, inputs, *args):", "    args = (inputs, *args)", "    return super().call(*args)"),
        ),
        (
            "Layer",
            ("def call(self, *args):", "    return args[0]"),
            ("def call(self, inputs, *args):", "    args = (inputs, *args)", "    return args[0]"),
        ),
    ],
)
def test_standalone_keras(base: str, before: tuple[str, ...], after: tuple[str, ...]) -> None:
    check_upgraded(LEGACY + layer(base, *before), MODERN + layer(base, *after))


def test_keras_that_does_not_show() -> None:
    """Keras 3 cannot build the layer, so nobody wrote it for that."""
    before = layer("BatchNormalization", "def call(self, *args, **kwargs):", "    return super().call(*args, **kwargs)")
    result = upgrade((UNTOLD + before).encode())
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.changes] == ["TFM288"]


@pytest.mark.parametrize(
    "lines",
    [
        ("def call(self, inputs):", "    return super().call(inputs)"),
        ("def call(self, inputs, **kwargs):", "    return super().call(inputs, **kwargs)"),
    ],
)
def test_finding_where_the_keras_does_not_show(lines: tuple[str, ...]) -> None:
    source = (UNTOLD + layer("Dropout", *lines)).encode()
    result = upgrade(source)
    assert isinstance(result, Upgraded)
    assert not result.changed
    assert ["--from" in each.advice for each in result.findings if each.code == "TFM288"] == [True]


@pytest.mark.parametrize("is_told", [True, False])
def test_tensorflow_2(*, is_told: bool) -> None:
    """`tf.keras` of TensorFlow 2 tells the phase to a `call` with `**kwargs`, and to no other without `training`."""
    line = "call(self, inputs, **kwargs)" if is_told else "call(self, inputs)"
    source = UNTOLD.replace("keras", "tensorflow.keras") + layer(
        "Dropout", f"def {line}:", "    return super().call(inputs)"
    )
    result = upgrade(source.encode(), Settings(origin=parse_origin("tensorflow==2.10")))
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.changes] == ["TFM288"] * is_told


@pytest.mark.parametrize(
    "lines",
    [
        ("def call(self, inputs, training=None):", "    return super().call(inputs, training=training)"),
        ("def call(self, inputs, training=None):", "    return super().call(inputs)"),
        ("def call(self, inputs):", "    return super().call(inputs, training=False)"),
        ("def call(self, inputs):", "    return super().call(inputs, False)"),
        ("def call(self, inputs):", "    return inputs"),
        ("def call(self, inputs):", "    return self.other.call(inputs)"),
        ("def build(self, shape):", "    super().build(shape)"),
        ("def called(self, *args):", "    return super().call(*args)"),
    ],
)
@pytest.mark.parametrize("base", ["Dropout", "BatchNormalization"])
def test_left_alone(base: str, lines: tuple[str, ...]) -> None:
    source = LEGACY + layer(base, *lines)
    check_upgraded(source, MODERN + layer(base, *lines))


@pytest.mark.parametrize(
    "source",
    [
        layer("object", "def call(self, *args):", "    return args").lstrip(),
        "import torch\n" + layer("torch.nn.Module", "def call(self, *args):", "    return args"),
        "import keras\nfrom keras import ops\n"
        + layer("keras.layers.Dropout", "def call(self, inputs):", "    return super().call(ops.abs(inputs))"),
        "import keras\n" + layer("keras.layers.Layer", "def call(self, *tensors):", "    return sum(tensors)"),
        "import keras\n" + layer("keras.layers.Dense", "def call(self, inputs):", "    return super().call(inputs)"),
        "import tf_keras as keras\n"
        + layer("keras.layers.Dropout", "def call(self, *args):", "    return super().call(*args)"),
    ],
)
def test_other_classes(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    "lines",
    [
        ("@decorated", "def call(self, *args, **kwargs):", "    return super().call(*args, **kwargs)"),
        ("def call(self, *args, **kwargs): return super().call(*args, **kwargs)",),
    ],
)
def test_declined(lines: tuple[str, ...]) -> None:
    source = UNTOLD + layer("BatchNormalization", *lines)
    finding = check_declined(source, "TFM288", 5 if len(lines) == 1 else 6)
    assert "training=None" in finding.advice
