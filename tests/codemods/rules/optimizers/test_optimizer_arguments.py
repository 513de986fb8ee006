from __future__ import annotations

from typing import Any

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = "from keras.optimizers import Adam, Nadam, RMSprop\n"


@pytest.mark.parametrize(
    ("call", "written"),
    [
        ("Adam(epsilon=None)", "Adam()"),
        ("RMSprop(0.1, epsilon=None, rho=0.8)", "RMSprop(0.1, rho=0.8)"),
        ("Nadam(0.1, schedule_decay=0.004)", "Nadam(0.1)"),
        ("Nadam(epsilon=None, schedule_decay=0.004)", "Nadam(learning_rate=0.002)"),
    ],
)
def test_defaults_go(call: str, written: str) -> None:
    check_upgraded(HEAD + f"opt = {call}\n", HEAD + f"opt = {written}\n")


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("EPS = None\nopt = OPT\n", "EPS"),
        ("options = {'eps': None}\nopt = OPT\n", "options['eps']"),
        ("options = {}\noptions['eps'] = None\nopt = OPT\n", "options['eps']"),
        ("def make(eps=None):\n    return OPT\n\n\nmake()\n", "eps"),
        ("def make(eps=None):\n    return OPT\n", "eps"),
        ("def make(eps):\n    return OPT\n\n\nmake(0.1)\nmake(None)\n", "eps"),
        ("class Own:\n    def __init__(self):\n        self.eps = None\n        self.opt = OPT\n", "self.eps"),
    ],
)
def test_none_behind_a_name(source: str, value: str) -> None:
    before = HEAD + source.replace("OPT", f"Adam(epsilon={value})")
    check_upgraded(before, HEAD + source.replace("OPT", f"Adam(epsilon=1e-7 if {value} is None else {value})"))


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("EPS = 1e-8\nopt = OPT\n", "EPS"),
        ("options = {'eps': 1e-8, 'rate': None}\nopt = OPT\n", "options['eps']"),
        ("def make(eps=None):\n    return OPT\n\n\nmake(0.1)\n", "eps"),
        ("def make(eps):\n    return OPT\n", "eps"),
        ("from settings import EPS\nopt = OPT\n", "EPS"),
        ("opt = OPT\n", "own(None)"),
        ("EPS = None\nopt = OPT\n", "1e-7 if EPS is None else EPS"),
    ],
)
def test_values_that_are_there(source: str, value: str) -> None:
    check_untouched(HEAD + source.replace("OPT", f"Adam(epsilon={value})"))


STEPS = """import tensorflow as tf
EPS = None
optimizer = tf.keras.optimizers.Adam(0.03, 0.9, epsilon=EPS)
weight = tf.Variable([1.0, 2.0])
for _ in range(2):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(weight ** 2)
    optimizer.apply_gradients([(tape.gradient(loss, weight), weight)])
"""
STEPPED = [0.9400275, 1.9400128]
"""The weights in TensorFlow 2.3.4."""


@pytest.mark.tensorflow
def test_steps() -> None:
    pytest.importorskip("tensorflow")
    names: dict[str, Any] = {}
    exec(check_sound(STEPS).after, names)
    assert names["weight"].numpy().tolist() == pytest.approx(STEPPED, abs=1e-6)


def test_another_schedule_is_reported() -> None:
    check_declined(HEAD + "opt = Nadam(0.1, schedule_decay=0.01)\n", "TFM113", 2)
    check_declined(HEAD + "opt = Nadam(0.1, schedule_decay=decay)\n", "TFM113", 2)


@pytest.mark.parametrize(
    "source",
    [
        HEAD + "opt = Adam(epsilon=1e-8)\n",
        HEAD + "opt = Adam(epsilon=epsilon)\n",
        HEAD + "opt = Adam(**options)\n",
        "from torch.optim import Adam\nimport keras\nopt = Adam(epsilon=None)\n",
        "from keras.layers import BatchNormalization\nx = BatchNormalization(epsilon=None)\n",
        "import keras\nopt = make(epsilon=None, schedule_decay=1)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
