"""What commands of a shell install: `pip install keras==2.2.4`, `conda install tensorflow-gpu=1.13`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from codemods.analysis.releases.installs import INSTALLERS, WITH_VALUE
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
_QUOTED = re.compile(r"""(["'])((?:(?!\1).)*)\1""", re.DOTALL)


class _Word(NamedTuple):
    """A word of a command without its quotes; `fixed` says why it must not be changed by itself."""

    text: str
    start: int
    end: int
    quote: str = ""
    fixed: str = ""


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
    end = start + len(text)
    whole = _QUOTED.fullmatch(text)
    if whole:
        return _Word(whole[2], start, end, whole[1], "mind its marker" if ";" in whole[2] else "")
    plain = re.sub(r"[\"']", "", text)
    return _Word(plain, start, end, fixed="mind its quotes" if plain != text else "")


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
    if is_conda:
        requirement, fixed = conda_requirement(word.text)
        if requirement is not None:
            yield Pin(word.start, word.end, Notation.CONDA_WORD, requirement, word.fixed or fixed, quote)
        return
    for pin in pip_pin(word.text, word.start, Notation.WORD):
        yield pin._replace(end=word.end, quote=quote, fixed=word.fixed or pin.fixed)
