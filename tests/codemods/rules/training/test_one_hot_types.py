"""Labels of the type that `to_categorical(dtype=)` asked for."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

HEAD = "import numpy as np\nfrom keras.utils import to_categorical\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('y = to_categorical(y, 3, dtype="int32")\n', 'y = np.asarray(to_categorical(y, 3), dtype="int32")\n'),
        ('y = to_categorical(y, 3, "float32")\n', 'y = np.asarray(to_categorical(y, 3), dtype="float32")\n'),
        ("y = to_categorical(dtype=t, y=y)\n", "y = np.asarray(to_categorical(x=y), dtype=t)\n"),
        ('to_categorical(y, dtype="int8")[0]\n', 'np.asarray(to_categorical(y), dtype="int8")[0]\n'),
        (
            "y = to_categorical(\n    y,  # numbers\n    dtype=np.uint8,\n)\n",
            "y = np.asarray(to_categorical(\n    y,  # numbers\n), dtype=np.uint8)\n",
        ),
    ],
)
def test_rewritten(before: str, after: str) -> None:
    check_upgraded(HEAD + before, HEAD + after)


def test_an_import_of_numpy() -> None:
    check_upgraded(
        "import tensorflow as tf\ny = tf.keras.utils.to_categorical(y, dtype='int32')\n",
        "import numpy as np\nimport tensorflow as tf\ny = np.asarray(tf.keras.utils.to_categorical(y), dtype='int32')\n",
    )


TENSOR = "import numpy as np\nimport tensorflow as tf\nfrom tensorflow.keras.utils import to_categorical\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = to_categorical(tf.constant([0, 2]))\n", "y = to_categorical(np.asarray(tf.constant([0, 2])))\n"),
        ("t = tf.range(3)\ny = to_categorical(t)\n", "t = tf.range(3)\ny = to_categorical(np.asarray(t))\n"),
        ("to_categorical(tf.argmax(p, 1))[0]\n", "to_categorical(np.asarray(tf.argmax(p, 1)))[0]\n"),
    ],
)
def test_tensors(before: str, after: str) -> None:
    check_upgraded(TENSOR + before, TENSOR + after)


def test_tensors_beside_the_number_of_classes() -> None:
    source = f"{TENSOR}y = to_categorical(tf.range(3), 4)\n"
    check_untouched(source)
    result = upgrade(source.encode(), Settings(origin=parse_origin("tensorflow==2.10")))
    assert isinstance(result, Upgraded)
    assert "to_categorical(np.asarray(tf.range(3)), 4)" in result.after.decode()


@pytest.mark.parametrize(
    "source",
    [
        TENSOR + "y = to_categorical(np.array([0, 2]))\n",
        TENSOR + "y = to_categorical(tf.constant([0, 2]).numpy())\n",
        TENSOR + "def f(y): return to_categorical(y)\n",
        HEAD + "y = to_categorical(y, 3)\n",
        HEAD + "y = to_categorical(y, num_classes=3)\n",
        "from tf_keras.utils import to_categorical\ny = to_categorical(y, dtype='int32')\n",
        "from labels import to_categorical\ny = to_categorical(y, dtype='int32')\n",
        HEAD.replace("keras", "compat.keras") + "y = to_categorical(y, 3, 'int32')\n",
        "def to_categorical(y, dtype):\n    pass\nimport keras\nto_categorical(y, dtype='int32')\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_a_keyword_that_the_file_does_not_show() -> None:
    result = upgrade(f"{HEAD}y = to_categorical(y, dtype='int32', **options)\n".encode())
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.findings] == ["TFM195"]


def test_the_shim_takes_it() -> None:
    source = HEAD + "y = to_categorical(y, 3, 'int32')\ny = to_categorical(y, nb_classes=3)\n"
    check_upgraded(source, source.replace("from keras", "from compat.keras"), to="compat")
