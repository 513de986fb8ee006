from __future__ import annotations

import pytest

from codemods.engine.engine import check, upgrade
from codemods.releases.target import Target
from codemods.source.project import Project
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

TF = "import tensorflow as tf\n"


@pytest.mark.parametrize(
    ("source", "line", "today"),
    [
        ("from keras import backend as K\nK.RandomGenerator(0)\n", 2, ""),
        (TF + "tf.plugin_dir\n", 2, ""),
        ("from tensorflow.python.ops import control_flow_ops\nf(control_flow_ops.cond)\n", 2, "compat.v1.cond"),
        ("from tensorflow.python.ops.array_ops import stack\n", 1, "use tensorflow.stack,"),
        ("from tensorflow.python.util import nest\nnest.is_sequence(x)\n", 2, ""),
        ("from keras import backend as K\nprint(K._BACKEND)\n", 2, "keras.backend.backend()"),
        ("import tensorflow as tf\nprint(tf.keras.backend._BACKEND)\n", 2, "keras.backend.backend()"),
        ("from keras.applications.imagenet_utils import _obtain_input_shape\n", 1, "obtain_input_shape"),
        ("from keras.layers import _something\n", 1, "write what it did"),
    ],
)
def test_reported(source: str, line: int, today: str) -> None:
    finding = check_declined(source, "TFM199", line)
    assert today in finding.advice


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("from compat import tensorflow as tf\nx = tf.plugin_dir\n", "TFM199"),
        ("from compat import tensorflow as tf\ntf.whatever()\n", "TFM199"),
        ("from compat.keras import backend as K\nK.whatever(x)\n", "TFM199"),
        ("from compat.keras import backend as K\nK.manual_variable_initialization(True)\n", "TFM190"),
        ("from compat import tensorflow as tf\ntf.contrib.seq2seq.dynamic_decode(x, 3, 3)\n", "TFM190"),
        ("from compat import tensorflow as tf\nseq2seq = tf.contrib.seq2seq\n", "TFM190"),
        ("from compat import tensorflow as tf\ntf.estimator.BoostedTreesClassifier(c)\n", "TFM190"),
    ],
)
def test_names_that_the_shims_lack_are_reported(source: str, code: str) -> None:
    check_declined(source, code, 2, to="compat")


@pytest.mark.parametrize(
    "source",
    [
        "import keras\nprint(keras.__version__, keras.layers.__name__)\n",
        "import tensorflow as tf\ntf._logging.info(x)\n",
        "try:\n    from keras.layers import _a\nexcept ImportError:\n    from own import _a\n",
    ],
)
def test_private_names_that_may_be_there(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    "source",
    [
        "from compat import tensorflow as tf\ntf.contrib.layers.xavier_initializer()\n",
        "from compat import tensorflow as tf\ntf.contrib.distribute.MirroredStrategy(num_gpus=2)\n",
        "from compat import tensorflow as tf\ntf.estimator.export.ServingInputReceiver(a, b)\n",
        "from compat import tensorflow as tf\ntf.layers.dense(x, 3)\n",
        "from compat.tensorflow.python.keras.engine.training import Model\n",
        "from compat.keras.layers.core import Dense\n",
    ],
)
def test_names_that_the_shims_have(source: str) -> None:
    check_untouched(source, to="compat")


