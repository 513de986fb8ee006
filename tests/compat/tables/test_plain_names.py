"""Both names of each row have the same object, or an equal value."""

import pytest

tf = pytest.importorskip("tensorflow")

from compat.tables.names.plain_names import PLAIN_NAMES  # noqa: E402
from compat.tables.names.tensorflow_1 import CHANGED, MOVED  # noqa: E402
from tests.compat.tables.test_same_meaning import below  # noqa: E402

if tuple(int(part) for part in tf.__version__.split(".")[:2]) < (2, 16):
    pytest.skip("upgraded code runs on the releases with Keras 3", allow_module_level=True)


def test_every_row_is_a_name_that_moved():
    assert set(PLAIN_NAMES) <= set(MOVED)
    assert not set(PLAIN_NAMES.values()) & CHANGED


@pytest.mark.parametrize("legacy", sorted(PLAIN_NAMES))
def test_both_are_equal(legacy):
    former, today = below(tf.compat.v1, legacy), below(tf, PLAIN_NAMES[legacy])
    assert type(former) is type(today)
    assert former == today
