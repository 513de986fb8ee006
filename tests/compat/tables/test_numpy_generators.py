"""Generators that NumPy took until 1.26, and that NumPy 2.5 refuses."""

import warnings

import numpy as np
import pytest

from compat.tables.names.numpy_generators import STACKING

IS_MODERN = tuple(int(part) for part in np.__version__.split(".")[:2]) >= (2, 0)
RELEASE = tuple(int(part) for part in np.__version__.split(".")[:2])
ROWS = np.array([[1.0, 2.0], [3.0, 4.0]])


@pytest.mark.parametrize("path", sorted(STACKING))
@pytest.mark.skipif((1, 20) <= RELEASE < (2, 0), reason="a release between, which refuses some of it")
def test_stacking(path):
    function = getattr(np, path.rpartition(".")[2])
    if IS_MODERN:
        with pytest.raises(TypeError):
            function(row for row in ROWS)
        function(list(ROWS))
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert function(row for row in ROWS).tolist() == function(list(ROWS)).tolist()


def test_sum():
    assert sum(row for row in ROWS).tolist() == [4.0, 6.0]
    if RELEASE >= (2, 4):
        with pytest.raises(TypeError):
            np.sum(row for row in ROWS)
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert np.sum(row for row in ROWS).tolist() == [4.0, 6.0]
