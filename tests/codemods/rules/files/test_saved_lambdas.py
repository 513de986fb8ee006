"""Python lambdas in models that are loaded or copied."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_sound

HEAD = "import keras\nfrom keras.layers import Dense, Lambda\n"
HEAD += "from keras.models import Sequential, clone_model, load_model, model_from_json\n"
PLAIN = "plain = Sequential([Dense(2)])\nplain.add(Dense(1))\n"
OWN = "class Own(keras.layers.Layer):\n    pass\n\n\n"
MODEL = "model = Sequential([Lambda(lambda x: x * 2)])\n"


FUNCTIONAL = 'i = keras.Input((3,))\nplain = keras.Model(i, {})\nplain.save("p.h5")\nplain = load_model("p.h5")\n'


def _lines(source: str) -> list[int]:
    return [each.line for each in check_sound(HEAD + source).findings if each.code == "TFM274"]


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        (MODEL + "model = load_model(path)\n", [5]),
        (MODEL + "model = keras.models.load_model(path, custom_objects={})\n", [5]),
        (MODEL + "model = model_from_json(text)\nother = clone_model(model)\n", [5, 6]),
        (MODEL + "other = Sequential.from_config(model.get_config())\n", [5]),
        (MODEL + "other = keras.Model.from_config(model.get_config())\n", [5]),
        (MODEL + "other = Lambda.from_config(layer.get_config())\n", [5]),
        (MODEL + "other = keras.layers.deserialize(config)\n", [5]),
        (MODEL + 'model.save("m.h5")\nmodel = load_model("m.h5")\n', [6]),
        (MODEL + PLAIN + 'plain.save("p.h5")\nplain = load_model("m.h5")\n', [8]),
        (MODEL + PLAIN + 'plain.save("p.h5")\nmodel.save("p.h5")\nplain = load_model("p.h5")\n', [9]),
        (
            MODEL
            + PLAIN
            + 'best = keras.callbacks.ModelCheckpoint("p.h5")\nplain.save("p.h5")\nplain = load_model("p.h5")\n',
            [9],
        ),
        (MODEL + PLAIN + 'plain.add(model)\nplain.save("p.h5")\nplain = load_model("p.h5")\n', [9]),
        (MODEL + FUNCTIONAL.format("Dense(2)(model(i))"), [8]),
        (MODEL + FUNCTIONAL.format("Lambda(lambda x: x * 2)(i)"), [8]),
        (MODEL + FUNCTIONAL.format("keras.layers.TimeDistributed(Lambda(lambda x: x * 2))(i)"), [8]),
        (MODEL + FUNCTIONAL.format("head(i)"), [8]),
        (MODEL + FUNCTIONAL.format("Dense(1)(other.output)"), [8]),
        (MODEL + "plain = Sequential([keras.layers.TimeDistributed(model)])\nother = clone_model(plain)\n", [6]),
        ("double = lambda x: x * 2\nmodel = Sequential([Lambda(double)])\nmodel = load_model(path)\n", [6]),
        ("model = Sequential([Lambda(function=lambda x: x * 2)])\nmodel = load_model(path)\n", [5]),
    ],
)
def test_refused(source: str, lines: list[int]) -> None:
    assert _lines(source) == lines


@pytest.mark.parametrize(
    "source",
    [
        MODEL,
        "model = load_model(path)\n",
        "model = Sequential([Dense(1)])\nmodel = load_model(path)\nkey = lambda x: x\n",
        "def double(x):\n    return x * 2\nmodel = Sequential([Lambda(double)])\nmodel = load_model(path)\n",
        MODEL + "model = load_model(path, safe_mode=False)\n",
        MODEL + "model = load_model(path, **options)\n",
        MODEL + "keras.config.enable_unsafe_deserialization()\nmodel = load_model(path)\n",
        MODEL + "model.load_weights(path)\n",
        MODEL + "plain = Sequential([Dense(2), Dense(1)])\nother = clone_model(plain)\n",
        MODEL + PLAIN + 'plain.save("p.h5")\nplain = load_model("p.h5", custom_objects={"loss": loss})\n',
        MODEL + PLAIN + 'P = "p.h5"\nkeras.models.save_model(plain, P)\nplain = load_model(P)\n',
        MODEL + FUNCTIONAL.format("Dense(2)(i)"),
        MODEL + FUNCTIONAL.format("keras.layers.concatenate([Dense(2)(i), Dense(3)(i)], axis=-1)"),
        MODEL + "head = Dense(3)\n" + FUNCTIONAL.format("head(head(i))"),
        MODEL + "inner = Sequential([Dense(3)])\n" + FUNCTIONAL.format("Dense(1)(inner(i))"),
        MODEL + "base = keras.applications.VGG16(weights=None)\n" + FUNCTIONAL.format("Dense(1)(base.output)"),
        MODEL
        + FUNCTIONAL.replace(
            "plain = keras", "x = Dense(3)(i)\nfor n in (1, 2):\n    x = Dense(n)(x)\nplain = keras"
        ).format("x"),
        OWN + 'm = Sequential([Own(), Dense(1)])\nm.save("m.h5")\nm = load_model("m.h5", {"Own": Own})\n' + MODEL,
        MODEL + "other = Dense.from_config(layer.get_config())\n",
        "other = Sequential.from_config(model.get_config())\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert _lines(source) == []


def test_on_the_shims() -> None:
    """They load it as Keras 2 did; a file that stays with Keras 3 does not get them."""
    legacy = HEAD.replace("keras.layers import", "keras.layers.core import")
    assert not check_sound(f"{legacy}{MODEL}model = load_model(path)\n", to="compat").findings
    result = check_sound(f"{HEAD}{MODEL}model = load_model(path)\n", to="compat")
    assert [each.code for each in result.findings] == ["TFM274"]


@pytest.mark.parametrize(
    ("function", "may_be_trusted"),
    [
        ("lambda x: x * 2", True),
        ("lambda x, by=2: abs(x.sum(axis=by))", True),
        ("lambda x: keras.backend.abs(x)", False),
        ("lambda x: x * factor", False),
    ],
)
def test_names_that_a_saved_lambda_does_not_find(function: str, may_be_trusted: bool) -> None:
    """Keras 3 runs it in a module of its own: NameError, whether it is trusted or not."""
    source = f"model = Sequential([Lambda({function})])\nmodel = load_model(path)\n"
    found = next(each for each in check_sound(HEAD + source).findings if each.code == "TFM274")
    assert ("safe_mode=False" in found.advice) is may_be_trusted


TRAIN = f"{HEAD}{MODEL}model.save('m.h5')\n"
BUILT = "import keras\nfrom net import build\n\nmodel = build()\nmodel.save('m.h5')\n"
BEST = f"{HEAD}{MODEL}model.fit(x, y, callbacks=[keras.callbacks.ModelCheckpoint('m-{{epoch:03d}}.h5')])\n"
NET = "from keras.layers import Dense, Lambda\nfrom keras.models import Sequential\n\n\n"
NET += "def build():\n    return Sequential([Lambda(lambda x: x * 2), Dense(1)])\n"
LOAD = "from keras.models import load_model\n\nmodel = load_model({})\n"


def _of_others(source: str, tmp_path: Path, **files: str) -> tuple[list[int], list[int]]:
    (tmp_path / "LICENSE").touch()
    for name, code in files.items():
        (tmp_path / f"{name}.py").write_text(code)
    script = tmp_path / "predict.py"
    script.write_text(source)
    result = upgrade(source.encode(), project=project_of(script))
    assert isinstance(result, Upgraded)
    found, noted = ([each.line for each in kind if each.code == "TFM274"] for kind in (result.findings, result.notes))
    return found, noted


@pytest.mark.parametrize(
    ("train", "path"),
    [
        (TRAIN, "'m.h5'"),
        (TRAIN, "'models/m.h5'"),
        (TRAIN, "folder + '/m.h5'"),
        (TRAIN.replace("(lambda", "(function=lambda"), "'m.h5'"),
        (TRAIN.replace("model.save('m.h5')", "keras.models.save_model(model, 'm.h5')"), "'m.h5', custom_objects={}"),
        (BUILT, "'m.h5'"),
        (BEST, "'m-005.h5'"),
    ],
)
def test_models_that_others_save(train: str, path: str, tmp_path: Path) -> None:
    assert _of_others(LOAD.format(path), tmp_path, train=train, net=NET) == ([3], [])


NAMED = "def double(x):\n    return x * 2\n" + TRAIN.replace("lambda x: x * 2", "double")
NAMED_NET = "def double(x):\n    return x * 2\n" + NET.replace("lambda x: x * 2", "double")


@pytest.mark.parametrize(
    ("train", "net", "path", "expected"),
    [
        (NAMED, "", "'m.h5'", ([3], [])),
        (NAMED, "", "'models/m.h5', compile=False", ([3], [])),
        (BUILT, NAMED_NET, "'m.h5'", ([3], [])),
        (NAMED, "", "sys.argv[1]", ([], [3])),
        (NAMED, "", "'other.h5'", ([], [])),
        (NAMED, "", "'m.h5', custom_objects={'double': double}", ([], [])),
        (NAMED.replace("Lambda(double)", "Lambda(tf.nn.relu)"), "", "'m.h5'", ([], [])),
        (NAMED.replace("model.save(", "model.save_weights("), "", "'m.h5'", ([], [])),
    ],
)
def test_functions_that_another_script_has(
    train: str, net: str, path: str, expected: tuple[list[int], list[int]], tmp_path: Path
) -> None:
    assert _of_others(LOAD.format(path), tmp_path, train=train, net=net) == expected


@pytest.mark.parametrize("first", ["from net import build", "import train", "import net"])
def test_functions_that_are_imported(first: str, tmp_path: Path) -> None:
    """TFM304 registers the function where it is."""
    source = f"import keras\n{first}\n" + LOAD.format("'m.h5'")
    assert _of_others(source, tmp_path, train=BUILT, net=NAMED_NET) == ([], [])


@pytest.mark.parametrize(
    ("train", "path"),
    [
        (TRAIN, "sys.argv[1]"),
        (TRAIN, "args.model"),
        (TRAIN.replace("'m.h5'", "path"), "'m.h5'"),
    ],
)
def test_paths_that_do_not_show(train: str, path: str, tmp_path: Path) -> None:
    assert _of_others(LOAD.format(path), tmp_path, train=train) == ([], [3])


@pytest.mark.parametrize(
    ("train", "load"),
    [
        (TRAIN, LOAD.format("'other.h5'")),
        (TRAIN, LOAD.format("'m.h5', safe_mode=False")),
        (TRAIN, LOAD.format("'m.h5', **options")),
        (TRAIN, LOAD.replace("model = ", "keras.config.enable_unsafe_deserialization()\nmodel = ").format("'m.h5'")),
        (TRAIN, f"{HEAD}{PLAIN}plain.save('m.h5')\nplain = load_model('m.h5')\n"),
        (TRAIN, "from loading import load_model\n\nmodel = load_model('m.h5')\n"),
        (TRAIN.replace("lambda x: x * 2", "double"), LOAD.format("'m.h5'")),
        (TRAIN.replace("model.save(", "model.save_weights("), LOAD.format("'m.h5'")),
        (f"{HEAD}{MODEL}{PLAIN}plain.save('m.h5')\n", LOAD.format("'m.h5'")),
        ("from keras.layers import Dense\nDense(3)\n", LOAD.format("'m.h5'")),
    ],
)
def test_models_of_others_that_load(train: str, load: str, tmp_path: Path) -> None:
    assert _of_others("import keras\n" * load.startswith("from keras") + load, tmp_path, train=train) == ([], [])


def test_a_name_that_another_script_writes_too(tmp_path: Path) -> None:
    plain = f"{HEAD}{PLAIN}plain.save('m.h5')\n"
    assert _of_others(LOAD.format("'m.h5'"), tmp_path, train=TRAIN, plain=plain) == ([], [3])
