"""What a file reads of the settings of other modules: the rules are asked as if it were written in the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import check, upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Finding, Settings, Upgraded

_CONFIG = """
import argparse

OPTIMIZER = "rmsprop"
MONITOR = "val_acc"
ALIAS = MONITOR
RATE = 0.1
OPTIONS = dict(lr=RATE, decay=1e-2)
PLAIN = {"learning_rate": RATE}
BEST = "best.hdf5"
UNITS = 8
OTHER = "rmsprop"
TWICE = "adam" if args else OTHER
params = {"optimizer": "adadelta", "loss": "mse"}


class Config(object):
    optimizer = "nadam"

    def __init__(self):
        self.loss = "cosine_proximity"


class Space(object):
    pass


space = Space()
space.monitor = "val_acc"


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--optimizer", default="rmsprop", choices=["rmsprop", "adam"])
    return parser.parse_args()
"""

_TRAIN = """
import config
from config import *
from config import Config, parse
from keras.callbacks import EarlyStopping, ModelCheckpoint
from keras.layers.core import Dense
from keras.models import Sequential
from keras.optimizers import SGD

model = Sequential([Dense(1, input_shape=(3,))])
args = parse()
settings = Config()
LINES
"""

_KERAS_2 = Settings(origin=parse_origin("keras==2.2.4"))
_FITTED = "model.fit(x, y, validation_data=(x, y), callbacks=[EarlyStopping(monitor={})])"


def _upgraded(folder: Path, *lines: str, settings: Settings = _KERAS_2) -> Upgraded:
    (folder / "config.py").write_text(_CONFIG)
    train = folder / "train.py"
    train.write_text(_TRAIN.replace("LINES", "\n".join(lines)))
    result = upgrade(train.read_bytes(), settings, project_of(train))
    assert isinstance(result, Upgraded)
    return result


def _only(result: Upgraded) -> Finding:
    (finding,) = result.findings
    return finding


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ('model.compile(OPTIMIZER, "mse")', "TFM296", "OPTIMIZER comes from config.py, line 4; written out here"),
        ('model.compile(config.OPTIMIZER, "mse")', "TFM296", "config.OPTIMIZER comes from config.py, line 4"),
        ('model.compile(Config.optimizer, "mse")', "TFM118", "Config.optimizer comes from config.py, line 18"),
        ('model.compile("sgd", settings.loss)', "TFM297", "the loss 'cosine_proximity' is now 'cosine_similarity'"),
        ('model.compile(params["optimizer"], "mse")', "TFM118", "keras.optimizers.Adadelta(learning_rate=1.0)"),
        ('model.compile(params.get("optimizer"), "mse")', "TFM118", "config.py, line 14"),
        ('model.compile(args.optimizer, "mse")', "TFM296", "args.optimizer comes from config.py, line 34"),
        ('model.compile(SGD(**OPTIONS), "mse")', "TFM117", "OPTIONS comes from config.py, line 8"),
        ('optimizer = config.OPTIMIZER\nmodel.compile(optimizer, "mse")', "TFM296", "config.OPTIMIZER comes from"),
        ("ModelCheckpoint(BEST)", "TFM152", "the checkpoint 'best.hdf5' is now 'best.h5'"),
    ],
)
def test_values_are_read_in_the_other_module(tmp_path: Path, line: str, code: str, said: str) -> None:
    finding = _only(_upgraded(tmp_path, line))
    assert (finding.code, said in finding.message) == (code, True), finding


@pytest.mark.parametrize("monitor", ["MONITOR", "config.ALIAS", "space.monitor"])
def test_log_keys(tmp_path: Path, monitor: str) -> None:
    lines = 'model.compile("sgd", "mse", metrics=["accuracy"])', _FITTED.format(monitor)
    finding = _only(
        _upgraded(tmp_path, *lines, settings=Settings(origin=parse_origin("keras==2.2.4"), ignore=("TFM262",)))
    )
    assert finding.code == "TFM130"
    assert "the log key 'val_acc' is now 'val_accuracy'" in finding.message
    assert finding.line == _TRAIN.count("\n", 0, _TRAIN.index("LINES")) + 2


@pytest.mark.parametrize(
    "line",
    [
        'model.compile(SGD(**PLAIN), params["loss"])',
        "Dense(UNITS)",
        'model.compile(TWICE, "mse")  # which of the two, nothing shows',
        "print(MONITOR, OPTIONS)",
        'config.OPTIMIZER = "sgd"\nmodel.compile(config.OPTIMIZER, "mse")',
        'model.compile(args.unknown, "mse")',
        'model.compile(params["missing"], "mse")',
        'model.compile(OPTIMIZER, "mse")  # tf-forward: ignore[TFM296]',
    ],
)
def test_leaves_alone(tmp_path: Path, line: str) -> None:
    assert _upgraded(tmp_path, line).findings == ()


def test_check_says_the_same(tmp_path: Path) -> None:
    line = 'model.compile(OPTIMIZER, "mse")'
    said = _only(_upgraded(tmp_path, line))
    train = tmp_path / "train.py"
    found = check(train.read_bytes(), _KERAS_2, project_of(train))
    assert isinstance(found, Upgraded)
    assert said.message in {each.message for each in found.findings}


def test_a_module_on_its_own_has_no_settings(tmp_path: Path) -> None:
    train = tmp_path / "train.py"
    train.write_text(_TRAIN.replace("LINES", 'model.compile(OPTIMIZER, "mse")'))
    result = upgrade(train.read_bytes(), _KERAS_2, project_of(train))
    assert isinstance(result, Upgraded)
    assert result.findings == ()


_HEAD = """
from functools import partial
from keras.callbacks import EarlyStopping, ModelCheckpoint, TensorBoard
from keras.layers import Convolution2D
from keras.layers.core import Dense
from keras.models import Sequential
from keras.optimizers import SGD, Adam

