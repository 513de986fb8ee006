"""Make the iterators of TensorFlow 1 with functions, as the datasets of TensorFlow 2 have no methods for them.

## What it does

`dataset.make_one_shot_iterator()` becomes `tf.compat.v1.data.make_one_shot_iterator(dataset)`, the same for
`make_initializable_iterator`; `dataset.output_types` becomes `tf.compat.v1.data.get_output_types(dataset)`.

`dataset.apply(tf.contrib.data.batch_and_drop_remainder(n))` becomes `dataset.batch(n, drop_remainder=True)`, and
`padded_batch_and_drop_remainder` likewise.

## Why

The methods are gone from `tf.data.Dataset`: AttributeError. The functions take any dataset, in a graph and eagerly.
https://www.tensorflow.org/api_docs/python/tf/compat/v1/data/make_one_shot_iterator

## Numbers

Same. Fourteen datasets give the same elements, types and shapes in both versions
(`tests/compat/tables/test_same_meaning.py`), and batches without a rest are those of 1.15.5
(`tests/compat/shims/contrib/test_contrib_data.py`).

## What it leaves to you

`output_types` and `output_shapes` of an object that the file does not show to be a dataset or an iterator of one.
A script that asks for the method first, or goes on with today's after an `AttributeError`, keeps its lines.
In eager code, `for row in dataset` needs no iterator.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.unreached import is_guarded
from codemods.analysis.graphs.dataset_members import MAKERS, PROPERTIES, has_function
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import named, with_args
from codemods.source.canonical_names import V1
from codemods.source.file import File
from codemods.types import Edit, Import, rule

_ROOT, _SHIMS = "tensorflow", "compat.tensorflow"
_BATCHES = {
    "tensorflow.contrib.data.batch_and_drop_remainder": "batch",
    "tensorflow.contrib.data.padded_batch_and_drop_remainder": "padded_batch",
}
"""The methods of datasets that have `drop_remainder=`."""


@rule(
    "TFM104",
    example="""
    import tensorflow as tf

    def input_fn():
        dataset = tf.data.Dataset.range(10).batch(2)
        return dataset.make_one_shot_iterator().get_next()
    """,
)
def dataset_iterators(file: File) -> Iterator[Edit]:
    """Call the function with the dataset in place of the method of the dataset."""
    for call in file.calls:
        method = call.func
        if not isinstance(method, cst.Attribute) or method.attr.value not in MAKERS:
            continue
        if has_function(file, method) and not is_guarded(file, method):
            name = method.attr.value
            tensorflow, imports = _tensorflow(file, call)
            said = f"datasets have no {name}() in TensorFlow 2: {name} is a function of tf.compat.v1.data"
            function = cst.parse_expression(f"{tensorflow}.data.{name}")
            made = with_args(call, [cst.Arg(method.value), *call.args]).with_changes(func=function)
            yield Edit(call, said, ((call, made),), imports)
    yield from _batches(file)
    for node in file.attributes:
        if node.attr.value in PROPERTIES and has_function(file, node) and not is_guarded(file, node):
            name = f"get_{node.attr.value}"
            tensorflow, imports = _tensorflow(file, node)
            said = f"datasets have no {node.attr.value} in TensorFlow 2: {name} is a function of tf.compat.v1.data"
            function = cst.parse_expression(f"{tensorflow}.data.{name}")
            yield Edit(node, said, ((node, cst.Call(function, [cst.Arg(node.value)])),), imports)


def _batches(file: File) -> Iterator[Edit]:
    """Call the method of the dataset in place of `apply`."""
    for reference in file.references(*_BATCHES):
        made = file.call_of(reference)
        apply = file.parent(file.parent(made) or made) if made is not None else None
        if made is None or reference.spelling.shimmed or not _is_apply(apply, made):
            continue
        assert isinstance(apply, cst.Call)
        name = _BATCHES[reference.canonical]
        args = [*made.args, named(cst.Arg(cst.Name("True")), "drop_remainder")]
        method = cst.ensure_type(apply.func, cst.Attribute).with_changes(attr=cst.Name(name))
        said = f"{reference.canonical} is {name}(drop_remainder=True) of the dataset"
        yield Edit(apply, said, ((apply, with_args(made, args).with_changes(func=method)),))


def _is_apply(call: cst.CSTNode | None, made: cst.Call) -> bool:
    """True for `dataset.apply(made)`."""
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Attribute) or len(call.args) != 1:
        return False
    is_plain = call.args[0].value is made and not any(arg.star for arg in (*call.args, *made.args))
    return is_plain and call.func.attr.value == "apply"


def _tensorflow(file: File, at: cst.CSTNode) -> tuple[str, tuple[Import, ...]]:
    """The name by which the file has TensorFlow: itself, `tf.compat.v1`, or the shims."""
    names = {imported.qualified for imported in file.imports}
    root = next((each for each in (_SHIMS, _ROOT, V1) if each in names), _ROOT)
    return bind_module(file, root, "tf", at)
