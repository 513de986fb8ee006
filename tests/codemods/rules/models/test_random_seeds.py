"""The seed that makes runs repeat each other.

First weights of two runs of one script, and what `fit` makes of them (`Dense`, `Dropout`, shuffled rows), measured:

* Keras 2.3.1 on TensorFlow 1.15.5: equal with `np.random.seed(7)`, not with `tf.set_random_seed(7)` or `random.seed(7)`.
* `tf.keras` of TensorFlow 1.15.5 and 2.3.4: the first weights are equal with TensorFlow's seed, not with another.
* Keras 3.15.1: the first weights are equal with `random.seed(7)`, not with NumPy's or TensorFlow's seed; the trained ones
  are with `keras.utils.set_random_seed(7)`, or with the seeds of Python and TensorFlow, but see TFM319.
"""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.releases.target import Target
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_upgraded

KERAS = "import keras\nimport numpy as np\nfrom keras.layers import Dense\n"
TF_1 = "import numpy as np\nimport tensorflow as tf\nfrom tensorflow.keras.layers import Dense\n"
MODEL = "model = keras.models.Sequential([Dense(1, input_dim=8)])\n"
TF_MODEL = "model = tf.keras.Sequential([Dense(1, input_dim=8)])\n"


def _upgraded(source: str, origin: str = "keras==2.3", to: str = "native") -> Upgraded:
    result = upgrade(source.encode(), Settings(to, origin=parse_origin(origin)))
    assert isinstance(result, Upgraded)
    return result


def _notes(result: Upgraded) -> list[str]:
    assert not result.findings
    return [each.symbol for each in result.notes if each.code == "TFM318"]


def _notes_of_unchanged(seed: str) -> list[str]:
    result = _upgraded(KERAS + seed + MODEL)
    assert not result.changed
    return _notes(result)


def test_a_file_that_shows_its_keras() -> None:
    check_upgraded(
        "import numpy as np\nfrom keras.layers.core import Dense\nnp.random.seed(1)  # repeat\nlayer = Dense(1)\n",
        "import numpy as np\nimport random\nfrom keras.layers import Dense\n"
        "random.seed(1)\nnp.random.seed(1)  # repeat\nlayer = Dense(1)\n",
    )


def test_above_the_imports_of_keras() -> None:
    """As in Keras's own examples: the import of what is used there comes before it."""
    check_upgraded(
        "import numpy as np\n# repeat\nnp.random.seed(1)\n\nfrom keras.layers.core import Dense\nlayer = Dense(1)\n",
        "import numpy as np\nimport random\n# repeat\nrandom.seed(1)\nnp.random.seed(1)\n\n"
        "from keras.layers import Dense\nlayer = Dense(1)\n",
    )


@pytest.mark.parametrize(
    ("seed", "after"),
    [
        ("# repeat\nnp.random.seed(1337)  # all\n", "# repeat\nrandom.seed(1337)\nnp.random.seed(1337)  # all\n"),
        ("SEED = 3\nnp.random.seed(SEED)\n", "SEED = 3\nrandom.seed(SEED)\nnp.random.seed(SEED)\n"),
        ("def main():\n    np.random.seed(1)\n", "def main():\n    random.seed(1)\n    np.random.seed(1)\n"),
        ("from numpy.random import seed\nseed(1)\n", "from numpy.random import seed\nrandom.seed(1)\nseed(1)\n"),
        (
            "np.random.seed(1)\nnp.random.shuffle(x)\nnp.random.seed(None)\n",
            "random.seed(1)\nnp.random.seed(1)\nnp.random.shuffle(x)\nrandom.seed(None)\nnp.random.seed(None)\n",
        ),
        (
            "np.random.seed(1)\nnp.random.shuffle(x)\nnp.random.seed()\n",
            "random.seed(1)\nnp.random.seed(1)\nnp.random.shuffle(x)\nrandom.seed()\nnp.random.seed()\n",
        ),
        (
            "for fold in range(3):\n    np.random.seed(1)\nnp.random.seed(2)\n",
            "for fold in range(3):\n    random.seed(1)\n    np.random.seed(1)\nrandom.seed(2)\nnp.random.seed(2)\n",
        ),
    ],
)
def test_standalone_keras(seed: str, after: str) -> None:
    result = _upgraded(KERAS + seed + MODEL)
    assert result.after.decode() == "import random\n" + KERAS + after + MODEL
    assert _notes(result) == []
    assert _upgraded(result.after.decode()).after == result.after


