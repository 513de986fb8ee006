"""Own `on_batch_end` of checkpoints and TensorBoards, and checkpoints that are not started."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "from keras.callbacks import ModelCheckpoint, TensorBoard\nfrom keras.layers.core import Dense\n"
AFTER = "from keras.callbacks import ModelCheckpoint, TensorBoard\nfrom keras.layers import Dense\n"


@pytest.mark.parametrize("base", ["ModelCheckpoint", "TensorBoard"])
@pytest.mark.parametrize(
    "start", ["super().{0}(batch, logs)", "super(Own, self).{0}(batch, logs)", "{1}.{0}(self, batch, logs)"]
)
def test_renamed(base: str, start: str) -> None:
    source = f"class Own({base}):\n    def {{0}}(self, batch, logs=None):\n        {start}\n        print(batch)\n"
    before, after = source.format("on_batch_end", base), source.format("on_train_batch_end", base)
    check_upgraded(HEAD + before, AFTER + after)


def test_begin() -> None:
    source = "class Own(TensorBoard):\n    def {}(self, batch, logs={{}}):\n        print(batch)\n"
    check_upgraded(HEAD + source.format("on_batch_begin"), AFTER + source.format("on_train_batch_begin"))


def test_below_own_class() -> None:
    source = (
        "class Own(TensorBoard): pass\nclass More(Own):\n    def {}(self, batch, logs=None):\n        print(batch)\n"
    )
    check_upgraded(HEAD + source.format("on_batch_end"), AFTER + source.format("on_train_batch_end"))


def test_called_by_name() -> None:
    check_declined(
        "from keras.callbacks import ModelCheckpoint\n"
        "class Own(ModelCheckpoint):\n    def on_batch_end(self, batch, logs=None):\n        print(batch)\n"
        "own = Own('a.h5')\nown.on_batch_end(0)\n",
        "TFM506",
        3,
    )


def test_of_tensorflow_2() -> None:
    """TensorFlow 2.0 and 2.1 called it, 2.2 to 2.15 did not."""
    source = (
        "import tensorflow as tf\n"
        "class Own(tf.keras.callbacks.ModelCheckpoint):\n"
        "    def on_batch_end(self, batch, logs=None):\n        print(batch)\n"
    )
    check_declined(f"{source}strategy = tf.distribute.MirroredStrategy()\n", "TFM506", 3)
    check_untouched(
        f"{source}strategy = tf.distribute.experimental.ParameterServerStrategy(r)\ntf.keras.layers.GroupNormalization()\n"
    )


@pytest.mark.parametrize(
    "start",
    [
        "super(ModelCheckpoint, self).__init__()",
        "Callback.__init__(self)",
        "self.best = 0",
    ],
)
def test_not_started(start: str) -> None:
    source = (
        "class Own(ModelCheckpoint):\n    def __init__(self, path):\n        self.path = path\n"
        f"        {start}\n{{}}\n    def on_epoch_end(self, epoch, logs=None):\n        self.model.save(self.path)\n"
    )
    head = "from keras.callbacks import Callback, ModelCheckpoint\nfrom keras.layers.core import Dense\n"
    check_upgraded(
        head + source.format(""), head.replace(".core", "") + source.format('        self.save_freq = "epoch"\n')
    )


@pytest.mark.parametrize(
    "source",
    [
        "class Own(ModelCheckpoint):\n    def __init__(self, path):\n        super().__init__(path)\n",
        "class Own(ModelCheckpoint):\n    def __init__(self, path):\n        super(Own, self).__init__(path)\n",
        "class Own(ModelCheckpoint):\n    def __init__(self, path):\n        ModelCheckpoint.__init__(self, path)\n",
        "class Own(ModelCheckpoint):\n    def __init__(self, path):\n        self.save_freq = 'epoch'\n",
        "class Own(ModelCheckpoint):\n    def __init__(self, other):\n        self.__dict__.update(other.__dict__)\n",
        (
            "class Own(ModelCheckpoint):\n    def __init__(self, p):\n        self.p = p\n"
            "    def on_train_batch_end(self, batch, logs=None):\n        pass\n"
        ),
        (
            "class Own(ModelCheckpoint):\n    def on_train_batch_end(self, batch, logs=None):\n        print(batch)\n"
            "    def on_batch_end(self, batch, logs=None):\n        print(batch)\n"
        ),
        "class Own(ModelCheckpoint):\n    def on_batch_begin(self, batch, logs=None):\n        print(batch)\n",
        "class Own(EarlyStopping):\n    def on_batch_end(self, batch, logs=None):\n        print(batch)\n",
        "class Own(EarlyStopping):\n    def __init__(self):\n        super(EarlyStopping, self).__init__()\n",
        "class Own:\n    def on_batch_end(self, batch, logs=None):\n        print(batch)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(f"from keras.callbacks import EarlyStopping, ModelCheckpoint\n{source}")


def test_shims() -> None:
    source = (
        "class Own(ModelCheckpoint):\n    def __init__(self, path):\n        self.path = path\n"
        "    def on_batch_end(self, batch, logs=None):\n        print(batch)\n"
    )
    head = "from {}keras.callbacks import ModelCheckpoint\n"
    check_upgraded(head.format("") + source, head.format("compat.") + source, to="compat")
