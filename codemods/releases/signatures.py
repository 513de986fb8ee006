"""Signatures, parsed from the one-line text that the tables hold.

`x, y=1, /, *args, z, w=None, ~lr, **kwargs` is Python's own notation with two additions:
`~lr` is a keyword that the function takes without naming it, through `**kwargs` or a decorator that converts it;
`**kwargs!` takes no keywords besides those.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple


class Kind(enum.Enum):
    """The way an argument reaches a parameter."""

    POSITIONAL_ONLY = "positional only"
    POSITIONAL = "positional"
    VAR_POSITIONAL = "*"
    KEYWORD_ONLY = "keyword only"
    HIDDEN = "~"
    VAR_KEYWORD = "**"


class Answer(enum.Enum):
    """Tells whether a call takes a keyword; unknown if `**kwargs` is passed on to code that no table describes."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class Parameter(NamedTuple):
    """One parameter; `default` is the text of a short literal, `...` for any other default, None if there is none."""

    name: str
    kind: Kind
    default: str | None = None

    @property
    def required(self) -> bool:
        """True if a call must pass it."""
        return self.default is None and self.kind in _NAMED


_NAMED = (Kind.POSITIONAL_ONLY, Kind.POSITIONAL, Kind.KEYWORD_ONLY)


@dataclass(frozen=True)
class Signature:
    """The parameters of a function, or of a class when it is called; methods come without `self`."""

    text: str
    parameters: tuple[Parameter, ...]
    closed: bool
    """True if every keyword that is not named is refused."""

    @cached_property
    def positional(self) -> tuple[str, ...]:
        """The parameters that a positional argument reaches, in order."""
        kinds = (Kind.POSITIONAL_ONLY, Kind.POSITIONAL)
        return tuple(each.name for each in self.parameters if each.kind in kinds)

    @cached_property
    def keywords(self) -> tuple[str, ...]:
        """Every keyword that is known to be accepted."""
        kinds = (Kind.POSITIONAL, Kind.KEYWORD_ONLY, Kind.HIDDEN)
        return tuple(each.name for each in self.parameters if each.kind in kinds)

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The parameters that a call must pass."""
        return tuple(each.name for each in self.parameters if each.required)

    @property
    def has_args(self) -> bool:
        """True if there is an `*args`."""
        return any(each.kind is Kind.VAR_POSITIONAL for each in self.parameters)

    @property
    def has_kwargs(self) -> bool:
        """True if there is a `**kwargs`, closed or not."""
        return any(each.kind is Kind.VAR_KEYWORD for each in self.parameters)

    def accepts(self, keyword: str) -> Answer:
        """Tell whether a call may pass `keyword=`."""
        if keyword in self.keywords:
            return Answer.YES
        return Answer.NO if self.closed else Answer.UNKNOWN


@cache
def parse(text: str) -> Signature:
    """Parse the text of a signature in the tables."""
    parts = _split(text)
    parameters: list[Parameter] = []
    starred = False
    for part in parts:
        if part == "/":
            parameters = [Parameter(each.name, Kind.POSITIONAL_ONLY, each.default) for each in parameters]
        elif part == "*":
            starred = True
        elif part.startswith("**"):
            parameters.append(Parameter(part.strip("*!"), Kind.VAR_KEYWORD))
        elif part.startswith("*"):
            starred = True
            parameters.append(Parameter(part[1:], Kind.VAR_POSITIONAL))
        elif part.startswith("~"):
            parameters.append(Parameter(part[1:], Kind.HIDDEN, "..."))
        else:
            name, equals, default = part.partition("=")
            kind = Kind.KEYWORD_ONLY if starred else Kind.POSITIONAL
            parameters.append(Parameter(name, kind, default if equals else None))
    is_open = bool(parts) and parts[-1].startswith("**") and not parts[-1].endswith("!")
    return Signature(text, tuple(parameters), closed=not is_open)


def _split(text: str) -> list[str]:
    """Split at commas outside brackets; string defaults contain neither."""
    parts: list[str] = []
    depth = 0
    start = 0
    for position, character in enumerate(text):
        depth += (character in "([") - (character in ")]")
        if character == "," and not depth:
            parts.append(text[start:position].strip())
            start = position + 1
    last = text[start:].strip()
    return [*parts, last] if last else parts
