"""Look for overflow on all replicas: Keras 3 looks on the first one, and lets that of another into the weights."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.replicas.strategies import REPLICATED
from codemods.rewriting.add_imports import bind_module
from codemods.rules.optimizers.mixed_precision.compiles import Compile, compiles, with_keyword
from codemods.rules.optimizers.mixed_precision.values import value_at
from codemods.source.arguments import keyword, literal
from codemods.source.file import File
from codemods.types import Edit, Import
from compat.tables.names.mixed_precision import (
    GLOBAL_POLICIES,
    LOSS_SCALE_OPTIMIZER,
    MODERN_POLICY,
)

_POLICIES = (MODERN_POLICY, "keras.mixed_precision.DTypePolicy", "keras.DTypePolicy")
_MIXED = "mixed_float16"
_MODULE = "compat.keras.mixed_precision"
_NAME = "LegacyLossScaleOptimizer"


def replicated(file: File) -> bool:
    """True if a file makes a strategy that may have several replicas."""
    return bool(file.references(*REPLICATED))


def all_replicas(file: File) -> Iterator[Edit]:
    """Wrap the optimizers that `compile` would give a loss scale under `mixed_float16` and a strategy."""
    if not replicated(file) or not _is_mixed(file):
        return
    for each in compiles(file):
        if any(arg.star for arg in each.call.args) or keyword(each.call, "auto_scale_loss") or _has_scale(file, each):
            continue
        said = "Keras 3 looks for overflow on the first replica only; LossScaleOptimizer of the shims on all of them"
        need = Import(_MODULE, "LossScaleOptimizer", _NAME)
        new, imports = _wrapped(file, each)
        yield Edit(each.call, said, ((each.call, new),), (need, *imports))


def _is_mixed(file: File) -> bool:
    """True if the file sets the policy `mixed_float16` for all layers."""
    for reference in file.references(*GLOBAL_POLICIES):
        call = file.call_of(reference)
        if call is not None and call.args and _is_mixed_policy(file, call.args[0].value):
            return True
    return False


def _is_mixed_policy(file: File, node: cst.BaseExpression) -> bool:
    value = value_of(file, node)
    if isinstance(value, cst.Call) and file.symbol(value.func) in _POLICIES and value.args:
        value = value.args[0].value
    return value is not None and literal(value) == _MIXED


def _has_scale(file: File, each: Compile) -> bool:
    """True if the optimizer has a loss scale already."""
    value = each.optimizer.value if each.optimizer is not None else None
    values = [value] if value is None else [value_at(file, value, each.call)]
    symbols = (file.symbol(made.func) for made in values if isinstance(made, cst.Call))
    known = (LOSS_SCALE_OPTIMIZER, "keras.optimizers.LossScaleOptimizer")
    return any(symbol in known or "mixed_precision_graph_rewrite" in (symbol or "") for symbol in symbols)


def _wrapped(file: File, each: Compile) -> tuple[cst.Call, tuple[Import, ...]]:
    value = each.optimizer.value if each.optimizer is not None else None
    code = '"rmsprop"' if value is None else file.code(value)
    imports: tuple[Import, ...] = ()
    if value is None or isinstance(literal(value), str):
        tensorflow, imports = bind_module(file, "tensorflow", "tf", each.call)
        code = f"{tensorflow}.keras.optimizers.get({code})"
    if each.optimizer is None:
        return with_keyword(each.call, "optimizer", f"{_NAME}({code})"), imports
    new = each.optimizer.with_changes(value=cst.parse_expression(f"{_NAME}({code})"))
    return each.call.with_changes(args=[new if arg is each.optimizer else arg for arg in each.call.args]), imports
