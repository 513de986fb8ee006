"""Calls of NumPy that take or give something else today."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import keras\nimport numpy as np\nM = keras.models.Sequential()\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("w, v = np.linalg.eig(a)", "w, v = map(np.real_if_close, np.linalg.eig(a))"),
        (
            "w, v = np.linalg.eig(a)\nprint(w.real, v)",
            "w, v = map(np.real_if_close, np.linalg.eig(a))\nprint(w.real, v)",
        ),
        ("[w, v] = np.linalg.eig(a)", "[w, v] = map(np.real_if_close, np.linalg.eig(a))"),
        ("w = np.linalg.eig(a)[0]", "w = tuple(map(np.real_if_close, np.linalg.eig(a)))[0]"),
        ("pair = np.linalg.eig(a)", "pair = tuple(map(np.real_if_close, np.linalg.eig(a)))"),
        ("w = np.linalg.eigvals(a)", "w = np.real_if_close(np.linalg.eigvals(a))"),
        ("w = max(np.linalg.eigvals(a))", "w = max(np.real_if_close(np.linalg.eigvals(a)))"),
        ("u, i = np.unique(y, return_inverse=True)", "u, i = np.unique(np.ravel(y), return_inverse=True)"),
        ("u, i = np.unique(x[:, 0:2], False, True)", "u, i = np.unique(np.ravel(x[:, 0:2]), False, True)"),
        ("g = np.meshgrid(a, b)\ng[0] = g[0] * 2", "g = list(np.meshgrid(a, b))\ng[0] = g[0] * 2"),
        ("g = np.meshgrid(a, b)\ng.append(c)", "g = list(np.meshgrid(a, b))\ng.append(c)"),
        ("g = np.meshgrid(a, b) + [c]", "g = list(np.meshgrid(a, b)) + [c]"),
        ("x = np.linspace(0, 1, n / 2)", "x = np.linspace(0, 1, int(n / 2))"),
        ("x = np.linspace(0, 1, num=1e3)", "x = np.linspace(0, 1, num=int(1e3))"),
        ("x = np.logspace(0, 1, (n / 2) + 1)", "x = np.logspace(0, 1, int((n / 2) + 1))"),
        ("k = n / 2\nx = np.linspace(0, 1, k)", "k = n / 2\nx = np.linspace(0, 1, int(k))"),
        ("x = np.linspace(0, 1, np.ceil(n))", "x = np.linspace(0, 1, int(np.ceil(n)))"),
        ("x = np.linspace(-3, 1, 8, dtype=int)", "x = np.linspace(-3, 1, 8).astype(int)"),
        ("x = np.linspace(0, -n, 8, dtype=np.int32)", "x = np.linspace(0, -n, 8).astype(np.int32)"),
        ("x = np.ones(2, dtype=np.floating)", "x = np.ones(2, dtype=np.float64)"),
        ("x = np.zeros(3, np.integer)", "x = np.zeros(3, np.int64)"),
        ("x = y.astype(np.integer)", "x = y.astype(np.int64)"),
        ("x = np.zeros((2, 2))\ny = np.expand_dims(x, axis=3)", "x = np.zeros((2, 2))\ny = np.expand_dims(x, axis=-1)"),
        ("x = np.issubdtype(y.dtype, float)", "x = np.issubdtype(y.dtype, np.floating)"),
        ("x = np.issubdtype(y.dtype, int)", "x = np.issubdtype(y.dtype, np.signedinteger)"),
        ("x = np.issubdtype(y.dtype, 'float32')", "x = np.issubdtype(y.dtype, np.floating)"),
        (
            "x = np.zeros(8, dtype='float32')\ny = np.fft.rfft(x)",
            "x = np.zeros(8, dtype='float32')\ny = np.fft.rfft(x.astype(float))",
        ),
    ],
)
def test_upgraded(before: str, after: str) -> None:
    check_upgraded(f"{HEAD}{before}\n", f"{HEAD}{after}\n")


@pytest.mark.parametrize(
    "code",
    [
        "z = np.cross([1, 0], [0, 1])",
        "a = np.array([1, 0])\nz = np.cross(a, b)",
        "z = np.cross(np.array([[1, 2], [3, 4]]), b)",
    ],
)
def test_vectors_of_two_numbers(code: str) -> None:
    check_declined(f"{HEAD}{code}\n", "TFM493", 3 + code.count("\n") + 1)


@pytest.mark.parametrize(
    "code",
    [
        "w, v = np.linalg.eigh(a)",
        "w = np.linalg.eigvals(a).real",
        "w, v = np.linalg.eig(a)\nw, v = np.real(w), np.real(v)\nprint(w, v)",
        "w, v = np.linalg.eig(a)\nprint(w.real, np.abs(v))",
        "w = np.linalg.eigvals(a)\nprint(w.real.max())",
        "w = np.abs(np.linalg.eigvals(a))",
        "w, v = own.linalg.eig(a)",
        "w, v = np.linalg.eig(*a)",
        "u, i = np.unique(y, return_index=True)",
        "u = np.unique(y)",
        "u, i = np.unique(y, return_inverse=False)",
        "u, i = np.unique(y, return_inverse=True, axis=0)",
        "u, i = np.unique([3, 1, 2], return_inverse=True)",
        "u, i = np.unique(frame['label'], return_inverse=True)",
        "u, i = np.unique(frame['label'].values, return_inverse=True)",
        "u, i = np.unique(y.ravel(), return_inverse=True)",
        "u, i = np.unique(y[:, 3], return_inverse=True)",
        "y = np.zeros(4)\nu, i = np.unique(y, return_inverse=True)",
        "g = np.meshgrid(a, b)\nx = g[0]",
        "x, y = np.meshgrid(a, b)\nx[0] = 1",
        "g = np.array(np.meshgrid(a, b))\ng[0] = 1",
        "x = np.linspace(0, 1, n)",
        "x = np.linspace(0, 1, n // 2)",
        "x = np.linspace(0, 1, int(n / 2))",
        "x = np.linspace(0, 1.5, 10)",
        "x = np.linspace(0, 10, 5, dtype=int)",
        "x = np.linspace(-1, 1, 5, dtype=np.float32)",
        "x = np.linspace(-1, 1, 5, dtype=kind)",
        "x = np.issubdtype(y.dtype, np.floating)",
        "x = isinstance(y, np.integer)",
        "x = np.zeros((2, 2))\ny = np.expand_dims(x, axis=2)",
        "y = np.expand_dims(x, axis=3)",
        "x = np.issubdtype(y.dtype, np.float32)",
        "x = np.issubdtype(y.dtype, str)",
        "x = np.zeros(8)\ny = np.fft.rfft(x)",
        "y = np.fft.rfft(x)",
        "z = np.cross([1, 0, 0], [0, 1, 0])",
        "z = np.cross(a, b)",
        "z = np.cross([*a, 1], b)",
        "try:\n    w, v = np.linalg.eig(a)\nexcept ValueError:\n    w, v = np.linalg.eigh(a)",
    ],
)
def test_left_alone(code: str) -> None:
    check_untouched(f"{HEAD}{code}\n")


def test_a_file_of_keras_3() -> None:
    check_untouched("import keras.ops\nimport numpy as np\nw, v = np.linalg.eig(a)\n")


def test_a_module_without_keras() -> None:
    head = "import numpy as np\n"
    check_upgraded(f"{head}w = np.linalg.eigvals(a)\n", f"{head}w = np.real_if_close(np.linalg.eigvals(a))\n")
