"""Losses of models in `.h5` files are named in full."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

MODEL = "from keras.models import Sequential, load_model\nm = Sequential([a])\n"
SAVED = "m.save('a.h5')\nn = load_model('a.h5')\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("m.compile('sgd', 'mse')", "m.compile('sgd', 'mean_squared_error')"),
        ('m.compile("sgd", loss="MAE")', 'm.compile("sgd", loss="mean_absolute_error")'),
        ("m.compile('sgd', loss=['mse', 'hinge'])", "m.compile('sgd', loss=['mean_squared_error', 'hinge'])"),
        ("m.compile('sgd', loss={'a': 'kld'})", "m.compile('sgd', loss='kl_divergence')"),
        (
            "m.compile('sgd', 'mse' if squared else 'mae')",
            "m.compile('sgd', 'mean_squared_error' if squared else 'mean_absolute_error')",
        ),
        ("m.compile('sgd', 'logcosh', metrics=['mse'])", "m.compile('sgd', 'log_cosh', metrics=['mse'])"),
    ],
)
def test_rewritten(legacy: str, modern: str) -> None:
    check_upgraded(f"{MODEL}{legacy}\n{SAVED}", f"{MODEL}{modern}\n{SAVED}")


def test_checkpoint() -> None:
    head = "from keras.callbacks import ModelCheckpoint\n" + MODEL + "c = ModelCheckpoint('a-{epoch}.h5')\n"
    tail = "n = load_model(path)\n"
    check_upgraded(f"{head}m.compile('sgd', 'mse')\n{tail}", f"{head}m.compile('sgd', 'mean_squared_error')\n{tail}")


def test_variable() -> None:
    check_declined(f"{MODEL}loss = 'mse'\nm.compile('sgd', loss)\n{SAVED}", "TFM218", 4)


def test_parameter() -> None:
    function = "def compiled(m, loss='{}'):\n    m.compile('sgd', loss)\n"
    check_declined(f"{MODEL}{function.format('mse')}compiled(m)\n{SAVED}", "TFM218", 4)
    check_untouched(f"{MODEL}{function.format('hinge')}compiled(m)\n{SAVED}")


@pytest.mark.parametrize("loss", ["settings['loss']", "settings['model']['loss']", "args.loss", "self.config.loss"])
def test_setting(loss: str) -> None:
    check_declined(f"{MODEL}m.compile('sgd', loss={loss})\n{SAVED}", "TFM218", 3)


@pytest.mark.parametrize(
    "source",
    [
        f"import losses\n{MODEL}m.compile('sgd', losses.dice)\n{SAVED}",
        f"{MODEL}m.compile('sgd', losses[0])\n{SAVED}",
        f"{MODEL}m.compile('sgd', own())\n{SAVED}",
        f"{MODEL}m.compile('sgd', settings['loss'])\nm.save('a.keras')\n",
        MODEL + "m.compile('sgd', 'mse')\nm.save('a.keras')\n",
        MODEL + "m.compile('sgd', 'mse')\nm.save_weights('a.weights.h5')\n",
        MODEL + "m.compile('sgd', 'mse')\nm.save(path)\n",
        MODEL + "m.compile('sgd', 'categorical_crossentropy', metrics=['mse', 'mae'])\n" + SAVED,
        MODEL + "m.compile('sgd', 'Mse')\n" + SAVED,
        MODEL + "m.compile('sgd', 'mse')\nm.save('a.h5')\n",
        MODEL + "m.compile('sgd', 'mse')\nm.save('a.h5')\nn = load_model('a.h5', compile=False)\n",
        MODEL + "m.compile('sgd', own)\nloss = 'mse'\n" + SAVED,
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


AGENT = """
from keras.models import Sequential, load_model


class Agent:
    def __init__(self, path=None):
        self.model = load_model(path) if path else self._build()

    def _build(self):
        model = Sequential([layer])
        model.compile("sgd", "mse")
        return model
"""


@pytest.mark.parametrize(("path", "is_full"), [("m.h5", True), ("m.keras", False)])
def test_a_model_that_an_importer_writes(tmp_path: Path, path: str, is_full: bool) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "train.py").write_text(f"from agent import Agent\nagent = Agent()\nagent.model.save('{path}')\n")
    agent = tmp_path / "agent.py"
    agent.write_text(AGENT)
    result = upgrade(agent.read_bytes(), project=project_of(agent))
    assert isinstance(result, Upgraded)
    assert (b'"mean_squared_error"' in result.after) is is_full


NET = """
from keras.layers import Dense
from keras.models import Sequential


def build():
    model = Sequential([Dense(1, input_shape=(2,))])
    model.compile(loss='mse', optimizer='sgd', metrics=['mae'])
    return model
"""
TRAIN = "from net import build\nmodel = build()\nmodel.save({})\n"
PREDICT = "from keras.models import load_model\nmodel = load_model({})\n"


def upgraded(folder: Path, **files: str) -> str:
    """The module `net`, upgraded among other files of a project."""
    (folder / ".git").mkdir()
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    net = folder / "net.py"
    net.write_text(NET)
    result = upgrade(net.read_bytes(), project=project_of(net))
    return result.after.decode() if isinstance(result, Upgraded) else NET


@pytest.mark.parametrize("path", ["'m.h5'", "path"])
def test_a_model_that_one_module_writes_and_another_loads(tmp_path: Path, path: str) -> None:
    found = upgraded(tmp_path, train=TRAIN.format(path), predict=PREDICT.format("'m.h5'"))
    assert "loss='mean_squared_error'" in found
    assert "metrics=['mae']" in found


@pytest.mark.parametrize(
    ("train", "predict"),
    [
        (TRAIN.format("'m.h5'"), "from keras.models import load_model\n"),
        (TRAIN.format("'m.h5'"), PREDICT.format("'m.h5', compile=False")),
        (TRAIN.format("'m.h5'"), "# keras\n# model = load_model('m.h5')\n"),
        (TRAIN.format("'m.h5'"), "import mlflow\nmodel = mlflow.load_model('m.h5')\n"),
        (TRAIN.format("'m.keras'"), PREDICT.format("'m.keras'")),
        (TRAIN.replace("save", "save_weights").format("'m.weights.h5'"), PREDICT.format("'other.h5'")),
        ("from other import model\nmodel.save('m.h5')\n", PREDICT.format("'m.h5'")),
    ],
)
def test_a_model_that_no_other_module_reads(tmp_path: Path, train: str, predict: str) -> None:
    assert "loss='mse'" in upgraded(tmp_path, train=train, predict=predict)


def test_a_path_that_the_file_does_not_show() -> None:
    legacy = f"{MODEL}m.compile('sgd', loss='mse')\n\n\ndef save(path):\n    m.save(path)\n\n\nn = load_model(path)\n"
    check_upgraded(legacy, legacy.replace("mse", "mean_squared_error"))
    check_untouched(f"{MODEL}loss = 'mse'\nm.compile('sgd', loss)\nm.save(path)\nn = load_model(path)\n")
