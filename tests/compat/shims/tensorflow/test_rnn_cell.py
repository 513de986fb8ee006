"""`tf.nn.rnn_cell` over `tf.nn.dynamic_rnn`: the numbers are those of the cells in NumPy."""

import numpy as np
import pytest

UNITS, FEATURES, STEPS = 3, 2, 4
NAMES = (
    *("BasicLSTMCell", "BasicRNNCell", "DeviceWrapper", "DropoutWrapper", "GRUCell", "LSTMCell", "LSTMStateTuple"),
    *("MultiRNNCell", "RNNCell", "ResidualWrapper"),
)


def inputs():
    return np.random.RandomState(0).uniform(-1, 1, (2, STEPS, FEATURES)).astype("float32")


def run(v1, cell, scope="rnn"):
    """The outputs of the cell at each step, and its variables by the last part of their names."""
    with v1.variable_scope("", initializer=v1.random_uniform_initializer(-1, 1, seed=5)):
        outputs, _ = v1.nn.dynamic_rnn(cell, v1.constant(inputs()), dtype="float32", scope=scope)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        values = {each.name[:-2]: session.run(each) for each in v1.trainable_variables()}
        return session.run(outputs), values


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def basic_rnn(values, x, state):
    return np.tanh(np.hstack([x, state]) @ values["rnn/basic_rnn_cell/kernel"] + values["rnn/basic_rnn_cell/bias"])


def gru(values, x, state):
    def gate(name, state):
        return np.hstack([x, state]) @ values[f"rnn/gru_cell/{name}/kernel"] + values[f"rnn/gru_cell/{name}/bias"]

    reset, update = np.split(sigmoid(gate("gates", state)), 2, 1)
    return update * state + (1 - update) * np.tanh(gate("candidate", reset * state))


def lstm(name):
    def step(values, x, state):
        cell, hidden = np.split(state, 2, 1)
        gates = np.hstack([x, hidden]) @ values[f"rnn/{name}/kernel"] + values[f"rnn/{name}/bias"]
        add, new, forget, show = np.split(gates, 4, 1)
        cell = cell * sigmoid(forget + 1) + sigmoid(add) * np.tanh(new)
        return np.hstack([cell, np.tanh(cell) * sigmoid(show)])

    return step


STEP = {
    "BasicRNNCell": basic_rnn,
    "GRUCell": gru,
    "BasicLSTMCell": lstm("basic_lstm_cell"),
    "LSTMCell": lstm("lstm_cell"),
}


@pytest.mark.parametrize("name", STEP)
def test_numbers(tf, v1, name):
    with v1.Graph().as_default():
        found, values = run(v1, getattr(tf.nn.rnn_cell, name)(UNITS))
    state = np.zeros((2, UNITS * (2 if "LSTM" in name else 1)))
    for number in range(STEPS):
        state = STEP[name](values, inputs()[:, number], state)
        np.testing.assert_allclose(found[:, number], state[:, -UNITS:], rtol=1e-4, atol=1e-6)


def test_wrappers(tf, v1):
    """Two cells, one upon the other, the upper one added to the lower."""
    cells = tf.nn.rnn_cell
    with v1.Graph().as_default():
        upper = cells.DropoutWrapper(cells.BasicRNNCell(UNITS), input_keep_prob=1.0, output_keep_prob=1.0)
        stacked = cells.MultiRNNCell([cells.BasicRNNCell(UNITS), cells.ResidualWrapper(upper)])
        found, values = run(v1, stacked)
    first, second = ({"rnn/basic_rnn_cell/" + k: v for k, v in layer.items()} for layer in split(values))
    states = np.zeros((2, UNITS)), np.zeros((2, UNITS))
    for number in range(STEPS):
        below = basic_rnn(first, inputs()[:, number], states[0])
        above = basic_rnn(second, below, states[1])
        np.testing.assert_allclose(found[:, number], below + above, rtol=1e-4, atol=1e-6)
        states = below, above


def split(values):
    path = "rnn/multi_rnn_cell/cell_{}/basic_rnn_cell/"
    for number in range(2):
        prefix = path.format(number)
        yield {name[len(prefix) :]: value for name, value in values.items() if name.startswith(prefix)}


def test_names(tf):
    assert set(NAMES) <= set(dir(tf.nn.rnn_cell))
    for name in NAMES:
        assert getattr(tf.compat.v1.nn.rnn_cell, name) is getattr(tf.nn.rnn_cell, name)


def test_spellings(tf):
    from compat.tensorflow.nn import dynamic_rnn, rnn_cell
    from compat.tensorflow.nn.rnn_cell import LSTMCell

    assert rnn_cell.LSTMCell is LSTMCell is tf.nn.rnn_cell.LSTMCell
    assert dynamic_rnn is tf.nn.dynamic_rnn


def test_unknown_name(tf, v1):
    if v1.VERSION.startswith("1."):
        pytest.skip("tf.nn.rnn_cell is TensorFlow's own module")
    with pytest.raises(
        AttributeError, match=r"'compat\.tensorflow\.nn\.rnn_cell' has no attribute 'nonsense', and no legacy"
    ):
        tf.nn.rnn_cell.nonsense  # noqa: B018
