"""Ask with `is` whether there is a variable: `self.bias == None` compares its elements today.

## What it does

`==` and `!=` between `None` and what the file shows to be a variable, `K.variable(...)`, `tf.Variable(...)` or an
attribute of a layer that `add_weight` made, become `is` and `is not`. Where a layer sets `self.bias` to a weight or to
`None`, `if self.bias:` becomes `if self.bias is not None:`.

## Why

In TensorFlow 1 the comparison asked whether both are the same object. Variables of TensorFlow 2 and of Keras 3 compare
their elements, and raise ValueError, as `None` is no number. In Keras 2.2 each was true; in Keras 3, TypeError:
"A Keras Variable cannot be used as a boolean".
https://www.tensorflow.org/api_docs/python/tf/compat/v1/disable_tensor_equality

## Numbers

Same: the script in `tests/codemods/fixtures/compared_with_none` has the losses of Keras 2.3.1 on TensorFlow 1.15.5, to
1e-5.

## What it leaves to you

Parameters that get a variable in another way than by a call of the file. Tensors, which still are not equal to `None`.
"""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.tensor_tests import is_none, is_weight_or_none, may_be_variable
from codemods.analysis.releases.written_for import written_for
from codemods.releases.origin import KerasLine
from codemods.source.file import File
from codemods.types import Edit, Stage, rule


@rule(
    "TFM187",
    stage=Stage.BEHAVIOUR,
    example="""
    from keras import backend as K

    rate = K.variable(0.1)
    if rate != None:
        print(K.get_value(rate))
    """,
)
def compared_with_none(file: File) -> Iterator[Edit]:
    """Edit comparisons of two sides, wherever one is None and the other may be a variable."""
    if not file.target.is_modern or written_for(file).keras is KerasLine.KERAS_3 or not file.imports_family():
        return
    for node in file.every(cst.Comparison):
        if len(node.comparisons) != 1:
            continue
        (target,) = node.comparisons
        sides = (node.left, target.comparator)
        if not isinstance(target.operator, cst.Equal | cst.NotEqual) or not any(map(is_none, sides)):
            continue
        if any(may_be_variable(file, each) for each in sides):
            yield _identical(file, node, target)
    for attribute in file.attributes:
        if _is_asked(file, attribute) and is_weight_or_none(file, attribute):
            yield _present(file, attribute)


def _is_asked(file: File, node: cst.BaseExpression) -> bool:
    """True for the condition of a statement, and for a part of it by `not`, `and`, `or`."""
    above = file.parent(node)
    while isinstance(above, cst.BooleanOperation) or (
        isinstance(above, cst.UnaryOperation) and isinstance(above.operator, cst.Not)
    ):
        node, above = above, file.parent(above)
    return isinstance(above, cst.If | cst.IfExp | cst.While) and above.test is node


def _present(file: File, attribute: cst.Attribute) -> Edit:
    above = file.parent(attribute)
    is_negated = isinstance(above, cst.UnaryOperation)
    asked: cst.BaseExpression = above if isinstance(above, cst.UnaryOperation) else attribute
    target = cst.ComparisonTarget(cst.Is() if is_negated else cst.IsNot(), cst.Name("None"))
    made = cst.Comparison(attribute, [target])
    return Edit(asked, f"a variable is no condition: {file.code(made)}", ((asked, made),))


def _identical(file: File, node: cst.Comparison, target: cst.ComparisonTarget) -> Edit:
    operator = cst.Is() if isinstance(target.operator, cst.Equal) else cst.IsNot()
    left, right = node.left, target.comparator
    if is_none(left):
        left, right = right, left
    made = node.with_changes(left=left, comparisons=[cst.ComparisonTarget(operator, right)])
    return Edit(node, f"variables compare their elements, not None: {file.code(made)}", ((node, made),))
