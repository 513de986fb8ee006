"""Python 2 as Python 3: what changes, what stays to the byte, and what is refused."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from codemods.python_2.translation import Translation, translate
from codemods.source.parsing import check_syntax
from codemods.types import Failure

ROOT = Path(__file__).resolve().parents[3]


def translation(source: str | bytes) -> Translation:
    text = source.encode() if isinstance(source, str) else source
    refused = check_syntax(text)
    done = translate(text, refused if isinstance(refused, Failure) else None)
    assert isinstance(done, Translation), done
    return done


def translated(source: str) -> str:
    return translation(source).after.decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("print 'x', y", "print('x', y)"),
        ("print", "print"),
        ("print x,", "print(x, end=' ')"),
        ("print >>f, 'x' % y,", "print('x' % y, end=' ', file=f)"),
        ("exec 'x = 1' in d", "exec('x = 1', d)"),
        ("raise ValueError, 'x'", "raise ValueError('x')"),
        ("try: f()\nexcept (A, B), e: pass", "try: f()\nexcept (A, B) as e: pass"),
        ("x = `y` <> 0777 + 10L", "x = repr(y) != 0o777 + 10"),
        ("x = ur'a\\d'", "x = r'a\\d'"),
        ("print d.has_key(k)", "print(k in d)"),
        ("print d.keys()[0]", "print(list(d.keys())[0])"),
        ("for k, v in d.iteritems(): print k", "for k, v in d.items(): print(k)"),
        ("print map(f, x)[0]", "print(list(map(f, x))[0])"),
        ("print zip(a, b), range(3)", "print(list(zip(a, b)), list(range(3)))"),
        ("for i in xrange(3): print i", "for i in range(3): print(i)"),
        ("print raw_input(), input()", "print(input(), eval(input()))"),
        ("print isinstance(x, (int, long))", "print(isinstance(x, int))"),
        ("print isinstance(x, basestring)", "print(isinstance(x, str))"),
        ("import cPickle\nprint cPickle.load(f)", "import pickle\nprint(pickle.load(f))"),
        ("import urllib2\nprint urllib2.urlopen(u)", None),
        ("import types\nprint types.StringType", "import types\nprint(str)"),
        ("print reduce(f, x)", "from functools import reduce\nprint(reduce(f, x))"),
        ("def f((a, b)): print a", None),
        (
            "class A:\n    __metaclass__ = M\n    def next(self): print 1",
            "class A(metaclass=M):\n    def __next__(self): print(1)",
        ),
        ("class A:\n    def __nonzero__(self): print 1", "class A:\n    def __bool__(self): print(1)"),
        ("#!/usr/bin/env python2.7\nprint 1", "#!/usr/bin/env python3\nprint(1)"),
        ("#!/usr/bin/python2\nprint 1", "#!/usr/bin/python3\nprint(1)"),
        ("print '\\u1234', u'\\u1234'", "print('\\\\u1234', u'\\u1234')"),
    ],
)
def test_translated(before: str, after: str | None) -> None:
    if before == "print":
        assert translation("print\nprint 1\n").after == b"print()\nprint(1)\n"
        return
    done = translation(f"{before}\n")
    compile(done.after, "x", "exec")
    assert after is None or done.after.decode() == f"{after}\n"
    assert done.changes
    assert all(each.code == "TFM293" for each in done.changes)


@pytest.mark.parametrize(
    "line",
    [
        "x = u'text'",
        "x = np.sort(y)",
        "x = sorted(y, key=f)",
        "x = pool.map(f, y)",
        "x = tf.range(3)",
        "x = six.iteritems(d)",
        "x.unicode = 3",
        "assert x, y",
        "x = [1,2 , 3]",
        "x = set([1])",
        "if type(x) == int: pass",
        "for k in range(3): pass",
        "x = a.next_batch(3)",
        "from __future__ import division",
        "x = 3 / 2",
    ],
)
def test_lines_that_stay(line: str) -> None:
    assert translated(f"{line}\nprint 1\n") == f"{line}\nprint(1)\n"


@pytest.mark.parametrize(
    "head",
    [
        "from six.moves import range, map, zip, filter, reduce, input",
        "def map(a): return a",
        "from past.builtins import xrange, unicode",
        "def f(filter, zip=3, *map): return filter(zip(map(0)))",
        "for reduce in x: reduce()",
        "range = 3",
        "map, (zip, filter) = x",
        "f = lambda input: input()",
    ],
)
def test_names_that_the_source_binds(head: str) -> None:
    names = [
        each
        for each in ("map", "zip", "filter", "reduce", "input", "range", "unicode")
        if each in head.replace("xrange", "")
    ]
    uses = "".join(f"x = {name}(a, b)\n" for name in names)
    assert translated(f"{head}\n{uses}print 1\n") == f"{head}\n{uses}print(1)\n"


def test_a_method_is_no_name_of_the_source() -> None:
    source = "class A:\n    def filter(self): return filter(f, self.x)\nprint 1\n"
    assert "return list(filter(f, self.x))" in translated(source)


# --- bytes


@pytest.mark.parametrize(
    "source",
    [
        b"# -*- coding: latin-1 -*-\nx = '\xe9'  # \xe8\nprint x\n",
        b"\xef\xbb\xbfx = '\xc3\xa9'\nprint x\n",
        b"x = 1\r\nprint x\r\n",
        b"x = 1\r\nprint x\ny = 2\r\n",
        b"\x0cx = 1\n\x0c\nprint x\n\x0cy = 2\n",
        b"x = 1  # why\n\n\n# end\nprint x",
        b"print x\n   \n\t\n",
        b"x = '''\ta\n\tb'''\nprint x\n",
    ],
)
def test_all_else_stays(source: bytes) -> None:
    assert translation(source).after == source.replace(b"print x", b"print(x)")


def test_imports_end_as_the_lines_do() -> None:
    after = translation(b"x = 1\r\nprint reduce(f, x)\r\n").after
    assert b"from functools import reduce\r\n" in after
    assert after.count(b"\n") == after.count(b"\r\n")


def test_tabs_end_at_each_eighth_column() -> None:
    source = "if x:\n\tprint '''\n\tkept'''\n        print 2\n    \tprint 3\n"
    done = translation(source)
    assert done.after.decode() == "if x:\n        print('''\n\tkept''')\n        print(2)\n        print(3)\n"
    assert [each.line for each in done.changes if "spaces" in each.message] == [2, 5]


def test_tabs_alone_stay() -> None:
    assert translated("if x:\n\tprint 1\n") == "if x:\n\tprint(1)\n"


# --- the report


def test_each_change_has_its_line() -> None:
    done = translation("import cPickle\n\nprint 'a'\nx = d.has_key(3); print x\n")
    assert [(each.line, each.message) for each in done.changes] == [
        (1, "a module of the standard library has another name"),
        (3, "print is a function"),
        (4, "has_key is in"),
        (4, "print is a function"),
    ]


@pytest.mark.parametrize(
    ("source", "line", "words"),
    [
        ("import StringIO\nprint 1\n", 1, "io.StringIO"),
        ("print 1\nraise 'a text'\n", 2, "string exceptions"),
        ("print (a,  # why\n  b), c\nx = [1 for x in 2,  # because\n 3]\n", 0, ""),
    ],
)
def test_what_is_left(source: str, line: int, words: str) -> None:
    found = [(each.line, each.message) for each in translation(source).findings]
    assert not line or any(at == line and words in said for at, said in found), found


def test_a_lost_comment_is_named() -> None:
    source = "print >>f, (1,  # why\n  2)\nexec code in \\\n  d\nraise E, \\\n  3\ntry: pass\nexcept E, e:  # handled\n  pass\n"
    done = translation(source)
    kept = [word for word in (b"# why", b"# handled") if word in done.after]
    named = [each for each in done.findings if "comment is lost" in each.message]
    assert len(kept) + len(named) == 2


# --- refusals


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (b"print 'x'\nx = (\n", "fissix cannot parse it"),
        (b"print 'x'\nx = = 3\n", "fissix cannot parse it"),
        (b"print 'x'\n  y = 3\n", "fissix cannot parse it"),
        (b"print 'x'\ndef f():\n    from x import *\n", "whose translation is not Python 3"),
        (b"print 'x'\nasync = 3\n", "whose translation is not Python 3"),
        (b"print 'x'\ry = 3\r", "carriage return"),
    ],
)
def test_refused(source: bytes, words: str) -> None:
    refused = check_syntax(source)
    assert isinstance(refused, Failure)
    failure = translate(source, refused)
    assert isinstance(failure, Failure)
    assert words in failure.reason
    assert failure.advice
    assert "\n" not in failure.reason


def test_a_missing_library_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codemods.python_2.translation.is_installed", lambda: False)
    failure = translate(b"print 1\n", Failure("Python 2 source", "", 1, 1))
    assert isinstance(failure, Failure)
    assert "pip install" in failure.advice


# --- the library


def test_nothing_is_written_and_nothing_logged(tmp_path: Path) -> None:
    script = (
        "import logging; logging.basicConfig(level=0)\n"
        "from codemods.python_2.translation import translate\n"
        "from codemods.types import Failure\n"
        "translate(b'print map(f, x)\\nmap(f, x)\\n', Failure('Python 2 source', '', 1, 1))\n"
    )
    homes = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", "USERPROFILE"), str(tmp_path))
    environment = {**os.environ, **homes, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=True, timeout=60)
    assert (done.stdout, done.stderr) == (b"", b"")
    assert not list(tmp_path.iterdir())


def test_logging_stays_as_it_is() -> None:
    before = logging.getLogger().handlers[:]
    translation("print 1\n")
    assert logging.getLogger().handlers == before


# --- the same on both

PROGRAM = """
import types
from itertools import izip, imap
from StringIO import StringIO

