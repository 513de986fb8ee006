"""Weights of models of own classes that nothing calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

AGENT = """import tensorflow as tf
from tensorflow.keras.callbacks import ModelCheckpoint

class Agent(tf.keras.Model):
    def __init__(self):
        super(Agent, self).__init__()
        self.net = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])

    def act(self, x):
        return self.net(x)

"""
CALLED = AGENT + "    def call(self, x):\n        return self.net(x)\n\n"
SAVED = 'agent.save_weights("a.weights.h5")\n'
LOADED = 'agent.load_weights("a.weights.h5")\n'
BUILT = "agent.built = True\n"
KEPT = 'ModelCheckpoint("a.weights.h5", save_weights_only=True, monitor="loss")'
HOLDER = "class All:\n    def __init__(self):\n        self.agent = Agent()\n    def keep(self):\n"
STARTED, FUNCTIONAL = "super(Agent, self).__init__()", "super(Agent, self).__init__(inputs=x, outputs=y)"
OF_ALL = "super(Agent, self).__init__(*args, **kwargs)"
MADE = "agent = Agent()\nagent.act(tf.ones((1, 3)))\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"agent = Agent()\n{SAVED}", f"agent = Agent()\n{BUILT}{SAVED}"),
        (f"agent = Agent()\n# kept\n{SAVED}", f"agent = Agent()\n# kept\n{BUILT}{SAVED}"),
        (f"agent = Agent()\nif 1:\n    {SAVED}", f"agent = Agent()\nif 1:\n    {BUILT}    {SAVED}"),
        (
            f"class Deep(Agent):\n    def call(self):\n        return\nagent = Deep()\n{SAVED}",
            f"class Deep(Agent):\n    def call(self):\n        return\nagent = Deep()\n{BUILT}{SAVED}",
        ),
        (
            "    def keep(self):\n        self.save_weights('a.weights.h5')\n",
            "    def keep(self):\n        self.built = True\n        self.save_weights('a.weights.h5')\n",
        ),
        (
            f"{HOLDER}        self.agent.save_weights('a.weights.h5')\n",
            f"{HOLDER}        self.agent.built = True\n        self.agent.save_weights('a.weights.h5')\n",
        ),
    ],
)
def test_saved(before: str, after: str) -> None:
    check_upgraded(AGENT + before, AGENT + after)


def _lines(source: str) -> list[int]:
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    return [each.line for each in result.findings if each.code == "TFM527"]


@pytest.mark.parametrize(
    "source",
    [
        f"agent = Agent()\n{LOADED}",
        f"agent = Agent()\nagent.fit(x, callbacks=[{KEPT}])\n",
        f"agent = Agent()\nkept = [{KEPT}]\nagent.fit(x, callbacks=kept)\n",
        f"agent = Agent()\nif 1: {SAVED}",
    ],
)
def test_reported(source: str) -> None:
    assert _lines(AGENT + source) == [(AGENT + source).count("\n")]


@pytest.mark.parametrize(
    "source",
    [
        "agent = Agent()\nagent.built = True\nagent.save_weights('a.weights.h5')\n",
        "agent = Agent()\nagent.build((None, 3))\nagent.save_weights('a.weights.h5')\n",
        "agent = Agent()\nagent.net.save_weights('a.weights.h5')\n",
        "agent = make()\nagent.save_weights('a.weights.h5')\n",
        "agent = Agent()\nagent.fit(x, callbacks=[ModelCheckpoint('a.keras', save_weights_only=False)])\n",
        "class Own:\n    def save_weights(self, path): pass\nagent = Own()\nagent.save_weights('a')\n",
        "class Deep(Agent):\n    def build(self, shape):\n        self.built = 1\nagent = Deep()\n" + SAVED,
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(AGENT + source)


def test_models_with_a_call_and_functional_ones_are_left_alone() -> None:
    check_untouched(CALLED + MADE + SAVED)
    check_untouched(AGENT.replace(STARTED, FUNCTIONAL) + "agent = Agent()\n" + SAVED)
    check_untouched(AGENT.replace(STARTED, OF_ALL) + "agent = Agent()\n" + SAVED)
    without = "class Net(tf.keras.Model):\n    def train_step(self, data):\n        return step(self, data)\nagent = Net(x, y)\n"
    check_untouched("import tensorflow as tf\n" + without + SAVED)


def test_a_class_that_takes_over_what_another_model_is() -> None:
    """`ModelMGPU`, the wrapper of many scripts, is as built as the model whose attributes it has."""
    start = "    def __init__(self, model):\n        self.__dict__.update(model.__dict__)\n"
    check_untouched(f"import tensorflow as tf\nclass Net(tf.keras.Model):\n{start}\nagent = Net(model)\n{LOADED}")


def test_a_start_with_keywords() -> None:
    before = AGENT.replace(STARTED, "super(Agent, self).__init__(**kwargs)") + "agent = Agent()\n"
    check_upgraded(before + SAVED, before + BUILT + SAVED)


def test_of_another_module(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "net.py").write_text(AGENT)
    source = f"from net import Agent\nagent = Agent()\n{SAVED}"
    (tmp_path / "main.py").write_text(source)
    result = upgrade(source.encode(), Settings(), project=project_of(tmp_path / "main.py"))
    assert isinstance(result, Upgraded)
    assert result.after.decode() == f"from net import Agent\nagent = Agent()\n{BUILT}{SAVED}"


@pytest.mark.tensorflow
def test_weights(tmp_path: Path) -> None:
    """The legacy releases save and load the code as it stands, the modern one runs the result."""
    tf = pytest.importorskip("tensorflow")
    is_modern = tuple(map(int, tf.__version__.split(".")[:2])) >= (2, 16)
    given = "agent.net.set_weights([tf.constant([[1, 2]] * 3).numpy(), tf.constant([3, 4]).numpy()])\n"
    code = AGENT + MADE + given + f'agent.save_weights("{tmp_path}/a.weights.h5")\n'
    result = upgrade(code.encode())
    assert isinstance(result, Upgraded)
    exec(result.after if is_modern else code, {})
    again = f'{MADE}{BUILT}agent.load_weights("{tmp_path}/a.weights.h5")\nkernel, bias = agent.net.get_weights()\n'
    names: dict[str, object] = {}
    exec(AGENT + again, names)
    assert names["bias"].tolist() == [3, 4]  # type: ignore[attr-defined]
    assert names["kernel"].tolist() == [[1, 2]] * 3  # type: ignore[attr-defined]
