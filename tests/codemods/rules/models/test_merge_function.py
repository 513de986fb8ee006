"""`keras.layers.merge` becomes the function that its mode named."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded


@pytest.mark.parametrize(
    ("call", "name", "modern"),
    [
        ("merge([a, b])", "add", "add([a, b])"),
        ("merge([a, b], mode='sum')", "add", "add([a, b])"),
        ("merge([a, b], 'mul', name='m')", "multiply", "multiply([a, b], name='m')"),
        ("merge([a, b], mode='ave')", "average", "average([a, b])"),
        ("merge([a, b], mode='max')", "maximum", "maximum([a, b])"),
        ("merge([a, b], mode='concat')", "concatenate", "concatenate([a, b])"),
        ("merge([a, b], mode='concat', concat_axis=1)", "concatenate", "concatenate([a, b], axis=1)"),
        ("merge([a, b], 'concat', 3)", "concatenate", "concatenate([a, b], axis=3)"),
        ("merge(inputs=[a, b], mode='sum', concat_axis=1)", "add", "add(inputs=[a, b])"),
        ("merge([a, b], mode='dot')", "dot", "dot([a, b], axes=-1)"),
        ("merge([a, b], mode='dot', dot_axes=(1, 2))", "dot", "dot([a, b], axes=(1, 2))"),
        ("merge([a, b], mode=lambda x: x[0] - x[1])", "Lambda", "Lambda(lambda x: x[0] - x[1])([a, b])"),
        (
            "merge([a, b], mode=lambda x: x[0] - x[1], output_shape=(3,), name='n')",
            "Lambda",
            "Lambda(lambda x: x[0] - x[1], output_shape=(3,), name='n')([a, b])",
        ),
    ],
)
def test_modes(call: str, name: str, modern: str) -> None:
    check_upgraded(
        f"from keras.layers import Dense, merge\nm = {call}\nd = Dense\n",
        f"from keras.layers import {name}\nfrom keras.layers import Dense\nm = {modern}\nd = Dense\n",
    )


def test_a_mode_in_a_variable() -> None:
    check_upgraded(
        "from keras.layers import merge\nmode = 'sum'\nm = merge([a, b], mode=mode)\n",
        "from keras.layers import add\nmode = 'sum'\nm = add([a, b])\n",
    )


def test_through_a_module() -> None:
    check_upgraded(
        "from keras import layers\nm = layers.merge([a, b], mode='concat')\n",
        "from keras import layers\nm = layers.concatenate([a, b])\n",
    )


def test_a_name_that_is_taken() -> None:
    check_upgraded(
        "from operator import add\nfrom keras.layers import merge\nm = merge([a, b])\nn = add(1, 2)\n",
        "from operator import add\nfrom keras.layers import add as keras_add\nm = keras_add([a, b])\nn = add(1, 2)\n",
    )


def test_a_function_that_is_imported_already() -> None:
    check_upgraded(
        "from keras.layers import add, merge\nm = merge([a, merge([a, b])], mode='sum')\n",
        "from keras.layers import add\nm = add([a, add([a, b])])\n",
    )


@pytest.mark.parametrize(
    "source",
    [
        "from keras.layers import add\nm = add([a, b])\n",
        "from pandas import merge\nm = merge(a, b)\n",
        "import keras\nm = merge([a, b], mode='sum')\n",
        "from compat.keras.layers import merge\nm = merge([a, b], mode='sum')\n",
        "def merge(x, mode): return x\nm = merge([1], mode='sum')\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ("merge([a, b], mode='cos')", "'cos'"),
        ("merge([a, b], mode=mode)", "does not show its mode"),
        ("merge(*both)", "unpacked or unknown"),
        ("merge([a, b], **options)", "unpacked or unknown"),
        ("merge([a, b], mode='sum', output_mask=None)", "output_mask="),
    ],
)
def test_left_to_a_person(call: str, reason: str) -> None:
    finding = check_declined(f"from keras.layers import merge\nm = {call}\n", "TFM142", 2)
    assert reason in finding.message
