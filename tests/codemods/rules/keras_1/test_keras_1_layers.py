"""Layers with the arguments of Keras 1 get those of Keras 3."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded
from tests.compat.keras_1_calls import KERAS_1_CALLS, OTHER_NAMES


def upgraded(source: str) -> Upgraded:
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    return result


def layer_of(call: str) -> str:
    return call.partition("(")[0]


@pytest.mark.parametrize(("legacy", "modern"), KERAS_1_CALLS)
def test_call(legacy: str, modern: str) -> None:
    start = f"from keras.layers import {layer_of(legacy)}\nfrom keras.models import Model\nm = Model("
    before = f"{start}input=a, output=b)\nlayer = {legacy}\n"
    check_upgraded(before, f"{start}inputs=a, outputs=b)\nlayer = {modern}\n")


STARRED = "from keras.layers import Convolution2D, Conv3D\nsize = (3, 5)\nall_of_it = (2, 3, 5)\ncube = 1, 2, 3\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Convolution2D(2, *size, init='one')", "Convolution2D(2, size, kernel_initializer='one')"),
        ("Convolution2D(n, *(3, 5), border_mode='same')", "Convolution2D(n, (3, 5), padding='same')"),
        (
            "Convolution2D(*all_of_it, init='one')",
            "Convolution2D(all_of_it[0], all_of_it[1:], kernel_initializer='one')",
        ),
        ("Convolution2D(*[2, 3, 5], init='one')", "Convolution2D(2, (3, 5), kernel_initializer='one')"),
        ("Conv3D(2, *cube, init='one', **more)", "Conv3D(2, cube, kernel_initializer='one', **more)"),
    ],
)
def test_sizes_that_a_star_unpacks(before: str, after: str) -> None:
    check_upgraded(f"{STARRED}x = {before}\n", f"{STARRED}x = {after}\n")


@pytest.mark.parametrize(
    "call",
    [
        "Convolution2D(*args, init='one')",
        "Convolution2D(2, *size[::-1], init='one')",
        "Convolution2D(2, *list(size), init='one')",
        "Convolution2D(2, 3, 3, *more, init='one')",
        "Convolution2D(2, *size, 'he_normal', border_mode='same')",
        "Convolution2D(2, *all_of_it, border_mode='same')",
        "Convolution2D(2, 3, *others, border_mode='same')",
    ],
)
def test_sizes_that_a_star_may_unpack(call: str) -> None:
    finding = check_declined(f"{STARRED}x = {call}\n", "TFM141", 5)
    assert "a star unpacks" in finding.message


def test_a_function_that_passes_its_arguments_on() -> None:
    source = "def conv(*args, **options):\n    return Convolution2D(*args, **options)\nconv(8, 3, 3)\n"
    before = STARRED + source + "Convolution2D(3, 3, 3, init='one')\n"
    assert "TFM141" in [each.code for each in upgraded(before).findings]
    check_untouched(STARRED + source)


@pytest.mark.parametrize(
    "call",
    [
        "Convolution2D(*args)",
        "Convolution2D(*args, padding='same')",
        "Convolution2D(8, (3, 3), *rest)",
        "Convolution2D(*(8, (3, 3)))",
        "Convolution2D(*(8, 3), padding='same')",
        "Convolution2D(2, *size, padding='same')",
        "Convolution2D(**options)",
    ],
)
def test_stars_of_keras_2(call: str) -> None:
    check_untouched(f"{STARRED}x = {call}\n")


TRANSPOSED = "from keras.layers import Conv2DTranspose as Deconvolution2D\nx = Deconvolution2D(8, "


@pytest.mark.parametrize("shape", ["(None, 29, 29, 8)", "output_shape=(None, 28, 29, 8)", "output_shape=shape"])
def test_a_length_that_strides_leave_open(shape: str) -> None:
    """Keras 1 took 29 or 28 for 14 steps of 2 and a kernel of 2; all else is carried."""
    result = check_sound(f"{TRANSPOSED}2, 2, {shape}, subsample=(2, 2), init='one')\n")
    named = shape if "=" in shape else f"output_shape={shape}"
    assert f"(8, (2, 2), {named}, strides=(2, 2), kernel_initializer='one')" in result.after.decode()
    assert [(each.code, each.symbol) for each in result.findings] == [
        ("TFM141", "keras.layers.Conv2DTranspose(output_shape=)")
    ]
    assert "output_padding=" in result.findings[0].advice


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("3, 3, output_shape=(None, 9, 9, 3), subsample=(2, 2)", "(3, 3), strides=(2, 2)"),
        ("3, 3, (None, 9, 9, 3), subsample=(2, 2)", "(3, 3), strides=(2, 2)"),
        ("2, 3, [None, 8, 12, 3], subsample=(2, 3)", "(2, 3), strides=(2, 3)"),
        ("1, 1, (None, 8, 8, 3), subsample=[2, 2]", "(1, 1), strides=[2, 2]"),
        (
            "3, 3, output_shape=(n, 3, 9, 9), subsample=(2, 2), dim_ordering='th'",
            "(3, 3), strides=(2, 2), data_format='channels_first'",
        ),
    ],
)
def test_a_length_that_strides_give(before: str, after: str) -> None:
    check_upgraded(f"{TRANSPOSED}{before})\n", f"{TRANSPOSED}{after})\n")


@pytest.mark.parametrize("more", ["", ", subsample=(1, 1)", ", subsample=(2, 2), border_mode='same'"])
def test_a_length_that_is_computed(more: str) -> None:
    head = "from keras.layers import Conv2DTranspose as Deconvolution2D\nx = Deconvolution2D(8, "
    after = more.replace("subsample", "strides").replace("border_mode", "padding")
    check_upgraded(f"{head}3, 5, output_shape=(None, 9, 9, 8){more})\n", f"{head}(3, 5){after})\n")


@pytest.mark.parametrize("value", ["'cpu'", "mode"])
def test_what_only_chose_an_implementation_goes(value: str) -> None:
    gates = "recurrent_activation='sigmoid'"
    head = "from keras.layers import LSTM\nlayer = LSTM("
    check_upgraded(f"{head}3, dropout_W=0.5, consume_less={value}, {gates})\n", f"{head}3, dropout=0.5, {gates})\n")


@pytest.mark.parametrize(("legacy", "modern"), OTHER_NAMES)
def test_other_names(legacy: str, modern: str) -> None:
    before = f"from keras.layers.convolutional import {layer_of(legacy)}\nlayer = {legacy}\n"
    after = f"from keras.layers import {layer_of(modern)} as {layer_of(legacy)}\nlayer = "
    check_upgraded(before, after + modern.replace(layer_of(modern), layer_of(legacy)) + "\n")


def test_one_call_of_keras_1_tells_of_the_others() -> None:
    check_upgraded(
        """
        from keras import layers as L
        first = L.Convolution2D(8, 3, 3, border_mode="same")
        second = L.Convolution2D(16, 3, 3, activation="relu")
        """,
        """
        from keras import layers as L
        first = L.Convolution2D(8, (3, 3), padding="same")
        second = L.Convolution2D(16, (3, 3), activation="relu")
        """,
    )


def test_sizes_in_variables() -> None:
    check_upgraded(
        """
        from keras.layers import Convolution2D
        layer = Convolution2D(nb_filters, nb_conv, nb_conv, border_mode='valid', input_shape=(1, rows, cols))
        """,
        """
        from keras.layers import Convolution2D
        layer = Convolution2D(nb_filters, (nb_conv, nb_conv), padding='valid', input_shape=(1, rows, cols))
        """,
    )


def test_layout_and_comments() -> None:
    check_upgraded(
        """
        from keras.layers import Convolution2D
        model.add(Convolution2D(
            8,  # filters
            3, 3,
            border_mode = "same",   # as in the paper
            subsample=(2, 2)
        ))
        """,
        """
        from keras.layers import Convolution2D
        model.add(Convolution2D(
            8,  # filters
            (3, 3),
            padding = "same",   # as in the paper
            strides=(2, 2)
        ))
        """,
    )


def test_the_ordering_of_the_backend() -> None:
    check_upgraded(
        """
        from keras import backend as K
        from keras.layers import MaxPooling2D
        layer = MaxPooling2D((2, 2), dim_ordering=K.image_dim_ordering())
        """,
        """
        from keras import backend as K
        from keras.layers import MaxPooling2D
        layer = MaxPooling2D((2, 2), data_format=K.image_data_format())
        """,
    )


def test_through_a_name() -> None:
    check_upgraded(
        "import keras\nConv = keras.layers.Convolution2D\nlayer = Conv(8, 3, 3, bias=False)\n",
        "import keras\nConv = keras.layers.Convolution2D\nlayer = Conv(8, (3, 3), use_bias=False)\n",
    )


def test_inside_a_wrapper() -> None:
    check_upgraded(
        "from keras.layers import Dense, TimeDistributed\nlayer = TimeDistributed(Dense(output_dim=3))\n",
        "from keras.layers import Dense, TimeDistributed\nlayer = TimeDistributed(Dense(units=3))\n",
    )


def test_under_another_name() -> None:
    check_upgraded(
        """
        from keras.layers import Convolution2D
        Conv = Convolution2D
        layer = Conv(8, 3, 3, border_mode="same")
        """,
        """
        from keras.layers import Convolution2D
        Conv = Convolution2D
        layer = Conv(8, (3, 3), padding="same")
        """,
    )


@pytest.mark.parametrize(
    "source",
    [
        "from keras.layers import Conv2D\nlayer = Conv2D(8, (3, 3), (2, 2))\n",
        "from keras.layers import Conv2D\nlayer = Conv2D(8, [3, 3], 2)\n",
        "from keras.layers import Conv2D\nlayer = Conv2D(8, 3, padding='same')\n",
        "from keras.layers import Conv2D\nlayer = Conv2D(8, 3, 2, padding='same')\n",
        "import tensorflow as tf\nlayer = tf.keras.layers.Conv2D(8, 3, 3)\n",
        "from tensorflow.keras.layers import Conv2D\nlayer = Conv2D(8, 3, 2, activation='relu')\n",
        "from compat.keras.layers import Convolution2D\nlayer = Convolution2D(8, 3, 3, border_mode='same')\n",
        "from keras.layers import Dense\nlayer = Dense(3, kernel_constraint='max_norm')\n",
        "from keras.layers import Dense\nlayer = Dense(3, name='maxnorm')\n",
        "from keras.layers import Dense\nlayer = Dense(3, **{'use_bias': False})\n",
        "from keras.layers import Embedding\nlayer = Embedding(input_dim=9, output_dim=3)\n",
        "from keras.layers import Dense\nlayer = Dense(3, input_dim=4)\n",
        "from mylayers import Convolution2D\nlayer = Convolution2D(8, 3, 3, border_mode='same')\n",
        "from keras.layers import ZeroPadding2D\nlayer = ZeroPadding2D(padding)\n",
        "from keras.layers import Conv2D\nConv2D\n",
        "from keras.layers import Convolution2D\nfrom own import Conv\nConv = Conv or Convolution2D\nConv(8, 3, 3)\n",
        "from keras.layers import Convolution2D\ndef f(Conv=Convolution2D):\n    return Conv(8, 3, 3)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_not_known_for_which_keras() -> None:
    """In a file of Keras 3 the third number is the strides."""
    source = b"from keras.layers import Conv2D\nlayer = Conv2D(8, 3, 2)\n"
    result = upgrade(source, Settings())
    assert isinstance(result, Upgraded)
    assert result.after is source
    assert [(finding.code, finding.line) for finding in result.findings] == [("TFM141", 2)]


def test_in_a_file_of_keras_3() -> None:
    check_untouched("import keras\nx = keras.ops.ones(3)\nlayer = keras.layers.Conv2D(8, 3, 2)\n")


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("Conv2D(8, (3, 3), dim_ordering=order)", "does not show the value of dim_ordering="),
        ("Dense(3, output_dim=3)", "output_dim= and units"),
        ("Dense(units=3, output_dim=3)", "output_dim= and units"),
        ("Embedding(9, 3, dropout=0.2)", "dropout=0.2"),
        ("BatchNormalization(mode=2)", "mode=2"),
        ("LSTM(3, forget_bias_init='zero')", "forget_bias_init='zero'"),
        ("Conv2D(8, nb_row=3)", "nb_row="),
        ("Dense(3, **{'init': 'normal'})", "unpacked dictionary"),
        ("Dense(3, **options)", "unpacked dictionary"),
    ],
)
def test_left_to_a_person(call: str, reason: str) -> None:
    source = f"from keras.layers import {layer_of(call)}\noptions = dict(init='normal')\nlayer = {call}\n"
    finding = check_declined(source, "TFM141", 3)
    assert reason in finding.message
    assert "leave it out" not in finding.advice


PASSED = "from keras.layers import Convolution2D\ndef block(n, **kw):\n    return Convolution2D(n, (3, 3), padding='same', **kw)\n"


def test_keywords_that_a_function_passes_on() -> None:
    finding = check_declined(PASSED + "block(3, bias=False)\n", "TFM141", 3)
    assert "bias is use_bias" in finding.advice


@pytest.mark.parametrize("call", ["block(3, use_bias=False)", "block(3, name='a')", "block(3)", "other(3, bias=False)"])
def test_keywords_of_today_that_a_function_passes_on(call: str) -> None:
    check_untouched(f"{PASSED}{call}\n")


LOOKED_UP = "from keras import layers\nfrom keras.models import Sequential\n"


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (
            "spec = [('Convolution2D', {'border_mode': 'same'})]\nfor n, k in spec:\n    m.add(getattr(layers, n)(**k))\n",
            5,
        ),
        ("spec = [('Dense', dict(init='one'))]\nfor n, k in spec:\n    m.add(getattr(layers, n)(3, **k))\n", 5),
        ("m.add(getattr(layers, 'Dense' if a else 'Conv2D')(3, init='one'))\n", 3),
        ("made = getattr(layers, names['Dense'])\nm.add(made(3, init='one'))\n", 3),
    ],
)
def test_layers_that_are_looked_up(code: str, line: int) -> None:
    finding = check_declined(LOOKED_UP + code, "TFM141", line)
    assert "is padding" in finding.advice or "is kernel_initializer" in finding.advice
    found = upgrade((LOOKED_UP + code).encode(), Settings(to="compat"))
    assert isinstance(found, Upgraded)
    assert not found.findings
    assert found.after.decode() == LOOKED_UP.replace("from keras", "from compat.keras") + code


@pytest.mark.parametrize(
    "code",
    [
        "spec = [('Conv2D', {'padding': 'same'})]\nfor n, k in spec:\n    m.add(getattr(layers, n)(**k))\n",
        "spec = [('Dense', {'units': 3}), ('Embedding', {'output_dim': 3})]\nfor n, k in spec:\n    m.add(getattr(layers, n)(**k))\n",
        "spec = {'init': 'one'}\nm.add(getattr(layers, n)(3))\nprint('Dense')\n",
        "spec = {'init': 'one'}\nm.add(getattr(layers, n)(**k))\n",
        "spec = [('Dense', {'init': 'one'})]\nfor n, k in spec:\n    m.add(getattr(own, n)(**k))\n",
        "import tensorflow as tf\nspec = [('Dense', {'init': 'one'})]\nfor n, k in spec:\n    m.add(getattr(tf.keras.layers, n)(**k))\n",
        "from keras import ops\nspec = [('Dense', {'init': 'one'})]\nfor n, k in spec:\n    m.add(getattr(layers, n)(**k))\n",
    ],
)
def test_other_layers_that_are_looked_up_left_alone(code: str) -> None:
    check_untouched(LOOKED_UP + code)


STARTED = (
    "from keras.layers import {0}\nclass Own({0}):\n    def __init__(self, n, **kw):\n        super().__init__({1})\n"
)


@pytest.mark.parametrize(
    ("layer", "legacy", "modern"),
    [
        ("Dense", "n, init='he_normal', **kw", "n, kernel_initializer='he_normal', **kw"),
        ("Dense", "output_dim=n", "units=n"),
        ("Convolution2D", "n, 3, 3, border_mode='same'", "n, (3, 3), padding='same'"),
        ("Dropout", "p=n", "rate=n"),
        ("LSTM", "n, inner_activation='sigmoid'", "n, recurrent_activation='sigmoid'"),
    ],
)
def test_layers_that_are_derived_from(layer: str, legacy: str, modern: str) -> None:
    result = upgrade(STARTED.format(layer, legacy).encode(), Settings(select=("TFM141",)))
    assert isinstance(result, Upgraded)
    assert result.after.decode() == STARTED.format(layer, modern)


@pytest.mark.parametrize(
    "source",
    [
        STARTED.format("Dense", "n, kernel_initializer='he_normal'"),
        STARTED.format("Dense", "n, init='he_normal'").replace("super()", "other()"),
        STARTED.format("Dense", "n, init='he_normal'").replace("Own(Dense)", "Own(Dense, Other)"),
        STARTED.format("Dense", "n").replace("__init__(n)", "build(init=n)"),
        STARTED.format("Dense", "n, init='he_normal'").replace("from keras", "from tensorflow.keras"),
    ],
)
def test_starts_of_other_classes(source: str) -> None:
    result = upgrade(source.encode(), Settings(select=("TFM141",)))
    assert isinstance(result, Upgraded)
    assert result.after == result.before
