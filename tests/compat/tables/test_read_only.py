"""The rows say what the installed Keras does: the properties have no setter today, and could be set in Keras 2."""

import inspect

import pytest

keras = pytest.importorskip("keras")

from compat.tables.behaviour.read_only import READ_ONLY  # noqa: E402 - after the check for Keras

IS_MODERN = int(keras.__version__.split(".")[0]) >= 3
CASES = [(path, name) for row in READ_ONLY for path in row.classes for name in row.names]


def _class(path: str, name: str) -> type:
    owner = keras
    for part in path.split(".")[1:]:
        if not IS_MODERN and not hasattr(owner, part):
            pytest.skip(f"Keras {keras.__version__} has no {path}")
        owner = getattr(owner, part)
    if path == "keras.models.Model" and name in ("inputs", "outputs") and IS_MODERN:
        return type(keras.Sequential([keras.Input((1,)), keras.layers.Dense(1)])._functional)
    return owner


@pytest.mark.parametrize(("path", "name"), CASES)
def test_read_only_today(path: str, name: str) -> None:
    found = inspect.getattr_static(_class(path, name), name, None)
    is_read_only = isinstance(found, property) and found.fset is None
    assert is_read_only is IS_MODERN
