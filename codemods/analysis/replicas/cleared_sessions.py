"""Keep `clear_session` out of the scope: it resets the graph that the open scope belongs to, and the run dies there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst

from codemods.analysis.flow.data_flow import enclosing
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.replicas.model_builds import Build
from codemods.source.file import File
from codemods.source.walk import nodes

_RESETS = frozenset(
    {
        "keras.backend.clear_session",
        "keras.utils.clear_session",
        "tensorflow.reset_default_graph",
        "tensorflow.compat.v1.reset_default_graph",
    }
)
_PLAIN = ("keras.backend.", "keras.utils.", "keras.callbacks.", "keras.datasets.", "keras.preprocessing.")


def after_clear_session(file: File, build: Build, end: int) -> Build:
    """The build without what comes before a `clear_session`: no model has parts from before it."""
    cleared = [index for index in range(build.first, end) if _is_reset(file, build.statements[index])]
    if not cleared:
        return build
    first = cleared[-1] + 1
    written = [enclosing(file, write.node, build.statements) for write in build.writes]
    made = [_keras_object(file, each) for each in build.statements[build.first : first]]
    if any(index is not None and index < first for index in written) or any(made):
        raise Declined(build.statements[cleared[-1]], "clear_session follows on a part of the model")
    return build._replace(first=first)


def check_no_reset(file: File, statements: Iterable[cst.CSTNode]) -> None:
    """Check that no statement calls `clear_session`, and no function of the file that it calls."""
    called: set[str] = set()
    pending: list[cst.CSTNode] = list(statements)
    while pending:
        for call in nodes(pending.pop(), cst.Call):
            if file.symbol(call.func) in _RESETS:
                raise Declined(call, "clear_session would reset the scope")
            name = _called_name(call)
            if name is not None and name not in called:
                called.add(name)
                pending += _functions(file, name)


def _called_name(call: cst.Call) -> str | None:
    func = call.func
    return func.value if isinstance(func, cst.Name) else func.attr.value if isinstance(func, cst.Attribute) else None


def _functions(file: File, name: str) -> Iterator[cst.CSTNode]:
    for function in file.every(cst.FunctionDef):
        if function.name.value == name:
            yield function.body


def _is_reset(file: File, statement: cst.BaseStatement) -> bool:
    if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
        return False
    small = statement.body[0]
    return (
        isinstance(small, cst.Expr) and isinstance(small.value, cst.Call) and file.symbol(small.value.func) in _RESETS
    )


def _keras_object(file: File, statement: cst.CSTNode) -> bool:
    symbols = [file.symbol(call.func) or "" for call in nodes(statement, cst.Call)]
    return any(symbol.startswith("keras.") and not symbol.startswith(_PLAIN) for symbol in symbols)
