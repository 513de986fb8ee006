"""Proves, inside one file, where the model behind a `multi_gpu_model` call is built and compiled.

The proof yields a `Plan`; where a step of it fails, `Unproven` says which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import libcst as cst

from codemods.calls import bind, literal
from codemods.file import Block, File, body_of, name_of
from codemods.flow import Flow, Write, enclosing, may_create_variables, mentions, path_between, reads
from codemods.gpu_count import devices
from codemods.scopes import BUILTIN
from codemods.walk import nodes

PARAMETERS = ("model", "gpus", "cpu_merge", "cpu_relocation")
RETURNED = "the returned model"
"""The parallel model of `return multi_gpu_model(...)`, which has no name."""
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
INNER_MODEL = -2
"""The place of the template among the layers of the parallel model."""
_ON_BATCH = frozenset({"train_on_batch", "test_on_batch", "predict_on_batch"})
_STRUCTURE = frozenset({"layers", "get_layer"})
_MODEL_BUILDERS = ("keras.models.Model", "keras.models.Sequential", "keras.models.clone_model")


class Unproven(Exception):  # noqa: N818 - it is an answer, not an error
    """Why a call cannot be carried to a strategy scope."""


@dataclass(frozen=True)
class Guard:
    """The condition under which the call is reached: `code`, true or false; or "as far as it works" (a `try`)."""

    statement: cst.If | cst.Try
    code: str
    holds: bool


@dataclass(frozen=True)
class CompileSite:
    """The statements of `block` from the optimizer's creation to the `compile` call, in one scope."""

    block: Block
    first: int
    last: int
    receiver: str


@dataclass
class Plan:
    """How one call becomes a scope: statements `first` to `last` of `block` build the template."""

    call: cst.Call
    statement: cst.SimpleStatementLine
    block: Block
    first: int
    last: int
    parallel: str
    template: str | None
    strategy: str
    guard: Guard | None
    hoisted: list[cst.BaseStatement] = field(default_factory=list)
    compiles: list[CompileSite] = field(default_factory=list)


def plan(file: File, call: cst.Call) -> Plan:
    """The proof for one call; raises `Unproven`."""
    return _Prover(file, call).prove()


