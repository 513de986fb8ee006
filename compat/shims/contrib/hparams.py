"""`tf.contrib.training.HParams`: named values with types, which text and JSON can override.

https://github.com/tensorflow/tensorflow/blob/v1.15.5/tensorflow/contrib/training/python/training/hparam.py

Known deviations:
* no protocol buffers: `hparam_def`, `to_proto` and `from_proto` raise NotImplementedError
"""

import json
import numbers
import re
from typing import Any, Callable, Dict, List, Mapping, NoReturn, Optional, Tuple

_CLAUSE = re.compile(
    r"""
    (?P<name>[a-zA-Z][\w.]*)      (?:\[\s*(?P<index>\d+)\s*\])?  \s*=\s*
    (?: (?P<scalar>[^,\[]*) | \[(?P<items>[^\]]*)\] )
    (?:$|,\s*)
    """,
    re.VERBOSE,
)
"""`name=value`, `name[index]=value` or `name=[value,value]`."""
_NO_PROTO = "compat has no protocol buffers of hyperparameters; use to_json() and parse_json()"


class HParams:
    """Hyperparameters as attributes; the type of each is that of its first value.

    Raises:
        ValueError: a name is that of a method, or a list is empty.

    """

    _HAS_DYNAMIC_ATTRIBUTES = True

    def __init__(self, hparam_def: Any = None, model_structure: Any = None, **kwargs: Any) -> None:
        self._hparam_types: Dict[str, Tuple[type, bool]] = {}
        self._model_structure = model_structure
        if hparam_def:
            raise NotImplementedError(_NO_PROTO)
        for name, value in kwargs.items():
            self.add_hparam(name, value)

    def add_hparam(self, name: str, value: Any) -> None:
        """Add a hyperparameter, whose type is that of `value` or, for a list or tuple, of its first element."""
        if getattr(self, name, None) is not None:
            raise ValueError(f"Hyperparameter name is reserved: {name}")
        is_list = isinstance(value, (list, tuple))
        if is_list and not value:
            raise ValueError(f"Multi-valued hyperparameters cannot be empty: {name}")
        self._hparam_types[name] = (type(value[0] if is_list else value), is_list)
        setattr(self, name, value)

    def set_hparam(self, name: str, value: Any) -> None:
        """Set a hyperparameter that exists.

        Raises:
            KeyError: there is no such hyperparameter.
            ValueError: the value is of another type.

        """
        kind, is_list = self._hparam_types[name]
        if isinstance(value, list) != is_list:
            wanted = "a list for multi-valued" if is_list else "no list for single-valued"
            raise ValueError(f"Must pass {wanted} parameter: {name}")
        setattr(self, name, [_cast(name, kind, each) for each in value] if is_list else _cast(name, kind, value))

    def del_hparam(self, name: str) -> None:
        """Remove a hyperparameter, if it is there."""
        if hasattr(self, name):
            delattr(self, name)
            del self._hparam_types[name]

    def parse(self, values: str) -> "HParams":
        """Override values with those of a text such as `rate=0.1,layers=[3,4]`; see `parse_values`."""
        return self.override_from_dict(
            parse_values(values, {name: kind for name, (kind, _) in self._hparam_types.items()})
        )

    def override_from_dict(self, values_dict: Mapping[str, Any]) -> "HParams":
        """Override values with those of a dictionary."""
        for name, value in values_dict.items():
            self.set_hparam(name, value)
        return self

    def set_from_map(self, values_map: Mapping[str, Any]) -> "HParams":
        """Do what `override_from_dict` does, under its earlier name."""
        return self.override_from_dict(values_map)

    def parse_json(self, values_json: str) -> "HParams":
        """Override values with those of a JSON object."""
        return self.override_from_dict(json.loads(values_json))

    def to_json(
        self, indent: Optional[int] = None, separators: Optional[Tuple[str, str]] = None, sort_keys: bool = False
    ) -> str:
        """Return the values as a JSON object."""
        return json.dumps(self.values(), indent=indent, separators=separators, sort_keys=sort_keys)

    def values(self) -> Dict[str, Any]:
        """Return the values by name."""
        return {name: getattr(self, name) for name in self._hparam_types}

    def get(self, key: str, default: Any = None) -> Any:
        """Return a value, or `default` if there is none.

        Raises:
            ValueError: the default is not None, and of another type than the value.

        """
        if key not in self._hparam_types:
            return default
        kind, is_list = self._hparam_types[key]
        if default is not None:
            if isinstance(default, list) != is_list:
                raise ValueError(f"Hparam {key!r} is incompatible with default={default}")
            for each in default if is_list else [default]:
                _cast(key, kind, each)
        return getattr(self, key)

    def set_model_structure(self, model_structure: Any) -> None:
        """Keep any object."""
        self._model_structure = model_structure

    def get_model_structure(self) -> Any:
        """Return the object given to `set_model_structure` or to the constructor."""
        return self._model_structure

    def to_proto(self, export_scope: Optional[str] = None) -> NoReturn:
        """Raise NotImplementedError."""
        raise NotImplementedError(_NO_PROTO)

    @staticmethod
    def from_proto(hparam_def: Any, import_scope: Optional[str] = None) -> NoReturn:
        """Raise NotImplementedError."""
        raise NotImplementedError(_NO_PROTO)

    def __contains__(self, key: str) -> bool:
        return key in self._hparam_types

    def __str__(self) -> str:
        return ",".join(f"{name}={value}" for name, value in self.values().items())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({sorted(self.values().items())})"


