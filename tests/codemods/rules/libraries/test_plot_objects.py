"""Axes, ticks, colour bars and legends of Matplotlib, with what they have today."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

PLT = "import matplotlib.pyplot as plt\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ax.lines.remove(x)", "x.remove()"),
        (
            "f, a = plt.subplots()\nax = plt.gca()\nax.texts.remove(x[0])",
            "f, a = plt.subplots()\nax = plt.gca()\nx[0].remove()",
        ),
        ("plt.gca().lines.pop(0)  # first", "plt.gca().lines[0].remove()  # first"),
        ("axes[0].collections.pop()", "axes[0].collections[-1].remove()"),
        ("self.ax.patches.remove(p)", "p.remove()"),
        (
            "for t in ax.xaxis.get_major_ticks():\n    t.label.set_fontsize(9)",
            "for t in ax.xaxis.get_major_ticks():\n    t.label1.set_fontsize(9)",
        ),
        (
            "y = [t.label.get_text() for t in ax.yaxis.get_minor_ticks()]",
            "y = [t.label1.get_text() for t in ax.yaxis.get_minor_ticks()]",
        ),
        (
            "for t in a.get_major_ticks() + b.get_major_ticks():\n    t.label.set_color('r')",
            "for t in a.get_major_ticks() + b.get_major_ticks():\n    t.label1.set_color('r')",
        ),
        ("y = ax.is_first_row()", "y = ax.get_subplotspec().is_first_row()"),
        ("c = plt.colorbar(x)\nc.set_clim(0, 1)", "c = plt.colorbar(x)\nc.mappable.set_clim(0, 1)"),
        ("c = fig.colorbar(x)\nc.draw_all()", "c = fig.colorbar(x)\nc.update_normal(c.mappable)"),
        ("l = plt.legend()\nl.draggable()", "l = plt.legend()\nl.set_draggable(True)"),
        ("ax.legend().draggable(state=False)", "ax.legend().set_draggable(False)"),
        (
            "c = plt.contourf(z)\nfor e in c.collections:\n    e.set_edgecolor('face')",
            "c = plt.contourf(z)\nfor e in [c]:\n    e.set_edgecolor('face')",
        ),
        ("ax.set_axis_bgcolor('w')", "ax.set_facecolor('w')"),
        ("ax.set_color_cycle(['r', 'g'])", "ax.set_prop_cycle(color=['r', 'g'])"),
        ("y = next(ax._get_lines.prop_cycler)['color']", "y = ax._get_lines.get_next_color()"),
        ("y = next(ax._get_lines.color_cycle)", "y = ax._get_lines.get_next_color()"),
    ],
)
def test_upgraded(before: str, after: str) -> None:
    check_upgraded(f"{PLT}{before}\n", f"{PLT}{after}\n")


@pytest.mark.parametrize(
    "code",
    [
        "ax.lines = []",
        "del ax.lines[:]",
        "ax.lines[0] = x",
        "ax.collections.clear()",
        "x = ax.lines.pop(0)",
        "ax.texts.append(x)",
        "ax.get_shared_x_axes().join(ax, b)",
        "ax.plot_date(x, y)",
        "plt.gca().hold(True)",
        "plt.rcParams['text.latex.unicode'] = True",
        "plt.rcParams.update({'font.size': 8, 'savefig.frameon': False})",
        "x = ax._get_lines.prop_cycler",
        "c = plt.contour(z); c.collections[0].set_label('a')",
    ],
)
def test_reported(code: str) -> None:
    check_declined(f"{PLT}{code}\n", "TFM460", 2)


@pytest.mark.parametrize(
    "code",
    [
        "self.lines.append(text)",
        "lines.pop(0)",
        "page.texts.remove(x)",
        "page.lines = []",
        "x = [each.get_color() for each in ax.lines]",
        "ax.lines[0].remove()",
        "x = y.label",
        "for t in ticks:\n    t.label.set_text('a')",
        "for t in ax.get_major_ticks():\n    t.label1.set_text('a')",
        "x = plt.imshow(y)\nx.set_clim(0, 1)",
        "x = collections.draggable()",
        "for c in scene.collections:\n    c.hide()",
        "c = plt.contour(z)\nplt.clabel(c)",
        "plt.rcParams['font.size'] = 8",
        "device.hold(True)",
        "class A:\n    def is_first_row(self):\n        return 1\n\n\nx = A().is_first_row()",
        "x = ax.get_subplotspec().is_first_row()",
        "ax.set_prop_cycle(color=['r'])",
        "y = next(ax._get_lines.get_next_color())",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(f"{PLT}{code}\n")


def test_other_files() -> None:
    check_untouched("ax.lines.remove(x)\ny = ax.is_first_row()\nax.set_color_cycle(z)\n")
