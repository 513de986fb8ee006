"""Translates a Python 2 source to Python 3, or says why that is impossible; nothing else in it changes."""

from __future__ import annotations

import io
import re
import tokenize
import warnings
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from codemods.python_2.fixers import SAID
from codemods.source.python_2_grammar import INSTALL, Unparsed, is_installed
from codemods.types import PYTHON_2, Change, Failure, Finding, Severity

if TYPE_CHECKING:
    from codemods.python_2.refactoring import Refactored

CODE = "TFM293"

_INDENTED = "the indentation is of spaces alone; a tab ended at every eighth column"
_MEND = "convert it by hand"
_SHEBANG = re.compile(r"(#![^\n]*\bpython)2(?:\.\d+)?\b")
_STRING_IO = "io.StringIO takes text alone; in Python 2 it took bytes, too"


@dataclass(frozen=True, order=True)
class Step:
    """A place of the source, and what is done there; `reason` is set where a person has to."""

    line: int
    column: int
    said: str
    reason: str = ""
    advice: str = _MEND
    severity: Severity = Severity.STOPS


class Translation(NamedTuple):
    """A source as Python 3. All steps count the lines of the source."""

    before: bytes
    after: bytes
    steps: tuple[Step, ...]

    @property
    def changes(self) -> tuple[Change, ...]:
        done: dict[tuple[int, str], Change] = {}
        for each in self.steps:
            if not each.reason:
                done.setdefault((each.line, each.said), Change(CODE, each.line, each.column, "", each.said))
        return tuple(done.values())

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is left, by the lines of the source."""
        left = (each for each in self.steps if each.reason)
        return tuple(
            Finding(CODE, each.line, each.column, "", each.reason, each.advice, severity=each.severity.value)
            for each in left
        )


def translate(source: bytes, refused: Failure | None) -> Translation | Failure:
    """Translate a source that Python 3 refused, or one that it parses and that runs on Python 2 alone."""
    line, column = (refused.line, refused.column) if refused is not None else (0, 0)
    if not is_installed():
        return Failure(f"{PYTHON_2}, and the package that translates it is missing", INSTALL, line, column)
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        after, steps = _with_its_line_ends(source.decode(encoding), is_refused=refused is not None)
        done = after.encode(encoding)
    except (UnicodeError, LookupError) as error:
        return refused or Failure(str(error), "save it as UTF-8")
    except (RecursionError, MemoryError):
        return Failure("nested too deeply to translate", "split the expression into several statements")
    except Unparsed as error:
        said = refused.reason if refused is not None else PYTHON_2
        return Failure(f"{said}, and fissix cannot parse it", "mend it", error.line, error.column)
    except (SyntaxError, AttributeError, IndexError, TypeError, ValueError, AssertionError) as error:
        said = " ".join(f"{type(error).__name__}: {error}".split())
        return Failure(f"{PYTHON_2}, and fissix fails ({said:.120})", _MEND, line, column)
    broken = _broken(done)
    if broken is not None:
        said = f"{PYTHON_2}, whose translation is not Python 3 ({broken.msg})"
        return Failure(said, _MEND, broken.lineno or 0, broken.offset or 1)
    return Translation(source, done, tuple(steps))


def _with_its_line_ends(text: str, *, is_refused: bool) -> tuple[str, list[Step]]:
    """Fissix ends the lines that it adds with a line feed.

    Raises:
        ValueError: a line ends with a carriage return alone.

    """
    if "\r" in text.replace("\r\n", "\n"):
        raise ValueError("a carriage return ends a line")
    if not text.count("\n") == text.count("\r\n") > 0:
        return _translated(text, is_refused=is_refused)
    after, steps = _translated(text.replace("\r\n", "\n"), is_refused=is_refused)
    return after.replace("\n", "\r\n"), steps


def _translated(text: str, *, is_refused: bool) -> tuple[str, list[Step]]:
    from codemods.python_2.tokens import comments, with_spaces

    shebang = _SHEBANG.match(text)
    steps = [Step(1, 1, "the script asks for Python 3")] if shebang is not None else []
    plain = f"{shebang[1]}3{text[shebang.end() :]}" if shebang is not None else text
    done = _refactored(plain, is_refused=is_refused)
    if isinstance(_broken(done.text.encode()), TabError):
        plain, lines = with_spaces(plain)
        steps += [Step(line, 1, _INDENTED) for line in lines]
        done = _refactored(plain, is_refused=is_refused)
    for each in done.uses:
        said = SAID[each.fixer]
        steps.append(Step(each.line, each.column, said, f"{said}: {each.reason}" if each.reason else ""))
        if each.fixer == "imports" and "StringIO" in each.before and "import" in each.before:
            advice = "use io.BytesIO where images, pickles or other bytes go through it"
            steps.append(Step(each.line, each.column, "", _STRING_IO, advice, Severity.DOUBT))
    lost = Counter(comment for _, comment in comments(plain)) - Counter(comment for _, comment in comments(done.text))
    for line, comment in comments(plain):
        if lost[comment]:
            lost[comment] -= 1
            steps.append(Step(line, 1, "", f"a comment is lost: {comment}", "write it again", Severity.DOUBT))
    return done.text, sorted(dict.fromkeys(steps), key=lambda each: (each.line, each.column, each.said))


def _refactored(text: str, *, is_refused: bool) -> Refactored:
    """In a source that Python 3 parses, `print` may be the function after all."""
    from codemods.python_2.refactoring import refactored

    try:
        return refactored(text, has_statements=True)
    except Unparsed:
        if is_refused:
            raise
        return refactored(text, has_statements=False)


def _broken(source: bytes) -> SyntaxError | None:
    """What keeps Python from compiling a source; nothing of it is run."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(source, "<source>", "exec", dont_inherit=True)
    except SyntaxError as error:
        return error
    except ValueError as error:
        return SyntaxError(str(error))
    return None
