from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
STRATEGY = TF + "strategy = tf.distribute.MirroredStrategy()\n"
SUM = "tf.distribute.ReduceOp.SUM"


@pytest.mark.parametrize(
    "source",
    [
        STRATEGY + f"strategy.reduce({SUM}, x)\n",
        STRATEGY + "strategy.reduce('SUM', x)\n",
        STRATEGY + f"strategy.reduce(reduce_op={SUM}, value=x)\n",
        TF + f"def total(s, x): return s.reduce({SUM}, x)\n",
        TF + "def total(s, x):\n    d = s.experimental_distribute_dataset(x)\n    return s.reduce('mean', d)\n",
        TF + f"class T:\n    def f(self, x): return self.strategy.reduce({SUM}, x)\n",
        TF + f"x = tf.distribute.get_strategy().reduce({SUM}, x)\n",
    ],
)
def test_added(source: str) -> None:
    line = next(line for line in source.splitlines() if ".reduce(" in line)
    check_upgraded(source, source.replace(line, f"{line[:-1]}, axis=None)"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(a, b,)", "(a, b, axis=None,)"),
        ("(\n    a,\n    b\n)", "(\n    a,\n    b,\n    axis=None\n)"),
        ("(a,\n  b)", "(a,\n  b, axis=None)"),
    ],
)
def test_commas_and_lines(before: str, after: str) -> None:
    check_upgraded(f"{STRATEGY}strategy.reduce{before}\n", f"{STRATEGY}strategy.reduce{after}\n")


def test_layout_is_kept() -> None:
    check_upgraded(
        STRATEGY + f"x = strategy.reduce(\n    {SUM},\n    x,  # the loss\n)\n",
        STRATEGY + f"x = strategy.reduce(\n    {SUM},\n    x,  # the loss\n    axis=None,\n)\n",
    )


@pytest.mark.parametrize(
    "source",
    [
        STRATEGY + f"strategy.reduce({SUM}, x, axis=0)\n",
        STRATEGY + f"strategy.reduce({SUM}, x, None)\n",
        STRATEGY + "strategy.reduce(*args)\n",
        STRATEGY + f"strategy.reduce({SUM}, **kwargs)\n",
        STRATEGY + f"strategy.reduce({SUM})\n",
        STRATEGY + f"strategy.extended.reduce_to({SUM}, x, '/cpu:0')\n",
        TF + f"s = tf.compat.v1.distribute.MirroredStrategy()\ns.reduce({SUM}, x)\n",
        TF + "import functools\nfunctools.reduce(add, x)\n",
        TF + "import numpy as np\nnp.add.reduce(x, 0)\n",
        TF + f"class Own:\n    def reduce(self, op, x): pass\nOwn().reduce({SUM}, x)\n",
        TF + "def f(s, x): return s.reduce('SUM', x)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
