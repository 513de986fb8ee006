"""Models from HDF5 files that train on."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_sound

HEAD = "from keras.models import load_model\n"


@pytest.mark.parametrize("path", ['"model.h5"', '"runs/" + name + ".hdf5"', 'f"{name}.h5"'])
@pytest.mark.parametrize("train", ["fit(x, y)", "train_on_batch(x, y)"])
def test_trains_on(path: str, train: str) -> None:
    finding = check_declined(f"{HEAD}model = load_model({path})\nmodel.{train}\n", "TFM163", 3)
    assert "(line 2)" in finding.message


def test_path_in_a_variable() -> None:
    check_declined(f'{HEAD}PATH = "m.h5"\n\ndef run(x, y):\n    m = load_model(PATH)\n    m.fit(x, y)\n', "TFM163", 6)


@pytest.mark.parametrize(
    "source",
    [
        'load_model("model.h5").fit(x, y)\n',
        'def work(m):\n    m.fit(x, y)\n\nmodel = load_model("model.h5")\nwork(model)\n',
        'def made():\n    return load_model("model.h5")\n\nmodel = made()\nmodel.fit(x, y)\n',
        'def train():\n    model.fit(x, y)\n\nmodel = load_model("model.h5")\ntrain()\n',
    ],
)
def test_wherever_the_model_gets_to(source: str) -> None:
    check_declined(HEAD + source, "TFM163", 2 + source[: source.index(".fit(x")].count("\n"))


RESUMED = """class A:
    def __init__(self):
        if os.path.exists(path):
            self.m = load_model("m.h5")
        else:
            self.m = {}
    def run(self):
        self.m.fit(x, y)
A().run()
"""


def test_either_loaded_or_built() -> None:
    check_declined(HEAD + RESUMED.format("build()"), "TFM163", 9)


BUILT = "Sequential()\n    model.compile('sgd', 'mean_squared_error')\n"
LOADED = 'model = load_model("m.h5")\n'


@pytest.mark.parametrize(
    "source",
    [
        f"if exists(p):\n    {LOADED}else:\n    model = {BUILT}model.FIT\n",
        f"if not exists(p):\n    model = {BUILT}else:\n    {LOADED}model.FIT\n",
        f"try:\n    {LOADED}except OSError:\n    model = {BUILT}model.FIT\n",
        f"model = {BUILT.replace('    ', '')}if p is not None:\n    {LOADED}model.FIT\n",
        f"model = {BUILT.replace('    ', '')}try:\n    {LOADED}except:\n    model.save(p)\nmodel.FIT\n",
        f"model = {BUILT.replace('    ', '')}for n in r:\n    if n:\n        {LOADED}    model.FIT\n",
    ],
)
def test_loaded_where_an_earlier_run_left_a_file(source: str) -> None:
    source = "from keras import Sequential\n" + HEAD + source
    line = 1 + source[: source.index("FIT")].count("\n")
    check_declined(source.replace("FIT", "fit(x, y)"), "TFM163", line)


@pytest.mark.parametrize(
    "source",
    [
        f"if exists(p):\n    {LOADED}    model.compile('sgd')\nelse:\n    model = {BUILT}model.fit(x, y)\n",
        f"if exists(p):\n    {LOADED}    model.predict(x)\nelse:\n    model = {BUILT}    model.fit(x, y)\n",
        f"if exists(p):\n    {LOADED}else:\n    model = Sequential()\nmodel.compile('sgd')\nmodel.fit(x, y)\n",
        f"if exists(p):\n    {LOADED}    model.predict(x)\n    exit()\nmodel = {BUILT.replace('    ', '')}model.fit(x, y)\n",
        f"try:\n    {LOADED}except:\n    model = {BUILT}    model.fit(x, y)\n",
        f"for n in r:\n    {LOADED}    for each in model.layers[:2]:\n        each.trainable = False\n    model.compile('sgd')\n    model.fit(x, y)\n",
    ],
)
def test_loaded_or_trained_left_alone(source: str) -> None:
    codes = {each.code for each in check_sound("from keras import Sequential\n" + HEAD + source).findings}
    assert "TFM163" not in codes


@pytest.mark.parametrize("default", ["model.h5", "runs/m.hdf5"])
def test_the_default_of_an_option(default: str) -> None:
    option = f'parser.add_argument("--model", default="{default}")\nargs = parser.parse_args()\n'
    source = f"import argparse\n{HEAD}parser = argparse.ArgumentParser()\n{option}"
    check_declined(f"{source}model = load_model(args.model)\nmodel.fit(x, y)\n", "TFM163", 7)


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("model = load_model(path)\nmodel.fit(x, y)\n", [3]),
        ("model = load_model(path)\nmodel.predict(x)\n", []),
        ("model = load_model(path)\nmodel.compile('sgd')\nmodel.fit(x, y)\n", []),
        ("model = load_model(path, compile=False)\nmodel.fit(x, y)\n", []),
        ("from keras import ops\nz = ops.ones(3)\nmodel = load_model(path)\nmodel.fit(x, y)\n", []),
    ],
)
def test_a_note_where_the_path_is_not_shown(source: str, lines: list[int]) -> None:
    result = check_sound(HEAD + source)
    assert [each.line for each in result.notes if each.code == "TFM163"] == lines
    assert "TFM163" not in {each.code for each in result.findings}


AGENT = """class Agent:
    def __init__(self):
        self.model = self.build()
    def build(self):
        m = Sequential([layer])
        m.compile("sgd", "mse")
        return m
    def load(self, path):
        self.model = load_model({})
    def replay(self):
        self.model.{}(x, y)
