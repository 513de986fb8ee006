"""A script that takes `tf_keras` where it is, and the Keras of older releases where it is not."""

from __future__ import annotations

import pytest

from codemods.engine.engine import check
from codemods.types import Settings, Upgraded

TRAINING = """
class Model(keras.Model):
    def save_pretrained(self, path):
        self.save_weights(path + "/tf_model.h5")

    def slower(self):
        keras.backend.set_value(self.optimizer.lr, 0.1)


class AdamW(keras.optimizers.legacy.Adam):
    pass


Model().fit_generator(batches, epochs=2)
"""


def _codes(source: str) -> set[str]:
    result = check(source.encode(), Settings())
    assert isinstance(result, Upgraded)
    return {finding.code for finding in result.findings}


@pytest.mark.parametrize(
    "imports",
    [
        "try:\n    import tf_keras as keras\nexcept ImportError:\n    import keras\n",
        "try:\n    import tf_keras as keras\nexcept (ModuleNotFoundError, ImportError):\n    from tensorflow import keras\n",
        "import tensorflow as tf\ntry:\n    import tf_keras as keras\nexcept ImportError:\n    keras = tf.keras\n",
        "import tensorflow as tf\nif is_keras_3:\n    import tf_keras as keras\nelse:\n    keras = tf.keras\n",
        "import tensorflow as tf\nif is_legacy:\n    keras = tf.keras\nelse:\n    import tf_keras as keras\n",
    ],
)
def test_it_is_keras_2(imports: str) -> None:
    assert _codes(imports + TRAINING) == set()


def test_names_of_its_modules() -> None:
    source = (
        "try:\n    from tf_keras import backend as K\nexcept ImportError:\n    from keras import backend as K\n"
        "K.set_learning_phase(1)\n"
    )
    assert _codes(source) == set()


@pytest.mark.parametrize(
    "imports",
    [
        "import keras\n",
        "try:\n    import keras\nexcept ImportError:\n    import tf_keras as keras\n",
        "try:\n    import other_keras as keras\nexcept ImportError:\n    import keras\n",
        "try:\n    import tf_keras\nexcept ImportError:\n    tf_keras = None\nimport keras\n",
    ],
)
def test_it_may_be_keras_3(imports: str) -> None:
    assert _codes(imports + TRAINING)


def test_a_name_of_another_scope_is_another_name() -> None:
    source = "import keras\n\n\ndef convert():\n    import tf_keras as keras\n    return keras\n"
    assert _codes(source + TRAINING)
