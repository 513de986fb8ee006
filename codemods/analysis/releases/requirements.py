"""The names, keywords and methods of TensorFlow and Keras that a file uses, each with the releases that have it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import libcst as cst

from codemods.analysis.calls.api_calls import method_uses
from codemods.analysis.flow.bound_names import binds
from codemods.analysis.flow.version_branches import Branch, Choices
from codemods.analysis.logs.earlier_keys import earlier_keys
from codemods.analysis.releases.installs import chosen_majors, installs
from codemods.releases import api, tables
from codemods.releases.api import Answer
from codemods.releases.versions import minor_version
from codemods.source.canonical_names import Spelling
from codemods.source.environment_variables import set_text
from codemods.source.file import File, ImportedName, Reference, dotted, from_module, once_per_file
from codemods.source.moved_names import legacy_paths
from codemods.source.scopes import IMPORT
from compat.tables.behaviour.update_rules import NEVER_CLIPS_CODE
from compat.tables.names.keras_3_signs import BACKENDS, EXTRACTED, PACKAGES

_LATEST = api.releases("tensorflow")[-1]
PRIVATE_ROOTS = {
    "tensorflow_core": ("1.15.5", "2.1.4"),
    "tensorflow._api.v1": ("1.12.3", "1.15.5"),
    "tensorflow._api.v2": ("2.0.4", _LATEST),
}
"""Other homes of the package `tensorflow`, each with the first and the last release that used it."""

_BACKEND = "KERAS_BACKEND"
_GET_FILE = "keras.utils.get_file"
_KERAS_3 = (3, 0)
_FIRST_WITH_KEYS_OF_TODAY = {"keras": (2, 3), "tensorflow": (2, 0)}
"""The releases that log `metrics=["accuracy"]` as `accuracy`, not as `acc`, and `"mae"` as `mae`."""
_MODULES = ("module", "namespace", tables.PRIVATE_MODULE)
_SET_BY_COMPILE = frozenset({"compiled_loss", "compiled_metrics", "loss"})
"""Members of the models of Keras 3 that those of Keras 2 set on themselves: they tell of no release."""


class Option(NamedTuple):
    """One meaning of a use: what it names, and the releases of the distribution that have it."""

    symbol: str
    distribution: str
    releases: frozenset[str]


class Demand(NamedTuple):
    """One use; it is met where one of its options is. `branches` are the choices of the script that lead to it."""

    node: cst.CSTNode
    options: tuple[Option, ...]
    branches: tuple[Branch, ...]


_OF_ANY = ("keras.KerasTensor.", "keras.Variable.")


def demands(file: File) -> list[Demand]:
    """Every use that is certain, in source order; what no release has is somebody else's and demands nothing."""
    choices = Choices(file)
    told = (*_installed(file), *_of_keras_3(file), *_keys(file))
    found = [*_imports(file), *_names(file, choices), *_methods(file), *told]
    made = [
        Demand(node, options, _through(before, choices.leading_to(node))) for node, options, before in found if options
    ]
    return sorted(made, key=lambda demand: file.order(demand.node))


@once_per_file
def own_demands(file: File) -> tuple[Demand, ...]:
    """Those of the code as it was written: not of what an earlier `upgrade` added to it, `global_clipnorm=1e30`."""
    return tuple(each for each in demands(file) if not _comes_with_upgrade(each.node))


def _comes_with_upgrade(node: cst.CSTNode) -> bool:
    value = node.value if isinstance(node, cst.Arg) else None
    return isinstance(value, cst.Float) and value.value == NEVER_CLIPS_CODE


def _through(before: tuple[Branch, ...], around: tuple[Branch, ...]) -> tuple[Branch, ...]:
    """The choices that a use depends on, those of its import first, each once."""
    owners = {branch.owner for branch in before}
    return (*before, *(branch for branch in around if branch.owner not in owners))


_Found = tuple[cst.CSTNode, tuple[Option, ...], tuple[Branch, ...]]
"""A use, its meanings, and the choices that it depends on besides those around it."""


def _imports(file: File) -> Iterator[_Found]:
    for name in file.imports:
        if name.spelling is not None and not name.spelling.shimmed:
            yield name.alias, _options([_imported(name)]), ()
    for star in file.star_imports:
        module = from_module(star)
        if file.spelling(module) is not None:
            yield star, _options([_module(module)]), ()


def _imported(name: ImportedName) -> Option | None:
    """An import statement needs modules: `import tensorflow.flags` never worked, `tensorflow.flags` did."""
    if isinstance(name.statement, cst.Import):
        return _module(name.qualified)
    module = _module(from_module(name.statement))
    symbol = name_option(name.qualified)
    if symbol is None or module is None or symbol.symbol != name.qualified:
        return symbol or module
    defined = _of_kinds(symbol, "private")
    return Option(symbol.symbol, symbol.distribution, symbol.releases & (module.releases | defined))


