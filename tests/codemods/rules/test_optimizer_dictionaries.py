"""`lr` and `decay` in a dictionary that is unpacked into an optimizer."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = "import keras\nfrom keras.optimizers import SGD\n"
IMPORT = "from keras.optimizers.schedules import InverseTimeDecay\n"
SCHEDULE = "InverseTimeDecay(0.1, decay_steps=1, decay_rate=1e-4)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            'kw = {"lr": 0.1, "decay": 1e-4}\no = SGD(**kw)\n',
            f'kw = {{"learning_rate": {SCHEDULE}}}\no = SGD(**kw)\n',
        ),
        (
            "kw = {'decay': 1e-4, 'lr': 0.1, 'momentum': 0.9}\no = SGD(**kw)\n",
            f"kw = {{'learning_rate': {SCHEDULE}, 'momentum': 0.9}}\no = SGD(**kw)\n",
        ),
        (
            "kw = dict(lr=0.1, decay=1e-4)\no = SGD(**kw)\n",
            f"kw = dict(learning_rate={SCHEDULE})\no = SGD(**kw)\n",
        ),
        (
            "def make(**kw): return SGD(**kw)\no = make(lr=0.1, decay=1e-4)\n",
            f"def make(**kw): return SGD(**kw)\no = make(learning_rate={SCHEDULE})\n",
        ),
    ],
)
def test_decay(before: str, after: str) -> None:
    check_upgraded(HEAD + before, IMPORT + HEAD + after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('kw = {"lr": 0.1}\nSGD(**kw)\n', 'kw = {"learning_rate": 0.1}\nSGD(**kw)\n'),
        ('SGD(**{"lr": 0.1, "momentum": 0.9})\n', 'SGD(**{"learning_rate": 0.1, "momentum": 0.9})\n'),
        ("SGD(momentum=0.9, **dict(lr=0.1))\n", "SGD(momentum=0.9, **dict(learning_rate=0.1))\n"),
        ("kw = {'lr': 0.1, 'decay': 0}\nSGD(**kw)\n", "kw = {'learning_rate': 0.1}\nSGD(**kw)\n"),
        (
            "def make(n, **kw): return SGD(**kw)\nmake(1, lr=0.1)\n",
            "def make(n, **kw): return SGD(**kw)\nmake(1, learning_rate=0.1)\n",
        ),
        (
            "kw = {'lr': 0.1}\nkeras.optimizers.Adam(**kw)\n",
            "kw = {'learning_rate': 0.1}\nkeras.optimizers.Adam(**kw)\n",
        ),
    ],
)
def test_rate(before: str, after: str) -> None:
    check_upgraded(HEAD + before, HEAD + after)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("kw = {'lr': 0.1, 'decay': 1e-4}\nprint(kw['lr'])\nSGD(**kw)\n", 3),
        ("kw = {'lr': 0.1}\nprint(kw)\nSGD(**kw)\n", 3),
        ("kw = {'decay': 1e-4}\nSGD(0.1, **kw)\n", 3),
        ("SGD(0.1, **{'decay': 1e-4})\n", 3),
        ("class A:\n    def f(self):\n        self.kw = {'lr': 0.1}\n        SGD(**self.kw)\n", 5),
        ("kw = {'lr': 0.1, 'decay': 1e-4}\nSGD(**kw)\nmodel.optimizer.learning_rate.assign(1)\n", 3),
        ("kw = {'lr': 0.1, 'decay': 1e-4,  # slow\n}\nSGD(**kw)\n", 3),
    ],
)
def test_declined(source: str, line: int) -> None:
    check_declined(HEAD + source, "TFM117", line)


@pytest.mark.parametrize(
    "source",
    [
        "kw = {'learning_rate': 0.1}\nSGD(**kw)\n",
        "kw = {'lr': 0.1, 'decay': 1e-4}\ntrain(**kw)\n",
        "kw = settings['sgd']\nSGD(**kw)\n",
        "def make(lr, **kw): return SGD(lr, **kw)\nmake(lr=0.1)\n",
        "def make(**kw): return train(**kw)\nmake(lr=0.1, decay=1)\n",
        "import torch\nkw = {'lr': 0.1}\ntorch.optim.SGD(p, **kw)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source)


def test_last_entry_of_several_lines_goes_cleanly() -> None:
    result = check_sound(HEAD + "kw = {\n    'lr': 0.1,  # start\n    'decay': 0,\n}\nSGD(**kw)\n")
    assert b"kw = {\n    'learning_rate': 0.1,  # start\n}\n" in result.after


NADAM = "from keras.optimizers import Nadam\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("kw = {'lr': 0.1, 'schedule_decay': 0.004}\n", "kw = {'learning_rate': 0.1}\n"),
        ("kw = dict(schedule_decay=0.004, beta_1=0.8)\n", "kw = dict(beta_1=0.8)\n"),
        ("kw = {'beta_1': 0.8, 'epsilon': None}\n", "kw = {'beta_1': 0.8}\n"),
    ],
)
def test_entries_that_only_said_the_default(before: str, after: str) -> None:
    check_upgraded(f"{NADAM}{before}Nadam(**kw)\n", f"{NADAM}{after}Nadam(**kw)\n")


@pytest.mark.parametrize(
    "source",
    [
        "kw = {'beta_1': 0.8, 'schedule_decay': 0.01}\nNadam(**kw)\n",
        "kw = {'beta_1': 0.8, 'schedule_decay': 0.004}\nNadam(**kw)\nprint(kw)\n",
        "kw = dict(beta_1=0.8, epsilon=None)\nNadam(**kw)\nprint(kw)\n",
    ],
)
def test_entries_that_keras_3_refuses_are_reported(source: str) -> None:
    check_declined(NADAM + source, "TFM117", 2)


@pytest.mark.parametrize(
    "source",
    [
        "kw = {'learning_rate': 0.1, 'epsilon': 1e-7}\nNadam(**kw)\n",
        "kw = {'schedule_decay': 0.004, 'epsilon': None}\nother(**kw)\n",
        "kw = dict(learning_rate=0.1, epsilon=epsilon)\nNadam(**kw)\n",
    ],
)
def test_other_entries_left_alone(source: str) -> None:
    check_untouched(NADAM + source)
