"""Options of pandas whose values are others today."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.pandas.pandas_calls import PandasCall
from codemods.analysis.pandas.pandas_objects import Held, held
from codemods.source.arguments import literal
from codemods.source.file import File
from codemods.types import Edit, Manual
from compat.tables.names.pandas_calls import URL_2, URL_3

_PATH = "pandas.options."
_WIDTHS = ("display.max_colwidth", "max_colwidth")
_INFINITE = "use_inf_as_n"
_PLACES = 2
_FINITE = f"replace infinite numbers: frame.replace([numpy.inf, -numpy.inf], numpy.nan) ({URL_3})"


def assigned_options(file: File, node: cst.Assign) -> Iterator[Edit | Manual]:
    """`pd.options.display.max_colwidth = -1`, and `pd.options.mode.use_inf_as_na = True`."""
    target = node.targets[0].target
    path = file.qualified_name(target) or ""
    if _are_categories(file, target):
        said = "the categories of a series are not assigned to since pandas 2: AttributeError"
        yield Manual(target, "pandas: categories", said, f"write x = x.cat.rename_categories(names) ({URL_2})")
    if not path.startswith(_PATH):
        return
    name = path.removeprefix(_PATH)
    if name in _WIDTHS and literal(node.value) == -1:
        said = f"{name} of pandas without a limit is None, and no longer -1 ({URL_2})"
        yield Edit(node, said, ((node.value, cst.Name("None")),))
    elif _INFINITE in name:
        yield Manual(node, "pandas: option", f"pandas has no option {name} any more", _FINITE)


def _are_categories(file: File, node: cst.BaseExpression) -> bool:
    """True for `series.cat.categories`."""
    if not isinstance(node, cst.Attribute) or node.attr.value != "categories":
        return False
    owner = node.value
    return isinstance(owner, cst.Attribute) and owner.attr.value == "cat" and held(file, owner.value) is Held.SERIES


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
        yield Manual(call, "pandas: option", f"pandas has no option {name} any more", _FINITE)
