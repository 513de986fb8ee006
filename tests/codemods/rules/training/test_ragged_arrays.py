"""Arrays of texts of different lengths."""

from __future__ import annotations

import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded

HEAD = """import numpy as np
from tensorflow.keras.preprocessing.sequence import pad_sequences
from tensorflow.keras.preprocessing.text import Tokenizer

texts = ["a b c", "b", "c d"]
t = Tokenizer(num_words=10)
t.fit_on_texts(texts)
"""


WORDS = """def numbers(text):
    return [t.word_index[word] for word in text.split()]


rows = []
for text in texts:
    row = numbers(text)
    rows.append(row)
"""


def after(code: str) -> str:
    result = upgrade(code.encode(), Settings(select=("TFM359",)))
    assert isinstance(result, Upgraded)
    return result.after.decode()


@pytest.mark.parametrize(
    ("before", "changed"),
    [
        (
            "x = np.array(t.texts_to_sequences(texts))\nx = pad_sequences(x)\n",
            "x = np.array(t.texts_to_sequences(texts), dtype=object)\nx = pad_sequences(x)\n",
        ),
        (
            "x = pad_sequences(np.asarray(t.texts_to_sequences(texts)), maxlen=4)\n",
            "x = pad_sequences(np.asarray(t.texts_to_sequences(texts), dtype=object), maxlen=4)\n",
        ),
        (
            "rows = t.texts_to_sequences(texts)\nx = np.array(rows)\ny = pad_sequences(x)\n",
            "rows = t.texts_to_sequences(texts)\nx = np.array(rows, dtype=object)\ny = pad_sequences(x)\n",
        ),
        (
            "x = np.array(t.texts_to_sequences(texts))\ny = t.sequences_to_matrix(x, mode='binary')\n",
            "x = np.array(t.texts_to_sequences(texts), dtype=object)\ny = t.sequences_to_matrix(x, mode='binary')\n",
        ),
        (
            WORDS + "x = t.sequences_to_matrix(np.asarray(rows))\n",
            WORDS + "x = t.sequences_to_matrix(np.asarray(rows, dtype=object))\n",
        ),
        (
            "x = [[ids[w] for w in text.split(' ')] for text in texts]\nx = pad_sequences(np.array(x))\n",
            "x = [[ids[w] for w in text.split(' ')] for text in texts]\nx = pad_sequences(np.array(x, dtype=object))\n",
        ),
    ],
)
def test_objects(before: str, changed: str) -> None:
    assert after(HEAD + before) == after(HEAD + changed) == HEAD + changed


@pytest.mark.parametrize(
    "code",
    [
        "x = np.array(t.texts_to_sequences(texts))\n",
        "labels = np.array(t.texts_to_sequences(texts))\nmodel.fit(x, labels)\n",
        "[x] = np.array(t.texts_to_sequences(['a b'])) - 1\n",
        "x = np.array(t.texts_to_matrix(texts))\n",
        "x = np.array(t.texts_to_sequences(texts), dtype='int32')\n",
        "x = np.array([1, 2])\n",
        "x = np.array(rows)\n",
        "rows = []\nfor text in texts:\n    rows.append([ord(each) for each in text])\nx = pad_sequences(np.array(rows))\n",
        "rows = [1]\nfor text in texts:\n    rows.append(len(text.split()))\nx = np.array(rows)\n",
        "rows = [[1]]\nif texts:\n    rows = t.texts_to_sequences(texts)\nx = np.array(rows)\n",
        "x = list(t.texts_to_sequences(texts))\n",
        "x = array(t.texts_to_sequences(texts))\n",
    ],
)
def test_left_alone(code: str) -> None:
    assert after(HEAD + code) == HEAD + code


@pytest.mark.parametrize(("more", "count"), [("", 1), (" - 1", 0)])
def test_a_note_where_the_lengths_do_not_show(more: str, count: int) -> None:
    result = upgrade(f"{HEAD}x = np.array(t.texts_to_sequences(texts)){more}\n".encode())
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.notes].count("TFM359") == count
    assert not result.findings


SAVED = "import numpy as np\nimport tensorflow as tf\nlosses, scores = [], []\n"


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("np.save('m.npy', (losses, scores))\n", 1),
        ("np.save('m.npy', [found['loss'], self.scores])\n", 1),
        ("np.save('m.npy', (losses,))\n", 0),
        ("np.save('m.npy', losses)\n", 0),
        ("rate = 0.1\nsize = 3\nnp.save('m.npy', (rate, size))\n", 0),
        ("np.save('m.npy', np.array([losses, scores], dtype=object))\n", 0),
        ("np.savez('m.npy', losses, scores)\n", 0),
        ("save('m.npy', (losses, scores))\n", 0),
    ],
)
def test_a_note_where_several_lists_are_saved_together(code: str, count: int) -> None:
    result = upgrade(f"{SAVED}{code}".encode())
    assert isinstance(result, Upgraded)
    assert [each.code for each in result.notes].count("TFM359") == count
    assert not result.findings


@pytest.mark.tensorflow
def test_what_numpy_says() -> None:
    pytest.importorskip("tensorflow")
    code = HEAD + "rows = np.array(t.texts_to_sequences(texts))\npadded = pad_sequences(rows)\n"
    found: dict[str, list[list[int]]] = {}
    exec(compile(after(code), "code", "exec"), found)
    assert [*found["rows"]] == [[3, 1, 2], [1], [2, 4]], "as with NumPy 1.18"
    with pytest.raises(ValueError, match="inhomogeneous"):
        exec(compile(code, "code", "exec"), {})
