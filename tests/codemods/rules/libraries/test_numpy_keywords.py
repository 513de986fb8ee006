"""Keywords that NumPy 2 lacks."""

from __future__ import annotations

import pytest

from codemods.engine.engine import check, upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

NP = "import numpy as np\nimport keras\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("np.reshape(x, newshape=(2, -1))", "np.reshape(x, (2, -1))"),
        ("np.reshape(a=x, newshape=[-1])", "np.reshape(a=x, shape=[-1])"),
        ("np.reshape(newshape=[-1], a=x)", "np.reshape(shape=[-1], a=x)"),
        ("np.reshape(x, newshape=[-1], order='F')", "np.reshape(x, [-1], order='F')"),
        ("np.percentile(x, 50, interpolation='nearest')", "np.percentile(x, 50, method='nearest')"),
        ("np.quantile(x, q=.5, interpolation='linear')", "np.quantile(x, q=.5, method='linear')"),
        ("np.histogram(x, 10, normed=True)", "np.histogram(x, 10, density=True)"),
        ("np.histogram(x, normed=flag)", "np.histogram(x, density=flag)"),
        ("np.histogram(x, edges, normed=False)", "np.histogram(x, edges, density=False)"),
        ("np.histogram2d(x, y, normed=True)", "np.histogram2d(x, y, density=True)"),
        ("np.linalg.matrix_rank(M=x)", "np.linalg.matrix_rank(A=x)"),
        ("np.corrcoef(x, y, ddof=1)", "np.corrcoef(x, y)"),
        ("np.save('a.npy', x, fix_imports=True)", "np.save('a.npy', x)"),
        ("np.array(x, copy=False)", "np.asarray(x)"),
        ("np.set_printoptions(threshold=np.nan)", "np.set_printoptions(threshold=np.inf)"),
        ("np.set_printoptions(precision=3, threshold=np.nan)", "np.set_printoptions(precision=3, threshold=np.inf)"),
        ("np.array(x, dtype='f4', copy=False)", "np.asarray(x, dtype='f4')"),
        ("np.array(x, copy=False, ndmin=2)", "np.array(x, copy=None, ndmin=2)"),
        ("np.unravel_index(i, dims=(2, 3))", "np.unravel_index(i, shape=(2, 3))"),
        ("np.fix(x, y=z)", "np.fix(x, out=z)"),
        ("np.array2string(x, precision=3, style=str)", "np.array2string(x, precision=3)"),
        ("np.testing.assert_array_equal(x=a, y=b)", "np.testing.assert_array_equal(actual=a, desired=b)"),
        ("np.bincount(x, minlength=None)", "np.bincount(x)"),
        ("np.linalg.lstsq(a, b)", "np.linalg.lstsq(a, b, rcond=-1)"),
        ("w = np.linalg.lstsq(a, b)[0]", "w = np.linalg.lstsq(a, b, rcond=-1)[0]"),
        ("np.genfromtxt(path, dtype=None)", 'np.genfromtxt(path, dtype=None, encoding="bytes")'),
        ("np.genfromtxt(path, converters={0: f})", 'np.genfromtxt(path, converters={0: f}, encoding="bytes")'),
        ("np.loadtxt(path, converters={0: f})", 'np.loadtxt(path, converters={0: f}, encoding="bytes")'),
    ],
)
def test_rewritten(legacy: str, modern: str) -> None:
    check_upgraded(f"{NP}{legacy}\n", f"{NP}{modern}\n")


def test_names_that_are_imported() -> None:
    check_upgraded(
        "from numpy import reshape\nreshape(x, newshape=[1])\n", "from numpy import reshape\nreshape(x, [1])\n"
    )


def test_bins_that_may_have_several_widths() -> None:
    check_declined(f"{NP}np.histogram(x, edges, normed=True)\n", "TFM285", 3)


@pytest.mark.parametrize(
    "source",
    [
        f"{NP}np.reshape(x, (2, 3))\n",
        f"{NP}np.percentile(x, 50, method='nearest')\n",
        f"{NP}x.reshape(newshape=3)\n",
        f"{NP}np.histogram(x, density=True)\n",
        "import mynumpy as np\nimport keras\nnp.reshape(x, newshape=3)\n",
        "import keras\ndef reshape(x, newshape): pass\nreshape(x, newshape=3)\n",
        f"{NP}try:\n    np.reshape(x, newshape=3)\nexcept TypeError:\n    np.reshape(x, shape=3)\n",
        f"{NP}np.resize(x, new_shape=3)\n",
        f"{NP}np.array(x, copy=True)\n",
        f"{NP}np.array(x, copy=own)\n",
        f"{NP}x.astype('f4', copy=False)\n",
        f"{NP}np.nan_to_num(x, copy=False)\n",
        f"{NP}np.set_printoptions(threshold=np.inf)\n",
        f"{NP}np.set_printoptions(threshold=limit)\n",
        f"{NP}np.full(3, fill_value=np.nan)\n",
        "import numpy as np\nimport keras.ops\nnp.array(x, copy=False)\n",
        "import numpy as np\nimport keras.ops\nnp.linalg.lstsq(a, b)\n",
        f"{NP}np.linalg.lstsq(a, b, rcond=None)\n",
        f"{NP}np.linalg.lstsq(a, b, 1e-5)\n",
        f"{NP}np.linalg.lstsq(*pair)\n",
        f"{NP}np.genfromtxt(path, delimiter=',')\n",
        f"{NP}np.genfromtxt(path, dtype=str)\n",
        f"{NP}np.genfromtxt(path, dtype=None, encoding='utf-8')\n",
        f"{NP}np.genfromtxt(path, dtype=None, **options)\n",
        f"{NP}np.loadtxt(path, converters=None)\n",
        f"{NP}np.loadtxt(path, dtype=str)\n",
        f"{NP}np.bincount(x, minlength=10)\n",
        f"{NP}np.bincount(x, minlength=n)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


@pytest.mark.parametrize(
    ("given", "is_silent"),
    [
        ("x - mean", True),
        ("np.sqrt(x)", True),
        ("x.sum(axis=0) + 1", True),
        ("x.mean(axis=0) * n", True),
        ("x", False),
        ("a + b", False),
        ("[1, 2] * n", False),
        ("x.mean()", False),
        ("x - mean, dtype=float", False),
    ],
)
def test_array_that_is_not_copied(given: str, is_silent: bool) -> None:
    """Nothing breaks where nothing is copied; `upgrade` writes `asarray` all the same."""
    source = f"import numpy as np\nimport tensorflow as tf\ny = np.array({given}, copy=False)\n".encode()
    assert (check(source).findings == ()) is is_silent
    result = upgrade(source)
    assert isinstance(result, Upgraded)
    assert b"np.asarray(" in result.after
