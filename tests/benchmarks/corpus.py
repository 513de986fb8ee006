"""Check what `upgrade` makes of real legacy files, by the installed TensorFlow and not by our own tables.

    python tests/benchmarks/corpus.py FOLDER

Every dotted name that a source imports or spells out below an import of Keras or TensorFlow is looked up in the real
modules, by plain `ast` and `getattr`. One that is not there after the upgrade must have a finding in its line; a file
must not have more of them than before. Shims count as they are: `compat` is looked up too.
"""

from __future__ import annotations

import ast
import importlib
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

from codemods.engine.engine import upgrade
from codemods.types import Upgraded

ROOTS = ("tensorflow", "keras", "compat")


@cache
def found(path: str) -> tuple[object, ...]:
    """Return the object that a dotted path names, found by attributes, as in a script, or else by an import; () if none."""
    owner, _, name = path.rpartition(".")
    above = found(owner) if owner else ()
    if above:
        try:
            return (getattr(above[0], name),)
        except Exception:  # noqa: BLE001 - modules of compat.v1 raise what they like
            pass
    try:
        return (importlib.import_module(path),)
    except Exception:  # noqa: BLE001 - a module that raises on import is not there
        return ()


def missing(source: bytes) -> Counter[tuple[int, str]]:
    """The names that Python would not find, by line; the shortest of each dotted name."""
    tree = ast.parse(source)
    bound = dict(_imported(tree))
    wanted = [(node.lineno, path) for node, path in _import_paths(tree)]
    rebound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    inner = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and id(node) not in inner:
            head, path = _dotted(node)
            if head in bound and head not in rebound and found(bound[head]):
                wanted.append((node.lineno, f"{bound[head]}.{path}"))
    return Counter(each for line, path in wanted for each in _first_missing(path, line))


def _import_paths(tree: ast.Module) -> Iterator[tuple[ast.alias, str]]:
    """Yield the names that the imports of a source refer to, below the packages of interest."""
    for node in ast.walk(tree):
        module = f"{node.module}." if isinstance(node, ast.ImportFrom) and node.level == 0 else ""
        if isinstance(node, ast.Import) or module:
            for alias in node.names:
                if (module + alias.name).split(".")[0] in ROOTS and alias.name != "*":
                    yield alias, module + alias.name


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The names that imports bind, and what they stand for."""
    plain = {id(alias) for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    for alias, path in _import_paths(tree):
        if alias.asname:
            yield alias.asname, path
        elif id(alias) in plain:
            yield path.split(".")[0], path.split(".")[0]
        else:
            yield alias.name, path


def _dotted(node: ast.Attribute) -> tuple[str, str]:
    parts: list[str] = []
    base: ast.expr = node
    while isinstance(base, ast.Attribute):
        parts.append(base.attr)
        base = base.value
    return (base.id if isinstance(base, ast.Name) else ""), ".".join(parts[::-1])


def _first_missing(path: str, line: int) -> Iterator[tuple[int, str]]:
    """The first part of a path that is missing below a module or class; other objects get attributes at run time."""
    parts = path.split(".")
    for end in range(1, len(parts) + 1):
        prefix = ".".join(parts[:end])
        if not found(prefix):
            above = found(".".join(parts[: end - 1])) if end > 1 else (sys,)
            if above and isinstance(above[0], ModuleType | type):
                yield line, prefix
            return


def main(folder: Path) -> int:
    counts: Counter[str] = Counter()
    silent: list[str] = []
    for path in sorted(folder.rglob("*.py")):
        source = path.read_bytes()
        result = upgrade(source)
        counts["files"] += 1
        if not isinstance(result, Upgraded):
            counts["refused"] += 1
            continue
        again = upgrade(result.after)
        counts["changed by a second upgrade"] += not (isinstance(again, Upgraded) and again.after == result.after)
        before, after = missing(source), missing(result.after)
        counts["names missing before"] += before.total()
        counts["names missing after"] += after.total()
        counts["files made worse"] += after.total() > before.total()
        counts["files with nothing left"] += not result.findings
        said = {finding.line for finding in result.findings}
        for line, name in sorted(after):
            if line not in said:
                counts["missing without a finding"] += 1
                silent.append(f"{path}:{line}: {name}")
    for name in ("files", "refused", "changed by a second upgrade", "files made worse", "files with nothing left"):
        print(f"{name:32}{counts[name]:>6}")
    for name in ("names missing before", "names missing after", "missing without a finding"):
        print(f"{name:32}{counts[name]:>6}")
    print("\n".join(silent))
    return int(bool(silent) or counts["files made worse"] > 0)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.exit(main(Path(sys.argv[1])))
