"""Where values come from: names, parameters, attributes, and what functions return."""

from __future__ import annotations

import libcst as cst
import pytest

from codemods.analysis.objects.provenance import leaves, place, scopes_at
from codemods.source.file import File


def parse(source: str) -> File:
    return File(cst.parse_module(source), source.encode())


def subject(file: File) -> cst.BaseExpression:
    """The argument of `look(...)`."""
    [call] = [each for each in file.calls if isinstance(each.func, cst.Name) and each.func.value == "look"]
    return call.args[0].value


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("look(make())", ["make()"]),
        ("a = make()\nlook(a)", ["make()"]),
        ("a = None\na = make()\nlook(a)", ["make()"]),
        ("a = None\nif c:\n    a = make()\nlook(a)", ["None", "make()"]),
        ("b = make()\na = b if c else other()\nlook(a)", ["make()", "other()"]),
        ("def f():\n    return make()\nlook(f())", ["make()"]),
        ("def f():\n    if a:\n        return 1\n    return 2\nlook(f())", ["1", "2"]),
        ("def f():\n    return make(), 3\na, b = f()\nlook(a)", ["make()"]),
        ("a, b = make(), 3\nlook(b)", ["3"]),
        ("def f(a):\n    look(a)\nf(make())\nf(a=2)", ["make()", "2"]),
        ("def f(a=1):\n    look(a)\nf()", ["1"]),
        ("def f():\n    yield 1\nlook(f())", ["f()"]),
        ("class A:\n    def m(self):\n        self.a = make()\n    def n(self):\n        look(self.a)", ["make()"]),
        ("class A:\n    def m(self):\n        self.a = make()\nthing = A()\nlook(thing.a)", ["make()"]),
        ("class A:\n    def m(self):\n        return make()\n    def n(self):\n        look(self.m())", ["make()"]),
        ("import own\nlook(own.make())", ["own.make()"]),
        ("a = b\nb = a\na = 1\nlook(a)", ["1"]),
    ],
)
def test_all_values_are_shown(source: str, expected: list[str]) -> None:
    file = parse(source)
    found = leaves(file, subject(file))
    assert found is not None
    assert [file.code(each) for each in found] == expected


@pytest.mark.parametrize(
    "source",
    [
        "def f(a):\n    look(a)",
        "def f(*a):\n    look(a)\nf(1)",
        "def f(a):\n    look(a)\nf(**options)",
        "for a in b:\n    look(a)",
        "from own import a\nlook(a)",
        "look(a)",
        "def f():\n    return\nlook(f())",
        "def f():\n    pass\nlook(f())",
        "@cached\ndef f():\n    return 1\nlook(f())",
        "a, b = make()\nlook(a)",
        "look(thing.a)",
        "with make() as a:\n    look(a)",
    ],
)
def test_not_all_values_are_shown(source: str) -> None:
    file = parse(source)
    assert leaves(file, subject(file)) is None


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("look(1)", [None]),
        ("with s.scope():\n    look(1)", ["s.scope()"]),
        ("with a.scope():\n    with b.scope():\n        look(1)", ["b.scope()"]),
        ("with tf.device(0):\n    look(1)", [None]),
        ("def f():\n    look(1)\nwith s.scope():\n    f()", ["s.scope()"]),
        ("def f():\n    look(1)\nwith s.scope():\n    f()\nf()", ["s.scope()", None]),
        ("with s.scope():\n    def f():\n        look(1)\nf()", [None]),
        ("def f():\n    look(1)", [None]),
        ("def f():\n    look(1)\n    f()", [None]),
    ],
)
def test_scopes(source: str, expected: list[str | None]) -> None:
    file = parse(source)
    found = list(dict.fromkeys(scopes_at(file, subject(file))))
    assert [file.code(each) if each is not None else None for each in found] == expected


CHAINS = """
class Pair:
    def __init__(self, first, other):
        self.first = first
        self.first.critic.compile()
        other.critic.fit()

    def train(self):
        self.first.critic.fit()
        self.first.maker.fit()
"""


def test_an_attribute_of_an_attribute_is_one_place_in_a_class() -> None:
    file = parse(CHAINS)
    found = [place(file, call.func.value) for call in file.calls if isinstance(call.func, cst.Attribute)]
    compiled, other, trained, maker = found
    assert compiled == trained
    assert len({compiled, other, maker}) == len((compiled, other, maker))
