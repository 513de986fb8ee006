"""Predictions of one unit as numbers."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = (
    "import numpy as np\nimport tensorflow as tf\n"
    "m = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,), kernel_initializer='ones')])\n"
    "x = np.ones((2, 3), 'float32')\n"
)


AGENT = """
class Critic(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.value, self.policy = tf.keras.layers.Dense(1), tf.keras.layers.Dense(2)

    def call(self, x):
        return self.policy(x), self.value(x)

c = Critic()
logits, value = c(x)
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("n = float(m(x[:1]))\n", "n = float(m(x[:1]).numpy().item())\n"),
        ("n = float(m(x)[0])\n", "n = float(m(x)[0].numpy().item())\n"),
        ("v = m(x)[0]\nn = float(v)\n", "v = m(x)[0]\nn = float(v.numpy().item())\n"),
        ("n = float(m(x).numpy()[0])\n", "n = float(m(x).numpy()[0].item())\n"),
        ("n = float(m(x)[0, :1])\n", "n = float(m(x)[0, :1].numpy().item())\n"),
        (
            "a = tf.random.categorical(tf.math.log(m(x)), 1)[0]\na = int(a)\n",
            "a = tf.random.categorical(tf.math.log(m(x)), 1)[0]\na = int(a.numpy().item())\n",
        ),
        ("n = int(tf.argmax(m(x[:1]), axis=1))\n", "n = int(tf.argmax(m(x[:1]), axis=1).numpy().item())\n"),
        ("n = float(1.0 - m(x[:1]))\n", "n = float((1.0 - m(x[:1])).numpy().item())\n"),
        ("print('%.2f' % tf.constant([1.5]))\n", "print('%.2f' % tf.constant([1.5]).numpy().item())\n"),
        ("print('%d: %.1f' % (1, m(x)[0]))\n", "print('%d: %.1f' % (1, m(x)[0].numpy().item()))\n"),
        ("print('%.2f %d' % (m.predict(x)[0], 1))\n", "print('%.2f %d' % (m.predict(x)[0].item(), 1))\n"),
        (
            "print('%d%% of %s: %.1f' % (1, m, m.predict(x)[0]))\n",
            "print('%d%% of %s: %.1f' % (1, m, m.predict(x)[0].item()))\n",
        ),
        ("v = np.zeros(2)\nv[0] = m(x)[0]\n", "v = np.zeros(2)\nv[0] = m(x)[0].numpy().item()\n"),
        (
            "v = np.zeros(2)\nfor i in range(2): v[i] = 1 + 0.5 * m(x)[i]\n",
            "v = np.zeros(2)\nfor i in range(2): v[i] = (1 + 0.5 * m(x)[i]).numpy().item()\n",
        ),
        ("print('%.1f' % m.variables[0].numpy())\n", "print('%.1f' % m.variables[0].numpy().item())\n"),
        ("n = float(m.get_weights()[0])\n", "n = float(m.get_weights()[0].item())\n"),
        (
            "w, b = m.layers[0].get_weights()\nprint('%f %f' % (w, b))\n",
            "w, b = m.layers[0].get_weights()\nprint('%f %f' % (w.item(), b.item()))\n",
        ),
        ("w = m.get_weights()\nn = float(w[1])\n", "w = m.get_weights()\nn = float(w[1].item())\n"),
        ("w = m.get_weights()\nn = float(w[0][0])\n", "w = m.get_weights()\nn = float(w[0][0].item())\n"),
        ("w = m.get_weights()[0]\nn = int(w)\n", "w = m.get_weights()[0]\nn = int(w.item())\n"),
        (AGENT + "n = float(value)\n", AGENT + "n = float(value.numpy().item())\n"),
        (AGENT + "n = float(value[0])\n", AGENT + "n = float(value[0].numpy().item())\n"),
    ],
)
def test_tensors(before: str, after: str) -> None:
    check_upgraded(HEAD + before, HEAD + after)


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("n = float(m.predict(x)[0])\n", "n = float(m.predict(x)[0].item())\n"),
        ("n = int(m.predict(x[:1]))\n", "n = int(m.predict(x[:1]).item())\n"),
        ("p = m.predict(x)\nn = float(p[-1])\n", "p = m.predict(x)\nn = float(p[-1].item())\n"),
        (
            "p = m.predict_on_batch(x)\nn = [float(p[i]) for i in r]\n",
            "p = m.predict_on_batch(x)\nn = [float(p[i].item()) for i in r]\n",
        ),
        ("import math\nn = math.sqrt(m.predict(x)[0])\n", "import math\nn = math.sqrt(m.predict(x)[0].item())\n"),
        (
            "v = np.zeros(3)\nfor i in r: v[i] = m.predict(x)[0]\n",
            "v = np.zeros(3)\nfor i in r: v[i] = m.predict(x)[0].item()\n",
        ),
        (
            "v = np.zeros((1, 2))\np = m.predict(x)[0]\nv[0][a] = reward + 0.9 * p - (p)\n",
            "v = np.zeros((1, 2))\np = m.predict(x)[0]\nv[0][a] = reward + 0.9 * p.item() - (p).item()\n",
        ),
        (
            "v = np.empty([2, 2])\nv[0, 1] = -1 + m.predict(x)[i]\n",
            "v = np.empty([2, 2])\nv[0, 1] = -1 + m.predict(x)[i].item()\n",
        ),
        (
            "v = np.zeros(3)\nfor i in range(3): v[i] = m.predict(x[i:i + 1])\n",
            "v = np.zeros(3)\nfor i in range(3): v[i] = m.predict(x[i:i + 1]).item()\n",
        ),
        (
            "v = np.zeros(len(x))\nfor i, _ in enumerate(x): v[i] += 0.5 * m.predict(x[i:i + 1])\n",
            "v = np.zeros(len(x))\nfor i, _ in enumerate(x): v[i] += 0.5 * m.predict(x[i:i + 1]).item()\n",
        ),
        (
            "n = read()\nv = np.zeros(n)\nfor i in range(n):\n    p = m.predict(x)\n    v[i] = p\n",
            "n = read()\nv = np.zeros(n)\nfor i in range(n):\n    p = m.predict(x)\n    v[i] = p.item()\n",
        ),
        (
            "v = np.zeros(3)\ni = 0\nwhile i < 3:\n    v[i] = m.predict(x[:1])\n    i += 1\n",
            "v = np.zeros(3)\ni = 0\nwhile i < 3:\n    v[i] = m.predict(x[:1]).item()\n    i += 1\n",
        ),
        (
            "v = np.zeros(3).astype(int)\nv[0] = np.random.choice(4, 1)\n",
            "v = np.zeros(3).astype(int)\nv[0] = np.random.choice(4, 1).item()\n",
        ),
        ("v = np.zeros(3)\nv[0] = 1 + np.ones(1) * b\n", "v = np.zeros(3)\nv[0] = 1 + np.ones(1).item() * b\n"),
        ("w = np.array([1.0])\nn = float(w)\n", "w = np.array([1.0])\nn = float(w.item())\n"),
        ("n = float(np.array([[a]]))\n", "n = float(np.array([[a]]).item())\n"),
        ("w = np.zeros((1, 1))\nn = int(w)\n", "w = np.zeros((1, 1))\nn = int(w.item())\n"),
        ("n = int(np.where(x == 1)[0])\n", "n = int(np.where(x == 1)[0].item())\n"),
        ("n = int(np.random.choice(9, 1))\n", "n = int(np.random.choice(9, 1).item())\n"),
        ("n = int(np.random.randint(0, 9, size=1))\n", "n = int(np.random.randint(0, 9, size=1).item())\n"),
        ("n = float(np.random.rand(1))\n", "n = float(np.random.rand(1).item())\n"),
        ("n = float(np.random.random(1))\n", "n = float(np.random.random(1).item())\n"),
        (
            "g = np.random.RandomState(7)\nn = int(g.randint(0, 9, 1))\n",
            "g = np.random.RandomState(7)\nn = int(g.randint(0, 9, 1).item())\n",
        ),
        ("n = int(np.argmax(p, axis=1))\n", "n = int(np.argmax(p, axis=1).item())\n"),
        ("n = int(np.argmax(m.predict(x), axis=-1))\n", "n = int(np.argmax(m.predict(x), axis=-1).item())\n"),
        ("n = int(m.predict(x).argmax(axis=-1))\n", "n = int(m.predict(x).argmax(axis=-1).item())\n"),
        ("n = int(np.round(m.predict(x)[0]))\n", "n = int(np.round(m.predict(x)[0]).item())\n"),
        ("n = float(100 * m.predict(x)[0])\n", "n = float((100 * m.predict(x)[0]).item())\n"),
        ("n = int(m.predict(x)[0] > 0.5)\n", "n = int((m.predict(x)[0] > 0.5).item())\n"),
        (
            "n = int((m.predict(x) > 0.5).astype('int32')[0])\n",
            "n = int((m.predict(x) > 0.5).astype('int32')[0].item())\n",
        ),
        ("print('%.2f' % m.predict(x)[0])\n", "print('%.2f' % m.predict(x)[0].item())\n"),
        ("p = m.predict(x)\nprint('100%%: %5d' % p[0])\n", "p = m.predict(x)\nprint('100%%: %5d' % p[0].item())\n"),
    ],
)
def test_one_number(before: str, after: str, to: str) -> None:
    check_upgraded(HEAD + before, HEAD + after, to=to)


