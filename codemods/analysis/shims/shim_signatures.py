"""What the shims take and have, read in their source: the keywords of calls, and the members of classes.

The shims cannot be imported here, as they import TensorFlow.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from codemods.analysis.objects.shim_coverage import HOME, SHIM_MODULES, Leads, Place, place
from codemods.analysis.shims.layer_keywords import path_converts
from codemods.releases import api
from codemods.releases.api import Answer
from codemods.releases.target import Target
from codemods.source.canonical_names import V1
from compat.tables.methods.generator_methods import GENERATOR_METHODS
from compat.tables.names.makers import MODEL_MAKERS

_SHIMS = "compat.shims."
_TABLES = "compat.tables."
_LAYERS = ("compat.shims.keras.layers", "compat.shims.tensorflow.layers")
_LAYER = (_LAYERS[0], "LegacyLayer")
"""What the layers are made of that these modules do not write out."""
_METRICS = "compat.shims.keras.metrics"
_METRIC = (_METRICS, "_LegacyMetric")
"""The same for the metrics."""
_MODELS = {
    "keras": ("compat.shims.keras.training", "LegacyTraining"),
    "tensorflow": ("compat.shims.tensorflow.models", "Training"),
}
"""The class that every model of the shims has as a base, although `Model` itself is an object."""
_LAST_WITH_KERAS_2 = "2.15.1"
_GENERATOR_METHODS = {row.legacy: row.modern for row in GENERATOR_METHODS}
_Function = ast.FunctionDef | ast.AsyncFunctionDef


class _Code(NamedTuple):
    """A module of the shims: its top-level definitions, and its imports by name."""

    functions: Mapping[str, ast.FunctionDef]
    classes: Mapping[str, ast.ClassDef]
    imported: Mapping[str, tuple[str, str]]
    constants: Mapping[str, ast.expr]


@cache
def _code(module: str) -> _Code | None:
    path = HOME.joinpath(*module.split(".")[1:])
    file = next((each for each in (path.with_suffix(".py"), path / "__init__.py") if each.exists()), None)
    if file is None:
        return None
    tree = ast.parse(file.read_text(encoding="utf-8"))
    imports = [each for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)]
    return _Code(
        {each.name: each for each in tree.body if isinstance(each, ast.FunctionDef)},
        {each.name: each for each in tree.body if isinstance(each, ast.ClassDef)},
        {name.asname or name.name: (each.module or "", name.name) for each in imports for name in each.names},
        {
            target.id: each.value
            for each in tree.body
            if isinstance(each, ast.Assign)
            for target in each.targets
            if isinstance(target, ast.Name)
        },
    )


# --- keywords


def takes(target: Target, path: str, keyword: str) -> Answer:
    """Tell whether a call of a name, or of a method of a class, may pass `keyword=` on the shims."""
    if path_converts(path, keyword) and not _is_function(target, path):
        return Answer.YES
    here = place(target, path)
    if here.leads is Leads.TODAY:
        return api.accepts(here.path, keyword, target.release(here.path))
    if here.leads is Leads.SHIM:
        return _shim_takes(target, here.path, keyword)
    owner, _, method = path.rpartition(".")
    above = place(target, owner)
    return _method_takes(target, above, method, keyword) if above.leads is Leads.SHIM else Answer.UNKNOWN


def _is_function(target: Target, path: str) -> bool:
    """True if the shim is a function: only classes convert the arguments of Keras 1."""
    here = place(target, path)
    code = _code(SHIM_MODULES[here.path]) if here.leads is Leads.SHIM else None
    return code is not None and here.path.rpartition(".")[2] in code.functions


def _shim_takes(target: Target, symbol: str, keyword: str) -> Answer:
    name = symbol.rpartition(".")[2]
    module, function = _definition(SHIM_MODULES[symbol], name)
    if function is None:
        return _passed_on(target, module, symbol, symbol, keyword)
    return _function_takes(target, module, function, (symbol, symbol), keyword)


def _method_takes(target: Target, owner: Place, method: str, keyword: str) -> Answer:
    home = _home(owner.path)
    for module, cls in _classes(*home) if home is not None else ():
        function = next((each for each in _methods(cls) if each.name == method), None)
        if function is not None:
            path = f"{owner.path}.{method}"
            return _function_takes(target, module, function, (owner.path, path), keyword)
    return Answer.UNKNOWN


def _function_takes(target: Target, module: str, function: _Function, about: tuple[str, str], keyword: str) -> Answer:
    """Tell whether a function takes a keyword itself, or passes it on."""
    given = function.args
    if any(each.arg == keyword for each in (*given.args, *given.kwonlyargs)):
        return Answer.YES
    if given.kwarg is None:
        return Answer.NO
    return Answer.YES if keyword in _words(module, function) else _passed_on(target, module, *about, keyword)


def _passed_on(target: Target, module: str, symbol: str, path: str, keyword: str) -> Answer:
    """Tell whether `**kwargs` may hold a keyword: by the tables that the shim reads, or the target."""
    if any(_is_in_row(row, symbol, keyword) for row in _rows(module)):
        return Answer.YES
    owner, _, name = path.rpartition(".")
    path = f"{owner}.{_GENERATOR_METHODS.get(name, name)}"
    if _takes_order(module, keyword):
        return Answer.YES
    return api.accepts(path, keyword, target.release(path))


def _takes_order(module: str, keyword: str) -> bool:
    """True if a shim passes on the arguments of TensorFlow 1, whose order it writes out, and the keyword is one."""
    code = _code(module)
    order = code.constants.get("ORDER") if code is not None else None
    return isinstance(order, ast.Tuple) and keyword in ast.literal_eval(order)


@cache
def _words(module: str, function: _Function) -> frozenset[str]:
    """The texts in a function and in what it uses of its module, and the keys that it takes from the tables."""
    code = _code(module)
    found: set[str] = set()
    pending: list[ast.AST] = [function]
    seen: set[ast.AST] = set()
    while pending and code is not None:
        here = pending.pop()
        if here in seen:
            continue
        seen.add(here)
        for node in ast.walk(here):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.Name):
                found.update(_keys(_from_tables(code, node.id)))
                used = code.functions.get(node.id) or code.constants.get(node.id)
                pending += [used] if used is not None else []
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
                methods = [each for cls in code.classes.values() for each in _methods(cls)]
                pending += [each for each in methods if each.name == node.attr and function in methods]
    return frozenset(found)


def _keys(value: object) -> set[str]:
    """The keys of a mapping, or the texts of a tuple."""
    return {each for each in value if isinstance(each, str)} if isinstance(value, Mapping | tuple) else set()


def _from_tables(code: _Code, name: str) -> object:
    module, imported = code.imported.get(name, ("", ""))
    return getattr(importlib.import_module(module), imported, None) if module.startswith(_TABLES) else None


def _table_values(code: _Code) -> Iterator[object]:
    return (_from_tables(code, name) for name in code.imported)


@cache
def _rows(module: str) -> tuple[object, ...]:
    """The rows that a module takes from the tables, itself or through another module of the shims."""
    found: list[object] = []
    for each in _reached(module):
        code = _code(each)
        values = [value for value in _table_values(code) if isinstance(value, tuple)] if code is not None else []
        found += [row for value in values for row in value if hasattr(row, "symbols") and hasattr(row, "keywords")]
    return tuple(found)


def _reached(module: str) -> list[str]:
    """A module of the shims, and those from which it takes names."""
    code = _code(module)
    named = [f"{home}.{name}" for home, name in code.imported.values()] if code is not None else []
    homes = [home for home, _ in code.imported.values()] if code is not None else []
    return [module, *(each for each in dict.fromkeys([*homes, *named]) if each.startswith(_SHIMS))]


def _is_in_row(row: object, symbol: str, keyword: str) -> bool:
    """True if a row about a symbol has the keyword in one of its fields."""
    if symbol not in getattr(row, "symbols", ()):
        return False
    fields = [value for value in row if isinstance(value, (Mapping, tuple))]  # type: ignore[attr-defined]
    return any(keyword in field for field in fields)


# --- members


def has_member(target: Target, owner: str, name: str) -> Answer:
    """Tell whether objects of a class have an attribute on the shims, beside what only an instance sets."""
    here = place(target, owner)
    if here.leads is Leads.TODAY:
        return _of_today(target, here.path, name)
    if here.leads is Leads.KEPT:
        paths = (here.path, here.path.replace("tensorflow", V1, 1))
        return Answer.YES if any(api.exists(f"{each}.{name}", _LAST_WITH_KERAS_2) for each in paths) else Answer.NO
    if here.leads is not Leads.SHIM:
        return Answer.UNKNOWN
    home = _home(here.path)
    if home is None:
        return Answer.UNKNOWN
    if any(name in _members(cls) for _, cls in _classes(*home)):
        return Answer.YES
    if any("v1" in ast.unparse(base) for _, cls in _classes(*home) for base in cls.bases):
        of_tensorflow_1 = _of_today(target, here.path.replace("tensorflow", V1, 1), name)
        if of_tensorflow_1 is Answer.YES:
            return of_tensorflow_1
    return _of_today(target, _class_of_today(target, here.path), name)


def _class_of_today(target: Target, owner: str) -> str:
    """The class behind a shim: `tf.keras` alone has some classes that standalone Keras had, too."""
    paths = (owner, f"tensorflow.{owner}", owner.replace("tensorflow", V1, 1))
    return next((each for each in paths if target.has(each)), paths[-1])


def _of_today(target: Target, owner: str, name: str) -> Answer:
    path = f"{owner}.{name}"
    if target.has(path):
        return Answer.YES
    is_known = target.lacks(path) and not api.is_open(owner, target.release(owner))
    return Answer.NO if is_known else Answer.UNKNOWN


def _members(cls: ast.ClassDef) -> frozenset[str]:
    """The names that a class defines, and the attributes that it sets on its objects."""
    found = {each.name for each in _methods(cls)}
    for node in ast.walk(cls):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.attr)
    for statement in cls.body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        targets = [statement.target] if isinstance(statement, ast.AnnAssign) else targets
        found.update(each.id for each in targets if isinstance(each, ast.Name))
    return frozenset(found)


# --- definitions


def _home(symbol: str) -> tuple[str, str] | None:
    """The module and the name of the class of a shim; None for a function."""
    if symbol.removeprefix("tensorflow.") in MODEL_MAKERS:
        return _MODELS[symbol.partition(".")[0]]
    module, name = SHIM_MODULES[symbol], symbol.rpartition(".")[2]
    code = _code(module)
    if code is None or name in code.classes or name in code.functions:
        return (module, name) if code is not None and name in code.classes else None
    if module == _METRICS:
        return _METRIC
    return _LAYER if module in _LAYERS else None


def _definition(module: str, name: str) -> tuple[str, _Function | None]:
    """The function behind a name, for a class its `__init__`, with its module; None where the shim makes the object."""
    code = _code(module)
    if code is None:
        return module, None
    if name in code.functions:
        return module, code.functions[name]
    if name in code.imported and code.imported[name][0].startswith(_SHIMS):
        return _definition(*code.imported[name])
    for home, cls in _classes(module, name):
        function = next((each for each in _methods(cls) if each.name == "__init__"), None)
        if function is not None:
            return home, function
    return module, None


def _classes(module: str, name: str) -> Iterator[tuple[str, ast.ClassDef]]:
    """A class of the shims and those that it derives from, each with its module."""
    code = _code(module)
    if code is None:
        return
    if name in code.imported:
        yield from _classes(*code.imported[name])
    cls = code.classes.get(name)
    if cls is None:
        return
    yield module, cls
    for base in cls.bases:
        if isinstance(base, ast.Name):
            yield from _classes(module, base.id)
        elif isinstance(base, ast.Attribute) and isinstance(base.value, ast.Name) and base.value.id in code.imported:
            yield from _classes(".".join(code.imported[base.value.id]), base.attr)


def _methods(cls: ast.ClassDef) -> list[_Function]:
    return [each for each in cls.body if isinstance(each, ast.FunctionDef)]
