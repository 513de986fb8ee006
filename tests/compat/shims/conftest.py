"""These tests are about Keras 3."""

import sys

if sys.version_info >= (3, 8):
    from importlib.metadata import PackageNotFoundError, version

    try:
        _has_keras_3 = int(version("keras").split(".")[0]) >= 3
    except PackageNotFoundError:
        _has_keras_3 = False
else:
    _has_keras_3 = False

collect_ignore_glob = [] if _has_keras_3 else ["test_*.py"]
