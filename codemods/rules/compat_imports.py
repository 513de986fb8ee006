"""With `--to compat`: import Keras and TensorFlow through the shims, and change nothing else.

The shims answer every legacy name and hand everything else on.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.edits import Edit, Manual, Replacement
from codemods.file import File, ImportedName, from_module, name_of
from codemods.registry import rule, rules

PACKAGE = "compat"


@rule(
    "TFM300",
    target="compat",
    example="""
    import tensorflow as tf
    from keras.utils import multi_gpu_model

    session = tf.Session()
    model = multi_gpu_model(model, gpus=2)
    """,
)
def compat_imports(file: File) -> Iterator[Edit | Manual]:
    """A file in which no other rule sees anything legacy is left alone."""
    if not any(True for other in (*rules("native"), *rules("late")) for _ in other.apply(file)):
        return
    for statement in dict.fromkeys(imported.statement for imported in file.imports):
        names = [imported for imported in file.imports if imported.statement is statement]
        if any(imported.spelling and not imported.spelling.shimmed for imported in names):
            replacements = _shimmed(file, statement, names)
            said = ", ".join(imported.qualified for imported in names if imported.spelling)
            if replacements:
                yield Edit(statement, f"{said} comes from the shims", replacements)
    for star in file.star_imports:
        module = from_module(star)
        if star.module is not None and file.spelling(module) and not module.startswith(PACKAGE + "."):
            new = cst.parse_expression(f"{PACKAGE}.{module}")
            yield Edit(star, f"{module} comes from the shims", ((star.module, new),))


def _shimmed(
    file: File, statement: cst.Import | cst.ImportFrom, names: list[ImportedName]
) -> tuple[tuple[cst.CSTNode, Replacement], ...]:
    if isinstance(statement, cst.ImportFrom):
        if statement.module is None:
            return ()
        return ((statement.module, cst.parse_expression(f"{PACKAGE}.{from_module(statement)}")),)
    return _plain_import(file, statement, names)


def _plain_import(
    file: File, statement: cst.Import, names: list[ImportedName]
) -> tuple[tuple[cst.CSTNode, Replacement], ...]:
    """`import keras, os` becomes `import os` and `from compat import keras`; `import a.b` binds `a` alone."""
    line = file.parent(statement)
    if not isinstance(line, cst.SimpleStatementLine | cst.SimpleStatementSuite):
        return ()
    parts: list[cst.BaseSmallStatement] = []
    for imported in names:
        alias = imported.alias.with_changes(comma=cst.MaybeSentinel.DEFAULT)
        if imported.spelling is None or imported.spelling.shimmed:
            parts.append(cst.Import([alias]))
            continue
        path = name_of(alias.name) or ""
        package, _, module = f"{PACKAGE}.{path}".rpartition(".")
        if alias.asname is None:
            package, module = PACKAGE, path.split(".")[0]
        parts.append(
            cst.ImportFrom(
                module=cst.parse_expression(package),  # type: ignore[arg-type]
                names=[cst.ImportAlias(cst.Name(module), _as_name(alias, module))],
            )
        )
    unique = {cst.Module([]).code_for_node(part): part for part in parts}
    index = line.body.index(statement)
    rest_before, rest_after = list(line.body[:index]), list(line.body[index + 1 :])
    if rest_before or rest_after or isinstance(line, cst.SimpleStatementSuite):
        body = [
            part.with_changes(semicolon=cst.MaybeSentinel.DEFAULT)
            for part in (*rest_before, *unique.values(), *rest_after)
        ]
        return ((line, line.with_changes(body=body)),)
    lines = [cst.SimpleStatementLine([part]) for part in unique.values()]
    lines[0] = lines[0].with_changes(leading_lines=line.leading_lines)
    lines[-1] = lines[-1].with_changes(trailing_whitespace=line.trailing_whitespace)
    return ((line, cst.FlattenSentinel(lines)),)


def _as_name(alias: cst.ImportAlias, module: str) -> cst.AsName | None:
    return alias.asname if alias.asname and name_of(alias.asname.name) != module else None
