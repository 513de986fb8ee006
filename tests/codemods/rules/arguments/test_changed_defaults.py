from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_sound, check_untouched, check_upgraded

KERAS_2 = "from keras.layers.core import Dense\n"
KERAS_3 = "from keras.layers import Dense\n"
SHIM = "from compat.keras.activations import hard_sigmoid\n"


@pytest.mark.parametrize(
    ("call", "written"),
    [
        ("Adadelta()", "Adadelta(learning_rate=1.0)"),
        ("Adadelta(rho=0.9)", "Adadelta(rho=0.9, learning_rate=1.0)"),
        ("Adamax()", "Adamax(learning_rate=0.002)"),
        ("Nadam(beta_1=0.8)", "Nadam(beta_1=0.8, learning_rate=0.002)"),
        ("Adagrad(lr=0.1)", "Adagrad(learning_rate=0.1, initial_accumulator_value=0.0, epsilon=1e-14)"),
    ],
)
def test_optimizers_keep_their_rates(call: str, written: str) -> None:
    name = call.split("(", maxsplit=1)[0]
    head = f"from keras.optimizers import {name}\n"
    check_upgraded(KERAS_2 + head + f"opt = {call}\n", KERAS_3 + head + f"opt = {written}\n")


def test_layers_keep_their_arithmetic() -> None:
    gates = ", recurrent_activation='sigmoid'"
    check_upgraded(
        KERAS_2 + f"import keras\nx = keras.layers.GRU(3{gates})(x)\n",
        KERAS_3 + f"import keras\nx = keras.layers.GRU(3{gates}, reset_after=False)(x)\n",
    )


def test_a_value_that_was_written_out_is_not_complained_of() -> None:
    source = KERAS_2 + "import keras\nx = keras.layers.ConvLSTM2D(3, 3)(x)\n"
    result = check_upgraded(
        source,
        SHIM + KERAS_3 + "import keras\nx = keras.layers.ConvLSTM2D(3, 3, recurrent_activation=hard_sigmoid)(x)\n",
    )
    assert result.notes == ()


def test_what_keras_3_requires_is_given_in_every_file() -> None:
    check_upgraded(
        "from keras.layers import AveragePooling2D as Pool\nx = Pool()(x)\n",
        "from keras.layers import AveragePooling2D as Pool\nx = Pool(pool_size=2)(x)\n",
    )


