"""Finds the keywords behind `**kwargs` by reading the source of the function that takes them.

`SGD(**kwargs)` of Keras 2.3 takes `lr`, `decay`, `clipnorm` and `clipvalue` and refuses everything else.
Its signature says none of this, but its body does.
"""

import ast
import inspect
from typing import Any, Dict, List, NamedTuple, Optional, Set, Tuple

Keywords = NamedTuple("Keywords", [("names", Set[str]), ("closed", bool)])  # noqa: UP014

_HARMLESS = ("update", "len", "str", "list", "sorted", "bool", "repr", "format")

_Definitions = Dict[Tuple[str, int], ast.FunctionDef]
_parsed: Dict[str, _Definitions] = {}


def of_method(cls: type, name: str) -> Keywords:
    """The keywords that a method takes through `**kwargs`, up the chain of `super()` calls."""
    names: Set[str] = set()
    given: Set[str] = set()
    positional = 0
    for base in cls.__mro__:
        function = _plain(vars(base).get(name))
        if function is None:
            continue
        names.update(set(_parameters(function)[1 + positional :]) - given)
        if not inspect.getfullargspec(function).varkw:
            return Keywords(names, closed=True)
        body = _read(function, cls)
        if body is None:
            return Keywords(names, closed=False)
        names.update(body.names - given)
        if body.closed or body.leaks:
            return Keywords(names, closed=not body.leaks)
        given |= body.given
        positional = body.positional
    return Keywords(names, closed=False)


def of_function(function: Any) -> Keywords:
    """The keywords that a function, not a method, takes through `**kwargs`."""
    plain = _plain(function)
    body = _read(plain, None) if plain is not None else None
    return Keywords(body.names, body.closed and not body.leaks) if body else Keywords(set(), closed=False)


def read_by(preprocessor: Any) -> Set[str]:
    """The keywords that a preprocessor `(args, kwargs) -> args, kwargs` of Keras 2 looks for."""
    definition = _definition(preprocessor)
    body = _Body()
    if definition is not None and len(definition.args.args) > 1:
        _study(definition, definition.args.args[1].arg, None, body)
    return body.names


class _Body:
    """Records how the body of a function uses its `**kwargs`, and what else it passes to its base."""

    def __init__(self) -> None:
        self.given: Set[str] = set()
        self.positional = 0
        self.names: Set[str] = set()
        self.closed = False
        self.leaks = False


def _plain(function: Any) -> Any:
    """The Python function below decorators; None if there is none."""
    if isinstance(function, (staticmethod, classmethod)):
        function = function.__func__
    seen: Set[int] = set()
    while id(function) not in seen:
        seen.add(id(function))
        decorator = getattr(function, "_tf_decorator", None)
        below = getattr(decorator, "decorated_target", None) or getattr(function, "__wrapped__", None)
        if below is None:
            break
        function = below
    return function if inspect.isfunction(function) else None


def _parameters(function: Any) -> List[str]:
    spec = inspect.getfullargspec(function)
    return spec.args + spec.kwonlyargs


def _read(function: Any, cls: Optional[type]) -> Optional[_Body]:
    keywords = inspect.getfullargspec(function).varkw
    definition = _definition(function)
    if definition is None or keywords is None:
        return None
    body = _Body()
    _study(definition, keywords, cls, body)
    return body


def _definition(function: Any) -> Optional[ast.FunctionDef]:
    path = function.__code__.co_filename
    if path not in _parsed:
        _parsed[path] = _definitions(path)
    return _parsed[path].get((function.__code__.co_name, function.__code__.co_firstlineno))


def _definitions(path: str) -> _Definitions:
    try:
        with open(path, encoding="utf-8") as source:  # noqa: PTH123
            tree = ast.parse(source.read())
    except (OSError, SyntaxError, ValueError):
        return {}
    found: _Definitions = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno] + [decorator.lineno for decorator in node.decorator_list])
            found[(node.name, first)] = node
    return found