def parse_values(values: str, type_map: Mapping[str, type], ignore_unknown: bool = False) -> Dict[str, Any]:
    """Read `name=value` pairs, separated by commas, as values of the types in `type_map`.

    Returns:
        A scalar or a list for each name; for `name[index]=value`, a dictionary from indices to scalars.

    Raises:
        ValueError: the text cannot be read, sets something twice, or has a name that is not in `type_map`.

    """
    found: Dict[str, Any] = {}
    position = 0
    while position < len(values):
        clause = _CLAUSE.match(values, position)
        if clause is None:
            raise ValueError(f"Malformed hyperparameter value: {values[position:]}")
        position = clause.end()
        name = clause["name"]
        if name in type_map:
            _add(found, clause, type_map[name], values)
        elif not ignore_unknown:
            raise ValueError(f"Unknown hyperparameter type for {name}")
    return found


def _add(found: Dict[str, Any], clause: Any, kind: type, values: str) -> None:
    """Add what one clause sets."""
    name, index, scalar, items = clause["name"], clause["index"], clause["scalar"], clause["items"]
    try:
        read = _reader(kind)
        value: Any = read(scalar) if scalar is not None else _read_all(read, items)
    except ValueError:
        given = items if scalar is None else scalar
        raise ValueError(
            f"Could not parse hparam '{name}' of type '{kind.__name__}' with value '{given}' in {values}"
        ) from None
    if not index:
        if name in found:
            raise ValueError(f"Multiple assignments to variable '{name}' in {values}")
        found[name] = value
        return
    if scalar is None:
        raise ValueError("Assignment of a list to a list index.")
    entries = found.setdefault(name, {})
    if not isinstance(entries, dict) or int(index) in entries:
        raise ValueError(f"Multiple assignments to variable '{name}[{index}]' in {values}")
    entries[int(index)] = value


def _read_all(read: Callable[[str], Any], items: str) -> List[Any]:
    return [read(each) for each in re.split("[ ,]", items) if each]


def _reader(kind: type) -> Callable[[str], Any]:
    return _read_bool if kind is bool else kind


def _read_bool(text: str) -> bool:
    known = {"true": True, "True": True, "false": False, "False": False}
    return known[text] if text in known else bool(int(text))


def _cast(name: str, kind: type, value: Any) -> Any:
    """Return `value` as a `kind`; numbers become floats, and nothing else becomes something else."""
    if type(value) is kind or kind is type(None):
        return value
    fits = issubclass(kind, bool) == isinstance(value, bool)
    for taken, given in ((str, (str, bytes)), (bytes, (str, bytes)), (numbers.Integral, numbers.Integral)):
        fits = fits and (not issubclass(kind, taken) or isinstance(value, given))
    fits = fits and (not issubclass(kind, numbers.Number) or isinstance(value, numbers.Number))
    if not fits:
        raise ValueError(f"Could not cast hparam '{name}' of type '{kind}' from value {value!r}")
    return kind(value)