"""


@pytest.mark.parametrize(
    ("path", "method", "lines"),
    [
        ("path", "fit", [12]),
        ('"m.h5"', "train_on_batch", [12]),
        ('"m.keras"', "fit", []),
        ("path, compile=False", "fit", []),
        ("path", "evaluate", []),
    ],
)
def test_a_note_where_one_method_loads_and_another_trains(path: str, method: str, lines: list[int]) -> None:
    result = check_sound(HEAD.replace("import", "import Sequential,") + AGENT.format(path, method))
    assert [each.line for each in result.notes if each.code == "TFM163"] == lines
    assert "TFM163" not in {each.code for each in result.findings}


def test_in_another_method() -> None:
    start = f'{HEAD}class A:\n    def __init__(self):\n        self.m = load_model("m.h5")\n'
    check_declined(f"{start}    def run(self):\n        self.m.fit(x, y)\n", "TFM163", 6)


EITHER = """if {}:
    model = load_model("model.h5")
else:
    model = build()
    model.compile("sgd", "mse")
"""


def test_compiled_only_where_it_is_built() -> None:
    check_declined(HEAD + EITHER.format("os.path.exists(path)") + "model.fit(x, y)\n", "TFM163", 7)
    method = (
        EITHER.format("path").replace("model =", "self.m =").replace("model.c", "self.m.c").replace("\n", "\n        ")
    )
    source = f"{HEAD}class A:\n    def __init__(self):\n        {method.rstrip()}\n    def run(self):\n"
    check_declined(f"{source}        self.m.fit(x, y)\n", "TFM163", 10)


@pytest.mark.parametrize(
    "body",
    [
        EITHER.format("tests") + "if not tests:\n    model.fit(x, y)\n",
        EITHER.format("tests") + "if tests:\n    model.predict(x)\nelse:\n    model.fit(x, y)\n",
        EITHER.format("tests") + "    model.fit(x, y)\nmodel.evaluate(x, y)\n",
        EITHER.format("tests") + 'model.compile("sgd", "mse")\nmodel.fit(x, y)\n',
    ],
)
def test_not_trained_where_it_is_loaded(body: str) -> None:
    assert "TFM163" not in {each.code for each in check_sound(HEAD + body).findings}


NET = """import os
from keras.models import load_model


def get_model(path="m.h5"):
    if os.path.exists(path):
        {}
    return build()
"""
HOLDER = """from keras.models import load_model


