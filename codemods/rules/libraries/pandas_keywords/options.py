"""Options of pandas whose values are others today."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.pandas.pandas_calls import PandasCall
from codemods.source.arguments import literal
from codemods.types import Edit, Manual
from compat.tables.names.pandas_calls import URL_2, URL_3

_WIDTHS = ("display.max_colwidth", "max_colwidth")
_INFINITE = "use_inf_as_n"
_PLACES = 2


def options(call: cst.Call, of: PandasCall) -> Iterator[Edit | Manual]:
    """`set_option("display.max_colwidth", -1)` as `set_option("display.max_colwidth", None)`."""
    if of.path not in ("pandas.set_option", "pandas.option_context") or len(call.args) < _PLACES:
        return
    name, value = literal(call.args[0].value), call.args[1].value
    if name in _WIDTHS and literal(value) == -1:
        yield Edit(
            call, f"{name} of pandas without a limit is None, and no longer -1 ({URL_2})", ((value, cst.Name("None")),)
        )
    elif isinstance(name, str) and _INFINITE in name:
        advice = f"replace infinite numbers: frame.replace([numpy.inf, -numpy.inf], numpy.nan) ({URL_3})"
        yield Manual(call, "pandas: option", f"pandas has no option {name} any more", advice)
