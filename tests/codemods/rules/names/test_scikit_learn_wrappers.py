"""The wrappers for scikit-learn come from the shims."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

HOME = "compat.keras.wrappers.scikit_learn"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("from keras.wrappers.scikit_learn import KerasClassifier", f"from {HOME} import KerasClassifier"),
        (
            "from tensorflow.keras.wrappers.scikit_learn import KerasRegressor as R",
            f"from {HOME} import KerasRegressor as R",
        ),
        (
            "from keras.wrappers.scikit_learn import KerasClassifier, KerasRegressor",
            f"from {HOME} import KerasClassifier, KerasRegressor",
        ),
    ],
)
def test_imports(legacy: str, modern: str) -> None:
    check_upgraded(f"{legacy}\n", f"{modern}\n")


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (
            "import keras\nc = keras.wrappers.scikit_learn.KerasClassifier(build)\n",
            f"from {HOME} import KerasClassifier\nimport keras\nc = KerasClassifier(build)\n",
        ),
        (
            "import tensorflow as tf\nc = tf.keras.wrappers.scikit_learn.KerasClassifier(build)\nt = tf.zeros(1)\n",
            f"from {HOME} import KerasClassifier\nimport tensorflow as tf\nc = KerasClassifier(build)\nt = tf.zeros(1)\n",
        ),
    ],
)
def test_names_of_the_module(legacy: str, modern: str) -> None:
    check_upgraded(legacy, modern)


@pytest.mark.parametrize(
    "source",
    [
        "from scikeras.wrappers import KerasClassifier\nc = KerasClassifier(build)\n",
        f"from {HOME} import KerasClassifier\nc = KerasClassifier(build)\n",
        "from own.wrappers.scikit_learn import KerasClassifier\nc = KerasClassifier(build)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
