"""The modules of fissix, imported so that it keeps nothing on the disk."""

from __future__ import annotations

from functools import cache
from types import ModuleType

INSTALL = 'pip install "fissix>=24.4.24"'


class Unparsed(Exception):  # noqa: N818 - what became of the text
    """A text that fissix does not parse, by the place where it stops."""

    def __init__(self, line: int, column: int) -> None:
        super().__init__(line, column)
        self.line, self.column = line, column


def is_installed() -> bool:
    return bool(library())


def library() -> str:
    """The version of fissix that is installed, "" if none is."""
    from importlib.metadata import PackageNotFoundError, version  # a small run does without

    try:
        return version("fissix")
    except PackageNotFoundError:
        return ""


@cache
def pygram() -> ModuleType:
    """The grammars; on import, fissix would write them into a cache in the home of the user, or trust what is there."""
    from fissix.pgen2 import driver, pgen

    before = driver.load_grammar
    driver.load_grammar = lambda path, **_: pgen.generate_grammar(path)
    try:
        from fissix import pygram as grammars
    finally:
        driver.load_grammar = before
    assert isinstance(grammars, ModuleType)
    return grammars
