"""Parses bytes to a syntax tree, or reports why that is impossible."""

from __future__ import annotations

import ast
import codecs
import contextlib
import io
import re
import symtable
import tokenize
import warnings
from typing import TYPE_CHECKING

from codemods.source.python_2_grammar import stop as stop_of_python_2
from codemods.types import PYTHON_2, Failure

if TYPE_CHECKING:
    import libcst as cst

_CODING = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_LONE_RETURN = re.compile(rb"\r(?!\n)")
_PYTHON_2 = re.compile(
    r"""^\s*print\s+[^\s(=]|^\s*print\s*>>|^\s*print\s*$|^\s*exec\s+["'\w]|\bexcept\s+[\w.]+\s*,\s*\w+\s*:|"""
    r"""^\s*raise\s+[\w.]+\s*,|<>|(?<![\w.+-])0[0-7]+\b|\bur["']|`[^`]+`|(?<![\w.])\d+[lL]\b"""
)
_TEXTS_AND_COMMENT = re.compile(r"""(["'])(?:\\.|(?!\1).)*\1|#.*""")
_BLANK_END = re.compile(rb"(?<=[\r\n])[ \t\f]+\Z")
"""A last line of white space, which libcst can take for the empty line before it."""
_MIXED_INDENTATION = re.compile(rb"^(?: +\t|\t+ )", re.MULTILINE)
_PYTHON_2_MESSAGES = ("Missing parentheses in call to", "multiple exception types must be parenthesized")
_PYTHON_2_ADVICE = "python -m codemods upgrade --python2 translates it"
_TABS = "inconsistent use of tabs"
_TABS_ADVICE = f"Python 2 took it: {_PYTHON_2_ADVICE}"
_RECENT_SYNTAX = "mend it, or run the tool under the Python version that it is written for"


def check_syntax(source: bytes) -> ast.Module | Failure:
    """Parse with the running Python: it is cheap, and its messages are familiar."""
    if source.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return Failure("UTF-16, which Python does not read", "save it as UTF-8")
    if b"\0" in source:
        return Failure("binary data (it has NUL bytes)", "leave it out, or restore the source file")
    undecodable = _undecodable(source)
    if undecodable is not None:
        return undecodable
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError) as error:
        return _syntax_failure(source, error)
    except (RecursionError, MemoryError):
        return Failure("nested too deeply to parse", "split the expression into several statements")


def python_tree(source: bytes | str) -> ast.Module | None:
    """The tree of a source; None for one that Python does not parse."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def syntax_failure(source: bytes) -> Failure | None:
    """What `check_syntax` says of a source that is broken; no tree is made of one that is not, which is quicker."""
    if b"\0" not in source and _undecodable(source) is None:
        with warnings.catch_warnings(), contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
            warnings.simplefilter("ignore")
            symtable.symtable(source, "<unknown>", "exec")  # type: ignore[arg-type] # it takes bytes and their encoding
            return None
    tree = check_syntax(source)
    return tree if isinstance(tree, Failure) else None


def _syntax_failure(source: bytes, error: SyntaxError | ValueError) -> Failure:
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    line = (error.lineno or 0) if isinstance(error, SyntaxError) else 0
    column = (error.offset or 0) if isinstance(error, SyntaxError) else 0
    if "'unicodeescape' codec" in message:
        advice = "write the backslashes of this string twice, or an r before it"
        return Failure(f"syntax error: {message}", advice, line, column)
    if "codec can't decode" in message or "(unicode error)" in message or "encoding" in message:
        return Failure(message, "name the right encoding in the first line: # -*- coding: latin-1 -*-", line, column)
    if _looks_like_python_2(source, line, message):
        stop = stop_of_python_2(source)
        if stop is None:
            return Failure(f"{PYTHON_2} ({message})", _PYTHON_2_ADVICE, line, column)
        message += f", and Python 2 stops in line {stop}" if stop else ""
    is_of_tabs = _TABS in message and stop_of_python_2(source) is None
    return Failure(f"syntax error: {message}", _TABS_ADVICE if is_of_tabs else _RECENT_SYNTAX, line, column)


def is_same_code(first: str, second: str) -> bool:
    """Return True if two expressions differ only in layout and comments."""
    one, other = (ast.dump(ast.parse(f"({each}\n)", mode="eval")) for each in (first, second))
    return one == other


def _undecodable(source: bytes) -> Failure | None:
    """A failure if a source is not UTF-8 and does not name another encoding."""
    if any(_CODING.match(line) for line in source.splitlines()[:2]):
        return None
    try:
        source.decode("utf-8")
    except UnicodeDecodeError as error:
        head = source[: error.start]
        column = error.start - (head.rfind(b"\n") + 1) + 1
        return Failure(
            f"not UTF-8 (byte 0x{source[error.start]:02x}), and no coding line says what it is",
            "add the encoding as its first line, for example # -*- coding: latin-1 -*-",
            head.count(b"\n") + 1,
            column,
        )
    return None


def _looks_like_python_2(source: bytes, line: int, message: str) -> bool:
    if message.startswith(_PYTHON_2_MESSAGES):
        return True
    lines = source.decode("latin-1").splitlines()
    code = (
        _TEXTS_AND_COMMENT.sub(lambda found: "''" if found[1] else "", lines[line - 1])
        if 0 < line <= len(lines)
        else ""
    )
    return _PYTHON_2.search(code) is not None


def parse(source: bytes) -> cst.Module | Failure:
    """Parse a source that passed `check_syntax`; the tree's `bytes` and `unparsed_tail` make up the source again."""
    import libcst as cst  # many sources need no such tree

    try:
        return tree_of(_BLANK_END.sub(b"", source))
    except cst.ParserSyntaxError as error:
        mixed = _MIXED_INDENTATION.search(source)
        if mixed is not None:
            line = source.count(b"\n", 0, mixed.start()) + 1
            return Failure("tabs and spaces are mixed in its indentation", "indent it with spaces alone", line, 1)
        return Failure(f"syntax error: {error.message}", _RECENT_SYNTAX, error.raw_line, error.raw_column + 1)
    except cst.CSTValidationError as error:  # what Python parses, and refuses only when it compiles
        return Failure(f"syntax error: {error}", "run it with Python, which names the line")
    except (RecursionError, MemoryError):
        return Failure("nested too deeply to parse", "split the expression into several statements")
    except (UnicodeDecodeError, LookupError, ValueError, SyntaxError) as error:  # the last from `tokenize`
        return Failure(str(error), "save it as UTF-8")


def tree_of(source: bytes) -> cst.Module:
    """Parse what `parse` has accepted before; libcst finds no coding line that ends with a carriage return alone."""
    import libcst as cst

    if _LONE_RETURN.search(source) is None:
        return cst.parse_module(source)
    encoding, _ = tokenize.detect_encoding(io.BytesIO(_LONE_RETURN.sub(b"\n", source)).readline)
    return cst.parse_module(source.decode(encoding), cst.PartialParserConfig(encoding=encoding))


def unparsed_tail(source: bytes, module: cst.Module) -> bytes | None:
    """Trailing white space that libcst drops (usually b""); None if libcst cannot reproduce the source."""
    code = module.bytes
    if not source.startswith(code):
        return None
    tail = source[len(code) :]
    return tail if not tail.strip() else None
