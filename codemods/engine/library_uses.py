"""What a source may use of Python 2, and of packages beside TensorFlow, that is gone: by its bytes, then by `ast`."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator

from codemods.source.canonical_names import prefixes
from compat.tables.names import library_keywords, plot_objects, scikit_defaults
from compat.tables.names.ended_names import GONE, METHODS, MOVED, SCIPY_IMAGES
from compat.tables.names.library_calls import CALLED, FEATURE_NAMES, OF_MATPLOTLIB
from compat.tables.names.librosa_keywords import LIBROSA_PLACES
from compat.tables.names.python_2_names import BUILTINS, MODULES, NAMES, NEXT
from compat.tables.names.python_2_names import METHODS as PYTHON_2_METHODS
from compat.tables.names.scikit_keywords import SCIKIT_PLACES

_JSON = frozenset({"json.load", "json.loads"})
"""Functions that nearly all calls are fine of: only those with the keyword `encoding` count."""
_LOADS = frozenset({"numpy.load", "yaml.load"})
_OF_PLACES = (SCIKIT_PLACES, LIBROSA_PLACES)
_OF_PATHS = (library_keywords.PATHS, scikit_defaults.PATHS)
_TABLES = (GONE, MOVED, SCIPY_IMAGES, *_OF_PLACES, NAMES, CALLED, *_OF_PATHS)
_PATHS = frozenset(path for table in _TABLES for path in table) - _JSON | _LOADS
_CALLED = frozenset({"apply", "buffer", "cmp", "file", "intern", "long", "reduce", "reload", "unicode"})
"""Builtins of Python 2 whose names much else has, too; these are called, or handed on."""
_OF_PYTHON_2 = (BUILTINS.keys() - _CALLED) | PYTHON_2_METHODS.keys() | {"cPickle", "cStringIO", "izip", "urllib2"}
"""Names of Python 2 that nothing else has."""
_COMMON = frozenset({"apply", "buffer", "file"})
"""Those that keywords are named after: only a call counts."""
_OF_PLOTS = {*OF_MATPLOTLIB, *library_keywords.METHOD_KEYWORDS, *plot_objects.NAMES}
_NAMES: defaultdict[str, set[str]] = defaultdict(
    set,
    h5py={"value", "File", "attrs"},
    cv2={"findContours", "CascadeClassifier", "HOGDescriptor"},
    matplotlib=_OF_PLOTS,
    pylab=_OF_PLOTS,
    seaborn={*plot_objects.NAMES},
    scipy={"A", "H", "interval", "moment", "query"},
    sklearn={FEATURE_NAMES, "A", "H"},
    tensorflow_datasets={"Split", "features"},
)
"""Packages, and what the rules look at in files that import them."""
for _name, _row in METHODS.items():
    for _package in (_row.package, *_row.others):
        _NAMES[_package.partition(".")[0]].add(_name)


def _patterns() -> Iterator[tuple[bytes, re.Pattern[bytes]]]:
    """For each module, by the last part of its path: what names something of it that is gone, or gives it a name."""
    of_modules: defaultdict[str, set[str]] = defaultdict(set)
    for path in _PATHS:
        module, _, name = path.rpartition(".")
        of_modules[module.rpartition(".")[2]].add(name)
    for name in of_modules.pop("", ()):
        yield name.encode(), re.compile(rf"{name}\b".encode())
    for module, names in of_modules.items():
        either = "|".join(sorted(names))
        listed = r"import\s*(?:\([^)]*|(?:[^\n(]|\\\n)*)"
        text = rf"{module}(?:\s*\.\s*(?:{either})\b|\s+as\b|\s+{listed}\b(?:{either})\b)"
        yield module.encode(), re.compile(text.encode())
    for module in MODULES:
        yield module.encode(), re.compile(rf"(?:import|from)\s[^\n]*\b{module}\b".encode())
    for name in _CALLED:
        yield name.encode(), re.compile(rf"{name}\s*[({'' if name in _COMMON else ',)'}]".encode())
    yield b"json", re.compile(rb"json\s*\.\s*loads?\s*\([^#]*?\bencoding\s*=")
    yield b".next", re.compile(rb"\.next\s*\(\s*\)")


_PATTERNS = tuple(_patterns())
_OBJECT_PATTERNS = tuple(
    (package.encode(), re.compile(rf"\.(?:{'|'.join(sorted(names))})\b".encode())) for package, names in _NAMES.items()
)
_PANDAS = "pandas"
"""Any file with it is looked at: what is gone are places of arguments and keywords, which only the rules tell."""
_WORDS = tuple(word.encode() for word in sorted(_OF_PYTHON_2))


def may_use_libraries(source: bytes) -> bool:
    """True if the bytes of a source may name what is gone; each test begins with a fixed text."""
    return any(word in source for word in (*_WORDS, _PANDAS.encode())) or any(
        word in source and pattern.search(source) is not None for word, pattern in (*_PATTERNS, *_OBJECT_PATTERNS)
    )


def uses_libraries(tree: ast.Module) -> bool:
    """True if a source imports what is gone, or reads it from a module or an object that it may have."""
    imported: dict[str, str] = {}
    packages: set[str] = set()
    attributes: list[ast.Attribute] = []
    read_names: set[str] = set()
    bound_names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for name, path in _bound(node):
                imported[name.partition(".")[0]] = path if "." not in name else path.partition(".")[0]
                packages.add(path.partition(".")[0])
                bound_names.add(name)
                if any(each in _PATHS for each in prefixes(path)) or path.partition(".")[0] in MODULES:
                    return True
        elif isinstance(node, ast.Attribute):
            attributes.append(node)
        elif isinstance(node, ast.Name):
            (read_names if isinstance(node.ctx, ast.Load) else bound_names).add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            bound_names.add(node.name)
        elif isinstance(node, ast.arg):
            bound_names.add(node.arg)
    if (read_names | bound_names) & _OF_PYTHON_2 or (read_names - bound_names) & _CALLED:
        return True
    read = {node.attr for node in attributes}
    if _PANDAS in packages or NEXT in read or (read | packages) & _OF_PYTHON_2:
        return True
    if any(read & _NAMES[package] for package in packages & _NAMES.keys()):
        return True
    is_named = any(_path(node, imported) in _PATHS for node in attributes if node.attr in _LAST)
    return is_named or _decodes_json(tree, imported)


def _decodes_json(tree: ast.Module, imported: dict[str, str]) -> bool:
    """True for `json.loads(text, encoding="utf-8")`."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute))
    encoded = (each.func for each in calls if any(keyword.arg == "encoding" for keyword in each.keywords))
    return any(isinstance(each, ast.Attribute) and _path(each, imported) in _JSON for each in encoded)


_LAST = frozenset(path.rpartition(".")[2] for path in _PATHS)


def _bound(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str]]:
    """The names that an import binds, `a.b` for `import a.b`, and what they stand for; none of the project's own."""
    if isinstance(node, ast.Import):
        yield from ((alias.asname or alias.name, alias.name) for alias in node.names)
    elif node.level == 0:
        yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)


def _path(node: ast.Attribute, imported: dict[str, str]) -> str:
    """The import path of a dotted name; "" at its beginning for a root that nothing imports."""
    parts: list[str] = []
    owner: ast.expr = node
    while isinstance(owner, ast.Attribute):
        parts.append(owner.attr)
        owner = owner.value
    root = imported.get(owner.id, "") if isinstance(owner, ast.Name) else ""
    return ".".join((root, *reversed(parts)))
