"""Conditions that were strict stay so."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
OLD, NEW = TF + "tf.trainable_variables()\n", TF + "tf.compat.v1.trainable_variables()\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(p, f, g, strict=True)", "(p, f, g)"),
        ("(p, f, g, True, 'n')", "(p, f, g, name='n')"),
        ("(p, true_fn=f, false_fn=lambda: [x], strict=True, name='n')", "(p, true_fn=f, false_fn=lambda: [x], name='n')"),
    ],
)  # fmt: skip
def test_strict(before: str, after: str) -> None:
    check_upgraded(f"{OLD}y = tf.cond{before}\n", f"{NEW}y = tf.compat.v2.cond{after}\n")


def test_branches_that_show_their_tensors_need_no_other_name() -> None:
    check_upgraded(
        f"{OLD}y = tf.cond(p, lambda: x + 1, lambda: x, strict=True)\n",
        f"{NEW}y = tf.cond(p, lambda: x + 1, lambda: x)\n",
    )


@pytest.mark.parametrize(
    "use",
    ["(p, f, g)", "(p, f, g, strict=False)", "(p, f, g, strict=s)", "(p, fn1=f, fn2=g, strict=True)", "(*a, strict=True)"],
)  # fmt: skip
def test_others_stay_legacy(use: str) -> None:
    check_upgraded(f"{OLD}y = tf.cond{use}\n", f"{NEW}y = tf.compat.v1.cond{use}\n")


@pytest.mark.parametrize(
    "source",
    [
        TF + "y = tf.cond(p, f, g)\n",
        TF + "y = tf.compat.v1.cond(p, f, g, strict=True)\n",
        "import tensorflow.compat.v1 as tf\ny = tf.cond(p, f, g, strict=True)\n",
        "from project import cond\ny = cond(p, f, g, strict=True)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
