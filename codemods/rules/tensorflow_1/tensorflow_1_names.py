"""Call what TensorFlow 1 had by its name of today: `tf.log` is `tf.math.log`, `tf.placeholder` is in `tf.compat.v1`.

## What it does

Rewrites names to the modern path of the same object.
In a file written for TensorFlow 1, a name that both versions have (`tf.nn.dropout`) goes to `tf.compat.v1`, unless the
call means the same in both: then only its keywords change. `tf.Variable(...)` goes there in a module that a script with
a graph imports.

## Why

`tf.log` raises AttributeError on TensorFlow 2. `tf.nn.dropout(x, 0.9)` raises nothing and drops 90 % instead of 10 %.
A `tf.Variable` of TensorFlow 2 that is fetched beside its update is read before or after it, by chance.
https://www.tensorflow.org/guide/migrate/upgrade

## Numbers

Same. Each renamed object is the identical one (`tests/compat/tables/test_renames.py`); each call that keeps its name
was made in both versions with every parameter (`tests/compat/tables/test_same_meaning.py`).

## What it leaves to you

Names that come through a star import, or that the file binds twice: TFM191 reports them.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.graphs.graph_mode import first_import, is_in_graph_mode, swap
from codemods.analysis.graphs.tensorflow_1 import (
    is_undecided,
    kept_use,
    means_two_functions,
    modern_import,
    modern_path,
    moved_to,
    named_arguments,
)
from codemods.rewriting.merge_imports import merge_imports
from codemods.rewriting.rename import respelled_from_import, respelled_import, respelled_in_place, start_of
from codemods.rules.tensorflow_1.dropout_rate import rate_edit
from codemods.rules.tensorflow_1.glimpses import glimpse_edit
from codemods.rules.tensorflow_1.label_gradients import label_edit
from codemods.rules.tensorflow_1.name_scopes import scope_edit
from codemods.rules.tensorflow_1.space_to_batch import batch_edit
from codemods.rules.tensorflow_1.split_strings import split_edit
from codemods.rules.tensorflow_1.strict_conditions import strict_edit
from codemods.rules.tensorflow_1.successors import successor_edit
from codemods.source.arguments import named, with_args
from codemods.source.file import File, ImportedName, Reference, from_module, name_of
from codemods.types import Edit, Stage, Undecided, rule
from compat.tables.behaviour.graph_mode import GRAPH_ONLY
from compat.tables.names.tensorflow_1 import CHANGED

_MEANINGS = "in TensorFlow 1 it is the mean of a batch, and in TensorFlow 2 a number for each row"
_CHOICE = "write tf.compat.v1 or tf.keras before the name"


@rule(
    "TFM103",
    stage=Stage.LATE,
    example="""
    import tensorflow as tf

    tf.set_random_seed(1)
    loss = tf.reduce_mean(tf.log(prediction), axis=1, keep_dims=True)
    loss = tf.nn.dropout(loss, 0.9)
    """,
)
def tensorflow_1_names(file: File) -> Iterator[Edit | Undecided]:
    """In a file of TensorFlow 1, carry names that mean something else in TensorFlow 2 to `tf.compat.v1`."""
    if swap(file) is not None:
        return
    edits = {
        statement: edit
        for statement in dict.fromkeys(imported.statement for imported in file.imports)
        if (edit := _import(file, statement))
    }
    merged = list(merge_imports(file, edits))
    covered = {statement for statements, _ in merged for statement in statements}
    yield from (edit for _, edit in merged)
    yield from (edit for statement, edit in edits.items() if statement not in covered)
    for reference in file.all_references():
        if reference.certain and _is_whole(file, reference) and not _has_own_rule(file, reference):
            yield from _in_place(file, reference)
            if is_undecided(file, reference):
                stake = _MEANINGS if means_two_functions(file, reference.spelling) else ""
                yield Undecided(
                    reference.node, reference.qualified, "tensorflow==1.15", stake, _CHOICE if stake else ""
                )


def _import(file: File, statement: cst.Import | cst.ImportFrom) -> Edit | None:
    names = [imported for imported in file.imports if imported.statement is statement]
    paths = {imported.alias: _path(file, imported) for imported in names}
    if not any(paths.values()):
        return None
    if isinstance(statement, cst.Import):
        return respelled_import(file, statement, paths)
    module = from_module(statement)
    targets = {alias: path or f"{module}.{name_of(alias.name)}" for alias, path in paths.items()}
    return respelled_from_import(file, statement, paths, targets)


def _path(file: File, imported: ImportedName) -> str | None:
    path = modern_import(file, imported)
    return None if path == imported.qualified or _waits(file, imported.qualified) else path


def _in_place(file: File, reference: Reference) -> Iterator[Edit]:
    short = reference.qualified.rpartition(".")[2]
    yield from _arguments(file, reference, short)
    for arg, name in named_arguments(file, reference):
        yield Edit(
            arg,
            f"{short}({name}=) is now passed by keyword: tf.compat.v1 has it at another position",
            ((arg, named(arg, name)),),
        )
    path = modern_path(file, reference)
    if not isinstance(reference.node, cst.Attribute) or path in (None, reference.qualified):
        return
    if not (_waits(file, reference.qualified) or _comes_by_import(file, reference)):
        assert path is not None
        said = f"{reference.qualified} means something else in TensorFlow 2; {path} is what it was"
        yield respelled_in_place(file, reference, path, said if reference.spelling.plain in CHANGED else "")


def _arguments(file: File, reference: Reference, short: str) -> Iterator[Edit]:
    """Rename the keywords of a call, name what has another place in TensorFlow 2, and drop what has no effect."""
    use, call = kept_use(file, reference), file.call_of(reference)
    if call is None or not (use.dropped or any(arg.keyword is None for arg, _ in use.keywords)):
        for arg, name in use.keywords:
            assert arg.keyword is not None
            yield Edit(arg, f"{short}({arg.keyword.value}=) is now {short}({name}=)", ((arg, named(arg, name)),))
        return
    words = dict(use.keywords)
    gone = dict(use.dropped)
    args = [named(arg, words[arg]) if arg in words else arg for arg in call.args if arg not in gone]
    said = [f"{name}= is passed by keyword" for arg, name in use.keywords if arg.keyword is None]
    said += [f"{arg.keyword.value}= is now {name}=" for arg, name in use.keywords if arg.keyword]
    said += [f"{name}={file.code(arg.value)} is left out" for arg, name in use.dropped]
    yield Edit(call, f"{short}(): {', '.join(said)}", ((call, with_args(call, args)),))


_OWN_RULES = (
    successor_edit,
    rate_edit,
    label_edit,
    scope_edit,
    batch_edit,
    glimpse_edit,
    split_edit,
    strict_edit,
)


def _has_own_rule(file: File, reference: Reference) -> bool:
    """True if a rule of its own carries a call, which it would no longer know by its name in `tf.compat.v1`."""
    return any(edit_of(file, reference) is not None for edit_of in _OWN_RULES)


def _waits(file: File, qualified: str) -> bool:
    """True if a graph is built where no line can disable TensorFlow 2 first: `graph_mode` reports that."""
    return qualified in GRAPH_ONLY and is_in_graph_mode(file) and first_import(file) is None


def _is_whole(file: File, reference: Reference) -> bool:
    """True if this name is not part of a longer one that is known."""
    longer = file.longer(reference)
    return longer is None or not (moved_to(file, longer.spelling.plain) is not None or longer.spelling.plain in CHANGED)


def _comes_by_import(file: File, reference: Reference) -> bool:
    """True if the name starts at an import that is respelled itself."""
    start = start_of(file, reference)
    return start is None or any(
        isinstance(start.node, cst.Name)
        and imported.local == start.node.value
        and imported.qualified == start.qualified
        and _path(file, imported) is not None
        for imported in file.imports
    )
