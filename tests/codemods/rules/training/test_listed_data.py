"""Lists of numbers become arrays where a model is trained with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.releases.origin import Origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_sound, check_untouched, check_upgraded

HEAD = "import numpy as np\nfrom keras.models import Sequential\nm = Sequential([layer])\nm.compile('sgd', 'mse')\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("m.fit(x, [0, 1, -1])", "m.fit(x, np.array([0, 1, -1]))"),
        ("m.fit(x, y=t.tolist(), epochs=2)", "m.fit(x, y=np.array(t.tolist()), epochs=2)"),
        ("p = m.predict([[0, 0], [0, 1]])", "p = m.predict(np.array([[0, 0], [0, 1]]))"),
        ("d = [[0.5, 1]]\nm.evaluate(d, t)", "d = [[0.5, 1]]\nm.evaluate(np.array(d), t)"),
        ("m.fit(x, y, sample_weight=[1.0, 2.0])", "m.fit(x, y, sample_weight=np.array([1.0, 2.0]))"),
        ("m.fit(x, y, validation_data=(v, [1, 2]))", "m.fit(x, y, validation_data=(v, np.array([1, 2])))"),
    ],
)
def test_lists(before: str, after: str) -> None:
    check_upgraded(f"{HEAD}{before}\n", f"{HEAD}{after}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("p = m.predict(['good', 'bad'])", "p = m.predict(tf.constant(['good', 'bad']))"),
        ("p = m.predict([['good'], ['bad']])", "p = m.predict(tf.constant([['good'], ['bad']]))"),
        ("t = ['good']\np = m.predict(t)", "t = ['good']\np = m.predict(tf.constant(t))"),
        ("m.fit(x=['good', 'bad'], y=y)", "m.fit(x=tf.constant(['good', 'bad']), y=y)"),
    ],
)
def test_texts(before: str, after: str) -> None:
    """Those of TensorFlow's tutorial on the classification of texts."""
    head = "import tensorflow as tf\n" + HEAD
    check_upgraded(f"{head}{before}\n", f"{head}{after}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("m.fit(np.array(['good', 'bad']), y)", "m.fit(np.array(['good', 'bad'], dtype=object), y)"),
        ("t = np.asarray(['good'])\nm.predict(t)", "t = np.asarray(['good'], dtype=object)\nm.predict(t)"),
        ("t = ['good']\nm.predict(np.array(t))", "t = ['good']\nm.predict(np.array(t, dtype=object))"),
    ],
)
def test_arrays_of_texts(before: str, after: str) -> None:
    check_upgraded(f"{HEAD}{before}\n", f"{HEAD}{after}\n")


@pytest.mark.parametrize(
    "given", ["np.array(['a'], dtype=object)", "np.array([1, 2])", "np.array(texts)", "np.array([])"]
)
def test_arrays_that_stay(given: str) -> None:
    check_untouched(f"{HEAD}p = m.predict({given})\n")


@pytest.mark.parametrize(
    "given", ["['a', 1]", "[]", "['a', x]", "[['a', 'b'], ['c', 'd']]", "texts", "[f(t) for t in w]"]
)
def test_what_is_no_list_of_texts(given: str) -> None:
    check_untouched(f"{HEAD}p = m.predict({given})\n")


def test_import() -> None:
    head = "from keras.models import Sequential\n"
    body = "m = Sequential([layer])\np = m.predict({})\n"
    check_upgraded(head + body.format("[[1]]"), f"import numpy as np\n{head}{body.format('np.array([[1]])')}")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("m.train_on_batch(x, [1] * n)", "m.train_on_batch(x, np.array([1] * n))"),
        ("m.train_on_batch(x, y=n * [1.0])", "m.train_on_batch(x, y=np.array(n * [1.0]))"),
        ("m.test_on_batch(x, [0, 1])", "m.test_on_batch(x, np.array([0, 1]))"),
        ("y = [1] * n + [0] * n\nm.train_on_batch(x, y)", "y = [1] * n + [0] * n\nm.train_on_batch(x, np.array(y))"),
        ("m.fit(x, [1] * n)", "m.fit(x, np.array([1] * n))"),
    ],
)
def test_repeated_numbers_and_batches(before: str, after: str) -> None:
    """The labels of a GAN: `[1] * size + [0] * size`."""
    check_upgraded(f"{HEAD}{before}\n", f"{HEAD}{after}\n")