@pytest.mark.parametrize(
    "source",
    [
        "import keras\nx = keras.layers.GRU(3)(x)\n",
        "from keras.layers import AveragePooling2D\nx = AveragePooling2D((2, 2))(x)\n",
        "from keras.layers import AveragePooling2D\nx = AveragePooling2D(pool_size=3)(x)\n",
        "from keras.layers import AveragePooling2D\nx = AveragePooling2D(*sizes)(x)\n",
        "from torch.nn import GRU\nimport keras\nx = GRU(3)\n",
        "def AveragePooling2D(): pass\nimport keras\nx = AveragePooling2D()\n",
        "from keras.layers import MaxPool1D, MaxPooling2D, MaxPooling3D\nMaxPool1D(); MaxPooling2D(); MaxPooling3D()\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_an_argument_that_tf_keras_requires_now() -> None:
    head = "from tensorflow.keras.layers import AveragePooling2D\n"
    check_upgraded(f"{head}x = AveragePooling2D()(x)\n", f"{head}x = AveragePooling2D(pool_size=2)(x)\n")


@pytest.mark.parametrize(
    "call",
    ["Adadelta(0.5)", "Adadelta(learning_rate=0.5)", "Adadelta(0.5, **options)", "tf.keras.optimizers.Adadelta()"],
)
def test_given_rates_stay_in_files_of_keras_2(call: str) -> None:
    text = check_sound(
        KERAS_2 + f"from keras.optimizers import Adadelta\nimport tensorflow as tf\nopt = {call}\n"
    ).after
    assert f"opt = {call}\n".encode() in text


KERAS_2_2 = "recurrent_activation=hard_sigmoid"


@pytest.mark.parametrize(
    ("origin", "after"),
    [
        ("keras==2.2.4", f"keras.layers.LSTM(3, {KERAS_2_2})"),
        ("keras==2.3.1", "keras.layers.LSTM(3)"),
        ("tensorflow==1.15", "keras.layers.LSTM(3)"),
    ],
)
def test_recurrent_activations_of_standalone_keras(origin: str, after: str) -> None:
    result = upgrade(b"import keras\nx = keras.layers.LSTM(3)\n", Settings(origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    assert result.after.decode().removeprefix(SHIM) == f"import keras\nx = {after}\n"


def test_recurrent_layers_of_tensorflow_1() -> None:
    head, after = "import tensorflow as tf\ntf.app.run()\n", "import tensorflow as tf\ntf.compat.v1.app.run()\n"
    check_upgraded(
        f"{head}a = tf.keras.layers.GRU(3)\nb = tf.keras.layers.LSTMCell(3)\n",
        f"{SHIM}{after}a = tf.keras.layers.GRU(3, reset_after=False, {KERAS_2_2})\nb = tf.keras.layers.LSTMCell(3, {KERAS_2_2})\n",
    )
    check_upgraded(
        f"{head}a = tf.keras.layers.LSTM(3, recurrent_activation='tanh')\n",
        f"{after}a = tf.keras.layers.LSTM(3, recurrent_activation='tanh')\n",
    )


def test_undecided_releases() -> None:
    result = upgrade((KERAS_2 + "import keras\nx = keras.layers.LSTM(3)(x)\n").encode())
    assert isinstance(result, Upgraded)
    assert "LSTM() defaulted to recurrent_activation='hard_sigmoid'" in result.findings[0].message
    assert "--from keras==2.2.4" in result.findings[0].advice
    check_untouched("import tensorflow as tf\nx = tf.keras.layers.LSTM(3)\n")


@pytest.mark.parametrize(
    ("made", "asks"),
    [("layers.GRU(3)", True), ("layers.LSTM(3)", True), ("layers.SimpleRNN(3)", False), ("optimizers.Adam()", False)],
)
def test_tf_keras_of_an_unknown_release(made: str, asks: bool) -> None:
    """It changed with TensorFlow 2: a file that Keras 3 cannot run may be of either; other files are of today."""
    source = f"import tensorflow as tf\nx = tf.keras.{made}\n"
    result = upgrade(f"{source}model = tf.keras.Sequential()\nmodel.fit_generator(f())\n".encode())
    assert isinstance(result, Upgraded)
    assert ["--from tensorflow==1.15" in each.advice for each in result.notes if each.code == "TFM112"] == [True] * asks
    check_untouched(source)


@pytest.mark.parametrize(
    ("embedding", "asks"), [("20, 8, input_length=5", True), ("20, 8, input_shape=(5,)", False), ("20, 8", False)]
)
def test_an_embedding_with_a_length_is_of_before_keras_3(embedding: str, asks: bool) -> None:
    source = f"from tensorflow.keras.layers import LSTM, Embedding\nx = [Embedding({embedding}), LSTM(3)]\n"
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.notes if each.code == "TFM112"] == [2] * asks
    assert result.findings == ()


def test_what_all_of_keras_2_had_is_noted_of_tf_keras() -> None:
    result = upgrade(b"import tensorflow as tf\nx = tf.keras.layers.ConvLSTM2D(3, 3)\n")
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.notes] == ["TFM112"]
    assert result.findings == ()


def test_an_activation_that_is_given_by_position() -> None:
    source = "import keras\nx = keras.layers.LSTM(3, 'tanh', 'sigmoid')\n"
    result = upgrade(source.encode(), Settings(origin=parse_origin("keras==2.2.4")))
    assert isinstance(result, Upgraded)
    assert not result.changed


@pytest.mark.parametrize("origin", ["tensorflow==2.3", "tensorflow==2.15"])
def test_conv_lstm_of_tf_keras(origin: str) -> None:
    """The default was `hard_sigmoid` as long as there was Keras 2, that of `GRU` was not."""
    code = "import tensorflow as tf\nx = tf.keras.layers.ConvLSTM2D(3, 3)\ny = tf.keras.layers.GRU(3)\n"
    result = upgrade(code.encode(), Settings(origin=parse_origin(origin), select=("TFM112",)))
    assert isinstance(result, Upgraded)
    assert result.after.decode() == code.replace("3, 3", "3, 3, recurrent_activation='hard_sigmoid'")


@pytest.mark.parametrize(
    "trace",
    [
        "from keras.models import Sequential\nm = Sequential()\nm.fit(x, y, nb_epoch=3)\n",
        "from keras.layers import Dense\nd = Dense(3, W_regularizer='l2')\n",
        "from keras.layers import Convolution2D\nc = Convolution2D(8, 3, 3, subsample=(2, 2))\n",
    ],
)
def test_the_keywords_of_keras_1_tell_of_its_defaults(trace: str) -> None:
    result = upgrade(f"from keras.layers import LSTM\n{trace}z = LSTM(3)(y)\n".encode())
    assert isinstance(result, Upgraded)
    assert result.after.endswith(b"z = LSTM(3, recurrent_activation=hard_sigmoid)(y)\n")
    assert not result.findings
    mixed = upgrade(f"from keras.layers import LSTM\n{trace}fit(epochs=3)\nz = LSTM(3)(y)\n".encode())
    assert isinstance(mixed, Upgraded)
    assert mixed.after.endswith(b"z = LSTM(3)(y)\n")


def test_keras_1_as_a_person_says() -> None:
    settings = Settings(origin=parse_origin("keras==1.2.2"))
    result = upgrade(b"from keras.layers import LSTM\nx = LSTM(3)(y)\n", settings)
    assert isinstance(result, Upgraded)
    assert result.after.endswith(b"x = LSTM(3, recurrent_activation=hard_sigmoid)(y)\n")


def of_release(source: str, origin: str = "keras==2.2.4") -> Upgraded:
    found = upgrade(source.encode(), Settings(origin=parse_origin(origin)))
    assert isinstance(found, Upgraded)
    return found


LOOKED_UP = "from keras import layers\n"


@pytest.mark.parametrize(
    ("code", "line", "said"),
    [
        ("RNN = getattr(layers, {'l': 'LSTM', 'g': 'GRU'}[kind])\nx = RNN(2)\n", 3, "GRU(reset_after=False)"),
        ("x = getattr(layers, 'GRU' if a else 'SimpleRNN')(2)\n", 2, "GRU(reset_after=False)"),
        ("name = 'GRU' if a else 'LSTM'\nx = getattr(layers, name)(2)\n", 3, "recurrent_activation='hard_sigmoid'"),
        ("def f(kind): return getattr(layers, kind)(2)\nf('GRU')\n", 2, "GRU(reset_after=False)"),
        ("KINDS = ['GRU', 'LSTM']\ndef f(kind): return getattr(layers, kind)(2)\n", 3, "GRU(reset_after=False)"),
    ],
)
def test_what_a_name_at_run_time_may_be_is_reported(code: str, line: int, said: str) -> None:
    result = of_release(LOOKED_UP + code)
    assert not result.changed
    (finding,) = result.findings
    assert (finding.code, finding.line) == ("TFM112", line)
    assert said in finding.message


@pytest.mark.parametrize(
    "code",
    [
        "x = getattr(layers, 'Dense' if a else 'SimpleRNN')(2)\n",
        "x = getattr(layers, {'l': 'LSTM', 'c': 'LSTMCell'}[kind])(2, recurrent_activation='sigmoid')\n",
        "x = getattr(layers, kind)(2)\n",
        "x = getattr(own, 'GRU' if a else 'LSTM')(2)\n",
        "x = getattr(layers, 'GRU' if a else 'LSTM')\n",
        "x = getattr(layers, 'GRU' if a else 'LSTM')(2, **options)\n",
        "print('GRU')\nx = getattr(keras.losses, kind)(2)\n",
    ],
)
def test_other_names_at_run_time_left_alone(code: str) -> None:
    result = of_release(LOOKED_UP + code)
    assert not [each for each in result.findings if each.code == "TFM112"]
    assert not result.changed


def test_names_at_run_time_of_an_unknown_release_are_noted() -> None:
    source = LOOKED_UP + "x = getattr(layers, 'GRU' if a else 'LSTM')(2)\n"
    assert "TFM112" in [each.code for each in check_sound(source).notes]
    assert not of_release(source, "keras==3.0").findings


RATE = "import tensorflow as tf\ntf.logging.info('start')\nopt = tf.keras.optimizers.{}\n"


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    ("origin", "after"),
    [
        ("tensorflow==1.13.2", "Adadelta(learning_rate=1.0)"),
        ("tensorflow==1.15", "Adadelta()"),
        ("tensorflow==2.3", "Adadelta()"),
    ],
)
def test_rates_of_tf_keras(origin: str, after: str, to: str) -> None:
    """Up to TensorFlow 1.13 `tf.keras` had the optimizers of Keras 2."""
    result = upgrade(RATE.format("Adadelta()").encode(), Settings(to=to, origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    assert f".keras.optimizers.{after}\n" in result.after.decode()


def test_rates_of_tf_keras_where_the_release_is_open() -> None:
    result = upgrade(RATE.format("Adadelta()").encode())
    assert isinstance(result, Upgraded)
    assert [(each.code, each.line) for each in result.findings] == [("TFM112", 3)]
    assert "--from tensorflow==1.13" in result.findings[0].advice


def test_a_rate_that_is_given() -> None:
    result = upgrade(RATE.format("Adadelta(lr=0.5)").encode())
    assert isinstance(result, Upgraded)
    assert result.findings == ()
