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


TRAINER = """import tensorflow as tf
from keras.models import Sequential

class Trainer:
    def __init__(self):
        self.model = Sequential([layer])
        {}

trainer = Trainer()
"""
OWN = "self.t = tf.placeholder(tf.int32, (None, None))\n        "


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (f"{OWN}self.model.compile('sgd', 'mse', target_tensors=[self.t])", "self.model.compile('sgd', 'mse')"),
        (f"{OWN}self.model.compile('sgd', 'mse', target_tensors={{'a': self.t}})", "self.model.compile('sgd', 'mse')"),
        (
            f"{OWN}args = dict(optimizer='sgd', loss='mse', target_tensors=[self.t])\n        self.model.compile(**args)",
            "args = dict(optimizer='sgd', loss='mse')\n        self.model.compile(**args)",
        ),
        (
            f"{OWN}args = {{'loss': 'mse', 'target_tensors': [self.t]}}\n        self.model.compile('sgd', **args)",
            "args = {'loss': 'mse'}\n        self.model.compile('sgd', **args)",
        ),
        (
            f"{OWN}args = {{'target_tensors': self.t, 'metrics': m}}\n        self.model.compile('sgd', 'mse', **args)",
            "args = {'metrics': m}\n        self.model.compile('sgd', 'mse', **args)",
        ),
        (
            "args = {'target_tensors': tf.placeholder('int32')}\n        self.model.compile('sgd', 'mse', **args)",
            "args = {}\n        self.model.compile('sgd', 'mse', **args)",
        ),
    ],
)
def test_of_an_object_or_in_a_dictionary(legacy: str, modern: str) -> None:
    check_upgraded(TRAINER.format(legacy), TRAINER.format(modern))


@pytest.mark.parametrize(
    ("source", "more"),
    [
        (f"{OWN}self.model.compile('sgd', 'mse', target_tensors=[self.t])", "print(trainer.t)\n"),
        (f"{OWN}self.model.compile('sgd', 'mse', target_tensors=[self.t, self.t])", ""),
        (f"{OWN}self.t += 1\n        self.model.compile('sgd', 'mse', target_tensors=[self.t])", ""),
        (f"{OWN}self.t = f()\n        self.model.compile('sgd', 'mse', target_tensors=[self.t])", ""),
        (f"{OWN}self.model.compile('sgd', own_loss, target_tensors=[self.t])", ""),
        ("self.model.compile('sgd', 'mse', target_tensors=[self.t])", "trainer.t = tf.placeholder('int32')\n"),
        (f"{OWN}a = dict(loss=own, target_tensors=[self.t])\n        self.model.compile('sgd', **a)", ""),
        (
            f"{OWN}a = dict(loss='mse', target_tensors=[self.t])\n        self.model.compile('sgd', **a)\n        f(a)",
            "",
        ),
        (
            (
                f"{OWN}a = {{'target_tensors': [self.t],  # whole\n             'loss': 'mse'}}"
                "\n        self.model.compile('sgd', **a)"
            ),
            "",
        ),
        (
            f"{OWN}a = dict(loss='mse')\n        a['target_tensors'] = self.t\n        self.model.compile('sgd', **a)",
            "",
        ),
    ],
)
def test_of_an_object_left_alone(source: str, more: str) -> None:
    result = check_sound(TRAINER.format(source) + more)
    assert b"target_tensors" in result.after
    assert b"placeholder" in result.after
    assert result.findings
    assert all(each.code != "TFM136" for each in result.changes)
