"""What TFM339 says of `tf.data.Options`, on the TensorFlow that is installed."""

import pytest

tf = pytest.importorskip("tensorflow")

from compat.tables.names.dataset_options import (  # noqa: E402 - after the check for TensorFlow
    AUTO_SHARD,
    LOST_OPTIONS,
    MOVED_OPTIONS,
    SHARD_POLICIES,
    SHARD_POLICY,
    SPEED_OPTIONS,
)

RELEASE = tuple(int(part) for part in tf.__version__.split(".")[:2])
pytestmark = pytest.mark.skipif(RELEASE < (2, 16), reason="the names of today")


def find(owner, name):
    for part in name.split("."):
        owner = getattr(owner, part)
    return owner


@pytest.mark.parametrize("name", sorted({*MOVED_OPTIONS, *SPEED_OPTIONS, *LOST_OPTIONS, AUTO_SHARD}))
def test_gone(name):
    with pytest.raises(AttributeError):
        find(tf.data.Options(), name)


@pytest.mark.parametrize("name", [*MOVED_OPTIONS.values(), SHARD_POLICY])
def test_there(name):
    find(tf.data.Options(), name)


def test_policies():
    for path in SHARD_POLICIES.values():
        options = tf.data.Options()
        options.experimental_distribute.auto_shard_policy = find(tf, path)
        found = tf.data.Dataset.range(3).with_options(options)
        assert [int(each) for each in found] == [0, 1, 2]
