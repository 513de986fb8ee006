"""Matrices of networkx."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import keras\nimport numpy as np\nimport scipy.sparse as sp\nimport networkx as nx\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("a = nx.adjacency_matrix(g)", "a = sp.csr_matrix(nx.adjacency_matrix(g))"),
        ("a = nx.adj_matrix(g) + 1", "a = sp.csr_matrix(nx.adjacency_matrix(g)) + 1"),
        ("a = nx.adjacency_matrix(g).todense()", "a = sp.csr_matrix(nx.adjacency_matrix(g)).todense()"),
        (
            "a = nx.normalized_laplacian_matrix(g, weight='w')",
            "a = sp.csr_matrix(nx.normalized_laplacian_matrix(g, weight='w'))",
        ),
        ("a = nx.incidence_matrix(g)", "a = sp.csc_matrix(nx.incidence_matrix(g))"),
        ("a = nx.to_numpy_matrix(g)", "a = np.asmatrix(nx.to_numpy_array(g))"),
        ("a = nx.to_scipy_sparse_matrix(g)", "a = sp.csr_matrix(nx.to_scipy_sparse_array(g))"),
        ("g = nx.from_numpy_matrix(a)", "g = nx.from_numpy_array(np.asarray(a))"),
        ("g = nx.from_scipy_sparse_matrix(a)", "g = nx.from_scipy_sparse_array(a)"),
    ],
)
def test_matrices(legacy: str, modern: str) -> None:
    check_upgraded(f"{HEAD}{legacy}\n", f"{HEAD}{modern}\n")


def test_imported_by_itself() -> None:
    before = "import keras\nfrom networkx import adjacency_matrix\na = adjacency_matrix(g)\n"
    after = "import scipy.sparse as sp\nimport keras\nfrom networkx import adjacency_matrix\n"
    check_upgraded(before, f"{after}a = sp.csr_matrix(adjacency_matrix(g))\n")


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (HEAD, "a = nx.to_scipy_sparse_matrix(g, format='coo')"),
        ("import keras\nimport numpy\nimport scipy\nfrom networkx import to_numpy_matrix\n", "a = to_numpy_matrix(g)"),
    ],
)
def test_reported(head: str, code: str) -> None:
    check_declined(f"{head}{code}\n", "TFM519", 5)


@pytest.mark.parametrize(
    "code",
    [
        "a = nx.adjacency_matrix(g).toarray()",
        "a = sp.csr_matrix(nx.adjacency_matrix(g))",
        "a = sp.coo_matrix(nx.laplacian_matrix(g))",
        "a = nx.to_numpy_array(g)",
        "g = nx.from_numpy_array(a)",
        "a = nx.to_scipy_sparse_array(g)",
        "a = mine.adjacency_matrix(g)",
        "def adjacency_matrix(g):\n    return g\na = adjacency_matrix(g)",
        "g = nx.from_dict_of_lists(d)",
        "try:\n    a = nx.to_numpy_matrix(g)\nexcept AttributeError:\n    a = nx.to_numpy_array(g)",
        "a = nx.degree(g)",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(f"{HEAD}{code}\n")


def test_code_of_keras_3() -> None:
    check_untouched("import keras.ops\nimport networkx as nx\na = nx.adjacency_matrix(g)\n")


def test_rows() -> None:
    """networkx 2.2 gave the same matrix, whose rows have two axes; networkx 3 gives an array."""
    networkx, sparse = pytest.importorskip("networkx", "3"), pytest.importorskip("scipy.sparse")
    given = networkx.adjacency_matrix(networkx.from_dict_of_lists({0: [1], 1: [0, 2], 2: [1]}))
    assert given[0].ndim == 1
    made = sparse.csr_matrix(given)
    assert made[0].shape == (1, 3)
    assert made.toarray().tolist() == [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    assert made[1].nonzero()[1].tolist() == [0, 2]
