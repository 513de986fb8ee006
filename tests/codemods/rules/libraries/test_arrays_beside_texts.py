"""Arrays that are compared with a text or an empty list."""

from __future__ import annotations

import numpy as np
import pytest

from codemods.engine.engine import upgrade
from codemods.types import Upgraded
from tests.codemods.checks import check_untouched, check_upgraded

HEAD = "import numpy as np\nfrom keras.layers import Dense\nfrom keras.models import Sequential\n"
LOOP = """
x = {start}
for batch in batches:
    if {test}:
        x = batch
    else:
        x = np.concatenate((x, batch))
"""


HELD = "class A:\n    def __init__(self):\n        self.x = []\n    def add(self, b):\n"


@pytest.mark.parametrize("to", ["native", "compat"])
@pytest.mark.parametrize(
    ("start", "before", "after"),
    [
        ("''", "x == ''", "isinstance(x, str) and x == ''"),
        ("''", "(x == '')", "(isinstance(x, str) and x == '')"),
        ('""', 'x != ""', 'not isinstance(x, str) or x != ""'),
        ("'none'", "'none' == x", "isinstance(x, str) and 'none' == x"),
        ("[]", "x == []", "isinstance(x, list) and x == []"),
        ("[]", "x != [ ]", "not isinstance(x, list) or x != [ ]"),
        ("()", "x == ()", "isinstance(x, tuple) and x == ()"),
        ("[]", "not x == []", "not (isinstance(x, list) and x == [])"),
        ("[]", "first and x != []", "first and (not isinstance(x, list) or x != [])"),
        ("[]", "first or (x == [])", "first or (isinstance(x, list) and x == [])"),
    ],
)
def test_in_a_loop(start: str, before: str, after: str, to: str) -> None:
    head = HEAD if to == "native" else HEAD.replace("keras", "compat.keras")
    check_upgraded(head + LOOP.format(start=start, test=before), head + LOOP.format(start=start, test=after), to=to)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "x = ''\nfor b in bs:\n    x = b if x == '' else np.vstack([x, b])\n",
            "x = ''\nfor b in bs:\n    x = b if isinstance(x, str) and x == '' else np.vstack([x, b])\n",
        ),
        (
            "x = []\nif a: x = m.predict(y)\nassert x != []\n",
            "x = []\nif a: x = m.predict(y)\nassert not isinstance(x, list) or x != []\n",
        ),
        (
            "x = []\nwhile x == []: x = raw.reshape(3, 4)\n",
            "x = []\nwhile isinstance(x, list) and x == []: x = raw.reshape(3, 4)\n",
        ),
        (
            "def f(x=''):\n    if x == '': print(x)\nf(np.zeros(3))\n",
            "def f(x=''):\n    if isinstance(x, str) and x == '': print(x)\nf(np.zeros(3))\n",
        ),
        (
            HELD + "        if self.x == []: self.x = b\n        self.x = np.append(self.x, b)\n",
            HELD
            + "        if isinstance(self.x, list) and self.x == []: self.x = b\n        self.x = np.append(self.x, b)\n",
        ),
        (
            "a = np.zeros(3)\nx = ''\nif b: x = a[1:] * 2\nif x == '': print(x)\n",
            "a = np.zeros(3)\nx = ''\nif b: x = a[1:] * 2\nif isinstance(x, str) and x == '': print(x)\n",
        ),
    ],
)
def test_elsewhere(before: str, after: str) -> None:
    head = HEAD + "m = Sequential([Dense(1, input_dim=2)])\n"
    check_upgraded(head.replace(", input_dim=2", "") + before, head.replace(", input_dim=2", "") + after)


@pytest.mark.parametrize(
    "code",
    [
        LOOP.format(start="''", test="isinstance(x, str) and x == ''"),
        LOOP.format(start="None", test="x is None"),
        LOOP.format(start="[]", test="len(x) == 0"),
        LOOP.format(start="0", test="x == 0"),
        LOOP.format(start="[0]", test="x == [0]"),
        LOOP.format(start="''", test="x[0] == ''"),
        LOOP.format(start="''", test="x.name == ''"),
        LOOP.format(start="''", test="f(x == '')"),
        LOOP.format(start="[]", test="x is []"),
        LOOP.format(start="''", test="'' == x == y"),
        "x = ''\nif a: x = 'none'\nif x == '': print(x)\n",
        "x = input()\nif x == '': print(x)\n",
        "x = []\nfor b in bs:\n    if x == []: x = [b]\n    x.append(b)\n",
        "x = np.zeros(3)\nempty = x == ''\n",
        "x = np.zeros(3)\ny = x[x == '']\n",
        "x = ''\nif x == '': print(x)\nx = np.zeros(3)\n",
        "def f(x=''):\n    if x == '': print(x)\nf('a')\n",
        "x = ''\nif a: x = read()\nif x == '': print(x)\n",
        "x = ''\nif a: x = np.random.choice(['a', 'b'])\nif x == 'a': print(x)\n",
        "x = ''\nif a: x = np.sum(y)\nif x == '': print(x)\n",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(HEAD + code)


def test_code_for_keras_3() -> None:
    check_untouched(HEAD + "import keras\nkeras.ops.sum(y)\n" + LOOP.format(start="''", test="x == ''"))


@pytest.mark.parametrize(("start", "test"), [("''", "x == ''"), ("[]", "x == []"), ("[]", "not x != []")])
def test_what_it_makes(start: str, test: str) -> None:
    """(8, 3) on NumPy 1.18.5 as it stood; ValueError today."""
    result = upgrade(f"import numpy as np{LOOP.format(start=start, test=test)}".encode())
    assert isinstance(result, Upgraded)
    found: dict[str, object] = {"batches": [np.ones((4, 3)), np.zeros((4, 3))]}
    exec(result.after, found)
    assert found["x"].shape == (8, 3)  # type: ignore[attr-defined]


def test_a_name_that_is_an_array_later() -> None:
    check_untouched(
        "import numpy as np\nimport keras\n\n\ndef index(labels):\n    if labels == 'inferred':\n"
        "        labels = np.zeros((3,))\n    if len(labels) == 3:\n        print(labels)\n"
    )
