"""Rewrite calls of Matplotlib, SciPy and scikit-learn that return something else today, or are gone.

## What it does

`stats.mode(x)` becomes `stats.mode(x, keepdims=True)`, and `root, _ = linalg.sqrtm(x, disp=False)` becomes `root =
linalg.sqrtm(x)`. `plt.gca(projection="3d")` becomes `plt.subplot(projection="3d")`, and `plt.style.use("seaborn-dark")`
uses `"seaborn-v0_8-dark"`. `vectorizer.get_feature_names()`, `canvas.tostring_rgb()`, `canvas.set_window_title(...)`,
`legend.legendHandles` and `axes.w_xaxis` are written as what they are today, and sizes of a grid of plots that are
computed by `/` or NumPy become integers. `Axes3D(figure)`, which drew nothing, becomes
`figure.add_axes(Axes3D(figure))`, and a colour bar of a `ScalarMappable` gets its axes. Names of colour maps,
`cmap="spectral"`, and of backends, `matplotlib.use("Qt4Agg")`, follow. `stats.wilcoxon(a, b)`, and `mannwhitneyu` with
an `alternative`, get `method="asymptotic"`. Predictions that `scipy.spatial.distance.cosine` and the like are given as
they are go through `np.squeeze`.

## Why

`stats.mode` dropped the axis with SciPy 1.11, so that `stats.mode(x)[0][0]` is an IndexError, or a number of another
column. The p-values of tests of ranks are exact for few samples since SciPy 1.5 and 1.7, and that of `mannwhitneyu` is
one of both sides. Distances of rows, of the shape (1, n), are a ValueError or arrays. SciPy 1.18 has no `disp=`,
Matplotlib 3.6 and later none of the others, and scikit-learn 1.2 has no `get_feature_names`.
https://docs.scipy.org/doc/scipy/reference/generated/scipy.stats.mode.html

## Numbers

Same: the calls are compared on the legacy releases and on those of today
(`tests/compat/tables/test_library_calls.py`).

## What it leaves to you

`stats.mannwhitneyu(a, b)` without an `alternative`, which is reported, and `ks_2samp`, of which a note tells. A note
tells of all thresholds of `roc_curve` that are read: the first one is infinite. An error of `sqrtm` that is
read. `stats.mode` of texts, which is a TypeError. Files for Keras 3 keep `stats.mode(x)`, and so does what is a number
at once, `int(stats.mode(x)[0])`, a key, or only flattened.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import libcst as cst

from codemods.analysis.arrays.array_ranks import rank_of
from codemods.analysis.arrays.numpy_numbers import as_int
from codemods.analysis.arrays.predictions import is_predicted
from codemods.analysis.calls.api_calls import own_names
from codemods.analysis.data.fractions import is_fraction
from codemods.analysis.flow.bound_names import binds
from codemods.analysis.flow.call_sites import method_of, owner_of
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.objects.library_objects import imports_package, made_by
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import keyword, literal, named, with_args
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Severity, Stage, rule
from compat.tables.names.library_calls import (
    BACKEND_SETTERS,
    BACKENDS,
    CALLED,
    COLOUR_BARS,
    CURVES,
    DISTANCES,
    FEATURE_NAMES,
    MAP_PLACES,
    MAPPABLE,
    MATRIX_FUNCTIONS,
    MODE,
    OF_MATPLOTLIB,
    PYPLOT_AXES,
    PYPLOT_SUBPLOT,
    RANK_TEST,
    RENAMED_ATTRIBUTES,
    RENAMED_MAPS,
    RENAMED_STYLE,
    RGB_BYTES,
    SAMPLE_TEST,
    SEABORN_STYLE,
    SIGNED_TEST,
    SOLID_AXES,
    STYLES,
    TRANSFORM,
    WINDOW_TITLE,
)

_SCIPY = "https://docs.scipy.org/doc/scipy/release.html"
_MATPLOTLIB = "https://matplotlib.org/stable/api/prev_api_changes/index.html"
_OF_SCIPY, _OF_TABLES = "scipy.", 2
_NUMBERS = ("int", "float", "str")
_UNREAD = "_"
_SIZES = 3
"""The places of a grid of plots: rows, columns, and the number of the plot."""


@rule(
    "TFM413",
    stage=Stage.BEHAVIOUR,
    example="""
    import keras
    import numpy as np
    from scipy import linalg, stats

    label = stats.mode(votes)[0][0]
    covmean, _ = linalg.sqrtm(sigma1.dot(sigma2), disp=False)
    """,
)
def library_calls(file: File) -> Iterator[Edit | Manual]:
    """Edit calls by their import path, and methods that nothing else has, unless a `try` or an `if` chooses."""
    if not file.target.is_modern:
        return
    choices = Choices(file)
    is_plotting = imports_package(file, "matplotlib") or imports_package(file, "pylab")
    for call in file.calls:
        path = file.qualified_name(call.func)
        if path in CALLED and not choices.leading_to(call):
            yield from _first_threshold(file, call) if path in CURVES else _called(file, call, path or "")
        if is_plotting and not choices.leading_to(call):
            yield from _coloured(call)
    for node in file.attributes:
        name = node.attr.value
        if name not in OF_MATPLOTLIB and name != FEATURE_NAMES:
            continue
        if name in own_names(file) or file.qualified_name(node) is not None or choices.guarding(node):
            continue
        if name == FEATURE_NAMES and imports_package(file, "sklearn"):
            yield from _feature_names(file, node)
        elif name != FEATURE_NAMES and is_plotting and not binds(file, node):
            yield from _of_a_figure(file, node)


def _called(file: File, call: cst.Call, path: str) -> Iterator[Edit | Manual]:
    if path.startswith(_OF_SCIPY):
        yield from _of_scipy(file, call, path)
    elif path in MAP_PLACES:
        yield from _placed_map(call, MAP_PLACES[path])
    elif path in BACKEND_SETTERS:
        yield from _backend(call)
    elif path in STYLES and call.args:
        yield from _styles(call)
    elif path in SOLID_AXES and call.args:
        yield from _added_to_figure(file, call)
    elif path in PYPLOT_AXES and keyword(call, "projection") is not None:
        said = f"{file.code(call.func)} takes no projection= any more"
        if isinstance(call.func, cst.Attribute):
            function = call.func.with_changes(attr=cst.Name("subplot"))
            yield Edit(call, said, ((call, call.with_changes(func=function)),))
        else:
            yield Manual(call, path, said, f"use pyplot.subplot(projection=...) ({_MATPLOTLIB})")
    elif path in COLOUR_BARS:
        yield from _beside_axes(file, call)
    elif path in PYPLOT_SUBPLOT:
        yield from _whole_sizes(file, call)


def _of_scipy(file: File, call: cst.Call, path: str) -> Iterator[Edit | Manual]:
    if path == MODE:
        yield from _mode(file, call)
    elif path in MATRIX_FUNCTIONS:
        yield from _without_error(file, call)
    elif path == TRANSFORM:
        yield Manual(call, path, f"{path} is a module today", f"use numpy.fft.fft ({_SCIPY})")
    elif path in DISTANCES:
        yield from _between_vectors(file, call)
    elif path in (RANK_TEST, SIGNED_TEST, SAMPLE_TEST):
        yield from _tested(file, call, path)


def _between_vectors(file: File, call: cst.Call) -> Iterator[Edit]:
    """`distance.cosine(model.predict(a), model.predict(b))`."""
    tables = [arg.value for arg in call.args[:2] if not arg.star and arg.keyword is None]
    tables = [each for each in tables if is_predicted(file, each) or rank_of(file, each) == _OF_TABLES]
    if tables:
        numpy, imports = bind_module(file, "numpy", "np", call)
        squeezed = tuple((each, cst.Call(cst.parse_expression(f"{numpy}.squeeze"), [cst.Arg(each)])) for each in tables)
        said = f"{file.code(call.func)} takes no row of a table for a vector since SciPy 1.9"
        yield Edit(call, said, squeezed, imports)


def _mode(file: File, call: cst.Call) -> Iterator[Edit]:
    if any(arg.star for arg in call.args) or keyword(call, "keepdims") is not None or not call.args:
        return
    if written_for(file).keras is KerasLine.KERAS_3 or _is_a_number_at_once(file, call) or _takes_both(file, call):
        return
    kept = named(cst.Arg(cst.Name("True")), "keepdims")
    said = f"{file.code(call.func)} drops the axis that it counts along since SciPy 1.11"
    yield Edit(call, said, ((call, with_args(call, [*call.args, kept])),))


def _is_a_number_at_once(file: File, call: cst.Call) -> bool:
    """True for `int(stats.mode(x)[0])` and `labels[i] = stats.mode(x)[0]`: an array of one number is none today."""
    above = file.parent(call)
    if not isinstance(above, cst.Subscript | cst.Attribute) or above.value is not call:
        return False
    outer = file.parent(above)
    if isinstance(outer, cst.Arg):
        function = file.parent(outer)
        return isinstance(function, cst.Call) and file.is_builtin(function.func, *_NUMBERS)
    is_along = keyword(call, "axis") is not None or len(call.args) > 1
    return (
        not is_along
        and isinstance(outer, cst.Assign)
        and all(isinstance(each.target, cst.Subscript) for each in outer.targets)
    )


_FLATTENING = ("reshape", "ravel", "flatten", "squeeze")


def _takes_both(file: File, call: cst.Call) -> bool:
    """True for `mode, _ = stats.mode(x)` where `mode` is a key, as no array can be, or is only flattened."""
    assign = file.parent(call)
    target = assign.targets[0].target if isinstance(assign, cst.Assign) else None
    name = target.elements[0].value if isinstance(target, cst.Tuple) else None
    if not isinstance(name, cst.Name) or not file.is_bound_once(name):
        return False
    uses = [each for each in nodes(file.function(call), cst.Name) if each.value == name.value and each is not name]
    return any(isinstance(file.parent(each), cst.Index) for each in uses) or (
        bool(uses) and all(_is_flattened(file, each) for each in uses)
    )


def _is_flattened(file: File, name: cst.Name) -> bool:
    above = file.parent(name)
    if not isinstance(above, cst.Attribute) or above.value is not name:
        return False
    called = file.parent(above)
    return isinstance(called, cst.Call) and called.func is above and above.attr.value in _FLATTENING


def _tested(file: File, call: cst.Call, path: str) -> Iterator[Edit | Manual]:
    """`stats.wilcoxon(a, b)`, whose p-value is exact today if there are few samples."""
    if any(arg.star for arg in call.args) or any(keyword(call, each) is not None for each in ("method", "mode")):
        return
    if written_for(file).keras is KerasLine.KERAS_3:
        return
    name = file.code(call.func)
    if path == SAMPLE_TEST:
        said = f"{name} gives the exact p-value of few samples since SciPy 1.3, where it was approximate"
        yield Manual(call, path, said, f"expect other p-values ({_SCIPY})", is_note=True)
    elif path == RANK_TEST and keyword(call, "alternative") is None:
        said = f"{name} gives the p-value of both sides since SciPy 1.7, twice what it was, and the first statistic"
        advice = (
            f'use method="asymptotic", halve the p-value, and take the lower of u and len(x) * len(y) - u ({_SCIPY})'
        )
        yield Manual(call, path, said, advice, severity=Severity.NUMBERS)
    else:
        approximate = named(cst.Arg(cst.SimpleString('"asymptotic"')), "method")
        said = f"{name} gives the exact p-value of few samples today, where it was approximate"
        yield Edit(call, said, ((call, with_args(call, [*call.args, approximate])),))


def _without_error(file: File, call: cst.Call) -> Iterator[Edit | Manual]:
    given = keyword(call, "disp")
    if given is None:
        return
    said = f"{file.code(call.func)} has no disp= any more, and returns the matrix alone"
    plain = with_args(call, [arg for arg in call.args if arg is not given])
    above = file.parent(call)
    if literal(given.value) is True:
        yield Edit(call, said, ((call, plain),))
    elif isinstance(above, cst.Subscript) and _index(above) == 0:
        yield Edit(call, said, ((above, plain),))
    elif isinstance(above, cst.Assign) and (target := _first_alone(file, above)) is not None:
        yield Edit(call, said, ((call, plain), (above.targets[0].target, target)))
    else:
        advice = f"leave out disp=, and take the one result ({_SCIPY})"
        yield Manual(call, f"{file.code(call.func)}(disp=)", said, advice)


def _first_threshold(file: File, call: cst.Call) -> Iterator[Manual]:
    """The note on `fpr, tpr, thresholds = roc_curve(y, p)` where the first threshold is read as well."""
    above = file.parent(call)
    target = above.targets[0].target if isinstance(above, cst.Assign) else None
    if not isinstance(target, cst.Tuple) or len(target.elements) != 3 or written_for(file).keras is KerasLine.KERAS_3:  # noqa: PLR2004
        return
    name = target.elements[2].value
    if not isinstance(name, cst.Name) or name.value == _UNREAD:
        return
    uses = [each for each in nodes(file.function(call), cst.Name) if each.value == name.value]
    if any(_reads_the_first(file, each) for each in uses if not isinstance(file.parent(each), cst.Element)):
        said = "the first threshold of roc_curve is infinite since scikit-learn 1.3, and was the greatest score plus 1"
        yield Manual(call, "sklearn.metrics.roc_curve", said, f"leave it out: {name.value}[1:]", is_note=True)


def _reads_the_first(file: File, name: cst.Name) -> bool:
    """True where all thresholds are read, or the first one: not for `thresholds[best]` and `thresholds[1:]`."""
    above = file.parent(name)
    if isinstance(above, cst.Arg):
        called = file.parent(above)
        return not (isinstance(called, cst.Call) and file.is_builtin(called.func, "len"))
    if not isinstance(above, cst.Subscript) or above.value is not name:
        return not isinstance(above, cst.Attribute)
    part = above.slice[0].slice
    if isinstance(part, cst.Slice):
        return part.lower is None
    return _index(above) == 0


def _index(node: cst.Subscript) -> object:
    index = node.slice[0].slice if len(node.slice) == 1 else None
    return literal(index.value) if isinstance(index, cst.Index) else ...


def _first_alone(file: File, assign: cst.Assign) -> cst.BaseExpression | None:
    """The first target of `root, error = ...`, if the error is not read."""
    target = assign.targets[0].target
    if len(assign.targets) != 1 or not isinstance(target, cst.Tuple) or len(target.elements) != 2:  # noqa: PLR2004
        return None
    first, error = (each.value for each in target.elements)
    if not isinstance(error, cst.Name):
        return None
    if error.value == _UNREAD:
        return first
    function = file.function(assign)
    reads = [each for each in nodes(function, cst.Name) if each.value == error.value and each is not error]
    is_read = any(not isinstance(file.parent(each), cst.AssignTarget | cst.Element) for each in reads)
    return None if is_read else first


def _styles(call: cst.Call) -> Iterator[Edit]:
    for text in nodes(call.args[0].value, cst.SimpleString):
        name = literal(text)
        if not isinstance(name, str) or name.startswith(RENAMED_STYLE):
            continue
        if name == SEABORN_STYLE or name.startswith(f"{SEABORN_STYLE}-"):
            modern = text.with_changes(value=text.value.replace(SEABORN_STYLE, RENAMED_STYLE, 1))
            yield Edit(
                text, f"Matplotlib calls this style {RENAMED_STYLE}{name[len(SEABORN_STYLE) :]}", ((text, modern),)
            )


def _placed_map(call: cst.Call, place: int) -> Iterator[Edit]:
    """`plt.get_cmap("spectral")`, and `plt.imshow(x, "spectral")`."""
    if len(call.args) > place and all(arg.keyword is None and not arg.star for arg in call.args[: place + 1]):
        yield from _of_map(call.args[place])


def _backend(call: cst.Call) -> Iterator[Edit]:
    text = call.args[0].value if call.args else None
    name = literal(text) if isinstance(text, cst.SimpleString) else None
    if isinstance(text, cst.SimpleString) and isinstance(name, str) and name.lower() in BACKENDS:
        successor = BACKENDS[name.lower()]
        modern = text.with_changes(value=text.value.replace(name, successor))
        yield Edit(text, f"Matplotlib has no backend {name} any more: it is {successor}", ((text, modern),))


def _coloured(call: cst.Call) -> Iterator[Edit]:
    given = keyword(call, "cmap")
    if given is not None:
        yield from _of_map(given)


def _of_map(given: cst.Arg) -> Iterator[Edit]:
    name = literal(given.value)
    if isinstance(given.value, cst.SimpleString) and isinstance(name, str) and name in RENAMED_MAPS:
        modern = given.value.with_changes(value=given.value.value.replace(name, RENAMED_MAPS[name], 1))
        yield Edit(given, f"the colour map {name} is now {RENAMED_MAPS[name]}", ((given.value, modern),))


def _feature_names(file: File, node: cst.Attribute) -> Iterator[Edit]:
    call = file.parent(node)
    if isinstance(call, cst.Call) and call.func is node and not call.args:
        names = call.with_changes(func=node.with_changes(attr=cst.Name(f"{FEATURE_NAMES}_out")), lpar=[], rpar=[])
        listed = cst.Call(cst.Attribute(names, cst.Name("tolist")), lpar=call.lpar, rpar=call.rpar)
        yield Edit(call, f"{FEATURE_NAMES}() is now {FEATURE_NAMES}_out(), which gives an array", ((call, listed),))


def _of_a_figure(file: File, node: cst.Attribute) -> Iterator[Edit | Manual]:
    name, above = node.attr.value, file.parent(node)
    call = above if isinstance(above, cst.Call) and above.func is node else None
    if name in RENAMED_ATTRIBUTES:
        modern = node.with_changes(attr=cst.Name(RENAMED_ATTRIBUTES[name]))
        yield Edit(node, f"{name} is now {RENAMED_ATTRIBUTES[name]}", ((node, modern),))
    elif name == WINDOW_TITLE and isinstance(node.value, cst.Attribute) and node.value.attr.value == "canvas":
        owner = cst.Attribute(node.value, cst.Name("manager"))
        said = f"{name} belongs to the manager of the canvas today"
        yield Edit(node, said, ((node, node.with_changes(value=owner)),))
    elif call is None:
        return
    elif name == RGB_BYTES:
        numpy, imports = bind_module(file, "numpy", "np", node)
        code = f"{numpy}.asarray({file.code(node.value)}.buffer_rgba())[..., :3].tobytes()"
        yield Edit(node, f"{name}() is gone from Matplotlib", ((call, cst.parse_expression(code)),), imports)
    elif name == "gca" and keyword(call, "projection") is not None:
        yield from _projected(file, node, call)
    elif name == "colorbar":
        yield from _beside_axes(file, call)
    elif name == "add_subplot":
        yield from _whole_sizes(file, call)


def _projected(file: File, node: cst.Attribute, call: cst.Call) -> Iterator[Edit | Manual]:
    """`figure.gca(projection="3d")`, which made axes where there were none."""
    said = f"{file.code(node)} takes no projection= any more"
    owner, function = file.code(node.value), file.function(call)
    others = [each for each in nodes(function, cst.Call) if each is not call and method_of(each) == "gca"]
    if any(owner_of(each) == owner and keyword(each, "projection") is not None for each in others):
        yield Manual(
            call, "Figure.gca(projection=)", said, f"use {owner}.add_subplot(projection=...) once ({_MATPLOTLIB})"
        )
    else:
        yield Edit(call, said, ((node, node.with_changes(attr=cst.Name("add_subplot"))),))


def _beside_axes(file: File, call: cst.Call) -> Iterator[Edit]:
    """`plt.colorbar(mappable)` of what no axes show."""
    names = {arg.keyword.value for arg in call.args if arg.keyword is not None}
    if not call.args or any(arg.star for arg in call.args) or names & {"ax", "cax"} or len(call.args) - len(names) != 1:
        return
    maker = made_by(file, call.args[0].value) or ""
    if isinstance(call.func, cst.Attribute) and maker.endswith(MAPPABLE.rpartition("matplotlib")[2]):
        axes = named(cst.Arg(cst.parse_expression(f"{file.code(call.func.value)}.gca()")), "ax")
        said = f"{file.code(call.func)} does not know the axes of a ScalarMappable: ValueError"
        yield Edit(call, said, ((call, with_args(call, [*call.args, axes])),))


def _added_to_figure(file: File, call: cst.Call) -> Iterator[Edit | Manual]:
    """`Axes3D(figure)`, which drew on the figure."""
    above = file.parent(call)
    outer = file.parent(above) if isinstance(above, cst.Arg) else None
    if isinstance(outer, cst.Call) and method_of(outer) in ("add_axes", "add_subplot"):
        return
    said = f"{file.code(call.func)} does not add itself to the figure since Matplotlib 3.7: nothing is drawn"
    figure = call.args[0].value
    is_current = isinstance(figure, cst.Call) and method_of(figure) == "gcf"
    if call.args[0].keyword is None and not call.args[0].star and (name_of(figure) is not None or is_current):
        added = cst.Call(cst.Attribute(figure.deep_clone(), cst.Name("add_axes")), [cst.Arg(call)])
        yield Edit(call, said, ((call, added),))
    else:
        yield Manual(call, "mpl_toolkits.mplot3d.Axes3D", said, f"use figure.add_axes(Axes3D(figure)) ({_MATPLOTLIB})")


def _whole_sizes(file: File, call: cst.Call) -> Iterator[Edit]:
    """The rows and columns of plots that are floats of a whole value, which Matplotlib took until 3.2."""
    if any(arg.star for arg in call.args):
        return
    text = call.args[0].value if len(call.args) > 0 and call.args[0].keyword is None else None
    if isinstance(text, cst.SimpleString) and re.fullmatch(r"\d{3}", str(literal(text))):
        said = f"{file.code(call.func)} takes a number of three digits, and no text"
        yield Edit(text, said, ((text, cst.Integer(str(literal(text)))),))
    for arg in call.args[:_SIZES]:
        if arg.keyword is None and is_fraction(file, arg.value):
            whole = as_int(arg.value.with_changes(lpar=[], rpar=[]))
            said = f"{file.code(call.func)} takes whole numbers only: {file.code(whole)}"
            yield Edit(arg, said, ((arg.value, whole),))
