"""Environments of conda, and what CI systems install: the parser says where each text stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

from codemods.analysis.releases.pinned_packages import pins_family
from codemods.pins.commands import command_pins
from codemods.pins.images import image_pins
from codemods.pins.pin import Notation, Pin, conda_requirement, pip_pin, requirement_of

Path = tuple[str | int, ...]

_VERSIONS = {
    **dict.fromkeys(("python", "python-version", "python_version", "python-versions"), "python"),
    **dict.fromkeys(("tensorflow", "tf", "tensorflow-version", "tensorflow_version", "tf-version"), "tensorflow"),
    **dict.fromkeys(("keras", "keras-version", "keras_version"), "keras"),
}
"""The keys whose values are releases, each with the package."""
_IMAGES = frozenset({"image", "container", "docker"})
_BY_HAND = "see what else the file runs on it"


def pins_of(text: str) -> Iterator[Pin]:
    """The requirements of a file, by their places.

    Of the releases that CI systems try, only the first is one, as the others may be those that are asked for.

    Raises:
        ValueError: the text is not YAML.

    """
    tried: dict[str, list[Pin]] = {}
    for path, node in _texts(text):
        start, end = node.start_mark.index, node.end_mark.index
        raw = text[start:end]
        if node.style in ("'", '"'):
            start, raw = start + 1, raw[1:-1]
        key = next((each for each in reversed(path) if isinstance(each, str)), "").lower()
        if path[0] == "dependencies" and len(path) in (2, 4):
            yield from _dependency(path, raw, start)
        elif key in _IMAGES:
            yield from image_pins(raw, start)
        elif pins_family(raw) or (key in _VERSIONS and raw[:1].isdigit()):
            pin = _tried(raw, start, _VERSIONS.get(key, ""))
            if pin is not None:
                tried.setdefault(key, []).append(pin)
        elif "install" in raw:
            quote = "'" if node.style == '"' else '"'
            yield from command_pins(raw, start, quote, lines_join=node.style in (">", None))
    for pins in tried.values():
        yield pins[0]._replace(others=tuple(each.requirement for each in pins[1:] if each.requirement))


def _tried(raw: str, start: int, package: str) -> Pin | None:
    """A release that a CI system tries: a requirement, or the version of a package."""
    patches = "" if raw.count(".") > 1 or raw.endswith("*") else ".*"
    requirement = requirement_of(raw if pins_family(raw) else f"{package}=={raw}{patches}")
    return Pin(start, start + len(raw), Notation.VERSION, requirement, _BY_HAND) if requirement else None


def _dependency(path: Path, raw: str, start: int) -> Iterator[Pin]:
    if len(path) == 2:  # noqa: PLR2004 - in the list of conda
        plain = raw.rpartition("::")[2]
        requirement, fixed = conda_requirement(plain)
        if requirement is not None:
            yield Pin(start + len(raw) - len(plain), start + len(raw), Notation.CONDA, requirement, fixed)
    elif path[2] == "pip" and not raw.startswith("-"):
        yield from pip_pin(raw, start)


def shape(text: str) -> dict[Path, Any]:
    """What the parser reads, by the path that leads to it.

    Raises:
        ValueError: the text is not YAML.

    """
    return {(number, *path): (node.tag, node.value) for number, (path, node) in enumerate(_texts(text))}


def _texts(text: str) -> list[tuple[Path, yaml.ScalarNode]]:
    try:
        documents = list(yaml.compose_all(text, Loader=yaml.SafeLoader))
        return [each for document in documents if document is not None for each in _scalars(document)]
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        said = getattr(error, "problem", None) or str(error)
        raise ValueError(f"{said}, line {mark.line + 1}" if mark else said) from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _scalars(node: yaml.Node, path: Path = ()) -> Iterator[tuple[Path, yaml.ScalarNode]]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else ""
            yield from _scalars(value, (*path, name))
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(node.value):
            yield from _scalars(value, (*path, number))
    elif isinstance(node, yaml.ScalarNode) and path:
        yield path, node
