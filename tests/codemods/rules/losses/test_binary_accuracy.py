"""The accuracy of single outputs goes on being reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_upgraded

HEAD = "import keras\nfrom keras.layers.core import Dense\n\n"
AFTER = "import keras\nfrom keras.layers import Dense\n\n"
MODEL = "model = keras.models.Sequential()\nmodel.add(Dense({}))\n"
COMPILE = "model.compile('sgd', loss='binary_crossentropy', metrics=[{}])\n"
BINARY = 'keras.metrics.BinaryAccuracy(name="accuracy")'


def _lines(source: str, origin: str = "keras==2.3", to: str = "native") -> tuple[list[int], list[int], list[int]]:
    result = upgrade(source.encode(), Settings(to, origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    found = ([*result.changes], [*result.findings], [*result.notes])
    changes, findings, notes = ([each.line for each in kind if each.code == "TFM158"] for kind in found)
    return changes, findings, notes


@pytest.mark.parametrize(
    ("model", "before", "after"),
    [
        (MODEL.format(5), "'accuracy'", BINARY),
        (MODEL.format("units=5"), "'mae', 'acc'", f"'mae', {BINARY}"),
        (MODEL.format(5) + "model.add(keras.layers.Activation('sigmoid'))\n", "'accuracy'", BINARY),
    ],
)
def test_several_outputs(model: str, before: str, after: str) -> None:
    check_upgraded(f"{HEAD}{model}{COMPILE.format(before)}", f"{AFTER}{model}{COMPILE.format(after)}")


SOFTMAX = "activation='softmax'"
OWN = """class Net:
    def __init__(self, classes):
        self.model = keras.models.Sequential()
        self.build()
        self.model.add(Dense(classes, {}))
        self.model.compile('sgd', loss='binary_crossentropy', metrics=[{}])

    def build(self):
        self.model.add(Dense(8, input_shape=(3,)))
