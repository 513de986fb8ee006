"""One parsed source with its names resolved, as rules see it."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, wraps
from itertools import chain, count, takewhile
from pathlib import PurePath
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar, cast

import libcst as cst
from libcst.metadata import CodePosition

from codemods.releases import api
from codemods.releases.origin import Origin
from codemods.releases.target import Target
from codemods.source.canonical_names import FAMILIES, Spelling, spelling
from codemods.source.legacy_keras import asks_for_keras_2, imported_before_tensorflow
from codemods.source.moved_names import respelled
from codemods.source.positions import Positions
from codemods.source.project import ALONE, Project
from codemods.source.scopes import BUILTIN, IMPORT, LOCAL, Binding, Scope, Scopes
from codemods.source.suppressions import suppressions
from codemods.source.walk import Kind, Kinds, children, nodes

Block = cst.Module | cst.IndentedBlock

_MODULES = ("module", "namespace")
_MODULE_NAMES = frozenset({"__file__", "__name__", "__doc__", "__path__", "__package__", "__class__"})
"""Names that a module has without binding them."""


_IS_STATEMENT = Kinds(cst.SimpleStatementLine, cst.BaseCompoundStatement)
_LONGER_NAMES = frozenset({cst.Attribute, cst.ImportAlias, cst.ImportFrom, cst.AsName})
"""The parents of names that belong to a longer dotted name, or to an import."""
_NAMED = frozenset({cst.FunctionDef, cst.ClassDef, cst.Param})
_BINDING = frozenset({cst.AssignTarget, cst.NameItem, cst.ImportAlias, cst.ImportFrom, cst.AsName})

_OF_KERAS = ("tensorflow.keras.", "tensorflow.python.", "tensorflow.compat.")
"""What a file sets below these is left to the rules that look at modules of Keras, and at private ones."""

_LEVELS = 9
"""More than the packages that a module is in, one in another."""
_FOLLOWED = 100
"""Far more values than a name has in scripts that people write; each use of the name follows them all."""


class Reference(NamedTuple):
    """A use of a Keras or TensorFlow symbol: the `Name` or `Attribute` that spells it."""

    node: cst.Name | cst.Attribute
    qualified: str
    spelling: Spelling
    certain: bool

    @property
    def canonical(self) -> str:
        return self.spelling.canonical


class ImportedName(NamedTuple):
    """One name of an import statement; `local` is the name that it binds."""

    statement: cst.Import | cst.ImportFrom
    alias: cst.ImportAlias
    local: str
    qualified: str
    spelling: Spelling | None


def dotted(node: cst.CSTNode) -> list[str] | None:
    """Split `a.b.c` into its parts; None for anything other than names joined by dots."""
    parts: list[str] = []
    below: Any = node
    while below.__class__ is cst.Attribute:
        parts.append(below.attr.value)
        below = below.value
    if below.__class__ is not cst.Name:
        return None
    parts.append(below.value)
    return parts[::-1]


def name_of(node: cst.CSTNode) -> str | None:
    """`a.b.c` as text; None for anything other than names joined by dots."""
    parts = dotted(node)
    return ".".join(parts) if parts else None


def from_module(statement: cst.ImportFrom) -> str:
    """The module that a from-import names, with its leading dots."""
    module = name_of(statement.module) if statement.module else ""
    return "." * len(statement.relative) + (module or "")


class File:
    """A module with positions, parents, scopes, imports and the references to Keras and TensorFlow symbols.

    `source` holds the bytes that it was parsed from. `original` is the file before any edit, or the file itself if
    nothing was edited. `origin` holds the releases that a person says it was written for, `target` those that it is
    checked against. `project` knows the modules around it.
    `exact` asks for the numbers of one device wherever batches are not proven to divide by the replicas.
    `beside_shims` says that the file is used together with one that goes onto the shims. `requirements` asks for
    changed pins of packages. `from_python_2` says that it is the translation of a Python 2 source. `tree` is what `ast`
    makes of `source`, if that is known.
    """

    def __init__(
        self,
        module: cst.Module,
        source: bytes,
        *,
        original: File | None = None,
        origin: Origin | None = None,
        target: Target | None = None,
        project: Project = ALONE,
        exact: bool = False,
        beside_shims: bool = False,
        requirements: bool = False,
        from_python_2: bool = False,
        tree: ast.Module | None = None,
    ) -> None:
        self.original = original or self
        self.origin = origin
        self.target = target or Target()
        self.project = project
        self.exact = exact
        self.beside_shims = beside_shims
        self.requirements = requirements
        self.from_python_2 = from_python_2
        self.kept: dict[object, object] = {}
        self.module = module
        self.source = source
        self._positions = Positions(module, source, tree)
        self._scopes = Scopes(self.module)
        self._parents: dict[int, cst.CSTNode] = {}
        self._order: dict[int, int] = {}
        self._by_kind: dict[type[cst.CSTNode], list[cst.CSTNode]] = {}
        self._places: dict[type[cst.CSTNode], list[int]] = {}
        self._walk()
        self._index = _Index(self)
        self.imports: list[ImportedName] = self._index.imports
        self.star_imports: list[cst.ImportFrom] = self._index.star_imports
        self.calls = self.every(cst.Call)
        self.attributes = self.every(cst.Attribute)
        self._references: dict[str, list[Reference]] = {}
        for reference in self._index.references:
            self._references.setdefault(reference.canonical, []).append(reference)
        self._by_node = {id(reference.node): reference for reference in self._index.references}

    # --- positions and parents of nodes

    def _walk(self) -> None:
        """Record the parent of each node, its order in the source, and the nodes of each kind.

        The keys are the `id` of nodes, which live as long as the module: libcst's nodes hash in Python, which is slow.
        """
        parents, order, by_kind = self._parents, self._order, self._by_kind
        pending: list[cst.CSTNode] = [self.module]
        while pending:
            node = pending.pop()
            order[id(node)] = len(order)
            kind = node.__class__
            if kind in by_kind:
                by_kind[kind].append(node)
            else:
                by_kind[kind] = [node]
            below = children(node)
            for child in below:
                parents[id(child)] = node
            below.reverse()
            pending += below

    def every(self, kind: type[Kind]) -> Sequence[Kind]:
        """The nodes of a kind, in source order."""
        return cast("Sequence[Kind]", self._by_kind.get(kind, ()))

    def within(self, root: cst.CSTNode, kind: type[Kind]) -> Sequence[Kind]:
        """The nodes of a kind in `root`, itself included, in source order: `nodes` without a walk."""
        first = self._order[id(root)]
        places = self._places_of(kind)
        return self.every(kind)[bisect_left(places, first) : bisect_left(places, first + self._sizes[id(root)])]

    def _places_of(self, kind: type[cst.CSTNode]) -> list[int]:
        """The places of the nodes of a kind in the order of the source."""
        if kind not in self._places:
            self._places[kind] = [self._order[id(each)] for each in self.every(kind)]
        return self._places[kind]

    @cached_property
    def _sizes(self) -> dict[int, int]:
        """How many nodes each node holds, itself included; they follow each other in the order of the source."""
        sizes = dict.fromkeys(self._order, 1)
        for below in reversed(self._order):
            above = self._parents.get(below)
            if above is not None:
                sizes[id(above)] += sizes[below]
        return sizes

    def position(self, node: cst.CSTNode) -> CodePosition:
        """The position where `node` begins."""
        return self._positions.start(node, self._statement_of(node))

    def _statement_of(self, node: cst.CSTNode) -> cst.SimpleStatementLine | cst.BaseCompoundStatement | None:
        above: cst.CSTNode | None = node
        while above is not None and not _IS_STATEMENT[above.__class__]:
            above = self._parents.get(id(above))
        return cast("cst.SimpleStatementLine | cst.BaseCompoundStatement | None", above)

    def last_line(self, statement: cst.SimpleStatementLine) -> int:
        """The line on which a simple statement ends."""
        return self._positions.last_line(statement)

    @cached_property
    def _suppressions(self) -> dict[int, tuple[str, ...]]:
        return suppressions(self.source)

    def suppresses(self, node: cst.CSTNode, code: str) -> bool:
        """Return True if a comment on the line of `node`, or at either end of its simple statement, silences `code`."""
        if not self._suppressions:
            return False
        lines = {self.line(node)}
        statement = self.statement(node)
        if isinstance(statement, cst.SimpleStatementLine):
            lines |= {self.line(statement), self.last_line(statement)}
        return any(code.startswith(prefix) for line in lines for prefix in self._suppressions.get(line, ()))

    def line(self, node: cst.CSTNode) -> int:
        return self.position(node).line

    def place(self, node: cst.CSTNode) -> str:
        """Where a node is, for the reader of another module: `plots.py, line 3`."""
        return f"{PurePath(self.project.home).name or 'that module'}, line {self.line(node)}"

    def parent(self, node: cst.CSTNode) -> cst.CSTNode | None:
        return self._parents.get(id(node))

    def ancestors(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        parents = self._parents
        above = parents.get(id(node))
        while above is not None:
            yield above
            above = parents.get(id(above))

    def statement(self, node: cst.CSTNode) -> cst.BaseStatement:
        """The statement that holds `node`: a whole line, or a compound statement whose header holds it."""
        parents = self._parents
        while not _IS_STATEMENT[node.__class__]:
            node = parents[id(node)]
        return cast("cst.BaseStatement", node)

    def block(self, statement: cst.CSTNode) -> Block | None:
        """The block that lists `statement`; None for the suite of a one-line compound statement."""
        above = self.parent(statement)
        return above if isinstance(above, cst.Module | cst.IndentedBlock) else None

    def function(self, node: cst.CSTNode) -> cst.FunctionDef | cst.Module:
        """The innermost function around `node`, or the module."""
        return self._innermost(node, cst.FunctionDef) or self.module

    def function_of(self, param: cst.Param) -> cst.FunctionDef | None:
        """The function or method that has a parameter; None for those of a lambda."""
        params = self.parent(param)
        function = self.parent(params) if params is not None else None
        return function if isinstance(function, cst.FunctionDef) else None

    def enclosing_class(self, node: cst.CSTNode) -> cst.ClassDef | None:
        return self._innermost(node, cst.ClassDef)

    def _innermost(self, node: cst.CSTNode, kind: type[Kind]) -> Kind | None:
        """The innermost node of a kind around `node`."""
        parents = self._parents
        above = parents.get(id(node))
        while above is not None and above.__class__ is not kind:
            above = parents.get(id(above))
        return above

    def code(self, node: cst.CSTNode) -> str:
        return self.module.code_for_node(node)

    # --- meanings of names

    @cached_property
    def asks_for_keras_2(self) -> bool:
        """True if `tf.keras` is `tf_keras`, as the script asks for it, its package, or one that it imports first."""
        if not self.target.is_modern or asks_for_keras_2(self.module, self.source):
            return self.target.is_modern
        asks = self.project.asks_for_keras_2
        packages = takewhile(lambda each: each is not None, (asks("." * level) for level in range(1, _LEVELS)))
        return any(packages) or any(asks(name) for name in imported_before_tensorflow(self.module))

    def scope(self, node: cst.CSTNode) -> Scope:
        """The scope in which `node` is evaluated."""
        at = self._scopes.at
        while id(node) not in at:
            node = self._parents[id(node)]
        return at[id(node)]

    def assignments(self, name: cst.Name) -> list[Binding]:
        """The bindings of a name; where a variable is bound again and again, those of the web of this use."""
        web = self._scopes.webs.get(id(name))
        return self.scope(name)[name.value] if web is None else web

    def variable(self, name: cst.Name) -> object:
        """What is the same for all uses of one value of a variable, and for nothing else."""
        bindings = self.assignments(name)
        return bindings[0] if bindings else (id(self.scope(name)), name.value)

    def is_bound_once(self, name: cst.Name) -> bool:
        """True if a name has the same value at any time: code that runs later may read it."""
        return len(self.scope(name)[name.value]) == 1

    def only_global(self, name: str) -> Binding | None:
        """The binding of a name of the module that has one alone."""
        bindings = self.global_scope.bindings.get(name, [])
        return bindings[0] if len(bindings) == 1 else None

    def only_binding(self, name: cst.Name) -> Binding | None:
        """The only binding of `name`; None if there are several or none."""
        bindings = self.assignments(name)
        return bindings[0] if len(bindings) == 1 else None

    def is_unbound(self, name: cst.Name) -> bool:
        """Return True if a name is looked up that nothing in the file binds."""
        return id(name) in self._index.unbound

    def is_builtin(self, node: cst.CSTNode, *names: str) -> bool:
        """Return True if `node` is one of these names and still means the Python builtin."""
        return (
            node.__class__ is cst.Name
            and node.value in names
            and all(each.kind == BUILTIN for each in self.assignments(node))
        )

    def references(self, *canonicals: str) -> list[Reference]:
        """The certain uses of the given symbols, in source order."""
        found = [ref for name in canonicals for ref in self._references.get(name, ()) if ref.certain]
        return sorted(found, key=lambda reference: self._order[id(reference.node)])

    def order(self, node: cst.CSTNode) -> int:
        """The place of a node in the source, counted in nodes."""
        return self._order[id(node)]

    def before(self, node: cst.CSTNode, other: cst.CSTNode) -> bool:
        """Return True if `node` begins before `other` in the source."""
        return self._order.get(id(node), -1) < self._order.get(id(other), -1)

    def all_references(self) -> Iterator[Reference]:
        return iter(self._index.references)

    def reference(self, node: cst.CSTNode) -> Reference | None:
        """The reference that `node` as a whole makes, if it is certain."""
        found = self._by_node.get(id(node))
        return found if found is not None and found.certain else None

    def symbol(self, node: cst.CSTNode) -> str | None:
        """The canonical name that `node` as a whole refers to."""
        reference = self.reference(node)
        return reference.canonical if reference else None

    def qualified_name(self, node: cst.CSTNode) -> str | None:
        """The import path of what `node` names, of any package: `numpy.floor` for `np.floor`; None if uncertain."""
        return self._index.path_of(node)

    def in_project(self, node: cst.CSTNode) -> tuple[File, str] | None:
        """The module of the project that brings what `node` names, and its name there; None for all other names."""
        parts = dotted(node)
        name = node
        while isinstance(name, cst.Attribute):
            name = name.value
        if parts is None or not isinstance(name, cst.Name):
            return None
        bindings = self.assignments(name)
        if not bindings and len(parts) == 1:
            return self.starred(parts[0])
        return self.imported_from(bindings[0], *parts[1:]) if len(bindings) == 1 else None

    def imported_from(self, binding: Binding, *attributes: str) -> tuple[File, str] | None:
        """The module of the project that an import takes a name from, or an attribute of it, and its name there."""
        if binding.kind != IMPORT:
            return None
        above, symbol = _imported(binding)
        for attribute in attributes:
            above, symbol = f"{above}{symbol}" if above in ("", ".", "..") else f"{above}.{symbol}", attribute
        module = self.project.module(above) if above and symbol else None
        return (module, symbol) if module is not None else None

    def path_imported(self, binding: Binding) -> tuple[str, str]:
        """The module and the name in it that an import binds."""
        return _imported(binding)

    def starred(self, name: str, seen: frozenset[File] = frozenset()) -> tuple[File, str] | None:
        """The module of the project that brings a name with a star; None if another star may bring it."""
        for star in reversed(self.star_imports):
            module = self.project.module(from_module(star))
            if module is None:
                if star in self.unknown_stars():
                    return None
                continue
            if module in seen or not module.exports(name):
                continue
            is_bound = name in module.global_scope.bindings
            found = (module, name) if is_bound else module.starred(name, seen | {self})
            if found is not None:
                return found
        return None

    def brought(self, name: str) -> str | None:
        """The path in the target of what a star import of this module brings under a name; None if it brings none."""
        paths, certain = self._index.global_paths(name) if self.exports(name) else (frozenset(), False)
        path = next(iter(paths)) if certain and len(paths) == 1 else None
        found = self.spelling(path) if path is not None and not path.startswith(".") else None
        if path is None or found is None or found.shimmed or api.lookup(found.plain) is None:
            return None
        modern = path if self.target.has(path) else respelled(found.plain, found.root)
        return modern if modern is not None and self.target.has(modern) else None

    def exports(self, name: str) -> bool:
        """True if a star import of this module brings a name, should the module have it."""
        listed = exported_names(self)
        return name in listed if listed else not name.startswith("_")

    def lacks(self, name: str, seen: frozenset[File] = frozenset()) -> bool:
        """True if a star import of this module surely brings nothing under a name."""
        if not self.exports(name):
            return True
        if name in self.global_scope.bindings or self._sets_names:
            return False
        return all(self._star_lacks(from_module(star), name, seen | {self}) for star in self.star_imports)

    def _star_lacks(self, path: str, name: str, seen: frozenset[File]) -> bool:
        """The same of a module that this one imports with a star: of the project, or one that the tables know."""
        module = self.project.names_in(path)
        if module is not None:
            return module in seen or module.lacks(name, seen)
        found = None if path.startswith(".") else self.spelling(path)
        if found is None or found.shimmed or api.lookup(found.plain) is None:
            return False
        return api.lookup(f"{found.plain}.{name}") is None and api.lookup(f"{path}.{name}") is None

    @cached_property
    def _sets_names(self) -> bool:
        """True if the module may bind names that it does not write out."""
        return any(self.is_builtin(call.func, "exec", "globals", "vars", "setattr") for call in self.calls)

    def longer(self, reference: Reference) -> Reference | None:
        """The longer name that continues this one by an attribute: `tf.keras.layers` from `tf.keras`."""
        above = self.parent(reference.node)
        return self.reference(above) if isinstance(above, cst.Attribute) else None

    def references_in(self, node: cst.CSTNode) -> Iterator[Reference]:
        """The certain uses of symbols in `node`, in source order."""
        for each in nodes(node, cst.Name, cst.Attribute):
            found = self.reference(each)
            if found is not None:
                yield found

    def call_of(self, reference: Reference) -> cst.Call | None:
        """The call whose function is `reference`."""
        above = self.parent(reference.node)
        return above if isinstance(above, cst.Call) and above.func is reference.node else None

    def definitions(self, name: cst.Name) -> list[cst.BaseExpression] | None:
        """The values that plain assignments bind to `name`; None if anything else binds it, or too many do."""
        values: list[cst.BaseExpression] = []
        assignments = self.assignments(name)
        if len(assignments) > _FOLLOWED:
            return None
        for assignment in assignments:
            value = self.assigned_value(assignment)
            if value is None:
                return None
            values.append(value)
        return values or None

    def only_value(self, name: cst.Name) -> cst.BaseExpression | None:
        """The value of the only plain assignment that binds `name`; None if there is any other binding."""
        binding = self.only_binding(name)
        return self.assigned_value(binding) if binding is not None else None

    def free_name(self, *wanted: str) -> str:
        """The first of the wanted names that the file does not use, or else the first of them with a number."""
        taken = {node.value for node in self.every(cst.Name)}
        numbered = (f"{wanted[0]}_{number}" for number in count(2))
        return next(name for name in chain(wanted, numbered) if name not in taken)

    def parse_statement(self, text: str) -> cst.BaseStatement:
        """Parse a statement with the indentation and line ends of the file."""
        statement = cst.parse_statement(text, config=self.module.config_for_parsing)
        assert isinstance(statement, cst.BaseStatement)
        return statement

    def assigned_value(self, assignment: Binding) -> cst.BaseExpression | None:
        """The value `v` of a plain `name = v`."""
        if assignment.kind != LOCAL or assignment.node is None:
            return None
        target: Any = self.parent(assignment.node)
        if target.__class__ is cst.AssignTarget:
            target = self.parent(target)
        elif target.__class__ is not cst.AnnAssign:
            return None
        return cast("cst.BaseExpression | None", target.value)

    @property
    def global_scope(self) -> Scope:
        return self._scopes.top

    @property
    def local(self) -> frozenset[str]:
        """The modules of the surrounding project itself: they are neither Keras nor TensorFlow."""
        return self.project.local

    def spelling(self, qualified: str) -> Spelling | None:
        """The canonical form of a name of Keras or TensorFlow.

        None for one of the project's own modules, and for one of `tf.keras` where the script asks for Keras 2.
        """
        if qualified.split(".", maxsplit=1)[0] in self.local:
            return None
        if f"{qualified}.".startswith("tensorflow.keras.") and self.asks_for_keras_2:
            return None
        return spelling(qualified)

    def unknown_stars(self) -> list[cst.ImportFrom]:
        """The star imports that may bring any name: of the project's modules, and of other packages."""
        modules = [(star, from_module(star)) for star in self.star_imports]
        return [star for star, module in modules if module.startswith(".") or self.spelling(module) is None]

    def imports_family(self) -> bool:
        """Return True if the file imports anything of Keras or TensorFlow."""
        return any(name.spelling for name in self.imports) or any(
            self.spelling(from_module(star)) for star in self.star_imports
        )

    def reaches_family(self) -> bool:
        """Return True if the file, or a module of the project that it imports or that imports it, has to do with them.

        With Keras or TensorFlow: a module that plots a history imports neither.
        """
        return self._reaches_family

    @cached_property
    def _reaches_family(self) -> bool:
        if self.imports_family() or any(module.imports_family() for module in self.imported_modules):
            return True
        return self.project.mentioned(FAMILIES)

    @cached_property
    def imported_modules(self) -> list[File]:
        """The modules of the project that the file itself imports, or names of them."""
        modules = (self.project.module(path) for path in dict.fromkeys(self._imported_paths()))
        return [*dict.fromkeys(each for each in modules if each is not None)]

    def _imported_paths(self) -> Iterator[str]:
        for each in self.imports:
            yield each.qualified
            if isinstance(each.statement, cst.ImportFrom):
                yield from_module(each.statement)
        yield from map(from_module, self.star_imports)


