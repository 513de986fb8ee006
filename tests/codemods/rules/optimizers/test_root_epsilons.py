"""The epsilon that Keras 2 added to the root is squared, once, in files of releases that did so."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_untouched


def _upgraded(source: str, origin: str = "keras==2.3", *, exact: bool = False) -> Upgraded:
    settings = Settings(origin=parse_origin(origin) if origin else None, exact=exact)
    result = upgrade(source.encode(), settings)
    assert isinstance(result, Upgraded)
    again = upgrade(result.after, settings)
    assert isinstance(again, Upgraded)
    assert not again.changed
    return result


def _codes(result: Upgraded) -> tuple[list[int], list[int]]:
    """The lines of findings and of notes."""
    findings = [each.line for each in result.findings if each.code == "TFM296"]
    return findings, [each.line for each in result.notes if each.code == "TFM296"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("RMSprop()", "RMSprop(epsilon=1e-14)"),
        ("RMSprop(0.1)", "RMSprop(0.1, epsilon=1e-14)"),
        ("RMSprop(learning_rate=0.1, epsilon=1e-08)", "RMSprop(learning_rate=0.1, epsilon=1e-16)"),
        ("RMSprop(lr=0.1, rho=0.9, epsilon=1e-6)", "RMSprop(learning_rate=0.1, rho=0.9, epsilon=1e-12)"),
        ("RMSprop(epsilon=1e-10)", "RMSprop(epsilon=1e-10 ** 2)"),
        ("RMSprop(epsilon=3e-7)", "RMSprop(epsilon=3e-07 ** 2)"),
        ("RMSprop(epsilon=1e-5)", "RMSprop(epsilon=1e-05 ** 2)"),
        ("RMSprop(**{'rho': 0.5})", "RMSprop(**{'rho': 0.5}, epsilon=1e-14)"),
        ("RMSprop(epsilon=None)", "RMSprop(epsilon=1e-14)"),
        ("RMSprop(epsilon=keras.backend.epsilon())", "RMSprop(epsilon=keras.backend.epsilon() ** 2)"),
        ("Adagrad(lr=0.1)", "Adagrad(learning_rate=0.1, initial_accumulator_value=0.0, epsilon=1e-14)"),
    ],
)
def test_squared(before: str, after: str) -> None:
    result = _upgraded(f"import keras\n\no = keras.optimizers.{before}\n")
    assert result.after.decode() == f"import keras\n\no = keras.optimizers.{after}\n"
    assert _codes(result) == ([], [])


def test_unpacked_keywords() -> None:
    head = "import keras\n\noptions = {'clipnorm': 1.0}\nprint(options, options['clipnorm'])\n"
    after = "initial_accumulator_value=0.0, epsilon=1e-14)"
    result = _upgraded(head + "o = keras.optimizers.Adagrad(0.1, **options)\n")
    assert result.after.decode() == head + f"o = keras.optimizers.Adagrad(0.1, **options, {after}\n"
    changed = head + "options['epsilon'] = 1e-8\no = keras.optimizers.Adagrad(0.1, **options)\n"
    result = _upgraded(changed)
    assert not result.changed
    assert [each.code for each in result.findings] == ["TFM332"]


def test_of_a_name() -> None:
    head = "import keras\nfrom keras.models import Sequential\n\nmodel = Sequential()\n"
    made = "keras.optimizers.RMSprop(epsilon=1e-14)"
    assert f"compile({made}, 'mse')" in _upgraded(head + "model.compile('rmsprop', 'mse')\n").after.decode()
    result = _upgraded(head + "NAME = 'rmsprop'\nmodel.compile(loss='mse', optimizer=NAME)\n")
    assert f"optimizer={made})" in result.after.decode()


@pytest.mark.parametrize(
    ("origin", "call", "expected"),
    [
        ("tensorflow==1.13", "RMSprop(0.1)", "RMSprop(0.1, epsilon=1e-14)"),
        ("tensorflow==1.15", "RMSprop(0.1, momentum=0.0)", "RMSprop(0.1, momentum=0.0, epsilon=1e-14)"),
        ("tensorflow==2.3", "RMSprop(0.1)", "RMSprop(0.1, epsilon=1e-14)"),
        ("tensorflow==1.15", "RMSprop(0.1, momentum=0.9)", "RMSprop(0.1, momentum=0.9)"),
        ("tensorflow==1.15", "Adagrad(0.1)", "Adagrad(0.1)"),
        ("tensorflow==2.12", "RMSprop(0.1)", "RMSprop(0.1)"),
    ],
)
def test_of_tf_keras(origin: str, call: str, expected: str) -> None:
    result = _upgraded(f"import tensorflow as tf\n\no = tf.keras.optimizers.{call}\n", origin)
    assert result.after.decode() == f"import tensorflow as tf\n\no = tf.keras.optimizers.{expected}\n"


@pytest.mark.parametrize("head", ["import keras\n", "import tensorflow as tf\nkeras = tf.keras\n"])
def test_undecided(head: str) -> None:
    result = _upgraded(head + "o = keras.optimizers.RMSprop(0.1)\n", "")
    assert not result.changed
    assert ["--from" in each.advice for each in result.notes if each.code == "TFM296"] == [True]


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("RMSprop(0.1, epsilon=0.01)", ([3], [])),
        ("RMSprop(0.1, epsilon=1)", ([3], [])),
        ("RMSprop(0.1, epsilon=small)", ([3], [])),
        ("RMSprop(0.1, **options)", ([], [])),
        ("RMSprop(0.1, epsilon=1e-12)", ([], [3])),
        ("RMSprop(0.1, epsilon=1e-10 ** 2)", ([], [])),
        ("RMSprop(**{'epsilon': 1e-6})", ([3], [])),
        ("RMSprop(0.1, epsilon=0.0)", ([], [])),
        ("RMSprop(0.1, epsilon=small ** 2)", ([], [])),
        ("Adam(0.1, epsilon=1e-8)", ([], [])),
        ("Adadelta(0.1, epsilon=1e-8)", ([], [])),
    ],
)
def test_what_is_left(call: str, expected: tuple[list[int], list[int]]) -> None:
    source = f"import keras\n\no = keras.optimizers.{call}\n"
    result = _upgraded(source)
    assert _codes(result) == expected
    assert not result.changed


@pytest.mark.parametrize(
    "source",
    [
        "import keras\nfrom keras import ops\n\no = keras.optimizers.RMSprop(0.1)\nx = ops.ones(3)\n",
        "from compat.keras.optimizers import RMSprop\n\no = RMSprop(0.1)\n",
        "class RMSprop:\n    pass\n\n\no = RMSprop()\n",
        "import torch\n\no = torch.optim.RMSprop(parameters)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_with_exact_the_shim_has_the_formula() -> None:
    after = _upgraded("import keras\n\no = keras.optimizers.RMSprop(0.1)\n", exact=True).after
    assert b"epsilon" not in after
    assert b"LegacyRMSprop(0.1)" in after
