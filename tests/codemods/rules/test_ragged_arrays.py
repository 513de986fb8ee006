"""Arrays of texts of different lengths."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

HEAD = """import numpy as np
from tensorflow.keras.preprocessing.text import Tokenizer

texts = ["a b c", "b", "c d"]
t = Tokenizer(num_words=10)
t.fit_on_texts(texts)
"""


def after(code: str) -> str:
    result = upgrade(code.encode(), Settings(select=("TFM359",)))
    assert isinstance(result, Upgraded)
    return result.after.decode()


@pytest.mark.parametrize(
    ("before", "changed"),
    [
        ("x = np.array(t.texts_to_sequences(texts))\n", "x = np.array(t.texts_to_sequences(texts), dtype=object)\n"),
        (
            "x = np.asarray(t.texts_to_sequences(texts))\n",
            "x = np.asarray(t.texts_to_sequences(texts), dtype=object)\n",
        ),
        (
            "rows = t.texts_to_sequences(texts)\nx = np.array(rows)\n",
            "rows = t.texts_to_sequences(texts)\nx = np.array(rows, dtype=object)\n",
        ),
    ],
)
def test_objects(before: str, changed: str) -> None:
    assert after(HEAD + before) == after(HEAD + changed) == HEAD + changed


@pytest.mark.parametrize(
    "code",
    [
        "x = np.array(t.texts_to_matrix(texts))\n",
        "x = np.array(t.texts_to_sequences(texts), dtype='int32')\n",
        "x = np.array([1, 2])\n",
        "x = np.array(rows)\n",
        "rows = [[1]]\nif texts:\n    rows = t.texts_to_sequences(texts)\nx = np.array(rows)\n",
        "x = list(t.texts_to_sequences(texts))\n",
        "x = array(t.texts_to_sequences(texts))\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert after(HEAD + code) == HEAD + code


@pytest.mark.tensorflow
def test_what_numpy_says() -> None:
    pytest.importorskip("tensorflow")
    code = HEAD + "rows = np.array(t.texts_to_sequences(texts))\n"
    found: dict[str, list[list[int]]] = {}
    exec(compile(after(code), "code", "exec"), found)
    assert [*found["rows"]] == [[3, 1, 2], [1], [2, 4]], "as with NumPy 1.18"
    with pytest.raises(ValueError, match="inhomogeneous"):
        exec(compile(code, "code", "exec"), {})
