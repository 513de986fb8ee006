"""Names of weights files are longer in Keras 3: what cuts off their suffix, or reads a number out of them, follows."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_lasting, check_upgraded

HEAD = """import glob, os, re, sys
from pathlib import Path
from keras.callbacks import ModelCheckpoint
from keras.layers.core import Dense
from keras.models import Sequential

model = Sequential([Dense(3, input_dim=4)])
"""
SAVED = 'model.save_weights("out/w_1.h5")\n'


def _reported(code: str, to: str = "native") -> tuple[list[int], list[int]]:
    """The lines behind `HEAD` with findings, and those with notes."""
    result = upgrade((HEAD + code).encode(), Settings(to))
    assert isinstance(result, Upgraded)
    check_lasting(HEAD + code, Settings(to))
    first = HEAD.count("\n")
    found = [each.line - first for each in result.findings if each.code == "TFM451"]
    return found, [each.line - first for each in result.notes if each.code == "TFM451"]


@pytest.mark.parametrize(
    ("old", "before", "after"),
    [
        (".h5", "path[:-3]", "path[:-11]"),
        (".hdf5", "path[:-5]", "path[:-11]"),
        (".h5", 'path.replace(".h5", ".json")', 'path.replace(".weights.h5", ".json")'),
        (".h5", 'path.split(".h5")[0]', 'path.split(".weights.h5")[0]'),
        (".h5", "os.path.splitext(path)[0]", 'path.removesuffix(".weights.h5")'),
        (".h5", "os.path.basename(path)[:-3]", "os.path.basename(path)[:-11]"),
        (".h5", 'path.split("/")[-1][:-3]', 'path.split("/")[-1][:-11]'),
        (
            ".h5",
            "os.path.splitext(os.path.basename(path))[0]",
            'os.path.basename(path).removesuffix(".weights.h5")',
        ),
        (".h5", 'int(path[:-3].split("_")[1])', 'int(path[:-11].split("_")[1])'),
    ],
)
def test_cut_from_a_path(old: str, before: str, after: str) -> None:
    source = HEAD + f'path = "out/w_1{old}"\nmodel.save_weights(path)\nname = {before}\n'
    expected = source.replace("layers.core", "layers").replace(f"w_1{old}", "w_1.weights.h5").replace(before, after)
    result = check_upgraded(source, expected)
    assert "TFM451" not in {each.code for each in (*result.findings, *result.notes)}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("path_of(1)[:-3]", "path_of(1)[:-11]"),
        ("os.path.splitext(path_of(1))[0]", 'path_of(1).removesuffix(".weights.h5")'),
        ("os.path.basename(path_of(1))[:-3]", "os.path.basename(path_of(1))[:-11]"),
        ('path_of(1).replace(".h5", ".json")', 'path_of(1).replace(".weights.h5", ".json")'),
    ],
)
@pytest.mark.parametrize("made", ["'w_%d.h5' % n", "'w_{}.h5'.format(n)", "'w_' + str(n) + '.h5'", "f'w_{n}.h5'"])
def test_cut_from_what_a_function_makes(made: str, before: str, after: str) -> None:
    source = HEAD + f"def path_of(n):\n    return os.path.join('out', {made})\nmodel.save_weights(path_of(2))\n"
    source += f"name = {before}\n"
    expected = source.replace("layers.core", "layers").replace(before, after)
    check_upgraded(source, expected.replace(made, made.replace(".h5", ".weights.h5")))


@pytest.mark.parametrize(
    "code", ["name = other(1)[:-3]\n", "name = path_of(1)\n", "name = os.path.dirname(path_of(1))\n"]
)
def test_what_other_functions_make(code: str) -> None:
    made = "def path_of(n):\n    return 'out/w_%d.h5' % n\ndef other(n):\n    return 'out/w_%d.csv' % n\n"
    assert _reported(f"{made}model.save_weights(path_of(2))\n{code}") == ([], [])


LISTED = """saved = sorted(os.listdir("out"))[-1]
epoch = {}
"""


@pytest.mark.parametrize(
    "code",
    [
        LISTED.format('int(saved[saved.rfind("_") + 1:saved.rfind(".")])'),
        LISTED.format('int(os.path.splitext(saved)[0].split("_")[-1])'),
        LISTED.format('int(saved[:-3].split("_")[-1])'),
        LISTED.format('int(saved.split("_")[-1].split(".")[-2])'),
        LISTED.format('int(saved.replace(".h5", "").split("_")[1])'),
        LISTED.format('re.search(r"(\\d+)\\.h5", saved).group(1)'),
        LISTED.format('saved[saved.rfind("_") + 1:saved.rfind(".")]') + "start = int(epoch)\n",
        LISTED.replace('os.listdir("out")', 'glob.glob("out/*.h5")').format('int(saved[:-3].split("_")[-1])'),
        LISTED.replace('sorted(os.listdir("out"))[-1]', 'max(glob.glob("out/w_*"))').format(
            'int(saved[:-3].split("_")[-1])'
        ),
        'for saved in os.listdir("out"):\n    epoch = int(saved[2:-3])\n',
        'for saved in Path("out").glob("*.h5"):\n    epoch = int(saved.stem.split("_")[1])\n',
        'saved = [each for each in os.listdir("out") if each.endswith(".h5")]\nsaved.sort(key=lambda f: int(f[2:-3]))\n',
        'saved = sys.argv[1]\nepoch = int(saved[:-3].split("_")[1])\nmodel.load_weights(saved)\n',
        'model.load_weights(sys.argv[1])\nepoch = int(sys.argv[1][:-3].split("_")[1])\n',
    ],
)
def test_numbers_that_are_read(code: str) -> None:
    found, notes = _reported(SAVED + code)
    assert (len(found), notes) == (1, [])


def test_numbers_of_functions() -> None:
    code = 'def number(f):\n    return int(f[2:-3])\nbest = max(os.listdir("out"), key=number)\n'
    assert _reported(SAVED + code) == ([3], [])
    assert _reported(SAVED + code.replace(", key=number", "").replace("best =", "best = number(") + ")\n")[1] == []


def test_other_suffix() -> None:
    code = 'saves = ModelCheckpoint("out/w_{epoch}.hdf5", save_weights_only=True)\n'
    assert _reported(code + LISTED.format("int(saved[2:-5])")) == ([3], [])
    assert _reported(code + LISTED.format('int(re.search(r"(\\d+)\\.hdf5", saved).group(1))')) == ([3], [])


WHOLE = 'saves = ModelCheckpoint("out/w_{epoch}.hdf5")\n'


def test_checkpoints_of_whole_models() -> None:
    assert _reported(WHOLE + LISTED.format("int(saved[2:-5])")) == ([3], [])
    assert _reported(WHOLE + LISTED.format("int(os.path.splitext(saved)[0][2:])")) == ([], [])
    assert _reported(WHOLE.replace("hdf5", "h5") + LISTED.format("int(saved[2:-3])")) == ([], [])
    source = HEAD + 'path = "out/w.hdf5"\nsaves = ModelCheckpoint(path)\nname = path[:-5]\n'
    check_upgraded(source, source.replace("layers.core", "layers").replace(".hdf5", ".h5").replace("-5", "-3"))


@pytest.mark.parametrize(
    "code",
    [
        LISTED.format("saved[:-3]"),
        LISTED.format("os.path.splitext(saved)[0]"),
        LISTED.format('saved.rsplit(".", 1)[0]'),
    ],
)
def test_other_names_are_noted(code: str) -> None:
    assert _reported(SAVED + code) == ([], [3])


@pytest.mark.parametrize(
    "code",
    [
        SAVED + LISTED.format('int(saved.split(".")[0].split("_")[1])'),
        SAVED + LISTED.format('int(saved[saved.rfind("_") + 1:saved.find(".")])'),
        SAVED + LISTED.format('int(re.search(r"\\d+", saved).group())'),
        SAVED + LISTED.format('saved.endswith(".h5")'),
        SAVED + LISTED.format('"_".join(saved)'),
        SAVED + LISTED.format('int(saved.replace(".weights.h5", "")[2:])'),
        SAVED + LISTED.format("int(saved[2:-11])"),
        SAVED + LISTED.format("len(saved.split('.')[0])"),
        SAVED + LISTED.format('os.path.join("out", saved)'),
        SAVED + LISTED.format('saved.split("/")[-1]'),
        SAVED + LISTED.replace('"out"', '"images"').format("int(saved[:-4])"),
        SAVED + LISTED.replace('os.listdir("out")', 'glob.glob("out/*.png")').format("int(saved[:-4])"),
        SAVED + 'for f in os.listdir("out"):\n    if f.endswith(".png"):\n        n = int(f[2:-4])\n',
        SAVED + 'ns = [int(f[2:-4]) for f in os.listdir("out") if f.endswith(".png")]\n',
        SAVED + "n = int(name[:-3])\n",
        SAVED + "n = int(sys.argv[1][:-3])\n",
        'model.save("out/w_1.h5")\n' + LISTED.format("int(saved[2:-3])"),
        'model.load_weights("out/w_1.h5")\n' + LISTED.format("int(saved[2:-3])"),
        'from keras import ops\nmodel.save_weights("out/w.weights.h5")\n' + LISTED.format("int(saved[2:-3])"),
    ],
)
def test_left_alone(code: str) -> None:
    assert _reported(code) == ([], [])


def test_shims_keep_the_names() -> None:
    assert _reported(SAVED + LISTED.format("int(saved[2:-3])"), "compat") == ([], [])


def test_names_of_checkpoints_are_as_wide_as_their_fields() -> None:
    source = """import os
from tensorflow.keras.callbacks import ModelCheckpoint
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential


def best(folder):
    return max(os.listdir(folder), key=lambda name: 1), max(float(name[-11:-5]) for name in os.listdir(folder))


path = "checkpoints"
model = Sequential([Dense(2, input_shape=(3,))])
model.fit(x, y, callbacks=[ModelCheckpoint(os.path.join(path, "net.{epoch:03d}-{loss:.4f}.hdf5"))])
best(path)
"""
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    found = [each for each in result.findings if each.code == "TFM451"]
    assert len(found) == 1, result.findings
    assert "0.5000.h5" in found[0].message
