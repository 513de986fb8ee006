"""Models that are built and compiled outside the scope of the strategy that trains them."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

COMPILED_FIRST = """
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile("adam", "mse")
strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    model.fit(x, y)
"""


def test_compiled_first() -> None:
    check_upgraded(
        COMPILED_FIRST,
        """
        import tensorflow as tf
        strategy = tf.distribute.MirroredStrategy()
        with strategy.scope():
            model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
            model.compile("adam", "mse")
        with strategy.scope():
            model.fit(x, y)
        """,
    )


def test_strategy_takes_what_it_needs_along() -> None:
    check_upgraded(
        """
        import tensorflow as tf

        def train(x, y, gpus):
            # the network
            model = tf.keras.Sequential()
            model.add(tf.keras.layers.Dense(8))
            model.summary()
            optimizer = tf.keras.optimizers.Adam()
            model.compile(optimizer, "mse")
            devices = ["GPU:%d" % each for each in range(gpus)]

            # all GPUs
            strategy = tf.distribute.MirroredStrategy(devices)
            with strategy.scope():
                return model.fit(x, y, epochs=3)
        """,
        """
        import tensorflow as tf

        def train(x, y, gpus):
            devices = ["GPU:%d" % each for each in range(gpus)]

            # all GPUs
            strategy = tf.distribute.MirroredStrategy(devices)
            with strategy.scope():
                # the network
                model = tf.keras.Sequential()
                model.add(tf.keras.layers.Dense(8))
                model.summary()
                optimizer = tf.keras.optimizers.Adam()
                model.compile(optimizer, "mse")
            with strategy.scope():
                return model.fit(x, y, epochs=3)
        """,
    )


def test_built_before_the_scope_that_compiles() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        strategy = tf.distribute.MirroredStrategy()
        inputs = tf.keras.Input((4,))
        model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(inputs))
        model.compile("adam", "mse")
        with strategy.scope():
            model.fit(x, y)
        """,
        """
        import tensorflow as tf
        strategy = tf.distribute.MirroredStrategy()
        with strategy.scope():
            inputs = tf.keras.Input((4,))
            model = tf.keras.Model(inputs, tf.keras.layers.Dense(1)(inputs))
            model.compile("adam", "mse")
        with strategy.scope():
            model.fit(x, y)
        """,
    )


def test_compiled_outside_the_scope_that_builds() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        strategy = tf.distribute.MirroredStrategy()
        with strategy.scope():
            model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
        optimizer = tf.keras.optimizers.Adam()
        model.compile(optimizer, "mse")
        model.fit(x, y)
        """,
        """
        import tensorflow as tf
        strategy = tf.distribute.MirroredStrategy()
        with strategy.scope():
            model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
        with strategy.scope():
            optimizer = tf.keras.optimizers.Adam()
            model.compile(optimizer, "mse")
        model.fit(x, y)
        """,
    )


def test_optimizer_made_outside() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        strategy = tf.distribute.MirroredStrategy()
        optimizer = tf.keras.optimizers.Adam()
        x, y = load()
        with strategy.scope():
            model = build()
            model.compile(optimizer, "mse")
        model.fit(x, y)
        """,
        """
        import tensorflow as tf
        strategy = tf.distribute.MirroredStrategy()
        with strategy.scope():
            optimizer = tf.keras.optimizers.Adam()
        x, y = load()
        with strategy.scope():
            model = build()
            model.compile(optimizer, "mse")
        model.fit(x, y)
        """,
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("strategy = tf", "model.fit(x, y)\nstrategy = tf"),
        ("strategy = tf", "model.load_weights('w.h5')\nstrategy = tf"),
        ("strategy = tf", "show(model)\nstrategy = tf"),
        ("strategy = tf", "tf.config.experimental.set_memory_growth(gpu, True)\nstrategy = tf"),
    ],
)
def test_declined(old: str, new: str) -> None:
    found = check_declined(COMPILED_FIRST.replace(old, new), "TFM205", 7)
    assert "Mixing different tf.distribute.Strategy objects" in found.message


def test_optimizer_made_before_the_strategy_is_declined() -> None:
    check_declined(
        """
        import tensorflow as tf
        optimizer = tf.keras.optimizers.Adam()
        strategy = tf.distribute.MirroredStrategy()
        with strategy.scope():
            model = tf.keras.Sequential([tf.keras.layers.Dense(8, input_shape=(20,))])
            model.compile(optimizer, "mse")
        """,
        "TFM205",
        6,
    )


def test_a_model_around_one_that_was_made_before_the_scope_is_declined() -> None:
    source = """
import tensorflow as tf
from nets import show
strategy = tf.distribute.MirroredStrategy()
model = tf.keras.Sequential([tf.keras.layers.Dense(8, input_shape=(20,))])
show(model)
with strategy.scope():
    model = tf.keras.Sequential([model, tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
model.fit(x, y)
"""
    check_declined(source, "TFM205", 8)


