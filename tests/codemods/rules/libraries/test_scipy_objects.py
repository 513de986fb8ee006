"""Sparse matrices, trees and distributions of SciPy, with what they have today."""

from __future__ import annotations

import numpy as np
import pytest

from tests.codemods.checks import check_untouched, check_upgraded

SPARSE = "import scipy.sparse as sp\n"
WORDS = "from sklearn.feature_extraction.text import TfidfVectorizer\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (SPARSE + "x = sp.csr_matrix(y).A", SPARSE + "x = sp.csr_matrix(y).toarray()"),
        (SPARSE + "m = sp.vstack([a, b])\nx = m.A.sum()", SPARSE + "m = sp.vstack([a, b])\nx = m.toarray().sum()"),
        (SPARSE + "m = sp.eye(3)\nx = (m.T.A)", SPARSE + "m = sp.eye(3)\nx = (m.T.toarray())"),
        (SPARSE + "m = sp.eye(3)\nx = m[:2].A", SPARSE + "m = sp.eye(3)\nx = m[:2].toarray()"),
        (SPARSE + "x = m.tocsr().A", SPARSE + "x = m.tocsr().toarray()"),
        (SPARSE + "x = sp.coo_matrix(y).H", SPARSE + "x = sp.coo_matrix(y).conj().T"),
        (
            WORDS + "v = TfidfVectorizer()\nx = v.fit_transform(y).A",
            WORDS + "v = TfidfVectorizer()\nx = v.fit_transform(y).toarray()",
        ),
        (
            "from scipy.spatial import cKDTree\nd, i = cKDTree(x).query(y, k=2, n_jobs=-1)",
            "from scipy.spatial import cKDTree\nd, i = cKDTree(x).query(y, k=2, workers=-1)",
        ),
        (
            "from scipy import stats\na, b = stats.norm(0, 1).interval(alpha=0.9)",
            "from scipy import stats\na, b = stats.norm(0, 1).interval(confidence=0.9)",
        ),
        (
            "from scipy import stats\na = stats.t(3).moment(n=2)",
            "from scipy import stats\na = stats.t(3).moment(order=2)",
        ),
    ],
)
def test_upgraded(before: str, after: str) -> None:
    check_upgraded(f"{before}\n", f"{after}\n")
    check_upgraded(f"import keras\n{before}\n", f"import keras\n{after}\n")


@pytest.mark.parametrize(
    "code",
    [
        SPARSE + "x = y.A",
        SPARSE + "x = sp.csr_matrix(y).toarray()",
        SPARSE + "x = sp.csr_matrix(y).T",
        SPARSE + "x = sp.csr_matrix(y).todense().A",
        SPARSE + "self.A = sp.csr_matrix(y)\nx = self.A",
        SPARSE + "from scipy.sparse.linalg import eigsh\nx = eigsh(y)[0].A",
        "import numpy as np\nx = np.asmatrix(y).A",
        "from string import A\nx = A",
        "import pandas as pd\nx = pd.read_csv(p).query('a > 3')",
        "from scipy.spatial import cKDTree\nd, i = cKDTree(x).query(y, k=2)",
        "from mine import Tree\nd, i = Tree(x).query(y, n_jobs=2)",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(f"{code}\n")


def test_numbers() -> None:
    pytest.importorskip("scipy")
    after = check_upgraded(
        SPARSE + "m = sp.csr_matrix([[1, 2j], [0, 3]])\nx, y = m.A, m.H.A\n",
        SPARSE + "m = sp.csr_matrix([[1, 2j], [0, 3]])\nx, y = m.toarray(), m.conj().T.toarray()\n",
    ).after
    found: dict[str, object] = {}
    exec(compile(after, "after", "exec"), found)
    np.testing.assert_array_equal(found["x"], [[1, 2j], [0, 3]])  # type: ignore[arg-type]
    np.testing.assert_array_equal(found["y"], [[1, 0], [-2j, 3]])  # type: ignore[arg-type]
