"""The row types of the tables: one row is one fact about a legacy name.

Names are canonical: standalone Keras and `tf.keras` share the root `keras`, TensorFlow has the root `tensorflow`.
A modern name that starts with `tensorflow.keras` exists in `tf.keras` only, and no longer in standalone `keras`.
"""

from typing import Any, Mapping, NamedTuple, Optional, Tuple, Union

RAISES = "raises"
IGNORED = "ignored"
WARNS = "ignored with a warning"
DIFFERS = "means something else"
"""Effects in a modern release of an argument that legacy releases acted on.

`DIFFERS` is no fault in code that may be written for the modern release.
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


class Operation(NamedTuple):
    """The function of `keras.ops` with the meaning of `symbol`.

    `parameters` are the legacy ones, in their order, each with its modern name. `defaults`: what modern code has to
    write where legacy code left it out, by the modern name.
    """

    symbol: str
    modern: str
    parameters: Tuple[Tuple[str, str], ...]
    defaults: Tuple[Tuple[str, str], ...] = ()


class RenamedKeywords(NamedTuple):
    """Keywords of `symbols` that take the same values under another name."""

    symbols: Tuple[str, ...]
    keywords: Mapping[str, str]
    gone_in: str
    url: str


class Keras1Layer(NamedTuple):
    """The Keras 1 arguments of `symbols`, which Keras 2 converted.

    `parameters` are those of Keras 2 that could be passed by position. `keywords` maps each to the modern one.
    `kernel` are the sizes that became `kernel_size`, by position, too: `Convolution2D(8, 3, 3)`.
    `twice` are keywords whose value goes to two modern ones. `dropped` have no meaning today, for the values listed
    or for all (None). `unlike` have advice: Keras 2 refused or ignored them beyond what the other fields say.
    `sides` are the keys of a dictionary that could be passed as the first of `parameters`.
    `is_sequence`: `input_dim` and `input_length` became `input_shape`. `modern` is the layer that took over.
    """

    symbols: Tuple[str, ...]
    parameters: Tuple[str, ...]
    keywords: Mapping[str, str]
    kernel: Tuple[str, ...] = ()
    twice: Mapping[str, Tuple[str, str]] = {}
    dropped: Mapping[str, Optional[Tuple[Any, ...]]] = {}
    unlike: Mapping[str, str] = {}
    sides: Tuple[str, ...] = ()
    is_sequence: bool = False


class IgnoredKeyword(NamedTuple):
    """The effect of one of `keywords` in a call of one of `symbols`, since `gone_in`.

    `module.*` is every class of a module whose modern signature does not name the keyword.
    A row with `suffixes` covers calls whose path ends in one of them, and comes before one without.
    """

    symbols: Tuple[str, ...]
    keywords: Tuple[str, ...]
    effect: str
    gone_in: str
    advice: str
    url: str
    suffixes: Tuple[str, ...] = ()


class GeneratorMethod(NamedTuple):
    """A generator method; `parameters` are in legacy order, and Keras 3 has those about loading on the `PyDataset`."""

    legacy: str
    modern: str
    parameters: Tuple[str, ...]
    verbose: str
    """The legacy default of `verbose`, where the modern default says more."""


class GoneMethod(NamedTuple):
    """`names` of `classes` and their subclasses, gone since `gone_in`; `add_metric` still exists but raises.

    `well_known`: the name is distinctive enough to be recognised on any receiver.
    `kept_by`: subclasses of those classes, or unrelated ones, whose objects still have it.
    Symbolic tensors and weights of Keras are listed by the Keras 3 names of their classes.
    """

    names: Tuple[str, ...]
    classes: Tuple[str, ...]
    well_known: bool
    gone_in: str
    advice: str
    url: str
    kept_by: Tuple[str, ...] = ()


class RenamedMethod(NamedTuple):
    """A method of `classes` and their subclasses that lives on, with the same arguments, as `modern`.

    `well_known`: no other library has a method of this name.
    """

    legacy: str
    modern: str
    classes: Tuple[str, ...]
    well_known: bool
    since: str
    url: str


class ChangedDefault(NamedTuple):
    """`symbol` called without `keyword` meant `legacy`; Keras 3 takes `modern` (`REQUIRED`: it raises)."""

    symbol: str
    keyword: str
    legacy: Any
    modern: Any
    url: str


class Change(NamedTuple):
    """Code that runs in legacy releases and in the newest, and means something else there, or stops (`stops`).

    `probes` are measurements of `tests/behaviour`, `releases` those in which they differ from the newest; `*` stands
    for anything. `before` and `now` are whole sentences. `rules` are the codes that rewrite or report such code, as
    they do in `example`, a script of that time; `carried`: the shims keep the legacy behaviour. `unseen` says why no
    rule speaks of it, where the program goes on and none does; `on_shims`, what the shims do where it is neither
    the one nor the other and `--to compat` says nothing of the example.
    """

    title: str
    probes: Tuple[str, ...]
    releases: Tuple[str, ...]
    before: str
    now: str
    advice: str
    url: str
    rules: Tuple[str, ...] = ()
    example: str = ""
    carried: bool = False
    stops: bool = False
    unseen: str = ""
    on_shims: str = ""


class LegacyOptimizer(NamedTuple):
    """An optimizer of Keras 2: its positional `parameters` in 2.2, and its default learning rate.

    The first `same_positions` parameters are in the same places in Keras 3.
    """

    symbol: str
    parameters: Tuple[str, ...]
    learning_rate: float
    modern_learning_rate: float
    same_positions: int


class ChangedCall(NamedTuple):
    """A use of `symbols` that means something else today, or stops: `changed` and `advice` are for the report.

    `module.*` is every class of a module. `given` are arguments that a call has: a literal, `...` for anything but
    None, a condition that the value breaks, or a call (`CallOf`); without any, each use of the name counts. `beside`
    are arguments, in the same form, that one of the layers of the file is given.
    `lines` are the Keras lines that it changed for, `standalone`, `tensorflow_1` and `tensorflow_2`; none stands for
    all. `changed_in` has the releases with which it changed, such as `keras 2.3`, for lines whose last releases do as
    Keras 3 does. A note asks for nothing. `once`: the first place in a file is enough. `stops`: it ends with an error.
    `on_shims`: the shims do as Keras 3 does.
    """

    symbols: Tuple[str, ...]
    changed: str
    advice: str
    url: str
    given: Mapping[str, Any] = {}
    lines: Tuple[str, ...] = ()
    is_note: bool = False
    changed_in: Tuple[str, ...] = ()
    beside: Mapping[str, Any] = {}
    once: bool = False
    stops: bool = False
    on_shims: bool = False


class CallOf(NamedTuple):
    """The value of an argument: a call of one of `symbols`, with these arguments."""

    symbols: Tuple[str, ...]
    given: Mapping[str, Any]


class UpdateRule(NamedTuple):
    """An optimizer that Keras 3 computes in another way; `changed` is a sentence for the report.

    `root_epsilon` is the default of an epsilon that was added to the root, and is added under it in Keras 3.
    """

    symbol: str
    changed: str
    in_tf_keras: bool
    root_epsilon: float = 0.0


class TrainOptimizer(NamedTuple):
    """An optimizer of `tf.train` with the same update rule in Keras 3, as long as the learning rate is constant.

    `parameters` are the legacy ones in their order. `keywords` maps those that Keras 3 also has to their names there.
    `defaults` has the legacy default, as Python source, where Keras 3 has another. `constants` are keywords of
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


