"""Write a proven plan: the strategy, the scope around the build, the scope around `compile`."""

from __future__ import annotations

import ast
from collections.abc import Sequence

import libcst as cst

from codemods.analysis.flow.call_sites import is_device_scope, owner_of
from codemods.analysis.flow.data_flow import Flow, enclosing, reads
from codemods.analysis.flow.strategy_scopes import is_scope_of, strategy_scope
from codemods.rewriting.add_imports import bind_module
from codemods.rewriting.remove import (
    comments_below,
    comments_in,
    comments_of,
    comments_of_device_scope,
    split_blank,
)
from codemods.rewriting.replace import replace
from codemods.rules.several_gpus.multi_gpu_model.guard import Guard, Strategy
from codemods.rules.several_gpus.multi_gpu_model.loops import Loop
from codemods.rules.several_gpus.multi_gpu_model.plan import Plan
from codemods.rules.several_gpus.multi_gpu_model.site import CompileSite
from codemods.rules.several_gpus.multi_gpu_model.subject import PARAMETERS
from codemods.source.arguments import bind, literal
from codemods.source.file import Block, File, body_of, name_of
from codemods.source.parsing import is_same_code
from codemods.source.walk import nodes
from codemods.types import Edit, Replacement

LINE_LENGTH = 100
MESSAGE = "multi_gpu_model is now a tf.distribute.MirroredStrategy scope"
UNEVEN = (
    "use batch sizes that divide by the replicas, or --exact: Keras 3 fails on an uneven first batch, "
    "and weights a later one by replicas"
)
RELOCATED = "it trains the template, where cpu_relocation= made Keras 2 train a copy with new weights"


def scoped(file: File, plan: Plan) -> Edit:
    """The edit that carries one call to a strategy scope."""
    return _Writer(file, plan).edit()


