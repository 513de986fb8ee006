"""Functions of networkx that gave matrices, and give arrays or are gone since networkx 3."""

from typing import Dict, NamedTuple, Optional

URL = "https://networkx.org/documentation/stable/release/release_3.0.html"


class Given(NamedTuple):
    """The function of networkx 3, and what makes of its result, or of its first argument, what it was."""

    name: str
    made_by: Optional[str] = None
    taken_by: Optional[str] = None


_CSR, _CSC = "scipy.sparse.csr_matrix", "scipy.sparse.csc_matrix"

MATRICES: Dict[str, Given] = {
    "networkx.adj_matrix": Given("adjacency_matrix", made_by=_CSR),
    "networkx.adjacency_matrix": Given("adjacency_matrix", made_by=_CSR),
    "networkx.from_numpy_matrix": Given("from_numpy_array", taken_by="numpy.asarray"),
    "networkx.from_scipy_sparse_matrix": Given("from_scipy_sparse_array"),
    "networkx.incidence_matrix": Given("incidence_matrix", made_by=_CSC),
    "networkx.laplacian_matrix": Given("laplacian_matrix", made_by=_CSR),
    "networkx.normalized_laplacian_matrix": Given("normalized_laplacian_matrix", made_by=_CSR),
    "networkx.to_numpy_matrix": Given("to_numpy_array", made_by="numpy.asmatrix"),
    "networkx.to_scipy_sparse_matrix": Given("to_scipy_sparse_array", made_by=_CSR),
}
FORMAT = "format"
"""A parameter of `to_scipy_sparse_matrix` that decides which matrix it gives."""
