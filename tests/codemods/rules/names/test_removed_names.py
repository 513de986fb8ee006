"""Names without an equal are reported, wherever they are used."""

from __future__ import annotations

import libcst as cst
import pytest

from codemods.analysis.flow.absence import absence
from codemods.source.file import File
from tests.codemods.checks import check_declined, check_sound, check_untouched


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("from keras.layers import LocallyConnected1D\n", 1),
        ("from keras.layers import Dense, LocallyConnected2D as GRU\n", 1),
        ("import keras\nx = keras.layers.LocallyConnected1D(3)\n", 2),
        ("import keras as k\nx = [k.layers.LocallyConnected2D(3)]\n", 2),
        ("import tensorflow as tf\nx = tf.keras.layers.LocallyConnected1D(3)\n", 2),
        ("from keras import layers as L\ndef f(n=L.LocallyConnected1D): pass\n", 2),
        ("from keras.layers.local import LocallyConnected2D\n", 1),
        ("from keras.layers.local import LocallyConnected1D\n", 1),
        ("from keras.models import model_from_yaml\n", 1),
        ("import keras\nm = keras.models.model_from_yaml(text)\n", 2),
        ("from keras.utils.io_utils import HDF5Matrix\n", 1),
        ("import tensorflow as tf\ne = tf.python.estimator.estimator.Estimator(f)\n", 2),
        ("import tensorflow as tf\ne = tf.contrib.layers.embed_sequence(x)\n", 2),
        ("import tensorflow.contrib as contrib\nimport os\n", 1),
        ("from tensorflow import contrib\n", 1),
        ("from keras.utils.training_utils import slice_arrays\n", 1),
        ("try:\n    from keras.layers import LocallyConnected1D\nexcept ImportError:\n    pass\n", 2),
        ("def f():\n    from keras.models import model_from_yaml\n", 2),
    ],
)
def test_reported(source: str, line: int) -> None:
    finding = check_declined(source, "TFM190", line)
    assert "http" in finding.advice or "do without" in finding.advice


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("from keras.legacy import interfaces\ninterfaces.raise_duplicate_arg_error(a, b)\n", 1),
        ("import keras.legacy.interfaces as i\ni.raise_duplicate_arg_error(a, b)\n", 1),
    ],
)
def test_removed_module_is_reported(source: str, line: int) -> None:
    check_declined(source, "TFM190", line)


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("from tensorflow.contrib import nccl\n", 1),
        ("from tensorflow.contrib.distribute import MirroredStrategy  # tf-forward: ignore[TFM100]\n", 1),
        ("import tensorflow.contrib.seq2seq as seq2seq\n", 1),
        ("import tensorflow.contrib.eager\n", 1),
        ("from tensorflow.python.estimator import whatever\n", 1),
        ("from keras.wrappers.scikit_learn import has_arg\n", 1),
    ],
)
def test_names_below_a_removed_module_are_reported(source: str, line: int) -> None:
    check_declined(source, "TFM190", line)


@pytest.mark.parametrize(
    ("source", "advice"),
    [
        (
            "import tensorflow as tf\nx = tf.contrib.layers.embed_sequence(y)\n",
            "use keras.layers.Embedding(vocab_size, embed_dim)",
        ),
        (
            "from compat import tensorflow as tf\nx = tf.contrib.layers.embed_sequence(y)\n",
            "use keras.layers.Embedding(vocab_size, embed_dim)",
        ),
        ("from tensorflow.keras import backend as K\nx = K.learning_phase()\n", "pass training=True"),
        ("import tensorflow as tf\nx = tf.contrib.unheard_of(y)\n", "the link has the list"),
    ],
)
def test_the_longest_row_speaks_once(source: str, advice: str) -> None:
    [finding] = check_sound(source).findings
    assert finding.code == "TFM190"
    assert advice in finding.advice


def test_objects_whose_module_went_are_named() -> None:
    found = absence(File(cst.parse_module(""), b"").target, "tensorflow.contrib.framework.nest.flatten")
    assert found is not None
    assert "use tensorflow.nest.flatten, which is the same object" in found.advice