def add((a, b), c=010):
    return a + b + c

class Count(object):
    def __init__(self): self.n = 0
    def __iter__(self): return self
    def next(self):
        self.n += 1
        if self.n > 3: raise StopIteration, "done"
        return self.n
    def __nonzero__(self): return False

print add((1, 2)), 10L, `[1, 2]`, 1 <> 2
print list(Count()), bool(Count()), Count().next()
d = {"a": 1}
keys = d.keys(); keys.sort(); keys.append("z")
print keys, d.has_key("a"), d.items()[0], [v for k, v in d.iteritems()]
for key in d.keys(): d[key + "b"] = 2
print sorted(d.keys())
print map(lambda x: x * 2, xrange(3))[1:], filter(None, [0, 1]), zip([1], [2]), range(3) + [3]
print reduce(lambda a, b: a * b, range(1, 5)), map(None, [1, 2]), apply(add, ((1, 2), 3))
print [a + b for a, b in izip([1], [2])], list(imap(abs, [-1])), unicode("x") + u"y"
print isinstance("x", types.StringType), isinstance(1, (int, long)), isinstance("x", basestring), unichr(65)
try:
    raise KeyError, "k"
except (KeyError, ValueError), error:
    print error.args
exec "q = 3"
print q,
print "end"
s = StringIO(); print >>s, "to", "s"; print s.getvalue().strip()
print "%d" % 3, ("%s" % "x"), '\\u0041', ur"\\d"
if True:
	print "tab"
        print "spaces"
"""
EXPECTED = """
11 10 [1, 2] True
[1, 2, 3] False 1
['a', 'z'] True ('a', 1) [1]
['a', 'ab']
[2, 4] [1] [(1, 2)] [0, 1, 2, 3]
24 [1, 2] 6
[3] [1] xy
True True True A
('k',)
3 end
to s
3 x \\u0041 \\d
tab
spaces
"""


def test_the_translation_prints_the_same() -> None:
    """`EXPECTED` is what Python 2.7.18 prints; where a Python 2.7 is at hand, it is asked again."""
    for command, source in (("python2.7", PROGRAM.encode()), (sys.executable, translation(PROGRAM).after)):
        if command == sys.executable or _runs(command):
            done = subprocess.run([command, "-"], input=source, capture_output=True, check=False, timeout=60)
            assert done.stdout.decode().strip() == EXPECTED.strip(), done.stderr.decode()


def _runs(command: str) -> bool:
    """True for an interpreter, and not for a stand-in that only says that there is none."""
    found = shutil.which(command)
    return found is not None and not subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode
