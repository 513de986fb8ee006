"""Report loss functions that are called with numbers and a column of them.

## What it does

Reports `tf.keras.losses.MSE(target, critic(states))` where the file shows one of the two with the shape `(n,)`, and the
other with `(n, 1)`. Where it shows this of one of the two only, a note tells of it. It rewrites nothing.

## Why

The functions of Keras 2 compared each of the one with each of the other, and returned `n` losses. Those of Keras 3
remove the axis of length one first; `binary_crossentropy` raises ValueError. The classes, such as `MeanSquaredError`,
have always done that.
https://github.com/keras-team/keras/blob/v3.15.1/keras/src/losses/losses.py

## Numbers

They can differ. For the targets 1, 2 and the predictions 1, 4 the squared error was 0.5 and 6.5, and is 0 and 4
(`tests/codemods/rules/losses/test_loss_ranks.py`).

## What it leaves to you

Each place: whether the comparison of each with each was meant. It seldom was, and then nothing is to be done but to say
so: `tf.squeeze(critic(states), -1)`.
"""

from __future__ import annotations

from collections.abc import Iterator

from codemods.analysis.arrays.eager_ranks import Form, form_of
from codemods.analysis.releases.keras_2_files import goes_to_keras_3
from codemods.source.arguments import bind
from codemods.source.file import File
from codemods.types import Manual, Severity, Stage, rule

_SQUEEZED = """
MAE MAPE MSE MSLE cosine_similarity huber log_cosh logcosh mae mape mean_absolute_error mean_absolute_percentage_error
mean_squared_error mean_squared_logarithmic_error mse msle
"""
_REFUSED = "keras.losses.binary_crossentropy"
_FUNCTIONS = (
    _REFUSED,
    *(f"{root}.{name}" for root in ("keras.losses", "tensorflow.losses") for name in _SQUEEZED.split()),
    "tensorflow.losses.binary_crossentropy",
)
_ADVICE = (
    "give both the same shape: tf.squeeze(predictions, -1); Keras 2 had the mean over each target with each prediction"
)


@rule(
    "TFM386",
    stage=Stage.ADVICE,
    example="""
    import tensorflow as tf

    critic = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    target = reward + 0.9 * tf.squeeze(critic(following), 1)
    loss = tf.keras.losses.MSE(target, critic(states))
    """,
    severity=Severity.NUMBERS,
)
def loss_ranks(file: File) -> Iterator[Manual]:
    """Report each call whose two arguments visibly have different forms."""
    if not goes_to_keras_3(file):
        return
    for reference in file.references(*_FUNCTIONS):
        call = None if reference.spelling.shimmed else file.call_of(reference)
        bound = bind(call, "y_true", "y_pred") if call is not None else None
        if call is None or bound is None or not {"y_true", "y_pred"} <= bound.keys():
            continue
        target, prediction = (form_of(file, bound[name].value) for name in ("y_true", "y_pred"))
        if target is prediction:
            continue
        name = reference.qualified.rpartition(".")[2]
        refused = name == _REFUSED.rpartition(".")[2]
        today = "Keras 3 refuses that" if refused else "Keras 3 compares row by row"
        if target is not None and prediction is not None:
            said = f"{name} compared each target, {target.value}, with each prediction, {prediction.value}; {today}"
            yield Manual(call, name, said, _ADVICE, severity=Severity.STOPS if refused else None)
        else:
            known, side = (target, "predictions") if prediction is None else (prediction, "targets")
            other = next(each for each in Form if each is not known)
            said = (
                f"if the {side} have the shape {other.value}, {name} compared each target with each prediction; {today}"
            )
            yield Manual(call, name, said, _ADVICE, is_note=True)
