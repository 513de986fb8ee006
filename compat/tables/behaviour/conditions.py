"""What a modern release asks of one argument, in words that can be tested on a literal.

A condition is broken by the values that it names and by nothing else: what cannot be read off the source meets it.
"""

from typing import Any, Mapping, NamedTuple, Tuple, Union


class EndsWith(NamedTuple):
    """A text ends with one of `suffixes`, or starts with one of `prefixes`."""

    suffixes: Tuple[str, ...]
    prefixes: Tuple[str, ...] = ()


class Lacks(NamedTuple):
    """A text does not contain `part`."""

    part: str


class LacksStart(NamedTuple):
    """A text does not start with `prefix`."""

    prefix: str


class NotOneOf(NamedTuple):
    """A value is none of the keys of `values`; each has the value that means the same now, or None."""

    values: Mapping[Any, Any]


class NotOfType(NamedTuple):
    """A literal is none of `types`: `str`, `int`, `float`, `list`, `tuple`, `dict`, `lambda`.

    What `/` returns is a `float`; `True` is no `int`.
    """

    types: Tuple[str, ...]


class Between(NamedTuple):
    """A number is neither below `least` nor above `most`."""

    least: float
    most: float


class NotFrom(NamedTuple):
    """A value is neither one of `symbols`, nor something below one of them, nor what a call of such a thing returns."""

    symbols: Tuple[str, ...]


class Each(NamedTuple):
    """The value, or each element of a list, tuple or dictionary however nested, meets `condition`."""

    condition: Union[EndsWith, Lacks, LacksStart, NotOneOf, NotOfType, Between, NotFrom]


Condition = Union[EndsWith, Lacks, LacksStart, NotOneOf, NotOfType, Between, NotFrom, Each]
