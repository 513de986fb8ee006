"""The names of files that calls of a script are given, read by `ast`: each source of a project is looked at.

`{}` stands for what is filled in: `{}_weights.h5` for `"out/%s_weights.h5" % name`, and for a name of this value.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections import defaultdict
from collections.abc import Iterator

from codemods.source.parsing import python_tree

HOLE = "{}"
_FIELD = re.compile(r"\{[^{}]*\}|%(?:\(\w+\))?[-+ #0]*\d*(?:\.\d+)?[a-zA-Z]")
_HOLES = re.compile(r"(?:\{\})+")
_KEPT = frozenset({"str", "Path", "abspath", "expanduser", "normpath", "realpath", "fspath"})
_DEPTH = 8
"""The most names that are followed one after the other."""
_MOST = 32
"""More texts than one path has."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def with_holes(text: str) -> str:
    """A text with `{}` for each field of `format` and of `%`."""
    return _FIELD.sub(HOLE, text)


def name_called(call: ast.Call) -> str:
    """`save` of `save(...)` and of `model.save(...)`; "" for what has no name."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def names_in(source: bytes) -> Names | None:
    """What the names of a source are given; None for one that Python does not parse."""
    tree = python_tree(source)
    try:
        return Names(tree) if tree is not None else None
    except RecursionError:
        return None


class Names:
    """What the names of a module are given, by the function that binds them."""

    def __init__(self, tree: ast.Module) -> None:
        self._scopes: dict[ast.AST, ast.AST] = {}
        self._blocks: dict[ast.AST, tuple[int, ...]] = {}
        self._given: defaultdict[tuple[ast.AST, str], list[tuple[ast.AST, ast.expr]]] = defaultdict(list)
        self._held: defaultdict[str, list[ast.expr]] = defaultdict(list)
        self._passed: defaultdict[tuple[ast.AST, str], list[ast.expr]] = defaultdict(list)
        self._functions: defaultdict[str, list[ast.FunctionDef]] = defaultdict(list)
        self._tree = tree
        self.calls: list[ast.Call] = []
        self._walk(tree, tree, ())
        for call in self.calls:
            self._pass(call)

    def _walk(self, node: ast.AST, scope: ast.AST, blocks: tuple[int, ...]) -> None:
        self._scopes[node], self._blocks[node] = scope, blocks
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._bind(target, node.value, scope, node)
        elif isinstance(node, ast.Call):
            self.calls.append(node)
            self._hold_option(node)
        elif isinstance(node, _FUNCTIONS):
            scope = node
            if isinstance(node, ast.FunctionDef):
                self._functions[node.name].append(node)
            params = [*node.args.posonlyargs, *node.args.args]
            for param, default in zip(params[::-1], node.args.defaults[::-1], strict=False):
                self._given[scope, param.arg].append((node, default))
        for _, value in ast.iter_fields(node):
            is_block = isinstance(value, list) and bool(value) and isinstance(value[0], ast.stmt)
            inner = (*blocks, id(value)) if is_block else blocks
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.AST):
                    self._walk(each, scope, inner)

    def _pass(self, call: ast.Call) -> None:
        """Keep what a call gives to the parameters of the only function that has its name."""
        functions = self._functions.get(name_called(call), [])
        if len(functions) != 1:
            return
        args = functions[0].args
        names = [each.arg for each in (*args.posonlyargs, *args.args)]
        if names[:1] in (["self"], ["cls"]) and isinstance(call.func, ast.Attribute):
            names = names[1:]
        placed = zip(
            names, itertools.takewhile(lambda each: not isinstance(each, ast.Starred), call.args), strict=False
        )
        for name, value in (*placed, *((each.arg, each.value) for each in call.keywords)):
            if name is not None:
                self._passed[functions[0], name].append(value)

    def _bind(self, target: ast.expr, value: ast.expr, scope: ast.AST, at: ast.AST) -> None:
        if isinstance(target, ast.Name):
            self._given[scope, target.id].append((at, value))
        elif isinstance(target, ast.Attribute):
            self._held[target.attr].append(value)

    def _hold_option(self, call: ast.Call) -> None:
        """Keep the default of an option of the program under its name."""
        if not isinstance(call.func, ast.Attribute) or call.func.attr != "add_argument":
            return
        default = next((each.value for each in call.keywords if each.arg == "default"), None)
        if default is None:
            return
        for arg in call.args:
            if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
                self._held[arg.value.lstrip("-").replace("-", "_")].append(default)

    def names(self, path: ast.expr) -> set[str]:
        """The names of the files that a path may give, without their folders."""
        found = itertools.islice(self._texts(path, _DEPTH), _MOST)
        return {_HOLES.sub(HOLE, each.replace("\\", "/").rpartition("/")[2]) for each in found}

    def _texts(self, node: ast.expr, depth: int) -> Iterator[str]:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield with_holes(node.value)
        elif isinstance(node, ast.JoinedStr):
            parts = (str(each.value) if isinstance(each, ast.Constant) else HOLE for each in node.values)
            yield with_holes("".join(parts))
        elif isinstance(node, ast.IfExp):
            yield from (text for each in (node.body, node.orelse) for text in self._texts(each, depth))
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            yield from self._texts(node.left, depth)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Div):
            between = "/" if isinstance(node.op, ast.Div) else ""
            firsts = [*itertools.islice(self._texts(node.left, depth), _MOST)]
            yield from (f"{one}{between}{other}" for other in self._texts(node.right, depth) for one in firsts)
        elif isinstance(node, ast.Call):
            yield from self._of_call(node, depth)
        else:
            values = self._values(node) if depth else []
            yield from (text for each in values for text in self._texts(each, depth - 1))
            if not values:
                yield HOLE

    def _of_call(self, call: ast.Call, depth: int) -> Iterator[str]:
        """The texts of `template.format(...)`, of `os.path.join(folder, name)`, and of `str(path)`."""
        name = name_called(call)
        if name == "format" and isinstance(call.func, ast.Attribute):
            yield from self._texts(call.func.value, depth)
        elif name in ("join", "joinpath") and call.args:
            yield from (f"/{text}" for text in self._texts(call.args[-1], depth))
        elif name in _KEPT and len(call.args) == 1:
            yield from self._texts(call.args[0], depth)
        else:
            yield HOLE

    def _values(self, node: ast.expr) -> list[ast.expr]:
        if isinstance(node, ast.Attribute):
            return self._held.get(node.attr, [])
        if not isinstance(node, ast.Name):
            return []
        scope = self._scopes[node]
        own = self._given.get((scope, node.id), [])
        passed = self._passed.get((scope, node.id), []) if all(at is scope for at, _ in own) else []
        found = [*passed, *self._reaching(node, own)]
        return found or [value for _, value in self._given.get((self._tree, node.id), [])]

    def _reaching(self, use: ast.Name, given: list[tuple[ast.AST, ast.expr]]) -> list[ast.expr]:
        """The values above a use that no other replaces which certainly runs."""
        found: list[ast.expr] = []
        for at, value in given:
            if getattr(at, "lineno", 0) > use.lineno:
                continue
            if self._blocks[use][: len(self._blocks[at])] == self._blocks[at]:
                found.clear()
            found.append(value)
        return found
