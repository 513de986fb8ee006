"""Every moved name of the tables, checked against the installed TensorFlow and Keras."""

import importlib
import types

import pytest

keras = pytest.importorskip("keras")

import tensorflow as tf  # noqa: E402

from compat.tables.names.aliases import IN_TF_KERAS  # noqa: E402
from compat.tables.names.moved_modules import GONE_MODULES, MOVED_MODULES, RESPELLED_CLASSES  # noqa: E402
from compat.tables.names.moved_symbols import MOVED_SYMBOLS  # noqa: E402
from compat.tables.names.tensorflow_1 import CHANGED, MOVED  # noqa: E402

IS_KERAS_3 = int(keras.__version__.split(".")[0]) > 2
IS_TENSORFLOW_1 = tf.__version__.startswith("1.")
RELEASE = tuple(int(part) for part in keras.__version__.split(".")[:3])
LEGACY_RELEASES = ((2, 2, 4), (2, 3, 1))
OF_KERAS_2_11 = "keras.optimizers.legacy."
"""Names that came after the standalone releases, and that Keras 3 has only to refuse them."""
BEFORE_2_2 = ("keras 2.0", "keras 2.2")
"""What went in these releases no release of the matrix has; `codemods/releases` has recorded it."""
NOT_IN_2_3 = ("keras.callbacks.Progbar",)

modern_only = pytest.mark.skipif(not IS_KERAS_3, reason="the modern names are those of Keras 3")
tensorflow_2_only = pytest.mark.skipif(IS_TENSORFLOW_1, reason="the modern names are those of TensorFlow 2")
tensorflow_1_only = pytest.mark.skipif(not IS_TENSORFLOW_1, reason="the legacy names are those of TensorFlow 1")
legacy_only = pytest.mark.skipif(
    RELEASE not in LEGACY_RELEASES, reason="the legacy names are those of Keras 2.2 and 2.3"
)

KERAS_NAMES = [
    (row.legacy + "." + name, row.modern + "." + name, row.gone_in) for row in MOVED_MODULES for name in row.names
] + [(row.legacy, row.modern, row.gone_in) for row in (*RESPELLED_CLASSES, *MOVED_SYMBOLS)]


def find(name):
    """Return the object that a script reaches as an attribute or imports; packages on disk hide some of TensorFlow's API."""
    try:
        owner = importlib.import_module(name.split(".")[0])
        for part in name.split(".")[1:]:
            owner = getattr(owner, part)
    except AttributeError:
        module, _, attribute = name.rpartition(".")
        return getattr(importlib.import_module(module), attribute)
    return owner


def exists(name):
    try:
        find(name)
    except (AttributeError, ImportError):
        return False
    return True


@modern_only
def test_moved_keras_names_exist():
    assert [modern for _, modern, _ in KERAS_NAMES if not exists(modern)] == []


@modern_only
def test_names_that_moved_are_where_they_were_no_more():
    assert [legacy for legacy, _, _ in KERAS_NAMES if not legacy.startswith(OF_KERAS_2_11) and exists(legacy)] == []
    for legacy, _, _ in KERAS_NAMES:
        if legacy.startswith(OF_KERAS_2_11) and exists(legacy):
            with pytest.raises(ImportError, match="not supported in Keras 3"):
                find(legacy)()
    assert [module for module in GONE_MODULES if exists(module) or exists("tensorflow." + module)] == []


@modern_only
def test_names_that_tf_keras_lost_and_keras_has():
    """`tensorflow.keras.saving` can be imported, but `tf.keras` has it only then."""
    for lost, name in IN_TF_KERAS.items():
        assert lost.startswith("keras.saving.") or not exists("tensorflow." + lost), lost
        assert find(lost) is find("tensorflow." + name), lost


@tensorflow_2_only
def test_names_of_tensorflow_1_exist():
    assert [modern for modern in MOVED.values() if not exists(modern)] == []


@modern_only
def test_names_of_tensorflow_1_are_gone():
    assert [legacy for legacy in MOVED if exists(legacy)] == []


@tensorflow_2_only
def test_changed_names_of_tensorflow_1():
    """They are in `tf.compat.v1` and, on the releases with Keras 3, not what `tf` has."""
    assert [name for name in CHANGED if not exists(v1_name(name))] == []
    assert [name for name in CHANGED if IS_KERAS_3 and find(name) is find(v1_name(name))] == []


@tensorflow_1_only
def test_names_of_tensorflow_1_are_the_objects_of_their_modern_names():
    if not tf.__version__.startswith("1.15"):
        pytest.skip("1.15 has every legacy and every modern name")
    assert [name for name in (*MOVED, *CHANGED) if not exists(name)] == []
    assert [pair for pair in MOVED.items() if not is_same(find(pair[0]), find(pair[1]))] == []
    assert [name for name in CHANGED if not is_same(find(name), find(v1_name(name)))] == []


def v1_name(name):
    return name.replace("tensorflow.", "tensorflow.compat.v1.", 1)


def is_same(one, other):
    """Modules are built one for each name, of the same objects."""
    return one is other or (isinstance(one, types.ModuleType) and isinstance(other, types.ModuleType))


@legacy_only
def test_legacy_keras_names_existed():
    """2.3.1 has what went later, 2.2.4 what went before it."""
    names = [
        (legacy, gone_in)
        for legacy, _, gone_in in KERAS_NAMES
        if gone_in.startswith("keras") and gone_in not in BEFORE_2_2
    ]
    earlier = [legacy for legacy, gone_in in names if gone_in == "keras 2.2.5" or legacy in NOT_IN_2_3]
    later = [legacy for legacy, _ in names if legacy not in earlier and not legacy.startswith(OF_KERAS_2_11)]
    assert earlier
    assert later
    assert [legacy for legacy in (later if RELEASE > (2, 3) else earlier) if not exists(legacy)] == []


@legacy_only
def test_legacy_names_of_tf_keras_existed():
    """TensorFlow 1.15 and 2.1 have those that came before 2.2, below `tf.keras` or where it is written."""
    names = [legacy for legacy, _, gone_in in KERAS_NAMES if gone_in.startswith("tensorflow")]
    found = [name for name in names if exists("tensorflow." + name) or exists("tensorflow.python." + name)]
    assert len(found) >= (2 if RELEASE < (2, 3) else 38), found
