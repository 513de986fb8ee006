from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
STRATEGY = TF + "strategy = tf.distribute.MirroredStrategy()\n"
LEGACY = "experimental_make_numpy_dataset"


@pytest.mark.parametrize(
    ("source", "receiver"),
    [
        (STRATEGY + f"d = strategy.{LEGACY}((x, y)).shuffle(9)\n", "strategy"),
        (STRATEGY + f"with strategy.scope():\n    d = strategy.{LEGACY}(x)  # rows\n", "strategy"),
        (STRATEGY + f"d = strategy.extended.{LEGACY}(x)\n", "strategy.extended"),
        (TF + f"def read(s, x): return s.{LEGACY}(x)\n", "s"),
        (TF + f"class T:\n    def read(self, x): return self.s.{LEGACY}(x)\n", "self.s"),
    ],
)
def test_rewritten(source: str, receiver: str) -> None:
    check_upgraded(source, source.replace(f"{receiver}.{LEGACY}", "tf.data.Dataset.from_tensor_slices"))


@pytest.mark.parametrize("arguments", ["numpy_input=x", "x, None"])
def test_arguments(arguments: str) -> None:
    modern = STRATEGY + "d = tf.data.Dataset.from_tensor_slices(x)\n"
    check_upgraded(STRATEGY + f"d = strategy.{LEGACY}({arguments})\n", modern)


@pytest.mark.parametrize("arguments", ["x, s", "*args", "x, **kwargs", ""])
def test_reported(arguments: str) -> None:
    check_declined(STRATEGY + f"d = strategy.{LEGACY}({arguments})\n", "TFM197", 3)


def test_strategies_of_tensorflow_1_still_have_it() -> None:
    check_upgraded(
        STRATEGY + f"d = strategy.{LEGACY}(x, session=s)\n",
        STRATEGY.replace("tf.d", "tf.compat.v1.d") + f"d = strategy.{LEGACY}(x, session=s)\n",
    )


@pytest.mark.parametrize(
    "source",
    [
        TF + f"class S:\n    def {LEGACY}(self, x): pass\nS().{LEGACY}(x)\n",
        TF + f"import project\nproject.{LEGACY}(x)\n",
        STRATEGY + "d = strategy.experimental_distribute_dataset(d)\n",
        f"text = 'strategy.{LEGACY}'\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