@pytest.mark.parametrize(
    "source",
    [
        TF + "x = tf.reduce_sum(tf.constant(1))\n",
        TF + "s = tf.compat.v1.Session()\n",
        TF + "def f(tf): return tf.Session()\n",
        "import keras\nm = keras.models.Sequential()\nm.whatever()\n",
        "import keras\nkeras.layers.Dense.from_config(c)\n",
        "from keras import ops\nops.sum(x)\n",
        "from keras.src import backend\nbackend.backend()\n",
        "from tensorflow.keras import backend as K\nK.mean(x)\n",
        "from tensorflow.keras.preprocessing.image import ImageDataGenerator\n",
        "from compat import tensorflow as tf\ns = tf.ConfigProto()\n",
        "from mylib import tensorflow as tf\ns = tf.Session()\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


CONTEXT = "from tensorflow.python.distribute.distribution_strategy_context import get_strategy\n"
CONTEXT_SAID = "tensorflow.python.distribute.distribution_strategy_context exists only in TensorFlow 1.13-2.13"
PROFILER = "tensorflow.python.eager.profiler"
ESTIMATOR = "tensorflow_estimator.python.estimator"


@pytest.mark.parametrize(
    ("source", "line", "said", "today"),
    [
        (CONTEXT, 1, CONTEXT_SAID, "use tensorflow.distribute.get_strategy, which is the same object"),
        (CONTEXT + "get_strategy()\n", 1, CONTEXT_SAID, ""),
        (f"from {PROFILER} import whatever\n", 1, f"{PROFILER} exists only in TensorFlow 1.14-2.19", ""),
        ("from tensorflow.python.eager import profiler\nprofiler.start()\n", 1, f"{PROFILER} exists only in", ""),
        (f"import {PROFILER}\n", 1, f"{PROFILER} exists only in", ""),
        (TF + f"tf{PROFILER[10:]}.start()\n", 2, f"{PROFILER} exists only in", ""),
        (
            "from tensorflow.python.training.checkpointable.base import CheckpointableBase\n",
            1,
            "tensorflow.python.training.checkpointable exists only in TensorFlow 1.12-1.13",
            "its public name was tensorflow.contrib.checkpoint.CheckpointableBase: use tf.Module",
        ),
        ("from keras.src.engine import base_layer\n", 1, "keras.src.engine exists only in Keras 2.13.1-2.15.0", ""),
        (
            "from tensorflow_core.python.ops import math_ops\n",
            1,
            "tensorflow_core exists only in TensorFlow 1.15-2.1",
            "",
        ),
        (
            "from tensorflow.python import errors_impl\nprint(errors_impl.NotFoundError)\n",
            1,
            "tensorflow.python.errors_impl is not in TensorFlow",
            "",
        ),
        (
            TF + f"from {ESTIMATOR} import whatever\n",
            2,
            "tensorflow_estimator exists only in TensorFlow 1.13-2.15",
            "",
        ),
    ],
)
def test_private_modules(source: str, line: int, said: str, today: str) -> None:
    finding = check_declined(source, "TFM199", line)
    assert said in finding.message
    assert today in finding.advice


def test_a_module_that_an_import_names_is_reported_there() -> None:
    result = check_sound(f"import {PROFILER}\n{PROFILER}.start()\n")
    assert [(finding.code, finding.line) for finding in result.findings] == [("TFM199", 1)]


def test_what_the_tables_of_removed_names_know_is_said_once() -> None:
    result = check_sound("from tensorflow.python.estimator import whatever\nwhatever\n")
    assert [finding.code for finding in result.findings] == ["TFM190"]


@pytest.mark.parametrize(
    ("source", "line", "said"),
    [
        ("import keras\nkeras.optimizers.os.getcwd()\n", 2, "keras.optimizers.os is not in Keras 3.15.1"),
        ("from keras import train_lib\n", 1, "keras.train_lib is not in Keras 3.15.1"),
        (TF + "tf.data.columns.x.y\n", 2, "tensorflow.data.columns is not in TensorFlow 2.21.0"),
        (TF + "m = tf.keras.model(x)\n", 2, "tensorflow.keras.model is not in TensorFlow 2.21.0"),
        ("from tensorflow.foo.bar import baz\n", 1, "tensorflow.foo is not in TensorFlow 2.21.0"),
    ],
)
def test_names_that_no_release_has(source: str, line: int, said: str) -> None:
    assert said in check_declined(source, "TFM199", line).message


@pytest.mark.parametrize(
    "source",
    [
        "from tensorflow.python.framework import ops\nops.whatever()\n",
        "from tensorflow.python.framework import whatever\n",
        "from tensorflow.python.framework.test_util import whatever\n",
        "from tensorflow.python.keras.saving.saved_model import load_context\n",
        "from tensorflow.python.framework import ops_test\n",
        "from tensorflow.core.framework import graph_pb2\n",
        "from tensorflow.python.platform import tf_logging\n",
        "from keras.src.layers import layer\nlayer.whatever\n",
        "from keras.src import whatever\n",
        "import tensorflow.python.tools.freeze_graph\n",
        "from tensorflow.python.framework import errors_impl\nprint(errors_impl.NotFoundError)\n",
        "from tensorflow.python import debug\nprint(debug.whatever)\n",
        TF + "tf.tools.whatever\n",
        f"try:\n    {CONTEXT}except ImportError:\n    get_strategy = None\n",
        f"import sys\nif sys.version_info < (3,):\n    {CONTEXT}",
        "try:\n    from keras import train_lib\nexcept ImportError:\n    train_lib = None\n",
        "from mylib import tensorflow_estimator\n",
        "from tensorflow.keras import saving\nsaving.load_model(p)\n",
        "from tensorflow.keras.saving import load_model\n",
        "import tensorflow.keras.saving\n",
    ],
)
def test_private_modules_that_may_be_there(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    "source",
    [
        TF + "tf._no_release_had_this\n",
        TF + "tf.keras.layers.Dense.whatever\n",
        TF + "tf.float32.whatever\n",
        TF + "tf.whatever = 1\nprint(tf.whatever)\n",
        TF + "setattr(tf, 'whatever', 1)\nprint(tf.whatever)\n",
        TF + "if hasattr(tf, 'whatever'):\n    tf.whatever()\n",
        TF + "whatever = tf.whatever if hasattr(tf, 'whatever') else None\n",
        TF + "try:\n    tf.whatever()\nexcept AttributeError:\n    pass\n",
        TF + "def f(self):\n    self.rate: tf.whatever | None = None\n",
        f"from __future__ import annotations\n{TF}def f(x: tf.whatever) -> tf.whatever: ...\n",
        TF + "tf.experimental.numpy.whatever(1)\n",
        TF + "tf.compat.v1.test.mock.patch\n",
        TF + "tf.compat.v1.flags.tf_decorator\n",
        TF + "tf.compat.v1.compat.v2.whatever\n",
        TF + "def f(tf): return tf.whatever\n",
        "from tensorflow import *\nwhatever()\n",
        "from keras.layers import *\nwhatever()\n",
        "import keras\nkeras.src.whatever\n",
        "import keras.src.backend\nkeras.src.backend.whatever\n",
        "from mylib import keras\nkeras.optimizers.os\n",
    ],
)
def test_names_that_may_be_somebody_elses(source: str) -> None:
    check_untouched(source)


def test_a_keras_of_the_project_is_its_own() -> None:
    result = upgrade(b"import keras\nkeras.train_lib.run()\n", project=Project(frozenset({"keras"})))
    assert isinstance(result, Upgraded)
    assert result.findings == ()


def test_before_keras_3_a_module_has_what_it_imports() -> None:
    result = check(b"import keras\nkeras.optimizers.os.getcwd()\n", Settings(target=Target("2.15.1")))
    assert isinstance(result, Upgraded)
    assert result.findings == ()


def test_the_target_decides_which_private_modules_are_there() -> None:
    result = check(CONTEXT.encode(), Settings(target=Target("2.13.1")))
    assert isinstance(result, Upgraded)
    assert result.findings == ()


@pytest.mark.parametrize("given", ["K.where = where", "setattr(K, 'where', where)"])
def test_names_that_a_file_sets_on_a_module_of_the_shims(given: str) -> None:
    check_untouched(f"from compat.keras import backend as K\n{given}\nprint(K.where(a, b, c))\n", to="compat")


OPS = "tensorflow.python.framework.ops"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        (f"from {OPS} import Tensor\n", "from tensorflow import Tensor\n"),
        (
            f"from {OPS} import convert_to_tensor_v2_with_dispatch as to_tensor\n",
            "from tensorflow import convert_to_tensor as to_tensor\n",
        ),
        (
            f"from {OPS} import Tensor as T, IndexedSlices\n",
            "from tensorflow import Tensor as T, IndexedSlices\n",
        ),
        (
            "import tensorflow as tf\nfrom tensorflow.python.framework import ops\nx = isinstance(y, ops.IndexedSlices), ops.g()\n",
            "import tensorflow as tf\nfrom tensorflow.python.framework import ops\nx = isinstance(y, tf.IndexedSlices), ops.g()\n",
        ),
    ],
)
def test_public_names(legacy: str, modern: str) -> None:
    check_upgraded(legacy, modern)


@pytest.mark.parametrize(
    "source",
    [
        f"try:\n    from {OPS} import Tensor\nexcept ImportError:\n    from tensorflow import Tensor\n",
        "from own.ops import Tensor\nimport tensorflow as tf\n",
        "from tensorflow import Tensor\n",
    ],
)
def test_names_that_are_public_already(source: str) -> None:
    check_untouched(source)
