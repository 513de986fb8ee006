"""Optimizers that update by another rule are named, and with `--exact` those of `compat`."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.analysis.objects.test_project_classes import run
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


ADAGRAD = "keras.optimizers.Adagrad(learning_rate=0.01, initial_accumulator_value=0.0, {}, epsilon=1e-14)"


def _changed(result: Upgraded) -> list[int]:
    return [each.line for each in result.changes if each.code == "TFM149"]


@pytest.mark.parametrize(
    ("code", "changed"),
    [
        ("o = keras.optimizers.Adam(learning_rate=0.1)\n", "o = keras.optimizers.Adam(learning_rate=0.1, {})\n"),
        ("o = keras.optimizers.Adam()\n", "o = keras.optimizers.Adam({})\n"),
        ("model.compile('adam', 'mse')\n", "model.compile(keras.optimizers.Adam({}), 'mse')\n"),
        ("o = 'adam'\nmodel.compile(o, 'mse')\n", "o = 'adam'\nmodel.compile(keras.optimizers.Adam({}), 'mse')\n"),
        (
            "model.compile(loss='mse', optimizer='adagrad')\n",
            f"model.compile(loss='mse', optimizer={ADAGRAD})\n",
        ),
    ],
)
def test_an_embedding_gets_dense_gradients(code: str, changed: str) -> None:
    head = "import keras\n" + HEAD + EMBEDDING
    result = _upgraded(head + code)
    assert result.after.decode() == head + changed.format("global_clipnorm=1e30")
    assert result.findings == ()
    assert _changed(_upgraded(result.after.decode())) == []


def test_an_embedding_of_another_module(tmp_path: Path) -> None:
    code = "import networks\nfrom keras.layers.core import Dense\nnetworks.make().compile('adam', 'mse')\n"
    other = HEAD + "def make():\n    return Sequential([Embedding(9, 2), Dense(1)])\n"
    assert b"Adam(global_clipnorm=1e30)" in run(tmp_path, code, networks=other).after


@pytest.mark.parametrize(
    ("optimizer", "layer", "lines"),
    [("Adam(0.1)", "Embedding(9, 2)", [3]), ("SGD(0.1)", "Embedding(9, 2)", []), ("Adam(0.1)", "Dense(2)", [])],
)
def test_another_module_and_an_unknown_release(tmp_path: Path, optimizer: str, layer: str, lines: list[int]) -> None:
    code = (
        f"import networks\nimport tensorflow as tf\nnetworks.make().compile(tf.keras.optimizers.{optimizer}, 'mse')\n"
    )
    other = f"import tensorflow as tf\ndef make():\n    return tf.keras.Sequential([tf.keras.layers.{layer}])\n"
    assert _codes(run(tmp_path, code, networks=other)) == ([], lines)


def test_lookups_in_a_loop() -> None:
    code = "import tensorflow as tf\nrows = tf.nn.embedding_lookup(table, ids)\no = tf.keras.optimizers.Adam(0.1)\n"
    result = _upgraded(code, "tensorflow==2.3")
    assert result.after.decode() == code.replace("Adam(0.1)", "Adam(0.1, global_clipnorm=1e30)")


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("o = keras.optimizers.SGD(learning_rate=0.1, clipvalue=0.5)\n", [5]),
        ("o = keras.optimizers.Adam(learning_rate=0.1, clipvalue=0.5)\n", [5]),
        ("o = keras.optimizers.Adam(learning_rate=0.1, **options)\n", [5]),
        ("model.compile('sgd', 'mse')\n", []),
        ("o = keras.optimizers.SGD(learning_rate=0.1, momentum=0.9)\n", []),
        ("o = keras.optimizers.SGD(learning_rate=0.1, clipvalue=None)\n", []),
    ],
)
def test_an_embedding_is_a_finding(code: str, lines: list[int]) -> None:
    result = _upgraded("import keras\n" + HEAD + EMBEDDING + code)
    assert _codes(result) == (lines, [])
    assert _changed(result) == []


@pytest.mark.parametrize(
    ("dtype", "is_found"),
    [
        ('"float64"', True),
        ("tf.float64", True),
        ("tf.float16", True),
        ("kind", True),
        ('"float32"', False),
        ("tf.float32", False),
        ("None", False),
    ],
)
def test_an_embedding_with_a_dtype_of_its_own(dtype: str, is_found: bool) -> None:
    """Keras 3 clips no gradients of two dtypes together: TypeError."""
    source = f"import tensorflow as tf\n{HEAD}model = Sequential([Embedding(9, 2, dtype={dtype}), Dense(1)])\n"
    result = _upgraded(source + "model.compile('adam', 'mse')\n")
    assert _codes(result) == (([5], []) if is_found else ([], []))
    assert (b"global_clipnorm" in result.after) is not is_found


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
    assert _changed(_upgraded(HEAD + frozen)) == []


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
    result = _upgraded("import keras\n" + HEAD + code)
    assert _codes(result) == ([], [])
    assert _changed(result) == []


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
    assert _changed(_upgraded("import keras\n" + HEAD + code)) == [line]


@pytest.mark.parametrize(("optimizer", "asks"), [("Nadam", True), ("Adam", False), ("SGD", False)])
def test_nadam_of_an_unknown_release(optimizer: str, asks: bool) -> None:
    result = _upgraded(f"import tensorflow as tf\ntf.keras.optimizers.{optimizer}(learning_rate=0.01)\n", "")
    assert result.findings == ()
    assert [f"becomes of {optimizer}" in each.message for each in result.notes] == [True] * asks


def test_a_script_that_can_only_be_of_keras_2() -> None:
    source = (
        "import tensorflow as tf\nstrategy = tf.distribute.MirroredStrategy()\n"
        "layer = tf.keras.layers.Embedding(9, 2)\noptimizer = tf.keras.optimizers.Adam(0.1)\n"
    )
    told = _upgraded(f"{source}strategy.experimental_run_v2(step)\n", "")
    assert "Adam(0.1, global_clipnorm=1e30)" in told.after.decode()
    assert _codes(told) == ([], [])
    assert _codes(_upgraded(f"{source}strategy.run(step)\n", "")) == ([], [4])


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


STEPS = """
import numpy as np
import tensorflow as tf
layers = [
    tf.keras.layers.Embedding(4, 3, embeddings_initializer="ones"),
    tf.keras.layers.Flatten(),
    tf.keras.layers.Dense(1, kernel_initializer="ones"),
]
model = tf.keras.Sequential(layers)
model.build((None, 2))
model.compile({}, "mse")
for _ in range(3):
    model.train_on_batch(np.array([[0, 0], [0, 1], [0, 2]]), np.zeros((3, 1)))
