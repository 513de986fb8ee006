"""The numbers of logs, histories and results are floats of Python."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_sound, check_untouched, check_upgraded

HEAD = "from keras.callbacks import Callback\nfrom keras.models import Sequential\nm = Sequential()\n"
CALLBACK = HEAD + "class C(Callback):\n    def on_epoch_end(self, epoch, logs=None):\n        {}\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("print(logs['loss'].item())", "print(float(logs['loss']))"),
        ("print(logs.get('val_loss').item())", "print(float(logs.get('val_loss')))"),
        ("for k, v in logs.items(): print(k, v.item())", "for k, v in logs.items(): print(k, float(v))"),
        ("for v in logs.values(): print(v.item())", "for v in logs.values(): print(float(v))"),
        (
            "self.rows = [v.item() for _, v in sorted(logs.items())]",
            "self.rows = [float(v) for _, v in sorted(logs.items())]",
        ),
        ("loss = logs['loss']; print(loss.item())", "loss = logs['loss']; print(float(loss))"),
        (
            "rows = {k[4:]: v for k, v in logs.items() if k[0] == 'v'}\n        for k, v in rows.items(): print(k, v.item())",
            "rows = {k[4:]: v for k, v in logs.items() if k[0] == 'v'}\n        for k, v in rows.items(): print(k, float(v))",
        ),
        (
            "logs = logs or {}\n        rows = {k: v for k, v in logs.items()}\n        print(rows['loss'].item())",
            "logs = logs or {}\n        rows = {k: v for k, v in logs.items()}\n        print(float(rows['loss']))",
        ),
    ],
)
def test_values_of_logs(legacy: str, modern: str) -> None:
    check_upgraded(CALLBACK.format(legacy), CALLBACK.format(modern))


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (
            "h = m.fit(x, y)\nprint(h.history['loss'][-1].item())",
            "h = m.fit(x, y)\nprint(float(h.history['loss'][-1]))",
        ),
        (
            "h = m.fit(x, y)\nfor v in h.history['loss']: print(v.item())",
            "h = m.fit(x, y)\nfor v in h.history['loss']: print(float(v))",
        ),
        ("loss = m.train_on_batch(x, y)\nprint(loss.item())", "loss = m.train_on_batch(x, y)\nprint(float(loss))"),
        ("print(m.train_on_batch(x, y).item())", "print(float(m.train_on_batch(x, y)))"),
        ("out = m.test_on_batch(x, y)\nprint(out[1].item())", "out = m.test_on_batch(x, y)\nprint(float(out[1]))"),
        ("loss, acc = m.evaluate(x, y)\nprint(acc.item())", "loss, acc = m.evaluate(x, y)\nprint(float(acc))"),
    ],
)
def test_results(legacy: str, modern: str) -> None:
    check_upgraded(f"{HEAD}{legacy}\n", f"{HEAD}{modern}\n")


@pytest.mark.parametrize("read", ["astype('float64')", "dtype", "mean()", "tolist()", "shape"])
def test_what_else_numpy_has(read: str) -> None:
    result = check_sound(CALLBACK.format(f"print(logs['loss'].{read})"))
    assert [each.line for each in result.findings if each.code == "TFM398"] == [6]


@pytest.mark.parametrize(
    "source",
    [
        CALLBACK.format("print(float(logs['loss']))"),
        CALLBACK.format("print(self.rows['loss'].item(), epoch.item())"),
        CALLBACK.format("logs['confusion'] = make()\n        print(logs['confusion'].shape)"),
        CALLBACK.format("for k, v in logs.items(): print(k.item(), other.item())"),
        CALLBACK.format("v = logs['loss']\n        print(v.item() if hasattr(v, 'item') else v)"),
        HEAD + "h = m.fit(x, y)\nprint(h.history['loss'].item())\n",
        HEAD + "import pandas as pd\nh = m.fit(x, y)\nd = pd.DataFrame(h.history)\nprint(d['loss'].max())\n",
        HEAD + "p = m.predict(x)\nprint(p[0].item(), p.shape)\n",
        HEAD + "print(memory.train_on_batch.item(), rows['loss'].item())\n",
        CALLBACK.format("print(logs['loss'].item())").replace("from keras", "from tf_keras"),
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


NET = """
import tensorflow as tf

class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)

    def ask(self, x):
        {}

net = Net()
{}
"""


@pytest.mark.parametrize(
    ("method", "legacy", "modern"),
    [
        ("return x", "print(net.predict_on_batch(x).numpy())", "print(net.predict_on_batch(x))"),
        ("return x", "print(net.predict(x)[0].numpy().shape)", "print(net.predict(x)[0].shape)"),
        (
            "return x",
            "loss = net.train_on_batch(x, y)\nprint(loss.numpy())",
            "loss = net.train_on_batch(x, y)\nprint(loss)",
        ),
        (
            "return x",
            "loss, acc = net.test_on_batch(x, y)\nprint(acc.numpy())",
            "loss, acc = net.test_on_batch(x, y)\nprint(acc)",
        ),
        (
            "return self.predict_on_batch(x)",
            "value = net.ask(x)\nprint(value.numpy()[0])",
            "value = net.ask(x)\nprint(value[0])",
        ),
        (
            "value, logits = self.predict_on_batch(x)\n        return tf.random.categorical(logits, 1)[0], value",
            "action, value = net.ask(x)\nprint(action.numpy(), value.numpy())",
            "action, value = net.ask(x)\nprint(action.numpy(), value)",
        ),
        (
            "return x",
            "def show(row):\n    print(row.numpy())\n\nshow(net.predict_on_batch(x))",
            "def show(row):\n    print(row)\n\nshow(net.predict_on_batch(x))",
        ),
    ],
)
def test_what_models_return_of_a_batch(method: str, legacy: str, modern: str) -> None:
    check_upgraded(NET.format(method, legacy), NET.format(method, modern))


@pytest.mark.parametrize(
    "read",
    [
        "value = net.predict_on_batch(x) if fast else net(x)\nprint(value.numpy())",
        "print(net.predict_on_batch(x).get_shape())",
    ],
)
def test_what_may_be_a_tensor(read: str) -> None:
    result = check_sound(NET.format("return x", read))
    assert [each.code for each in result.findings if each.code == "TFM398"]


@pytest.mark.parametrize(
    ("method", "read"),
    [
        ("return x", "print(net(x).numpy())"),
        ("return x", "value = net.predict_on_batch(x)\nvalue = tf.constant(value)\nprint(value.numpy())"),
        ("return x", "value = net.predict_on_batch(x)\nprint(value.numpy() if hasattr(value, 'numpy') else value)"),
        ("return x", "print(tf.reduce_sum(net.predict_on_batch(x)).numpy())"),
        ("return self(x)", "print(net.ask(x).numpy())"),
        ("return x", "print(table.predict(x).numpy(), frame.predict_on_batch.numpy())"),
        ("return x", "value = net.predict_on_batch(x)\nprint(value.shape)"),
    ],
)
def test_tensors_are_left_alone(method: str, read: str) -> None:
    check_untouched(NET.format(method, read))
