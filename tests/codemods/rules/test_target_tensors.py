"""Placeholders for targets go with `target_tensors=`."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_upgraded

HEAD = "import tensorflow as tf\nfrom keras.models import Sequential\nm = Sequential()\n"
TARGET = "t = tf.placeholder(tf.int32, (None, None))\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (TARGET + "m.compile('sgd', 'mse', target_tensors=[t])", "m.compile('sgd', 'mse')"),
        (TARGET + "m.compile('sgd', 'mse', target_tensors=t)", "m.compile('sgd', 'mse')"),
        ("m.compile('sgd', 'mse', target_tensors=[tf.placeholder('int32')])", "m.compile('sgd', 'mse')"),
        ("# whole\n" + TARGET + "m.compile('sgd', 'mse', target_tensors=[t])", "# whole\nm.compile('sgd', 'mse')"),
        (TARGET + "# now\nm.compile(loss='mse', target_tensors=[t, None])", "# now\nm.compile(loss='mse')"),
    ],
)
def test_removed(legacy: str, modern: str) -> None:
    check_upgraded(f"{HEAD}{legacy}\n", f"{HEAD}{modern}\n")


@pytest.mark.parametrize(
    "source",
    [
        TARGET + "m.compile('sgd', my_loss, target_tensors=[t])\n",
        TARGET + "m.compile('sgd', target_tensors=[t])\n",
        TARGET + "m.compile('sgd', 'mse', target_tensors=[t])\nprint(t)\n",
        TARGET + "t = t + 1\nm.compile('sgd', 'mse', target_tensors=[t])\n",
        "t = dataset.get_next()\nm.compile('sgd', 'mse', target_tensors=[t])\n",
        "def f(t): m.compile('sgd', 'mse', target_tensors=[t])\n",
        "t, s = tf.placeholder('int32'), 3\nm.compile('sgd', 'mse', target_tensors=[t])\n",
    ],
)
def test_left_alone(source: str) -> None:
    result = check_sound(HEAD + source)
    assert b"target_tensors=" in result.after
    assert any("target_tensors=" in each.symbol for each in result.findings)
    assert all(each.code != "TFM136" for each in result.changes)
