"""`pyproject.toml` and `Pipfile`: the requirements of PEP 621, PEP 735, Poetry, pipenv and build systems.

The parser of TOML does not say where a text stands. So each text of the file is replaced by a mark, and the marks are
looked for in what the parser makes of that.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from codemods.pins.pin import Notation, Pin, pip_pin, python_pin, requirement_of

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib  # type: ignore[import-not-found,unused-ignore]

Path = tuple[str | int, ...]

_TEXT = re.compile(
    r'''#[^\n]*|"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?'{3,5}|"(?P<basic>(?:\\.|[^"\\\n])*)"|'(?P<literal>[^'\n]*)\'''',
    re.DOTALL,
)
_POETRY = ("tool", "poetry")
_MARK = "mark {}"


def pins_of(text: str) -> Iterator[Pin]:
    """The requirements of a file, by their places.

    Raises:
        ValueError: the text is not TOML.

    """
    tomllib.loads(text)
    places = [each for each in _TEXT.finditer(text) if each.lastgroup]
    marked, at = [], 0
    for number, place in enumerate(places):
        marked += [text[at : place.start()], f'"{_MARK.format(number)}"']
        at = place.end()
    paths = dict(_leaves(tomllib.loads("".join([*marked, text[at:]]))))
    by_mark = {value: path for path, value in paths.items() if isinstance(value, str)}
    for number, place in enumerate(places):
        path = by_mark.get(_MARK.format(number))
        kind = place.lastgroup
        if path is not None and kind is not None and "\\" not in place[kind]:
            yield from _pins(path, place[kind], place.start(kind))


def shape(text: str) -> dict[Path, Any]:
    """What the parser reads, by the path that leads to it.

    Raises:
        ValueError: the text is not TOML.

    """
    return dict(_leaves(tomllib.loads(text)))


def _leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, Mapping):
        for key, below in value.items():
            yield from _leaves(below, (*path, key))
    elif isinstance(value, list):
        for number, below in enumerate(value):
            yield from _leaves(below, (*path, number))
    else:
        yield path, value


def _pins(path: Path, said: str, start: int) -> Iterator[Pin]:
    """What one text of the file says; its path says how to read it."""
    match path:
        case ("project", "requires-python"):
            yield from python_pin(said, start)
        case (
            ("project", "dependencies", int())
            | ("project", "optional-dependencies", _, int())
            | ("dependency-groups", _, int())
            | ("build-system", "requires", int())
            | ("tool", "uv", "dev-dependencies" | "constraint-dependencies" | "override-dependencies", int())
            | ("tool", "hatch", "envs", _, "dependencies" | "extra-dependencies", int())
            | ("tool", "pdm", "dev-dependencies", _, int())
        ):
            yield from pip_pin(said, start)
        case ("packages" | "dev-packages", str(name), *rest) if rest in ([], ["version"]):
            yield from _entry(name, said, start)
        case ("requires", "python_version"):
            yield from python_pin(f"=={said}.*", start, len(said), "write it by hand")
        case ("tool", "poetry", *rest):
            yield from _poetry(tuple(rest), said, start)
        case _:
            return


def _poetry(path: Path, said: str, start: int) -> Iterator[Pin]:
    match path:
        case ("dependencies" | "dev-dependencies", str(name)) | (
            "dependencies" | "dev-dependencies",
            str(name),
            "version",
        ):
            yield from _entry(name, said, start)
        case ("dependencies" | "dev-dependencies", str(name), int(), "version"):
            yield from _entry(name, said, start)
        case ("group", _, "dependencies", str(name)) | ("group", _, "dependencies", str(name), "version"):
            yield from _entry(name, said, start)
        case _:
            return


def _entry(name: str, said: str, start: int) -> Iterator[Pin]:
    """An entry `name = "version"`; only its version can be changed in place."""
    requirement = requirement_of(f"{name}{_bounds(said)}")
    if requirement is not None:
        yield Pin(start, start + len(said), Notation.VERSION, requirement)


def _bounds(said: str) -> str:
    """The bounds that Poetry and pipenv mean: `^1.13` is `>=1.13,<2`, and a bare version is a pin."""
    parts = [_bound(each.strip()) for each in said.split(",")]
    return ",".join(each for each in parts if each)


def _bound(said: str) -> str:
    if said in ("", "*"):
        return ""
    caret = re.fullmatch(r"\^\s*v?(?P<major>\d+)(?:\.(?P<rest>[\w.]*))?", said)
    if caret:
        version = caret["major"] + (f".{caret['rest']}" if caret["rest"] else "")
        numbers = [int(each) for each in version.split(".") if each.isdigit()]
        first = next((place for place, number in enumerate(numbers) if number), len(numbers) - 1)
        return f">={version},<{'.'.join(map(str, [*numbers[:first], numbers[first] + 1]))}"
    tilde = re.fullmatch(r"~\s*(?P<version>\d[\w.]*)", said)
    if tilde:
        return f"=={'.'.join(tilde['version'].split('.')[:2])}.*"
    return f"=={said}" if said[0].isdigit() else said
