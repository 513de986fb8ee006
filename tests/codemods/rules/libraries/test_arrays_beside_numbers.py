"""Arrays of one number in lists of numbers that are plotted; other lists are left alone."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = """
import numpy as np
import matplotlib.pyplot as plt
from keras.models import load_model
model = load_model("model.h5")
"""
LOOP = "{}\nfor row in rows:\n    y = model.predict(row)\n    predicted.append({})\n{}\n"
NONE = "predicted = [None for _ in range(3)]"


@pytest.mark.parametrize(
    ("start", "value", "use"),
    [
        (NONE, "y.reshape(-1)", "plt.plot(predicted, color='black')"),
        ("predicted = [None] * 25", "y[0]", "plt.plot(predicted)"),
        ("predicted = 3 * [None]", "y.flatten()", "plt.plot(range(9), predicted)"),
        ("predicted = [0.5, 1]", "y[0]", "plt.scatter(x, predicted)\nprint(len(predicted))"),
        (NONE, "y[0]", "fig, ax = plt.subplots()\nax.plot(predicted)"),
        (NONE, "np.concatenate([y[0]])", "plt.bar(x, predicted)"),
    ],
)
def test_numbers(start: str, value: str, use: str) -> None:
    check_upgraded(HEAD + LOOP.format(start, value, use), HEAD + LOOP.format(start, f"{value}.item()", use))


def test_other_uses_are_reported() -> None:
    source = HEAD + LOOP.format(NONE, "y[0]", "print(predicted[-1].shape)\nplt.plot(predicted)")
    assert "beside arrays" in check_declined(source, "TFM516", 10).message


def test_other_values_are_reported() -> None:
    source = HEAD + LOOP.format(NONE, "y[0]", "predicted.append(0.5)\nplt.plot(predicted)")
    check_declined(source, "TFM516", 10)


@pytest.mark.parametrize(
    "source",
    [
        LOOP.format(NONE, "y[0, 0]", "plt.plot(predicted)"),
        LOOP.format(NONE, "float(other(y))", "plt.plot(predicted)"),
        LOOP.format("predicted = []", "y[0]", "plt.plot(predicted)"),
        LOOP.format("predicted = [x]", "y[0]", "plt.plot(predicted)"),
        LOOP.format("predicted = start()", "y[0]", "plt.plot(predicted)"),
        LOOP.format(NONE, "y[0]", "print(predicted)"),
        LOOP.format(NONE, "y[0]", "show.plot(other)"),
        LOOP.format(NONE, "y[0]", "own.plot(predicted)").replace("import matplotlib.pyplot as plt", ""),
        "predicted = [None] * 3\nplt.plot(predicted)\n",
        LOOP.format("predicted = [np.zeros(1)]", "y[0]", "plt.plot(predicted)"),
    ],
)
def test_left_alone(source: str) -> None:
    head = HEAD.replace("import matplotlib.pyplot as plt\n", "") if "own.plot" in source else HEAD
    check_untouched(head + source)


def test_numbers_of_a_line() -> None:
    """Matplotlib 3.0.3 with NumPy 1.17.5 drew `[None, 0.5]`; an array is refused today, its number is not."""
    pytest.importorskip("matplotlib")
    np = pytest.importorskip("numpy")
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    with pytest.raises(ValueError, match="cast to an at-least-1D"):
        axes.plot([None, np.array([0.5])])
    line = axes.plot([None, np.array([0.5]).item()])[0]
    np.testing.assert_allclose(line.get_xydata()[1], [1, 0.5])