rows = model.get_weights()[0][:, 0]
"""
KNOWN = {
    "tf.keras.optimizers.Adam(0.1)": [0.708353, 0.708353, 0.708353, 1.0],
    "tf.keras.optimizers.Adagrad(0.1)": [0.799587, 0.800052, 0.800052, 1.0],
    "tf.keras.optimizers.RMSprop(0.1)": [0.538497, 0.538497, 0.538497, 1.0],
}
"""The first column of the embedding on TensorFlow 2.15.1."""


@pytest.mark.tensorflow
@pytest.mark.parametrize("optimizer", KNOWN)
@pytest.mark.parametrize("is_upgraded", [True, False])
def test_rows_that_a_batch_has_several_times(optimizer: str, is_upgraded: bool) -> None:
    pytest.importorskip("tensorflow")
    code = STEPS.format(optimizer)
    found: dict[str, list[float]] = {}
    exec(compile(_upgraded(code, "tensorflow==2.12").after if is_upgraded else code, "code", "exec"), found)
    close = pytest.approx(KNOWN[optimizer], abs=1e-5)
    assert ([*found["rows"]] == close) is is_upgraded


def test_what_it_writes_tells_of_no_release() -> None:
    """A second run knows no more of the release than the first: the layer is open in both."""
    source = (
        "from keras.layers import GRU\nfrom keras.optimizers import Adamax\n{}\nlayer = GRU(4, reset_after=False)\n"
    )
    plain, clipped = (source.format(f"optimizer = Adamax({each})") for each in ("", "global_clipnorm=1e30"))
    found = [upgrade(each.encode()) for each in (plain, clipped)]
    said = [
        [(n.code, n.line) for n in each.notes if "GRU" in n.message] for each in found if isinstance(each, Upgraded)
    ]
    assert said[0] == said[1] != []
