"""TensorFlow as the backend of Keras had it."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

K = "from keras import backend as K\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{K}K.tf.device('/cpu:0')\n", f"import tensorflow as tf\n{K}tf.device('/cpu:0')\n"),
        (
            "import keras\nkeras.backend.tf.slice(x, [0], [1])\n",
            "import keras\nimport tensorflow as tf\ntf.slice(x, [0], [1])\n",
        ),
        (
            f"import tensorflow\n{K}tf = 3\nK.tf.identity(K.sum(x))\n",
            "import tensorflow\nfrom tensorflow.keras import backend as K\ntf = 3\ntensorflow.identity(K.sum(x))\n",
        ),
        (
            "import keras.backend.tensorflow_backend as KTF\nKTF.tf.exp(x)\n",
            "import tensorflow as tf\ntf.exp(x)\n",
        ),
    ],
)
def test_module(before: str, after: str) -> None:
    result = check_sound(before)
    assert sorted(result.after.decode().splitlines()) == sorted(after.splitlines())
    assert not result.findings


def test_what_is_read_of_it_follows() -> None:
    result = check_sound(f"{K}def f(x):\n    return K.tf.log(x) + K.sum(x)\n")
    assert result.after.endswith(b"def f(x):\n    return tf.math.log(x) + K.sum(x)\n")


def test_it_tells_that_the_file_was_written_for_tensorflow_1() -> None:
    result = check_sound(f"{K}def f(x):\n    return K.tf.reduce_sum(x, 1, keep_dims=True)\n")
    assert result.after.endswith(b"return tf.reduce_sum(x, 1, keepdims=True)\n")
    assert not result.findings


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow as tf\nprint(tf.identity(3))\n",
        "import own\nprint(own.tf.identity(3))\n",
        "class K:\n    pass\nprint(K.tf.identity(3))\n",
        "from own import backend as K\nprint(K.tf.identity(3))\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_on_the_shims() -> None:
    source = f"{K}def f(x):\n    return K.tf.log(x)\n"
    result = check_upgraded(source, source.replace("from keras", "from compat.keras"), to="compat")
    assert not result.findings
