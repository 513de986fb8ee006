"""Signatures as one line of text: `x, y=1, /, *args, z, w=None, ~lr, **kwargs`.

A default that is not a short literal is written `...`.
`~name` is a keyword that `**kwargs` or a decorator takes; `**kwargs!` refuses every keyword that is not named.
"""

import inspect
import re
from typing import Any, List, Optional, Set

from . import keywords

_LONGEST_DEFAULT = 40
_PLAIN_TEXT = re.compile(r"[\w./:-]*$")


def of_function(function: Any) -> Optional[str]:
    """The signature of a callable that is neither a class nor a method; None if it has none."""
    signature = _inspect(function)
    return _text(function, list(signature.parameters.values()), None, "") if signature else None


def of_method(cls: type, name: str, member: Any) -> Optional[str]:
    """The signature of a method as its caller sees it, without `self`."""
    function = member.__func__ if isinstance(member, (staticmethod, classmethod)) else member
    signature = _inspect(function)
    if signature is None:
        return None
    parameters = list(signature.parameters.values())
    if not isinstance(member, staticmethod) and parameters and parameters[0].kind < inspect.Parameter.VAR_POSITIONAL:
        del parameters[0]
    return _text(function, parameters, cls, name)


def of_class(cls: type, package: Any) -> Optional[str]:
    """The signature of a class: that of the first `__init__` or `__new__` among the class and its bases."""
    message = getattr(getattr(cls, "DESCRIPTOR", None), "fields_by_name", None)
    if message is not None:
        return ", ".join(["*"] + sorted("{}=...".format(field) for field in message))  # noqa: RUF005, UP032
    for base in cls.__mro__:
        if base is object:
            return ""
        if not package(base):
            return None
        for name in ("__init__", "__new__"):
            if name in vars(base):
                text = of_method(cls, name, _made(vars(base)[name]))
                if name == "__init__" or text not in (None, "*args, **kwargs"):
                    return text
    return None


def _made(member: Any) -> Any:
    """Unwrap `__new__`, a static method whose first argument is the class."""
    return member.__func__ if isinstance(member, staticmethod) else member


def _inspect(function: Any) -> Optional[inspect.Signature]:
    spec = _decorator_spec(function)
    if spec is not None:
        return _from_spec(spec)
    try:
        return inspect.signature(function)
    except (TypeError, ValueError, AttributeError, NameError):
        return None


def _decorator_spec(function: Any) -> Any:
    """The arguments that a TensorFlow decorator declares instead of those of its target."""
    for _ in range(20):
        decorator = getattr(function, "_tf_decorator", None)
        if decorator is None:
            return None
        spec = getattr(decorator, "decorator_argspec", None)
        if spec is not None:
            return spec
        function = decorator.decorated_target
    return None


def _from_spec(spec: Any) -> inspect.Signature:
    """Convert a `FullArgSpec`, or the `ArgSpec` of TensorFlow 1.12, to a signature."""
    kind = inspect.Parameter
    defaults = [kind.empty] * (len(spec.args) - len(spec.defaults or ())) + list(spec.defaults or ())
    parameters = [kind(n, kind.POSITIONAL_OR_KEYWORD, default=d) for n, d in zip(spec.args, defaults)]
    if spec.varargs:
        parameters.append(kind(spec.varargs, kind.VAR_POSITIONAL))
    only = getattr(spec, "kwonlydefaults", None) or {}
    parameters += [
        kind(name, kind.KEYWORD_ONLY, default=only.get(name, kind.empty)) for name in getattr(spec, "kwonlyargs", ())
    ]
    varkw = getattr(spec, "varkw", None) or getattr(spec, "keywords", None)
    if varkw:
        parameters.append(kind(varkw, kind.VAR_KEYWORD))
    return inspect.Signature(parameters, __validate_parameters__=False)


def _text(function: Any, parameters: List[inspect.Parameter], cls: Optional[type], name: str) -> str:
    parts: List[str] = []
    kinds = inspect.Parameter
    positional_only = False
    starred = False
    for parameter in parameters:
        if positional_only and parameter.kind != kinds.POSITIONAL_ONLY:
            parts.append("/")
        positional_only = parameter.kind == kinds.POSITIONAL_ONLY
        if parameter.kind == kinds.KEYWORD_ONLY and not starred:
            parts.append("*")
        starred = starred or parameter.kind in (kinds.VAR_POSITIONAL, kinds.KEYWORD_ONLY)
        parts.append(_parameter(parameter))
    if positional_only:
        parts.append("/")
    written = {parameter.name for parameter in parameters}
    hidden = _conversions(function)
    if parameters and parameters[-1].kind == kinds.VAR_KEYWORD:
        found = keywords.of_method(cls, name) if cls is not None else keywords.of_function(function)
        hidden |= found.names
        parts[-1] += "!" if found.closed else ""
        parts[-1:] = ["~" + each for each in sorted(hidden - written)] + parts[-1:]
    else:
        parts += ["~" + each for each in sorted(hidden - written)]
    return ", ".join(parts)


def _conversions(function: Any) -> Set[str]:
    """The legacy keywords that a decorator of Keras 2.0 to 2.3 converts, such as `samples_per_epoch`."""
    free = getattr(getattr(function, "__code__", None), "co_freevars", ())
    if "conversions" not in free:
        return set()
    closure = {name: cell.cell_contents for name, cell in zip(free, function.__closure__)}
    names = {pair[0] for pair in closure["conversions"] or () if isinstance(pair, tuple)}
    if inspect.isfunction(closure.get("preprocessor")):
        names |= keywords.read_by(closure["preprocessor"])
    return names


def _parameter(parameter: inspect.Parameter) -> str:
    if parameter.kind == parameter.VAR_POSITIONAL:
        return "*" + parameter.name
    if parameter.kind == parameter.VAR_KEYWORD:
        return "**" + parameter.name
    if parameter.default is parameter.empty:
        return parameter.name
    return parameter.name + "=" + default(parameter.default)


def default(value: Any) -> str:
    """The text of a short literal; `...` for anything else."""
    text = repr(value)
    return text if _literal(value) and len(text) <= _LONGEST_DEFAULT else "..."


def _literal(value: Any) -> bool:
    if type(value) in (tuple, list):
        return all(_literal(each) for each in value)
    if type(value) is str:
        return _PLAIN_TEXT.match(value) is not None
    return value is None or type(value) in (bool, int, float)
