"""Let a script that builds a graph go on with `tf.compat.v1`, with the behaviour of TensorFlow 2 disabled.

## What it does

`import tensorflow as tf` becomes `import tensorflow.compat.v1 as tf`, followed by `tf.disable_v2_behavior()`.
If the import cannot stand for `tf.compat.v1`, TFM103 respells the names one by one. Where a star import of a module of
the project brings `tf`, and no module has disabled it, `tf.compat.v1.disable_v2_behavior()` follows the imports.

## Why

TensorFlow 2 has no `tf.Session`, and `tf.compat.v1.placeholder` raises RuntimeError while TensorFlow 2 runs eagerly.
https://www.tensorflow.org/guide/migrate/upgrade

## Numbers

Same. A line fitted in 200 steps has the losses and weights of TensorFlow 1.15.5 to 1e-4
(`tests/codemods/fixtures/graph_mode/training.in.py`). Towers, one per GPU with averaged gradients, have those of
1.13.2 and 1.15.5 to 1e-6 (`tests/codemods/fixtures/custom_loops/towers.in.py`).

## What it leaves to you

Scripts with a graph and a Keras model, which does not run in a graph: the report says which lines are which. So it does
where the graph shares `K.get_session()` with a model of an imported module.

Towers run on as they are. Today's form is a `tf.distribute.MirroredStrategy`: the loop over devices becomes
`strategy.run(step, args=(batch,))`, shared variables are made in `strategy.scope()`, and each replica's loss is the sum
over its rows divided by the global batch, so that the added up gradients are the average that the towers took.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.graphs.graph_mode import (
    Swap,
    are_writers_alone,
    first_import,
    graph_uses,
    is_in_graph_mode,
    is_in_graph_mode_by_star,
    is_plain_line,
    keras_uses,
    last_import,
    lines_of,
    may_be_in_graph_mode,
    shared_sessions,
    starred_graph_uses,
    swap,
    unguarded_uses,
)
from codemods.rewriting.add_imports import bind_module
from codemods.rewriting.replace import replace
from codemods.source.canonical_names import V1, without_v1
from codemods.source.file import File, from_module, name_of
from codemods.types import Edit, Manual, Replacement, Stage, Undecided, rule


@rule(
    "TFM160",
    stage=Stage.LATE,
    example="""
    import tensorflow as tf

    x = tf.placeholder(tf.float32, [None, 3])
    total = tf.reduce_sum(x)
    with tf.Session() as session:
        print(session.run(total, {x: [[1, 2, 3]]}))
    """,
)
def graph_mode(file: File) -> Iterator[Edit | Manual | Undecided]:
    """In a script with a graph and a Keras model, which cannot run in one, report which lines are which."""
    swapped = swap(file)
    if swapped is not None:
        yield _swapped(file, swapped)
    elif is_in_graph_mode(file):
        yield _disabled(file)
    elif is_in_graph_mode_by_star(file):
        yield _disabled_behind_star(file)
    elif may_be_in_graph_mode(file):
        use = unguarded_uses(file)[0]
        yield Undecided(use.node, use.qualified, "tensorflow==1.15")
    else:
        yield from _mixed(file)


def _mixed(file: File) -> Iterator[Manual]:
    """A graph, and Keras in the file or in what shares its session."""
    uses, of_keras = unguarded_uses(file), keras_uses(file) or shared_sessions(file)
    if uses and of_keras and not are_writers_alone(file, uses):
        said = (
            f"this script has a graph ({lines_of(file, uses)}) and Keras "
            f"({lines_of(file, of_keras)}), and Keras 3 does not run in a graph"
        )
        advice = f"move the graph into its own script, which calls {_CALL} first"
        yield Manual(uses[0].node, uses[0].qualified, said, advice)


_CALL = "tf.compat.v1.disable_v2_behavior()"
_NEEDS_GRAPH = "a graph can only be built once TensorFlow 2 behaviour is disabled"


def _swapped(file: File, swapped: Swap) -> Edit:
    """Import `tensorflow.compat.v1` as `tf`, and shorten the names that were already spelled out below it."""
    replacements: list[tuple[cst.CSTNode, Replacement]] = []
    for imported in swapped.imports:
        asname = imported.alias.asname or cst.AsName(cst.Name(imported.local))
        alias = imported.alias.with_changes(name=cst.parse_expression(V1), asname=asname)
        replacements.append((imported.alias, alias))
    for reference in swapped.spelled_out:
        short = cst.parse_expression(without_v1(file.code(reference.node)))
        replacements.append((reference.node, short))
    first = next(each for each in swapped.imports if is_plain_line(file, each.statement))
    line = file.statement(first.statement)
    said = f"tensorflow is now {V1}, with TensorFlow 2 behaviour disabled"
    call = f"{first.local}.disable_v2_behavior()"
    return Edit(first.statement, said, _behind_imports(file, line, call, replacements))


def _disabled(file: File) -> Edit | Manual:
    """Disable TensorFlow 2 behaviour if the import cannot change; TFM103 then respells the names one by one."""
    use = graph_uses(file)[0]
    line = first_import(file)
    if line is None:
        return Manual(use.node, use.qualified, _NEEDS_GRAPH, f"call {_CALL} first, and import tensorflow at the top")
    name, imports = bind_module(file, "tensorflow", "tf", use.node)
    replacements = _behind_imports(file, line, f"{name}.compat.v1.disable_v2_behavior()", [])
    return Edit(line, "TensorFlow 2 behaviour is disabled", replacements, imports)


def _disabled_behind_star(file: File) -> Edit | Manual:
    """Disable it behind the star import that brings `tf`, whose names TFM103 respells."""
    use = starred_graph_uses(file)[0]
    local = (name_of(use.node) or "").partition(".")[0]
    star = next((each for each in file.star_imports if _brings(file, each, local)), None)
    if star is None or not is_plain_line(file, star):
        return Manual(use.node, use.qualified, _NEEDS_GRAPH, f"call {_CALL} before the names of TensorFlow are used")
    replacements = _behind_imports(file, file.statement(star), f"{local}.compat.v1.disable_v2_behavior()", [])
    return Edit(star, "TensorFlow 2 behaviour is disabled", replacements)


def _brings(file: File, star: cst.ImportFrom, name: str) -> bool:
    """True if this star import is of the module of the project that a name comes from."""
    module = file.project.module(from_module(star))
    found = file.starred(name)
    return module is not None and found is not None and (found[0] is module or found[0] in module.imported_modules)


def _behind_imports(
    file: File, line: cst.CSTNode, call: str, replacements: list[tuple[cst.CSTNode, Replacement]]
) -> tuple[tuple[cst.CSTNode, Replacement], ...]:
    """The replacements, and a call after the imports that begin with `line`."""
    assert isinstance(line, cst.SimpleStatementLine)
    last = last_import(file, line)
    inside = [(old, new) for old, new in replacements if last in file.ancestors(old)]
    others = [(old, new) for old, new in replacements if last not in file.ancestors(old)]
    statement = cst.parse_statement(call, config=file.module.config_for_parsing)
    return (*others, (last, cst.FlattenSentinel([replace(last, inside), statement])))
