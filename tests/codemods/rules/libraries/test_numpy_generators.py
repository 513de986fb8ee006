"""Functions of NumPy that took generators."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

NP = "import numpy as np\nimport keras\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.vstack(f(x) for x in y)", "np.vstack([f(x) for x in y])"),
        ("np.stack((x for x in y), axis=1)", "np.stack([x for x in y], axis=1)"),
        ("np.hstack((x for x in y if x))", "np.hstack([x for x in y if x])"),
        ("np.vstack(zip(a, b))", "np.vstack(list(zip(a, b)))"),
        ("np.stack(d.values())", "np.stack(list(d.values()))"),
        ("np.sum(len(x) for x in y)", "sum(len(x) for x in y)"),
    ],
)
def test_rewritten(before: str, after: str) -> None:
    check_upgraded(f"{NP}z = {before}\n", f"{NP}z = {after}\n")


def test_without_keras() -> None:
    check_upgraded(
        "from numpy import vstack\nz = vstack(x for x in y)\n", "from numpy import vstack\nz = vstack([x for x in y])\n"
    )


@pytest.mark.parametrize(
    "code",
    [
        f"{NP}z = np.vstack([x for x in y])\n",
        f"{NP}z = np.vstack((a, b))\n",
        f"{NP}z = np.vstack(f(x))\n",
        f"{NP}z = np.vstack(frame.values)\n",
        f"{NP}z = np.fromiter((x for x in y), float)\n",
        f"{NP}z = sum(x for x in y)\n",
        f"{NP}z = np.sum([x for x in y])\n",
        f"{NP}z = np.sum((x for x in y), axis=0)\n",
        f"{NP}def sum(x): pass\nz = np.sum(x for x in y)\n",
        f"{NP}import scipy.sparse as s\nz = s.vstack(x for x in y)\n",
        f"{NP}try:\n    z = np.vstack(x for x in y)\nexcept TypeError:\n    z = None\n",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(code)
