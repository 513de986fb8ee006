"""The exception that ends a proof about a file."""

from __future__ import annotations

import libcst as cst


class Declined(Exception):  # noqa: N818 - it is an answer, not an error
    """The reason why a rule leaves something unchanged, and the node that is to blame."""

    def __init__(self, node: cst.CSTNode, reason: str) -> None:
        super().__init__(reason)
        self.node = node
        self.reason = reason
