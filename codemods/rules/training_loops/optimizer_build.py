"""Make an optimizer's variables in the strategy scope, before a custom training loop starts.

## What it does

Where a function that a strategy runs on its replicas calls `optimizer.apply_gradients`, it adds
`optimizer.build(model.trainable_variables)` below the lines that make both in `strategy.scope()`. A model whose
weights would be made by its first batch gets the shape of that batch first, from the `element_spec` of the dataset.

## Why

An optimizer of Keras 3 makes its variables in the first `apply_gradients`, which cannot be done on a replica in a
`tf.function`: `InvalidArgumentError: You must feed a value for placeholder tensor`. Optimizers of Keras 2 could.
https://keras.io/api/optimizers/

## Numbers

Same. With Adam on two replicas the losses and weights are those of TensorFlow 2.1.4, 2.3.4 and 2.15.1 to 1e-5
(`tests/codemods/fixtures/custom_loops`, `tests/compat/shims/contrib/test_custom_loops.py`).

## What it leaves to you

Models and optimizers that come from elsewhere, and models whose weights do not exist yet and whose dataset does not
show: call the model once on a batch, then build the optimizer, both in `strategy.scope()`. `model.build(shape)` of a
class of your own is not enough in Keras 3. SGD without momentum has nothing to build.
With `--to compat` only the models: optimizers of the shims make their variables on the replicas, as they did.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.data.fed_batches import Fed, fed_by
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.flow.self_attributes import only_value_of
from codemods.analysis.flow.strategy_scopes import strategy_scope
from codemods.analysis.objects.built_models import additions, is_built, returned
from codemods.analysis.objects.object_types import OPTIMIZER, Own, Receiver, Unknown, origin_of
from codemods.analysis.objects.provenance import leaves
from codemods.analysis.replicas.replica_functions import replica_functions
from codemods.rewriting.add_imports import bind_module
from codemods.source.arguments import keyword
from codemods.source.file import File, name_of
from codemods.source.walk import nodes
from codemods.types import Edit, Manual, Stage, rule

SEQUENTIAL = "keras.models.Sequential"
_TRAINABLE = ("trainable_variables", "trainable_weights")
_SYMBOL = f"{OPTIMIZER}.apply_gradients"
_ADVICE = (
    "in strategy.scope(), once the model has its weights (call it on a batch first, unless it is made from an Input), "
    "call optimizer.build(model.trainable_variables) (https://keras.io/api/optimizers/)"
)


class _Made(NamedTuple):
    """What a name holds: the only value that the file gives it, and the line that does."""

    value: cst.BaseExpression
    line: cst.SimpleStatementLine


@rule(
    "TFM183",
    stage=Stage.GONE,
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
    if not file.references("tensorflow.function"):
        return
    groups: dict[str, list[cst.Call]] = {}
    for call in file.calls:
        if isinstance(call.func, cst.Attribute) and call.func.attr.value == "apply_gradients":
            if _is_on_replicas(file, call) and _may_need_variables(file, call.func.value):
                groups.setdefault(file.code(call.func.value), []).append(call)
    for name, calls in groups.items():
        outcome = None if _is_built_already(file, name) else _outcome(file, name, calls)
        if outcome is not None:
            yield outcome


def _is_built_already(file: File, name: str) -> bool:
    """True if the file itself builds the optimizer, perhaps under another name: `self.optimizer` as `optimizer`."""
    return any(
        isinstance(call.func, cst.Attribute)
        and call.func.attr.value == "build"
        and file.code(call.func.value).rpartition(".")[2] == name.rpartition(".")[2]
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
    return not isinstance(origin, Receiver) or origin.is_a(OPTIMIZER)


def _has_none_to_make(file: File, optimizer: _Made) -> bool:
    """True for SGD without momentum, and for the optimizers of the shims, which make their own on the replicas."""
    call = optimizer.value
    origin = origin_of(file, call)
    if isinstance(origin, Receiver) and origin.shimmed:
        return True
    if not isinstance(call, cst.Call) or not isinstance(call.func, cst.Name | cst.Attribute):
        return False
    is_sgd = (name_of(call.func) or "").rpartition(".")[2] == "SGD"
    given = len([arg for arg in call.args if arg.keyword is None]) > 1 or any(arg.star for arg in call.args)
    return is_sgd and not given and keyword(call, "momentum") is None


def _outcome(file: File, name: str, calls: list[cst.Call]) -> Edit | Manual | None:
    try:
        return _build(file, name, calls)
    except Declined as declined:
        said = f"Keras 3 cannot make variables in a tf.function on the replicas, such as those of {name}: {declined}"
        return Manual(calls[0], _SYMBOL, said, _ADVICE, culprit=declined.node)


def _build(file: File, name: str, calls: list[cst.Call]) -> Edit | None:
    """The edit; None if nothing has to be built."""
    first = calls[0]
    assert isinstance(first.func, cst.Attribute)
    optimizer = _made(file, first.func.value)
    if optimizer is None:
        raise Declined(first, "the file does not show where it is made")
    parts = list({file.code(part): part for call in calls for part in _models(file, call)}.values())
    is_plain = _has_none_to_make(file, optimizer)
    if is_plain:
        parts = [each for each in parts if _may_lack_weights(file, each.value)]
    models = [_model(file, part) for part in parts]
    if is_plain and not any(model.is_sequential for model in models):
        return None
    lines = [optimizer.line, *(line for model in models for line in model.lines)]
    anchor = max(lines, key=file.order)
    _check_place(file, anchor, lines)
    code = [model.build for model in models if model.build]
    if not is_plain:
        code.append(f"{name}.build({' + '.join(file.code(part) for part in parts)})")
    statements = [file.parse_statement(each) for each in code]
    if strategy_scope(file, anchor) is None:
        statements = [_in_scope(file, optimizer.line, statements)]
    what = [name] if not is_plain else []
    what += [file.code(part.value) for part, model in zip(parts, models, strict=True) if model.build]
    said = (
        f"{' and '.join(what)} {'is' if len(what) == 1 else 'are'} now built in the scope: Keras 3 cannot do so on the "
    )
    said += "replicas in a tf.function"
    return Edit(anchor, said, ((anchor, cst.FlattenSentinel([anchor, *statements])),))


def _in_scope(file: File, line: cst.SimpleStatementLine, statements: list[cst.BaseStatement]) -> cst.With:
    """The statements in the scope of the strategy in which `line` stands."""
    scope = strategy_scope(file, line)
    if scope is None:
        raise Declined(line, "they are not made in the scope of a strategy")
    opened = file.parse_statement(f"with {file.code(scope)}:\n    pass\n")
    assert isinstance(opened, cst.With)
    return opened.with_changes(body=cst.IndentedBlock(statements))


def _made(file: File, node: cst.BaseExpression) -> _Made | None:
    """What a name or an attribute of `self` holds, if the file gives it one value alone."""
    value = only_value_of(file, node)
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


class _Model(NamedTuple):
    """The lines after which a model can have all its weights, and the statement that it needs for that, if any."""

    lines: tuple[cst.SimpleStatementLine, ...]
    build: str = ""
    is_sequential: bool = False


def _may_lack_weights(file: File, model: cst.BaseExpression) -> bool:
    """True if the file shows where a model is made, and not that its weights are made there too."""
    return any(isinstance(each, cst.Call) and not is_built(file, each) for each in leaves(file, model) or ())


def _model(file: File, part: cst.Attribute) -> _Model:
    name = file.code(part.value)
    made = _made(file, part.value)
    if made is None:
        raise Declined(part, f"the file does not show where {name} is made")
    lines = [made.line]
    for call in additions(file, part.value) if isinstance(part.value, cst.Name) else ():
        line = file.statement(call)
        if isinstance(line, cst.SimpleStatementLine):
            lines.append(line)
    if is_built(file, made.value) or (isinstance(part.value, cst.Name) and is_built(file, part.value)):
        return _Model(tuple(lines))
    origin = origin_of(file, returned(file, made.value))
    is_sequential = isinstance(origin, Receiver) and origin.is_a(SEQUENTIAL) and origin.is_plain
    builds = [file.statement(call) for call in file.calls if file.code(call.func) == f"{name}.build"]
    if is_sequential and builds:
        return _Model((*lines, *(line for line in builds[:1] if isinstance(line, cst.SimpleStatementLine))))
    fed = _fed(file, name)
    if fed is None or not isinstance(origin, Receiver):
        raise Declined(made.line, f"the weights of {name} may not exist yet, and the file does not show its input")
    if is_sequential:
        return _Model((*lines, fed.line), f"{name}.build((None, *{fed.spec}.shape[1:]))", is_sequential=True)
    if origin.is_plain or not all(_takes_one(each.owner) for each in origin.classes(file)):
        raise Declined(made.line, f"the weights of {name} may not exist yet")
    tensorflow, _ = bind_module(file, "tensorflow", "tf", made.line)
    return _Model((*lines, fed.line), f"{name}({tensorflow}.zeros((1, *{fed.spec}.shape[1:]), {fed.spec}.dtype))")


def _fed(file: File, name: str) -> Fed | None:
    """The dataset that feeds a model in the functions that run on the replicas; None unless it is one."""
    calls = [each for each in file.calls if file.code(each.func) == name and _is_on_replicas(file, each) and each.args]
    found = {fed_by(file, call.args[0].value) if not call.args[0].star else None for call in calls}
    return found.pop() if len(found) == 1 else None


def _takes_one(owner: cst.ClassDef) -> bool:
    """True if `call` of a class has one input and options."""
    for each in owner.body.body:
        if isinstance(each, cst.FunctionDef) and each.name.value == "call":
            params = each.params.params
            return len(params) > 1 and all(param.default is not None for param in params[2:])
    return False


def _check_place(file: File, anchor: cst.SimpleStatementLine, lines: list[cst.SimpleStatementLine]) -> None:
    """Check that all lines have run when the last one has."""
    if file.block(anchor) is None or len(anchor.body) != 1:
        raise Declined(anchor, "they are made on one line with other statements")
    around = {anchor, *file.ancestors(anchor)}
    for line in lines:
        block = file.parent(line)
        while block is not None and isinstance(above := file.parent(block), cst.With):
            block = file.parent(above)
        if block not in around or file.function(line) is not file.function(anchor):
            raise Declined(line, "model and optimizer are not made in one place")
