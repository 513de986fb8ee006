"""Write a proven training: the strategy, the scope around the model, `fit` and `evaluate`."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from codemods.rewriting.add_imports import bind_module
from codemods.rewriting.remove import comments_of, split_blank
from codemods.rewriting.replace import replace
from codemods.rules.estimators.model_to_estimator.hooks import as_callback
from codemods.rules.estimators.model_to_estimator.plan import Training
from codemods.rules.estimators.model_to_estimator.steps import Step
from codemods.source.file import File, body_of
from codemods.types import Edit, Replacement

_SAID = "model_to_estimator is now fit, with one batch per replica and step, as before"
_LOSS = "; evaluate gives the mean over samples, no longer the mean over batches: they differ if the last is smaller"


def as_fit(file: File, found: Training) -> Edit:
    """The edit that carries the Estimator of a file to Keras."""
    return _Writer(file, found).edit()


def _dropped(fields: Sequence[str]) -> str:
    """Explain which `RunConfig` fields were dropped: without a `model_dir`, their files were temporary."""
    named = ", ".join(f"{name}=" for name in fields)
    return (
        f"; dropped {named} of RunConfig, which had no model_dir to write to: use keras.callbacks.ModelCheckpoint and "
        "keras.callbacks.TensorBoard for checkpoints and summaries"
    )


class _Writer:
    def __init__(self, file: File, found: Training) -> None:
        self.file = file
        self.found = found
        self.tf, self.imports = bind_module(file, "tensorflow", "tf", found.statement)
        self.statements = body_of(found.block)
        self.inside: list[tuple[cst.CSTNode, Replacement]] = []
        """Replacements inside statements that move."""
        self.outside: list[tuple[cst.CSTNode, Replacement]] = []
        self.comments: list[cst.EmptyLine] = []
        self.evaluated = file.free_name("evaluated", "evaluated_model")

    def edit(self) -> Edit:
        found = self.found
        for call, modern in found.optimizers:
            self._replace(call, cst.parse_expression(modern.replace("{tf}", self.tf)))
        for owner in found.hooks:
            for old, new in as_callback(owner, self.tf):
                self._replace(old, new)
        for step in found.steps:
            self._replace(step.call, self._fit(step) if step.is_training else self._evaluate(step))
        if found.kept is not None:
            self._replace(found.kept, cst.parse_expression(found.strategy.replace("{tf}", self.tf)))
        self._region()
        self._estimator()
        evaluates = any(not step.is_training for step in found.steps)
        said = _SAID + (_LOSS if evaluates else "") + (_dropped(found.dropped) if found.dropped else "")
        return Edit(found.call, said, tuple(self.outside), self.imports)

    def _replace(self, old: cst.CSTNode, new: Replacement) -> None:
        moving = set(self._moving())
        inside = any(above in moving for above in self.file.ancestors(old))
        (self.inside if inside else self.outside).append((old, new))

    def _moving(self) -> list[cst.BaseStatement]:
        if not self.found.strategy:
            return []
        return [*self.statements[self.found.first : self.found.last + 1], *self.found.hoisted]

    # --- the model

    def _region(self) -> None:
        """Write the strategy, the statements that it depends on, and the scope around the model."""
        found = self.found
        for statement in found.gone:
            self.comments += comments_of(statement)
        if not found.strategy:
            self.outside += [(statement, cst.RemoveFromParent()) for statement in found.gone]
            return
        own = self.statements[found.first : found.last + 1]
        left_out = {*found.gone, *found.hoisted}
        body = [self._moved(each) for each in own if each not in left_out]
        head = [self._moved(each) for each in found.hoisted]
        strategy = self.file.parse_statement(f"{found.strategy_name} = {found.strategy.replace('{tf}', self.tf)}")
        scope = self.file.parse_statement(f"with {found.strategy_name}.scope():\n    pass")
        assert isinstance(scope, cst.With)
        strategy = strategy.with_changes(leading_lines=self.comments)
        blank, first = split_blank(body[0])
        body = [first, *(_flush(each) for each in body[1:])]
        scope = scope.with_changes(body=cst.IndentedBlock(body))
        new: list[cst.BaseStatement] = [*head, strategy, scope]
        if found.kept is not None:
            new = [scope.with_changes(leading_lines=self.comments)]
        _, first = split_blank(new[0])
        new[0] = first.with_changes(leading_lines=[*blank, *getattr(first, "leading_lines", ())])
        self.outside.append((own[0], cst.FlattenSentinel(new)))
        self.outside += [(each, cst.RemoveFromParent()) for each in own[1:]]
        others = [each for each in (*found.hoisted, *found.gone) if each not in own]
        self.outside += [(each, cst.RemoveFromParent()) for each in dict.fromkeys(others)]

    def _moved(self, statement: cst.BaseStatement) -> cst.BaseStatement:
        new = replace(statement, [each for each in self.inside if statement in self.file.ancestors(each[0])])
        assert isinstance(new, cst.BaseStatement)
        return new

    def _estimator(self) -> None:
        """Replace the Estimator's own line by the seed, and by the model that evaluates on one device."""
        found = self.found
        lines: list[str] = []
        if found.seed:
            lines.append(f"{self.tf}.keras.utils.set_random_seed({found.seed})")
        if found.strategy and any(not step.is_training for step in found.steps):
            lines.append(f"{self.evaluated} = {self.tf}.keras.Model({found.model}.inputs, {found.model}.outputs)")
            lines.append(f"{self.evaluated}.compile({found.evaluation})")
        kept = [] if found.strategy else self.comments
        if not lines:
            above = [*kept, *comments_of(found.statement)]
            index = list(self.statements).index(found.statement)
            if above and index + 1 < len(self.statements):
                self._head(self.statements[index + 1], above)
            self.outside.append((found.statement, cst.RemoveFromParent()))
            return
        new = [self.file.parse_statement(line) for line in lines]
        own = found.statement.leading_lines
        new[0] = new[0].with_changes(
            leading_lines=[*own, *kept], trailing_whitespace=found.statement.trailing_whitespace
        )
        self.outside.append((found.statement, cst.FlattenSentinel(new)))

    def _head(self, statement: cst.BaseStatement, comments: list[cst.EmptyLine]) -> None:
        """Move the comments of removed lines above the next statement."""
        held = [each for each in self.outside if statement in self.file.ancestors(each[0])]
        self.outside = [each for each in self.outside if each not in held]
        new = replace(statement, held)
        assert isinstance(new, cst.BaseStatement)
        blank, rest = split_blank(statement)
        new = new.with_changes(leading_lines=[*blank, *comments, *getattr(rest, "leading_lines", ())])
        self.outside.append((statement, new))

    # --- training and evaluation

    def _fit(self, step: Step) -> cst.BaseExpression:
        found = self.found
        options = [f"steps_per_epoch={step.steps}"] if step.steps else []
        options += [f"callbacks={step.callbacks}"] if step.callbacks else []
        if not found.strategy:
            return cst.parse_expression(f"{found.model}.fit({', '.join([step.dataset, *options])})")
        name = found.strategy_name
        rest = "".join(f"    {each},\n" for each in options)
        return cst.parse_expression(
            f"{found.model}.fit(\n"
            f"    {name}.distribute_datasets_from_function(\n"
            f"        lambda context: {step.dataset}\n"
            f"        .window({name}.num_replicas_in_sync, drop_remainder=True)\n"
            f"        .flat_map(lambda *batches: {self.tf}.data.Dataset.zip(batches))\n"
            f"    ),\n{rest}"
            f")",
            config=self.file.module.config_for_parsing,
        )

    def _evaluate(self, step: Step) -> cst.BaseExpression:
        model = self.evaluated if self.found.strategy else self.found.model
        steps = f", steps={step.steps}" if step.steps else ""
        return cst.parse_expression(f"{model}.evaluate({step.dataset}{steps}, return_dict=True)")


def _flush(statement: cst.BaseStatement) -> cst.BaseStatement:
    """A statement that moves into a block, without white space in the blank lines above it."""
    lines = [
        line if line.comment else line.with_changes(indent=False) for line in getattr(statement, "leading_lines", ())
    ]
    return statement.with_changes(leading_lines=lines)
