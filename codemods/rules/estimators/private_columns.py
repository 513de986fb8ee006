"""Ask for the classes that feature columns have today.

## What it does

`isinstance(column, feature_column._NumericColumn)` becomes `isinstance(column, feature_column_v2.NumericColumn)`, and
so for the other columns, in tuples, and beside `type(column)`.

## Why

`tf.feature_column` has made other classes since TensorFlow 1.13; those before are still there, and no column is one.
What filters columns with them finds none, and an Estimator is made without: "Either linear_feature_columns or
dnn_feature_columns must be defined".
https://github.com/tensorflow/tensorflow/blob/v1.13.1/tensorflow/python/feature_column/feature_column_v2.py

## Numbers

Same: the columns are of these classes on TensorFlow 1.13 to 2.21 (`tests/compat/tables/test_private_columns.py`).

## What it leaves to you

Other uses of the classes, such as deriving from one. `_DenseColumn` and `_CategoricalColumn` are bases of all columns.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.rewriting.add_imports import bind_module
from codemods.source.file import File, Reference
from codemods.types import Edit, rule
from compat.tables.names.private_columns import NEW_COLUMNS, PRIVATE_COLUMNS

_ASKING = ("isinstance", "issubclass")


@rule(
    "TFM494",
    example="""
    from tensorflow.python.feature_column import feature_column

    def dense(columns):
        return [each for each in columns if isinstance(each, feature_column._NumericColumn)]
    """,
)
def private_columns(file: File) -> Iterator[Edit]:
    """Replace the class where something is asked whether it is one."""
    for reference in file.references(*PRIVATE_COLUMNS):
        if reference.certain and file.longer(reference) is None and _is_asked_for(file, reference):
            module, imports = bind_module(file, NEW_COLUMNS, "feature_column_v2", reference.node)
            code = f"{module}.{PRIVATE_COLUMNS[reference.canonical]}"
            said = f"columns are of the class {PRIVATE_COLUMNS[reference.canonical]} since TensorFlow 1.13"
            yield Edit(reference.node, said, ((reference.node, cst.parse_expression(code)),), imports, still_runs=True)


def _is_asked_for(file: File, reference: Reference) -> bool:
    """True for the class, alone or in a tuple, in `isinstance(column, ...)` and `type(column) == ...`."""
    node = file.parent(reference.node)
    while isinstance(node, cst.Element | cst.Tuple | cst.List | cst.Arg | cst.ComparisonTarget):
        node = file.parent(node)
    if isinstance(node, cst.Comparison):
        return isinstance(node.left, cst.Call) and file.is_builtin(node.left.func, "type")
    return isinstance(node, cst.Call) and file.is_builtin(node.func, *_ASKING)
