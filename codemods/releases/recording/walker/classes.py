"""The public members of a class: its own, and those of its bases in TensorFlow, Keras and their companions."""

from typing import Any, Dict, List, Set

from . import signatures
from .packages import is_ours

OPEN = "*"
"""Stands for a base of another package or for `__getattr__`: the class may have members that no table names."""

_HARMLESS = ("abc", "typing", "collections.abc", "_py_abc")


class Classes:
    """The classes seen so far, by number."""

    def __init__(self) -> None:
        self.members: Dict[int, List[List[str]]] = {}
        self._tables: Dict[type, List[str]] = {}

    def add(self, number: int, cls: type) -> None:
        """Record the member tables of a class, the most derived first."""
        tables = [self._table(base) for base in cls.__mro__ if is_ours(base)]
        if any(_is_open(base) for base in cls.__mro__):
            tables.append([OPEN])
        self.members[number] = [table for table in tables if table]

    def _table(self, base: type) -> List[str]:
        if base not in self._tables:
            self._tables[base] = _message(base) if hasattr(base, "DESCRIPTOR") else _members(base)
        return self._tables[base]


def _is_open(base: type) -> bool:
    if is_ours(base):
        return "__getattr__" in vars(base) or "__getattribute__" in vars(base)
    return base is not object and base.__module__ not in _HARMLESS


def _members(cls: type) -> List[str]:
    return [
        _member(cls, name, value)
        for name, value in sorted(vars(cls).items())
        if name == "__call__" or not name.startswith("_")
    ]


def _member(cls: type, name: str, value: Any) -> str:
    """Format a member: `fit(x=None, ...)`, `fit(?)` if the signature is unknown, `name` if it is not a method."""
    if isinstance(value, (staticmethod, classmethod)) or (
        callable(value) and not isinstance(value, type) and not hasattr(value, "__set__")
    ):
        text = signatures.of_method(cls, name, value)
        return "{}({})".format(name, "?" if text is None else text)
    return name


def _message(cls: type) -> List[str]:
    """The fields, nested messages and enumeration values of a protocol buffer."""
    descriptor = cls.DESCRIPTOR  # type: ignore[attr-defined]
    names: Set[str] = set()
    for table in ("fields_by_name", "nested_types_by_name", "enum_types_by_name", "enum_values_by_name"):
        names.update(getattr(descriptor, table, None) or {})
    return sorted(names)
