"""A finding where a file of Keras 2 freezes BatchNormalization."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Finding, Settings, Upgraded

HEAD = "import keras\nfrom keras.layers.core import Dense\nb = keras.layers.BatchNormalization()\n"
LOOP = "for layer in model.layers:\n    layer.trainable = False\n"


def said(source: str, origin: str = "", mode: str = "native") -> list[Finding]:
    """What TFM229 reports; what it notes may only ask for the release."""
    settings = Settings(
        mode, origin=parse_origin(origin) if origin else None, select=("TFM229",) if mode == "native" else ()
    )
    result = upgrade(source.encode(), settings)
    assert isinstance(result, Upgraded)
    asked = [each for each in result.notes if each.code == "TFM229"]
    assert all("--from" in each.advice for each in asked)
    return asked + [each for each in result.findings if each.code == "TFM229"]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (f"{HEAD}{LOOP}", 5),
        (f"{HEAD}b = keras.layers.BatchNormalization(trainable=False)\n", 4),
        (f"{HEAD}model.trainable = False\nmodel.layers[3].trainable = False\n", 4),
        (
            f"from keras.layers.core import Dense\nfrom keras.applications.resnet50 import ResNet50\nmodel = ResNet50()\n{LOOP}",
            5,
        ),
        (
            f"from keras.layers.core import Dense\nfrom keras.applications import MobileNet\nmodel = MobileNet()\n{LOOP}",
            5,
        ),
        (f"import tensorflow as tf\ntf.app.run()\nb = tf.keras.layers.BatchNormalization()\n{LOOP}", 5),
    ],
)
def test_reported(source: str, line: int) -> None:
    found = said(source)
    assert [each.line for each in found] == [line]
    assert "moving" in found[0].message


@pytest.mark.parametrize(
    "source",
    [
        f"{HEAD}for layer in model.layers:\n    layer.trainable = True\n",
        f"from keras.layers.core import Dense\nfrom keras.applications.vgg16 import VGG16\nmodel = VGG16()\n{LOOP}",
        f"from keras.layers.core import Dense\n{LOOP}",
        f"import keras.ops\nb = keras.layers.BatchNormalization()\n{LOOP}",
        (
            f"{HEAD}from keras.layers import Layer\nclass Own(Layer):\n    def __init__(self):\n"
            "        super().__init__()\n        self.trainable = False\n"
        ),
    ],
)
def test_not_reported(source: str) -> None:
    assert said(source) == []


MADE = """
def make():
    model = keras.models.Sequential()
    if on:
        model.add(keras.layers.Dense(3))
    {}
    return model


def other():
    return keras.layers.BatchNormalization()


model = make()
"""


@pytest.mark.parametrize(
    "frozen", [LOOP, f"for layer in names:\n    print(layer)\n{LOOP}", "model.trainable = False\n"]
)
def test_a_model_that_a_function_makes_without(frozen: str) -> None:
    head = f"import keras\nfrom keras.layers.core import Dense\n{MADE}"
    assert said(head.format("model.add(Dense(2))") + frozen) == []
    for use in ("model.add(keras.layers.BatchNormalization())", "model.add(other())", "model.add(imported(2))"):
        assert len(said(head.format(use) + frozen)) == 1


JOINED = """import keras
from keras.layers.core import Dense


def critic():
    model = keras.models.Sequential()
    model.add(Dense(1))
    return model


def maker():
    model = keras.models.Sequential()
    model.add(keras.layers.BatchNormalization())
    return model


def joined(g, d):
    d.trainable = False
    return keras.models.Sequential([g, d])


{}
"""


@pytest.mark.parametrize(
    ("calls", "number"),
    [
        ("d = critic()\nm = joined(maker(), d)", 0),
        ("m = joined(maker(), critic())\nn = joined(maker(), d=critic())", 0),
        ("m = joined(critic(), maker())", 1),
        ("m = joined(maker(), critic())\nn = joined(critic(), maker())", 1),
        ("m = joined(*models)", 1),
        ("", 1),
    ],
)
def test_a_model_that_a_function_is_given(calls: str, number: int) -> None:
    """The critic of a GAN is frozen where both are joined, and only the maker may have BatchNormalization."""
    assert len(said(JOINED.format(calls))) == number


def test_shims_keep_it() -> None:
    assert said(f"{HEAD}{LOOP}", mode="compat") == []


def test_undecided() -> None:
    source = f"from keras.layers import BatchNormalization\nb = BatchNormalization()\n{LOOP}"
    assert "--from keras==2.3" in said(source)[0].advice
    assert "moving" in said(source, "keras==2.2.4")[0].message
    assert said(source, "tensorflow==2.10") == []


GAN = """import numpy as np
from keras.layers.core import Dense, Flatten, Reshape
from keras.layers import BatchNormalization, Input
from keras.models import Model, Sequential
from keras_contrib.layers.normalization import InstanceNormalization


