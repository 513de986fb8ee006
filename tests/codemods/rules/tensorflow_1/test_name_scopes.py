"""Scopes keep their name alone."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
OLD, NEW = TF + "tf.trainable_variables()\n", TF + "tf.compat.v1.trainable_variables()\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(None, 'loss', [x, self.y])", "('loss')"),
        ("(None, 'loss')", "('loss')"),
        ("(name=None, default_name='loss', values=(x,))", "('loss')"),
        ("('loss', values=[x])", "('loss')"),
        ("('loss', 'other', None)", "('loss')"),
        ("('loss_%d' % i, values=x)", "('loss_%d' % i)"),
        ("(name=f'loss_{i}', values=[])", "(f'loss_{i}')"),
    ],
)
def test_scopes(before: str, after: str) -> None:
    source = "{}with tf.name_scope{} as scope:\n    pass\n"
    check_upgraded(source.format(OLD, before), source.format(NEW, after))


@pytest.mark.parametrize(
    "call",
    [
        "(name, 'loss', [x])",
        "(None, name, [x])",
        "(None, values=[x])",
        "('loss', values=[made(x)])",
        "(None, made(), [x])",
        "(*a)",
        "('loss', **k)",
    ],
)
def test_names_that_may_be_none_stay_legacy(call: str) -> None:
    source = "{}with {}.name_scope{}:\n    pass\n"
    check_upgraded(source.format(OLD, "tf", call), source.format(NEW, "tf.compat.v1", call))


@pytest.mark.parametrize(
    "source",
    [
        TF + "with tf.name_scope('loss'):\n    pass\n",
        TF + "with tf.compat.v1.name_scope(None, 'loss', [x]):\n    pass\n",
        "import tensorflow.compat.v1 as tf\nwith tf.name_scope(None, 'loss', [x]):\n    pass\n",
        "from project import name_scope\nname_scope(None, 'loss', [x])\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_a_graph_keeps_its_scopes() -> None:
    lines = "with tf.name_scope(None, 'loss', [x]):\n    s = tf.Session()\n"
    check_upgraded(TF + lines, "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\n" + lines)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("('loss', [x, y])", "('loss', values=[x, y])"),
        ("(name, (x, made(y)))", "(name, values=(x, made(y)))"),
        ("('loss', default_name=[x])", "('loss', values=[x])"),
    ],
)
def test_values_at_the_place_of_the_default(before: str, after: str) -> None:
    """TensorFlow 1.13 did not look at it where there is a name; 1.15 and later raise TypeError."""
    source = "{}with tf.name_scope{}:\n    pass\n"
    shims = "from compat import tensorflow as tf\n"
    check_upgraded(source.format(shims, before), source.format(shims, after))
    new = "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\ns = tf.Session()\n"
    check_upgraded(source.format(f"{TF}s = tf.Session()\n", before), source.format(new, after))


@pytest.mark.parametrize("call", ["('loss', other)", "('loss', None, [x])", "(None, [x])", "('loss', [x], [y])"])
def test_other_defaults(call: str) -> None:
    check_untouched(f"from compat import tensorflow as tf\nwith tf.name_scope{call}:\n    pass\n")
