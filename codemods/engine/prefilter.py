"""Skip sources that need no work: by their bytes, then by `ast`, since libcst costs fifty times as much."""

from __future__ import annotations

import ast
import re

from codemods.analysis.layers.custom_objects import project_modules
from codemods.engine.library_uses import may_use_libraries, uses_libraries
from codemods.source.canonical_names import FAMILIES, SHIMS, spelling
from codemods.source.project import ALONE, Project
from compat.tables.behaviour.changed_defaults import CHANGED_DEFAULTS
from compat.tables.behaviour.optimizers import OPTIMIZERS
from compat.tables.methods.gone_methods import GONE_METHODS
from compat.tables.names.log_keys import METRIC_KEYS
from compat.tables.names.numpy_calls import NAMES as NUMPY_CALLS
from compat.tables.names.numpy_generators import STACKING, SUMMING
from compat.tables.names.numpy_keywords import DISTINCT
from compat.tables.names.numpy_names import ARRAY_METHODS, NUMPY_NAMES
from compat.tables.removed.ended_packages import ENDED_PACKAGES

_METHODS = frozenset(name for row in GONE_METHODS if row.well_known for name in row.names)
_ENDED = frozenset(row.legacy for row in ENDED_PACKAGES)
_ENDED_IMPORT = re.compile(rb"(?:import|from)[ \t]+(?:%s)\b" % "|".join(sorted(_ENDED)).encode())
_CHANGED = frozenset(row.symbol.rpartition(".")[2] for row in CHANGED_DEFAULTS if row.symbol in OPTIMIZERS)
"""The optimizers whose names mean something else today."""
_OF_SEQUENCES = frozenset(path.rpartition(".")[2] for path in (*STACKING, SUMMING))
_NAMES = frozenset({"tf", "K", "keras", "multi_gpu_model"})
_MODEL_METHODS = re.compile(
    rb"(?<!\bre)\.(?:compile|fit|evaluate|predict|train_on_batch|test_on_batch|save_weights|load_weights)(?:_\w+)?\("
    rb"|\.(?:get_weights|set_weights|get_layer)\(|(?:model|net(?:work)?)\.save\("
)
_LOG_KEYS = re.compile(rb"['\"](?:\w+_)?(?:%s)['\"]" % "|".join(sorted({*METRIC_KEYS.values()})).encode())
"""A module that plots the history that it is given need not import Keras."""
_OPTIMIZERS = re.compile(rb"['\"](?i:%s)['\"]" % b"|".join(each.encode() for each in sorted(_CHANGED)))
_LOADING = re.compile(rb"\b(?:load|loads|read_csv|read_json|read_pickle|DictReader|genfromtxt)\(")
_HELD_MODEL = re.compile(rb"\bself\.\w+\.save_weights\(")
_LOCKING = re.compile(rb"\.assign(?:_add|_sub)?\([^\n]*\buse_locking\b")
"""What copies the weights that it is given need not import Keras."""
_HDF5 = re.compile(rb"\.(?:h5|hdf5)['\"]")
"""A base class that saves what its subclasses build need not import Keras."""
_SAID_TO_IPYTHON = re.compile(rb"get_ipython\(\).*(?:keras|tensorflow)|\bos\.system\(.*(?:keras|tensorflow)")
_SETUP = re.compile(rb"^\s*(?:import|from)\s+(?:setuptools|distutils)\b", re.MULTILINE)
_FAMILY = re.compile(rb"(?i)tensorflow|keras|tf[-_]nightly")
_MARKERS = re.compile(
    rb"keras|tensorflow|compat|numpy|import\s+\*|%s|" % _ENDED_IMPORT.pattern + "|".join(sorted(_METHODS)).encode()
)


_SAID = (b"get_ipython", b"os.system", b"setuptools", b"distutils")
_STAR = re.compile(rb"import[\s\\]*\*")
_COMPAT = re.compile(rb"\b%s\b" % SHIMS.encode())
_GAP = rb"(?:[\s\\]|#.*\n)*"
_ATTRIBUTES = re.compile(rb"\.%s(?:%s)\b" % (_GAP, "|".join(sorted(_METHODS)).encode()))


def is_plain(source: bytes) -> bool:
    """True if the bytes of a source alone show that `may_need_work` is false, which spares the tree.

    Each test is for a fixed text, or begins with one, so that whole projects are read at the speed of a search.
    """
    if any(family.encode() in source for family in FAMILIES) or b"numpy" in source:
        return False
    if any(said in source for said in _SAID):
        return False
    if SHIMS.encode() in source and _COMPAT.search(source) is not None:
        return False
    if any(
        each.search(source) is not None
        for each in (_STAR, _MODEL_METHODS, _LOG_KEYS, _OPTIMIZERS, _ATTRIBUTES, _ENDED_IMPORT, _LOCKING)
    ):
        return False
    return not may_use_libraries(source)


