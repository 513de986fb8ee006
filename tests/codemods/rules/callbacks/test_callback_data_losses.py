"""The loss in the logs of a batch, which callbacks read."""

from __future__ import annotations

import pytest

from codemods.engine.engine import Settings, upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Finding, Upgraded
from tests.codemods.checks import check_sound

HEAD = "from keras.callbacks import Callback\nclass Seen(Callback):\n"


def _findings(source: str) -> tuple[Finding, ...]:
    """What is reported of a source for standalone Keras."""
    result = upgrade(source.encode(), Settings(origin=parse_origin("keras==2.3")))
    assert isinstance(result, Upgraded)
    return result.findings


@pytest.mark.parametrize("read", ['logs["loss"]', 'logs.get("loss")', 'logs.get("loss", 0)'])
@pytest.mark.parametrize("method", ["on_batch_end(self, batch, logs=None)", "on_train_batch_end(self, b, logs)"])
def test_loss_of_a_batch(method: str, read: str) -> None:
    found = _findings(f"{HEAD}    def {method}:\n        self.losses.append({read})\n")
    assert [(each.code, each.line) for each in found] == [("TFM228", 4)]


@pytest.mark.parametrize(
    "body",
    [
        'def on_epoch_end(self, epoch, logs=None):\n        print(logs["loss"])\n',
        'def on_batch_end(self, batch, logs=None):\n        print(logs["acc"])\n',
        'def on_batch_end(self, batch, logs=None):\n        print(other["loss"])\n',
        'def on_batch_end(self, batch, logs=None):\n        logs["loss"] = 3\n',
        'def on_test_batch_end(self, batch, logs=None):\n        print(logs["loss"])\n',
        "def on_batch_end(self, batch, logs=None):\n        print(logs[key])\n",
    ],
)
def test_leaves_alone(body: str) -> None:
    assert "TFM228" not in {each.code for each in _findings(f"{HEAD}    {body}")}


def _codes(source: str) -> list[str]:
    """The codes for a source, but for that of the keywords that `LambdaCallback` no longer lists."""
    return [each.code for each in _findings(source) if each.code != "TFM195"]


WHOLE = [
    "for k, v in logs.items():\n            self.history.setdefault(k, []).append(v)",
    "for k in logs:\n            self.seen[k] = logs[k]",
    "for k in sorted(logs.keys()):\n            print(k, logs.get(k))",
    "self.seen.append({k: logs[k] for k in logs})",
    "self.seen.append(dict(logs))",
    "self.seen.append(dict(logs or {}))",
    "self.seen.append(logs.copy())",
    "self.seen.append(logs)",
    "self.seen.append((batch, logs))",
    "self.seen[batch] = logs",
    "self.last = logs or {}",
    "self.history.update(logs)",
    "self.total += sum(logs.values())",
    "self.show(**logs)",
    "self.seen.append({**logs, 'lr': 0.1})",
    "print(batch, logs)",
    "print(f'{batch}: {logs}')",
    "print('%s' % logs)",
]


@pytest.mark.parametrize("use", WHOLE)
@pytest.mark.parametrize("method", ["on_batch_end(self, batch, logs=None)", "on_train_batch_end(self, batch, logs)"])
def test_logs_as_a_whole(method: str, use: str) -> None:
    found = _findings(f"{HEAD}    def {method}:\n        {use}\n")
    assert [(each.code, each.line, each.severity) for each in found] == [("TFM228", 4, "numbers")]


@pytest.mark.parametrize(
    "first",
    [
        "logs = logs or {}",
        "logs = {} if logs is None else logs",
        "if logs is None:\n            logs = {}",
        "logs = dict(logs)",
        "logs = logs.copy()",
    ],
)
def test_logs_with_a_default(first: str) -> None:
    method = "def on_batch_end(self, batch, logs=None):"
    source = f"{HEAD}    {method}\n        {first}\n        for k, v in logs.items():\n            print(k, v)\n"
    assert _codes(source) == ["TFM228"]


def test_logs_that_a_loop_binds_to_themselves() -> None:
    method = "def on_batch_end(self, batch, logs=None):"
    body = "logs = {}\n        for each in self.seen:\n            logs = logs or {}\n        print(dict(logs))\n"
    assert _codes(f"{HEAD}    {method}\n        {body}") == []


@pytest.mark.parametrize(
    "use",
    [
        "logs = logs or {}",
        "super().on_batch_end(batch, logs)",
        "super(Seen, self).on_batch_end(batch, logs=logs)",
        "Callback.on_batch_end(self, batch, logs)",
        "self.other.on_train_batch_end(batch, logs)",
        "logs = dict(logs or {})\n        super().on_batch_end(batch, logs)",
        "self.show(batch, logs)",
        "self.count += len(logs)",
        "self.names = list(logs)",
        "self.names = sorted(logs.keys())",
        "for k in logs:\n            print(k)",
        "for k in logs:\n            print(other[k])",
        "if logs:\n            print(batch)",
        "print('mae' in logs)",
        "self.seen.append(logs['mae'])",
        "self.seen.append(logs.get('mae'))",
        "logs = {'lr': 0.1}\n        self.seen.append(logs)",
        "logs = logs['mae']\n        self.seen.append(logs)",
        "self.seen.append(dict(other))",
        "self.seen.append([logs['mae'] for logs in self.lines])",
        "logs.update(lr=0.1)",
    ],
)
def test_no_whole_logs(use: str) -> None:
    assert _codes(f"{HEAD}    def on_batch_end(self, batch, logs=None):\n        {use}\n") == []


