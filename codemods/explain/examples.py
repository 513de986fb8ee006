"""Upgrades examples on demand."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import libcst as cst

from codemods.engine.engine import upgrade
from codemods.source.file import File
from codemods.source.project import ALONE, Project
from codemods.types import Finding, Rule, Settings, Stage, Upgraded


class Example(NamedTuple):
    """A source before and after the upgrade, and what the report says about it."""

    before: str
    after: str
    changes: tuple[tuple[str, str], ...]
    findings: tuple[Finding, ...]

    @property
    def codes(self) -> tuple[str, ...]:
        """The rules that changed or reported something in it."""
        return tuple(sorted({*(code for code, _ in self.changes), *(finding.code for finding in self.findings)}))


def example_of(
    source: str, to: str = "native", *, exact: bool = False, python_2: bool = False, project: Project = ALONE
) -> Example:
    """Upgrade a source."""
    result = upgrade(source.encode(), Settings(to, exact=exact, python_2=python_2), project)
    assert isinstance(result, Upgraded), result
    changes = dict.fromkeys((change.code, change.message) for change in result.changes)
    return Example(source, result.after.decode(), tuple(changes), (*result.findings, *result.notes))


@cache
def example_of_rule(rule: Rule) -> Example:
    """Upgrade a rule's example with the `--to` that the rule serves."""
    return example_of(
        rule.example, destination(rule), python_2=rule.stage is Stage.PYTHON_2, project=_around(rule.beside)
    )


def _around(beside: tuple[tuple[str, str], ...]) -> Project:
    """A project of these modules, as the example of a rule imports them."""
    modules = {name: File(cst.parse_module(source), source.encode()) for name, source in beside}
    return Project(module=modules.get, names_in=modules.get, is_saved=_never) if modules else ALONE


def _never(name: str) -> bool:
    """No module of an example saves a model."""
    del name
    return False


def destination(rule: Rule) -> str:
    """The `--to` that a rule serves."""
    return "compat" if rule.stage is Stage.SHIMS else "native"
