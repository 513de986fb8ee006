"""`lr` and `decay` in a dictionary that is unpacked into an optimizer."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
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
        (
            "class P:\n    sgd = {'lr': 0.1, 'decay': 1e-4}\no = SGD(**P.sgd)\n",
            f"class P:\n    sgd = {{'learning_rate': {SCHEDULE}}}\no = SGD(**P.sgd)\n",
        ),
        (
            "kw = {'lr': 0.1, 'decay': 1e-4}\nkw['momentum'] = 0.9\no = SGD(**kw)\n",
            f"kw = {{'learning_rate': {SCHEDULE}}}\nkw['momentum'] = 0.9\no = SGD(**kw)\n",
        ),
        (
            "base = dict(lr=0.1, decay=1e-4)\nkw = base\no = SGD(**kw)\n",
            f"base = dict(learning_rate={SCHEDULE})\nkw = base\no = SGD(**kw)\n",
        ),
        (
            "o = SGD(**(dict(lr=0.1, decay=1e-4) if fast else {}))\n",
            f"o = SGD(**(dict(learning_rate={SCHEDULE}) if fast else {{}}))\n",
        ),
    ],
)
def test_decay(before: str, after: str) -> None:
    check_upgraded(HEAD + before, IMPORT + HEAD + after)


@pytest.mark.parametrize(
    "made", ["options = {'lr': 0.1, 'decay': 0.5}\no = SGD(**options)\n", "S = SGD\nS(0.1, decay=0.5)\n"]
)
@pytest.mark.parametrize(("use", "codes"), [("opt.lr = 0.1", {"TFM116", "TFM117"}), ("args.lr = 0.1", set())])
def test_rate_that_another_module_sets(tmp_path: Path, made: str, use: str, codes: set[str]) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "main.py").write_text(f"import optim\n{use}\n")
    (tmp_path / "optim.py").write_text(HEAD + made)
    result = upgrade((HEAD + made).encode(), Settings(), project_of(tmp_path / "optim.py"))
    assert isinstance(result, Upgraded)
    assert (b"InverseTimeDecay" in result.after) is not bool(codes)
    assert {each.code for each in result.findings if "another module also sets" in each.message} <= codes
    assert bool(result.findings) is bool(codes)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('kw = {"lr": 0.1}\nSGD(**kw)\n', 'kw = {"learning_rate": 0.1}\nSGD(**kw)\n'),
        ('SGD(**{"lr": 0.1, "momentum": 0.9})\n', 'SGD(**{"learning_rate": 0.1, "momentum": 0.9})\n'),
        ("SGD(momentum=0.9, **dict(lr=0.1))\n", "SGD(momentum=0.9, **dict(learning_rate=0.1))\n"),
        ("kw = {}\nkw['lr'] = 0.1\nSGD(**kw)\n", "kw = {}\nkw['learning_rate'] = 0.1\nSGD(**kw)\n"),
        ("kw = {}\nkw.update(lr=0.1)\nSGD(**kw)\n", "kw = {}\nkw.update(learning_rate=0.1)\nSGD(**kw)\n"),
        (
            "class P:\n    sgd = {'lr': 0.1}\nSGD(**P.sgd)\n",
            "class P:\n    sgd = {'learning_rate': 0.1}\nSGD(**P.sgd)\n",
        ),
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
        ("kw = {}\nkw['decay'] = 1e-4\nSGD(**kw)\n", 4),
        ("kw = {'learning_rate': 0.1}\nif slow:\n    kw['decay'] = 1e-4\nSGD(**kw)\n", 5),
        ("kw = {'learning_rate': 0.1, 'decay': 1e-4}\nkw['learning_rate'] = 0.2\nSGD(**kw)\n", 3),
        ("kw = {}\nkw.update(decay=1e-4)\nSGD(**kw)\n", 4),
        ("kw = {}\nkw.update({'decay': 1e-4})\nSGD(**kw)\n", 4),
        ("kw = {}\nkw.setdefault('decay', 1e-4)\nSGD(**kw)\n", 4),
        ("kw = {}\nkw.setdefault('lr', 1e-4)\nSGD(**kw)\n", 4),
        ("kw = {'decay': 1e-4}\nSGD(**kw.copy())\n", 3),
        ("kw = {'decay': 1e-4}\nSGD(**dict(kw, momentum=0.9))\n", 3),
        ("kw = {'lr': 0.1, 'decay': 1e-4}\nSGD(**{**kw, 'learning_rate': 0.9})\n", 3),
        ("SGD(**{'lr': 0.1, 'decay': 1e-4, **others})\n", 3),
        ("class P:\n    sgd = {'lr': 0.1, 'decay': 1e-4}\nprint(P.sgd)\nSGD(**P.sgd)\n", 4),
        ("class P:\n    sgd = {'lr': 0.1, 'decay': 1e-4}\nprint(P)\nSGD(**P.sgd)\n", 4),
        ("class P:\n    sgd = {'lr': 0.1, 'decay': 1e-4}\nSGD(**P().sgd)\n", 4),
        ("class P:\n    sgd = {'lr': 0.1}\n    def f(self):\n        SGD(**self.sgd)\n", 4),
        ("class P:\n    sgd = {}\nP.sgd['decay'] = 0.5\nSGD(**P.sgd)\n", 5),
        ("class P:\n    def f(self):\n        self.kw = {}\n        self.kw['decay'] = 1\n        SGD(**self.kw)\n", 6),
        ("config = {'sgd': {'lr': 0.1}}\nSGD(**config['sgd'])\n", 3),
        ("config = {'sgd': {'decay': 0.1}}\nSGD(**config[name])\n", 3),
        ("config = {'a': {'momentum': 0.9}, 'b': {'decay': 0.1}}\nSGD(**{**config['a'], **config['b']})\n", 3),
        ("def make(kw): return SGD(**kw)\nmake({'decay': 0.1})\n", 4),
        ("def make(kw={'decay': 0.1}): return SGD(**kw)\n", 3),
        ("def make(**kw): return SGD(**kw)\noptions = {'decay': 0.1}\nmake(**options)\n", 4),
        ("def options(): return {'decay': 0.1}\nSGD(**options())\n", 3),
        ("config = {'decay': 0.1}\ndef f(n, kw): getattr(keras.optimizers, n)(**kw)\nf('SGD', config)\n", 3),
        ("config = {'lr': 0.1, 'decay': 0.1}\ngetattr(keras.optimizers, name)(**config)\n", 3),
        ("config = {'lr': 0.1, 'decay': 0.1}\nglobals()[name](**config)\n", 3),
        ("names = {'sgd': SGD}\ndef f(c): c['class'](**{'decay': 0.1})\n", 4),
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
        "kw = {'learning_rate': 0.1, 'decay': 0}\nprint(kw)\nSGD(**kw)\n",
        "kw = {}\nkw['decay'] = 0.0\nSGD(**kw)\n",
        "kw = {}\nkw['momentum'] = 0.9\nkw.update(nesterov=True)\nSGD(**kw)\n",
        "kw = {'decay': 0.5}\nkw.pop('decay')\nSGD(**kw)\n",
        "kw = others\nothers = kw\nSGD(**kw)\n",
        "def make(**kw): return make(**kw) or SGD(**kw)\n",
        "def options(): return options()\nSGD(**options())\n",
        "kw = {'decay': 0.5}\nfactor = kw['decay']\ndel kw['decay']\nSGD(**kw)\n",
        "def make(**kw):\n    wait(kw.pop('decay'))\n    return SGD(**kw)\nmake(decay=0.5)\n",
        "other = {}\nother['decay'] = 0.5\nSGD(**kw)\n",
        "class P:\n    sgd = {'momentum': 0.9}\n    adam = {'decay': 0.5}\nSGD(**P.sgd)\n",
        "class P:\n    sgd = {'decay': 0.5}\nclass Q:\n    sgd = {'momentum': 0.9}\nSGD(**Q.sgd)\n",
        "config = {'sgd': {'momentum': 0.9}, 'mine': {'decay': 0.5}}\nSGD(**config['sgd'])\n",
        "def make(decay, **kw): return SGD(**kw)\nmake(**{'decay': 0.5})\n",
        "def make(kw, other): return SGD(**kw)\nmake({}, {'decay': 0.1})\n",
        "config = {'momentum': 0.1}\ngetattr(keras.optimizers, name)(**config)\n",
        "config = {'lr': 0.1, 'decay': 0.1}\ngetattr(torch.optim, name)(**config)\n",
        "from compat.keras import optimizers\nclass P:\n    sgd = {'lr': 0.1, 'decay': 0.5}\noptimizers.SGD(**P.sgd)\n",
        "def f(c): c['class'](**{'decay': 0.1})\n",
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
