"""`self.model = model` goes from the `__init__` of callbacks; elsewhere it is reported."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded


def test_in_init() -> None:
    check_upgraded(
        """
        from keras.callbacks import Callback
        class Saver(Callback):
            def __init__(self, model, path):
                self.model = model
                self.path = path
        """,
        """
        from keras.callbacks import Callback
        class Saver(Callback):
            def __init__(self, model, path):
                self.path = path
        """,
    )


def test_only_statement_of_init() -> None:
    check_upgraded(
        """
        import keras
        class Saver(keras.callbacks.Callback):
            def __init__(self, model):
                self.model = model
        """,
        """
        import keras
        class Saver(keras.callbacks.Callback):
            def __init__(self, model):
                pass
        """,
    )


def test_subclass_of_a_ready_callback() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        class Saver(tf.keras.callbacks.ModelCheckpoint):
            def __init__(self, path, model):
                super().__init__(path)
                self.model = model
        """,
        """
        import tensorflow as tf
        class Saver(tf.keras.callbacks.ModelCheckpoint):
            def __init__(self, path, model):
                super().__init__(path)
        """,
    )


def test_comment_above_the_line_stays() -> None:
    check_upgraded(
        """
        from keras.callbacks import Callback
        class Saver(Callback):
            def __init__(self, model, path):
                # the template
                self.model = model
                self.path = path
        """,
        """
        from keras.callbacks import Callback
        class Saver(Callback):
            def __init__(self, model, path):
                # the template
                self.path = path
        """,
    )


def test_comment_at_the_end_of_the_line_stays() -> None:
    result = check_upgraded(
        """
        from keras.callbacks import Callback
        class Saver(Callback):
            def __init__(self, model, path):
                self.model = model  # the template
                self.path = path
        """,
        """
        from keras.callbacks import Callback
        class Saver(Callback):
            def __init__(self, model, path):
                # the template
                self.path = path
        """,
    )
    assert [change.line for change in result.changes] == [4]


def test_one_of_several_targets_declined() -> None:
    check_declined(
        """
        from keras.callbacks import Callback
        class Saver(Callback):
            def __init__(self, model):
                self.model = self.kept = model
        """,
        "TFM203",
        4,
    )


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (
            """
            from keras.callbacks import Callback
            class Base(Callback):
                pass
            class Saver(Base):
                def on_epoch_end(self, epoch, logs):
                    self.model = template
            """,
            6,
        ),
    ],
    ids=["indirect base"],
)
def test_less_direct_callbacks_declined(source: str, line: int) -> None:
    check_declined(source, "TFM203", line)


