"""Three logical CPU devices stand in for GPUs, before a test module makes TensorFlow initialise its devices."""

import gc
import importlib.util

import pytest

from compat.runner.devices import emulate_gpus

FIRST_RELEASES = {
    "distribute/test_exact*": (2, 16),
    "strategies/*": (2, 16),
    "shims/*": (1, 15),
    "shims/keras/*": (2, 16),
    "shims/keras_2_4/*": (2, 4),
    "shims/keras_estimator/*": (2, 16),
    "shims/contrib/test_summary*": (2, 16),
    "shims/tensorflow/test_keras*": (2, 16),
    "shims/tensorflow/test_optimizers*": (2, 16),
    "namespace/test_ended_modules*": (2, 16),
}
"""The first TensorFlow that some tests speak of."""
LAST_RELEASES = {"shims/keras_2_4/*": (2, 15)}
"""The last one."""

TENSORFLOW = ()
if importlib.util.find_spec("tensorflow") is not None:
    import tensorflow  # noqa: ICN001 - tf is the namespace of compat

    TENSORFLOW = tuple(int(part) for part in tensorflow.__version__.split(".")[:2])
    # the tests of the recorder emulate GPUs in processes of their own, on earlier releases too
    if TENSORFLOW >= (1, 15):
        emulate_gpus(3)

REAL_PROCESSES = ("strategies/*", "runner/test_workers*", "distribute/test_wait*", "distribute/test_exact_workers*")
"""Tests that start clusters: from TensorFlow 1.15 on, and of the releases with Keras 3 on the newest."""

collect_ignore_glob = [folder for folder, first in FIRST_RELEASES.items() if first > TENSORFLOW]
collect_ignore_glob += [folder for folder, last in LAST_RELEASES.items() if last < TENSORFLOW]
if (2, 16) <= TENSORFLOW < (2, 21) or () < TENSORFLOW < (1, 15):
    collect_ignore_glob += REAL_PROCESSES


def pytest_collection_finish():
    """Leave what is imported out of the garbage collections of `clear_session`, which looked through all of it."""
    if hasattr(gc, "freeze"):  # Python 3.7
        gc.freeze()


@pytest.fixture(scope="session")
def tf():
    from compat import tensorflow as namespace

    return namespace


@pytest.fixture(scope="session")
def v1():
    return tensorflow.compat.v1