def may_need_work(source: bytes, tree: ast.Module, project: Project = ALONE) -> bool:
    """True if a source imports Keras or TensorFlow, or uses methods that only they had or names that * may bring.

    Or a name that is gone from NumPy, SciPy, Python and the like, or what modules of the project have of Keras and
    TensorFlow, or may pass to it. Or tells IPython, a shell or setuptools of them, which may be to install them; or
    saves weights, and names files of HDF5.
    """
    if _SAID_TO_IPYTHON.search(source) is not None:
        return True
    if _HELD_MODEL.search(source) is not None and _HDF5.search(source) is not None:
        return True
    if _SETUP.search(source) is not None and _FAMILY.search(source) is not None:
        return True
    if _MARKERS.search(source) is not None and _may_be_legacy(tree):
        return True
    if may_use_libraries(source) and uses_libraries(tree):
        return True
    if any(each.search(source) is not None for each in (_LOG_KEYS, _MODEL_METHODS, _LOCKING)) and project.mentioned(
        FAMILIES
    ):
        return True
    if _LOG_KEYS.search(source) is not None and _LOADING.search(source) is not None and any(project.storing()):
        return True
    return _has_models_of_others(source, tree, project)


def _has_models_of_others(source: bytes, tree: ast.Module, project: Project) -> bool:
    """True if names of Keras come from modules of the project with a star, or models by a function."""
    has_methods = any(each.search(source) is not None for each in (_MODEL_METHODS, _OPTIMIZERS))
    if not has_methods and _STAR.search(source) is None:
        return False
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (has_methods or node.names[0].name == "*"):
            modules = ["." * node.level + (node.module or "")]
        elif isinstance(node, ast.Import) and has_methods:
            modules = [alias.name for alias in node.names]
        else:
            continue
        found = (project.module(each) for each in modules)
        reached = (each for module in found if module is not None for each in (module, *project_modules(module)))
        if any(each.imports_family() for each in reached):
            return True
    return False


def _may_be_legacy(tree: ast.Module) -> bool:
    stars = names = False
    numpy = _NumPy()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            if any(_is_of_interest(alias.name) for alias in node.names):
                return True
            numpy.bind(node)
        elif isinstance(node, ast.ImportFrom):
            if node.level == 0 and node.module and _is_of_interest(node.module):
                return True
            numpy.bind_from(node)
            stars = stars or node.names[0].name == "*"
        elif isinstance(node, ast.Attribute):
            if node.attr in _METHODS:
                return True
            numpy.use(node)
        elif isinstance(node, ast.keyword | ast.Compare | ast.Call):
            numpy.look_at(node)
        elif isinstance(node, ast.Name):
            names = names or node.id in _NAMES
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node.value.startswith(("keras.", "tensorflow.")):
                return True
    return (stars and names) or numpy.is_gone(stars=stars)


class _NumPy:
    """What a file has of NumPy: without an import of it, `json.loads` and `itertools.product` are other names."""

    def __init__(self) -> None:
        self.is_asked = False
        self._is_imported = False
        self._modules: set[str] = set()
        self._used: set[str] = set()

    def look_at(self, node: ast.keyword | ast.Compare | ast.Call) -> None:
        if isinstance(node, ast.Call):
            self.call(node)
        elif isinstance(node, ast.Compare):
            self.is_asked = self.is_asked or any(map(_is_empty, (node.left, *node.comparators)))
        else:
            self.is_asked = self.is_asked or node.arg in DISTINCT

    def bind(self, node: ast.Import) -> None:
        for alias in node.names:
            root = alias.name.partition(".")[0]
            if root == "numpy":
                self._is_imported = True
                self._modules.add(alias.asname or root)

    def bind_from(self, node: ast.ImportFrom) -> None:
        if node.level == 0 and (node.module or "").partition(".")[0] == "numpy" and node.names[0].name != "*":
            self._is_imported = True
            self.is_asked = self.is_asked or any(alias.name in NUMPY_NAMES for alias in node.names)

    def use(self, node: ast.Attribute) -> None:
        if node.attr in ARRAY_METHODS:
            self.is_asked = True
        elif node.attr in NUMPY_NAMES and isinstance(node.value, ast.Name):
            self._used.add(node.value.id)

    def call(self, node: ast.Call) -> None:
        """Functions that want sequences: a generator, or a call, may be none. Changed functions; slices, in a list."""
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        self.is_asked = self.is_asked or name == "slice" or name in NUMPY_CALLS
        if name in _OF_SEQUENCES and node.args and isinstance(node.args[0], ast.GeneratorExp | ast.Call):
            self.is_asked = True

    def is_gone(self, *, stars: bool) -> bool:
        """True if a name that is gone may be NumPy's; a star may bring the module under any name."""
        return self._is_imported and (self.is_asked or bool(self._used if stars else self._used & self._modules))


def _is_empty(node: ast.expr) -> bool:
    """True for `""`, `[]` and `()`, with which NumPy compares each element."""
    if isinstance(node, ast.List | ast.Tuple):
        return not node.elts
    return isinstance(node, ast.Constant) and node.value == ""


def _is_of_interest(module: str) -> bool:
    return module == SHIMS or spelling(module) is not None or module.split(".", maxsplit=1)[0] in _ENDED
