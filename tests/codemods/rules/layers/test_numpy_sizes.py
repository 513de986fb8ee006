"""Sizes of layers that are numbers of NumPy."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

HEAD = "import numpy as np\nfrom keras.layers import LSTM, Conv2D, Dense, Embedding, RepeatVector\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Dense(np.max(y) + 1)", "Dense(int(np.max(y) + 1))"),
        ("Dense(units=np.prod(shape), activation='relu')", "Dense(units=int(np.prod(shape)), activation='relu')"),
        ("Dense(y.max() + 1)", "Dense(int(y.max() + 1))"),
        ("Embedding(words.max() + 1, 8)", "Embedding(int(words.max() + 1), 8)"),
        ("Embedding(8, np.int64(3))", "Embedding(8, int(np.int64(3)))"),
        ("Embedding(input_dim=x.max(), output_dim=3)", "Embedding(input_dim=int(x.max()), output_dim=3)"),
        ("LSTM(2 * np.sum(sizes))", "LSTM(int(2 * np.sum(sizes)))"),
        ("RepeatVector(lengths.max())", "RepeatVector(int(lengths.max()))"),
        ("n = np.max(y) + 1\nDense(n)", "n = np.max(y) + 1\nDense(int(n))"),
        ("def f(n): return Dense(n)\nf(y.max() + 1)", "def f(n): return Dense(int(n))\nf(y.max() + 1)"),
        (
            "class A:\n    def __init__(self): self.n = np.max(y)\n    def f(self): return Dense(self.n)",
            "class A:\n    def __init__(self): self.n = np.max(y)\n    def f(self): return Dense(int(self.n))",
        ),
        ("for n in np.arange(4, 9): Dense(n)", "for n in np.arange(4, 9): Dense(int(n))"),
        ("sizes = np.array([4, 8])\nDense(sizes[1])", "sizes = np.array([4, 8])\nDense(int(sizes[1]))"),
        (
            "class A:\n    def __init__(self, s): self.s = np.array(s)\n    def f(self): return [Dense(n) for n in self.s[1:]]",
            "class A:\n    def __init__(self, s): self.s = np.array(s)\n    def f(self): return [Dense(int(n)) for n in self.s[1:]]",
        ),
        ("Dense(np.random.choice([8, 16]))", "Dense(int(np.random.choice([8, 16])))"),
        ("Dense(np.ceil(7.5).astype(int))", "Dense(int(np.ceil(7.5).astype(int)))"),
        ("def size(): return np.max(y)\nDense(size())", "def size(): return np.max(y)\nDense(int(size()))"),
        ("Dense(64 / 2)", "Dense(int(64 / 2))"),
        ("Dense(0.5 * n)", "Dense(int(0.5 * n))"),
        ("def f(n, ratio=0.5): Dense(n * ratio)", "def f(n, ratio=0.5): Dense(int(n * ratio))"),
        ("from numpy import prod\nDense(prod(shape))", "from numpy import prod\nDense(int(prod(shape)))"),
    ],
)
def test_sizes(before: str, after: str) -> None:
    check_upgraded(HEAD + before + "\n", HEAD + after + "\n")


@pytest.mark.parametrize(
    "source",
    [
        "Dense(len(np.unique(y)))",
        "Dense(x.shape[1])",
        "Dense(np.shape(x)[-1])",
        "Dense(int(np.max(y)) + 1)",
        "Dense(n)",
        "Dense(max(1, 2))",
        "Conv2D(np.max(y), 3)",
        "Dense(3, activation=np.max)",
        "Dense(*sizes)",
        "Dense(64 // 2)",
        "for n in range(4, 9): Dense(n)",
        "sizes = [4, 8]\nDense(sizes[1])",
        "Dense(np.array(y).shape[1])",
        "Dense(np.random.randint(4, 9))",
        "def size(): return 3\nDense(size())",
        "def f(n, ratio=2): Dense(n * ratio)",
        "def f(n, ratio=0.5):\n    ratio = 2\n    Dense(n * ratio)",
        "def f(n): return Dense(n)\nf(3)",
        "from torch.nn import LSTM\nLSTM(np.max(y))",
        "Dense(sizes.get(3))",
        "print(np.max(y))",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source + "\n")
