"""Policies, loss scales, custom loops and the rewrite of graphs."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

LOOP = """
import tensorflow as tf
optimizer = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD(0.1))
def step(model, x, y):
    with tf.GradientTape() as tape:
        loss = compute(model, x, y)
        scaled = optimizer.get_scaled_loss(loss)
    grads = tape.gradient(scaled, model.trainable_variables)
    grads = optimizer.get_unscaled_gradients(grads)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
"""


def test_names_of_the_experimental_module() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        policy = tf.keras.mixed_precision.experimental.Policy("mixed_float16")
        tf.keras.mixed_precision.experimental.set_policy(policy)
        print(tf.keras.mixed_precision.experimental.global_policy(), policy.compute_dtype)
        """,
        """
        import tensorflow as tf
        policy = tf.keras.mixed_precision.Policy("mixed_float16")
        tf.keras.mixed_precision.set_global_policy(policy)
        print(tf.keras.mixed_precision.global_policy(), policy.compute_dtype)
        """,
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from tensorflow.keras.mixed_precision import experimental as mixed_precision",
            "from tensorflow.keras import mixed_precision",
        ),
        (
            "import tensorflow.keras.mixed_precision.experimental as mixed_precision",
            "import tensorflow.keras.mixed_precision as mixed_precision",
        ),
    ],
)
def test_imports_of_the_experimental_module(before: str, after: str) -> None:
    check_upgraded(
        f'{before}\nmixed_precision.set_policy("mixed_float16")\nprint(mixed_precision.global_policy())\n',
        f'{after}\nmixed_precision.set_global_policy("mixed_float16")\nprint(mixed_precision.global_policy())\n',
    )


def test_import_of_the_experimental_module_below_one_that_it_joins() -> None:
    check_upgraded(
        """
        from tensorflow.keras import layers
        from tensorflow.keras.mixed_precision import experimental as mixed_precision
        mixed_precision.set_policy(mixed_precision.Policy("mixed_float16"))
        layer = layers.Dense(1)
        """,
        """
        from tensorflow.keras import layers, mixed_precision
        mixed_precision.set_global_policy(mixed_precision.Policy("mixed_float16"))
        layer = layers.Dense(1)
        """,
    )


def test_import_of_the_experimental_module_for_an_optimizer_too() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        from tensorflow.keras.mixed_precision import experimental as mp
        mp.set_policy("mixed_float16")
        optimizer = mp.LossScaleOptimizer(tf.keras.optimizers.SGD(), "dynamic")
        """,
        """
        import tensorflow as tf
        from tensorflow.keras import mixed_precision as mp
        mp.set_global_policy("mixed_float16")
        optimizer = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.SGD())
        """,
    )


def test_class_that_is_not_called() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        print(isinstance(opt, tf.keras.mixed_precision.experimental.LossScaleOptimizer))
        """,
        """
        import tensorflow as tf
        print(isinstance(opt, tf.keras.mixed_precision.LossScaleOptimizer))
        """,
    )


@pytest.mark.parametrize("loss_scale", ['"dynamic"', '"auto"', "tf.mixed_precision.experimental.DynamicLossScale()"])
def test_default_loss_scale_of_a_policy(loss_scale: str) -> None:
    check_upgraded(
        f"""
        import tensorflow as tf
        p = tf.keras.mixed_precision.experimental.Policy("mixed_float16", loss_scale={loss_scale})
        """,
        """
        import tensorflow as tf
        p = tf.keras.mixed_precision.Policy("mixed_float16")
        """,
    )


def test_policy_without_a_loss_scale() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        p = tf.keras.mixed_precision.experimental.Policy("mixed_float16", loss_scale=None)
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, dtype=p)])
        model.compile("adam", "mse")
        """,
        """
        import tensorflow as tf
        p = tf.keras.mixed_precision.Policy("mixed_float16")
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, dtype=p)])
        model.compile("adam", "mse", auto_scale_loss=False)
        """,
    )


@pytest.mark.parametrize("loss_scale", ["128.0", "tf.mixed_precision.experimental.FixedLossScale(128.0)"])
def test_fixed_loss_scale_of_a_policy(loss_scale: str) -> None:
    check_upgraded(
        f"""
        import tensorflow as tf
        p = tf.keras.mixed_precision.experimental.Policy("mixed_float16", {loss_scale})
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, dtype=p)])
        model.compile(tf.keras.optimizers.SGD(), "mse")
        """,
        """
        import tensorflow as tf
        p = tf.keras.mixed_precision.Policy("mixed_float16")
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, dtype=p)])
        model.compile(tf.keras.optimizers.SGD(loss_scale_factor=128.0), "mse", auto_scale_loss=False)
        """,
    )


@pytest.mark.parametrize(
    ("loss_scale", "reason"),
    [
        ("scale", "known only at run time"),
        ("tf.mixed_precision.experimental.DynamicLossScale(multiplier=4.0)", "no equal in Keras 3"),
        ("128", "compile makes the optimizer itself"),
    ],
)
def test_loss_scale_of_a_policy_is_reported(loss_scale: str, reason: str) -> None:
    source = f"""
        import tensorflow as tf
        def train(model, scale):
            p = tf.keras.mixed_precision.experimental.Policy("mixed_float16", loss_scale={loss_scale})
            model.compile(loss="mse")
        """
    result = check_sound(source)
    assert [reason in each.message for each in result.findings if each.code == "TFM114"] == [True]
    assert b"loss_scale=" in result.after


def test_layer_policy() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        print(tf.keras.mixed_precision.experimental.get_layer_policy(model.layers[0]).name)
        """,
        """
        import tensorflow as tf
        print(model.layers[0].dtype_policy.name)
        """,
    )


