from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

SCHEDULE = """import tensorflow as tf


class Warmup(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        {body}
"""
CAST = "step = tf.cast(step, tf.float32)\n        "


@pytest.mark.parametrize(
    "use",
    [
        "return tf.math.rsqrt(step)",
        "return tf.math.rsqrt(self.d) * tf.math.minimum(tf.math.rsqrt(step), step * self.w)",
        "return 0.1 * step",
        "return tf.minimum(step, self.warmup)",
        "return tf.pow(step, 0.5)",
        "return self.rate / (step + 1)",
    ],
)
def test_step_is_calculated_with(use: str) -> None:
    check_upgraded(SCHEDULE.format(body=use), SCHEDULE.format(body=CAST + use))


def test_on_the_line_of_the_function() -> None:
    use = "return tf.math.rsqrt(step)"
    one_line = SCHEDULE.format(body=use).replace("step):\n        return", "step): return")
    check_upgraded(one_line, SCHEDULE.format(body=CAST + use))


def test_behind_the_docstring() -> None:
    text = '"""Warm up."""\n        '
    use = "return tf.math.rsqrt(step)"
    check_upgraded(SCHEDULE.format(body=text + use), SCHEDULE.format(body=text + CAST + use))


@pytest.mark.parametrize(
    "source",
    [
        SCHEDULE.format(body="return tf.math.rsqrt(tf.cast(step, tf.float32))"),
        SCHEDULE.format(body="step = float(step)\n        return 0.1 * step"),
        SCHEDULE.format(body="return tf.gather(self.rates, step)"),
        SCHEDULE.format(body="return self.inner(step)"),
        SCHEDULE.format(body="return 0.1 if step < 10 else 0.01"),
        SCHEDULE.format(body="return 0.1 * step").replace(
            "tf.keras.optimizers.schedules.LearningRateSchedule", "object"
        ),
        SCHEDULE.format(body="return 0.1 * step").replace("__call__", "at"),
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
