"""`ModelCheckpoint._get_file_path` takes the batch since TensorFlow 2.5."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

SAVER = """import tensorflow as tf

class Saver(tf.keras.callbacks.ModelCheckpoint):
    def on_epoch_end(self, epoch, logs=None):
        super().on_epoch_end(epoch, logs)
        {}
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("p = self._get_file_path(epoch, logs)", "p = self._get_file_path(epoch, None, logs)"),
        ("p = super()._get_file_path(epoch, logs)", "p = super()._get_file_path(epoch, None, logs)"),
        ("p = self._get_file_path(epoch, logs=logs)", "p = self._get_file_path(epoch, batch=None, logs=logs)"),
        (
            "p = self._get_file_path(epoch=epoch, logs=logs)",
            "p = self._get_file_path(epoch=epoch, batch=None, logs=logs)",
        ),
    ],
)
def test_calls(before: str, after: str) -> None:
    check_upgraded(SAVER.format(before), SAVER.format(after))


def test_an_object() -> None:
    made = "import keras\nc = keras.callbacks.ModelCheckpoint('a.keras')\nprint(c._get_file_path({}))\n"
    check_upgraded(made.format("1, {}"), made.format("1, None, {}"))


def test_a_method_of_the_class() -> None:
    source = SAVER.format("pass") + "\n    def _get_file_path(self, epoch, logs): return 'a.keras'\n"
    check_declined(source, "TFM486", 8)


@pytest.mark.parametrize("name", ["load_weights_on_restart", "_maybe_remove_file"])
def test_what_is_gone(name: str) -> None:
    check_declined(SAVER.format(f"print(self.{name})"), "TFM197", 6)


@pytest.mark.parametrize(
    "source",
    [
        SAVER.format("p = self._get_file_path(epoch, None, logs)"),
        SAVER.format("p = self._get_file_path(*given)"),
        SAVER.format("p = self.other._get_file_path(epoch, logs)"),
        SAVER.format("self.load_weights_on_restart = False; print(self.load_weights_on_restart)"),
        SAVER.format("pass") + "\n    def _get_file_path(self, epoch, batch, logs): return 'a.keras'\n",
        SAVER.format("pass") + "\n    def _get_file_path(self, *given): return 'a.keras'\n",
        SAVER.replace("tf.keras.callbacks.ModelCheckpoint", "tf.keras.callbacks.Callback").format(
            "p = self._get_file_path(epoch, logs)"
        )
        + "    def _get_file_path(self, epoch, logs): return 'a.keras'\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