class Agent:
    def __init__(self):
        self.model = load_model("m.h5")
"""


def _across(tmp_path: Path, net: str, main: str) -> tuple[set[str], set[str]]:
    """The lines of findings and of notes in a module, beside the script that trains its model."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "net.py").write_text(net)
    (tmp_path / "main.py").write_text(main)
    result = upgrade(net.encode(), Settings(), project=project_of(tmp_path / "net.py"))
    assert isinstance(result, Upgraded)
    codes = ((each.line, each.message) for each in result.findings if each.code == "TFM163")
    notes = ((each.line, each.message) for each in result.notes if each.code == "TFM163")
    return {f"{line}: {'main.py' in said}" for line, said in codes}, {
        f"{line}: {'main.py' in said}" for line, said in notes
    }


RETURNED = NET.format("return load_model(path)")
TRAINED = "from net import get_model\nmodel = get_model()\n{}model.fit(x, y)\n"


@pytest.mark.parametrize(
    ("net", "main", "line"),
    [
        (RETURNED, TRAINED.format(""), 7),
        (NET.format("model = load_model(path)\n        return model"), TRAINED.format(""), 8),
        (RETURNED, "import net\nnet.get_model().train_on_batch(x, y)\n", 7),
        (RETURNED.replace('path="m.h5"', "path"), TRAINED.format("").replace("()", '("m.h5")'), 7),
        (
            'from keras.models import load_model\nmodel = load_model("m.h5")\n',
            "from net import model\nmodel.fit(x, y)\n",
            2,
        ),
        (HOLDER, "from net import Agent\nagent = Agent()\nagent.model.fit(x, y)\n", 6),
    ],
)
def test_trained_by_another_module(tmp_path: Path, net: str, main: str, line: int) -> None:
    assert _across(tmp_path, net, main) == ({f"{line}: True"}, set())


@pytest.mark.parametrize(
    ("net", "main"),
    [
        (RETURNED, TRAINED.format('model.compile("sgd", "mse")\n')),
        (RETURNED, TRAINED.format("").replace("fit", "predict")),
        (RETURNED.replace("h5", "keras"), TRAINED.format("")),
        (RETURNED, TRAINED.format("").replace("()", "()\nmodel = build()")),
        (RETURNED, "import net\nbuild().fit(x, y)\n"),
    ],
)
def test_not_trained_by_another_module(tmp_path: Path, net: str, main: str) -> None:
    assert _across(tmp_path, net, main) == (set(), set())


@pytest.mark.parametrize(
    "body",
    [
        'def train():\n    model.fit(x, y)\nmodel = build()\ntrain()\nmodel = load_model("model.h5")\nmodel.predict(x)\n',
        'class A:\n    def run(self):\n        self.m.fit(x, y)\n        self.m = load_model("m.h5")\n',
        'model = load_model("model.keras")\nmodel.fit(x, y)\n',
        "model = load_model(path)\nmodel.fit(x, y)\n",
        'model = load_model("model.h5")\nmodel.predict(x)\n',
        'model = load_model("model.h5")\nmodel.compile("adam", "mse")\nmodel.fit(x, y)\n',
        'model = load_model("model.h5", compile=False)\nmodel.fit(x, y)\n',
        'model.fit(x, y)\nmodel = load_model("model.h5")\n',
        'model = load_model("model.h5")\nother.fit(x, y)\n',
        'def work(m):\n    m.compile("sgd", "mse")\n    m.fit(x, y)\n\nwork(load_model("model.h5"))\n',
        'def made():\n    return load_model("model.h5")\n\nm = made()\nm.compile("sgd", "mse")\nm.fit(x, y)\n',
    ],
)
def test_leaves_alone(body: str) -> None:
    assert "TFM163" not in {each.code for each in check_sound(HEAD + body).findings}


def test_shims_build_the_optimizer() -> None:
    source = 'from compat.keras.models import load_model\nmodel = load_model("model.h5")\nmodel.fit(x, y)\n'
    assert "TFM163" not in {each.code for each in check_sound(source).findings}
