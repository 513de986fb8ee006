"""Keys that Keras 3 no longer gives to callbacks."""

from __future__ import annotations

import pytest

from compat.tables.behaviour.callback_data import GONE_BATCH_LOGS, GONE_PARAMS
from tests.codemods.checks import check_declined, check_sound, check_untouched

HEAD = "from keras.callbacks import Callback\nclass Seen(Callback):\n"


@pytest.mark.parametrize("key", GONE_PARAMS)
@pytest.mark.parametrize("read", ["self.params[{!r}]", "self.params.get({!r})", "self.params.get({!r}, 0)"])
def test_params(key: str, read: str) -> None:
    finding = check_declined(
        f"{HEAD}    def on_train_begin(self, logs=None):\n        n = {read.format(key)}\n", "TFM228", 4
    )
    assert finding.advice == GONE_PARAMS[key]


@pytest.mark.parametrize("key", GONE_BATCH_LOGS)
@pytest.mark.parametrize("method", ["on_batch_end(self, batch, logs=None)", "on_train_batch_begin(self, b, logs)"])
def test_logs_of_a_batch(key: str, method: str) -> None:
    check_declined(f"{HEAD}    def {method}:\n        n = logs.get({key!r}, 0)\n", "TFM228", 4)


@pytest.mark.parametrize(
    ("method", "read", "notes"),
    [
        ("on_train_begin(self, logs=None)", "self.params['samples']", 0),
        ("on_batch_end(self, batch, logs)", "logs['batch']", 0),
        ("on_batch_end(self, batch, logs)", "logs['size']", 1),
        ("on_batch_end(self, batch, logs)", "logs['loss']", 1),
    ],
)
def test_the_shims_carry_it(method: str, read: str, notes: int) -> None:
    source = f"import keras.layers.core\n{HEAD}    def {method}:\n        n = {read}\n"
    result = check_sound(source, to="compat")
    assert [each.code for each in result.findings] == []
    assert [each.code for each in result.notes].count("TFM228") == notes


def test_callback_of_a_callback() -> None:
    source = f"{HEAD}    pass\nclass More(Seen):\n    def on_epoch_end(self, epoch, logs={{}}):\n        self.params['samples']\n"
    check_declined(source, "TFM228", 6)


@pytest.mark.parametrize(
    "body",
    [
        "def on_epoch_end(self, epoch, logs=None):\n        self.params['epochs']\n",
        "def on_epoch_end(self, epoch, logs=None):\n        self.params['samples'] = 3\n",
        "def on_epoch_end(self, epoch, logs=None):\n        logs['size']\n",
        "def on_batch_end(self, batch, logs=None):\n        logs['loss']\n",
        "def on_batch_end(self, batch, logs=None):\n        if 'size' in logs:\n            n = logs['size']\n",
        "def on_batch_end(self, batch, logs=None):\n        other['size']\n",
        (
            "def on_train_begin(self, logs=None):\n        try:\n            n = self.params['samples']\n"
            "        except KeyError:\n            n = 0\n"
        ),
        "def on_train_begin(self, logs=None):\n        self.own['samples']\n",
        "def on_train_begin(self, logs=None):\n        self.params[key]\n",
    ],
)
def test_left_alone(body: str) -> None:
    check_untouched(f"{HEAD}    {body}")


def test_other_classes() -> None:
    check_untouched(
        "import keras\nclass Own:\n    def on_batch_end(self, batch, logs):\n        self.params['samples']\n"
    )
    check_untouched(
        "from torch import Callback\nclass C(Callback):\n    def f(self):\n        self.params['samples']\n"
    )


COMPILED = "import keras\nm = keras.models.Sequential()\nm.compile('sgd', 'mse', metrics=['accuracy'])\n"


def test_accuracy_of_a_batch_of_keras_2_2() -> None:
    body = "    def on_batch_end(self, batch, logs=None):\n        self.seen.append(logs.get('acc'))\n"
    for target in ("native", "compat"):
        found = check_sound(COMPILED + HEAD + body, to=target)
        (note,) = [each for each in found.notes if each.code == "TFM228"]
        assert (note.line, "accuracy of the batch in Keras 2.2" in note.message) == (7, True)


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (HEAD, "    def on_epoch_end(self, epoch, logs=None):\n        self.seen.append(logs.get('acc'))\n"),
        (HEAD, "    def on_batch_end(self, batch, logs=None):\n        self.seen.append(logs.get('accuracy'))\n"),
        (
            HEAD.replace("keras", "tensorflow.keras"),
            "    def on_batch_end(self, batch, logs=None):\n        self.seen.append(logs.get('acc'))\n",
        ),
    ],
)
def test_other_accuracies(head: str, body: str) -> None:
    compiled = COMPILED if head is HEAD else COMPILED.replace("import keras", "from tensorflow import keras")
    found = check_sound(compiled + head + body)
    assert "TFM228" not in {each.code for each in (*found.findings, *found.notes)}
