"""What a module is given by those that import it is known in it: models, histories, optimizers and paths."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Result, Settings, Upgraded

TRAIN = """
import plots
from keras.layers import Dense
from keras.models import Sequential

model = Sequential()
model.add(Dense(3, input_dim=4))
model.compile("sgd", "mse", metrics=["accuracy"])
history = model.fit(x, y)
"""
PLOT = """
def plot(history):
    print(history.history["acc"])
"""
CLASS = """
class Plots:
    def __init__(self, history):
        self.history = history

    def plot(self):
        print(self.history.history["acc"])

    def compare(self, one):
        print(one.history["acc"])
"""


def run(folder: Path, source: str, **importers: str) -> Upgraded:
    """Upgrade `plots.py` with the modules that import it beside it."""
    (folder / ".git").mkdir(parents=True)
    for name, text in importers.items():
        (folder / f"{name}.py").write_text(dedent(text))
    script = folder / "plots.py"
    script.write_text(dedent(source))
    result: Result = upgrade(script.read_bytes(), Settings("native"), project=project_of(script))
    assert isinstance(result, Upgraded), result
    return result


@pytest.mark.parametrize(
    ("source", "passing"),
    [
        (PLOT, "plots.plot(history)\n"),
        (PLOT, "plots.plot(history=history)\n"),
        (PLOT, "plots.plot(model.fit(x, y))\n"),
        (PLOT, "def main():\n    from plots import plot\n    plot(history)\n"),
        (PLOT, "def show(found):\n    plots.plot(found)\n\n\nshow(history)\n"),
        ("def plot(logs):\n    print(logs['acc'])\n", "plots.plot(history.history)\n"),
        (
            "def plot(found):\n    for key in ('acc', 'loss'):\n        print(found[key])\n",
            "plots.plot(history.history)\n",
        ),
        ("def plot(net):\n    print(net.history.history['acc'])\n", "plots.plot(model)\n"),
        ("def train(net):\n    done = net.fit(1, 2)\n    print(done.history['acc'])\n", "plots.train(model)\n"),
        (CLASS, "plots.Plots(history)\nplots.Plots(None).compare(history)\n"),
        (CLASS, "shown = plots.Plots(history)\nshown.compare(history)\n"),
    ],
)
def test_a_key_of_the_history_that_a_module_is_given(tmp_path: Path, source: str, passing: str) -> None:
    after = run(tmp_path, source, train=TRAIN + passing).after.decode()
    assert "acc'" not in after
    assert 'acc"' not in after
    assert "accuracy" in after


@pytest.mark.parametrize(
    ("source", "passing"),
    [
        (PLOT, "plots.plot(load())\n"),
        (PLOT, "plots.plot(*found)\n"),
        (PLOT, "plots.plot(history)\nplots.plot(other)\n"),
        (PLOT, "class Other:\n    history = {}\n\n\nplots.plot(Other())\n"),
        (PLOT, "def plot(history):\n    pass\n\n\nplot(history)\n"),
        (PLOT, "import others\n\n\nothers.plot(history)\n"),
        ("def plot(history):\n    print(history['acc'])\n", "plots.plot({'acc': 1})\n"),
        ("def plot(found):\n    found = load()\n    print(found.history['acc'])\n", "plots.plot(history)\n"),
        ("def make():\n    def plot(history):\n        print(history.history['acc'])\n", "plots.plot(history)\n"),
        (CLASS, "other().compare(history)\n"),
    ],
)
def test_what_may_be_something_else_is_left(tmp_path: Path, source: str, passing: str) -> None:
    result = run(tmp_path, source, train=TRAIN + passing, others="def plot(history):\n    pass\n")
    assert not result.changed


def test_through_a_module_that_hands_it_on(tmp_path: Path) -> None:
    others = {"package": "from plots import plot\n", "train": f"{TRAIN}from package import plot\n\nplot(history)\n"}
    assert b'"accuracy"' in run(tmp_path, PLOT, **others).after


def test_through_a_function_that_trains(tmp_path: Path) -> None:
    others = {
        "runs": "import plots\n\n\ndef run(net):\n    plots.plot(net.fit(1, 2))\n",
        "train": f"{TRAIN}import runs\n\nruns.run(model)\n",
    }
    assert b'"accuracy"' in run(tmp_path, PLOT, **others).after


def test_modules_that_call_each_other(tmp_path: Path) -> None:
    source = "import runs\n\n\ndef plot(found):\n    print(found.history['acc'])\n    runs.run(found)\n"
    result = run(tmp_path, source, runs="import plots\n\n\ndef run(found):\n    plots.plot(found)\n")
    assert not result.changed


SAVE = """
def save(net, name):
    net.save("out_" + name)
"""


@pytest.mark.parametrize("passing", ['plots.save(model, "a")\n', 'name = "a"\nplots.save(net=model, name=name)\n'])
def test_a_path_whose_end_a_module_is_given(tmp_path: Path, passing: str) -> None:
    found = run(tmp_path, SAVE, train=TRAIN + passing).findings
    assert [each.code for each in found] == ["TFM153"]
    assert "train.py, line" in found[0].message
    assert 'passes "a"' in found[0].message


@pytest.mark.parametrize("passing", ['plots.save(model, "a.keras")\n', "plots.save(model, find())\n"])
def test_a_path_that_may_be_right(tmp_path: Path, passing: str) -> None:
    assert not run(tmp_path, SAVE, train=TRAIN + passing).findings