@pytest.mark.parametrize(
    ("source", "release"),
    [
        ("from keras.layers import LocallyConnected1D\n", "keras 3.0"),
        ("from tensorflow.keras.layers import LocallyConnected1D\n", "tensorflow 2.16"),
        ("from tensorflow.compat.v1.keras.layers import LocallyConnected1D\n", "tensorflow 2.16"),
        ("import keras\nkeras.backend.image_dim_ordering()\n", "keras 2.2.5"),
        ("from compat import tensorflow as tf\ntf.contrib.layers.embed_sequence(x)\n", "tensorflow 2.0"),
        ("import tensorflow as tf\ntf.python.estimator.run_config.RunConfig()\n", "tensorflow 2.16"),
    ],
)
def test_the_release_is_that_of_the_name_as_it_is_spelled(source: str, release: str) -> None:
    [finding] = check_sound(source).findings
    assert finding.message.endswith(f" was removed in {release}")


def test_uses_are_named_where_more_is_known_of_them_than_of_the_import() -> None:
    source = """
    from tensorflow.contrib import framework

    x = framework.with_shape(shape, x)
    x = framework.unheard_of(x)
    y = framework.nest.is_sequence(x)
    """
    assert [finding.line for finding in check_sound(source).findings] == [2, 4]


@pytest.mark.parametrize(
    "source",
    [
        "from keras.utils.training_utils import multi_gpu_model\nm = multi_gpu_model(m, 2)\n",
        "import keras.backend.tensorflow_backend as K\nK.set_session(session)\n",
        "from keras.layers.core import Dense\nDense(3)\n",
    ],
)
def test_what_other_rules_carry_over_is_left_to_them(source: str) -> None:
    said = " ".join(finding.message for finding in check_sound(source).findings if finding.code == "TFM190")
    assert not any(name in said for name in ("multi_gpu_model", "set_session", "Dense"))


def test_each_use_is_named() -> None:
    source = "import keras\na = keras.layers.LocallyConnected1D(1)\nb = keras.layers.LocallyConnected2D(1)\n"
    assert [finding.line for finding in check_sound(source).findings] == [2, 3]


@pytest.mark.parametrize(
    "source",
    [
        "from keras.layers import LSTM, Dense\n",
        "from .layers import LocallyConnected1D\nimport keras\n",
        "from mylayers import LocallyConnected1D\nimport keras\nLocallyConnected1D(3)\n",
        "import tensorflow as tf\ntf.data.Dataset.range(3)\n",
        "import tensorflow_estimator as tfe\nfrom tensorflow_estimator.python import estimator\n",
        "import keras\ndef f(tf): return tf.contrib.slim\n",
        "import keras\ntf = other()\ntf.contrib.slim\n",
        "from tf_slim import layers as contrib\nimport keras\ncontrib.flatten(x)\n",
        "# tf.contrib.slim\nimport tensorflow as tf\ntext = 'tf.contrib.slim'\n",
        "import keras\nclass contrib: slim = 1\ncontrib.slim\n",
        "from tensorflow.compat.v1.nn.rnn_cell import LSTMCell\ncell = LSTMCell(3)\n",
        "import keras\nkeras.backend.logsumexp = getattr(keras.backend, 'logsumexp', None) or mine\n",
        "from keras import backend as K\nK.logsumexp = mine\ny = K.logsumexp(x)\n",
        "from __future__ import annotations\nimport tensorflow as tf\ndef f(x: tf.contrib.Whatever) -> None: ...\n",
        "import tensorflow as tf\ndef f():\n    x: tf.contrib.Whatever = g()\n    return x\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


SWAPPED = "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\n"


@pytest.mark.parametrize("use", ["tf.contrib.crf.crf_decode(a, b)", "tf.contrib.nothing.known(a)"])
def test_contrib_is_named_as_it_is_written(use: str) -> None:
    graph = "tf.Session().run(tf.placeholder(tf.float32))\n"
    for result in (check_sound(f"import tensorflow as tf\n{graph}{use}\n"), check_sound(f"{SWAPPED}{use}\n")):
        assert [each.symbol for each in result.findings] == [use.partition("(")[0].replace("tf.", "tensorflow.")]
        assert all(".v1.contrib" not in f"{each.message} {each.advice}" for each in result.findings)