@pytest.mark.parametrize(
    ("arguments", "after"),
    [
        ('opt, "dynamic"', "opt"),
        ('opt, loss_scale="dynamic"', "opt"),
        ('optimizer=opt, loss_scale="dynamic"', "opt"),
        (
            "opt, tf.mixed_precision.experimental.DynamicLossScale(initial_loss_scale=1024, increment_period=9)",
            "opt, initial_scale=1024, dynamic_growth_steps=9",
        ),
    ],
)
def test_dynamic_loss_scale(arguments: str, after: str) -> None:
    check_upgraded(
        f"""
        import tensorflow as tf
        opt = tf.keras.optimizers.Adam()
        opt = tf.keras.mixed_precision.experimental.LossScaleOptimizer({arguments})
        model.compile(opt, "mse")
        """,
        f"""
        import tensorflow as tf
        opt = tf.keras.optimizers.Adam()
        opt = tf.keras.mixed_precision.LossScaleOptimizer({after})
        model.compile(opt, "mse")
        """,
    )


@pytest.mark.parametrize(
    "call",
    [
        "tf.keras.mixed_precision.experimental.LossScaleOptimizer(opt, 256)",
        "tf.keras.mixed_precision.LossScaleOptimizer(opt, dynamic=False, initial_scale=256)",
        "tf.keras.mixed_precision.LossScaleOptimizer(opt, False, 256)",
    ],
)
def test_fixed_loss_scale(call: str) -> None:
    check_upgraded(
        f"""
        import tensorflow as tf
        opt = tf.keras.optimizers.Adam(1e-3)
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile({call}, "mse")
        """,
        """
        import tensorflow as tf
        opt = tf.keras.optimizers.Adam(1e-3, loss_scale_factor=256)
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile(opt, "mse", auto_scale_loss=False)
        """,
    )


def test_custom_loop() -> None:
    check_upgraded(
        LOOP,
        LOOP.replace("get_scaled_loss", "scale_loss").replace(
            "    grads = optimizer.get_unscaled_gradients(grads)\n", ""
        ),
    )


def test_custom_loop_that_names_the_gradients_anew() -> None:
    source = LOOP.replace("    grads = tape", "    scaled_grads = tape").replace(
        "gradients(grads)\n", "gradients(scaled_grads)\n"
    )
    check_upgraded(
        source,
        source.replace("get_scaled_loss", "scale_loss").replace("optimizer.get_unscaled_gradients(scaled_grads)", "scaled_grads"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    optimizer.apply", "    grads, _ = tf.clip_by_global_norm(grads, 1.0)\n    optimizer.apply"),
        ("    optimizer.apply", "    print(grads)\n    optimizer.apply"),
        ("    grads = optimizer.get_unscaled_gradients(grads)\n", ""),
        ("    grads = optimizer.get", "    if fp16:\n        grads = optimizer.get"),
        ("get_scaled_loss(loss)", "get_scaled_loss(lambda: loss)"),
    ],
)
def test_other_custom_loops_run_on_the_shim(old: str, new: str) -> None:
    result = check_sound(LOOP.replace(old, new))
    assert b"from compat.keras.mixed_precision import LossScaleOptimizer" in result.after
    assert b"get_scaled_loss" in result.after
    assert not result.findings


def test_gradients_that_nothing_scaled() -> None:
    """Keras 2 applied them as they are, Keras 3 divides them by the scale."""
    source = """
        import tensorflow as tf
        opt = tf.keras.mixed_precision.experimental.LossScaleOptimizer(tf.keras.optimizers.SGD(), "dynamic")
        def step(tape, loss, variables):
            opt.apply_gradients(zip(tape.gradient(loss, variables), variables))
        """
    assert b"ExperimentalLossScaleOptimizer(tf.keras.optimizers.SGD()" in check_sound(source).after


