"""What a run is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field

from codemods.target import Target


@dataclass(frozen=True)
class Settings:
    """`to` is where `upgrade` leads; `select` and `ignore` are codes or their beginnings, `select` empty means all."""

    to: str = "native"
    target: Target = field(default_factory=Target)
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def takes(self, code: str) -> bool:
        """Whether a rule runs; the longer beginning of a code decides, and to ignore it where both are equal."""
        selected = max((len(each) for each in self.select if code.startswith(each)), default=-1 if self.select else 0)
        ignored = max((len(each) for each in self.ignore if code.startswith(each)), default=-1)
        return selected > ignored
