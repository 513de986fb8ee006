import builtins
import operator

import numpy as np
import pytest

from compat.tables.names.numpy_names import BUILTINS, GONE, IN_MODULES, PYTHON_MODULES, RENAMED, WRITTEN_OUT

IS_MODERN = int(np.__version__.split(".")[0]) >= 2


@pytest.mark.parametrize(("legacy", "modern"), sorted(RENAMED.items()))
def test_renamed_are_the_same_object(legacy: str, modern: str) -> None:
    assert hasattr(np, modern)
    if not IS_MODERN and hasattr(np, legacy):
        former, latter = getattr(np, legacy), getattr(np, modern)
        assert former is latter or former != former or former == latter or _compute_the_same(former, latter)  # noqa: PLR0124


@pytest.mark.parametrize(("legacy", "modern"), sorted(IN_MODULES.items()))
def test_moved_into_a_module(legacy: str, modern: str) -> None:
    if IS_MODERN:
        assert operator.attrgetter(modern)(np).__name__ == legacy


def _compute_the_same(former: object, latter: object) -> bool:
    rows = np.array([[1, 0], [2, 3]])
    return np.array_equal(former(rows), latter(rows))  # type: ignore[operator]


@pytest.mark.parametrize(("legacy", "name"), sorted(BUILTINS.items()))
def test_builtins(legacy: str, name: str) -> None:
    if not IS_MODERN and hasattr(np, legacy):
        assert getattr(np, legacy) is getattr(builtins, name)


@pytest.mark.parametrize(("legacy", "code"), sorted(WRITTEN_OUT.items()))
def test_written_out(legacy: str, code: str) -> None:
    value = eval(code.format(numpy="np"))
    if not IS_MODERN and hasattr(np, legacy):
        assert value == getattr(np, legacy)
        assert np.signbit(value) == np.signbit(getattr(np, legacy))


@pytest.mark.parametrize("name", sorted({*BUILTINS, *RENAMED, *IN_MODULES, *PYTHON_MODULES, *WRITTEN_OUT, *GONE}))
def test_gone_from_numpy_2(name: str) -> None:
    if IS_MODERN and name not in ("in1d", "trapz", "row_stack"):  # deprecated until NumPy 2.4
        assert not hasattr(np, name)
