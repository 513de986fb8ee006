"""Every kind of source: upgraded in what it says, or refused with its place, and never anything in between."""

from __future__ import annotations

import ast

import pytest

from codemods.detect.detection import Detected, detect
from codemods.engine.engine import check, upgrade
from codemods.source.parsing import parse
from codemods.types import Failure, Upgraded

LEGACY = b"from keras.optimizers import SGD\nopt = SGD(lr=0.1)\n"
MODERN = b"from keras.optimizers import SGD\nopt = SGD(learning_rate=0.1)\n"
BOM = b"\xef\xbb\xbf"
CODING = b"# -*- coding: latin-1 -*-\n"


def check_failure(source: bytes, reason: str, line: int = 0) -> Failure:
    result = upgrade(source)
    assert isinstance(result, Failure), result
    assert reason in result.reason
    assert result.advice.strip()
    assert "\n" not in result.reason + result.advice
    if line:
        assert result.line == line
        assert result.column >= 0
    return result


def check_result(source: bytes, after: bytes) -> None:
    result = upgrade(source)
    assert isinstance(result, Upgraded), result
    assert result.after == after
    if source == after:
        assert result.after is source


# --- encodings and line ends


@pytest.mark.parametrize(
    "envelope",
    [
        lambda text: text,
        lambda text: BOM + text,
        lambda text: text.replace(b"\n", b"\r\n"),
        lambda text: BOM + text.replace(b"\n", b"\r\n"),
        lambda text: text.replace(b"\n", b"\r"),
        lambda text: b"x = 1\r\n" + text + b"y = 1\r",
        lambda text: text[:-1],
        lambda text: text.replace(b"\n", b"\r\n")[:-2],
        lambda text: text + b"\n\n\n",
        lambda text: text + b"   ",
        lambda text: text + b"\t\n\t",
        lambda text: text + b"# end",
        lambda text: text + b"x\n\n ",
        lambda text: b"\n\n  \n" + text,
        lambda text: b"#!/usr/bin/env python\n" + text,
        lambda text: CODING + b"# \xe9\xff\n" + text,
        lambda text: BOM + b"# coding: utf-8\n# \xc3\xa9\n" + text,
        lambda text: b"#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\nx = '\x93\x94'\n" + text,
        lambda text: b"# coding: gbk\nx = '\xc4\xe3'\n" + text,
        lambda text: b"# coding: shift_jis\nx = '\x83\x5c'\n" + text,
        lambda text: b"# coding: koi8-r\nx = '\xd0\xd2'\n" + text,
        lambda text: "x = 'é你😀'  # ñ\n".encode() + text,
        lambda text: b"x = '\x0b\x1c'\n" + text,
        lambda text: "x = 'a\u2028b\x85c'  # \u2029\n".encode() + text,
        lambda text: b"if x:\n\ty = 1\n\tif y:\n\t        z = 1\n" + text,
        lambda text: b"if x:\n   y = 1\nelse:\n         y = 2\n" + text,
        lambda text: b"x = 1;\ny = 2; \n" + text,
        lambda text: b"x = '''\r\n\r\n'''\n" + text,
        lambda text: b"x = (1 ,\n# in between\n\n   2)\n" + text,
        lambda text: b"x = 1 + \\\n   2\n" + text,
    ],
)
def test_only_what_is_legacy_changes(envelope: object) -> None:
    assert callable(envelope)
    check_result(envelope(LEGACY), envelope(MODERN))
    check_result(envelope(MODERN), envelope(MODERN))


@pytest.mark.parametrize("source", [b"\x0cimport os\n\x0c\n" + LEGACY, LEGACY + b"\x0c\n"])
def test_what_the_parser_cannot_reproduce_is_refused(source: bytes) -> None:
    result = upgrade(source)
    if isinstance(result, Failure):
        assert "to the byte" in result.reason
        assert result.advice
    else:
        assert result.after == source.replace(b"lr=", b"learning_rate=")


@pytest.mark.parametrize("source", [b"import os\nx\n\n ", b"\x0cimport os\n\x0c\n", b"import os\n\x0c"])
def test_what_the_parser_cannot_reproduce_is_no_matter_without_legacy_use(source: bytes) -> None:
    check_result(source, source)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8", "cp1252"])
@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_coding_line_with_any_line_end(encoding: str, end: str) -> None:
    lines = (f"# -*- coding: {encoding} -*-", "from keras.optimizers import SGD", "opt = SGD(lr=0.1)  # \xe9", "")
    source = end.join(lines).encode(encoding)
    result = upgrade(source)
    assert isinstance(result, Upgraded), result
    assert result.after == source.replace(b"lr=", b"learning_rate=")
    assert isinstance(check(source), Upgraded)
    assert isinstance(detect(source), Detected)


