"""With `--to compat`, a layer keeps the default that it had where the shims have another one."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

_TF1 = "import tensorflow as tf\nx = tf.gfile.Open('x')\n"
_SHIMMED = _TF1.replace("import tensorflow", "from compat import tensorflow")
_HARD = "recurrent_activation='hard_sigmoid'"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("LSTM(4)", f"LSTM(4, {_HARD})"),
        ("LSTMCell(4)", f"LSTMCell(4, {_HARD})"),
        ("LSTM(4, activation='relu')", f"LSTM(4, activation='relu', {_HARD})"),
        ("GRU(4)", f"GRU(4, reset_after=False, {_HARD})"),
        ("GRU(4, reset_after=True)", f"GRU(4, reset_after=True, {_HARD})"),
    ],
)
def test_tf_keras_of_tensorflow_1(before: str, after: str) -> None:
    check_upgraded(f"{_TF1}tf.keras.layers.{before}\n", f"{_SHIMMED}tf.keras.layers.{after}\n", to="compat")


def result(source: str, origin: str) -> Upgraded:
    found = upgrade(source.encode(), Settings(to="compat", origin=parse_origin(origin) if origin else None))
    assert isinstance(found, Upgraded)
    return found


@pytest.mark.parametrize(("origin", "given"), [("keras==2.2.4", f", {_HARD}"), ("keras==2.3", "")])
def test_standalone_keras(origin: str, given: str) -> None:
    source = "from keras.layers import LSTM\nfrom keras.optimizers import SGD\nx = LSTM(3{})\nSGD(lr=1)\n"
    after = result(source.format(""), origin).after.decode()
    assert after == source.replace("keras.", "compat.keras.").format(given)


def test_a_finding_asks_for_the_release() -> None:
    source = "from keras.layers import LSTM\nfrom keras.optimizers import SGD\nx = LSTM(3)\nSGD(lr=1)\n"
    assert [(each.code, each.line) for each in result(source, "").findings] == [("TFM256", 3)]
    assert not result(source.replace("LSTM(3)", f"LSTM(3, {_HARD})"), "").findings


@pytest.mark.parametrize(
    "call",
    [
        f"layers.LSTM(4, {_HARD})",
        "layers.LSTM(4, 'tanh', 'sigmoid')",
        "layers.GRU(4, reset_after=False, recurrent_activation='sigmoid')",
        "layers.Dense(4)",
        "optimizers.SGD()",
    ],
)
def test_left_alone(call: str) -> None:
    check_upgraded(f"{_TF1}tf.keras.{call}\n", f"{_SHIMMED}tf.keras.{call}\n", to="compat")


def test_tensorflow_2_and_keras_231_have_the_defaults_of_the_shims() -> None:
    check_untouched(
        "from compat.tensorflow.keras.layers import GRU\nimport tensorflow as tf\ntf.function\nGRU(4)\n", to="compat"
    )
    check_untouched("from compat.keras.layers import GRU\nGRU(4, recurrent_activation='sigmoid')\n", to="compat")


_LAYERS = "from keras import layers\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("RNN = getattr(layers, {'l': 'LSTM', 'g': 'GRU'}[k])\nx = RNN(2@)\n", f", {_HARD}"),
        ("x = getattr(layers, 'GRU' if a else 'LSTM')(2@)\n", f", {_HARD}"),
        ("names = ['GRU', 'LSTM']\nx = getattr(layers, names[i])(2@)\n", f", {_HARD}"),
        (f"x = getattr(layers, 'GRU' if a else 'LSTM')(2, {_HARD}@)\n", ""),
        ("x = getattr(layers, 'Dense' if a else 'SimpleRNN')(2@)\n", ""),
    ],
)
def test_names_at_run_time(before: str, after: str) -> None:
    """Each of what it may be had the same default; a GRU then has the outputs of Keras 2.2.4."""
    found = result(_LAYERS + before.replace("@", ""), "keras==2.2.4")
    assert found.after.decode() == "from compat.keras import layers\n" + before.replace("@", after)
    assert not found.findings
    assert result(_LAYERS + before.replace("@", ""), "keras==2.3").after.decode().endswith(before.replace("@", ""))


@pytest.mark.parametrize(
    "code",
    [
        "x = getattr(layers, 'GRU' if a else 'SimpleRNN')(2)\n",
        "def f(kind): return getattr(layers, kind)(2)\nf('GRU')\n",
        "KINDS = ['GRU', 'LSTM']\ndef f(kind): return getattr(layers, kind)(2)\n",
    ],
)
def test_names_at_run_time_that_are_not_all_known(code: str) -> None:
    found = result(_LAYERS + code, "keras==2.2.4")
    assert [each.code for each in found.findings] == ["TFM256"]
    assert found.after.decode().endswith(code)
