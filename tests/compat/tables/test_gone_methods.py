"""Every row of the table of gone methods: objects of legacy releases have it, those of modern releases do not."""

import os

import pytest

pytest.importorskip("tensorflow")

import tensorflow as tf

from compat.tables.methods.gone_methods import GONE_METHODS
from compat.tables.names.mixed_precision import SCALING_METHODS
from tests.compat.releases import FAMILIES, IS_MODERN, NEVER, TENSORFLOW, X, Y, find, model, start_anew


def functional(package):
    inputs = package.layers.Input((4,))
    made = package.models.Model(inputs, package.layers.Dense(1)(inputs))
    made.compile("sgd", "mse")
    return made


def callback(package):
    made = package.callbacks.Callback()
    model(package).fit(X, Y, verbose=0, callbacks=[made], validation_data=(X, Y))
    return made


def contrib_strategy(package):
    return tf.contrib.distribute.MirroredStrategy(["/cpu:0"])


def mixed_precision(package):
    return getattr(package.mixed_precision, "experimental", package.mixed_precision)


def loss_scale_optimizer(package):
    optimizer = package.optimizers.SGD()
    if hasattr(package.mixed_precision, "LossScaleOptimizer"):
        return package.mixed_precision.LossScaleOptimizer(optimizer)
    return mixed_precision(package).LossScaleOptimizer(optimizer, "dynamic")


OBJECTS = {
    "keras.KerasTensor": lambda package: package.layers.Input((4,)),
    "keras.Variable": lambda package: model(package).weights[0],
    "keras.callbacks.Callback": callback,
    "keras.callbacks.ModelCheckpoint": lambda package: package.callbacks.ModelCheckpoint("x.h5"),
    "keras.distribution.DataParallel": lambda package: package.distribution.DataParallel,
    "keras.layers.Bidirectional": lambda package: package.layers.Bidirectional(package.layers.LSTM(2)),
    "keras.layers.GRU": lambda package: package.layers.GRU(2),
    "keras.layers.LSTM": lambda package: package.layers.LSTM(2),
    "keras.layers.Layer": lambda package: model(package).layers[-1],
    "keras.layers.RNN": lambda package: package.layers.LSTM(2),
    "keras.metrics.Metric": lambda package: package.metrics.Mean(),
    "keras.mixed_precision.LossScaleOptimizer": loss_scale_optimizer,
    "keras.mixed_precision.Policy": lambda package: mixed_precision(package).Policy("mixed_float16"),
    "keras.models.Model": functional,
    "keras.models.Sequential": model,
    "keras.optimizers.Optimizer": lambda package: model(package, package.optimizers.SGD()).optimizer,
    "tensorflow.Tensor": lambda _: tf.Tensor,
    "tensorflow.Variable": lambda _: tf.Variable,
    "tensorflow.compat.v1.data.Dataset": lambda _: tf.compat.v1.data.Dataset.range(2),
    "tensorflow.compat.v1.distribute.StrategyExtended": lambda _: tf.distribute.get_strategy().extended,
    "tensorflow.compat.v1.summary.FileWriter": lambda _: tf.compat.v1.summary.FileWriter,
    "tensorflow.compat.v1.train.Optimizer": lambda _: tf.compat.v1.train.GradientDescentOptimizer(0.1),
    "tensorflow.contrib.distribute.DistributionStrategy": contrib_strategy,
    "tensorflow.data.Dataset": lambda _: tf.data.Dataset.range(2),
    "tensorflow.distribute.Strategy": lambda _: tf.distribute.OneDeviceStrategy("/cpu:0"),
    "tensorflow.estimator.Estimator": lambda _: tf.estimator.Estimator,
    "tensorflow.summary.FileWriter": lambda _: tf.summary.FileWriter,
    "tensorflow.train.Optimizer": lambda _: tf.train.GradientDescentOptimizer(0.1),
}
"""An object of each class, or the class itself where that shows it as well."""

GONE_IN = {
    "keras 2.3": (1, 13),
    "keras 2.4": (2, 2),
    "keras 2.6": (2, 6),
    "keras 2.9": (2, 9),
    "keras 2.13": (2, 11),
    "keras 3.0": (2, 16),
}
"""The first TensorFlow whose tf.keras is without it too."""

