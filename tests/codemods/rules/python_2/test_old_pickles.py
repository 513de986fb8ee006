"""Pickles of Python 2."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from codemods.engine.engine import upgrade
from codemods.types import Settings, Upgraded
from compat.tables.names.python_2_names import OF_PICKLE
from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import keras\n"
OF_PYTHON_2 = (
    b"\x80\x02cnumpy.core.multiarray\n_reconstruct\nq\x01cnumpy\nndarray\nq\x02K\x00\x85U\x01b\x87Rq\x03(K\x01K\x02"
    b"\x85cnumpy\ndtype\nq\x04U\x02f8K\x00K\x01\x87Rq\x05(K\x03U\x01<NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK\x00tb"
    b"\x89U\x10\x00\x00\x00\x00\x00\x00\xf8?\x00\x00\x00\x00\x00\x00\x04\xc0tb."
)
"""`numpy.array([1.5, -2.5])` in the form that Python 2 wrote by the protocol 2: the bytes are a text, `U`."""


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("import cPickle as pickle\nx = pickle.load(f)\n", 'import pickle\nx = pickle.load(f, encoding="latin1")\n'),
        ("import cPickle\nx = cPickle.loads(s)\n", 'import pickle\nx = pickle.loads(s, encoding="latin1")\n'),
        (
            "import cPickle as pkl\nx = pkl.load(f)['a']\npkl.dump(x, f, pkl.HIGHEST_PROTOCOL)\n",
            "import pickle as pkl\nx = pkl.load(f, encoding=\"latin1\")['a']\npkl.dump(x, f, pkl.HIGHEST_PROTOCOL)\n",
        ),
        (
            "from cPickle import load, dumps as d\nx = load(f)\n",
            'from pickle import load, dumps as d\nx = load(f, encoding="latin1")\n',
        ),
        ("import cPickle as pickle\n", "import pickle\n"),
        ("import os, cPickle, time\ncPickle.dump(x, f)\n", "import os, pickle, time\npickle.dump(x, f)\n"),
        (
            "import pickle\nimport cPickle\ncPickle.dump(pickle.load(f), g)\n",
            "import pickle\nimport pickle as cPickle\ncPickle.dump(pickle.load(f), g)\n",
        ),
        (
            "import cPickle as pickle\nx = pickle.Unpickler(f).load()\n",
            'import pickle\nx = pickle.Unpickler(f, encoding="latin1").load()\n',
        ),
        (
            "import cPickle\nwith open(p) as f:\n    x = cPickle.load(f)\n",
            'import pickle\nwith open(p, "rb") as f:\n    x = pickle.load(f, encoding="latin1")\n',
        ),
        ("import cPickle\ncPickle.dump(x, open(p, 'w'))\n", 'import pickle\npickle.dump(x, open(p, "wb"))\n'),
        (
            "def read(p):\n    import cPickle\n    return cPickle.load(p)\n",
            'def read(p):\n    import pickle\n    return pickle.load(p, encoding="latin1")\n',
        ),
    ],
)
def test_pickles(legacy: str, modern: str) -> None:
    check_upgraded(HEAD + legacy, HEAD + modern)


def test_a_module_without_keras() -> None:
    check_upgraded("import cPickle\nx = cPickle.load(f)\n", 'import pickle\nx = pickle.load(f, encoding="latin1")\n')


def test_a_translated_file() -> None:
    source = b"import keras\nimport cPickle\nprint cPickle.load(open(p, 'rb'))\n"
    result = upgrade(source, Settings(python_2=True))
    assert isinstance(result, Upgraded)
    assert result.after == b"import keras\nimport pickle\nprint(pickle.load(open(p, 'rb'), encoding=\"latin1\"))\n"
    assert result.findings == ()


def test_the_encoding() -> None:
    """It reads arrays of Python 2, and changes nothing of what Python 3 writes."""
    with pytest.raises(UnicodeDecodeError):
        pickle.loads(OF_PYTHON_2)
    assert pickle.loads(OF_PYTHON_2, encoding="latin1").tolist() == [1.5, -2.5]
    given = {
        "a": "ä\x80€",
        b"\x80\xff": b"\x00\xfe",
        "b": np.array([b"\xff"]),
        "c": (1, 2.5, None, {"é"}),
        "d": 1 << 70,
    }
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        found = pickle.loads(pickle.dumps(given, protocol), encoding="latin1")
        assert found == given
        assert [type(each) for each in found] == [type(each) for each in given]


def test_names() -> None:
    assert [each for each in OF_PICKLE if not hasattr(pickle, each)] == []


def test_what_pickle_does_not_have() -> None:
    check_declined(
        HEAD + "import cPickle\ntry:\n    x = cPickle.load(f)\nexcept cPickle.BadPickleGet:\n    pass\n", "TFM219", 2
    )
    check_declined(HEAD + "import cPickle\nshow(cPickle)\n", "TFM219", 2)


@pytest.mark.parametrize(
    "source",
    [
        "import pickle\nx = pickle.load(f)\n",
        "try:\n    import cPickle as pickle\nexcept ImportError:\n    import pickle\nx = pickle.load(f)\n",
        "import sys\nif sys.version_info[0] == 2:\n    import cPickle as pickle\nelse:\n    import pickle\n",
        "from six.moves import cPickle\nx = cPickle.load(open(p, 'rb'))\n",
        "import _pickle as cPickle\nx = cPickle.load(open(p, 'rb'))\n",
        "from .cPickle import load\nx = load(f)\n",
        "import pickle\nx = pickle.load(f, encoding='bytes')\n",
        "cPickle = object()\nx = cPickle.load(f)\n",
        "import dill\nx = dill.load(f)\n",
        "import json\nx = json.load(f)\n",
        "import pickle\npickle.dump(x, open(p, 'wb'))\n",
        "import numpy as np\nx = np.load('a.npy', allow_pickle=True)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source)
