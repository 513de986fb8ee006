"""Read and set what optimizers of Keras 2 held: the values of variables, `decay`, the entries of a configuration.

## What it does

`optimizer.get_config()["lr"]` becomes `["learning_rate"]`, and so does `"lr"` in a configuration that
`from_config`, `deserialize`, `get` or `compile` gets; also of `config = optimizer.get_config()`. Of an optimizer with a
decay, which comes from the shims, the rate is read itself, and a configuration with a name stays: it has the old keys.
`optimizer.variables()` is the list `optimizer.variables`.
`K.set_value(optimizer.learning_rate, 0.1)` becomes `optimizer.learning_rate.assign(0.1)`, with whatever variable, and
so do `K.update`, `K.update_add` and `K.update_sub`.
What is gone is reported: `optimizer.decay`, and `K.set_value(optimizer.momentum)`.

## Why

Keras 3 keeps no decay, and its momentum and betas are plain numbers that a compiled training step has read.
The functions of `tensorflow.keras.backend` that set variables take those of TensorFlow only; weights and rates are
variables of Keras 3, for which they raise "'str' object has no attribute 'name'".
https://keras.io/api/optimizers/

## Numbers

Same: the script in `tests/codemods/fixtures/optimizer_state` has the losses of Keras 2.3.1 on TensorFlow 1.15.5, to
1e-5.

## What it leaves to you

Every reported use, with advice, and `K.batch_set_value`. Optimizers that came from the shims keep `lr` and `decay`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import libcst as cst

from codemods.analysis.calls.training_calls import training_calls
from codemods.analysis.flow.self_attributes import is_self, value_of
from codemods.analysis.objects.evidence import Evidence, Kind, evidence
from codemods.source.arguments import bind, keyword, literal
from codemods.source.file import File
from codemods.types import Edit, Manual, rule
from compat.tables.behaviour.optimizers import LEGACY_PARAMETERS

_NUMBERS = frozenset({"beta_1", "beta_2", "decay", "epsilon", "momentum", "rho", "schedule_decay"})
_DECAY = "compute with optimizer.learning_rate, which is the rate of the current step, its schedule applied"
_SCHEDULE = 'give "learning_rate" the value InverseTimeDecay(rate, decay_steps=1, decay_rate=decay)'
_GONE = {
    "decay": _DECAY,
    "initial_decay": _DECAY,
    "schedule_decay": "use 0.004, which Nadam has built in",
    "updates": "call optimizer.apply_gradients, which updates the weights",
}
_SYMBOL = "keras.optimizers.Optimizer"
_SETTERS = {
    "keras.backend.set_value": ("assign", ("x", "value")),
    "keras.backend.update": ("assign", ("x", "new_x")),
    "keras.backend.update_add": ("assign_add", ("x", "increment")),
    "keras.backend.update_sub": ("assign_sub", ("x", "decrement")),
}
"""The functions that set a variable: the method of today, and their parameters."""

_TIGHT = (cst.Name, cst.Attribute, cst.Subscript, cst.Call)
_READERS = (
    "keras.optimizers.deserialize",
    "keras.optimizers.get",
    *(f"{symbol}.from_config" for symbol in LEGACY_PARAMETERS),
)


@rule(
    "TFM115",
    example="""
    from keras.optimizers import SGD

    optimizer = SGD(0.1)
    print(optimizer.get_config()["lr"])
    """,
)
def optimizer_state(file: File) -> Iterator[Edit | Manual]:
    """Edit keys whose value is the same; report what objects that are optimizers no longer have."""
    if not file.imports_family():
        return
    yield from _assignments(file)
    yield from _configurations(file)
    if not _has_shims(file):
        yield from _attributes(file)
        yield from _variables(file)
        yield from _settings(file)
        yield from _read_configurations(file)


def _has_shims(file: File) -> bool:
    """True if optimizers of the shims may be among those of the file."""
    return any(each.qualified.startswith("compat.keras") for each in file.imports)


def _is_optimizer(file: File, node: cst.BaseExpression) -> bool:
    return evidence(file, node, Kind.OPTIMIZER).is_enough


def _attributes(file: File) -> Iterator[Manual]:
    for node in file.attributes:
        name = node.attr.value
        if name not in _GONE or isinstance(file.parent(node), cst.AssignTarget | cst.Attribute):
            continue
        own = isinstance(node.value, cst.Name) and is_self(file, node.value)
        if not own and file.reference(node) is None and _is_optimizer(file, node.value):
            said = f"optimizers of Keras 3 have no {name}"
            yield Manual(node, f"{_SYMBOL}.{name}", said, _GONE[name])


def _variables(file: File) -> Iterator[Edit]:
    """`optimizer.variables()`."""
    for call in file.calls:
        function = call.func
        if isinstance(function, cst.Attribute) and function.attr.value == "variables" and not call.args:
            if file.reference(function) is None and evidence(file, function.value, Kind.OPTIMIZER) is Evidence.CERTAIN:
                said = f"{file.code(function)} is a list in Keras 3"
                yield Edit(call, said, ((call, function.with_changes(lpar=call.lpar, rpar=call.rpar)),))


def _settings(file: File) -> Iterator[Manual]:
    """`K.set_value(optimizer.momentum, 0.5)`."""
    for reference in file.references("keras.backend.set_value"):
        call = file.call_of(reference)
        target = call.args[0].value if call is not None and call.args else None
        if call is not None and isinstance(target, cst.Attribute) and _is_number(file, call):
            name = target.attr.value
            said = f"{name} of an optimizer is a plain number in Keras 3, which nothing can set during training"
            yield Manual(target, f"{_SYMBOL}.{name}", said, "compile again with an optimizer that has the new value")


def _assignments(file: File) -> Iterator[Edit | Manual]:
    """`K.set_value(variable, value)` and its like, which know no variables of Keras 3."""
    if not file.target.is_modern:
        return
    for symbol, (method, names) in _SETTERS.items():
        for reference in file.references(symbol):
            call = file.call_of(reference)
            bound = bind(call, *names) if call is not None else None
            if call is None or reference.spelling.shimmed or _is_number(file, call):
                continue
            if bound is None or len(bound) < len(names):
                yield Manual(
                    reference.node, symbol, f"{symbol} knows no variables of Keras 3", f"use variable.{method}()"
                )
                continue
            variable, value = (bound[name].value for name in names)
            owner = variable if isinstance(variable, _TIGHT) else _in_parentheses(variable)
            new = cst.Call(cst.Attribute(owner, cst.Name(method)), [cst.Arg(value)], lpar=call.lpar, rpar=call.rpar)
            said = f"{symbol} knows no variables of Keras 3: {file.code(new)}"
            yield Edit(call, said, ((call, new),))
    for reference in file.references("keras.backend.batch_set_value"):
        if not reference.spelling.shimmed:
            said = "keras.backend.batch_set_value knows no variables of Keras 3"
            advice = "use variable.assign(value) for each of them"
            yield Manual(reference.node, "keras.backend.batch_set_value", said, advice)


def _in_parentheses(node: cst.BaseExpression) -> cst.BaseExpression:
    return node.with_changes(lpar=[cst.LeftParen(), *node.lpar], rpar=[*node.rpar, cst.RightParen()])


def _is_number(file: File, call: cst.Call) -> bool:
    """True for `K.set_value(optimizer.momentum, 0.5)`, which is reported."""
    target = call.args[0].value if call.args else None
    return isinstance(target, cst.Attribute) and target.attr.value in _NUMBERS and _is_optimizer(file, target.value)


def _configurations(file: File) -> Iterator[Edit | Manual]:
    """`optimizer.get_config()["lr"]`, also where the configuration has a name."""
    is_decayed = _is_decayed(file)
    for read in _reads(file):
        if not is_decayed:
            yield from _key(read.key, "the configuration")
        elif isinstance(read.node, cst.Subscript) and isinstance(read.node.value, cst.Call):
            yield from _before_decay(file, read.node, read.optimizer, str(read.key.evaluated_value))


class _Read(NamedTuple):
    """`node` asks the configuration of an optimizer for a key."""

    node: cst.BaseExpression
    key: cst.SimpleString
    optimizer: cst.BaseExpression


def _reads(file: File) -> Iterator[_Read]:
    """`config["lr"]`, `config.get("lr")`, `config.pop("lr")` and `"lr" in config`."""
    for subscript in file.every(cst.Subscript):
        index = subscript.slice[0].slice if len(subscript.slice) == 1 else None
        if isinstance(index, cst.Index):
            yield from _read(file, subscript, index.value, subscript.value)
    for call in file.calls:
        if isinstance(call.func, cst.Attribute) and call.func.attr.value in ("get", "pop") and call.args:
            yield from _read(file, call, call.args[0].value, call.func.value)
    for comparison in file.every(cst.Comparison):
        found = comparison.comparisons[0]
        if len(comparison.comparisons) == 1 and isinstance(found.operator, cst.In | cst.NotIn):
            yield from _read(file, comparison, comparison.left, found.comparator)


def _read(file: File, node: cst.BaseExpression, key: cst.BaseExpression, config: cst.BaseExpression) -> Iterator[_Read]:
    if not isinstance(key, cst.SimpleString):
        return
    made = value_of(file, config)
    if isinstance(made, cst.Call) and isinstance(made.func, cst.Attribute) and made.func.attr.value == "get_config":
        if _is_optimizer(file, made.func.value):
            yield _Read(node, key, made.func.value)


def _is_decayed(file: File) -> bool:
    """True if optimizers of the file have a decay; they come from the shims, as the file reads their configuration."""
    return _has_shims(file) or any(
        call is not None and keyword(call, "decay") is not None
        for call in map(file.call_of, file.references(*LEGACY_PARAMETERS))
    )


def _before_decay(file: File, node: cst.Subscript, optimizer: cst.BaseExpression, key: str) -> Iterator[Edit]:
    """The shims describe rate and decay as one schedule, and hold them apart."""
    held = {"lr": "float({}.learning_rate)", "learning_rate": "float({}.learning_rate)", "decay": "{}.initial_decay"}
    if key in held:
        code = held[key].format(file.code(optimizer))
        said = f"the configuration of an optimizer with a decay holds a schedule: {code}"
        yield Edit(node, said, ((node, cst.parse_expression(code)),))


def _read_configurations(file: File) -> Iterator[Edit | Manual]:
    """`SGD.from_config({"lr": 0.1})`, and `get({"class_name": "SGD", "config": {"lr": 0.1}})`, also in `compile`."""
    for call in file.calls:
        spelled = file.spelling(file.qualified_name(call.func) or "")
        if spelled is not None and spelled.canonical in _READERS and call.args:
            yield from _given(file, call.args[0].value)
    for called in training_calls(file):
        optimizer = called.argument("optimizer") if called.canonical.endswith(".compile") else None
        if optimizer is not None:
            yield from _given(file, optimizer.value)


def _given(file: File, node: cst.BaseExpression) -> Iterator[Edit | Manual]:
    for pair, is_only_here in _pairs(file, node):
        if isinstance(pair.key, cst.SimpleString) and (is_only_here or pair.key.evaluated_value != "lr"):
            yield from _key(pair.key, "a configuration", pair.value)
        elif isinstance(pair.key, cst.SimpleString):
            advice = "rename it where it is set and where it is read"
            yield Manual(pair.key, f"{_SYMBOL}(lr=)", "lr is now learning_rate", advice)


def _pairs(file: File, node: cst.BaseExpression, depth: int = 3) -> Iterator[tuple[cst.DictElement, bool]]:
    """The entries of a dictionary, or of a name that stands for one; and whether nothing else uses the name."""
    is_only_here = not isinstance(node, cst.Name) or [use for b in file.assignments(node) for use in b.uses] == [node]
    given = value_of(file, node)
    for each in given.elements if isinstance(given, cst.Dict) and depth else ():
        if isinstance(each, cst.DictElement) and literal(each.key) == "config":
            yield from ((pair, below and is_only_here) for pair, below in _pairs(file, each.value, depth - 1))
        elif isinstance(each, cst.DictElement):
            yield each, is_only_here


def _key(key: cst.SimpleString, where: str, value: cst.BaseExpression | None = None) -> Iterator[Edit | Manual]:
    name = key.evaluated_value
    if name == "lr":
        new = key.with_changes(value=key.value.replace("lr", "learning_rate"))
        yield Edit(key, f"lr in {where} of an optimizer is now learning_rate", ((key, new),))
    elif name in ("decay", "schedule_decay") and (value is None or literal(value) != 0):
        said = f"{name} in {where} of an optimizer is gone, and ignored where it is given"
        advice = _GONE[str(name)] if value is None or name != "decay" else _SCHEDULE
        yield Manual(key, f"{_SYMBOL}({name}=)", said, advice)
