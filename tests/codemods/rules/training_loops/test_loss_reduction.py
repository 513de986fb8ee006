from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
LOSS = "tf.keras.losses.MeanSquaredError"
MEAN = '"sum_over_batch_size"'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (TF + f"x = {LOSS}(reduction=tf.keras.losses.Reduction.AUTO)\n", TF + f"x = {LOSS}(reduction={MEAN})\n"),
        (TF + f"x = {LOSS}(tf.keras.losses.Reduction.AUTO)\n", TF + f"x = {LOSS}({MEAN})\n"),
        (TF + f'x = {LOSS}(reduction="auto")  # mean\n', TF + f"x = {LOSS}(reduction={MEAN})  # mean\n"),
        (TF + f"x = {LOSS}('auto')\n", TF + f"x = {LOSS}('sum_over_batch_size')\n"),
        (
            "import keras\nx = keras.losses.Huber(reduction=keras.losses.Reduction.NONE)\n",
            'import keras\nx = keras.losses.Huber(reduction="none")\n',
        ),
        (
            "import keras\nx = keras.losses.Huber(reduction=keras.losses.Reduction.SUM)\n",
            'import keras\nx = keras.losses.Huber(reduction="sum")\n',
        ),
    ],
)
def test_written(before: str, after: str) -> None:
    check_upgraded(before, after)


@pytest.mark.parametrize(
    "source",
    [
        TF + f"x = {LOSS}(reduction=tf.keras.losses.Reduction.NONE)\n",
        TF + f"x = {LOSS}(reduction=tf.keras.losses.Reduction.SUM)\n",
        TF + f"x = {LOSS}()\ny = {LOSS}(reduction='sum')\nz = {LOSS}(reduction=chosen)\n",
        TF + f"x = {LOSS}(name='auto')\n",
        "class Reduction:\n    AUTO = 'auto'\nx = Reduction.AUTO\nprint(mode='auto')\n",
        TF + "x = tf.keras.callbacks.ReduceLROnPlateau(mode='auto')\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
