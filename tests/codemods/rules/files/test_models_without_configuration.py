"""Models of own classes that Keras 3 does not write down."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_sound

HEAD = """\
from tensorflow import keras


class Actor(keras.Model):
    def __init__(self, actions):
        super(Actor, self).__init__()
        self.dense = keras.layers.Dense(actions)

    def call(self, x):
        return self.dense(x)


"""
MADE = "actor = Actor(4)\n"
SAVED = "actor.save('actor.keras')\n"
AGENT = """\
class Agent:
    def __init__(self):
        self.actor = Actor(4)

    def save_models(self):
        self.actor.save(self.folder + 'actor')
"""
LOADED = "\n    def load(self):\n        self.actor = keras.models.load_model(self.folder + 'actor.keras')\n"
CHECKPOINT = "keep = keras.callbacks.ModelCheckpoint('a-{epoch}.keras')\nactor.fit(x, y, callbacks=[keep])\n"
CONFIGURED = "    def get_config(self):\n        return {'actions': 4}\n\n    def call(self"


def found(source: str) -> list[int]:
    return [each.line for each in check_sound(source).findings if each.code == "TFM517"]


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (HEAD + MADE + SAVED, 14),
        (HEAD + MADE + SAVED + SAVED, 14),
        (HEAD + MADE + "keras.models.save_model(actor, 'actor.keras')\n", 14),
        (HEAD + MADE + CHECKPOINT, 14),
        (HEAD + MADE + CHECKPOINT.replace("[keep]", "kept").replace("actor.fit", "kept = [keep]\nactor.fit"), 14),
        (HEAD + MADE + CHECKPOINT.replace("[keep]", "[*kept, stop]"), 14),
        (HEAD + MADE + CHECKPOINT.replace("[keep]", "kept"), 14),
        (HEAD + MADE + CHECKPOINT.replace("[keep]", "keep"), 14),
        (HEAD + AGENT, 18),
        (HEAD + AGENT.replace("'actor'", "'actor.keras'") + LOADED, 18),
        (HEAD.replace("self, actions", "self, actions, **kwargs") + MADE + SAVED, 14),
        (HEAD.replace("super(Actor, self).__init__()", "super().__init__(name='a')") + MADE + SAVED, 14),
    ],
)
def test_reported(source: str, line: int) -> None:
    assert found(source) == [line]


@pytest.mark.parametrize(
    "source",
    [
        HEAD + MADE,
        HEAD + MADE + "actor.save_weights('a.weights.h5')\n",
        HEAD + MADE + CHECKPOINT.replace("'a-{epoch}.keras'", "'a-{epoch}.weights.h5', save_weights_only=True"),
        HEAD + MADE + CHECKPOINT.replace("actor", "other") + "actor.fit(x, y)\n",
        HEAD + MADE + CHECKPOINT.replace("actor", "other") + "logs = [Logs()]\nactor.fit(x, y, callbacks=logs)\n",
        HEAD.replace("self, actions", "self, actions=4") + MADE + SAVED,
        HEAD.replace("self, actions", "self").replace("(actions)", "(4)") + "actor = Actor()\n" + SAVED,
        HEAD.replace("    def call(self", CONFIGURED) + MADE + SAVED,
        HEAD.replace("super(Actor, self).__init__()", "super().__init__(i, o)") + MADE + SAVED,
        HEAD.replace("super(Actor, self).__init__()", "super().__init__(inputs=i, outputs=o)") + MADE + SAVED,
        HEAD.replace("keras.Model", "object") + MADE + SAVED,
        HEAD + "actor = keras.Sequential([keras.layers.Dense(1)])\n" + SAVED,
        "from keras import ops\n" + HEAD + MADE + SAVED,
    ],
)
def test_left_alone(source: str) -> None:
    assert not found(source)


def test_a_class_that_hands_saving_on_is_left_alone() -> None:
    """What a wrapper is asked for may be of the model in it."""
    handing = "    def __getattribute__(self, name):\n        return super(Actor, self).__getattribute__(name)\n\n    def call(self"
    assert not found(HEAD.replace("    def call(self", handing) + MADE + SAVED)


def test_a_model_of_another_module(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "networks.py").write_text(HEAD)
    agent = tmp_path / "agent.py"
    agent.write_text(f"from tensorflow import keras\nfrom networks import Actor\n{AGENT}")
    result = upgrade(agent.read_bytes(), project=project_of(agent))
    assert isinstance(result, Upgraded)
    assert [each.line for each in result.findings if each.code == "TFM517"] == [8]


@pytest.mark.tensorflow
@pytest.mark.parametrize(("has_default", "error"), [(False, NotImplementedError), (True, None)])
def test_what_keras_3_writes_down(tmp_path: Path, has_default: bool, error: type[Exception] | None) -> None:
    keras = pytest.importorskip("keras")
    if not hasattr(keras, "ops"):
        pytest.skip("Keras 2 writes a SavedModel")

    class Needing(keras.Model):  # type: ignore[name-defined, misc, unused-ignore]
        def __init__(self, units: int) -> None:
            super().__init__()
            self.dense = keras.layers.Dense(units)

        def call(self, x: object) -> object:
            return self.dense(x)

    class Defaulting(Needing):
        def __init__(self, units: int = 2) -> None:
            super().__init__(units)

    model = Defaulting() if has_default else Needing(2)
    model(keras.ops.ones((1, 3)))
    if error is None:
        model.save(tmp_path / "m.keras")
        return
    with pytest.raises(error):
        model.save(tmp_path / "m.keras")
