"""Import Keras and TensorFlow below star imports of the project that bring another one under the same name.

## What it does

Where the upgrade has changed what an import binds, `import tensorflow as tf` to `import tensorflow.compat.v1 as tf` or
`from compat import tensorflow as tf`, the import moves below `from ops import *` if that module of the project imports
`tensorflow` as `tf` as well. If it stands beside other imports, or code comes between, it is written below once more.

## Why

Both were one `tf`, so that it made no difference which of them came last. Now they are two, and the star would bind the
name to plain TensorFlow 2: AttributeError, "module 'tensorflow' has no attribute 'placeholder'".
https://docs.python.org/3/reference/simple_stmts.html#the-import-statement

## Numbers

No numbers involved.

## What it leaves to you

Star imports in functions, blocks and `try`, and of modules that are not in the project.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.graphs.graph_mode import is_plain_line, last_import
from codemods.source.file import File, ImportedName, body_of, from_module
from codemods.types import Edit, Replacement, Stage, rule


@rule(
    "TFM371",
    stage=Stage.BEHAVIOUR,
    example="""
    import tensorflow as tf
    from ops import *  # ops imports tensorflow as tf

    x = tf.placeholder(tf.float32, [None, 3])
    with tf.Session() as session:
        print(session.run(linear(x), {x: [[1, 2, 3]]}))
    """,
    beside=(("ops", "import tensorflow as tf"),),
)
def rebinding_stars(file: File) -> Iterator[Edit]:
    """The last star that brings the name decides."""
    for imported in reversed(file.imports):
        star = next((each for each in reversed(file.star_imports) if _rebinds(file, each, imported)), None)
        if star is not None and is_plain_line(file, star):
            module = from_module(star)
            said = f"{imported.qualified} is imported below {module}, which brings another {imported.local}"
            yield Edit(imported.statement, said, _below(file, imported, star))


def _rebinds(file: File, star: cst.ImportFrom, imported: ImportedName) -> bool:
    """True if a star brings what the import bound before it was upgraded, and no import below binds the name anew."""
    if not file.before(imported.statement, star):
        return False
    again = {each.qualified for each in _imports(file, imported.local) if file.before(star, each.statement)}
    before = {each.qualified for each in _imports(file.original, imported.local)}
    if imported.qualified in before | again or len(before) != 1:
        return False
    module = file.project.names_in(from_module(star))
    if module is None or not module.exports(imported.local):
        return False
    return {each.qualified for each in _imports(module, imported.local)} == before


def _imports(file: File, name: str) -> list[ImportedName]:
    return [each for each in file.imports if each.local == name]


def _below(file: File, imported: ImportedName, star: cst.ImportFrom) -> tuple[tuple[cst.CSTNode, Replacement], ...]:
    """The import as a statement below the star; it moves there if nothing but imports is between them."""
    line, place = file.statement(imported.statement), file.statement(star)
    if _can_move(file, imported, line, place):
        below = line.with_changes(leading_lines=())
        return ((line, cst.RemoveFromParent()), (place, cst.FlattenSentinel([place, below])))
    alias = imported.alias.with_changes(comma=cst.MaybeSentinel.DEFAULT)
    without_brackets = {"lpar": None, "rpar": None} if isinstance(imported.statement, cst.ImportFrom) else {}
    again = cst.SimpleStatementLine([imported.statement.with_changes(names=[alias], **without_brackets)])
    return ((place, cst.FlattenSentinel([place, again])),)


def _can_move(file: File, imported: ImportedName, line: cst.BaseStatement, star: cst.BaseStatement) -> bool:
    """True if the import is alone on its line, with no comment above, and only imports are between it and the star."""
    names = imported.statement.names
    if not isinstance(line, cst.SimpleStatementLine) or isinstance(names, cst.ImportStar) or len(names) > 1:
        return False
    if not is_plain_line(file, imported.statement) or any(each.comment is not None for each in line.leading_lines):
        return False
    body = list(body_of(file.module))
    return body.index(line) < body.index(star) <= body.index(last_import(file, line))
