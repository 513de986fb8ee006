"""The strategy of TensorFlow 2.0 keeps its meaning; `fit` under that of TensorFlow 2.4 is reported."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

HEAD = "import tensorflow as tf\n\n"
RESOLVER = "tf.distribute.cluster_resolver.TFConfigClusterResolver()"
MODEL = "with strategy.scope():\n    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n"


@pytest.mark.parametrize("spelled", ["tf.distribute.experimental", "tf.distribute"])
@pytest.mark.parametrize("call", ["fit(x, y)", "evaluate(x, y)", "predict(x)"])
def test_training_by_keras_is_reported(spelled: str, call: str) -> None:
    source = f"{HEAD}strategy = {spelled}.ParameterServerStrategy({RESOLVER})\n{MODEL}model.{call}\n"
    found = [each for each in check_sound(source).findings if each.code == "TFM176"]
    assert [each.line for each in found] == [6]
    assert "ClusterCoordinator" in found[0].advice


def test_only_the_first_is_reported() -> None:
    source = f"{HEAD}strategy = tf.distribute.ParameterServerStrategy({RESOLVER})\n{MODEL}model.fit(x)\nmodel.fit(x)\n"
    assert [each.line for each in check_sound(source).findings if each.code == "TFM176"] == [6]


def test_without_a_resolver_it_is_the_strategy_of_graphs() -> None:
    check_upgraded(
        f"{HEAD}strategy = tf.distribute.experimental.ParameterServerStrategy()  # TF 2.0\n",
        f"{HEAD}strategy = tf.compat.v1.distribute.experimental.ParameterServerStrategy()  # TF 2.0\n",
    )


def test_imported_from_its_module() -> None:
    check_upgraded(
        "from tensorflow.distribute.experimental import ParameterServerStrategy\n\nstrategy = ParameterServerStrategy()\n",
        "import tensorflow as tf\nfrom tensorflow.distribute.experimental import ParameterServerStrategy\n\n"
        "strategy = tf.compat.v1.distribute.experimental.ParameterServerStrategy()\n",
    )


@pytest.mark.parametrize(
    "source",
    [
        f"strategy = tf.distribute.ParameterServerStrategy({RESOLVER})\n{MODEL}",
        f"strategy = tf.distribute.ParameterServerStrategy(cluster_resolver={RESOLVER})\nscaler.fit(x)\n",
        f"strategy = tf.distribute.MirroredStrategy()\n{MODEL}model.fit(x, y)\n",
        "strategy = tf.compat.v1.distribute.experimental.ParameterServerStrategy()\n",
        "def kind(strategy):\n    return isinstance(strategy, tf.distribute.experimental.ParameterServerStrategy)\n",
        "strategy = ps.ParameterServerStrategy()\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source)


@pytest.mark.parametrize("argument", ["", RESOLVER, f"cluster_resolver={RESOLVER}"])
def test_estimators_keep_theirs(argument: str) -> None:
    """That of TensorFlow 2.4 raises in an Estimator, so that it cannot be meant."""
    source = (
        f"{HEAD}strategy = tf.distribute.experimental.ParameterServerStrategy({argument})\n"
        "config = tf.estimator.RunConfig(train_distribute=strategy)\n"
    )
    native, compat = check_sound(source).after.decode(), check_sound(source, to="compat").after.decode()
    assert f"= tf.compat.v1.distribute.experimental.ParameterServerStrategy({argument})\n" in native
    assert "from compat import tensorflow as tf\n" in compat
    assert f"= tf.distribute.experimental.ParameterServerStrategy({argument})\n" in compat


def test_a_coordinator_beside_estimators() -> None:
    source = (
        f"{HEAD}strategy = tf.distribute.experimental.ParameterServerStrategy({RESOLVER})\n"
        "coordinator = tf.distribute.experimental.coordinator.ClusterCoordinator(strategy)\n"
        "config = tf.estimator.RunConfig()\n"
    )
    assert "= tf.distribute.experimental.ParameterServerStrategy(tf." in check_sound(source).after.decode()
