"""Names of metrics come with their values."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
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
@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("metrics=['mae']", "metrics=[mae]"),
        ("metrics=['mae']", "metrics=['mae', f]"),
        ("metrics=['mae']", "metrics=['mae'], weighted_metrics=['mse']"),
        ("'mse'", "['mse', 'mae']"),
        ("metrics=['mae']", "metrics=['mae'])\nm.compile('sgd', 'mse', metrics=['mse']"),
        ("m = keras.models.Sequential()", "m = keras.models.Model(a, [b, c])"),
        ("m = keras.models.Sequential()", "m = keras.models.Model(a, f(b))"),
    ],
)
def test_reported(use: str, legacy: str, modern: str) -> None:
    source = HEAD.replace(legacy, modern) + use
    result = upgrade(source.encode(), Settings(select=("TFM231",)))
    assert isinstance(result, Upgraded)
    assert result.after == result.before
    assert [each.line for each in result.findings] == [source.count("\n")]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("print(m.metrics_names[1], r[1])", 'print("mae", r[1])'),
        ("print(m.metrics_names[-1], r[1])", 'print("mae", r[1])'),
        ("print('%s: %.2f' % (m.metrics_names[1], r[1]))", "print('%s: %.2f' % (\"mae\", r[1]))"),
        ("print(dict(zip(m.metrics_names, r)))", 'print(dict(zip(["loss", "mae"], r)))'),
        ("print(m.metrics_names)", 'print(["loss", "mae"])'),
        ("for n, v in zip(m.metrics_names, r): print(n, v)", 'for n, v in zip(["loss", "mae"], r): print(n, v)'),
    ],
)
@pytest.mark.parametrize(
    "head", [HEAD, HEAD.replace("m = keras.models.Sequential()", "m = keras.models.Model(x, keras.layers.Dense(1)(x))")]
)
def test_names_that_the_file_shows(before: str, after: str, head: str) -> None:
    check_upgraded(f"{head}r = m.evaluate(x, y)\n{before}\n", f"{head}r = m.evaluate(x, y)\n{after}\n")


@pytest.mark.tensorflow
def test_the_order_of_the_values() -> None:
    import keras
    import numpy as np

    model = keras.Sequential([keras.Input((1,)), keras.layers.Dense(1, kernel_initializer="zeros")])
    model.compile("sgd", "mse", metrics=["mse", "mae"])
    found = model.evaluate(np.ones((4, 1)), np.full((4, 1), 2.0), verbose=0)
    assert found == [4.0, 4.0, 2.0]


@pytest.mark.parametrize(
    "source",
    [
        f"{PLAIN}print(m.metrics_names)\n",
        f"{HEAD}print(m.metrics_names[0], m.evaluate(x, y)[0])\n",
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
    check_upgraded(source, source.replace("m.metrics_names", '["loss", "mae"]'))
    of_function = source.replace("['mae']", "[mae]")
    check_declined(of_function, "TFM231", 5)