FROM_TF_115 = {"keras": NEVER, "tf.keras": ((1, 15), (9, 9))}
KERAS_ONLY = {"tf.keras": NEVER}
FROM_TF_114 = {"keras": NEVER, "tf.keras": ((1, 14), (9, 9))}
SINCE_KERAS_23 = {"keras": ((2, 3), (9, 9)), "tf.keras": ((1, 13), (9, 9))}
RELEASES = {
    ("keras.callbacks.ModelCheckpoint", "load_weights_on_restart"): FROM_TF_114,
    ("keras.callbacks.ModelCheckpoint", "_maybe_remove_file"): FROM_TF_114,
    ("keras.KerasTensor", "_keras_shape"): KERAS_ONLY,
    ("keras.KerasTensor", "_uses_learning_phase"): KERAS_ONLY,
    ("keras.layers.Layer", "add_metric"): SINCE_KERAS_23,
    ("keras.layers.Layer", "apply"): {"keras": NEVER},
    ("keras.layers.Layer", "assert_input_compatibility"): KERAS_ONLY,
    ("keras.layers.Layer", "compute_output_signature"): FROM_TF_115,
    ("keras.layers.Layer", "dynamic"): FROM_TF_115,
    ("keras.layers.Layer", "inbound_nodes"): {"keras": NEVER},
    ("keras.layers.Layer", "outbound_nodes"): {"keras": NEVER},
    ("keras.metrics.Metric", "reset_states"): SINCE_KERAS_23,
    ("keras.models.Model", "_feed_outputs"): {"tf.keras": ((1, 12), (1, 13))},
    ("keras.models.Model", "run_internal_graph"): KERAS_ONLY,
    ("keras.models.Model", "targets"): {"tf.keras": ((1, 12), (1, 13))},
    ("keras.models.Model", "uses_learning_phase"): {"tf.keras": ((1, 12), (1, 12))},
    ("keras.models.Sequential", "model"): KERAS_ONLY,
    ("tensorflow.contrib.distribute.DistributionStrategy", "call_for_each_replica"): {"tensorflow": ((1, 13), (9, 9))},
    ("tensorflow.data.Dataset", "filter_with_legacy_function"): {"tensorflow": ((1, 15), (9, 9))},
    ("tensorflow.data.Dataset", "map_with_legacy_function"): {"tensorflow": ((1, 15), (9, 9))},
    ("tensorflow.distribute.Strategy", "experimental_make_numpy_dataset"): {"tensorflow": ((1, 15), (9, 9))},
    ("tensorflow.distribute.Strategy", "experimental_run_v2"): {"tensorflow": ((1, 15), (9, 9))},
    **{
        ("keras.optimizers.Optimizer", name): FROM_TF_115
        for name in (
            "_create_slots",
            "_decayed_lr",
            "_get_hyper",
            "_hyper",
            "_set_hyper",
            "add_slot",
            "get_slot",
            "get_slot_names",
            "minimize",
        )
    },
    **{
        ("keras.mixed_precision.LossScaleOptimizer", name): {"keras": ((2, 9), (2, 15)), "tf.keras": ((2, 3), (2, 15))}
        for name in (*SCALING_METHODS, "loss_scale")
    },
    ("keras.mixed_precision.Policy", "loss_scale"): {"keras": ((9, 9), (9, 9)), "tf.keras": ((2, 1), (2, 8))},
    **{
        ("keras.Variable", name): {"keras": ((0, 0), (2, 2)), "tf.keras": ((1, 12), (1, 15))}
        for name in ("graph", "initial_value", "op")
    },
}
"""First and last release that has it where `gone_in` does not say it; on eager variables some names raise."""

CASES = [
    (row, owner, name)
    for row in GONE_METHODS
    for owner in row.classes
    for name in row.names
    if ".experimental." not in owner  # an earlier name of the same class
]


def name_of(case):
    _, owner, name = case
    return owner + "." + name


def has(made, name):
    try:
        return hasattr(made, name)
    except (NotImplementedError, RuntimeError):
        return True


def expected(family, row, owner, name):
    """True if the family's objects should have it."""
    distribution, version = row.gone_in.split()
    gone_in = tuple(int(part) for part in version.split("."))
    if family.name == "tf.keras" and distribution == "keras":
        gone_in = GONE_IN[row.gone_in]
    name_of_release = family.name if distribution == "keras" else "tensorflow"
    first, last = RELEASES.get((owner, name), {}).get(name_of_release, ((0, 0), (9, 9)))
    release = family.release if distribution == "keras" else TENSORFLOW
    return first <= release <= last and release < gone_in


@pytest.fixture(autouse=True)
def folder(tmp_path):
    before = os.getcwd()
    os.chdir(str(tmp_path))
    start_anew()
    yield
    os.chdir(before)


@pytest.mark.skipif(IS_MODERN, reason="what legacy releases have")
def test_legacy_objects_have_it():
    made = {}
    missing = []
    for row, owner, name in CASES:
        for family in FAMILIES:
            if expected(family, row, owner, name):
                key = (owner, family.name)
                if key not in made:
                    made[key] = OBJECTS[owner](family.keras)
                if not has(made[key], name):
                    missing.append((family.name, family.release, owner, name))
    assert missing == []


@pytest.mark.skipif(not IS_MODERN, reason="what Keras 3 and TensorFlow 2 have not")
@pytest.mark.parametrize("owner", sorted({owner for _, owner, _ in CASES}))
def test_modern_objects_do_not(owner):
    package = FAMILIES[0].keras
    if owner.startswith("tensorflow.") and find(tf, owner) is None:
        return
    made = OBJECTS[owner](package)
    names = [name for _, other, name in CASES if other == owner and name != "add_metric"]
    assert [name for name in names if has(made, name)] == []


@pytest.mark.skipif(not IS_MODERN, reason="it raises in Keras 3")
def test_add_metric_raises():
    with pytest.raises(NotImplementedError):
        FAMILIES[0].keras.layers.Dense(1).add_metric(1.0, name="one")


@pytest.mark.skipif(not IS_MODERN, reason="what Keras 3 and TensorFlow 2 have")
def test_others_keep_it():
    lost = [
        (owner, name)
        for row in GONE_METHODS
        for owner in row.kept_by
        for name in row.names
        if not has(OBJECTS[owner](FAMILIES[0].keras), name)
    ]
    assert lost == []


@pytest.mark.skipif(not IS_MODERN, reason="what TensorFlow 2 has")
def test_core_strategies_keep_what_the_table_leaves_out():
    strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
    for name in (
        "experimental_distribute_datasets_from_function",
        "experimental_run",
        "make_dataset_iterator",
        "make_input_fn_iterator",
        "unwrap",
    ):
        assert hasattr(strategy, name), name
    assert strategy.unwrap(1) == (1,)
    assert strategy.experimental_run(lambda: 1) == 1


def test_rows_name_each_method_of_a_class_once():
    named = [(owner, name) for _, owner, name in CASES]
    assert sorted(named) == sorted(set(named))
