"""The shims speak of TensorFlow 1.15 and later."""

import pytest
import tensorflow  # noqa: ICN001 - tf is the namespace of compat

collect_ignore_glob = ["test_*.py"] if tensorflow.__version__.startswith(("1.12", "1.13", "1.14")) else []


@pytest.fixture(scope="session")
def tf():
    from compat import tensorflow as namespace

    return namespace


@pytest.fixture(scope="session")
def v1():
    return tensorflow.compat.v1
