"""Indices of symbolic tensors that are numbers of NumPy."""

from __future__ import annotations

import pytest

from tests.codemods.checks import check_untouched, check_upgraded

HEAD = """import numpy as np
from keras.applications import VGG16
from keras.layers import Dense, Input

model = VGG16()
x = Input((4, 5))
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("model.output[:, np.argmax(scores)]", "model.output[:, int(np.argmax(scores))]"),
        ("x[:, 1, scores.argmax()]", "x[:, 1, int(scores.argmax())]"),
        ("Dense(3)(x)[np.argmax(a), :, b.argmax()]", "Dense(3)(x)[int(np.argmax(a)), :, int(b.argmax())]"),
        ("best = np.argmax(scores)\nmodel.output[:, best]", "best = np.argmax(scores)\nmodel.output[:, int(best)]"),
        ("x[:, np.argsort(scores)[-1]]", "x[:, int(np.argsort(scores)[-1])]"),
        ("x[:, scores.argsort()[::-1][0]]", "x[:, int(scores.argsort()[::-1][0])]"),
        (
            "order = np.argsort(scores)[-5:]\nx[:, order[0]]",
            "order = np.argsort(scores)[-5:]\nx[:, int(order[0])]",
        ),
        (
            "order = np.argsort(scores)\norder = order[::-1]\nx[:, order[0]]",
            "order = np.argsort(scores)\norder = order[::-1]\nx[:, int(order[0])]",
        ),
        (
            "def score(best):\n    return model.output[:, best]\nscore(np.argmax(scores))",
            "def score(best):\n    return model.output[:, int(best)]\nscore(np.argmax(scores))",
        ),
        ("model.layers[-1].output[:, np.argmax(s)]", "model.layers[-1].output[:, int(np.argmax(s))]"),
        (
            "p = model.predict(a)\nprint(['cat', 'dog'][p[0][0] > 0.5])",
            "p = model.predict(a)\nprint(['cat', 'dog'][int(p[0][0] > 0.5)])",
        ),
        ("NAMES = ('a', 'b')\nNAMES[np.max(a) > 3]", "NAMES = ('a', 'b')\nNAMES[int(np.max(a) > 3)]"),
        ("p = np.mean(a)\n'ab'[(p > 3)]", "p = np.mean(a)\n'ab'[int(p > 3)]"),
        ("b = model.predict(a)[0, 0] >= 0.5\n['a', 'b'][b]", "b = model.predict(a)[0, 0] >= 0.5\n['a', 'b'][int(b)]"),
    ],
)
def test_indices(before: str, after: str) -> None:
    check_upgraded(HEAD + before + "\n", HEAD + after + "\n")


def test_on_the_shims() -> None:
    source = HEAD.replace("from keras", "from compat.keras") + "model.output[:, {}]\n"
    check_upgraded(source.format("np.argmax(scores)"), source.format("int(np.argmax(scores))"), to="compat")


@pytest.mark.parametrize(
    "source",
    [
        "scores[:, np.argmax(scores)]",
        "np.zeros(3)[np.argmax(scores)]",
        "model.predict(image)[0, np.argmax(scores)]",
        "x[:, 1]",
        "x[:, int(np.argmax(scores))]",
        "['cat', 'dog'][n > 3]",
        "['cat', 'dog'][len(names) > 3]",
        "['cat', 'dog'][rows[0] > 3]",
        "['cat', 'dog'][np.argmax(a)]",
        "p = np.array(a)\np[p > 3]",
        "labels[np.max(a) > 3]",
        "def f(data):\n    a, b = data\n    return a[np.argmax(b, 1) == 3]\nf(data=([1], [2]))",
        "['cat', 'dog'][int(np.max(a) > 3)]",
        "x[:, : np.argmax(scores)]",
        "x[..., None]",
        "x[:, len(scores) - 1]",
        "x[:, np.argmax(scores, axis=1)]",
        "x[:, np.argsort(scores)[:3]]",
        "x[:, best]",
        "names = names[1:]\nx[:, names[0]]",
        "def f(names):\n    names = names[1:]\n    return table[names[0]]",
        "[1, 2][np.argmax(scores)]",
        "x.shape[np.argmax(scores)]",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source + "\n")
