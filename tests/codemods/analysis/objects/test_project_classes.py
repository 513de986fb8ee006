"""Objects of classes that other modules of the project derive from Keras are what those of the file's own are."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Result, Settings, Upgraded

NET = """
import tensorflow as tf


class Net(tf.keras.Model):
    def call(self, inputs, training=None):
        return inputs


def small():
    return Net(2)
"""
BASE = "import tensorflow as tf\n\n\nclass Base(tf.keras.Model):\n    pass\n"
SAVED = 'net.save_weights("weights", save_format="tf")\n'


def run(folder: Path, source: str, to: str = "native", **modules: str) -> Upgraded:
    (folder / ".git").mkdir(parents=True)
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)
    script = folder / "train.py"
    script.write_text(dedent(source))
    result: Result = upgrade(script.read_bytes(), Settings(to), project=project_of(script))
    assert isinstance(result, Upgraded), result
    return result


@pytest.mark.parametrize(
    "made",
    [
        "from nets import Net\nnet = Net()\n",
        "import nets\nnet = nets.Net()\n",
        "from nets import *\nnet = Net()\n",
        "from nets import small\nnet = small()\n",
        "import nets\ndef make():\n    return nets.small() if nets.x else nets.Net()\nnet = make()\n",
        "from both import Net\nnet = Net()\n",
        "from third import Deeper\nnet = Deeper()\n",
    ],
)
def test_a_model_of_another_module(tmp_path: Path, made: str) -> None:
    others = {
        "both": "from nets import Net\n",
        "third": "from nets import Net\n\n\nclass Deeper(Net):\n    pass\n",
    }
    found = run(tmp_path, f"import tensorflow as tf\n{made}{SAVED}", nets=NET, **others).findings
    assert "TFM196" in {each.code for each in found}


@pytest.mark.parametrize(
    "net",
    [
        "class Net:\n    def save_weights(self, path, save_format):\n        pass\n",
        NET.replace("call(self, inputs, training=None)", "save_weights(self, inputs, save_format)"),
        "import tensorflow as tf\n\n\nclass Net(tf.Module):\n    pass\n",
        "from base import Base\n\n\nclass Net(Base):\n    def save_weights(self, path, save_format):\n        pass\n",
        "from own import Base\n\n\nclass Net(Base):\n    pass\n",
    ],
)
def test_classes_with_methods_of_their_own(tmp_path: Path, net: str) -> None:
    own = BASE.replace("    pass", "    def save_weights(self, path, save_format):\n        pass")
    source = f"import tensorflow as tf\nfrom nets import Net\nnet = Net()\n{SAVED}"
    found = run(tmp_path, source, nets=net, base=BASE, own=own).findings
    assert "TFM196" not in {each.code for each in found}


def test_the_parameters_of_a_layer_of_another_module(tmp_path: Path) -> None:
    source = """
    import tensorflow as tf
    from nets import Net
    net = Net()
    x = tf.zeros((1, 2))
    net(x, True)
    """
    result = run(tmp_path, source, nets=NET)
    assert b"net(x, training=True)" in result.after
    assert not result.findings


def test_the_parameters_of_a_base_in_a_third_module(tmp_path: Path) -> None:
    third = "from nets import Net\n\n\nclass Deeper(Net):\n    pass\n"
    source = "import tensorflow as tf\nfrom third import Deeper\nnet = Deeper()\nnet(tf.zeros((1, 2)), True)\n"
    assert b"training=True" in run(tmp_path, source, nets=NET, third=third).after


def test_an_own_input_is_none_of_a_sequential(tmp_path: Path) -> None:
    nets = "import tensorflow as tf\n\n\nclass Net(tf.keras.Sequential):\n    input = 3\n"
    source = "import tensorflow as tf\nfrom nets import Net\nnet = Net()\nnet.compile(lr=0.1)\nprint(net.input)\n"
    assert b"inputs[0]" not in run(tmp_path, source, nets=nets).after


def test_a_metric_of_another_module_that_resets_itself(tmp_path: Path) -> None:
    nets = """
    import tensorflow as tf


    class Seen(tf.keras.metrics.Metric):
        reset_states = None
    """
    source = "import tensorflow as tf\nfrom nets import Seen\nseen = Seen()\nseen.reset_states()\n"
    result = run(tmp_path, source, nets=dedent(nets))
    assert result.before == result.after


def test_a_metric_of_another_module(tmp_path: Path) -> None:
    nets = "import tensorflow as tf\n\n\nclass Seen(tf.keras.metrics.Mean):\n    pass\n"
    source = "import tensorflow as tf\nfrom nets import Seen\nseen = Seen()\nseen.reset_states()\n"
    assert b"seen.reset_state()" in run(tmp_path, source, nets=nets).after


def test_classes_that_derive_from_each_other(tmp_path: Path) -> None:
    nets = "from third import Deeper\n\n\nclass Net(Deeper):\n    pass\n"
    third = "from nets import Net\n\n\nclass Deeper(Net):\n    pass\n"
    source = f"import tensorflow as tf\nfrom nets import Net\nnet = Net()\n{SAVED}"
    assert "TFM196" not in {each.code for each in run(tmp_path, source, nets=nets, third=third).findings}


@pytest.mark.parametrize(
    ("settings", "made"),
    [
        ("class Settings:\n    pass\n", "Settings()"),
        ("class Base(dict):\n    pass\n\n\nclass Settings(Base):\n    pass\n", "Settings()"),
        ("class Settings:\n    pass\n\n\ndef read():\n    return Settings()\n", "read()"),
    ],
)
def test_a_class_of_another_module_that_is_none_of_keras(tmp_path: Path, settings: str, made: str) -> None:
    name = made.removesuffix("()")
    saved = "s.compile(metrics=m)\ns.save(os.path.join(folder, f'{x}.json'))\n"
    source = f"import os\nimport keras\nfrom settings import {name}\ns = {made}\n{saved}"
    assert not run(tmp_path, source, settings=settings).findings
    other = settings.replace("class Settings:", "class Settings(Other):").replace("(dict)", "(Other)")
    assert "TFM153" in {each.code for each in run(tmp_path / "other", source, settings=other).findings}


AGENT = """
from keras.models import Sequential