def test_what_is_written_trains() -> None:
    tf = pytest.importorskip("tensorflow")
    source = "import keras\nimport numpy as np\nm = keras.models.Sequential([layer])\nm.compile('sgd', 'mse')\n"
    after = check_sound(f"{source}loss = m.train_on_batch(np.ones((4, 2)), [0, 1] * 1 + [1, 0])\n").after
    layer = tf.keras.layers.Dense(1, kernel_initializer="ones")
    found: dict[str, object] = {"layer": layer}
    exec(compile(after, "after", "exec"), found)
    assert found["loss"] == 2.5, "as on TensorFlow 1.15.5 with Keras 2.3.1"


@pytest.mark.parametrize(
    "source",
    [
        f"{HEAD}m.train_on_batch(x, [1])\n",
        f"{HEAD}m.train_on_batch(x, [a] * 2)\n",
        f"{HEAD}m.train_on_batch(x, [a] + [1])\n",
        f"{HEAD}m.train_on_batch(x, labels * 2)\n",
        f"{HEAD}m.train_on_batch(x, [y1, y2])\n",
        f"{HEAD}m.train_on_batch(x, [[0], [1]])\n",
        f"{HEAD}m.predict_on_batch([[1, 2], [3, 4]])\n",
        f"{HEAD}m.fit([a, b], [c, d])\n",
        f"{HEAD}m.fit(x, y)\n",
        f"{HEAD}m.predict([image])\n",
        f"{HEAD}m.predict(np.array([[1, 2]]))\n",
        f"{HEAD}rows = []\nfor r in data:\n    rows.append(r)\nm.fit(rows, y)\n",
        f"{HEAD}m.fit([], [])\n",
        f"{HEAD}m.fit(x, y, validation_data=(v, w))\n",
        f"{HEAD}m.train_on_batch([[1, 2]], [1])\n",
        f"{HEAD}m.predict([[a, b]])\n",
        "import keras\nfrom sklearn.svm import SVC\nc = SVC()\nc.fit([[0, 0], [1, 1]], [0, 1])\nc.predict([[2, 2]])\n",
        "from keras import ops\nfrom keras.models import Sequential\nm = Sequential([layer])\nm.predict([[1]])\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_on_the_shims() -> None:
    check_untouched("from compat.keras.models import Sequential\nm = Sequential([layer])\nm.predict([[1]])\n")


GROWN = "from keras.optimizers import SGD\ns = SGD(lr=0.1)\na, b = [], []\nfor r in rows:\n    a.append(r)\n    b.append(-r)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("m.fit(x, [a, b])", "m.fit(x, [np.asarray(each) for each in [a, b]])"),
        ("t = [a[:9], b[:9]]\nm.evaluate(x, t)", "t = [a[:9], b[:9]]\nm.evaluate(x, [np.asarray(each) for each in t])"),
    ],
)
def test_lists_of_lists_that_grow(before: str, after: str) -> None:
    """Keras 2.3.1 makes an array of each: the losses are 21.544, 3.1544 and 18.3896 for either line."""
    assert f"{after}\n" in check_sound(f"{HEAD}{GROWN}{before}\n").after.decode()


@pytest.mark.parametrize("use", ["m.fit(x, [a])", "m.fit(x, [np.array(a), np.array(b)])", "m.fit(x, [a, c])"])
def test_other_lists(use: str) -> None:
    assert f"{use}\n" in check_sound(f"{HEAD}{GROWN}{use}\n").after.decode()


def test_lists_of_lists_of_an_unknown_release() -> None:
    use = "from tensorflow import keras\na, b = [], []\nm = keras.models.Sequential()\nm.fit(x, [a, b])\n"
    assert "m.fit(x, [a, b])\n" in check_sound(use).after.decode()


