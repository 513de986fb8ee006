from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
STRATEGY = TF + "strategy = tf.distribute.MirroredStrategy()\n"
MEAN = TF + "loss = tf.keras.metrics.Mean()\nhits = tf.keras.metrics.BinaryAccuracy()\n"
OWN = TF + "class Hits(tf.keras.metrics.Metric):\n    def __init__(self):\n        super().__init__()\n"


@pytest.mark.parametrize(
    "source",
    [
        STRATEGY + "strategy.experimental_run_v2(step, args=(batch,))\n",
        STRATEGY + "go = strategy.experimental_run_v2\n",
        STRATEGY + "def train(s): return s.experimental_run_v2(step)\n",
        STRATEGY + "s = strategy\ns.experimental_run_v2(step)\n",
        TF + "from project import find_strategy\ns = find_strategy()\ns.experimental_run_v2(step)\n",
        TF + "class T:\n    def __init__(self, s): self.s = s\n    def f(self): self.s.experimental_run_v2(step)\n",
        TF + "def f(x): return tf.distribute.get_strategy().experimental_run_v2(step, (x,))\n",
        "from tensorflow import distribute\ns = distribute.OneDeviceStrategy('/cpu:0')\ns.experimental_run_v2(step)\n",
    ],
)
def test_run(source: str) -> None:
    check_upgraded(source, source.replace("experimental_run_v2", "run"))


def test_datasets_from_function() -> None:
    source = STRATEGY + "data = strategy.experimental_distribute_datasets_from_function(fn)\n"
    check_upgraded(source, source.replace("experimental_distribute", "distribute"))


@pytest.mark.parametrize(
    "source",
    [
        MEAN + "loss.reset_states()\n",
        MEAN + "def epoch():\n    loss.reset_states()  # for the next one\n",
        MEAN + "for each in (loss, hits):\n    each.reset_states()\n",
        MEAN + "for each in [loss] + [hits]: each.reset_states()\n",
        MEAN + "[each.reset_states() for each in [loss, hits]]\n",
        MEAN + "list(map(lambda each: each.reset_states(), [loss, hits]))\n",
        MEAN + "def reset(*measured):\n    for each in measured: each.reset_states()\nreset(loss, hits)\n",
        MEAN + "def reset(measured):\n    for each in measured: each.reset_states()\nreset([loss, hits])\n",
        MEAN + "measured = {'loss': loss, 'hits': hits}\nmeasured['loss'].reset_states()\n",
        MEAN + "measured = {}\nmeasured['loss'] = loss\nfor each in measured.values(): each.reset_states()\n",
        MEAN + "measured = {'loss': loss}\nfor name, each in measured.items(): each.reset_states()\n",
        MEAN + "measured = []\nmeasured.append(loss)\nfor place, each in enumerate(measured): each.reset_states()\n",
        MEAN + "for value, each in zip(values, [loss, hits]): each.reset_states()\n",
        TF + "class T:\n  def __init__(self): self.m = tf.keras.metrics.Mean()\n  def f(self): self.m.reset_states()\n",
        TF
        + "class T:\n  def __init__(self): self.all = [tf.keras.metrics.Mean()]\n"
        + "  def f(self):\n    for each in self.all: each.reset_states()\n",
        TF + "model = tf.keras.Sequential()\nfor each in model.metrics: each.reset_states()\n",
        "import keras\nm = keras.metrics.Mean()\nm.reset_states()\n",
        TF
        + "class T:\n  def __init__(self): self.m = tf.keras.metrics.Mean()\n"
        + "  @tf.function\n  def f(self): self.m.reset_states()\n",
        TF + "m = tf.keras.metrics.Mean() if a else tf.keras.metrics.Mean(name='b')\nm.reset_states()\n",
    ],
)
def test_reset_state(source: str) -> None:
    check_upgraded(source, source.replace("reset_states", "reset_state"))


def test_a_metric_of_its_own() -> None:
    """Keras 3 would call the `reset_state` of the base class, which sets every weight to zero, and say nothing."""
    check_upgraded(
        OWN + "    def reset_states(self):\n        super().reset_states()\n        self.best.assign(-1.0)\n"
        "hits = Hits()\nhits.reset_states()\n",
        OWN + "    def reset_state(self):\n        super().reset_state()\n        self.best.assign(-1.0)\n"
        "hits = Hits()\nhits.reset_state()\n",
    )
    check_upgraded(
        OWN + "    def next_epoch(self):\n        self.reset_states()\n",
        OWN + "    def next_epoch(self):\n        self.reset_state()\n",
    )


@pytest.mark.parametrize(
    "source",
    [
        STRATEGY + "strategy.run(step, args=(batch,))\nstrategy.experimental_distribute_dataset(d)\n",
        TF + "class S:\n    def experimental_run_v2(self, fn): pass\nS().experimental_run_v2(step)\n",
        TF + "def experimental_run_v2(fn): pass\nstrategy.experimental_run_v2(step)\n",
        "import horovod.tensorflow as hvd\nhvd.experimental_run_v2(step)\n",
        TF + "layer = tf.keras.layers.LSTM(3, stateful=True)\nlayer.reset_states()\n",
        TF + "for each in [tf.keras.layers.GRU(2)]: each.reset_states()\n",
        MEAN + "loss.reset_state()\n",
        OWN + "    def reset_states(self):\n        self.reset_state()\nhits = Hits()\nhits.reset_states()\n",
        TF + "class Meter:\n    def reset_states(self): pass\nmeter = Meter()\nmeter.reset_states()\n",
        OWN + "    def reset_states(self): self.reset_state()\n    def reset_state(self): pass\n"
        "hits = Hits()\nhits.reset_states()\n",
        "reset_states()\n",
        "text = 'strategy.experimental_run_v2'\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    "source",
    [
        TF + "def epoch(m):\n    m.update_state(1)\n    m.reset_states()\n",
        TF + "def epoch(m): return m.result(), m.reset_states()\n",
        TF
        + "class T:\n  def __init__(self, m): self.m = m\n  def f(self): self.m.update_state(1), self.m.reset_states()\n",
        MEAN + "many = []\nmany.extend(made())\nfor each in many: each.update_state(1), each.reset_states()\n",
    ],
)
def test_reported_where_the_file_does_not_show_a_metric(source: str) -> None:
    line = source.count("\n", 0, source.index("reset_states")) + 1
    assert "used as a metric" in check_declined(source, "TFM180", line).message


@pytest.mark.parametrize(
    "source",
    [
        TF + "def epoch(m): m.reset_states()\n",
        TF + "from project import Meter\nm = Meter()\nm.result()\nm.reset_states()\n",
        MEAN + "for each in [loss, tf.keras.layers.LSTM(2)]: each.reset_states()\n",
        TF + "for each in []: each.reset_states()\n",
    ],
)
def test_noted_where_nothing_tells(source: str) -> None:
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    assert not result.changed
    assert result.findings == ()
    assert result.notes


def test_a_model_has_neither_name() -> None:
    source = TF + "model = tf.keras.Sequential()\nmodel.reset_states()\n"
    assert check_declined(source, "TFM197", 3).symbol == "tensorflow.keras.Sequential.reset_states"
