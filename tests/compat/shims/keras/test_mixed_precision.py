import keras as keras3
import numpy as np
import pytest
import tensorflow as tf3  # noqa: ICN001 - tf is the namespace of compat

from compat import keras
from compat import tensorflow as tf
from tests.quick import only

RANDOM = np.random.RandomState(0)
X, Y = RANDOM.rand(64, 20).astype("float32"), RANDOM.randint(0, 5, 64)
WEIGHTS = [RANDOM.randn(20, 8) * 0.3, np.zeros(8), RANDOM.randn(8, 5) * 0.3, np.zeros(5)]
LEGACY_LOSSES = [1.828843, 1.652075, 1.601230]
"""Those of TensorFlow 2.3.4, 2.10.1 and 2.15.1."""

experimental = tf.keras.mixed_precision.experimental


@pytest.fixture(autouse=True)
def float32_again():
    yield
    keras3.mixed_precision.set_global_policy("float32")
    tf3.config.optimizer.set_experimental_options({"auto_mixed_precision": False})


def classifier():
    layers = tf.keras.layers
    model = tf.keras.Sequential(
        [
            layers.Dense(8, activation="relu", input_shape=(20,)),
            layers.Dense(5),
            layers.Activation("softmax", dtype="float32"),
        ]
    )
    model.set_weights(WEIGHTS)
    return model


def losses(model, optimizer):
    model.compile(optimizer, "sparse_categorical_crossentropy")
    return model.fit(X, Y, batch_size=16, epochs=3, shuffle=False, verbose=0).history["loss"]


@pytest.mark.parametrize(
    ("loss_scale", "scale"),
    [("auto", 2.0**15), ("dynamic", 2.0**15), (128, 128.0), (None, None)],
)
def test_policy_gives_the_optimizer_its_loss_scale(loss_scale, scale):
    experimental.set_policy(experimental.Policy("mixed_float16", loss_scale=loss_scale))
    model = classifier()
    np.testing.assert_allclose(losses(model, keras.optimizers.SGD(0.1)), LEGACY_LOSSES, atol=1e-4)
    assert model.layers[0].compute_dtype == "float16"
    assert model.layers[0].kernel.dtype == "float32"
    if scale is None:
        assert not isinstance(model.optimizer, keras3.optimizers.LossScaleOptimizer)
    else:
        assert float(model.optimizer.loss_scale()) == scale


def test_policy_by_name():
    experimental.set_policy("mixed_float16")
    assert experimental.global_policy().name == "mixed_float16"
    model = classifier()
    losses(model, "sgd")
    assert float(model.optimizer.loss_scale()) == 2.0**15


def test_policy_of_one_layer():
    policy = experimental.Policy("mixed_float16")
    layer = keras.layers.Dense(1, dtype=policy)
    assert experimental.get_layer_policy(layer) is policy
    assert (policy.compute_dtype, policy.variable_dtype) == ("float16", "float32")
    with pytest.raises(ValueError, match="only be called on a layer"):
        experimental.get_layer_policy(3)


def test_saved_model_needs_no_shims(tmp_path):
    experimental.set_policy(experimental.Policy("mixed_float16"))
    model = classifier()
    losses(model, keras3.optimizers.SGD(0.1))
    model.save(str(tmp_path / "model.keras"))
    loaded = keras3.models.load_model(str(tmp_path / "model.keras"))
    assert type(loaded.optimizer) is keras3.optimizers.LossScaleOptimizer
    assert type(loaded.layers[0].dtype_policy) is keras3.DTypePolicy
    np.testing.assert_array_equal(loaded.predict(X, verbose=0), model.predict(X))


@pytest.mark.parametrize(("given", "message"), [("fast", "Could not interpret"), (None, "cannot be None")])
def test_loss_scales_that_were_refused(given, message):
    with pytest.raises(ValueError, match=message):
        experimental.LossScaleOptimizer(keras.optimizers.SGD(), given)


def test_fixed_scale_without_a_number():
    with pytest.raises(ValueError, match="must be specified"):
        tf.keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(), dynamic=False)
    with pytest.raises(TypeError, match="must be a bool"):
        tf.keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(), "dynamic")


def step(optimizer, variable, factor=1.0):
    with tf3.GradientTape() as tape:
        loss = factor * variable**2
        scaled = optimizer.get_scaled_loss(loss)
    gradients = optimizer.get_unscaled_gradients(tape.gradient(scaled, [variable]))
    optimizer.apply_gradients(zip(gradients, [variable]))
    return float(gradients[0])


def test_custom_loop_unscales_once():
    variable = tf3.Variable(1.0)
    optimizer = experimental.LossScaleOptimizer(keras.optimizers.SGD(0.25), "dynamic")
    assert step(optimizer, variable) == 2.0
    assert float(variable) == 0.5  # as the docstring of 2.3 says of minimize
    assert callable(optimizer.get_scaled_loss(lambda: tf3.constant(1.0)))


