"""What axes, ticks, colour bars and legends of Matplotlib 3.0 had, and do not have today.

Measured: Matplotlib 3.0.3 has what is named here, but for what went with 2.2 and 3.0, and 3.11.2 has it not;
`tests/compat/tables/test_plot_objects.py` asks the release that is installed.
"""

from typing import Dict, FrozenSet

URL = "https://matplotlib.org/stable/api/prev_api_changes/index.html"

ARTISTS: FrozenSet[str] = frozenset({"artists", "collections", "images", "lines", "patches", "tables", "texts"})
"""The artists of axes, which were lists, and are views that nothing is removed from since Matplotlib 3.7."""

CHANGING: FrozenSet[str] = frozenset({"append", "clear", "extend", "insert", "pop", "remove"})
"""Methods of lists that the views do not have."""

PLACES: FrozenSet[str] = frozenset({"is_first_col", "is_first_row", "is_last_col", "is_last_row"})
"""Methods of axes that are those of their place in the grid since Matplotlib 3.6."""

RENAMED: Dict[str, str] = {"get_axis_bgcolor": "get_facecolor", "set_axis_bgcolor": "set_facecolor"}
"""Methods of axes that have another name since Matplotlib 2.2."""

COLOURS, CYCLE = "set_color_cycle", "set_prop_cycle"
"""The method that took colours, and the one that takes them as `color=` since Matplotlib 2.2."""

CYCLES: FrozenSet[str] = frozenset({"color_cycle", "prop_cycler"})
"""Iterators behind `axes._get_lines`; each has its `get_next_color()`."""

TICKS, TICK_LABEL = frozenset({"get_major_ticks", "get_minor_ticks"}), "label"
"""Methods that give ticks, whose `label` is `label1` alone since Matplotlib 3.8."""

CONTOURS: FrozenSet[str] = frozenset({"contour", "contourf", "tricontour", "tricontourf"})
"""Functions whose results had `collections`, and are one since Matplotlib 3.10."""

LIMITS, DRAWN = "set_clim", "draw_all"
"""Methods of colour bars until Matplotlib 3.0: that of what they show, and one that draws anew."""

DRAGGED, SHARED, DATED, HELD = "draggable", frozenset({"get_shared_x_axes", "get_shared_y_axes"}), "plot_date", "hold"
"""Methods of legends and axes that are gone."""

PARAMETERS: Dict[str, str] = {
    "animation.avconv_args": "use animation.ffmpeg_args",
    "animation.avconv_path": "use animation.ffmpeg_path",
    "animation.html_args": "leave it out",
    "axes.color_cycle": "use axes.prop_cycle: cycler.cycler(color=...)",
    "backend.qt4": "leave it out",
    "backend.qt5": "leave it out",
    "datapath": "leave it out",
    "examples.directory": "leave it out",
    "keymap.all_axes": "leave it out",
    "mathtext.fallback_to_cm": 'use mathtext.fallback: "cm"',
    "savefig.frameon": 'use savefig.facecolor: "none" for False',
    "savefig.jpeg_quality": "give savefig() pil_kwargs=",
    "text.latex.preview": "leave it out",
    "text.latex.unicode": "leave it out: texts are Unicode",
    "verbose.fileo": "use the package logging",
    "verbose.level": "use the package logging",
}
"""Keys of `matplotlib.rcParams` that are a KeyError today."""

PARAMETER_TABLES: FrozenSet[str] = frozenset(
    f"{module}.rcParams" for module in ("matplotlib", "matplotlib.pyplot", "matplotlib.pylab", "pylab")
)

NAMES: FrozenSet[str] = frozenset(
    {
        *ARTISTS,
        *PLACES,
        *RENAMED,
        *CYCLES,
        *SHARED,
        COLOURS,
        TICK_LABEL,
        LIMITS,
        DRAWN,
        DRAGGED,
        DATED,
        HELD,
        "rcParams",
    }
)
"""All attributes that tell in a file that imports Matplotlib."""


DRAWING: FrozenSet[str] = frozenset(
    {"bar", "barh", "errorbar", "fill_between", "loglog", "plot", "scatter", "semilogx", "semilogy", "step"}
)
"""Functions of pyplot, and methods of axes, that make arrays of the lists they draw."""
