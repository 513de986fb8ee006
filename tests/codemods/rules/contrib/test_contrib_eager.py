"""`tf.contrib.eager` comes from the shims, as far as they have it."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
MINE = "from compat.tensorflow.contrib import eager as tfe\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import tensorflow.contrib.eager as tfe\nw = tfe.Variable(3.0)\n", MINE + "w = tfe.Variable(3.0)\n"),
        (
            "from tensorflow.contrib import eager as tfe\nm = tfe.metrics.Accuracy()\n",
            MINE + "m = tfe.metrics.Accuracy()\n",
        ),
        (
            "from tensorflow.contrib.eager import Variable\nw = Variable(3.0)\n",
            "from compat.tensorflow.contrib.eager import Variable\nw = Variable(3.0)\n",
        ),
        (
            "from tensorflow.contrib.eager.python import tfe\nit = tfe.Iterator(rows)\n",
            "from compat.tensorflow.contrib.eager.python import tfe\nit = tfe.Iterator(rows)\n",
        ),
        (TF + "tfe = tf.contrib.eager\nw = tfe.Variable(3.0)\n", TF + MINE + "w = tfe.Variable(3.0)\n"),
        (
            TF + "w = tf.contrib.eager.Variable(3.0)\nn = tf.contrib.eager.num_gpus()\n",
            "from compat.tensorflow.contrib import eager as contrib_eager\n"
            + TF
            + "w = contrib_eager.Variable(3.0)\nn = contrib_eager.num_gpus()\n",
        ),
    ],
)
def test_carried(before: str, after: str) -> None:
    check_upgraded(before, after)


def test_public_names_beside_it() -> None:
    source = (
        "import tensorflow as tf\nimport tensorflow.contrib.eager as tfe\ntfe.enable_eager_execution()\n"
        "optimizer = tf.train.GradientDescentOptimizer(0.1)\n"
        "optimizer.apply_gradients(tfe.implicit_gradients(f)(x))\n"
    )
    result = check_sound(source)
    assert not result.findings
    assert MINE.encode() in result.after


def test_public_names_alone() -> None:
    check_upgraded(
        "import tensorflow.contrib.eager as tfe\ntfe.enable_eager_execution()\n",
        MINE + "tfe.enable_eager_execution()\n",
    )
    check_upgraded(TF + "tf.contrib.eager.enable_eager_execution()\n", TF + "tf.compat.v1.enable_eager_execution()\n")


@pytest.mark.parametrize(
    "source",
    [
        MINE + "w = tfe.Variable(3.0)\n",
        "from project.contrib import eager as tfe\nw = tfe.Variable(3.0)\n",
        TF + "w = tf.Variable(3.0)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize("name", ["Network", "defun", "restore_variables_on_create"])
def test_reported(name: str) -> None:
    result = check_sound(f"import tensorflow.contrib.eager as tfe\nx = tfe.{name}\n")
    assert [(each.code, each.line) for each in result.findings] == [("TFM190", 2)]


def test_what_is_not_carried_beside_what_is() -> None:
    result = check_sound("import tensorflow.contrib.eager as tfe\nw = tfe.Variable(1.0)\nf = tfe.defun(g)\n")
    assert [each.line for each in result.findings] == [3]


def test_with_compat() -> None:
    result = check_sound("import tensorflow.contrib.eager as tfe\nw = tfe.Variable(1.0)\n", to="compat")
    assert not result.findings
    assert MINE.encode() in result.after or b"import compat.tensorflow.contrib.eager as tfe" in result.after
