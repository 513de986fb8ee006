"""Glimpses with the noise of TensorFlow 1."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
OLD, NEW = TF + "tf.trainable_variables()\n", TF + "tf.compat.v1.trainable_variables()\n"
CUT = "tf.image.extract_glimpse"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(x, s, o)", '(x, s, o, noise="uniform")'),
        ("(x, s, o, uniform_noise=False)", '(x, s, o, noise="gaussian")'),
        ("(x, s, o, True, True, False, 'n')", "(x, s, o, True, True, noise=\"gaussian\", name='n')"),
        ("(x, size=s, offsets=o, uniform_noise=True, name='n')", "(x, size=s, offsets=o, noise=\"uniform\", name='n')"),
    ],
)
def test_calls(before: str, after: str) -> None:
    check_upgraded(f"{OLD}y = {CUT}{before}\n", f"{NEW}y = {CUT}{after}\n")


@pytest.mark.parametrize(
    "call",
    [
        "(x, s, o, False)",
        "(x, s, o, normalized=False)",
        "(x, s, o, centered=c)",
        "(x, s, o, uniform_noise=u)",
        "(*a)",
    ],
)
def test_other_offsets_stay_legacy(call: str) -> None:
    check_upgraded(f"{OLD}y = {CUT}{call}\n", f"{NEW}y = tf.compat.v1.image.extract_glimpse{call}\n")


@pytest.mark.parametrize(
    "source",
    [
        TF + f"y = {CUT}(x, s, o, noise='gaussian')\n",
        TF + f"y = {CUT}(x, s, o)\n",
        TF + "y = tf.compat.v1.image.extract_glimpse(x, s, o, uniform_noise=False)\n",
        f"import tensorflow.compat.v1 as tf\ny = {CUT}(x, s, o, uniform_noise=False)\n",
        OLD.replace("tf.trainable", "tf.compat.v1.trainable") + f"y = {CUT}(x, s, o, noise='gaussian')\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