@pytest.mark.parametrize(
    ("seed", "after"),
    [
        ("tf.set_random_seed(7)\n", "random.seed(7)\ntf.random.set_seed(7)\n"),
        (
            "np.random.seed(1)\ntf.random.set_random_seed(2)\n",
            "np.random.seed(1)\nrandom.seed(2)\ntf.random.set_seed(2)\n",
        ),
        ("tf.compat.v1.set_random_seed(2)\n", "random.seed(2)\ntf.compat.v1.set_random_seed(2)\n"),
    ],
)
def test_keras_of_tensorflow(seed: str, after: str) -> None:
    head = "import numpy as np\n{}import tensorflow as tf\nfrom tensorflow.keras.layers import Dense\n"
    result = _upgraded(head.format("") + seed + TF_MODEL, "tensorflow==1.15")
    assert result.after.decode() == head.format("import random\n") + after + TF_MODEL


@pytest.mark.parametrize(
    "seed",
    [
        "def main(seed):\n    np.random.seed(seed)\n",
        "import sys\nnp.random.seed(int(sys.argv[1]))\n",
        "import random\nnp.random.seed(1)\nrandom.shuffle(names)\n",
        "if mode: np.random.seed(1)\n",
        "np.random.seed([1, 2])\n",
    ],
)
def test_a_seed_that_is_left_has_a_note(seed: str) -> None:
    assert _notes_of_unchanged(seed) == ["numpy.random.seed"]


@pytest.mark.parametrize(
    "seed",
    [
        "",
        "np.random.seed()\n",
        "np.random.seed(None)\n",
        "keras.utils.set_random_seed(1)\nnp.random.seed(1)\n",
        "import random\nrandom.seed(1)\nnp.random.seed(1)\n",
        "import tensorflow as tf\ntf.random.set_seed(1)\n",
        "generator = np.random.RandomState(1)\n",
        "np = other\nnp.random.seed(1)\n",
    ],
)
def test_nothing_to_seed(seed: str) -> None:
    assert _notes_of_unchanged(seed) == []


@pytest.mark.parametrize("origin", ["keras==3.0", "tensorflow==2.16"])
def test_keras_3(origin: str) -> None:
    assert not _upgraded(KERAS + "np.random.seed(1)\n" + MODEL, origin).changed


def test_only_the_parallel_call_comes_from_the_shims() -> None:
    call = "import sys\nfrom keras.utils import multi_gpu_model\n"
    call += "parallel = multi_gpu_model(model, gpus=int(sys.argv[1]))\nparallel.load_weights('w.h5')\n"
    result = _upgraded(KERAS + "np.random.seed(1)\n" + MODEL + call)
    assert b"from compat.keras.utils import multi_gpu_model\n" in result.after
    assert b"\nrandom.seed(1)\nnp.random.seed(1)\n" in result.after


def test_an_older_target() -> None:
    source = (TF_1 + "tf.random.set_seed(1)\n" + TF_MODEL).encode()
    result = upgrade(source, Settings(origin=parse_origin("tensorflow==1.15"), target=Target("2.15.1")))
    assert isinstance(result, Upgraded)
    assert b"\nrandom.seed" not in result.after


def test_a_file_that_nothing_dates() -> None:
    result = upgrade((KERAS + "np.random.seed(1)\n" + MODEL).encode(), Settings())
    assert isinstance(result, Upgraded)
    assert not result.changed
    assert "TFM318" not in {each.code for each in (*result.notes, *result.findings)}


def test_a_file_without_keras() -> None:
    source = "import numpy as np\nimport tensorflow as tf\nnp.random.seed(1)\ntf.set_random_seed(1)\n"
    assert b"keras" not in _upgraded(source, "tensorflow==1.15").after


def test_the_shims_draw_from_the_legacy_generator() -> None:
    result = _upgraded(KERAS + "np.random.seed(1)\n" + MODEL, to="compat")
    assert b"np.random.seed(1)\n" in result.after
    assert "TFM318" not in {each.code for each in (*result.notes, *result.findings, *result.changes)}
