"""The `RunConfig` of an Estimator, and the strategy that it trains under."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.call_sites import only_binding
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.graphs.estimators import PUBLIC
from codemods.analysis.replicas.contrib_strategies import is_contrib, modern_strategy, spelled_arguments
from codemods.rules.estimators.model_to_estimator.subject import MODEL_DIR
from codemods.source.arguments import bind, literal
from codemods.source.file import File

_CORE = ("tensorflow.distribute.MirroredStrategy", "tensorflow.distribute.OneDeviceStrategy")
_USED = ("train_distribute", "tf_random_seed")
_WITHOUT_COUNTERPART = {
    "model_dir": MODEL_DIR,
    "eval_distribute": "evaluation is distributed",
    "experimental_distribute": "training is distributed over several workers",
    "session_config": "session_config configures devices, which tf.config does today",
}


class RunConfig(NamedTuple):
    """The fields that are not None, and the line to remove, which makes the configuration."""

    fields: Mapping[str, cst.Arg]
    line: cst.BaseStatement | None = None


class MadeStrategy(NamedTuple):
    """The call of a strategy, its name, its equivalent in `tf.distribute`, and the line that holds only the call."""

    call: cst.Call
    name: str
    modern: str
    line: cst.BaseStatement | None


def run_config(file: File, node: cst.BaseExpression | None, without_effect: Collection[str]) -> RunConfig:
    """The configuration; raises `Declined` if a field is unknown or has no counterpart."""
    if node is None or literal(node) is None:
        return RunConfig({})
    call, line = _made(file, node)
    reference = file.reference(call.func)
    if reference is None or reference.spelling.in_tensorflow_1 != f"{PUBLIC}.RunConfig":
        raise Declined(call, "the configuration is not a RunConfig made in this file")
    given = bind(call, "model_dir")
    if given is None:
        raise Declined(call, "the arguments of RunConfig are unpacked or positional")
    fields = {name: arg for name, arg in given.items() if literal(arg.value) is not None}
    for name, arg in fields.items():
        if name not in _USED and name not in without_effect:
            raise Declined(arg, _WITHOUT_COUNTERPART.get(name, f"RunConfig({name}=) has no counterpart in Keras"))
    return RunConfig(fields, line)


def _made(file: File, node: cst.BaseExpression) -> tuple[cst.Call, cst.BaseStatement | None]:
    """The call that makes the configuration, and its line; its name must be bound once and used only here."""
    line = None
    if isinstance(node, cst.Name):
        binding = only_binding(file, node, "the configuration is used elsewhere, or assigned more than once")
        for use in binding.uses:
            if use is not node:
                raise Declined(use, "the configuration is used elsewhere, or assigned more than once")
        assert binding.node is not None
        line = _own_line(file, binding.node)
        node = file.assigned_value(binding) or node
    if not isinstance(node, cst.Call):
        raise Declined(node, "the configuration is not made in this file")
    return node, line


def _own_line(file: File, node: cst.CSTNode) -> cst.BaseStatement:
    """The line that binds a name and does nothing else; raises `Declined` if there is none."""
    statement = file.statement(node)
    small = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else None
    if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
        raise Declined(node, "a line holds several statements")
    if not isinstance(small, cst.Assign) or len(small.targets) != 1 or file.block(statement) is None:
        raise Declined(node, "a line assigns several names")
    return statement


def check_not_emptied(file: File, gone: Collection[cst.BaseStatement]) -> None:
    """Check that every block keeps a statement when these lines go."""
    for line in gone:
        block = file.block(line)
        if block is not None and all(each in gone for each in block.body):
            raise Declined(line, "a block would be empty")


def strategy_of(file: File, fields: Mapping[str, cst.Arg]) -> MadeStrategy | None:
    """The strategy of the configuration; None if it has none."""
    if "train_distribute" not in fields:
        return None
    node = fields["train_distribute"].value
    call, name, line = _named(file, node) if isinstance(node, cst.Name) else (node, "strategy", None)
    if line is None:
        for each in file.every(cst.Name):
            if each.value == name:
                raise Declined(each, "the file already uses the name strategy")
    if not isinstance(call, cst.Call):
        raise Declined(call, "the strategy is not made in this file")
    return MadeStrategy(call, name, _modern(file, call), line)


def _named(file: File, node: cst.Name) -> tuple[cst.BaseExpression, str, cst.BaseStatement]:
    """The value, name and line of a variable that serves only the Estimator and the count of replicas."""
    said = "the strategy is assigned more than once, or not in this file"
    binding = only_binding(file, node, said)
    value = file.assigned_value(binding)
    if value is None or binding.node is None:
        raise Declined(binding.node or node, said)
    for use in binding.uses:
        above = file.parent(use)
        counted = isinstance(above, cst.Attribute) and above.attr.value == "num_replicas_in_sync"
        if use is not node and not counted:
            raise Declined(use, "the strategy is used for more than the Estimator")
    return value, binding.name, _own_line(file, binding.node)


def _modern(file: File, call: cst.Call) -> str:
    symbol = file.symbol(call.func)
    if symbol in _CORE:
        return f"{{tf}}.distribute.{symbol.rpartition('.')[2]}({spelled_arguments(file, call)})"
    reference = file.reference(call.func)
    if reference is None or not is_contrib(reference):
        raise Declined(call, "the strategy is not made in this file")
    return modern_strategy(file, call)
