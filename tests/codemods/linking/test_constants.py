"""Constants that are written out."""

from __future__ import annotations

import ast
from collections.abc import Callable

import libcst as cst
import pytest

from codemods.linking.constants import with_constants
from codemods.rules import all_rules
from codemods.source.file import File
from codemods.source.walk import every_node
from codemods.types import Stage
from tests.codemods.forms import with_constants as with_constants_at_the_top


def written(source: str, *, assumed: bool = False) -> str | None:
    found = with_constants(File(cst.parse_module(source), source.encode()), assumed=assumed)
    return found[0].code if found is not None else None


@pytest.mark.parametrize(
    ("source", "last"),
    [
        ("N = 10\nf(N)\n", "f(10)"),
        ("N = 10\nf(units=N)\n", "f(units=10)"),
        ("LOSS = 'mse'\nf([LOSS], {'a': LOSS})\n", "f(['mse'], {'a': 'mse'})"),
        ("SHAPE = (28, 28)\nf(SHAPE)\n", "f((28, 28))"),
        ("N = 10\nM = N\nf(M)\n", "f(10)"),
        ("N = 10\nm = len(x) // N\n", "m = len(x) // 10"),
        ("N = 10\nx[N] = 3\n", "x[10] = 3"),
        ("N = 10\nshape = (N, 2)\n", "shape = (10, 2)"),
        ("N = -1\n\ndef g():\n    f(N)\n", "    f(-1)"),
        ("class Config:\n    N = 3\n\nf(Config.N)\n", "f(3)"),
        ("class Config:\n    def __init__(self):\n        self.n = 3\n\nc = Config()\nf(c.n)\n", "f(3)"),
        ("N, M = 10, 3\nf(M)\n", "f(3)"),
        ("c = {'n': 3}\nf(c['n'])\n", "f(3)"),
        ("c = dict(n=3)\nf(g, *h, [c['n'], 1])\n", "f(g, *h, [3, 1])"),
        ("c = {'n': 3, 'm': N}\ng(**c)\nf(c['n'])\n", "f(3)"),
    ],
)
def test_written_out(source: str, last: str) -> None:
    after = written(source)
    assert after is not None
    assert after.splitlines()[-1] == last


@pytest.mark.parametrize(
    "source",
    [
        "f(10)\n",
        "f(N)\n",
        "N = 10\nN = 11\nf(N)\n",
        "N = g()\nf(N)\n",
        "N = 10\n\ndef g(N):\n    f(N)\n",
        "for N in range(3):\n    f(N)\n",
        "N = [1]\nf(N)\n",
        "N = 10\nm = N\n",
        'N = "a"\nf"{g(N)}"\n',
        "N = None\n\ndef f():\n    global N\n    N, m = g()\n",
        "N = None\nfor i, (N, m) in g():\n    pass\n",
        "class C:\n    n = None\n\nc = C()\n(c.n, m) = g()\n[c.n] = g()\ndel (c.n,)\n",
        "class Config:\n    N = 3\n\nConfig.N = 4\nf(Config.N)\n",
        "N = 10\n\ndef g():\n    global N\n    N = 11\n\nf(N)\n",
        "c = {'n': 3}\nc['n'] = 4\nf(c['n'])\n",
        "c = {'n': 3}\nc['n'] += 4\nf(c['n'])\n",
        "c = {'n': 3}\n(a, [c['n']]) = g()\nf(c['n'])\n",
        "c = {'n': 3}\nfor c['n'] in h: pass\nf(c['n'])\n",
        "c = {'n': 3}\ndel c['n']\nf(c['n'])\n",
        "c = {'n': 3}\ng(c)\nf(c['n'])\n",
        "c = {'n': 3}\nc.update(n=4)\nf(c['n'])\n",
        "c = {'n': 3}\nc[key] = 4\nf(c['n'])\n",
        "c = {'n': 3}\nd = c\nf(c['n'])\n",
        "c = {'n': g()}\nf(c['n'])\n",
        "c = {**h}\nf(c['n'])\n",
        "c = g()\nf(c['n'])\n",
    ],
)
def test_left_alone(source: str) -> None:
    assert written(source) is None


OPTION = "p = argparse.ArgumentParser()\np.add_argument('--n-units', type=int, default=3)\n"
FLAG = "tf.app.flags.DEFINE_string('loss', 'mse', 'the loss')\nFLAGS = tf.app.flags.FLAGS\n"


