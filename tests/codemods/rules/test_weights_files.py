"""Weight files get names that Keras 3 takes."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = "import os\nfrom keras.callbacks import ModelCheckpoint\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ('m.save_weights("a.h5")', 'm.save_weights("a.weights.h5")'),
        ("m.save_weights('a.hdf5', overwrite=True)", "m.save_weights('a.weights.h5', overwrite=True)"),
        ('m.save_weights(filepath="a.h5")', 'm.save_weights(filepath="a.weights.h5")'),
        ('m.save_weights(os.path.join(d, "a.h5"))', 'm.save_weights(os.path.join(d, "a.weights.h5"))'),
        ('m.save_weights("w-%d.h5" % e)', 'm.save_weights("w-%d.weights.h5" % e)'),
        ('m.save_weights("w-{}.h5".format(e))', 'm.save_weights("w-{}.weights.h5".format(e))'),
        ('m.save_weights(d + "/a.h5")', 'm.save_weights(d + "/a.weights.h5")'),
        ('m.save_weights(r"c:\\a.h5")', 'm.save_weights(r"c:\\a.weights.h5")'),
        ('m.save_weights("my_weights.h5")', 'm.save_weights("my_weights.weights.h5")'),
        (
            'P = "a.h5"\nm.save_weights(P)\nm.load_weights(P)',
            'P = "a.weights.h5"\nm.save_weights(P)\nm.load_weights(P)',
        ),
        (
            'm.save_weights("a.h5"); m.load_weights("a.h5")',
            'm.save_weights("a.weights.h5"); m.load_weights("a.weights.h5")',
        ),
        ('if m: m.save_weights("a.h5")', 'if m: m.save_weights("a.weights.h5")'),
        (
            'ModelCheckpoint("w.{epoch:02d}.hdf5", save_weights_only=True)',
            'ModelCheckpoint("w.{epoch:02d}.weights.h5", save_weights_only=True)',
        ),
        ('ModelCheckpoint("m.hdf5", monitor="loss")', 'ModelCheckpoint("m.h5", monitor="loss")'),
        ('ModelCheckpoint("m.h5", period=1)', 'ModelCheckpoint("m.h5")'),
        ('ModelCheckpoint(filepath="m.h5", period=1, verbose=1)', 'ModelCheckpoint(filepath="m.h5", verbose=1)'),
    ],
)
def test_names(legacy: str, modern: str) -> None:
    check_upgraded(HEAD + legacy + "\n", HEAD + modern + "\n")


def test_the_same_name_is_loaded_elsewhere() -> None:
    check_upgraded(
        """
        import keras
        def train(m):
            m.save_weights("best.h5")  # best so far
        def test(m):
            m.load_weights('best.h5')
            m.load_weights("other.h5")
        """,
        """
        import keras
        def train(m):
            m.save_weights("best.weights.h5")  # best so far
        def test(m):
            m.load_weights('best.weights.h5')
            m.load_weights("other.h5")
        """,
    )


@pytest.mark.parametrize("use", ['os.remove("a.h5")', 'h5py.File("a.h5")', 'if os.path.exists("a.h5"): pass'])
def test_the_same_name_is_used_otherwise(use: str) -> None:
    result = check_sound(HEAD + f'm.save_weights("a.h5")\n{use}\n')
    assert result.after.count(b'"a.h5"') != 1


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ('ModelCheckpoint("m.h5", period=5)\n', 3),
    ],
)
def test_declined(source: str, line: int) -> None:
    check_declined(HEAD + source, "TFM150", line)


@pytest.mark.parametrize(
    "source",
    [
        "m.save_weights(args.output)\n",
        "m.save_weights(path_of(3))\n",
        "m.save_weights(os.path.join(*parts))\n",
        "m.save_weights('{}'.format(name))\n",
        "ModelCheckpoint(path, save_weights_only=True)\n",
    ],
)
@pytest.mark.parametrize("head", [HEAD, HEAD + "from keras.layers.core import Dense\n"])
def test_unknown_path_is_noted(head: str, source: str) -> None:
    result = check_sound(head + source)
    assert [(note.code, note.line) for note in result.notes] == [("TFM150", head.count("\n") + 1)]
    assert result.findings == ()


@pytest.mark.parametrize(
    "source",
    [
        'm.save_weights("best")\n',
        'm.save_weights("out/checkpoint.ckpt")\n',
        'm.save_weights(os.path.join(*parts, "best"))\n',
        'm.save_weights(f"{name}.bin")\n',
    ],
)
def test_known_path_that_is_refused_is_a_finding(source: str) -> None:
    check_declined(HEAD + source, "TFM150", 3)


@pytest.mark.parametrize(
    "source",
    [
        HEAD + 'm.save_weights("a.weights.h5")\n',
        HEAD + 'm.load_weights("a.h5")\n',
        HEAD + 'm.save("a.h5")\n',
        HEAD + 'save_weights("a.h5")\n',
        HEAD + 'text = "a.h5"\n',
        HEAD + "ModelCheckpoint(path)\n",
        HEAD + 'ModelCheckpoint("m.keras", save_best_only=True)\n',
        HEAD + "m.save_weights\n",
        HEAD + "def save_weights(self, path='a.h5'): pass\n",
        'm.save_weights("a.h5")\n',
        'from lightning import ModelCheckpoint\nModelCheckpoint("m.h5", period=5)\n',
        'from .callbacks import ModelCheckpoint\nimport keras\nModelCheckpoint("m.hdf5", period=5)\n',
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_other_libraries_left_alone() -> None:
    check_untouched('import keras\nimport torchnet\nnet = torchnet.Net()\nnet.save_weights("x.pt")\n')


@pytest.mark.parametrize("trainer", ["import torch\ntorch.Trainer()", "class Trainer: pass\nTrainer()"])
def test_models_of_other_classes_left_alone(trainer: str) -> None:
    result = check_sound(f'import keras\n{trainer}.save_weights("w.h5")\n')
    assert (result.changes, result.findings, result.notes) == ((), (), ())


def test_model_of_an_unknown_class_is_noted() -> None:
    result = check_sound('import keras\nfrom trainers import Trainer\nTrainer().save_weights("w.h5")\n')
    assert (result.changes, result.findings) == ((), ())
    assert [(note.code, note.line) for note in result.notes] == [("TFM150", 3)]
