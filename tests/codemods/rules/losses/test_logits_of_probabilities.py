"""Crossentropies with logits of models that end with a softmax or a sigmoid."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "import tensorflow as tf\n"
SPARSE = "tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)"
BUILT = "model = tf.keras.Sequential([tf.keras.layers.Dense(3, activation='softmax')])\n"
COMPILED = BUILT + f"model.compile('sgd', loss={SPARSE})\n"
LOOP = f"""loss_object = {SPARSE}

@tf.function
def step(images, labels):
    with tf.GradientTape() as tape:
        predictions = model(images, training=True)
        loss = loss_object(labels, predictions)
    return tape.gradient(loss, model.trainable_variables)
"""
OWN = """class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(8, activation='relu')
        self.last = tf.keras.layers.Dense(3, activation='softmax')

    def call(self, x):
        x = self.hidden(x)
        return self.last(x)

model = Net()
"""
THROUGH = f"""cross_entropy = {SPARSE}

def loss_of(labels, outputs):
    return cross_entropy(labels, outputs)

def step(images, labels):
    outputs = model(images)
    return loss_of(labels, outputs)
"""
FUNCTION = "tf.keras.losses.sparse_categorical_crossentropy(labels, outputs, from_logits=True)"
COMPILED_FUNCTION = f"def own(labels, outputs):\n    return {FUNCTION}\n\n{BUILT}model.compile('sgd', loss=own)\n"


def found(source: str, origin: str = "tensorflow==2.3") -> tuple[int, int]:
    settings = Settings(origin=parse_origin(origin) if origin else None, select=("TFM520",))
    result = upgrade((HEAD + source).encode(), settings)
    assert isinstance(result, Upgraded)
    assert not result.changes
    return len(result.findings), len(result.notes)


@pytest.mark.parametrize(
    "source",
    [
        COMPILED,
        COMPILED.replace("from_logits=True", "True"),
        BUILT + f"loss = {SPARSE}\nmodel.compile('sgd', loss)\n",
        COMPILED.replace("SparseCategorical", "Categorical"),
        COMPILED.replace("SparseCategorical", "Binary").replace("softmax", "sigmoid"),
        BUILT + LOOP,
        OWN + LOOP,
        OWN.replace("return self.last(x)", "out = self.last(x)\n        return out") + LOOP,
        OWN + THROUGH,
        OWN + THROUGH.replace("cross_entropy(labels, outputs)", FUNCTION),
        COMPILED_FUNCTION,
        BUILT + THROUGH.replace("loss_of(labels, outputs)\n", "loss_of(labels, outputs=model(images))\n", 2),
    ],
)
def test_reported(source: str) -> None:
    assert found(source) == (1, 0)
    assert found(source, "tensorflow==1.15") == (1, 0)
    assert found(source, "tensorflow==2.10") == (0, 0)
    assert found(source, "keras==3.0") == (0, 0)


@pytest.mark.parametrize(
    "source",
    [
        COMPILED.replace("True", "False"),
        COMPILED.replace("(from_logits=True)", "()"),
        COMPILED.replace("from_logits=True", "from_logits=logits"),
        COMPILED.replace(", activation='softmax'", ""),
        COMPILED.replace("softmax", "relu"),
        COMPILED.replace("SparseCategoricalCrossentropy", "Hinge"),
        COMPILED.replace("'softmax'", "last"),
        BUILT.replace(", activation='softmax'", "") + LOOP,
        OWN.replace("activation='softmax'", "name='last'") + LOOP,
        OWN.replace("return self.last(x)", "return tf.nn.relu(self.last(x))") + LOOP,
        COMPILED_FUNCTION.replace("True", "False"),
        COMPILED_FUNCTION.replace(", activation='softmax'", ""),
        BUILT + LOOP.replace("model(images, training=True)", "load(images)"),
        BUILT + LOOP.replace("(labels, predictions)", "(labels)"),
    ],
)
def test_left_alone(source: str) -> None:
    for origin in ("tensorflow==2.3", ""):
        assert found(source, origin) == (0, 0)


def test_nothing_tells_the_release() -> None:
    assert found(COMPILED, "") == (1, 0)
    assert found(BUILT + LOOP, "") == (1, 0)


@pytest.mark.parametrize(
    "taken", ["from net import build\nmodel = build()", "from net import model", "from net import *"]
)
def test_a_model_of_another_module(taken: str, tmp_path: Path) -> None:
    built = f"import tensorflow as tf\ndef build():\n    {BUILT}    return model\nmodel = build()\n"
    (tmp_path / "net.py").write_text(built)
    main = tmp_path / "main.py"
    main.write_text(f"import tensorflow as tf\n{taken}\n{LOOP}")
    result = upgrade(main.read_bytes(), Settings(select=("TFM520",)), project_of(main))
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.findings] == [3 + taken.count("\n")]


@pytest.mark.tensorflow
def test_the_losses_of_each_release() -> None:
    """TensorFlow 1.15.5 and 2.3.4 have 1.0882 for both, and 2.10.1, 2.15.1 and 2.21 have 1.0766 for the first."""
    tf = pytest.importorskip("tensorflow")
    np = pytest.importorskip("numpy")
    draw = np.random.RandomState(0)
    x, y = draw.rand(32, 4).astype("float32"), draw.randint(0, 3, 32)
    model = tf.keras.Sequential([tf.keras.layers.Input((4,)), tf.keras.layers.Dense(3, activation="softmax")])
    model.set_weights([draw.rand(4, 3), np.zeros(3)])
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    assert float(loss(y, model(x))) == pytest.approx(1.0766, abs=1e-4)
    assert float(loss(y, model(x) * 1.0)) == pytest.approx(1.0882, abs=1e-4)
