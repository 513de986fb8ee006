"""Calls of functions of pandas, and of methods of its frames and series."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from codemods.analysis.calls.api_calls import own_names
from codemods.analysis.pandas.pandas_objects import Held, held
from codemods.source.file import File


class PandasCall(NamedTuple):
    """A call of pandas: `path` of a function, or `method` of an object that `owner` says what it is."""

    path: str = ""
    method: str = ""
    owner: Held = Held.UNKNOWN

    @property
    def said(self) -> str:
        """The function or the method as a report names it."""
        return f"{self.path.rpartition('.')[2] or self.method}()"

    def is_method(self, *names: str) -> bool:
        """True for these methods of a frame or a series."""
        return self.method in names and self.owner.is_of_pandas


def pandas_call(file: File, call: cst.Call) -> PandasCall | None:
    """What of pandas a call may run; None for functions of other packages and of the file."""
    path = file.qualified_name(call.func)
    if path is not None:
        return PandasCall(path) if path.startswith("pandas.") else None
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value in own_names(file):
        return None
    owner = call.func.value
    if isinstance(owner, cst.Attribute) and owner.attr.value in ("str", "dt"):
        return PandasCall(method=call.func.attr.value, owner=Held.TEXTS if owner.attr.value == "str" else Held.TIMES)
    found = held(file, owner)
    return PandasCall(method=call.func.attr.value, owner=found) if found is not Held.OTHER else None
