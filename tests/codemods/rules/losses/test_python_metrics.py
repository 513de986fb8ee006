"""What Python computes has a rank again."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import tensorflow as tf\nfrom tensorflow import keras\n"


def metric(*lines: str, use: str = "metrics=[own]") -> str:
    body = "".join(f"    {line}\n" for line in lines)
    return (
        f"{HEAD}def own(y_true, y_pred):\n{body}model = keras.Sequential()\n"
        f"model.compile('sgd', 'mse', {use}, jit_compile=False)\n"
    )


CALL = "tf.py_function(f, (tf.cast(y_true, tf.float32)[:, 0, 0], y_pred), tf.double)"
FLAT = f"tf.reshape({CALL}, [-1])"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((f"return {CALL}",), (f"return {FLAT}",)),
        ((f"value = {CALL}", "return value"), (f"value = {CALL}", "return tf.reshape(value, [-1])")),
        (
            (f"return {CALL}".replace("py_function", "numpy_function"),),
            (f"return {FLAT}".replace("py_function", "numpy_function"),),
        ),
    ],
)
@pytest.mark.parametrize("use", ["metrics=[own]", "metrics=['mae', own]", "weighted_metrics=[own]"])
def test_rewritten(before: tuple[str, ...], after: tuple[str, ...], use: str) -> None:
    needs = "y_true = keras.backend.flatten(keras.backend.cast(y_true, 'float32'))"
    check_upgraded(metric(needs, *before, use=use), metric(needs, *after, use=use))


def test_several_values_are_reported() -> None:
    needs = "y_true = keras.backend.flatten(keras.backend.cast(y_true, 'float32'))"
    check_declined(metric(needs, f"return {CALL}".replace("tf.double", "[tf.double]")), "TFM283", 5)


@pytest.mark.parametrize(
    "lines",
    [
        (f"return {FLAT}",),
        (f"value = {CALL}", "value.set_shape(())", "return value"),
        (f"return tf.reduce_mean({CALL})",),
        ("return keras.losses.mse(y_true, y_pred)",),
    ],
)
def test_left_alone(lines: tuple[str, ...]) -> None:
    needs = "y_true = keras.backend.flatten(keras.backend.cast(y_true, 'float32'))"
    check_untouched(metric(needs, *lines))


def test_left_alone_elsewhere() -> None:
    check_untouched(f"{HEAD}def own(y_true, y_pred):\n    return {CALL}\n")
    check_untouched(metric(f"return {CALL}").replace(HEAD, HEAD + "import keras.ops\n"))
