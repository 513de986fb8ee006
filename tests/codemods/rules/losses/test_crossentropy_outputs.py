"""Crossentropies of models that end with the activation of another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "import keras\nfrom keras.layers import Activation, Conv2D, Dense, Input, LeakyReLU, Softmax, TimeDistributed\n"
HEAD += "from keras.models import Model, Sequential\n"
TWO, BINARY = 'Dense(2, activation="softmax")', 'model.compile("adam", "binary_crossentropy")\n'
OWN = f"""class Net(Model):
    def __init__(self):
        super().__init__()
        self.first, self.last = Dense(4, activation="sigmoid"), {TWO}
        self.whole = Sequential([Dense(4), {TWO}])
    def call(self, x):
"""


def _found(source: str, origin: str = "keras==2.3", to: str = "native") -> tuple[int, int]:
    result = upgrade((HEAD + source).encode(), Settings(to, origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    codes = ([each.code for each in kind] for kind in (result.findings, result.notes))
    findings, notes = (kind.count("TFM271") for kind in codes)
    return findings, notes


@pytest.mark.parametrize(
    "source",
    [
        f"model = Sequential([{TWO}])\n{BINARY}",
        f"model = Sequential()\nmodel.add({TWO})\n{BINARY}",
        f"model = Sequential()\nif wide:\n    model.add(Dense(8))\nmodel.add({TWO})\n{BINARY}",
        f'model = Sequential([Dense(2), Activation("softmax")])\n{BINARY}',
        f"model = Sequential([Dense(2), Activation(keras.activations.softmax)])\n{BINARY}",
        f"model = Sequential([Dense(2), Softmax()])\n{BINARY}",
        f'model = Sequential([Dense(2, "softmax")])\n{BINARY}',
        f"x = Input((3,))\ny = {TWO}(x)\nmodel = Model(x, y)\n{BINARY}",
        f"x = Input((3,))\nx = Dense(4)(x)\nx = {TWO}(x)\nmodel = Model(inputs=x, outputs=[x])\n{BINARY}",
        f"def build():\n    model = Sequential([{TWO}])\n    return model\nmodel = build()\n{BINARY}",
        (
            f"class A:\n    def f(self):\n        self.m = Sequential()\n        self.m.add({TWO})\n"
            "        self.m.compile('adam', loss='binary_crossentropy')\n"
        ),
        f'model = Sequential([{TWO}])\nmodel.compile("adam", keras.losses.binary_crossentropy)\n',
        f'model = Sequential([{TWO}])\nmodel.compile("adam", keras.losses.BinaryCrossentropy())\n',
        f'model = Sequential([{TWO}])\nmodel.compile("adam", keras.losses.BinaryCrossentropy(from_logits=False))\n',
        'model = Sequential([Dense(2, activation="sigmoid")])\nmodel.compile("adam", "categorical_crossentropy")\n',
        (
            'model = Sequential([Dense(2, activation="sigmoid")])\n'
            'model.compile("adam", loss="sparse_categorical_crossentropy")\n'
        ),
        'model = Sequential([Conv2D(2, 1, activation="softmax")])\n' + BINARY,
        f"{OWN}        return self.last(self.first(x))\nmodel = Net()\n{BINARY}",
        f"{OWN}        x = self.first(x)\n        x = self.last(x)\n        return x\nmodel = Net()\n{BINARY}",
        f"{OWN}        return self.whole(x)\nmodel = Net()\n{BINARY}",
        f"{OWN}        return keras.activations.softmax(self.first(x))\nmodel = Net()\n{BINARY}",
        f"{OWN}        return self.last(x)\ndef build():\n    return Net()\nmodel = build()\n{BINARY}",
        f"{OWN}        return self.last(x)\n    def train(self):\n        self.compile('adam', 'binary_crossentropy')\n",
    ],
)
def test_of_another_activation(source: str) -> None:
    assert _found(source) == (1, 0)
    assert _found(source, to="compat") == (0, 0)


@pytest.mark.parametrize(
    "source",
    [
        f'model = Sequential([Dense(2, activation="sigmoid")])\n{BINARY}',
        f'model = Sequential([{TWO}])\nmodel.compile("adam", "categorical_crossentropy")\n',
        f'model = Sequential([{TWO}])\nmodel.compile("adam", "mse")\n',
        f'model = Sequential([{TWO}])\nmodel.compile("adam", loss)\n',
        f'model = Sequential([{TWO}, Dense(1, activation="sigmoid")])\n{BINARY}',
        f'model = Sequential([{TWO}])\nmodel.compile("adam", keras.losses.BinaryCrossentropy(from_logits=True))\n',
        f"model = Sequential([TimeDistributed({TWO})])\n{BINARY}",
        f'model = Sequential([Dense(2), Activation("hard_sigmoid")])\n{BINARY}',
        f"model = Sequential([Dense(2), LeakyReLU()])\n{BINARY}",
        'model = Sequential([Dense(2)])\nmodel.compile("adam", "categorical_crossentropy")\n',
        'model = Sequential([Dense(2)])\nmodel.compile("adam", keras.losses.BinaryCrossentropy(from_logits=True))\n',
        f"model = Sequential([Dense(2, activation=name)])\n{BINARY}",
        f"model = Sequential([{TWO}])\nmodel.pop()\n{BINARY}",
        f"model = Sequential()\nmodel.add({TWO})\nif more:\n    model.add(Dense(1))\n{BINARY}",
        f'x = Input((3,))\nmodel = Model(x, [{TWO}(x), {TWO}(x)])\nmodel.compile("adam", "binary_crossentropy")\n',
        f'other = Sequential([{TWO}])\nmodel = Sequential([Dense(1, "sigmoid")])\n{BINARY}',
        f"{OWN}        return self.first(self.last(x))\nmodel = Net()\n{BINARY}",
        f"{OWN}        return tf.nn.softmax(self.first(x))\nmodel = Net()\n{BINARY}",
        f"{OWN}        return self.last(x), self.first(x)\nmodel = Net()\n{BINARY}",
        f"{OWN}        if wide:\n            return self.first(x)\n        return self.last(x)\nmodel = Net()\n{BINARY}",
        f"{OWN}        x = self.first(x)\n        if wide:\n            x = self.last(x)\n        return x\nmodel = Net()\n{BINARY}",
        f'{OWN}        return self.last(x)\nmodel = Net()\nmodel.compile("adam", "categorical_crossentropy")\n',
    ],
)
def test_left_alone(source: str) -> None:
    assert _found(source) == (0, 0)


def test_releases() -> None:
    source = f"model = Sequential([{TWO}])\n{BINARY}"
    assert _found(source, "tensorflow==2.3") == (0, 1)
    assert _found(source, "keras==3.0") == (0, 0)
    assert _found(source, "") == (0, 1)


MADE = """from keras.layers import Dense
from keras.models import Model, Sequential