def _study(definition: ast.FunctionDef, keywords: str, cls: Optional[type], body: _Body) -> None:
    """Study one function; a use of `kwargs` that is not understood sets `leaks`."""
    literals = _literal_sets(definition)
    looped = _looped(definition, keywords)
    parents = {child: node for node in ast.walk(definition) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(definition):
        if not _is(node, keywords):
            continue
        parent = parents[node]
        if isinstance(parent, ast.keyword) and parent.arg is None:
            _study_forward(parents[parent], cls, body)
        elif isinstance(parent, ast.Subscript):
            key = parent.slice
            if getattr(key, "id", getattr(getattr(key, "value", None), "id", None)) not in looped:
                _add(body, _keys(getattr(key, "value", key), key, literals))
        elif isinstance(parent, ast.Compare) and isinstance(parent.ops[0], (ast.In, ast.NotIn)):
            _add(body, _keys(parent.left, parent.left, literals))
        elif isinstance(parent, ast.Attribute) and parent.attr in ("pop", "get", "setdefault"):
            argument = parents[parent].args[0]  # type: ignore[attr-defined]
            _add(body, _keys(argument, argument, literals))
        elif isinstance(parent, ast.If) and parent.test is node:
            body.closed = body.closed or _raises(parent.body)
        elif _in_raise(node, parents):
            continue
        elif isinstance(parent, ast.Call) and node in parent.args:
            _study_argument(parent, parent.args.index(node), cls, literals, body)
        else:
            _study_loop(node, parents, literals, body)


def _looped(definition: ast.FunctionDef, keywords: str) -> Set[str]:
    """The loop variables that run over `kwargs` itself."""
    loops = (node for node in ast.walk(definition) if isinstance(node, ast.For) and _is(node.iter, keywords))
    return {node.target.id for node in loops if isinstance(node.target, ast.Name)}


def _study_forward(call: ast.AST, cls: Optional[type], body: _Body) -> None:
    """Handle `super().__init__(rank, name=name, **kwargs)`: the arguments given here cannot be in `kwargs` too."""
    if isinstance(call, ast.Call) and _goes_to_base(call.func, cls):
        body.given.update(keyword.arg for keyword in call.keywords if keyword.arg)
        body.positional = len(call.args) - (0 if _is_super(call.func) else 1)
    else:
        body.leaks = True


def _add(body: _Body, names: Optional[Set[str]]) -> None:
    if names is None:
        body.leaks = True
    else:
        body.names.update(names)


def _keys(value: Any, index: Any, literals: Dict[str, Set[str]]) -> Optional[Set[str]]:
    """The literal keys that an expression stands for; None if they are unknown."""
    for node in (value, index):
        if isinstance(node, ast.AST) and _is_literal(node):
            return _strings(node)
    if isinstance(value, str):
        return {value}
    return literals.get(getattr(value, "id", ""))


def _study_argument(
    call: ast.Call, position: int, cls: Optional[type], literals: Dict[str, Set[str]], body: _Body
) -> None:
    """Handle `validate_kwargs(kwargs, allowed)`, and `self._process_kwargs(kwargs)` of optimizers since 2.11."""
    function = call.func
    name = getattr(function, "attr", getattr(function, "id", ""))
    if name == "validate_kwargs" and len(call.args) > 1:
        body.closed = True
        _add(body, _allowed(call.args[1], literals))
    elif isinstance(function, ast.Attribute) and _is(function.value, "self") and cls is not None:
        method = _plain(getattr(cls, name, None))
        definition = _definition(method) if method is not None else None
        if definition is not None and position + 1 < len(definition.args.args):
            _study(definition, definition.args.args[position + 1].arg, None, body)
        else:
            body.leaks = True
    elif name not in _HARMLESS:
        body.leaks = True


def _study_loop(node: ast.AST, parents: Dict[ast.AST, ast.AST], literals: Dict[str, Set[str]], body: _Body) -> None:
    """Handle `for name in kwargs: if name not in allowed: raise`."""
    above = parents[node]
    while isinstance(above, (ast.Attribute, ast.Call)):
        above = parents[above]
    if not isinstance(above, ast.For):
        body.leaks = True
        return
    for statement in above.body:
        if isinstance(statement, ast.Raise):
            body.closed = True
        elif isinstance(statement, ast.If) and _raises(statement.body):
            test = statement.test
            if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.NotIn):
                body.closed = True
                _add(body, _allowed(test.comparators[0], literals))
            elif statement.orelse and _raises(statement.orelse):
                body.closed = True


def _allowed(node: ast.expr, literals: Dict[str, Set[str]]) -> Optional[Set[str]]:
    """The strings of a literal collection, given directly or by name; None if it is neither."""
    return literals.get(getattr(node, "id", "")) or _strings(node) or None


def _in_raise(node: ast.AST, parents: Dict[ast.AST, ast.AST]) -> bool:
    while node in parents:
        if isinstance(node, ast.Raise):
            return True
        node = parents[node]
    return False


def _goes_to_base(function: ast.expr, cls: Optional[type]) -> bool:
    """True for `super().method(**kwargs)`, or `Base.__init__(self, **kwargs)` without multiple inheritance."""
    if not isinstance(function, ast.Attribute):
        return False
    if _is_super(function):
        return True
    return function.attr == "__init__" and cls is not None and all(len(base.__bases__) < 2 for base in cls.__mro__)  # noqa: PLR2004


def _is(node: Optional[ast.AST], name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_super(function: ast.expr) -> bool:
    """True for `super().method`."""
    value = function.value if isinstance(function, ast.Attribute) else None
    return isinstance(value, ast.Call) and getattr(value.func, "id", "") == "super"


def _raises(body: List[ast.stmt]) -> bool:
    return any(isinstance(node, ast.Raise) for statement in body for node in ast.walk(statement))


def _strings(node: ast.AST) -> Set[str]:
    """The string literals of an expression: `ast.Str` up to Python 3.7, `ast.Constant` since then."""
    fields = {"Str": "s", "Constant": "value"}
    values = (getattr(each, fields[type(each).__name__]) for each in ast.walk(node) if _is_literal(each))
    return {value for value in values if isinstance(value, str)}


def _is_literal(node: ast.AST) -> bool:
    return type(node).__name__ in ("Str", "Constant")


def _literal_sets(definition: ast.FunctionDef) -> Dict[str, Set[str]]:
    """The names that the body binds to strings, by an assignment or by a loop over them."""
    found: Dict[str, Set[str]] = {}
    for node in ast.walk(definition):
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, ast.For):
            targets, value = [node.target], node.iter
        else:
            continue
        if isinstance(value, (ast.Set, ast.List, ast.Tuple, ast.Dict, ast.Call)) and _strings(value):
            for target in targets:
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, set()).update(_strings(value))
    return found
