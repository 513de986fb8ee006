"""What is gone of the objects of Matplotlib, with the release that is installed: each line as it was, and as it is."""

import pytest

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")
plt = pytest.importorskip("matplotlib.pyplot")

from compat.tables.names.plot_objects import PARAMETERS  # noqa: E402

RELEASE = tuple(int(part) for part in matplotlib.__version__.split(".")[:2])
IS_MODERN = RELEASE >= (3, 10)
if (3, 1) < RELEASE < (3, 10):
    pytest.skip("a release between", allow_module_level=True)

LINES = """
ax.lines.remove(line) ~ line.remove()
ax.lines.pop(0) ~ ax.lines[0].remove()
[tick.label.set_fontsize(9) for tick in ax.xaxis.get_major_ticks()] ~ [tick.label1.set_fontsize(9) for tick in ax.xaxis.get_major_ticks()]
assert ax.is_first_row() ~ assert ax.get_subplotspec().is_first_row()
bar.set_clim(0, 1); assert image.get_clim() == (0, 1) ~ bar.mappable.set_clim(0, 1); assert image.get_clim() == (0, 1)
bar.draw_all() ~ bar.update_normal(bar.mappable)
legend.draggable() ~ legend.set_draggable(True)
[each.set_edgecolor("face") for each in contours.collections] ~ [each.set_edgecolor("face") for each in [contours]]
next(ax._get_lines.prop_cycler)["color"] ~ ax._get_lines.get_next_color()
ax.get_shared_x_axes().join(ax, other) ~ other.sharex(ax)
ax.plot_date([1, 2], [1, 2]) ~ ax.plot([1, 2], [1, 2], "o")
ax.lines = [] ~ [each.remove() for each in list(ax.lines)]
"""
ROWS = [line.split(" ~ ") for line in LINES.strip().split("\n")]


def _names():
    plt.close("all")
    figure, (ax, other) = plt.subplots(1, 2)
    image = other.imshow([[1, 2], [3, 4]])
    (line,) = ax.plot([1, 2], label="a")
    return {
        "ax": ax,
        "other": other,
        "line": line,
        "image": image,
        "bar": figure.colorbar(image),
        "legend": ax.legend(),
        "contours": other.contour([[1, 2], [3, 4]]),
    }


@pytest.mark.parametrize(("legacy", "modern"), ROWS, ids=[row[0] for row in ROWS])
def test_lines(legacy, modern):
    exec(modern if IS_MODERN else legacy, _names())
    if IS_MODERN:
        with pytest.raises(AttributeError):
            exec(legacy, _names())


@pytest.mark.parametrize("name", sorted(PARAMETERS))
def test_parameters(name):
    assert not IS_MODERN or name not in matplotlib.rcParams
