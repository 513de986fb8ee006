"""The lines that compile a model, as a scope will hold them."""

from __future__ import annotations

from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.data_flow import Write
from codemods.source.file import Block


class CompileSite(NamedTuple):
    """The statements of `block` from the optimizer's creation to the `compile` call, which share one scope."""

    block: Block
    first: int
    last: int
    receiver: str
    early: Write | None = None
    """What makes an argument of `compile` in a block around it, where the model may not be bound yet."""
    makings: tuple[int, ...] = ()
    """The statements that make arguments of `compile`."""
    moved: tuple[cst.BaseStatement, ...] = ()
    """Earlier statements of the block that move into the scope."""