Answer = TypeVar("Answer")
Rest = ParamSpec("Rest")


def once_per_file(function: Callable[Concatenate[File, Rest], Answer]) -> Callable[Concatenate[File, Rest], Answer]:
    """Cache a function's result per `File`."""

    @wraps(function)
    def kept(file: File, /, *args: Rest.args, **kwargs: Rest.kwargs) -> Answer:
        key = (function, args, tuple(sorted(kwargs.items()))) if kwargs else (function, *args)
        try:
            return cast("Answer", file.kept[key])
        except KeyError:
            answer = file.kept[key] = function(file, *args, **kwargs)
            return answer

    return kept


class _Index:
    """Collects imports, references and unbound names."""

    def __init__(self, file: File) -> None:
        self._file = file
        self._paths: dict[tuple[int, str], tuple[frozenset[str], bool]] = {}
        self.imports: list[ImportedName] = []
        self.star_imports: list[cst.ImportFrom] = []
        self.unbound: set[int] = set()
        self.references: list[Reference] = []
        for statement in file.every(cst.Import):
            self._import(statement)
        for from_import in file.every(cst.ImportFrom):
            self._import_from(from_import)
        self.imports = [each for each in self.imports if not self._is_passed_over(each)]
        self._set = frozenset(path for each in file.every(cst.Assign) for path in self._set_by(each))
        """The names of TensorFlow that the file itself sets: they mean what it has set."""
        for attribute in file.every(cst.Attribute):
            if not self._is_part(attribute):
                self._chain(attribute)
        for name in file.every(cst.Name):
            if not self._is_part(name) and self.is_use(name):
                self._refer(name, *self._resolve(name))
                self._note_unbound(name)
        self.references.sort(key=lambda reference: file.order(reference.node))

    def _import(self, node: cst.Import) -> None:
        for alias in node.names:
            qualified = name_of(alias.name) or ""
            local = alias.asname.name.value if alias.asname else qualified.split(".")[0]  # type: ignore[union-attr]
            self.imports.append(ImportedName(node, alias, str(local), qualified, self._file.spelling(qualified)))

    def _import_from(self, node: cst.ImportFrom) -> None:
        if isinstance(node.names, cst.ImportStar):
            self.star_imports.append(node)
            return
        module = from_module(node)
        for alias in node.names:
            symbol = name_of(alias.name) or ""
            local = alias.asname.name.value if alias.asname else symbol  # type: ignore[union-attr]
            qualified = f"{module}.{symbol}"
            known = None if module.startswith(".") else self._file.spelling(qualified)
            self.imports.append(ImportedName(node, alias, str(local), qualified, known))

    def _is_passed_over(self, imported: ImportedName) -> bool:
        """True for an import of Keras beside one of `tf_keras` under the same name."""
        bindings = self._file.scope(imported.statement)[imported.local]
        return not _is_keras_2(imported.qualified) and self._keras_2(bindings, imported.local) is not None

    def _keras_2(self, bindings: Sequence[Binding], name: str) -> str | None:
        """The path in `tf_keras` that one of the bindings imports; the others are for releases that had none."""
        if len(bindings) < 2:  # noqa: PLR2004
            return None
        paths = {
            each: _import_path(each, name) or "" for each in bindings if each.kind == IMPORT and each.node is not None
        }
        found = {path for each, path in paths.items() if _is_keras_2(path) and not self._is_handler(each)}
        return found.pop() if len(found) == 1 else None

    def _is_handler(self, binding: Binding) -> bool:
        """True if a binding waits for an error, such as that of an import."""
        above = self._file.ancestors(binding.node) if binding.node is not None else ()
        return any(isinstance(each, cst.ExceptHandler) for each in above)

    def _set_by(self, assign: cst.Assign) -> Iterator[str]:
        """`tensorflow.Session` for `tf.Session = tf.compat.v1.Session`, where that surely runs."""
        for target in assign.targets:
            path = self.path_of(target.target) if isinstance(target.target, cst.Attribute) else None
            if path is None or not path.startswith("tensorflow.") or path.startswith(_OF_KERAS):
                continue
            is_own = any(self.path_of(each) == path for each in nodes(assign.value, cst.Attribute))
            if not is_own and self._surely_runs(assign):
                yield path

    def _surely_runs(self, node: cst.CSTNode) -> bool:
        """True at the top of a file, also where `hasattr` says that a name is not there."""
        above = [*self._file.ancestors(node)]
        tests = [self._file.code(each.test) for each in above if isinstance(each, cst.If)]
        return not any(isinstance(each, cst.FunctionDef) for each in above) and all("hasattr" in each for each in tests)

    def path_of(self, node: cst.CSTNode) -> str | None:
        """The import path of what `node` names; None if uncertain."""
        name: Any = node
        while name.__class__ is cst.Attribute:
            name = name.value
        if name.__class__ is not cst.Name or (name is node and not self.is_use(name)):
            return None
        path = self.import_path(name)
        rest = (name_of(node) or "").partition(".")[2]
        return f"{path}.{rest}" if path and rest else path

    def _is_part(self, node: cst.CSTNode) -> bool:
        """True if `node` belongs to a longer dotted name, or to an import."""
        return self._file.parent(node).__class__ in _LONGER_NAMES

    def is_use(self, node: cst.Name) -> bool:
        """True if a name is looked up, rather than bound, imported or used as a keyword."""
        parent: Any = self._file.parent(node)
        kind = parent.__class__
        if kind is cst.Attribute:
            return parent.attr is not node
        if kind in _NAMED:
            return parent.name is not node
        if kind is cst.Arg:
            return parent.keyword is not node
        return kind not in _BINDING

    def _note_unbound(self, name: cst.Name) -> None:
        if not self._file.assignments(name) and name.value not in _MODULE_NAMES:
            self.unbound.add(id(name))

    def _chain(self, node: cst.Attribute) -> None:
        chain: list[cst.Attribute] = []
        base: cst.BaseExpression = node
        while isinstance(base, cst.Attribute):
            chain.append(base)
            base = base.value
        if not isinstance(base, cst.Name):
            return
        paths, certain = self._resolve(base)
        self._note_unbound(base)
        parts: list[cst.Name | cst.Attribute] = [base, *reversed(chain)]
        for part in parts:
            if isinstance(part, cst.Attribute):
                paths = frozenset(f"{path}.{part.attr.value}" for path in paths)
            if paths & self._set:
                return
            self._refer(part, paths, certain)

    def _refer(self, node: cst.Name | cst.Attribute, paths: frozenset[str], certain: bool) -> None:  # noqa: FBT001 - as `_resolve` returns it
        if not paths:
            return
        spellings = {path: self._file.spelling(path) for path in sorted(paths)}
        known = [(path, found) for path, found in spellings.items() if found]
        if not known:
            return
        path, found = known[0]
        same = len(known) == len(spellings) and len({each.canonical for _, each in known}) == 1
        self.references.append(Reference(node, path, found, certain and same))

    def import_path(self, name: cst.Name) -> str | None:
        """The only import path that `name` stands for; None if there are several or none."""
        paths, certain = self._resolve(name)
        return next(iter(paths)) if certain and len(paths) == 1 else None

    def _resolve(self, name: cst.Name) -> tuple[frozenset[str], bool]:
        """The import paths that `name` can stand for, and whether it stands for nothing else."""
        return self._paths_in(self._file.scope(name), name.value)

    def global_paths(self, name: str) -> tuple[frozenset[str], bool]:
        """The import paths that a name of the module can stand for, and whether it stands for nothing else."""
        return self._paths_in(self._file.global_scope, name)

    def _paths_in(self, scope: Scope, name: str) -> tuple[frozenset[str], bool]:
        key = (id(scope), name)
        if key not in self._paths:
            self._paths[key] = (frozenset(), False)  # the answer for a name that leads back to itself
            self._paths[key] = self._import_paths(scope, name)
        return self._paths[key]

    def _import_paths(self, scope: Scope, name: str) -> tuple[frozenset[str], bool]:
        assignments = scope[name]
        if not assignments and self.star_imports:
            return self._through_stars(name)
        only = self._keras_2(assignments, name) or self._narrowed(assignments, name) or self._last(assignments, name)
        if only is not None:
            return frozenset({only}), True
        paths: set[str] = set()
        assigned: set[str] = set()
        certain = True
        for assignment in assignments:
            if assignment.kind == IMPORT:
                path = _import_path(assignment, name)
                if path is not None:
                    paths.add(path)
                    continue
            elif self._is_fallback(assignment):
                continue
            else:
                path = self._assigned_module(assignment)
                if path is not None:
                    assigned.add(path)
                    continue
            certain = False
        return frozenset(paths | assigned if certain else paths), certain

    def _narrowed(self, assignments: Sequence[Binding], name: str) -> str | None:
        """The path of `tf` behind `tf = tf.compat.v1`, where nothing above it but the import has the name."""
        imported = [each for each in assignments if each.kind == IMPORT]
        assigned = [each for each in assignments if each.kind != IMPORT]
        path = _import_path(imported[0], name) if len(imported) == len(assigned) == 1 else None
        value = self._file.assigned_value(assigned[0]) if path is not None else None
        if not isinstance(value, cst.Attribute) or (name_of(value) or "").partition(".")[0] != name:
            return None
        for line in self._file.module.body:
            parts = line.body if isinstance(line, cst.SimpleStatementLine) else ()
            if [each for each in parts if isinstance(each, cst.Assign) and each.value is value]:
                return f"{path}.{(name_of(value) or '').partition('.')[2]}" if len(parts) == 1 else None
            is_import = bool(parts) and all(isinstance(each, cst.Import | cst.ImportFrom) for each in parts)
            if not is_import and any(each.value == name for each in self._file.within(line, cst.Name)):
                return None
        return None

    def _last(self, assignments: Sequence[Binding], name: str) -> str | None:
        """The path of the last of several imports of a name at the top of the file, where nothing between has it."""
        if len(assignments) < 2 or any(each.kind != IMPORT for each in assignments):  # noqa: PLR2004
            return None
        wanted = {each.node: _import_path(each, name) for each in assignments if each.node is not None}
        found: str | None = None
        for line in self._file.module.body:
            for part in line.body if isinstance(line, cst.SimpleStatementLine) else (line,):
                if not wanted:
                    return found
                if part in wanted:
                    found = wanted.pop(part)
                elif any(each.value == name for each in self._file.within(part, cst.Name)):
                    return None
        return None

    def _through_stars(self, name: str) -> tuple[frozenset[str], bool]:
        """The last module that brings a name with a star; those before it as well, if theirs means the same.

        A star whose names no table knows may bring another one, if it comes later, and if it is not known to have none.
        """
        for star in reversed(self.star_imports):
            module = self._file.project.module(from_module(star))
            path = module.brought(name) if module is not None else None
            if path is not None:
                return frozenset({path}), True
            if (module is None or name in module.global_scope.bindings) and not self._has_none(star, name):
                break
        if len(self.star_imports) == 1 and not self._is_unheard_of(name):
            return frozenset({f"{from_module(self.star_imports[0])}.{name}"}), True
        paths: list[tuple[str, str]] = []
        unlisted: list[tuple[str, str]] = []
        certain = True
        for star in reversed(self.star_imports):
            if self._has_none(star, name):
                continue
            path = f"{from_module(star)}.{name}"
            found = None if path.startswith(".") else self._file.spelling(path)
            if found is None:
                certain = certain and bool(paths)
            elif api.lookup(found.plain if found.shimmed else path) is not None:
                paths.append((path, found.canonical))
            elif found.shimmed:
                unlisted.append((path, found.canonical))
        paths = paths or unlisted
        return frozenset(path for path, canonical in paths if canonical == paths[0][1]), certain and bool(paths)

    def _has_none(self, star: cst.ImportFrom, name: str) -> bool:
        """True if a star is that of a module of the project that surely brings nothing under a name."""
        module = self._file.project.names_in(from_module(star))
        return module is not None and module.lacks(name)

    def _is_unheard_of(self, name: str) -> bool:
        """True if no release has a name in the module that the only star import is from, though the module is known."""
        module = from_module(self.star_imports[0])
        found = None if module.startswith(".") else self._file.spelling(module)
        if found is None or api.lookup(found.plain) is None:
            return False
        return api.lookup(f"{found.plain}.{name}") is None and api.lookup(f"{module}.{name}") is None

    def _assigned_module(self, assignment: Binding) -> str | None:
        """The module that `layers = tf.keras.layers` binds, if the target or the shims have it under this path.

        Where they have not, the assignment itself has to change, and the uses of the name with it.
        """
        value = self._file.assigned_value(assignment)
        if not isinstance(value, cst.Attribute) or self._file.asks_for_keras_2:
            return None
        base: cst.BaseExpression = value
        while isinstance(base, cst.Attribute):
            base = base.value
        path = self.import_path(base) if isinstance(base, cst.Name) else None
        if path is None:
            return None
        path = f"{path}.{(name_of(value) or '').partition('.')[2]}"
        found = self._file.spelling(path)
        if found is None:
            return None
        if found.shimmed:
            symbol = api.lookup(found.plain)
            kind = symbol.kind if symbol is not None else None
        else:
            kind = api.kind(path, self._file.target.release(path))
        return path if kind in _MODULES else None

    def _is_fallback(self, assignment: Binding) -> bool:
        """True for `name = None` after a failed import: the name means the import wherever that works."""
        if assignment.node is None:
            return False
        value = self._file.assigned_value(assignment)
        if not (isinstance(value, cst.Name) and value.value == "None"):
            return False
        return self._is_handler(assignment)


