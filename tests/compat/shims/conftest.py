"""One strategy for all tests of a process: those of several strategies share the keys of their collectives."""

import pytest


@pytest.fixture(scope="session")
def two_replicas():
    import tensorflow as tf

    return tf.distribute.MirroredStrategy(["GPU:0", "GPU:1"])
