"""Methods that NumPy's arrays no longer have."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

NP = "import numpy as np\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = x.ptp()", "y = np.ptp(x)"),
        ("y = (x - x.min(0)) / x.ptp(0)", "y = (x - x.min(0)) / np.ptp(x, 0)"),
        ("y = x[:, 1].ptp(axis=-1)", "y = np.ptp(x[:, 1], axis=-1)"),
        ("x.itemset((0, 1), 2.5)", "x[0, 1] = 2.5"),
        ("y = x.byteswap().newbyteorder()", "y = x.byteswap().view(x.dtype.newbyteorder())"),
        ("y = x.byteswap().newbyteorder('<')", "y = x.byteswap().view(x.dtype.newbyteorder('<'))"),
    ],
)
def test_rewritten(before: str, after: str) -> None:
    check_upgraded(f"{NP}{before}\n", f"{NP}{after}\n")


def test_without_an_alias() -> None:
    check_upgraded("import numpy\ny = x.ptp()\n", "import numpy\ny = numpy.ptp(x)\n")


@pytest.mark.parametrize(
    "line",
    ["x.itemset(3, 2.5)", "x.itemset(2.5)", "done = x.itemset((0, 1), 2)", "y = np.zeros(3).newbyteorder()"],
)
def test_reported(line: str) -> None:
    check_declined(f"{NP}{line}\n", "TFM393", 2)


@pytest.mark.parametrize(
    "source",
    [
        f"{NP}y = np.ptp(x, axis=0)\n",
        f"{NP}y = x.item(0)\n",
        f"{NP}y = np.dtype('u4').newbyteorder('>')\n",
        f"{NP}kind = np.dtype(np.uint32)\ny = kind.newbyteorder('>')\n",
        f"{NP}y = x.view(x.dtype.newbyteorder())\n",
        f"{NP}y = other.newbyteorder()\n",
        f"{NP}class Own:\n    def ptp(self): return 1\ny = Own().ptp()\n",
        "import signals\nimport numpy\ny = signals.ptp(x)\n",
        "y = x.ptp()\n",
        f"{NP}y = x.ptp() if hasattr(x, 'ptp') else np.ptp(x)\n",
        f"{NP}span = x.ptp\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def _run(lines: str) -> Any:
    names: dict[str, Any] = {"np": np, "x": np.arange(6, dtype=">i2").reshape(2, 3)}
    exec(lines, names)
    return names


def test_what_is_written_runs() -> None:
    assert _run("y = np.ptp(x, 0)")["y"].tolist() == [3, 3, 3]
    assert _run("x[0, 1] = 2.5")["x"].tolist() == [[0, 2, 2], [3, 4, 5]]
    swapped = _run("y = x.byteswap().view(x.dtype.newbyteorder())")["y"]
    assert swapped.tolist() == [[0, 1, 2], [3, 4, 5]]
    assert swapped.dtype == np.dtype("<i2")


TF = "import tensorflow as tf\n"


def test_in_a_file_that_imports_tensorflow_alone() -> None:
    check_upgraded(f"{TF}x.itemset((0, 1), 2.5)\n", f"{TF}x[0, 1] = 2.5\n")
    check_upgraded(f"{TF}y = x.ptp()\n", f"import numpy as np\n{TF}y = np.ptp(x)\n")
    check_untouched("import os\ny = x.ptp()\n")
    check_untouched(f"{TF}y = x.newbyteorder()\n")
