"""Optimizers of Keras that a file makes, by their class or by the name that `compile` is given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.calls.api_calls import known_calls
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from compat.tables.behaviour.update_rules import CLIPPING, NEVER_CLIPS, SQUARED

_NAMES = {symbol.rpartition(".")[2].lower(): symbol for symbol in SQUARED}


class OptimizerUse(NamedTuple):
    """`at` can be replaced: the class in `call`, or the name, of which there is no call.

    `clips` and `has_momentum` tell what the arguments show.
    """

    at: cst.BaseExpression
    symbol: str
    is_standalone: bool
    call: cst.Call | None = None

    @property
    def short(self) -> str:
        return self.symbol.rpartition(".")[2]

    @property
    def shim(self) -> str:
        return "compat.keras.optimizers" if self.is_standalone else "compat.tensorflow.keras.optimizers"

    @property
    def clips(self) -> bool:
        return any(self._has(name, not_one_of=(None, NEVER_CLIPS)) for name in CLIPPING)

    @property
    def adds_up_slices(self) -> bool:
        """True if the slices of a sparse gradient are added up before the update."""
        given = keyword(self.call, "global_clipnorm") if self.call is not None else None
        return given is not None and literal(given.value) == NEVER_CLIPS

    @property
    def has_momentum(self) -> bool:
        return self._has("momentum", not_one_of=(0, None))

    def _has(self, name: str, *, not_one_of: tuple[object, ...]) -> bool:
        given = keyword(self.call, name) if self.call is not None else None
        return given is not None and literal(given.value) not in not_one_of


def optimizer_uses(file: File) -> Iterator[OptimizerUse]:
    """Each optimizer that is made, but for those of the shims."""
    for reference in file.references("keras.optimizers.SGD", *SQUARED):
        call = file.call_of(reference)
        if call is not None and not reference.spelling.shimmed:
            yield OptimizerUse(call.func, reference.canonical, reference.spelling.root == "keras", call)
    for called in known_calls(file):
        arg = called.argument("optimizer") if called.canonical.endswith(".compile") else None
        text = _text(file, arg.value) if arg is not None else ""
        if arg is not None and text.lower() in _NAMES:
            yield OptimizerUse(arg.value, _NAMES[text.lower()], is_standalone(file))


def _text(file: File, value: cst.BaseExpression) -> str:
    """The text that an expression is, or the only one that its name is given."""
    values = (file.definitions(value) or []) if isinstance(value, cst.Name) else [value]
    found = literal(values[0]) if len(values) == 1 else None
    return found if isinstance(found, str) else ""


def is_standalone(file: File) -> bool:
    """True if the file was written for standalone Keras: a name is that of one of its optimizers."""
    return written_for(file).keras is KerasLine.STANDALONE
