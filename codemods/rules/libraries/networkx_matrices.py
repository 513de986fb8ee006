"""Take matrices from networkx, which gives arrays today: `csr_matrix(nx.adjacency_matrix(graph))`.

## What it does

`nx.adjacency_matrix(graph)` becomes `csr_matrix(nx.adjacency_matrix(graph))`, likewise the Laplacian matrices and the
incidence matrix. `nx.to_numpy_matrix(graph)` becomes `np.asmatrix(nx.to_numpy_array(graph))`, and
`nx.from_numpy_matrix(x)` becomes `nx.from_numpy_array(np.asarray(x))`.

## Why

networkx 3 gives sparse arrays: `adjacency * x` multiplies element by element, a row `adjacency[0]` has one axis, and
`adjacency[0].nonzero()[1]` is an IndexError. The other names are gone.
https://networkx.org/documentation/stable/release/release_3.0.html

## Numbers

Same: the matrices are those of networkx 2.2 (`tests/codemods/rules/libraries/test_networkx_matrices.py`).

## What it leaves to you

`to_scipy_sparse_matrix` with a `format`, and names that are imported by themselves and are gone: both are reported.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import keyword
from codemods.source.file import File
from codemods.types import Edit, Import, Manual, Severity, Stage, rule
from compat.tables.names.networkx_matrices import FORMAT, MATRICES, URL, Given

_USUAL = {"numpy": "np", "scipy.sparse": "sp"}
_SAME_OF_BOTH = "toarray"
"""A method that gives the same of a matrix and an array."""


@rule(
    "TFM519",
    stage=Stage.BEHAVIOUR,
    severity=Severity.NUMBERS,
    example="""
    import keras
    import networkx as nx

    adjacency = nx.adjacency_matrix(nx.from_dict_of_lists(graph))
    """,
)
def networkx_matrices(file: File) -> Iterator[Edit | Manual]:
    """Each call of such a function, unless what is around it makes the same of a matrix and an array."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3:
        return
    choices = Choices(file)
    for call in file.calls:
        path = file.qualified_name(call.func) or ""
        given = MATRICES.get(path)
        if given is None or choices.guarding(call):
            continue
        is_renamed = path.rpartition(".")[2] != given.name
        if keyword(call, FORMAT) is not None or (is_renamed and not isinstance(call.func, cst.Attribute)):
            advice = f"use networkx.{given.name}, and make of it what it was: {given.made_by or given.name} ({URL})"
            yield Manual(call, path, f"{path} is gone since networkx 3", advice, severity=Severity.STOPS)
        elif is_renamed or not _is_the_same(file, call):
            yield _edit(file, call, path, given)


def _is_the_same(file: File, call: cst.Call) -> bool:
    """True for `nx.adjacency_matrix(graph).toarray()`, and inside of a call that makes a matrix."""
    above = file.parent(call)
    if isinstance(above, cst.Attribute):
        return above.attr.value == _SAME_OF_BOTH
    outer = file.parent(above) if isinstance(above, cst.Arg) else None
    path = file.qualified_name(outer.func) or "" if isinstance(outer, cst.Call) else ""
    return path.startswith("scipy.sparse.") and path.endswith("_matrix")


def _edit(file: File, call: cst.Call, path: str, given: Given) -> Edit:
    new, imports = call, tuple[Import, ...]()
    if isinstance(call.func, cst.Attribute):
        new = new.with_changes(func=call.func.with_changes(attr=cst.Name(given.name)))
    if given.taken_by is not None and new.args:
        taking, imports = _function(file, call, given.taken_by)
        first = new.args[0].with_changes(value=cst.Call(taking, [cst.Arg(new.args[0].value)]))
        new = new.with_changes(args=[first, *new.args[1:]])
    made: cst.BaseExpression = new
    if given.made_by is not None:
        making, imports = _function(file, call, given.made_by)
        made = cst.Call(making, [cst.Arg(new)])
    said = f"{path} gave a matrix" if given.made_by is not None else f"{path} is now networkx.{given.name}"
    return Edit(call, said, ((call, made),), imports)


def _function(file: File, at: cst.CSTNode, path: str) -> tuple[cst.Attribute, tuple[Import, ...]]:
    home, _, name = path.rpartition(".")
    module, imports = bind_module(file, home, _USUAL[home], at)
    return cst.ensure_type(cst.parse_expression(f"{module}.{name}"), cst.Attribute), imports
