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


OWN = """\
from keras.callbacks import ModelCheckpoint
class Own(ModelCheckpoint):
"""


@pytest.mark.parametrize(
    ("init", "call", "modern"),
    [
        ("    pass\n", 'Own("a.hdf5")', 'Own("a.h5")'),
        (
            "    def __init__(self, model, *args, **kwargs):\n        super().__init__(*args, **kwargs)\n",
            'Own(m, "a.hdf5")',
            'Own(m, "a.h5")',
        ),
        (
            "    def __init__(self, m, filepath, monitor='loss'):\n        super(Own, self).__init__(filepath, monitor)\n",
            'Own(m, filepath="a.hdf5")',
            'Own(m, filepath="a.h5")',
        ),
        (
            "    def __init__(self, filepath):\n        super().__init__(filepath, save_weights_only=True)\n",
            'Own("a.hdf5")',
            'Own("a.weights.h5")',
        ),
        (
            "    def __init__(self, filepath, only=True):\n        super().__init__(filepath, save_weights_only=only)\n",
            'Own("a.hdf5")',
            'Own("a.weights.h5")',
        ),
        (
            "    def __init__(self, **kwargs):\n        super().__init__(**kwargs)\n",
            'Own(filepath="a.hdf5", save_weights_only=True)',
            'Own(filepath="a.weights.h5", save_weights_only=True)',
        ),
    ],
)
def test_classes_derived_from_it(init: str, call: str, modern: str) -> None:
    check_upgraded(f"{OWN}{init}x = {call}\n", f"{OWN}{init}x = {modern}\n")


@pytest.mark.parametrize(
    "source",
    [
        OWN + "    def __init__(self, model, filepath):\n        super().__init__(filepath)\n",
        OWN + "    def __init__(self, *args, **kwargs):\n        super().__init__(*args, **kwargs)\n",
        OWN + "    pass\nx = Own('a.keras')\n",
        "from own import Checkpoint\nclass Own(Checkpoint):\n    pass\nx = Own('a.hdf5')\n",
    ],
)
def test_classes_that_only_hand_the_path_on(source: str) -> None:
    check_untouched(source)
