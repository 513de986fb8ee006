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
        'ModelCheckpoint("m.hdf5"); load_model("m.h5")',
        'ModelCheckpoint("m.hdf5"); m.save("m.h5")',
        'ModelCheckpoint(d + "/m.hdf5"); m.save(d + "/m.h5")',
        'ModelCheckpoint("m.hdf5")\nModelCheckpoint("m.hdf", save_best_only=True)',
    ],
)
def test_reported(source: str) -> None:
    check_declined(HEAD + source + "\n", "TFM152", 4)


JOINING = "def path(name):\n    return os.path.join(OUT, name)\n"


@pytest.mark.parametrize(
    "source",
    [
        'load_model(path("full.01.hdf5"))',
        'load_model(path(name="full.01.hdf5"))',
        'name = "full.01.hdf5"; load_model(os.path.join("ck", name))',
        'name = "full.01.hdf5"; load_model("ck/" + name)',
        'name = "full.01.hdf5"; load_model(f"{OUT}/{name}")',
        'def read(name="full.01.hdf5"):\n    return load_model(OUT + name)',
        'class A:\n    def p(self, n): return OUT + n\n    def f(self): load_model(self.p("full.01.hdf5"))',
    ],
)
def test_reported_where_a_folder_is_joined_elsewhere(source: str) -> None:
    """The file that is read may be the one that is written: both names change, or none."""
    source = HEAD + JOINING + 'ModelCheckpoint("ck/full.{epoch:02d}.hdf5")\n' + source + "\n"
    check_declined(source, "TFM152", 6)


@pytest.mark.parametrize("name", ["other.hdf5", "full.txt", "ck/part.01.hdf5"])
def test_another_name_is_joined_elsewhere(name: str) -> None:
    source = HEAD + JOINING + 'ModelCheckpoint("ck/full.{epoch:02d}.hdf5")\n' + f'load_model(path("{name}"))\n'
    check_upgraded(source, source.replace("02d}.hdf5", "02d}.h5"))


@pytest.mark.parametrize(
    "read",
    [
        'load_model(path("m.hdf5"))',
        'NAME = "m.hdf5"; load_model(NAME)',
        'open("m.hdf5x")',
        'def g(name): return load_model(name)\ng("n.hdf5")',
    ],
)
def test_written_through_the_same_function(read: str) -> None:
    source = HEAD + JOINING + f'ModelCheckpoint(path("m.hdf5"))\n{read}\n'
    if "NAME" in read:
        check_declined(source, "TFM152", 6)
    else:
        check_upgraded(source, source.replace('m.hdf5"', 'm.h5"'))


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


BASE = """
class Net:
    def __init__(self):
        self.path = None

    def train(self, model):
        model.fit(x, y, callbacks=[ModelCheckpoint(self.path)])
"""


def test_a_path_that_a_subclass_sets() -> None:
    source = f"from keras.callbacks import ModelCheckpoint\n{BASE}\n\nclass UNet(Net):\n    path = 'best.hdf5'\n"
    check_upgraded(source, source.replace(".hdf5", ".h5"))
    check_untouched(source.replace(".hdf5", ".keras"))


def test_none_does_not_hide_that_a_path_is_unknown() -> None:
    check_declined(f"from keras.callbacks import ModelCheckpoint\n{BASE}", "TFM152", 8)
