"""How replicas aggregate a weight."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

SOURCE = """import tensorflow as tf

class Scale(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.scale = self.add_weight(name="scale", shape=(), initializer="ones", aggregation={})

    def call(self, x):
        return self.scale * x
"""


@pytest.mark.parametrize("name", ["MEAN", "SUM", "ONLY_FIRST_REPLICA", "NONE"])
def test_strings(name: str) -> None:
    check_upgraded(SOURCE.format(f"tf.VariableAggregation.{name}"), SOURCE.format(f'"{name.lower()}"'))


@pytest.mark.parametrize(
    "source",
    [
        SOURCE.format('"mean"'),
        SOURCE.format("None"),
        SOURCE.format("aggregation"),
        "import tensorflow as tf\nv = tf.Variable(1.0, aggregation=tf.VariableAggregation.MEAN)\n",
        "import tensorflow as tf\nmean = tf.VariableAggregation.MEAN\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize("name", ["MEAN", "ONLY_FIRST_REPLICA"])
def test_what_is_written_runs(name: str) -> None:
    tf = pytest.importorskip("tensorflow")
    found: dict[str, object] = {}
    exec(compile(check_sound(SOURCE.format(f"tf.VariableAggregation.{name}")).after, "after", "exec"), found)
    layer = found["Scale"]()  # type: ignore[operator]
    assert float(layer(tf.constant(3.0))) == 3.0
    assert layer.scale.value.aggregation == getattr(tf.VariableAggregation, name)
