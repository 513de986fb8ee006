from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

HEAD = """
import tensorflow as tf
from abc import ABC
from tensorflow.keras.layers import BatchNormalization, Dense, Dropout, LSTM, Layer
from tensorflow.keras.models import Model, Sequential
"""
PARTS = """
    def __init__(self):
        super().__init__()
        self.part = {}
"""
COMPILED = """model = Net()
model.compile("sgd", "mse")
"""
FIT = f"""
{COMPILED}model.{{}}(x, y)
"""


def net(
    line: str, *, base: str = "Model", part: str = "Dropout(0.5)", body: str = "return self.part(x)", step: str = "fit"
) -> str:
    made = f"\nclass Net({base}):" + PARTS.format(part) + f"\n    def {line}:\n        {body}\n"
    return HEAD + made + FIT.format(step)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("call(self, x)", "call(self, x, training=None)"),
        ("call(self, x, mask=None)", "call(self, x, mask=None, training=None)"),
        ("call(self, x, *more)", "call(self, x, *more, training=None)"),
        ("call(self, x, *, scale=1)", "call(self, x, *, scale=1, training=None)"),
        ("call(self, x, **kwargs)", "call(self, x, training=None, **kwargs)"),
        ("call(self, x, is_training=False)", "call(self, x, is_training=False, training=None)"),
        (
            "call(\n        self,\n        x,  # rows\n    )",
            "call(\n        self,\n        x,  # rows\n        training=None,\n    )",
        ),
    ],
)
def test_parameter(before: str, after: str) -> None:
    check_upgraded(net(before), net(after))


@pytest.mark.parametrize("base", ["Model", "tf.keras.Model", "Model, ABC", "Sequential"])
@pytest.mark.parametrize("step", ["train_on_batch", "fit"])
@pytest.mark.parametrize("part", ["BatchNormalization()", "LSTM(2, dropout=0.1)", "[Dropout(0.1)]"])
def test_models(base: str, step: str, part: str) -> None:
    before, after = (
        net(f"call(self, {params})", base=base, part=part, step=step) for params in ("x", "x, training=None")
    )
    check_upgraded(before, after)


def test_own_layer() -> None:
    """What a layer of the file does with the phase decides, too."""
    layer = "\nclass Noise(Layer):\n    def call(self, x, training=False):\n        return x * 2 if training else x\n"
    before, after = (
        net(f"call(self, {params})", part="Noise()")
        .replace("Dropout, ", "")
        .replace("\nclass Net", f"{layer}\nclass Net")
        for params in ("x", "x, training=None")
    )
    check_upgraded(before, after)


def test_modules_of_a_project(tmp_path: Path) -> None:
    """The layers are in one module, the model in a second one, and a third one trains."""
    (tmp_path / "parts.py").write_text(
        f"{HEAD}\nclass Block(Layer):{PARTS.format('BatchNormalization()')}\n    def call(self, x):\n"
        "        return self.part(x)\n"
    )
    model = (
        "import tensorflow as tf\nfrom parts import Block\n\n\nclass Net(tf.keras.Model):"
        f"{PARTS.format('Block()')}\n    def call(self, x):\n        return self.part(x)\n"
    )
    (tmp_path / "net.py").write_text(model)
    (tmp_path / "train.py").write_text(f"from net import Net\n{FIT.format('fit')}")
    path = tmp_path / "net.py"
    result = upgrade(path.read_bytes(), project=project_of(path))
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.changes] == ["TFM504"]


def test_a_step_of_another_module(tmp_path: Path) -> None:
    step = "    def train_step(self, data):\n        return {'loss': self.loss_of(data, training=True)}\n"
    (tmp_path / "base.py").write_text(f"import tensorflow as tf\n\n\nclass Base(tf.keras.Model):\n{step}")
    path = tmp_path / "net.py"
    path.write_text("from base import Base\n" + net("call(self, x)", base="Base"))
    result = upgrade(path.read_bytes(), project=project_of(path))
    assert isinstance(result, Upgraded)
    assert "TFM504" not in [each.code for each in result.changes]


def test_an_object_of_a_project_that_is_no_model(tmp_path: Path) -> None:
    """The vocabulary of a loop of one's own has a `fit`, too."""
    (tmp_path / "words.py").write_text("class Words:\n    def fit(self, x, y):\n        pass\n")
    path = tmp_path / "main.py"
    path.write_text("from words import Words\n" + net("call(self, x)").replace(COMPILED, "model = Words()\n"))
    result = upgrade(path.read_bytes(), project=project_of(path))
    assert isinstance(result, Upgraded)
    assert "TFM504" not in [each.code for each in result.changes]


