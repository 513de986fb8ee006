"""Take from SciPy's sparse matrices, trees and distributions what they have today: `x.toarray()` for `x.A`.

## What it does

Rewrites `matrix.A` to `matrix.toarray()` and `matrix.H` to `matrix.conj().T`, where the file shows that the matrix is
sparse: it comes from `scipy.sparse`, or from a vectorizer of scikit-learn. `tree.query(x, n_jobs=4)` becomes
`tree.query(x, workers=4)`, and `norm(0, 1).interval(alpha=0.9)` `interval(confidence=0.9)`, and `moment(n=2)`
`moment(order=2)`.

## Why

SciPy 1.14 dropped `.A` and `.H`, "'csr_matrix' object has no attribute 'A'", 1.9 `n_jobs=`, and 1.11 `alpha=` and `n=`.
https://docs.scipy.org/doc/scipy/release.html

## Numbers

Same: they are other names (`tests/codemods/rules/libraries/test_scipy_objects.py` runs what is written).

## What it leaves to you

Matrices that nothing in the file shows to be sparse: those of NumPy have `.A` as well.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.bound_names import binds
from codemods.analysis.flow.call_sites import method_of
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.objects.library_objects import imports_package, made_by, value_of
from codemods.rewriting.continued import continued
from codemods.source.arguments import keyword, named
from codemods.source.file import File
from codemods.types import Edit, Stage, rule

_URL = "https://docs.scipy.org/doc/scipy/release.html"
_SPARSE = "scipy.sparse."
_NO_MATRICES = ("scipy.sparse.csgraph.", "scipy.sparse.linalg.", "scipy.sparse.is")
_SUCCESSORS = {"A": "toarray()", "H": "conj().T"}
_CONVERTING = frozenset({"tobsr", "tocoo", "tocsc", "tocsr", "todia", "todok", "tolil"})
"""Methods that sparse matrices alone have, and that give one."""
_ALIKE = frozenset({"astype", "conj", "conjugate", "copy", "multiply", "power", "transpose"})
"""Methods of a sparse matrix that give one."""
_VECTORIZERS = frozenset(
    f"sklearn.feature_extraction.text.{name}"
    for name in ("CountVectorizer", "HashingVectorizer", "TfidfTransformer", "TfidfVectorizer")
)
_VECTORIZING = frozenset({"fit_transform", "transform"})
_KEYWORDS = {
    "query": ("scipy.spatial", "n_jobs", "workers"),
    "interval": ("scipy.stats", "alpha", "confidence"),
    "moment": ("scipy.stats", "n", "order"),
}
"""Methods, the package of their objects, and the names of a keyword that nothing else has with them."""
_DEPTH = 8


@rule(
    "TFM463",
    stage=Stage.BEHAVIOUR,
    example="""
    import keras
    import scipy.sparse as sp

    adjacency = sp.csr_matrix(edges)
    degrees = adjacency.A.sum(axis=1)
    """,
)
def scipy_objects(file: File) -> Iterator[Edit]:
    """Edit attributes of sparse matrices, and keywords of trees and distributions."""
    if not file.target.is_modern:
        return
    choices = Choices(file)
    for node in file.attributes:
        successor = _SUCCESSORS.get(node.attr.value)
        if successor is None or file.qualified_name(node) is not None or binds(file, node) or choices.guarding(node):
            continue
        if _is_sparse(file, node.value):
            new = continued(node.value, successor).with_changes(lpar=node.lpar, rpar=node.rpar)
            said = f"sparse matrices have no .{node.attr.value} since SciPy 1.14: it is {successor} ({_URL})"
            yield Edit(node, said, ((node, new),))
    for call in file.calls:
        yield from _renamed(file, call) if not choices.leading_to(call) else ()


def _renamed(file: File, call: cst.Call) -> Iterator[Edit]:
    row = _KEYWORDS.get(method_of(call) or "")
    if row is None or file.qualified_name(call.func) is not None:
        return
    package, legacy, modern = row
    arg = keyword(call, legacy)
    if arg is not None and imports_package(file, package):
        said = f"{method_of(call)}() of {package} has no {legacy}= any more: it is {modern}= ({_URL})"
        yield Edit(arg, said, ((arg, named(arg, modern)),))


def _is_sparse(file: File, node: cst.BaseExpression, depth: int = _DEPTH) -> bool:
    """True for what makes a sparse matrix, and for what gives one of another."""
    if not depth:
        return False
    if isinstance(node, cst.Call):
        return _makes_sparse(file, node, depth)
    if isinstance(node, cst.Attribute) and node.attr.value in ("H", "T") and file.qualified_name(node) is None:
        return _is_sparse(file, node.value, depth - 1)
    if isinstance(node, cst.Subscript):
        is_part = len(node.slice) == 1 and isinstance(node.slice[0].slice, cst.Slice)
        return is_part and _is_sparse(file, node.value, depth - 1)
    value = value_of(file, node)
    return value is not None and not isinstance(value, cst.Name) and _is_sparse(file, value, depth - 1)


def _makes_sparse(file: File, call: cst.Call, depth: int) -> bool:
    path = file.qualified_name(call.func)
    if path is not None:
        return path.startswith(_SPARSE) and not path.startswith(_NO_MATRICES) and path != "scipy.sparse.find"
    if not isinstance(call.func, cst.Attribute):
        return False
    method = call.func.attr.value
    if method in _VECTORIZING:
        return made_by(file, call.func.value) in _VECTORIZERS
    is_alike = method in _ALIKE and _is_sparse(file, call.func.value, depth - 1)
    return is_alike or (method in _CONVERTING and imports_package(file, "scipy"))
