from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = "import os\nfrom pathlib import Path\nfrom tensorflow import keras\nfrom tensorflow.keras.callbacks import ModelCheckpoint\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('ModelCheckpoint("ckpt")', 'ModelCheckpoint("ckpt.keras")'),
        ("ModelCheckpoint('out/ckpt-{epoch}')", "ModelCheckpoint('out/ckpt-{epoch}.keras')"),
        ("ModelCheckpoint(folder + '/ckpt-{epoch:02d}')", "ModelCheckpoint(folder + '/ckpt-{epoch:02d}.keras')"),
        (
            'ModelCheckpoint(filepath=d + "/ckpt-loss={loss:.2f}", save_freq=100)',
            'ModelCheckpoint(filepath=d + "/ckpt-loss={loss:.2f}.keras", save_freq=100)',
        ),
        ('ModelCheckpoint(os.path.join(d, "ckpt"))', 'ModelCheckpoint(os.path.join(d, "ckpt.keras"))'),
        ('ModelCheckpoint(str(Path(d) / "ckpt"))', 'ModelCheckpoint(str(Path(d) / "ckpt.keras"))'),
        ('ModelCheckpoint(f"{d}/ckpt-{{epoch}}")', 'ModelCheckpoint(f"{d}/ckpt-{{epoch}}.keras")'),
        ('ModelCheckpoint(f"{d}/ckpt")', 'ModelCheckpoint(f"{d}/ckpt.keras")'),
        ('ModelCheckpoint("v1.0-{epoch}")', 'ModelCheckpoint("v1.0-{epoch}.keras")'),
        ('ModelCheckpoint("m", save_weights_only=False)', 'ModelCheckpoint("m.keras", save_weights_only=False)'),
        ('p = "m"\nModelCheckpoint(p)\nkeras.models.load_model(p)', None),
        ('p = "m"\nModelCheckpoint(p)\nModelCheckpoint(p, save_freq=3)', None),
        (
            'ModelCheckpoint("m")\nkeras.models.load_model("m")',
            'ModelCheckpoint("m.keras")\nkeras.models.load_model("m.keras")',
        ),
        (
            'if not os.path.isdir(d): os.makedirs(d)\nModelCheckpoint(d + "/m")',
            'if not os.path.isdir(d): os.makedirs(d)\nModelCheckpoint(d + "/m.keras")',
        ),
        (
            'ModelCheckpoint("m")\nkeras.Sequential(name="m")',
            'ModelCheckpoint("m.keras")\nkeras.Sequential(name="m")',
        ),
    ],
)
def test_a_folder_becomes_a_file(before: str, after: str | None) -> None:
    expected = after or before.replace('"m"', '"m.keras"')
    check_upgraded(HEAD + before + "\n", HEAD + expected + "\n")


@pytest.mark.parametrize(
    "source",
    [
        'ModelCheckpoint("m.keras")\n',
        'ModelCheckpoint("m-{epoch}.h5")\n',
        "ModelCheckpoint(*args)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source)


@pytest.mark.parametrize(
    "source",
    [
        "ModelCheckpoint(path)\n",
        "ModelCheckpoint(folder + name)\n",
        'ModelCheckpoint("{}".format(path))\n',
        'ModelCheckpoint("ckpt-{epoch}{}".format(suffix))\n',
        'ModelCheckpoint("ckpt%s" % suffix)\n',
        'ModelCheckpoint("ckpt" + suffix)\n',
        'ModelCheckpoint(f"ckpt{suffix}")\n',
        'ModelCheckpoint(Path("ckpt").with_suffix(suffix))\n',
        'ModelCheckpoint("ckpt-{}")\n',
        'ModelCheckpoint("m", save_weights_only=weights)\n',
        'def f(p="m"):\n    ModelCheckpoint(p)\n',
        'p = "m"\nif x:\n    p = "m.keras"\nModelCheckpoint(p)\n',
    ],
)
def test_unknown_ends_are_left_to_checkpoint_files(source: str) -> None:
    result = check_sound(HEAD + source)
    assert result.changes == ()
    assert {each.code for each in result.findings} <= {"TFM152", "TFM198"}
    assert len(result.findings) == 1


def test_other_libraries_and_the_shims_are_left_alone() -> None:
    check_untouched('from lightning import ModelCheckpoint\nimport keras\nModelCheckpoint("m")\n')
    check_untouched('from compat.keras.callbacks import ModelCheckpoint\nModelCheckpoint("m")\n')


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ('ModelCheckpoint("d/m-{epoch}")\nfound = [p for p in os.listdir("d") if os.path.isdir(p)]\n', 5),
        ('ModelCheckpoint("d/m-{epoch}")\nfor p in Path("d").iterdir():\n    if p.is_dir():\n        print(p)\n', 5),
        ('import tensorflow as tf\nModelCheckpoint("m")\ntf.saved_model.load("m")\n', 6),
        ('ModelCheckpoint("m")\nm.save("m.keras")\n', 5),
    ],
)
def test_a_file_that_works_with_folders_is_reported(source: str, line: int) -> None:
    finding = check_declined(HEAD + source, "TFM151", line)
    assert finding.culprit


LAYER = "{}class Scale(keras.layers.Layer):\n    def call(self, x):\n        return x * 2\n"
LOADED = 'model = keras.Sequential([Scale()])\nModelCheckpoint("m")\nkeras.models.load_model("m"{})\n'


def test_a_layer_that_a_folder_did_not_need() -> None:
    finding = check_declined(HEAD + LAYER.format("") + LOADED.format(""), "TFM151", 9)
    assert "bring Scale back" in finding.message


@pytest.mark.parametrize(
    ("mark", "more"),
    [("", ", custom_objects={'Scale': Scale}"), ("@keras.utils.register_keras_serializable()\n", "")],
)
def test_a_layer_that_is_told(mark: str, more: str) -> None:
    before = HEAD + LAYER.format(mark) + LOADED.format(more)
    check_upgraded(before, before.replace('"m"', '"m.keras"'))
