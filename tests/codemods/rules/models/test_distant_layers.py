"""Recurrent layers under other names keep the defaults of Keras 2, or are reported."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Finding, Settings, Upgraded
from tests.codemods.checks import check_lasting, check_untouched

HEAD = """\
import functools
from keras import layers
from keras.layers import GRU, LSTM, AveragePooling2D, Dense
"""
SHIM = "from compat.keras.activations import hard_sigmoid\n"


def _upgraded(source: str, origin: str = "keras==2.3.1", *, head: str = HEAD, to: str = "native") -> Upgraded:
    return check_lasting(head + source, Settings(origin=parse_origin(origin), to=to))


def _reported(source: str, origin: str = "keras==2.3.1") -> list[Finding]:
    """What is reported of a source that stays as it is."""
    result = _upgraded(source, origin)
    assert not result.changed
    return [each for each in result.findings if each.code == "TFM306"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("RNN = layers.GRU\nx = RNN(3)(x)\n", "RNN = layers.GRU\nx = RNN(3, reset_after=False)(x)\n"),
        (
            "RNN = GRU if short else layers.GRU\nRNN(3)\n",
            "RNN = GRU if short else layers.GRU\nRNN(3, reset_after=False)\n",
        ),
        ("cells = {'gru': GRU}\ncells[name](3)\n", "cells = {'gru': GRU}\ncells[name](3, reset_after=False)\n"),
        ("make = functools.partial(GRU, 3)\nmake()\n", "make = functools.partial(GRU, 3, reset_after=False)\nmake()\n"),
        ("class Own(GRU):\n    pass\nOwn(3)\n", "class Own(GRU):\n    pass\nOwn(3, reset_after=False)\n"),
        (
            "class Own(GRU):\n    def __init__(self, n):\n        super().__init__(n)\n",
            "class Own(GRU):\n    def __init__(self, n):\n        super().__init__(n, reset_after=False)\n",
        ),
        ("pool = AveragePooling2D\npool()\n", "pool = AveragePooling2D\npool(pool_size=2)\n"),
    ],
)
def test_written_out(before: str, after: str) -> None:
    result = _upgraded(before)
    assert result.after.decode() == HEAD + after
    assert not result.findings


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("GRU(3, **options)\n", "GRU(3, **{'reset_after': False, **options})\n"),
        ("GRU(3, **{'name': n, **options})\n", "GRU(3, **{'reset_after': False, 'name': n, **options})\n"),
        ("cell = GRU\ncell(3, **options)\n", "cell = GRU\ncell(3, **{'reset_after': False, **options})\n"),
        (
            "class Own(GRU):\n    def __init__(self, **options):\n        super().__init__(3, **options)\n",
            "class Own(GRU):\n    def __init__(self, **options):\n        super().__init__(3, **{'reset_after': False, **options})\n",
        ),
    ],
)
def test_keywords_that_are_not_spelled_out_win(before: str, after: str) -> None:
    result = _upgraded(before)
    assert result.after.decode() == HEAD + after
    assert not result.findings


def test_the_hard_sigmoid_of_2_2() -> None:
    result = _upgraded("RNN = layers.LSTM\nx = RNN(3)(x)\n", "keras==2.2.4")
    head = HEAD.replace("from keras import layers\n", f"{SHIM}from keras import layers\n")
    assert result.after.decode() == f"{head}RNN = layers.LSTM\nx = RNN(3, recurrent_activation=hard_sigmoid)(x)\n"


def test_a_hard_sigmoid_that_is_given_under_another_name() -> None:
    result = _upgraded("RNN = layers.LSTM\nx = RNN(3, recurrent_activation='hard_sigmoid')(x)\n")
    assert b"RNN(3, recurrent_activation=hard_sigmoid)" in result.after


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("RNN = GRU if short else LSTM\nRNN(3)\n", 2),
        ("cells = {'gru': GRU, 'lstm': LSTM}\ncells[name](3)\n", 2),
        ("def net(cell=GRU):\n    return cell(3)\n", 2),
        ("cells = {'gru': GRU, 'lstm': LSTM}\ncells[name](3, **options)\n", 2),
        ("class Own(Mixin, GRU):\n    pass\n", 1),
        ("build(GRU)\n", 1),
        ("rest = [GRU, Dense, own]\n", 1),
    ],
)
def test_reported(source: str, line: int) -> None:
    (finding,) = _reported(source)
    assert finding.line == HEAD.count("\n") + line
    assert "reset_after=False" in finding.message
    assert "reset_after=False" in finding.advice


def test_positions_that_are_not_spelled_out_are_noted() -> None:
    result = _upgraded("GRU(*sizes)\n")
    assert not result.changed
    assert [each.code for each in result.notes] == ["TFM306"]


def test_what_only_one_release_had_is_in_doubt() -> None:
    head = "from __future__ import print_function\nfrom keras.layers import LSTM\n"
    source = f"{head}from keras.layers.core import Dense\nbuild(LSTM)\nbuild(Dense, {{}}=3)\n"
    result = upgrade(source.format("epochs").encode())
    assert isinstance(result, Upgraded)
    (finding,) = result.findings
    assert "--from keras==2.2.4" in finding.advice
    of_keras_1 = upgrade(source.format("nb_epoch").encode())
    assert isinstance(of_keras_1, Upgraded)
    assert "and nothing tells" not in of_keras_1.findings[0].message


@pytest.mark.parametrize(
    "source",
    [
        "RNN = layers.GRU\nRNN(3, reset_after=False)\n",
        "make = functools.partial(GRU, 3, reset_after=True)\nmake()\n",
        "class Own(GRU):\n    def __init__(self):\n        super().__init__(3, reset_after=True)\n",
        "options = {'reset_after': False}\nRNN = GRU\nRNN(3, **options)\n",
        "def net(**options):\n    return GRU(3, reset_after=False, **options)\n",
        "RNN = layers.LSTM\nRNN(3)\n",
        "build(LSTM)\n",
        "isinstance(layer, (GRU, LSTM))\n",
        "type(layer) is GRU\n",
        "def shown(layer: GRU) -> None: ...\n",
        "load(path, custom_objects={'GRU': GRU})\n",
        "GRU.call.__doc__\n",
        "build(AveragePooling2D)\n",
        "def net(**options):\n    return AveragePooling2D(**options)\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert _reported(source) == []


@pytest.mark.parametrize(
    "source",
    [
        "from keras.layers import GRU\nRNN = GRU\nRNN(3)\n",
        "import tensorflow as tf\nRNN = tf.keras.layers.LSTM\nRNN(3)\n",
        "from torch.nn import GRU\nimport keras\nRNN = GRU\nRNN(3)\n",
    ],
)
def test_undated_sources_are_left_alone(source: str) -> None:
    check_untouched(source)


def test_layers_of_cudnn_computed_what_is_the_default_today() -> None:
    source = "from keras.layers import CuDNNLSTM\nRNN = CuDNNLSTM\nRNN(3)\n"
    result = _upgraded(source, "keras==2.2.4", head="")
    assert result.after == b"from keras.layers import LSTM\nRNN = LSTM\nRNN(3, recurrent_activation='sigmoid')\n"
    assert not result.findings


def test_a_layer_or_its_like_of_cudnn() -> None:
    source = "from keras.layers import CuDNNLSTM, LSTM\nRNN = CuDNNLSTM if gpu else LSTM\nRNN(3)\n"
    result = upgrade(source.encode(), Settings(origin=parse_origin("keras==2.2.4")))
    assert isinstance(result, Upgraded)
    assert result.after == b"from keras.layers import LSTM\nRNN = LSTM if gpu else LSTM\nRNN(3)\n"
    assert [each.code for each in result.findings] == ["TFM306"]


def test_on_the_shims() -> None:
    result = _upgraded("RNN = LSTM\nRNN(3)\n", "keras==2.2.4", to="compat")
    assert b"RNN(3, recurrent_activation='hard_sigmoid')" in result.after
    assert b"RNN(3)" in _upgraded("RNN = GRU\nRNN(3)\n", to="compat").after
