"""Models from HDF5 files that train on."""

from __future__ import annotations

import pytest

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