class _Prover:
    def __init__(self, file: File, call: cst.Call) -> None:
        self.file = file
        self.call = call
        self.function = file.function(call)
        self.flow = Flow(file, self.function)
        bound = bind(call, *PARAMETERS)
        if bound is None or "model" not in bound:
            raise Unproven("its arguments are unpacked")
        self.model = bound["model"].value
        self.gpus = bound["gpus"].value if "gpus" in bound else None
        self.statement = self._statement()
        self.parallel = self._parallel()
        self.template = name_of(self.model)

    def prove(self) -> Plan:
        self._check_surroundings()
        block, first, last = self._region()
        guard = self._guard(block)
        hoisted = self._hoisted(block, first, guard)
        self._check_setup(block, first)
        self._check_batches()
        self._check_uses()
        found = Plan(
            self.call,
            self.statement,
            block,
            first,
            last,
            self.parallel,
            self.template,
            self._strategy_code(guard),
            guard,
            hoisted,
        )
        found.compiles = self._compiles(found)
        return found

    # --- the call itself

    def _statement(self) -> cst.SimpleStatementLine:
        statement = self.file.statement(self.call)
        if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
            raise Unproven("it is part of a larger statement")
        return statement

    def _parallel(self) -> str:
        small = self.statement.body[0]
        if isinstance(small, cst.Assign) and small.value is self.call and len(small.targets) == 1:
            name = name_of(small.targets[0].target)
            if name:
                return name
        if isinstance(small, cst.Return) and small.value is self.call:
            return name_of(self.model) or RETURNED
        raise Unproven("its result is not bound to one name")

    def _check_surroundings(self) -> None:
        scope = enclosing_scope(self.file, self.call)
        if scope is not None and not self._is_own_scope(scope):
            raise Unproven("it stands in a strategy scope already")
        for above in self.file.ancestors(self.call):
            if above is self.function:
                return
            if isinstance(above, cst.For | cst.While):
                raise Unproven("it is called in a loop")

    def _is_own_scope(self, scope: cst.BaseExpression) -> bool:
        """Whether `scope` is `strategy.scope()` of a strategy like the one that this call needs."""
        name = scope.func.value if isinstance(scope, cst.Call) and isinstance(scope.func, cst.Attribute) else None
        values = self.file.definitions(name) if isinstance(name, cst.Name) else None
        listed = devices(self.file, self.flow, self.gpus)
        if values is None or len(values) != 1 or not isinstance(values[0], cst.Call):
            return False
        arguments = ", ".join(self.file.code(arg) for arg in values[0].args)
        return self.file.symbol(values[0].func) == "tensorflow.distribute.MirroredStrategy" and arguments == listed

    # --- where the template is built

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

    def _excluded(self, node: cst.CSTNode) -> bool:
        """Whether `node` lies in another branch of an `if` than the call."""
        above_call = {self.call, *self.file.ancestors(self.call)}
        below: cst.CSTNode = node
        for above in self.file.ancestors(node):
            if above in above_call:
                return isinstance(above, cst.If) and below not in above_call
            below = above
        return False

    def _inline_region(self) -> tuple[Block, int, int]:
        if not isinstance(self.model, cst.Call):
            raise Unproven("the model is not a name or a call")
        block = self._block_of(self.statement)
        statements = body_of(block)
        index = enclosing(self.file, self.statement, statements)
        assert index is not None
        first, _ = self._slice(block, [Write("", self.statement, self.model)])
        return block, first, index

    def _block_of(self, node: cst.CSTNode) -> Block:
        """The block of `node`; a `with tf.device(...)` around it belongs to the block outside."""
        for above in self.file.ancestors(node):
            if isinstance(above, cst.Module):
                return above
            if isinstance(above, cst.IndentedBlock):
                owner = self.file.parent(above)
                if owner is None or not self._is_device_scope(owner):
                    return above
        raise AssertionError("a statement lies in a module")

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
            if not is_layer and self.file.symbol(call.func) not in _MODEL_BUILDERS:
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

    def _is_known(self, name: str) -> bool:
        """Whether a name is imported, defined by `def` or `class`, or Python's own."""
        if any(imported.local == name for imported in self.file.imports):
            return True
        bound = self.file.scope(self.statement)[name]
        kinds = (cst.FunctionDef, cst.ClassDef)
        return all(isinstance(each.node, kinds) or each.kind == BUILTIN for each in bound)

    def _touches(self, statement: cst.BaseStatement, variables: set[str]) -> bool:
        return statement is self.statement or any(mentions(statement, variable) for variable in variables)

    def _is_device_scope(self, node: cst.CSTNode) -> bool:
        return is_device_scope(self.file, node)

    # --- the condition around the call

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

    # --- what happens to the models afterwards

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
                and _receiver(call) == self.parallel
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
            if symbol in _MODEL_BUILDERS and self.flow.before(self.call, call):
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
        own = [call for call in self._compile_calls(self.function) if _receiver(call) == self.parallel]
        for call in self._compile_calls(self.function):
            if _receiver(call) == self.template and any(self.flow.before(each, call) for each in own):
                raise Unproven("the template is compiled on its own after the parallel model")

    def _compile_calls(self, root: cst.CSTNode) -> list[cst.Call]:
        return [call for call in nodes(root, cst.Call) if _is_compile(call)]

    def _compiles(self, found: Plan) -> list[CompileSite]:
        names = {self.parallel} | ({self.template} if self.template else set())
        own = [
            call
            for call in self._compile_calls(self.function)
            if _receiver(call) in names and self.file.function(call) is self.function
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
        receiver = _receiver(call)
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
                result += [call for call in self._compile_calls(function) if _receiver(call) in parameters]
        return result

    def _compiles_by_name(self) -> list[cst.Call]:
        calls = [
            call for call in self._compile_calls(self.file.module) if self.file.function(call) is not self.function
        ]
        if "." in self.parallel:
            owner = self.file.enclosing_class(self.call)
            return [c for c in calls if _receiver(c) == self.parallel and self.file.enclosing_class(c) is owner]
        if not isinstance(self.function, cst.FunctionDef):
            return [call for call in calls if _receiver(call) == self.parallel and not self._is_local(call)]
        name = self.function.name.value
        shared = {each.name.value for node in nodes(self.function, cst.Global) for each in node.names}
        return [
            call
            for call in calls
            if self._comes_from(call, name) or (self.parallel in shared and _receiver(call) == self.parallel)
        ]

    def _is_local(self, call: cst.Call) -> bool:
        function = self.file.function(call)
        receiver = _receiver(call) or ""
        bound = Flow(self.file, function).writes_of(receiver)
        params = [each.name.value for each in function.params.params] if isinstance(function, cst.FunctionDef) else []
        return bool(bound) or receiver in params

    def _comes_from(self, call: cst.Call, function: str) -> bool:
        receiver = _receiver(call)
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


def is_device_scope(file: File, node: cst.CSTNode | None) -> bool:
    """Whether `node` is `with tf.device(...):` and nothing else."""
    return isinstance(node, cst.With) and all(
        isinstance(item.item, cst.Call)
        and file.symbol(item.item.func) in ("tensorflow.device", "keras.backend.tf.device")
        and item.asname is None
        for item in node.items
    )


def is_inner_model(node: cst.CSTNode | None) -> bool:
    """Whether `node` is `model.layers[-2]`: the template inside the parallel model."""
    if not isinstance(node, cst.Subscript) or len(node.slice) != 1:
        return False
    index = node.slice[0].slice
    layers = isinstance(node.value, cst.Attribute) and node.value.attr.value == "layers"
    return layers and isinstance(index, cst.Index) and literal(index.value) == INNER_MODEL


def enclosing_scope(file: File, node: cst.CSTNode) -> cst.BaseExpression | None:
    """The innermost `with ....scope():` around `node`."""
    for above in file.ancestors(node):
        for item in above.items if isinstance(above, cst.With) else ():
            function = item.item.func if isinstance(item.item, cst.Call) else None
            if isinstance(function, cst.Attribute) and function.attr.value == "scope":
                return item.item
    return None


def _is_compile(call: cst.Call) -> bool:
    return isinstance(call.func, cst.Attribute) and call.func.attr.value == "compile" and _receiver(call) != "re"


def _receiver(call: cst.Call) -> str | None:
    return name_of(call.func.value) if isinstance(call.func, cst.Attribute) else None
