"""Functions of `Lambda` layers in models that are read or copied."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.cli.reading import project_of
from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_sound, check_upgraded

HEAD = "import keras\nfrom keras.layers.core import Lambda\n"
HEAD += "from keras.models import Sequential, clone_model, load_model, model_from_json\n"
MODERN = HEAD.replace("layers.core", "layers")
FUNCTION = "def double(x):\n    return x * 2\n"
MODEL = "model = Sequential([Lambda(double)])\n"
MARK = "@keras.saving.register_keras_serializable()\n"
LOAD = "model = load_model(path)\n"


@pytest.mark.parametrize(
    "read",
    [
        LOAD,
        "model = load_model(path, custom_objects={'triple': triple})\n",
        "model = load_model(path, custom_objects=objects)\n",
        "model = load_model(path, {}, False)\n",
        "model = model_from_json(text)\n",
        "other = clone_model(model)\n",
        "other = Sequential.from_config(model.get_config())\n",
        "other = keras.layers.deserialize(config)\n",
        LOAD + LOAD,
    ],
)
def test_registered(read: str) -> None:
    check_upgraded(HEAD + FUNCTION + MODEL + read, MODERN + MARK + FUNCTION + MODEL + read)


@pytest.mark.parametrize(
    ("layer", "is_registered"),
    [
        ("Lambda(double, output_shape=shape)", True),
        ("Lambda(function=double, output_shape=shape)", True),
        ("Lambda(double, output_shape=(2,))", False),
        ("Lambda(double, output_shape=list(shape))", False),
    ],
)
def test_functions_of_shapes(layer: str, is_registered: bool) -> None:
    shape = "def shape(s):\n    return s\n"
    read = f"model = Sequential([{layer}])\n{LOAD}"
    check_upgraded(
        HEAD + FUNCTION + "# of shapes\n" + shape + read,
        MODERN + MARK + FUNCTION + "# of shapes\n" + (MARK if is_registered else "") + shape + read,
    )


def test_keras_is_imported() -> None:
    head = "from keras.layers.core import Lambda\nfrom keras.models import Sequential, load_model\n"
    check_upgraded(
        head + FUNCTION + MODEL + LOAD,
        "import keras\n" + head.replace("layers.core", "layers") + MARK + FUNCTION + MODEL + LOAD,
    )


@pytest.mark.parametrize(
    "source",
    [
        FUNCTION + MODEL,
        FUNCTION + MODEL + "model.load_weights(path)\n",
        FUNCTION + "model = Sequential()\n" + LOAD,
        FUNCTION + MODEL + "model = load_model(path, custom_objects={'double': double})\n",
        FUNCTION + MODEL + "objects = {'double': double}\nmodel = load_model(path, objects)\n",
        FUNCTION + MODEL + "model = load_model(path, **options)\n",
        FUNCTION + MODEL + "model = load_model(path, safe_mode=False)\n",
        FUNCTION + MODEL + "keras.utils.get_custom_objects()['double'] = double\n" + LOAD,
        FUNCTION + MODEL + "with keras.utils.custom_object_scope(objects):\n    " + LOAD,
        "@register\n" + FUNCTION + MODEL + LOAD,
        "class Net:\n    def build(self):\n        return Sequential([Lambda(self.double)])\n" + LOAD,
        "model = Sequential([Lambda(double)])\n" + LOAD,
    ],
)
def test_left_alone(source: str) -> None:
    result = check_sound(HEAD + source)
    assert "register_keras_serializable" not in result.after.decode()
    assert "TFM304" not in [each.code for each in result.findings]


def test_functions_inside_of_others_are_reported() -> None:
    source = "def build():\n    def double(x):\n        return x * 2\n    return Sequential([Lambda(double)])\n"
    found = [each.line for each in check_sound(HEAD + source + LOAD).findings if each.code == "TFM304"]
    assert found == [8]


def test_on_the_shims() -> None:
    result = check_sound(HEAD + FUNCTION + MODEL + LOAD, to="compat")
    assert not result.findings


@pytest.mark.parametrize(
    ("reader", "marks"),
    [
        ("from net import build\n" + LOAD, 1),
        ("import net\n" + LOAD, 1),
        ("from net import build\nmodel = load_model(path, {'double': build})\n", 0),
        ("from net import build\nkeras.utils.get_custom_objects()['double'] = build\n" + LOAD, 0),
        ("from net import build\n", 0),
        (LOAD, 0),
    ],
)
def test_modules_of_the_project(tmp_path: Path, reader: str, marks: int) -> None:
    """What a script reads is registered in the module that makes it, so that nothing is left to do in the script."""
    net, script = tmp_path / "net.py", tmp_path / "train.py"
    net.write_text(f"{HEAD}{FUNCTION}def build():\n    return Sequential([Lambda(double)])\n")
    script.write_text(HEAD + reader)
    for path, count in ((script, 0), (net, marks), (net, 0), (script, 0)):
        result = upgrade(path.read_bytes(), Settings(), project=project_of(path))
        assert isinstance(result, Upgraded)
        assert [each.code for each in result.changes].count("TFM304") == count
        assert "TFM304" not in [each.code for each in result.findings]
        path.write_bytes(result.after)


def test_functions_of_a_third_module_are_reported(tmp_path: Path) -> None:
    (tmp_path / "parts.py").write_text(FUNCTION)
    (tmp_path / "net.py").write_text(
        f"{HEAD}from parts import double\ndef build():\n    return Sequential([Lambda(double)])\n"
    )
    script = tmp_path / "train.py"
    script.write_text(f"{HEAD}from parts import double\nimport net\nlayer = Lambda(double)\n{LOAD}")
    result = upgrade(script.read_bytes(), Settings(), project=project_of(script))
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.findings].count("TFM304") == 1


def test_modules_that_register_their_functions(tmp_path: Path) -> None:
    """A module that reads models gets the mark by itself, so that a script that imports it has nothing left to do."""
    net = tmp_path / "net.py"
    net.write_text(
        f"{HEAD}{FUNCTION}def build():\n    return Sequential([Lambda(double)])\ndef read(path):\n    return load_model(path)\n"
    )
    script = tmp_path / "train.py"
    script.write_text(f"{HEAD}from net import build\n{LOAD}")
    for path, marks in ((net, 1), (script, 0), (net, 0), (script, 0)):
        result = upgrade(path.read_bytes(), Settings(), project=project_of(path))
        assert isinstance(result, Upgraded)
        assert [each.code for each in result.changes].count("TFM304") == marks
        assert "TFM304" not in [each.code for each in result.findings]
        path.write_bytes(result.after)
