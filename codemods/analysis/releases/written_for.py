"""The release lines that a source was written for, read from the bytes that came in and their vintage."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple, TypeVar

import libcst as cst
from packaging.version import Version

from codemods.analysis.calls.api_calls import own_names
from codemods.analysis.flow.graph_entries import enters_graph, has_switch
from codemods.analysis.flow.texts import ending
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.releases.eras import Condition, common, conditions_of, distributions_at_hand, of_its_time
from codemods.analysis.releases.project_releases import project_pairs
from codemods.analysis.releases.python_2_files import signs_of_python_2
from codemods.analysis.releases.requirements import Demand, Option, keyword_option, name_option, own_demands
from codemods.releases import api
from codemods.releases.environments import Pair, pairs
from codemods.releases.origin import KerasLine
from codemods.releases.versions import minor_version
from codemods.source.arguments import argument, keyword, literal
from codemods.source.file import File, Reference, name_of, once_per_file
from codemods.source.walk import nodes
from compat.tables.behaviour.optimizers import LEGACY_PARAMETERS
from compat.tables.methods.gone_methods import GONE_METHODS
from compat.tables.names.makers import SESSIONS

Line = TypeVar("Line")
Lines = Callable[[frozenset[Pair]], frozenset[Line]]

_CUSTOMARY = ("tf", "tensorflow", "keras", "K")
"""Names that an edit may bind."""
_METHODS = {
    name: f"{row.classes[0]}.{name}"
    for row in GONE_METHODS
    if row.well_known and row.classes[0].startswith("keras.models.")
    for name in row.names
}
"""Methods that only a model of Keras 2 or earlier had, whatever the receiver."""

_SAVING, _CHECKPOINT = "save_weights", "keras.callbacks.ModelCheckpoint"
_HDF5, _WEIGHTS = (".h5", ".hdf5"), ".weights.h5"
_OF_BACKEND = "keras.backend.tf"
_LAST_OF_BACKEND = (2, 2, 4)
_DROPOUT, _KEPT = "tensorflow.nn.dropout", "keep_prob"
_PLACEHOLDER = "tensorflow.placeholder"
_LAST_FOR_PYTHON_2 = (2, 3)
"""The last line of Keras that ran on Python 2."""


class Sign(NamedTuple):
    """A use that tells of a release line; `line` is 1-based."""

    line: int
    symbol: str


class WrittenFor(NamedTuple):
    """The lines of Keras and TensorFlow; None where nothing tells, or the source contradicts itself."""

    keras: KerasLine | None = None
    tensorflow: int | None = None
    evidence: tuple[Sign, ...] = ()
    of_project: bool = False
    """True if the files around tell of a line that the file itself leaves open."""


def written_for(file: File) -> WrittenFor:
    """The lines that `file` was written for, before anything was edited; `--from` decides where it is given.

    Of a `tf` that nothing bound, the file tells only once an edit has brought the import.
    """
    found = _read(file.original)
    if file is file.original or found.tensorflow is not None or not _has_loose_names(file.original):
        return found
    shown = _read(file)
    return shown if shown.tensorflow == 1 else found


def is_written_for_tensorflow_1(file: File) -> bool:
    """True if the source came in with what only TensorFlow 1 had, and not for one release among others."""
    return written_for(file).tensorflow == 1


@once_per_file
def _has_loose_names(file: File) -> bool:
    return any(name.value in _CUSTOMARY and file.is_unbound(name) for name in file.every(cst.Name))


@once_per_file
def _read(file: File) -> WrittenFor:
    uses = [*own_demands(file), *_habits(file, _methods, _decays, _of_backend, _weights_names)]
    conditions = conditions_of(uses)
    if _tensorflow_line(_possible(file, conditions, _tensorflow_lines)) is None:
        conditions = conditions_of([*uses, *_habits(file, _kept_shares, _graphs)])
    is_standalone = "keras" in distributions_at_hand(file)
    keras_lines = _keras_lines if is_standalone else _tf_keras_lines
    of_project: list[Condition] = []
    if _keras_line(_possible(file, conditions, keras_lines)) is None or not _shows_tensorflow(file, conditions):
        of_project = _of_project(file, conditions)
    conditions += of_project
    if is_standalone and _keras_line(_possible(file, conditions, keras_lines)) is None:
        conditions += conditions_of([*_habits(file, _for_python_2)])
    return WrittenFor(
        _keras_line(_possible(file, conditions, keras_lines)),
        _tensorflow_line(_possible(file, conditions, _tensorflow_lines)),
        tuple(_signs(file, conditions, keras_lines)),
        bool(of_project),
    )


def _shows_tensorflow(file: File, conditions: list[Condition]) -> bool:
    return _tensorflow_line(_possible(file, conditions, _tensorflow_lines)) is not None


def _of_project(file: File, conditions: list[Condition]) -> list[Condition]:
    """What the files around a file tell of its releases, where it leaves them open."""
    own = common(conditions)
    if file.origin is not None or not own or not file.imports_family():
        return []
    found = project_pairs(file, own)
    return [Condition(found, ())] if found != own else []


# --- from uses to lines


def _possible(file: File, conditions: list[Condition], lines: Lines[Line]) -> list[frozenset[Line]]:
    """The lines that each use allows, then those that all allow; `--from` outweighs the source."""
    said = file.origin.pairs if file.origin is not None else of_its_time(file, common(conditions))
    left = [lines(said), *(lines(each.met) for each in conditions if lines(each.met))]
    together = frozenset.intersection(*left)
    return [*left, together] if together or file.origin is None else [lines(said)]


def _only(possible: list[frozenset[Line]]) -> Line | None:
    return next(iter(possible[-1])) if len(possible[-1]) == 1 else None


def _keras_line(possible: list[frozenset[KerasLine]]) -> KerasLine | None:
    """The line of Keras; a source of Keras 2 that shows no more counts as standalone Keras, as most were.

    A legacy keyword beside a name of Keras 2.4 does not tell of Keras 2.4: the name may have come with an upgrade.
    """
    together = possible[-1]
    if together == {KerasLine.STANDALONE, KerasLine.TENSORFLOW_2}:
        return KerasLine.STANDALONE
    line = _only(possible)
    return None if line is KerasLine.TENSORFLOW_2 and together not in possible[:-1] else line


@cache
def _keras_lines(met: frozenset[Pair]) -> frozenset[KerasLine]:
    return frozenset(_line_of_keras(minor_version(release)) for _, release in met)


def _line_of_keras(release: tuple[int, ...]) -> KerasLine:
    if release < (2, 4):
        return KerasLine.STANDALONE
    return KerasLine.TENSORFLOW_2 if release < (3, 0) else KerasLine.KERAS_3


@cache
def _tf_keras_lines(met: frozenset[Pair]) -> frozenset[KerasLine]:
    return frozenset(_line_of_tf_keras(minor_version(release)) for release, _ in met)


def _line_of_tf_keras(release: tuple[int, ...]) -> KerasLine:
    if release < (2, 0):
        return KerasLine.TENSORFLOW_1
    return KerasLine.TENSORFLOW_2 if release < (2, 16) else KerasLine.KERAS_3


def _tensorflow_line(possible: list[frozenset[int]]) -> int | None:
    """A name that went with TensorFlow 1 decides: those of TensorFlow 2 beside it may have come with an upgrade."""
    return 1 if frozenset({1}) in possible else _only(possible)


@cache
def _tensorflow_lines(met: frozenset[Pair]) -> frozenset[int]:
    return frozenset(minor_version(release)[0] for release, _ in met)


def _signs(file: File, conditions: list[Condition], keras_lines: Lines[KerasLine]) -> Iterator[Sign]:
    """The uses that rule out a line, in source order."""
    every = (keras_lines(pairs()), _tensorflow_lines(pairs()))
    telling = [each for each in conditions if (keras_lines(each.met), _tensorflow_lines(each.met)) != every]
    signs = {Sign(file.line(demand.node), option.symbol) for each in telling for demand, option in each.uses}
    yield from sorted(signs, key=lambda sign: (sign.line, sign.symbol))


# --- what the tables of names do not tell


_Uses = Iterator[tuple[cst.CSTNode, Option]]


def _habits(file: File, *kinds: Callable[[File], _Uses]) -> Iterator[Demand]:
    if not file.imports_family():
        return
    choices = Choices(file)
    for node, option in (use for kind in kinds for use in kind(file)):
        yield Demand(node, (option,), choices.leading_to(node))


def _methods(file: File) -> _Uses:
    """Methods and keywords of Keras 2 on objects of unknown class."""
    for call in file.calls:
        name = call.func.attr.value if isinstance(call.func, cst.Attribute) else ""
        option = None
        if name in _METHODS and name not in own_names(file) and file.reference(call.func) is None:
            option = name_option(_METHODS[name])
        elif name == "fit" and keyword(call, "nb_epoch") is not None:
            option = keyword_option("keras.models.Model.fit", "nb_epoch")
        if option is not None:
            yield call, option


def _decays(file: File) -> _Uses:
    """`decay=`, which Keras 3 takes and ignores."""
    legacy = frozenset(release for release in api.releases("keras") if minor_version(release) < (3, 0))
    for reference in file.references(*LEGACY_PARAMETERS):
        call = file.call_of(reference)
        arg = keyword(call, "decay") if call is not None and not reference.spelling.shimmed else None
        if arg is not None:
            yield arg, Option(f"{reference.canonical}(decay=)", "keras", legacy)


def _weights_names(file: File) -> _Uses:
    """Files of weights, and checkpoints, under names that Keras 3 refuses."""
    legacy = frozenset(release for release in api.releases("keras") if minor_version(release) < (3, 0))
    made = {file.call_of(each) for each in file.references(_CHECKPOINT) if not each.spelling.shimmed}
    for call in file.calls:
        is_method = isinstance(call.func, cst.Attribute) and call.func.attr.value == _SAVING
        if call not in made and not (is_method and _SAVING not in own_names(file)):
            continue
        given = argument(call, "filepath")
        end = ending(file, given.value) if given is not None else None
        weights_only = keyword(call, "save_weights_only")
        is_of_weights = is_method or (weights_only is not None and literal(weights_only.value) is True)
        refused = _HDF5 if is_of_weights else _HDF5[1:]
        if end is not None and end.endswith(refused) and not end.endswith(_WEIGHTS):
            yield call, Option(f"keras.models.Model.{_SAVING}" if is_method else _CHECKPOINT, "keras", legacy)


def _of_backend(file: File) -> _Uses:
    """`K.tf`, which no table has: the backend had imported TensorFlow for itself."""
    legacy = frozenset(release for release in api.releases("keras") if Version(release).release <= _LAST_OF_BACKEND)
    for reference in file.all_references():
        if reference.canonical.startswith(f"{_OF_BACKEND}.") and not reference.spelling.shimmed:
            yield reference.node, Option(_OF_BACKEND, "keras", legacy)


def _kept_shares(file: File) -> _Uses:
    """`keep_prob` where `tf.nn.dropout` takes a rate since TensorFlow 2; a mere name, it tells if nothing else does."""
    option = keyword_option(_DROPOUT, "keep_prob")
    for reference in file.references(_DROPOUT):
        call = file.call_of(reference)
        if option is None or call is None or reference.spelling.shimmed or len(call.args) <= 1:
            continue
        share = call.args[1]
        if share.keyword is None and not any(arg.star for arg in call.args[:2]) and _KEPT in _last_name(share.value):
            yield share, option


def _graphs(file: File) -> _Uses:
    """Placeholders, and sessions that run what the top of a script made: TensorFlow 2 refuses both by any name."""
    if has_switch(file) or any(map(enters_graph, file.every(cst.With))):
        return
    legacy = frozenset(each for each in api.releases("tensorflow") if minor_version(each) < (2, 0))
    for reference in file.all_references():
        name = reference.spelling.in_tensorflow_1
        if name != _PLACEHOLDER and (name not in SESSIONS or not _runs_what_the_top_made(file, reference)):
            continue
        if reference.certain and not reference.spelling.shimmed and _is_at_the_top(file, reference.node):
            yield reference.node, Option(reference.qualified, "tensorflow", legacy)


def _runs_what_the_top_made(file: File, reference: Reference) -> bool:
    """True for `session = tf.Session()` or `with tf.Session() as session:` that runs variables of the module."""
    call = file.call_of(reference)
    owner = file.parent(call) if call is not None else None
    if call is None or any(arg.keyword is None or arg.keyword.value != "config" for arg in call.args):
        return False
    if isinstance(owner, cst.Assign):
        sessions = {name_of(each.target) for each in owner.targets}
    elif isinstance(owner, cst.WithItem) and owner.asname is not None:
        sessions = {name_of(owner.asname.name)}
    else:
        return False
    runs = [
        each.args[0].value
        for each in file.calls
        if isinstance(each.func, cst.Attribute)
        and each.func.attr.value == "run"
        and name_of(each.func.value) in sessions
        and each.args
    ]
    return any(_is_computed_at_the_top(file, name, set()) for each in runs for name in nodes(each, cst.Name))


def _is_computed_at_the_top(file: File, name: cst.Name, seen: set[str]) -> bool:
    """True if calls of TensorFlow at the top of the script are in the value of a name."""
    if name.value in seen:
        return False
    seen.add(name.value)
    binding = file.only_binding(name)
    target = file.parent(binding.node) if binding is not None and binding.node is not None else None
    owner = file.parent(target) if isinstance(target, cst.AssignTarget) else None
    if not isinstance(owner, cst.Assign) or not _is_at_the_top(file, owner):
        return False
    references = (file.reference(call.func) for call in nodes(owner.value, cst.Call))
    if any(each is not None and each.qualified.startswith("tensorflow.") for each in references):
        return True
    return any(_is_computed_at_the_top(file, each, seen) for each in nodes(owner.value, cst.Name))


def _is_at_the_top(file: File, node: cst.CSTNode) -> bool:
    return file.block(file.statement(node)) is file.module


def _for_python_2(file: File) -> _Uses:
    """What was to run on Python 2, in a file of standalone Keras; as it may be a leftover, it tells if nothing does."""
    legacy = frozenset(each for each in api.releases("keras") if minor_version(each) <= _LAST_FOR_PYTHON_2)
    for node in signs_of_python_2(file):
        here = node if file is file.original else file.module.body[0]  # an edited file has other nodes
        yield here, Option("Python 2", "keras", legacy)


def _last_name(value: cst.BaseExpression) -> str:
    node = value.attr if isinstance(value, cst.Attribute) else value
    return node.value if isinstance(node, cst.Name) else ""
