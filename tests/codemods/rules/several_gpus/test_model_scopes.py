"""Models that are compiled or trained in another scope than the one in which they are made."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound

HEAD = """import tensorflow as tf
from tensorflow.keras import Sequential
from tensorflow.keras.layers import Dense
from nets import net
s = tf.distribute.MirroredStrategy()
"""
MADE = "with s.scope():\n    m = net()\n"
WHOLE = f"{MADE}    m.compile('adam')\n"
TRAIN = "def train(m):\n    m.compile('adam')\n    m.fit(x)\n"


def lines(source: str) -> list[int]:
    return [each.line for each in check_sound(HEAD + source).findings if each.code == "TFM208"]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (f"{TRAIN}{MADE}train(m)\n", 7),
        ("def build():\n    with s.scope():\n        m = net()\n    return m\nm = build()\nm.compile('adam')\n", 11),
        ("def train(m):\n    with s.scope():\n        m.fit(x)\n", 8),
        ("def train(m):\n    with s.scope():\n        m.compile('adam')\n    m.fit(x)\n", 8),
        ("def train(m):\n    with s.scope():\n        m.fit(x)\nm = net()\nm.compile('adam')\ntrain(m)\n", 8),
        ("from nets import model\nwith s.scope():\n    model.compile('adam')\nmodel.fit(x)\n", 8),
        (
            (
                "class T:\n    def build(self):\n        with s.scope():\n            self.m = net()\n"
                "    def train(self):\n        self.m.compile('adam')\n        self.m.fit(x)\n"
            ),
            11,
        ),
        (
            (
                "t = tf.distribute.MirroredStrategy()\ndef train(m):\n    with t.scope():\n        m.compile('adam')\n"
                f"{MADE}train(m)\n"
            ),
            9,
        ),
        (f"{MADE}n = net()\nf = m or n\nf.compile('adam')\n", 10),
        (f"def train(m):\n    m.compile('adam')\n{MADE}train(m)\nn = net()\ntrain(n)\n", 7),
    ],
)
def test_reported(source: str, line: int) -> None:
    assert lines(source) == [line]


@pytest.mark.parametrize(
    "source",
    [
        f"{WHOLE}m.fit(x)\n",
        f"def train(m):\n    m.fit(x)\n{WHOLE}train(m)\n",
        f"{TRAIN}{MADE}    train(m)\n",
        f"def train(m):\n    with m.distribute_strategy.scope():\n        m.compile('adam')\n    m.fit(x)\n{MADE}train(m)\n",
        "def build():\n    m = net()\n    m.compile('adam')\n    return m\nwith s.scope():\n    m = build()\nm.fit(x)\n",
        "def go(t):\n    with t.scope():\n        m = net()\n        m.compile('adam')\n    return m\nm = go(s)\nm.fit(x)\n",
        "def go(t):\n    with t.scope():\n        m = net()\n    with t.scope():\n        m.compile('adam')\ngo(s)\n",
        "t = tf.distribute.get_strategy()\ndef train(m):\n    with t.scope():\n        m.compile('adam')\n        m.fit(x)\n",
        f"{TRAIN}m = net()\ntrain(m)\n",
        f"{TRAIN}",
        f"p = None\n{MADE}if n > 1:\n    p = m\nf = p or m\nwith s.scope():\n    f.compile('adam')\nf.fit(x)\n",
        "with s.scope():\n    m = None\n    m = net()\n    m.compile('adam')\n",
        f"def train(m):\n    m.compile(tf.keras.optimizers.SGD(0.1))\n{MADE}train(m)\n",
        "import re\ndef find(p):\n    with s.scope():\n        return re.compile(p)\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert lines(source) == []


def test_a_file_without_a_strategy() -> None:
    source = "from keras.models import load_model\ndef train(m, s):\n    with s.scope():\n        m.compile('adam')\n"
    assert not [each for each in check_sound(source).findings if each.code == "TFM208"]


def test_a_name_for_a_model_with_and_one_without_a_scope() -> None:
    plain = "m = net()\nm.compile('adam')\nm.fit(x)\n"
    scoped = "with s.scope():\n" + "".join(f"    {line}\n" for line in plain.splitlines())
    assert lines(plain + scoped) == []
    assert lines(plain + "with s.scope():\n    m.compile('adam')\n") == [10]


OTHERWISE = "def train(m, given=None):\n    m.compile(given or tf.keras.optimizers.{})\n" + MADE


@pytest.mark.parametrize(
    ("optimizer", "given", "reported"),
    [
        ("SGD(0.1)", "", False),
        ("SGD(0.1)", ", tf.keras.optimizers.SGD(0.2)", False),
        ("SGD(0.1)", ", tf.keras.optimizers.Adam(0.2)", True),
        ("SGD(0.1)", ", given", True),
        ("SGD(0.1, momentum=0.9)", "", True),
        ("Adam(0.1)", "", True),
    ],
)
def test_one_optimizer_or_another(optimizer: str, given: str, reported: bool) -> None:
    found = lines(f"{OTHERWISE.format(optimizer)}train(m{given})\n")
    assert found == ([7] if reported else [])
