"""Checkpoints of whole models get a suffix that Keras 3 takes, in all places that mean the file."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import os\nfrom keras.callbacks import ModelCheckpoint\nfrom keras.models import load_model\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ('ModelCheckpoint("m.hdf5", monitor="loss")', 'ModelCheckpoint("m.h5", monitor="loss")'),
        ('ModelCheckpoint("m.hdf5"); load_model("m.hdf5")', 'ModelCheckpoint("m.h5"); load_model("m.h5")'),
        ('ModelCheckpoint("m.hdf5"); m.load_weights("m.hdf5")', 'ModelCheckpoint("m.h5"); m.load_weights("m.h5")'),
        (
            'ModelCheckpoint(filepath=os.path.join(d, "m.hdf5"), save_weights_only=False)\nos.remove(os.path.join(d, "m.hdf5"))',
            'ModelCheckpoint(filepath=os.path.join(d, "m.h5"), save_weights_only=False)\nos.remove(os.path.join(d, "m.h5"))',
        ),
        (
            "ModelCheckpoint('w-{epoch:02d}.hdf5'); load_model('w-%02d.hdf5' % best)",
            "ModelCheckpoint('w-{epoch:02d}.h5'); load_model('w-%02d.h5' % best)",
        ),
    ],
)
def test_renamed(legacy: str, modern: str) -> None:
    check_upgraded(HEAD + legacy + "\n", HEAD + modern + "\n")


@pytest.mark.parametrize(
    "source",
    [
        "ModelCheckpoint(path)",
        "ModelCheckpoint(sys.argv[1], save_best_only=True)",
        "ModelCheckpoint(os.path.join(d, name))",
        'ModelCheckpoint("m.weights.h5", save_weights_only=flag)',
        'ModelCheckpoint("w-{epoch:02d}.hdf5"); load_model("w-07.hdf5")',
        'ModelCheckpoint(name + ".hdf5"); load_model("best.hdf5")',
    ],
)
def test_reported(source: str) -> None:
    check_declined(HEAD + source + "\n", "TFM152", 4)


@pytest.mark.parametrize(
    "source",
    [
        'ModelCheckpoint("m.h5")',
        'ModelCheckpoint("m.keras"); load_model("other.hdf5")',
        'load_model("m.hdf5")',
        'm.save("m.hdf5")',
        "ModelCheckpoint",
        "ModelCheckpoint(*args)",
        'from mine import ModelCheckpoint\nModelCheckpoint("m.hdf5")',
        'def f(keras):\n    keras.callbacks.ModelCheckpoint("m.hdf5")',
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(
        HEAD.replace("ModelCheckpoint", "ModelCheckpoint" if "mine" not in source else "History") + source + "\n"
    )
