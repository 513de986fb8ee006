"""The rules, found by looking into `codemods.rules`: one migration a module, nothing to register."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from textwrap import dedent

from codemods.edits import Edit, Manual
from codemods.file import File

Apply = Callable[[File], Iterator[Edit | Manual]]


@dataclass(frozen=True)
class Rule:
    """One migration: `apply` yields what it would edit and what it leaves to a person, in `example` for one."""

    code: str
    name: str
    target: str
    apply: Apply
    example: str = ""

    @property
    def documentation(self) -> str:
        """What its module says about it, with the upstream links."""
        return inspect.getdoc(importlib.import_module(self.apply.__module__)) or ""


def rule(code: str, *, target: str = "native", example: str = "") -> Callable[[Apply], Rule]:
    """Make a rule of a generator function.

    `target` is the `--to` that it serves, or a stage, each of which comes when nothing before it has anything to edit:
    `early` for edits that decide about the whole file, `native`, `late` for edits that leave way to others, then
    `result` for what is looked up in the tables of the releases.
    `example` is a short legacy source that the rule changes or reports; `explain` shows it, before and after.
    """

    def decorate(apply: Apply) -> Rule:
        return Rule(code, apply.__name__, target, apply, dedent(example).lstrip("\n"))

    return decorate


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, structural ones (the highest codes) first: they win over edits inside their blocks."""
    package = importlib.import_module("codemods.rules")
    found: list[Rule] = []
    for entry in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"codemods.rules.{entry.name}")
        found += [value for value in vars(module).values() if isinstance(value, Rule)]
    return tuple(sorted(found, key=lambda each: each.code, reverse=True))


@cache
def rules(target: str) -> tuple[Rule, ...]:
    """The rules for a target or stage."""
    return tuple(each for each in all_rules() if each.target == target)
