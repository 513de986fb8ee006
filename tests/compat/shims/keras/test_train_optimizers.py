"""Each optimizer of `tf.train` against its trajectory on TensorFlow 1.15.5: through the shim, and by the table alone."""

import ast
import inspect
import json

import numpy as np
import pytest

keras = pytest.importorskip("keras")
if int(keras.__version__.split(".")[0]) < 3:
    pytest.skip("the rows are about Keras 3", allow_module_level=True)

import tensorflow as tf  # noqa: E402

from compat.shims.keras.train_optimizers import modern_optimizer  # noqa: E402
from compat.tables.behaviour.train_optimizers import TRAIN_OPTIMIZERS  # noqa: E402
from tests.compat.paths import ORACLES  # noqa: E402
from tests.compat.shims.keras.train_optimizer_cases import CASES, FIRST, gradients  # noqa: E402

ORACLE = json.loads((ORACLES / "train_optimizers.json").read_text())["values"]
ROWS = {row.legacy.rpartition(".")[2]: row for row in TRAIN_OPTIMIZERS}


def trajectory(optimizer):
    variable = keras.Variable(FIRST)
    values = []
    for gradient in gradients():
        optimizer.apply([tf.constant(gradient)], [variable])
        values.append(np.asarray(variable))
    return np.stack(values)


def by_the_table(name, args, kwargs):
    """The arguments that a codemod writes: positions become keywords, legacy defaults that differ are spelled out."""
    row = ROWS[name]
    given = {**dict(zip(row.parameters, args)), **kwargs}
    modern = {keyword: ast.literal_eval(value) for keyword, value in row.constants.items()}
    modern.update({row.keywords[legacy]: ast.literal_eval(value) for legacy, value in row.defaults.items()})
    modern.update({row.keywords[legacy]: value for legacy, value in given.items()})
    return getattr(keras.optimizers, row.modern.rpartition(".")[2])(**modern)


@pytest.mark.parametrize("case", CASES)
def test_shim(case):
    name, args, kwargs = CASES[case]
    original = getattr(tf.compat.v1.train, name)(*args, **kwargs)
    modern = modern_optimizer(original)
    assert modern.train_optimizer is original
    np.testing.assert_allclose(trajectory(modern), ORACLE[case], rtol=2e-6, atol=2e-6)


@pytest.mark.parametrize("case", CASES)
def test_table(case):
    name, args, kwargs = CASES[case]
    modern = trajectory(by_the_table(name, args, kwargs))
    if ROWS[name].initial_velocity:
        assert np.abs(modern - ORACLE[case]).max() > 1e-3
    else:
        np.testing.assert_allclose(modern, ORACLE[case], rtol=2e-6, atol=2e-6)


def test_single_batches():
    """`train_on_batch` makes the slots while it traces its step; the losses are those of TensorFlow 1.15.5."""
    x, y = np.sin(np.arange(32)).reshape(8, 4).astype("float32"), np.ones((8, 1), "float32")
    model = keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(1)])
    model.set_weights([np.ones((4, 1)), np.zeros(1)])
    model.compile(modern_optimizer(tf.compat.v1.train.RMSPropOptimizer(0.01)), "mse")
    losses = [model.train_on_batch(x, y) for _ in range(4)]
    np.testing.assert_allclose(losses, [2.979466, 2.884225, 2.799116, 2.721256], rtol=1e-6)


def test_momentum_follows_the_rate_of_the_step():
    """TensorFlow multiplies the whole velocity by the new rate; the SGD of Keras does not, and its row says so."""
    values = {}
    for kind, optimizer in (
        ("shim", modern_optimizer(tf.compat.v1.train.MomentumOptimizer(0.1, 0.9))),
        ("keras", keras.optimizers.SGD(0.1, 0.9)),
    ):
        variable = keras.Variable(np.zeros(1, "float32"))
        for rate in (0.1, 0.01):
            optimizer.learning_rate = rate
            optimizer.apply([tf.constant([1.0])], [variable])
        values[kind] = float(np.asarray(variable)[0])
    assert values["shim"] == pytest.approx(-(0.1 + 0.01 * 1.9))
    assert values["keras"] == pytest.approx(-(0.1 + 0.09 + 0.01))
    assert not ROWS["MomentumOptimizer"].follows_schedule


def test_parameters_are_those_of_the_constructor():
    for name, row in ROWS.items():
        parameters = tuple(inspect.signature(getattr(tf.compat.v1.train, name).__init__).parameters)[1:]
        assert parameters[: len(row.parameters)] == row.parameters


@pytest.mark.parametrize("rate", [lambda: 0.1, "tensor"])
def test_a_rate_that_is_no_number(rate):
    original = tf.compat.v1.train.AdamOptimizer(tf.constant(0.1) if rate == "tensor" else rate)
    with pytest.raises(ValueError, match="is a tensor or a function"):
        trajectory(modern_optimizer(original))


@pytest.mark.parametrize("name", ["ProximalAdagradOptimizer", "AdagradDAOptimizer"])
def test_no_equal(name):
    more = (tf.constant(1),) if "DA" in name else ()
    with pytest.raises(ValueError, match=f"computes what {name} does: give compile one of keras.optimizers"):
        modern_optimizer(getattr(tf.compat.v1.train, name)(0.1, *more))


def test_own_subclass_has_no_equal():
    class AdamOptimizer(tf.compat.v1.train.AdamOptimizer):
        """With an update rule of its own, for all that is known."""

    with pytest.raises(ValueError, match="No optimizer of Keras 3"):
        modern_optimizer(AdamOptimizer())


def test_compile_takes_it():
    from compat import tensorflow as namespace

    model = namespace.keras.Sequential([namespace.keras.layers.Dense(1, input_shape=(2,))])
    model.compile(namespace.train.GradientDescentOptimizer(0.5), "mse")
    before = model.get_weights()
    x = np.array([[1.0, 2.0]], "float32")
    error = x @ before[0] - 1.0
    model.fit(x, np.array([[1.0]]), verbose=0)
    np.testing.assert_allclose(model.get_weights()[0], before[0] - 0.5 * 2 * error * x.T, rtol=1e-5)
