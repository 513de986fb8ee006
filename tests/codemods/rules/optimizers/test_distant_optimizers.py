"""Optimizers that no rule rewrites are reported where Keras 3 computes something else with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_lasting

HEAD = """\
import functools
from keras import optimizers
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam, RMSprop

model = Sequential([Dense(1)])
"""


def _lines(source: str, *, head: str = HEAD, origin: str = "keras==2.3") -> list[int]:
    """The lines behind the head that are reported."""
    result = check_lasting(head + source, Settings(origin=parse_origin(origin)))
    return [each.line - head.count("\n") for each in result.findings if each.code == "TFM332"]


@pytest.mark.parametrize(
    "source",
    [
        "make = optimizers.RMSprop\nmake(0.01)\n",
        "make = {'rmsprop': RMSprop, 'adam': Adam}\nmake['rmsprop'](0.01)\n",
        "make = 1\ngetattr(optimizers, 'RMSprop')(0.01)\n",
        "name = 'Adadelta'\ngetattr(optimizers, name)()\n",
        "class C:\n    NAME = 'RMSprop'\n\n\ngetattr(optimizers, C.NAME)(0.01)\n",
        "parser.add_argument('--name', default='Nadam')\ngetattr(optimizers, args.name)()\n",
        "parser.add_argument('--name', default='Adagrad')\ngetattr(optimizers, args.name)(args.rate)\n",
        "class Own(RMSprop):\n    pass\n\n\nOwn(0.01)\n",
        "make = optimizers.RMSprop\nmake(0.01, epsilon=1e-8)\n",
        "make = optimizers.Adadelta\nmake(rho=0.9)\n",
        "make = {'adadelta': optimizers.Adadelta, 'adam': Adam}\nmake[name]()\n",
        "make = functools.partial(optimizers.Nadam, beta_1=0.8)\n",
        "RMSprop(**options)\n",
        "optimizers.Adagrad(0.01, **vars(arguments))\n",
        "optimizers.Adadelta(**options)\n",
        "optimizers.Nadam(beta_1=0.8, **options)\n",
        "options = {'clipnorm': 0.1, **others}\noptimizers.Adagrad(**options)\n",
    ],
)
def test_classes(source: str) -> None:
    assert _lines(source) == [len(source.splitlines())]


def test_partial_is_reported_once() -> None:
    assert _lines("make = functools.partial(RMSprop, rho=0.95)\nmake(0.01)\n") == [1]


@pytest.mark.parametrize("name", ["rmsprop", "RMSprop", "adadelta"])
@pytest.mark.parametrize(
    "source",
    [
        "model.compile('adam' if model else '{}', 'mse')\n",
        "def build(optimizer='{}'):\n    model.compile(optimizer, 'mse')\n",
        "def build(optimizer='{}'):\n    model.compile(optimizer, 'mse')\n\n\nbuild('adam')\nbuild()\n",
        "class Own:\n    def build(self, optimizer='{}'):\n        model.compile(optimizer, 'mse')\n",
        "model.compile(choice(['sgd', '{}']), 'mse')\n",
        "names = ['sgd', '{}']\nmodel.compile(trial.suggest_categorical('optimizer', names), 'mse')\n",
        "for name in ['sgd', '{}']:\n    model.compile(optimizer=name, loss='mse')\n",
        "class Config:\n    OPTIMIZER = '{}'\n\n\nmodel.compile(Config.OPTIMIZER, 'mse')\n",
        "class Config:\n    optimizer: str = '{}'\n\n\nconfig = Config()\nmodel.compile(config.optimizer, 'mse')\n",
        "class Base:\n    NAME = '{}'\n\n\nclass Config(Base):\n    pass\n\n\nmodel.compile(Config.NAME, 'mse')\n",
        "class Config:\n    def __init__(self):\n        self.name = '{}'\n\n\nmodel.compile(Config().name, 'mse')\n",
        "class Config:\n    pass\n\n\nConfig.name = '{}'\nmodel.compile(Config.name, 'mse')\n",
        "settings = Namespace()\nsettings.name = '{}'\nmodel.compile(settings.name, 'mse')\n",
        "parser.add_argument('--optimizer', default='{}')\nmodel.compile(parser.parse_args().optimizer, 'mse')\n",
        "parser.add_argument('-o', dest='name', default='{}')\nmodel.compile(args.name.lower(), 'mse')\n",
        "parser.add_argument('--name', choices=['sgd', '{}'], default='sgd')\nmodel.compile(args.name, 'mse')\n",
        "parser.add_argument('--name', choices=['sgd', '{0}'], default='{0}')\nmodel.compile(args.name, 'mse')\n",
        "parser.add_argument('--name', default='{}')\nargs = vars(parser.parse_args())\nmodel.compile(args['name'], 'mse')\n",
        "flags.DEFINE_string('name', '{}', 'the optimizer')\nmodel.compile(FLAGS.name, 'mse')\n",
        "flags.DEFINE_enum('name', 'sgd', ['sgd', '{}'], 'the optimizer')\nmodel.compile(FLAGS.name, 'mse')\n",
        "@click.option('--name', default='{}')\ndef main(name):\n    model.compile(name, 'mse')\n",
        "@click.option('--name', type=click.Choice(['{}']))\ndef main(name):\n    model.compile(name, 'mse')\n",
        "model.compile(os.environ.get('NAME', '{}'), 'mse')\n",
        "import os\nmodel.compile(os.getenv('NAME', '{}'), 'mse')\n",
        "class Net:\n    def __init__(self, name='{}'):\n        model.compile(name, 'mse')\n",
        "class Net:\n    def __init__(self, name):\n        model.compile(name, 'mse')\n\n\nNet('{}')\n",
        "settings = {{'optimizer': '{}', 'loss': 'mse'}}\nmodel.compile(**settings)\n",
        "settings = {{'optimizer': '{}', 'loss': 'mse'}}\nmodel.compile(settings['optimizer'], 'mse')\n",
    ],
)
def test_names(source: str, name: str) -> None:
    assert len(_lines(source.format(name))) == 1


@pytest.mark.parametrize(
    "source",
    [
        "make = {'adam': Adam}\nmake['adam'](0.01)\n",
        "make = optimizers.RMSprop\nmake(0.01, epsilon=1e-14)\n",
        "make = optimizers.RMSprop\nmake(0.01, epsilon=1e-10 ** 2)\n",
        "make = optimizers.Adadelta\nmake(1.0)\n",
        "name = 'Adadelta'\ngetattr(optimizers, name)(1.0)\n",
        "parser.add_argument('--name', default='Adam')\ngetattr(optimizers, args.name)()\n",
        "parser.add_argument('--name', default='RMSprop')\ngetattr(torch.optim, args.name)()\n",
        "make = optimizers.Adadelta\nmake(**options)\n",
        "make = functools.partial(optimizers.Adadelta, rho=0.9)\nmake(1.0)\n",
        "Adam(**options)\n",
        "def build(optimizer='adam'):\n    model.compile(optimizer, 'mse')\n",
        "def build(optimizer):\n    model.compile(optimizer, 'mse')\n",
        "def build(optimizer='rmsprop'):\n    model.compile(optimizer, 'mse')\n\n\nbuild('adam')\nbuild(optimizer='sgd')\n",
        "model.compile(choice(['sgd', 'adam']), 'mse')\n",
        "class Config:\n    OPTIMIZER = 'adam'\n    OTHER = 'rmsprop'\n\n\nmodel.compile(Config.OPTIMIZER, 'mse')\n",
        "class Config:\n    NAME = 'rmsprop'\n\n\nclass Other:\n    NAME = 'sgd'\n\n\nmodel.compile(Other.NAME, 'mse')\n",
        "class Net:\n    def __init__(self, name='rmsprop'):\n        model.compile(name, 'mse')\n\n\nNet('sgd')\n",
        "parser.add_argument('--name', default='adam')\nmodel.compile(args.name, 'mse')\n",
        "parser.add_argument('--name', default='rmsprop')\nmodel.compile(args.other, 'mse')\n",
        "parser.add_argument('--optimizer', default='rmsprop')\nmodel.compile(model.optimizer, 'mse')\n",
        "class Config:\n    name = 'adam'\n\n\nparser.add_argument('--name', default='rmsprop')\nmodel.compile(Config.name, 'mse')\n",
        "flags.DEFINE_string('name', 'sgd', 'sgd or rmsprop')\nmodel.compile(FLAGS.name, 'mse')\n",
        "flags.DEFINE_integer('name', 3, 'rmsprop')\nmodel.compile(FLAGS.name, 'mse')\n",
        "@click.option('--other', default='rmsprop')\ndef main(name):\n    model.compile(name, 'mse')\n",
        "import os\nmodel.compile(os.getenv('rmsprop', 'adam'), 'mse')\n",
        "print('rmsprop')\n",
        "from compat.keras import optimizers as own\n\nmake = 1\ngetattr(own, 'RMSprop')(0.01)\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert _lines(source) == []


OPTION = """\
import argparse
from keras.layers import Dense
from keras.models import Sequential