"""


@pytest.mark.parametrize(
    "model",
    [
        MODEL.format("classes, activation='softmax'"),
        MODEL.format("classes, activation=keras.activations.softmax"),
        MODEL.format("classes") + "model.add(keras.layers.Activation('softmax'))\n",
        MODEL.format("classes") + "model.add(keras.layers.Softmax())\n",
    ],
)
def test_a_softmax_is_one_of_several_outputs(model: str) -> None:
    source = f"import keras\nfrom keras.layers import Dense\n{model}{COMPILE.format(repr('acc'))}"
    last = source.count("\n")
    assert _lines(source) == ([last], [], [])
    assert _lines(source, "") == ([], [last], [])


def test_a_softmax_of_a_model_in_an_attribute() -> None:
    source = f"import keras\nfrom keras.layers import Dense\n{OWN.format(SOFTMAX, repr('acc'))}"
    assert _lines(source) == ([8], [], [])
    assert _lines(source, "") == ([], [8], [])


@pytest.mark.parametrize("activation", ["activation='sigmoid'", "activation=chosen", "name='out'"])
def test_a_width_that_does_not_show(activation: str) -> None:
    source = f"import keras\nfrom keras.layers import Dense\n{OWN.format(activation, repr('acc'))}"
    assert _lines(source) == ([], [], [8])
    assert _lines(source, "") == ([], [], [])


def test_a_softmax_of_one_unit() -> None:
    model = MODEL.format("1, activation='softmax'")
    source = f"import keras\nfrom keras.layers import Dense\n{model}{COMPILE.format(repr('acc'))}"
    assert _lines(source) == _lines(source, "") == ([], [], [])


def test_a_softmax_of_one_unit_behind_a_loop() -> None:
    layers = "for n in sizes:\n    model.add(Dense(n))\nmodel.add(Dense(1, activation='softmax'))\n"
    model = f"from keras.layers import Dense\nmodel = keras.models.Sequential()\n{layers}"
    source = f"import keras\n{model}{COMPILE.format(repr('acc'))}"
    assert not _lines(source, "")[1]
    assert _lines(source.replace("Dense(1,", "Dense(2,"), "")[1]


FUNCTIONAL = """i = keras.layers.Input((3,))
x = Dense(4)(i)
last = Dense({}, activation='sigmoid')
x = keras.layers.Dropout(0.1)(last(x))
model = keras.models.Model(inputs=i, outputs={})
"""


@pytest.mark.parametrize("outputs", ["x", "[x]", "Dense(5)(x)"])
def test_several_outputs_of_a_functional_model(outputs: str) -> None:
    model = FUNCTIONAL.format(5, outputs)
    check_upgraded(f"{HEAD}{model}{COMPILE.format(repr('acc'))}", f"{AFTER}{model}{COMPILE.format(BINARY)}")


def test_one_output_of_a_functional_model() -> None:
    source = f"import keras\nfrom keras.layers import Dense\n{FUNCTIONAL.format(1, 'x')}{COMPILE.format(repr('acc'))}"
    assert _lines(source) == ([], [], [])


CONVOLUTIONS = """i = keras.layers.Input((8, 8, 3))
last = keras.layers.Conv2D({})(i)
model = keras.models.Model(i, last)
"""


def test_several_filters() -> None:
    model = CONVOLUTIONS.format("2, (1, 1), activation='sigmoid'")
    check_upgraded(f"{HEAD}{model}{COMPILE.format(repr('acc'))}", f"{AFTER}{model}{COMPILE.format(BINARY)}")


@pytest.mark.parametrize(
    ("arguments", "notes"),
    [("1, (1, 1)", []), ("kernel_size=1, filters=1", []), ("4, 1, data_format='channels_first'", [5])],
)
def test_filters_that_stay(arguments: str, notes: list[int]) -> None:
    source = f"import keras\n{CONVOLUTIONS.format(arguments)}{COMPILE.format(repr('acc'))}"
    assert _lines(source) == ([], [], notes)


@pytest.mark.parametrize("outputs", ["own(x)", "x + i", "z"])
def test_outputs_that_the_file_does_not_show(outputs: str) -> None:
    source = f"import keras\nfrom keras.layers import Dense\nz = z(z)\n{FUNCTIONAL.format(1, outputs)}"
    assert _lines(f"{source}{COMPILE.format(repr('acc'))}") == ([], [], [9])


def test_unknown_outputs() -> None:
    source = f"import keras\nmodel = keras.models.Model(x, y)\n{COMPILE.format(repr('accuracy'))}"
    assert _lines(source) == ([], [], [3])


@pytest.mark.parametrize(
    "source",
    [
        MODEL.format(1) + COMPILE.format("'accuracy'"),
        MODEL.format("1, activation='sigmoid'") + COMPILE.format("'acc'"),
        MODEL.format(5) + COMPILE.format("'binary_accuracy'"),
        MODEL.format(5) + COMPILE.format(BINARY),
        MODEL.format(5) + "model.compile('sgd', loss='mse', metrics=['accuracy'])\n",
        MODEL.format(5) + "model.compile('sgd', loss='binary_crossentropy')\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert _lines(f"import keras\nfrom keras.layers import Dense\n{source}") == ([], [], [])


@pytest.mark.parametrize("origin", ["tensorflow==2.3", ""])
def test_other_releases(origin: str) -> None:
    source = "from tensorflow import keras\nfrom tensorflow.keras.layers import Dense\n"
    noted = [] if origin else [5]
    assert _lines(source + MODEL.format(5) + COMPILE.format("'accuracy'"), origin) == ([], [], noted)


TF_KERAS = "from tensorflow import keras\nfrom tensorflow.keras.layers import Dense\n"


@pytest.mark.parametrize(
    ("head", "origin", "changes"),
    [
        ("import keras\nfrom keras.layers import Dense\n", "keras==2.3", []),
        (TF_KERAS, "tensorflow==1.15", [5]),
        (TF_KERAS, "tensorflow==2.3", []),
    ],
)
def test_on_shims(head: str, origin: str, changes: list[int]) -> None:
    """Those of `keras` carry the accuracy; those of `tf.keras` follow TensorFlow 2."""
    assert _lines(head + MODEL.format(5) + COMPILE.format("'accuracy'"), origin, "compat") == (changes, [], [])


def test_loss_as_a_function() -> None:
    compiled = "model.compile('sgd', loss=keras.losses.binary_crossentropy, metrics=[{}])\n"
    source = f"{MODEL.format(5)}{compiled}"
    check_upgraded(f"{HEAD}{source.format(repr('acc'))}", f"{AFTER}{source.format(BINARY)}")


@pytest.mark.parametrize(
    ("given", "edits"),
    [
        ("chosen = 'binary_crossentropy'\n", [6]),
        ("chosen = keras.losses.binary_crossentropy\n", [6]),
        ("chosen = 'mse'\n", []),
        ("chosen = 'mse' if x else 'binary_crossentropy'\n", []),
    ],
)
def test_a_loss_with_a_name(given: str, edits: list[int]) -> None:
    head = f"import keras\nfrom keras.layers import Dense\n{given}{MODEL.format(5)}"
    assert _lines(f"{head}model.compile('sgd', loss=chosen, metrics=['acc'])\n") == (edits, [], [])


@pytest.mark.parametrize(
    ("made", "changes"),
    [
        ("model = net.build()\n", 1),
        ("model = net.build()\nmodel.summary()\nprint(model)\n", 1),
        ("model = net.one()\n", 0),
        ("model = net.build()\nmodel.add(last)\n", 0),
        ("model = net.build()\nchange(model)\n", 0),
        ("model = net.absent()\n", 0),
    ],
)
def test_a_model_of_another_module(made: str, changes: int, tmp_path: Path) -> None:
    """The file itself names no Keras: its module is asked for which release it was written."""
    (tmp_path / "net.py").write_text(
        "from keras.layers import Dense\nfrom keras.models import Sequential\n\n\ndef build():\n"
        f"    {MODEL.format(5).replace(chr(10), chr(10) + '    ').replace('keras.models.', '')}return model\n\n\n"
        "def one():\n    return Sequential([Dense(5), Dense(1)])\n"
    )
    main = tmp_path / "main.py"
    main.write_text(f"import net\n{made}{COMPILE.format(repr('acc'))}model.fit(x, y)\n")
    settings = Settings(origin=parse_origin("keras==2.3"), select=("TFM158",))
    result = upgrade(main.read_bytes(), settings, project_of(main))
    assert isinstance(result, Upgraded)
    assert (BINARY in result.after.decode(), result.findings) == (bool(changes), ())
