"""Files that Python 3 parses, and that run on Python 2 alone: what they use is gone, and nothing chooses."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from codemods.analysis.calls.api_calls import own_names
from codemods.analysis.flow.self_attributes import value_of
from codemods.analysis.flow.version_branches import Choices
from codemods.analysis.objects.provenance import called_function, is_generator
from codemods.source.canonical_names import below
from codemods.source.file import File, from_module, once_per_file
from compat.tables.names.python_2_names import BUILTINS, METHODS, MODULES, NAMES, NEXT

_ITERATORS = ("enumerate", "iter", "open", "reversed")
_READERS = frozenset({"csv.reader", "csv.DictReader"})
_VERSIONS = ("PY2", "PY3", "version")
_MODERN = (cst.FormattedString, cst.Annotation, cst.NamedExpr, cst.Await, cst.Nonlocal)
"""Syntax that Python 2 does not parse."""
_FEATURES = frozenset(
    f"__future__.{name}"
    for name in ("absolute_import", "division", "print_function", "unicode_literals", "with_statement")
)
"""What Python 3 does by itself."""


@once_per_file
def python_2_uses(file: File) -> tuple[cst.CSTNode, ...]:
    """What a file uses of Python 2 alone: builtins that nothing binds, modules and their names, methods."""
    choices = Choices(file)
    found = (*_builtins(file), *_imports(file), *_attributes(file), *print_statements(file))
    return tuple(node for node in found if not choices.leading_to(node) and not asks_for_version(file, node))


@once_per_file
def is_of_python_2(file: File) -> bool:
    """True if a file was written for Python 2, as it came in."""
    if file.from_python_2:
        return True
    original = file.original
    return not has_modern_syntax(original) and (asks_for_python_2(original) or bool(python_2_uses(original)))


def asks_for_python_2(file: File) -> bool:
    """True for a script whose first line is `#!/usr/bin/env python2` or the like, and a notebook that Python 2 ran."""
    if file.original.project.vintage().is_of_python_2:
        return True
    first = next((line.comment.value for line in file.module.header if line.comment is not None), "")
    return first.startswith("#!") and "python2" in first


@once_per_file
def signs_of_python_2(file: File) -> tuple[cst.CSTNode, ...]:
    """What says that a file, as it came in, was to run on Python 2, or on both."""
    original = file.original
    if file.from_python_2:
        return tuple(original.module.body[:1])
    if has_modern_syntax(original):
        return ()
    features = (each.alias for each in original.imports if each.qualified in _FEATURES)
    asked = original.module.body[:1] if asks_for_python_2(original) else ()
    return (*asked, *features, *python_2_uses(original))


def has_modern_syntax(file: File) -> bool:
    """True if Python 2 does not parse the file."""
    has_modern_parameters = any(each.kwonly_params for each in file.every(cst.Parameters))
    return has_modern_parameters or any(file.every(kind) for kind in _MODERN)


def print_statements(file: File) -> list[cst.BinaryOperation]:
    """`print >>f, x`, which Python 3 takes for a tuple that begins with a shift."""
    shifts = (each for each in file.every(cst.BinaryOperation) if isinstance(each.operator, cst.RightShift))
    return [each for each in shifts if file.is_builtin(each.left, "print")]


def divides_exactly(file: File) -> bool:
    """True if `/` means in Python 2 what it means in Python 3."""
    return any(each.qualified == "__future__.division" for each in file.imports)


def asks_for_version(file: File, node: cst.CSTNode) -> bool:
    """True inside of `if six.PY2:` and the like."""
    around = (each for each in file.ancestors(node) if isinstance(each, cst.If | cst.IfExp))
    return any(any(word in file.code(each.test) for word in _VERSIONS) for each in around)


def method(file: File, node: cst.Attribute) -> str | None:
    """What to do about a call of a method that dictionaries had; None for all else."""
    if node.attr.value == NEXT:
        return "use next(...)" if _is_next(file, node) else None
    row = METHODS.get(node.attr.value)
    call = file.parent(node)
    if row is None or not isinstance(call, cst.Call) or call.func is not node or len(call.args) != row.arguments:
        return None
    is_another = file.qualified_name(node) is not None or node.attr.value in own_names(file)
    return None if is_another or (row.is_of_pandas and _has_pandas(file)) else row.advice


def _is_next(file: File, node: cst.Attribute) -> bool:
    """True for a call of `next` on what is certainly an iterator of Python: a generator of the file, `iter(x)`."""
    call = file.parent(node)
    if not isinstance(call, cst.Call) or call.func is not node or call.args:
        return False
    value = value_of(file, node.value)
    if not isinstance(value, cst.Call):
        return isinstance(value, cst.GeneratorExp)
    function = called_function(file, value)
    if function is not None:
        return is_generator(file, function) and not function.decorators
    return file.is_builtin(value.func, *_ITERATORS) or file.qualified_name(value.func) in _READERS


def _has_pandas(file: File) -> bool:
    return any(below(each.qualified, "pandas") for each in file.imports)


def _builtins(file: File) -> Iterator[cst.CSTNode]:
    if not file.unknown_stars():
        yield from (name for name in file.every(cst.Name) if name.value in BUILTINS and file.is_unbound(name))


def _imports(file: File) -> Iterator[cst.CSTNode]:
    for imported in file.imports:
        top = imported.qualified.split(".", maxsplit=1)[0]
        if gone(imported.qualified) is not None and not _is_relative(imported.statement) and not _is_own(file, top):
            yield imported.alias
    for star in file.star_imports:
        if from_module(star) in MODULES:
            yield star


def _is_own(file: File, module: str) -> bool:
    return file.project.module(module) is not None


def gone(qualified: str) -> str | None:
    """The module or name of Python 2's library that a path names."""
    top = qualified.split(".", maxsplit=1)[0]
    return top if top in MODULES else next((name for name in NAMES if below(qualified, name)), None)


def _is_relative(statement: cst.CSTNode) -> bool:
    return isinstance(statement, cst.ImportFrom) and bool(statement.relative)


def _attributes(file: File) -> Iterator[cst.CSTNode]:
    for node in file.attributes:
        if file.qualified_name(node) in NAMES or method(file, node) is not None:
            yield node
