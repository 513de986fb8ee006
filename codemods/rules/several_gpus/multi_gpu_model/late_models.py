"""A function that makes an optimizer first, then gets the model from another function, and compiles it.

The scope is the model's own, so it comes after the line that binds the model; the optimizer moves down into it.
"""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from codemods.analysis.flow.data_flow import Flow, enclosing, mentions, reads
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.objects.class_parts import writes_by_calls
from codemods.rules.several_gpus.multi_gpu_model.site import CompileSite
from codemods.source.file import File, body_of, name_of
from codemods.source.walk import nodes


def after_model(file: File, site: CompileSite) -> CompileSite:
    """The site without what comes before the model; raises `Declined` if that cannot move down."""
    statements = body_of(site.block)
    flow = Flow(file, file.function(statements[site.last]))
    writes = [*flow.writes_of(site.receiver), *writes_by_calls(file, flow.function, site.receiver)]
    places = (enclosing(file, write.node, statements) for write in writes)
    bound = [index for index in places if index is not None and site.first <= index < site.last]
    if not bound:
        return site
    late = [index for index in site.makings if index > max(bound)]
    early = [index for index in site.makings if index <= max(bound)]
    for index in early:
        if not _may_move(file, statements[index : site.last]):
            said = f"{site.receiver} is bound after what its compile takes, which has to be made in its scope"
            raise Declined(statements[index], said)
    moved = tuple(statements[index] for index in sorted(set(early)))
    return site._replace(first=min([site.last, *late]), moved=moved)


def _may_move(file: File, lines: Sequence[cst.BaseStatement]) -> bool:
    """True if the first line, `optimizer = SGD(rate)`, does the same after all the others."""
    line, *others = lines
    small = line.body[0] if isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 else None
    if (
        not isinstance(small, cst.Assign)
        or len(small.targets) != 1
        or not isinstance(small.targets[0].target, cst.Name)
    ):
        return False
    symbols = [file.symbol(call.func) or "" for call in nodes(small.value, cst.Call)]
    if not all(each.startswith("keras.") for each in symbols):
        return False
    given = {part for name in reads(small.value) for part in (name, name.partition(".")[0])}
    if any(mentions(each, name_of(small.targets[0].target) or "") for each in others):
        return False
    written = {
        write.target
        for write in Flow(file, file.function(line)).writes
        if enclosing(file, write.node, others) is not None
    }
    return not written & given
