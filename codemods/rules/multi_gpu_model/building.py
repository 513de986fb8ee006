"""Where the template is built: the statements that belong into the scope."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from codemods.analysis.data_flow import Flow, Write, enclosing, may_create_variables, mentions, reads
from codemods.rules.multi_gpu_model.subject import MODEL_BUILDERS, Subject, Unproven
from codemods.source.file import Block, body_of, name_of
from codemods.source.walk import nodes


class Building(Subject):
    """Finds the block and the run of statements that make the template and its parts."""

    def _region(self) -> tuple[Block, int, int]:
        if self.template is None:
            return self._inline_region()
        writes = self._reaching(self.template)
        if not writes or any(write.value is None for write in writes):
            raise Unproven(f"{self.template} is not built in the same function")
        block = self._common_block(writes)
        statements = body_of(block)
        first, variables = self._slice(block, writes)
        call_index = enclosing(self.file, self.call, statements)
        assert call_index is not None
        last = call_index if statements[call_index] is self.statement else call_index - 1
        if self._is_device_scope(statements[call_index]):
            last = call_index
        while last > first and not self._touches(statements[last], variables):
            last -= 1
        if last < first:
            raise Unproven(f"{self.template} is built in the statement that holds the call")
        return block, first, last

    def _reaching(self, variable: str) -> list[Write]:
        """The writes that the call can see: not those of another branch, nor those before a fresh start."""
        writes = [
            write
            for write in self.flow.writes_of(variable)
            if self.flow.before(write.node, self.call)
            and write.node is not self.statement.body[0]
            and not self._excluded(write.node)
        ]
        statements = body_of(self._block_of(self.statement))
        for index in range(len(writes) - 1, -1, -1):
            write = writes[index]
            holder = enclosing(self.file, write.node, statements)
            direct = holder is not None and (
                self.file.parent(write.node) is statements[holder] or self._is_device_scope(statements[holder])
            )
            if direct and write.value is not None and not mentions(write.value, variable):
                return writes[index:]
        return writes

    def _inline_region(self) -> tuple[Block, int, int]:
        if not isinstance(self.model, cst.Call):
            raise Unproven("the model is not a name or a call")
        block = self._block_of(self.statement)
        statements = body_of(block)
        index = enclosing(self.file, self.statement, statements)
        assert index is not None
        first, _ = self._slice(block, [Write("", self.statement, self.model)])
        return block, first, index

    def _common_block(self, writes: Sequence[Write]) -> Block:
        node: cst.CSTNode = self.statement
        while True:
            block = self._block_of(node)
            statements = body_of(block)
            if all(enclosing(self.file, write.node, statements) is not None for write in writes):
                return block
            if isinstance(block, cst.Module) or self.file.parent(block) is self.function:
                raise Unproven(f"{self.template} is not built in the same function")
            node = block

    def _slice(self, block: Block, writes: Sequence[Write]) -> tuple[int, set[str]]:
        """The index of the first statement that makes a part of the template, and the variables that hold parts."""
        statements = body_of(block)
        first = min(index for write in writes if (index := enclosing(self.file, write.node, statements)) is not None)
        pending = list(writes)
        variables = {write.target for write in writes if write.target}
        while pending:
            write = pending.pop()
            assert write.value is not None
            self._check_parts(write.value)
            for name in dict.fromkeys([*reads(write.value), *self._free_reads(write.value)]):
                variable = name.split(".")[0] if not self.flow.writes_of(name) else name
                if variable in variables:
                    continue
                parts = [each for each in self.flow.writes_of(variable) if self.flow.before(each.node, self.call)]
                making = [
                    each
                    for each in parts
                    if each.value is not None and may_create_variables(self.file, self.flow, each.value)
                ]
                if making:
                    variables.add(variable)
                    pending += making
                    for each in making:
                        index = enclosing(self.file, each.node, statements)
                        if index is None:
                            raise Unproven(f"{variable}, a part of the model, is made outside its block")
                        first = min(first, index)
        return first, variables

    def _free_reads(self, value: cst.BaseExpression) -> list[str]:
        """What the file's own functions that `value` calls read from around them."""
        called = {call.func.value for call in nodes(value, cst.Call) if isinstance(call.func, cst.Name)}
        found: list[str] = []
        for function in nodes(self.file.module, cst.FunctionDef):
            if function.name.value in called and function is not self.function:
                own = {write.target for write in Flow(self.file, function).writes}
                own |= {param.name.value for param in nodes(function.params, cst.Param)}
                found += [name for name in reads(function.body) if name.split(".")[0] not in own]
        return found

    def _check_parts(self, value: cst.BaseExpression) -> None:
        """Tensors and models that the template is built on must be made in the same function."""
        for call in nodes(value, cst.Call):
            is_layer = isinstance(call.func, cst.Call)
            if not is_layer and self.file.symbol(call.func) not in MODEL_BUILDERS:
                continue
            for name in (name for arg in call.args for name in reads(arg.value)):
                self._check_own(name)
        for attribute in nodes(value, cst.Attribute):
            if attribute.attr.value in ("input", "inputs", "output", "outputs"):
                self._check_own(name_of(attribute.value) or "")

    def _check_own(self, name: str) -> None:
        base = name.split(".", maxsplit=1)[0]
        if isinstance(self.function, cst.FunctionDef) and not self._is_known(base) and not self.flow.writes_of(name):
            if base != "self" and not self.flow.writes_of(base):
                raise Unproven(f"{base}, a part of the model, is made outside of the function")

    def _touches(self, statement: cst.BaseStatement, variables: set[str]) -> bool:
        return statement is self.statement or any(mentions(statement, variable) for variable in variables)
