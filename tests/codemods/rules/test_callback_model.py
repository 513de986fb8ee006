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


def test_other_methods_declined() -> None:
    check_declined(
        """
        from keras.callbacks import Callback
        class Saver(Callback):
            def on_train_begin(self, logs=None):
                self.model = template
        """,
        "TFM203",
        4,
    )


def test_own_set_model_declined() -> None:
    check_declined(
        """
        from keras.callbacks import Callback
        class Saver(Callback):
            def __init__(self, model):
                self.model = model
            def set_model(self, model):
                return None
        """,
        "TFM203",
        4,
    )


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


def test_one_line_suite_declined() -> None:
    check_declined(
        """
        from keras.callbacks import Callback
        class Saver(Callback):
            def __init__(self, model): self.model = model
        """,
        "TFM203",
        3,
    )


def test_one_of_several_statements_declined() -> None:
    check_declined(
        """
        from keras.callbacks import Callback
        class Saver(Callback):
            def __init__(self, model, path):
                self.model = model; self.path = path
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
        (
            """
            from keras.callbacks import Callback
            def make(template):
                class Saver(Callback):
                    def on_epoch_end(self, epoch, logs):
                        self.model = template
                return Saver()
            """,
            5,
        ),
    ],
    ids=["indirect base", "local class"],
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
