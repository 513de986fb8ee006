"""Objects of pandas, h5py, Pillow, PyYAML and threads, with what they have today."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.codemods.checks import check_declined, check_sound, check_untouched, check_upgraded

PANDAS = "import pandas as pd\n"
H5PY = "import h5py\n"
WRITTEN = (
    "import h5py\nf = h5py.File(p, 'w')\nf['kind'] = 'train'\nf['x'] = 3\n"
    "f.create_dataset('names', data=names, dtype=h5py.special_dtype(vlen=str))\n"
)


READ = PANDAS + "d = pd.read_csv(p)\n"
INDEXED = PANDAS + "d = pd.read_csv(p, index_col='day', parse_dates=True)\n"


@pytest.mark.parametrize(
    ("head", "key", "indexer"),
    [
        (READ, ":, 'b'", "loc"),
        (READ, ":, ['a', 'b']", "loc"),
        (READ, "d.a > 1", "loc"),
        (READ, "d['a'] > 1, 'b'", "loc"),
        (READ, "d['a'] > 1, :", "loc"),
        (READ, ":, :-1", "iloc"),
        (READ, ":, 1:", "iloc"),
        (READ, ":, 0", "iloc"),
        (READ, ":, [0, 1]", "iloc"),
        (READ, ":, -1", "iloc"),
        (INDEXED, "0:2, :", "iloc"),
        (INDEXED, "0:2, 0:1", "iloc"),
    ],
)
def test_labels_and_positions(head: str, key: str, indexer: str) -> None:
    check_upgraded(f"{head}print(d.ix[{key}])\n", f"{head}print(d.{indexer}[{key}])\n")


@pytest.mark.parametrize(
    ("head", "key"),
    [
        (READ, "0"),
        (READ, "0:3"),
        (READ, "0, 'b'"),
        (READ, "0:3, 1:"),
        (READ, "d['a'] > 1, 1:"),
        (READ, ":, n"),
        (READ, "rows"),
        (INDEXED, "0:2, 'a'"),
        (PANDAS + "d = pd.read_csv(p, header=None)\n", ":, 1:"),
        (PANDAS + "d = pd.DataFrame(x)\n", ":, 1:"),
    ],
)
def test_numbers_that_may_be_either(head: str, key: str) -> None:
    check_declined(f"{head}print(d.ix[{key}])\n", "TFM309", 3)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (PANDAS + "x = pd.read_csv(p).as_matrix()\n", PANDAS + "x = pd.read_csv(p).values\n"),
        (PANDAS + "def f(d):\n    return (d.as_matrix())\n", PANDAS + "def f(d):\n    return (d.values)\n"),
        (
            PANDAS + "x = (pd.read_csv(p)  # all\n     .as_matrix())\n",
            PANDAS + "x = (pd.read_csv(p)  # all\n     .values)\n",
        ),
        (
            H5PY + "with h5py.File(p, 'r') as f:\n    x = f['x'].value\n",
            H5PY + "with h5py.File(p, 'r') as f:\n    x = f['x'][()]\n",
        ),
        (
            H5PY + "f = h5py.File(p, 'r')\nx = f['a'][name].value[3]\n",
            H5PY + "f = h5py.File(p, 'r')\nx = f['a'][name][()][3]\n",
        ),
        (
            H5PY + "f = h5py.File(p, 'r')\nx = f['x']\ny = x.value\n",
            H5PY + "f = h5py.File(p, 'r')\nx = f['x']\ny = x[()]\n",
        ),
        (
            H5PY + "f = h5py.File(p, 'r')\nfor k, v in f.items():\n    x[k] = v.value\n",
            H5PY + "f = h5py.File(p, 'r')\nfor k, v in f.items():\n    x[k] = v[()]\n",
        ),
        (
            H5PY + "f = h5py.File(p, 'r')\nx = f.get('x').value\n",
            H5PY + "f = h5py.File(p, 'r')\nx = f.get('x')[()]\n",
        ),
        (
            H5PY + "def read(h5_file):\n    return h5_file['x'].value\n",
            H5PY + "def read(h5_file):\n    return h5_file['x'][()]\n",
        ),
        (
            H5PY + "f = h5py.File(p, 'r')\nx = json.loads(f.attrs['model_config'].decode('utf-8'))\n",
            H5PY + "f = h5py.File(p, 'r')\nx = json.loads(f.attrs['model_config'])\n",
        ),
        (
            H5PY + "def read(f):\n    return f.attrs.get('keras_version').decode('utf8')\n",
            H5PY + "def read(f):\n    return f.attrs.get('keras_version')\n",
        ),
        (WRITTEN + "print(f['kind'][()] == 'train')\n", WRITTEN + "print(f['kind'].asstr()[()] == 'train')\n"),
        (WRITTEN + "print(f['kind'].value + 'ing')\n", WRITTEN + "print(f['kind'].asstr()[()] + 'ing')\n"),
        (WRITTEN + "x = f['names']\nprint('a' + x[0])\n", WRITTEN + "x = f['names']\nprint('a' + x.asstr()[0])\n"),
        (WRITTEN + "for x in f['names']:\n    print(x)\n", WRITTEN + "for x in f['names'].asstr()[:]:\n    print(x)\n"),
        (
            H5PY + "f = h5py.File(p)\nf.create_dataset('x', data=y)\n",
            H5PY + "f = h5py.File(p, \"a\")\nf.create_dataset('x', data=y)\n",
        ),
        (
            H5PY + "with h5py.File(p) as f:\n    f['x'] = y\n",
            H5PY + "with h5py.File(p, \"a\") as f:\n    f['x'] = y\n",
        ),
        (
            H5PY + "with h5py.File(p, 'r') as f:\n    names = list(f)\nx = f['x'].value\n",
            H5PY + "with h5py.File(p, 'r') as f:\n    names = list(f)\nx = f['x'][()]\n",
        ),
        (
            "from threading import Thread\nt = Thread()\nx = t.isAlive()\n",
            "from threading import Thread\nt = Thread()\nx = t.is_alive()\n",
        ),
        (
            "import xml.etree.ElementTree as ET\nx = ET.parse(p).getroot().getiterator('a')\n",
            "import xml.etree.ElementTree as ET\nx = ET.parse(p).getroot().iter('a')\n",
        ),
        (
            "import unittest\nclass T(unittest.TestCase):\n    def test(self):\n        self.assertEquals(1, 1)\n",
            "import unittest\nclass T(unittest.TestCase):\n    def test(self):\n        self.assertEqual(1, 1)\n",
        ),
        (
            "import tensorflow as tf\nclass T(tf.test.TestCase):\n    def test(self):\n        self.assert_(x, 1)\n",
            "import tensorflow as tf\nclass T(tf.test.TestCase):\n    def test(self):\n        self.assertTrue(x, 1)\n",
        ),
        ("import configparser\nc.readfp(open(p))\n", "import configparser\nc.read_file(open(p))\n"),
        (
            "from PIL import Image\nx = Image.open(p).tostring()\n",
            "from PIL import Image\nx = Image.open(p).tobytes()\n",
        ),
    ],
)
def test_upgraded(before: str, after: str) -> None:
    check_upgraded(before, after)
    check_upgraded(f"import keras\n{before}", f"import keras\n{after}")


@pytest.mark.parametrize(
    "source",
    [
        H5PY + "x = h5py.File(p, 'r').attrs['mine'].decode('utf8')\n",
        PANDAS + "x = d.as_matrix(['a'])\n",
        PANDAS + "x = d.ix[0]\n",
        PANDAS + "x = pd.DataFrame(y).append(z)\n",
        PANDAS + "x = pd.concat([y]).get_value(0, 'a')\n",
        "from PIL import ImageDraw\nx = ImageDraw.Draw(y).textsize('a', z)\n",
        "from PIL import ImageFont\nx = ImageFont.truetype(y).getsize('a')\n",
        "from yaml import load\nx = load(open(p))\n",
        "from sklearn.tree import DecisionTreeClassifier\nx = DecisionTreeClassifier().fit(a, b).n_features_\n",
        "from sklearn.ensemble import BaggingClassifier\nx = BaggingClassifier().fit(a, b).base_estimator_\n",
        "from sklearn.naive_bayes import MultinomialNB\nx = MultinomialNB().fit(a, b).coef_\n",
        "from sklearn.naive_bayes import GaussianNB\nx = GaussianNB().fit(a, b).sigma_\n",
        "from sklearn.feature_extraction.text import CountVectorizer\nx = CountVectorizer().fit(a).stop_words_\n",
        "from xml.etree import ElementTree\nx = ElementTree.parse(p).getroot().getchildren()\n",
    ],
)
def test_reported(source: str) -> None:
    check_declined(source, "TFM309", 2)


@pytest.mark.parametrize(
    "source",
    [
        PANDAS + "x = []\nx.append(pd.read_csv(p))\n",
        PANDAS + "x = pd.read_csv(p).values.tolist()\nx.append(3)\n",
        PANDAS + "x = pd.Index(y).append(z)\n",
        PANDAS + "x = pd.HDFStore(p)\nx.append('a', y)\n",
        PANDAS + "from scipy.spatial.transform import Rotation\nx = Rotation.from_quat(q).as_matrix()\n",
        "x = y.as_matrix()\nz = y.ix[0]\n",
        PANDAS + "class Frame:\n    def as_matrix(self):\n        return 3\nx = Frame().as_matrix()\n",
        PANDAS + "d.ix = 3\n",
        PANDAS + "if hasattr(d, 'as_matrix'):\n    x = d.as_matrix()\nelse:\n    x = d.values\n",
        H5PY + "x = y['x'].value\n",
        H5PY + "f = h5py.File(p, 'r')\nx = [n.decode('utf8') for n in f.attrs['layer_names']]\n",
        H5PY + "x = y['model_config'].decode('utf8')\nz = y.decode()\n",
        H5PY
        + "try:\n    x = f.attrs['model_config'].decode('utf8')\nexcept AttributeError:\n    x = f.attrs['model_config']\n",
        H5PY + "for k, v in d.items():\n    x = v.value\n",
        "x = f.attrs['model_config'].decode('utf8')\n",
        H5PY + "with h5py.File(p, 'r') as f:\n    x = f['x'][()]\n    x = f.attrs.value\n",
        H5PY + "f = h5py.File(p)\nx = f['x'][0]\n",
        WRITTEN + "print(f['x'][()])\n",
        WRITTEN + "print(f['kind'][()].decode('utf8'))\n",
        WRITTEN + "print(f.attrs['kind'][0])\n",
        WRITTEN + "print(options['kind'][0])\n",
        WRITTEN + "options = {}\noptions['a'] = 'text'\nprint(options['a'][0])\n",
        WRITTEN + "f['kind'][()] = 'test'\n",
        H5PY + "f = h5py.File(p, 'w')\nf['x'] = 3\n",
        H5PY + "f = h5py.File(p, mode='w')\nf['x'] = 3\n",
        "import os\nfrom PIL import ImageFont\nx = os.path.getsize(p)\n",
        "import yaml\nx = yaml.load(f, Loader=yaml.SafeLoader)\ny = yaml.load(f, yaml.Loader)\nz = yaml.safe_load(f)\n",
        "import threading\nx = t.is_alive()\n",
        "x = t.isAlive()\n",
        "from lxml import etree\nx = etree.parse(p).getroot().getchildren()\n",
        "import unittest\nclass T(unittest.TestCase):\n    def assertEquals(self, a, b):\n        self.assertEqual(a, b)\n",
        "import mine\nmine.assertEquals(1, 1)\n",
        "from PIL import Image\nx = y.offset(3)\n",
        "from sklearn.linear_model import Ridge\nx = Ridge().fit(a, b).coef_\ny = Ridge().fit(a, b).intercept_\n",
        "from sklearn.tree import DecisionTreeClassifier\nx = DecisionTreeClassifier().fit(a, b).n_features_in_\n",
        "from sklearn.naive_bayes import MultinomialNB\nx = model.coef_\n",
    ],
)
def test_left_alone(source: str) -> None:
    check_untouched(source)


def test_a_note_on_images_that_are_resized() -> None:
    head = "import keras\nfrom PIL import Image\n"
    result = check_sound(head + "x = Image.open(p).convert('RGB').resize((8, 8))\n")
    assert [(each.code, each.line) for each in result.notes] == [("TFM309", 3)]
    assert result.findings == ()
    check_untouched(head + "x = Image.open(p).resize((8, 8), Image.BILINEAR)\ny = z.resize((8, 8))\n")
    check_untouched("from PIL import Image\nx = Image.open(p).resize((8, 8))\n")
    result = check_sound(head + "x = Image.open(p)\nx.thumbnail((8, 8), Image.LANCZOS)\n")
    assert [(each.code, each.line) for each in result.notes] == [("TFM309", 4)]
    check_untouched(head + "x = Image.open(p)\nx.thumbnail((8, 8), reducing_gap=None)\ny.thumbnail((8, 8))\n")


def test_arrays(tmp_path: Path) -> None:
    """What is written reads and writes what the legacy releases did."""
    before = (
        "import h5py\nimport pandas as pd\n"
        "with h5py.File(path) as f:\n    f['x'] = [[1, 2], [3, 4]]\n"
        "with h5py.File(path) as f:\n    f['y'] = f['x'].value + 1\n    total = f['y'].value\n"
        "matrix = pd.DataFrame(total, columns=['a', 'b']).as_matrix()\n"
    )
    after = check_upgraded(
        before,
        "import h5py\nimport pandas as pd\n"
        "with h5py.File(path, \"a\") as f:\n    f['x'] = [[1, 2], [3, 4]]\n"
        "with h5py.File(path, \"a\") as f:\n    f['y'] = f['x'][()] + 1\n    total = f['y'][()]\n"
        "matrix = pd.DataFrame(total, columns=['a', 'b']).values\n",
    ).after
    found: dict[str, object] = {"path": str(tmp_path / "x.h5")}
    exec(compile(after, "after", "exec"), found)
    np.testing.assert_array_equal(found["matrix"], [[2, 3], [4, 5]])  # type: ignore[arg-type]


def test_a_type_for_a_block() -> None:
    head = "import keras\nimport h5py\nf = h5py.File(p, 'r')\n"
    check_declined(head + "with f['x'].astype('f4'):\n    y = f['x'][:]\n", "TFM309", 4)
    check_untouched(head + "y = f['x'].astype('f4')[:]\nwith x.astype('f4'):\n    pass\n")


def test_texts(tmp_path: Path) -> None:
    """The texts of h5py 2.10 are read by what is written, and bytes by what was."""
    h5py = pytest.importorskip("h5py")
    with h5py.File(tmp_path / "a.h5", "w") as f:
        f["kind"] = "train"
        f.create_dataset("names", data=np.array(["a", "b"], dtype=object), dtype=h5py.special_dtype(vlen=str))
        assert f["kind"].asstr()[()] == "train"
        assert f["kind"][()] == b"train"
        assert [*f["names"].asstr()[:]] == ["a", "b"]
        assert [*f["names"]] == [b"a", b"b"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import yaml\nx = yaml.load(f)\n", "import yaml\nx = yaml.load(f, Loader=yaml.Loader)\n"),
        ("import yaml as y\nx = y.load(stream=f)\n", "import yaml as y\nx = y.load(stream=f, Loader=y.Loader)\n"),
    ],
)
def test_the_loader_of_yaml(before: str, after: str) -> None:
    check_upgraded(before, after)


@pytest.mark.parametrize(
    "source",
    [
        "import yaml\nx = yaml.load(f, Loader=yaml.FullLoader)\n",
        "import yaml\nx = yaml.load(f, yaml.Loader)\n",
        "import yaml\nx = yaml.load(*args)\n",
        "import yaml\nx = yaml.load_all(f)\n",
        "import json as yaml\nx = yaml.load(f)\n",
    ],
)
def test_loaders_that_are_named(source: str) -> None:
    check_untouched(source)