OF_KERAS_2 = "import json\nimport pickle\nfrom keras.optimizers import SGD\ns = SGD(lr=0.1)\n"
OF_TWO = "from keras.layers import Dense\nfrom keras.models import Model\nt = Model(a, [Dense(1)(a), Dense(1)(a)])\n"
GATHERED = "y = []\nfor row in rows:\n    y.append(row[1])\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{GATHERED}m.fit(x, y)\n", f"{GATHERED}m.fit(x, np.asarray(y))\n"),
        (f"{GATHERED}m.fit(x[:9], y[:9])\n", f"{GATHERED}m.fit(x[:9], np.asarray(y[:9]))\n"),
        (f"{GATHERED}t = y[0:9]\nm.fit(x, t)\n", f"{GATHERED}t = y[0:9]\nm.fit(x, np.asarray(t))\n"),
        (
            f"{GATHERED}t = y[:n]\nu = t[9:]\nm.fit(x, z, validation_data=(v, u))\n",
            f"{GATHERED}t = y[:n]\nu = t[9:]\nm.fit(x, z, validation_data=(v, np.asarray(u)))\n",
        ),
        (
            f"{GATHERED}m.fit(x, z, validation_data=(v, y))\n",
            f"{GATHERED}m.fit(x, z, validation_data=(v, np.asarray(y)))\n",
        ),
        ("y = [int(t) for t in z]\nm.evaluate(x, y=y)\n", "y = [int(t) for t in z]\nm.evaluate(x, y=np.asarray(y))\n"),
        (
            "def load():\n    y = []\n    for r in z: y.append(r)\n    return np.array(z), y\nx, y = load()\nm.fit(x, y)\n",
            "def load():\n    y = []\n    for r in z: y.append(r)\n    return np.array(z), y\nx, y = load()\nm.fit(x, np.asarray(y))\n",
        ),
    ],
)
def test_labels_that_grow(before: str, after: str) -> None:
    check_upgraded(HEAD + before, HEAD + after)


@pytest.mark.parametrize(
    "code",
    [
        "y = pickle.load(f)\nm.fit(x, {})\n",
        "y = json.loads(text)['labels']\nm.fit(x, {})\n",
        "x, y = pickle.load(f)\nm.fit(x, {})\n",
        "def load(p):\n    return pickle.load(open(p, 'rb'))\nd = load(p)\ny = d['y']\nm.fit(x, {}, epochs=2)\n",
    ],
)
def test_labels_that_are_loaded(code: str) -> None:
    source = f"{HEAD}import json\nimport pickle\n{code}"
    result = upgrade(source.format("y").encode(), Settings(origin=Origin(keras="2.3.1")))
    assert isinstance(result, Upgraded)
    assert result.after.decode() == source.format("np.asarray(y)")


def _notes(source: str) -> list[str]:
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    return [each.symbol for each in result.notes if each.code == "TFM252"]


@pytest.mark.parametrize(
    "code",
    [
        "m.fit(x, pickle.load(f))\n",
        "y = pickle.load(f)\ndef train(n, y):\n    n.fit(x, y, epochs=2)\ntrain(m, y)\n",
    ],
)
def test_noted(code: str) -> None:
    assert _notes(f"{HEAD}import pickle\n{code}") == ["fit(y=)"]


def test_noted_for_several_outputs() -> None:
    assert _notes(f"{OF_KERAS_2}{OF_TWO}t.compile('sgd', 'mse')\nt.fit(x, pickle.load(f))\n") == ["fit(y=)"]


@pytest.mark.parametrize(
    "code",
    [
        "y = np.array(pickle.load(f))\nm.fit(x, y)\n",
        "x = pickle.load(f)\nm.fit(x, y)\n",
        "x = pickle.load(f)\ny = to_categorical(x['y'])\nm.fit(x['x'], y)\n",
        "def load():\n    d = pickle.load(f)\n    return d['x'], np.array(d['y'])\nx, y = load()\nm.fit(x, y)\n",
        "y = np.load(f)\nm.fit(x, y)\n",
        "m.predict(pickle.load(f))\n",
        f"{GATHERED}y = np.array(y)\nm.fit(x, y)\n",
        f"{GATHERED}m.fit(y, x)\n",
        f"{GATHERED}model.fit(x, y)\n",
    ],
)
def test_other_labels(code: str) -> None:
    source = f"{HEAD}import pickle\n{code}"
    assert _notes(source) == []
    check_untouched(source)


def test_parts_of_a_list_that_another_module_makes(tmp_path: Path) -> None:
    (tmp_path / "data.py").write_text(
        "def get_data():\n    rows = []\n    for i in range(9):\n        rows.append(i)\n    y = rows[:6]\n    return x, y\n"
    )
    path = tmp_path / "train.py"
    path.write_text(
        "from keras.layers import Dense\nfrom keras.models import Sequential\nfrom data import get_data\n\n"
        "x, y = get_data()\nm = Sequential([Dense(1)])\nm.compile('sgd', 'mse')\nm.fit(x, y)\n"
    )
    result = upgrade(path.read_bytes(), project=project_of(path))
    assert isinstance(result, Upgraded), result
    assert b"m.fit(x, np.asarray(y))" in result.after