class _Writer:
    def __init__(self, file: File, plan: Plan) -> None:
        self.file = file
        self.plan = plan
        self.statements = body_of(plan.block)
        self.replacements: list[tuple[cst.CSTNode, Replacement]] = []
        self._name = ""
        self.comments: list[cst.EmptyLine] = []
        """Comments of lines that are removed; they move above the strategy."""
        self.footer: list[cst.EmptyLine] = []
        """Comments at the end of a block that is dissolved; they move above the next statement."""

    def edit(self) -> Edit:
        plan = self.plan
        tensorflow, imports = bind_module(self.file, "tensorflow", "tf", self.statements[plan.first])
        strategy = plan.strategy.spelled(tensorflow)
        reused = self._strategy_around() or self._strategy_before(strategy)
        name = reused or self._free_name()
        sites = self._merged_sites()
        beside = [each for each in sites if self._is_beside(each)]
        sites = [each for each in sites if each not in beside]
        outside = self._call_statement(beside)
        below, self.comments = self.comments, []
        region = self._region(outside)
        self.comments += below
        last = plan.last
        if sites and sites[0].block is plan.block and self._adjacent(sites[0].first, outside):
            site = sites.pop(0)
            for statement in self.statements[plan.last + 1 : site.last + 1]:
                self._add(region, outside.pop(statement, [] if statement in plan.hoisted else [statement]))
            last = site.last
        made = [] if reused else [self._strategy(name, strategy)]
        head = [] if plan.loop is not None else [*plan.hoisted, *made]
        if strategy_scope(self.file, plan.call) is None:
            region = self._head(head, self._scope(f"{name}.scope()", region, self.footer, self._indent()))
        else:
            region = [_under(self.comments, region[0]), *region[1:]]
        self._replace_range(plan.block, plan.first, last, region)
        covered = {*self.statements[plan.first : last + 1]}
        covered |= {each for site in sites for each in body_of(site.block)[site.first : site.last + 1]}
        self.replacements += [(each, cst.RemoveFromParent()) for each in plan.hoisted if each not in covered]
        for site in sites:
            scope = f"{name}.scope()" if self._dominates(site) else f"{site.receiver}.distribute_strategy.scope()"
            self.replacements += self._in_scope(site, scope, self._site_body(site, outside))
        for statement, new in outside.items():
            self.replacements.append((statement, _as_one(new)))
        if plan.loop is not None:
            self._put_before(plan.loop, made)
        said = MESSAGE if self.file.exact or plan.only_predicts else f"{MESSAGE}; {UNEVEN}"
        said = f"{said}; {RELOCATED}" if self._is_relocated() else said
        return Edit(plan.call, said, tuple(self.replacements), imports)

    def _is_relocated(self) -> bool:
        given = (bind(self.plan.call, *PARAMETERS) or {}).get("cpu_relocation")
        return given is not None and literal(given.value) is not False

    def _put_before(self, loop: Loop, made: Sequence[cst.BaseStatement]) -> None:
        """Write the strategy above a loop, together with all that changes in the loop."""
        inside = [each for each in self.replacements if loop in self.file.ancestors(each[0])]
        self.replacements = [each for each in self.replacements if each not in inside]
        new = replace(loop, inside)
        assert isinstance(new, cst.BaseStatement)
        blank, kept = split_blank(new)
        head = [each.with_changes(leading_lines=blank) for each in made]
        self.replacements.append((loop, cst.FlattenSentinel([*head, kept if head else new])))

    # --- the region

    def _region(self, outside: dict[cst.BaseStatement, list[cst.BaseStatement]]) -> list[cst.BaseStatement]:
        region: list[cst.BaseStatement] = []
        for statement in self.statements[self.plan.first : self.plan.last + 1]:
            if statement in self.plan.hoisted:
                continue
            taken = self._taken(statement, outside)
            if taken is not None:
                self._add(region, taken)
            elif is_scope_of(statement, self._name):
                assert isinstance(statement, cst.With)
                self._add(region, self._within(body_of(statement.body)))  # type: ignore[arg-type]
                self.footer += comments_below(statement)
            elif is_device_scope(self.file, statement) and not self._serves_others():
                assert isinstance(statement, cst.With)
                self.comments += comments_of_device_scope(statement)
                self._add(region, self._within(body_of(statement.body)))  # type: ignore[arg-type]
                self.footer += comments_below(statement)
            else:
                self._add(region, self._within([statement]))
        return region

    def _add(self, region: list[cst.BaseStatement], statements: Sequence[cst.BaseStatement]) -> None:
        """Add statements below what is left to say of those before them."""
        if statements:
            region += [_under(self.footer, statements[0]), *statements[1:]]
            self.footer = []

    def _serves_others(self) -> bool:
        """True if other branches of a chain take the template too, from the device where it was made."""
        return self.plan.guard is not None and bool(self.plan.guard.before)

    def _within(self, statements: Sequence[cst.BaseStatement]) -> list[cst.BaseStatement]:
        result: list[cst.BaseStatement] = []
        for statement in statements:
            if statement is self.plan.statement:
                result += self._alias()
            else:
                result.append(statement)
        return result

    def _alias(self) -> list[cst.BaseStatement]:
        """The line that remains of the call's own line, if any."""
        plan = self.plan
        small = plan.statement.body[0]
        assert isinstance(small, cst.Assign | cst.Return)
        if isinstance(small, cst.Assign) and plan.template == plan.parallel:
            self._keep_comments(plan.statement)
            return []
        model = (bind(plan.call, *PARAMETERS) or {})["model"].value
        line = plan.statement.with_changes(body=[small.with_changes(value=model)])
        return [_under([*line.leading_lines, *comments_in(plan.call, [model])], line.with_changes(leading_lines=()))]

    def _keep_comments(self, line: cst.BaseStatement) -> None:
        self.comments += comments_of(line)

    # --- the call, where it stands outside the region

    def _is_beside(self, site: CompileSite) -> bool:
        """True if a site stands under the condition of the call."""
        return self.plan.guard is not None and self.plan.guard.statement in self.file.ancestors(site.block)

    def _call_statement(self, beside: Sequence[CompileSite]) -> dict[cst.BaseStatement, list[cst.BaseStatement]]:
        """The statement after the region that contains the call, and its replacement."""
        plan = self.plan
        if plan.guard is not None:
            is_in_region = enclosing(self.file, plan.call, self.statements[plan.first : plan.last + 1]) is not None
            guard = plan.guard if is_in_region or not beside else self._with_scopes(plan.guard, beside)
            return {plan.guard.statement: self._guarded(guard)}
        if plan.statement in self.statements[plan.last + 1 :]:
            return {plan.statement: self._alias()}
        return {}

    def _with_scopes(self, guard: Guard, sites: Sequence[CompileSite]) -> Guard:
        """The condition with its compiles in scopes of their own."""
        new: list[tuple[cst.CSTNode, Replacement]] = []
        for site in sites:
            body = self._within([*site.moved, *body_of(site.block)[site.first : site.last + 1]])
            new += self._in_scope(site, f"{self._name}.scope()", body)
        above = {node for each, _ in new for node in self.file.ancestors(each)}
        statement = replace(guard.statement, new, above)
        assert isinstance(statement, cst.If | cst.Try)
        return guard._replace(statement=statement)

    def _guarded(self, guard: Guard) -> list[cst.BaseStatement]:
        """The condition without the call; nothing if it has no other effect."""
        branch, other = _branches(guard)
        body = self._flat(branch, guard)
        rest = [statement for statement in other if not _is_pass(statement)]
        if guard.before:
            assert isinstance(guard.statement, cst.If)
            return [guard.statement.with_changes(body=_filled(guard.statement.body, body))]
        is_same = all(map(_is_simple, body)) and _same(body, rest) and _says_nothing(rest)
        above = self._comments_above(guard)
        if (not body and not rest) or is_same:
            whole = guard.statement.with_changes(leading_lines=above)
            self.comments += [*comments_of(whole), *comments_in(guard.statement, branch)]
            return body
        test = guard.statement.test if isinstance(guard.statement, cst.If) else self._several_replicas()
        first, second = (body, rest) if guard.holds else (rest, body)
        if not first:
            test = cst.UnaryOperation(cst.Not(), test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()]))
            first, second = second, first
        condition = cst.If(
            test=test,
            body=cst.IndentedBlock(first),
            orelse=cst.Else(cst.IndentedBlock(second)) if second else None,
            leading_lines=[*above, *comments_in(guard.statement, [*_tests(guard), *branch, *rest])],
        )
        return [condition]

    def _flat(self, statements: Sequence[cst.BaseStatement], guard: Guard) -> list[cst.BaseStatement]:
        """The statements without the call, with those of device scopes in their place."""
        result: list[cst.BaseStatement] = []
        for statement in statements:
            is_scope = is_device_scope(self.file, statement) and isinstance(statement, cst.With)
            if is_scope:
                self.comments += comments_of_device_scope(statement)
            held = _suite(statement.body) if isinstance(statement, cst.With) and is_scope else [statement]
            self._add(result, self._within([each for each in held if not self._is_import_of_it(each, guard)]))
            self.footer += comments_below(statement) if isinstance(statement, cst.With) and is_scope else []
        self.comments, self.footer = [*self.comments, *self.footer], []
        return result

    def _is_import_of_it(self, statement: cst.BaseStatement, guard: Guard) -> bool:
        """True for an import of `multi_gpu_model` in the same branch, which only the call needs."""
        imported = [each for each in self.file.imports if self.file.statement(each.statement) is statement]
        symbol = self.file.symbol(self.plan.call.func)
        uses = self.file.references(symbol) if symbol is not None else []
        return (
            bool(imported)
            and not comments_of(statement)
            and all(each.spelling is not None and each.spelling.canonical == symbol for each in imported)
            and all(use.node is self.plan.call.func for use in uses)
        )

    def _comments_above(self, guard: Guard) -> Sequence[cst.EmptyLine]:
        """The comments above the condition, without what they say of a device scope that is gone."""
        statement = guard.statement
        scopes = [each for each in _branches(guard)[0] if is_device_scope(self.file, each)]
        return comments_of_device_scope(statement) if scopes else statement.leading_lines

    def _several_replicas(self) -> cst.BaseExpression:
        return cst.parse_expression(f"{self._name}.num_replicas_in_sync > 1")

    # --- the scopes

    def _merged_sites(self) -> list[CompileSite]:
        """The sites, with those of one block merged if their statements overlap."""
        merged: list[CompileSite] = []
        for site in sorted(self.plan.compiles, key=lambda each: (id(each.block), each.first)):
            if merged and merged[-1].block is site.block and site.first <= merged[-1].last:
                last = merged[-1]
                merged[-1] = last._replace(last=max(last.last, site.last), moved=(*last.moved, *site.moved))
            else:
                merged.append(site)
        return sorted(merged, key=lambda each: (each.block is not self.plan.block, each.first))

    def _site_body(
        self, site: CompileSite, outside: dict[cst.BaseStatement, list[cst.BaseStatement]]
    ) -> list[cst.BaseStatement]:
        """The statements of a site; the call, if it stands among them or in one of them, is taken from `outside`."""
        body: list[cst.BaseStatement] = [*site.moved]
        for statement in body_of(site.block)[site.first : site.last + 1]:
            taken = self._taken(statement, outside)
            if taken is not None:
                body += taken
            elif statement not in self.plan.hoisted:
                body.append(statement)
        return body

    def _taken(
        self, statement: cst.BaseStatement, outside: dict[cst.BaseStatement, list[cst.BaseStatement]]
    ) -> list[cst.BaseStatement] | None:
        """The statement with what replaces the call, if that is in it; None if it is not."""
        if statement in outside:
            return outside.pop(statement)
        within = [held for held in outside if statement in self.file.ancestors(held)]
        if not within:
            return None
        new = replace(statement, [(held, _as_one(outside.pop(held))) for held in within])
        assert isinstance(new, cst.BaseStatement)
        return [new]

    def _adjacent(self, first: int, outside: dict[cst.BaseStatement, list[cst.BaseStatement]]) -> bool:
        """True if only statements that are removed stand between the region and a site."""
        return all(outside.get(statement) == [] for statement in self.statements[self.plan.last + 1 : first])

    def _dominates(self, site: CompileSite) -> bool:
        return site.block is self.plan.block or self.plan.block in self.file.ancestors(site.block)

    def _replace_range(self, block: Block, first: int, last: int, new: Sequence[cst.BaseStatement]) -> None:
        self.replacements += _in_place_of(body_of(block)[first : last + 1], new)

    def _in_scope(
        self, site: CompileSite, scope: str, body: Sequence[cst.BaseStatement]
    ) -> list[tuple[cst.CSTNode, Replacement]]:
        """What replaces the statements of a site, and removes those that have moved into its scope."""
        own = body_of(site.block)[site.first : site.last + 1]
        moved = [(each, cst.RemoveFromParent()) for each in site.moved]
        return [*_in_place_of(own, [self._scope(scope, body)]), *moved]

    def _scope(
        self,
        scope: str,
        body: Sequence[cst.BaseStatement],
        footer: Sequence[cst.EmptyLine] = (),
        indent: str | None = None,
    ) -> cst.With:
        new = self.file.parse_statement(f"with {scope}:\n    pass")
        assert isinstance(new, cst.With)
        blank, kept = split_blank(body[0])
        block = cst.IndentedBlock([kept, *body[1:]], indent=indent, footer=footer)
        return new.with_changes(leading_lines=blank, body=block)

    def _indent(self) -> str | None:
        """The indentation of the blocks that the scope takes the place of; None for that of the file."""
        taken = self.statements[self.plan.first : self.statements.index(self._own()) + 1]
        blocks = (block for statement in taken for block in nodes(statement, cst.IndentedBlock))
        return next((block.indent for block in blocks), None)

    def _own(self) -> cst.BaseStatement:
        """The statement of the block that holds the call."""
        around = {self.plan.statement, *self.file.ancestors(self.plan.statement)}
        return next((each for each in self.statements if each in around), self.statements[self.plan.last])

    def _head(self, head: Sequence[cst.BaseStatement], scope: cst.With) -> list[cst.BaseStatement]:
        """Put the blank lines and the moved comments above the first of the new statements."""
        first = (*head, scope)[0]
        lines = [*scope.leading_lines, *self.comments]
        if first is scope:
            return [scope.with_changes(leading_lines=lines)]
        own = list(getattr(first, "leading_lines", ()))
        return [first.with_changes(leading_lines=[*lines, *own]), *head[1:], scope.with_changes(leading_lines=())]

    # --- the strategy

    def _strategy(self, name: str, new: Strategy) -> cst.BaseStatement:
        code = new.code
        if new.condition and len(code) > LINE_LENGTH - 20:
            code = f"(\n    {new.one}\n    if {new.condition}\n    else {new.other}\n)"
        elif not new.condition and len(code) > LINE_LENGTH:
            code = _broken(code)
        return self.file.parse_statement(f"{name} = {code}")

    def _strategy_around(self) -> str | None:
        """The name of the strategy whose scope already contains the call."""
        scope = strategy_scope(self.file, self.plan.call)
        self._name = owner_of(scope) or "" if scope is not None else ""
        return self._name or None

    def _strategy_before(self, needed: Strategy) -> str | None:
        """The name of an equal strategy that an earlier statement of the block makes, or one before the loop."""
        for statement in [*self._before_loop(), *self.statements[: self.plan.first]]:
            if isinstance(statement, cst.SimpleStatementLine) and isinstance(statement.body[0], cst.Assign):
                assign = statement.body[0]
                target = assign.targets[0].target
                equal = isinstance(target, cst.Name) and is_same_code(self.file.code(assign.value), needed.code)
                if isinstance(target, cst.Name) and equal and not self._is_changed_after(assign):
                    self._name = target.value
                    return target.value
        return None

    def _is_changed_after(self, strategy: cst.Assign) -> bool:
        """True if a name that the strategy depends on, or its own, is bound again before the call."""
        names = {part for name in reads(strategy) for part in (name, name.split(".", maxsplit=1)[0])}
        own: list[cst.CompFor | cst.NamedExpr] = [*nodes(strategy, cst.CompFor), *nodes(strategy, cst.NamedExpr)]
        names -= {name_of(each.target) or "" for each in own}
        flow = Flow(self.file, self.file.function(self.plan.call))
        between = [write for write in flow.writes if flow.before(strategy, write.node)]
        return any(write.target in names and flow.before(write.node, self.plan.call) for write in between)

    def _before_loop(self) -> Sequence[cst.BaseStatement]:
        loop = self.plan.loop
        block = self.file.block(loop) if loop is not None else None
        if loop is None or block is None:
            return ()
        statements = body_of(block)
        return statements[: statements.index(loop)]

    def _free_name(self) -> str:
        flow = Flow(
            self.file,
            self.plan.block if isinstance(self.plan.block, cst.Module) else self.file.function(self.plan.call),
        )
        scope = self.file.scope(self.plan.statement)
        for name in ("strategy", "mirrored_strategy", *(f"strategy_{number}" for number in range(2, 100))):
            if not flow.writes_of(name) and name not in scope:
                break
        self._name = name
        return name


