"""The arguments of Keras 1, checked on Keras 2.3.1, which took them."""

import numpy as np
import pytest

keras = pytest.importorskip("keras")

import tensorflow as tf  # noqa: E402

from compat.tables.keywords.keras_1 import KERAS_1_CLASSES, KERAS_1_LAYERS, MERGE_MODES, VALUES  # noqa: E402
from tests.compat.keras_1_calls import KERAS_1_CALLS, OTHER_NAMES  # noqa: E402
from tests.compat.keras_1_functions import KERAS_1_FUNCTIONS, ramp  # noqa: E402

RELEASE = tuple(int(part) for part in keras.__version__.split(".")[:2])

keras_2 = pytest.mark.skipif(RELEASE > (2, 3), reason="Keras 2.4 dropped the arguments of Keras 1")
modern_only = pytest.mark.skipif(RELEASE < (3, 0), reason="about Keras 3")


def make(text):
    return eval(text, dict(vars(keras.layers)))


def config(layer):
    return {name: value for name, value in layer.get_config().items() if name != "name"}


@keras_2
@pytest.mark.parametrize(("legacy", "modern"), [*KERAS_1_CALLS, *OTHER_NAMES])
def test_keras_2_makes_the_same_layer(legacy, modern):
    one, other = make(legacy), make(modern)
    assert type(one) is type(other)
    assert config(one) == config(other)


@modern_only
def test_modern_names_are_parameters_of_keras_3():
    """`strides` of a ConvLSTM2D and the like: whatever a row renames to can be passed."""
    for row in KERAS_1_LAYERS:
        for symbol in row.symbols:
            layer = getattr(keras.layers, symbol.rpartition(".")[2], None)
            assert layer is not None, symbol
    assert all(hasattr(keras.layers, name) for name in MERGE_MODES.values())


@modern_only
@pytest.mark.parametrize(("legacy", "modern"), KERAS_1_CALLS)
def test_keras_3_has_the_modern_call(legacy, modern):
    del legacy
    assert make(modern)


@modern_only
@pytest.mark.parametrize(("modern", "returned"), [(modern, returned) for _, modern, returned in KERAS_1_FUNCTIONS])
def test_functions_return_what_keras_1_returned(modern, returned):
    names = {"K": tf.keras.backend, "np_utils": keras.utils, "regularizers": keras.regularizers, "ramp": ramp}
    value = eval(modern, {**names, "V": lambda *shape: tf.constant(ramp(*shape))})
    assert float(np.sum(value, dtype="float64")) == pytest.approx(returned, rel=1e-5)


def test_values_are_texts():
    assert all(isinstance(value, (str, bool)) for values in VALUES.values() for value in values)


@pytest.mark.parametrize("name", KERAS_1_CLASSES)
@pytest.mark.parametrize("shape", [(6, 3), (6, 2), (6, 1), (6,)])
def test_classes_of_probabilities(name, shape):
    """What Keras 1.2.2 had: `np.argmax(p, axis=1)`, and for one column `[1 if p > 0.5 else 0 for p in y_pred]`."""
    p = np.random.RandomState(0).rand(*shape).astype("float32")
    if len(shape) == 1 and name.endswith("categorical_probas_to_classes"):
        pytest.skip("it took a table")
    is_one = len(shape) == 1 or (shape[1] == 1 and not name.endswith("categorical_probas_to_classes"))
    then = np.array([1 if each > 0.5 else 0 for each in p]) if is_one else np.argmax(p, axis=1)
    found = eval(KERAS_1_CLASSES[name].code.format(numpy="np", given="p"), {"np": np, "p": p})
    assert found.tolist() == then.tolist()
    assert (found.shape, found.dtype) == (then.shape, then.dtype)
