"""Numbers of NumPy in lists and dictionaries that become texts."""

from __future__ import annotations

import contextlib
import io
import sys
import types

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

HEAD = "import keras\nimport numpy as np\n"
AFTER = HEAD + 'np.set_printoptions(legacy="1.25")\n'


@pytest.mark.parametrize(
    "code",
    [
        "losses = []\nlosses.append(np.mean(x))\nprint(losses)",
        "losses = []\nlosses.append(x.mean())\nprint('losses', losses)",
        "losses = []\nfor e in es:\n    m = np.std(e)\n    losses.append(m)\nprint(str(losses))",
        "def show(a):\n    print(a)\nlosses = []\nlosses.append(np.mean(x))\nshow(losses)",
        "def make():\n    a = []\n    a.append(np.mean(x))\n    return a\nb = make()\nprint(b)",
        "print([np.max(x), np.min(x)])",
        "print((np.max(x), 3))",
        "print({'a': np.max(x)})",
        "scores = {}\nscores['a'] = x.mean()\nprint(scores)",
        "scores = [np.mean(each) for each in xs]\nprint('%s' % scores)",
        "scores = [np.mean(each) for each in xs]\nprint('{}'.format(scores))",
        "scores = [np.mean(each) for each in xs]\nprint(f'{scores}')",
        "scores = [np.mean(each) for each in xs]\nlogging.info(scores)",
        "print(list(np.unique(y)))",
        "print(sorted(np.unique(y)))",
        "print(dict(zip(*np.unique(y, return_counts=True))))",
        "x = np.arange(3)\nf.write(str(list(x)) + '\\n')",
        "m = np.mean(x)\nprint(repr(m))",
        "print('%r' % np.mean(x))",
        "print('{!r}'.format(np.mean(x)))",
        "print(f'{np.mean(x)!r}')",
        "m = round(np.mean(x), 2)\nprint([m])",
        "class A(object):\n    def run(self):\n        self.ms.append(np.mean(x))\n        print(self.ms)",
        "names = {}\nfor i, name in enumerate(np.unique(y)):\n    names[i] = np.float32(i)\nprint(names)",
    ],
)
def test_upgraded(code: str) -> None:
    check_upgraded(f"{HEAD}{code}\n", f"{AFTER}{code}\n")


@pytest.mark.parametrize(
    "code",
    [
        "print(np.mean(x))",
        "print('%s' % np.mean(x))",
        "print('{}'.format(np.mean(x)))",
        "print(f'{np.mean(x)}')",
        "print(np.array([np.mean(x)]))",
        "print(str(np.mean(x)))",
        "losses = []\nlosses.append(float(np.mean(x)))\nprint(losses)",
        "losses = []\nlosses.append(np.mean(x))\nprint(losses[-1])",
        "losses = []\nlosses.append(np.mean(x))\nprint(len(losses))",
        "losses = []\nlosses.append(np.mean(x))\nplot(losses)",
        "print([1, 2.5])",
        "print([np.mean(x, axis=0)])",
        "print(x.tolist())",
        "print(list(x))",
        "print(list(names))",
        "print('%.3f %.3f' % (a, b))",
        "print([x.mean().item()])",
        "print({'a': len(x)})",
        "h = model.fit(x, y)\nprint(h.history)",
        "print(x.shape, [n.name for n in model.layers])",
        "np.set_printoptions(legacy='1.13')\nprint([np.mean(x)])",
        "m = np.mean(x)\nprint('%r' % name, m)",
        "raise ValueError(f'{[np.mean(x)]}')",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(f"{HEAD}{code}\n")


@pytest.mark.parametrize("head", ["import keras.ops\nimport numpy as np\n", "import keras\nfrom numpy import mean\n"])
def test_other_heads(head: str) -> None:
    check_untouched(f"{head}print([{'np.' if ' np' in head else ''}mean(x)])\n")


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("print([np.float32(0.1)], {'a': np.mean([1, 2])})", "[0.1] {'a': 1.5}\n"),
        ("print(dict(zip(*np.unique([3, 3, 1], return_counts=True))))", "{1: 1, 3: 2}\n"),
        ("print(list(np.unique(['b', 'a'])))", "['a', 'b']\n"),
        ("print('%r' % np.mean([1, 2]), [np.float32(16777216)])", "1.5 [16777216.0]\n"),
    ],
)
def test_texts(code: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The texts of NumPy 1.17."""
    result = upgrade(f"{HEAD}{code}\n".encode())
    assert isinstance(result, Upgraded)
    monkeypatch.setitem(sys.modules, "keras", types.ModuleType("keras"))
    numpy = pytest.importorskip("numpy")
    shown = io.StringIO()
    with numpy.printoptions(), contextlib.redirect_stdout(shown):
        exec(result.after.decode(), {})
    assert shown.getvalue() == text
