"""Names of metrics come with their values."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import keras\nm = keras.models.Sequential()\nm.compile('sgd', 'mse', metrics=['mae'])\n"
PLAIN = "import keras\nm = keras.models.Sequential()\nm.compile('sgd', 'mse')\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("dict(zip(m.metrics_names, m.evaluate(x, y)))", "m.evaluate(x, y, return_dict=True)"),
        ("dict(zip(m.metrics_names, m.evaluate(d, verbose=0,)))", "m.evaluate(d, verbose=0, return_dict=True,)"),
    ],
)
def test_dictionaries(before: str, after: str) -> None:
    check_upgraded(f"{HEAD}r = {before}\n", f"{HEAD}r = {after}\n")
    check_upgraded(f"{PLAIN}r = {before}\n", f"{PLAIN}r = {after}\n")


@pytest.mark.parametrize(
    "use",
    [
        "print(m.metrics_names[1], m.evaluate(x, y)[1])\n",
        "r = m.evaluate(x, y)\nprint(dict(zip(m.metrics_names, r)))\n",
        "print(dict(zip(m.metrics_names, n.evaluate(x, y))))\n",
        "print(list(zip(m.metrics_names, m.evaluate(x, y))))\n",
        "print(dict(zip(m.metrics_names, m.evaluate(x, y)), more=1))\n",
        "print(m.metrics_names)\n",
    ],
)
def test_reported(use: str) -> None:
    check_declined(HEAD + use, "TFM231", 4 + use.startswith("r ="))


@pytest.mark.parametrize(
    "source",
    [
        f"{PLAIN}print(m.metrics_names)\n",
        f"{HEAD}print(m.metrics_names[0])\n",
        f"{HEAD}print(m.get_metrics_result())\n",
        f"{HEAD}r = m.evaluate(x, y, return_dict=True)\n",
        f"{HEAD}print(other.metrics_names)\n",
        f"{HEAD}print(m.metrics_names, keras.ops.sum(x))\n",
        "import torch\nprint(dict(zip(m.metrics_names, m.evaluate(x, y))))\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_names_beside_values_in_code_for_keras_3() -> None:
    source = f"{HEAD}r = keras.ops.array(m.evaluate(x, y))\nprint(dict(zip(m.metrics_names, r)))\n"
    check_declined(source, "TFM231", 5)
