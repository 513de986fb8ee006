from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

SOURCE = """{imports}

def f(x, y):
    return {call}
"""
KERAS = "from keras import backend as K\nfrom keras.layers.core import Dense\n"
DECODED = [
    "K.ctc_decode(x, y)[0][0]",
    "K.get_value(K.ctc_decode(x, input_length=y, greedy=True)[0][0])[:, :4]",
]
CALLS = [
    "K.batch_dot(x, y, [2, 3])",
    "K.batch_dot(x, y, axes=(3, 2))",
    "K.batch_dot(x, y, axes=3)",
    'K.resize_images(x, 2, 2, "channels_last", interpolation="bilinear")',
    *DECODED,
]


@pytest.mark.parametrize(
    ("call", "to"),
    [*((call, "native") for call in CALLS), *((call, "compat") for call in CALLS if call not in DECODED)],
)
def test_reported(call: str, to: str) -> None:
    result = upgrade(SOURCE.format(imports=KERAS, call=call).encode(), Settings(to))
    assert isinstance(result, Upgraded)
    assert [finding.code for finding in result.findings] == ["TFM244"]


@pytest.mark.parametrize("call", DECODED)
def test_the_shim_cuts_to_the_longest_text(call: str) -> None:
    """Measured in `tests/compat/tables/test_backend_meanings.py`."""
    source = SOURCE.format(imports=KERAS, call=call)
    check_upgraded(source, source.replace("from keras", "from compat.keras"), to="compat")


@pytest.mark.parametrize("call", CALLS)
def test_tensorflow_2(call: str) -> None:
    imports = "import tensorflow as tf\nfrom tensorflow.keras import backend as K\nd = tf.data.experimental.AUTOTUNE\n"
    check_untouched(SOURCE.format(imports=f"{imports}tf.config.list_physical_devices()\n", call=call))


@pytest.mark.parametrize(
    "call",
    [
        "K.batch_dot(x, y)",
        "K.batch_dot(x, y, axes=[2, 2])",
        "K.batch_dot(x, y, axes=axes)",
        'K.resize_images(x, 2, 2, "channels_last")',
        'K.resize_images(x, 2, 2, "channels_last", interpolation="nearest")',
        "K.ctc_batch_cost(x, y, x, y)",
    ],
)
def test_other_calls(call: str) -> None:
    result = upgrade(SOURCE.format(imports=KERAS, call=call).encode())
    assert isinstance(result, Upgraded)
    assert result.findings == ()


def test_source_that_does_not_tell() -> None:
    source = SOURCE.format(imports="from tensorflow.keras import backend as K\n", call="K.batch_dot(x, y, [3, 2])")
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert [each.severity for each in result.findings] == ["doubt"]
    assert result.notes == ()


PRODUCTS = "K.batch_dot(x, y, [2, 3]) + K.batch_dot(x, y)"
KEPT = "batch_products.batch_dot(x, y, [2, 3]) + batch_products.batch_dot(x, y)"


@pytest.mark.parametrize("origin", ["keras==2.2.4", "keras==2.0.8"])
def test_batch_dot_is_kept(origin: str) -> None:
    source = SOURCE.format(imports="import tensorflow\nfrom keras import backend as K\n", call=PRODUCTS)
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    assert result.after.decode() == SOURCE.format(
        imports="import compat.batch_products as batch_products\nimport tensorflow\n"
        "from tensorflow.keras import backend as K\n",
        call=KEPT,
    )
    assert not result.findings


@pytest.mark.parametrize("to", ["native", "compat"])
def test_batch_dot_of_tensorflow_1_is_kept(to: str) -> None:
    imports = "import tensorflow as tf\nfrom tensorflow.keras import backend as K\nd = tf.Dimension(2)\n"
    result = upgrade(SOURCE.format(imports=imports, call=PRODUCTS).encode(), Settings(to))
    assert isinstance(result, Upgraded)
    assert KEPT in result.after.decode()


def test_batch_dot_of_keras_2_3_is_that_of_today() -> None:
    result = upgrade(
        SOURCE.format(imports=KERAS, call=PRODUCTS).encode(), Settings(origin=parse_origin("keras==2.3.1"))
    )
    assert isinstance(result, Upgraded)
    assert "TFM244" not in {each.code for each in (*result.changes, *result.findings)}


def test_batch_dot_alone_is_left() -> None:
    """Its axes do not show how many the tensors have."""
    source = SOURCE.format(imports=KERAS, call="K.batch_dot(x, y, [2, 2])")
    result = upgrade(source.encode(), Settings(origin=parse_origin("keras==2.2.4")))
    assert isinstance(result, Upgraded)
    assert "K.batch_dot(x, y, [2, 2])" in result.after.decode()
