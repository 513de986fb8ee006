"""The value that a name has where it is read, also if it is assigned more than once: `opt = wrap(opt)`."""

from __future__ import annotations

import libcst as cst

from codemods.analysis.flow.data_flow import Flow
from codemods.source.file import File, name_of


def value_at(file: File, node: cst.BaseExpression, at: cst.CSTNode) -> cst.BaseExpression | None:
    """The expression that made `node`, as `at` sees it; None if another branch or function may have made it.

    An expression that is no name is its own value.
    """
    name = name_of(node)
    if name is None:
        return node
    function = file.function(at)
    last = None
    for write in Flow(file, function).writes_of(name):
        if file.before(write.node, at) and at not in (write.node, write.value) and write.node not in file.ancestors(at):
            last = write
    if last is None:
        return file.only_value(node) if isinstance(node, cst.Name) else None
    if last.value is None or last.unpacked:
        return None
    around = {function, *file.ancestors(at)}
    block = file.block(file.statement(last.node))
    return last.value if block in around else None
