"""The summaries of contrib come from the shims."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
MINE = "from compat.tensorflow.contrib import summary as contrib_summary\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            TF + "tf.contrib.summary.scalar('a', 1.0, step=2)\ntf.contrib.summary.flush()\n",
            MINE + TF + "contrib_summary.scalar('a', 1.0, step=2)\ncontrib_summary.flush()\n",
        ),
        (
            "from tensorflow.contrib import summary\nsummary.scalar('a', 1.0)\n",
            "from compat.tensorflow.contrib import summary\nsummary.scalar('a', 1.0)\n",
        ),
        (
            "from tensorflow.contrib import summary as s\ns.scalar('a', 1.0)\ns.all_summary_ops()\n",
            "from compat.tensorflow.contrib import summary as s\ns.scalar('a', 1.0)\ns.all_summary_ops()\n",
        ),
        (
            "import tensorflow.contrib.summary as s\ns.scalar('a', 1.0)\n",
            "from compat.tensorflow.contrib import summary as s\ns.scalar('a', 1.0)\n",
        ),
        (
            "from tensorflow.contrib.summary import scalar\nscalar('a', 1.0)\n",
            "from compat.tensorflow.contrib.summary import scalar\nscalar('a', 1.0)\n",
        ),
        (
            TF + "s = tf.contrib.summary\ns.scalar('a', 1.0)\n",
            TF + "from compat.tensorflow.contrib import summary as s\ns.scalar('a', 1.0)\n",
        ),
        (
            "from tensorflow.contrib.summary import *\nscalar('a', 1.0)\n",
            "from compat.tensorflow.contrib.summary import *\nscalar('a', 1.0)\n",
        ),
    ],
)
def test_carried(before: str, after: str) -> None:
    check_upgraded(before, after)


def test_names_that_are_public_in_a_graph() -> None:
    source = (
        TF + "s = tf.Session()\ntf.contrib.summary.initialize(session=s)\ns.run(tf.contrib.summary.all_summary_ops())\n"
    )
    after = check_sound(source).after
    assert b"tf.summary.initialize(session=s)\ns.run(tf.summary.all_v2_summary_ops())\n" in after
    assert b"contrib" not in after


def test_writer_and_ops_of_one_function() -> None:
    source = (
        "def host_call(step, loss):\n"
        "    with tf.contrib.summary.create_file_writer('logs').as_default():\n"
        "        with tf.contrib.summary.always_record_summaries():\n"
        "            tf.contrib.summary.scalar('loss', loss[0], step=step)\n"
        "    return tf.contrib.summary.all_summary_ops()\n"
    )
    result = check_sound(TF + source)
    assert not result.findings
    assert b"    return tf.compat.v1.summary.all_v2_summary_ops()\n" in result.after


@pytest.mark.parametrize(
    "source",
    [
        TF + "tf.summary.scalar('a', 1.0, step=1)\n",
        "from compat.tensorflow.contrib import summary\nsummary.scalar('a', 1.0)\n",
        MINE + "contrib_summary.scalar('a', 1.0)\n",
        "from project.contrib import summary\nsummary.scalar('a', 1.0)\n",
        "contrib = tensorflow().contrib\ncontrib.summary.scalar('a', 1.0)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    "source",
    [
        TF + "w = tf.contrib.summary.create_db_writer('db')\n",
        TF + "w = tf.contrib.summary.summaries(1)\n",
    ],
)
def test_what_the_shims_do_not_have(source: str) -> None:
    check_declined(source, "TFM190", 2)


def test_the_shims_carry_it() -> None:
    source = "w = tf.contrib.summary.create_file_writer('logs')\ntf.contrib.summary.scalar('a', 1.0)\n"
    check_upgraded(TF + source, "from compat import tensorflow as tf\n" + source, to="compat")
    result = check_sound(TF + "tf.contrib.summary.create_db_writer('db')\n", to="compat")
    assert [each.code for each in result.findings] == ["TFM190"]