def test_continued_lines_move_with_their_statement() -> None:
    check_upgraded(
        '''
        import tensorflow as tf

        def train(x, y):
            model = tf.keras.Sequential([
                tf.keras.layers.Dense(8,
                                      input_shape=(4,)),
          # the head
          tf.keras.layers.Dense(1),
            ])
            text = """a
        b"""
            model.compile(optimizer="adam", \\
                loss="mse",
          metrics=["mae"])
            strategy = tf.distribute.MirroredStrategy()
            with strategy.scope():
                model.fit(x, y)
        ''',
        '''
        import tensorflow as tf

        def train(x, y):
            strategy = tf.distribute.MirroredStrategy()
            with strategy.scope():
                model = tf.keras.Sequential([
                    tf.keras.layers.Dense(8,
                                          input_shape=(4,)),
              # the head
              tf.keras.layers.Dense(1),
                ])
                text = """a
        b"""
                model.compile(optimizer="adam", \\
                    loss="mse",
              metrics=["mae"])
            with strategy.scope():
                model.fit(x, y)
        ''',
    )


def test_a_strategy_of_another_function_has_the_same_name() -> None:
    function = """
        def train(x, y):
            model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            strategy = tf.distribute.MirroredStrategy()
            with strategy.scope():
                model.compile("adam", "mse")
            return model.fit(x, y)
        """
    first = check_sound(COMPILED_FIRST)
    both = check_sound(COMPILED_FIRST + dedent(function))
    assert both.after.startswith(first.after)
    assert [each.code for each in both.changes].count("TFM205") == 2


def test_the_second_model_of_a_name_moves() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        strategy = tf.distribute.MirroredStrategy()
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("adam", "mse")
        model.fit(x, y)
        with strategy.scope():
            model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("adam", "mse")
        model.fit(x, y)
        """,
        """
        import tensorflow as tf
        strategy = tf.distribute.MirroredStrategy()
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("adam", "mse")
        model.fit(x, y)
        with strategy.scope():
            model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        with strategy.scope():
            model.compile("adam", "mse")
        model.fit(x, y)
        """,
    )


@pytest.mark.parametrize(
    "source",
    [
        # as it should be
        """
        import tensorflow as tf
        strategy = tf.distribute.MirroredStrategy()
        with strategy.scope():
            model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            model.compile("adam", "mse")
        model.fit(x, y)
        """,
        # plain SGD has no variables of its own for the weights
        """
        import tensorflow as tf
        strategy = tf.distribute.MirroredStrategy()
        with strategy.scope():
            model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile(tf.keras.optimizers.SGD(0.1), "mse")
        model.fit(x, y)
        """,
        # the optimizer is made in the scope
        """
        import tensorflow as tf
        strategy = tf.distribute.MirroredStrategy()
        with strategy.scope():
            model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            optimizer = tf.keras.optimizers.Adam()
        model.compile(optimizer=optimizer, loss="mse")
        model.fit(x, y)
        """,
        # plain SGD under a name
        """
        import tensorflow as tf
        strategy = tf.distribute.MirroredStrategy()
        optimizer = tf.keras.optimizers.SGD(0.5)
        with strategy.scope():
            model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile(optimizer=optimizer, loss="mse")
        model.fit(x, y)
        """,
        # a loss scale around an optimizer that is made in the scope
        """
        import tensorflow as tf
        strategy = tf.distribute.MirroredStrategy()
        with strategy.scope():
            model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            optimizer = tf.keras.optimizers.Adam()
        model.compile(tf.keras.mixed_precision.LossScaleOptimizer(optimizer), "mse")
        model.fit(x, y)
        """,
        # the name held another model before the scope
        """
        import tensorflow as tf
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
        model.compile("adam", "mse")
        model.fit(x, y)
        strategy = tf.distribute.MirroredStrategy()
        with strategy.scope():
            model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
            model.compile("adam", "mse")
        model.fit(x, y)
        """,
        # and holds one without a scope afterwards
        """
        import tensorflow as tf
        strategy = tf.distribute.MirroredStrategy()
        with strategy.scope():
            model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            model.compile("adam", "mse")
        model.fit(x, y)
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("adam", "mse")
        model.fit(x, y)
        """,
        # only evaluated in the scope
        """
        import tensorflow as tf
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("adam", "mse")
        strategy = tf.distribute.MirroredStrategy()
        with strategy.scope():
            print(model.evaluate(x, y), model.predict(x))
        """,
        # no strategy of several replicas
        """
        import tensorflow as tf
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("adam", "mse")
        strategy = tf.distribute.OneDeviceStrategy("CPU:0")
        with strategy.scope():
            model.fit(x, y)
        """,
        # whose scope it is does not show
        """
        import tensorflow as tf
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("adam", "mse")
        with strategy.scope():
            model.fit(x, y)
        """,
        # a function with a scope of its own makes the model
        """
        import tensorflow as tf
        strategy = tf.distribute.MirroredStrategy()
        def build():
            with strategy.scope():
                model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
                model.compile("adam", "mse")
            return model
        model = build()
        with strategy.scope():
            model.fit(x, y)
        """,
        # not a Keras model
        """
        import tensorflow as tf
        from sklearn.linear_model import LinearRegression
        strategy = tf.distribute.MirroredStrategy()
        model = LinearRegression()
        with strategy.scope():
            model.fit(x, y)
        """,
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
