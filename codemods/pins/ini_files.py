"""`setup.cfg` and `tox.ini`: requirements in the lines of a few keys."""

from __future__ import annotations

import re
from collections.abc import Iterator

from codemods.pins.commands import command_pins
from codemods.pins.pin import Pin, pip_pin, python_pin

_SECTION = re.compile(r"\[(?P<name>[^]\n]*)\]")
_KEY = re.compile(r"(?P<key>[^\s=:#;\[][^=:\n]*?)[ \t]*[=:][ \t]*(?P<value>.*)")
_LISTS = {"options": frozenset({"install_requires", "setup_requires", "tests_require"})}
_FACTORS = re.compile(r"[\w{},.!-]+:\s+|[\w{},.!-]+:(?!//)")
_COMMENT = re.compile(r"\s+[#;].*")


def pins_of(text: str) -> Iterator[Pin]:
    """The requirements of setuptools and tox, and what commands of tox install."""
    section = key = ""
    for line in re.finditer(r"[^\r\n]+", text):
        if line[0].lstrip().startswith(("#", ";")):
            continue
        at = line.start()
        if found := _SECTION.match(line[0]):
            section, key = found["name"].strip(), ""
            continue
        found = _KEY.match(line[0])
        value = line[0]
        if found:
            key, value = found["key"].strip(), found["value"]
            at += found.start("value")
        yield from _pins(section, key, value, at)


def _pins(section: str, key: str, value: str, at: int) -> Iterator[Pin]:
    is_tox = section.partition(":")[0] == "testenv"
    start = at + len(value) - len(value.lstrip())
    said = value.strip()
    if is_tox and key == "deps":
        factors = _FACTORS.match(said)
        start += factors.end() if factors else 0
        said = said[factors.end() :] if factors else said
    if section == "options" and key == "python_requires":
        yield from python_pin(said, start)
    elif is_tox and key.startswith("commands"):
        yield from command_pins(value, at)
    elif key in _LISTS.get(section, ()) or section == "options.extras_require" or (is_tox and key == "deps"):
        plain = _COMMENT.sub("", said) if "#" in said else said
        if plain and not plain.startswith("-"):
            yield from pip_pin(plain, start)