@pytest.mark.parametrize(
    "code",
    [
        "n = float(m.predict(x)[0][0])\n",
        "n = float(m.predict(x)[0, 0])\n",
        "n = m.predict(x)[:1]\n",
        "n = float(other.predict_proba(x)[0])\n",
        "n = str(m.predict(x)[0])\n",
        "print('%s' % m.predict(x)[0])\n",
        "print('%s %d' % (m.predict(x)[0], 1))\n",
        "print('%*d %d' % (m.predict(x)[0], 1, 2))\n",
        "n = float(m(x)[0][0])\n",
        "n = float(tf.reduce_mean(m(x)))\n",
        "n = float(tf.reduce_mean(m(x), axis=axis))\n",
        "n = float(tf.squeeze(m(x)))\n",
        "n = int(tf.argmax(m(x)[0]))\n",
        "n = int(tf.random.categorical(m(x), 1)[0, 0])\n",
        "n = float(tf.constant(1.0))\n",
        "n = float(tf.constant(y))\n",
        "n = float(tf.reshape(y, ()))\n",
        "n = float(own(x)[0])\n",
        "print('%s' % m(x)[0], '%s: %d' % (m(x), 1))\n",
        "v = np.zeros((3, 1))\nv[0] = m(x)[0]\n",
        "v = [0] * 3\nv[0] = m(x)[0]\n",
        "v = np.zeros(3)\nv[rows] = m(x)[0]\n",
        "class Mean(tf.keras.Model):\n    def call(self, x): return tf.reduce_mean(x)\nn = float(Mean()(x))\n",
        "p = m(x)[0]\np = 1\nn = float(p)\n",
        "w = m.get_weights()\nn = float(w[0][0, 0])\n",
        "w, b = m.get_weights()\nn = float(b[0])\n",
        "w, b = m.get_weights(1)\nn = float(b)\n",
        "(w, v), b = m.get_weights()\nn = float(w)\n",
        "w, b = m.get_weights()\nw = 1.0\nn = float(w)\n",
        "class Own:\n    def get_weights(self): return 1, 2\nw, b = Own().get_weights()\nn = float(w)\n",
        "p = m.predict(x)\np = p.ravel()\nn = float(p[0])\n",
        "def float(v): return v\nn = float(m.predict(x)[0])\n",
        "n = float(x[0, 0])\n",
        "v = np.zeros((3, 1))\nv[0] = m.predict(x)[0]\n",
        "v = np.zeros(3)\nv[0:1] = m.predict(x)[0]\n",
        "v = [0] * 3\nv[0] = m.predict(x)[0]\n",
        "v = np.empty(3, dtype=object)\nv[0] = m.predict(x)[0]\n",
        "v = np.zeros(3)\nv[0] = m.predict(x)[0][0]\n",
        "v = np.zeros(3)\nv[0] = np.amax(m.predict(x)[0])\n",
        "v = np.zeros(shape)\nv[0][0] = m.predict(x)[0]\n",
        "v = np.zeros((3, 1))\nv[0] = m.predict(x[:1])\n",
        "v = np.zeros(shape)\nv[0] = m.predict(x[:1])\n",
        "shape = (3, 1)\nv = np.zeros(shape)\nv[0] = m.predict(x[:1])\n",
        "v = np.zeros(y.shape)\nv[0] = m.predict(x)[0]\n",
        "v = [0] * 3\nv[0] = m.predict(x[:1])\n",
        "v = {}\nv[0] = m.predict(x[:1])\n",
        "v = np.zeros(3)\nv[:] = m.predict(x)\n",
        "v = np.zeros(3)\nv[0] = np.ones(2) @ np.ones(2)\n",
        "v = np.zeros(3).astype(object)\nv[0] = np.ones(2)\n",
        "v = np.zeros((3, 2))\nv[0] = np.ones(2)\n",
        "v = np.zeros(3)\nv[y == 1] = m.predict(x)[0]\n",
        "v = np.zeros(3)\nv[np.where(y)[0]] = np.random.rand(2)\n",
        "v = np.zeros(3)\nv[rows] = np.random.rand(2)\n",
        "n = float(np.ones(2) @ np.ones(2))\n",
        "w = [1.0]\nn = float(w)\n",
        "w = np.array(1.0)\nn = float(w)\n",
        "w = np.array(y)\nn = float(w)\n",
        "w = np.array([1.0])\nif a: w = 1\nn = float(w)\n",
        "w = np.zeros(())\nn = float(w)\n",
        "n = int(np.where(c, 1, 2)[0])\n",
        "n = int(np.where(c)[0][0])\n",
        "n = int(np.random.choice(9))\n",
        "n = int(np.random.choice(9, size=None))\n",
        "n = float(np.random.uniform(0, 1))\n",
        "n = float(np.random.rand())\n",
        "n = int(np.argmax(p))\n",
        "n = int(np.argmax(p, axis=0))\n",
        "n = int(np.argmax(p, axis=-1))\n",
        "n = int(np.argmax(m.predict(x)[0], axis=-1))\n",
        "n = int(m.predict(x)[0].argmax(axis=-1))\n",
        "n = int(np.round(m.predict(x)[0][0]))\n",
        "n = int(m.predict(x)[0][0] > 0.5)\n",
        "n = int((m.predict(x) > 0.5).astype('int32')[0][0])\n",
        "n = float(np.sum(m.predict(x)))\n",
        "from sklearn.svm import SVC\nn = float(SVC().predict(x)[0])\n",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(HEAD + code)


ACT = """
class Net(tf.keras.Model):
    def act(self, x):
        logits, value = self.predict(x)
        action = m.predict(logits)
        return {}
    def value(self, x):
        return m.predict(x)[0]
net = Net()
def value_of(x):
    p = m.predict(x)
    return p[0]
"""


@pytest.mark.parametrize(
    ("returned", "before", "after"),
    [
        (
            "np.squeeze(action, axis=-1), np.squeeze(value, axis=-1)",
            "a, v = np.empty((2, 3))\na[i], v[i] = net.act(x)\n",
            "a, v = np.empty((2, 3))\na[i], v[i] = (each.item() for each in net.act(x))\n",
        ),
        (
            "action[0], value",
            "a, v = np.empty(3), np.empty((3, 1))\na[i], v[i, 0] = net.act(x)\n",
            "a, v = np.empty(3), np.empty((3, 1))\na[i], v[i, 0] = (each.item() for each in net.act(x))\n",
        ),
        ("1, 2", "v = np.empty(3)\nv[i] = net.value(x)\n", "v = np.empty(3)\nv[i] = net.value(x).item()\n"),
        ("1, 2", "v = np.empty(3)\nv[i] = 2 * value_of(x)\n", "v = np.empty(3)\nv[i] = 2 * value_of(x).item()\n"),
        (
            "1, 2",
            "v = np.empty(3)\nv[0], v[1] = m.predict(x)\n",
            "v = np.empty(3)\nv[0], v[1] = (each.item() for each in m.predict(x))\n",
        ),
    ],
)
def test_through_a_function(returned: str, before: str, after: str) -> None:
    head = HEAD + ACT.format(returned)
    check_upgraded(head + before, head + after)


@pytest.mark.parametrize("returned", ["np.argmax(action), value", "1, np.squeeze(value, -1)", "len(action), value[0]"])
def test_one_of_several(returned: str) -> None:
    source = HEAD + ACT.format(returned) + "a, v = np.empty((2, 3))\na[i], v[i] = net.act(x)\n"
    found = check_declined(source, "TFM374", source.count("\n"))
    assert found.symbol == "v[i]"


def test_one_beside_a_name() -> None:
    source = HEAD + ACT.format("action, value") + "v = np.empty(3)\na, v[i] = net.act(x)\n"
    check_declined(source, "TFM374", source.count("\n"))


@pytest.mark.parametrize(
    ("returned", "use"),
    [
        ("action, np.squeeze(value)", "a, v = np.empty((2, 3))\nb, v[i] = net.act(x)\n"),
        ("action, value[0, 0]", "a, v = np.empty((2, 3))\nb, v[i] = net.act(x)\n"),
        ("action, value.item()", "a, v = np.empty((2, 3))\nb, v[i] = net.act(x)\n"),
        ("action, value", "a, v = net.act(x)\n"),
        ("action, value", "v = np.empty((3, 1))\na, v[i] = net.act(x)\n"),
        ("action, value", "v = [0] * 3\na, v[i] = net.act(x)\n"),
        ("action, value", "v = np.empty(3)\na, v[i] = other(x)\n"),
        ("action, value, 1", "v = np.empty(3)\na, v[i] = net.act(x)\n"),
        ("action, value", "v = np.empty(3)\nv[i] = net.act(x)\n"),
        ("action, value", "def act(x): return 1, 2\nv = np.empty(3)\na, v[i] = net.act(x)\n"),
        ("action, value", "v, w = np.empty((2, 3, 1))\na, v[i] = net.act(x)\n"),
    ],
)
def test_functions_left_alone(returned: str, use: str) -> None:
    check_untouched(HEAD + ACT.format(returned) + use)


@pytest.mark.tensorflow
def test_the_number() -> None:
    """3.0 on TensorFlow 2.10.1 with NumPy 1, as it stood; TypeError today."""
    pytest.importorskip("tensorflow")
    code = HEAD + "p = m.predict(x, verbose=0)\nnumbers = [float(p[0]), int(p[1]), '%.1f' % p[0]]\n"
    result = upgrade(code.encode())
    assert isinstance(result, Upgraded)
    found: dict[str, object] = {}
    exec(compile(result.after, "code", "exec"), found)
    assert found["numbers"] == [3.0, 3, "3.0"]


@pytest.mark.tensorflow
def test_the_numbers_of_a_function() -> None:
    """3.0 and 1.0 on TensorFlow 2.3.4 with NumPy 1.18; ValueError today."""
    pytest.importorskip("tensorflow")
    source = HEAD + ACT.format("np.squeeze(action, axis=-1), np.squeeze(value, axis=-1)")
    source = source.replace("self.predict(x)", "np.ones((1, 3)), self.predict(x)").replace(
        "Net()", "Net()\nnet.compile()"
    )
    source += "a, v = np.empty((2, 3))\na[0], v[0] = net.act(x[:1])\n"
    source = source.replace("def act", "def call(self, x): return x[:, :1]\n    def act")
    result = upgrade(source.encode())
    assert isinstance(result, Upgraded)
    found: dict[str, object] = {}
    exec(result.after, found)
    assert (found["a"][0], found["v"][0]) == (3.0, 1.0)  # type: ignore[index]


HELPER = "import math\ndef sigmoid(v):\n    return 1 / (1 + math.exp(-v))\n"


@pytest.mark.parametrize("given", ["m(x[:1])", "m.predict(x[:1])", "v=m(x[:1])", "np.array([1.0])"])
def test_a_parameter_that_gets_an_array(given: str) -> None:
    check_declined(f"{HEAD}{HELPER}print(sigmoid({given}))\n", "TFM374", 7)


@pytest.mark.parametrize(
    "code",
    [
        "print(sigmoid(0.5))\n",
        "print(sigmoid(other(x)))\n",
        "print(sigmoid(float(np.mean(x))))\n",
        "print(sigmoid(m(x)[0, 0]))\n",
    ],
)
def test_a_parameter_that_gets_a_number(code: str) -> None:
    check_untouched(HEAD + HELPER + code)


def test_a_parameter_that_is_made_a_number() -> None:
    helper = HELPER.replace("    return", "    v = np.ravel(v)[0]\n    return")
    check_untouched(f"{HEAD}{helper}print(sigmoid(m(x[:1])))\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("n = float(r.predict(x[:1]))\n", "n = float(r.predict(x[:1]).item())\n"),
        ("print('%.2f' % r.predict(x[:1]))\n", "print('%.2f' % r.predict(x[:1]).item())\n"),
    ],
)
def test_estimators(before: str, after: str) -> None:
    head = f"{HEAD}from sklearn.linear_model import Ridge\nr = Ridge()\nr.fit(x, x[:, 0])\n"
    check_upgraded(head + before, head + after)


@pytest.mark.parametrize("line", ["n = float(r.predict(x)[0])\n", "n = float(r.score(x, y))\n", "n = r.predict(x)\n"])
def test_estimators_left_alone(line: str) -> None:
    check_untouched(f"{HEAD}from sklearn.linear_model import Ridge\nr = Ridge()\nr.fit(x, x[:, 0])\n{line}")
