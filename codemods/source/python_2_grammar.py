"""The grammar of Python 2, as fissix has it, imported so that it keeps nothing on the disk."""

from __future__ import annotations

import io
import tokenize
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


def stop(source: bytes) -> int | None:
    """The line in which Python 2 stops to parse a source, 0 if that is unknown; None if it parses it all."""
    if not is_installed():
        return 0
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        text = "\n".join(source.decode(encoding).splitlines())
    except (UnicodeError, LookupError, SyntaxError):
        return 0
    grammars = pygram()
    both = (grammars.python_grammar, grammars.python_grammar_no_print_and_exec_statement)
    lines = [_stop(f"{text}\n", grammar) for grammar in both]
    return None if None in lines else lines[0]


def _stop(text: str, grammar: object) -> int | None:
    from fissix import pytree
    from fissix.pgen2 import driver, parse, tokenize

    try:
        driver.Driver(grammar, convert=pytree.convert).parse_string(text)
    except parse.ParseError as error:
        return int(error.context[1][0])
    except tokenize.TokenError as error:
        return int(error.args[1][0])
    except IndentationError as error:
        return error.lineno or 0
    except RecursionError:
        return 0
    return None
