"""The rules: each folder is a topic, each module or folder in it is one migration; there is nothing to register."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from types import ModuleType

from codemods.types import Rule, Stage

TOPICS = (
    "several_gpus", "training_loops", "estimators", "contrib", "tensorflow_1", "keras_1", "backend",
    "layers", "models", "losses", "optimizers", "training", "callbacks", "files",
    "names", "arguments", "libraries", "python_2", "environments", "notebooks", "shims", "unread",
)  # fmt: skip
"""The folders, in the order in which they are read about; the docstring of each is its title."""


@cache
def rules_by_topic() -> Mapping[str, tuple[Rule, ...]]:
    """The rules of each topic, sorted by code; the topics by their titles."""
    found: dict[str, tuple[Rule, ...]] = {}
    for topic in TOPICS:
        folder = importlib.import_module(f"{__name__}.{topic}")
        found[folder.__doc__ or topic] = tuple(sorted(_rules_of(folder), key=lambda each: each.code))
    return found


def _rules_of(folder: ModuleType) -> Iterator[Rule]:
    for entry in pkgutil.iter_modules(folder.__path__):
        home = f"{entry.name}.rule" if entry.ispkg else entry.name
        module = importlib.import_module(f"{folder.__name__}.{home}")
        yield from (value for value in vars(module).values() if isinstance(value, Rule))


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, sorted by code."""
    return tuple(sorted((rule for found in rules_by_topic().values() for rule in found), key=lambda each: each.code))


@cache
def rules(stage: Stage) -> tuple[Rule, ...]:
    """The rules of a stage."""
    return tuple(each for each in all_rules() if each.stage is stage)


@cache
def rules_by_code() -> Mapping[str, Rule]:
    """Every rule, by its code."""
    return {rule.code: rule for rule in all_rules()}
