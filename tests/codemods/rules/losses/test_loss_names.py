"""Texts of losses in `compile` get the names of today."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_sound, check_untouched, check_upgraded

HEAD = "from keras.layers import Dense\nfrom keras.models import Sequential\n\nmodel = Sequential([Dense(1)])\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("'sgd', 'logcosh'", "'sgd', 'log_cosh'"),
        ('"sgd", loss="kullback_leibler_divergence"', '"sgd", loss="kl_divergence"'),
        ('"sgd", loss=["mse", "huber_loss"]', '"sgd", loss=["mse", "huber"]'),
        ('"sgd", loss="logcosh" if smooth else "mse"', '"sgd", loss="log_cosh" if smooth else "mse"'),
        ('"sgd", loss={"a": "logcosh", "b": ["mse"]}', '"sgd", loss={"a": "log_cosh", "b": ["mse"]}'),
    ],
)
def test_renamed(before: str, after: str) -> None:
    check_upgraded(f"{HEAD}model.compile({before})\n", f"{HEAD}model.compile({after})\n")


def test_the_cosine_of_standalone_keras() -> None:
    source = HEAD.replace("keras.layers", "keras.layers.core") + "model.compile('sgd', 'cosine_proximity')\n"
    check_upgraded(source, HEAD + "model.compile('sgd', 'cosine_similarity')\n")


def test_the_cosine_of_others_is_reported() -> None:
    source = "import tensorflow as tf\n\nmodel = tf.keras.Sequential()\nmodel.compile('sgd', 'cosine_proximity')\n"
    result = check_sound(source)
    assert not result.changed
    assert [each.code for each in result.findings] == ["TFM198"]


def test_metrics_are_reported() -> None:
    result = check_sound(HEAD + "model.compile('sgd', 'mse', metrics=['logcosh'])\n")
    assert not result.changed
    assert [each.code for each in result.findings] == ["TFM198"]


@pytest.mark.parametrize(
    "source",
    [
        HEAD + "model.compile('sgd', 'log_cosh')\n",
        HEAD + "model.compile('sgd', loss=['mse', 'kl_divergence'])\n",
        HEAD + "model.compile('logcosh', 'mse') if False else None\nname = 'logcosh'\n",
        "import re\n\nre.compile('logcosh')\n",
        "import torch\n\nmodel = torch.compile(net, loss='logcosh')\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    "source",
    [
        "def build(loss='logcosh'):\n    model.compile('sgd', loss)\n",
        "for name in ['mse', 'logcosh']:\n    model.compile('sgd', loss=name)\n",
        "settings = {'optimizer': 'sgd', 'loss': 'logcosh'}\nmodel.compile(**settings)\n",
    ],
)
def test_texts_from_afar_are_reported(source: str) -> None:
    result = check_sound(HEAD + source)
    assert not result.changed
    assert [each.code for each in result.findings] == ["TFM297"]
    assert not check_sound(HEAD + source.replace("logcosh", "mae")).findings


@pytest.mark.parametrize(("loss", "findings"), [("huber_loss", ["TFM297"]), ("huber", []), ("mse", [])])
def test_texts_for_another_module_of_the_project(loss: str, findings: list[str], tmp_path: Path) -> None:
    (tmp_path / "settings.py").write_text("class Settings:\n    def __init__(self, loss):\n        self.loss = loss\n")
    main = tmp_path / "main.py"
    main.write_text(f"import settings\n{HEAD}own = settings.Settings(loss='{loss}')\nmodel.compile('sgd', own.loss)\n")
    result = upgrade(main.read_bytes(), project=project_of(main))
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.findings] == findings


def test_texts_for_another_package() -> None:
    check_untouched(HEAD + "import own\n\nx = own.Settings(loss='huber_loss')\n")
