"""Streams that get texts or bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.codemods.checks import check_declined, check_untouched, check_upgraded

HEAD = "import csv\nimport json\nimport pickle\nimport sys\n\nimport keras\n\n"


@pytest.mark.parametrize(
    ("legacy", "modern"),
    [
        ("w = csv.writer(open(p, 'wb'))\n", 'w = csv.writer(open(p, "w", newline=""))\n'),
        (
            "f = open(p, 'ab')\nw = csv.DictWriter(f, names)\n",
            'f = open(p, "a", newline="")\nw = csv.DictWriter(f, names)\n',
        ),
        (
            "with open(p, 'rb') as f:\n    rows = list(csv.reader(f))\n",
            'with open(p, "r", newline="") as f:\n    rows = list(csv.reader(f))\n',
        ),
        ("rows = csv.DictReader(open(p, mode='rb'))\n", 'rows = csv.DictReader(open(p, mode="r", newline=""))\n'),
        ("json.dump(x, open(p, 'wb'))\n", 'json.dump(x, open(p, "w"))\n'),
        ("open(p, 'wb').write('done')\n", "open(p, \"w\").write('done')\n"),
        (
            "f = open(p, 'wb')\nf.write('%d\\n' % n)\nf.close()\n",
            "f = open(p, \"w\")\nf.write('%d\\n' % n)\nf.close()\n",
        ),
        ("f = open(p, 'wb')\nf.write(','.join(names))\n", "f = open(p, \"w\")\nf.write(','.join(names))\n"),
        ("f = open(p, 'wb')\nf.write('{}'.format(n) + end)\n", "f = open(p, \"w\")\nf.write('{}'.format(n) + end)\n"),
        ("f = open(p, 'wb')\nf.write(str(n))\n", 'f = open(p, "w")\nf.write(str(n))\n'),
        ("f = open(p, 'wb')\nf.write(f'{n}')\n", "f = open(p, \"w\")\nf.write(f'{n}')\n"),
        ("f = open(p, 'wb')\nf.write(json.dumps(x))\n", 'f = open(p, "w")\nf.write(json.dumps(x))\n'),
        ("f = open(p, 'wb')\nline = 'a' + b\nf.write(line)\n", "f = open(p, \"w\")\nline = 'a' + b\nf.write(line)\n"),
        ("f = open(p, 'wb')\nprint(x, file=f)\n", 'f = open(p, "w")\nprint(x, file=f)\n'),
        ("x = pickle.load(open(p))\n", 'x = pickle.load(open(p, "rb"))\n'),
        ("x = pickle.load(open(p, 'r'), encoding='latin1')\n", "x = pickle.load(open(p, \"rb\"), encoding='latin1')\n"),
        ("with open(p, 'w') as f:\n    pickle.dump(x, f)\n", 'with open(p, "wb") as f:\n    pickle.dump(x, f)\n'),
        ("f = open(p, 'w')\npickle.dump(x, f, 2)\nf.close()\n", 'f = open(p, "wb")\npickle.dump(x, f, 2)\nf.close()\n'),
        ("for line in open(p, 'rU'):\n    print(line)\n", 'for line in open(p, "r"):\n    print(line)\n'),
        ("f = open(p, 'w', 0)\n", "f = open(p, 'w', 1)\n"),
        ("f = open(p, mode='a', buffering=0)\nf.write('x')\n", "f = open(p, mode='a', buffering=1)\nf.write('x')\n"),
        ("f = open(p, 'wb', 0)\nf.write('done')\n", "f = open(p, \"w\", 1)\nf.write('done')\n"),
        (
            "import os\nsys.stdout = os.fdopen(sys.stdout.fileno(), 'w', 0)\n",
            "import os\nsys.stdout = os.fdopen(sys.stdout.fileno(), 'w', 1)\n",
        ),
        ("x = pickle.load(open(p, buffering=9))\n", 'x = pickle.load(open(p, "rb", buffering=9))\n'),
        ("x = pickle.load(open(file=p))\n", 'x = pickle.load(open(file=p, mode="rb"))\n'),
        ("text = open(p, 'U').read()\n", 'text = open(p, "r").read()\n'),
        (
            "def save(x, f):\n    f.write('%s' % x)\n\n\ng = open(p, 'wb')\nsave(3, g)\nsave(4, f=g)\n",
            "def save(x, f):\n    f.write('%s' % x)\n\n\ng = open(p, \"w\")\nsave(3, g)\nsave(4, f=g)\n",
        ),
    ],
)
def test_modes(legacy: str, modern: str) -> None:
    check_upgraded(HEAD + legacy, HEAD + modern)


@pytest.mark.parametrize(
    "source",
    [
        "f = open(p, 'wb')\nf.write('a')\nf.write(data)\n",
        "f = open(p, 'wb')\nf.write('a')\nsend(f)\n",
        "f = open(p, 'wb')\njson.dump(x, f)\npickle.dump(x, f)\n",
        "f = open(p)\nx = pickle.load(f)\ntext = f.read()\n",
        "x = pickle.load(open(p, encoding='latin1'))\n",
    ],
)
def test_reported(source: str) -> None:
    check_declined(HEAD + source, "TFM501", 8)


@pytest.mark.parametrize(
    "source",
    [
        "w = csv.writer(open(p, 'w'))\n",
        "rows = csv.reader(open(p))\n",
        "x = json.load(open(p, 'rb'))\n",
        "json.dump(x, open(p, 'w'))\n",
        "x = pickle.load(open(p, 'rb'))\n",
        "pickle.dump(x, open(p, 'wb'))\n",
        "open(p, 'wb').write(b'done')\n",
        "open(p, 'wb').write(data)\n",
        "f = open(p, 'wb')\nf.write('a'.encode())\n",
        "f = open(p, 'wb')\nf.write('%s'.encode() % x)\n",
        "f = open(p, 'wb')\nf.close()\n",
        "f = open(p, 'w', 1)\nf = open(p, 'ab', 0)\nf = open(p, 'w', size)\n",
        "import os\nf = os.fdopen(n, 'wb', 0)\nf = os.fdopen(n, 'w')\n",
        "f = mine.open(p, 'w', 0)\n",
        "f = open(p, 'w', encoding='utf-8')\n",
        "if sys.version_info[0] < 3:\n    f = open(p, 'w', 0)\nelse:\n    f = open(p, 'w', 1)\n",
        "f = open(p, 'wb')\nsend(f)\n",
        "f = open(p, 'wb')\nf = wrap(f)\nf.write('a')\n",
        "f = open(p, mode)\nf.write('a')\n",
        "text = open(p, encoding='UTF-8').read()\n",
        "with open(p, encoding='UTF-8') as f:\n    x = json.load(f)\n",
        "rows = csv.reader(open(p, encoding='gbk'))\n",
        "rows = csv.reader(open(p, errors='backslashreplace'))\n",
        "rows = csv.reader(open(p, newline=''))\n",
        "x = pickle.load(open(*where))\nx = pickle.load(open(p, **options))\n",
        "f = open(p, 'wb' if old else 'w')\nf.write('a')\n",
        "f = open(p, 'rb')\nfor line in f:\n    print(line)\n",
        "from codecs import open\nf = open(p, 'wb')\nf.write('a')\n",
        "from six.moves import cPickle\nx = cPickle.load(open(p, 'rb'))\n",
        "if sys.version_info[0] < 3:\n    f = open(p, 'wb')\nelse:\n    f = open(p, 'w')\nw = csv.writer(f)\n",
        "if sys.version_info[0] < 3:\n    json.dump(x, open(p, 'wb'))\nelse:\n    json.dump(x, open(p, 'w'))\n",
        "def open(p, mode):\n    return p\n\n\nopen(p, 'wb').write('a')\n",
        "def save(x, f):\n    f.write(x)\n\n\ng = open(p, 'wb')\nsave(3, g)\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(HEAD + source)


@pytest.mark.parametrize("mode", ["w", "a"])
def test_a_text_without_a_buffer(mode: str, tmp_path: Path) -> None:
    """Python 2.7 wrote it at once."""
    path = tmp_path / "log.txt"
    with pytest.raises(ValueError, match="unbuffered"):
        path.open(mode, 0)
    with path.open(mode, 1) as log:
        log.write("loss 0.5\n")
        assert path.read_text() == "loss 0.5\n"