@pytest.mark.parametrize(
    "source",
    [
        "class Saver:\n    def __init__(self, model):\n        self.model = model\n",
        "import keras\nclass Net:\n    def __init__(self, model):\n        self.model = model\n",
        "import keras\nclass Net(keras.models.Model):\n    def __init__(self, model):\n        self.model = model\n",
        "from .callbacks import Callback\nimport keras\nclass A(Callback):\n    def __init__(self, m):\n        self.model = m\n",
        "from keras.callbacks import Callback\nclass A(Callback):\n    def __init__(self, m):\n        self.model_ = m\n",
        "from keras.callbacks import Callback\nclass A(Callback):\n    def __init__(self, m):\n        m.model = m\n",
        "from keras.callbacks import Callback\nclass A(Callback):\n    def __init__(self, m):\n        self.model.kept = m\n",
        "from keras.callbacks import Callback\nclass A(Callback):\n    def __init__(self, m):\n        print(self.model)\n",
        "from keras.callbacks import Callback\nCallback = object\nclass A(Callback):\n    def __init__(self, m):\n        self.model = m\n",
        "from keras.callbacks import Callback\nclass A(list):\n    def __init__(self, m):\n        self.model = m\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


SAVER = "from keras.callbacks import Callback\nclass Saver(Callback):\n"
MADE = "from keras.callbacks import ModelCheckpoint, TensorBoard\nsaver = ModelCheckpoint('m.keras')\n"


@pytest.mark.parametrize(
    ("head", "legacy", "modern"),
    [
        (SAVER + "    def on_train_begin(self, logs=None):\n        ", "self.model = kept", "super().set_model(kept)"),
        (SAVER + "    def set_model(self, model):\n        ", "self.model = self.kept", "super().set_model(self.kept)"),
        (
            SAVER + "    def set_model(self, model): pass\n    def __init__(self, model):\n        ",
            "self.model = model",
            "super().set_model(model)",
        ),
        (SAVER + "    def __init__(self, model): ", "self.model = model", "super().set_model(model)"),
        (
            SAVER + "    def __init__(self, model):\n        ",
            "self.model = model; self.kept = 1",
            "super().set_model(model); self.kept = 1",
        ),
        (MADE, "saver.model = template", "saver.set_model(template)"),
        (MADE, "saver.model = template  # whole", "saver.set_model(template)  # whole"),
        (SAVER + "    pass\nsaver = Saver()\n", "saver.model = template", "saver.set_model(template)"),
    ],
)
def test_given_to_keras(head: str, legacy: str, modern: str) -> None:
    check_upgraded(f"{head}{legacy}\n", f"{head}{modern}\n")


@pytest.mark.parametrize(
    "source",
    [
        MADE + "board = TensorBoard()\nprint(board.model)\n",
        MADE + "other.model = template\n",
        MADE + "saver.models = template\n",
        MADE + "saver = wrapped(saver)\nsaver.model = template\n",
    ],
)
def test_other_objects_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    "source",
    [
        SAVER + "    def set_model(self, model): pass\nsaver = Saver()\nsaver.model = template\n",
        MADE + "board = TensorBoard()\nboard.model = template\n",
        MADE + "print()\nsaver.model = kept = template\n",
    ],
)
def test_other_set_model_declined(source: str) -> None:
    check_declined(source, "TFM203", source.count("\n"))


@pytest.mark.parametrize(
    ("more", "after"),
    [
        ("        self.names = self.model.output_names\n", ""),
        ("        self.start()\n\n    def start(self): pass\n", ""),
        ("\n    def on_epoch_end(self, epoch, logs=None): pass\n", "Saver(m).on_epoch_end(0)\n"),
    ],
)
def test_model_that_is_used_before_training(more: str, after: str) -> None:
    head = "from keras.callbacks import Callback\nclass Saver(Callback):\n    def __init__(self, model):\n"
    check_upgraded(
        f"{head}        self.model = model\n{more}{after}", f"{head}        super().set_model(model)\n{more}{after}"
    )


FACTORY = """import keras
def make(base):
    class Own(base):
        def {}(self, epoch, logs=None):
            {}
    return Own
Own = make(keras.callbacks.ModelCheckpoint)
"""


def test_a_base_that_a_function_is_given() -> None:
    check_declined(FACTORY.format("on_epoch_end", "self.model = self.template"), "TFM203", 5)


@pytest.mark.parametrize(
    ("method", "body"), [("on_epoch_end", "print(self.model)"), ("run", "self.model = epoch"), ("on_epoch_end", "pass")]
)
def test_a_base_that_a_function_is_given_left_alone(method: str, body: str) -> None:
    check_untouched(FACTORY.format(method, body))


# --- an own attribute that Keras 3 sets, too

OWN_MODEL = """
from keras.callbacks import ModelCheckpoint
class Saver(ModelCheckpoint):
    def __init__(self, model, path):
        {}
    def set_model(self, model):
        super(Saver, self).set_model(self.{name})
class Louder(Saver):
    def on_epoch_end(self, epoch, logs=None):
        print(self.{name}.name)
"""
MINE = "from keras.callbacks import Callback\nclass Mine(Callback):\n"
BEFORE = "self.{name} = model\n        super(Saver, self).__init__(path)"
AFTER = "super(Saver, self).__init__(path)\n        self.{name} = model"


@pytest.mark.parametrize("lines", [BEFORE, AFTER])
def test_own_model(lines: str) -> None:
    before, after = (OWN_MODEL.format(lines, name="{name}").format(name=name) for name in ("_model", "_own_model"))
    check_upgraded(before, after)


@pytest.mark.parametrize(
    "asked", ["print(Saver(model, 'a.h5')._model)", "class Net:\n    _own_model = 1\nNet._own_model"]
)
def test_own_model_that_others_ask_for(asked: str) -> None:
    source = OWN_MODEL.format(BEFORE, name="{name}").format(name="_model") + asked + "\n"
    check_declined(source, "TFM203", 4)


@pytest.mark.parametrize(
    "source",
    [
        # no callback
        "class Trainer:\n    def __init__(self, model):\n        self._model = model\n",
        # only read, or set where Keras 3 sets it
        f"{MINE}    def set_model(self, model):\n        self._model = model\n",
        # of Keras 3
        f"import keras\nprint(keras.ops.ones(2))\n{MINE}    def __init__(self, model):\n        self._model = model\n",
        # another name
        f"{MINE}    def __init__(self, model):\n        self.single_model = model\n        super().__init__()\n",
    ],
)
def test_own_model_left_alone(source: str) -> None:
    check_untouched(source)
