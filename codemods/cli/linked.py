"""With `--to compat`: the files of a project that have to go onto the shims because others do.

A model that plain Keras 3 has made lacks the methods of Keras 2, so a script on the shims cannot use the model of a
module that stays beside them.
"""

from __future__ import annotations

import ast
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

from codemods.cli.discovery import Outcome, Source
from codemods.cli.reading import Task
from codemods.source.canonical_names import SHIMS, below
from codemods.source.parsing import python_tree
from codemods.types import Failure, Result, Upgraded

Done = Outcome[Result]
Graph = Mapping[Path, frozenset[Path]]


def with_linked(done: Iterable[Done], again: Task[Upgraded]) -> Iterator[Done]:
    """Process the unchanged files that belong to a file on the shims `again`, which takes them there, too."""
    every = list(done)
    sources = {_place(each.source): each.result for each in every if _is_file(each)}
    trees = {
        place: python_tree(result.code) if not isinstance(result, Failure) else None
        for place, result in sources.items()
    }
    imports = _imports(trees)
    on_shims = {place for place, tree in trees.items() if tree is not None and _imports_shims(tree)}
    linked = _reached(_reached(on_shims, _turned(imports)), imports)
    for each in every:
        place = _place(each.source)
        yield again(each.source) if place in sources and place in linked - on_shims else each


def _is_file(outcome: Done) -> bool:
    return outcome.source.content is None and not isinstance(outcome.result, Failure)


def _place(source: Source) -> Path:
    return Path(os.path.normpath(source.path.absolute()))


def _imports_shims(tree: ast.Module) -> bool:
    return any(below(name, SHIMS) for level, name in _imported(tree) if not level)


def _imports(trees: Mapping[Path, ast.Module | None]) -> Graph:
    """For each file those among the others that it imports."""
    return {
        place: frozenset(
            found
            for level, name in (_imported(tree) if tree is not None else ())
            for found in _found(place, level, name, trees)
        )
        for place, tree in trees.items()
    }


def _imported(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The modules that a source may import, each with the dots before its name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            yield node.level, module
            yield from ((node.level, f"{module}.{alias.name}".lstrip(".")) for alias in node.names)


def _found(place: Path, level: int, name: str, files: Mapping[Path, object]) -> Iterator[Path]:
    """The module of that name beside the file or above it, or below the package that the dots mean."""
    tops = [place.parents[level - 1]] if 0 < level <= len(place.parents) else place.parents if not level else []
    for top in tops:
        base = top.joinpath(*name.split("."))
        hits = [each for each in (base.with_name(f"{base.name}.py"), base / "__init__.py") if each in files]
        if hits:
            yield from hits
            return


def _turned(graph: Graph) -> Graph:
    """For each file those that import it."""
    return {place: frozenset(each for each, imports in graph.items() if place in imports) for place in graph}


def _reached(starts: Iterable[Path], graph: Graph) -> set[Path]:
    found: set[Path] = set()
    pending = list(starts)
    while pending:
        place = pending.pop()
        if place not in found:
            found.add(place)
            pending += graph.get(place, frozenset())
    return found


def linking(again: Task[Upgraded]) -> Callable[[Iterable[Done]], Iterator[Done]]:
    """The step between the work on the files and the delivery of the results."""
    return partial(with_linked, again=again)
