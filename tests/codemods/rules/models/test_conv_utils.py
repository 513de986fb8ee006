"""The arithmetic of convolutions, which Keras 3 keeps to itself."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from keras.utils import conv_utils\n", "from compat.keras.utils import conv_utils\n"),
        ("from keras.utils import conv_utils as cu\n", "from compat.keras.utils import conv_utils as cu\n"),
        ("import keras.utils.conv_utils as cu\n", "from compat.keras.utils import conv_utils as cu\n"),
        ("from tensorflow.python.keras.utils import conv_utils\n", "from compat.keras.utils import conv_utils\n"),
        (
            "from keras.utils import conv_utils, to_categorical\n",
            "from compat.keras.utils import conv_utils\nfrom keras.utils import to_categorical\n",
        ),
    ],
)
def test_module(before: str, after: str) -> None:
    name = "cu" if " as cu" in before else "conv_utils"
    uses = f"print({name}.normalize_data_format(None), {name}.normalize_tuple(2, 2, 'size'))\n"
    uses += "print(to_categorical([1]))\n" if "to_categorical" in before else ""
    result = check_sound(before + uses)
    assert sorted(result.after.decode().splitlines()) == sorted((after + uses).splitlines())
    assert not result.findings


@pytest.mark.parametrize("module", ["keras.utils.conv_utils", "tensorflow.python.keras.utils.conv_utils"])
def test_names(module: str) -> None:
    check_upgraded(
        f"from {module} import conv_output_length, deconv_output_length\n"
        "print(conv_output_length(8, 3, 'same', 2), deconv_output_length(8, 3, 'same', stride=2))\n",
        "from compat.keras.utils.conv_utils import conv_output_length, deconv_output_length\n"
        "print(conv_output_length(8, 3, 'same', 2), deconv_output_length(8, 3, 'same', stride=2))\n",
    )


@pytest.mark.parametrize("path", ["keras.utils.conv_utils", "tf.keras.utils.conv_utils"])
def test_read_from_keras(path: str) -> None:
    imported = "import tensorflow as tf\n" if path.startswith("tf") else "import keras\n"
    result = check_sound(f"{imported}print({path}.normalize_padding('SAME'))\n")
    assert b"from compat.keras.utils.conv_utils import normalize_padding\n" in result.after
    assert result.after.endswith(b"print(normalize_padding('SAME'))\n")
    assert not result.findings


def test_backend_had_one_of_them() -> None:
    result = check_sound("from keras import backend as K\nprint(K.normalize_data_format(None), K.epsilon())\n")
    assert b"from compat.keras.utils.conv_utils import normalize_data_format\n" in result.after
    assert result.after.endswith(b"print(normalize_data_format(None), K.epsilon())\n")


def test_a_name_that_the_shims_do_not_have() -> None:
    source = "from tensorflow.python.keras.utils import conv_utils\nprint(conv_utils.conv_kernel_mask((3,), (3,)))\n"
    result = check_sound(source)
    assert [(each.code, each.line) for each in result.findings] == [("TFM190", 1)]
    assert b"compat" not in result.after
    check_declined("from keras.utils.conv_utils import conv_kernel_mask\nconv_kernel_mask\n", "TFM190", 1)


@pytest.mark.parametrize(
    "source",
    [
        "from compat.keras.utils import conv_utils\nprint(conv_utils.normalize_tuple(2, 2, 'size'))\n",
        "from other.utils import conv_utils\nprint(conv_utils.normalize_tuple(2, 2, 'size'))\n",
        "import conv_utils\nprint(conv_utils.normalize_data_format(None))\n",
        "def normalize_data_format(value):\n    return value\nprint(normalize_data_format(None))\n",
        "from keras.utils import to_categorical\nprint(to_categorical([1]))\n",
        "from keras.layers import Conv2D\nprint(Conv2D(2, 3).compute_output_shape((1, 4, 4, 1)))\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
