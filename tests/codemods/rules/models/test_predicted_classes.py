"""`predict_classes` and `predict_proba` of Keras models become what they did with `predict`."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = "from keras.layers import Activation, Dense, TimeDistributed\nfrom keras.models import Sequential\n"
BY_SHAPE = '{0}.argmax(axis=-1) if {1}.shape[-1] > 1 else ({0} > 0.5).astype("int32")'


@pytest.mark.parametrize(
    "model",
    [
        "m = Sequential([Dense(3)])",
        "m = Sequential((Dense(8), Dense(units=3), Activation('softmax')))",
        "m = Sequential()\nm.add(Dense(8))\nm.add(Dense(3))",
        "m = Sequential([Dense(1)])\nm.add(TimeDistributed(Dense(3)))\nm.compile('sgd', 'mse')",
        "n = 3\nm = Sequential()\nm.add(Dense(n))",
        "def build():\n    a = Sequential()\n    a.add(Dense(3))\n    return a\nm = build()",
    ],
)
def test_many_classes(model: str) -> None:
    check_upgraded(
        f"{HEAD}{model}\nprint(m.predict_classes(x, 32))\n",
        f"{HEAD}{model}\nprint(m.predict(x, 32).argmax(axis=-1))\n",
    )


@pytest.mark.parametrize("call", ["x", "x, batch_size=8, verbose=1", "x=x, verbose=0"])
def test_one_unit(call: str) -> None:
    model = "m = Sequential([Dense(8), Dense(1, activation='sigmoid')])\n"
    check_upgraded(
        f"{HEAD}{model}y = m.predict_classes({call})[0]\n",
        f'{HEAD}{model}y = (m.predict({call}) > 0.5).astype("int32")[0]\n',
    )


@pytest.mark.parametrize(
    "model",
    [
        "m = Sequential([Dense(n)])",
        "m = Sequential(layers)",
        "m = Sequential([Dense(3)])\nm.pop()",
        "m = Sequential([Dense(3)])\ngrow(m)",
        "m = Sequential()\nif x:\n    m.add(Dense(3))\nelse:\n    m.add(Dense(1))",
        "m = Sequential()\nfor n in (3, 1):\n    m.add(Dense(n))",
        "m = Sequential([Dense(3)])\nother = m\nother.add(Dense(1))",
        "m = Sequential([Dense(3)])\nadd = m.add\nadd(Dense(1))",
        "m = Sequential([Dense(3), own])",
    ],
)
def test_width_that_the_file_does_not_show(model: str) -> None:
    check_upgraded(
        f"{HEAD}{model}\n# all\ny = m.predict_classes(x)  # of x\n",
        f"{HEAD}{model}\n# all\ny = m.predict(x)\ny = {BY_SHAPE.format('y', 'y')}  # of x\n",
    )


def test_loaded_model_inside_an_expression() -> None:
    head = "from keras.models import load_model\nm = load_model('m.h5')\n"
    chosen = BY_SHAPE.format("probabilities", "(probabilities := m.predict(x))")
    check_upgraded(f"{head}print(m.predict_classes(x)[0])\n", f"{head}print(({chosen})[0])\n")


def test_used_as_a_model() -> None:
    head = "import keras\ndef f(m, x, y):\n    m.fit(x, y, epochs=2)\n    "
    after = f"{head}c = m.predict(x)\n    c = {BY_SHAPE.format('c', 'c')}\n    return c\n"
    check_upgraded(f"{head}c = m.predict_classes(x)\n    return c\n", after)


def test_probabilities() -> None:
    model = "m = Sequential([Dense(3)])\n"
    check_upgraded(f"{HEAD}{model}m.predict_proba(x, 8)\n", f"{HEAD}{model}m.predict(x, 8)\n")


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("import keras\ndef f(m, x):\n    return m.predict_classes(x)\n", 3),
        ("from keras.models import load_model\nm = load_model(p)\nc = [m.predict_classes(x)[0] for x in xs]\n", 3),
        ("from keras.models import load_model\nm = load_model(p)\nprint(f'{m.predict_classes(x)}')\n", 3),
        ("from keras.models import load_model\nm = load_model(p)\nf = lambda x: m.predict_classes(x)\n", 3),
        ("from keras.models import load_model\nm = load_model(p)\nc = m.predict_classes(*args)\n", 3),
        ("from keras.models import load_model\nm = load_model(p)\nf = m.predict_classes\n", 3),
    ],
)
def test_left_to_a_person(source: str, line: int) -> None:
    check_declined(source, "TFM197", line)


@pytest.mark.parametrize(
    "source",
    [
        "import keras\ndef f(m, x, y):\n    m.fit(x, y, epochs=2)\n    return m.predict_proba(x)\n",
        "import keras\nfrom sklearn.svm import SVC\nm = SVC()\nm.fit(x, y)\nm.predict_proba(x)\n",
        "import keras\nclass Net:\n    def predict_classes(self, x): pass\nNet().predict_classes(x)\n",
        "import keras\nclass Net(keras.Sequential):\n    def predict_classes(self, x): pass\nNet().predict_classes(x)\n",
        "from mine import Net\nm = Net()\nm.predict_classes(x)\n",
        "from compat.keras.models import Sequential\nm = Sequential()\nm.predict_classes(x)\nm.predict_proba(x)\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert check_sound(source).changes == ()


def test_own_method_is_no_finding() -> None:
    check_untouched("import keras\nclass Net:\n    def predict_classes(self, x): pass\nNet().predict_classes(x)\n")