class Agent:
    def __init__(self):
        self.model, self.name = self._build(), "agent"

    def _build(self):
        model = Sequential()
        return model


class Game:
    def __init__(self):
        self.agent = Agent()
"""


@pytest.mark.parametrize(
    ("made", "model"),
    [
        ("from agents import Agent\nagent = Agent()\n", "agent.model"),
        ("import agents\nagent = agents.Agent()\n", "agent.model"),
        ("from agents import Game\ngame = Game()\n", "game.agent.model"),
        ("import keras\nfrom deeper import Deeper\nagent = Deeper()\n", "agent.model"),
    ],
)
def test_a_model_that_an_object_of_another_module_holds(tmp_path: Path, made: str, model: str) -> None:
    deeper = "from agents import Agent\n\n\nclass Deeper(Agent):\n    pass\n"
    source = f"{made}{model}.save_weights('weights.h5')\n"
    result = run(tmp_path, source, agents=AGENT, deeper=deeper)
    assert b"'weights.weights.h5'" in result.after


@pytest.mark.parametrize(
    "source",
    [
        "from agents import Agent\nagent = Agent()\nagent.name.save_weights('weights.h5')\n",
        "from agents import Agent\nagent = Agent()\nagent.other.save_weights('weights.h5')\n",
        "from elsewhere import Agent\nagent = Agent()\nagent.model.save_weights('weights.h5')\n",
        "from agents import Agent\nagent = Agent()\nif x:\n    agent = other\nagent.model.save_weights('weights.h5')\n",
    ],
)
def test_what_else_such_an_object_holds(tmp_path: Path, source: str) -> None:
    result = run(tmp_path, source, agents=AGENT)
    assert b"'weights.h5'" in result.after


GRAPH = "import tensorflow as tf\ngraph = tf.get_default_graph()\n"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("print(agent.model.fit(x, y).history['acc'])", "TFM130"),
        ("import numpy as np\nnp.save('w', agent.model.layers[0].get_weights())", "TFM391"),
        (f"{GRAPH}with graph.as_default(): agent.model.predict(x)", "TFM268"),
        ("agent.model.save('m_' + str(1))", "TFM153"),
    ],
)
def test_files_that_reach_keras_by_such_an_object(tmp_path: Path, line: str, code: str) -> None:
    result = run(tmp_path, f"from agents import Agent\nagent = Agent()\n{line}\n", agents=AGENT)
    assert code in {each.code for each in (*result.findings, *result.changes)}


@pytest.mark.parametrize(
    "line",
    [
        "print(agent.name.fit(x, y).history['acc'])",
        "import numpy as np\nnp.save('w', agent.rows())",
        "agent.name.save('m_' + str(1))",
    ],
)
def test_what_else_such_files_do(tmp_path: Path, line: str) -> None:
    result = run(tmp_path, f"from agents import Agent\nagent = Agent()\n{line}\n", agents=AGENT)
    assert not result.findings
    assert not result.changes


def test_a_model_of_a_configuration(tmp_path: Path) -> None:
    source = "from keras.models import Sequential\nmodel = Sequential.from_config(config)\nmodel.reset_states()\n"
    assert [each.code for each in run(tmp_path, source).findings] == ["TFM197"]


def test_a_function_that_another_module_hands_on(tmp_path: Path) -> None:
    source = """
    from keras.layers.core import Dense
    from keras.models import Sequential
    from data import load

    model = Sequential([Dense(1, input_shape=(3,))])
    model.compile("sgd", "mse")
    x, y = load()
    model.fit(x, y)
    """
    pickled = "import pickle\n\n\ndef load():\n    return pickle.load(open('data.pkl', 'rb'))\n"
    assert b"model.fit(x, np.asarray(y))" in run(tmp_path / "direct", source, data=pickled).after
    assert (
        b"model.fit(x, np.asarray(y))"
        in run(tmp_path, source, data="from pickled import load\n", pickled=pickled).after
    )


WRAPPED = """
import tensorflow as tf


class Wrapped:
    def __getattr__(self, name):
        return getattr(self.model, name)

    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
"""


@pytest.mark.parametrize("line", ["from nets import Wrapped", "from nets import *"])
def test_objects_that_hand_on_to_a_model_are_of_its_class(tmp_path: Path, line: str) -> None:
    source = f"import tensorflow as tf\n{line}\n\nnet = Wrapped()\nnet.evaluate(x, y, workers=2)\n"
    found = run(tmp_path / "a", source, nets=WRAPPED)
    assert found.code.endswith(b"net.evaluate(x, y)\n")
    other = run(tmp_path / "b", source, nets=WRAPPED.replace("return getattr(self.model", "return getattr(self.other"))
    assert other.code == source.encode()
