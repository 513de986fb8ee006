"""Proves, inside one file, that an Estimator made of a Keras model can be trained by `fit`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import libcst as cst

from codemods.analysis.data_flow import Flow, enclosing, may_create_variables, reads
from codemods.analysis.estimators import PUBLIC
from codemods.analysis.object_types import derives_from
from codemods.rules.contrib_distribute.contrib import is_contrib, modern_strategy
from codemods.rules.model_to_estimator.hooks import callbacks
from codemods.rules.model_to_estimator.input_functions import called
from codemods.rules.model_to_estimator.train_optimizers import equal_optimizer, is_train_optimizer
from codemods.rules.multi_gpu_model.condition import Condition
from codemods.rules.multi_gpu_model.subject import Unproven, is_compile, receiver_of
from codemods.source.arguments import bind, literal
from codemods.source.file import Block, File, Reference, body_of, once_per_file
from codemods.source.walk import nodes

CALL = "keras.estimator.model_to_estimator"
_PARAMETERS = ("keras_model", "keras_model_path", "custom_objects", "model_dir", "config")
_TRAIN = ("input_fn", "hooks", "steps", "max_steps", "saving_listeners")
_EVALUATE = ("input_fn", "steps", "hooks", "checkpoint_path", "name")
_OF_MODEL_DIR = frozenset(
    [
        "keep_checkpoint_every_n_hours",
        "keep_checkpoint_max",
        "log_step_count_steps",
        "save_checkpoints_secs",
        "save_checkpoints_steps",
        "save_summary_steps",
    ]
)
"""Fields of `RunConfig` about files in a folder that is a temporary one, and about logs."""
_CORE = ("tensorflow.distribute.MirroredStrategy", "tensorflow.distribute.OneDeviceStrategy")
_HOOKS = ("SessionRunHook",)
_MODELS = ("keras.models.Model", "keras.models.Sequential")
_INPUTS = ("Input(", "InputLayer(", "input_shape=", "input_dim=", "batch_input_shape=", "keras.applications.")


@dataclass
class Step:
    """`estimator.train` or `estimator.evaluate`: the statement, the call and what the dataset is made by."""

    statement: cst.SimpleStatementLine
    call: cst.Call
    dataset: str
    steps: str
    callbacks: str = ""

    @property
    def is_training(self) -> bool:
        return isinstance(self.call.func, cst.Attribute) and self.call.func.attr.value == "train"


@dataclass
class Training:
    """Statements `first` to `last` of `block` build and compile the model; the rest is what they were and become."""

    call: cst.Call
    statement: cst.SimpleStatementLine
    block: Block
    model: str
    first: int
    last: int
    strategy: str
    strategy_name: str
    kept: cst.Call | None
    """The call of a strategy that is made before the model, and stays where it is."""
    hoisted: list[cst.BaseStatement]
    gone: list[cst.BaseStatement]
    seed: str
    optimizers: list[tuple[cst.Call, str]]
    evaluation: str
    dropped: list[str]
    """Fields of `RunConfig` about files in a folder that was a temporary one, and about logs."""
    steps: list[Step] = field(default_factory=list)
    hooks: set[cst.ClassDef] = field(default_factory=set)


@once_per_file
def calls(file: File) -> tuple[Reference, ...]:
    return tuple(file.references(CALL))


@once_per_file
def training(file: File) -> Training | str:
    """The proof, or the reason why there is none."""
    try:
        return _Prover(file).prove()
    except Unproven as unproven:
        return str(unproven)


class _Prover(Condition):
    """The steps, in order."""

    def __init__(self, file: File) -> None:
        self.file = file
        found = [file.call_of(each) for each in calls(file)]
        if len(found) != 1 or found[0] is None:
            raise Unproven("model_to_estimator is not called once, where it is named")
        self.call = found[0]
        self.function = file.function(self.call)
        self.flow = Flow(file, self.function)
        given = bind(self.call, *_PARAMETERS)
        if given is None or not given.keys() <= set(_PARAMETERS):
            raise Unproven("its arguments are unpacked, or of later releases")
        for name in ("keras_model_path", "custom_objects", "model_dir"):
            if name in given and literal(given[name].value) is not None:
                raise Unproven(_WHY[name])
        if "keras_model" not in given or not isinstance(given["keras_model"].value, cst.Name):
            raise Unproven("the model is not a name")
        self.keras_model = given["keras_model"].value
        self.model = self.keras_model
        self.config = given["config"].value if "config" in given else None
        self.gpus = None
        self.statement = self._statement()
        self.parallel = self._parallel()
        self.name = self.keras_model.value
        self.template = self.name
        self.gone: list[cst.BaseStatement] = []

    def prove(self) -> Training:
        if any(isinstance(above, cst.For | cst.While) for above in self.file.ancestors(self.call)):
            raise Unproven("it is called in a loop")
        self._check_names()
        fields = self._fields()
        strategy, name, modern = self._strategy(fields)
        compiled = self._compile()
        optimizers = self._optimizers(compiled)
        block, first, last = self._built(compiled)
        kept = strategy if strategy is not None and self._precedes(strategy, block, first) else None
        hoisted: list[cst.BaseStatement] = []
        if strategy is not None:
            self._check_setup(block, first)
        if strategy is not None and kept is None:
            hoisted = self._moved_up(strategy, block, first)
        found = Training(
            self.call,
            self.statement,
            block,
            self.name,
            first,
            last,
            modern,
            name,
            kept,
            [each for each in hoisted if each not in self.gone],
            self.gone,
            self.file.code(fields["tf_random_seed"].value) if "tf_random_seed" in fields else "",
            optimizers,
            self._evaluation(compiled),
            sorted(_OF_MODEL_DIR & fields.keys()),
        )
        self._check_model(found)
        self._steps(found)
        return found

    # --- what else is in the file

    def _check_names(self) -> None:
        """No other name of the Estimator's API, of contrib, or of what only graphs have."""
        for reference in self.file.all_references():
            plain = reference.spelling.in_tensorflow_1
            name = plain.rpartition(".")[2]
            if plain.startswith(f"{PUBLIC}.") and name not in ("RunConfig", *_HOOKS):
                raise Unproven(f"tf.estimator.{name} is used")
            if plain.startswith("tensorflow.contrib.") and not is_contrib(reference):
                raise Unproven(f"{reference.qualified} is used")
            if plain.startswith("tensorflow.Session"):
                raise Unproven("a session is used")
        for imported in self.file.imports:
            if imported.spelling is None and imported.qualified.startswith("tensorflow_estimator"):
                raise Unproven("tensorflow_estimator is imported")

    # --- the configuration

    def _fields(self) -> dict[str, cst.Arg]:
        """The fields of `RunConfig`; the statement that makes it goes."""
        if self.config is None or literal(self.config) is None:
            return {}
        call = self._only_value(self.config, "the configuration")
        reference = self.file.reference(call.func)
        if reference is None or reference.spelling.in_tensorflow_1 != f"{PUBLIC}.RunConfig":
            raise Unproven("the configuration is not a RunConfig of this file")
        given = bind(call, "model_dir")
        if given is None:
            raise Unproven("the arguments of RunConfig are unpacked, or given by their place")
        for name, arg in given.items():
            if name in ("train_distribute", "tf_random_seed") or name in _OF_MODEL_DIR or literal(arg.value) is None:
                continue
            raise Unproven(_WHY.get(name, f"RunConfig({name}=) has no counterpart in Keras"))
        return {name: arg for name, arg in given.items() if literal(arg.value) is not None}

    def _only_value(self, node: cst.BaseExpression, what: str) -> cst.Call:
        """The call that makes `node`, whose name stands for nothing else and is used nowhere else."""
        if isinstance(node, cst.Name):
            binding = self.file.only_binding(node)
            if binding is None or len(binding.uses) != 1:
                raise Unproven(f"{what} is used elsewhere, or bound more than once")
            value = self.file.assigned_value(binding)
            assert binding.node is not None
            self._remove(binding.node)
            node = value if value is not None else node
        if not isinstance(node, cst.Call):
            raise Unproven(f"{what} is not made in this file")
        return node

    def _remove(self, node: cst.CSTNode) -> None:
        statement = self.file.statement(node)
        small = statement.body[0] if isinstance(statement, cst.SimpleStatementLine) else None
        if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
            raise Unproven("a line holds several statements")
        if not isinstance(small, cst.Assign) or len(small.targets) != 1 or self.file.block(statement) is None:
            raise Unproven("a line binds several names")
        if len(body_of(self._own_block(statement))) == 1:
            raise Unproven("a block would be empty")
        self.gone.append(statement)

    def _own_block(self, statement: cst.CSTNode) -> Block:
        block = self.file.block(statement)
        assert block is not None
        return block

    def _strategy(self, fields: dict[str, cst.Arg]) -> tuple[cst.Call | None, str, str]:
        """The call of the strategy, its name, and its call in `tf.distribute`."""
        if "train_distribute" not in fields:
            return None, "", ""
        node, name = fields["train_distribute"].value, "strategy"
        if isinstance(node, cst.Name):
            binding = self.file.only_binding(node)
            value = self.file.assigned_value(binding) if binding is not None else None
            if binding is None or value is None or binding.node is None:
                raise Unproven("the strategy is bound more than once, or not in this file")
            for use in binding.uses:
                above = self.file.parent(use)
                counted = isinstance(above, cst.Attribute) and above.attr.value == "num_replicas_in_sync"
                if use is not node and not counted:
                    raise Unproven("the strategy is used for more than the Estimator")
            self._remove(binding.node)
            node, name = value, binding.name
        elif any(each.value == name for each in self.file.every(cst.Name)):
            raise Unproven("the name strategy is taken")
        if not isinstance(node, cst.Call):
            raise Unproven("the strategy is not made in this file")
        if self.file.symbol(node.func) in _CORE:
            arguments = ", ".join(self.file.code(arg) for arg in node.args)
            return (
                node,
                name,
                f"{{tf}}.distribute.{(self.file.symbol(node.func) or '').rpartition('.')[2]}({arguments})",
            )
        reference = self.file.reference(node.func)
        if reference is None or not is_contrib(reference):
            raise Unproven("the strategy is not made in this file")
        return node, name, modern_strategy(self.file, node)

    def _precedes(self, strategy: cst.Call, block: Block, first: int) -> bool:
        """Whether the strategy has a line of its own that runs before the model is built."""
        statement = self.file.statement(strategy)
        if statement not in self.gone or not self._is_assigned(strategy):
            return False
        home = self.file.block(statement)
        before = home is block and body_of(block).index(statement) < first
        if before or (home is self.file.module and self.function is not self.file.module):
            self.gone.remove(statement)
            return True
        return False

    def _is_assigned(self, strategy: cst.Call) -> bool:
        above = self.file.parent(strategy)
        return isinstance(above, cst.Assign) and isinstance(above.targets[0].target, cst.Name)

    def _moved_up(self, strategy: cst.Call, block: Block, first: int) -> list[cst.BaseStatement]:
        """What the strategy needs to know, if it means the same above the model."""
        if self.file.function(strategy) is not self.function and any(map(reads, strategy.args)):
            raise Unproven("the strategy is made in another function")
        self.gpus = strategy
        hoisted = self._hoisted(block, first, None)
        for name in (name for arg in strategy.args for name in reads(arg)):
            if len(self.flow.writes_of(name)) > 1:
                raise Unproven(f"{name} is bound more than once")
        for statement in hoisted:
            for write in self.flow.writes:
                if (
                    write.node in (statement, *nodes(statement, cst.Assign))
                    and len(self.flow.writes_of(write.target)) > 1
                ):
                    raise Unproven(f"{write.target} is bound more than once")
        return hoisted

    # --- the model

    def _compile(self) -> cst.Call:
        found = [call for call in self.file.calls if is_compile(call)]
        if len(found) != 1:
            raise Unproven("compile is not called once in this file")
        return found[0]

    def _optimizers(self, compiled: cst.Call) -> list[tuple[cst.Call, str]]:
        given = bind(compiled, "optimizer", "loss", "metrics")
        if given is None or "optimizer" not in given:
            raise Unproven("the optimizer is not given to compile")
        node = given["optimizer"].value
        if isinstance(node, cst.Name):
            value = self.file.only_value(node)
            if value is None:
                raise Unproven("the optimizer is not made once in this file")
            node = value
        found: list[tuple[cst.Call, str]] = []
        if isinstance(node, cst.Call) and is_train_optimizer(self.file, node.func):
            found.append((node, equal_optimizer(self.file, node)))
        elif not isinstance(literal(node), str) and not self._is_of_keras(node):
            raise Unproven("it is not certain what the optimizer is")
        for reference in self.file.all_references():
            whole = is_train_optimizer(self.file, reference.node)
            if whole and not any(reference.node is call.func for call, _ in found):
                raise Unproven("an optimizer of TensorFlow 1 is used for more than compile")
        return found

    def _is_of_keras(self, node: cst.BaseExpression) -> bool:
        symbol = self.file.symbol(node.func) if isinstance(node, cst.Call) else None
        return (symbol or "").startswith("keras.optimizers.")

    def _built(self, compiled: cst.Call) -> tuple[Block, int, int]:
        """The block, and the statements from the model's first part to the last that is about it."""
        writes = self._reaching(self.name)
        if not writes or any(write.value is None or write.unpacked for write in writes):
            raise Unproven(f"{self.name} is not built in the same function")
        block = self._common_block(writes)
        if self.file.block(self.statement) is not block:
            raise Unproven("the Estimator is made in another block than the model")
        statements = body_of(block)
        first, variables = self._slice(block, writes)
        at = enclosing(self.file, compiled, statements)
        if at is None or self.file.function(compiled) is not self.function:
            self._check_builder(compiled, [write.value for write in writes if write.value is not None])
        elif receiver_of(compiled) != self.name or statements[at] is not self.file.statement(compiled):
            raise Unproven("it is not the model that is compiled, or not in its block")
        else:
            first = min(first, self._first_of_arguments(compiled, statements, at))
        end = enclosing(self.file, self.statement, statements)
        assert end is not None
        last = end - 1
        while last > first and statements[last] in self.gone:
            last -= 1
        while last > first and not self._touches(statements[last], variables):
            last -= 1
        if last < first or (at is not None and not first <= at <= last):
            raise Unproven("the model is compiled after the Estimator is made")
        return block, first, last

    def _first_of_arguments(self, compiled: cst.Call, statements: object, at: int) -> int:
        """Where the optimizer and the metrics of `compile` are made."""
        first = at
        block = list(statements) if isinstance(statements, list | tuple) else []
        for name in dict.fromkeys(reads(compiled)):
            for write in self.flow.writes_of(name) if name != self.name else ():
                if write.value is None or not may_create_variables(self.file, self.flow, write.value):
                    continue
                index = enclosing(self.file, write.node, block)
                if index is None:
                    raise Unproven(f"{name} is made outside of the block that compiles the model")
                first = min(first, index)
        return first

    def _check_builder(self, compiled: cst.Call, values: list[cst.BaseExpression]) -> None:
        """A function of the file that builds the model compiles it, and returns it."""
        function = self.file.function(compiled)
        made = [each for each in values if isinstance(each, cst.Call) and isinstance(each.func, cst.Name)]
        name = receiver_of(compiled)
        if not isinstance(function, cst.FunctionDef) or len(made) != len(values) or len(values) != 1:
            raise Unproven("the model is compiled elsewhere")
        call = made[0]
        binding = self.file.only_binding(call.func) if isinstance(call.func, cst.Name) else None
        returned = [each.value for each in nodes(function.body, cst.Return) if self.file.function(each) is function]
        is_it = [isinstance(each, cst.Name) and each.value == name for each in returned]
        if binding is None or binding.node is not function or not is_it or not all(is_it):
            raise Unproven("the model is compiled elsewhere")

    def _evaluation(self, compiled: cst.Call) -> str:
        """The arguments of `compile` that matter to evaluation; "" where they cannot be given twice."""
        given = bind(compiled, "optimizer", "loss", "metrics", "loss_weights") or {}
        args = {name: given[name] for name in ("loss", "metrics", "loss_weights") if name in given}
        if given.keys() - args.keys() - {"optimizer"} or not all(self._is_plain(arg.value) for arg in args.values()):
            return ""
        return ", ".join(f"{name}={self.file.code(arg.value)}" for name, arg in args.items())

    def _is_plain(self, node: cst.BaseExpression) -> bool:
        if isinstance(node, cst.List | cst.Tuple | cst.Dict):
            values = [each.value for each in node.elements if not isinstance(each, cst.StarredElement)]
            return len(values) == len(node.elements) and all(map(self._is_plain, values))
        return literal(node) is not ... or self.file.reference(node) is not None

    def _check_model(self, found: Training) -> None:
        """The Keras model is used for nothing else: the Estimator trained a copy of it."""
        statements = set(body_of(found.block)[found.first : found.last + 1])
        for binding in self.file.assignments(self.keras_model):
            for use in binding.uses:
                inside = use is self.keras_model or any(above in statements for above in self.file.ancestors(use))
                if not inside and not self._is_summary(use):
                    raise Unproven(f"{self.name} is used beside the Estimator, which trained a copy of it")

    def _is_summary(self, use: cst.Name) -> bool:
        above = self.file.parent(use)
        return isinstance(above, cst.Attribute) and above.attr.value == "summary"

    # --- training and evaluation

    def _steps(self, found: Training) -> None:
        target = self.statement.body[0]
        assert isinstance(target, cst.Assign)
        name = target.targets[0].target
        binding = self.file.only_binding(name) if isinstance(name, cst.Name) else None
        if binding is None:
            raise Unproven("the Estimator is bound more than once")
        for use in binding.uses:
            found.steps.append(self._step(use, found))
        trainings = [each for each in found.steps if each.is_training]
        repeated = len(trainings) > 1 or any(self._is_repeated(each.call) for each in trainings)
        if repeated and not all(each.steps for each in trainings):
            raise Unproven("it is trained more than once without a number of steps")
        if repeated and any(self._is_max(each.call) for each in trainings):
            raise Unproven("max_steps counts the steps of several trainings")
        if found.strategy and len(trainings) < len(found.steps):
            if not found.evaluation:
                raise Unproven("loss and metrics are not spelled out in compile, and evaluation is on one device")
            if not self._knows_inputs(found):
                raise Unproven("the inputs of the model are not known before it is trained")

    def _knows_inputs(self, found: Training) -> bool:
        """Whether the model has `inputs` as soon as it is built: it is functional, or its first layer has a shape."""
        if any(derives_from(self.file, each, *_MODELS) for each in self.file.every(cst.ClassDef)):
            return False
        built = list(body_of(found.block)[found.first : found.last + 1])
        function = self.file.function(self._compile())
        texts = [self.file.code(each) for each in (*built, *([function] if function is not self.function else []))]
        return any(word in text for text in texts for word in _INPUTS)

    def _is_repeated(self, call: cst.Call) -> bool:
        loops = (cst.For, cst.While, cst.FunctionDef, cst.ListComp, cst.GeneratorExp)
        above = [each for each in self.file.ancestors(call) if each not in self.file.ancestors(self.statement)]
        return any(isinstance(each, loops) for each in above)

    def _is_max(self, call: cst.Call) -> bool:
        given = bind(call, *_TRAIN) or {}
        return "max_steps" in given and literal(given["max_steps"].value) is not None

    def _step(self, use: cst.Name, found: Training) -> Step:
        attribute = self.file.parent(use)
        call = self.file.parent(attribute) if isinstance(attribute, cst.Attribute) else None
        method = attribute.attr.value if isinstance(attribute, cst.Attribute) else ""
        if not isinstance(call, cst.Call) or call.func is not attribute or method not in ("train", "evaluate"):
            raise Unproven("the Estimator is used for more than train and evaluate")
        if not isinstance(self.file.function(call), cst.Module) and self.file.function(call) is not self.function:
            raise Unproven("the Estimator is used in another function")
        statement = self.file.statement(call)
        if not isinstance(statement, cst.SimpleStatementLine) or len(statement.body) != 1:
            raise Unproven(f"{method} is part of a larger statement")
        given = bind(call, *(_TRAIN if method == "train" else _EVALUATE))
        if given is None or "input_fn" not in given:
            raise Unproven(f"the arguments of {method} are unpacked")
        given = {name: arg for name, arg in given.items() if literal(arg.value) is not None}
        dataset = called(self.file, given["input_fn"].value)
        steps = [self.file.code(given[name].value) for name in ("steps", "max_steps") if name in given]
        if len(steps) > 1 or not given.keys() <= {"input_fn", "steps", "max_steps", "hooks", "name"}:
            raise Unproven(f"{method} takes arguments that have no counterpart in Keras")
        step = Step(statement, call, dataset, steps[0] if steps else "")
        if method == "evaluate":
            self._check_evaluation(step, given)
            return step
        small = statement.body[0]
        if not isinstance(small, cst.Expr) or small.value is not call:
            raise Unproven("what train returns is used")
        if "hooks" in given:
            step.callbacks, owners = callbacks(self.file, given["hooks"].value)
            found.hooks |= owners
        return step

    def _check_evaluation(self, step: Step, given: dict[str, cst.Arg]) -> None:
        if "hooks" in given:
            raise Unproven("evaluate has hooks")
        small = step.statement.body[0]
        if isinstance(small, cst.Assign) and small.value is step.call:
            target = small.targets[0].target
            bindings = self.file.assignments(target) if isinstance(target, cst.Name) else []
            uses: list[cst.CSTNode] = [each for binding in bindings for each in binding.uses]
        else:
            uses = [step.call]
        for key in (key for use in uses for key in self._keys(use)):
            if key not in ("loss", *self._metrics()):
                raise Unproven(f"the result {key!r} has another name in Keras, or is not there")

    def _keys(self, node: cst.CSTNode) -> Iterator[object]:
        above = self.file.parent(node)
        if isinstance(above, cst.Subscript) and above.value is node and isinstance(above.slice[0].slice, cst.Index):
            yield literal(above.slice[0].slice.value)

    def _metrics(self) -> list[object]:
        given = bind(self._compile(), "optimizer", "loss", "metrics") or {}
        metrics = given["metrics"].value if "metrics" in given else None
        return [literal(each.value) for each in metrics.elements] if isinstance(metrics, cst.List) else []


_WHY = {
    "keras_model_path": "the model is loaded from a file",
    "custom_objects": "the model has custom objects",
    "model_dir": "model_dir keeps checkpoints, from which the next run goes on: keras.callbacks.BackupAndRestore, "
    "keras.callbacks.ModelCheckpoint and keras.callbacks.TensorBoard write such files",
    "eval_distribute": "evaluation is distributed",
    "experimental_distribute": "the work is distributed over workers",
    "session_config": "session_config sets up the devices: tf.config does so today",
}
