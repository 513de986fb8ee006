"""The Keras model behind an Estimator: where it is built, and how it is compiled."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

import libcst as cst

from codemods.analysis.flow.call_sites import is_compile, owner_of
from codemods.analysis.flow.data_flow import enclosing, may_create_variables, reads
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.objects.built_models import INPUTS
from codemods.analysis.objects.object_types import derives_from
from codemods.analysis.optimizers.train_optimizers import equal_optimizer, is_train_optimizer
from codemods.analysis.replicas.model_builds import Build, find_build
from codemods.rules.estimators.model_to_estimator.subject import Conversion
from codemods.source.arguments import bind, literal
from codemods.source.file import File
from codemods.source.walk import nodes
from compat.tables.names.makers import MODEL_CLASSES

_FOR_EVALUATION = ("loss", "metrics", "loss_weights")
_SHAPES = ("input_shape", "input_dim", "batch_input_shape")


class Compiled(NamedTuple):
    """A model that is built and compiled by the statements of `build` up to `last`."""

    call: cst.Call
    build: Build
    last: int
    optimizers: Sequence[tuple[cst.Call, str]]
    """The optimizers of TensorFlow 1, each with the code of its Keras equivalent."""
    evaluation: str
    """The arguments of `compile` that matter to evaluation; "" if they cannot be passed a second time."""

    @property
    def statements(self) -> Sequence[cst.BaseStatement]:
        return self.build.statements[self.build.first : self.last + 1]


def compiled_model(subject: Conversion, gone: Collection[cst.BaseStatement]) -> Compiled:
    """The model that is built in the block of the Estimator and compiled once, without the lines in `gone`."""
    file = subject.site.file
    call = _only_compile(subject)
    optimizers = _optimizers(file, call)
    build, last = _built(subject, call, gone)
    return Compiled(call, build, last, optimizers, _evaluation(file, call))


def _only_compile(subject: Conversion) -> cst.Call:
    file = subject.site.file
    found = [call for call in file.calls if is_compile(file, call)]
    if len(found) != 1:
        raise Declined(found[1] if found else subject.site.call, "compile is not called exactly once in this file")
    return found[0]


# --- the optimizer


def _optimizers(file: File, compiled: cst.Call) -> list[tuple[cst.Call, str]]:
    given = bind(compiled, "optimizer", "loss", "metrics")
    if given is None or "optimizer" not in given:
        raise Declined(compiled, "the optimizer is not passed to compile")
    node = _value(file, given["optimizer"].value)
    found: list[tuple[cst.Call, str]] = []
    if isinstance(node, cst.Call) and is_train_optimizer(file, node.func):
        found.append((node, equal_optimizer(file, node)))
    elif not isinstance(literal(node), str) and not _is_of_keras(file, node):
        raise Declined(node, "the optimizer is not known for certain")
    for reference in file.all_references():
        used = any(reference.node is call.func for call, _ in found)
        if is_train_optimizer(file, reference.node) and not used:
            raise Declined(reference.node, "an optimizer of TensorFlow 1 is used for more than compile")
    return found


def _value(file: File, node: cst.BaseExpression) -> cst.BaseExpression:
    if not isinstance(node, cst.Name):
        return node
    value = file.only_value(node)
    if value is None:
        bound = [each.node for each in file.assignments(node) if each.node is not None]
        raise Declined(bound[-1] if bound else node, "the optimizer is not created exactly once in this file")
    return value


def _is_of_keras(file: File, node: cst.BaseExpression) -> bool:
    symbol = file.symbol(node.func) if isinstance(node, cst.Call) else None
    return (symbol or "").startswith("keras.optimizers.")


# --- the build


def _built(subject: Conversion, compiled: cst.Call, gone: Collection[cst.BaseStatement]) -> tuple[Build, int]:
    """The build of the model, and the index of the last statement that mentions it."""
    site = subject.site
    build = find_build(site, subject.name)
    for write in build.writes:
        if write.unpacked:
            raise Declined(write.node, f"{subject.name} is not built in the same function")
    if site.file.block(site.statement) is not build.block:
        raise Declined(build.start, "the Estimator and the model are created in different blocks")
    at = enclosing(site.file, compiled, build.statements)
    if at is None or site.file.function(compiled) is not site.function:
        _check_builder(site.file, compiled, build)
    elif owner_of(compiled) != subject.name or build.statements[at] is not site.file.statement(compiled):
        raise Declined(compiled, "another model is compiled, or in another block")
    else:
        build = build.from_statement(_first_of_arguments(subject, compiled, build, at))
    last = build.last_mention(list(build.statements).index(site.statement), without=gone)
    if last < build.first or (at is not None and not build.first <= at <= last):
        raise Declined(compiled, "the model is compiled after the Estimator is made")
    return build, last


def _first_of_arguments(subject: Conversion, compiled: cst.Call, build: Build, at: int) -> int:
    """The index of the first statement that makes an argument of `compile`; `at` if there is none."""
    first, flow = at, subject.site.flow
    for name in dict.fromkeys(reads(compiled)):
        for write in flow.writes_of(name) if name != subject.name else ():
            if write.value is None or not may_create_variables(flow.file, flow, write.value):
                continue
            index = enclosing(flow.file, write.node, build.statements)
            if index is None:
                raise Declined(write.node, f"{name} is created outside the block that compiles the model")
            first = min(first, index)
    return first


def _check_builder(file: File, compiled: cst.Call, build: Build) -> None:
    """Check that the function of the file that builds the model also compiles and returns it."""
    function = file.function(compiled)
    made = build.writes[0].value if len(build.writes) == 1 else None
    builder = made.func if isinstance(made, cst.Call) else None
    binding = file.only_binding(builder) if isinstance(builder, cst.Name) else None
    returned = [each.value for each in nodes(function, cst.Return) if file.function(each) is function]
    is_it = [isinstance(each, cst.Name) and each.value == owner_of(compiled) for each in returned]
    if binding is None or binding.node is not function or not is_it or not all(is_it):
        raise Declined(compiled, "the model is compiled elsewhere")


# --- evaluation


def _evaluation(file: File, compiled: cst.Call) -> str:
    given = bind(compiled, "optimizer", "loss", "metrics", "loss_weights") or {}
    args = {name: given[name] for name in _FOR_EVALUATION if name in given}
    if given.keys() - args.keys() - {"optimizer"} or not all(_is_plain(file, arg.value) for arg in args.values()):
        return ""
    return ", ".join(f"{name}={file.code(arg.value)}" for name, arg in args.items())


def _is_plain(file: File, node: cst.BaseExpression) -> bool:
    if isinstance(node, cst.List | cst.Tuple | cst.Dict):
        values = [each.value for each in node.elements if not isinstance(each, cst.StarredElement)]
        return len(values) == len(node.elements) and all(_is_plain(file, each) for each in values)
    return literal(node) is not ... or file.reference(node) is not None


def knows_inputs(file: File, model: Compiled) -> bool:
    """True if the model has `inputs` as soon as it is built: it is functional, or a layer is given a shape."""
    if any(derives_from(file, each, *MODEL_CLASSES) for each in file.every(cst.ClassDef)):
        return False
    function = file.function(model.call)
    builder = [function] if isinstance(function, cst.FunctionDef) else []
    roots: list[cst.CSTNode] = [*model.statements, *builder]
    return any(_gives_shape(file, call) for root in roots for call in nodes(root, cst.Call))


def _gives_shape(file: File, call: cst.Call) -> bool:
    symbol = file.symbol(call.func) or ""
    if symbol in INPUTS or symbol.startswith("keras.applications."):
        return True
    shaped = any(arg.keyword is not None and arg.keyword.value in _SHAPES for arg in call.args)
    return shaped and symbol.startswith("keras.layers.")
