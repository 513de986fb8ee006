"""What is IPython in a cell is masked, the rest parses, and the way back leads to the same bytes."""

from __future__ import annotations

import ast
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codemods.notebooks.magics import Mask, masked


def mask(source: str) -> tuple[str, list[Mask]]:
    text, masks = masked(source, (f"mark {number}" for number in count()))
    assert restored(text, masks) == source
    return text, masks


def restored(text: str, masks: list[Mask]) -> str:
    for each in masks:
        assert text.count(each.text) == 1
        assert "\n" not in each.text
        text = text.replace(each.text, each.original)
    return text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("%matplotlib inline", '"mark 0"'),
        ("%matplotlib inline\nx = 1\n", '"mark 0"\nx = 1\n'),
        ("% matplotlib inline", '"mark 0"'),
        ("!ls -l 'it\nx = 1", '"mark 0"\nx = 1'),
        ("!!ls", '"mark 0"'),
        ("!ls \\\n  -l\nx = 1", '"mark 0"\nx = 1'),
        ("!ls \\\r\n  -l\r\nx = 1", '"mark 0"\nx = 1'),
        ("if x:\n    !ls\n", 'if x:\n    "mark 0"\n'),
        ("for x in y:\n\t%cd {x}\n\tprint(x)", 'for x in y:\n\t"mark 0"\n\tprint(x)'),
        ("x = !ls", "x = get_ipython().getoutput('mark 0')"),
        ("if y:\n    x.z[0] =!ls  # y", "if y:\n    x.z[0] =get_ipython().getoutput('mark 0')"),
        ("x = %time f(3)", "x = get_ipython().run_line_magic('time', 'f(3)', 'mark 0')"),
        ("x = %sql f(3)", "x = get_ipython().getoutput('mark 0')"),
        ("x = !ls \\\n  -l\ny = 1", "x = get_ipython().getoutput('mark 0')\ny = 1"),
        ("?x", '"mark 0"'),
        ("??x.y", '"mark 0"'),
        ("x.y?", '"mark 0"'),
        ("if x:\n  x.y??  # what", 'if x:\n  "mark 0"'),
        ("%time y = f(x)", '"mark 0"; y = f(x)'),
        ("%timeit -n 3 -r2 f(x)", '"mark 0"; f(x)'),
        ("%prun f(x);", '"mark 0"; f(x);'),
        ("%%time\nx = 1", '"mark 0"\nx = 1'),
        ("\n \n%%time -q\n!ls\nx = 1\n", '\n \n"mark 0"\n"mark 1"\nx = 1\n'),
        ("%%capture out\n%%time\nx = 1", '"mark 0"\n"mark 1"\nx = 1'),
        ("%%timeit x = 1\ny = x", '"mark 0"\ny = x'),
        ("%%time", '"mark 0"'),
        ("%%bash\nls 'it", "get_ipython().run_cell_magic('bash', '', \"ls 'it\", 'mark 0')"),
        ("%%writefile a.py\nimport x\n", "get_ipython().run_cell_magic('writefile', 'a.py', 'import x\\n', 'mark 0')"),
        ("%pip install -q x", "get_ipython().run_line_magic('pip', 'install -q x', 'mark 0')"),
        ("! pip install x \\\n y", "get_ipython().system('pip install x   y', 'mark 0')"),
        ("pip install x", "get_ipython().run_line_magic('pip', 'install x', 'mark 0')"),
        ("ls ./x", '"mark 0"'),
        ("%run train.py", 'from train import *; "mark 0"'),
        ("%run -i -p train.py --epochs 3 'it'\nx = 1", 'from train import *; "mark 0"\nx = 1'),
        ("%run -N 3 ./lib/nets.py", 'from lib.nets import *; "mark 0"'),
        ("%run ../lib/nets.py", 'from ..lib.nets import *; "mark 0"'),
        ("%run ../../nets.py", 'from ...nets import *; "mark 0"'),
        ("%run -m lib.nets --all", 'from lib.nets import *; "mark 0"'),
        ("%run setup.ipynb", 'from ._ import *; "mark 0"'),
        ("%run 01_data.py", 'from ._ import *; "mark 0"'),
        ("%run my-data.py", 'from ._ import *; "mark 0"'),
        ("%run class.py", 'from ._ import *; "mark 0"'),
        ("%run -m 3", 'from ._ import *; "mark 0"'),
        ("%run keras.py", 'from ._ import *; "mark 0"'),
        ("%run $script", 'from ._ import *; "mark 0"'),
        ("%run 'it", 'from ._ import *; "mark 0"'),
        ("%run /tmp/train.py", 'from ._ import *; "mark 0"'),
        ("%run", '"mark 0"'),
        ("%run -i", '"mark 0"'),
        ("%runner train.py", '"mark 0"'),
        ("if x:\n    %run train.py", 'if x:\n    "mark 0"'),
        ("%run train.py  # tf-forward: ignore", 'from train import *; "mark 0"  # tf-forward: ignore'),
        ("%tensorflow_version 1.x", "get_ipython().run_line_magic('tensorflow_version', '1.x', 'mark 0')"),
        ("%time for i in x: f(i)", "get_ipython().run_line_magic('time', 'for i in x: f(i)', 'mark 0')"),
        (
            "!pip install x  # tf-forward: ignore",
            "get_ipython().system('pip install x  # tf-forward: ignore', 'mark 0')  # tf-forward: ignore",
        ),
    ],
)
def test_masked(source: str, text: str) -> None:
    found, _ = mask(source)
    assert found == text
    ast.parse(found)


