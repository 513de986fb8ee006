"""Names of contrib that the shims carry in every file."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched

HPARAMS = "from compat.tensorflow.contrib.training import HParams\n"


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow as tf\nhp = tf.contrib.training.HParams(a=1)\nhp.parse('a=2')\n",
        "from tensorflow.contrib.training import HParams\nhp = HParams(a=1)\nhp.parse('a=2')\n",
        "from tensorflow.contrib import training\nhp = training.HParams(a=1)\n",
        "from tensorflow.contrib import training as contrib_training\nhp = contrib_training.HParams(a=1)\n",
        "import tensorflow.contrib.training as training\nhp = training.HParams(a=1)\n",
        "from tensorflow.contrib.training.python.training import hparam\nhp = hparam.HParams(a=1)\n",
        "from tensorflow.contrib.training.python.training.hparam import HParams\nhp = HParams(a=1)\n",
    ],
)
def test_hparams(source: str) -> None:
    result = check_sound(source)
    assert HPARAMS.encode() in result.after
    assert b"hp = HParams(a=1)\n" in result.after
    assert b"tensorflow.contrib" not in result.after.replace(b"compat.tensorflow.contrib", b"")
    assert not result.findings


def test_several_uses_share_one_import() -> None:
    result = check_sound(
        "import tensorflow as tf\na = tf.contrib.training.HParams(a=1)\nb = tf.contrib.training.HParams(b=1)\n"
    )
    assert result.after.count(b"import HParams") == 1
    assert result.after.endswith(b"a = HParams(a=1)\nb = HParams(b=1)\n")


def test_a_name_that_is_taken() -> None:
    result = check_sound("import tensorflow as tf\nHParams = dict\na = tf.contrib.training.HParams(a=1)\n")
    assert b"import HParams as LegacyHParams\n" in result.after
    assert b"a = LegacyHParams(a=1)\n" in result.after


@pytest.mark.parametrize(
    "name",
    ["LARSOptimizer", "LazyAdamOptimizer", "NadamOptimizer", "AdaMaxOptimizer", "AdamWOptimizer", "MomentumWOptimizer"],
)
def test_optimizers(name: str) -> None:
    result = check_sound(f"import tensorflow as tf\nstep = tf.contrib.opt.{name}(0.1, 0.9, 0.8).minimize(loss)\n")
    assert f"from compat.tensorflow.contrib.opt import {name}\n".encode() in result.after
    assert f"step = {name}(0.1, 0.9, 0.8).minimize(loss)\n".encode() in result.after


_OPT = "tensorflow.contrib.opt.python.training"


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("adamax", "AdaMaxOptimizer"),
        ("lars_optimizer", "LARSOptimizer"),
        ("lazy_adam_optimizer", "LazyAdamOptimizer"),
        ("nadam_optimizer", "NadamOptimizer"),
        ("weight_decay_optimizers", "MomentumWOptimizer"),
        ("external_optimizer", "ScipyOptimizerInterface"),
    ],
)
def test_optimizers_where_they_are_defined(module: str, name: str) -> None:
    for source in (
        f"from {_OPT}.{module} import {name}\nopt = {name}(0.1, 0.9)\n",
        f"from {_OPT} import {module}\nopt = {module}.{name}(0.1, 0.9)\n",
    ):
        result = check_sound(source)
        assert f"from compat.tensorflow.contrib.opt import {name}\n".encode() in result.after
        assert f"opt = {name}(0.1, 0.9)\n".encode() in result.after
        assert not result.findings


@pytest.mark.parametrize("name", ["shampoo.ShampooOptimizer", "ggt.GGTOptimizer"])
def test_optimizers_that_no_shim_has(name: str) -> None:
    module, symbol = name.split(".")
    check_declined(f"from {_OPT}.{module} import {symbol}\nopt = {symbol}(0.1)\n", "TFM190", 1)


def test_minimizer_of_scipy() -> None:
    source = (
        "import tensorflow as tf\nx = tf.get_variable('x', [2])\n"
        "opt = tf.contrib.opt.ScipyOptimizerInterface(tf.reduce_sum(x ** 2), method='L-BFGS-B')\n"
        "with tf.Session() as session:\n    opt.minimize(session)\n"
    )
    result = check_sound(source)
    assert b"from compat.tensorflow.contrib.opt import ScipyOptimizerInterface\n" in result.after
    assert b"opt = ScipyOptimizerInterface(tf.reduce_sum" in result.after
    assert not result.findings


def test_optimizer_of_a_keras_model_is_declined() -> None:
    check_declined(
        "import tensorflow as tf\nm = tf.keras.Sequential()\n"
        "m.compile(tf.contrib.opt.LazyAdamOptimizer(0.1), loss='mse')\n",
        "TFM190",
        3,
    )


@pytest.mark.parametrize(
    "source",
    [
        "from compat.tensorflow.contrib.training import HParams\nHParams(a=1)\n",
        "from kerasother import HParams\nimport tensorflow as tf\nHParams(a=1)\n",
        "from tensorboard.plugins.hparams import api as hp\nimport tensorflow as tf\nhp.HParam('a')\n",
        "import keras\nkeras.optimizers.AdamW(0.1)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize("to", ["native", "compat"])
def test_towers_of_an_estimator(to: str) -> None:
    source = (
        "import tensorflow as tf\nfrom tensorflow.contrib.estimator import TowerOptimizer\n"
        "def model_fn(features, labels, mode):\n"
        "    loss = tf.losses.mean_squared_error(labels, features)\n"
        "    step = TowerOptimizer(tf.train.AdamOptimizer()).minimize(loss, tf.train.get_global_step())\n"
        "    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=step)\n"
        "e = tf.estimator.Estimator(tf.contrib.estimator.replicate_model_fn(model_fn))\n"
    )
    result = check_sound(source, to=to)
    assert b"from compat.tensorflow.contrib.estimator import TowerOptimizer\n" in result.after
    assert not result.findings