def test_coding_line_with_crlf() -> None:
    check_result(
        CODING.replace(b"\n", b"\r\n") + b"x = '\xe9'\r\n" + LEGACY.replace(b"\n", b"\r\n"),
        CODING.replace(b"\n", b"\r\n") + b"x = '\xe9'\r\n" + MODERN.replace(b"\n", b"\r\n"),
    )


@pytest.mark.parametrize(
    "source", [b"", b"\n", b" ", b"\t\n", b"# only a comment", b"\x0c", BOM, BOM + b"\n", b"\r", b"'doc'"]
)
def test_almost_empty(source: bytes) -> None:
    check_result(source, source)


# --- refused


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (b"import keras\nx = (\n", 2),
        (b"import keras\ndef f(:\n    pass\n", 2),
        (b"if x:\ny = 1\n", 2),
        (b"if x:\n    y = 1\n  z = 1\n", 3),
        (b"if x:\n\ty = 1\n        z = 1\n", 3),
        (b"x = 'abc\n", 1),
        (b"x = '''abc\n", 1),
        (b"return = 1\n", 1),
        (b"x = 1 +\n", 1),
        (b"class\n", 1),
        (b"f(a=1, 2)\n", 1),
        (b"x = 0b12\n", 1),
        (b"\xe2\x80\x9cx\xe2\x80\x9d\n", 1),
    ],
)
def test_syntax_error(source: bytes, line: int) -> None:
    result = check_failure(source, "syntax error", line)
    assert "Python 2" not in result.reason


def test_tabs_and_spaces_that_python_takes() -> None:
    """A block of a tab inside of one of four spaces: each is deeper than the one around it by either measure."""
    source = b"def f(n):\n    for i in range(n):\n    \t    model.fit(x, epochs=1)\n"
    ast.parse(source)
    result = upgrade(LEGACY + source)
    assert isinstance(result, Upgraded)
    mixed = b"def f(n):\n    for i in range(n):\n\t    h = n\n"
    ast.parse(mixed)
    failure = parse(mixed)
    assert isinstance(failure, Failure)
    assert (failure.reason, failure.line) == ("tabs and spaces are mixed in its indentation", 3)
    assert isinstance(upgrade(LEGACY + mixed), Upgraded)


def test_a_bare_except_that_is_not_the_last_one() -> None:
    """Python's parser takes it, its compiler does not."""
    check_failure(b"import keras\ntry:\n    pass\nexcept:\n    pass\nexcept ValueError:\n    pass\n", "syntax error", 0)


@pytest.mark.parametrize(
    "statement",
    [
        b"print 'x'",
        b"print x, y",
        b"print",
        b"exec 'x = 1'",
        b"exec code in scope",
        b"try:\n    x\nexcept ValueError, e:\n    pass",
        b"x = `y`",
        b"x = 0777",
        b"x = 10L",
        b"raise ValueError, 'x'",
        b"if x <> y: pass",
        b"x = ur'abc'",
    ],
)
def test_python_2(statement: bytes) -> None:
    source = b"import keras\nopt = keras.optimizers.SGD(lr=1)\n" + statement + b"\n"
    if statement == b"print":
        check_result(b"print\n", b"print\n")
        return
    result = check_failure(source, "Python 2", 3 + statement.count(b"\n", 0, statement.find(b"except") + 1))
    assert "--python2" in result.advice


@pytest.mark.parametrize(
    "statement",
    [
        b"x = f(0.05, u'a'",
        b"x = [0.01, 1e-07, layer1l",
        b"raise_ = (x",
        b"x = 'print x' +",
        b"x = y +  # x <> `y`",
        b"x == = 'a <> b'",
    ],
)
def test_a_slip_is_not_taken_for_python_2(statement: bytes) -> None:
    result = upgrade(b"import keras\n" + statement + b"\n")
    assert isinstance(result, Failure)
    assert "2to3" not in result.advice


@pytest.mark.parametrize(
    ("source", "line", "stop"),
    [
        (b"print 'x'\nx = = 3\n", 1, 2),
        (b"print 'x'\n<<<<<<< HEAD\n", 1, 2),
        (b"x = 1\nprint f(1 2)\n", 2, 2),
        (b"print 'x'\n  y = 3\n", 1, 2),
    ],
)
def test_what_no_python_parses_is_a_syntax_error(source: bytes, line: int, stop: int) -> None:
    result = upgrade(source)
    assert isinstance(result, Failure)
    assert not result.is_of_python_2
    assert result.reason.startswith("syntax error: ")
    assert result.reason.endswith(f", and Python 2 stops in line {stop}")
    assert result.line == line


