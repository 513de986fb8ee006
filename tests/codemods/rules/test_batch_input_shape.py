"""An `Input` takes the batch shape of the first layer."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_untouched, check_upgraded


def test_added() -> None:
    check_upgraded(
        """
        from keras.layers import LSTM
        from keras.models import Sequential

        model = Sequential()
        # state is kept
        model.add(LSTM(8, batch_input_shape=(batch, steps, 3), stateful=True))  # first
        """,
        """
        import keras
        from keras.layers import LSTM
        from keras.models import Sequential

        model = Sequential()
        # state is kept
        model.add(keras.Input(batch_shape=(batch, steps, 3)))
        model.add(LSTM(8, stateful=True))  # first
        """,
    )


def test_listed() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        model = tf.keras.Sequential([
            tf.keras.layers.Embedding(9, 3, batch_input_shape=[4, None]),
            tf.keras.layers.GRU(8, stateful=True),
        ])
        """,
        """
        import tensorflow as tf
        model = tf.keras.Sequential([
            tf.keras.Input(batch_shape=[4, None]), tf.keras.layers.Embedding(9, 3),
            tf.keras.layers.GRU(8, stateful=True),
        ])
        """,
    )


def test_with_an_input_at_hand() -> None:
    check_upgraded(
        """
        from keras.layers import Bidirectional, Input, LSTM
        class Net:
            def build(self, m):
                m.add(Bidirectional(LSTM(8), batch_input_shape=self.shape))
        """,
        """
        from keras.layers import Bidirectional, Input, LSTM
        class Net:
            def build(self, m):
                m.add(Input(batch_shape=self.shape))
                m.add(Bidirectional(LSTM(8)))
        """,
    )


@pytest.mark.parametrize("opened", ["({})", "[{}]"])
def test_any_batch(opened: str) -> None:
    shape = opened.format("None, 28, 28")
    check_upgraded(
        f"from keras.layers import Flatten\nlayer = Flatten(batch_input_shape={shape}, name='f')\n",
        "from keras.layers import Flatten\nlayer = Flatten(input_shape=(28, 28), name='f')\n",
    )


@pytest.mark.parametrize(
    "line",
    [
        "x = LSTM(8, batch_input_shape=(4, 10, 3))",
        "x = LSTM(8, batch_input_shape=(4, 10, 3))(y)",
        "x = [LSTM(8, batch_input_shape=(4, 10, 3))]",
        "m = Sequential([first, LSTM(8, batch_input_shape=(4, 10, 3))])",
        "m.add(LSTM(8, batch_input_shape=(4, 10, 3))); m.build()",
        "m.add(LSTM(8, batch_input_shape=(4, 10, 3), input_dtype='int32'))",
    ],
)
def test_left_to_a_person(line: str) -> None:
    source = f"from keras.layers import LSTM\nfrom keras.models import Sequential\n{line}\n".encode()
    result = upgrade(source, Settings())
    assert isinstance(result, Upgraded)
    assert result.after is source
    assert {(finding.code, finding.line) for finding in result.findings} == {("TFM196", 3)}


@pytest.mark.parametrize(
    "source",
    [
        "from keras.layers import LSTM\nm.add(LSTM(8, input_shape=(10, 3)))\n",
        "from mine import LSTM\nm.add(LSTM(8, batch_input_shape=(4, 10, 3)))\n",
        "from compat.keras.layers import LSTM\nm.add(LSTM(8, batch_input_shape=(4, 10, 3)))\n",
        "import keras\nlayer_config['batch_input_shape'] = shape\n",
        "import keras\nbatch_input_shape = keras.Input(batch_shape=(4, 10, 3))\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("Input(shape=(3,), batch_shape=(2, 3))", "Input(batch_shape=(2, 3))"),
        ("Input((3,), batch_shape=b, sparse=True)", "Input(batch_shape=b, sparse=True)"),
    ],
)
def test_both_shapes_of_an_input(legacy: str, modern: str) -> None:
    head = "from keras.layers import Input\nx = "
    check_upgraded(f"{head}{legacy}\n", f"{head}{modern}\n")


@pytest.mark.parametrize(
    "call", ["Input(shape=(3,), batch_shape=None)", "Input((3,), batch_size=2)", "Input(batch_shape=b)"]
)
def test_one_shape_of_an_input(call: str) -> None:
    check_untouched(f"from keras.layers import Input\nx = {call}\n")
