"""The row types of the tables: one row is one fact about a legacy name.

Names are canonical: standalone Keras and `tf.keras` share the root `keras`, TensorFlow has the root `tensorflow`.
A modern name that starts with `tensorflow.keras` exists in `tf.keras` only, and no longer in standalone `keras`.
"""

from typing import Any, Mapping, NamedTuple, Optional, Tuple, Union

RAISES = "raises"
IGNORED = "ignored"
WARNS = "ignored with a warning"
DIFFERS = "means something else"
"""What a modern release does with an argument that legacy releases acted on.

The last is not to be held against code that may be written for the modern release.
"""

REQUIRED = "<required>"
"""Stands for a default where a modern release has none."""


class MovedModule(NamedTuple):
    """Names of the module `legacy` that live on, unchanged, in the module `modern`."""

    legacy: str
    modern: str
    names: Tuple[str, ...]
    gone_in: str
    url: str


class MovedSymbol(NamedTuple):
    """One symbol that lives on, with the same meaning, as `modern`."""

    legacy: str
    modern: str
    gone_in: str
    url: str


class Shim(NamedTuple):
    """`module` holds an object for each of `symbols`, under the last part of its name."""

    module: str
    symbols: Tuple[str, ...]


class Removed(NamedTuple):
    """A symbol or module with no equal in modern releases; `advice` says what a person does instead."""

    legacy: str
    gone_in: str
    advice: str
    url: str


class RenamedKeywords(NamedTuple):
    """Keywords of `symbols` that take the same values under another name."""

    symbols: Tuple[str, ...]
    keywords: Mapping[str, str]
    gone_in: str
    url: str


class IgnoredKeyword(NamedTuple):
    """What a call of one of `symbols` with one of `keywords` comes to, since `gone_in`.

    `module.*` is every class of a module that does not name the keyword in its modern signature.
    A row with `suffixes` speaks of calls whose path ends so, and comes before one without.
    """

    symbols: Tuple[str, ...]
    keywords: Tuple[str, ...]
    effect: str
    gone_in: str
    advice: str
    url: str
    suffixes: Tuple[str, ...] = ()


class GeneratorMethod(NamedTuple):
    """`parameters` is the legacy order; those about loading belong to the `PyDataset` itself in Keras 3."""

    legacy: str
    modern: str
    parameters: Tuple[str, ...]
    verbose: str
    """The legacy default of `verbose`, where the modern default says more."""


class GoneMethod(NamedTuple):
    """`names` of `classes` and their subclasses, gone since `gone_in`; `add_metric` is there and raises.

    `well_known`: the name says by itself whose it is, whatever the receiver.
    `kept_by`: classes below those, or beside them, whose objects still have it.
    Symbolic tensors and weights of Keras go by the names that Keras 3 has for their classes.
    """

    names: Tuple[str, ...]
    classes: Tuple[str, ...]
    well_known: bool
    gone_in: str
    advice: str
    url: str
    kept_by: Tuple[str, ...] = ()


class ChangedDefault(NamedTuple):
    """`symbol` called without `keyword` meant `legacy`; Keras 3 takes `modern` (`REQUIRED`: it raises)."""

    symbol: str
    keyword: str
    legacy: Any
    modern: Any
    url: str


class LegacyOptimizer(NamedTuple):
    """An optimizer of Keras 2: its positional `parameters` in 2.2, and its default learning rate.

    The first `same_positions` parameters are in the same places in Keras 3.
    """

    symbol: str
    parameters: Tuple[str, ...]
    learning_rate: float
    modern_learning_rate: float
    same_positions: int


class TrainOptimizer(NamedTuple):
    """An optimizer of `tf.train` with the same update rule in Keras 3, as long as the learning rate is constant.

    `parameters` are the legacy ones in their order; `keywords` says what those that Keras 3 has are called there, and
    `defaults` what the legacy default is, as Python source, where Keras 3 has another. `constants` are keywords of
    Keras 3 that must be given. `follows_schedule`: the rule stays the same while the learning rate changes.
    `initial_velocity` is what the slot of mean squares starts from: Keras 3 always starts from 0, so that a row with
    another value needs the shim.
    """

    legacy: str
    modern: str
    parameters: Tuple[str, ...]
    keywords: Mapping[str, str]
    defaults: Mapping[str, str]
    constants: Mapping[str, str]
    url: str
    follows_schedule: bool = True
    initial_velocity: float = 0.0


# What a modern release asks of one argument, in words that can be tested on a literal. A condition is broken by the
# values that it names and by nothing else: what cannot be read off the source meets it.


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


class Given(NamedTuple):
    """`keyword` is the literal `value`, or is not given where that is the default."""

    keyword: str
    value: Any
    is_default: bool = False


class ChangedValue(NamedTuple):
    """The argument `keywords` of `symbols` must meet `condition` since `changed_in`; else `effect`.

    The keywords are those of the modern signature, so that positions can be read off it.
    `module.*` is every class and function of a module.
    A row with `given` speaks of calls where that holds, one with `absent` of calls without that keyword, one with
    `unless` of files that do not use that symbol.
    """

    symbols: Tuple[str, ...]
    keywords: Tuple[str, ...]
    condition: Condition
    changed_in: str
    advice: str
    url: str
    effect: str = RAISES
    given: Optional[Given] = None
    absent: str = ""
    unless: str = ""


class Deviation(NamedTuple):
    """How a shim differs from the legacy API; the texts are Markdown, `deviation` is empty where nothing is known.

    `names` are the symbols, as `fnmatch` patterns, for which `explain` shows it, and `codes` the rules that lead to the
    shim. `today` says which object of TensorFlow 2 the shim hands on to.
    """

    what: str
    names: Tuple[str, ...]
    deviation: str
    codes: Tuple[str, ...] = ()
    today: str = ""
