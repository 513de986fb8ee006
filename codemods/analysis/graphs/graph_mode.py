"""Scripts that build a graph and run it in sessions, as in TensorFlow 1, and how they can keep doing so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.graph_entries import enters_graph, has_switch
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.graphs.evaluated import is_evaluated_anywhere
from codemods.analysis.releases.written_for import is_written_for_tensorflow_1, written_for
from codemods.rewriting.rename import start_of
from codemods.source.arguments import keyword
from codemods.source.canonical_names import V1
from codemods.source.file import File, ImportedName, Reference, body_of, name_of, once_per_file
from compat.tables.behaviour.graph_mode import GRAPH_ONLY
from compat.tables.names.makers import SESSIONS

_ROOT = "tensorflow"
_ESTIMATORS = (
    "tensorflow.estimator",
    "tensorflow.compat.v1.estimator",
    "tensorflow.contrib.estimator",
    "tensorflow.contrib.learn",
    "tensorflow.contrib.tpu",
    "keras.estimator",
)
_DATASETS = ("tensorflow.contrib.learn.datasets.", "tensorflow.contrib.learn.python.learn.datasets.")
"""The loaders that stand beside the Estimators of `contrib.learn`."""
_BESIDE_GRAPHS = (
    "keras.backend.clear_session",
    "keras.backend.get_session",
    "keras.backend.set_session",
    "keras.datasets.",
    "keras.preprocessing.",
    "keras.utils.Progbar",
    "keras.utils.get_file",
    "keras.utils.normalize",
    "keras.utils.to_categorical",
)
"""Keras symbols that are unrelated to models."""

_OF_SUMMARIES = (
    *("tensorflow.Summary.", "tensorflow.summary.Summary.", "tensorflow.HistogramProto.", "tensorflow.gfile."),
    *("tensorflow.summary.FileWriter.", "tensorflow.train.summary_iterator."),
)
"""What a logger for TensorBoard needs."""

_SAME_PART = 5
"""Uses that are at most this many lines apart belong to one part of a script."""

_SET_SESSION = "keras.backend.set_session"
_SESSIONS_OF_KERAS = ("keras.backend.get_session", _SET_SESSION)
_WITH_RUN = frozenset({"absl", "asyncio", "runpy", "subprocess"})
"""Packages that have a `run` of their own."""
_FUNCTIONS = tuple(f"keras.{name}." for name in ("activations", "backend", "initializers", "losses", "regularizers"))
"""What runs in a graph, too."""


class Swap(NamedTuple):
    """The `tensorflow` imports that become `tf.compat.v1`, and the names that were already spelled out below it."""

    imports: tuple[ImportedName, ...]
    spelled_out: tuple[Reference, ...]


@once_per_file
def graph_uses(file: File) -> tuple[Reference, ...]:
    """The certain uses of names that only a graph has, in source order.

    A session that is made for Keras alone is left to the rule `sessions`.
    """
    return _graph_uses(file, shimmed=False)


@once_per_file
def graph_uses_on_shims(file: File) -> tuple[Reference, ...]:
    """The same uses through the shims."""
    return _graph_uses(file, shimmed=True)


@once_per_file
def starred_graph_uses(file: File) -> tuple[Reference, ...]:
    """The same uses of a `tf` that a star import brings, outside of any graph, where no module switches to graphs."""
    found = _graph_uses(file, shimmed=False, starred=True)
    uses = tuple(each for each in found if not is_guarded(file, each))
    return uses if uses and not has_switch(file) and not _switches_elsewhere(file) else ()


def _switches_elsewhere(file: File) -> bool:
    """True if a module that is imported, or that it imports, has TensorFlow 2 behaviour disabled, or will have."""
    pending, seen = [*file.imported_modules], {file}
    while pending:
        module = pending.pop()
        if module in seen:
            continue
        seen.add(module)
        if has_switch(module) or is_in_graph_mode(module):
            return True
        pending += module.imported_modules
    return False


def _graph_uses(file: File, *, shimmed: bool, starred: bool = False) -> tuple[Reference, ...]:
    choices = Choices(file)
    return tuple(
        reference
        for reference in file.all_references()
        if reference.certain
        and reference.spelling.shimmed is shimmed
        and _is_through_star(file, reference) is starred
        and reference.spelling.in_tensorflow_1 in GRAPH_ONLY
        and not any(len(branch.open_ways) > 1 for branch in choices.leading_to(reference.node))
        and not _is_for_keras(file, reference)
        and not _is_annotation(file, reference)
        and not _is_set_on_module(file, reference)
        and not is_evaluated_anywhere(file, reference)
        and not (is_writer(reference) and is_guarded(file, reference))
    )


def is_writer(reference: Reference) -> bool:
    """True for a writer of summaries, which no graph has to be built for."""
    return reference.spelling.in_tensorflow_1 == "tensorflow.summary.FileWriter"


def unguarded_uses(file: File) -> tuple[Reference, ...]:
    """The graph uses outside of any `with graph.as_default()`.

    They build the default graph, which eager code does not have.
    """
    return tuple(each for each in graph_uses(file) if not is_guarded(file, each))


def are_writers_alone(file: File, uses: tuple[Reference, ...]) -> bool:
    """True if writers of summaries are all that needs a graph, beside Keras or where nothing but summaries is made."""
    if not uses or not all(is_writer(each) for each in uses):
        return False
    names = (each.spelling.in_tensorflow_1 for each in file.all_references() if file.longer(each) is None)
    return bool(keras_uses(file)) or all(f"{each}.".startswith(_OF_SUMMARIES) for each in names)


def is_guarded(file: File, reference: Reference) -> bool:
    """True if a use is inside of a `with graph.as_default()`, or is a session that is given its graph."""
    return any(map(enters_graph, file.ancestors(reference.node))) or _has_graph(file, reference)


def _has_graph(file: File, reference: Reference) -> bool:
    """True for a call `tf.Session(graph=graph)`, and for `tf.Session.reset`, which needs none."""
    call = file.call_of(reference)
    if reference.spelling.in_tensorflow_1 not in SESSIONS:
        return False
    if call is None:
        return file.longer(reference) is not None
    positional = [arg for arg in call.args if arg.keyword is None and not arg.star]
    graph = positional[1] if len(positional) > 1 else keyword(call, "graph")
    return graph is not None and name_of(graph.value) != "None"


def _is_through_star(file: File, reference: Reference) -> bool:
    start = start_of(file, reference)
    return start is not None and isinstance(start.node, cst.Name) and file.is_unbound(start.node)


def _is_for_keras(file: File, reference: Reference) -> bool:
    """True if a session is passed to Keras, or stands in a Keras script that runs nothing in sessions itself."""
    if reference.spelling.in_tensorflow_1 not in SESSIONS:
        return False
    above = (
        each
        for each in file.ancestors(reference.node)
        if isinstance(each, cst.Call) and each.func is not reference.node
    )
    if file.symbol(next(above, cst.Call(cst.Name("_"))).func) == _SET_SESSION:
        return True
    return bool(keras_uses(file) or file.references(_SET_SESSION)) and not any(_runs(file, call) for call in file.calls)


def _is_annotation(file: File, reference: Reference) -> bool:
    """True for the type of a parameter or of a result, and for a part of a type: they make nothing."""
    if isinstance(file.parent(file.parent(reference.node) or file.module), cst.SubscriptElement):
        return True
    return any(isinstance(above, cst.Annotation) for above in file.ancestors(reference.node))


def _is_set_on_module(file: File, reference: Reference) -> bool:
    """True for `tf.Session = tf.compat.v1.Session`, which makes nothing."""
    above = file.parent(reference.node)
    targets = [each.target for each in above.targets] if isinstance(above, cst.Assign) else []
    return bool(targets) and all(
        isinstance(each, cst.Attribute) and file.qualified_name(each) is not None for each in targets
    )


def _runs(file: File, call: cst.Call) -> bool:
    """True if a call may be `session.run(...)`, and is none of a module such as `absl.app` or `subprocess`."""
    if not isinstance(call.func, cst.Attribute) or call.func.attr.value != "run":
        return False
    root = (file.qualified_name(call.func) or "").partition(".")[0]
    return root not in _WITH_RUN and file.reference(call.func) is None


@once_per_file
def keras_uses(file: File) -> tuple[Reference, ...]:
    """The uses of models, layers and what belongs to them, which Keras 3 cannot run in a graph."""
    return tuple(
        reference
        for reference in file.all_references()
        if reference.certain
        and reference.canonical.startswith("keras.")
        and not reference.canonical.startswith(_BESIDE_GRAPHS)
        and not any(each.startswith(f"{reference.canonical}.") for each in _BESIDE_GRAPHS)
        and file.longer(reference) is None
    )


def has_models(file: File) -> bool:
    """True if a file uses Keras for more than functions on tensors."""
    return any(not each.canonical.startswith(_FUNCTIONS) for each in keras_uses(file))


@once_per_file
def shared_sessions(file: File) -> tuple[Reference, ...]:
    """The sessions that a graph has in common with models of Keras, which a module has that the file imports."""
    found = (*file.references(*_SESSIONS_OF_KERAS),)
    is_shared = bool(found) and any(map(has_models, file.imported_modules))
    return tuple(each for each in found if not each.spelling.shimmed) if is_shared else ()


@once_per_file
def has_estimators(file: File) -> bool:
    """True if the file uses Estimators, which make their own graphs."""
    names = [each.spelling for each in file.imports] + [each.spelling for each in file.all_references()]
    return any(
        found is not None
        and f"{found.plain}.".startswith(tuple(f"{each}." for each in _ESTIMATORS))
        and not f"{found.plain}.".startswith(_DATASETS)
        for found in names
    )


@once_per_file
def is_in_graph_mode(file: File) -> bool:
    """True if a file of TensorFlow 1 builds a graph, without Keras models, Estimators or behaviour switches."""
    return _builds_graph(file) and is_written_for_tensorflow_1(file)


@once_per_file
def is_in_graph_mode_by_star(file: File) -> bool:
    """True if a file of TensorFlow 1 builds a graph with a `tf` that a star import brings, which nothing switches."""
    uses = starred_graph_uses(file)
    if not uses or graph_uses(file) or all(is_writer(each) for each in uses):
        return False
    return not _runs_otherwise(file) and is_written_for_tensorflow_1(file)


@once_per_file
def may_be_in_graph_mode(file: File) -> bool:
    """True if a script builds the default graph, and nothing shows for which TensorFlow it was written."""
    return bool(unguarded_uses(file)) and _builds_graph(file) and written_for(file).tensorflow is None


def _builds_graph(file: File) -> bool:
    if has_switch(file) or _runs_otherwise(file):
        return False
    return bool(graph_uses(file)) and not are_writers_alone(file, graph_uses(file))


def _runs_otherwise(file: File) -> bool:
    """True for a file of Keras or of Estimators, or with a session that it shares with Keras."""
    return bool(keras_uses(file) or has_estimators(file) or shared_sessions(file))


@once_per_file
def swap(file: File) -> Swap | None:
    """Plan to turn `import tensorflow as tf` into `import tensorflow.compat.v1 as tf`; None if some name forbids it."""
    if not is_in_graph_mode(file):
        return None
    imports = [each for each in file.imports if isinstance(each.statement, cst.Import) and _binds_root(each)]
    if not any(is_plain_line(file, each.statement) for each in imports) or any(_is_dotted(each) for each in imports):
        return None
    below = list(_below(file, {each.local for each in imports}))
    if not all(each.certain for each in below):
        return None
    spelled_out = [each for each in below if each.qualified.startswith(f"{V1}.")]
    others = [each for each in below if not f"{each.qualified}.".startswith(f"{V1}.")]
    if any(file.target.has(each.qualified) and not file.target.has(_in_v1(each.qualified)) for each in others):
        return None
    return Swap(tuple(imports), tuple(each for each in spelled_out if _is_child_of_v1(each)))


def first_import(file: File) -> cst.SimpleStatementLine | None:
    """The first line at the top level of the module that imports TensorFlow; None if there is no such line."""
    for imported in file.imports:
        line = file.parent(imported.statement)
        if imported.spelling and isinstance(line, cst.SimpleStatementLine) and is_plain_line(file, imported.statement):
            return line
    return None


def _binds_root(imported: ImportedName) -> bool:
    """True if an import statement binds the package `tensorflow` itself."""
    return imported.qualified == _ROOT or (imported.alias.asname is None and imported.qualified.startswith(f"{_ROOT}."))


def _is_dotted(imported: ImportedName) -> bool:
    return imported.qualified != _ROOT


def is_plain_line(file: File, statement: cst.CSTNode) -> bool:
    """True if a statement is alone on a line at the top level of the module."""
    line = file.parent(statement)
    return isinstance(line, cst.SimpleStatementLine) and len(line.body) == 1 and file.parent(line) is file.module


def _below(file: File, locals_: set[str]) -> Iterator[Reference]:
    """The references that start at a name bound by these imports."""
    for reference in file.all_references():
        if reference.qualified.startswith(f"{_ROOT}.") and (name_of(reference.node) or "").split(".")[0] in locals_:
            yield reference


def _in_v1(qualified: str) -> str:
    return f"{V1}.{qualified.removeprefix(f'{_ROOT}.')}"


def _is_child_of_v1(reference: Reference) -> bool:
    return reference.qualified.count(".") == V1.count(".") + 1


def last_import(file: File, first: cst.SimpleStatementLine) -> cst.BaseStatement:
    """The last statement of the sequence of imports that begins with `first`."""
    body = list(body_of(file.module))
    index = body.index(first)
    while index + 1 < len(body) and _only_imports(body[index + 1]):
        index += 1
    return body[index]


def _only_imports(statement: cst.CSTNode) -> bool:
    if isinstance(statement, cst.SimpleStatementLine):
        return all(isinstance(part, cst.Import | cst.ImportFrom) for part in statement.body)
    if isinstance(statement, cst.Try) and isinstance(statement.body, cst.IndentedBlock):
        blocks = [statement.body, *(handler.body for handler in statement.handlers)]
        return all(_only_imports(each) or _is_pass(each) for block in blocks for each in block.body)
    return False


def _is_pass(statement: cst.CSTNode) -> bool:
    return isinstance(statement, cst.SimpleStatementLine) and all(isinstance(part, cst.Pass) for part in statement.body)


def lines_of(file: File, uses: tuple[Reference, ...]) -> str:
    """The lines of some uses as text, `line 3` or `lines 3, 10-24`; uses that are close together share a range."""
    ranges: list[list[int]] = []
    for number in sorted({file.line(each.node) for each in uses}):
        if ranges and number <= ranges[-1][-1] + _SAME_PART:
            ranges[-1] = [ranges[-1][0], number]
        else:
            ranges.append([number])
    text = ", ".join("-".join(map(str, each)) for each in ranges)
    return f"line {text}" if text.isdigit() else f"lines {text}"