@cache
def _module(path: str) -> Option | None:
    found = name_option(path)
    if found is None or found.symbol != path:
        return found
    importable = frozenset(release for release in found.releases if api.importable(_public(path), release))
    return Option(path, found.distribution, importable or found.releases)


@cache
def _of_kinds(option: Option, *kinds: str) -> frozenset[str]:
    """The releases in which a name is one of these."""
    return frozenset(release for release in option.releases if api.kind(_public(option.symbol), release) in kinds)


def _names(file: File, choices: Choices) -> Iterator[_Found]:
    """Names as far as the tables know them, and the keywords of their calls."""
    bound = {reference.node for reference in file.all_references() if binds(file, reference.node)}
    by_hand = {
        path
        for reference in file.all_references()
        if reference.node in bound
        for meaning in meanings(file, reference, choices)
        for path in meaning.paths
    }
    for reference in file.all_references():
        if reference.spelling.shimmed or reference.node in bound:
            continue
        for meaning in meanings(file, reference, choices):
            paths = [path for path in meaning.paths if path not in by_hand]
            for node, options in _uses(file, reference, paths):
                yield node, options, meaning.before


def _uses(file: File, reference: Reference, paths: list[str]) -> Iterator[tuple[cst.CSTNode, tuple[Option, ...]]]:
    call = file.call_of(reference)
    if call is not None:
        yield reference.node, _options([_called(path) for path in paths])
    elif not _goes_on(file, reference, paths):
        yield reference.node, _options([name_option(path) for path in paths])
    for arg in call.args if call is not None else ():
        if arg.keyword is not None:
            yield arg, _options([keyword_option(path, arg.keyword.value) for path in paths])


@cache
def _called(path: str) -> Option | None:
    """`keras.optimizers.rmsprop` was a class under another name, and a module later."""
    found = name_option(path)
    if found is None or found.symbol != path:
        return found
    return Option(path, found.distribution, (found.releases - _of_kinds(found, *_MODULES)) or found.releases)


def _goes_on(file: File, reference: Reference, paths: list[str]) -> bool:
    """True if the name goes on to a longer one that the tables know."""
    above = file.parent(reference.node)
    if not isinstance(above, cst.Attribute) or binds(file, above):
        return False
    return any(api.lookup(_public(f"{path}.{above.attr.value}")) for path in paths)


def _methods(file: File) -> Iterator[_Found]:
    twofold = {root for name in file.imports if name.spelling for root in [name.spelling.root] if "keras" in root}
    for use in method_uses(file):
        paths = [use.path]
        if use.path.rpartition(".")[2] in _SET_BY_COMPILE:
            continue
        if use.path.startswith("tensorflow.keras."):
            earlier = legacy_paths(use.owner.removeprefix("tensorflow."))
            paths += [path for each in earlier if _is_method(path := f"tensorflow.{each}.{use.name}")]
        if use.path.startswith("keras.") and any(root != "keras" for root in twofold):
            paths.append(f"tensorflow.{use.path}")
        if not any(_is_method(path) for path in paths):
            continue
        yield use.node, _options([name_option(path) for path in paths]), ()
        call = file.parent(use.node)
        if isinstance(call, cst.Call) and call.func is use.node:
            for arg in call.args:
                if arg.keyword is not None:
                    yield arg, _options([keyword_option(path, arg.keyword.value) for path in paths]), ()


def _installed(file: File) -> Iterator[_Found]:
    """Releases that the script pins and installs for itself."""
    for install in installs(file):
        if install.is_pinned and install.releases:
            yield install.node, (Option(install.text, install.distribution, frozenset(install.releases)),), ()
    for node, major in chosen_majors(file):
        releases = frozenset(each for each in api.releases("tensorflow") if each.partition(".")[0] == major)
        if releases:
            yield node, (Option(f"%tensorflow_version {major}.x", "tensorflow", releases),), ()


def _of_keras_3(file: File) -> Iterator[_Found]:
    """What only code for Keras 3 says, in a file that uses Keras."""
    releases = frozenset(each for each in api.releases("keras") if minor_version(each) >= _KERAS_3)
    for node, sign in _signs_of_keras_3(file) if file.imports_family() else ():
        yield node, (Option(sign, "keras", releases),), ()


def _keys(file: File) -> Iterator[_Found]:
    """Reads of logs that find nothing in later releases, by the distributions whose Keras the file uses.

    Of a file that uses none itself, those of the modules that it imports.
    """
    spellings = _spellings(file) or [each for module in file.imported_modules for each in _spellings(module)]
    distributions = {"keras" if each.root == "keras" else "tensorflow" for each in spellings}
    for node, key in earlier_keys(file) if distributions else ():
        yield node, tuple(_before(each, f'logs["{key}"]') for each in sorted(distributions)), ()


def _spellings(file: File) -> list[Spelling]:
    return [name.spelling for name in file.imports if name.spelling and not name.spelling.shimmed]


