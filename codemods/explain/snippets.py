"""Writes a few lines that use a symbol, for `upgrade` to work on."""

from __future__ import annotations

import keyword as python

from codemods.explain.names import Subject
from codemods.releases import api, tables
from codemods.releases.api import Signature

_MODULES = ("module", "namespace", tables.PRIVATE_MODULE)


def snippet(subject: Subject) -> str:
    """A source that imports a symbol and uses it in the normal way."""
    symbol = api.lookup(subject.path)
    owner = api.lookup(subject.path.rpartition(".")[0])
    kind = symbol.kind if symbol is not None else "method" if owner is not None and owner.kind == "class" else "private"
    if kind in ("method", "attribute"):
        return _member(subject, kind)
    path = _inside(subject.path) if kind in _MODULES else subject.path
    imports, name = _imported(path)
    shown = api.lookup(path)
    if shown is None or shown.kind not in ("class", "function"):
        return f"{imports}\n\nvalue = {name}\n"
    return f"{imports}\n\n{_variable(path, shown.kind)} = {name}({_arguments(path, subject.keyword)})\n"


def _member(subject: Subject, kind: str) -> str:
    owner, _, name = subject.path.rpartition(".")
    imports, written = _imported(owner)
    variable = _variable(owner, "class")
    use = f"{variable}.{name}" + (f"({_arguments(subject.path, subject.keyword)})" if kind == "method" else "")
    return f"{imports}\n\n{variable} = {written}({_arguments(owner, None)})\n{use}\n"


def _imported(path: str) -> tuple[str, str]:
    """The usual import statement for a path, and the name to use after it."""
    module, _, name = path.rpartition(".")
    if path.startswith("tensorflow.") and not _is_private(path):
        return "import tensorflow as tf", f"tf.{path.removeprefix('tensorflow.')}"
    if module == "keras.backend":
        return "from keras import backend as K", f"K.{name}"
    if module in ("keras", "tensorflow"):
        return f"import {module}", path
    return f"from {module} import {name}", name


def _is_private(path: str) -> bool:
    symbol = api.lookup(path)
    return symbol is None or symbol.kind in ("private", tables.PRIVATE_MODULE)


def _inside(module: str) -> str:
    """The function or class of a module that most releases have: naming the module alone does not use it."""
    unit = tables.unit_of(module)
    paths = [path for path in tables.table(unit).symbols if path.rpartition(".")[0] == module] if unit else []
    found = [symbol for path in paths if (symbol := api.lookup(path)) and symbol.kind in ("class", "function")]
    return min(found, key=lambda symbol: (-len(symbol.releases), symbol.path)).path if found else module


def _variable(path: str, kind: str) -> str:
    name = path.rpartition(".")[2]
    if kind == "function" or name.islower():
        return "result"
    known = ("Model", "Sequential", "Optimizer", "Estimator", "Strategy", "Dataset", "Callback", "Session")
    ends = [each for each in known if name.endswith(each)]
    return {"Sequential": "model"}.get(ends[0], ends[0].lower()) if ends else _plain(name.lower())


def _arguments(path: str, keyword: str | None) -> str:
    """The required arguments of a call, and the keyword."""
    having = [each for each in _signatures(path) if keyword is None or keyword in each.keywords]
    required = having[-1].required if having else ()
    given = [_plain(each) for each in required if each != keyword]
    return ", ".join([*given, f"{keyword}={_value(having, keyword)}"] if keyword is not None else given)


def _signatures(path: str) -> list[Signature]:
    """The signatures in all releases, oldest first."""
    symbol = api.lookup(path)
    found = [api.signature(path, release) for release in symbol.releases] if symbol is not None else []
    return [each for each in found if each is not None]


def _value(signatures: list[Signature], keyword: str) -> str:
    """The last literal default of a keyword, or a name that stands for a value."""
    defaults = [each.default for signature in signatures for each in signature.parameters if each.name == keyword]
    literals = [default for default in defaults if default not in (None, "...", "None")]
    return literals[-1] if literals else _plain(keyword)


def _plain(name: str) -> str:
    """A valid name that stands for a value."""
    return f"{name}_" if python.iskeyword(name) else name.lstrip("_") or "value"
