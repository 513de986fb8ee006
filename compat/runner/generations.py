"""Which packages were written for legacy Keras, read from their metadata and sources; nothing of them is run."""

import re
from functools import lru_cache
from pathlib import Path
from typing import FrozenSet, Iterator, NamedTuple, Optional

_KERAS_3_ONLY = re.compile(
    rb"\bkeras\.(?:ops|saving|src|random|tree|quantizers|distribution|dtype_policies|KerasTensor)\b"
    rb"|\bfrom keras import [^\n]*\bops\b|\b(?:keras_core|tf_keras|keras_hub|TF_USE_LEGACY_KERAS)\b"
)
"""What code names that knows of Keras 3."""
_REQUIRES_KERAS_3 = re.compile(
    r"^Requires-Dist: *(?:keras[ (]*[^;\n]*>=? *3|(?:tensorflow|tensorflow-cpu)[ (]*[^;\n]*>=? *2\.(?:1[6-9]|2\d)).*"
    r"|^Requires-Python: *>=? *3\.1\d.*"
    r"|^Classifier: Programming Language :: Python :: 3\.(?:1[2-9]|[2-9]\d)",
    re.MULTILINE | re.IGNORECASE,
)
"""Python 3.12 and Keras 3 appeared in the same weeks of 2023: a package that speaks of it was released after both."""
_INSTALLED = ("site-packages", "dist-packages")


class Generation(NamedTuple):
    """Whether code counts as legacy, and why."""

    legacy: bool
    reason: str


@lru_cache(maxsize=None)
def generation(origin: str, package: str) -> Generation:
    """Return the generation of `package`, whose outermost module or folder is at `origin`.

    Code is legacy unless it says that it knows Keras 3: what was written before could not say anything.
    """
    place = Path(origin)
    said = _REQUIRES_KERAS_3.search(_metadata(place.parent, package)) if is_installed(origin) else None
    if said is not None:
        return Generation(False, "its metadata say " + said.group().partition(": ")[2])
    for file in _sources(place):
        named = _KERAS_3_ONLY.search(file.read_bytes())
        if named is not None:
            return Generation(False, f"{file.name} names {named.group().decode()}")
    return Generation(True, "nothing in it knows Keras 3")


def is_installed(origin: str) -> bool:
    """Return whether the file was installed, and is not code that somebody works on."""
    return not _INSTALLED_PARTS.isdisjoint(Path(origin).parts)


_INSTALLED_PARTS: FrozenSet[str] = frozenset(_INSTALLED)


def _sources(place: Path) -> Iterator[Path]:
    if place.is_dir():
        yield from sorted(place.rglob("*.py"))
    elif place.suffix == ".py":
        yield place


def _metadata(site: Path, package: str) -> str:
    for info in _distributions(str(site)):
        files = _text(info / "RECORD")
        if files is not None and re.search(rf"^{package}(?:/|\.py,)", files, re.MULTILINE):
            return (_text(info / "METADATA") or "").partition("\n\n")[0]
    return ""


@lru_cache(maxsize=None)
def _distributions(site: str) -> "list[Path]":
    return sorted(Path(site).glob("*.dist-info"))


def _text(file: Path) -> Optional[str]:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
