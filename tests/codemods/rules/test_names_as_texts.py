from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

STRATEGY = "import tensorflow as tf\ns = tf.distribute.MirroredStrategy()\n{}\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ('getattr(s, "experimental_run_v2")(step)', "s.run(step)"),
        ('run = getattr(s, "experimental_run_v2")', "run = s.run"),
        ('x = getattr(tf, "to_float")(x)', "x = tf.cast(x, tf.float32)"),
        ("getattr(self.strategy, 'experimental_run_v2')(step)", "self.strategy.run(step)"),
    ],
)
def test_name_in_a_text(legacy: str, modern: str) -> None:
    check_upgraded(STRATEGY.format(legacy), STRATEGY.format(modern))


@pytest.mark.parametrize(
    "use",
    [
        'getattr(s, "run")(step)',
        'run = getattr(s, "experimental_run_v2", None)',
        'old = hasattr(s, "experimental_run_v2")',
        "run = getattr(s, name)",
        'getattr(tf, "cast")(x, "float32")',
        'getattr(args, "lr")',
        'class Own:\n    def experimental_run_v2(self): pass\ngetattr(Own(), "experimental_run_v2")()',
    ],
)
def test_left_alone(use: str) -> None:
    check_untouched(STRATEGY.format(use))
