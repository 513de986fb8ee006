"""How a proof about a file ends where it cannot be given."""

from __future__ import annotations

import libcst as cst


class Declined(Exception):  # noqa: N818 - it is an answer, not an error
    """Why a rule leaves something as it is, and the node that is to blame."""

    def __init__(self, node: cst.CSTNode, reason: str) -> None:
        super().__init__(reason)
        self.node = node
        self.reason = reason