class GAN:
    def __init__(self):
        self.shape = (4, 4, 1)
        self.discriminator = self.build_discriminator()
        self.discriminator.compile(loss="mse", optimizer="sgd")
        self.generator = self.build_generator()
        z = Input(shape=(3,))
        self.discriminator.trainable = False
        self.combined = Model(z, self.discriminator(self.generator(z)))

    def build_generator(self):
        model = Sequential()
        model.add(Dense(np.prod(self.shape), input_dim=3))
        model.add(BatchNormalization(momentum=0.8))
        model.add(Reshape(self.shape))
        return model

    def build_discriminator(self):
        def block(x, units):
            x = Dense(units)(x)
            return {norm}(x)

        model = Sequential()
        model.add(Flatten(input_shape=self.shape))
        {more}
        model.summary()
        image = Input(shape=self.shape)
        return Model(image, block(model(image), 2))
"""


@pytest.mark.parametrize(
    ("norm", "more", "number"),
    [
        ("Dense(2)", "model.add(Dense(1))", 0),
        ("InstanceNormalization()", "for size in range(3): model.add(Dense(size))", 0),
        ("BatchNormalization()", "model.add(Dense(1))", 1),
        ("Dense(2)", "model.add(BatchNormalization())", 1),
        ("Dense(2)", "model.add(self.build_generator())", 1),
        ("Dense(2)", "model.add(self.base)", 1),
        ("Dense(2)", "model = self.helper.more(model)", 1),
        ("Dense(2)", "model = load(model)", 1),
    ],
)
def test_the_critic_that_a_method_makes_without(norm: str, more: str, number: int) -> None:
    assert len(said(GAN.format(norm=norm, more=more))) == number


NET = """from keras.layers import Input, Dense, BatchNormalization
from keras.models import Model


def block(x):
    return {layer}(x)


def net(shape):
    i = Input(shape=shape)
    return Model(i, block(Dense(8)(i)))


class Nets:
    def __init__(self):
        self.model = net((4,))
        self.plain = plain((4,))

    @staticmethod
    def made():
        return net((4,))


def plain(shape):
    i = Input(shape=shape)
    return Model(i, Dense(8)(i))
"""


@pytest.mark.parametrize("layer", ["BatchNormalization()", "Dense(3)"])
@pytest.mark.parametrize(
    ("script", "number"),
    [
        ("model = net.net((4,))\n" + LOOP, 1),
        ("model = net.net((4,))\nfor layer in model.layers[:4]:\n    layer.trainable = False\n", 1),
        ("base = net.net((4,))\nmodel = Model(base.input, Dense(2)(base.output))\n" + LOOP, 1),
        ("nets = net.Nets()\nnets.model.trainable = False\n", 1),
        ("model = net.Nets.made()\nmodel.trainable = False\n", 1),
        (
            f"def freeze(model):\n    {LOOP.replace('    ', '        ').replace(chr(10), chr(10), 1)}\nfreeze(net.net((4,)))\n",
            1,
        ),
        ("nets = net.Nets()\nnets.plain.trainable = False\n", 0),
        ("other = net.net((4,))\nmodel = net.plain((4,))\n" + LOOP, 0),
        ("model = net.net((4,))\nfor layer in model.layers:\n    layer.trainable = True\n", 0),
    ],
)
def test_a_model_of_another_module(script: str, number: int, layer: str, tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(NET.format(layer=layer))
    main = tmp_path / "main.py"
    main.write_text(f"from keras.layers.core import Dense\nfrom keras.models import Model\nimport net\n{script}")
    result = upgrade(main.read_bytes(), Settings(select=("TFM229",)), project_of(main))
    assert isinstance(result, Upgraded)
    assert len(result.findings) == (number if "Batch" in layer else 0)
    assert result.notes == ()


PAIR = """from keras.layers import BatchNormalization, Dense, TimeDistributed
from keras.models import Sequential
class GAN:
    def __init__(self):
        self.d = Sequential([Dense(4, input_dim=2), {}])
        self.g = Sequential([Dense(4, input_dim=2), BatchNormalization()])
        {}
"""


@pytest.mark.parametrize(
    ("layer", "more", "is_said"),
    [
        ("Dense(1)", "self.d.trainable = False", False),
        ("Dense(1)", "self.g.trainable = False", True),
        ("BatchNormalization()", "self.d.trainable = False", True),
        ("TimeDistributed(BatchNormalization())", "self.d.trainable = False", True),
        ("make()", "self.d.trainable = False", True),
        ("Dense(1)", "self.d.add(BatchNormalization()); self.d.trainable = False", True),
    ],
)
def test_a_discriminator_that_lists_its_layers(layer: str, more: str, is_said: bool) -> None:
    result = upgrade(PAIR.format(layer, more).encode(), Settings(origin=parse_origin("keras==2.3")))
    assert isinstance(result, Upgraded)
    assert ("TFM229" in [each.code for each in result.findings]) is is_said
