"""These tests are about Keras 3; three logical CPU devices stand in for GPUs."""

import sys

import pytest

if sys.version_info >= (3, 8):
    from importlib.metadata import PackageNotFoundError, version

    try:
        _has_keras_3 = int(version("keras").split(".")[0]) >= 3
    except PackageNotFoundError:
        _has_keras_3 = False
else:
    _has_keras_3 = False

collect_ignore_glob = [] if _has_keras_3 else ["test_*.py"]


@pytest.fixture(scope="session", autouse=True)
def three_gpus():
    from compat.devices import emulate_gpus

    emulate_gpus(3)
