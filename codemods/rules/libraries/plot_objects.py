"""Use what axes, ticks, colour bars and legends of Matplotlib have today: `line.remove()`, `tick.label1`.

## What it does

`ax.lines.remove(line)` becomes `line.remove()`, `ax.lines.pop(0)` `ax.lines[0].remove()`, `tick.label` of an axis'
ticks `tick.label1`, `ax.is_first_row()` `ax.get_subplotspec().is_first_row()`, `colorbar.set_clim(0, 1)`
`colorbar.mappable.set_clim(0, 1)`, `legend.draggable()` `legend.set_draggable(True)`, and a loop over
`contours.collections` one over `[contours]`. Names of Matplotlib 1 follow: `ax.set_axis_bgcolor("w")`,
`ax.set_color_cycle(colours)`, `next(ax._get_lines.prop_cycler)["color"]`. It reports lists of artists that are assigned
or changed otherwise, `get_shared_x_axes().join(...)`, `ax.plot_date(...)`, and keys of `rcParams` that are gone.

## Why

Matplotlib 3.7 made the artists of axes views, "'ArtistList' object has no attribute 'remove'", 3.8 dropped
`tick.label`, and 3.10 the collections of contours. Each is an AttributeError, and a key a KeyError.
https://matplotlib.org/stable/api/prev_api_changes/index.html

## Numbers

No numbers involved. The lines are run on Matplotlib 3.0.3 and 3.11.2 (`tests/compat/tables/test_plot_objects.py`).

## What it leaves to you

Every report, and axes that nothing in the file shows to be some.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import own_names
from codemods.analysis.flow.bound_names import binds
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.objects.library_objects import imports_package, value_of
from codemods.source.arguments import literal, literal_key, named
from codemods.source.file import File
from codemods.types import Edit, Manual, Stage, rule
from compat.tables.names.plot_objects import (
    ARTISTS,
    CHANGING,
    COLOURS,
    CONTOURS,
    CYCLE,
    CYCLES,
    DATED,
    DRAGGED,
    DRAWN,
    HELD,
    LIMITS,
    NAMES,
    PARAMETER_TABLES,
    PARAMETERS,
    PLACES,
    RENAMED,
    SHARED,
    TICK_LABEL,
    TICKS,
    URL,
)

_PLOTTING = ("matplotlib", "pylab", "seaborn")
_LINES = "_get_lines"
_AXES = re.compile(r"(?:\w*_)?ax(?:es|is|s)?_?\d*")
"""What axes are called."""
_MAKERS = frozenset({"add_axes", "add_subplot", "axes", "gca", "subplot", "subplot2grid", "twinx", "twiny"})
"""Methods and functions that give axes."""
_GRID_PLACES = frozenset({"get_subplotspec"})
_BARS, _LEGENDS = frozenset({"colorbar"}), frozenset({"legend", "get_legend"})


@rule(
    "TFM460",
    stage=Stage.BEHAVIOUR,
    example="""
    import keras
    import matplotlib.pyplot as plt

    figure, ax = plt.subplots()
    (line,) = ax.plot(losses)
    for tick in ax.xaxis.get_major_ticks():
        tick.label.set_fontsize(8)
    ax.lines.remove(line)
    """,
)
def plot_objects(file: File) -> Iterator[Edit | Manual]:
    """Edit or report each attribute of an object of Matplotlib, and each parameter that is gone."""
    if not file.target.is_modern or not any(imports_package(file, package) for package in _PLOTTING):
        return
    choices = Choices(file)
    for node in file.attributes:
        name = node.attr.value
        is_own = name in own_names(file) and name not in ARTISTS
        if name not in NAMES or is_own or choices.guarding(node):
            continue
        if file.qualified_name(node) in PARAMETER_TABLES:
            yield from _parameters(file, node)
        elif file.qualified_name(node) is None:
            yield from _attribute(file, node, name)


def _attribute(file: File, node: cst.Attribute, name: str) -> Iterator[Edit | Manual]:
    above = file.parent(node)
    call = above if isinstance(above, cst.Call) and above.func is node else None
    if name in ARTISTS and _is_axes(file, node.value):
        yield from _artists(file, node)
    elif name == "collections" and isinstance(node.value, cst.Name) and _is_made_by(file, node.value, CONTOURS):
        yield from _contours(file, node)
    elif name == TICK_LABEL and isinstance(node.value, cst.Name) and _is_tick(file, node.value):
        yield _renamed(file, node, "label1")
    elif name in CYCLES and isinstance(node.value, cst.Attribute) and node.value.attr.value == _LINES:
        yield from _next_colour(file, node, node.value)
    elif call is not None and not binds(file, node):
        yield from _method(file, node, call, name)


def _method(file: File, node: cst.Attribute, call: cst.Call, name: str) -> Iterator[Edit | Manual]:
    if name in PLACES and not call.args and not _is_made_by(file, node.value, _GRID_PLACES):
        grid = cst.Call(cst.Attribute(node.value, cst.Name("get_subplotspec")))
        said = f"axes have no {name}() any more: their place in the grid has it ({URL})"
        yield Edit(node, said, ((node, node.with_changes(value=grid)),))
    elif name in RENAMED:
        yield _renamed(file, node, RENAMED[name])
    elif name == COLOURS and len(call.args) == 1 and not call.args[0].star:
        new = call.with_changes(func=node.with_changes(attr=cst.Name(CYCLE)), args=[named(call.args[0], "color")])
        yield Edit(node, f"axes have no {name}() any more: it is {CYCLE}(color=) ({URL})", ((call, new),))
    elif name == LIMITS and _is_made_by(file, node.value, _BARS):
        shown = cst.Attribute(node.value, cst.Name("mappable"))
        said = f"colour bars have no {name}() any more: what they show has it ({URL})"
        yield Edit(node, said, ((node, node.with_changes(value=shown)),))
    elif name == DRAWN and not call.args and _is_made_by(file, node.value, _BARS):
        drawn = cst.parse_expression(f"{file.code(node.value)}.update_normal({file.code(node.value)}.mappable)")
        yield Edit(node, f"colour bars have no {name}() any more ({URL})", ((call, drawn),))
    elif name == DRAGGED and _is_made_by(file, node.value, _LEGENDS) and len(call.args) <= 1:
        state = call.args or [cst.Arg(cst.Name("True"))]
        new = call.with_changes(
            func=node.with_changes(attr=cst.Name("set_draggable")), args=[cst.Arg(each.value) for each in state[:1]]
        )
        yield Edit(node, f"legends have no {name}() any more: it is set_draggable() ({URL})", ((call, new),))
    elif name in SHARED and _joins(file, call):
        advice = f"use second.share{name[len('get_shared_')]}(first) ({URL})"
        yield Manual(node, f"matplotlib: {name}", "axes are not joined any more: AttributeError", advice)
    elif name in (DATED, HELD) and _is_axes(file, node.value):
        advice = "use plot, which takes dates" if name == DATED else "leave it out: axes keep what is drawn"
        yield Manual(node, f"matplotlib: {name}", f"axes have no {name}() any more", f"{advice} ({URL})")


def _artists(file: File, node: cst.Attribute) -> Iterator[Edit | Manual]:
    """`ax.lines.remove(line)`, `ax.lines.pop(0)`, `ax.lines = []` and `del ax.lines[0]`."""
    said = f"{file.code(node)} is no list since Matplotlib 3.7: nothing is removed from it, or added ({URL})"
    above = file.parent(node)
    outer = file.parent(above) if above is not None else None
    is_method = isinstance(above, cst.Attribute) and above.attr.value in CHANGING
    if is_method and isinstance(above, cst.Attribute) and isinstance(outer, cst.Call) and outer.func is above:
        new = _removed(file, node, outer, above.attr.value)
        if new is not None:
            yield Edit(node, said, ((outer, new),))
            return
    is_deleted = isinstance(above, cst.Subscript) and isinstance(outer, cst.Del | cst.AssignTarget)
    if is_method or is_deleted or isinstance(above, cst.AssignTarget | cst.Del):
        advice = "call the artist's remove(), for each of list(...), and add_line() and the like to add one"
        yield Manual(node, f"matplotlib: {node.attr.value}", said, advice)


def _removed(file: File, node: cst.Attribute, call: cst.Call, method: str) -> cst.BaseExpression | None:
    """The call of `remove` that does what a method of the list did; None if nothing is known to."""
    if method == "remove" and len(call.args) == 1 and call.args[0].keyword is None and not call.args[0].star:
        artist = call.args[0].value
        is_simple = isinstance(artist, cst.Name | cst.Attribute | cst.Subscript | cst.Call)
        return cst.Call(cst.Attribute(artist, cst.Name("remove"))) if is_simple else None
    if method == "pop" and isinstance(file.parent(call), cst.Expr) and len(call.args) <= 1:
        index = file.code(call.args[0].value) if call.args else "-1"
        return cst.parse_expression(f"{file.code(node)}[{index}].remove()")
    return None


def _contours(file: File, node: cst.Attribute) -> Iterator[Edit | Manual]:
    said = f"contours have no collections since Matplotlib 3.10: they are one ({URL})"
    above = file.parent(node)
    if isinstance(above, cst.For | cst.CompFor) and above.iter is node:
        yield Edit(node, said, ((node, cst.List([cst.Element(node.value)])),))
    else:
        yield Manual(node, "matplotlib: collections", said, f"call the methods of {file.code(node.value)} itself")


def _next_colour(file: File, node: cst.Attribute, lines: cst.Attribute) -> Iterator[Edit | Manual]:
    """`next(ax._get_lines.prop_cycler)["color"]`, and `next(ax._get_lines.color_cycle)`."""
    said = f"Matplotlib has no {file.code(node)} any more"
    arg = file.parent(node)
    call = file.parent(arg) if isinstance(arg, cst.Arg) else None
    whole: cst.CSTNode | None = call if isinstance(call, cst.Call) and file.is_builtin(call.func, "next") else None
    if whole is not None and node.attr.value == "prop_cycler":
        above = file.parent(whole)
        is_colour = isinstance(above, cst.Subscript) and literal_key(above) == "color"
        whole = above if is_colour else None
    if whole is None:
        yield Manual(node, f"matplotlib: {node.attr.value}", said, f"use {file.code(lines)}.get_next_color()")
    else:
        new = cst.parse_expression(f"{file.code(lines)}.get_next_color()")
        yield Edit(node, said, ((whole, new),))


def _parameters(file: File, node: cst.Attribute) -> Iterator[Manual]:
    """`rcParams["text.latex.unicode"]`, and the keys of `rcParams.update({...})`."""
    above = file.parent(node)
    keys: list[cst.BaseExpression] = []
    if isinstance(above, cst.Subscript) and above.value is node and len(above.slice) == 1:
        index = above.slice[0].slice
        keys = [index.value] if isinstance(index, cst.Index) else []
    elif isinstance(above, cst.Attribute) and above.attr.value == "update":
        call = file.parent(above)
        table = call.args[0].value if isinstance(call, cst.Call) and call.args else None
        keys = (
            [each.key for each in table.elements if isinstance(each, cst.DictElement)]
            if isinstance(table, cst.Dict)
            else []
        )
    for key in keys:
        name = literal(key)
        if isinstance(name, str) and name in PARAMETERS:
            said = f"Matplotlib has no parameter {name} any more: KeyError"
            yield Manual(key, f"matplotlib: {name}", said, f"{PARAMETERS[name]} ({URL})")


def _renamed(file: File, node: cst.Attribute, successor: str) -> Edit:
    said = f"{file.code(node)} is {successor} today ({URL})"
    return Edit(node, said, ((node, node.with_changes(attr=cst.Name(successor))),))


def _joins(file: File, call: cst.Call) -> bool:
    above = file.parent(call)
    return isinstance(above, cst.Attribute) and above.attr.value == "join"


def _is_axes(file: File, node: cst.BaseExpression) -> bool:
    """True for what a function or a method of Matplotlib gives, and for what is called as axes are."""
    if _is_made_by(file, node, _MAKERS):
        return True
    if isinstance(node, cst.Subscript):
        return _is_axes(file, node.value)
    name = node.attr.value if isinstance(node, cst.Attribute) else node.value if isinstance(node, cst.Name) else ""
    return _AXES.fullmatch(name) is not None


def _is_made_by(file: File, node: cst.BaseExpression, names: frozenset[str]) -> bool:
    """True for the result of a function of pyplot, or of a method of any object, that is so called."""
    value = node if isinstance(node, cst.Call) else value_of(file, node)
    if not isinstance(value, cst.Call):
        return False
    path = file.qualified_name(value.func)
    name = (path or "").rpartition(".")[2] if path is not None else method_of(value)
    return name in names and (path is None or path.startswith(_PLOTTING))


def _is_tick(file: File, node: cst.Name) -> bool:
    """True for the variable of loops over the ticks of an axis."""
    loops = [file.parent(each.node) if each.node is not None else None for each in file.assignments(node)]
    return bool(loops) and all(isinstance(each, cst.For | cst.CompFor) and _gives_ticks(each.iter) for each in loops)


def _gives_ticks(node: cst.BaseExpression) -> bool:
    """True for the ticks of one axis, and for those of several together."""
    if isinstance(node, cst.BinaryOperation):
        return _gives_ticks(node.left) and _gives_ticks(node.right)
    return isinstance(node, cst.Call) and method_of(node) in TICKS