@pytest.mark.parametrize(
    "source",
    [
        "",
        "\n",
        "x = (1\n% 2)",
        "x = 1 \\\n% 2",
        "x %= 2",
        "x = y % z",
        "x = [\n!ls\n]",
        's = """\n%time\n!ls\nx?\n%%bash\n"""',
        "s = '''it's\n!ls\n'''",
        "s = r'''\\\n%ls'''",
        's = "\\\n!ls"',
        "s = 'x?'",
        "x = 1  # what?",
        "# what?",
        "#!ls\n# %time\n",
        "x != y",
        "x = y != z",
        "assert x == '!ls'",
        "f(x,\n  y='?')",
        "x = {'a': 1}  # %",
        "plt.show();",
        "await f(x)",
        "ls = 1",
        "ls - l",
        "cat (x)",
        "pip",
        "f'{x!r} {y:%d}'",
        "'%s' % x",
        "print('a' '%s'\n      % x)",
        "@f\nclass A: pass",
        "def f():\n    '''What?'''\n    return 1",
        "x: int = 3",
        "lambda: 1",
        "x = '''a''' '?'",
        "x = b'\\x00' rb'\\'",
    ],
)
def test_python_is_left_alone(source: str) -> None:
    assert mask(source) == (source, [])


def test_broken_quotes_do_not_end_the_reading() -> None:
    assert mask("it's\n!ls\n")[0] == 'it\'s\n"mark 0"\n'
    mask("x = '''\n!ls")
    mask("x = (\n!ls")
    mask("x = \\")


def test_masks_know_the_lines_that_they_stand_for() -> None:
    _, masks = mask("!ls \\\n -l \\\n -a\nx = !ls\n%%bash\n")
    assert [each.extra_lines for each in masks] == [2, 0, 0]
    _, (cell,) = mask("%%bash\nls\nls\n")
    assert cell.extra_lines == 3


def test_a_cell_magic_is_one_only_at_the_top() -> None:
    _, (first, second) = mask("%%time\n%%time")
    assert first.heads_cell
    assert second.heads_cell
    _, (below,) = mask("x = 1\n%%time")
    assert not below.heads_cell


LINES = st.sampled_from(
    [
        "x = 1", "%time x = 2", "!ls 'it", "if x:", "    !ls \\", "    y = !ls", "    pass", "s = '''", "'''", '"""', "f(",
        ")", "x?", "?x", "%%time", "%%bash", "%cd {x}", "# what?", "", "   ", "\\", "z = \\", "% 3", "[", "]", "it's",
        "pip install x", "\tx = %sql", "'", '"', "%tensorflow_version 1.x  # tf-forward: ignore", "\r", "x;",
    ]
)  # fmt: skip


@given(st.lists(LINES, max_size=12).map("\n".join))
def test_any_lines_come_back(source: str) -> None:
    mask(source)


@given(st.text(alphabet="%!?'\"\\\n\t ()[]{}=#;xy\r", max_size=40))
def test_any_text_comes_back(source: str) -> None:
    mask(source)
