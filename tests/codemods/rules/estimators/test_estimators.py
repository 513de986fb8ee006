"""Estimators run on through the shims, and nothing else changes."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

TF = "import tensorflow as tf\n"
SHIM = "from compat import tensorflow as tf\n"
V2 = "from compat.tensorflow.estimator import v2 as tf_estimator\n"
MODEL = """
def model_fn(features, labels, mode):
    loss = tf.losses.mean_squared_error(labels, tf.layers.dense(tf.log(features), 1))
    train_op = tf.train.AdamOptimizer().minimize(loss, tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)

strategy = tf.contrib.distribute.MirroredStrategy(num_gpus=2)
estimator = tf.estimator.Estimator(model_fn, config=tf.estimator.RunConfig(train_distribute=strategy))
tf.logging.set_verbosity(tf.logging.INFO)
"""


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (TF, SHIM),
        ("import os\nimport tensorflow as tf  # it\n", "import os\nfrom compat import tensorflow as tf  # it\n"),
        ("import tensorflow as tf, os\n", "from compat import tensorflow as tf\nimport os\n"),
        ("import tensorflow.compat.v1 as tf\n", SHIM),
        ("from tensorflow.compat import v1 as tf\n", SHIM),
        (
            TF + "from tensorflow.python.estimator.run_config import RunConfig\nRunConfig()\n",
            SHIM + "from compat.tensorflow.estimator import RunConfig\nRunConfig()\n",
        ),
        (
            TF + "from tensorflow_estimator.python.estimator.estimator import Estimator as E\nE(model_fn)\n",
            SHIM + "from compat.tensorflow.estimator import Estimator as E\nE(model_fn)\n",
        ),
        (
            TF + "from tensorflow.contrib import distribute\nfrom tensorflow import keras, layers\n",
            SHIM + "from compat.tensorflow.contrib import distribute\nfrom compat.tensorflow import keras, layers\n",
        ),
        (
            TF + "from tensorflow.python.estimator import model_fn as m\nm.EstimatorSpec\n",
            SHIM + "from compat.tensorflow.python.estimator import model_fn as m\nm.EstimatorSpec\n",
        ),
        (
            TF + "from tensorflow_estimator.python.estimator.canned import head\nhead._f\n",
            SHIM + "from compat.tensorflow.python.estimator.canned import head\nhead._f\n",
        ),
        (
            TF + "from tensorflow.python.platform import tf_logging\n",
            SHIM + "from tensorflow.python.platform import tf_logging\n",
        ),
        (
            "try:\n    import tensorflow as tf\nexcept ImportError:\n    raise\n",
            "try:\n    from compat import tensorflow as tf\nexcept ImportError:\n    raise\n",
        ),
        (
            TF + "h = tf.compat.v1.layers.dense(x, 3)\ne = tf.compat.v1.estimator.Estimator(f)\n",
            SHIM + "h = tf.layers.dense(x, 3)\ne = tf.estimator.Estimator(f)\n",
        ),
        (
            TF + "tf.contrib.tpu.TPUEstimator(f, use_tpu=False)\n",
            SHIM + "tf.contrib.tpu.TPUEstimator(f, use_tpu=False)\n",
        ),
    ],
)
def test_a_file_of_tensorflow_1_keeps_its_names(legacy: str, modern: str) -> None:
    result = check_upgraded(legacy + MODEL, modern + MODEL)
    assert {change.code for change in result.changes} == {"TFM170"}
    [finding] = [each for each in result.notes if "pip install" in each.message]
    assert 'pip install "tf-forward[estimator]"' in finding.message
    assert "; for Keras: python -m codemods explain tensorflow.estimator." in finding.advice


def test_names_below_a_module() -> None:
    check_upgraded(
        "import tensorflow\ne = tensorflow.compat.v1.estimator.Estimator(f)\ntensorflow.layers.dense(e)\n",
        "from compat import tensorflow\ne = tensorflow.estimator.Estimator(f)\ntensorflow.layers.dense(e)\n",
    )


def test_a_star_import_comes_from_the_shims_too() -> None:
    check_upgraded(
        "from tensorflow import *\nfrom tensorflow.estimator import Estimator\nEstimator(f, contrib.layers)\n",
        "from compat.tensorflow import *\nfrom compat.tensorflow.estimator import Estimator\n"
        "Estimator(f, contrib.layers)\n",
    )


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (TF + "e = tf.estimator.Estimator(f)\n", V2 + TF + "e = tf_estimator.Estimator(f)\n"),
        (
            TF + "mode = tf.estimator.ModeKeys.TRAIN\nloss = tf.reduce_sum(x)\n",
            V2 + TF + "mode = tf_estimator.ModeKeys.TRAIN\nloss = tf.reduce_sum(x)\n",
        ),
        (
            TF + "class Config(tf.estimator.RunConfig):\n    pass\n",
            V2 + TF + "class Config(tf_estimator.RunConfig):\n    pass\n",
        ),
        (
            TF + "tf_estimator = tf.estimator.Estimator(f)\n",
            V2.replace("tf_estimator", "tf_estimator_2") + TF + "tf_estimator = tf_estimator_2.Estimator(f)\n",
        ),
        (
            TF + "tf.compat.v1.estimator.Estimator(tf.compat.v1.layers.dense)\n",
            "from compat.tensorflow import layers as tf_layers\nfrom compat.tensorflow import estimator as "
            "tf_v1_estimator\n" + TF + "tf_v1_estimator.Estimator(tf_layers.dense)\n",
        ),
        (
            "from tensorflow.estimator import RunConfig, Estimator as E\nE(f, RunConfig())\n",
            "from compat.tensorflow.estimator.v2 import RunConfig, Estimator as E\nE(f, RunConfig())\n",
        ),
        (
            "from tensorflow import estimator, data\nestimator.Estimator(data)\n",
            (
                "from compat.tensorflow.estimator import v2 as estimator\nfrom tensorflow import data\n"
                "estimator.Estimator(data)\n"
            ),
        ),
    ],
)
def test_a_file_of_tensorflow_2_keeps_its_tensorflow(legacy: str, modern: str) -> None:
    check_upgraded(legacy, modern)


def test_what_depends_on_the_release_is_said() -> None:
    [finding] = check_sound(TF + "tf.estimator.DNNClassifier([3], columns)\n").findings
    assert "DNNClassifier averages the losses of a batch" in finding.advice
    [finding] = check_sound(TF + "tf.estimator.DNNClassifier([tf.layers.dense], columns)\n").notes
    assert "is that of" not in finding.advice


@pytest.mark.parametrize(
    ("use", "code"),
    [
        ("tf.contrib.layers.embed_sequence(x)\n", "TFM190"),
        ("tf.contrib.training.bucket(a)\n", "TFM190"),
        ("tf.estimator.BoostedTreesClassifier(columns)\n", "TFM190"),
        ("from tensorflow.python.estimator import nonsense\nnonsense.f\n", "TFM190"),
        ("import tensorflow_estimator as tfe\n", "TFM199"),
    ],
)
def test_what_the_shims_do_not_have_is_reported(use: str, code: str) -> None:
    result = check_sound(TF + MODEL + use)
    assert code in [finding.code for finding in result.findings]


@pytest.mark.parametrize(
    "source",
    [
        "from mylib import estimator\nestimator.Estimator(f)\n",
        "from . import estimator\nestimator.RunConfig()\n",
        "from sklearn.base import BaseEstimator\nimport tensorflow as tf\nBaseEstimator(tf)\n",
        "import tensorflow as tf\nestimator = make(tf)\nestimator.train(f)\n",
        "import tensorflow as tf\nclass tf2:\n    estimator = 1\nprint(tf2.estimator, tf)\n",
        "import tensorflow as tf\nprint('tf.estimator.Estimator', tf)\n",
        TF + "print(tf)  # tf.estimator.Estimator\n",
        "def train(tf):\n    return tf.estimator.Estimator(f)\n",
        "from mylib import tensorflow as tf\ntf.estimator.Estimator(f)\n",
        "import tensorflow_estimators\ntensorflow_estimators.Estimator(f)\n",
        "import tensorflow as tf\nlayer = tf.distribute.get_strategy()\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_a_name_that_may_be_another_is_left_alone() -> None:
    source = (
        "try:\n    import tensorflow as tf\nexcept ImportError:\n    import tf_stub as tf\ntf.estimator.Estimator(f)\n"
    )
    assert not check_sound(source).changed


def test_a_suppressed_file_is_left_alone() -> None:
    source = "import tensorflow as tf  # tf-forward: ignore\n"
    result = check_sound(source + "tf.estimator.Estimator(tf.layers)  # tf-forward: ignore\n")
    assert not result.changed


def test_only_imports_change_with_to_compat() -> None:
    check_upgraded(TF + MODEL, SHIM + MODEL, to="compat")
    check_upgraded(TF + "tf.compat.v1.estimator.Estimator(f)\n", SHIM + "tf.estimator.Estimator(f)\n", to="compat")


@pytest.mark.parametrize(
    ("use", "is_switched"),
    [
        ("with tf.Session() as s:\n    s.run(x)\n", True),
        ("s = tf.InteractiveSession()\n", True),
        ("s = tf.Session(graph=tf.Graph())\n", False),
        ("with tf.Graph().as_default():\n    with tf.Session() as s:\n        s.run(x)\n", False),
        ("with tf.Graph().as_default(), tf.Session() as s:\n    s.run(x)\n", False),
        ("tf.keras.backend.set_session(tf.Session())\n", False),
        ("def serve():\n    return tf.placeholder(tf.float32)\n", False),
    ],
)
def test_sessions_beside_estimators_have_a_default_graph(use: str, is_switched: bool) -> None:
    result = check_sound(TF + "tf.estimator.Estimator(tf.layers)\n" + use)
    assert (b"tf.disable_v2_behavior()" in result.after) is is_switched
    assert [each for each in result.findings if "session" in each.message] == []


def test_a_session_beside_an_estimator_and_keras_is_reported() -> None:
    result = check_sound(
        TF + "tf.estimator.Estimator(tf.layers)\ntf.keras.layers.Dense(1)\ns = tf.Session()\ns.run(x)\n"
    )
    assert [each.line for each in result.findings if each.code == "TFM177"] == [4]


@pytest.mark.parametrize("first", ["import tensorflow.compat.v1 as tf", "import tensorflow as tf"])
def test_a_name_for_either_is_that_of_the_shims(first: str) -> None:
    other = {"import tensorflow.compat.v1 as tf": TF}.get(first, "import tensorflow.compat.v1 as tf\n")
    use = "tf.estimator.Estimator(tf.layers)\n"
    check_upgraded(
        f"try:\n    {first}\nexcept ImportError:\n    {other}{use}",
        f"try:\n    {SHIM}except ImportError:\n    {SHIM}{use}",
    )


def test_estimators_on_tpus_run_on_too() -> None:
    result = check_upgraded(TF + "tf.contrib.tpu.TPUEstimator(f)\n", SHIM + "tf.contrib.tpu.TPUEstimator(f)\n")
    [finding] = result.notes
    assert "pip install" in finding.message
    assert finding.advice.endswith("explain tensorflow.estimator.tpu.TPUEstimator")


HOOK = """import tensorflow as tf

class Stop(tf.train.SessionRunHook):
    def begin(self):
        self.step = tf.train.get_global_step()
        self.loss = tf.get_default_graph().get_tensor_by_name("loss:0")

    def before_run(self, run_context):
        return tf.train.SessionRunArgs({fetched})

    def after_run(self, run_context, run_values):
        print(run_values.results)

estimator = tf.estimator.Estimator(model_fn, "model")
tf.set_random_seed(1)
"""


@pytest.mark.parametrize(
    "fetched", ["self.step", "[self.loss, self.step]", "{'step': self.step}", "tf.train.get_or_create_global_step()"]
)
def test_a_hook_that_fetches_the_global_step_is_reported(fetched: str) -> None:
    findings = check_sound(HOOK.format(fetched=fetched)).findings
    assert [("run_context.session.run" in each.advice) for each in findings] == [True]


@pytest.mark.parametrize("fetched", ["self.loss", "[self.loss, self.other]", "None", "{'loss': self.loss}"])
def test_other_hooks_are_left_alone(fetched: str) -> None:
    assert check_sound(HOOK.format(fetched=fetched)).findings == ()