parser = argparse.ArgumentParser()
parser.add_argument("--optimizer", default="adadelta", choices=["adadelta", "sgd"])
model = Sequential([Dense(1)])
model.compile(parser.parse_args().optimizer, "mse")
"""


@pytest.mark.parametrize(("to", "origin", "expected"), [("native", "keras==2.3", 1), ("compat", "keras==2.3", 0)])
def test_shims_have_the_defaults(to: str, origin: str, expected: int) -> None:
    """Three epochs of Keras 2.3.1 had losses of 11.219, 11.195 and 11.171, those of Keras 3 have 11.219."""
    result = check_lasting(OPTION, Settings(to=to, origin=parse_origin(origin)))
    assert [each.code for each in result.findings] == ["TFM332"] * expected


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize("name", ["adadelta", "adagrad", "nadam", "adamax"])
def test_an_unknown_era_is_a_finding(name: str, to: str) -> None:
    result = check_lasting(OPTION.replace("adadelta", name), Settings(to=to))
    assert [(each.code, "--from keras==2.3" in each.advice) for each in result.findings] == [("TFM332", True)]


@pytest.mark.parametrize(("release", "expected"), [("1.15", [1]), ("2.3", [1]), ("2.12", [])])
def test_of_tf_keras(release: str, expected: list[int]) -> None:
    head = "import tensorflow as tf\n\nmodel = tf.keras.Sequential()\n"
    for source in ("model.compile('adam' if model else 'rmsprop', 'mse')\n", "model.compile(loss='mse')\n"):
        assert _lines(source, head=head, origin=f"tensorflow=={release}") == expected


COMPILING = """
from keras.models import Sequential
from keras.utils.np_utils import to_categorical