@pytest.mark.parametrize(
    ("line", "body"),
    [
        ("call(self, x, {}**kwargs)", "return self.part(x, {}**kwargs)"),
        ("call(self, x, *args, {}**kwargs)", "return x + self.part(x, *args, {}**kwargs)"),
        ("call(self, x, {}**rest)", "x = self.part(x, {}**rest)\n        return self.part(x, {}**rest)"),
    ],
)
def test_keywords_that_are_passed_on(line: str, body: str) -> None:
    after = net(line.replace("{}", "training=None, "), body=body.replace("{}", "training=training, "))
    check_upgraded(net(line.replace("{}", ""), body=body.replace("{}", "")), after)


@pytest.mark.parametrize(
    "body",
    [
        "return self.part(x, training=kwargs['training'])",
        "return self.part(x, **kwargs) if kwargs else x",
        "return self.part(x, training=True, **kwargs)",
        "return self.part(self.part(x, **kwargs), **kwargs)",
        "return self.part(x, **{**kwargs})",
    ],
)
def test_keywords_that_are_read(body: str) -> None:
    result = upgrade(net("call(self, x, **kwargs)", body=body).encode())
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.findings] == ["TFM504"]


@pytest.mark.tensorflow
def test_the_wrapper_of_a_tutorial_trains_as_in_keras_2() -> None:
    """Without `training` in its `call` the first loss is 3.89757; TensorFlow 2.3.4 and 2.10.1 have these."""
    tf = pytest.importorskip("tensorflow")
    np = pytest.importorskip("numpy")

    class Residual(tf.keras.Model):  # type: ignore[misc, name-defined]
        def __init__(self, model: object) -> None:
            super().__init__()
            self.model = model

        def call(self, inputs: object, *args: object, training: object = None, **kwargs: object) -> object:
            return inputs + self.model(inputs, *args, training=training, **kwargs)

    dense = tf.keras.layers.Dense(4, kernel_initializer="ones")
    model = Residual(tf.keras.Sequential([dense, tf.keras.layers.BatchNormalization()]))
    model.compile(tf.keras.optimizers.SGD(0.01), "mse")
    x = np.random.RandomState(0).rand(32, 4).astype("float32")
    losses = model.fit(x, x, epochs=2, batch_size=8, shuffle=False, verbose=0).history["loss"]
    assert losses == pytest.approx([0.98128, 0.94286], abs=2e-5)


@pytest.mark.parametrize(
    "source",
    [
        net("call(self, x, training=None)"),
        net("call(self, x, *, training=False)"),
        net("call(self, x)", part="Dense(2)"),
        net("call(self, x)", part="LSTM(2)"),
        net("call(self, x)", base="Layer"),
        net("call(self, x)", step="predict"),
        net("called(self, x)"),
        net("call(self, x)", base="tf.Module"),
        net("call(self, x)", body="return self.part(x)\n\n    def train_step(self, data):\n        return {}"),
        net("call(self, x)").replace("model.fit", "model(x, training=True)  # "),
        "import keras\n\nkeras.ops.relu(1)" + net("call(self, x)"),
        net("call(self, x)").replace(COMPILED, "class Words:\n    def fit(self, x, y): pass\n\nmodel = Words()\n"),
        "from sklearn.svm import SVC" + net("call(self, x)").replace(COMPILED, "model = SVC()\n"),
    ],
)
def test_left_alone(source: str) -> None:
    source = source.replace(", Dropout", "") if "Dropout(" not in source else source
    check_untouched(source)


DENSE = net("call(self, x)", part="Dense(2)")
OTHERS = "class Other(Layer):\n    def call(self, x, training=None):\n        return x if training else 2 * x\n\n"
MAKER = "def block():\n    return [Dense(2), Dropout(0.5)]\n\n"


@pytest.mark.parametrize("others", [OTHERS, MAKER, "head = Sequential([Dropout(0.5)])\n\n"])
def test_a_model_without_such_layers_beside_others(others: str) -> None:
    check_untouched(DENSE.replace("\nclass Net", f"\n{others}class Net"))


@pytest.mark.parametrize(
    ("others", "part"),
    [
        (OTHERS, "Other()"),
        (MAKER, "block()"),
        ("class Base(Model):\n    def drop(self, x):\n        return Dropout(0.5)(x)\n\n", "Base()"),
    ],
)
def test_what_a_model_makes_of_the_file(others: str, part: str) -> None:
    before, after = (
        net(f"call(self, x{more})", part=part).replace("\nclass Net", f"\n{others}class Net")
        for more in ("", ", training=None")
    )
    check_upgraded(before, after)


@pytest.mark.parametrize(
    "body", ["return self.part(x)", "for each in self.part:\n            x = each(x)\n        return x"]
)
def test_layers_that_a_model_is_given(body: str) -> None:
    before, after = (
        net(f"call(self, x{more})", part="part", body=body)
        .replace("__init__(self)", "__init__(self, part)")
        .replace("Net()", "Net(Sequential([Dropout(0.5)]))")
        for more in ("", ", training=None")
    )
    check_upgraded(before, after)
