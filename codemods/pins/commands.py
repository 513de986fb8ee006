"""What commands of a shell install: `pip install keras==2.2.4`, `conda install tensorflow-gpu=1.13`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from codemods.analysis.installs import INSTALLERS, WITH_VALUE
from codemods.pins.pin import Notation, Pin, conda_requirement, pip_pin

_TOKEN = re.compile(
    r"""
    (?P<space>(?:[ \t]|\\[ \t]*\r?\n(?:[ \t]*\#[^\n]*\n)*)+)
    | (?P<comment>\#[^\n]*)
    | (?P<end>\r?\n|&&|\|\||[;|&()`])
    | (?P<word>(?:[^\s\\"'`;|&()]|\\[^\s]|"(?:\\.|[^"\\])*"|'[^']*')+)
    | .
    """,
    re.VERBOSE,
)
_QUOTED = re.compile(r"""(["'])([^"']*)\1""")


@dataclass(frozen=True)
class _Word:
    text: str
    start: int
    quote: str = ""


def command_pins(text: str, start: int, quote: str = '"', *, lines_join: bool = False) -> Iterator[Pin]:
    """The requirements that commands of a text install; `quote` is what a word may be quoted with."""
    words: list[_Word] = []
    for token in _TOKEN.finditer(text):
        if token.lastgroup == "word":
            words.append(_word(token[0], start + token.start()))
        elif token.lastgroup == "end" and not (lines_join and token[0].strip() == ""):
            yield from _installed(words, quote)
            words = []
    yield from _installed(words, quote)


def _word(text: str, start: int) -> _Word:
    whole = _QUOTED.fullmatch(text)
    return _Word(whole[2], start, whole[1]) if whole else _Word(text, start)


def _installed(words: list[_Word], quote: str) -> Iterator[Pin]:
    texts = [each.text for each in words]
    if "install" not in texts:
        return
    at = texts.index("install")
    installers = [each.rpartition("/")[2] for each in texts[:at] if INSTALLERS.fullmatch(each)]
    if not installers:
        return
    is_conda = not installers[-1].startswith("pip")
    before = ""
    for word in words[at + 1 :]:
        if not word.text.startswith("-") and before not in WITH_VALUE:
            yield from _pins(word, word.quote or quote, is_conda=is_conda)
        before = word.text


def _pins(word: _Word, quote: str, *, is_conda: bool) -> Iterator[Pin]:
    end = word.start + len(word.text) + 2 * len(word.quote)
    if is_conda:
        requirement, fixed = conda_requirement(word.text)
        if requirement is not None:
            yield Pin(word.start, end, Notation.CONDA_WORD, requirement, fixed, quote)
        return
    for pin in pip_pin(word.text, word.start, Notation.WORD):
        yield replace(pin, end=end, quote=quote)