model = Sequential([Dense(1, input_shape=(3,))])
"""


def _written(*lines: str) -> Upgraded:
    result = upgrade((_HEAD + "\n".join(lines) + "\n").encode(), _KERAS_2)
    assert isinstance(result, Upgraded)
    return result


_LOOP = 'for cls, kw in PAIRS:\n    model.compile(cls(**kw), "mse")'


@pytest.mark.parametrize(
    ("lines", "code", "said"),
    [
        (
            ['kw = dict(log_dir="x", write_grads=False)', "TensorBoard(**kw)"],
            "TFM135",
            "this call is TensorBoard(log_dir",
        ),
        (['TensorBoard(**{"log_dir": "x", "write_grads": False})'], "TFM135", "write_grads=False"),
        (["for k in [(8, 3, 3)]:\n    Convolution2D(*k)"], "TFM141", "Convolution2D(8, 3, 3)"),
        (['KINDS = {"conv": Convolution2D}', 'KINDS["conv"](8, 3, 3)'], "TFM141", "Convolution2D(8, 3, 3)"),
        (["KINDS = {A: Dense, B: Convolution2D}", "KINDS[kind](8, 3, 3)"], "TFM141", "Convolution2D(8, 3, 3)"),
        (
            ["class Net:\n    conv = Convolution2D\n    def f(self): self.conv(8, 3, 3)"],
            "TFM141",
            "Convolution2D(8, 3, 3)",
        ),
        (
            [
                "class C:\n    dense = {'init': 'one'}",
                "class Net:\n    def __init__(self, c): self.c = c\n    def f(self): return Dense(2, **self.c.dense)",
                "Net(C)",
            ],
            "TFM141",
            "is given init of Keras 1 in an unpacked dictionary",
        ),
        (
            ["kw = {}", "for a in b:\n    TensorBoard(**kw)\n    kw['write_grads'] = False"],
            "TFM135",
            "this call is TensorBoard(write_grads=False)",
        ),
        (["kw = dict(nb_epoch=2)", "model.fit(x, y, **kw)"], "TFM121", "nb_epoch= is now epochs="),
        (['model.compile(**{"loss": "mse", "optimizer": "sgd", "metrics": "mae"})'], "TFM131", "metrics in a list"),
        (["best = partial(ModelCheckpoint, period=5)", 'best("b.h5")'], "TFM195", "period= only in"),
        (['ModelCheckpoint(**{"filepath": "w.h5", "save_weights_only": True})'], "TFM150", 'is now "w.weights.h5"'),
        (
            ['PAIRS = [(SGD, {"learning_rate": 0.1, "decay": 0.5})]', _LOOP],
            "TFM110",
            "SGD(learning_rate=0.1, decay=0.5)",
        ),
        (["PAIRS = [(SGD, {}), (Adam, dict(lr=0.1))]", _LOOP], "TFM102", "Adam(lr=0.1)"),
        (
            ['RUNS = [{"kind": SGD, "kw": {"lr": 0.1}}]', 'all_ = [run["kind"](**run["kw"]) for run in RUNS]'],
            "TFM102",
            "SGD(lr=0.1)",
        ),
        (
            ['KINDS = {"a": (SGD, {"lr": 0.1})}', "for key, (k, kw) in KINDS.items():\n    k(**kw)"],
            "TFM102",
            "SGD(lr=0.1)",
        ),
    ],
)
def test_calls_are_heard_with_all_their_arguments(lines: list[str], code: str, said: str) -> None:
    finding = _only(_written(*lines))
    assert (finding.code, said in finding.message) == (code, True), finding


@pytest.mark.parametrize(
    "lines",
    [
        ['TensorBoard(**{"log_dir": "x"})'],
        [
            "kw = {}\nif a:\n    kw.update(log_dir='x')\n    TensorBoard(**kw)\nelse:\n    kw.update(write_grads=False)\n    f(**kw)"
        ],
        ["kw = {}\nif a:\n    TensorBoard(**kw)\nelse:\n    kw['write_grads'] = False"],
        ["kw = {}\nTensorBoard(**kw)\nkw['write_grads'] = False"],
        ["def f(**kwargs):\n    kw = {'write_grads': kwargs.pop('write_grads')}\n    return TensorBoard(**kw)"],
        ["best = partial(ModelCheckpoint, save_weights_only=True)", 'best("b.weights.h5")'],
        ['PAIRS = [(SGD, {"learning_rate": 0.1})]', _LOOP],
        ["PAIRS = load()", _LOOP],
        ["for k in [(8, (3, 3))]:\n    Convolution2D(*k)"],
        ["for k in load():\n    Convolution2D(*k)"],
        ['KINDS = {"conv": build}', 'KINDS["conv"](8, 3, 3)'],
        ['KINDS = {"conv": Convolution2D}', 'KINDS["conv"](8, (3, 3))'],
        ["own = partial(build, period=5)", 'own("b.h5")'],
        ["def make(**kw):\n    return TensorBoard(**kw)", 'make(log_dir="x")'],
        ['TensorBoard(**{"log_dir": "x", "write_grads": False})  # tf-forward: ignore[TFM135]'],
    ],
)
def test_leaves_such_calls_alone(lines: list[str]) -> None:
    assert _written(*lines).findings == ()


def test_a_dictionary_is_reported_once() -> None:
    """TFM117 reads dictionaries of optimizers itself."""
    assert len(_written('kw = {"lr": 0.1, "decay": 0.5}', "print(kw)", "SGD(**kw)").findings) == 1


def test_such_a_call_brings_the_shims() -> None:
    source = _HEAD.replace(".core", "") + 'TensorBoard(**{"log_dir": "x", "write_grads": False})\n'
    result = upgrade(source.encode(), Settings("compat"))
    assert isinstance(result, Upgraded)
    assert b"from compat.keras.callbacks import" in result.after
    assert result.findings == ()


def test_others_stay_native_on_the_shims() -> None:
    source = _HEAD.replace(".core", "") + 'TensorBoard(**{"log_dir": "x"})\n'
    result = upgrade(source.encode(), Settings("compat"))
    assert isinstance(result, Upgraded)
    assert not result.changed
