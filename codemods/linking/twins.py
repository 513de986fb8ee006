"""The nodes of a tree in which some were replaced, and those that they stand for."""

from __future__ import annotations

from collections.abc import Mapping

import libcst as cst

from codemods.source.walk import children

Twins = dict[cst.CSTNode, cst.CSTNode]


def twins(before: cst.CSTNode, after: cst.CSTNode, replaced: Mapping[cst.CSTNode, cst.CSTNode]) -> Twins:
    """For each node of a tree, `after`, the node of the tree `before`; `replaced` has what takes the place of a node.

    What is inside of a node that takes another's place stands for nothing.
    """
    new = {*replaced.values()}
    found: Twins = {}
    pending = [(before, after)]
    while pending:
        legacy, node = pending.pop()
        found[node] = legacy
        if node not in new:
            pending += zip(children(legacy), children(node), strict=True)
    return found
