"""Arrays of frames that have texts, which models are given."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

HEAD = (
    "import numpy as np\nimport pandas as pd\nfrom keras.layers import Dense\nfrom keras.models import Sequential\n"
    "from sklearn.model_selection import train_test_split\nfrom sklearn.preprocessing import LabelEncoder\n"
    "model = Sequential([Dense(3)])\n"
    "d = pd.read_csv(p)\n"
)
LABELS = "y = LabelEncoder().fit_transform(a[:, 4])\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "a = d.values\nx = a[:, 0:4]\n" + LABELS + "model.fit(x, y)",
            "a = d.values\nx = a[:, 0:4]\n" + LABELS + 'model.fit(x.astype("float32"), y)',
        ),
        (
            "a = np.array(d)\n" + LABELS + "model.fit(a[:, :4], y)\nmodel.predict(a[:3, :4])",
            "a = np.array(d)\n"
            + LABELS
            + 'model.fit(a[:, :4].astype("float32"), y)\nmodel.predict(a[:3, :4].astype("float32"))',
        ),
        (
            "a = d.values\n"
            + LABELS
            + "u, v, r, s = train_test_split(a[:, :4], y)\nmodel.fit(u, r, validation_data=(v, s))",
            "a = d.values\n"
            + LABELS
            + "u, v, r, s = train_test_split(a[:, :4], y)\n"
            + 'model.fit(u.astype("float32"), r, validation_data=(v.astype("float32"), s))',
        ),
        (
            "a = d.values\ny = a[:, 4] == 'yes'\nmodel.evaluate(x=a[:, :4], y=y)",
            "a = d.values\ny = a[:, 4] == 'yes'\nmodel.evaluate(x=a[:, :4].astype(\"float32\"), y=y)",
        ),
        (
            "a = d.values\ne = LabelEncoder()\ne.fit(a[:, 4])\nmodel.fit(a[:, :4], e.transform(a[:, 4]))",
            (
                "a = d.values\ne = LabelEncoder()\ne.fit(a[:, 4])\n"
                'model.fit(a[:, :4].astype("float32"), e.transform(a[:, 4]))'
            ),
        ),
    ],
)
def test_upgraded(before: str, after: str) -> None:
    check_upgraded(f"{HEAD}{before}\n", f"{HEAD}{after}\n")


@pytest.mark.parametrize(
    "code",
    [
        "a = d.values\nmodel.fit(a[:, 0:4], a[:, 4])",
        "a = d.values\nx = a[:, 0:4].astype(float)\n" + LABELS + "model.fit(x, y)",
        "a = d.values\nx = np.array(a[:, 0:4], dtype='float32')\n" + LABELS + "model.fit(x, y)",
        "a = d.values\nx = scale(a[:, 0:4])\n" + LABELS + "model.fit(x, y)",
        "a = d.values\nb = pd.read_csv(q).values\n" + LABELS + "model.fit(b, y)",
        "y = LabelEncoder().fit_transform(d['a'])\nmodel.fit(d[['b', 'c']].values, y)",
        "a = d.values\n" + LABELS + "forest.fit(a[:, :4], y)",
        "a = other()\n" + LABELS + "model.fit(a[:, :4], y)",
        "a = d.values\ny = a[:, 4] == 3\nmodel.fit(a[:, :4], y)",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(f"{HEAD}{code}\n")


@pytest.mark.tensorflow
def test_the_losses_of_keras_2() -> None:
    """Those of Keras 2.2.4 and 2.3.1, which were given the array of objects itself."""
    np, keras = pytest.importorskip("numpy"), pytest.importorskip("keras")
    rows = np.array([[0.1 * i, 1.0 / (i + 1), "a"] for i in range(8)], dtype=object)
    x, y = rows[:, :2], np.arange(8) % 2
    model = keras.Sequential([keras.layers.Dense(1, input_shape=(2,), kernel_initializer="ones")])
    model.compile("sgd", "mse")
    with pytest.raises(ValueError, match="object"):
        model.fit(x, y, verbose=0)
    trained = model.fit(x.astype("float32"), y, batch_size=4, epochs=3, shuffle=False, verbose=0)
    assert trained.history["loss"] == pytest.approx([0.3367326, 0.3326496, 0.3289276], rel=1e-6)
