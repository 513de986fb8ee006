"""With `--to compat` the imports change, and nothing else."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.releases.origin import parse_origin
from codemods.types import Settings, Upgraded
from tests.codemods.checks import check_sound, check_untouched, check_upgraded

USE = "m = keras.utils.multi_gpu_model(m, 2)\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("import keras\n" + USE, "from compat import keras\n" + USE),
        ("import keras, os\n" + USE, "from compat import keras\nimport os\n" + USE),
        ("import os, keras  # both\n" + USE, "import os\nfrom compat import keras  # both\n" + USE),
        ("import keras; import os; " + USE, "from compat import keras; import os; " + USE),
        ("import keras as k\nk.layers.core.Dense(1)\n", "from compat import keras as k\nk.layers.core.Dense(1)\n"),
        ("import keras.utils.np_utils\nkeras.utils.np_utils.f\n", "from compat import keras\nkeras.utils.np_utils.f\n"),
        ("import keras.layers.core as c\nc.Dense(1)\n", "from compat.keras.layers import core as c\nc.Dense(1)\n"),
        (
            "from keras.utils import multi_gpu_model as g, plot_model\ng(m)\n",
            "from compat.keras.utils import multi_gpu_model as g, plot_model\ng(m)\n",
        ),
        ("import tensorflow as tf\ntf.contrib.slim\n", "from compat import tensorflow as tf\ntf.contrib.slim\n"),
        ("from tensorflow.keras.layers.core import Dense\n", "from compat.tensorflow.keras.layers.core import Dense\n"),
        ("from tensorflow import keras\n" + USE, "from compat.tensorflow import keras\n" + USE),
        (
            "def f():\n\tfrom keras.optimizers import SGD  # c\n\treturn SGD(lr=1)\n",
            "def f():\n\tfrom compat.keras.optimizers import SGD  # c\n\treturn SGD(lr=1)\n",
        ),
        (
            "try:\n    from keras.optimizers import SGD\nexcept ImportError:\n    from tensorflow.keras.optimizers import SGD\nSGD(lr=1)\n",
            "try:\n    from compat.keras.optimizers import SGD\nexcept ImportError:\n    from compat.tensorflow.keras.optimizers import SGD\nSGD(lr=1)\n",
        ),
        (
            '"""Doc."""\nfrom __future__ import print_function\nfrom keras.optimizers import SGD\r\nSGD(lr=1)',
            '"""Doc."""\nfrom __future__ import print_function\nfrom compat.keras.optimizers import SGD\r\nSGD(lr=1)',
        ),
    ],
)
def test_imports(legacy: str, modern: str) -> None:
    check_upgraded(legacy.encode(), modern.encode(), to="compat")


@pytest.mark.parametrize(
    ("release", "is_legacy"),
    [("keras==2.3.1", True), ("tensorflow==1.15", True), ("tensorflow==2.15", False), ("keras==3.3", False)],
)
def test_a_file_of_plain_names_is_as_old_as_a_person_says(release: str, is_legacy: bool) -> None:
    plain = b"from keras.layers import Dense\nprint(Dense(2))\n"
    result = upgrade(plain, Settings("compat", origin=parse_origin(release)))
    assert isinstance(result, Upgraded)
    assert result.after == (plain.replace(b"keras.layers", b"compat.keras.layers") if is_legacy else plain)


def test_star_import_in_a_file_with_legacy_use() -> None:
    check_upgraded(
        "from keras.layers import *\nfrom keras.optimizers import SGD\nSGD(lr=1)\n",
        "from compat.keras.layers import *\nfrom compat.keras.optimizers import SGD\nSGD(lr=1)\n",
        to="compat",
    )


def test_one_line_suite() -> None:
    result = check_sound("if x: import keras; m = keras.utils.multi_gpu_model(m, 2)\n", to="compat")
    assert result.changed or result.findings


def test_star_import_of_a_gone_module() -> None:
    result = check_sound("from keras.layers.core import *\n", to="compat")
    assert result.changed or result.findings


@pytest.mark.parametrize(
    "source",
    [
        "import keras\nm = keras.models.Sequential()\n",
        "import tensorflow as tf\nprint(tf.__version__)\n",
        "from keras.optimizers import Adam\nAdam(learning_rate=0.1)\n",
        "from compat import keras\n" + USE,
        "from compat.keras.utils import multi_gpu_model\nmulti_gpu_model(m, 2)\n",
        "from . import keras\n" + USE,
        "import kerasother as keras\n" + USE,
        "from torch.optim import SGD\nSGD(lr=1)\nimport keras\n",
        "import os\n",
        "from mykeras.utils import multi_gpu_model\nmulti_gpu_model(m)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source, to="compat")


_TF2 = "tf.function(f)\nm = tf.keras.optimizers.SGD(lr=1)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import tensorflow as tf\n{}", "from compat.tensorflow.compat import v2 as tf\n{}"),
        (
            "import tensorflow as tf\nfrom tensorflow.keras.layers import Dense\n{}",
            "from compat.tensorflow.compat import v2 as tf\nfrom compat.tensorflow.keras.layers import Dense\n{}",
        ),
        (
            "import tensorflow as tf\nfrom tensorflow import where\n{}",
            "from compat.tensorflow.compat import v2 as tf\nfrom compat.tensorflow.compat.v2 import where\n{}",
        ),
    ],
)
def test_a_file_of_tensorflow_2_keeps_its_meaning(before: str, after: str) -> None:
    """`tf.where` of TensorFlow 1 does not broadcast; `tf.nn.dropout` took the share that it keeps."""
    uses = f"tf.where(a, b, 0.0)\ntf.nn.dropout(x, 0.1)\n{_TF2}"
    check_upgraded(before.format(uses), after.format(uses), to="compat")


def test_a_name_for_the_module_of_tensorflow_2() -> None:
    uses = f"tensorflow.where(a, b, 0.0)\n{_TF2.replace('tf.', 'tensorflow.')}"
    check_upgraded(
        f"import tensorflow\n{uses}", f"from compat.tensorflow.compat import v2 as tensorflow\n{uses}", to="compat"
    )


@pytest.mark.parametrize(
    "uses",
    [
        _TF2,  # no name that has two meanings
        "tf.where(a, b, 0.0)\nm = tf.keras.optimizers.SGD(lr=1)\n",  # of either release
        "tf.where(a, b, c)\ntf.gfile.Open('x')\n",
    ],
)
def test_other_files_take_the_names_of_tensorflow_1(uses: str) -> None:
    check_upgraded(f"import tensorflow as tf\n{uses}", f"from compat import tensorflow as tf\n{uses}", to="compat")


def test_a_note_says_what_the_release_decides() -> None:
    """A file that stays beside the shims runs on the defaults of Keras 3."""
    assert check_untouched_with_notes("import keras\nx = keras.layers.GRU(4)\n") == ["TFM300"]


@pytest.mark.parametrize("use", ["keras.optimizers.Adadelta()", "keras.optimizers.Adam(clipnorm=1.0)"])
def test_a_finding_asks_for_the_release_where_much_hangs_on_it(use: str) -> None:
    result = upgrade(f"import keras\nx = {use}\n".encode(), Settings(to="compat"))
    assert isinstance(result, Upgraded)
    assert not result.changed
    assert [(each.code, "--from keras==2.3" in each.advice) for each in result.findings] == [("TFM300", True)]


def check_untouched_with_notes(source: str) -> list[str]:
    result = upgrade(source.encode(), Settings(to="compat"))
    assert isinstance(result, Upgraded)
    assert not result.changed
    assert not result.findings
    return [note.code for note in result.notes]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from tensorflow._api.v1.keras import backend as K\n", "from compat.tensorflow.keras import backend as K\n"),
        ("from tensorflow._api.v1.keras.layers import *\n", "from compat.tensorflow.keras.layers import *\n"),
        ("from tensorflow._api.v2 import random\n", "from compat.tensorflow.compat.v2 import random\n"),
        (
            "from tensorflow.python.keras.api._v1.keras.layers import Dense\n",
            "from compat.tensorflow.keras.layers import Dense\n",
        ),
        ("import tensorflow_core as tf\n", "from compat import tensorflow as tf\n"),
        (
            "import tensorflow_core\ntensorflow_core.Session()\n",
            "from compat import tensorflow as tensorflow_core\ntensorflow_core.Session()\n",
        ),
        (
            "from tensorflow_core.python.keras.models import Sequential\n",
            "from compat.tensorflow.python.keras.models import Sequential\n",
        ),
    ],
)
def test_private_copies_of_the_api(before: str, after: str) -> None:
    """The shims mirror the public modules, and the copies had the same objects."""
    legacy = "from keras.utils import multi_gpu_model\nmulti_gpu_model(m, 2)\n"
    shimmed = legacy.replace("keras", "compat.keras")
    check_upgraded(before + legacy, after + shimmed, to="compat")
