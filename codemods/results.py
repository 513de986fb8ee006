"""The values that an upgrade yields: frozen, comparable, picklable."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Change:
    """One applied edit; `line` and `column` (1-based) count in the source as it was read."""

    code: str
    line: int
    column: int
    symbol: str
    message: str


@dataclass(frozen=True)
class Finding:
    """One place that needs a look; `line` and `column` are 1-based and count in the result.

    `rule` is the name of the rule with which `upgrade` does it; "" where a person must.
    """

    code: str
    line: int
    column: int
    symbol: str
    message: str
    advice: str
    rule: str = ""


@dataclass(frozen=True)
class Upgraded:
    """What became of a source that could be processed; `after` is `before` itself where nothing changed.

    `notes` say what the tool could not see.
    """

    before: bytes
    after: bytes
    changes: tuple[Change, ...] = ()
    findings: tuple[Finding, ...] = ()
    notes: tuple[Finding, ...] = ()

    @property
    def changed(self) -> bool:
        return self.after != self.before


@dataclass(frozen=True)
class Failure:
    """Why a source could not be processed; `line` and `column` are 1-based, 0 where there is none."""

    reason: str
    advice: str
    line: int = 0
    column: int = 0


Result = Upgraded | Failure
