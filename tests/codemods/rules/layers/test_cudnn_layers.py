"""`CuDNNLSTM` and `CuDNNGRU` become `LSTM` and `GRU`."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded


def test_imported_names() -> None:
    check_upgraded(
        """
        from keras.layers import CuDNNGRU, CuDNNLSTM, Dense
        m = [CuDNNLSTM(64, return_sequences=True), CuDNNGRU(32), Dense(1)]
        """,
        """
        from keras.layers import GRU
        from keras.layers import LSTM
        from keras.layers import Dense
        m = [LSTM(64, return_sequences=True, recurrent_activation='sigmoid'), GRU(32, recurrent_activation='sigmoid', reset_after=True), Dense(1)]
        """,
    )


def test_beside_the_modern_layer() -> None:
    check_upgraded(
        "from keras.layers import CuDNNLSTM, LSTM\nm = CuDNNLSTM(8) if gpu else LSTM(8)\n",
        "from keras.layers import LSTM\nm = LSTM(8, recurrent_activation='sigmoid') if gpu else LSTM(8)\n",
    )


def test_what_keras_2_dates_the_file_by_goes_with_it() -> None:
    check_upgraded(
        "import keras\nm = keras.layers.CuDNNLSTM(3)\nm.fit_generator(g, nb_epoch=2)\nm.total_loss\n",
        """
        import keras
        m = keras.layers.LSTM(3, recurrent_activation='sigmoid')
        m.fit_generator(g, nb_epoch=2)
        m.total_loss
        """,
    )


def test_the_layer_beside_it_gets_the_default_of_its_release() -> None:
    source = b"import keras\nx = keras.layers.CuDNNLSTM(3)(x)\nx = keras.layers.LSTM(3)(x)\n"
    result = upgrade(source, Settings(origin=parse_origin("keras==2.2.4")))
    assert isinstance(result, Upgraded)
    assert b"LSTM(3, recurrent_activation='sigmoid')" in result.after
    assert b"LSTM(3, recurrent_activation=hard_sigmoid)" in result.after


def test_tf_keras_in_place() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        m = tf.keras.layers.Bidirectional(tf.keras.layers.CuDNNGRU(8, **options))
        rnn = tf.keras.layers.CuDNNLSTM
        """,
        """
        import tensorflow as tf
        m = tf.keras.layers.Bidirectional(tf.keras.layers.GRU(8, recurrent_activation='sigmoid', reset_after=True, **options))
        rnn = tf.keras.layers.LSTM
        """,
    )


def test_the_old_module() -> None:
    check_upgraded(
        "from keras.layers.cudnn_recurrent import CuDNNLSTM\nm = CuDNNLSTM(units=8)(x)\n",
        "from keras.layers import LSTM\nm = LSTM(units=8, recurrent_activation='sigmoid')(x)\n",
    )


def test_one_in_the_other() -> None:
    check_upgraded(
        "from keras import layers as L\nm = L.CuDNNGRU(8)(L.CuDNNGRU(9)(x))\n",
        """
        from keras import layers as L
        m = L.GRU(8, recurrent_activation='sigmoid', reset_after=True)(L.GRU(9, recurrent_activation='sigmoid', reset_after=True)(x))
        """,
    )


@pytest.mark.parametrize(
    "source",
    [
        "from keras.layers import LSTM\nm = LSTM(8)\n",
        "from compat.keras.layers import CuDNNLSTM\nm = CuDNNLSTM(8)\n",
        "from mine import CuDNNLSTM\nm = CuDNNLSTM(8)\n",
        "import keras\nm = CuDNNLSTM(8)\n",
        "import keras\nclass CuDNNGRU: pass\nm = CuDNNGRU(8)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_arguments_by_position() -> None:
    finding = check_declined("from keras.layers import CuDNNLSTM\nm = CuDNNLSTM(8, 'normal')\n", "TFM143", 2)
    assert "by position" in finding.message


@pytest.mark.parametrize(
    "source",
    [
        "if gpu:\n    from keras.layers import CuDNNLSTM as RNN\nelse:\n    from keras.layers import LSTM as RNN\nm = RNN(8)\n",
        "__all__ = ['CuDNNGRU']\nfrom keras.layers import CuDNNGRU\n",
    ],
)
def test_a_name_with_two_meanings(source: str) -> None:
    finding = check_declined(source, "TFM143", 2)
    assert "import keras.layers." in finding.advice
