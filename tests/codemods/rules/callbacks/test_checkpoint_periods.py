"""`ModelCheckpoint(period=)` comes from the shims, and the names of its files are still those of Keras 3."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "from keras.callbacks import ModelCheckpoint\n"
SHIM = "from compat.keras.callbacks import ModelCheckpoint as LegacyModelCheckpoint\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (
            'c = ModelCheckpoint("a.h5")\nd = ModelCheckpoint("b.h5", period=2)\n',
            'c = ModelCheckpoint("a.h5")\nd = LegacyModelCheckpoint("b.h5", period=2)\n',
        ),
    ],
)
def test_some_calls(legacy: str, modern: str) -> None:
    check_upgraded(HEAD + legacy, SHIM + HEAD + modern)


@pytest.mark.parametrize(
    ("arguments", "modern"),
    [
        ('"m.h5", period=5', '"m.h5", period=5'),
        ('"m.h5", "loss", 0, True, False, "auto", 1', '"m.h5", "loss", 0, True, False, "auto", 1'),
        ('"m.h5", "loss", 0, False, False, "auto", n', '"m.h5", "loss", 0, False, False, "auto", n'),
        (
            '"w{epoch}.hdf5", save_weights_only=True, period=2',
            '"w{epoch}.weights.h5", save_weights_only=True, period=2',
        ),
    ],
)
def test_all_calls(arguments: str, modern: str) -> None:
    check_upgraded(
        f"{HEAD}ModelCheckpoint({arguments})\n",
        f"from compat.keras.callbacks import ModelCheckpoint\nModelCheckpoint({modern})\n",
    )


def test_import_inside_another_function() -> None:
    source = (
        "{top}from keras.callbacks import EarlyStopping\n\n\n"
        "def first():\n    from compat.keras.callbacks import ModelCheckpoint\n\n    return ModelCheckpoint('a.keras')\n\n\n"
        "def second(path):\n    import keras\n\n    return {name}(path, period=3)\n"
    )
    check_upgraded(
        source.format(top="", name="keras.callbacks.ModelCheckpoint"),
        source.format(top="from compat.keras.callbacks import ModelCheckpoint\n", name="ModelCheckpoint"),
    )


def test_monitored_names_are_those_of_today() -> None:
    head = "import keras\n\nm = keras.models.Sequential()\nm.compile('sgd', 'mse', metrics=['acc'])\n"
    call = "m.fit(x, y, callbacks=[{}('m.h5', 'val_{}', 0, True, False, 'max', 3)])\n"
    check_upgraded(
        head + call.format("keras.callbacks.ModelCheckpoint", "acc"),
        "from compat.keras.callbacks import ModelCheckpoint\n" + head + call.format("ModelCheckpoint", "acc"),
    )


OWN = (
    HEAD + "class Own(ModelCheckpoint):\n    def __init__(self, path, period={}):\n"
    "        super().__init__(path, 'loss', 0, False, False, 'auto', period)\n"
)


def test_a_default_of_an_own_class_that_changes_nothing() -> None:
    result = upgrade(f"{OWN.format(1)}Own('m.h5')\n".encode())
    assert isinstance(result, Upgraded)
    assert "TFM264" not in [each.code for each in result.findings]


TEMPLATE = """
class Own(ModelCheckpoint):
    def __init__(self, model, filepath, monitor='val_loss', mode='auto', period=1, **others):
        self.single_model = model
        super(Own, self).__init__({})
    def set_model(self, model):
        super(Own, self).set_model(self.single_model)
    def on_epoch_end(self, epoch, logs=None):
        ModelCheckpoint.on_epoch_end(self, epoch, logs)
        print(self.epochs_since_last_save)
"""


@pytest.mark.parametrize(
    "source",
    [
        "class Own(ModelCheckpoint): pass\nOwn('m.h5', period=3)\n",
        TEMPLATE.format("filepath, monitor, 0, False, False, mode, period"),
        TEMPLATE.format("filepath, monitor, mode=mode, period=period"),
        TEMPLATE.format("filepath, monitor, period=2, **others") + "Own(m, 'm.h5')\n",
        TEMPLATE.format("filepath, **others") + "Own(m, 'm.h5', period=3)\n" + TEMPLATE.format("filepath, period=2"),
    ],
)
def test_own_classes(source: str) -> None:
    legacy, modern = (f"from {home}.callbacks import ModelCheckpoint\n{source}" for home in ("keras", "compat.keras"))
    result = upgrade(legacy.encode())
    assert isinstance(result, Upgraded)
    assert result.findings == ()
    assert result.after.decode().startswith(modern.partition("(")[0])


def test_an_own_class_beside_others() -> None:
    own = "class Own({}):\n    def __init__(self, path):\n        {}__init__({}path, period=2)\n"
    other = "class Other(ModelCheckpoint):\n    pass\nOther('m.h5')\nModelCheckpoint('n.h5')\n"
    check_upgraded(
        HEAD + own.format("ModelCheckpoint", "ModelCheckpoint.", "self, ") + other,
        SHIM + HEAD + own.format("LegacyModelCheckpoint", "super().", "") + other,
    )


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (HEAD + "class Own(ModelCheckpoint): pass\nOwn('m.h5', period=3, options=o)\n", 3),
        (HEAD + "ModelCheckpoint('m.h5', period=3, options=o)\n", 2),
    ],
)
def test_reported(source: str, line: int) -> None:
    check_declined(source, "TFM264", line)


@pytest.mark.parametrize(
    "source",
    [
        HEAD + 'ModelCheckpoint("m.h5")\n',
        HEAD + 'ModelCheckpoint("m.h5", save_freq=5)\n',
        HEAD + "class Own(ModelCheckpoint): pass\nOwn('m.h5', save_freq=3)\n",
        HEAD + "class Own(ModelCheckpoint):\n    def __init__(self, path):\n        super().__init__(path, 'loss')\n",
        SHIM + 'LegacyModelCheckpoint("m.h5", period=5)\n',
        'from lightning import ModelCheckpoint\nModelCheckpoint("m.h5", period=5)\n',
        'from .callbacks import ModelCheckpoint\nimport keras\nModelCheckpoint("m.h5", period=5)\n',
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
