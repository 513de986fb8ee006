"""`acc` and `val_acc` become `accuracy` and `val_accuracy` where `metrics=["accuracy"]`."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

HEAD = 'from keras.callbacks import Callback, EarlyStopping, ModelCheckpoint, ReduceLROnPlateau\nm.compile("sgd", "mse", metrics=["accuracy"])\n'


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ('print(H.history["acc"])', 'print(H.history["accuracy"])'),
        ("print(H.history['val_acc'][-1])", "print(H.history['val_accuracy'][-1])"),
        ('print(m.fit(x).history["acc"])', 'print(m.fit(x).history["accuracy"])'),
        ('h = H.history; print(h["acc"])', 'h = H.history; print(h["accuracy"])'),
        ('print(H.history.get("acc", 0))', 'print(H.history.get("accuracy", 0))'),
        ('if "val_acc" in H.history: pass', 'if "val_accuracy" in H.history: pass'),
        ('if "acc" not in H.history: pass', 'if "accuracy" not in H.history: pass'),
        ('EarlyStopping(monitor="val_acc")', 'EarlyStopping(monitor="val_accuracy")'),
        ('EarlyStopping("val_acc")', 'EarlyStopping("val_accuracy")'),
        ('class E(EarlyStopping): pass\nE(monitor="acc")', 'class E(EarlyStopping): pass\nE(monitor="accuracy")'),
        (
            "from functools import partial\npartial(EarlyStopping, monitor='acc')",
            "from functools import partial\npartial(EarlyStopping, monitor='accuracy')",
        ),
        ('ReduceLROnPlateau("acc")', 'ReduceLROnPlateau("accuracy")'),
        ('ModelCheckpoint("m.keras", "val_acc")', 'ModelCheckpoint("m.keras", "val_accuracy")'),
        ('ModelCheckpoint("m-{val_acc:.2f}.keras")', 'ModelCheckpoint("m-{val_accuracy:.2f}.keras")'),
        ('ModelCheckpoint("m-{acc}.keras")', 'ModelCheckpoint("m-{accuracy}.keras")'),
        ("print(f\"{H.history['acc'][0]:.3f}\")", "print(f\"{H.history['accuracy'][0]:.3f}\")"),
        (
            "def on_epoch_end(self, epoch, logs): print(logs['acc'])",
            "def on_epoch_end(self, epoch, logs): print(logs['accuracy'])",
        ),
        (
            "def on_epoch_end(self, epoch, logs): print(logs.get('val_acc'))",
            "def on_epoch_end(self, epoch, logs): print(logs.get('val_accuracy'))",
        ),
        ('print(H.history[u"acc"], H.history["""acc"""])', 'print(H.history[u"accuracy"], H.history["""accuracy"""])'),
    ],
)
def test_uses(legacy: str, modern: str) -> None:
    check_upgraded(HEAD + legacy + "\n", HEAD + modern + "\n")


def test_metrics_by_name() -> None:
    check_upgraded(
        'import keras\nM = ["accuracy", "mse"]\nm.compile("sgd", "mse", metrics=M)\nH.history["acc"]\n',
        'import keras\nM = ["accuracy", "mse"]\nm.compile("sgd", "mse", metrics=M)\nH.history["accuracy"]\n',
    )


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ('import keras\nH.history["acc"]\n', 2),
        ('import keras\nm.compile("sgd", metrics=metrics_of())\nH.history["acc"]\n', 3),
        (
            'import keras\nm.compile("sgd", metrics=["acc"])\nn.compile("sgd", metrics=["accuracy"])\nH.history["acc"]\n',
            4,
        ),
        (HEAD + "from stoppers import MyStopper\nMyStopper(monitor='val_acc')\n", 4),
        ('import keras\nm.compile("sgd", **options)\nkeras.callbacks.EarlyStopping("val_acc")\n', 3),
    ],
)
def test_declined(source: str, line: int) -> None:
    check_declined(source, "TFM130", line)


@pytest.mark.parametrize(
    "use",
    ['for key in ["acc", "val_acc"]: print(H.history[key])', 'KEY = "val_acc"\nprint(H.history[KEY])'],
    ids=["loop", "name"],
)
def test_key_behind_a_name_is_not_silent(use: str) -> None:
    result = check_sound(HEAD + use + "\n")
    assert result.changed or result.findings


@pytest.mark.parametrize(
    "source",
    [
        'import keras\nm.compile("sgd", metrics=["acc"])\nH.history["acc"]\n',
        HEAD + 'print(H.history["accuracy"], H.history["loss"])\n',
        HEAD + 'results = {"acc": 1}\nprint(results["acc"])\n',
        HEAD + 'f("acc"); print("acc"); x = "val_acc"\n',
        HEAD + 'parser.add_argument("--acc", dest="acc")\n',
        HEAD + 'print(logbook["acc"], my.logs_of("acc"))\n',
        HEAD + 'print("{:.2f} acc".format(1), "accident", "{accent}")\n',
        HEAD + 'print(H.history[b"acc"])\n',
        HEAD + "# H.history['acc']\n",
        HEAD + "class MyStopper: pass\nMyStopper(monitor='val_acc')\n",
        HEAD + "import torch\ntorch.Stopper(monitor='val_acc')\n",
        HEAD + "class T:\n    def f(self):\n        self.history = {'acc': []}\n        print(self.history['acc'])\n",
        HEAD + "class T:\n    def f(self):\n        self.history = {'acc': []}\nt = T()\nprint(t.history['acc'])\n",
        HEAD + "class L(Callback):\n    def f(self):\n        self.history = {}\n        self.history['acc'] = 1\n",
        'm.compile("sgd", metrics=["accuracy"])\nH.history["acc"]\n',
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_history_of_something_else_left_alone() -> None:
    check_untouched(HEAD + 'import browser\nprint(browser.history["acc"])\n')
