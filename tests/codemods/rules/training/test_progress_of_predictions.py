"""`predict` printed nothing up to Keras 2.8, and prints a line today: it is asked not to where it runs again and again."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_upgraded

HEAD = "import numpy as np\nfrom keras.layers.core import Dense\nfrom keras.models import Sequential\n"
MADE = "model = Sequential([Dense(2, input_shape=(4,))])\n"
TF_KERAS = "import tensorflow as tf\nmodel = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(4,))])\n"
METHODS = """class A:
    def act(self, x):
        return model.predict(x)
    def run(self):
        for x in xs:
            self.act(x)
"""
HOOK = """from keras.callbacks import Callback
class C(Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(self.model.predict(x))
"""
LOOP = "for x in xs:\n    print(model.predict(x))\n"


def _upgraded(source: str, origin: str = "", to: str = "native") -> str:
    result = upgrade(source.encode(), Settings(to, origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    return result.after.decode()


@pytest.mark.parametrize(
    ("code", "call", "quiet"),
    [
        (LOOP, "predict(x)", "predict(x, verbose=0)"),
        ("while go:\n    y = model.predict(x, batch_size=8)\n", "size=8)", "size=8, verbose=0)"),
        ("while model.predict(x)[0] < 1:\n    x += 1\n", "predict(x)", "predict(x, verbose=0)"),
        ("ys = [model.predict(x)[0] for x in xs]\n", "predict(x)", "predict(x, verbose=0)"),
        (
            "def act(x):\n    return model.predict(x).argmax()\nfor x in xs:\n    act(x)\n",
            "predict(x)",
            "predict(x, verbose=0)",
        ),
        (
            "def act(x):\n    return model.predict(x)\ndef play():\n    return act(x)\nwhile go:\n    play()\n",
            "predict(x)",
            "predict(x, verbose=0)",
        ),
        (
            METHODS,
            "predict(x)",
            "predict(x, verbose=0)",
        ),
        (
            HOOK,
            "predict(x)",
            "predict(x, verbose=0)",
        ),
        (
            "for x in xs:\n    y = model.predict(\n        x,\n    )\n",
            "        x,\n    )",
            "        x,\n        verbose=0,\n    )",
        ),
    ],
)
def test_called_again(code: str, call: str, quiet: str) -> None:
    head = HEAD.replace(".core", "")
    assert _upgraded(head + MADE + code, "keras==2.3") == head + MADE + code.replace(call, quiet)


def test_of_tensorflow() -> None:
    before = TF_KERAS + LOOP
    assert "verbose=0" in _upgraded(before, "tensorflow==1.15")
    assert "verbose=0" in _upgraded(before, "tensorflow==2.3")
    assert "verbose=0" not in _upgraded(before, "tensorflow==2.10")
    assert "verbose=0" not in _upgraded(before)


def test_traces_of_keras_2() -> None:
    check_upgraded(
        HEAD + MADE + LOOP,
        (HEAD + MADE + LOOP).replace("layers.core", "layers").replace("predict(x)", "predict(x, verbose=0)"),
    )


@pytest.mark.parametrize(
    "code",
    [
        "y = model.predict(x)\n",
        "def act(x):\n    return model.predict(x)\ny = act(x)\n",
        "for y in model.predict(x):\n    print(y)\n",
        "ys = [y for y in model.predict(x)]\n",
        "for x in xs:\n    print(x)\nelse:\n    y = model.predict(x)\n",
        "for x in xs:\n    y = model.predict(x, verbose=1)\n",
        "for x in xs:\n    y = model.predict(x, 32, 1)\n",
        "for x in xs:\n    y = model.predict(x, **options)\n",
        "for x in xs:\n    y = model.predict_on_batch(x)\n",
        "for x in xs:\n    y = model.evaluate(x, x)\n",
        "for x in xs:\n    y = forest.predict(x)\n",
        "class M(Sequential):\n    def predict(self, x):\n        return x\nm = M()\nfor x in xs:\n    m.predict(x)\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert _upgraded(HEAD.replace(".core", "") + MADE + code, "keras==2.3") == HEAD.replace(".core", "") + MADE + code


def test_scikit_learn() -> None:
    source = "from sklearn.svm import SVC\nimport keras\nm = SVC()\nfor x in xs:\n    m.predict(x)\n"
    assert _upgraded(source, "keras==2.3") == source


def test_models_of_shims() -> None:
    assert "verbose" not in _upgraded(HEAD + MADE + LOOP, "keras==2.3", to="compat")


def test_called_from_another_module(tmp_path: Path) -> None:
    agent = "class Agent:\n    def __init__(self):\n        self.model = Sequential([Dense(2, input_shape=(4,))])\n"
    agent += "    def act(self, x):\n        return self.model.predict(x)\n"
    main = "from agent import Agent\nagent = Agent()\nfor x in range(3):\n    agent.act(x)\n"
    (tmp_path / ".git").mkdir()
    (tmp_path / "agent.py").write_text(HEAD + agent)
    (tmp_path / "main.py").write_text(main)
    result = upgrade((HEAD + agent).encode(), Settings(), project=project_of(tmp_path / "agent.py"))
    assert isinstance(result, Upgraded)
    assert b"predict(x, verbose=0)" in result.after


@pytest.mark.tensorflow
def test_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """The last release that printed nothing is Keras 2.8; that it prints today is what the rule is for."""
    keras = pytest.importorskip("keras")
    if tuple(map(int, keras.__version__.split(".")[:2])) < (2, 9):
        pytest.skip("predict prints nothing")
    model = keras.Sequential([keras.layers.Dense(2)])
    rows = np.zeros((1, 4))
    model.predict(rows)
    assert "1/1" in capsys.readouterr().out
    model.predict(rows, verbose=0)
    assert not capsys.readouterr().out