def test_tabs_that_python_2_took() -> None:
    result = check_failure(b"import keras\ndef f(n):\n    if n == 1:\n\treturn n\n    return 2\n", "syntax error", 4)
    assert "--python2" in result.advice


def test_tabs_that_no_python_takes() -> None:
    result = check_failure(b"import keras\nif 1:\n  x = 1\n\ty = 2\n    z = 3\n", "syntax error", 4)
    assert "--python2" not in result.advice


def test_backslashes_that_python_2_took() -> None:
    result = check_failure(b"import keras\npath = 'C:\\Users\\x'\n", "unicodeescape", 2)
    assert result.advice == "write the backslashes of this string twice, or an r before it"


def test_utf_16() -> None:
    check_failure(b"\xff\xfe" + "x = 1\n".encode("utf-16-le"), "UTF-16")


@pytest.mark.parametrize("source", ["x = 1\n".encode("utf-16-be"), b"x\0y", b"\0" * 10])
def test_binary(source: bytes) -> None:
    check_failure(source, "binary")


@pytest.mark.parametrize(
    ("source", "line", "column"),
    [
        (b"x = '\xe9'\n", 1, 6),
        pytest.param(b"import keras\n# caf\xe9\n", 2, 6),
        (b"a\r\nb = '\xff'", 2, 6),
        (b"\x80\x81\x82", 1, 1),
    ],
)
def test_latin_1_without_a_coding_line(source: bytes, line: int, column: int) -> None:
    result = check_failure(source, "UTF-8", line)
    assert result.column == column
    assert "coding" in result.advice


@pytest.mark.parametrize(
    "source",
    [
        b"# coding: nonsense\nx = 1\n",
        b"# coding: utf-8\nx = '\xe9'\n",
        BOM + b"# coding: latin-1\nx = 1\n",
        b"# coding: ascii\nx = '\xc3\xa9'\n",
        b"# coding: utf-16\nx = 1\n",
        b"# coding: rot13\nx = 1\n",
        b"# coding: hex\n",
        b"#!/usr/bin/\xa0python\n# coding: utf-8\n",
    ],
)
def test_wrong_coding_lines(source: bytes) -> None:
    assert isinstance(upgrade(source + LEGACY), Failure)


# --- size and depth


@pytest.mark.parametrize(
    "part",
    [
        b"x = " + b"(" * 90 + b"1" + b")" * 90,
        b"x = " + b"(" * 1000 + b"1" + b")" * 1000,
        b"x = " + b"[" * 1000 + b"]" * 1000,
        b"x = " + b" + ".join([b"1"] * 5000),
        b"x = " + b"f(" * 500 + b")" * 500,
        b"x = a" + b".b" * 3000,
        b"x = a" + b"[0]" * 3000,
        b"x = " + b"not " * 3000 + b"y",
        b"x = " + b"-" * 3000 + b"1",
        b"\n".join(b" " * depth + b"if x:" for depth in range(90)) + b"\n" + b" " * 90 + b"y = 1",
        b"\n".join(b" " * depth + b"if x:" for depth in range(500)) + b"\n" + b" " * 500 + b"y = 1",
        b"x = [" + b"0, " * 2000 + b"]",
        b"x = '" + b"a" * 500000 + b"'",
        b"x = " + b"'a' " * 5000,
    ],
    ids=lambda part: part[:9].decode() + str(len(part)),
)
def test_deep_and_long_sources(part: bytes) -> None:
    """A depth that Python or the parser refuses is a refusal; all else is upgraded and nothing more."""
    for source, after in ((LEGACY + part + b"\n", MODERN + part + b"\n"), (part + b"\n", part + b"\n")):
        result = upgrade(source)
        if isinstance(result, Failure):
            assert "nested too deeply" in result.reason or "syntax error: " in result.reason, result
        else:
            assert result.after == after


@pytest.mark.parametrize(
    "part",
    [
        b"x = " + b" and ".join([b"y"] * 5000),
        b"x = " + b"lambda: " * 1000 + b"1",
        b"x = " + b"y if z else " * 1500 + b"1",
        b"if x: pass\n" + b"elif y: pass\n" * 1500,
        b"x = (\n" + b"    'some text'\n" * 1500 + b")",
    ],
    ids=["and", "lambda", "if else", "elif", "strings"],
)
def test_depth_never_raises(part: bytes) -> None:
    source = LEGACY + part + b"\n"
    result = upgrade(source)
    assert isinstance(result, Failure) or result.after == MODERN + part + b"\n"


def test_result_always_parses() -> None:
    result = upgrade(LEGACY)
    assert isinstance(result, Upgraded)
    ast.parse(result.after)
