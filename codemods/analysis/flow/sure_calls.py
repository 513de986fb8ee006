"""Which calls surely run in a function, and which depend on a condition."""

from __future__ import annotations

from collections.abc import Collection

import libcst as cst

from codemods.analysis.flow.version_branches import last_of
from codemods.source.file import File
from codemods.source.walk import nodes


def surely_runs(statement: cst.CSTNode, calls: Collection[cst.Call]) -> bool:
    """True if a statement runs one of the calls, whatever its conditions give, or raises; a loop counts as run."""
    if isinstance(statement, cst.If):
        return (
            statement.orelse is not None and surely_runs(statement.body, calls) and surely_runs(statement.orelse, calls)
        )
    if isinstance(statement, cst.BaseSuite | cst.Else):
        body = statement.body if isinstance(statement, cst.BaseSuite) else [statement.body]
        return any(surely_runs(each, calls) for each in body)
    if isinstance(statement, cst.With):
        return surely_runs(statement.body, calls)
    if isinstance(statement, cst.FunctionDef | cst.ClassDef):
        return False
    return any(isinstance(each, cst.Raise) or each in calls for each in nodes(statement, cst.Call, cst.Raise))


def surely_runs_after(file: File, node: cst.CSTNode, calls: Collection[cst.Call]) -> bool:
    """True if one of the calls surely runs in the function of `node`, after it."""
    function, at = file.function(node), node
    for above in file.ancestors(node):
        if isinstance(above, cst.BaseSuite | cst.Module | cst.SimpleStatementLine):
            place = next(index for index, each in enumerate(above.body) if each is at)
            if any(surely_runs(each, calls) for each in above.body[place + 1 :]):
                return True
        if above is function:
            return False
        at = above
    return False


def is_main_guard(file: File, node: cst.CSTNode) -> bool:
    """True for `if __name__ == "__main__":`."""
    return isinstance(node, cst.If) and "__name__" in file.code(node.test)


def in_other_branch(file: File, node: cst.CSTNode, other: cst.CSTNode) -> bool:
    """True if one `if`, or one `a if test else b`, has the two nodes in different branches."""
    around = {other, *file.ancestors(other)}
    below = node
    for above in file.ancestors(node):
        if above in around:
            if isinstance(above, cst.IfExp):
                return below not in around and above.test is not below and above.test not in around
            return isinstance(above, cst.If) and below not in around
        below = above
    return False


def in_one_loop(file: File, node: cst.CSTNode, other: cst.CSTNode) -> bool:
    """True if a loop is around both: a later round brings the second to the first."""
    loops = {each for each in file.ancestors(node) if isinstance(each, cst.For | cst.While)}
    return not loops.isdisjoint(file.ancestors(other))


def run_apart(file: File, node: cst.CSTNode, other: cst.CSTNode) -> bool:
    """True if no run of their function reaches both: they are in different branches, or one is left by a `return`."""
    if in_other_branch(file, node, other):
        return True
    first, second = (node, other) if file.before(node, other) else (other, node)
    return file.function(first) is file.function(second) and _is_left_before(file, first, second)


def _is_left_before(file: File, node: cst.CSTNode, other: cst.CSTNode) -> bool:
    """True if a branch around `node` ends with a `return` or `raise`, and `other` comes after its `if`."""
    around = {other, *file.ancestors(other)}
    below = node
    for above in file.ancestors(node):
        if above in around or isinstance(above, cst.FunctionDef):
            return False
        if isinstance(above, cst.If) and below is not above.test:
            body = below.body if isinstance(below, cst.Else) else below
            if isinstance(body, cst.BaseSuite) and ends_function(body):
                return True
        below = above
    return False


def ends_function(body: cst.BaseSuite) -> bool:
    """True if a block ends with `return` or `raise`."""
    return isinstance(last_of(body), cst.Return | cst.Raise)
