"""Optimizers that update by another rule are named, and with `--exact` those of `compat`."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

HEAD = "from keras.layers import Dense, Embedding\nfrom keras.models import Sequential\n"
EMBEDDING = "model = Sequential([Embedding(9, 2), Dense(1)])\n"


def _upgraded(source: str, origin: str = "keras==2.3", *, exact: bool = False) -> Upgraded:
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin) if origin else None, exact=exact))
    assert isinstance(result, Upgraded)
    return result


def _codes(result: Upgraded) -> tuple[list[int], list[int]]:
    """The lines of findings and of notes."""
    findings = [each.line for each in result.findings if each.code == "TFM149"]
    return findings, [each.line for each in result.notes if each.code == "TFM149"]


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("o = keras.optimizers.RMSprop(learning_rate=0.1)\n", []),
        ("o = keras.optimizers.Nadam(learning_rate=0.1)\n", [2]),
        ("keras.models.Sequential().compile('rmsprop', 'mse')\n", []),
        ("o = keras.optimizers.Adam(learning_rate=0.1)\n", []),
        ("o = keras.optimizers.SGD(learning_rate=0.1, global_clipnorm=1.0)\n", []),
        ("keras.models.Sequential().compile('adam', 'mse')\n", []),
        ("keras.models.Sequential().compile('sgd', 'mse')\n", []),
    ],
)
def test_the_momentum_of_nadam_is_a_note(code: str, lines: list[int]) -> None:
    assert _codes(_upgraded("import keras\n" + code)) == ([], lines)


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("o = keras.optimizers.Adam(learning_rate=0.1)\n", [5]),
        ("o = keras.optimizers.SGD(learning_rate=0.1, clipvalue=0.5)\n", [5]),
        ("model.compile('adam', 'mse')\n", [5]),
        ("model.compile(optimizer='rmsprop', loss='mse')\n", [5]),
        ("model.compile('sgd', 'mse')\n", []),
        ("o = keras.optimizers.SGD(learning_rate=0.1, momentum=0.9)\n", []),
        ("o = keras.optimizers.SGD(learning_rate=0.1, clipvalue=None)\n", []),
    ],
)
def test_an_embedding_is_a_finding(code: str, lines: list[int]) -> None:
    assert _codes(_upgraded("import keras\n" + HEAD + EMBEDDING + code)) == (lines, [])


def test_of_tf_keras() -> None:
    source = "from tensorflow import keras\no = keras.optimizers.{}(learning_rate=0.1)\n"
    assert _codes(_upgraded(source.format("Nadam"), "tensorflow==2.3")) == ([], [2])
    assert _codes(_upgraded(source.format("Adagrad"), "tensorflow==2.3")) == ([], [])


def test_momentum_of_tf_keras() -> None:
    source = f"from tensorflow import keras\n{HEAD.replace('keras', 'tensorflow.keras')}{EMBEDDING}"
    assert _codes(_upgraded(source + "o = keras.optimizers.SGD(0.1, momentum=0.9)\n", "tensorflow==2.3")) == ([5], [])
    assert _codes(_upgraded(source + "o = keras.optimizers.SGD(0.1, momentum=0.0)\n", "tensorflow==2.3")) == ([], [])


def test_a_frozen_embedding() -> None:
    frozen = "model = Sequential([Embedding(9, 2, trainable=False), Dense(1)])\nmodel.compile('adam', 'mse')\n"
    assert _codes(_upgraded(HEAD + frozen)) == ([], [])


PLAIN = "other = Sequential()\nother.add(Dense(3))\nother.add(Dense(1))\n"
COMPILE = "other.compile(optimizer='adam', loss='mse')\n"


@pytest.mark.parametrize(
    "code",
    [
        EMBEDDING + PLAIN + COMPILE,
        EMBEDDING + PLAIN.replace("other", "model") + COMPILE.replace("other", "model"),
        "other = make()\n" + COMPILE + EMBEDDING,
        "other = make()\nother.compile(loss='mse', optimizer=keras.optimizers.Adam(0.1))\n" + EMBEDDING,
        "other = make()\n" + COMPILE + "def build():\n    " + EMBEDDING,
        EMBEDDING + "model.layers[0].trainable = False\nmodel.compile('adam', 'mse')\n",
        EMBEDDING + PLAIN + "other.compile(loss='mse', optimizer=keras.optimizers.Adam(0.1))\n",
    ],
)
def test_a_model_without_the_embedding(code: str) -> None:
    assert _codes(_upgraded("import keras\n" + HEAD + code)) == ([], [])


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (PLAIN + "other.add(part)\n" + EMBEDDING + COMPILE, 9),
        (EMBEDDING + "other = Sequential([model, Dense(1)])\n" + COMPILE, 6),
        (EMBEDDING + "other = make(model)\n" + COMPILE, 6),
        ("for _ in range(2):\n    model.compile('adam', 'mse')\n    " + EMBEDDING, 5),
        ("def train(model):\n    model.compile(optimizer='adam', loss='mse')\n" + EMBEDDING + "train(model)\n", 5),
        (EMBEDDING + "model.layers[1].trainable = False\nmodel.compile('adam', 'mse')\n", 6),
        (EMBEDDING + "model.compile('adam', 'mse')\nmodel.layers[0].trainable = False\n", 5),
        (EMBEDDING + "if fine: model.layers[0].trainable = False\nmodel.compile('adam', 'mse')\n", 6),
        (EMBEDDING + "model.layers[0].trainable = True\nmodel.compile('adam', 'mse')\n", 6),
        (EMBEDDING + "model.layers[0].trainable = False\n" + EMBEDDING + "model.compile('adam', 'mse')\n", 7),
    ],
)
def test_a_model_that_may_have_the_embedding(code: str, line: int) -> None:
    assert _codes(_upgraded("import keras\n" + HEAD + code))[0] == [line]


@pytest.mark.parametrize(("optimizer", "asks"), [("Nadam", True), ("Adam", False), ("SGD", False)])
def test_nadam_of_an_unknown_release(optimizer: str, asks: bool) -> None:
    result = _upgraded(f"import tensorflow as tf\ntf.keras.optimizers.{optimizer}(learning_rate=0.01)\n", "")
    assert result.findings == ()
    assert [f"becomes of {optimizer}" in each.message for each in result.notes] == [True] * asks


def test_undecided() -> None:
    source = HEAD + EMBEDDING + "model.compile('adam', 'mse')\n"
    result = _upgraded(source, "")
    assert _codes(result) == ([], [4])
    assert "--from" in next(each.advice for each in result.notes if each.code == "TFM149")
    assert _codes(_upgraded("import keras\no = keras.optimizers.RMSprop(learning_rate=0.1)\n", "")) == ([], [])


@pytest.mark.parametrize(
    "source",
    [
        "import keras\nfrom keras import ops\nmodel.compile('adam', 'mse')\nx = keras.layers.Embedding(9, 2)(ops.ones(3))\n",
        "from compat.keras.optimizers import RMSprop\n\no = RMSprop(0.1)\n",
        "class RMSprop:\n    pass\n\n\no = RMSprop()\n",
        "import torch\n\no = torch.optim.RMSprop(parameters)\n",
    ],
)
@pytest.mark.parametrize("exact", [False, True])
def test_left_alone(source: str, exact: bool) -> None:
    check_untouched(source, exact=exact)


def test_with_exact() -> None:
    check_upgraded(
        "from keras.layers.core import Dense\nfrom keras.optimizers import RMSprop, SGD\n\n"
        "o = RMSprop(lr=0.1)\np = SGD(0.1)\n",
        "from compat.keras.optimizers import RMSprop as LegacyRMSprop\nfrom keras.layers import Dense\n"
        "from keras.optimizers import RMSprop, SGD\n\no = LegacyRMSprop(learning_rate=0.1)\np = SGD(0.1)\n",
        exact=True,
    )
    result = _upgraded(HEAD + EMBEDDING + "model.compile('adam', 'mse')\n", exact=True)
    assert b"model.compile(LegacyAdam(), 'mse')" in result.after
    result = _upgraded(
        "from tensorflow import keras\no = keras.optimizers.RMSprop(0.1)\n", "tensorflow==2.3", exact=True
    )
    assert b"from compat.tensorflow.keras.optimizers import RMSprop as LegacyRMSprop" in result.after
