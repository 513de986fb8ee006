"""Proves, inside one file, where the model behind a `multi_gpu_model` call is built and compiled.

The proof yields a `Plan`; where a step of it fails, `Unproven` says which.
"""

from __future__ import annotations

import libcst as cst

from codemods.rules.multi_gpu_model.afterwards import Afterwards
from codemods.rules.multi_gpu_model.subject import Plan
from codemods.source.file import File


def plan(file: File, call: cst.Call) -> Plan:
    """The proof for one call; raises `Unproven`."""
    return _Prover(file, call).prove()


class _Prover(Afterwards):
    """The steps, in order."""

    def prove(self) -> Plan:
        self._check_surroundings()
        block, first, last = self._region()
        guard = self._guard(block)
        hoisted = self._hoisted(block, first, guard)
        self._check_setup(block, first)
        self._check_batches()
        self._check_uses()
        found = Plan(
            self.call,
            self.statement,
            block,
            first,
            last,
            self.parallel,
            self.template,
            self._strategy_code(guard),
            guard,
            hoisted,
        )
        found.compiles = self._compiles(found)
        return found
