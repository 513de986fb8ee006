"""Arrays of objects are loaded with `allow_pickle=True`."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

HEAD = "import keras\nimport numpy as np\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("d = np.load('a.npy').item()", "d = np.load('a.npy', allow_pickle=True).item()"),
        ("d = np.load('a.npy')[()]", "d = np.load('a.npy', allow_pickle=True)[()]"),
        (
            "d = np.load(path, encoding='latin1').item()",
            "d = np.load(path, encoding='latin1', allow_pickle=True).item()",
        ),
        ("d = np.load(file=path).item()", "d = np.load(file=path, allow_pickle=True).item()"),
        ("a = np.load(path)\nd = a.item()", "a = np.load(path, allow_pickle=True)\nd = a.item()"),
        ("a = np.load(path)\nd = a[()]", "a = np.load(path, allow_pickle=True)\nd = a[()]"),
        ("a = np.load(path)\na = a.item()", "a = np.load(path, allow_pickle=True)\na = a.item()"),
        ("d = np.load(path)['words'].item()", "d = np.load(path, allow_pickle=True)['words'].item()"),
    ],
)
def test_edited(before: str, after: str) -> None:
    check_upgraded(f"{HEAD}{before}\n", f"{HEAD}{after}\n")


@pytest.mark.parametrize(
    "source",
    [
        "d = np.load('a.npy', allow_pickle=True).item()",
        "d = np.load('a.npy', None, True).item()",
        "d = np.load('a.npy', allow_pickle=False).item()",
        "d = np.load(*a).item()",
        "d = np.load('a.npy', **k).item()",
        "x = np.load('a.npy')",
        "x = np.load('a.npy')\ny = x.mean().item()",
        "x = np.load('a.npy')[0].item()",
        "x = np.load('a.npy').item(0)",
        "x = np.load('a.npy')\nx = f(x)\ny = x.item()",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(f"{HEAD}{source}\n")


def test_without_keras() -> None:
    check_upgraded(
        "import numpy as np\nd = np.load('a.npy').item()\n",
        "import numpy as np\nd = np.load('a.npy', allow_pickle=True).item()\n",
    )
