"""Calls that mean something else, or stop, are reported."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_untouched

HEAD = "import keras\n\nmodel = keras.models.Sequential()\n"


@pytest.mark.parametrize(
    "code",
    [
        "model.fit(x, y, class_weight={0: 1.0, 1: 2.0}, sample_weight=counts)",
        "model.train_on_batch(x, y, class_weight=weights, sample_weight=counts)",
        "model.train_on_batch(x, y, counts, weights)",
    ],
)
def test_both(code: str) -> None:
    check_declined(f"{HEAD}{code}\n", "TFM162", 4)


@pytest.mark.parametrize(
    "code",
    [
        "model.fit(x, y, class_weight={0: 1.0, 1: 2.0})",
        "model.fit(x, y, sample_weight=counts)",
        "model.fit(x, y, class_weight=None, sample_weight=counts)",
        "model.fit(x, y, class_weight={0: 1.0}, sample_weight=None)",
        "estimator.fit(x, y, class_weight=a, sample_weight=b)",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(f"{HEAD}{code}\n")


@pytest.mark.parametrize("made", ["keras.optimizers.Adam(0.1)", "model.optimizer"])
def test_state_of_an_optimizer(made: str) -> None:
    source = f"{HEAD}optimizer = {made}\noptimizer.{{}}(values)\n"
    assert _lines(source.format("set_weights"), "keras==2.3") == ([5], [])
    assert _lines(source.format("apply_gradients"), "keras==2.3") == ([], [])
    assert _lines(f"{HEAD}model.set_weights(values)\n", "keras==2.3") == ([], [])


def _lines(source: str, origin: str) -> tuple[list[int], list[int]]:
    result = upgrade(source.encode(), Settings(origin=parse_origin(origin) if origin else None))
    assert isinstance(result, Upgraded)
    findings = [each.line for each in result.findings if each.code == "TFM162"]
    return findings, [each.line for each in result.notes if each.code == "TFM162"]


TF = "from tensorflow import keras\n"


@pytest.mark.parametrize(
    "code",
    [
        "x = keras.losses.cosine_similarity(a, b)",
        "x = keras.losses.CosineSimilarity()",
        "keras.models.Sequential().compile('sgd', 'cosine_similarity')",
        "x = keras.losses.Huber(reduction='sum')",
    ],
)
def test_of_tensorflow_1(code: str) -> None:
    assert _lines(f"{TF}{code}\n", "tensorflow==1.15") == ([2], [])
    assert _lines(f"{TF}{code}\n", "tensorflow==2.3") == ([], [])
    assert _lines(f"{TF}{code}\n", "") == ([], [2])


@pytest.mark.parametrize(
    ("code", "later"),
    [
        ("x = keras.activations.softmax(y, axis=0)", []),
        ("x = keras.metrics.SpecificityAtSensitivity(0.5)", []),
        ("x = keras.metrics.binary_accuracy(a, b)", [2]),
    ],
)
def test_notes(code: str, later: list[int]) -> None:
    assert _lines(f"import keras\n{code}\n", "keras==2.3") == ([], [2])
    assert _lines(f"{TF}{code}\n", "tensorflow==2.3") == ([], later)
    assert _lines(f"{TF}{code}\n", "") == ([], [2])


@pytest.mark.parametrize(
    "code",
    [
        "x = keras.activations.softmax(y)",
        "x = keras.losses.Huber(0.3)",
        "keras.models.Sequential().compile('sgd', 'mse')",
        "x = keras.activations.sigmoid(y)",
    ],
)
def test_the_same_everywhere(code: str) -> None:
    assert _lines(f"import keras\n{code}\n", "keras==2.3") == ([], [])
    assert _lines(f"{TF}{code}\n", "tensorflow==1.15") == ([], [])


ARGMAX = "import tensorflow as tf\nx, where = tf.nn.max_pool_with_argmax(y, [1, 2, 2, 1], [1, 2, 2, 1], 'SAME')\n"


def test_indices_of_a_pooling() -> None:
    assert _lines(ARGMAX, "tensorflow==1.13") == ([], [2])
    assert _lines(ARGMAX + "z = tf.placeholder(tf.float32)\n", "") == ([], [3])
    assert _lines(ARGMAX, "tensorflow==2.3") == ([], [])
    assert _lines(ARGMAX, "") == ([], [])
    assert _lines(ARGMAX.replace("_with_argmax", ""), "tensorflow==1.13") == ([], [])


NETWORK = """import keras
from keras import backend as K
from keras.layers import Input

