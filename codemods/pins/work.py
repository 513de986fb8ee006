"""What the commands do with a file that pins packages: text in, what became of its pins out."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import PurePath
from typing import Any, NamedTuple

from codemods.analysis.releases.pinned_packages import (
    PYTHON,
    Advice,
    advice_for,
    canonical,
    distribution_of,
    names_family,
)
from codemods.pins.kinds import Kind, kind_of
from codemods.pins.pin import Notation, Pin, conda_text
from codemods.rules.environments.legacy_pins import BY_COMMAND, CODE
from codemods.source.suppressions import silenced_lines
from codemods.types import REVIEW, Change, Finding, Result, Settings, Severity, Upgraded

_READERS = {
    Kind.PIP: "pip_files",
    Kind.TOML: "toml_files",
    Kind.INI: "ini_files",
    Kind.YAML: "yaml_files",
    Kind.DOCKER: "dockerfiles",
}
"""The modules that read the kinds; they are imported where there is such a file, as the parser of YAML takes long."""
_PARSED = (Kind.TOML, Kind.YAML)
"""The kinds that a parser reads again after the edit."""
_ENCODINGS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def upgrade(source: bytes, path: PurePath, settings: Settings) -> Result:
    """Report the pins that the target cannot take, and with `settings.requirements` change them."""
    kind = kind_of(path)
    assert kind is not None, path
    encoding = next((name for mark, name in _ENCODINGS if source.startswith(mark)), "utf-8")
    try:
        text = source.decode(encoding)
    except UnicodeDecodeError:
        encoding, text = "latin-1", source.decode("latin-1")
    if not settings.takes(CODE) or not names_family(text):
        return Upgraded(source, source)
    try:
        places = _places(text, kind, settings)
    except ValueError as error:
        return Upgraded(source, source, notes=(_unread(kind, str(error)),))
    lines = _Lines(text)
    places = [each for each in places if not lines.silences(each.pin.start)]
    wanted = [each for each in places if each.written] if settings.requirements else []
    after = _edited(text, wanted)
    if not _is_sound(kind, text, after, len(wanted)):
        places = [each._replace(written="") for each in places]
        wanted, after = [], text
    changes = tuple(_change(each, *lines.place(each.pin.start)) for each in wanted)
    done = after.encode(encoding) if wanted else source
    return Upgraded(source, done, changes, *_left(text, after, places, wanted))


def _reader(kind: Kind) -> Any:
    return import_module(f"codemods.pins.{_READERS[kind]}")


def check(source: bytes, path: PurePath, settings: Settings) -> Result:
    """Report the pins that the target cannot take; nothing is changed."""
    return upgrade(source, path, replace(settings, requirements=False))


class _Place(NamedTuple):
    """A pin that the target cannot take, and what to write there; `advice` is None where it could not be read."""

    pin: Pin
    advice: Advice | None
    written: str


def _places(text: str, kind: Kind, settings: Settings) -> list[_Place]:
    pins = list(_reader(kind).pins_of(text))
    names = {canonical(each.requirement.name) for each in pins if each.requirement}
    tied = any(map(distribution_of, names))
    found = []
    for pin in sorted(pins, key=lambda each: each.start):
        if pin.requirement is None:
            found.append(_Place(pin, None, ""))
            continue
        in_conda = pin.notation in (Notation.CONDA, Notation.CONDA_WORD)
        advice = advice_for(pin.requirement, settings.target, tied=tied, in_conda=in_conda)
        others = (advice_for(each, settings.target, tied=tied) for each in pin.others)
        if advice is not None and all(others):
            found.append(_Place(pin, advice, pin.written(advice)))
    return found


def _left(
    text: str, after: str, places: list[_Place], changed: list[_Place]
) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """The findings and the notes about the places that stay, by the lines of the result."""
    findings, notes, shift = [], [], 0
    lines = _Lines(after)
    for each in places:
        if each in changed:
            shift += len(each.written) - (each.pin.end - each.pin.start)
            continue
        line, column = lines.place(each.pin.start + shift)
        if each.advice is None:
            notes.append(_not_understood(text[each.pin.start : each.pin.end], line, column))
        else:
            findings.append(_finding(each, line, column))
    return tuple(findings), tuple(notes)


def _edited(text: str, places: list[_Place]) -> str:
    parts, at = [], 0
    for each in places:
        parts += [text[at : each.pin.start], each.written]
        at = each.pin.end
    return "".join([*parts, text[at:]])


def _is_sound(kind: Kind, before: str, after: str, edits: int) -> bool:
    """True if the parser reads the same in both texts, but for as many values as there were edits at most."""
    if kind not in _PARSED or not edits:
        return True
    one: Mapping[Any, object]
    other: Mapping[Any, object]
    try:
        one, other = _reader(kind).shape(before), _reader(kind).shape(after)
    except ValueError:
        return False
    return one.keys() == other.keys() and 0 < sum(one[each] != other[each] for each in one) <= edits


# --- what is said


def _change(place: _Place, line: int, column: int) -> Change:
    assert place.advice is not None
    message = f"{place.advice.message}: now {place.written}"
    return Change(CODE, line, column, _symbol(place.pin), message)


def _finding(place: _Place, line: int, column: int) -> Finding:
    assert place.advice is not None
    advice = place.advice.advice or f"write {_wanted(place)}"
    if place.written:
        advice = f"{advice}, or run {BY_COMMAND}"
    elif place.pin.fixed:
        advice = f"{advice}; {place.pin.fixed}"
    first = f" (the first of {len(place.pin.others) + 1})" if place.pin.others else ""
    return Finding(CODE, line, column, _symbol(place.pin), place.advice.message + first, advice)


def _wanted(place: _Place) -> str:
    """What to write, in words where the place has a notation of its own."""
    assert place.advice is not None
    assert place.pin.requirement is not None
    advice, name = place.advice, canonical(place.pin.requirement.name)
    if place.pin.notation in (Notation.CONDA, Notation.CONDA_WORD):
        return conda_text(place.pin.requirement, advice)
    if place.pin.notation is Notation.IMAGE:
        release = advice.specifier.lstrip("=><").removesuffix(".*")
        return f"an image of {'Python' if name == PYTHON else 'TensorFlow'} {release}"
    if name == PYTHON:
        return f"Python {advice.specifier.lstrip('=').removesuffix('.*')}"
    return advice.text


def _symbol(pin: Pin) -> str:
    assert pin.requirement is not None
    return ", ".join(f"{each.name}{each.specifier}" for each in (pin.requirement, *pin.others))


def _not_understood(said: str, line: int, column: int) -> Finding:
    message = f"{' '.join(said.split())} names TensorFlow or Keras, and does not say which release here"
    return Finding(CODE, line, column, "", message, REVIEW, severity=Severity.DOUBT.value)


def _unread(kind: Kind, reason: str) -> Finding:
    found = re.search(r"line (\d+)", reason)
    said = f"the file names TensorFlow or Keras, and is no valid {kind.value}: {reason}"
    return Finding(CODE, int(found[1]) if found else 1, 1, "", said, "see what it pins", severity=Severity.DOUBT.value)


class _Lines:
    """The lines of a text, as editors count them."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(each.end() for each in re.finditer(r"\r\n|\r|\n", text))]
        self._silenced = silenced_lines(re.split(r"\r\n|\r|\n", text))

    def place(self, at: int) -> tuple[int, int]:
        """The line and column of a character, both 1-based."""
        line = bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1

    def silences(self, at: int) -> bool:
        """True if a comment on the line of a character silences the rule."""
        return any(CODE.startswith(prefix) for prefix in self._silenced.get(self.place(at)[0], ()))