@pytest.mark.parametrize(
    ("source", "last"),
    [
        (f"{OPTION}a = p.parse_args()\nf(a.n_units)\n", "f(3)"),
        (f"{OPTION}a, rest = p.parse_known_args()\nf(a.n_units)\n", "f(3)"),
        (f"{OPTION}def main(args):\n    f(args.n_units)\n", "    f(3)"),
        (f"{OPTION}class C:\n    def g(self):\n        f(self.opt.n_units)\n", "        f(3)"),
        (f"{FLAG}f([FLAGS.loss])\n", "f(['mse'])"),
        (f"{OPTION}M = 4\na = p.parse_args()\nf(a.n_units, M)\n", "f(3, 4)"),
    ],
)
def test_options_have_their_defaults(source: str, last: str) -> None:
    after = written(source, assumed=True)
    assert after is not None
    assert after.splitlines()[-1] == last


@pytest.mark.parametrize(
    "source",
    [
        f"{OPTION}M = 4\nf(M)\n",
        f"{OPTION}a = p.parse_args()\na.n_units = 4\nf(a.n_units)\n",
        f"{OPTION}f(layer.n_units)\n",
        f"{OPTION}a = p.parse_args()\nf(a.others)\n",
        f"{OPTION}a = p.parse_args()\nb = a.n_units\n".replace("default=3", "required=True"),
        f"{OPTION}a = p.parse_args()\nf(a.n_units)\n".replace("default=3", "default=g()"),
    ],
)
def test_options_left_alone(source: str) -> None:
    assert written(source, assumed=True) is None


@pytest.mark.parametrize(
    ("source", "line"),
    [
        ("def g(n):\n    f(n)\n\ng(3)\n", "    f(3)"),
        ("def g(n):\n    f(n)\n\ng(n=3)\ng(3)\n", "    f(3)"),
        ("def g(n=3):\n    f(n)\n\ng()\n", "    f(3)"),
        ("def g(n=4):\n    f(n)\n\nN = 3\ng(N)\n", "    f(3)"),
        (
            "class C:\n    def __init__(self, n=3):\n        self.n = n\n\n    def g(self):\n        f(self.n)\n\nC()\n",
            "        f(3)",
        ),
    ],
)
def test_parameters_that_all_calls_give_one_value(source: str, line: str) -> None:
    after = written(source, assumed=True)
    assert after is not None
    assert line in after.splitlines()
    assert line not in (written(source) or "").splitlines()


@pytest.mark.parametrize(
    "source",
    [
        "def g(n=3):\n    f(n)\n",
        "def g(n=3):\n    f(n)\n\ng()\ng(4)\n",
        "def g(n):\n    f(n)\n\ng(h())\n",
        "def g(n):\n    f(n)\n\ng(*h)\n",
        "def g(n):\n    n = 4\n    f(n)\n\ng(3)\n".replace("n = 4", "n += 4"),
        "def g(training):\n    f(training)\n\ng(False)\n",
        "def g(n=None):\n    f(n)\n\ng()\n",
    ],
)
def test_parameters_left_alone(source: str) -> None:
    assert written(source, assumed=True) is None


def test_options_are_no_constants() -> None:
    assert written(f"{OPTION}a = p.parse_args()\nf(a.n_units)\n") is None


def test_nodes_stand_for_those_of_the_file() -> None:
    source = "N = 10\nf(N, g(2))\n"
    file = File(cst.parse_module(source), source.encode())
    found = with_constants(file)
    assert found is not None
    module, own = found
    calls = [file.code(own[each]) for each in every_node(module) if isinstance(each, cst.Call)]
    assert calls == ["f(N, g(2))", "g(2)"]
    (ten,) = [each for each in every_node(module) if isinstance(each, cst.Integer) and each.value == "10"][1:]
    assert file.code(own[ten]) == "N"


@pytest.mark.parametrize("form", [str, with_constants_at_the_top])
def test_any_example_stays_a_script(form: Callable[[str], str]) -> None:
    sources = [form(rule.example) for rule in all_rules() if rule.stage is not Stage.PYTHON_2]
    scripts = [each for each in map(written, sources) if each is not None]
    assert scripts
    for each in scripts:
        ast.parse(each)