def _under(lines: Sequence[cst.EmptyLine], statement: cst.BaseStatement) -> cst.BaseStatement:
    """A statement with more lines above it."""
    return (
        statement.with_changes(leading_lines=[*lines, *getattr(statement, "leading_lines", ())]) if lines else statement
    )


def _in_place_of(
    statements: Sequence[cst.BaseStatement], new: Sequence[cst.BaseStatement]
) -> list[tuple[cst.CSTNode, Replacement]]:
    """The new statements for the first, and nothing for the others."""
    others = [(each, cst.RemoveFromParent()) for each in statements[1:]]
    return [(statements[0], cst.FlattenSentinel(new)), *others]


def _broken(call: str) -> str:
    """A call with its arguments on a line of their own."""
    function, _, arguments = call.partition("(")
    return f"{function}(\n    {arguments[:-1]}\n)"


def _as_one(statements: Sequence[cst.BaseStatement]) -> Replacement:
    """The statements as a replacement; an `elif` can only be replaced by one of them."""
    return statements[0] if len(statements) == 1 else cst.FlattenSentinel(statements)


def _branches(guard: Guard) -> tuple[Sequence[cst.BaseStatement], Sequence[cst.BaseStatement]]:
    """The branch that contains the call, and the other one."""
    statement = guard.statement
    own: cst.BaseSuite
    other: cst.BaseSuite | None
    if isinstance(statement, cst.Try):
        own, other = statement.body, statement.handlers[0].body
    else:
        orelse = statement.orelse.body if isinstance(statement.orelse, cst.Else) else None
        own, other = (statement.body, orelse) if guard.holds else (orelse or statement.body, statement.body)
    return _suite(own), _suite(other) if other is not None else ()


