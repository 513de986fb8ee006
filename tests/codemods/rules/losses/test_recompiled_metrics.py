"""A model that is compiled again without metrics has none."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.source.project import Project
from codemods.types import Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

HEAD = "import keras\nfrom keras.models import Sequential, clone_model, load_model\n"
FIRST = "m.compile('sgd', 'mse', metrics=['mae'])\n"
MAKE = "def make():\n    m = Sequential([layer])\n    m.compile('sgd', 'mse', metrics=['mae'])\n    return m\n\n"


@pytest.mark.parametrize(
    ("before", "last"),
    [
        (f"m = Sequential([layer])\n{FIRST}", "m.compile('sgd', 'mse'{})"),
        (f"m = Sequential([layer])\n{FIRST}", "m.compile(optimizer='sgd', loss='mse'{})"),
        ("m = Sequential([layer])\nm.compile('sgd', 'mse', weighted_metrics=w)\n", "m.compile('sgd', 'mse'{})"),
        ("m = load_model(path)\n", "m.compile('sgd', 'mse'{})"),
        ("m = load_model(path, custom_objects=own)\n", "m.compile('sgd', 'mse'{})"),
        ("m = load_model(path)\nif a:\n    m = Sequential([layer])\n", "m.compile('sgd', 'mse'{})"),
        ("m = clone_model(other)\n", "m.compile('sgd', 'mse'{})"),
        (f"{MAKE}n = make()\n", "n.compile('sgd', 'mse'{})"),
        (f"{MAKE}n = make()\nk = n\n", "k.compile('sgd', 'mse'{})"),
        (
            (
                "class Net:\n    def make(self):\n        self.m = Sequential([layer])\n"
                "        self.m.compile('sgd', 'mse', metrics=['mae'])\n\n    def tune(self):\n"
            ),
            "        self.m.compile('sgd', 'mse'{})",
        ),
        (f"m = Sequential([layer])\n{FIRST}if tuned:\n", "    m.compile('sgd', 'mse'{})"),
    ],
)
def test_metrics_before(before: str, last: str) -> None:
    check_upgraded(f"{HEAD}{before}{last.format('')}\n", f"{HEAD}{before}{last.format(', metrics=[]')}\n")


def test_none() -> None:
    head = f"{HEAD}m = Sequential([layer])\n{FIRST}"
    check_upgraded(f"{head}m.compile('sgd', 'mse', metrics=None)\n", f"{head}m.compile('sgd', 'mse', metrics=[])\n")


@pytest.mark.parametrize(
    "source",
    [
        f"m = Sequential([layer])\n{FIRST}",
        f"m = Sequential([layer])\nm.compile('sgd', 'mse')\n{FIRST}",
        f"m = Sequential([layer])\n{FIRST}m.compile('sgd', 'mae', metrics=['mse'])\n",
        f"m = Sequential([layer])\n{FIRST}m.compile('sgd', 'mae', metrics=[])\n",
        f"m = Sequential([layer])\n{FIRST}m = Sequential([layer])\nm.compile('sgd', 'mae')\n",
        f"m = Sequential([layer])\n{FIRST}n = Sequential([layer])\nn.compile('sgd', 'mae')\n",
        f"m = Sequential([layer])\n{FIRST}m.compile('sgd', 'mae', **more)\n",
        f"m = Sequential([layer])\nif a:\n    {FIRST}else:\n    m.compile('sgd', 'mae')\n",
        "m = load_model(path, compile=False)\nm.compile('sgd', 'mse')\n",
        "if a:\n    m = load_model(path)\nelse:\n    m = Sequential([layer])\n    m.compile('sgd', 'mse')\n",
        "m = Sequential([layer])\nm.compile('sgd', 'mse')\nm.compile('sgd', 'mae')\n",
        "def tune(m):\n    m.compile('sgd', 'mse')\n",
        (
            f"def one():\n    m = Sequential([layer])\n    {FIRST}\n\ndef two():\n    m = Sequential([layer])\n"
            "    m.compile('sgd', 'mae')\n"
        ),
        f"m = Sequential([layer])\n{FIRST}m.compile(box_loss='mse', optimizer='sgd', metrics=None)\n",
        "import re\nm = re.compile('a')\n",
        "from keras import ops\nm = Sequential([layer])\n" + FIRST + "m.compile('sgd', 'mse')\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source)


def test_on_the_shims() -> None:
    """The `compile` of the shims begins anew."""
    check_untouched(
        f"from compat.keras.models import Sequential\nm = Sequential([layer])\n{FIRST}m.compile('sgd', 'mse')\n"
    )


def test_models_of_a_keras_of_the_project_left_alone() -> None:
    source = (
        b"import keras\nimport tensorflow as tf\nmodel = keras.Model(a, b)\n"
        b"model.compile(optimizer='sgd', loss='mse', metrics=['mae'])\n"
        b"model.compile(optimizer='sgd', loss='mse')\ntf.print(model.metrics_names)\n"
    )
    for local, codes in [(frozenset({"keras"}), set()), (frozenset[str](), {"TFM231", "TFM248"})]:
        result = upgrade(source, project=Project(local))
        assert isinstance(result, Upgraded)
        assert {each.code for each in (*result.changes, *result.findings)} == codes
