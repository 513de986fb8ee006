"""Reports of recurrent layers with initial states beside masked steps."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded

HEAD = (
    "from keras.layers import Bidirectional, Dense, Embedding, GRU, Input, LSTM, Masking, TimeDistributed\n"
    "t, h, c = Input((None,)), Input((4,)), Input((4,))\n"
    "e = Embedding(9, 2, mask_zero=True)(t)\n"
)


def reported(source: str, origin: str = "keras==2.3.1", to: str = "native") -> list[int]:
    result = upgrade(source.encode(), Settings(to=to, origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    assert not [each for each in result.changes if each.code == "TFM320"]
    return [each.line for each in result.findings if each.code == "TFM320"]


@pytest.mark.parametrize(
    "code",
    [
        "y = LSTM(4)(e, initial_state=[h, c])",
        "y = LSTM(4)(e, [h, c])",
        "layer = GRU(4); y = layer(e, initial_state=h)",
        "y = Bidirectional(LSTM(4))(e, initial_state=[h, c, h, c])",
        "y = GRU(4)(Dense(3)(e), initial_state=h)",
    ],
)
def test_reported(code: str) -> None:
    assert reported(f"{HEAD}{code}\n") == [4]


def test_imports_of_tf_keras() -> None:
    source = HEAD.replace("from keras", "from tensorflow.keras") + "y = LSTM(4)(e, initial_state=[h, c])\n"
    assert reported(source, "tensorflow==2.10") == [4]
    assert reported(source, "tensorflow==1.15") == [5]  # behind the import of the hard sigmoid


def test_a_finding_where_the_release_is_not_known() -> None:
    result = upgrade(f"{HEAD}y = LSTM(4)(e, initial_state=[h, c])\n".encode(), Settings())
    assert isinstance(result, Upgraded)
    assert ["--from" in each.advice for each in result.findings if each.code == "TFM320"] == [True]


@pytest.mark.parametrize(
    "source",
    [
        f"{HEAD}y = LSTM(4)(e)\n",
        f"{HEAD}y = LSTM(4)(e, initial_state=None)\n",
        f"{HEAD}y = LSTM(4)(e, initial_state=[h, c], mask=m)\n",
        f"{HEAD}y = LSTM(4)(Input((3, 2)), initial_state=[h, c])\n",
        f"{HEAD}y = LSTM(4)(Embedding(9, 2)(t), initial_state=[h, c])\n",
        f"{HEAD}plain = Embedding(9, 2, mask_zero=False)(t)\ny = LSTM(4)(plain, initial_state=[h, c])\n",
        f"{HEAD}y = Dense(4)(e, initial_state=[h, c])\n",
        f"{HEAD}y = own(e, initial_state=[h, c])\n",
        f"{HEAD}y = LSTM(4)(*both, initial_state=[h, c])\n",
        f"{HEAD.replace('True', 'False')}y = LSTM(4)(e, initial_state=[h, c])\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert reported(source) == []


def test_layers_of_the_shims_keep_the_mask() -> None:
    assert reported(f"{HEAD}y = LSTM(4)(e, initial_state=[h, c])\n", to="compat") == []


def test_code_for_keras_3() -> None:
    assert reported(f"{HEAD}y = LSTM(4)(e, initial_state=[h, c])\n", "keras==3.3") == []