def network(shape=None, input_tensor=None):
    if input_tensor is None:
        image = Input(shape=shape)
    elif not K.is_keras_tensor(input_tensor):
        image = Input(tensor=input_tensor, shape=shape)
    else:
        image = input_tensor
    return image

"""


@pytest.mark.parametrize(
    "use",
    [
        "",
        "network((3,))\n",
        "network(input_tensor=None)\n",
        "network(input_tensor=Input((3,)))\n",
        "image = Input((3,))\nnetwork((3,), image)\n",
    ],
)
def test_tensors_that_no_call_gives(use: str) -> None:
    assert _lines(NETWORK + use, "keras==2.3") == ([], [9])


@pytest.mark.parametrize(
    "use",
    [
        "network(input_tensor=frames)\n",
        "network((3,))\nnetwork((3,), frames)\n",
        "network(input_tensor=Input(tensor=frames))\n",
    ],
)
def test_tensors_that_a_call_gives(use: str) -> None:
    assert 9 in _lines(NETWORK + use, "keras==2.3")[0]


@pytest.mark.parametrize(
    ("asked", "otherwise"),
    [
        ("not K.is_keras_tensor(input_tensor)", "input_tensor.shape"),
        ("input_tensor=None", "input_tensor=frames"),
        ("input_tensor=None", "input_tensor"),
    ],
)
def test_tensors_that_may_come(asked: str, otherwise: str) -> None:
    source = NETWORK.replace(asked, otherwise).replace("shape=None, input_tensor)", "shape, input_tensor)")
    assert _lines(source, "keras==2.3")[0] == [9]


STANDALONE = "import keras\nfrom keras.layers import LSTM, Bidirectional, Conv2D\nmodel = keras.models.Sequential()\n"


@pytest.mark.parametrize(
    "code",
    [
        "x = Bidirectional(LSTM(3, stateful=True))",
        "x = keras.callbacks.EarlyStopping(min_delta=-0.1)",
        "x = keras.layers.Input(tensor=frames)",
        "x = keras.metrics.get('mae')",
    ],
)
def test_of_standalone_keras(code: str) -> None:
    assert _lines(f"{STANDALONE}{code}\n", "keras==2.3") == ([4], [])
    assert _lines(f"{STANDALONE}{code}\n", "keras==3.3") == ([], [])


@pytest.mark.parametrize(
    "code",
    [
        "x = Bidirectional(LSTM(3))",
        "x = Bidirectional(LSTM(3, stateful=False))",
        "x = keras.callbacks.EarlyStopping(min_delta=0.1)",
        "x = keras.layers.Input((3,), tensor=None)",
        "model.summary()",
        "x = keras.layers.Dense(3, trainable=False)",
        "x = keras.layers.Dense(3, kernel_regularizer='l2', trainable=True)",
        "x = keras.layers.Dense(3, kernel_regularizer=None, trainable=False)",
    ],
)
def test_without_a_change(code: str) -> None:
    assert _lines(f"{STANDALONE}{code}\n", "keras==2.3") == ([], [])


@pytest.mark.parametrize(
    "code",
    [
        "model.summary(print_fn=print)",
        "x = keras.layers.Dense(3, kernel_regularizer='l2', trainable=False)",
        "model.compile('sgd', 'mse', metrics=['mae'], weighted_metrics=['mae'])",
        "x = keras.metrics.binary_accuracy(a, b)",
        "x = keras.layers.BatchNormalization()\ny = keras.layers.BatchNormalization()",
    ],
)
def test_notes_of_standalone_keras(code: str) -> None:
    assert _lines(f"{STANDALONE}{code}\n", "keras==2.3") == ([], [4])
    assert _lines(f"{STANDALONE}{code}\n", "keras==3.3") == ([], [])


def test_switch() -> None:
    source = "from tensorflow.keras import backend as K\nx = K.switch(a, b, c)\n"
    assert _lines(source, "tensorflow==1.15") == ([], [2])
    assert _lines(source, "tensorflow==2.3") == ([], [])


@pytest.mark.parametrize(
    "code", ["model.fit(x, y, sample_weight=w)", "model.compile('sgd', 'hinge')", "x = keras.initializers.Identity()"]
)
def test_some_of_the_releases(code: str) -> None:
    """Keras 2.2 alone had the other meaning: where the file does not tell, a note or a finding asks for the release."""
    findings, notes = _lines(f"{STANDALONE}{code}\n", "keras==2.2.4")
    assert findings + notes == [4]
    assert _lines(f"{STANDALONE}{code}\n", "keras==2.3") == ([], [])
    undecided = upgrade(f"{STANDALONE.replace('layers', 'layers.core')}{code}\n".encode(), Settings())
    assert isinstance(undecided, Upgraded)
    assert [each.severity for each in undecided.findings if each.code == "TFM162"] == ["doubt"] * len(findings)


def test_moving_statistics_of_keras_2_2() -> None:
    """After a first batch with the mean 10 the moving mean was 10 in Keras 2.2.4, and is 0.1 in 2.3.1 and 3.15.1."""
    code = f"{STANDALONE}x = keras.layers.BatchNormalization()\ny = keras.layers.BatchNormalization()\n"
    assert _lines(code, "keras==2.2.4") == ([], [4, 4]), "and the moving variance"
    assert _lines(code, "keras==2.3") == ([], [4])
    result = upgrade(code.encode(), Settings("compat", origin=parse_origin("keras==2.2.4")))
    assert isinstance(result, Upgraded)
    assert "from the first step on" in "".join(each.message for each in result.notes)


def test_images_of_tf_keras() -> None:
    code = "a = keras.layers.{}\nb = keras.layers.BatchNormalization()\n"
    assert _lines(TF + code.format("Conv2D(3, 3)"), "tensorflow==2.3") == ([], [3])
    assert _lines(TF + code.format("Dense(3)"), "tensorflow==2.3") == ([], [])


@pytest.mark.parametrize(
    ("first", "epsilon", "origin", "notes"),
    [
        ("Conv2D(3, 3)", "1e-6", "tensorflow==2.3", [3, 4]),
        ("Conv2D(3, 3)", "1e-6", "tensorflow==2.12", [3]),
        ("Conv2D(3, 3)", "1e-5", "tensorflow==2.3", [3]),
        ("Conv2D(3, 3)", "1e-3", "tensorflow==2.3", [3]),
        ("Conv2D(3, 3)", "EPSILON", "tensorflow==2.3", [3]),
        ("Dense(3)", "1e-6", "tensorflow==2.3", []),
    ],
)
def test_small_epsilon(first: str, epsilon: str, origin: str, notes: list[int]) -> None:
    """Line 3 has the note about the moving variance of images, which is said once."""
    code = (
        f"a = keras.layers.BatchNormalization(epsilon=1e-3)\nb = keras.layers.BatchNormalization(epsilon={epsilon})\n"
    )
    assert _lines(f"{TF}c = keras.layers.{first}\n{code}", origin) == ([], notes)


def test_states_across_a_validation() -> None:
    code = "model = keras.models.Sequential([keras.layers.SimpleRNN(2, stateful={})])\nmodel.fit(x, y, validation_data=(a, b))\n"
    assert _lines(TF + code.format("True"), "tensorflow==1.15") == ([3], [])
    assert _lines(TF + code.format("True"), "tensorflow==2.3") == ([], [])
    assert _lines(TF + code.format("False"), "tensorflow==1.15") == ([], [])


def _on_shims(code: str) -> list[int]:
    result = upgrade(f"{STANDALONE}{code}\n".encode(), Settings("compat", origin=parse_origin("keras==2.3")))
    assert isinstance(result, Upgraded)
    return [each.line for each in (*result.findings, *result.notes) if each.code == "TFM162"]


def test_on_the_shims() -> None:
    """What they do as Keras 3 does is said, what they carry is not."""
    assert _on_shims("x = Bidirectional(LSTM(3, stateful=True))") == [4]
    assert _on_shims("x = keras.layers.Input(tensor=frames)") == [4]
    assert _on_shims("x = keras.callbacks.EarlyStopping(min_delta=-0.1)") == []
    assert _on_shims("x = keras.layers.BatchNormalization()") == []
    assert _on_shims("model.fit(x, y, class_weight={0: 1.0}, sample_weight=w)") == []


PARALLEL = """from keras.layers import Dense, Input
from keras.models import Model
from keras.utils import multi_gpu_model
a = Input((3,))
model = Model(a, Dense(1)(a))
parallel = multi_gpu_model(model, gpus=2)
parallel.compile("sgd", "mae")
parallel.fit(x, y, sample_weight=weights)
"""


@pytest.mark.parametrize("stays", ["parallel.get_layer(name)\n", ""])
def test_of_a_parallel_model(stays: str) -> None:
    """Beside layers of Keras 3 it is trained as theirs, on the shim and in a scope."""

    def said(source: str, origin: str) -> list[str]:
        result = upgrade(source.encode(), Settings(origin=parse_origin(origin)))
        assert isinstance(result, Upgraded)
        assert (b"compat.keras" in result.after) is bool(stays)
        lines = result.after.decode().splitlines()
        return [lines[each.line - 1].strip() for each in result.findings if each.code == "TFM162"]

    (line,) = said(PARALLEL + stays, "keras==2.2.4")
    assert line.endswith("fit(x, y, sample_weight=weights)")
    assert said(PARALLEL + stays, "keras==2.3") == []
    assert said((PARALLEL + stays).replace(", sample_weight=weights", ""), "keras==2.2.4") == []
    assert said((PARALLEL + stays).replace("sample_weight=weights", "sample_weight=None"), "keras==2.2.4") == []


@pytest.mark.parametrize("to", ["native", "compat"])
def test_a_template_that_is_copied(to: str) -> None:
    """Keras 2.2.4 and 2.3.1 left the template as it was."""

    def said(given: str) -> list[int]:
        source = PARALLEL.replace("gpus=2", given) + "parallel.get_layer(name)\nmodel.save(path)\n"
        result = upgrade(source.encode(), Settings(to, origin=parse_origin("keras==2.3")))
        assert isinstance(result, Upgraded)
        return [each.line for each in result.notes if each.code == "TFM162"]

    assert said("gpus=2, cpu_relocation=True") == [6]
    assert said("gpus=2, cpu_relocation=False") == []
    assert said("gpus=2, cpu_merge=True") == []


def test_of_an_unknown_release() -> None:
    code = f"{HEAD}model.train_on_batch(x, y, sample_weight=counts)\n"
    result = upgrade(code.encode())
    assert isinstance(result, Upgraded)
    said = [each for each in result.notes if each.code == "TFM162"]
    assert [(each.line, "train_on_batch(sample_weight=)" in each.message) for each in said] == [(4, True)]
    assert "--from keras==2.2.5" in said[0].advice
    assert _lines(f"import keras\nx = keras.ops.sum(y)\n{code}", "") == ([], [])
    assert _lines(code.replace("keras", "tf_keras"), "") == ([], [])
