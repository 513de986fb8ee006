"""Prove, inside one file, that an Estimator made from a Keras model can be trained by `fit`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import libcst as cst

from codemods.analysis.flow.data_flow import reads
from codemods.analysis.flow.proofs import Declined
from codemods.analysis.graphs.estimators import PUBLIC
from codemods.analysis.replicas.contrib_strategies import is_contrib
from codemods.analysis.replicas.gpu_setup import check_gpu_setup
from codemods.analysis.replicas.model_builds import Build
from codemods.analysis.replicas.strategy_inputs import hoisted
from codemods.rules.estimators.model_to_estimator.compiled import Compiled, compiled_model
from codemods.rules.estimators.model_to_estimator.configuration import (
    MadeStrategy,
    check_not_emptied,
    run_config,
    strategy_of,
)
from codemods.rules.estimators.model_to_estimator.steps import Step, steps_of
from codemods.rules.estimators.model_to_estimator.subject import Conversion, conversion
from codemods.source.file import Block, File, Reference, once_per_file
from codemods.source.walk import nodes
from compat.tables.names.makers import SESSIONS

CALL = "keras.estimator.model_to_estimator"
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
"""Fields of `RunConfig` about logs, and about files in a `model_dir` that was a temporary folder."""
_KNOWN = ("RunConfig", "SessionRunHook")
"""Names of the Estimator API that have a counterpart."""


@dataclass(frozen=True)
class Training:
    """A training that `fit` can do: statements `first` to `last` of `block` build and compile the model.

    The other fields say what surrounds these statements, and what becomes of it.
    """

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
    hoisted: Sequence[cst.BaseStatement]
    gone: Sequence[cst.BaseStatement]
    seed: str
    optimizers: Sequence[tuple[cst.Call, str]]
    evaluation: str
    dropped: Sequence[str]
    """The fields of `RunConfig` in use that are about logs, or about files in a temporary folder."""
    steps: Sequence[Step]

    @property
    def hooks(self) -> set[cst.ClassDef]:
        return {owner for step in self.steps for owner in step.hooks}


@once_per_file
def calls(file: File) -> tuple[Reference, ...]:
    return tuple(file.references(CALL))


@once_per_file
def training(file: File) -> Training | Declined:
    """The proof, or the reason why there is none."""
    try:
        return _prove(file)
    except Declined as declined:
        return declined


def _prove(file: File) -> Training:
    subject = conversion(file, _only_call(file))
    site = subject.site
    _check_names(file)
    config = run_config(file, subject.config, _OF_MODEL_DIR)
    strategy = strategy_of(file, config.fields)
    gone = [line for line in (config.line, strategy.line if strategy else None) if line is not None]
    model = compiled_model(subject, gone)
    kept = strategy is not None and _precedes(subject, strategy, model.build)
    if kept:
        gone = [line for line in gone if strategy is None or line is not strategy.line]
    check_not_emptied(file, gone)
    moved_up: list[cst.BaseStatement] = []
    if strategy is not None:
        check_gpu_setup(site, model.build)
        moved_up = [] if kept else _moved_up(subject, strategy, model.build)
    _check_copy(subject, model)
    steps = steps_of(subject, model, distributed=strategy is not None)
    seed = config.fields.get("tf_random_seed")
    return Training(
        site.call,
        site.statement,
        model.build.block,
        subject.name,
        model.build.first,
        model.last,
        strategy.modern if strategy else "",
        strategy.name if strategy else "",
        strategy.call if strategy and kept else None,
        [each for each in moved_up if each not in gone],
        gone,
        file.code(seed.value) if seed is not None else "",
        model.optimizers,
        model.evaluation,
        sorted(_OF_MODEL_DIR & config.fields.keys()),
        steps,
    )


def _only_call(file: File) -> cst.Call:
    references = calls(file)
    found = file.call_of(references[0])
    if len(references) != 1 or found is None:
        raise Declined(references[-1].node, "model_to_estimator is not called exactly once")
    return found


def _check_names(file: File) -> None:
    """Check that the file uses nothing else of the Estimator API or contrib, and no session."""
    for reference in file.all_references():
        plain = reference.spelling.in_tensorflow_1
        name = plain.rpartition(".")[2]
        if plain.startswith(f"{PUBLIC}.") and name not in _KNOWN:
            raise Declined(reference.node, f"tf.estimator.{name} is used")
        if plain.startswith("tensorflow.contrib.") and not is_contrib(reference):
            raise Declined(reference.node, f"{reference.qualified} is used")
        if plain in SESSIONS:
            raise Declined(reference.node, "a session is used")
    for imported in file.imports:
        if imported.spelling is None and imported.qualified.startswith("tensorflow_estimator"):
            raise Declined(imported.statement, "tensorflow_estimator is imported")


# --- where the strategy comes from


def _precedes(subject: Conversion, strategy: MadeStrategy, build: Build) -> bool:
    """True if the strategy is made on a line of its own, which runs before the model is built."""
    file, line = subject.site.file, strategy.line
    if line is None:
        return False
    home = file.block(line)
    before = home is build.block and list(build.statements).index(line) < build.first
    return before or (home is file.module and subject.site.function is not file.module)


def _moved_up(subject: Conversion, strategy: MadeStrategy, build: Build) -> list[cst.BaseStatement]:
    """The statements that the strategy depends on, if they mean the same above the model."""
    site, flow = subject.site, subject.site.flow
    if site.file.function(strategy.call) is not site.function and any(map(reads, strategy.call.args)):
        raise Declined(strategy.call, "the strategy is created in another function")
    moved = hoisted(site, build, [strategy.call])
    own = {node for statement in moved for node in (statement, *nodes(statement, cst.Assign))}
    names = [name for arg in strategy.call.args for name in reads(arg)]
    names += [write.target for write in flow.writes if write.node in own]
    for name in names:
        writes = flow.writes_of(name)
        if len(writes) > 1:
            raise Declined(writes[-1].node, f"{name} is assigned more than once")
    return moved


def _check_copy(subject: Conversion, model: Compiled) -> None:
    """Check that the Keras model is used for nothing else: the Estimator trained a copy of it."""
    file = subject.site.file
    own = {*model.statements, subject.model}
    for use in (use for binding in file.assignments(subject.model) for use in binding.uses):
        inside = any(each in own for each in (use, *file.ancestors(use)))
        above = file.parent(use)
        is_summary = isinstance(above, cst.Attribute) and above.attr.value == "summary"
        if not inside and not is_summary:
            raise Declined(use, f"{subject.name} is used beside the Estimator, which trains a copy of it")
