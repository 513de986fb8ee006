"""The rules, found by looking into this package: each module or folder is one migration, nothing to register."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

from codemods.types import Rule, Stage


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, sorted by code."""
    found: list[Rule] = []
    for entry in pkgutil.iter_modules(__path__):
        home = f"{entry.name}.rule" if entry.ispkg else entry.name
        module = importlib.import_module(f"{__name__}.{home}")
        found += [value for value in vars(module).values() if isinstance(value, Rule)]
    return tuple(sorted(found, key=lambda each: each.code))


@cache
def rules(stage: Stage) -> tuple[Rule, ...]:
    """The rules of a stage."""
    return tuple(each for each in all_rules() if each.stage is stage)


@cache
def rules_by_code() -> Mapping[str, Rule]:
    """Every rule, by its code."""
    return {rule.code: rule for rule in all_rules()}