@pytest.mark.parametrize(
    "method",
    [
        "on_epoch_end(self, epoch, logs=None)",
        "on_test_batch_end(self, batch, logs=None)",
        "on_batch_begin(self, batch, logs=None)",
        "on_train_end(self, logs=None)",
        "own(self, batch, logs)",
    ],
)
def test_whole_logs_of_other_events(method: str) -> None:
    assert _codes(f"{HEAD}    def {method}:\n        self.seen.append(dict(logs))\n") == []


def test_whole_logs_of_another_class() -> None:
    source = "import keras\nclass Seen:\n    def on_batch_end(self, batch, logs):\n        print(dict(logs))\n"
    assert _codes(source) == []


LAMBDA = "from keras.callbacks import LambdaCallback\nseen = []\n"


@pytest.mark.parametrize(
    "made",
    [
        "LambdaCallback(on_batch_end=lambda batch, logs: seen.append(logs))",
        "LambdaCallback(on_batch_end=lambda batch, logs: seen.append(logs['loss']))",
        "LambdaCallback(on_batch_end=lambda batch, logs: seen.append(logs['size']))",
        "LambdaCallback(on_epoch_end=print, on_batch_end=lambda batch, logs: [seen.append(v) for v in logs.values()])",
    ],
)
def test_lambda_callback(made: str) -> None:
    assert _codes(f"{LAMBDA}callback = {made}\n") == ["TFM228"]


def test_function_of_lambda_callbacks() -> None:
    function = "def show(batch, logs):\n    seen.append(dict(logs))\n"
    made = "callbacks = [LambdaCallback(on_batch_end=show), LambdaCallback(on_batch_end=show)]\n"
    assert _codes(LAMBDA + function + made) == ["TFM228"]


@pytest.mark.parametrize(
    "made",
    [
        "LambdaCallback(on_epoch_end=lambda epoch, logs: seen.append(logs))",
        "LambdaCallback(on_batch_end=lambda batch, logs: seen.append(batch))",
        "LambdaCallback(on_train_end=lambda logs: seen.append(logs))",
        "print(on_batch_end=lambda batch, logs: seen.append(logs))",
    ],
)
def test_lambda_callback_left_alone(made: str) -> None:
    assert _codes(f"{LAMBDA}callback = {made}\n") == []


@pytest.mark.parametrize("origin", ["tensorflow==2.15", "keras==3.3"])
def test_whole_logs_of_later_releases(origin: str) -> None:
    source = f"{HEAD}    def on_train_batch_end(self, batch, logs=None):\n        self.seen.append(logs)\n"
    if origin.startswith("tensorflow"):
        source = source.replace("from keras", "from tensorflow.keras")
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    assert (result.findings, result.notes) == ((), ())


def test_whole_logs_of_code_for_keras_3() -> None:
    source = (
        "import keras\nfrom keras import ops\nclass Seen(keras.callbacks.Callback):\n"
        "    def on_train_batch_end(self, batch, logs=None):\n        self.seen.append(dict(logs))\n"
    )
    result = check_sound(source)
    assert (result.findings, result.notes) == ((), ())


def test_whole_logs_on_the_shims() -> None:
    source = f"import keras.layers.core\n{HEAD}    def on_batch_end(self, batch, logs):\n        print(dict(logs))\n"
    result = check_sound(source, to="compat")
    assert result.findings == ()
    assert [each.code for each in result.notes] == ["TFM228"]


def test_whole_logs_of_an_unknown_release() -> None:
    source = f"{HEAD}    def on_batch_end(self, batch, logs=None):\n        print(dict(logs))\n"
    result = check_sound(source)
    assert [each.code for each in result.findings] == []
    assert [each.code for each in result.notes] == ["TFM228"]


def test_a_shim_of_something_else_does_not_tell_the_loss() -> None:
    """Native code takes the hard sigmoid of Keras 2 from the shims; callbacks and models are those of Keras 3."""
    layer = "import keras\nlayer = keras.layers.LSTM(3, recurrent_activation='hard_sigmoid')\n"
    read = '    def on_batch_end(self, batch, logs=None):\n        print(logs["loss"])\n'
    assert "TFM228" in {each.code for each in _findings(layer + HEAD + read)}


def test_code_for_tensorflow_2() -> None:
    source = (
        "import tensorflow as tf\ntf.function(print)\nclass Seen(tf.keras.callbacks.Callback):\n"
        '    def on_train_batch_end(self, batch, logs=None):\n        print(logs["loss"])\n'
    )
    assert "TFM228" not in {each.code for each in check_sound(source).findings}


def test_unknown_release() -> None:
    source = (
        "from keras.callbacks import Callback\nclass Seen(Callback):\n"
        '    def on_batch_end(self, batch, logs=None):\n        print(logs["loss"])\n'
    )
    assert "TFM228" in {each.code for each in check_sound(source).notes}
