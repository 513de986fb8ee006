"""Placeholders beside Estimators that no function of theirs makes are reported."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound

HEAD = "import tensorflow as tf\ntf.logging.info('a')\ne = tf.estimator.Estimator(f)\n"
MAKE = "x = tf.placeholder(tf.float32, [None, 2])"
INSIDE = f"def export():\n    {MAKE}\n    return x\n"


def codes(source: str, to: str = "native") -> list[str]:
    return [each.code for each in check_sound(HEAD + source, to=to).findings]


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    "source",
    [
        MAKE + "\n",
        "if __name__ == '__main__':\n    " + MAKE + "\n",
        INSIDE + "export()\n",
        INSIDE + "def main(_):\n    export()\ntf.app.run(main)\n",
        INSIDE + "def main(_):\n    export()\ntf.app.run(main=main)\n",
        INSIDE + "def main(_):\n    export()\ntf.app.run()\n",
    ],
)
def test_reported(source: str, to: str) -> None:
    assert "TFM314" in codes(source, to)


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    "source",
    [
        INSIDE + "e.export_savedmodel('a', export)\n",
        INSIDE + "def receive():\n    return export()\ne.export_savedmodel('a', receive)\n",
        INSIDE,
        INSIDE + "def other(_):\n    export()\ntf.app.run()\n",
        INSIDE + "def main(_):\n    export()\ntf.app.run(start)\n",
        "class A:\n    def export(self):\n        " + MAKE + "\n",
        "with tf.Graph().as_default():\n    " + MAKE + "\n",
        INSIDE + "with tf.Graph().as_default():\n    export()\n",
        "receive = lambda: tf.placeholder(tf.float32)\ne.export_savedmodel('a', receive)\n",
        "tf.disable_v2_behavior()\n" + MAKE + "\n",
    ],
)
def test_left_alone(source: str, to: str) -> None:
    assert "TFM314" not in codes(source, to)
