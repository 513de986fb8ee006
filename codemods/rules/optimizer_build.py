"""Make an optimizer's variables in the strategy scope, before a custom training loop starts.

## What it does

Where a function that a strategy runs on its replicas calls `optimizer.apply_gradients`, it adds
`optimizer.build(model.trainable_variables)` below the lines that make both in `strategy.scope()`.

## Why

An optimizer of Keras 3 makes its variables in the first `apply_gradients`, which cannot be done on a replica in a
`tf.function`: `InvalidArgumentError: You must feed a value for placeholder tensor`. Optimizers of Keras 2 could.
https://keras.io/api/optimizers/

## Numbers

Same. With Adam on two replicas the losses and weights are those of TensorFlow 2.1.4, 2.3.4 and 2.15.1 to 1e-5
(`tests/codemods/fixtures/custom_loops`, `tests/compat/shims/contrib/test_custom_loops.py`).

## What it leaves to you

Models whose weights do not exist yet, such as one of your own class, and optimizers or models that come from
elsewhere: call the model once on a batch, then build the optimizer, both in `strategy.scope()`. `model.build(shape)`
of a class of your own is not enough in Keras 3. SGD without momentum needs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from codemods.analysis.built_models import additions, is_built
from codemods.analysis.call_sites import strategy_scope
from codemods.analysis.object_types import OPTIMIZER, Own, Receiver, Unknown, origin_of
from codemods.analysis.proofs import Declined
from codemods.analysis.replica_functions import replica_functions
from codemods.analysis.self_attributes import assigned_to_self, is_self
from codemods.source.arguments import keyword
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, rule

_TRAINABLE = ("trainable_variables", "trainable_weights")
_SYMBOL = f"{OPTIMIZER}.apply_gradients"
_ADVICE = (
    "in strategy.scope(), once the model has its weights (call it on a batch first, unless it is made from an Input), "
    "call optimizer.build(model.trainable_variables) (https://keras.io/api/optimizers/)"
)


@dataclass(frozen=True)
class _Made:
    """What a name holds: the only value that the file gives it, and the line that does."""

    value: cst.BaseExpression
    line: cst.SimpleStatementLine


@rule(
    "TFM183",
    example="""
    import tensorflow as tf

    strategy = tf.distribute.MirroredStrategy()
    with strategy.scope():
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
        optimizer = tf.keras.optimizers.Adam()

    def train_step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - y) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))

    @tf.function
    def train(x, y):
        strategy.run(train_step, args=(x, y))
    """,
)
def optimizer_build(file: File) -> Iterator[Edit | Manual]:
    """Build where model and optimizer are made side by side; report every other place."""
    if not file.references("tensorflow.function") or _is_built_somewhere(file):
        return
    groups: dict[str, list[cst.Call]] = {}
    for call in file.calls:
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == "apply_gradients":
            if _is_on_replicas(file, call) and _may_need_variables(file, call.func.value):
                groups.setdefault(file.code(call.func.value), []).append(call)
    for name, calls in groups.items():
        yield _outcome(file, name, calls)


def _is_built_somewhere(file: File) -> bool:
    """True if the file itself builds an optimizer."""
    return any(
        isinstance(call.func, cst.Attribute)
        and call.func.attr.value == "build"
        and any(each.attr.value in _TRAINABLE for arg in call.args for each in nodes(arg, cst.Attribute))
        for call in file.calls
    )


def _is_on_replicas(file: File, call: cst.Call) -> bool:
    return any(above in replica_functions(file) for above in file.ancestors(call))


def _may_need_variables(file: File, node: cst.BaseExpression) -> bool:
    """True unless it is no optimizer of Keras, or one without variables of its own."""
    origin = origin_of(file, node)
    if isinstance(origin, Own) or origin is Unknown.FOREIGN:
        return False
    if not isinstance(origin, Receiver):
        return True
    made = _made(file, node)
    if origin.path.endswith(".SGD") and made is not None and isinstance(made.value, cst.Call):
        places = [arg for arg in made.value.args if arg.keyword is None]
        momentum = keyword(made.value, "momentum")
        return len(places) > 1 or momentum is not None or any(arg.star for arg in made.value.args)
    return origin.is_a(OPTIMIZER) and not origin.shimmed


def _outcome(file: File, name: str, calls: list[cst.Call]) -> Edit | Manual:
    try:
        return _build(file, name, calls)
    except Declined as declined:
        said = f"Keras 3 cannot make the variables of {name} in a tf.function on the replicas: {declined}"
        return Manual(calls[0], _SYMBOL, said, _ADVICE, culprit=declined.node)


def _build(file: File, name: str, calls: list[cst.Call]) -> Edit:
    first = calls[0]
    assert isinstance(first.func, cst.Attribute)
    optimizer = _made(file, first.func.value)
    if optimizer is None:
        raise Declined(first, "the file does not show where it is made")
    parts = [part for call in calls for part in _models(file, call)]
    lines = [optimizer.line, *(line for part in parts for line in _lines(file, part))]
    anchor = max(lines, key=file.order)
    _check_place(file, anchor, lines)
    trained = " + ".join(dict.fromkeys(file.code(part) for part in parts))
    statement = file.parse_statement(f"{name}.build({trained})")
    said = f"{name} is now built in the scope: Keras 3 cannot do so on the replicas in a tf.function"
    return Edit(anchor, said, ((anchor, cst.FlattenSentinel([anchor, statement])),))


def _made(file: File, node: cst.BaseExpression) -> _Made | None:
    """What a name or an attribute of `self` holds, if the file gives it one value alone."""
    value = None
    if isinstance(node, cst.Name):
        value = file.only_value(node)
    elif isinstance(node, cst.Attribute) and isinstance(node.value, cst.Name) and is_self(file, node.value):
        owner = file.enclosing_class(node)
        values = assigned_to_self(file, owner, node.attr.value) if owner is not None else None
        value = values[0] if values and len(values) == 1 else None
    line = file.statement(value) if value is not None else None
    return _Made(value, line) if value is not None and isinstance(line, cst.SimpleStatementLine) else None


def _models(file: File, call: cst.Call) -> list[cst.Attribute]:
    """The `model.trainable_variables` that the gradients are applied to."""
    trained = _trained(file, call)
    parts = _summands(file, trained) if trained is not None else None
    if not parts:
        raise Declined(call, "what it trains is not written as model.trainable_variables")
    return parts


def _trained(file: File, call: cst.Call) -> cst.BaseExpression | None:
    """The second argument of `zip` in the only argument of the call."""
    pairs = call.args[0].value if len(call.args) == 1 and not call.args[0].star else None
    if isinstance(pairs, cst.Name):
        pairs = file.only_value(pairs)
    for each in nodes(pairs, cst.Call) if pairs is not None else ():
        if file.is_builtin(each.func, "zip") and len(each.args) == 2:  # noqa: PLR2004 - gradients and variables
            return each.args[1].value
    return None


def _summands(file: File, node: cst.BaseExpression) -> list[cst.Attribute] | None:
    if isinstance(node, cst.Name):
        value = file.only_value(node)
        return _summands(file, value) if value is not None and not isinstance(value, cst.Name) else None
    if isinstance(node, cst.BinaryOperation) and isinstance(node.operator, cst.Add):
        left, right = _summands(file, node.left), _summands(file, node.right)
        return [*left, *right] if left is not None and right is not None else None
    is_model = isinstance(node, cst.Attribute) and node.attr.value in _TRAINABLE and name_of(node.value) is not None
    return [node] if is_model and isinstance(node, cst.Attribute) else None


def _lines(file: File, part: cst.Attribute) -> list[cst.SimpleStatementLine]:
    """The lines after which a model has all its weights."""
    name = file.code(part.value)
    made = _made(file, part.value)
    if made is None:
        raise Declined(part, f"the file does not show where {name} is made")
    filled = isinstance(part.value, cst.Name) and is_built(file, part.value)
    if not filled and not is_built(file, made.value):
        raise Declined(made.line, f"the weights of {name} may not exist yet")
    lines = [made.line]
    for call in additions(file, part.value) if isinstance(part.value, cst.Name) else ():
        line = file.statement(call)
        if isinstance(line, cst.SimpleStatementLine):
            lines.append(line)
    return lines


def _check_place(file: File, anchor: cst.SimpleStatementLine, lines: list[cst.SimpleStatementLine]) -> None:
    """Check that all lines have run when the last one has, in a strategy scope that stands around it."""
    if strategy_scope(file, anchor) is None:
        raise Declined(anchor, "they are not made in the scope of a strategy")
    if file.block(anchor) is None or len(anchor.body) != 1:
        raise Declined(anchor, "they are made on one line with other statements")
    around = {anchor, *file.ancestors(anchor)}
    for line in lines:
        block = file.parent(line)
        while block is not None and isinstance(above := file.parent(block), cst.With):
            block = file.parent(above)
        if block not in around or file.function(line) is not file.function(anchor):
            raise Declined(line, "model and optimizer are not made in one place")
