"""Imports of names that are gone, and that nothing uses, are dropped."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("from keras.utils import multi_gpu_model\nx = 1", "x = 1"),
        (
            "from keras.utils import multi_gpu_model, to_categorical\nx = 1",
            "from keras.utils import to_categorical\nx = 1",
        ),
        (
            "from keras.utils import to_categorical, multi_gpu_model\nx = 1",
            "from keras.utils import to_categorical\nx = 1",
        ),
        (
            "from keras.utils import (\n    multi_gpu_model,\n    to_categorical,\n)",
            "from keras.utils import (\n    to_categorical,\n)",
        ),
        (
            "from keras.utils import (to_categorical,\n                         multi_gpu_model)",
            "from keras.utils import (to_categorical)",
        ),
        ("from keras.utils.training_utils import multi_gpu_model as mgm\nx = 1", "x = 1"),
        ("import keras.utils.training_utils as tu\nx = 1", "x = 1"),
        ("from keras.backend.tensorflow_backend import set_session\nx = 1", "x = 1"),
        ("import os; from keras.utils import multi_gpu_model; x = 1", "import os; x = 1"),
        ("import os; from keras.utils import multi_gpu_model", "import os"),
        ("def f():\n    from keras.utils import multi_gpu_model\n", "def f():\n    pass\n"),
        ("if x:\n\tfrom keras.utils import multi_gpu_model\nelse:\n\ty = 1", "if x:\n\tpass\nelse:\n\ty = 1"),
        (
            "try:\n    from keras.utils import multi_gpu_model\nexcept ImportError:\n    multi_gpu_model = None\nx = 1",
            "x = 1",
        ),
        (
            "try:\n    from keras.utils import multi_gpu_model\nexcept:\n    from keras.utils.training_utils import multi_gpu_model\nx = 1",
            "x = 1",
        ),
        ("from keras.layers import Dense, Merge\nDense(1)", "from keras.layers import Dense\nDense(1)"),
        (
            "from keras.utils import layer_utils, visualize_util\nlayer_utils.print_summary(m)",
            "from keras.utils import layer_utils\nlayer_utils.print_summary(m)",
        ),
        ("# first\nfrom keras.utils import multi_gpu_model\n# second\nx = 1", "# first\n# second\nx = 1"),
    ],
)
def test_dropped(legacy: str, modern: str) -> None:
    check_upgraded(legacy + "\n", modern + "\n")


def test_what_is_used_stays() -> None:
    check_declined("from keras.layers import Merge\nMerge([a, b])\n", "TFM190", 1)
    check_declined("from keras.layers import Dense, Merge\n", "TFM190", 1)
    check_untouched("from compat.keras.utils import multi_gpu_model\nm = multi_gpu_model(n, 2)\n", to="compat")


def test_one_line_suite() -> None:
    result = check_sound("if x: from keras.utils import multi_gpu_model\n")
    assert result.changed or result.findings


@pytest.mark.parametrize("name", ["keras.utils import multi_gpu_model", "tensorflow.contrib import slim"])
@pytest.mark.parametrize("error", ["ImportError", "(ImportError, AttributeError)", "Exception"])
def test_import_whose_failure_the_file_notes_stays(name: str, error: str) -> None:
    check_untouched(
        f"try:\n    from {name}  # noqa\n    AT_HAND = True\nexcept {error}:\n    AT_HAND = False\nprint(AT_HAND)\n"
    )


def test_import_beside_others_goes() -> None:
    source = "try:\n    from keras.utils import multi_gpu_model\n    import h5py\nexcept ImportError:\n    h5py = 0\nprint(h5py)\n"
    assert "multi_gpu_model" not in check_sound(source).after.decode()


def test_import_in_a_try_for_something_else_goes() -> None:
    source = (
        "try:\n    from keras.utils import multi_gpu_model\n    n = int(a)\nexcept ValueError:\n    n = 0\nprint(n)\n"
    )
    assert "multi_gpu_model" not in check_sound(source).after.decode()


@pytest.mark.parametrize(
    "source",
    [
        "from keras.utils import to_categorical\n",
        "from keras.layers import Dense\nimport os\n",
        "from .utils import multi_gpu_model\nimport keras\n",
        "from utils import multi_gpu_model\nimport keras\n",
        "from my.keras.utils import multi_gpu_model\nimport keras\n",
        "import keras\nmulti_gpu_model = 1\n",
        "from keras import backend as K\nx = 1\n",
        "import keras\nfrom torch.nn import DataParallel as multi_gpu_model\n",
        "text = 'from keras.utils import multi_gpu_model'\nimport keras\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize("names", ["['multi_gpu_model']", "('multi_gpu_model', 'x')"])
def test_exported_names_stay_and_are_reported(names: str) -> None:
    check_declined(f"from keras.utils import multi_gpu_model\n__all__ = {names}\n", "TFM199", 1)


@pytest.mark.parametrize(
    "line", ["from tensorflow.contrib import learn", "import tensorflow.contrib.seq2seq as seq2seq"]
)
def test_modules_of_contrib(line: str) -> None:
    text = check_sound(f"import tensorflow as tf\n{line}\nprint(tf.constant(1))\n").after.decode()
    assert "contrib" not in text


def test_a_module_of_contrib_that_is_used() -> None:
    assert "contrib" in check_sound("from tensorflow.contrib import learn\nlearn.run(x)\n").after.decode()