def test_loop_on_an_optimizer_from_elsewhere_is_reported() -> None:
    source = """
        import tensorflow as tf
        def unscaled(optimizer, grads):
            return optimizer.get_unscaled_gradients(grads)
        """
    assert [each.code for each in check_sound(source).findings] == ["TFM197"]


def test_graph_rewrite() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        from tensorflow.keras.optimizers import Adam
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        # half precision
        opt = tf.train.experimental.enable_mixed_precision_graph_rewrite(Adam())
        model.compile(loss="mse", optimizer=opt)
        """,
        """
        import tensorflow as tf
        from tensorflow.keras.optimizers import Adam
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        # half precision
        tf.config.optimizer.set_experimental_options({"auto_mixed_precision": True})
        opt = tf.keras.mixed_precision.LossScaleOptimizer(Adam())
        model.compile(loss="mse", optimizer=opt, jit_compile=False)
        """,
    )


@pytest.mark.parametrize("module", ["train.experimental", "compat.v1.train.experimental", "compat.v1.mixed_precision"])
def test_graph_rewrite_of_an_unknown_optimizer(module: str) -> None:
    check_upgraded(
        f"""
        import tensorflow as tf
        def scaled(opt):
            return tf.{module}.enable_mixed_precision_graph_rewrite(opt)
        """,
        """
        from compat.tensorflow.train.experimental import enable_mixed_precision_graph_rewrite
        import tensorflow as tf
        def scaled(opt):
            return enable_mixed_precision_graph_rewrite(opt)
        """,
    )


def test_graph_rewrite_of_tensorflow_1_keeps_the_function() -> None:
    result = check_sound(
        """
        import tensorflow as tf
        opt = tf.train.GradientDescentOptimizer(0.01)
        opt = tf.train.experimental.enable_mixed_precision_graph_rewrite(opt)
        with tf.Session() as session:
            session.run(opt.minimize(loss))
        """
    )
    assert b"train.experimental.enable_mixed_precision_graph_rewrite(opt)" in result.after
    assert b"compat.tensorflow" not in result.after


def test_strategy_and_mixed_precision() -> None:
    check_upgraded(
        """
        import tensorflow as tf
        tf.keras.mixed_precision.set_global_policy("mixed_float16")
        with tf.distribute.MirroredStrategy().scope():
            model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            model.compile(optimizer="adam", loss="mse")
        """,
        """
        from compat.keras.mixed_precision import LossScaleOptimizer as LegacyLossScaleOptimizer
        import tensorflow as tf
        tf.keras.mixed_precision.set_global_policy("mixed_float16")
        with tf.distribute.MirroredStrategy().scope():
            model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
            model.compile(optimizer=LegacyLossScaleOptimizer(tf.keras.optimizers.get("adam")), loss="mse")
        """,
    )


@pytest.mark.parametrize(
    "source",
    [
        "import tensorflow as tf\ntf.keras.mixed_precision.set_global_policy('mixed_float16')\n",
        "import keras\nkeras.mixed_precision.set_global_policy(keras.mixed_precision.Policy('mixed_float16'))\n",
        "import keras\nopt = keras.optimizers.LossScaleOptimizer(keras.optimizers.SGD(), initial_scale=2.0)\n",
        "import keras\nopt = keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(), 128.0)\n",
        "import keras\nopt = keras.optimizers.SGD(loss_scale_factor=2.0)\nopt.scale_loss(3.0)\n",
        "from mine import Policy, LossScaleOptimizer\nopt = LossScaleOptimizer(Policy('x', loss_scale=3), 'dynamic')\n",
        "import keras\nclass Policy:\n    loss_scale = 3\nprint(Policy().loss_scale)\n",
        ("import tensorflow as tf\nwith tf.distribute.MirroredStrategy().scope():\n"
        "    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n    model.compile('adam', 'mse')\n"),
        ("import tensorflow as tf\ntf.keras.mixed_precision.set_global_policy('mixed_bfloat16')\n"
        "with tf.distribute.MirroredStrategy().scope():\n"
        "    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n    model.compile('adam', 'mse')\n"),
        ("import tensorflow as tf\ntf.keras.mixed_precision.set_global_policy('mixed_float16')\n"
        "with tf.distribute.MirroredStrategy().scope():\n"
        "    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n"
        "    model.compile('adam', 'mse', auto_scale_loss=False)\n"),
        "import tensorflow as tf\ntf.config.optimizer.set_experimental_options({'auto_mixed_precision': True})\n",
        ("import tensorflow as tf\n"
        "opt = tf.compat.v1.train.experimental.enable_mixed_precision_graph_rewrite(tf.compat.v1.train.AdamOptimizer())\n"),
        "import keras\nlayer = keras.layers.Dense(1, dtype='float32')\nprint(layer.dtype_policy)\n",
    ],
)  # fmt: skip
def test_left_alone(source: str) -> None:
    check_untouched(source)