@cache
def _before(distribution: str, symbol: str) -> Option:
    first = _FIRST_WITH_KEYS_OF_TODAY[distribution]
    earlier = frozenset(each for each in api.releases(distribution) if minor_version(each) < first)
    return Option(symbol, distribution, earlier)


def _signs_of_keras_3(file: File) -> Iterator[tuple[cst.CSTNode, str]]:
    """Backends and packages that only Keras 3 has, and the folder of its `get_file`."""
    for statement in (*file.every(cst.Assign), *file.every(cst.Expr)):
        backend = set_text(statement, _BACKEND)
        if backend in BACKENDS:
            yield statement, f"{_BACKEND}={backend}"
    for name in file.imports:
        package = name.qualified.split(".", maxsplit=1)[0]
        if package in PACKAGES:
            yield name.alias, package
    if file.references(_GET_FILE):
        for text in file.every(cst.SimpleString):
            if _is_extracted(text):
                yield text, text.value


def _is_extracted(text: cst.SimpleString) -> bool:
    """True for a path in which the name of a folder ends as that of an unpacked archive."""
    return any(part.endswith(EXTRACTED) for part in re.split(r"[/\\]", text.raw_value))


def _is_method(path: str) -> bool:
    """True for a method of a class. Other attributes may be set by `__init__`, which the tables do not see.

    Weights and symbolic tensors have the names of their classes in Keras 3 here, whatever release they are of.
    """
    symbol = api.lookup(path)
    return symbol is not None and symbol.kind == "method" and not path.removeprefix("tensorflow.").startswith(_OF_ANY)


class Meaning(NamedTuple):
    """Import paths that a name can stand for, and the choices that lead to their import."""

    paths: tuple[str, ...]
    before: tuple[Branch, ...] = ()


def meanings(file: File, reference: Reference, choices: Choices) -> list[Meaning]:
    """The import paths that a name can stand for; none if it can stand for anything else.

    Where the script tries one import and then another, each is a meaning of its own.
    """
    base: cst.CSTNode = reference.node
    while isinstance(base, cst.Attribute):
        base = base.value
    parts = dotted(reference.node)
    assert isinstance(base, cst.Name)
    assert parts is not None
    bindings = file.assignments(base)
    if not bindings:
        return [Meaning((reference.qualified,))] if reference.certain else []
    found: dict[str, tuple[Branch, ...]] = {}
    for binding in bindings:
        value = file.assigned_value(binding)
        if binding.kind == IMPORT and binding.node is not None:
            names = [each for each in file.imports if each.statement is binding.node and each.local == base.value]
            before = choices.leading_to(binding.node)
            found.update({".".join([_bound(name), *parts[1:]]): before for name in names})
        elif not (isinstance(value, cst.Name) and value.value == "None"):
            return []
    if not all(file.spelling(path) for path in found):
        return []
    if all(found.values()):
        return [Meaning((path,), before) for path, before in found.items()]
    return [Meaning(tuple(found))]


def _bound(name: ImportedName) -> str:
    """The path that an import binds to its local name: `import a.b` binds `a`."""
    plain = isinstance(name.statement, cst.Import) and name.alias.asname is None
    return name.local if plain else name.qualified


# --- who has what


def _options(found: list[Option | None]) -> tuple[Option, ...]:
    """All meanings of one use; it demands nothing if nothing is known of one of them."""
    known = tuple(each for each in found if each is not None)
    return known if len(known) == len(found) else ()


def _public(path: str) -> str:
    """A path below the package that everybody uses."""
    for root in PRIVATE_ROOTS:
        if path == root or path.startswith(root + "."):
            return "tensorflow" + path[len(root) :]
    return path


@cache
def name_option(path: str) -> Option | None:
    """The longest part of a path that some release has.

    Where public things are defined is no evidence: the tables do not say what else is in private modules.
    """
    parts = path.split(".")
    distribution = "keras" if parts[0] == "keras" else "tensorflow"
    root = next((root for root in PRIVATE_ROOTS if path == root or path.startswith(root + ".")), None)
    for end in range(len(parts), 0, -1):
        known = ".".join(parts[:end])
        symbol = api.lookup(_public(known))
        if symbol is not None and symbol.kind != "private":
            releases = frozenset(symbol.releases)
            return Option(known, distribution, releases & _span(root) if root else releases)
    return None


def _span(root: str) -> frozenset[str]:
    order = api.releases("tensorflow")
    first, last = PRIVATE_ROOTS[root]
    return frozenset(order[order.index(first) : order.index(last) + 1])


@cache
def keyword_option(path: str, keyword: str) -> Option | None:
    """The releases in which a call takes a keyword; all that have it where none takes it."""
    symbol = api.lookup(_public(path))
    if symbol is None or symbol.kind == "private":
        return None
    takes = frozenset(
        release for release in symbol.releases if api.accepts(_public(path), keyword, release) is not Answer.NO
    )
    return Option(f"{path}({keyword}=)", symbol.distribution, takes or frozenset(symbol.releases))
