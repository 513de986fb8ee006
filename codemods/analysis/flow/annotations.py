"""Annotations that Python does not evaluate."""

from __future__ import annotations

import libcst as cst

from codemods.source.file import File, from_module, once_per_file


def is_never_evaluated(file: File, node: cst.CSTNode) -> bool:
    """True in an annotation of a file that postpones them, and in that of a variable or an attribute in a function."""
    annotation = next((each for each in file.ancestors(node) if isinstance(each, cst.Annotation)), None)
    if annotation is None:
        return False
    is_of_variable = isinstance(file.parent(annotation), cst.AnnAssign)
    return (is_of_variable and isinstance(file.scope(node).owner, cst.FunctionDef)) or _are_postponed(file)


@once_per_file
def _are_postponed(file: File) -> bool:
    futures = (each for each in file.every(cst.ImportFrom) if from_module(each) == "__future__")
    names = (each.names for each in futures if not isinstance(each.names, cst.ImportStar))
    return any(alias.evaluated_name == "annotations" for each in names for alias in each)