def _imported(binding: Binding) -> tuple[str, str]:
    """The module and the name in it that an import binds; a package that is bound whole is a name in no module."""
    statement = binding.node
    if isinstance(statement, cst.ImportFrom) and not isinstance(statement.names, cst.ImportStar):
        for alias in statement.names:
            symbol = name_of(alias.name) or ""
            if (name_of(alias.asname.name) if alias.asname else symbol) == binding.name:
                return from_module(statement), symbol
    above, _, symbol = (_import_path(binding, binding.name) or "").rpartition(".")
    return above, symbol


def _is_keras_2(path: str) -> bool:
    return path.split(".", maxsplit=1)[0] == "tf_keras"


def _import_path(assignment: Binding, name: str) -> str | None:
    statement = assignment.node
    if isinstance(statement, cst.ImportFrom):
        module = from_module(statement)
        if module.startswith(".") or isinstance(statement.names, cst.ImportStar):
            return None
        for alias in statement.names:
            local = name_of(alias.asname.name) if alias.asname else name_of(alias.name)
            if local == name:
                return f"{module}.{name_of(alias.name)}"
        return None
    if isinstance(statement, cst.Import):
        for alias in statement.names:
            path = name_of(alias.name) or ""
            if alias.asname:
                if name_of(alias.asname.name) == name:
                    return path
            elif path.split(".")[0] == name:
                return name
    return None


def body_of(block: Block) -> Sequence[cst.BaseStatement]:
    """The statements of a block."""
    return block.body


def exported_names(file: File) -> set[str]:
    """The strings of `__all__`."""
    names: set[str] = set()
    for statement in file.module.body:
        if isinstance(statement, cst.SimpleStatementLine) and isinstance(statement.body[0], cst.Assign):
            assign = statement.body[0]
            if any(isinstance(t.target, cst.Name) and t.target.value == "__all__" for t in assign.targets):
                if isinstance(assign.value, cst.List | cst.Tuple):
                    names |= {
                        str(element.value.evaluated_value)
                        for element in assign.value.elements
                        if isinstance(element.value, cst.SimpleString)
                    }
    return names