def build(network):
    model = Sequential()
    model.compile(optimizer={value}, loss="mse")
    return model
"""


@pytest.mark.parametrize(
    ("source", "value", "lines"),
    [
        ("CHOICES = {'optimizer': ['sgd', 'adagrad', 'nadam']}\n", "network['optimizer']", [2, 2]),
        ("optimizers = ('adam', 'adadelta')\n", "network.optimizer", [2]),
        ("CHOICES = {'optimizer': ['sgd', 'adam']}\n", "network['optimizer']", []),
        ("CHOICES = {'method': ['sgd', 'adagrad']}\n", "network['optimizer']", []),
        ("CHOICES = {'optimizer': ['sgd', 'adagrad']}\n", "'adam'", []),
        ("name = 'adagrad'\n", "network['optimizer']", []),
    ],
)
@pytest.mark.parametrize("via", ["model", "network", "search"])
def test_lists_for_a_module_that_compiles(tmp_path: Path, source: str, value: str, lines: list[int], via: str) -> None:
    (tmp_path / "model.py").write_text(COMPILING.format(value=value))
    (tmp_path / "network.py").write_text("from model import build\n")
    (tmp_path / "search.py").write_text("from network import build\n")
    script = tmp_path / "main.py"
    script.write_text(f"from {via} import build\n{source}")
    result = upgrade(script.read_bytes(), project=project_of(script))
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.findings if each.code == "TFM332"] == lines
