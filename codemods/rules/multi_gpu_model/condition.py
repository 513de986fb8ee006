"""Under which condition the call is reached, and what the strategy must know before the build."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from codemods.analysis.data_flow import Write, enclosing, may_create_variables, path_between, reads
from codemods.rules.multi_gpu_model.building import Building
from codemods.rules.multi_gpu_model.gpu_count import devices
from codemods.rules.multi_gpu_model.subject import Guard, Unproven
from codemods.source.arguments import literal
from codemods.source.file import Block, body_of, name_of
from codemods.source.walk import nodes

_READING = frozenset({"split", "get", "index", "count", "keys", "values", "items", "strip", "format", "lower"})
_GPU_SETUP = frozenset(
    {
        "keras.backend.set_session",
        "tensorflow.config.set_visible_devices",
        "tensorflow.config.set_logical_device_configuration",
        "tensorflow.config.experimental.set_memory_growth",
        "tensorflow.config.experimental.set_visible_devices",
        "tensorflow.config.experimental.set_virtual_device_configuration",
    }
)


class Condition(Building):
    """Reads the `if` or `try` around the call, and the strategy off its arguments."""

    def _guard(self, block: Block) -> Guard | None:
        guard: Guard | None = None
        below: cst.CSTNode = self.statement
        for above in path_between(self.file, self.statement, block):
            if isinstance(above, cst.If | cst.Try):
                if guard is not None:
                    raise Unproven("it stands under more than one condition")
                guard = self._if_guard(above, below) if isinstance(above, cst.If) else self._try_guard(above, below)
            elif isinstance(above, cst.Else) and isinstance(self.file.parent(above), cst.If):
                below = above
                continue
            elif isinstance(above, cst.IndentedBlock) or self._is_device_scope(above):
                pass
            else:
                raise Unproven(f"it stands under a {type(above).__name__.lower()} statement")
            below = above
        return guard

    def _if_guard(self, statement: cst.If, below: cst.CSTNode) -> Guard:
        if isinstance(self.file.parent(statement), cst.If):
            raise Unproven("it stands in an elif branch")
        for call in nodes(statement.test, cst.Call):
            reading = isinstance(call.func, cst.Attribute) and call.func.attr.value in _READING
            counting = (self.file.symbol(call.func) or "").startswith("tensorflow.config.list_")
            if not reading and not counting and not self.file.is_builtin(call.func, "len", "int", "isinstance", "max"):
                raise Unproven("its condition calls functions")
        return Guard(statement, self.file.code(statement.test), below is statement.body)

    def _try_guard(self, statement: cst.Try, below: cst.CSTNode) -> Guard:
        if below is not statement.body or statement.finalbody or statement.orelse or len(statement.handlers) != 1:
            raise Unproven("it stands in a try statement with more than one handler")
        return Guard(statement, "", True)

    def _hoisted(self, block: Block, first: int, guard: Guard | None) -> list[cst.BaseStatement]:
        """Statements between the build and the call that set what the strategy needs to know."""
        code_nodes: list[cst.CSTNode] = [self.gpus] if self.gpus is not None else []
        if guard is not None and isinstance(guard.statement, cst.If):
            code_nodes.append(guard.statement.test)
        statements = body_of(block)
        found: dict[int, cst.BaseStatement] = {}
        pending = [name for node in code_nodes for name in reads(node)]
        names = set(pending)
        while pending:
            name = pending.pop()
            variables = {name, name.split(".")[0]}
            for write in (each for variable in variables for each in self.flow.writes_of(variable)):
                index = enclosing(self.file, write.node, statements)
                if index is None or index < first or not self.flow.before(write.node, self.call) or index in found:
                    continue
                found[index] = self._hoistable(statements[index], write)
                pending += reads(write.value) if write.value is not None else []
                for read in reads(write.value) if write.value is not None else ():
                    names |= {read, read.split(".")[0]}
        self._check_unchanged(names, statements[first:], set(found.values()))
        return [found[index] for index in sorted(found)]

    def _check_unchanged(
        self, names: set[str], statements: Sequence[cst.BaseStatement], hoisted: set[cst.BaseStatement]
    ) -> None:
        """What the strategy needs to know must not change while the model is built."""
        for statement in statements:
            if statement in hoisted or not self.flow.before(statement, self.call):
                continue
            for call in nodes(statement, cst.Call):
                receiver = name_of(call.func.value) if isinstance(call.func, cst.Attribute) else None
                if receiver in names and call.func.attr.value not in _READING and self.flow.before(call, self.call):  # type: ignore[attr-defined]
                    raise Unproven(f"{receiver} may change while the model is built")

    def _check_setup(self, block: Block, first: int) -> None:
        """A strategy initialises the GPUs: nothing may set them up after it."""
        start = body_of(block)[first]
        for node in nodes(self.function, cst.Attribute, cst.Name):
            symbol = self.file.symbol(node)
            if self.flow.before(node, start) or self.file.function(node) is not self.function:
                continue
            if symbol in _GPU_SETUP or name_of(node) == "os.environ":
                raise Unproven("GPUs are set up after the model is built")

    def _hoistable(self, statement: cst.BaseStatement, write: Write) -> cst.BaseStatement:
        simple = isinstance(statement, cst.SimpleStatementLine) and len(statement.body) == 1
        if not simple or write.value is None or may_create_variables(self.file, self.flow, write.value):
            raise Unproven(f"{write.target} is known only after the model is built")
        return statement

    def _strategy_code(self, guard: Guard | None) -> str:
        listed = devices(self.file, self.flow, self.gpus)
        if listed is None:
            assert self.gpus is not None
            if isinstance(value := literal(self.gpus), int):
                raise Unproven(f"gpus={value} raised ValueError: it takes at least 2")
            raise Unproven(f"it is not certain whether {self.file.code(self.gpus)} is a number or a list")
        strategy = f"MirroredStrategy({listed})"
        if guard is None:
            return f"{{tf}}.distribute.{strategy}"
        condition = guard.code
        if isinstance(guard.statement, cst.Try):
            condition = self._enough_gpus()
        one, other = f"{{tf}}.distribute.{strategy}", "{tf}.distribute.get_strategy()"
        return f"{one} if {condition} else {other}" if guard.holds else f"{other} if {condition} else {one}"

    def _enough_gpus(self) -> str:
        available = 'len({tf}.config.list_physical_devices("GPU"))'
        if self.gpus is None or literal(self.gpus) is None:
            return f"{available} > 1"
        if isinstance(literal(self.gpus), int) or name_of(self.gpus):
            return f"{available} >= {self.file.code(self.gpus)} > 1"
        raise Unproven("it stands in a try statement, and the number of GPUs is not a plain number")