def build(deep=False):
    model = Sequential()
    if deep:
        model.add(Dense(8))
    model.add(Dense(3, activation="{last}"))
    return model


class Net:
    def __init__(self):
        self.model = build()
"""


@pytest.mark.parametrize("last", ["softmax", "sigmoid"])
@pytest.mark.parametrize(
    ("made", "number"),
    [
        ("model = net.build()\n", 1),
        ("model = net.build(deep=True)\nprint(model)\n", 1),
        ("model = net.Net().model\n", 1),
        ("holder = net.Net()\nmodel = holder.model\n", 1),
        ("def again():\n    return net.build()\nmodel = again()\n", 1),
        ("import keras\nmodel = net.build()\n", 1),
        ("model = net.build()\nmodel.add(last)\n", 0),
        ("model = net.build()\nmodel.pop()\n", 0),
        ("def more(model):\n    model.add(last)\nmodel = net.build()\nmore(model)\n", 0),
        ("model = net.build() if on else other\n", 0),
        ("model = net.absent()\n", 0),
    ],
)
def test_a_model_of_another_module(made: str, number: int, last: str, tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(MADE.format(last=last))
    main = tmp_path / "main.py"
    main.write_text(f"import net\n{made}model.compile('sgd', loss='binary_crossentropy')\nmodel.fit(x, y)\n")
    settings = Settings(origin=parse_origin("keras==2.3"), select=("TFM271",))
    result = upgrade(main.read_bytes(), settings, project_of(main))
    assert isinstance(result, Upgraded)
    assert len(result.findings) == (number if last == "softmax" else 0)
    assert result.notes == ()
    undated = upgrade(main.read_bytes(), Settings(select=("TFM271",)), project_of(main))
    assert isinstance(undated, Upgraded)
    assert (len(undated.findings), len(undated.notes)) == (0, len(result.findings))


@pytest.mark.parametrize(("key", "found"), [("acc", (1, 0)), ("loss", (0, 1))])
def test_a_key_of_keras_2_dates_a_file_that_names_no_keras(key: str, found: tuple[int, int], tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(MADE.format(last="softmax"))
    main = tmp_path / "main.py"
    main.write_text(
        "import net\nmodel = net.build()\nmodel.compile('sgd', loss='binary_crossentropy', metrics=['accuracy'])\n"
        f"h = model.fit(x, y)\nprint(h.history['{key}'])\n"
    )
    result = upgrade(main.read_bytes(), Settings(select=("TFM271",)), project_of(main))
    assert isinstance(result, Upgraded)
    assert (len(result.findings), len(result.notes)) == found


BEYOND = [
    f'model = Sequential([Dense(2), Activation("tanh")])\n{BINARY}',
    f"model = Sequential([Dense(1)])\n{BINARY}",
    f'x = Input((3,))\nmodel = Model(x, Dense(3, activation="relu")(x))\n{BINARY}',
    'model = Sequential([Dense(1)])\nmodel.compile("adam", keras.losses.BinaryCrossentropy())\n',
]


@pytest.mark.parametrize("source", BEYOND)
def test_numbers_that_are_no_probabilities(source: str) -> None:
    """Keras 2.3.1 and TensorFlow 1.15.5 to 2.15.1 have 15.3 for a 0 that was to be 1, Keras 2.2.4 and 3.15 have 16.0."""
    assert _found(source) == (1, 0)
    assert _found(source, "keras==2.2.5") == (0, 0)
    assert _found(source, "") == (0, 1)
    assert _found(source, "keras==3.0") == (0, 0)
    of_tensorflow = source.replace("keras.losses", "tf.keras.losses")
    for origin, findings in (("tensorflow==1.13", 0), ("tensorflow==1.15", 1), ("tensorflow==2.10", 1)):
        head = HEAD.replace("import keras", "import tensorflow as tf").replace("from keras", "from tensorflow.keras")
        result = upgrade((head + of_tensorflow).encode(), Settings(origin=parse_origin(origin)))
        assert isinstance(result, Upgraded)
        assert [each.code for each in result.findings].count("TFM271") == findings


CUT = [
    f'model = Sequential([{TWO}])\nmodel.compile("adam", "categorical_crossentropy")\n',
    f'model = Sequential([{TWO}])\nmodel.compile("adam", "sparse_categorical_crossentropy")\n',
    f'model = Sequential([Dense(1, activation="sigmoid")])\n{BINARY}',
]


@pytest.mark.parametrize("source", CUT)
def test_predictions_that_were_cut(source: str) -> None:
    """Keras 2.2.4 and TensorFlow 1.13.2 had 16.1 where Keras 2.3.1 and later have 150."""
    assert _found(source, "keras==2.2.5") == (0, 1)
    assert _found(source, "keras==2.2.5", "compat") == (0, 1)
    assert _found(source * 2, "keras==2.2.5") == (0, 1), "once"
    for origin in ("keras==2.3", "keras==3.0", ""):
        assert _found(source, origin) == (0, 0)


@pytest.mark.parametrize(("key", "notes"), [("acc", 1), ("accuracy", 0), ("loss", 0)])
def test_the_accuracy_of_keras_2_2(key: str, notes: int) -> None:
    compiled = CUT[0].replace('entropy")', 'entropy", metrics=["accuracy"])')
    source = f"{compiled}h = model.fit_generator(x)\nprint(h.history['{key}'])\n"
    assert _found(source, "")[1] == notes


@pytest.mark.parametrize(("package", "origin"), [("keras", "keras==2.3"), ("tensorflow.keras", "tensorflow==1.15")])
@pytest.mark.parametrize("last", ["softmax", "linear"])
def test_the_note_names_a_release_of_the_package(package: str, origin: str, last: str) -> None:
    source = f"from {package}.layers import Dense\nfrom {package}.models import Sequential\n"
    source += f'model = Sequential([Dense(2, activation="{last}")])\n{BINARY}'
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert [each.advice.rpartition(" ")[2] for each in result.notes if each.code == "TFM271"] == [origin]
    told = upgrade(source.encode(), Settings(origin=parse_origin(origin)))
    assert isinstance(told, Upgraded)
    assert [each.code for each in told.findings] == ["TFM271"]