def test_gradients_of_a_loss_that_was_not_scaled_are_applied_as_they_are():
    variable = tf3.Variable(1.0)
    optimizer = tf.keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(0.25))
    optimizer.apply_gradients([(tf3.constant(2.0), variable)])
    assert float(variable) == 0.5


def test_overflow_is_skipped_and_counts():
    variable = tf3.Variable(1.0)
    optimizer = tf.keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(0.25), True, 2.0)
    for scale in (1.0, 1.0):
        step(optimizer, variable, factor=np.inf)
        assert float(optimizer.loss_scale) == scale, "1 is the least"
    assert float(variable) == 1.0
    assert int(optimizer.iterations) == 2


def test_scale_doubles_and_stays_finite():
    variable = tf3.Variable(1.0)
    optimizer = tf.keras.mixed_precision.LossScaleOptimizer(
        keras.optimizers.SGD(0.0), initial_scale=4.0, dynamic_growth_steps=2
    )
    seen = []
    for _ in range(4):
        step(optimizer, variable)
        seen.append(float(optimizer.loss_scale))
    assert seen == [4.0, 8.0, 8.0, 16.0]
    optimizer.dynamic_scale.assign(2.0**127)
    for _ in range(2):
        optimizer.apply_gradients([(tf3.constant(0.0), variable)])
    assert float(optimizer.loss_scale) == 2.0**127


def test_fixed_scale_applies_what_it_is_given():
    variable = tf3.Variable(1.0)
    optimizer = experimental.LossScaleOptimizer(keras.optimizers.SGD(0.25), 8)
    step(optimizer, variable, factor=np.inf)
    assert not np.isfinite(float(variable))
    assert float(optimizer.loss_scale()) == 8.0


def test_sparse_gradients():
    variable = tf3.Variable([1.0, 1.0])
    optimizer = tf.keras.mixed_precision.LossScaleOptimizer(keras.optimizers.SGD(1.0))
    with tf3.GradientTape() as tape:
        loss = optimizer.get_scaled_loss(tf3.reduce_sum(tf3.gather(variable, [1])))
    gradients = optimizer.get_unscaled_gradients([*tape.gradient(loss, [variable]), None])
    assert gradients[1] is None
    optimizer.apply_gradients([(gradients[0], variable)])
    np.testing.assert_array_equal(variable.numpy(), [1.0, 0.0])


def test_learning_rate_is_that_of_the_inner_optimizer():
    optimizer = experimental.LossScaleOptimizer(keras.optimizers.SGD(0.25), "dynamic")
    optimizer.lr = 0.5
    assert float(optimizer.learning_rate) == float(optimizer.inner_optimizer.learning_rate) == 0.5


@pytest.mark.parametrize("row", only((15,), [0, 15]))
def test_overflow_on_any_replica(row, two_replicas):
    """Keras 3 alone looks on the first replica, and lets the infinity of the other one into the weights."""
    experimental.set_policy("mixed_float16")
    with two_replicas.scope():
        layers = tf.keras.layers
        model = tf.keras.Sequential(
            [
                layers.Dense(1, input_shape=(4,), kernel_initializer="ones", use_bias=False),
                layers.Activation("linear", dtype="float32"),
            ]
        )
        model.compile(keras.optimizers.SGD(1e-9), "mse")
    x = np.ones((16, 4), "float32")
    x[row] *= 4000
    model.fit(x, np.zeros((16, 1)), batch_size=16, epochs=4, shuffle=False, verbose=0)
    np.testing.assert_array_equal(model.get_weights()[0], np.ones((4, 1)))
    assert float(model.optimizer.loss_scale()) == 2.0**11
    assert int(model.optimizer.iterations.numpy()) == 4


def test_graph_rewrite():
    optimizer = tf.train.experimental.enable_mixed_precision_graph_rewrite(keras.optimizers.SGD(0.1))
    assert tf3.config.optimizer.get_experimental_options()["auto_mixed_precision"]
    model = classifier()
    model.compile(optimizer, "sparse_categorical_crossentropy")
    assert model.jit_compile is False
    assert float(optimizer.loss_scale()) == 2.0**15
    with pytest.raises(ValueError, match="without a loss scale"):
        tf.compat.v1.mixed_precision.enable_mixed_precision_graph_rewrite(optimizer)
    tf.train.experimental.disable_mixed_precision_graph_rewrite()
    assert not tf3.config.optimizer.get_experimental_options()["auto_mixed_precision"]


def test_graph_rewrite_beside_a_policy():
    experimental.set_policy("mixed_float16")
    with pytest.raises(ValueError, match="either the policy or the graph rewrite"):
        tf.train.experimental.enable_mixed_precision_graph_rewrite(keras.optimizers.SGD())


def test_graph_rewrite_of_an_optimizer_of_tensorflow_1():
    optimizer = tf3.compat.v1.train.GradientDescentOptimizer(0.1)
    wrapped = tf.train.experimental.enable_mixed_precision_graph_rewrite(optimizer)
    assert type(wrapped).__name__ == "MixedPrecisionLossScaleOptimizer"
    tf3.compat.v1.train.experimental.disable_mixed_precision_graph_rewrite()
