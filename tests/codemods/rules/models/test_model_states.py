"""The states of a `Sequential` are reset layer by layer."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = "import keras\nfrom keras.layers import LSTM, Dense\nfrom keras.models import Model, Sequential\n"
OPEN = "m = Sequential()\nm.add(LSTM(8, stateful=True))\nm.add(Dense(1))\n"
WRITTEN = Settings(origin=parse_origin("tensorflow==2.3"))


def _upgraded(source: str) -> Upgraded:
    result = upgrade((HEAD + source).encode(), WRITTEN)
    assert isinstance(result, Upgraded)
    return result


def _loop(model: str, indent: str = "", layer: str = "layer") -> str:
    return (
        f"{indent}for {layer} in {model}.layers:\n"
        f'{indent}    if getattr({layer}, "stateful", False):\n'
        f"{indent}        {layer}.reset_state()\n"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{OPEN}m.reset_states()\n", f"{OPEN}{_loop('m')}"),
        (
            (
                "m = Sequential([LSTM(8, stateful=True), Dense(1)])\nfor e in range(3):\n    m.fit(x, y)\n"
                "    m.reset_states()\n"
            ),
            (
                "m = Sequential([LSTM(8, stateful=True), Dense(1)])\nfor e in range(3):\n    m.fit(x, y)\n"
                f"{_loop('m', '    ')}"
            ),
        ),
        (f"layer = 1\n{OPEN}m.reset_states()\n", f"layer = 1\n{OPEN}{_loop('m', layer='each_layer')}"),
        (
            (
                "def make():\n    m = Sequential()\n    m.add(LSTM(8, stateful=True))\n    return m\n\nn = make()\n"
                "n.reset_states()\n"
            ),
            (
                "def make():\n    m = Sequential()\n    m.add(LSTM(8, stateful=True))\n    return m\n\nn = make()\n"
                f"{_loop('n')}"
            ),
        ),
    ],
)
def test_layers_that_the_file_shows(before: str, after: str) -> None:
    result = _upgraded(before)
    assert result.after.decode() == HEAD + after
    assert not result.findings
    assert not result.notes
    again = upgrade(result.after, WRITTEN)
    assert isinstance(again, Upgraded)
    assert again.after is result.after


def test_comments_stay() -> None:
    result = _upgraded(f"{OPEN}# anew\nm.reset_states()  # states\n")
    assert result.after.decode().endswith(
        'm.add(Dense(1))\n# anew\nfor layer in m.layers:\n    if getattr(layer, "stateful", False):\n'
        "        layer.reset_state()  # states\n"
    )


@pytest.mark.parametrize(
    "source",
    [
        "m = Model(i, o)\nm.reset_states()\n",
        "m = Sequential([inner, Dense(1)])\nm.reset_states()\n",
        "m = Sequential([Sequential([LSTM(8, stateful=True)]), Dense(1)])\nm.reset_states()\n",
        "def make():\n    return Model(i, o)\n\nm = make()\nm.reset_states()\n",
        f"{OPEN}if a: m.reset_states()\n",
        f"{OPEN}m.reset_states(); m.fit(x)\n",
    ],
)
def test_reported(source: str) -> None:
    result = _upgraded(source)
    assert not result.changed
    assert [each.code for each in result.findings] == ["TFM197"]


@pytest.mark.parametrize(
    "source",
    [
        "layer = LSTM(8, stateful=True)\nlayer.reset_states()\n",
        "class Agent:\n    def reset_states(self):\n        pass\n\nAgent().reset_states()\n",
        "def end(agent):\n    return agent.reset(states)\n",
    ],
)
def test_left_alone(source: str) -> None:
    result = _upgraded(source)
    assert not result.changed
    assert not result.findings


def test_on_the_shims() -> None:
    source = f"{HEAD}{OPEN}m.reset_states()\n".encode()
    result = upgrade(source, Settings(to="compat", origin=parse_origin("tensorflow==2.3")))
    assert isinstance(result, Upgraded)
    assert b"m.reset_states()" in result.after
