"""The weights of the losses of several outputs."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

HEAD = "import keras\nfrom keras.layers import Dense\n"
TWO = f"{HEAD}m = keras.models.Model(i, [Dense(1, name='b')(i), Dense(1, name='a')(i)])\n"
OPEN = f"{HEAD}m = keras.models.Model(i, outs)\n"


@pytest.mark.parametrize("head", [TWO, OPEN])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("'mse', loss_weights=[1, 2]", "['mse', 'mse'], loss_weights=[1, 2]"),
        (
            "loss=keras.losses.mean_squared_error, loss_weights=(1, 2)",
            "loss=[keras.losses.mean_squared_error, keras.losses.mean_squared_error], loss_weights=(1, 2)",
        ),
        (
            "{'b': 'mse', 'a': f}, loss_weights={'a': 3}",
            "{'b': 'mse', 'a': f}, loss_weights={'a': 3, \"b\": 1.0}",
        ),
    ],
)
def test_weights_of_any_outputs(head: str, before: str, after: str) -> None:
    check_upgraded(f"{head}m.compile('sgd', {before})\n", f"{head}m.compile('sgd', {after})\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("'mse', loss_weights={'a': 3}", "['mse', 'mse'], loss_weights=[1.0, 3]"),
        ("['mse', f], loss_weights={'a': 3, 'b': 2}", "['mse', f], loss_weights=[2, 3]"),
        ("loss=['mse', f], loss_weights={'b': w}", "loss=['mse', f], loss_weights=[w, 1.0]"),
    ],
)
def test_dictionaries(before: str, after: str) -> None:
    check_upgraded(f"{TWO}m.compile('sgd', {before})\n", f"{TWO}m.compile('sgd', {after})\n")


def test_own_functions() -> None:
    own = "def loss(y, p):\n    return p - y\n\n"
    check_upgraded(
        f"{OPEN}{own}m.compile('sgd', loss, loss_weights=[1, 2])\n",
        f"{OPEN}{own}m.compile('sgd', [loss, loss], loss_weights=[1, 2])\n",
    )


@pytest.mark.parametrize(
    "line",
    [
        "m.compile('sgd', ['mse', 'mae'], loss_weights={'a': 3, 'b': 2})",
        "m.compile('sgd', 'mse', loss_weights={'a': 3, 'b': 2})",
        "w = {'a': 3, 'b': 2}\nm.compile('sgd', ['mse', 'mae'], loss_weights=w)",
        "w = {'a': 3}\nm.compile('sgd', {'a': 'mse', 'b': 'mae'}, loss_weights=w)",
    ],
)
def test_reported(line: str) -> None:
    result = check_sound(f"{OPEN}{line}\n")
    assert [each.code for each in result.findings] == ["TFM253"]
    assert not result.changed


@pytest.mark.parametrize(
    "call",
    [
        "m.compile('sgd', ['mse', 'mae'], loss_weights=[1, 2])",
        "m.compile('sgd', {'a': 'mse', 'b': 'mae'}, loss_weights={'a': 1, 'b': 2})",
        "m.compile('sgd', {'a': 'mse', 'b': 'mae'}, loss_weights=[1, 2])",
        "m.compile('sgd', 'mse', loss_weights=[1])",
        "m.compile('sgd', 'mse', loss_weights={'a': 1})",
        "m.compile('sgd', 'mse', loss_weights=weights)",
        "m.compile('sgd', losses, loss_weights=[1, 2])",
        "m.compile('sgd', 'mse', loss_weights=None)",
        "m.compile('sgd', 'mse')",
        "search.compile('sgd', loss_weights=[1, 2])",
    ],
)
def test_left_alone(call: str) -> None:
    check_untouched(f"{OPEN}{call}\n")