def _filled(suite: cst.BaseSuite, body: Sequence[cst.BaseStatement]) -> cst.IndentedBlock:
    """A block with other statements, and with the comments of its own."""
    block = suite if isinstance(suite, cst.IndentedBlock) else cst.IndentedBlock([])
    return block.with_changes(body=body or [cst.SimpleStatementLine([cst.Pass()])])


def _tests(guard: Guard) -> list[cst.BaseExpression]:
    return [guard.statement.test] if isinstance(guard.statement, cst.If) else []


def _suite(suite: cst.BaseSuite) -> Sequence[cst.BaseStatement]:
    if isinstance(suite, cst.IndentedBlock):
        return suite.body
    assert isinstance(suite, cst.SimpleStatementSuite)
    return [cst.SimpleStatementLine([small]) for small in suite.body]


def _same(first: Sequence[cst.BaseStatement], second: Sequence[cst.BaseStatement]) -> bool:
    return len(first) == len(second) and all(
        a.deep_equals(b) or _tree(a) == _tree(b) for a, b in zip(first, second, strict=True)
    )


def _tree(statement: cst.BaseStatement) -> str:
    return ast.dump(ast.parse(cst.Module([]).code_for_node(statement).strip()))


def _is_simple(statement: cst.BaseStatement) -> bool:
    return isinstance(statement, cst.SimpleStatementLine)


def _says_nothing(statements: Sequence[cst.BaseStatement]) -> bool:
    """True if no comment gets lost with all statements but one."""
    return not any(map(comments_of, statements[1:]))


def _is_pass(statement: cst.BaseStatement) -> bool:
    return isinstance(statement, cst.SimpleStatementLine) and all(isinstance(part, cst.Pass) for part in statement.body)
