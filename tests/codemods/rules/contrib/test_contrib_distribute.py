"""Strategies of contrib go to `tf.distribute` with the batch that they had, or to the shims."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
FIT = """
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
model.fit(x, y, batch_size={})
"""
LEGACY, MODERN = FIT.format("64"), FIT.format("64 * strategy.num_replicas_in_sync")
DISTRIBUTE = "tf.contrib.distribute"
HOME = "from compat.tensorflow.contrib import distribute as contrib_distribute\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("MirroredStrategy()", "MirroredStrategy()"),
        ("MirroredStrategy(num_gpus=2)", 'MirroredStrategy([f"GPU:{i}" for i in range(2)])'),
        ("MirroredStrategy(None, 4)", 'MirroredStrategy([f"GPU:{i}" for i in range(4)])'),
        ("MirroredStrategy(num_gpus=1)", 'MirroredStrategy(["GPU:0"])'),
        ("MirroredStrategy(num_gpus=0)", 'MirroredStrategy(["CPU:0"])'),
        ("MirroredStrategy(num_gpus_per_worker=3)", 'MirroredStrategy([f"GPU:{i}" for i in range(3)])'),
        ("MirroredStrategy(num_gpus=len(g))", 'MirroredStrategy([f"GPU:{i}" for i in range(len(g))] or ["CPU:0"])'),
        ('MirroredStrategy(devices=["/gpu:0"])', 'MirroredStrategy(["/gpu:0"])'),
        ('MirroredStrategy(["/gpu:0"])', 'MirroredStrategy(["/gpu:0"])'),
        ("MirroredStrategy(auto_shard_dataset=True)", "MirroredStrategy()"),
        ('OneDeviceStrategy("GPU:0")', 'OneDeviceStrategy("GPU:0")'),
        (
            "MirroredStrategy(cross_tower_ops=tf.contrib.distribute.AllReduceCrossTowerOps('nccl', num_packs=2))",
            "MirroredStrategy(cross_device_ops=tf.distribute.NcclAllReduce(num_packs=2))",
        ),
        (
            "MirroredStrategy(cross_device_ops=tf.contrib.distribute.AllReduceCrossDeviceOps('hierarchical_copy'))",
            "MirroredStrategy(cross_device_ops=tf.distribute.HierarchicalCopyAllReduce())",
        ),
        ("MirroredStrategy(cross_tower_ops=None)", "MirroredStrategy()"),
    ],
)
def test_a_strategy_around_fit(legacy: str, modern: str) -> None:
    check_upgraded(
        f"{TF}strategy = {DISTRIBUTE}.{legacy}\n{LEGACY}", f"{TF}strategy = tf.distribute.{modern}\n{MODERN}"
    )


@pytest.mark.parametrize(
    ("head", "call"),
    [
        ("from tensorflow.contrib import distribute as d\n", "d.MirroredStrategy()"),
        ("from tensorflow.contrib.distribute import MirroredStrategy\n", "MirroredStrategy()"),
        ("from tensorflow.contrib.distribute import MirroredStrategy as S\n", "S()"),
        ("import tensorflow.contrib.distribute as d\n", "d.MirroredStrategy()"),
        ("from tensorflow.contrib.distribute.python import mirrored_strategy as m\n", "m.MirroredStrategy()"),
        ("from tensorflow.contrib.distribute.python.mirrored_strategy import MirroredStrategy\n", "MirroredStrategy()"),
    ],
)
def test_every_spelling(head: str, call: str) -> None:
    check_upgraded(
        f"{TF}{head}strategy = {call}\n{LEGACY}", f"{TF}strategy = tf.distribute.MirroredStrategy()\n{MODERN}"
    )


def test_a_sum_is_multiplied_as_a_whole() -> None:
    head = "strategy = {}.MirroredStrategy()\n"
    check_upgraded(
        TF + head.format(DISTRIBUTE) + FIT.format("n + 1"),
        TF + head.format("tf.distribute") + FIT.format("(n + 1) * strategy.num_replicas_in_sync"),
    )


@pytest.mark.parametrize(
    ("use", "reason"),
    [
        (f"s = {DISTRIBUTE}.MirroredStrategy()\n", "does not show what it trains"),
        (f"def make(n):\n    return {DISTRIBUTE}.MirroredStrategy(num_gpus=n)\n", "not assigned to one name"),
        (
            f"strategy = {DISTRIBUTE}.MirroredStrategy()\nmodel.compile('sgd', distribute=strategy)\n",
            "more than scope()",
        ),
        (f"strategy = {DISTRIBUTE}.MirroredStrategy()\nstrategy.call_for_each_tower(f)\n", "more than scope()"),
        (f"strategy = {DISTRIBUTE}.MirroredStrategy()\nmodel.compile('sgd')\n" + LEGACY, "outside its scope"),
        (f"strategy = {DISTRIBUTE}.MirroredStrategy()\nmodel.train_on_batch(x)\n" + LEGACY, "its own way"),
        (f"strategy = {DISTRIBUTE}.MirroredStrategy()\n" + FIT.format("None"), "is not visible"),
        (f"strategy = {DISTRIBUTE}.MirroredStrategy()\n" + LEGACY.replace(", batch_size=64", ""), "has no batch_size="),
        (
            f"strategy = {DISTRIBUTE}.MirroredStrategy()\n"
            + FIT.format("64, steps_per_epoch=3").replace("x, y", "data"),
            "from a dataset",
        ),
        (f"strategy = {DISTRIBUTE}.MirroredStrategy(**options)\n" + LEGACY, "unpacked"),
        (f"strategy = {DISTRIBUTE}.MirroredStrategy(num_gpus=n)\n" + LEGACY, "may not be a number"),
        (f"strategy = {DISTRIBUTE}.MirroredStrategy(cross_tower_ops=ops)\n" + LEGACY, "not written out"),
        (f"strategy = {DISTRIBUTE}.CollectiveAllReduceStrategy(2)\n" + LEGACY, "no equivalent in tf.distribute"),
        (f"strategy = {DISTRIBUTE}.ParameterServerStrategy()\n" + LEGACY, "no equivalent in tf.distribute"),
        (
            f"a = {DISTRIBUTE}.MirroredStrategy()\nstrategy = {DISTRIBUTE}.OneDeviceStrategy('GPU:0')\n" + LEGACY,
            "than one",
        ),
        (f"class S({DISTRIBUTE}.ParameterServerStrategy):\n    pass\n", "without being called"),
        (f"def f(s: {DISTRIBUTE}.TPUStrategy):\n    return s\n", "without being called"),
    ],
)
def test_what_is_not_proven_goes_to_the_shims(use: str, reason: str) -> None:
    if "fit" in use or "compile" in use:
        after = "from compat import tensorflow as tf\n" + use
    else:  # who trains under it, and how, is said elsewhere
        after = HOME + TF + use.replace(DISTRIBUTE, "contrib_distribute")
    result = check_upgraded(TF + use, after)
    [finding] = [each for each in result.notes if each.code == "TFM172"]
    assert reason in finding.message
    assert "num_replicas_in_sync" in finding.advice


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (TF + "x = tf.contrib.distribute.CrossDeviceOps()\n", TF + "x = tf.distribute.CrossDeviceOps()\n"),
        (
            "from tensorflow.contrib import distribute\nx = distribute.get_replica_context()\n",
            TF + "x = tf.distribute.get_replica_context()\n",
        ),
        (
            "from tensorflow.contrib.distribute import get_strategy\nx = get_strategy()\n",
            "from tensorflow.compat.v1.distribute import get_strategy\nx = get_strategy()\n",
        ),
        (
            TF + "x = tf.contrib.distribute.CrossDeviceOps()\ny = tf.contrib.distribute.TPUStrategy(x)\n",
            HOME + TF + "x = contrib_distribute.CrossDeviceOps()\ny = contrib_distribute.TPUStrategy(x)\n",
        ),
    ],
)
def test_names_that_are_public_today_need_no_shim(before: str, after: str) -> None:
    check_upgraded(before, after)


@pytest.mark.parametrize("module", ["re", "regex", "re2 as re"])
def test_a_pattern_is_no_model(module: str) -> None:
    name = module.rsplit(maxsplit=1)[-1]
    head = f"import {module}\n{TF}pattern = {name}.compile('a')\n"
    check_upgraded(
        f"{head}strategy = {DISTRIBUTE}.MirroredStrategy()\n{LEGACY}",
        f"{head}strategy = tf.distribute.MirroredStrategy()\n{MODERN}",
    )


@pytest.mark.parametrize("head", ["from models import small\n", "import models as small\nsmall = small.small\n"])
def test_what_is_imported_from_a_module_may_be_a_model(head: str) -> None:
    source = f"{head}{TF}small.compile('sgd')\nstrategy = {DISTRIBUTE}.MirroredStrategy()\n{LEGACY}"
    result = check_sound(source)
    line = source[: source.index("small.compile")].count("\n") + 1
    assert f"a model is compiled outside its scope (line {line})" in result.notes[0].message


def test_a_graph_keeps_its_tensorflow() -> None:
    result = check_sound(
        f"{TF}s = {DISTRIBUTE}.MirroredStrategy()\nwith tf.Session() as session:\n    session.run(s)\n"
    )
    assert b"import tensorflow.compat.v1 as tf" in result.after
    assert b"s = contrib_distribute.MirroredStrategy()" in result.after


@pytest.mark.parametrize(
    "source",
    [
        TF + "strategy = tf.distribute.MirroredStrategy()\n" + LEGACY,
        "from mylib.contrib import distribute\nstrategy = distribute.MirroredStrategy()\n",
        "from mylib import MirroredStrategy\nstrategy = MirroredStrategy(num_gpus=2)\n",
        TF + "print(tf, 'tf.contrib.distribute.MirroredStrategy')\n",
        TF + "# tf.contrib.distribute.MirroredStrategy()\nprint(tf)\n",
        "def f(tf):\n    return tf.contrib.distribute.MirroredStrategy()\n",
        "import os, json\nos.environ['TF_CONFIG'] = json.dumps({'cluster': {'worker': ['a:1']}})\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
