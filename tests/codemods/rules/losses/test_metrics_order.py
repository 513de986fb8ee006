"""The order in which the metrics of several outputs come back."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched

HEAD = "import keras\nfrom keras.layers import Dense\n"
TWO = f"{HEAD}m = keras.models.Model(i, [Dense(1, name='b')(i), Dense(1, name='a')(i)])\n"
SORTED = f"{HEAD}m = keras.models.Model(i, [Dense(1, name='a')(i), Dense(1, name='b')(i)])\n"
OPEN = f"{HEAD}m = keras.models.Model(i, [first, second])\n"
BOTH = "m.compile('sgd', 'mse', metrics=[['mae'], ['mae']])\n"
ONE = f"{HEAD}m = keras.models.Model(i, Dense(1, name='b')(i))\n"


@pytest.mark.parametrize("head", [TWO, OPEN])
@pytest.mark.parametrize(
    "line",
    [
        "s = m.evaluate(x, y)\nprint(s)",
        "s = m.evaluate(x, y)\nprint(s[3])",
        "loss, b, a, be, ae = m.evaluate(x, y)",
        "print(m.evaluate(x, y))",
        "s = m.train_on_batch(x, y)\nlog(s[-1])",
        "log(*m.test_on_batch(x, y))",
    ],
)
def test_reported(head: str, line: str) -> None:
    result = check_sound(f"{head}{BOTH}{line}\n")
    assert [each.code for each in result.findings] == ["TFM249"]


@pytest.mark.parametrize(
    "metrics",
    [
        "{'b': 'mae', 'a': 'mse'}",
        "{'a': ['mse', 'mae']}",
        "[['mse', 'mae'], []]",
        "{'b': own, 'a': own}",
        "[[own], [own]]",
        "{'b': ['mae', None], 'a': 'mse'}",
        "[None, own, own]",
    ],
)
def test_metrics(metrics: str) -> None:
    result = check_sound(f"{TWO}m.compile('sgd', 'mse', metrics={metrics})\nprint(m.evaluate(x, y))\n")
    assert [each.code for each in result.findings] == ["TFM249"]


def test_a_model_from_a_function() -> None:
    made = TWO.removeprefix(HEAD).replace("m = ", "    m = ")
    source = f"{HEAD}def make():\n{made}    {BOTH}    return m\n\nn = make()\nprint(n.evaluate(x, y))\n"
    assert [each.code for each in check_sound(source).findings] == ["TFM249"]


@pytest.mark.parametrize(
    "source",
    [
        f"{TWO}{BOTH}m.evaluate(x, y)\n",
        f"{TWO}{BOTH}s = m.evaluate(x, y)\nprint(s[0], s[2])\n",
        f"{TWO}{BOTH}print(m.evaluate(x, y)[1])\n",
        f"{TWO}{BOTH}print(m.evaluate(x, y, return_dict=True))\n",
        f"{TWO}m.compile('sgd', 'mse', metrics={{'a': 'mae'}})\nprint(m.evaluate(x, y))\n",
        f"{TWO}m.compile('sgd', 'mse', metrics={{'b': None, 'a': 'mae'}})\nprint(m.evaluate(x, y))\n",
        f"{TWO}m.compile('sgd', 'mse', metrics={{'b': [], 'a': own}})\nprint(m.evaluate(x, y))\n",
        f"{TWO}m.compile('sgd', 'mse', metrics={{'b': None, 'a': None}})\nprint(m.evaluate(x, y))\n",
        f"{TWO}m.compile('sgd', 'mse', metrics=[[], ['mae']])\nprint(m.evaluate(x, y))\n",
        f"{TWO}m.compile('sgd', 'mse', metrics=[['mae'], []])\nprint(m.evaluate(x, y))\n",
        f"{TWO}m.compile('sgd', 'mse')\nprint(m.evaluate(x, y))\n",
        f"{SORTED}{BOTH}print(m.evaluate(x, y))\n",
        f"{SORTED}m.compile('sgd', 'mse', metrics={{'b': 'mse', 'a': ['mae', 'mse']}})\nprint(m.evaluate(x, y))\n",
        f"{ONE}m.compile('sgd', 'mse', metrics=['mse', 'mae'])\nprint(m.evaluate(x, y))\n",
        f"{OPEN}m.compile('sgd', 'mse', metrics={{'b': 'mse'}})\nprint(m.evaluate(x, y))\n",
        f"{TWO}{BOTH}n = make()\nprint(n.evaluate(x, y))\n",
        f"{TWO}{BOTH}s = m.predict(x)\nprint(s[1])\n",
        f"from keras import ops\n{TWO}{BOTH}print(m.evaluate(x, y))\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
