"""`set_learning_phase(0)` goes where nothing is trained."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "from keras import backend as K\nK.set_learning_phase(0)\ny = m.predict(x)\n",
            "from keras import backend as K\ny = m.predict(x)\n",
        ),
        (
            "import tensorflow as tf\n# inference\ntf.keras.backend.set_learning_phase(False)  # off\ny = m(x)\n",
            "import tensorflow as tf\n# inference\n# off\ny = m(x)\n",
        ),
        (
            "from keras.backend import set_learning_phase\nimport keras\nif 1:\n    set_learning_phase(0)\nkeras\n",
            "import keras\nif 1:\n    pass\nkeras\n",
        ),
        (
            "from keras import backend as K\nK.set_learning_phase(0)\nfor v in m.trainable_weights: v\n",
            "from keras import backend as K\nfor v in m.trainable_weights: v\n",
        ),
        (
            "import tensorflow as tf\ntf.keras.backend.set_learning_phase(0)\ns = tf.compat.v1.train.Saver()\n",
            "import tensorflow as tf\ns = tf.compat.v1.train.Saver()\n",
        ),
        (
            "from keras import backend as K\nK.set_learning_phase(0)\nheat = gradients(m(x), x)\n",
            "from keras import backend as K\nheat = gradients(m(x), x)\n",
        ),
    ],
)
def test_dropped(before: str, after: str) -> None:
    check_upgraded(before, after)


@pytest.mark.parametrize(
    ("line", "more", "advice"),
    [
        ("K.set_learning_phase(0)", "m.fit(x, y)", "training=False"),
        ("K.set_learning_phase(0)", "m.train_on_batch(x, y)", "training=False"),
        ("K.set_learning_phase(0)", "opt.apply_gradients(g)", "training=False"),
        ("K.set_learning_phase(0)", "train(m)", "training=False"),
        ("K.set_learning_phase(1)", "m.predict(x)", "training=True"),
        ("K.set_learning_phase(True)", "m.fit(x, y)", "training=True"),
        ("K.set_learning_phase(phase)", "m.predict(x)", "training="),
        ("old = K.set_learning_phase(0)", "m.predict(x)", "training=False"),
        ("f = K.set_learning_phase", "m.predict(x)", "training="),
    ],
)
def test_left_to_a_person(line: str, more: str, advice: str) -> None:
    finding = check_declined(f"from keras import backend as K\n{line}\n{more}\n", "TFM145", 2)
    assert advice in finding.advice


@pytest.mark.parametrize(
    "source",
    [
        "from compat.keras import backend as K\nK.set_learning_phase(0)\n",
        "import keras\nclass K:\n    def set_learning_phase(p): pass\nK.set_learning_phase(0)\n",
        "from mine import backend as K\nK.set_learning_phase(0)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)
