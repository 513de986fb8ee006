"""A Keras 3 model as an Estimator; releases with Keras 2 hand back TensorFlow's own."""

import pytest
import tensorflow  # noqa: ICN001 - tf is the namespace of compat

collect_ignore_glob = ["test_*.py"] if tuple(map(int, tensorflow.__version__.split(".")[:2])) < (2, 16) else []


@pytest.fixture(scope="session")
def tf():
    from compat import tensorflow as namespace

    return namespace


@pytest.fixture(scope="session")
def v1():
    return tensorflow.compat.v1
