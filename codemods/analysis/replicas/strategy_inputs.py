"""The values that a strategy needs before the model is built: the lines that set them move up, if they may."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from codemods.analysis.flow.call_sites import CallSite, method_of, owner_of
from codemods.analysis.flow.data_flow import Flow, Write, enclosing, may_create_variables, reads
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.objects.class_parts import writes_by_calls
from codemods.analysis.replicas.model_builds import Build
from codemods.source.walk import nodes

READING = frozenset({"split", "get", "index", "count", "keys", "values", "items", "strip", "format", "lower"})
"""Methods that do not change their object."""


def hoisted(
    site: CallSite, build: Build, needs: Sequence[cst.CSTNode], setups: Sequence[cst.BaseStatement] = ()
) -> list[cst.BaseStatement]:
    """The statements between build and call that set names which `needs` read, and that move above the build.

    `setups` set up the GPUs, and move too.
    """
    found = {build.statements.index(each): each for each in setups}
    needs = [*needs, *setups]
    pending = [name for node in needs for name in reads(node)]
    names = set(pending)
    while pending:
        name = pending.pop()
        for write in _writes_of(site, name):
            index = enclosing(site.file, write.node, build.statements)
            if index is None or index < build.first or not site.follows(write.node) or index in found:
                continue
            found[index] = _movable(site, build.statements[index], write)
            own = reads(write.value) if write.value is not None else []
            pending += own
            names |= {part for read in own for part in (read, read.split(".")[0])}
    _check_unchanged(site, build, names, set(found.values()))
    return [found[index] for index in sorted(found)]


def _writes_of(site: CallSite, name: str) -> list[Write]:
    variables = dict.fromkeys((name, name.split(".", maxsplit=1)[0]))
    return [
        write
        for variable in variables
        for write in (*site.flow.writes_of(variable), *writes_by_calls(site.file, site.function, variable))
    ]


def _movable(site: CallSite, statement: cst.BaseStatement, write: Write) -> cst.BaseStatement:
    simple = isinstance(statement, cst.SimpleStatementLine) and len(statement.body) == 1
    if not simple or write.value is None or may_create_variables(site.file, site.flow, write.value):
        raise Declined(write.node, f"{write.target} is known only after the model is built")
    return statement


def _check_unchanged(site: CallSite, build: Build, names: set[str], moved: set[cst.BaseStatement]) -> None:
    """Check that no object which the strategy depends on may change while the model is built."""
    for statement in build.statements[build.first :]:
        if statement in moved or not site.follows(statement):
            continue
        for call in nodes(statement, cst.Call):
            owner = owner_of(call)
            if owner in names and method_of(call) not in READING and site.follows(call):
                raise Declined(call, f"{owner} may change while the model is built")
            for name in _set_by(site, call, names):
                raise Declined(call, f"{name} may change while the model is built")


def _set_by(site: CallSite, call: cst.Call, names: set[str]) -> Iterator[str]:
    """Those of `names` which are attributes of an argument, and which a function of the file that is called sets."""
    given = {arg.value.value for arg in call.args if isinstance(arg.value, cst.Name)}
    parts = {name.rsplit(".", maxsplit=1)[-1]: name for name in names if name.split(".")[0] in given and "." in name}
    if not parts or not isinstance(call.func, cst.Name):
        return
    for function in site.file.every(cst.FunctionDef):
        if function.name.value == call.func.value:
            targets = [write.target for write in Flow(site.file, function).writes if "." in write.target]
            yield from (parts[part] for part in (each.rsplit(".", 1)[-1] for each in targets) if part in parts)
