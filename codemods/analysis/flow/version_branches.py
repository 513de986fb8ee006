"""The places where a script chooses between releases: it tries several imports, or checks a version."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import libcst as cst

from codemods.source.file import File, body_of, from_module, name_of
from codemods.source.scopes import LOCAL
from codemods.source.walk import Kinds, nodes

_MISSING = frozenset({"ImportError", "ModuleNotFoundError", "AttributeError"})
"""The errors that Python raises for a missing name."""

_OTHERWISE = frozenset({"Exception", "BaseException", "NameError", "TypeError", "ValueError", "RuntimeError"})
"""Errors that may also mean a missing name, if the `try` is short or imports Keras or TensorFlow."""

_EXITS = frozenset({"exit", "quit", "sys.exit", "os._exit"})

_TRIED_AT_MOST = 2
"""A `try` with at most this many statements is an attempt; a longer one is a program that handles errors.

Those inside of others count as well: an `if` around a program makes no attempt of it.
"""

_STATEMENTS = (cst.SimpleStatementLine, cst.If, cst.For, cst.While, cst.With, cst.Try, cst.FunctionDef, cst.ClassDef)

_ABOUT_RELEASES = re.compile(
    r"version|hasattr|find_spec|eager|tf_?keras|(?<![a-z])(tf|tensorflow|keras|py|python)_?v?[123](?![\d.])",
    re.IGNORECASE,
)


_READ_OF_A_MODULE = frozenset({"__version__", "version_info", "hasattr"})
"""The names that a value has which tells of a release."""

_IS_WAY = Kinds(cst.Try, cst.If, cst.IfExp, cst.BooleanOperation, cst.Module, cst.IndentedBlock)
"""The nodes in which there can be several ways to what is below."""


@dataclass(frozen=True)
class Branch:
    """One way through a choice: the `index`-th way of `owner`, the statement or expression that chooses.

    `open_ways` are the ways on which the script continues; the others raise an error or end the script.
    """

    owner: cst.CSTNode
    index: int
    open_ways: tuple[int, ...]


@dataclass(frozen=True)
class Choices:
    """The choices between releases in a file."""

    file: File
    _known: dict[cst.CSTNode, bool] = field(default_factory=dict)
    _exits_of: dict[cst.CSTNode, frozenset[cst.If]] = field(default_factory=dict)

    def leading_to(self, node: cst.CSTNode) -> tuple[Branch, ...]:
        """The branches that contain a node, the outermost first."""
        found: list[Branch] = []
        below = node
        for above in self.file.ancestors(node):
            if _IS_WAY[above.__class__]:
                found += [*self._entered(above, below), *self._left_over(above, below)]
            below = above
        return tuple(found[::-1])

    def guarding(self, node: cst.CSTNode) -> bool:
        """True if a branch contains a node that is prepared for a name that is missing: `except ValueError` is not."""
        return any(
            not isinstance(each.owner, cst.Try) or _expects_absence(each.owner) for each in self.leading_to(node)
        )

    def _entered(self, above: cst.CSTNode, below: cst.CSTNode) -> Iterator[Branch]:
        if isinstance(above, cst.Try):
            if below in (above.body, above.orelse) and self._is_choice(above):
                yield Branch(above, 0, _open_ways(above))
            elif isinstance(below, cst.ExceptHandler) and self._is_choice(above):
                yield Branch(above, 1 + list(above.handlers).index(below), _open_ways(above))
        elif isinstance(above, cst.If | cst.IfExp):
            if below is not above.test and self._is_choice(above):
                yield Branch(above, int(below is above.orelse), _open_ways(above))
        elif isinstance(above, cst.BooleanOperation):
            if below is above.right and self._is_choice(above):
                yield Branch(above, 0, _open_ways(above))

    def _left_over(self, above: cst.CSTNode, below: cst.CSTNode) -> Iterator[Branch]:
        """The branches that come from an earlier `if VERSION: return`: the code after it is its other branch."""
        if not isinstance(above, cst.Module | cst.IndentedBlock) or not self._exits(above):
            return
        for statement in body_of(above):
            if statement is below:
                return
            if isinstance(statement, cst.If) and statement in self._exits(above):
                yield Branch(statement, 1, _open_ways(statement))

    def _exits(self, block: cst.Module | cst.IndentedBlock) -> frozenset[cst.If]:
        """The statements of a block after which only one choice is left."""
        if block not in self._exits_of:
            conditions = (each for each in body_of(block) if isinstance(each, cst.If) and each.orelse is None)
            self._exits_of[block] = frozenset(
                each for each in conditions if leaves(each.body) and self._is_choice(each)
            )
        return self._exits_of[block]

    def _is_choice(self, node: cst.Try | cst.If | cst.IfExp | cst.BooleanOperation) -> bool:
        if node not in self._known:
            self._known[node] = self._chooses(node)
        return self._known[node]

    def _chooses(self, node: cst.Try | cst.If | cst.IfExp | cst.BooleanOperation) -> bool:
        if isinstance(node, cst.Try):
            return _is_attempt(node)
        test = node.left if isinstance(node, cst.BooleanOperation) else node.test
        if any(_ABOUT_RELEASES.search(word) for word in self._words(test)) or self._reads_a_version(test):
            return True
        return isinstance(node, cst.If) and node.orelse is not None and _imports(node.body) and _imports(node.orelse)

    def _reads_a_version(self, test: cst.BaseExpression) -> bool:
        """True if a name in a condition was made of a version before: `new = int(np.__version__[0]) >= 2`."""
        for name in self.file.within(test, cst.Name):
            for each in self.file.assignments(name):
                line = self.file.statement(each.node) if each.kind == LOCAL and each.node is not None else None
                small = line.body[0] if isinstance(line, cst.SimpleStatementLine) else None
                value = small.value if isinstance(small, cst.Assign) else None
                if value is not None and any(
                    part.value in _READ_OF_A_MODULE for part in self.file.within(value, cst.Name)
                ):
                    return True
        return False

    def _words(self, test: cst.BaseExpression) -> Iterator[str]:
        """The names in a condition, and the texts by which it looks something up: `os.environ["TF_KERAS"]`."""
        for name in self.file.within(test, cst.Name):
            yield name.value
        for text in self.file.within(test, cst.SimpleString):
            if isinstance(self.file.parent(text), cst.Arg | cst.Index):
                yield text.value


def _open_ways(owner: cst.CSTNode) -> tuple[int, ...]:
    ways: list[cst.BaseSuite | None] = [None, None]
    if isinstance(owner, cst.Try):
        ways = [None, *(handler.body for handler in owner.handlers)]
    elif isinstance(owner, cst.If):
        ways = [owner.body, owner.orelse.body if isinstance(owner.orelse, cst.Else) else None]
    return tuple(index for index, body in enumerate(ways) if body is None or not gives_up(body))


def last_of(body: cst.BaseSuite) -> cst.CSTNode | None:
    """The statement that a block ends with; a small one without its line."""
    last: cst.CSTNode | None = body.body[-1] if body.body else None
    return last.body[-1] if isinstance(last, cst.SimpleStatementLine) else last


def leaves(body: cst.BaseSuite) -> bool:
    """True if the code after a block does not run once the block was entered."""
    return isinstance(last_of(body), cst.Return | cst.Continue | cst.Break) or gives_up(body)


def gives_up(body: cst.BaseSuite) -> bool:
    """True if a block ends the script: it raises, or calls `sys.exit`."""
    last = last_of(body)
    call = last.value if isinstance(last, cst.Expr) else None
    return isinstance(last, cst.Raise) or (isinstance(call, cst.Call) and name_of(call.func) in _EXITS)


def _is_attempt(node: cst.Try) -> bool:
    """True if a `try` guards against missing names."""
    names = {name for handler in node.handlers for name in caught(handler)}
    tried = node.body.body
    if names & _MISSING:
        return True
    is_short = len(nodes(node.body, *_STATEMENTS)) <= _TRIED_AT_MOST
    is_short = is_short and not any(isinstance(each, cst.With) for each in tried)
    is_open = is_short and not all(_gives_a_constant(handler.body) for handler in node.handlers)
    return bool(names & _OTHERWISE) and (is_open or _imports(node.body))


def _expects_absence(node: cst.Try) -> bool:
    names = {name for handler in node.handlers for name in caught(handler)}
    return not names.isdisjoint(_MISSING | {"NameError", "Exception", "BaseException"})


def _gives_a_constant(body: cst.BaseSuite) -> bool:
    """True for `return np.nan` and `x = 0`, which stand for a bad value, and not for a name that is missing."""
    last = last_of(body)
    given = last.value if isinstance(last, cst.Return | cst.Assign) and len(body.body) == 1 else None
    if isinstance(given, cst.Attribute):
        return given.attr.value.lower() == "nan"
    return isinstance(given, cst.BaseNumber | cst.UnaryOperation | cst.SimpleString)


def caught(handler: cst.ExceptHandler) -> Iterator[str]:
    """The names of the errors that a handler catches."""
    if handler.type is None:
        yield "BaseException"
        return
    types = [each.value for each in handler.type.elements] if isinstance(handler.type, cst.Tuple) else [handler.type]
    yield from ((name_of(each) or "").rpartition(".")[2] for each in types)


def _imports(block: cst.CSTNode) -> bool:
    """True if a block imports something from Keras or TensorFlow."""
    modules: list[str] = []
    for each in nodes(block, cst.Import, cst.ImportFrom):
        if isinstance(each, cst.ImportFrom):
            modules.append(from_module(each))
        elif isinstance(each, cst.Import):
            modules += [name_of(alias.name) or "" for alias in each.names]
    return any(module.split(".", maxsplit=1)[0] in ("keras", "tensorflow", "tensorflow_core") for module in modules)
