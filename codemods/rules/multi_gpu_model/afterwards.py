"""What happens to template and parallel model afterwards."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.data_flow import Flow, enclosing, may_create_variables, mentions, reads
from codemods.rules.multi_gpu_model.condition import Condition
from codemods.rules.multi_gpu_model.subject import (
    MODEL_BUILDERS,
    PARAMETERS,
    CompileSite,
    Plan,
    Unproven,
    enclosing_scope,
    is_compile,
    is_inner_model,
    receiver_of,
)
from codemods.source.arguments import bind, literal
from codemods.source.file import body_of, name_of
from codemods.source.walk import nodes

_ON_BATCH = frozenset({"train_on_batch", "test_on_batch", "predict_on_batch"})
_STRUCTURE = frozenset({"layers", "get_layer"})


class Afterwards(Condition):
    """Refuses uses that plain Keras 3 does not serve, and finds the `compile` calls."""

    def _check_batches(self) -> None:
        """Plain Keras 3 does not start on a first batch that does not divide by the replicas."""
        count = literal(self.gpus) if self.gpus is not None else None
        if isinstance(self.gpus, cst.List | cst.Tuple):
            count = len(self.gpus.elements)
        if not isinstance(count, int):
            return
        for call in nodes(self.function, cst.Call):
            if (
                isinstance(call.func, cst.Attribute)
                and call.func.attr.value == "fit"
                and receiver_of(call) == self.parallel
            ):
                given = bind(call, "x", "y", "batch_size") or {}
                size = literal(given["batch_size"].value) if "batch_size" in given else None
                if isinstance(size, int) and size % count:
                    raise Unproven(
                        f"a batch of {size} does not divide by {count} replicas, and plain Keras 3 refuses it"
                    )

    def _check_uses(self) -> None:
        names = {self.parallel} | ({self.template} if self.template else set())
        for write in self.flow.writes_of(self.parallel):
            own = write.node is self.statement.body[0]
            alias = write.value is not None and name_of(write.value) in names
            if not own and not alias and self.flow.before(self.call, write.node) and not self._excluded(write.node):
                raise Unproven(f"{self.parallel} is bound again after the call")
        for node, attribute in self._attribute_uses(names):
            if attribute == "load_weights" and name_of(node.value) == self.parallel != self.template:
                raise Unproven(f"{self.parallel}.load_weights reads a checkpoint of the parallel model")
            if attribute in _ON_BATCH:
                raise Unproven(f"{attribute} gives every replica the whole batch under plain Keras 3")
            if attribute in _STRUCTURE and self.flow.before(self.call, node) and not self._is_inner_model(node):
                if name_of(node.value) == self.parallel and self.parallel != self.template:
                    raise Unproven(f"{self.parallel}.{attribute} looks into the parallel model")
        for call in nodes(self.function, cst.Call):
            if call is self.call or not any(mentions(call, name) for name in names):
                continue
            symbol = self.file.symbol(call.func)
            if symbol in MODEL_BUILDERS and self.flow.before(self.call, call):
                raise Unproven("another model is built on it afterwards")
            if symbol == self.file.symbol(self.call.func) and self._is_same_model(call):
                raise Unproven("another parallel model is made of the same template")
        self._check_template_compile()

    def _is_same_model(self, call: cst.Call) -> bool:
        bound = bind(call, *PARAMETERS)
        other = name_of(bound["model"].value) if bound and "model" in bound else None
        excluded = self._excluded(call)
        return other is not None and other == self.template and self.parallel != self.template and not excluded

    def _attribute_uses(self, names: set[str]) -> Iterator[tuple[cst.Attribute, str]]:
        for attribute in nodes(self.file.module, cst.Attribute):
            if name_of(attribute.value) in names and (
                "." in self.parallel
                or self.file.function(attribute) in (self.function, self.file.module)
                or not isinstance(self.function, cst.FunctionDef)
            ):
                yield attribute, attribute.attr.value

    def _is_inner_model(self, node: cst.Attribute) -> bool:
        return is_inner_model(self.file.parent(node))

    def _check_template_compile(self) -> None:
        if self.template is None or self.template == self.parallel:
            return
        own = [call for call in self._compile_calls(self.function) if receiver_of(call) == self.parallel]
        for call in self._compile_calls(self.function):
            if receiver_of(call) == self.template and any(self.flow.before(each, call) for each in own):
                raise Unproven("the template is compiled on its own after the parallel model")

    def _compile_calls(self, root: cst.CSTNode) -> list[cst.Call]:
        return [call for call in nodes(root, cst.Call) if is_compile(call)]

    def _compiles(self, found: Plan) -> list[CompileSite]:
        names = {self.parallel} | ({self.template} if self.template else set())
        own = [
            call
            for call in self._compile_calls(self.function)
            if receiver_of(call) in names and self.file.function(call) is self.function
        ]
        after = [call for call in own if self.flow.before(self.call, call)]
        sites = [self._site(call, self.flow, found) for call in own]
        others = self._compiles_elsewhere()
        if not after and not others and self._escapes():
            raise Unproven(f"{self.parallel} is not compiled in this file")
        sites += [self._site(call, Flow(self.file, self.file.function(call)), None) for call in others]
        return [site for site in sites if site is not None]

    def _site(self, call: cst.Call, flow: Flow, found: Plan | None) -> CompileSite | None:
        """The scope for one `compile`; None where the template's own scope holds it."""
        receiver = receiver_of(call)
        assert receiver is not None
        statement = self.file.statement(call)
        block = self.file.block(statement)
        if block is None or not isinstance(statement, cst.SimpleStatementLine):
            raise Unproven("compile is part of a larger statement")
        if enclosing_scope(self.file, call) is not None:
            return None
        statements = body_of(block)
        last = statements.index(statement)
        first = last
        for name in dict.fromkeys(reads(call)):
            if name.split(".")[0] == receiver.split(".")[0]:
                continue
            self._check_argument(name, flow, call)
            for write in flow.writes_of(name):
                if not flow.before(write.node, call) or write.value is None:
                    continue
                if not may_create_variables(self.file, flow, write.value):
                    continue
                index = enclosing(self.file, write.node, statements)
                if index is None:
                    if self._is_keras_object(write.value):
                        raise Unproven(f"{name} is created outside the block that compiles the model")
                    continue
                first = min(first, index)
        if found is not None and block is found.block and first <= found.last:
            self._widen(found, first, last)
            return None if last <= found.last else CompileSite(block, found.last + 1, last, receiver)
        return CompileSite(block, first, last, receiver)

    def _check_argument(self, name: str, flow: Flow, call: cst.Call) -> None:
        """Optimizers and metrics that come from outside of the function come from outside of the scope."""
        function = flow.function
        if (
            not isinstance(function, cst.FunctionDef)
            or flow.writes_of(name)
            or self._is_known(name.split(".", maxsplit=1)[0])
        ):
            return
        outside = Flow(self.file, self.file.module).writes_of(name)
        if any(write.value is not None and self._is_keras_object(write.value) for write in outside):
            raise Unproven(f"{name} is created outside of the function that compiles the model")
        given = bind(call, "optimizer", "loss", "metrics") or {}
        whole = [given[key].value for key in ("optimizer", "metrics") if key in given]
        if not outside and any(name_of(value) == name and "." not in name for value in whole):
            raise Unproven(f"{name} is handed to the function that compiles the model")

    def _widen(self, found: Plan, first: int, last: int) -> None:
        """An optimizer that is made before the model belongs into the model's scope."""
        found.first = min(found.first, first)

    def _is_keras_object(self, value: cst.BaseExpression) -> bool:
        return any((self.file.symbol(call.func) or "").startswith("keras.") for call in nodes(value, cst.Call))

    def _compiles_elsewhere(self) -> list[cst.Call]:
        """`compile` calls on what this function hands on: an argument, a global, an attribute, its return value."""
        found = [*self._compiles_of_arguments(), *self._compiles_by_name()]
        return list(dict.fromkeys(found))

    def _compiles_of_arguments(self) -> list[cst.Call]:
        names = {self.parallel, self.template}
        handed = {
            call.func.value
            for call in nodes(self.function, cst.Call)
            if isinstance(call.func, cst.Name) and any(name_of(arg.value) in names for arg in call.args)
        }
        result = []
        for function in nodes(self.file.module, cst.FunctionDef):
            parameters = {each.name.value for each in function.params.params}
            if function.name.value in handed and function is not self.function:
                result += [call for call in self._compile_calls(function) if receiver_of(call) in parameters]
        return result

    def _compiles_by_name(self) -> list[cst.Call]:
        calls = [
            call for call in self._compile_calls(self.file.module) if self.file.function(call) is not self.function
        ]
        if "." in self.parallel:
            owner = self.file.enclosing_class(self.call)
            return [c for c in calls if receiver_of(c) == self.parallel and self.file.enclosing_class(c) is owner]
        if not isinstance(self.function, cst.FunctionDef):
            return [call for call in calls if receiver_of(call) == self.parallel and not self._is_local(call)]
        name = self.function.name.value
        shared = {each.name.value for node in nodes(self.function, cst.Global) for each in node.names}
        return [
            call
            for call in calls
            if self._comes_from(call, name) or (self.parallel in shared and receiver_of(call) == self.parallel)
        ]

    def _is_local(self, call: cst.Call) -> bool:
        function = self.file.function(call)
        receiver = receiver_of(call) or ""
        bound = Flow(self.file, function).writes_of(receiver)
        params = [each.name.value for each in function.params.params] if isinstance(function, cst.FunctionDef) else []
        return bool(bound) or receiver in params

    def _comes_from(self, call: cst.Call, function: str) -> bool:
        receiver = receiver_of(call)
        if receiver is None:
            return False
        writes = Flow(self.file, self.file.function(call)).writes_of(receiver)
        return any(
            isinstance(write.value, cst.Call) and (name_of(write.value.func) or "").split(".")[-1] == function
            for write in writes
        )

    def _escapes(self) -> bool:
        """Whether something else than prediction may happen to the parallel model."""
        for attribute, name in self._attribute_uses({self.parallel}):
            if name in ("fit", "fit_generator") and self.flow.before(self.call, attribute):
                return True
        if "." in self.parallel:
            return True
        for call in nodes(self.function, cst.Call):
            if self.flow.before(self.call, call) and any(name_of(arg.value) == self.parallel for arg in call.args):
                return True
        if isinstance(self.statement.body[0], cst.Return):
            return True
        return any(
            name == self.parallel
            for returned in nodes(self.function, cst.Return)
            for name in (reads(returned.value) if returned.value else [])
        )