# Conditions that a modern release sets for one argument, which can be tested on a literal. Only the values that a
# condition names break it: an argument whose value the source does not show meets it.


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
    """A value is none of the keys of `values`, which map to the value that means the same now, or to None."""

    values: Mapping[Any, Any]


class NotOfType(NamedTuple):
    """A literal is none of `types`: `str`, `int`, `float`, `list`, `tuple`, `dict`, `lambda`.

    The result of `/` is a `float`; `True` is not an `int`.
    """

    types: Tuple[str, ...]


class Between(NamedTuple):
    """A number is neither below `least` nor above `most`."""

    least: float
    most: float


class NotFrom(NamedTuple):
    """A value is neither one of `symbols`, nor a name below one of them, nor the result of calling one."""

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
    """The argument `keywords` of `symbols` must meet `condition` since `changed_in`, or else has `effect`.

    The keywords are those of the modern signature, so that positions can be read off it.
    `module.*` is every class and function of a module.
    A row with `given` covers calls where that holds, one with `absent` calls without that keyword, one with `unless`
    files that do not use that symbol, and one with `listed` models whose outputs are not a dictionary.
    One `on_shims` is about the shims, too, which hand the value on to Keras 3.
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
    listed: bool = False
    on_shims: bool = False


class Deviation(NamedTuple):
    """A deviation of a shim from the legacy API; the texts are Markdown, `deviation` is empty where nothing is known.

    `names` are the symbols, as `fnmatch` patterns, for which `explain` shows it, and `codes` the rules that lead to the
    shim. `today` names the object of TensorFlow 2 that the shim delegates to.
    """

    what: str
    names: Tuple[str, ...]
    deviation: str
    codes: Tuple[str, ...] = ()
    today: str = ""


class Strategy(NamedTuple):
    """A strategy of `tf.distribute`, or what goes with one, under all its spellings; `measured` is Markdown.

    `names` are those of the releases from 1.12 on, `today` is the name that a person writes now, empty if there is
    none. `measured` says what was run on TensorFlow 2.21, and what came out.
    """

    names: Tuple[str, ...]
    today: str
    upgrade: str
    measured: str
    url: str
    code: str = ""


KEPT = "leaves it: the name is still there"
RENAMED = "writes the name of today"
ON_SHIMS = "proven: the name of today, else the shim"
REPORTED = "reports it"
"""What `upgrade` does with the names of a strategy."""
